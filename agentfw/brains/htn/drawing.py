"""Task files as trees for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.brains.drawing import Branch
from agentfw.brains.htn.tasks import Call, Kind, Line, Task, Way

if TYPE_CHECKING:
    from agentfw.brains.htn.plan import HtnPlan

__all__ = ["draw"]

_MAX_DEPTH: Final = 100
"""Drawing goes down by calls; deeper plans are cut there."""


def draw(plan: HtnPlan) -> Branch:
    """Every top task with all that it can come to; what was drawn before is only named."""
    return _Drawing().plan(plan)


class _Drawing:
    """Draws each compound task once, so that circles end and large plans stay readable."""

    def __init__(self) -> None:
        self._drawn: set[Task] = set()
        self._depth = 0

    def plan(self, plan: HtnPlan) -> Branch:
        roots = [call.task for call in plan.top] or plan.candidates()
        named = {call.task: call.text for call in plan.top}
        children = tuple(self._task(one, named.get(one, one.name)) for one in roots)
        return Branch("plan", kind="htn", detail=plan.summary(), children=children)

    def _task(self, task: Task, text: str) -> Branch:
        if task.act is not None:
            return Branch(text, "act", _detail(task))
        if task in self._drawn or self._depth >= _MAX_DEPTH:
            return Branch(text, "task", "see above" if task in self._drawn else "and so on")
        self._drawn.add(task)
        self._depth += 1
        lines = tuple(self._line(line) for line in task.lines)
        self._depth -= 1
        return Branch(text, "task", _detail(task), lines)

    def _line(self, line: Line) -> Branch:
        ways = tuple(self._way(way) for way in line.ways)
        if len(ways) == 1 and line.slot < 0:
            return ways[0]
        return Branch(line.text, "line", "first that succeeds" if len(ways) > 1 else "", ways)

    def _way(self, way: Way) -> Branch:
        if way.kind is Kind.CALL:
            return self._call(way.calls[0])
        if way.kind is Kind.VALUE:
            return Branch(way.text, "value")
        return Branch(way.text, way.kind.value, "", tuple(self._call(call) for call in way.calls))

    def _call(self, call: Call) -> Branch:
        return self._task(call.task, call.text)


def _detail(task: Task) -> str:
    parts = (
        ("until", task.goals),
        ("if", task.preconditions),
        ("while", task.guards),
    )
    told = [f"{word} {' and '.join(one.text for one in many)}" for word, many in parts if many]
    if task.priority is not None:
        told.append(f"priority {task.priority.text}")
    return "; ".join([*told, *(["looks ahead"] if task.lookahead is not None else [])])
