"""Beliefs of one kind, handed out as read-only pictures that cost nothing while nothing changes."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Ledger", "SightLedger"]

_K = TypeVar("_K")
_B = TypeVar("_B")


class Ledger(Generic[_K, _B]):
    """Beliefs by key. A picture taken earlier never changes."""

    def __init__(self) -> None:
        self._beliefs: dict[_K, _B] = {}
        self._picture: Mapping[_K, _B] | None = None

    def __contains__(self, key: _K) -> bool:
        return key in self._beliefs

    def __len__(self) -> int:
        return len(self._beliefs)

    def get(self, key: _K) -> _B | None:
        """What is believed about something, if anything is."""
        return self._beliefs.get(key)

    def put(self, key: _K, belief: _B) -> None:
        """Believe this from now on."""
        if self._picture is not None:  # somebody may hold the picture, so the next write makes a copy
            self._beliefs = self._beliefs.copy()
            self._picture = None
        self._beliefs[key] = belief

    def drop(self, keys: Iterable[_K]) -> None:
        """Believe nothing about these any more."""
        gone = [key for key in keys if key in self._beliefs]
        if gone:
            self._beliefs = {key: belief for key, belief in self._beliefs.items() if key not in gone}
            self._picture = None

    def clear(self) -> None:
        """Forget all."""
        self._beliefs, self._picture = {}, None

    def items(self) -> tuple[tuple[_K, _B], ...]:
        """All keys and beliefs, as of now."""
        return tuple(self._beliefs.items())

    def picture(self) -> Mapping[_K, _B]:
        """Everything that is believed now; later changes do not show."""
        if self._picture is None:
            self._picture = MappingProxyType(self._beliefs)
        return self._picture


class SightLedger(Ledger[_K, _B]):
    """Beliefs about what can be seen: they know whether it is in sight.

    What was in sight and is not seen between `begin` and `end` is out of sight, and what was told about
    reaching it is void, because silence never takes that back.
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_sight: set[_K] = set()
        self._before: set[_K] = set()

    def begin(self) -> None:
        """A new look begins."""
        self._before, self._in_sight = self._in_sight, set()

    def see(self, key: _K, belief: _B) -> None:
        """Believe this from now on, and note whether it is in sight."""
        if getattr(belief, "is_visible", False):
            self._in_sight.add(key)
        self.put(key, belief)

    def end(self) -> None:
        """The look is complete."""
        for key in sorted(self._before - self._in_sight, key=str):
            belief: Any = self.get(key)
            if belief is not None and belief.is_visible:
                self.put(key, msgspec.structs.replace(belief, is_visible=False, reachable=None))

    def forget_reach(self) -> None:
        """What can be reached is not known any more."""
        for key, belief in self.items():
            told: Any = belief
            if told.reachable is not None:
                self.put(key, msgspec.structs.replace(told, reachable=None))
