"""Occasions that wait until it is safe to talk of them: the most important of each kind, while fresh."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.talk import OCCASIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Occurrence", "Waiting"]

_RANKS: Final = (
    "start_end",
    "enter_exit",
    "death",
    "kill",
    "enemy_suicide",
    "hit_no_death",
    "hit_no_kill",
)
"""By their tendencies, what people talk of first."""
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class Occurrence(NamedTuple):
    """Something that can be talked of for a while."""

    occasion: str
    since: float
    """Nobody talks of it before."""
    until: float
    """Nobody wants to hear of it any more after."""
    told: Mapping[str, str] = _NOTHING
    about: str = ""
    """The id of whom it is about."""

    @property
    def is_personal(self) -> bool:
        """Whether it is about those who were there, and nobody else."""
        return OCCASIONS[self.occasion].tendency not in ("start_end", "enter_exit")


class Waiting:
    """What there is to talk of, one of a kind."""

    def __init__(self) -> None:
        self._waiting: dict[str, Occurrence] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, occurrence: Occurrence) -> None:
        """Something happened; it takes the place of what was like it."""
        self._waiting[OCCASIONS[occurrence.occasion].tendency] = occurrence

    def drop(self, *tendencies: str, about: str | None = None) -> None:
        """These are no longer true: all of them, or those about somebody."""
        for tendency in tendencies:
            found = self._waiting.get(tendency)
            if found is not None and about in (None, found.about):
                del self._waiting[tendency]

    def clear(self) -> None:
        """Forget everything."""
        self._waiting.clear()

    def due(self, now: float) -> Iterator[Occurrence]:
        """What can be talked of now, the most important first; each of them is handed out once."""
        for tendency in _RANKS:
            found = self._waiting.get(tendency)
            if found is not None and found.since <= now:
                del self._waiting[tendency]
                if now <= found.until:
                    yield found
