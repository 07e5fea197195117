"""Why there is no plan, in words: the first thing that can never hold, and what it would need.

What can never hold is brought only by operators that can never be done, each of which asks for something
else that can never hold. Following this back ends at something that nothing brings, or in a circle; the
nearest such end is told, with the way to it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.solving._relevance import places
from agentfw.solving._sums import floors_of, greatest, least

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.solving._reaching import Reach
    from agentfw.solving._sums import Floor
    from agentfw.solving.problem import Change, Goal, Operator, Problem, Test

__all__ = ["why_not"]


_UNTOLD: Final = "a test of numbers can never hold"

_MOST_LINKS: Final = 12
"""Longer chains are told without their middle: nobody reads them to the end."""


def why_not(problem: Problem, reach: Reach) -> str:
    """Why the goal can never hold, or nothing where it may."""
    goal = problem.goal
    if not (goal.needs & ~reach.true or goal.forbids & ~reach.false) and reach.allows(goal.tests):
        return ""
    return f"no plan, because {', and '.join(_shortened(_Chain(problem, reach).links()))}"


def _shortened(links: list[str]) -> list[str]:
    if len(links) <= _MOST_LINKS:
        return links
    half = _MOST_LINKS // 2
    return [*links[:half], f"so on for {len(links) - 2 * half} more", *links[-half:]]


class _Key(NamedTuple):
    """A fact or number by its place, and to which side it cannot go: 1 for true or more, or -1."""

    is_number: bool
    place: int
    side: int


class _Missing(NamedTuple):
    """Something that is asked for and can never hold."""

    key: _Key | None
    """None for sums of several numbers, which are not followed any further."""
    label: str
    """What it is called where something needs it."""
    end: str
    """What is told where the chain ends with it."""

    @property
    def mark(self) -> _Key | str:
        """What makes it the same: how much of a number is asked for does not."""
        return self.key or self.end


class _Chain:
    """What needs what, from the goal down to something that nothing brings."""

    def __init__(self, problem: Problem, reach: Reach) -> None:
        self._problem, self._reach = problem, reach
        self._bringing = self._find_bringing()

    def links(self) -> list[str]:
        """One clause per step of the chain."""
        first = next(self._missing(self._problem.goal))
        came: dict[_Key | str, _Missing | None] = {first.mark: None}
        for asked in (waiting := [first]):  # it grows while it is read: the nearest end comes first
            below = self._below(asked)
            if not below:
                return _told(_way(asked, came))
            for each in below:
                if each.mark not in came:
                    came[each.mark] = asked
                    waiting.append(each)
        return self._circle(first)

    def _circle(self, first: _Missing) -> list[str]:
        """Where every way runs into a circle: one of them, once around."""
        way, seen = [first], set[_Key | str]()
        while way[-1].mark not in seen:
            seen.add(way[-1].mark)
            below = self._below(way[-1])
            way.append(next((each for each in below if each.mark not in seen), below[0]))
        return list(map(_needing, way, way[1:]))

    def _below(self, asked: _Missing) -> list[_Missing]:
        """What the operators that would bring something lack, each thing once, beside itself."""
        if asked.key is None:
            return []
        lacks = (each for one in self._bringing.get(asked.key, ()) for each in self._missing(one))
        return [each for each in dict.fromkeys(lacks) if each.mark != asked.mark]

    def _missing(self, asking: Goal | Operator) -> Iterator[_Missing]:
        """All that is asked for and can never hold."""
        facts = self._problem.facts
        for place in places(asking.needs & ~self._reach.true):
            name = f'"{facts[place]}"'
            yield _Missing(_Key(False, place, 1), name, f"nothing makes {name} true")
        for place in places(asking.forbids & ~self._reach.false):
            name = f'"{facts[place]}"'
            yield _Missing(_Key(False, place, -1), f"no {name}", f"nothing makes {name} false")
        for test in asking.tests:
            yield from self._never(test)

    def _never(self, test: Test) -> Iterator[_Missing]:
        """What a test asks for that can never hold."""
        for floor in floors_of(test):
            if floor.is_kept(greatest(floor.terms, floor.constant, self._reach.bounds)):
                continue
            if len(floor.terms) == 1:
                yield self._short(floor)
            else:
                yield _Missing(None, "", f'"{test.text}" can never hold' if test.text else _UNTOLD)

    def _short(self, floor: Floor) -> _Missing:
        """A number that cannot get far enough."""
        ((place, factor),) = floor.terms
        side = 1 if factor > 0 else -1
        name, edge = f'"{self._problem.numbers[place]}"', -floor.constant / factor + 0.0
        verb = "reach" if not floor.is_strict else "exceed" if side > 0 else "fall below"
        limit = f"{'at most' if side > 0 else 'at least'} {_plain(self._limit(place, side))}"
        told = f"{name} can never {verb} {_plain(edge)} ({limit})"
        return _Missing(_Key(True, place, side), name if side > 0 else f"less {name}", told)

    def _limit(self, place: int, side: int) -> float:
        low, high = self._reach.bounds[place]
        return high if side > 0 else low

    def _find_bringing(self) -> dict[_Key, list[Operator]]:
        """For all that can never hold, the operators that would bring it if they could be done."""
        found: dict[_Key, list[Operator]] = defaultdict(list)
        possible = set(self._reach.operators)
        for operator in self._problem.operators:
            if operator not in possible:
                for key in self._brought(operator):
                    found[key].append(operator)
        return found

    def _brought(self, operator: Operator) -> Iterator[_Key]:
        for place in places(operator.adds & ~self._reach.true):
            yield _Key(False, place, 1)
        for place in places(operator.deletes & ~operator.adds & ~self._reach.false):
            yield _Key(False, place, -1)
        for change in operator.changes:
            for side in (1, -1):
                if self._is_stuck(change.number, side) and self._moves(change, side):
                    yield _Key(True, change.number, side)

    def _is_stuck(self, number: int, side: int) -> bool:
        """Whether nothing ever moves a number to a side; if something does, its limit tells more."""
        return self._limit(number, side) == self._problem.start.numbers[number]

    def _moves(self, change: Change, side: int) -> bool:
        terms = list(change.to.terms)
        if change.is_increase:
            terms.append((change.number, 1.0))
        limit, bounds = self._limit(change.number, side), self._reach.bounds
        if side > 0:
            return greatest(terms, change.to.constant, bounds) > limit
        return least(terms, change.to.constant, bounds) < limit


def _way(end: _Missing, came: dict[_Key | str, _Missing | None]) -> list[_Missing]:
    """From the goal to something that ends the chain."""
    way, asked = [end], came[end.mark]
    while asked is not None:
        way.append(asked)
        asked = came[asked.mark]
    return way[::-1]


def _told(way: list[_Missing]) -> list[str]:
    """A way in words, down to why nothing brings its end."""
    links = list(map(_needing, way, way[1:-1]))
    if len(way) == 1:
        return [way[0].end]
    asked, last = way[-2:]
    if last.key is not None and not last.key.is_number:
        return [*links, _needing(asked, last), last.end]
    amount = "less" if last.key is not None and last.key.side < 0 else "more"
    return [*links, f"{asked.label} needs {amount} than there can be: {last.end}"]


def _needing(asked: _Missing, then: _Missing) -> str:
    return f"{asked.label} needs {then.label}"


def _plain(value: float) -> str:
    """A number as people write it."""
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else f"{value:g}"
