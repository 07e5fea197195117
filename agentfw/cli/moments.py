"""Moments of a recording, as people tell them: in its own seconds, or by the clock of the match."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from agentfw.match.explaining import recording_time

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MOMENT", "Moment"]

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


class _MomentType(click.ParamType):
    name = "moment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Moment:
        """Seconds, or minutes and seconds."""
        if isinstance(value, Moment):
            return value
        clock = _CLOCK.fullmatch(str(value))
        if clock is not None:
            return Moment(60.0 * int(clock[1]) + float(clock[2]), is_of_match=True)
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0.0 <= seconds < math.inf:
            self.fail(f"{value!r} is no time: expected seconds of the recording, or m:ss of the match")
        return Moment(seconds)


MOMENT: Final = _MomentType()
"""For options: ``12.4`` seconds of the recording, or ``1:15`` of the match as the board shows it."""
