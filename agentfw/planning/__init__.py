"""Tasks in, plans out: hierarchical task networks as a library, without any game.

A *state* holds values by key. An *operator* is one step: a function of the state and its arguments
that returns what it changes, or None where it cannot be done. A *method* is one way to do a larger
task: it returns the smaller tasks to do instead, or None where it does not fit. `find_plan` breaks
tasks down from the first to the last and goes back where it comes to a dead end; the first plan in the
order of the methods wins.

>>> from agentfw.planning import Because, Domain, State, check_plan, find_plan
>>> domain = Domain()
>>> @domain.operator
... def walk(state, there):
...     return {"at": there}
>>> @domain.operator
... def ride(state, there, fare):
...     return {"at": there, "coins": state["coins"] - fare}

Several methods of one task are tried in the order they were added. `Because` says why one does not fit:

>>> @domain.method("travel")
... def on_foot(state, there):
...     return [("walk", there)] if there == "shop" else Because("too far to walk")
>>> @domain.method("travel")
... def by_taxi(state, there):
...     return [("ride", there, 5)] if state["coins"] >= 5 else Because("no money for a taxi")

>>> state = State({"at": "home", "coins": 8})
>>> find_plan(domain, state, [("travel", "shop"), ("travel", "park")]).plan
(('walk', 'shop'), ('ride', 'park', 5))

The state is as it was before. A search that finds nothing names the first task that could not be done:

>>> failed = find_plan(domain, state, [("travel", "park"), ("travel", "lake")])
>>> failed.status, str(failed.dead_end)
('none', "('travel', 'lake') at depth 0: on_foot: too far to walk; by_taxi: no money for a taxi")

A plan that was made a while ago, or by hand, is checked by doing it in thought:

>>> print(check_plan(domain, state, [("walk", "shop"), ("travel", "park")]))
step 1 ('travel', 'park'): 'travel' is a task with methods, not an operator

Searches are bounded by nodes, depth and, with a clock, by time; ``trace=True`` keeps every attempt.
Equal arguments give equal results: nothing here has a clock or a random number of its own.
"""

from agentfw.planning.checking import check_plan
from agentfw.planning.domain import Because, Domain, Task
from agentfw.planning.results import Attempt, DeadEnd, PlanFault, Search
from agentfw.planning.search import find_plan
from agentfw.planning.state import State

__all__ = [
    "Attempt",
    "Because",
    "DeadEnd",
    "Domain",
    "PlanFault",
    "Search",
    "State",
    "Task",
    "check_plan",
    "find_plan",
]
