"""One step of the search: which operators can be done at a node, and where they lead."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Protocol, TypeAlias

from agentfw.solving._sums import change_of, least, test_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from agentfw.solving._sums import Floor, Numbers
    from agentfw.solving._task import Node, Task
    from agentfw.solving.problem import Operator

__all__ = ["Plain", "Steps", "steps_of"]

_Row: TypeAlias = tuple[int, int, int, int]
"""The place of an operator, what it needs, what it keeps, and what it adds."""


class Steps(Protocol):
    """How a search moves."""

    def after(self, node: Node) -> list[tuple[int, Node]]:
        """The operators that can be done, by their places, each with the node behind it."""

    def apply(self, node: Node, operator: int) -> Node | None:
        """The node behind an operator, or None where it cannot be done."""

    def is_goal(self, node: Node) -> bool:
        """Whether the search is at its end here."""


def steps_of(task: Task) -> Steps:
    """The steps of a task, with numbers or without."""
    return _Counting(task) if task.numbers else Plain(task)


class Plain:
    """Steps where nothing is counted: a node is its atoms."""

    def __init__(self, task: Task) -> None:
        self._goal = task.goal
        self._always: list[_Row] = []
        self._watching: dict[int, list[_Row]] = {}
        watched = _watched(task)
        self._rows = list(zip(range(len(task.needs)), task.needs, task.keeps, task.adds, strict=True))
        for row in self._rows:
            need = watched[row[0]]
            (self._watching.setdefault(need, []) if need else self._always).append(row)
        self._groups = list(self._watching.items())

    def aimed(self, goal: int) -> Plain:
        """The same with another goal."""
        other = copy.copy(self)
        other._goal = goal
        return other

    def is_goal(self, node: Node) -> bool:
        assert isinstance(node, int)  # noqa: S101 - for type checkers
        return node & self._goal == self._goal

    def apply(self, node: Node, operator: int) -> int | None:
        assert isinstance(node, int)  # noqa: S101 - for type checkers
        _, needs, keeps, adds = self._rows[operator]
        return node & keeps | adds if node & needs == needs else None

    def after(self, node: Node) -> list[tuple[int, Node]]:
        assert isinstance(node, int)  # noqa: S101 - for type checkers
        found: list[tuple[int, Node]] = []
        for rows in self._awake(node):
            found += [
                (index, node & keeps | adds)
                for index, needs, keeps, adds in rows
                if node & needs == needs
            ]
        return found

    def _awake(self, atoms: int) -> list[list[_Row]]:
        """The groups of operators whose watched need holds."""
        groups = self._groups
        if atoms.bit_count() * 4 > len(groups):
            return [self._always, *(rows for need, rows in groups if atoms & need)]
        awake, watching = [self._always], self._watching
        while atoms:
            lowest = atoms & -atoms
            atoms ^= lowest
            rows = watching.get(lowest)
            if rows is not None:
                awake.append(rows)
        return awake


class _Counting:
    """Steps where numbers are kept: a node is its atoms and the numbers."""

    def __init__(self, task: Task) -> None:
        self._plain = Plain(task)
        self._goal_tests = [test_of(test) for test in task.goal_tests]
        limits = _Limits(task)
        self._tests = [[test_of(test) for test in operator.tests] for operator in task.operators]
        self._changes = [limits.changes(operator) for operator in task.operators]

    def is_goal(self, node: Node) -> bool:
        assert isinstance(node, tuple)  # noqa: S101 - for type checkers
        atoms, numbers = node
        return self._plain.is_goal(atoms) and all(test(numbers) for test in self._goal_tests)

    def apply(self, node: Node, operator: int) -> Node | None:
        assert isinstance(node, tuple)  # noqa: S101 - for type checkers
        atoms, numbers = node
        there = self._plain.apply(atoms, operator)
        if there is None or not all(test(numbers) for test in self._tests[operator]):
            return None
        return there, _changed(numbers, self._changes[operator])

    def after(self, node: Node) -> list[tuple[int, Node]]:
        assert isinstance(node, tuple)  # noqa: S101 - for type checkers
        atoms, numbers = node
        found: list[tuple[int, Node]] = []
        for index, there in self._plain.after(atoms):
            assert isinstance(there, int)  # noqa: S101 - for type checkers
            tests, changes = self._tests[index], self._changes[index]
            if tests and not all(test(numbers) for test in tests):
                continue
            found.append((index, (there, _changed(numbers, changes) if changes else numbers)))
        return found


def _changed(
    numbers: tuple[float, ...], changes: Iterable[tuple[int, Callable[[Numbers], float]]]
) -> tuple[float, ...]:
    new = list(numbers)
    for place, change in changes:
        new[place] = change(numbers)
    return tuple(new)


def _watched(task: Task) -> list[int]:
    """For each operator the need that is asked least often of all its needs, as a bit, or 0."""
    asked = [0] * (task.atoms + len(task.floors))
    for atoms in task.asks:
        for atom in atoms:
            asked[atom] += 1
    rarest = [
        min(((asked[atom], atom) for atom in atoms if atom < task.atoms), default=(0, -1))[1]
        for atoms in task.asks
    ]
    return [1 << atom if atom >= 0 else 0 for atom in rarest]


class _Limits:
    """Between which bounds numbers are told apart.

    A number that never falls, that no change reads, and that is only tested for being high enough, need
    not be counted beyond the point where all its tests hold: they hold there and ever after, whatever is
    added, so two states that differ only above that point allow the same plans. The same is true,
    upside down, for numbers that never rise.
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self._bounds = {number: self._limit(number) for number in task.numbers}

    def changes(self, operator: Operator) -> list[tuple[int, Callable[[Numbers], float]]]:
        """The changes of the numbers that matter."""
        return [
            (change.number, change_of(change, *self._bounds[change.number]))
            for change in operator.changes
            if change.number in self._bounds
        ]

    def _limit(self, number: int) -> tuple[float, float]:
        floors = [
            floor for floor in self._task.floors if any(place == number for place, _ in floor.terms)
        ]
        for sign in (1, -1):
            if self._is_one_way(number, sign) and all(
                len(floor.terms) == 1 and floor.terms[0][1] * sign > 0 for floor in floors
            ):
                edge = _enough(number, floors, sign)
                return (-math.inf, edge) if sign > 0 else (edge, math.inf)
        return -math.inf, math.inf

    def _is_one_way(self, number: int, sign: int) -> bool:
        """Whether a number only ever moves to one side, and nothing reads it for a change."""
        bounds = self._task.bounds
        for operator in self._task.operators:
            for change in operator.changes:
                terms = [(place, factor * sign) for place, factor in change.to.terms]
                if change.number in self._task.numbers and any(place == number for place, _ in terms):
                    return False
                if change.number == number and (
                    not change.is_increase or least(terms, change.to.constant * sign, bounds) < 0
                ):
                    return False
        return True


def _enough(number: int, floors: list[Floor], sign: int) -> float:
    """A value with which all the tests of a number hold; infinity where no finite one is found."""
    edges = [-floor.constant / floor.terms[0][1] for floor in floors]
    edge, step = max(edges, key=lambda each: each * sign, default=0.0), 1.0
    numbers = [0.0] * (number + 1)
    while math.isfinite(edge):
        numbers[number] = edge
        if all(floor.is_kept(floor.worth(numbers)) for floor in floors):
            return edge
        edge, step = edge + sign * step, step * 2
    return sign * math.inf
