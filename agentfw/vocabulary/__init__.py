"""The engine-neutral words of agentfw: percepts and commands.

Consumes nothing but geometry; produces frozen structs that every engine fills and every brain
reads. No field is named after one game's wire. Percepts live in `sights` (perceived now),
`world` (told once), `score`, `happenings` (events), `replies` and `bundles`; commands live in
`commands`. Everything is importable from here.
"""

from agentfw.vocabulary._base import NO_TEAM as NO_TEAM
from agentfw.vocabulary._base import ClassName as ClassName
from agentfw.vocabulary._base import Command as Command
from agentfw.vocabulary._base import EntityId as EntityId
from agentfw.vocabulary._base import Percept as Percept
from agentfw.vocabulary._base import RequestId as RequestId
from agentfw.vocabulary._kinds import *
from agentfw.vocabulary.bundles import *
from agentfw.vocabulary.commands import *
from agentfw.vocabulary.happenings import *
from agentfw.vocabulary.replies import *
from agentfw.vocabulary.score import *
from agentfw.vocabulary.sights import *
from agentfw.vocabulary.world import *
