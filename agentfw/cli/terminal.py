"""What goes between a terminal and the commands: text made fit to show, numbers made fit to use."""

from __future__ import annotations

import math
from typing import Any

import click

__all__ = ["FiniteRange", "minutes", "printable"]


class FiniteRange(click.FloatRange):
    """A number within limits; what is no number is refused, though it compares with none of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


def printable(text: str) -> str:
    r"""The text with everything that could steer a terminal shown as an escape.

    >>> printable("DM\x1b[2J")
    'DM\\x1b[2J'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def minutes(seconds: float) -> str:
    """A time as minutes and seconds.

    >>> minutes(75.9)
    '1:15'
    """
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}"
