"""Skills of Capture the Flag: bases, flags, and who has them.

A base is where a flag belongs, learned from a flag that was seen at home or told by the game. With
several enemy teams "the enemy" is the one whose flag is nearest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.running import is_there
from agentfw.decisions import Fight, TravelTo
from agentfw.skills.outcomes import Failed
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import TOUCH_UU, enemy_flag_of
from agentfw.skills.wanting import (
    NO_AMMO,
    REACH,
    can_shoot,
    is_refused,
    lies_about,
    noted_time,
    wants,
)
from agentfw.skills.ways import can_reach
from agentfw.vocabulary import FlagState

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.perception import KnownFlag, KnownPlayer, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome
    from agentfw.vocabulary import EntityId

__all__ = [
    "at_enemy_base",
    "at_own_base",
    "enemy_base",
    "enemy_flag",
    "enemy_flag_home",
    "enemy_flag_on_ground",
    "enemy_flag_reachable",
    "enemy_flag_taken",
    "flag_carrier",
    "have_enemy_flag",
    "know_enemy_base_pos",
    "know_own_base_pos",
    "mate_has_enemy_flag",
    "our_flag_on_ground",
    "our_flag_reachable",
    "own_base",
    "own_flag",
    "own_flag_home",
    "own_flag_taken",
    "run_to_enemy_carrying_our_flag",
    "see_enemy_with_our_flag",
    "shoot_enemy_carrying_our_flag",
    "to_enemy_base",
    "to_enemy_flag",
    "to_own_base",
    "to_own_flag",
]

_HOME_UU: Final = 8.0
"""A body that goes home comes nearer than `at_own_base` asks."""


# Bases


@sense
def own_base(now: Moment) -> Vec3 | None:
    """Where the own flag belongs; nothing while nobody knows."""
    return _home(now.view.own_flag)


@sense
def enemy_base(now: Moment) -> Vec3 | None:
    """Where the flag of the enemy belongs; nothing while nobody knows."""
    return _home(enemy_flag_of(now.view))


@sense
def know_own_base_pos(now: Moment) -> bool:
    """Whether it is known where the own flag belongs."""
    return _home(now.view.own_flag) is not None


@sense
def know_enemy_base_pos(now: Moment) -> bool:
    """Whether it is known where the flag of the enemy belongs."""
    return _home(enemy_flag_of(now.view)) is not None


@sense
def at_own_base(now: Moment, within: float = 10.0) -> bool:
    """Whether the body is nearer than 10 uu to where the own flag belongs, on the same floor."""
    return _is_nearer(now.view, _home(now.view.own_flag), within)


@sense
def at_enemy_base(now: Moment, within: float = 100.0) -> bool:
    """Whether the body is nearer than 100 uu to where the enemy's flag belongs, on the same floor."""
    return _is_nearer(now.view, _home(enemy_flag_of(now.view)), within)


# Flags


@sense
def own_flag(now: Moment) -> Vec3 | None:
    """Where to look for the own flag: at home, or where it was seen last; nothing if unknown."""
    return _whereabouts(now.view.own_flag)


@sense
def enemy_flag(now: Moment) -> Vec3 | None:
    """Where to look for the flag of the enemy; nothing while nobody knows."""
    return _whereabouts(enemy_flag_of(now.view))


@sense
def own_flag_home(now: Moment) -> bool:
    """Whether the own flag is at home, as far as known; only then a flag can be captured."""
    return _is(now.view.own_flag, FlagState.HOME)


@sense
def own_flag_taken(now: Moment) -> bool:
    """Whether an enemy carries the own flag, as far as known."""
    return _is(now.view.own_flag, FlagState.HELD)


@sense(aliases=("own_flag_dropped",))
def our_flag_on_ground(now: Moment) -> bool:
    """Whether the own flag lies about at a known spot, as far as known; touch it to bring it home.

    Not where the body went and did not find it, until it is seen again.
    """
    return lies_about(now, now.view.own_flag)


@sense
def enemy_flag_home(now: Moment) -> bool:
    """Whether the flag of the enemy is at home, as far as known."""
    return _is(enemy_flag_of(now.view), FlagState.HOME)


@sense
def enemy_flag_taken(now: Moment) -> bool:
    """Whether somebody of us carries the flag of the enemy, as far as known."""
    return _is(enemy_flag_of(now.view), FlagState.HELD)


@sense(aliases=("enemy_flag_dropped",))
def enemy_flag_on_ground(now: Moment) -> bool:
    """Whether the enemy's flag lies about at a known spot; as `our_flag_on_ground`."""
    return lies_about(now, enemy_flag_of(now.view))


@sense
def our_flag_reachable(now: Moment) -> bool:
    """Whether the own flag is in sight and can be reached now; silence makes that unknown again."""
    return _is_reachable(now, now.view.own_flag)


