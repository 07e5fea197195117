"""Moments of a recording, as people tell them: in its own seconds, or by the clock of the match."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from agentfw.match.explaining import recording_time

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Moment", "moment"]

_CLOCK: Final = re.compile(r"(\d{1,6}):([0-5]?\d(?:\.\d*)?)")


class Moment(NamedTuple):
    """A time that was asked for."""

    seconds: float
    is_of_match: bool = False
    """By the clock of the match; else in seconds of the recording."""

    def within(self, recording: Path, *, skills: str | None = None) -> float:
        """The same in seconds of a recording."""
        if not self.is_of_match:
            return self.seconds
        return recording_time(recording, self.seconds, skills=skills)


def moment(value: str | Moment) -> Moment:
    """What was asked for, as ``12.4`` seconds of the recording or ``1:15`` of the match; for options."""
    if isinstance(value, Moment):
        return value
    clock = _CLOCK.fullmatch(value)
    if clock is not None:
        return Moment(60.0 * int(clock[1]) + float(clock[2]), is_of_match=True)
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0.0 <= seconds < math.inf:
        told = "is no time: expected seconds of the recording, or m:ss of the match"
        raise click.BadParameter(f"'{value}' {told}")
    return Moment(seconds)
