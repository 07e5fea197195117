"""Planning for goals: which operators, in which order, lead from here to there at the least cost.

Consumes problems of facts and numbers; produces plans, or the reason why there is none. Knows nothing of
games.
"""

from agentfw.solving.problem import Change as Change
from agentfw.solving.problem import Comparison as Comparison
from agentfw.solving.problem import Goal as Goal
from agentfw.solving.problem import Linear as Linear
from agentfw.solving.problem import Operator as Operator
from agentfw.solving.problem import Problem as Problem
from agentfw.solving.problem import State as State
from agentfw.solving.problem import Test as Test
