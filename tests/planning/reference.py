"""A slow, obvious planner: recursive, on copies, to hold the quick one to; and domains made of data."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec
from hypothesis import strategies as st

from agentfw.planning import Because, Domain, State, Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Facts: TypeAlias = dict[str, int]
_Part = TypeVar("_Part")


class Rule(msgspec.Struct, frozen=True):
    """An operator or a method as data: what must hold, and what it changes or leads to."""

    needs: tuple[tuple[str, int | None], ...]
    """Values by key; None stands for the argument of the task."""
    effects: tuple[tuple[str, int | None], ...] = ()
    subtasks: tuple[Task, ...] = ()

    def holds(self, facts: Mapping[str, int] | State, argument: int) -> bool:
        return all(facts[key] == (argument if value is None else value) for key, value in self.needs)

    def changes(self, argument: int) -> Facts:
        return {key: argument if value is None else value for key, value in self.effects}


class Puzzle(msgspec.Struct, frozen=True):
    operators: dict[str, Rule]
    methods: dict[str, tuple[Rule, ...]]
    facts: Facts
    tasks: tuple[Task, ...]

    def domain(self) -> Domain:
        domain = Domain()
        for name, rule in self.operators.items():
            domain.operator(name, _operator(rule))
        for name, rules in self.methods.items():
            for number, rule in enumerate(rules):
                domain.method(name, _method(rule), f"way {number}")
        return domain


def _operator(rule: Rule) -> Callable[[State, int], Any]:
    return lambda state, argument: rule.changes(argument) if rule.holds(state, argument) else None


def _method(rule: Rule) -> Callable[[State, int], Any]:
    return lambda state, argument: rule.subtasks if rule.holds(state, argument) else Because("no")


class OutOfNodes(Exception):
    """More calls than allowed."""


class Reference:
    """The same search as the library's, as it would be written on a blackboard."""

    def __init__(self, puzzle: Puzzle, *, max_nodes: int, max_depth: int) -> None:
        self._puzzle, self._max_nodes, self._max_depth = puzzle, max_nodes, max_depth
        self.nodes = 0
        self.dead_end: tuple[Task, int] | None = None
        self._is_cut = False
        self.plan: tuple[Task, ...] | None = None
        self.status = self._run()

    def _run(self) -> str:
        try:
            self.plan = next(self._plans([(task, 0) for task in self._puzzle.tasks], self._puzzle.facts))
        except StopIteration:
            return "too deep" if self._is_cut else "none"
        except OutOfNodes:
            return "out of nodes"
        return "found"

    def _count(self) -> None:
        if self.nodes >= self._max_nodes:
            raise OutOfNodes
        self.nodes += 1

    def _plans(self, tasks: list[tuple[Task, int]], facts: Facts) -> Iterator[tuple[Task, ...]]:
        if not tasks:
            yield ()
            return
        (task, depth), *rest = tasks
        if task[0] in self._puzzle.operators:
            yield from self._by_operator(task, rest, facts)
        else:
            yield from self._by_methods(task, depth, rest, facts)
        # Coming here means that nothing worked.
        self.dead_end = self.dead_end or (task, depth)

    def _by_operator(
        self, task: Task, rest: list[tuple[Task, int]], facts: Facts
    ) -> Iterator[tuple[Task, ...]]:
        name, argument = task
        self._count()
        rule = self._puzzle.operators[name]
        if rule.holds(facts, argument):
            for tail in self._plans(rest, {**facts, **rule.changes(argument)}):
                yield (task, *tail)

    def _by_methods(
        self, task: Task, depth: int, rest: list[tuple[Task, int]], facts: Facts
    ) -> Iterator[tuple[Task, ...]]:
        name, argument = task
        for rule in self._puzzle.methods.get(name, ()):
            self._count()
            if not rule.holds(facts, argument):
                continue
            if rule.subtasks and depth >= self._max_depth:
                self._is_cut = True
                continue
            yield from self._plans([*((each, depth + 1) for each in rule.subtasks), *rest], facts)


KEYS = ("a", "b", "c")
OPERATORS = ("op0", "op1", "op2", "op3")
TASKS = ("task0", "task1", "task2")


def puzzles() -> st.SearchStrategy[Puzzle]:
    """Small domains with cycles, with tasks that nobody knows, and with much to go back from."""
    return st.integers(0, 2**32).map(lambda seed: _Maker(seed).puzzle())


class _Maker:
    """Chance with the odds set so that about every fifth plan is found only by going back."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - puzzles, not secrets

    def puzzle(self) -> Puzzle:
        return Puzzle(
            operators={name: Rule(self._facts(0, 2), effects=self._facts(1, 2)) for name in OPERATORS},
            methods={name: self._several(2, 4, self._method) for name in TASKS},
            facts={key: self._chance.randrange(2) for key in KEYS},
            tasks=self._several(1, 4, lambda: (self._chance.choice((*OPERATORS, *TASKS, *TASKS)), 1)),
        )

    def _method(self) -> Rule:
        return Rule(self._facts(0, 1), subtasks=self._several(0, 2, self._subtask))

    def _subtask(self) -> Task:
        names = (*OPERATORS, *OPERATORS, *OPERATORS, *TASKS, "nonsense")
        return self._chance.choice(names), self._chance.randrange(2)

    def _facts(self, least: int, most: int) -> tuple[tuple[str, int | None], ...]:
        return self._several(
            least, most, lambda: (self._chance.choice(KEYS), self._chance.choice((0, 1, None)))
        )

    def _several(self, least: int, most: int, make: Callable[[], _Part]) -> tuple[_Part, ...]:
        return tuple(make() for _ in range(self._chance.randint(least, most)))
