"""Skills of the legs: being somewhere, how far it is, and getting there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.running import is_there
from agentfw.decisions import Camp, Follow, TravelTo
from agentfw.skills.outcomes import Done, Failed
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import NOBODY_KNOWS, entity, journey, spot
from agentfw.skills.wanting import REACH, noted_time, wants
from agentfw.skills.ways import run_speed, standing_at, way_uu

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.perception import KnownPlayer, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Wants
    from agentfw.vocabulary import EntityId

__all__ = [
    "at",
    "camp",
    "close_to_player",
    "distance_to",
    "expire_reachable_info",
    "follow_mate",
    "move_player",
    "neighbor_to",
    "place",
    "run_to",
    "see_player",
    "stop_bot",
    "too_close_for_path",
    "travel_time",
    "travel_to",
    "way_to",
]

_AT_UU: Final = 60.0
"""A body that was sent somewhere stops within 50."""
_PLACE_UU: Final = 100.0


@sense
def at(now: Moment, where: str | Vec3, within: float = _AT_UU) -> bool:
    """Whether the body is at a spot: by coordinates, seen from above, and on the same floor (90 uu).

    True after every journey there, because bodies stop within 50 uu. It never goes by what was
    intended: a body that was pushed away is not there.
    """
    here, there = now.view.location, spot(now, where)
    return here is not None and there is not None and is_there(here, there, within)


@sense(aliases=("neighbour_to",))
def neighbor_to(now: Moment, where: str | Vec3) -> bool:
    """Whether a link of the map leads from where the bot is straight to a spot.

    Read along the link: a ledge that one can only drop from is a neighbor from above only. A place
    in sight that the game calls reachable is one, too.
    """
    return _is_next(now, where)


@sense
def place(now: Moment) -> EntityId | None:
    """The id of the place of the map where the body is, or that is nearest; nothing without a map."""
    return standing_at(now.view)


@sense
def distance_to(now: Moment, where: str | Vec3) -> float:
    """How far away a spot is in a straight line, in uu; infinite while nobody knows where it is."""
    return now.view.distance_to(spot(now, where))


@sense
def way_to(now: Moment, where: str | Vec3) -> float:
    """How far it is to run to a spot, in uu; infinite when there is no way.

    Use it to choose between goals: walls and floors count. Over a map that is still being learned,
    twice the straight line.
    """
    found = entity(now.view, where) if isinstance(where, str) else None
    return way_uu(now.view, spot(now, where), found)


@sense
def travel_time(now: Moment, where: str | Vec3) -> float:
    """How many seconds it takes to run to a spot; infinite when there is no way."""
    found = entity(now.view, where) if isinstance(where, str) else None
    return way_uu(now.view, spot(now, where), found) / run_speed(now.view)


@sense
def too_close_for_path(now: Moment) -> bool:
    """Whether the last journey failed because there is no way, and nothing has begun since.

    The body runs straight to what is too close for a path, so this does not last: turn, try again.
    """
    activity = now.view.activity("move")
    if activity is None or not activity.has_failed or not isinstance(activity.intent, TravelTo):
        return False
    ended = activity.ended_at if activity.ended_at is not None else now.view.now
    return "no way" in activity.reason and ended > noted_time(now, REACH)


@sense
def see_player(now: Moment) -> bool:
    """Whether anybody is in sight, friend or enemy."""
    return _nearest_player(now.view) is not None


@sense
def close_to_player(now: Moment, within: float = 50.0) -> bool:
    """Whether somebody in sight is nearer than 50 uu, seen from above."""
    here, player = now.view.location, _nearest_player(now.view)
    there = player.location if player is not None else None
    return here is not None and there is not None and here.ground_distance_to(there) < within


@act(effects=("at($where) = true",))
def travel_to(
    now: Moment,
    where: str | Vec3,
    stop_if_attacked: bool = False,  # noqa: FBT001, FBT002 - plans name arguments
    stop_if_enemy_seen: bool = False,  # noqa: FBT001, FBT002
) -> Outcome:
    """A journey to a spot, over the links of the map or along the path of the server.

    Done when the body is within 50 uu, at once if it is there. Absorbs bumps, blocked links, getting
    lost and goals that move. Fails when nobody knows the spot, there is no way, it took five failed
    tries or 180 s, the bot dies, or on an attack or the sight of an enemy if asked to.
    """
    goal = journey(now, where, stop_if_attacked=stop_if_attacked, stop_if_enemy_seen=stop_if_enemy_seen)
    return wants(now, move=goal) if goal is not None else Failed(NOBODY_KNOWS.format(where))


@act(preconditions=("at($where) or neighbor_to($where)",), effects=("at($where) = true",))
def run_to(now: Moment, where: str | Vec3) -> Outcome:
    """A run to a spot next to where the bot is; done at once if it is there.

    Absorbs bumps and side-steps. Fails when no direct link leads there, and as `travel_to` does.
    """
    goal = journey(now, where)
    if goal is None:
        return Failed(NOBODY_KNOWS.format(where))
    if not at(now, where) and not _is_next(now, where):
        return Failed(f"no direct link leads to {where}")
    return wants(now, move=goal)


@act
def follow_mate(now: Moment, mate: str = "") -> Outcome:
    """Staying within 150 uu of a friend, the nearest one in sight or the one named, for ever.

    Fails when none is in sight, and when the friend was not seen for 60 s.
    """
    named = entity(now.view, mate) if mate else None
    chosen = named if mate else next((one.id for one in now.view.mates), None)
    if chosen is None or chosen not in now.view.players:
        return Failed("no friend is in sight" if not mate else f'nobody is called "{mate}"')
    return wants(now, move=Follow(chosen))


@act
def move_player(now: Moment) -> Outcome:
    """A run to the nearest player in sight, friend or enemy. Fails when nobody is in sight."""
    player = _nearest_player(now.view)
    if player is None:
        return Failed("nobody is in sight")
    return wants(now, move=TravelTo(target=player.id))


@act(effects=("at($where) = true",))
def camp(now: Moment, where: str | Vec3, seconds: float = 30.0) -> Outcome:
    """Staying at a spot for some seconds and looking about; comes back when pushed away.

    Use it to hold a place. Fails when nobody knows the spot or there is no way to it.
    """
    known = _camp_site(now, where)
    return wants(now, move=Camp(known, seconds)) if known else Failed(NOBODY_KNOWS.format(where))


@act(aliases=("stop_moving",))
def stop_bot(now: Moment) -> Wants:
    """The legs stand still. Done at once, never fails."""
    return wants(now, stops=("move",))


@act
def expire_reachable_info(now: Moment) -> Done:
    """What was told about reach so far counts no more. Done at once, never fails."""
    return Done(notes={REACH: now.view.now})


def _is_next(now: Moment, where: str | Vec3) -> bool:
    view, there = now.view, _place_of(now, where)
    if there is None:
        return False
    seen, start = view.visible_places.get(there), standing_at(view)
    if seen is not None and seen.reachable:
        return True
    return start is not None and there in view.graph and view.graph.link(start, there) is not None


def _place_of(now: Moment, where: str | Vec3) -> EntityId | None:
    """The place of the map that a spot is at."""
    graph = now.view.graph
    found = entity(now.view, where) if isinstance(where, str) else None
    if found is not None and (found in graph.nodes or found in now.view.visible_places):
        return found
    there = spot(now, where)
    near = graph.nearest(there, within=_PLACE_UU) if there is not None else None
    return near.id if near is not None else None


def _camp_site(now: Moment, where: str | Vec3) -> EntityId | None:
    """Something with an id at a spot, or else the place nearest to it."""
    found = entity(now.view, where) if isinstance(where, str) else None
    if found is not None:
        return found
    there = spot(now, where)
    near = now.view.graph.nearest(there) if there is not None else None
    return near.id if near is not None else None


def _nearest_player(view: View) -> KnownPlayer | None:
    seen = (one for one in view.players.values() if one.is_visible)
    return min(seen, key=lambda one: (view.distance_to(one.location), one.id), default=None)
