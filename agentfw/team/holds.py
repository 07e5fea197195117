"""Thinks that keep everybody waiting: all bots of a program share one thread, and so does its arena."""

from __future__ import annotations

from typing import Final, NamedTuple

import trio

__all__ = ["Hold", "longest_hold", "note_hold"]

_HOLD_S: Final = 0.5
_MOST: Final = 100
"""How many of the last are remembered."""


class Hold(NamedTuple):
    """A think during which nobody else got a turn; the longer, the greater."""

    took_s: float
    at: float
    """When it ended, by the trio clock."""
    bot: str

    def __str__(self) -> str:
        return f"{self.bot} thought for {self.took_s:.1f} s"

    @property
    def complaint(self) -> str:
        """What is told of whoever thought."""
        return f"a think took {self.took_s:.1f} s, and everybody waited"


_holds: trio.lowlevel.RunVar[tuple[Hold, ...]] = trio.lowlevel.RunVar("holds", ())
"""The last of this trio loop."""


def note_hold(bot: str, since: float) -> Hold | None:
    """Remember a think that ends now, if it took long; on a clock that jumps none does."""
    now = trio.current_time()
    if now - since < _HOLD_S:
        return None
    hold = Hold(now - since, now, bot)
    _holds.set((*_holds.get()[1 - _MOST :], hold))
    return hold


def longest_hold(since: float) -> Hold | None:
    """The longest that ended since then; None when there was none."""
    return max((one for one in _holds.get() if one.at >= since), default=None)
