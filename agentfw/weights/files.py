"""Where weight files come from: the user's, or those that ship."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agentfw.errors import UsageError
from agentfw.language.texts import MAX_PLAN_CHARS, PlanText
from agentfw.resources import resource_dir
from agentfw.sources import nearest
from agentfw.weights.parsing import load_weights

if TYPE_CHECKING:
    from agentfw.weights.weights import Weights

__all__ = ["DEFAULT", "ENDING", "default_weights", "find_text", "read_weights", "shipped_weights"]

ENDING: Final = ".weights"
"""How the names of weight files end; what they include may end as it likes."""
DEFAULT: Final = "default.weights"
"""What bots want who are told nothing."""


def read_weights(name: str) -> Weights:
    """The weights in a file of the user, or in one that ships.

    Raises `PlanError` with all mistakes at once, and `UsageError` when there is no such file.
    """
    return load_weights(find_text(name), find_text)


def find_text(name: str, beside: str = "") -> PlanText:
    """The text of a file; the relative name of an include is meant `beside` the file it stands in.

    Raises `UsageError` when there is none, or when it cannot be a weight file.
    """
    wanted = os.path.normpath(Path(beside).parent / name) if beside else name
    try:
        path = Path(wanted) if Path(wanted).is_file() else shipped_weights().get(wanted)
        if path is None:
            raise UsageError(f'there is no weight file "{wanted}"{nearest(wanted, shipped_weights())}')
        if path.stat().st_size > 4 * MAX_PLAN_CHARS:
            raise UsageError(
                f"{wanted}: longer than {MAX_PLAN_CHARS} characters, that is no weight file"
            )
        return PlanText(path.read_text(encoding="utf-8"), wanted)
    except (OSError, ValueError) as error:  # odd names, folders that are closed, what is no text
        raise UsageError(f"{wanted}: cannot be read as text: {error}") from None


def shipped_weights() -> dict[str, Path]:
    """The weight files that travel with agentfw, by file name."""
    return {path.name: path for path in sorted((resource_dir("plans") / "weights").glob(f"*{ENDING}"))}


@functools.cache
def default_weights() -> Weights:
    """What bots want who are told nothing: items and weapons of both Unreal Tournaments."""
    return read_weights(DEFAULT)
