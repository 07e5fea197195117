"""Which type is a kind of which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.pddl.syntax import OBJECT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.pddl.syntax import Typed

__all__ = ["Hierarchy"]


class Hierarchy:
    """The types of a domain; a type may be a kind of several others, and all are objects."""

    def __init__(self, types: Iterable[Typed] = ()) -> None:
        self._parents = {OBJECT: ()} | {one.name: one.types for one in types}
        self._above: dict[str, frozenset[str]] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._parents

    def __iter__(self) -> Iterator[str]:
        return iter(self._parents)

    def __len__(self) -> int:
        return len(self._parents)

    def above(self, name: str) -> frozenset[str]:
        """The type itself and everything that it is a kind of; also for types in a circle."""
        found = self._above.get(name)
        if found is None:
            found = self._above[name] = frozenset(self._climb(name))
        return found

    def fits(self, have: Iterable[str], wanted: tuple[str, ...]) -> bool:
        """Whether a thing of any of these types is a thing of the wanted ones."""
        return all(not self.above(name).isdisjoint(wanted) for name in have)

    def _climb(self, name: str) -> set[str]:
        found, waiting = {OBJECT}, [name]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self._parents.get(one, ())
        return found
