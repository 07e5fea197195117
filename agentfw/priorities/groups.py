"""How much each group of units wants a type, in one situation: all rules together, for `Priorities`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import UsageError
from agentfw.priorities import economy
from agentfw.priorities.catalog import Group
from agentfw.priorities.counters import (
    Span,
    anti_air_bonus,
    counter_matrix,
    effective_health,
    scaled,
    unit_priority,
)
from agentfw.priorities.sighted import Totals

if TYPE_CHECKING:
    from agentfw.priorities.catalog import Catalog, UnitType
    from agentfw.priorities.chart import Chart
    from agentfw.priorities.ranking import GroupPriorities

__all__ = ["EconomicTypes", "Situation", "group_priorities"]

_NOTHING: Final = Totals(health={}, dps={})
_TOWER_SPAN: Final = Span(100.0, 400.0)
_TOWER_DECREMENT: Final = 1.0
_ECONOMY_BASE: Final = 150.0
_ECONOMY_MOST: Final = 800.0


class EconomicTypes(msgspec.Struct, frozen=True, kw_only=True):
    """Which types are which part of an economy; the empty name is a part that there is not."""

    fusion: str = ""
    extractor: str = ""
    maker: str = ""
    storage: str = ""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen, owned and earned now."""

    minutes: float
    """Since the first buildings stood."""
    enemies: Totals = _NOTHING
    """All that can hurt."""
    attackers: Totals = _NOTHING
    """Of these, what can come here."""
    owned: Mapping[str, int] = MappingProxyType({})
    """How many there are of each type, by name."""
    energy_income: float = 0.0
    """With what is under construction."""
    metal_income: float = 0.0
    spots: economy.Spots = economy.Spots(total=0)


def group_priorities(
    catalog: Catalog, chart: Chart, types: EconomicTypes, now: Situation, *, counts_own: bool = False
) -> GroupPriorities:
    """What every group wants in a situation; with `counts_own`, damage that is at hand is worth less."""
    own_dps = _own_dps(catalog, now) if counts_own else {}
    matrix = counter_matrix(chart, now.enemies.health, now.enemies.dps, own_dps=own_dps)
    towers = scaled(effective_health(chart, now.attackers.health), _TOWER_SPAN)
    anti_air = sum(now.owned.get(one.name, 0) for one in catalog if one.can_attack_air)
    bonus = anti_air_bonus(now.enemies.flying_health, anti_air)

    def attack_force(one: UnitType) -> float:
        extra = bonus if one.can_attack_air else 0.0
        cell = matrix.cell(one.armor, _damage_of(one))
        return unit_priority(cell, _owned(now, one), anti_air_bonus=extra)

    def armored_building(one: UnitType) -> float:
        extra, cell = bonus if one.can_attack_air else 0.0, towers[_damage_of(one)]
        return unit_priority(cell, _owned(now, one), decrement=_TOWER_DECREMENT, anti_air_bonus=extra)

    return {
        Group.ATTACK_FORCE: attack_force,
        Group.ARMORED_BUILDING: armored_building,
        Group.ECONOMIC: lambda one: _economic(one, types, now),
        Group.MOBILE_BUILDER: lambda one: economy.builder_priority(
            now.minutes, _owned(now, one), flies=one.flies
        ),
        Group.FACTORY: lambda one: economy.factory_priority(now.minutes, _owned(now, one)),
        Group.SCOUT: lambda one: economy.scout_priority(_scouts(catalog, now)),
    }


def _economic(one: UnitType, types: EconomicTypes, now: Situation) -> float:
    worth = 0.0
    if one.name == types.fusion:
        worth = economy.fusion_priority(now.minutes, now.energy_income)
    elif one.name == types.extractor:
        worth = economy.extractor_priority(now.minutes, now.metal_income, now.spots)
    elif one.name == types.maker:
        worth = economy.maker_priority(now.minutes, now.metal_income, now.spots)
    elif one.name == types.storage:
        worth = economy.storage_priority(now.energy_income, now.owned.get(types.storage, 0))
    return min(_ECONOMY_BASE + worth, _ECONOMY_MOST)


def _damage_of(one: UnitType) -> str:
    if one.damage is None:
        raise UsageError(f'"{one.name}" is in a group that fights, and deals no damage')
    return one.damage


def _owned(now: Situation, one: UnitType) -> int:
    return now.owned.get(one.name, 0)


def _scouts(catalog: Catalog, now: Situation) -> int:
    return sum(_owned(now, one) for one in catalog if Group.SCOUT in one.groups)


def _own_dps(catalog: Catalog, now: Situation) -> dict[str, float]:
    found: dict[str, float] = {}
    for one in catalog:
        if one.damage is not None and one.dps:
            found[one.damage] = found.get(one.damage, 0.0) + one.dps * _owned(now, one)
    return found
