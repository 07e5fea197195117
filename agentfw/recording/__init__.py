"""Recordings: everything one bot heard, said and decided, in one file.

Consumes the records of a running bot; produces a file that gives them back in the same order, exact to
the last bit. `records` says what can be recorded, `blocks` how it lies in the file, `writing` and
`reading` are the two ends. The room touches files and nothing else: no clock, no network. The same
records give the same bytes, whenever and as whatever process they are written.
"""

from agentfw.recording.reading import Recording as Recording
from agentfw.recording.reading import Summary as Summary
from agentfw.recording.reading import open_recording as open_recording
from agentfw.recording.reading import summary as summary
from agentfw.recording.records import FORMAT as FORMAT
from agentfw.recording.records import LEADER as LEADER
from agentfw.recording.records import Answered as Answered
from agentfw.recording.records import Briefed as Briefed
from agentfw.recording.records import Closed as Closed
from agentfw.recording.records import Connected as Connected
from agentfw.recording.records import Ended as Ended
from agentfw.recording.records import Header as Header
from agentfw.recording.records import Note as Note
from agentfw.recording.records import Received as Received
from agentfw.recording.records import Record as Record
from agentfw.recording.records import Reloaded as Reloaded
from agentfw.recording.records import Sent as Sent
from agentfw.recording.records import Thought as Thought
from agentfw.recording.records import Ticked as Ticked
from agentfw.recording.records import Told as Told
from agentfw.recording.writing import RecordingWriter as RecordingWriter
from agentfw.recording.writing import WriterStatistics as WriterStatistics
