"""A plan made cheaper: steps that are not needed are left out, and pieces of it are planned anew.

A piece begins at a state of the plan and must end with all that the rest of the plan needs, which is
often less than what the old piece left. It is short, so the cheapest way is mostly found soon, or the
old one is shown to be the cheapest. Pieces overlap, because a detour may lie across their border.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.solving._cheapest import Cheapest
from agentfw.solving._relevance import places
from agentfw.solving._steps import Plain

if TYPE_CHECKING:
    from agentfw.solving._relaxed import Relaxed
    from agentfw.solving._steps import Steps
    from agentfw.solving._task import Node, Task

__all__ = ["Improving"]

_STEPS_AT_FIRST: Final = 12
"""How many steps a piece has in the first rounds; longer ones find more and take much longer."""

_TURNS_PER_STEP: Final = 5
"""A piece that takes more turns for each of its steps is given up: others gain more in that time."""

_LONGEST_TRIED: Final = 400
"""Longer plans are left as they are: trying them without each of their steps would take too long."""


class Improving:
    """A search that can be left and gone on with; it ends when its turns are used up."""

    def __init__(
        self, task: Task, steps: Steps, relaxed: Relaxed, *, plan: list[int], turns: int
    ) -> None:
        self._task, self._steps, self._relaxed = task, steps, relaxed
        self._most_turns = turns
        self.plan = self._without_idle(plan.copy())
        self.turns = self.generated = self.bound = self.seen = 0
        self.is_finished = not isinstance(steps, Plain) or not 1 < len(self.plan) <= _LONGEST_TRIED
        self._at, self._has_gained = 0, False
        self._length = _STEPS_AT_FIRST
        self._piece: Cheapest | None = None

    def work(self, turns: int) -> bool:
        """Take up so many nodes; whether the search is over."""
        until = self.turns + turns
        while self.turns < until and not self.is_finished:
            if self._piece is None:
                self._begin()
            else:
                self._go_on(self._piece, until)
        return self.is_finished

    def _go_on(self, piece: Cheapest, until: int) -> None:
        before = piece.turns
        piece.work(min(until - self.turns, _TURNS_PER_STEP * self._length - before))
        self.turns += piece.turns - before
        if piece.is_finished or piece.turns >= _TURNS_PER_STEP * self._length:
            self._end(piece)

    def _begin(self) -> None:
        """Begin with the piece at the present place."""
        steps, at = self._steps, self._at
        assert isinstance(steps, Plain)  # noqa: S101 - for type checkers
        piece = self.plan[at : at + self._length]
        wanted = self._needed(self.plan[at + self._length :])
        relaxed = self._relaxed.aimed(list(places(wanted)))
        start = self._after(self._task.start, self.plan[:at])
        self._piece = Cheapest(self._task, steps.aimed(wanted), relaxed, start=start)
        self._piece.limit = self._cost(piece)

    def _end(self, piece: Cheapest) -> None:
        """Put in what was found, and go on half a piece further."""
        self.generated += piece.generated
        self._piece = None
        if piece.plan is not None:
            self.plan[self._at : self._at + self._length] = piece.plan
            self.plan = self._without_idle(self.plan)
            self._has_gained = True
            return
        self._at += self._length // 2
        if self._at + self._length // 2 >= len(self.plan):
            self._end_round()
        self.is_finished |= self.turns >= self._most_turns

    def _end_round(self) -> None:
        """Begin again from the start: with longer pieces, if these gained nothing."""
        self._at = 0
        if not self._has_gained:
            self.is_finished = self._length >= len(self.plan)
            self._length *= 2
        self._has_gained = False

    def _cost(self, plan: list[int]) -> int:
        return sum(self._task.costs[step] for step in plan)

    def _needed(self, plan: list[int]) -> int:
        """What must hold before these steps so that they can be done and lead to the goal."""
        wanted = self._task.goal
        for step in reversed(plan):
            wanted = wanted & ~self._task.adds[step] | self._task.needs[step]
        return wanted

    def _after(self, node: Node, plan: list[int]) -> Node | None:
        """The state behind some steps; None where they cannot all be done."""
        for step in plan:
            there = self._steps.apply(node, step)
            if there is None:
                return None
            node = there
        return node

    def _without_idle(self, plan: list[int]) -> list[int]:
        """A plan without steps that can be left out, and without those that only they made possible."""
        if len(plan) > _LONGEST_TRIED:
            return plan
        place, before = 0, self._task.start
        while place < len(plan):
            shorter = self._possible(before, plan[place + 1 :])
            if shorter is not None and self._cost(shorter) < self._cost(plan[place:]):
                plan = plan[:place] + shorter
                continue
            there = self._steps.apply(before, plan[place])
            assert there is not None  # noqa: S101 - it is a plan
            before, place = there, place + 1
        return plan

    def _possible(self, node: Node, plan: list[int]) -> list[int] | None:
        """The steps that can be done, in order, the others left out; None where the goal is missed."""
        done = []
        for step in plan:
            there = self._steps.apply(node, step)
            if there is not None:
                node = there
                done.append(step)
        return done if self._steps.is_goal(node) else None
