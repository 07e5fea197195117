"""What goes between a terminal and the commands: text made fit to show, numbers made fit to use."""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from agentfw.errors import RecordingError, SourceError

if TYPE_CHECKING:
    from agentfw.errors import AgentError

__all__ = ["FiniteRange", "aligned", "cells", "minutes", "own_command", "printable", "told_error"]

_PLACE: Final = re.compile(r"[^:\n]+:\d+:\d+: ")
"""How texts about files begin."""


class FiniteRange(click.FloatRange):
    """A number within limits; what is no number is refused, though it compares with none of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


def own_command(name: str = "agentfw", folder: Path = Path()) -> str:
    """How to call this program from a folder: by its name where a shell finds it, else by its path.

    Another name is that of a program which lies beside it, such as pytest.
    """
    script, found = Path(sys.executable).with_name(name), shutil.which(name)
    if found is not None and (Path(found) == script or not script.exists()):
        return name
    if not script.exists():
        return f"{shlex.quote(sys.executable)} -m {name}"
    is_below = script.is_relative_to(folder.resolve())
    return shlex.quote(os.path.relpath(script, folder) if is_below else str(script))


def printable(text: str) -> str:
    r"""The text with everything that could steer a terminal shown as an escape.

    >>> printable("DM\x1b[2J")
    'DM\\x1b[2J'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def told_error(error: AgentError) -> str:
    """What is said of an error: mistakes in files begin with their place, which editors jump to."""
    is_of_file = isinstance(error, SourceError) and not isinstance(error, RecordingError)
    has_place = is_of_file or _PLACE.match(str(error)) is not None
    return str(error) if has_place else f"agentfw: {error}"


def minutes(seconds: float) -> str:
    """A time as minutes and seconds.

    >>> minutes(75.9)
    '1:15'
    """
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}"


def cells(text: str) -> int:
    """How many columns of a terminal a text takes: some characters take two, some none.

    >>> cells("Ada"), cells("日本")
    (3, 4)
    """
    return sum(map(_cells_of, text))


def aligned(text: str, width: int) -> str:
    """The text with blanks behind it, so many columns wide."""
    return text + " " * max(0, width - cells(text))


def _cells_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
