"""What is still to be paid at least, by cutting all ways to the goal again and again.

Theory of operation. This is the landmark cut heuristic of Helmert and Domshlak (2009). Each atom gets
the cost of the dearest need on the cheapest way to it (`_spread`). The atoms from which the goal costs
nothing more form a *zone*; whoever wants to get into it must do one of the operators that lead in:
these are a *cut*. The cheapest of the cut must be paid, so it is added to the estimate and taken off the
costs of all of the cut; the next cut is looked for with what is left of the costs, until the goal costs
nothing. No cost is counted twice, so the sum is never too high.

Operators that must be done several times to raise a sum of numbers count as often, as in the numeric
version by Kuroiwa, Shleyfman, Piacentini, Castro and Beck (2022): a cut of weight w takes w/n off an
operator that would have to be done n times.

What is left of the costs tells more. A step whose cost was used up brings the goal nearer by as much,
and a step whose cost is left is a detour of at least that much: a child's estimate is known from below
before anybody looks at the child. And the cuts of a node that a step is not in hold behind the step as
well, so the estimate of a child begins with them (as in Pommerening and Helmert 2013). Most children
need one new cut or none.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.solving._relaxed import Relaxed
    from agentfw.solving._task import Node

__all__ = ["Cut", "Cuts"]

_FINER: Final = 5040
"""Costs are divided so finely where shares of them are taken; many small numbers divide this one."""

Cut: TypeAlias = "tuple[int, list[int]]"
"""What must be paid, and the operators one of which must be done for it."""


class Cuts:
    """The estimates of one task."""

    def __init__(self, relaxed: Relaxed) -> None:
        self._relaxed = relaxed
        self._finer = _FINER if relaxed.raises else 1
        self._costs = [cost * self._finer for cost in relaxed.costs]
        self._never = [(sum(self._costs) + 1) << 64] * relaxed.size
        self._unknown = [-1] * len(self._costs)
        self._left, self._dearest, self._value = self._costs, self._unknown, self._never
        self._missing, self._times = list[int](), list[int]()
        self._sum = 0
        self.cuts: list[Cut] = []
        """The cuts of the node that was estimated last; empty where they tell nothing about others."""

    def estimate(self, node: Node, known: Sequence[Cut] = (), done: int = -1) -> int | None:
        """The least that the way to the goal can cost, or None where there is no way.

        `known` are the cuts of another node, from which the operator `done` leads here: all plans from
        there that begin with it are among those that the cuts speak of, so cuts without it still hold.
        """
        held = self._begin(node, known, done)
        self._spread(held)
        goal, value = self._relaxed.goal, self._value
        if value[goal] == self._never[goal]:
            return None
        while value[goal]:
            self._cheapen(self._pay(self._cut()))
        return -(-self._sum // self._finer)  # plans cost whole numbers, so a fraction is rounded up

    def after(self, operator: int) -> int:
        """The least that is still to be paid after a step from the node that was estimated last."""
        least = self._sum - self._costs[operator] + self._left[operator]
        return -(-least // self._finer) if least > 0 else 0

    def _begin(self, node: Node, known: Sequence[Cut], done: int) -> list[int]:
        """Set all costs, and take off them what is known already; the atoms that hold."""
        held, times = self._relaxed.held(node)
        self._times = times
        self._left = left = self._costs.copy()
        self.cuts = [cut for cut in known if done not in cut[1]]
        self._sum = 0
        for weight, operators in self.cuts:
            self._sum += weight
            for operator in operators:
                left[operator] -= weight
        self._missing = self._relaxed.missing.copy()
        for place, (operator, _) in enumerate(self._relaxed.raises, self._relaxed.finish + 1):
            left[place] = left[operator] * times[place] >> 6
            self._missing[place] += not times[place]  # what is no use must never become possible
        return held

    def _spread(self, held: list[int]) -> None:
        """Find for every atom the cost of the dearest need on the way to it, cheapest atoms first."""
        asked_by, gives, left = self._relaxed.asked_by, self._relaxed.gives, self._left
        missing, goal = self._missing, self._relaxed.goal
        self._dearest = dearest = self._unknown.copy()
        self._value = value = self._never.copy()
        for atom in held:
            value[atom] = 0
        queue: dict[int, list[int]] = {}
        prices: list[int] = []
        reached, price = held, 0
        while True:
            for atom in reached:  # it grows while it is read: steps without cost stay on this level
                if value[atom] != price:
                    continue
                for operator in asked_by[atom]:
                    missing[operator] -= 1
                    if missing[operator]:
                        continue
                    dearest[operator] = atom
                    then = price + left[operator]
                    for given in gives[operator]:
                        if then < value[given]:
                            value[given] = then
                            if then == price:
                                reached.append(given)
                            elif then in queue:
                                queue[then].append(given)
                            else:
                                queue[then] = [given]
                                heappush(prices, then)
            if not prices or not value[goal]:
                return
            price = heappop(prices)
            reached = queue.pop(price)

    def _cut(self) -> list[int]:
        """The operators that lead into the zone from which the goal costs nothing more."""
        given_by, dearest, left = self._relaxed.given_by, self._dearest, self._left
        goal, value = self._relaxed.goal, self._value
        zone = bytearray(self._relaxed.size)
        zone[goal] = 1
        inside, entries = [goal], set()
        for atom in inside:
            for operator in given_by[atom]:
                need = dearest[operator]
                if left[operator]:
                    entries.add(operator)
                elif need >= 0 and not zone[need]:
                    zone[need] = 1
                    inside.append(need)
        nearest, outside = value[goal], dict[int, bool]()
        return [
            each
            for each in entries
            if (need := dearest[each]) >= 0
            and not zone[need]
            and (value[need] < nearest or self._is_outside(need, zone, outside))
        ]

    def _is_outside(self, atom: int, zone: bytearray, known: dict[int, bool]) -> bool:
        """Whether an atom can be reached without the zone.

        All that is cheaper than the goal can: whatever is in the zone is at least as dear.
        """
        if atom in known:
            return known[atom]
        given_by, dearest, value = self._relaxed.given_by, self._dearest, self._value
        nearest = value[self._relaxed.goal]
        path, seen = [atom], {atom}
        for each in path:
            for operator in given_by[each]:
                need = dearest[operator]
                if need < 0 or zone[need] or need in seen:
                    continue
                if value[need] < nearest or known.get(need):
                    known[atom] = True
                    return True
                seen.add(need)
                path.append(need)
        known.update(dict.fromkeys(path, False))
        return False

    def _pay(self, cut: list[int]) -> list[int]:
        """Take what the cheapest of a cut costs off all of it; the operators that became cheaper."""
        left = self._left
        weight = min([left[operator] for operator in cut])
        self._sum += weight
        if self._relaxed.raises:
            return self._share(cut, weight)
        self.cuts.append((weight, cut))
        for operator in cut:
            left[operator] -= weight
        return cut

    def _share(self, cut: list[int], weight: int) -> list[int]:
        """Take a weight off operators some of which would have to be done several times for it."""
        relaxed, left = self._relaxed, self._left
        shares: dict[int, int] = {}
        for place in cut:
            operator, share = place, weight
            if place > relaxed.finish:
                operator = relaxed.raises[place - relaxed.finish - 1][0]
                share = -(-(weight << 6) // self._times[place])
            shares[operator] = max(share, shares.get(operator, 0))
        changed = []
        for operator, share in shares.items():
            left[operator] -= share
            changed.append(operator)
            for place in relaxed.raised_by[operator]:
                if self._times[place]:
                    left[place] = left[operator] * self._times[place] >> 6
                    changed.append(place)
        return changed

    def _cheapen(self, changed: list[int]) -> None:
        """Make the costs of atoms fit again after some operators became cheaper."""
        asked_by, gives, asks = self._relaxed.asked_by, self._relaxed.gives, self._relaxed.asks
        value, dearest, left, size = self._value, self._dearest, self._left, self._relaxed.size
        queue: list[int] = []
        for operator in changed:
            if dearest[operator] >= 0:
                then = value[dearest[operator]] + left[operator]
                for given in gives[operator]:
                    if then < value[given]:
                        value[given] = then
                        heappush(queue, then * size + given)
        while queue:
            price, atom = divmod(heappop(queue), size)
            if price != value[atom]:
                continue
            for operator in asked_by[atom]:
                if dearest[operator] != atom:
                    continue
                dear = price
                for need in asks[operator]:
                    if value[need] > dear:
                        dear = value[need]
                        dearest[operator] = need
                then = dear + left[operator]
                for given in gives[operator]:
                    if then < value[given]:
                        value[given] = then
                        heappush(queue, then * size + given)
