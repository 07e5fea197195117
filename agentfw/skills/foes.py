"""Whom a bot has to do with: the enemy that it has noted, and whom it would rather fight.

A noted enemy stays the enemy while nobody else is in sight, so that it can be missed and chased. By the
rules of the Quake III bot another one takes its place only if it is nearer or carries a flag, and never
the place of one who carries a flag. Who is far and looks away is let go by a bot that is weak.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.skills.duties import duty_of
from agentfw.skills.fitness import EVEN, fitness_of
from agentfw.skills.tempers import appeal, care_of, is_avenged_on, is_spared, nerve_of
from agentfw.vocabulary import EntityId, PlayerDied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.perception import KnownPlayer, View
    from agentfw.skills.moment import Moment

__all__ = [
    "FOE",
    "Foe",
    "carries_flag",
    "died_at",
    "enemy_of",
    "find_enemy",
    "is_afraid",
    "is_daunted",
    "is_eager",
    "is_keen",
    "note_of",
    "noted_foe",
    "rather_than",
]

FOE: Final = "body.foe"
"""The note about the enemy."""
_CLOSE_UU: Final = 100.0
_NEARER: Final = 0.7
"""By this factor: who changes between two that are equally far hits neither."""
_FRESH_WOUND_S: Final = 1.0
_SEES_WITHIN: Final = math.cos(math.radians(45.0))
_ERRANDS: Final = frozenset({"get flag", "take point"})
"""Who is about one of these fights on the run."""
_POSTS: Final = frozenset({*_ERRANDS, "hold point"})
"""Who is about one of these never runs after somebody."""


class Foe(msgspec.Struct, frozen=True):
    """Somebody whom this bot has to do with."""

    target: EntityId
    died_at: float | None = None


def noted_foe(now: Moment) -> Foe | None:
    """The enemy that was noted, dead or alive; not one who has left the game."""
    noted = now.notes.get(FOE)
    return noted if isinstance(noted, Foe) and noted.target in now.view.players else None


def died_at(now: Moment) -> float | None:
    """When the noted enemy died; None while it lives, or lives again."""
    foe = noted_foe(now)
    if foe is None:
        return None
    known = now.view.players[foe.target]
    if any(death.id == foe.target for death in now.view.happened(PlayerDied)):
        return now.view.now
    if foe.died_at is None or (known.is_visible and known.seen_at > foe.died_at):
        return None
    return foe.died_at


def enemy_of(now: Moment) -> KnownPlayer | None:
    """The enemy: the noted one if it is in sight, else another one who is, else the noted one."""
    foe = noted_foe(now)
    known = now.view.players[foe.target] if foe is not None else None
    if known is not None and known.is_visible and died_at(now) is None:
        return known
    return find_enemy(now) or known


def find_enemy(now: Moment) -> KnownPlayer | None:
    """The nearest enemy in sight that is worth a fight; of all, one who carries a flag."""
    view = now.view
    ones = sorted(_by_appeal(now), key=lambda one: not carries_flag(view, one))
    return next((one for one in ones if not _is_let_go(now, one)), None)


def rather_than(now: Moment, enemy: KnownPlayer | None) -> KnownPlayer | None:
    """Whom to fight instead of an enemy; None to stay with that one."""
    view, found = now.view, find_enemy(now)
    if enemy is None or found is None:
        return found
    if found.id == enemy.id or carries_flag(view, enemy):
        return None
    nearest = next((one for one in _by_appeal(now) if not _is_let_go(now, one)), found)
    if carries_flag(view, found):
        return found
    is_nearer = appeal(now, nearest) < _NEARER * appeal(now, enemy)
    return nearest if is_nearer and nearest.id != enemy.id else None


def carries_flag(view: View, player: KnownPlayer) -> bool:
    """Whether somebody carries a flag, as far as known."""
    return any(flag.holder == player.id for flag in view.flags.values())


def is_afraid(now: Moment, enemy: KnownPlayer | None) -> bool:
    """Whether a bot had rather get away: flags decide first, then its duty, then how fit it is."""
    view = now.view
    if view.carried_flag is not None:
        return True
    if enemy is not None and carries_flag(view, enemy):
        return False
    return duty_of(now) in _ERRANDS or is_daunted(now, enemy)


def is_daunted(now: Moment, enemy: KnownPlayer | None) -> bool:
    """Whether a bot feels unfit for a fight with an enemy, whatever its duty."""
    return fitness_of(now.view, enemy, care_of(now)) < nerve_of(now, enemy, EVEN)


def is_eager(now: Moment, enemy: KnownPlayer | None) -> bool:
    """Whether a bot feels more than fit for a fight with an enemy, whatever its duty."""
    nerve = nerve_of(now, enemy, EVEN)
    return nerve <= 0.0 or fitness_of(now.view, enemy, care_of(now)) > nerve


def is_keen(now: Moment, enemy: KnownPlayer | None) -> bool:
    """Whether a bot runs after an enemy out of sight; flags and duty decide first."""
    view = now.view
    if view.carried_flag is not None:
        return False
    if enemy is not None and carries_flag(view, enemy):
        return True
    return duty_of(now) not in _POSTS and is_eager(now, enemy)


def note_of(now: Moment) -> dict[str, Any]:
    """What has to be noted about the enemy now; nothing while nothing is new."""
    before, enemy = noted_foe(now), enemy_of(now)
    chosen = rather_than(now, enemy) or enemy
    if chosen is None:
        return {FOE: None} if FOE in now.notes else {}
    is_same = before is not None and before.target == chosen.id
    foe = Foe(chosen.id, died_at(now) if is_same else None)
    return {} if foe == before else {FOE: foe}


def _is_let_go(now: Moment, enemy: KnownPlayer) -> bool:
    """Whether an enemy who has not noticed this bot is left in peace; not by who fights on the run."""
    view = now.view
    if is_spared(now, enemy) or is_avenged_on(now, enemy):
        return is_spared(now, enemy)
    is_hurt = view.now - view.threats.hurt_at <= _FRESH_WOUND_S
    if is_hurt or view.distance_to(enemy.location) <= _CLOSE_UU or _looks_here(view, enemy):
        return False
    return duty_of(now) not in _ERRANDS and is_daunted(now, enemy)


def _by_appeal(now: Moment) -> Sequence[KnownPlayer]:
    """The enemies in sight, the nearest first, or whom its character would rather fight."""
    enemies = now.view.enemies
    return enemies if now.traits is None else sorted(enemies, key=lambda one: (appeal(now, one), one.id))


def _looks_here(view: View, enemy: KnownPlayer) -> bool:
    """Whether this bot is in the quarter in front of somebody; yes while the game does not tell."""
    here, there, facing = view.location, enemy.location, enemy.rotation
    if here is None or there is None or facing is None:
        return True
    way = here - there
    return facing.direction().dot(way) >= _SEES_WITHIN * way.length
