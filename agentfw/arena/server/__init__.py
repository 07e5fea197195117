"""The GameBots server of the arena: clients on one side, the world on the other.

`arena` is the pure part (bytes in, ticks, bytes out), `serving` the trio shell around it. `bots`,
`control` and `observing` are the kinds of clients; `modern` and `classic` say what a bot perceives in
each of the two games.
"""

from agentfw.arena.server.arena import Arena as Arena
from agentfw.arena.server.options import ArenaOptions as ArenaOptions
from agentfw.arena.server.results import MatchResult as MatchResult
from agentfw.arena.server.serving import ArenaServer as ArenaServer
from agentfw.arena.server.serving import open_arena as open_arena

__all__ = ["Arena", "ArenaOptions", "ArenaServer", "MatchResult", "open_arena"]
