"""Where the data that travels with agentfw is: protocols and plans.

In a checkout they lie at the top level beside the package; in an installed wheel they lie inside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from agentfw.errors import UsageError

__all__ = ["resource_dir"]

_PACKAGE: Final = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """The folder of that name, wherever agentfw runs from."""
    for candidate in (_PACKAGE / "data" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise UsageError(f'the folder "{name}" is missing: reinstall agentfw, or run it from its checkout')
