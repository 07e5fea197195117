"""The GameBots engine: bytes to percepts and commands to bytes, for both ends of the wire.

Consumes bytes and commands, produces percepts and bytes; knows nothing of sockets, clocks or trio.
`framing` cuts lines, `grammar` and `values` read and write their parts, `dialect` and `loading`
hold what ``protocols/*.yaml`` describes, `decoding` and `encoding` are compiled from that, and
`client` and `server` keep the order of a conversation (`states` shows it).
"""

from agentfw.engines.gamebots.catalog import DialectEntry as DialectEntry
from agentfw.engines.gamebots.catalog import find_dialect as find_dialect
from agentfw.engines.gamebots.catalog import known_dialects as known_dialects
from agentfw.engines.gamebots.catalog import usable_dialects as usable_dialects
from agentfw.engines.gamebots.client import ClientSession as ClientSession
from agentfw.engines.gamebots.client import Limits as Limits
from agentfw.engines.gamebots.codecs import codecs_for as codecs_for
from agentfw.engines.gamebots.counting import SessionStatistics as SessionStatistics
from agentfw.engines.gamebots.decoding import CommandDecoder as CommandDecoder
from agentfw.engines.gamebots.decoding import MessageDecoder as MessageDecoder
from agentfw.engines.gamebots.decoding import Odd as Odd
from agentfw.engines.gamebots.decoding import Rejected as Rejected
from agentfw.engines.gamebots.dialect import Dialect as Dialect
from agentfw.engines.gamebots.dialect import Handshake as Handshake
from agentfw.engines.gamebots.encoding import CommandEncoder as CommandEncoder
from agentfw.engines.gamebots.encoding import MessageEncoder as MessageEncoder
from agentfw.engines.gamebots.greeting import guess_dialect as guess_dialect
from agentfw.engines.gamebots.loading import load_dialect as load_dialect
from agentfw.engines.gamebots.server import ServerSession as ServerSession
from agentfw.engines.gamebots.states import ClientState as ClientState
from agentfw.engines.gamebots.states import ServerState as ServerState
