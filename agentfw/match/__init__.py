"""Playing and looking back: one bot on a server or in the arena, recordings, replays.

Consumes brains, doors and recordings; produces results for people. Knows every room below it.
"""

from agentfw.match.replaying import Difference as Difference
from agentfw.match.replaying import Replay as Replay
from agentfw.match.replaying import Verdict as Verdict
from agentfw.match.replaying import replay as replay
from agentfw.match.solo import SoloOptions as SoloOptions
from agentfw.match.solo import SoloResult as SoloResult
from agentfw.match.solo import play_solo as play_solo
