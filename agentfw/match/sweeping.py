"""Looking less often for garbage: a match makes much that lives on, and little that refers to itself."""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["sweeping_seldom"]

_THRESHOLDS: Final = (10_000, 50, 100)
"""Measured: 5 to 8 % less time in a match of sixteen bots, and no more memory."""


@contextlib.contextmanager
def sweeping_seldom() -> Iterator[None]:
    """Within the block, Python looks for unreachable cycles less often, unless it never does."""
    before = gc.get_threshold()
    if gc.isenabled() and before[0] < _THRESHOLDS[0]:
        gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
