"""What to build next: priorities by group, a list from the most wanted down, and builders for its top.

Three stages: every group of a type says how much the type is wanted and the highest counts; what is
below a threshold is dropped, and the rest sorted; then builders are put on top where nobody could
build what is wanted most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from agentfw.priorities.catalog import Group
from agentfw.priorities.economy import FORCE_BUILD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agentfw.priorities.catalog import Catalog, UnitType

__all__ = ["Assignment", "GroupPriorities", "Priorities", "Wanted", "assignment", "rank"]

GroupPriorities: TypeAlias = Mapping[Group, Callable[["UnitType"], float]]
"""How much each group wants a type; groups that are left out want nothing."""

_THRESHOLD: Final = 50.0
_OVERFLOW: Final = 50.0
_AGAIN_S: Final = 10.0


class Wanted(msgspec.Struct, frozen=True):
    """A type to build, and how much it is wanted."""

    name: str
    priority: float
    is_forced: bool = False
    """Whether it is a builder that others wait for."""


class Assignment(msgspec.Struct, frozen=True):
    """A builder, and what it shall build."""

    builder: str
    item: str


def rank(
    types: Iterable[UnitType],
    groups: GroupPriorities,
    *,
    threshold: float = _THRESHOLD,
    economics_only: bool = False,
) -> tuple[Wanted, ...]:
    """The types worth building, the most wanted first; equals in the order of their names."""
    if economics_only:
        groups = {group: asks for group, asks in groups.items() if group is Group.ECONOMIC}
    rated = (Wanted(one.name, _highest(one, groups)) for one in types if one.is_built)
    return _sorted(one for one in rated if one.priority >= threshold)


def assignment(wanted: Sequence[Wanted], free: Sequence[str], catalog: Catalog) -> Assignment | None:
    """The first free builder that can build something of the list, with the most wanted it can.

    Builders are told by their types. One at a time: what it builds changes what is wanted next.
    """
    for builder in free:
        able = catalog[builder].builds
        item = next((one.name for one in wanted if one.name in able), None)
        if item is not None:
            return Assignment(builder, item)
    return None


class Priorities:
    """The list of what to build, worked out only while somebody could begin with it.

    Keeps one thing in mind: when builders were forced for an item, so that one that takes long to build
    is not ordered again and again.
    """

    def __init__(
        self,
        catalog: Catalog,
        groups: GroupPriorities,
        *,
        threshold: float = _THRESHOLD,
        overflow: float = _OVERFLOW,
        again_s: float = _AGAIN_S,
    ) -> None:
        self._catalog = catalog
        self._groups = groups
        self._threshold = threshold
        self._overflow = overflow
        self._again_s = again_s
        self._forced_at: dict[str, float] = {}

    def wanted(
        self,
        now: float,
        *,
        free: Sequence[str],
        builders: Sequence[str],
        metal: float = 0.0,
        economics_only: bool = False,
    ) -> tuple[Wanted, ...]:
        """The list at a time in seconds; empty, and nothing is worked out, while no builder is free.

        `builders` are the types of all builders that there are, busy ones included; `metal` is what
        lies in stock.
        """
        if not free:
            return ()
        wanted = rank(
            self._catalog, self._groups, threshold=self._threshold, economics_only=economics_only
        )
        return self._with_builder(wanted, builders, now, is_wasteful=metal > self._overflow)

    def _with_builder(
        self, wanted: tuple[Wanted, ...], builders: Sequence[str], now: float, *, is_wasteful: bool
    ) -> tuple[Wanted, ...]:
        """The list with a builder on top, where that is needed and was not done a moment ago."""
        if not wanted:
            return wanted
        top, able = wanted[0].name, self._can_build(builders)
        if (top in able and not is_wasteful) or now - self._forced_at.get(top, -1e9) < self._again_s:
            return wanted
        forced = self._best_builder(top, wanted, able)
        if forced is None:
            return wanted
        self._forced_at[top] = now
        rest = (one for one in wanted if one.name != forced)
        return _sorted((Wanted(forced, FORCE_BUILD, is_forced=True), *rest))

    def _best_builder(self, item: str, wanted: Sequence[Wanted], able: frozenset[str]) -> str | None:
        """The type of builder to force for an item: one that can be built now, the most wanted first."""
        place = {one.name: number for number, one in enumerate(wanted)}
        fitting = [one.name for one in self._catalog if one.is_built and item in one.builds]
        last = len(place)
        return min(
            fitting, key=lambda name: (name not in able, place.get(name, last), name), default=None
        )

    def _can_build(self, builders: Iterable[str]) -> frozenset[str]:
        return frozenset().union(*(self._catalog[one].builds for one in builders))


def _highest(one: UnitType, groups: GroupPriorities) -> float:
    asked = (groups[group](one) for group in one.groups if group in groups)
    return max(asked, default=0.0)


def _sorted(wanted: Iterable[Wanted]) -> tuple[Wanted, ...]:
    return tuple(sorted(wanted, key=lambda one: (-one.priority, one.name)))
