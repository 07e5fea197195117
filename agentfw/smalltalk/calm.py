"""Whether a bot can afford to type: no fight, nobody about or just gone, not hurt, on dry ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Fight, Follow, ShootAt, TravelTo
from agentfw.skills.fitness import has_boost
from agentfw.vocabulary import BodyPart, Died, Spawned, VolumeEntered, ZoneEntered

if TYPE_CHECKING:
    from agentfw.decisions import Decision
    from agentfw.perception import View
    from agentfw.vocabulary import EntityId, SelfState

__all__ = ["Calm"]

_JUST_HURT_S: Final = 2.0
_JUST_SEEN_S: Final = 2.5
"""Whoever went out of sight so shortly ago is still there."""
_IN_VAIN_S: Final = 5.0
"""A fight with anybody, of whom nobody was seen for so long, is none."""
_STANDS_UU: Final = 60.0
"""The center of a body that stands is no higher above the floor."""
_STANDS_SPEED: Final = 60.0
"""Who rises or falls faster, in uu per second, does not stand, where no floor is told."""
_LIQUIDS: Final = ("water", "lava", "slime", "nitrogen", "tar")
"""Parts of the names of zones that are full of it."""


class Calm:
    """Looks whether it is calm; of all that happened, it remembers only liquids."""

    def __init__(self) -> None:
        self._is_wet = False

    def look(self, view: View) -> None:
        """Take notice of what happened: bodies in liquid, and new ones that are not."""
        for event in view.events:
            percept = event.percept
            if isinstance(percept, VolumeEntered):
                self._is_wet = bool(percept.water or percept.pain_causing)
            elif isinstance(percept, ZoneEntered) and percept.part is not BodyPart.HEAD:
                self._is_wet = any(part in (percept.id or "").lower() for part in _LIQUIDS)
            elif isinstance(percept, Died | Spawned):
                self._is_wet = False

    def is_fighting(self, view: View, decision: Decision, *, minds_wounds: bool = True) -> bool:
        """Whether there is a fight: enemies about, one that is fought or chased, or fire from nowhere.

        The dead have peace. Who does not mind its wounds only looks for enemies.
        """
        if not view.is_alive:
            return False
        threats = view.threats
        is_hurt = threats.is_under_fire or view.now - threats.hurt_at <= _JUST_HURT_S
        is_at_it = _fights(view, decision) or _chases(view, decision)
        return (minds_wounds and is_hurt) or is_at_it or _is_seen(view, _JUST_SEEN_S)

    def is_at_ease(self, view: View, decision: Decision) -> bool:
        """Whether nothing speaks against beginning to type."""
        if not view.is_alive:
            return True
        is_well = not self._is_wet and not has_boost(view) and _is_standing(view.me)
        return is_well and not self.is_fighting(view, decision)


def _fights(view: View, decision: Decision) -> bool:
    hands = decision.fight
    if isinstance(hands, Fight):
        return _is_seen(view, _IN_VAIN_S) or _is_enemy_somewhere(view, hands.target)
    return isinstance(hands, ShootAt)


def _chases(view: View, decision: Decision) -> bool:
    legs = decision.move
    return isinstance(legs, TravelTo | Follow) and _is_enemy_somewhere(view, legs.target)


def _is_enemy_somewhere(view: View, one: EntityId | None) -> bool:
    """Whether it is an enemy of whom it is known where he is, or was."""
    known = view.players.get(one) if one is not None else None
    return known is not None and known.location is not None and view.is_enemy(known)


def _is_seen(view: View, within_s: float) -> bool:
    """Whether an enemy is in sight, or was a moment ago."""
    if view.enemies:
        return True
    last = next(iter(view.remembered_enemies), None)
    return last is not None and view.now - last.seen_at <= within_s


def _is_standing(me: SelfState) -> bool:
    if me.floor_location is not None and me.location is not None:
        return me.location.z - me.floor_location.z <= _STANDS_UU
    return me.velocity is None or abs(me.velocity.z) <= _STANDS_SPEED
