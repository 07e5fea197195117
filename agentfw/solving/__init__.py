"""Planning for goals: which operators, in which order, lead from here to there at the least cost.

Consumes problems of facts and numbers; produces plans, or the reason why there is none. Knows nothing of
games.
"""

from agentfw.solving.answers import Answer, Quality, Status
from agentfw.solving.checking import Fault, check
from agentfw.solving.problem import (
    Change,
    Comparison,
    Goal,
    Linear,
    Operator,
    Problem,
    State,
    Test,
)
from agentfw.solving.solver import Solver, solve

__all__ = [
    "Answer",
    "Change",
    "Comparison",
    "Fault",
    "Goal",
    "Linear",
    "Operator",
    "Problem",
    "Quality",
    "Solver",
    "State",
    "Status",
    "Test",
    "check",
    "solve",
]
