"""Which tasks cannot fail, and which never come to an act; in time that grows with the plan."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Final

from agentfw.brains.htn.tasks import Kind, Line, Task, Way, subtasks_of

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["cannot_fail", "never_acting", "never_failing"]

_CALLING: Final = (Kind.CALL, Kind.TOGETHER, Kind.EVERY)
"""Alternatives that are as sure as the tasks they call; others can fail whatever these do."""


def cannot_fail(way: Way, sure: set[Task]) -> bool:
    """Whether an alternative always succeeds, given the tasks that do."""
    if way.kind is Kind.VALUE:
        return True
    return way.kind in _CALLING and all(one.task in sure for one in way.calls)


def never_failing(tasks: Iterable[Task]) -> set[Task]:
    """The compound tasks that cannot fail, whatever happens."""
    return _Sureness(one for one in tasks if _is_unconditional(one)).found


def never_acting(tasks: Iterable[Task]) -> set[Task]:
    """The tasks that go round in circles, or lead to those that do, and never come to an act."""
    known = list(tasks)
    callers = _callers(known)
    acting = _all_callers([one for one in (*known, *callers) if one.act is not None], callers)
    circling = {one for one in known if one not in acting}
    calls = {one: sum(1 for _ in subtasks_of(one)) for one in circling}
    todo = [one for one, count in calls.items() if not count]
    while todo:  # what calls nothing comes to an end, and so does what calls nothing else
        ended = todo.pop()
        circling.discard(ended)
        for caller in callers[ended]:
            if caller in acting:
                continue
            calls[caller] -= 1
            if not calls[caller]:
                todo.append(caller)
    return circling


def _callers(tasks: Iterable[Task]) -> dict[Task, list[Task]]:
    """Who calls each task, as often as they do."""
    found: dict[Task, list[Task]] = collections.defaultdict(list)
    for task in tasks:
        for called in subtasks_of(task):
            found[called].append(task)
    return found


def _all_callers(tasks: list[Task], callers: dict[Task, list[Task]]) -> set[Task]:
    """Some tasks, and those that lead to them."""
    found, todo = set(tasks), list(tasks)
    while todo:
        new = set(callers[todo.pop()]) - found
        found |= new
        todo += new
    return found


def _is_unconditional(task: Task) -> bool:
    if task.act is not None or task.lookahead is not None:
        return False
    return all(one.constant for one in (*task.preconditions, *task.guards))


class _Sureness:
    """Counts, for each task, the lines that may fail; at none, those who call it are looked at."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.found: set[Task] = set()
        self._todo: list[Task] = []
        self._unsure_lines: dict[Task, int] = {}
        self._unsure_calls: dict[Way, int] = {}
        self._sure_lines: set[Line] = set()
        self._callers: dict[Task, list[tuple[Task, Line, Way]]] = collections.defaultdict(list)
        for task in tasks:
            self._take_up(task)
        while self._todo:
            self._found(self._todo.pop())

    def _take_up(self, task: Task) -> None:
        self._unsure_lines[task] = len(task.lines)
        if not task.lines:
            self._todo.append(task)
        for line in task.lines:
            for way in line.ways:
                self._take_up_way(task, line, way)

    def _take_up_way(self, task: Task, line: Line, way: Way) -> None:
        if way.kind is Kind.VALUE:
            self._line_is_sure(task, line)
        elif way.kind in _CALLING:
            self._unsure_calls[way] = len(way.calls)
            for call in way.calls:
                self._callers[call.task].append((task, line, way))

    def _found(self, sure: Task) -> None:
        self.found.add(sure)
        for task, line, way in self._callers[sure]:
            self._unsure_calls[way] -= 1
            if not self._unsure_calls[way]:
                self._line_is_sure(task, line)

    def _line_is_sure(self, task: Task, line: Line) -> None:
        if line in self._sure_lines:
            return
        self._sure_lines.add(line)
        self._unsure_lines[task] -= 1
        if not self._unsure_lines[task]:
            self._todo.append(task)
