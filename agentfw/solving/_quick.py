"""A plan soon: nodes are taken up in the order of what was paid and a guess of what is to be paid.

The steps of the guess are tried first. Where they lead is guessed at as soon as it is found; all other
children wait, unseen, under the guess of their parent, and get some turns, so that no way is left
out for ever.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.solving._guess import Guesses

if TYPE_CHECKING:
    from agentfw.solving._guess import Guess
    from agentfw.solving._relaxed import Relaxed
    from agentfw.solving._steps import Steps
    from agentfw.solving._task import Node, Task

__all__ = ["Quick"]

_WEIGHT: Final = 10
"""How much more the rest of the way counts than the way so far."""

_OTHERS: Final = 20
"""Every how many turns a child is taken up that the guess did not name."""


_ENDLESS: Final = float("inf")


class _Waiting(NamedTuple):
    """A node that waits for its turn; the smallest is next."""

    rank: int
    guess: int
    order: int
    paid: int
    node: Node


class Quick:
    """A search that can be left and gone on with."""

    def __init__(self, task: Task, steps: Steps, relaxed: Relaxed) -> None:
        self._steps, self._adds = steps, task.adds
        self._guesses = Guesses(relaxed)
        # Where numbers can grow for ever, a wrong guess could be followed for ever.
        self._others_weight, self._others_turn = (1, 3) if task.numbers else (_WEIGHT, _OTHERS)
        self.plan: list[int] | None = None
        """The places of the operators of the plan."""
        self.is_finished = False
        self.turns = self.generated = self.bound = 0
        self._paid: dict[Node, int] = {task.start: 0}
        self._came: dict[Node, tuple[Node, int]] = {}
        self._expanded: dict[Node, int] = {}
        self._guessed: dict[Node, Guess | None] = {}
        self._named: list[_Waiting] = []
        self._others: list[_Waiting] = [_Waiting(0, 0, 0, 0, task.start)]

    @property
    def seen(self) -> int:
        """How many states were found."""
        return len(self._paid)

    def work(self, turns: int) -> bool:
        """Take up so many nodes; whether the search is over."""
        until = self.turns + turns
        while self.turns < until and not self.is_finished:
            self._take_up()
        return self.is_finished

    def _take_up(self) -> None:
        """Take up the next node, and guess at the children that its guess names."""
        here = self._next()
        if here is None:
            self.is_finished = True
            return
        if (
            here.paid > self._paid[here.node]
            or self._expanded.get(here.node, here.paid + 1) <= here.paid
        ):
            return
        self.turns += 1
        if self._steps.is_goal(here.node):
            self._finish(here.node)
            return
        steps = self._new(here)
        self._expanded[here.node] = here.paid
        if len(steps) == 1 and here.node not in self._guessed:
            ((operator, child),) = steps  # there is nothing to choose, so nobody needs to know better
            then = self._reach(here, operator, child)
            guess = max(here.guess - self._guesses.costs[operator], 0)
            heappush(self._named, _Waiting(then + _WEIGHT * guess, guess, -self.generated, then, child))
        elif steps:
            self._expand(here, steps)

    def _next(self) -> _Waiting | None:
        is_others_turn = self.turns % self._others_turn == self._others_turn - 1
        if self._others and (is_others_turn or not self._named):
            return heappop(self._others)
        return heappop(self._named) if self._named else None

    def _guess(self, node: Node) -> Guess | None:
        if node not in self._guessed:
            self._guessed[node] = self._guesses.guess(node)
        return self._guessed[node]

    def _new(self, here: _Waiting) -> list[tuple[int, Node]]:
        """The steps that lead to something new, or to something known in a cheaper way."""
        known, costs, paid = self._paid, self._guesses.costs, here.paid
        return [
            step
            for step in self._steps.after(here.node)
            if paid + costs[step[0]] < known.get(step[1], _ENDLESS)
        ]

    def _expand(self, here: _Waiting, steps: list[tuple[int, Node]]) -> None:
        guess = self._guess(here.node)
        if guess is None:
            return
        self.bound = min(self.bound or guess.cost, guess.cost)
        aims, first, adds, costs = guess.aims, guess.first, self._adds, self._guesses.costs
        for operator, child in steps:
            if here.paid + costs[operator] >= self._paid.get(child, _ENDLESS):
                continue  # another of these steps leads there as well
            then = self._reach(here, operator, child)
            if adds[operator] & aims or operator in first or child in self._guessed:
                found = self._guess(child)
                if found is not None:
                    rank = then + _WEIGHT * found.cost
                    heappush(self._named, _Waiting(rank, found.cost, -self.generated, then, child))
            else:
                rank = then + self._others_weight * (guess.cost + costs[operator])
                heappush(self._others, _Waiting(rank, guess.cost, -self.generated, then, child))

    def _reach(self, here: _Waiting, operator: int, child: Node) -> int:
        """Note how a child was found; what was paid for it."""
        self.generated += 1
        then = here.paid + self._guesses.costs[operator]
        self._paid[child] = then
        self._came[child] = (here.node, operator)
        return then

    def _finish(self, node: Node) -> None:
        self.is_finished = True
        self.plan = []
        while node in self._came:
            node, operator = self._came[node]
            self.plan.append(operator)
        self.plan.reverse()
