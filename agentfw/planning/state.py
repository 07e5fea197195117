"""What is held to be true at one point of a plan: values by key, changed and taken back in place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

__all__ = ["Changes", "State"]

Changes: TypeAlias = Mapping[Any, Any]
"""New values by key: what an operator makes of a state."""

_ABSENT: Final = object()
"""Stands on the trail for a key that was not there before."""

_NOTHING: Final[Changes] = MappingProxyType({})


class State:
    """Values by key, read by operators and methods and changed only by the planner.

    What `values` does not hold is asked of `missing`, every time anew; it raises `KeyError` for what it
    does not know either. Changes are never made on a copy: each leaves the old value on a trail, and
    going back is walking that trail. So values must not be changed from inside; use frozen ones.

    >>> state = State({"at": "home"}, missing=lambda key: 0)
    >>> state["at"], state["coins"]
    ('home', 0)
    """

    __slots__ = ("_missing", "_trail", "_values")

    def __init__(self, values: Changes = _NOTHING, missing: Callable[[Any], Any] | None = None) -> None:
        self._values: dict[Any, Any] = dict(values)
        self._missing = missing
        self._trail: list[Any] = []

    def __getitem__(self, key: Hashable) -> Any:
        try:
            return self._values[key]
        except KeyError:
            if self._missing is None:
                raise
        return self._missing(key)

    def get(self, key: Hashable, default: Any = None) -> Any:
        """The value, or `default` where neither the state nor `missing` knows one."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key: Hashable) -> bool:
        return self.get(key, _ABSENT) is not _ABSENT

    def __repr__(self) -> str:
        return f"State({self._values!r})"

    def snapshot(self) -> dict[Any, Any]:
        """A copy of the values held, without what only `missing` knows."""
        return dict(self._values)

    def mark(self) -> int:
        """The present point of the trail, to be gone back to by `undo`."""
        return len(self._trail)

    def change(self, changes: Changes) -> int:
        """Take over new values and get the new mark; planners call this, operators return changes."""
        values, trail = self._values, self._trail
        for key, new in changes.items():
            old = values.get(key, _ABSENT)
            trail.append(key)
            trail.append(old)
            values[key] = new
        return len(trail)

    def undo(self, mark: int) -> None:
        """Take back every change since the mark was made, the newest first."""
        values, trail = self._values, self._trail
        while len(trail) > mark:
            old, key = trail.pop(), trail.pop()
            if old is _ABSENT:
                del values[key]
            else:
                values[key] = old
