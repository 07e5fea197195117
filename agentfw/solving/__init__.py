"""Planning for goals: which operators, in which order, lead from here to there at the least cost.

Consumes problems of facts and numbers; produces plans, or the reason why there is none. Knows nothing of
games. Facts are bits, numbers are a row, and operators say what they need, change and cost:

>>> from agentfw.solving import Goal, Operator, Problem, State, check, solve
>>> AWAKE, ARMED, WON = 1, 2, 4
>>> arm = Operator("arm", needs=AWAKE, adds=ARMED, cost=2)
>>> fight = Operator("fight", needs=ARMED, adds=WON)
>>> names = ("awake", "armed", "won")
>>> problem = Problem(facts=names, operators=(arm, fight), start=State(AWAKE), goal=Goal(WON))
>>> answer = solve(problem)
>>> [step.name for step in answer.steps], answer.cost, answer.is_optimal
(['arm', 'fight'], 3.0, True)

What cannot be done is explained, and so is a plan that does not work:

>>> solve(Problem(facts=names, operators=(arm, fight), goal=Goal(WON))).why
'no plan, because "won" needs "armed", and "armed" needs "awake", and nothing makes "awake" true'
>>> print(check(problem, [fight]))
step 0 "fight": "armed" is not true

``quality="quick"`` finds a plan soon, ``"anytime"`` goes on from there to the cheapest; `Solver` does
all of them in portions. Equal problems give equal answers: nothing here has a clock or a random number
of its own.
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
