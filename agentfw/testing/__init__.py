"""Tools for testing your own bots and engines: a conformance kit, matches, a scripted server.

They are public: what agentfw's own tests use is what yours can use.
"""

from agentfw.testing.conformance import BrainFaults as BrainFaults
from agentfw.testing.conformance import BrainReport as BrainReport
from agentfw.testing.conformance import check_brain as check_brain
from agentfw.testing.playing import play_team as play_team
from agentfw.testing.sampling import sample_views as sample_views
from agentfw.testing.scripted import Script as Script
from agentfw.testing.scripted import ScriptedServer as ScriptedServer
from agentfw.testing.scripted import scripted_server as scripted_server
from agentfw.testing.traffic import Traffic as Traffic
