"""When a finger lets go of the trigger though it could go on."""

from __future__ import annotations

import math

__all__ = ["Throttle"]


class Throttle:
    """Fire in bursts: in every second a rest as long as the trait says, and shots for what is left."""

    def __init__(self, rests_s: float) -> None:
        self._rests_s = rests_s
        self._bursts_until = self._rests_until = -math.inf

    def is_open(self, now: float) -> bool:
        """Whether to fire now; to be asked when nothing else speaks against it.

        A burst begins with the first shot. However short it is, it has one.
        """
        if self._rests_s <= 0.0 or now < self._bursts_until:
            return True
        if now < self._rests_until:
            return False
        self._bursts_until = now + 1.0 - self._rests_s
        self._rests_until = now + 1.0
        return True
