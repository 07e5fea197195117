"""What weapons do at which distance: a chart of bands of distance against weapons.

The same reckoning that finds the unit against an army finds the weapon against an enemy. What an army
wears is here the distance at which the enemy is met, and the multiplier is what a weapon really does at
that distance: the damage it could do each second, and the share of it that lands.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.body.weapons import traits_of
from agentfw.perception import KnownWeapon
from agentfw.priorities import Chart
from agentfw.vocabulary import ClassName, EntityId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from agentfw.perception import View
    from agentfw.vocabulary import FireMode

__all__ = ["BANDS", "LANDS", "Arm", "arm_of", "arms_chart", "band_at", "kind_of_damage", "lands"]

BANDS: Final = ("near", "middle", "far")
_NEAR_UU: Final = 450.0
_MIDDLE_UU: Final = 1000.0
_LEAST: Final = 0.01
"""No weapon is quite useless at any distance; a chart divides by what it does."""

LANDS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "beam": {"near": 0.9, "middle": 0.9, "far": 0.9},
        "spray": {"near": 0.8, "middle": 0.6, "far": 0.35},
        "burst": {"near": 0.6, "middle": 0.3, "far": 0.1},
        "bolt": {"near": 0.4, "middle": 0.3, "far": 0.2},
        "blast": {"near": 0.5, "middle": 0.5, "far": 0.3},
        "lob": {"near": 0.4, "middle": 0.2, "far": 0.1},
        "melee": {"near": 0.1, "middle": 0.01, "far": 0.01},
    }
)
"""The share of the damage that lands, by kind of weapon and distance, before anything was seen."""

_SPRAYS_FROM: Final = 0.05
_BY_NAME: Final = (
    ("redeemer", "blast", 250.0),
    ("warhead", "blast", 250.0),
    ("rocket", "blast", 100.0),
    ("eightball", "blast", 100.0),
    ("flak", "burst", 131.0),
    ("minigun", "spray", 110.0),
    ("supershock", "beam", 900.0),
    ("shock", "beam", 64.0),
    ("sniper", "beam", 50.0),
    ("link", "bolt", 150.0),
    ("pulse", "bolt", 120.0),
    ("ripper", "bolt", 60.0),
    ("razor", "bolt", 60.0),
    ("bio", "lob", 58.0),
    ("avril", "blast", 30.0),
    ("grenade", "lob", 60.0),
    ("mine", "lob", 60.0),
    ("enforcer", "beam", 50.0),
    ("assault", "beam", 44.0),
    ("hammer", "melee", 60.0),
    ("shield", "melee", 60.0),
    ("chainsaw", "melee", 60.0),
    ("trans", "melee", 1.0),
)
"""The kind of a weapon and its damage per second; the first part that occurs in a name decides."""


class Arm(msgspec.Struct, frozen=True, gc=False):
    """A weapon as the chart knows it."""

    name: str
    kind: str = "bolt"
    dps: float = 40.0
    """What it does each second if everything lands."""
    distance: float = 600.0
    """From how far it is best used, in uu."""

    @property
    def band(self) -> str:
        """The distance at which it is best used."""
        return band_at(self.distance)


def band_at(distance: float) -> str:
    """The band of a distance in uu; what is not known is far."""
    if distance < _NEAR_UU:
        return "near"
    return "middle" if distance < _MIDDLE_UU else "far"


def lands(kind: str, band: str) -> float:
    """The share of damage that lands, before anything was seen."""
    return LANDS[kind][band]


def arm_of(view: View, name: str) -> Arm:
    """The weapon of a class name, a pickup class, or an id; figures of the server come before ours."""
    told = view.classes.get(ClassName(name))
    named = (told.inventory_class if told is not None else None) or name
    kind, dps = _by_name(named)
    if told is not None and told.primary is not None:
        kind, dps = _as_told(kind, dps, told.primary)
    known = KnownWeapon(EntityId(named), ClassName(named))
    return Arm(named, kind, dps, traits_of(view, known).distance)


def kind_of_damage(name: str | None) -> str | None:
    """The kind of weapon that a damage class names; None where it names none."""
    plain = (name or "").lower()
    return next((kind for part, kind, _ in _BY_NAME if part in plain), None)


def arms_chart(arms: Iterable[Arm], landing: Mapping[tuple[str, str], float]) -> Chart:
    """Damage per second by band and weapon; `landing` tells the share by kind and band, where known."""
    found = {arm.name: arm for arm in arms}
    return Chart(
        {
            band: {
                name: max(arm.dps * landing.get((arm.kind, band), lands(arm.kind, band)), _LEAST)
                for name, arm in found.items()
            }
            for band in BANDS
        }
    )


def _by_name(name: str) -> tuple[str, float]:
    plain = name.lower()
    return next(((kind, dps) for part, kind, dps in _BY_NAME if part in plain), ("bolt", 40.0))


def _as_told(kind: str, dps: float, mode: FireMode) -> tuple[str, float]:
    """Kind and damage per second by the figures of the server.

    How many projectiles a shot has is not told, so weapons that burst keep our figure.
    """
    if kind in ("melee", "burst"):
        return kind, dps
    if mode.instant_hit:
        kind = "spray" if (mode.spread or 0.0) > _SPRAYS_FROM else "beam"
    each = mode.damage_max if mode.instant_hit else mode.damage
    return kind, each / mode.interval_s if each and mode.interval_s else dps
