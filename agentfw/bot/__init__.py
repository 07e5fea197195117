"""One bot as a trio task: it connects, senses, decides, acts, and comes back when the server did.

Consumes a door to a game and a brain; produces a player. `Circle` is the pure part, from bytes to
bytes; `Bot` moves the bytes and keeps the time.
"""

from agentfw.bot.bot import Bot as Bot
from agentfw.bot.bot import BotOptions as BotOptions
from agentfw.bot.bot import BotStatistics as BotStatistics
from agentfw.bot.circle import Circle as Circle
from agentfw.bot.circle import CircleStatistics as CircleStatistics
from agentfw.bot.pace import Pace as Pace
from agentfw.bot.pacing import Backoff as Backoff
from agentfw.bot.pacing import Durations as Durations
from agentfw.bot.pacing import Spread as Spread
from agentfw.bot.speech import SILENT as SILENT
from agentfw.bot.speech import Parts as Parts
from agentfw.bot.speech import Speech as Speech
from agentfw.bot.speech import Spoken as Spoken