@sense
def enemy_flag_reachable(now: Moment) -> bool:
    """Whether the enemy's flag is in sight and can be reached now; silence makes it unknown again."""
    return _is_reachable(now, enemy_flag_of(now.view))


@sense(aliases=("holding_enemy_flag", "carrying_flag", "have_flag"))
def have_enemy_flag(now: Moment) -> bool:
    """Whether this bot carries a flag."""
    return now.view.carried_flag is not None


@sense
def mate_has_enemy_flag(now: Moment) -> EntityId | None:
    """The id of the friend who carries the flag of the enemy, if that is known; else nothing."""
    flag = enemy_flag_of(now.view)
    held = flag.holder if flag is not None and flag.state is FlagState.HELD else None
    return held if held and held != now.view.me.id else None


@sense
def flag_carrier(now: Moment) -> EntityId | None:
    """The id of the enemy who carries the own flag, if that is known; else nothing."""
    flag = now.view.own_flag
    return (flag.holder or None) if flag is not None else None


@sense(aliases=("flag_carrier_visible",))
def see_enemy_with_our_flag(now: Moment) -> bool:
    """Whether the enemy who carries the own flag is in sight."""
    carrier = _carrier(now.view)
    return carrier is not None and carrier.is_visible


# Acts


@act(effects=("at_own_base = true",))
def to_own_base(now: Moment) -> Outcome:
    """A journey to where the own flag belongs, to within 8 uu. Fails while nobody knows where.

    Ends and fails as `travel_to` does; looks at the attacker on the way while there is one.
    """
    home = _home(now.view.own_flag)
    if home is None:
        return Failed("does not know where the own base is")
    return wants(now, move=TravelTo(location=home, tolerance_uu=_HOME_UU))


@act(effects=("at_enemy_base = true",))
def to_enemy_base(now: Moment) -> Outcome:
    """A journey to where the flag of the enemy belongs, to within 20 uu. Fails as `to_own_base`."""
    home = _home(enemy_flag_of(now.view))
    if home is None:
        return Failed("does not know where the enemy base is")
    return wants(now, move=TravelTo(location=home, tolerance_uu=TOUCH_UU))


@act
def to_own_flag(now: Moment) -> Outcome:
    """A journey to where the own flag is or was seen last, to touch it. Fails while that is unknown."""
    return _to_flag(now, now.view.own_flag)


@act
def to_enemy_flag(now: Moment) -> Outcome:
    """A journey to where the enemy's flag is or was seen last, to touch it. Fails while unknown."""
    return _to_flag(now, enemy_flag_of(now.view))


@act
def shoot_enemy_carrying_our_flag(now: Moment) -> Outcome:
    """Shots at the enemy who carries the own flag. Ends as `fight`; fails while nobody knows who."""
    carrier = _carrier(now.view)
    if carrier is None or carrier.location is None:
        return Failed("does not know who carries the own flag")
    if not can_shoot(now.view):
        return Failed(NO_AMMO)
    return wants(now, fight=Fight(target=carrier.id))


@act
def run_to_enemy_carrying_our_flag(now: Moment) -> Outcome:
    """A run to where the enemy who carries the own flag is or was last. Fails while that is unknown."""
    carrier = _carrier(now.view)
    if carrier is None or carrier.location is None:
        return Failed("does not know who carries the own flag")
    return wants(now, move=TravelTo(target=carrier.id))


def _home(flag: KnownFlag | None) -> Vec3 | None:
    return flag.home if flag is not None else None


def _whereabouts(flag: KnownFlag | None) -> Vec3 | None:
    return flag.whereabouts if flag is not None else None


def _is(flag: KnownFlag | None, state: FlagState) -> bool:
    return flag is not None and flag.state is state


def _is_nearer(view: View, there: Vec3 | None, within: float) -> bool:
    here = view.location
    if here is None or there is None:
        return False
    return is_there(here, there, within) and here.ground_distance_to(there) < within


def _is_reachable(now: Moment, flag: KnownFlag | None) -> bool:
    if flag is None or flag.seen_at <= noted_time(now, REACH) or is_refused(now, flag.id):
        return False
    return can_reach(now.view, flag)


def _carrier(view: View) -> KnownPlayer | None:
    flag = view.own_flag
    return view.players.get(flag.holder) if flag is not None and flag.holder else None


def _to_flag(now: Moment, flag: KnownFlag | None) -> Outcome:
    there = _whereabouts(flag)
    if flag is None or there is None:
        return Failed("does not know where that flag is")
    if flag.id and now.view.locate(flag.id) is not None:
        return wants(now, move=TravelTo(target=flag.id, tolerance_uu=TOUCH_UU))
    return wants(now, move=TravelTo(location=there, tolerance_uu=TOUCH_UU))
