"""What plan languages share that are written line by line: pieces of lines, calls, names and values.

Consumes lines of plan texts; produces calls of acts whose arguments are checked and compiled.
"""

from agentfw.brains.lines.binding import Fixed as Fixed
from agentfw.brains.lines.binding import Given as Given
from agentfw.brains.lines.calls import ActCall as ActCall
from agentfw.brains.lines.calls import CallBuilder as CallBuilder
from agentfw.brains.lines.calls import Constants as Constants
from agentfw.brains.lines.invocations import Argument as Argument
from agentfw.brains.lines.invocations import Invocation as Invocation
from agentfw.brains.lines.invocations import Word as Word
from agentfw.brains.lines.invocations import print_argument as print_argument
from agentfw.brains.lines.invocations import print_call as print_call
from agentfw.brains.lines.names import Names as Names
from agentfw.brains.lines.scanning import NAME as NAME
from agentfw.brains.lines.scanning import Piece as Piece
from agentfw.brains.lines.scanning import lines_of as lines_of
from agentfw.brains.lines.scanning import read_call as read_call
from agentfw.brains.lines.scanning import read_plain_call as read_plain_call
from agentfw.brains.lines.scanning import read_value as read_value
