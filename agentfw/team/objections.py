"""What cannot be, or was refused: told once, however often it comes up, in short, not without end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.team.endings import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Objections"]

_MOST: Final = 100
"""Of different ones; whatever comes after them is told no more."""
_LONGEST: Final = 300
"""What is wanted may hold a whole book."""


class Objections:
    """Passes on objections, a topic and a text each, to whoever is told; iterates over the texts."""

    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell = tell
        self._told: dict[tuple[str, str], None] = {}

    def __iter__(self) -> Iterator[str]:
        return (why for _, why in self._told)

    def add(self, topic: str, why: str) -> None:
        """Something cannot be."""
        objection = topic, shortened(why, _LONGEST)
        if objection not in self._told and len(self._told) < _MOST:
            self._told[objection] = None
            self._tell(*objection)
