"""How figures are taken: alternately, so that a busy machine disturbs both sides alike."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Figure", "best_times"]


class Figure(msgspec.Struct, frozen=True):
    """One measured value and what it should be."""

    name: str
    value: float
    unit: str
    budget: float | None = None
    detail: str = ""
    at_least: bool = False
    """Whether more is better: the budget is the least then, not the most."""

    @property
    def verdict(self) -> str:
        """Whether the budget is kept; nothing for figures without one."""
        if self.budget is None:
            return ""
        is_kept = self.value >= self.budget if self.at_least else self.value <= self.budget
        return "ok" if is_kept else "MISSED"


def best_times(*works: Callable[[], object], rounds: int) -> list[float]:
    """The best time of each piece of work in seconds, taken in turns."""
    best = [float("inf")] * len(works)
    gc.collect()
    for _ in range(rounds):
        for index, work in enumerate(works):
            start = time.perf_counter()
            work()
            best[index] = min(best[index], time.perf_counter() - start)
    return best
