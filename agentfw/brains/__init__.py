"""Ways of deciding: a view goes in, a decision comes out.

Consumes views; produces decisions. `Brain` is what every way of deciding has in common, `load_brain`
finds one by name, by dotted path or in a file. Everything a small brain needs is importable from here.
"""

from agentfw.brains.brain import Asks as Asks
from agentfw.brains.brain import Brain as Brain
from agentfw.brains.brain import BrainSetup as BrainSetup
from agentfw.brains.brain import Decides as Decides
from agentfw.brains.brain import Reloads as Reloads
from agentfw.brains.loading import BrainFactory as BrainFactory
from agentfw.brains.loading import is_own_brain as is_own_brain
from agentfw.brains.loading import is_own_file as is_own_file
from agentfw.brains.loading import known_brains as known_brains
from agentfw.brains.loading import load_brain as load_brain
from agentfw.brains.loading import make_brain as make_brain
from agentfw.brains.planfiles import PlanFiles as PlanFiles
from agentfw.brains.planfiles import shipped_plans as shipped_plans
from agentfw.brains.planned import Plan as Plan
from agentfw.brains.planned import PlanBrain as PlanBrain
from agentfw.brains.planned import check_plan as check_plan
from agentfw.brains.planned import load_plan as load_plan
from agentfw.brains.skilled import Choice as Choice
from agentfw.brains.skilled import SkilledBrain as SkilledBrain
from agentfw.brains.tracing import Trace as Trace
from agentfw.decisions import *
from agentfw.perception import View as View
