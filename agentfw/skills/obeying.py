"""What leaders can order, as acts: each begins, goes on and ends by itself, whoever follows which plan.

They move the legs and leave the hands to whoever decides about fights. While one of them wants nothing,
as for who holds a point that enemies come to, the bot does what its own plan says.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import Fight, Follow, Patrol, PickUpItem, TravelTo
from agentfw.language.types import plain_name
from agentfw.skills.duties import to_flag, to_thief
from agentfw.skills.items import best_item
from agentfw.skills.outcomes import Done, Failed, Wants
from agentfw.skills.posts import is_alarmed, supplies, touch, watch, wayside
from agentfw.skills.skill import act
from agentfw.skills.spots import NOBODY_KNOWS, as_place, enemy_flag_of, entity, journey, spot
from agentfw.skills.wanting import can_shoot, lies_about, wants
from agentfw.vocabulary import Died, EntityId, FlagState, PlayerDied, Spawned

if TYPE_CHECKING:
    from agentfw.decisions import MoveIntent
    from agentfw.geometry import Vec3
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Performs

__all__ = [
    "ORDERS",
    "camp_at",
    "escort",
    "fetch_item",
    "get_flag",
    "guard_base",
    "help_mate",
    "hold_point",
    "hunt_player",
    "lead_the_way",
    "order_act",
    "patrol_places",
    "return_flag",
    "rush_to",
]

_NOTHING: Final = Wants()
_STANDS_AND_FIGHTS: Final = Wants(stops=("move",))
"""The hands do as the plan says, else they fire; the body moves as the fight asks."""
_HOME_UU: Final = 8.0
_ESCORT_UU: Final = 112.0
_LOST_S: Final = 60.0
_HELP_S: Final = 60.0
_RUSH_S: Final = 5.0
_WAIT_UU: Final = 600.0
_THERE_UU: Final = 150.0


@act
def get_flag(now: Moment) -> Performs:
    """The flag of the enemy fetched and brought home. Done when this bot has captured it.

    While a friend carries it: after the own flag, if that is away. Does as its own plan says while a
    friend brings it home, and while nobody knows where any of these are.
    """
    has_it = False
    while True:
        is_carrying = now.view.carried_flag is not None
        is_reborn = bool(now.view.happened(Died) or now.view.happened(Spawned))
        if has_it and not is_carrying and not is_reborn:
            theirs = enemy_flag_of(now.view)
            if theirs is not None and theirs.state is FlagState.HOME:
                return None
        has_it = is_carrying
        goal = _flag_errand(now)
        now = yield _moving(now, wayside(now, goal) or goal)


@act
def return_flag(now: Moment) -> Performs:
    """The own flag brought home: touched where it lies, or its thief hunted. Done when it is at home."""
    while True:
        ours = now.view.own_flag
        if ours is not None and ours.state is FlagState.HOME:
            return None
        now = yield _recovering(now)


@act
def guard_base(now: Moment, where: str | Vec3 = "own base", seconds: float = 600.0) -> Performs:
    """A place guarded, the own base unless told: a point, an item, a place, a friend, or coordinates.

    Fetches what it needs nearby and looks about; stands and fights while an enemy is near the post, and
    brings a flag back that is away. Done after the time. Fails while nobody knows the place.
    """
    until, meant = now.view.now + seconds, as_place(where)
    is_base = isinstance(meant, str) and plain_name(meant) == "ownbase"
    while now.view.now < until:
        post = spot(now, meant)
        if post is None:
            return Failed(NOBODY_KNOWS.format(where))
        ours = now.view.own_flag
        if is_base and ours is not None and ours.state is not FlagState.HOME:
            now = yield _recovering(now)
        elif is_alarmed(now, post):
            now = yield _STANDS_AND_FIGHTS
        else:
            now = yield _moving(now, supplies(now, post) or watch(now, meant, post))
    return None


@act
def hold_point(now: Moment, point: str) -> Performs:
    """A domination point taken whenever it is not ours, and guarded while it is, for ever.

    Fails while nobody knows the point.
    """
    while True:
        found = entity(now.view, point)
        known = now.view.points.get(found) if found is not None else None
        if known is None or known.location is None:
            return Failed(NOBODY_KNOWS.format(point))
        if known.owner != now.view.team:
            now = yield _moving(now, touch(now, known.id))
        elif is_alarmed(now, known.location):
            now = yield _NOTHING
        else:
            now = yield _moving(now, watch(now, known.id, known.location))


@act
def escort(now: Moment, mate: str, seconds: float = 600.0) -> Performs:
    """A friend followed at 112 uu. Done after the time; fails when it was not seen for 60 s."""
    until = now.view.now + seconds
    lost_at = now.view.now + _LOST_S
    while now.view.now < until:
        found = entity(now.view, mate)
        known = now.view.players.get(found) if found is not None else None
        if known is not None and known.location is not None:
            lost_at = max(lost_at, known.seen_at + _LOST_S)
        if now.view.now > lost_at:
            return Failed(f"cannot find {mate}")
        is_known = known is not None and known.location is not None
        after = Follow(target=found, distance_uu=_ESCORT_UU) if found is not None and is_known else None
        now = yield _moving(now, after)
    return None


@act
def help_mate(now: Moment, mate: str) -> Performs:
    """A friend looked for and followed for a minute, to fight beside it. Fails as `escort`."""
    return escort(now, mate, _HELP_S)


@act
def rush_to(now: Moment, where: str | Vec3 = "own base") -> Performs:
    """The fastest way to a place, the own base unless told, and some seconds there; then done.

    Fails while nobody knows the place.
    """
    arrived_at, meant = math.inf, as_place(where)
    while now.view.now < arrived_at + _RUSH_S:
        goal = journey(now, meant)
        if goal is None:
            return Failed(NOBODY_KNOWS.format(where))
        if now.view.distance_to(spot(now, meant)) < _THERE_UU:
            arrived_at = min(arrived_at, now.view.now)
        now = yield _moving(now, goal)
    return None


@act
def camp_at(now: Moment, where: str | Vec3 = "here", seconds: float = 600.0) -> Performs:
    """A place kept in sight from where it is, or where this bot stands; done after the time.

    Fails while nobody knows the place.
    """
    post: str | Vec3 | None = as_place(where)
    if isinstance(post, str) and plain_name(post) == "here":
        post = now.view.location
    until = now.view.now + seconds
    while now.view.now < until:
        there = spot(now, post)
        if there is None:
            return Failed(NOBODY_KNOWS.format(where))
        now = yield _moving(now, watch(now, post, there))
    return None


@act
def patrol_places(now: Moment, *places: object) -> Performs:
    """Two places or more visited in turn, for ever; ``back`` at the end goes there and back.

    Fails while nobody knows one of them.
    """
    names = [str(one) for one in places]
    is_back = bool(names) and plain_name(names[-1]) == "back"
    stops = []
    for name in names[:-1] if is_back else names:
        where = _stop(now, name)
        if where is None:
            return Failed(NOBODY_KNOWS.format(name))
        stops.append(where)
    if len(stops) < 2:
        return Failed("a patrol needs two places")
    round_trip = Patrol(places=tuple(stops), ping_pong=is_back)
    while True:
        now = yield _moving(now, round_trip)


@act
def fetch_item(now: Moment, kind: str) -> Performs:
    """The best item of a kind fetched, or the one of that name; done when this bot has it.

    Fails when there is none, and when it could not be had.
    """
    named, began_at = entity(now.view, kind), now.view.now
    chosen = named if named in now.view.items else best_item(now, kind)
    if chosen is None:
        return Failed(f'there is no item "{kind}"')
    wish = PickUpItem(item=chosen)
    while True:
        now = yield _moving(now, wish)
        last = now.view.activity("move")
        is_mine = last is not None and last.intent == wish and last.started_at >= began_at
        if last is not None and is_mine and not last.is_running:
            return Done(chosen) if last.is_done else Failed(last.reason)


@act
def hunt_player(now: Moment, player: str) -> Performs:
    """Somebody chased to where it was seen last. Done when it dies; fails when nobody is called so."""
    found = entity(now.view, player)
    if found is None or found not in now.view.players:
        return Failed(f'nobody is called "{player}"')
    while True:
        if any(one.id == found for one in now.view.happened(PlayerDied)):
            return None
        known = now.view.players.get(found)
        is_near = known is not None and known.is_visible
        goal = None if is_near or known is None or known.location is None else TravelTo(target=found)
        now = yield _moving(now, goal)


@act
def lead_the_way(now: Moment, mate: str, where: str | Vec3 = "enemy base") -> Performs:
    """A way shown to a friend: to a place, the enemy's base unless told, waiting for who falls behind.

    Done there. Fails while nobody knows the place, and when the friend was not seen for 60 s.
    """
    lost_at, meant = now.view.now + _LOST_S, as_place(where)
    while now.view.distance_to(spot(now, meant)) > _THERE_UU:
        goal, found = journey(now, meant), entity(now.view, mate)
        known = now.view.players.get(found) if found is not None else None
        there = known.location if known is not None else None
        if known is not None and there is not None:
            lost_at = max(lost_at, known.seen_at + _LOST_S)
        if goal is None or now.view.now > lost_at:
            return Failed(NOBODY_KNOWS.format(where if goal is None else mate))
        if now.view.distance_to(there) < _WAIT_UU:
            now = yield _moving(now, goal)
        else:
            waits = found is None or there is None or now.view.distance_to(there) < 2.0 * _WAIT_UU
            now = yield Wants(stops=("move",)) if waits else _moving(now, TravelTo(location=there))
    return None


# How the acts are ordered


ORDERS: Final[dict[str, str]] = {
    "get flag": "get_flag",
    "attack": "get_flag",
    "return flag": "return_flag",
    "defend": "guard_base",
    "guard": "guard_base",
    "hold": "hold_point",
    "take": "hold_point",
    "follow": "escort",
    "accompany": "escort",
    "escort": "escort",
    "help": "help_mate",
    "rush": "rush_to",
    "go": "rush_to",
    "camp": "camp_at",
    "patrol": "patrol_places",
    "get item": "fetch_item",
    "kill": "hunt_player",
    "lead": "lead_the_way",
}
"""What every bot understands that has skills, and the act that it is."""

_ACT_OF: Final = {plain_name(task): name for task, name in ORDERS.items()}


def order_act(task: str) -> str:
    """The name of the act that an order asks for: of those above, else as it stands."""
    return _ACT_OF.get(plain_name(task), task)


# Where it leads


def _moving(now: Moment, goal: MoveIntent | None) -> Wants:
    return wants(now, move=goal) if goal is not None else _NOTHING


def _flag_errand(now: Moment) -> MoveIntent | None:
    view, ours, theirs = now.view, now.view.own_flag, enemy_flag_of(now.view)
    if lies_about(now, ours):
        return to_flag(now, ours)  # without our flag at home nobody scores
    if view.carried_flag is not None:
        home = ours.home if ours is not None else None
        return TravelTo(location=home, tolerance_uu=_HOME_UU) if home is not None else None
    if theirs is not None and theirs.state is not FlagState.HELD:
        return to_flag(now, theirs)
    if ours is not None and ours.state is FlagState.HELD:
        return _recovery(now)
    return None  # a friend brings it home


def _recovering(now: Moment) -> Wants:
    """After our flag, with all shots for who has it while that one is in sight."""
    goal, ours = _recovery(now), now.view.own_flag
    thief = now.view.players.get(ours.holder) if ours is not None and ours.holder else None
    if goal is None or thief is None or not thief.is_visible or not can_shoot(now.view):
        return _moving(now, goal)
    return wants(now, move=goal, fight=Fight(target=thief.id))


def _recovery(now: Moment) -> MoveIntent | None:
    """After our flag: to where it lies, after who has it, else to where that one has to come by."""
    ours = now.view.own_flag
    return to_flag(now, ours) if lies_about(now, ours) else to_thief(now)


def _stop(now: Moment, name: str) -> EntityId | None:
    """The place of the map that a name means, or that is nearest to what it means."""
    found = entity(now.view, name)
    if found is not None and found in now.view.graph.nodes:
        return found
    there = spot(now, as_place(name))
    near = now.view.graph.nearest(there) if there is not None else None
    return near.id if near is not None else None
