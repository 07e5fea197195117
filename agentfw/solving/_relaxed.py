"""The task without losses: what asks for what and what gives what, as both heuristics walk it.

Nothing is ever taken away here, so what costs something here costs at least as much in truth. Sums of
numbers are atoms as well. Where a sum lacks something, an operator that raises it by at most so much
has to be done at least so many times; this is how counting gets into the estimates.
"""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.solving._sums import greatest

if TYPE_CHECKING:
    from agentfw.solving._sums import Floor, Numbers
    from agentfw.solving._task import Node, Task
    from agentfw.solving.problem import Change

__all__ = ["Relaxed"]

_MOST_TIMES: Final = 2.0**32
"""Nobody plans so many repetitions; more would only make the arithmetic slow."""

_CAUTION: Final = 1 - 1e-9
"""Counts are a little too low rather than too high, because floating point divisions are rounded."""


class _Raise(NamedTuple):
    """How an operator can raise a sum."""

    place: int
    gain: float
    """The most it can add at a time."""
    fixed: float | None
    """The most it can set the sum to, where it sets it without looking at what it was."""


class Relaxed:
    """Atoms and operators by their places, and some more of both.

    `nothing` always holds and is asked for by operators that ask for nothing else; the operator `finish`
    asks for what the goal asks for, costs nothing, and gives `goal`. After it come the *raises*: an
    operator that can raise a sum is there once more for each such sum, with a price of its own.
    """

    def __init__(self, task: Task) -> None:
        self._floors = list(task.floors)
        self._first_floor = task.atoms
        self.nothing = task.atoms + len(self._floors)
        self.goal = self.nothing + 1
        self.size = self.goal + 1
        self.finish = len(task.operators)
        self.raises: list[tuple[int, int]] = []
        """For each raise, the operator that does it and the atom of the sum."""
        self._raising = self._find_raises(task)
        self.costs = [*task.costs, 0, *(task.costs[operator] for operator, _ in self.raises)]
        asks = (*task.asks, task.goal_asks, *(task.asks[operator] for operator, _ in self.raises))
        self.asks = [asked or [self.nothing] for asked in asks]
        self.gives = [*task.gives, [self.goal], *([atom] for _, atom in self.raises)]
        self.missing = [len(asked) for asked in self.asks]
        self.asked_by, self.given_by = _turned(self.asks, self.size), _turned(self.gives, self.size)
        self.raised_by: list[list[int]] = _turned([[each] for each, _ in self.raises], self.finish)
        """For each operator the places of its raises."""
        for places in self.raised_by:
            places[:] = [place + self.finish + 1 for place in places]

    def aimed(self, goal_asks: list[int]) -> Relaxed:
        """The same with another goal."""
        other = copy.copy(self)
        other.asks, other.missing = self.asks.copy(), self.missing.copy()
        other.asked_by = self.asked_by.copy()
        other.asks[self.finish] = goal_asks or [self.nothing]
        other.missing[self.finish] = len(other.asks[self.finish])
        for atom in self.asks[self.finish]:
            other.asked_by[atom] = [each for each in other.asked_by[atom] if each != self.finish]
        for atom in other.asks[self.finish]:
            other.asked_by[atom] = [*other.asked_by[atom], self.finish]
        return other

    def held(self, node: Node) -> tuple[list[int], list[int]]:
        """The atoms that hold at a node; and how often each operator must be done to give what it gives.

        How often is told in 64ths. It is 0 for raises that are no use here.
        """
        atoms, numbers = (node, None) if isinstance(node, int) else node
        found = [self.nothing]
        while atoms:
            lowest = atoms & -atoms
            found.append(lowest.bit_length() - 1)
            atoms ^= lowest
        return found, [] if numbers is None else self._count(numbers, found)

    def _count(self, numbers: Numbers, held: list[int]) -> list[int]:
        times = [64] * (self.finish + 1) + [0] * len(self.raises)
        for atom, floor in enumerate(self._floors, self._first_floor):
            worth = floor.worth(numbers)
            if floor.is_kept(worth):
                held.append(atom)
            else:
                for place, often in _counts(self._raising[atom - self._first_floor], worth):
                    times[place] = often
        return times

    def _find_raises(self, task: Task) -> list[list[_Raise]]:
        """For each sum the ways to raise it, which get their places here."""
        found: list[list[_Raise]] = []
        for atom, floor in enumerate(self._floors, self._first_floor):
            factors = dict(floor.terms)
            found.append([])
            for index, operator in enumerate(task.operators):
                changes = [change for change in operator.changes if factors.get(change.number)]
                gain = sum(_gain(change, factors[change.number], task) for change in changes)
                gain = math.inf if math.isnan(gain) else gain
                if gain > 0:
                    self.raises.append((index, atom))
                    fixed = _fixed(floor, changes[0], task)
                    found[-1].append(_Raise(self.finish + len(self.raises), gain, fixed))
        return found


def _turned(rows: list[list[int]], size: int) -> list[list[int]]:
    """For each number the places of the rows that hold it."""
    turned: list[list[int]] = [[] for _ in range(size)]
    for place, row in enumerate(rows):
        for each in row:
            turned[each].append(place)
    return turned


def _counts(raises: list[_Raise], worth: float) -> list[tuple[int, int]]:
    """How often each of some operators would have to be done if it had to raise a sum alone.

    In every plan that raises the sum, the numbers of times that they are done, each divided by its
    count, add up to 1 or more, because none adds more than its gain. Where all gain the same, counts are
    rounded up, because steps are done whole. A step that sets the sum to no more than it is now is no
    use: after the last of those at least as much is lacking as now.
    """
    useful = [each for each in raises if each.fixed is None or each.fixed > worth]
    is_even = all(each.gain == useful[0].gain for each in useful)
    counts = []
    for each in useful:
        times = max(1.0, min(-worth / each.gain, _MOST_TIMES) * _CAUTION)
        counts.append((each.place, 64 * math.ceil(times) if is_even else int(64 * times)))
    return counts


def _gain(change: Change, factor: float, task: Task) -> float:
    """The most that a change can add to a sum in which its number has this factor."""
    terms = {place: each * factor for place, each in change.to.terms}
    if not change.is_increase:  # "x becomes x + 1" adds 1, however large x is
        terms[change.number] = terms.get(change.number, 0.0) - factor
    return greatest(list(terms.items()), change.to.constant * factor, task.bounds)


def _fixed(floor: Floor, change: Change, task: Task) -> float | None:
    """The most a sum can be after a change that sets its only number."""
    if len(floor.terms) > 1 or change.is_increase:
        return None
    factor = floor.terms[0][1]
    terms = [(place, each * factor) for place, each in change.to.terms]
    return greatest(terms, change.to.constant * factor + floor.constant, task.bounds)
