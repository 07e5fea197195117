"""What a bot believes: percepts go in, an immutable `View` per think comes out.

Consumes percepts with the time they came; produces views. The store keeps what was seen with its age,
forgets what is too old, and derives what no percept says: turning, being stuck, who shoots whom.
"""

from agentfw.perception.beliefs import KnownFlag as KnownFlag
from agentfw.perception.beliefs import KnownItem as KnownItem
from agentfw.perception.beliefs import KnownMover as KnownMover
from agentfw.perception.beliefs import KnownPlayer as KnownPlayer
from agentfw.perception.beliefs import KnownPoint as KnownPoint
from agentfw.perception.beliefs import KnownWeapon as KnownWeapon
from agentfw.perception.charts import Chart as Chart
from agentfw.perception.memory import Memory as Memory
from agentfw.perception.motion import Motion as Motion
from agentfw.perception.noticing import Attention as Attention
from agentfw.perception.squads import Squad as Squad
from agentfw.perception.store import Store as Store
from agentfw.perception.store import StoreStatistics as StoreStatistics
from agentfw.perception.view import Event as Event
from agentfw.perception.view import View as View
