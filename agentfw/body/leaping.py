"""Leaping by the blast of the own weapon: what is left of rocket jumps where no map asks for them.

No map of the games here has a link that only a rocket jump takes, and the blast costs some sixty points
of health. What it is good for is distance: somebody with a rocket launcher in hand and an enemy at arm's
length cannot fire at him without being hurt, and is thrown 250 uu away by a shot at the floor between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.weapons import kind_of
from agentfw.geometry import Vec3
from agentfw.vocabulary import Shoot

if TYPE_CHECKING:
    from agentfw.body.human import Human
    from agentfw.body.port import Port
    from agentfw.perception import KnownPlayer, View

__all__ = ["Leaping"]

_LEAPS_FROM: Final = 0.5
_ROCKETS: Final = "rocket"
_ROUNDS: Final = 3
_FIT: Final = 90
_FIT_IN_ARMOR: Final = 60
_ARMOR: Final = 40
_EVERY_S: Final = 5.0
_AHEAD_UU: Final = 60.0
"""So far ahead of the feet the shot goes: a game aims only at what its body has before it."""
_BELOW_UU: Final = 44.0
_BLAST_UU: Final = 300.0


class Leaping:
    """Decides on leaps by the rules of Quake III: rounds enough, good health, no multiplied damage."""

    def __init__(self, human: Human) -> None:
        self._is_able = human.weapon_jumper >= _LEAPS_FROM
        self._leapt_at = -_EVERY_S

    def leaps(self, view: View, port: Port, enemy: KnownPlayer) -> bool:
        """Leap away from an enemy who is too near for the weapon in hand; whether it does."""
        here, there = view.location, enemy.location
        if not self._is_able or here is None or there is None or view.now - self._leapt_at < _EVERY_S:
            return False
        if not _is_fit(view) or not _is_armed(view) or _hurts_friends(view):
            return False
        ahead = Vec3(there.x - here.x, there.y - here.y, 0.0).unit() * _AHEAD_UU
        self._leapt_at = view.now
        port.jump()
        port.shoot(Shoot(location=here + ahead - Vec3(0.0, 0.0, _BELOW_UU)))
        return True


def _is_fit(view: View) -> bool:
    until, time = view.me.damage_boost_until, view.time
    if until is not None and time is not None and until > time:
        return False
    return view.health >= _FIT or (view.health >= _FIT_IN_ARMOR and (view.me.armor or 0) >= _ARMOR)


def _is_armed(view: View) -> bool:
    held = view.weapons.get(view.me.weapon) if view.me.weapon is not None else None
    return kind_of(held) == _ROCKETS and (view.me.ammo or 0) >= _ROUNDS


def _hurts_friends(view: View) -> bool:
    return any(view.distance_to(mate.location) < _BLAST_UU for mate in view.mates)
