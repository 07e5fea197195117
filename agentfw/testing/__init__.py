"""Tools for testing your own bots and engines: a scripted server, and made-up traffic.

They are public: what agentfw's own tests use is what yours can use.
"""

from agentfw.testing.scripted import Script as Script
from agentfw.testing.scripted import ScriptedServer as ScriptedServer
from agentfw.testing.scripted import scripted_server as scripted_server
from agentfw.testing.traffic import Traffic as Traffic
