"""Passes over many things, spread over steps: each has one turn per pass, and none waits for ever."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["Passes"]

T = TypeVar("T")


class Passes(Generic[T]):
    """Things that are gone through again and again, some of them at each step.

    What comes in while a pass is under way has its turn in the next one. What is not due when its turn
    comes is passed over, and costs nothing of the budget.
    """

    def __init__(self) -> None:
        self.count = 0
        """How many passes have begun."""
        self._left: deque[T] = deque()

    def step(
        self, budget: int, things: Callable[[], Iterable[T]], is_due: Callable[[T], bool]
    ) -> Iterator[T]:
        """The turns of one step: at most so many, and at most to the end of the pass."""
        while self._left and not is_due(self._left[0]):
            self._left.popleft()
        if not self._left and budget > 0:
            self._left.extend(things())
            self.count += bool(self._left)
        while self._left and budget > 0:
            thing = self._left.popleft()
            if is_due(thing):
                budget -= 1
                yield thing
