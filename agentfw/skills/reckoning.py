"""The chart and the matrix of one moment: what each weapon and item is worth against the enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.priorities import Chart, Matrix, Span, effective_health, expected_damage, scaled
from agentfw.skills.arms import BANDS, arm_of, arms_chart
from agentfw.skills.experience import NOTHING_LEARNED, experience_of
from agentfw.vocabulary import ItemCategory

if TYPE_CHECKING:
    from agentfw.perception import KnownItem, KnownWeapon, View
    from agentfw.skills.experience import Experience
    from agentfw.skills.moment import Moment

__all__ = ["HEALTH", "Reckoning", "loaded", "name_of", "reckoning_of", "worth_of"]

HEALTH: Final = 100.0
"""What a body can usually stand."""
_DAMAGE_SPAN: Final = Span(4.0, 20.0)
_ARMOR_SPAN: Final = Span(10.0, 20.0)
_MET_S: Final = 1.0
"""Before anybody was met, and on top of it, every band counts so much."""
_FULL: Final = 100.0
_SECOND_BEST: Final = 0.2
"""What is left of the worth of a weapon when a better one is at hand."""
_USUAL_DPS: Final = 40.0
"""The damage per second of an enemy who has found nothing yet."""
_LEAST_WANTED, _MOST_WANTED = 0.5, 3.0
_WEAPON: Final = ItemCategory.WEAPON
_WORTH: Final = {
    ItemCategory.WEAPON: 3.0,
    ItemCategory.HEALTH: 2.0,
    ItemCategory.ARMOR: 2.0,
    ItemCategory.SHIELD: 2.5,
    ItemCategory.AMMO: 1.5,
    ItemCategory.ADRENALINE: 0.3,
}


class Reckoning(msgspec.Struct, frozen=True):
    """What follows from all that is known of the enemies.

    Weapons are told by the names that the game uses: classes, pickups and ids.
    """

    names: dict[str, str]
    """What each weapon is called in the chart."""
    chart: Chart
    """Damage per second of this bot by band and weapon."""
    matrix: Matrix
    threats: dict[str, float]
    """Damage per second of the enemies by band."""
    worths: dict[str, float]
    """What each weapon is worth against what was seen."""
    most: float
    """The worth of the best of them."""
    mine: float
    """The worth of the best that is loaded."""

    def dps(self, weapon: KnownWeapon, band: str) -> float:
        """What an own weapon does in a band."""
        return self.chart.multiplier(band, self.names[name_of(weapon)])

    def usual_worth(self, weapon: KnownWeapon) -> float:
        """What an own weapon is worth at the distances at which enemies are met."""
        return self.matrix.by_damage[self.names[name_of(weapon)]]

    @property
    def protection(self) -> float:
        """By what factor health and armor are worth more than usual; 1 while nothing was seen."""
        worst = max(self.threats.values())
        return min(max(worst / _USUAL_DPS, _LEAST_WANTED), _MOST_WANTED) if worst else 1.0


def reckoning_of(now: Moment, *, adaptive: bool) -> Reckoning:
    """The reckoning of a moment, made once however many skills ask; without adaptivity as if new."""
    key = ("adapting.reckoning", adaptive)
    if key not in now.values:
        now.values[key] = _reckon(now.view, experience_of(now) if adaptive else NOTHING_LEARNED)
    found: Reckoning = now.values[key]
    return found


def name_of(weapon: KnownWeapon) -> str:
    """The name by which a reckoning knows an own weapon."""
    return weapon.weapon_class or weapon.id


def loaded(view: View) -> list[KnownWeapon]:
    """The own weapons that may have ammunition."""
    return [one for one in view.weapons.values() if one.ammo is None or one.ammo > 0]


def worth_of(view: View, item: KnownItem, known: Reckoning) -> float:
    """How much an item is worth before the way to it; 0 for what would make no difference."""
    usual = _WORTH.get(item.category, 1.0)
    match item.category:
        case ItemCategory.WEAPON:
            return usual * _weapon_worth(view, item, known)
        case ItemCategory.AMMO:
            return usual * _ammo_worth(view, item, known)
        case ItemCategory.HEALTH:
            return usual * known.protection * max(0.0, 1.0 - view.health / _FULL)
        case ItemCategory.ARMOR | ItemCategory.SHIELD:
            return usual * known.protection * max(0.0, 1.0 - (view.me.armor or 0) / _FULL)
    return usual


def _reckon(view: View, known: Experience) -> Reckoning:
    names = {name_of(one) for one in view.weapons.values()}
    about = (one for one in view.items.values() if one.category is _WEAPON)
    names |= {one.item_class for one in about if one.item_class is not None}
    arms = {name: arm_of(view, name) for name in sorted(names)}
    chart = arms_chart(arms.values(), known.landing(ours=True))
    met = {band: HEALTH * (known.met.get(band, 0.0) + _MET_S) for band in BANDS}
    threats = _threats(view, known)
    matrix = Matrix(
        by_damage=scaled(effective_health(chart, met), _DAMAGE_SPAN),
        by_armor=scaled(threats, _ARMOR_SPAN),
    )
    worths = {name: matrix.cell(arm.band, arm.name) for name, arm in arms.items()}
    return Reckoning(
        names={name: arm.name for name, arm in arms.items()},
        chart=chart,
        matrix=matrix,
        threats=threats,
        worths=worths,
        most=max(worths.values(), default=0.0),
        mine=max((worths[name_of(one)] for one in loaded(view)), default=0.0),
    )


def _threats(view: View, known: Experience) -> dict[str, float]:
    """What the weapons that enemies were seen with would do, by band."""
    held = known.weapons(view.now)
    arms = {name: arm_of(view, name) for name in sorted(held)}
    counted: dict[str, float] = {}
    for name, arm in arms.items():
        counted[arm.name] = counted.get(arm.name, 0.0) + held[name]
    return expected_damage(arms_chart(arms.values(), known.landing(ours=False)), counted)


def _weapon_worth(view: View, item: KnownItem, known: Reckoning) -> float:
    """From 0 to 1: how good a weapon is beside the best there is, less where better ones are loaded."""
    if item.item_class is None or known.most <= 0.0:
        return 0.0
    if known.names[item.item_class] in map(name_of, view.weapons.values()):
        return 0.0
    worth = known.worths[item.item_class]
    return (worth if worth > known.mine else _SECOND_BEST * worth) / known.most


def _ammo_worth(view: View, item: KnownItem, known: Reckoning) -> float:
    """From 0 to 1: how good the best weapon that fires it is, by how empty it is."""
    told = view.classes.get(item.item_class) if item.item_class is not None else None
    if told is None or not told.inventory_class or known.most <= 0.0:
        return 0.0
    best = 0.0
    for weapon in view.weapons.values():
        kind = view.classes.get(weapon.weapon_class) if weapon.weapon_class is not None else None
        mode = kind.primary if kind is not None else None
        if mode is not None and mode.ammo_class == told.inventory_class:
            empty = max(0.0, 1.0 - (weapon.ammo or 0) / (mode.ammo_max or _FULL))
            best = max(best, known.worths[name_of(weapon)] / known.most * empty)
    return best
