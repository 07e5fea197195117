"""A guess of what is still to be done: a plan for the task without losses.

This is the heuristic of FF (Hoffmann and Nebel 2001). Each atom gets the sum of the costs of what it
needs (`_spread`); then the cheapest ways are followed back from the goal, each once. What the steps of
that plan cost is the guess: often near the truth, sometimes too high. What its first steps are for is
worth trying first.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from agentfw.solving._relaxed import Relaxed
    from agentfw.solving._task import Node

__all__ = ["Guess", "Guesses"]

_NEVER: Final = float("inf")


class Guess(NamedTuple):
    """What is thought of a node."""

    cost: int
    """What the steps to the goal would cost if nothing were lost on the way."""
    aims: int
    """What the first of these steps give, as bits; other operators that give it may do as well."""
    first: set[int]
    """These first steps; they can be done at once."""


class Guesses:
    """The guesses of one task."""

    def __init__(self, relaxed: Relaxed) -> None:
        self._relaxed = relaxed
        # Steps without cost would look like no steps at all, and the search would run in circles.
        extra = (
            0 if all(relaxed.costs[: relaxed.finish]) else min(filter(None, relaxed.costs), default=1)
        )
        self.costs = [cost + extra for cost in relaxed.costs]
        """What steps count in guesses: never nothing."""
        self.costs[relaxed.finish] = 0
        # Sums of sums double with every level, so no whole number is surely greater than all of them.
        self._never: list[float] = [_NEVER] * relaxed.size
        self._unknown = [-1] * relaxed.size
        self._value, self._best, self._times = self._never, self._unknown, list[int]()

    def guess(self, node: Node) -> Guess | None:
        """What is thought of a node; None where there is no way from it."""
        held, self._times = self._relaxed.held(node)
        self._spread(held)
        if self._value[self._relaxed.goal] == _NEVER:
            return None
        return self._collect()

    def _priced(self) -> list[float]:
        """What each operator costs as often as it must be done."""
        if not self._times:
            return list[float](self.costs)
        return [
            cost * often >> 6 if often else _NEVER
            for cost, often in zip(self.costs, self._times, strict=True)
        ]

    def _spread(self, held: list[int]) -> None:
        """Find for every atom the sum of the costs on the way to it, cheapest atoms first."""
        asked_by, gives, goal = self._relaxed.asked_by, self._relaxed.gives, self._relaxed.goal
        missing, sums = self._relaxed.missing.copy(), self._priced()
        self._value = value = self._never.copy()
        self._best = best = self._unknown.copy()
        for atom in held:
            value[atom] = 0
        queue: dict[float, list[int]] = {}
        prices: list[float] = []
        price: float = 0  # whole, like all that are reached; a float would be rounded
        reached = held
        while True:
            for atom in reached:  # it grows while it is read: finishing costs nothing
                if value[atom] != price:
                    continue
                for operator in asked_by[atom]:
                    missing[operator] -= 1
                    sums[operator] += price
                    if missing[operator]:
                        continue
                    then = sums[operator]
                    for given in gives[operator]:
                        if then < value[given]:
                            value[given] = then
                            best[given] = operator
                            if then in queue:
                                queue[then].append(given)
                            else:
                                queue[then] = [given]
                                heappush(prices, then)
            if not prices:
                return
            price = heappop(prices)
            if price >= value[goal]:
                return
            reached = queue.pop(price)

    def _collect(self) -> Guess:
        """The cost of the steps on the cheapest ways to the goal, and what the first of them are for."""
        relaxed, best, value, times = self._relaxed, self._best, self._value, self._times
        asks, finish = relaxed.asks, relaxed.finish
        often: dict[int, int] = {}
        aims, raising = 0, set[int]()
        wanted = [relaxed.goal]
        seen = set(wanted)
        for atom in wanted:
            operator = best[atom]
            count = times[operator] if times else 64
            if operator > finish:
                operator = relaxed.raises[operator - finish - 1][0]
            if count > often.get(operator, 0):
                often[operator] = count
            is_first = True
            for need in asks[operator]:
                if value[need]:
                    is_first = False
                    if need not in seen:
                        seen.add(need)
                        wanted.append(need)
            if is_first:
                aims |= 1 << atom
                raising.add(operator)
        del often[finish]
        costs = self.costs
        return Guess(sum([costs[each] * count for each, count in often.items()]) >> 6, aims, raising)
