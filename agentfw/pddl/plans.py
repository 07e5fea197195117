"""Plans in the usual text form: one ``(action object …)`` per line, with the cost in a comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from agentfw.language import PlanText, Problems
from agentfw.pddl._names import near
from agentfw.pddl.lists import Row, Word, read_rows, told
from agentfw.pddl.printing import number_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from agentfw.pddl.syntax import Action, Domain, Problem

__all__ = ["Step", "plan_text", "read_plan"]


class Step(msgspec.Struct, frozen=True):
    """One action with the objects it is done with."""

    action: str
    objects: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.action, *self.objects))})"


def plan_text(steps: Iterable[Step], cost: float | None = None) -> str:
    """A plan as the text of a file."""
    lines = [str(step) for step in steps]
    if cost is not None:
        lines.append(f"; cost = {number_text(cost)}")
    return "".join(f"{line}\n" for line in lines)


def read_plan(text: str, domain: Domain, problem: Problem, where: str = "plan") -> tuple[Step, ...]:
    """The steps that a text lists, with names that the domain and the problem know.

    Whether the plan works is what `validate` tells. Raises one `PlanError` with all mistakes.
    """
    problems = Problems()
    actions = {one.name: one for one in domain.actions}
    objects = {one.name for one in (*domain.constants, *problem.objects)}
    rows = read_rows(PlanText(text, where), problems) or []
    steps = [_step(row, actions, objects, problems) for row in rows]
    problems.finish()
    return tuple(steps)


def _step(row: Row, actions: Mapping[str, Action], objects: set[str], problems: Problems) -> Step:
    action = actions.get(row.head)
    if action is None:
        problems.error(row.at, f'unknown action "{row.head}"{near(row.head, actions)}')
    elif len(action.parameters) != len(row.rest):
        takes = f'"{row.head}" takes {len(action.parameters)} objects'
        problems.error(row.at, f"{takes}, found {len(row.rest)}")
    for form in row.rest:
        if not isinstance(form, Word) or form.text not in objects:
            word = form.text if isinstance(form, Word) else ""
            problems.error(form.at, f"unknown object {told(form)}{near(word, objects)}")
    return Step(row.head, tuple(one.text for one in row.rest if isinstance(one, Word)))
