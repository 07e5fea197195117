"""Skills of fighting: who is there, shooting, chasing, getting away."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import Fight, Hide, Retreat, ShootAt, TravelTo
from agentfw.skills.outcomes import Failed, Wants
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import NOBODY_KNOWS, entity, spot
from agentfw.skills.tempered import chase_as_liked, fight_as_liked, target_as_liked
from agentfw.skills.wanting import NO_AMMO, can_shoot, wants
from agentfw.vocabulary import Died

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.perception import KnownPlayer, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Performs
    from agentfw.vocabulary import EntityId

__all__ = [
    "can_fight",
    "chase",
    "enemies_visible",
    "enemy_distance",
    "enemy_near",
    "enemy_remembered",
    "enemy_visible",
    "fight",
    "fight_on_the_run",
    "hide",
    "mate_nearer",
    "mate_visible",
    "mates_visible",
    "nearest_enemy",
    "nearest_mate",
    "open_fire",
    "retreat",
    "shoot_at",
    "shoot_at_enemy",
    "stop_shooting",
]

_SETS_OUT_S: Final = 1.0
"""So long it may take until the legs have begun."""
_NO_ENEMY: Final = "no enemy is in sight"


@sense(aliases=("see_enemy",))
def enemy_visible(now: Moment, within: float = math.inf) -> bool:
    """Whether an enemy is in sight, and not farther than that many uu."""
    enemies = now.view.enemies
    return bool(enemies) and _is_within(now.view, enemies[0], within)


@sense
def enemies_visible(now: Moment, within: float = math.inf) -> float:
    """How many enemies are in sight and not farther than that many uu."""
    return sum(_is_within(now.view, enemy, within) for enemy in now.view.enemies)


@sense
def nearest_enemy(now: Moment) -> EntityId | None:
    """The id of the nearest enemy in sight; nothing if there is none."""
    return next((enemy.id for enemy in now.view.enemies), None)


@sense
def enemy_distance(now: Moment) -> float:
    """How far away the nearest enemy in sight is, in uu; infinite if there is none."""
    return next((now.view.distance_to(enemy.location) for enemy in now.view.enemies), math.inf)


@sense
def enemy_remembered(now: Moment, within_s: float = 10.0) -> EntityId | None:
    """The id of the enemy out of sight that was seen last, within 10 s; nothing if there is none.

    Use it to chase, or to stay away from a corner.
    """
    view = now.view
    found = (one.id for one in view.remembered_enemies if view.now - one.seen_at <= within_s)
    return next(found, None)


@sense
def enemy_near(now: Moment, where: str | Vec3, within: float = 800.0) -> EntityId | None:
    """The id of the enemy in sight nearest to a spot and within 800 uu of it; nothing if none is.

    Use it to defend a flag or a point: ``enemy_near(own_base)``.
    """
    there = spot(now, where)
    if there is None:
        return None
    far = [(one.location.distance_to(there), one.id) for one in now.view.enemies if one.location]
    return next((enemy for distance, enemy in sorted(far) if distance <= within), None)


@sense
def mate_visible(now: Moment, within: float = math.inf) -> bool:
    """Whether a friend is in sight, and not farther than that many uu."""
    mates = now.view.mates
    return bool(mates) and _is_within(now.view, mates[0], within)


@sense
def mates_visible(now: Moment, within: float = math.inf) -> float:
    """How many friends are in sight and not farther than that many uu."""
    return sum(_is_within(now.view, mate, within) for mate in now.view.mates)


@sense
def nearest_mate(now: Moment) -> EntityId | None:
    """The id of the nearest friend in sight; nothing if there is none."""
    return next((mate.id for mate in now.view.mates), None)


@sense
def mate_nearer(now: Moment, where: str | Vec3) -> bool:
    """Whether a friend in sight is nearer to a spot than this bot, in a straight line.

    Use it to share work without a word: whoever is nearer goes or stays, the other one does not.
    """
    there, here = spot(now, where), now.view.location
    if there is None or here is None:
        return False
    own = here.distance_to(there)
    return any(one.location.distance_to(there) < own for one in now.view.mates if one.location)


@sense
def can_fight(now: Moment) -> bool:
    """Whether some weapon in hand or in the bag has ammunition, as far as known."""
    return can_shoot(now.view)


@act
def fight(now: Moment, target: str = "", stand: bool = False) -> Outcome:  # noqa: FBT001, FBT002
    """A fight with an enemy, the most dangerous one in sight or the one named, legs included.

    Done when it is dead. Absorbs empty weapons while there are others, friends in the line, and cover
    for 5 s. Fails when no enemy is in sight, it is lost for 5 s, or all ammunition is spent.
    """
    chosen = entity(now.view, target) if target else None
    if target and chosen not in now.view.players:
        return Failed(f'nobody is called "{target}"')
    if chosen is None and not now.view.enemies:
        return Failed(_NO_ENEMY)
    if now.traits is not None:
        return fight_as_liked(now, chosen, stand=stand)
    return wants(now, fight=Fight(target=chosen, stand=stand), stops=("move",))


@act
def open_fire(now: Moment) -> Outcome:
    """Shots at the most dangerous enemy in sight, while the legs go on with what they are about.

    Use it in reactive plans before an act that moves. Ends and fails as `fight` does.
    """
    shots = _shots(now)
    return wants(now, fight=shots) if shots is not None else Failed(_NO_ENEMY)


@act
def fight_on_the_run(now: Moment) -> Performs:
    """Shots at whoever comes into sight while the legs go on with what they are about.

    Over when the journey is over, and then successful; for ``travel_to X || fight_on_the_run``, and
    as the act of a drive beside others that move.
    """
    patience = now.view.now + _SETS_OUT_S
    while _is_moving(now.view) or now.view.now < patience:
        shots = _shots(now) if can_shoot(now.view) else None
        patience = -math.inf if _is_moving(now.view) else patience
        now = yield Wants(fight=shots) if shots is not None else Wants(stops=("fight",))
    yield Wants(stops=("fight",))
    return None


@act
def shoot_at_enemy(now: Moment, stand: bool = False) -> Performs:  # noqa: FBT001, FBT002
    """Shots at the enemies in sight, one after the other, each until it is out of view.

    The body moves as the fight asks, unless it shall `stand`. Done when no enemy is left in view.
    Absorbs friends in the line and empty weapons while there are others. Fails when no enemy is in
    view at the start, and when all ammunition is spent. The trigger is released in the end.
    """
    if not now.view.enemies:
        return Failed(_NO_ENEMY)
    if not can_shoot(now.view):
        return Failed(NO_AMMO)
    target = now.view.enemies[0].id
    while now.view.enemies and not _reason_to_stop(now.view):
        known = now.view.players.get(target)
        if known is None or not known.is_visible:
            target = now.view.enemies[0].id
        now = yield Wants(fight=Fight(target=target, stand=stand))
    why_not = _reason_to_stop(now.view)
    yield Wants(stops=("fight",))
    return Failed(why_not) if why_not else None


@act
def shoot_at(now: Moment, where: str | Vec3) -> Outcome:
    """Shots at a spot, whoever is there, until something else is wanted.

    Holds fire while a friend is in the line. Fails when nobody knows the spot, or without ammunition.
    """
    there = spot(now, where)
    if there is None:
        return Failed(NOBODY_KNOWS.format(where))
    return wants(now, fight=ShootAt(there))


@act
def stop_shooting(now: Moment) -> Wants:
    """The trigger released. Done at once, never fails."""
    return wants(now, stops=("fight",))


@act
def chase(now: Moment, enemy: str = "") -> Outcome:
    """A run after an enemy, shooting while it is in sight.

    It is the one named, else the nearest in sight, else the one seen last. Done within 150 uu of it.
    Fails when none is known, and as `travel_to` does.
    """
    why_not = "no enemy is known" if not enemy else f'nobody knows where "{enemy}" is'
    if now.traits is not None:
        return chase_as_liked(now, lambda then: _quarry(then.view, enemy), why_not)
    chosen = _quarry(now.view, enemy)
    if chosen is None:
        return Failed(why_not)
    is_shot = chosen.is_visible and can_shoot(now.view)
    journey = TravelTo(target=chosen.id, tolerance_uu=150.0)
    return wants(now, move=journey, fight=Fight(target=chosen.id) if is_shot else None)


@act
def retreat(now: Moment, shooting: bool = True) -> Wants:  # noqa: FBT001, FBT002
    """A run away from all known enemies, shooting back at those in sight unless told not to.

    Use it with little health. Done when none was seen for 4 s; fails after 60 s.
    """
    is_shot = shooting and can_shoot(now.view)
    return wants(now, move=Retreat(), fight=_shots(now) if is_shot else None)


@act
def hide(now: Moment) -> Wants:
    """A run to where no known enemy can see this bot, and waiting there until something else is wanted.

    Fails when no such place is found.
    """
    return wants(now, move=Hide())


def _shots(now: Moment) -> Fight | None:
    """Shots at whoever is in sight and worth it; None if nobody is."""
    if not now.view.enemies:
        return None
    if now.traits is None:
        return Fight()
    activity = now.view.activity("fight")
    intent = activity.intent if activity is not None else None
    target = target_as_liked(now, intent.target if isinstance(intent, Fight) else None)
    return Fight(target=target) if target is not None else None


def _is_within(view: View, player: KnownPlayer, within: float) -> bool:
    return view.distance_to(player.location) <= within


def _reason_to_stop(view: View) -> str:
    """Why shooting has to end, if that is no success."""
    if not view.is_alive or view.happened(Died):  # the next body may be there already
        return "died"
    return "" if can_shoot(view) else NO_AMMO


def _is_moving(view: View) -> bool:
    activity = view.activity("move")
    return activity is not None and activity.is_running


def _quarry(view: View, enemy: str) -> KnownPlayer | None:
    if enemy:
        named = entity(view, enemy)
        known = view.players.get(named) if named is not None else None
        return known if known is not None and known.location is not None else None
    return next(iter((*view.enemies, *view.remembered_enemies)), None)
