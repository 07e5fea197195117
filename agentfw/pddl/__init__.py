"""PDDL: domains and problems in, proven plans out; or problems out, made from data.

The subset is typed STRIPS with negative preconditions, equality, numbers that change linearly, and
action costs. Consumes texts; produces frozen trees (`Domain`, `Problem`), problems for
`agentfw.solving`, and plans that were done in thought before anybody sees them. Knows nothing of games.

>>> from agentfw.pddl import OwnEngine, ground, plan_text, read_domain, read_problem, validate
>>> domain = read_domain('''
... (define (domain wood)
...   (:requirements :strips :numeric-fluents)
...   (:predicates (has-hut))
...   (:functions (logs))
...   (:action chop :parameters () :effect (increase (logs) 1))
...   (:action build :parameters () :precondition (>= (logs) 2)
...     :effect (and (has-hut) (decrease (logs) 2))))''')
>>> problem = read_problem('''
... (define (problem hut) (:domain wood) (:init (= (logs) 0)) (:goal (has-hut)))''', domain)
>>> solution = OwnEngine().solve(domain, problem)
>>> print(plan_text(solution.steps, solution.cost), end="")
(chop)
(chop)
(build)
; cost = 3

A plan from elsewhere is proven by `validate`, which tells the first step that fails and what is missing:

>>> print(validate(domain, problem, solution.steps[1:]).fault)
step 2 (build): (>= (logs) 2) does not hold: 1 >= 2 is false

Mistakes in texts are told all at once, each with its place:

>>> read_problem("(define (problem hut) (:domain wood) (:init (= (lgos) 0)) (:goal (has-hat)))", domain)
Traceback (most recent call last):
agentfw.errors.PlanError: problem:1:49: unknown function "lgos", did you mean "logs"?
    (define (problem hut) (:domain wood) (:init (= (lgos) 0)) (:goal (has-hat)))
                                                    ^
problem:1:67: unknown predicate "has-hat", did you mean "has-hut"?
    (define (problem hut) (:domain wood) (:init (= (lgos) 0)) (:goal (has-hat)))
                                                                      ^

Engines of unified-planning are in `agentfw.pddl.outside`, which is imported only where it is used.
"""

from agentfw.pddl.domains import read_domain as read_domain
from agentfw.pddl.engines import Engine as Engine
from agentfw.pddl.engines import OwnEngine as OwnEngine
from agentfw.pddl.engines import Solution as Solution
from agentfw.pddl.engines import SolutionStatus as SolutionStatus
from agentfw.pddl.engines import proven as proven
from agentfw.pddl.grounding import MAX_OPERATORS as MAX_OPERATORS
from agentfw.pddl.grounding import ground as ground
from agentfw.pddl.plans import Step as Step
from agentfw.pddl.plans import plan_text as plan_text
from agentfw.pddl.plans import read_plan as read_plan
from agentfw.pddl.printing import domain_text as domain_text
from agentfw.pddl.printing import problem_text as problem_text
from agentfw.pddl.problems import read_problem as read_problem
from agentfw.pddl.syntax import Action as Action
from agentfw.pddl.syntax import And as And
from agentfw.pddl.syntax import Arithmetic as Arithmetic
from agentfw.pddl.syntax import Assign as Assign
from agentfw.pddl.syntax import Atom as Atom
from agentfw.pddl.syntax import Compare as Compare
from agentfw.pddl.syntax import Constant as Constant
from agentfw.pddl.syntax import Domain as Domain
from agentfw.pddl.syntax import Fluent as Fluent
from agentfw.pddl.syntax import Gain as Gain
from agentfw.pddl.syntax import Lose as Lose
from agentfw.pddl.syntax import Not as Not
from agentfw.pddl.syntax import Problem as Problem
from agentfw.pddl.syntax import Same as Same
from agentfw.pddl.syntax import Signature as Signature
from agentfw.pddl.syntax import Typed as Typed
from agentfw.pddl.syntax import Value as Value
from agentfw.pddl.validating import Fault as Fault
from agentfw.pddl.validating import Verdict as Verdict
from agentfw.pddl.validating import validate as validate
from agentfw.pddl.writing import ProblemWriter as ProblemWriter
