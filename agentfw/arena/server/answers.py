"""Answers to questions that clients of any kind ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.server.listing import item_class, items, places
from agentfw.arena.server.rays import meet
from agentfw.arena.world.senses import can_reach
from agentfw.engines.gamebots import wire
from agentfw.geometry import ORIGIN, Vec3
from agentfw.vocabulary import (
    EntityId,
    Listing,
    PathReply,
    PathStep,
    ReachReply,
    RequestId,
    TraceReply,
)

if TYPE_CHECKING:
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.engines.gamebots import orders
    from agentfw.vocabulary import AskPath, AskReach, AskTrace, ItemClass

__all__ = ["control_message", "item_list", "one_item_class", "path", "place_list", "reach", "trace"]

_MAX_STEPS: Final = 16
_AT_NODE: Final = 60.0


def path(world: World, player: Player, command: AskPath) -> PathReply:
    """The way to a place: at most 16 points, the next one first; none when there is no way."""
    request = command.request or RequestId("")
    pawn = player.pawn
    goal = _goal(world, command)
    if pawn is None or pawn.body.ground is None or goal is None:
        return PathReply(request)
    route = world.routes.route(world.routes.nearest(pawn.body.ground), goal)
    if route:
        first = world.graph.points[route[0]].location
        if first.ground_distance_to(pawn.body.feet) <= _AT_NODE:
            route = route[1:]
    steps = (PathStep(world.place_ids[number], world.place_location(number)) for number in route)
    return PathReply(request, tuple(steps)[:_MAX_STEPS])


def _goal(world: World, command: AskPath) -> int | None:
    if command.target:
        ids = world.place_ids
        return ids.index(command.target) if command.target in ids else None
    where = command.location or ORIGIN
    feet = world.floor_below(where)
    return world.routes.nearest_to(feet)


def reach(world: World, pawn: Pawn, command: AskReach) -> ReachReply | None:
    """Whether a straight run gets there; nothing for an unknown target."""
    request, start = command.request or RequestId(""), pawn.body.location
    if command.target:
        end = world.location_of(command.target)
        if end is None:
            return None
        return ReachReply(request, can_reach(world, pawn, end), start, end)
    end = command.location or ORIGIN
    if command.start is not None:
        feet = Vec3(0.0, 0.0, pawn.body.half_height)
        height, spec = 2 * pawn.body.spec.half_height, pawn.body.spec
        run = world.terrain.can_run
        reachable = run(command.start - feet, end - feet, spec.radius, height, spec.step)
        return ReachReply(request, reachable, command.start, end)
    return ReachReply(request, can_reach(world, pawn, end), start, end)


def trace(world: World, command: AskTrace, start: Vec3, *, but: Player | None = None) -> TraceReply:
    """What lies on a line."""
    request = command.request or RequestId("")
    if not command.detailed:
        hit = not world.terrain.is_clear(start, command.end)
        return TraceReply(detailed=False, request=request, start=start, end=command.end, hit=hit)
    met = meet(world, start, command.end, but=but, actors=bool(command.traces_actors))
    return TraceReply(
        detailed=True,
        request=request,
        start=start,
        end=command.end,
        hit=met is not None,
        hit_id=met.id if met is not None else EntityId(""),
        hit_location=met.location if met is not None else ORIGIN,
        hit_normal=met.normal if met is not None else ORIGIN,
    )


def place_list(world: World) -> Listing:
    """All places with their links."""
    return Listing("places", tuple(places(world)))


def item_list(world: World) -> Listing:
    """All items."""
    return Listing("items", tuple(items(world)))


def one_item_class(world: World, name: str) -> ItemClass | None:
    """What a kind of item is, by its pickup or its inventory class in any case."""
    wanted = name.lower()
    for spec in world.game.items.values() if wanted else ():
        if wanted in (spec.pickup.lower(), spec.inventory.lower()):
            return item_class(world.game, spec)
    return None


def control_message(command: orders.SendControlMessage) -> wire.ControlMessage:
    """What was sent, as it is passed on; empty parts are left out."""
    fields = {
        field: getattr(command, field)
        for field in wire.ControlMessage.__struct_fields__
        if field != "extra" and getattr(command, field, None) not in (None, "")
    }
    return wire.ControlMessage(**fields)
