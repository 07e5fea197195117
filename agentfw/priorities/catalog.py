"""The types of units that there are: what each wears, deals, belongs to and builds."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import msgspec

from agentfw.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["DANGEROUS", "Catalog", "Group", "UnitType"]


class Group(enum.Enum):
    """What a type of unit is for; builders are in several groups at once."""

    ATTACK_FORCE = "attack force"
    ARMORED_BUILDING = "armored building"
    BUILDER = "builder"
    FACTORY = "factory"
    MOBILE_BUILDER = "mobile builder"
    ECONOMIC = "economic"
    SCOUT = "scout"
    UTILITY_BUILDING = "utility building"
    HEALER = "healer"


DANGEROUS = frozenset({Group.ATTACK_FORCE, Group.ARMORED_BUILDING})
"""The groups that can hurt; only these count when a counter is sought."""


class UnitType(msgspec.Struct, frozen=True, kw_only=True):
    """One type of unit."""

    name: str
    armor: str
    damage: str | None = None
    """The kind of damage of its weapon; None for the unarmed."""
    health: float = 0.0
    dps: float = 0.0
    """Damage per second, before any multiplier."""
    groups: frozenset[Group] = frozenset()
    is_built: bool = True
    """Whether priorities are worked out for it."""
    can_attack_air: bool = False
    flies: bool = False
    builds: frozenset[str] = frozenset()
    """The names of the types that it can build."""


class Catalog:
    """Types of units by name; raises `UsageError` for names that it does not have."""

    def __init__(self, types: Iterable[UnitType]) -> None:
        self._types = {one.name: one for one in types}
        dangling = sorted(
            f"{one.name} builds {name}"
            for one in self._types.values()
            for name in one.builds
            if name not in self._types
        )
        if dangling:
            raise UsageError(f"unit catalog: no such types: {', '.join(dangling)}")

    def __getitem__(self, name: str) -> UnitType:
        try:
            return self._types[name]
        except KeyError:
            known = ", ".join(sorted(self._types))
            raise UsageError(f'unit catalog: no type "{name}" (known: {known})') from None

    def __iter__(self) -> Iterator[UnitType]:
        """Every type, in the order in which they were given."""
        return iter(self._types.values())

    def __len__(self) -> int:
        return len(self._types)
