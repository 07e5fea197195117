"""How much each kind of damage does to each kind of armor, as data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from agentfw.errors import UsageError

__all__ = ["Chart"]


class Chart(msgspec.Struct, frozen=True):
    """Multipliers by the armor of the victim and the kind of damage of the weapon.

    Made whole or not at all: a gap, or a multiplier that is not above 0, raises `UsageError`, because
    what is left out would count as harmless and be divided by.

    >>> Chart({"heavy": {"piercing": 1.0, "light": 0.5}}).multiplier("heavy", "light")
    0.5
    """

    rows: Mapping[str, Mapping[str, float]]
    """By armor, then by damage."""

    def __post_init__(self) -> None:
        wrong = [*self._gaps(), *self._too_small()]
        if wrong:
            raise UsageError(f"damage chart: {'; '.join(wrong)}")

    @property
    def armors(self) -> tuple[str, ...]:
        """The kinds of armor, in the order of the chart."""
        return tuple(self.rows)

    @property
    def damages(self) -> tuple[str, ...]:
        """The kinds of damage, in the order in which the rows first name them."""
        return tuple(dict.fromkeys(damage for row in self.rows.values() for damage in row))

    def multiplier(self, armor: str, damage: str) -> float:
        """What a point of damage does to an armor; raises `UsageError` for a pair that is not there."""
        try:
            return self.rows[armor][damage]
        except KeyError:
            known = f"armors {', '.join(self.armors)}; damages {', '.join(self.damages)}"
            raise UsageError(
                f'damage chart: no entry for armor "{armor}" and damage "{damage}" (known: {known})'
            ) from None

    def _gaps(self) -> list[str]:
        return [
            f'no entry for armor "{armor}" and damage "{damage}"'
            for armor, row in self.rows.items()
            for damage in self.damages
            if damage not in row
        ]

    def _too_small(self) -> list[str]:
        return [
            f'armor "{armor}" and damage "{damage}" have {value}, expected more than 0'
            for armor, row in self.rows.items()
            for damage, value in row.items()
            if not value > 0.0
        ]
