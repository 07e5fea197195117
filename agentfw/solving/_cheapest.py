"""The cheapest plan, by A*: nodes are taken up in the order of what a plan through them costs at least.

A child's estimate is known from below before it is looked at (see `_cuts`), so it waits under that, and
is estimated itself only when its turn comes: most never are. A node that leads to one new node only is
not estimated at all, since there is nothing to choose.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.solving._cuts import Cuts

if TYPE_CHECKING:
    from agentfw.solving._cuts import Cut
    from agentfw.solving._relaxed import Relaxed
    from agentfw.solving._steps import Steps
    from agentfw.solving._task import Node, Task

__all__ = ["Cheapest"]


_ENDLESS: Final = float("inf")


class _Waiting(NamedTuple):
    """A node that waits for its turn; the smallest is next."""

    total: int
    """What a plan through it costs at least."""
    idle: int
    """How many steps for nothing led to it, where such steps could go on for ever."""
    least: int
    """What is still to be paid at least: of equal totals the one nearest to the goal is first."""
    order: int
    paid: int
    node: Node
    cuts: list[Cut]
    """The cuts of the node it was reached from."""


class _Row(NamedTuple):
    """A step from a node."""

    operator: int
    child: Node
    least: int
    """What is still to be paid behind it, at least."""


class Cheapest:
    """A search that can be left and gone on with."""

    def __init__(self, task: Task, steps: Steps, relaxed: Relaxed, *, start: Node | None = None) -> None:
        self._costs, self._steps = task.costs, steps
        begin = task.start if start is None else start
        self._cuts = Cuts(relaxed)
        self._can_idle = bool(task.numbers) and 0 in task.costs
        self.plan: list[int] | None = None
        """The places of the operators of the cheapest plan."""
        self.is_finished = False
        self.turns = self.generated = self._pushed = 0
        self.limit: int | None = None
        """Plans that cost so much or more are of no interest."""
        self._paid: dict[Node, int] = {begin: 0}
        self._came: dict[Node, tuple[Node, int]] = {}
        self._ready: dict[Node, list[_Row]] = {}
        self._open = [_Waiting(0, 0, 0, 0, 0, begin, [])]

    @property
    def seen(self) -> int:
        """How many states were found."""
        return len(self._paid)

    @property
    def bound(self) -> int:
        """What every plan costs at least, as far as is known."""
        return self._open[0].total if self._open else 0

    def work(self, turns: int) -> bool:
        """Take up so many nodes; whether the search is over."""
        until = self.turns + turns
        while self.turns < until and not self.is_finished:
            self._take_up()
        return self.is_finished

    def _take_up(self) -> None:
        """Take up the next node: expand it, or put it back under a higher estimate."""
        if not self._open or (self.limit is not None and self._open[0].total >= self.limit):
            self.is_finished = True
            return
        here = heappop(self._open)
        if here.paid > self._paid[here.node]:
            return
        self.turns += 1
        rows = self._ready.pop(here.node, None)
        if rows is not None:
            self._expand(here, rows, here.cuts)
        elif self._steps.is_goal(here.node):
            self._finish(here.node)
        else:
            self._look(here)

    def _look(self, here: _Waiting) -> None:
        """Estimate a node and the nodes behind it, unless there is nothing to choose."""
        node, paid, known, costs = here.node, here.paid, self._paid, self._costs
        steps = [
            step
            for step in self._steps.after(node)
            if paid + costs[step[0]] < known.get(step[1], _ENDLESS)
        ]
        self.generated += len(steps)
        done = self._came[node][1] if here.cuts else -1
        if len(steps) < 2:
            rows = [_Row(each, child, max(here.least - costs[each], 0)) for each, child in steps]
            self._expand(here, rows, [cut for cut in here.cuts if done not in cut[1]])
            return
        least = self._cuts.estimate(node, here.cuts, done)
        if least is None:
            return
        after = self._cuts.after
        rows = [_Row(each, child, after(each)) for each, child in steps]
        if least > here.least:
            self._ready[node] = rows
            self._push(node, paid, least, here.idle, self._cuts.cuts)
        else:
            self._expand(here, rows, self._cuts.cuts)

    def _expand(self, here: _Waiting, rows: list[_Row], cuts: list[Cut]) -> None:
        known, costs = self._paid, self._costs
        for operator, child, least in rows:
            cost = costs[operator]
            then = here.paid + cost
            if then < known.get(child, _ENDLESS):
                known[child] = then
                self._came[child] = (here.node, operator)
                # Its rows left out what was no gain on the dearer way, and their cuts were its own.
                self._ready.pop(child, None)
                self._push(child, then, least, here.idle + (self._can_idle and not cost), cuts)

    def _push(self, node: Node, paid: int, least: int, idle: int, cuts: list[Cut]) -> None:
        self._pushed += 1
        waiting = _Waiting(paid + least, idle, least, -self._pushed, paid, node, cuts)
        heappush(self._open, waiting)

    def _finish(self, node: Node) -> None:
        self.is_finished = True
        self.plan = []
        while node in self._came:
            node, operator = self._came[node]
            self.plan.append(operator)
        self.plan.reverse()
