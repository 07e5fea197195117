"""How long to wait before the next try, and how long things took."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    import random

__all__ = ["Backoff", "Durations", "Spread"]

_KEPT: Final = 20_000


class Backoff:
    """Waits that double from try to try, each spread by chance so that bots do not come in step."""

    def __init__(self, rng: random.Random, *, first_s: float, most_s: float) -> None:
        self._rng = rng
        self._first_s = first_s
        self._most_s = most_s
        self.tries = 0
        """How often it failed in a row."""

    def fail(self) -> float:
        """One more try failed; gives back how long to wait before the next."""
        wait = min(self._most_s, self._first_s * 2.0 ** min(self.tries, 30))
        self.tries += 1
        return float(wait * self._rng.uniform(0.5, 1.0))

    def succeed(self) -> None:
        """It works again."""
        self.tries = 0


class Spread(msgspec.Struct, frozen=True):
    """How durations are spread, in milliseconds."""

    count: int = 0
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    p99_ms: float = 0.0
    most_ms: float = 0.0
    mean_ms: float = 0.0


class Durations:
    """The last durations of something that happens often; telling their spread means sorting them."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._seconds: deque[float] = deque(maxlen=kept)
        self._count = 0

    def add(self, seconds: float) -> None:
        """It took this long once more."""
        self._count += 1
        self._seconds.append(seconds)

    def absorb(self, other: Durations) -> None:
        """Count what somebody else measured, too."""
        self._count += other._count
        self._seconds.extend(other._seconds)

    def spread(self) -> Spread:
        """How long it takes."""
        if not self._seconds:
            return Spread()
        ordered = sorted(self._seconds)
        last = len(ordered) - 1
        p50, p95, p99 = (1000.0 * ordered[round(share * last)] for share in (0.5, 0.95, 0.99))
        mean = 1000.0 * sum(ordered) / len(ordered)
        return Spread(self._count, p50, p95, p99, 1000.0 * ordered[-1], mean)
