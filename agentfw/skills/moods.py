"""Skills of the temper: who the enemy is, how fit one feels, when to flee and when to chase.

The rules are those of the Quake III bot. `attack_enemy` notes who the enemy is; senses go by that note,
and by who is in sight while there is none.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import Fight, PickUpItem, TravelTo
from agentfw.skills.duties import duty_of
from agentfw.skills.fitness import fitness_of
from agentfw.skills.foes import (
    FOE,
    died_at,
    enemy_of,
    find_enemy,
    is_afraid,
    is_keen,
    note_of,
    noted_foe,
    rather_than,
)
from agentfw.skills.goals import GOAL, NEARBY
from agentfw.skills.outcomes import DONE, Done, Failed, Wants
from agentfw.skills.preferences import combo_ready, preferred_weapon, start_combo, wanted_item
from agentfw.skills.skill import act, sense
from agentfw.skills.tempered import cure_in_fights
from agentfw.skills.tempers import care_of
from agentfw.skills.wanting import wants
from agentfw.vocabulary import EntityId, Firing

if TYPE_CHECKING:
    from agentfw.decisions import MoveIntent
    from agentfw.perception import KnownPlayer, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Performs

__all__ = [
    "attack_enemy",
    "better_enemy",
    "chase_enemy",
    "current_enemy",
    "current_enemy_visible",
    "drop_goals",
    "enemy_dead",
    "enemy_dead_for",
    "enemy_found",
    "enemy_invisible",
    "enemy_unseen_for",
    "fitness",
    "forget_enemy",
    "is_looking_on",
    "is_suicidal",
    "other_enemy",
    "wants_chase",
    "wants_first_aid",
    "wants_retreat",
]

_COVER_S: Final = 1.5
"""So long the hands stay at an enemy that is out of sight: a blast may reach it behind its corner."""
_REACHED_UU: Final = 150.0
_AID_BELOW: Final = 60


# The enemy


@sense
def current_enemy(now: Moment) -> EntityId | None:
    """The id of the enemy: the noted one, or who is in sight while that one is not; else nothing."""
    enemy = enemy_of(now)
    return enemy.id if enemy is not None else None


@sense
def current_enemy_visible(now: Moment) -> bool:
    """Whether the enemy is in sight and alive."""
    enemy = enemy_of(now)
    return enemy is not None and enemy.is_visible


@sense
def enemy_found(now: Moment) -> EntityId | None:
    """The id of an enemy in sight that is worth a fight; nothing if there is none.

    Who carries a flag, else the nearest. A bot with a fitness below 50 lets those go who are farther
    than 100 uu and look away, unless it was hurt within the last second, or is on the way to the
    enemy's flag or to a point, where shots cost nothing.
    """
    return _id(find_enemy(now))


@sense
def better_enemy(now: Moment) -> EntityId | None:
    """The id of whom to fight instead of the enemy: a nearer one, or who carries a flag; else nothing.

    Nearer by three tenths or more. Never somebody instead of an enemy who carries a flag.
    """
    return _id(rather_than(now, enemy_of(now)))


@sense
def other_enemy(now: Moment) -> EntityId | None:
    """The id of an enemy in sight while the noted one is out of sight; else nothing."""
    noted, found = noted_foe(now), find_enemy(now)
    if noted is None or found is None or found.id == noted.target:
        return None
    return None if now.view.players[noted.target].is_visible else found.id


@sense
def enemy_unseen_for(now: Moment) -> float:
    """For how many seconds the enemy was out of sight; 0 while it is not, infinite without one."""
    enemy = enemy_of(now)
    if enemy is None:
        return math.inf
    return 0.0 if enemy.is_visible else now.view.now - enemy.seen_at


@sense
def enemy_dead(now: Moment) -> bool:
    """Whether the noted enemy is dead, and nobody else has taken its place."""
    return _death(now) is not None


@sense
def enemy_dead_for(now: Moment) -> float:
    """For how many seconds the enemy has been dead; 0 while it lives or there is none."""
    when = _death(now)
    return now.view.now - when if when is not None else 0.0


@sense
def enemy_invisible(now: Moment) -> bool:
    """Whether the enemy is told to be in view, but not where, and holds its fire.

    GameBots tells players either with their places or not at all, so that it is never true there.
    """
    enemy = enemy_of(now)
    if enemy is None or not enemy.is_visible:
        return False
    return enemy.location is None and enemy.firing is Firing.NONE


@act
def attack_enemy(now: Moment) -> Performs:
    """Shots at the enemy, whoever that is from think to think, and a note about it; for ever.

    Use it in a fight, and beside an act that moves: legs that nobody else wants move as the fight asks.
    Stays at who went out of sight for 1.5 s. Heals by adrenaline below 60 points of health, where the
    game has that; legs of a careful character look for health. Never fails.
    """
    while True:
        enemy, aid = enemy_of(now), _first_aid(now) or cure_in_fights(now)
        notes = note_of(now)
        if enemy is not None and _is_fought(now, enemy):
            now = yield Wants(
                move=aid, fight=Fight(target=enemy.id, weapon=preferred_weapon(now)), notes=notes
            )
        else:
            now = yield Wants(move=aid, stops=("fight",), notes=notes)


@act
def chase_enemy(now: Moment) -> Outcome:
    """A run to where the enemy was seen last. Done within 150 uu of that spot.

    Fails without an enemy, and when nobody knows where it was; else as `travel_to` does.
    """
    enemy = enemy_of(now)
    if enemy is None or enemy.location is None:
        return Failed("nobody knows where the enemy was")
    return wants(now, move=TravelTo(location=enemy.location, tolerance_uu=_REACHED_UU))


@act
def forget_enemy(now: Moment) -> Done:
    """Nobody is the enemy any more, until one is in sight. Done at once, never fails."""
    return Done(notes={FOE: None}) if FOE in now.notes else DONE


@act
def drop_goals(now: Moment) -> Done:
    """The items that this bot was going for are forgotten; others may be better later. Never fails."""
    held = {name: None for name in (GOAL, NEARBY) if name in now.notes}
    return Done(notes=held) if held else DONE


# Tempers


@sense(aliases=("aggression",))
def fitness(now: Moment) -> float:
    """How fit for a fight this bot is, from 0 to 100, by its health and its arms.

    50 is even. 0 below 60 points of health, below 80 without 40 of armor, against somebody 200 uu
    above, and without a decent weapon that is loaded; 70 with multiplied damage.
    """
    return fitness_of(now.view, enemy_of(now), care_of(now))


@sense
def wants_retreat(now: Moment) -> bool:
    """Whether this bot had rather get away from the enemy: with a fitness below 50.

    Always with a flag in hand, never from an enemy with a flag, always on the way to the enemy's flag
    or to a point.
    """
    return is_afraid(now, enemy_of(now))


@sense
def wants_chase(now: Moment) -> bool:
    """Whether this bot would run after the enemy: with a fitness above 50.

    Never with a flag in hand, always after an enemy with a flag, never on the way to the enemy's flag
    or to a point, nor while holding one.
    """
    return is_keen(now, enemy_of(now))


@sense
def is_suicidal(now: Moment) -> bool:
    """Whether there is nowhere to retreat to: no duty, no item wanted, and none on the way."""
    return not duty_of(now) and not _is_fetching(now.view) and wanted_item(now) is None


@sense
def wants_first_aid(now: Moment) -> bool:
    """Whether to heal by adrenaline: a full charge, no combo, and less than 60 points of health."""
    return combo_ready(now) and now.view.is_alive and now.view.health < _AID_BELOW * care_of(now)


@sense
def is_looking_on(now: Moment) -> bool:
    """Whether this bot has no body and is not dead either, as before the game has told of it."""
    return now.view.is_alive and now.view.me.location is None


def _id(player: KnownPlayer | None) -> EntityId | None:
    return player.id if player is not None else None


def _death(now: Moment) -> float | None:
    enemy, foe = enemy_of(now), noted_foe(now)
    is_it = enemy is not None and foe is not None and enemy.id == foe.target
    return died_at(now) if is_it else None


def _is_fought(now: Moment, enemy: KnownPlayer) -> bool:
    if enemy.is_visible:
        return True
    return died_at(now) is None and now.view.now - enemy.seen_at <= _COVER_S


def _first_aid(now: Moment) -> MoveIntent | None:
    found = start_combo(now, "booster") if wants_first_aid(now) else None
    return found.move if isinstance(found, Wants) else None


def _is_fetching(view: View) -> bool:
    activity = view.activity("move")
    return activity is not None and activity.is_running and isinstance(activity.intent, PickUpItem)
