"""How sure a mean is."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Mean", "mean_of"]


class Mean(NamedTuple):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float

    def told(self, digits: int) -> str:
        """In words, with signs: it is a difference."""
        return f"{self.value:+.{digits}f} ({self.low:+.{digits}f} to {self.high:+.{digits}f})"


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of independent values, by Student's distribution.

    >>> mean_of([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]).told(2)
    '+5.00 (+2.90 to +7.10)'
    """
    mean = statistics.fmean(values)
    half = _quantile(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return Mean(mean, mean - half, mean + half)


def _quantile(freedom: int) -> float:
    """Below it lie 97.5 % of Student's distribution; by Fisher's series, good from 5 degrees on."""
    z = statistics.NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4.0
    second = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
    third = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
    return z + first / freedom + second / freedom**2 + third / freedom**3
