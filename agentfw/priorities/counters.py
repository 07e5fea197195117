"""What counters what was seen: the damage that its armor fears, and the armor that its weapons do not.

Everything is a plain function of totals, so the same reckoning serves units, weapons, or anything else
that wears something and deals something.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from agentfw.errors import UsageError

if TYPE_CHECKING:
    from agentfw.priorities.chart import Chart

__all__ = [
    "ARMOR_SPAN",
    "DAMAGE_SPAN",
    "Amounts",
    "Matrix",
    "Span",
    "anti_air_bonus",
    "counter_matrix",
    "effective_health",
    "expected_damage",
    "scaled",
    "unit_priority",
]

Amounts: TypeAlias = Mapping[str, float]
"""Something by kind of armor or by kind of damage."""

_NONE: Final[Amounts] = MappingProxyType({})


class Span(msgspec.Struct, frozen=True):
    """The least and the most that a kind can be worth."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.low <= self.high:
            raise UsageError(f"Span needs 0 <= low <= high, got {self.low} and {self.high}")

    @property
    def width(self) -> float:
        """How far apart both ends are."""
        return self.high - self.low


DAMAGE_SPAN: Final = Span(15.0, 25.0)
ARMOR_SPAN: Final = Span(10.0, 20.0)
_DECREMENT: Final = 4.0
_FLYING_HEALTH_PER_UNIT: Final = 50.0
_PER_ANTI_AIR_UNIT: Final = 10.0


class Matrix(msgspec.Struct, frozen=True):
    """How much each pair of own armor and own damage is worth against what was seen."""

    by_damage: Amounts
    by_armor: Amounts

    def cell(self, armor: str, damage: str) -> float:
        """The worth of a pair; raises `UsageError` for kinds that the chart does not have."""
        if armor not in self.by_armor or damage not in self.by_damage:
            raise UsageError(f'no cell for armor "{armor}" and damage "{damage}"')
        return self.by_damage[damage] * self.by_armor[armor]

    def best(self) -> tuple[str, str]:
        """The armor and the damage of the highest cell; of several the first."""
        cells = ((armor, damage) for armor in self.by_armor for damage in self.by_damage)
        return max(cells, key=lambda pair: self.cell(*pair))


def effective_health(chart: Chart, health: Amounts) -> dict[str, float]:
    """How much health the enemy has in effect against each kind of damage; the lowest is best to deal.

    `health` is what was seen, by armor: 1000 points at a multiplier of 0.5 count as 2000.
    """
    return {
        damage: sum(points / chart.multiplier(armor, damage) for armor, points in health.items())
        for damage in chart.damages
    }


def expected_damage(chart: Chart, dps: Amounts) -> dict[str, float]:
    """How much damage per second the enemy would do to each armor; the lowest is best to wear.

    `dps` is what was seen, by kind of damage.
    """
    return {
        armor: sum(points * chart.multiplier(armor, damage) for damage, points in dps.items())
        for armor in chart.armors
    }


def scaled(values: Amounts, span: Span) -> dict[str, float]:
    """The values turned round into a span: the greatest gets exactly `low`, and only 0 gets `high`.

    With nothing seen all values are 0, and everything gets `high`: nothing speaks against any kind.
    """
    most = max(values.values(), default=0.0)
    if most <= 0.0:
        return dict.fromkeys(values, span.high)
    return {kind: span.width * (1.0 - value / most) + span.low for kind, value in values.items()}


def counter_matrix(
    chart: Chart,
    health: Amounts,
    dps: Amounts,
    *,
    damage_span: Span = DAMAGE_SPAN,
    armor_span: Span = ARMOR_SPAN,
    own_dps: Amounts = _NONE,
) -> Matrix:
    """What is worth having against an enemy of that health by armor and that damage by kind.

    With `own_dps`, the damage per second that is at hand already by kind, each kind is worth the less
    the larger its share is; so types that deal the same damage take worth from each other.
    """
    by_damage = scaled(effective_health(chart, health), damage_span)
    return Matrix(
        by_damage=_less_covered(chart, by_damage, own_dps, damage_span.width),
        by_armor=scaled(expected_damage(chart, dps), armor_span),
    )


def unit_priority(
    cell: float, owned: int, *, decrement: float = _DECREMENT, anti_air_bonus: float = 0.0
) -> float:
    """How much another unit of a type is wanted: less with each that is there."""
    return cell - owned * decrement + anti_air_bonus


def anti_air_bonus(flying_health: float, anti_air_owned: int) -> float:
    """What a unit is worth on top for being able to shoot at what flies.

    Below 0 when there are more such units than the flying enemies seen call for.
    """
    return (flying_health / _FLYING_HEALTH_PER_UNIT - anti_air_owned) * _PER_ANTI_AIR_UNIT


def _less_covered(chart: Chart, worth: Amounts, own_dps: Amounts, most: float) -> dict[str, float]:
    unknown = [kind for kind in own_dps if kind not in worth]
    if unknown:
        raise UsageError(
            f"own damage of unknown kinds {', '.join(unknown)} (known: {', '.join(chart.damages)})"
        )
    everything = sum(own_dps.values())
    if everything <= 0.0:
        return dict(worth)
    return {
        kind: max(0.0, value - most * own_dps.get(kind, 0.0) / everything)
        for kind, value in worth.items()
    }
