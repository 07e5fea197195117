"""Plans proven by doing them in thought: the first step that cannot be done, if any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from agentfw.planning.domain import Because, Domain, Task
from agentfw.planning.results import PlanFault

if TYPE_CHECKING:
    from agentfw.planning.state import State

__all__ = ["check_plan"]


def check_plan(domain: Domain, state: State, plan: Sequence[Task]) -> PlanFault | None:
    """The first step that cannot be done from this state on, or None for a plan that works.

    It knows nothing of how the plan was found, so it also judges plans that are old or written by hand.
    Afterwards the state is as it was before.
    """
    mark = state.mark()
    try:
        for index, task in enumerate(plan):
            why = _fault(domain, state, task)
            if why is not None:
                return PlanFault(index, task, why)
        return None
    finally:
        state.undo(mark)


def _fault(domain: Domain, state: State, task: Task) -> str | None:
    """Why a step cannot be done; a step that can is done."""
    ways = domain.ways(task)
    if ways is None:
        return domain.unknown(task)
    if not ways.is_operator:
        return f"{task[0]!r} is a task with methods, not an operator"
    answer = ways.functions[0](state, *task[1:])
    if isinstance(answer, Mapping):
        state.change(answer)
        return None
    if isinstance(answer, Because):
        return answer.text
    return "not applicable" if answer is None else f"returned {answer!r}, not a mapping of changes"
