"""Where tournament files are: by path, or among those that ship."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from agentfw.errors import UsageError
from agentfw.resources import resource_dir
from agentfw.sources import is_file, nearest

__all__ = ["find_tournament", "is_tournament", "shipped_tournaments"]

_LOOKED_AT: Final = 1_000_000
_OWN_KEY: Final = re.compile(rb"^(?:\{\s*)?[\"']?(?:entrants|grounds)[\"']?\s*:", re.MULTILINE)
"""A key that tournament files have, and team files have not."""


def shipped_tournaments() -> dict[str, Path]:
    """The tournaments that travel with agentfw, by file name."""
    return {file.name: file for file in sorted(resource_dir("plans").glob("tournaments/*.yaml"))}


def find_tournament(name: str) -> Path:
    """The file of that path, or the one that ships under that name.

    Raises `UsageError` when there is neither.
    """
    if is_file(name):
        return Path(name)
    known = shipped_tournaments()
    if name not in known:
        raise UsageError(f'there is no tournament file "{name}"{nearest(name, known)}')
    return known[name]


def is_tournament(name: str) -> bool:
    """Whether a file looks like a tournament rather than a team; it may be one that ships."""
    try:
        if Path(name).is_file():
            with Path(name).open("rb") as stream:
                return _OWN_KEY.search(stream.read(_LOOKED_AT)) is not None
    except (OSError, ValueError):
        return False
    return name in shipped_tournaments()
