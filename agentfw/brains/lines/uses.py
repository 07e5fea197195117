"""``Use FILE as NAME``: other brains as acts of a plan."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from agentfw.brains.inner import Use
from agentfw.brains.lines.scanning import NAME

if TYPE_CHECKING:
    from agentfw.brains.lines.scanning import Piece
    from agentfw.language import Problems

__all__ = ["print_use", "read_use"]

_USE: Final = re.compile(rf"(?:\"(?P<quoted>[^\"]+)\"|(?P<plain>\S+))(?:\s+as\s+(?P<name>{NAME}))?")


def read_use(rest: Piece, problems: Problems) -> Use | None:
    """What stands behind ``Use``; None after noting what is wrong."""
    found = _USE.fullmatch(rest.text)
    if found is None:
        problems.error(rest.at, f"expected Use FILE or Use FILE as NAME, found Use {rest.text[:40]}")
        return None
    return Use(found["quoted"] or found["plain"], found["name"] or "", rest.at)


def print_use(use: Use) -> str:
    """The line, so that it reads back as the same."""
    brain = f'"{use.brain}"' if re.search(r"\s", use.brain) else use.brain
    return f"Use {brain} as {use.name}" if use.name else f"Use {brain}"
