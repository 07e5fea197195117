"""Skills of the attacked: who shoots, keeping the attacker in view, shooting back, evading."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import Face, Fight, Order, TravelTo
from agentfw.geometry import Vec3
from agentfw.perception.threats import is_incoming
from agentfw.skills.outcomes import Done, Failed, Wants
from agentfw.skills.skill import act, sense
from agentfw.skills.wanting import FOCUS, NO_AMMO, Focus, can_shoot, focus_of, noted_time, wants

if TYPE_CHECKING:
    from agentfw.perception import View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Performs
    from agentfw.vocabulary import EntityId, ProjectileSeen

__all__ = [
    "attacker",
    "call_for_help",
    "enemy_aims_at_me",
    "evade",
    "expire_damage_info",
    "expire_focus_info",
    "expire_projectile_info",
    "face_attacker",
    "focus",
    "hurt_within",
    "incoming_projectile",
    "is_responding_to_attack",
    "recent_damage",
    "set_attacker",
    "shoot_attacker",
    "taken_damage",
    "taken_damage_from_specific_player",
    "under_attack",
]

_DAMAGE_S: Final = 5.0
_DAMAGE: Final = "body.damage_ignored"
_SHOTS: Final = "body.shots_ignored"
_EVADES_UU: Final = 140.0
_CALLED: Final = "call_for_help.at"
_CALLS_S: Final = 15.0
_SETS_OUT_S: Final = 1.0
_HELP: Final = Order("help")


@sense
def taken_damage(now: Moment, within: float = _DAMAGE_S) -> bool:
    """Whether somebody hurt this bot within the last 5 s, and that was not forgotten on purpose."""
    return _is_hurt(now, within)


@sense
def hurt_within(now: Moment, seconds: float) -> bool:
    """Whether somebody hurt this bot within so many seconds; damage is remembered for 5 s."""
    return now.view.now - now.view.threats.hurt_at <= seconds


@sense
def recent_damage(now: Moment) -> float:
    """How many points were lost to others within the last 5 s."""
    return now.view.threats.damage


@sense
def under_attack(now: Moment) -> bool:
    """Whether this bot was hit within the last 2 s, or a projectile flies this way."""
    return now.view.threats.is_under_fire


@sense
def attacker(now: Moment) -> EntityId | None:
    """The id of who hurt this bot last, within 5 s and if that is known; else nothing."""
    return now.view.threats.attacker


@sense
def taken_damage_from_specific_player(now: Moment) -> bool:
    """Whether it is known who hurt this bot within the last 5 s, or an attacker is kept in view."""
    is_named = now.view.threats.attacker is not None and _is_hurt(now, _DAMAGE_S)
    return is_named or focus_of(now) is not None


@sense
def incoming_projectile(now: Moment) -> bool:
    """Whether a projectile flies this way and will be here within 2 s."""
    return _incoming(now) is not None


@sense
def enemy_aims_at_me(now: Moment) -> bool:
    """Whether an enemy in sight fires in this direction."""
    mine, shooting = now.view.me.id, now.view.shooting
    return mine is not None and any(shooting.get(enemy.id) == mine for enemy in now.view.enemies)


@sense
def is_responding_to_attack(now: Moment) -> bool:
    """Whether an attacker is kept in view: set by `set_attacker`, for 15 s after it was last seen."""
    return focus_of(now) is not None


@sense
def focus(now: Moment) -> EntityId | None:
    """The id of the attacker kept in view; nothing if there is none."""
    found = focus_of(now)
    return found.target if found is not None else None


@act
def set_attacker(now: Moment) -> Done:
    """An attacker kept in view from now on: who hurt this bot, if in sight, else the nearest enemy.

    Bodies that run look at it. With no enemy in sight nothing changes. Done at once, never fails.
    """
    enemies, named = now.view.enemies, now.view.threats.attacker
    chosen = next((one for one in enemies if one.id == named), enemies[0] if enemies else None)
    if chosen is None:
        return Done()
    before = focus_of(now)
    is_shot_at = before is not None and before.is_shot_at and before.target == chosen.id
    return Done(chosen.id, notes={FOCUS: Focus(chosen.id, now.view.now, is_shot_at=is_shot_at)})


@act
def face_attacker(now: Moment) -> Outcome:
    """A look at the attacker kept in view, or where it was. Fails without one."""
    found = focus_of(now)
    if found is None:
        return Failed("nobody is known to attack")
    return wants(now, look=Face(target=found.target))


@act
def shoot_attacker(now: Moment) -> Outcome:
    """Shots at the attacker kept in view, taken up again by whatever moves when it is back in sight.

    Ends as `fight` does, without moving the legs of its own while they are told to run. Fails without
    an attacker, and without ammunition.
    """
    found = focus_of(now)
    if found is None:
        return Failed("nobody is known to attack")
    if not can_shoot(now.view):
        return Failed(NO_AMMO)
    shot_at = Focus(found.target, found.since, is_shot_at=True)
    notes = {} if found.is_shot_at else {FOCUS: shot_at}
    return wants(now, fight=Fight(target=found.target), notes=notes)


@act
def evade(now: Moment) -> Outcome:
    """A side-step of 140 uu out of the way of a projectile, left or right by chance.

    Fails when none comes this way, or while the body is not known.
    """
    here, shot = now.view.location, _incoming(now)
    if here is None or shot is None:
        return Failed("nothing comes this way")
    way = _flight(now.view, shot)
    side = Vec3(-way.y, way.x, 0.0).unit() * (now.random.choice((-1.0, 1.0)) * _EVADES_UU)
    return wants(now, move=TravelTo(location=here + side, tolerance_uu=_EVADES_UU / 4))


@act
def expire_damage_info(now: Moment) -> Done:
    """The damage taken so far counts no more. Done at once, never fails."""
    return Done(notes={_DAMAGE: now.view.now})


@act
def expire_projectile_info(now: Moment) -> Done:
    """The projectiles in the air count no more. Done at once, never fails."""
    return Done(notes={_SHOTS: tuple(shot.id for shot in now.view.projectiles if shot.id)})


@act
def expire_focus_info(now: Moment, older_than: float = 0.0) -> Wants:
    """The attacker kept in view is forgotten, and the trigger released. Done at once, never fails.

    With `older_than`, only an attacker that was not seen for so many seconds.
    """
    is_young = older_than > 0.0 and _unseen_s(now) < older_than
    return Wants() if is_young else wants(now, stops=("look", "fight"), notes={FOCUS: None})


def _unseen_s(now: Moment) -> float:
    """How long ago the attacker kept in view was last seen; infinite without one."""
    found = focus_of(now)
    known = now.view.players.get(found.target) if found is not None else None
    if found is None or known is None:
        return math.inf
    return now.view.now - max(found.since, known.seen_at)


@act
def call_for_help(now: Moment, again_s: float = _CALLS_S) -> Performs:
    """Asks the team for help when somebody hurts this bot on its way, and again after 15 s.

    Whoever leads hears of it, see `ask_team`. Over when the journey is over, as is ``fight_on_the_run``
    beside it. Never fails.
    """
    patience = now.view.now + _SETS_OUT_S
    while _is_moving(now) or now.view.now < patience:
        patience = -math.inf if _is_moving(now) else patience
        is_due = _is_hurt(now, _DAMAGE_S) and now.view.now - noted_time(now, _CALLED) >= again_s
        now = yield Wants(orders=(_HELP,), notes={_CALLED: now.view.now}) if is_due else Wants()
    return None


def _is_moving(now: Moment) -> bool:
    journey = now.view.activity("move")
    return journey is not None and journey.is_running


def _is_hurt(now: Moment, within: float) -> bool:
    hurt_at = now.view.threats.hurt_at
    return now.view.now - hurt_at <= within and hurt_at > noted_time(now, _DAMAGE)


def _incoming(now: Moment) -> ProjectileSeen | None:
    view, ignored = now.view, now.notes.get(_SHOTS)
    old = ignored if isinstance(ignored, tuple) else ()
    shots = (shot for shot in view.projectiles if is_incoming(shot, view.location))
    return next((shot for shot in shots if shot.id is None or shot.id not in old), None)


def _flight(view: View, shot: ProjectileSeen) -> Vec3:
    """Which way a projectile flies; where nobody tells, toward the face of this bot."""
    if shot.direction is not None and (shot.direction.x or shot.direction.y):
        return shot.direction
    facing = view.me.rotation
    return facing.direction() if facing is not None else Vec3(1.0, 0.0, 0.0)
