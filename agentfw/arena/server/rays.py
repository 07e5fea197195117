"""Rays fixed to a body, and single lines that a client asks about."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.world.aiming import line_meets_body
from agentfw.geometry import ORIGIN, Vec3
from agentfw.vocabulary import EntityId, RayReading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World

__all__ = ["DEFAULT_RAYS", "Meeting", "Ray", "meet", "read_rays"]


class Ray(msgspec.Struct, frozen=True, kw_only=True):
    """A line that goes wherever the body faces."""

    id: EntityId
    direction: Vec3
    """Relative to the direction faced: ahead, right, up."""
    length: float
    fast: bool = False
    traces_actors: bool = False
    floor_correction: bool = False


class Meeting(msgspec.Struct, frozen=True):
    """What a line met first."""

    id: EntityId
    location: Vec3
    normal: Vec3


DEFAULT_RAYS: Final = (
    Ray(id=EntityId("StraightAhead"), direction=Vec3(1.0, 0.0, 0.0), length=250.0),
    Ray(id=EntityId("45toLeft"), direction=Vec3(1.0, -1.0, 0.0), length=200.0),
    Ray(id=EntityId("45toRight"), direction=Vec3(1.0, 1.0, 0.0), length=200.0),
)


def read_rays(world: World, player: Player, pawn: Pawn, rays: tuple[Ray, ...]) -> Iterator[RayReading]:
    """What each ray meets now."""
    for ray in rays:
        start = pawn.body.location
        end = start + _turned(ray.direction.unit(), pawn) * ray.length
        met = None if ray.fast else meet(world, start, end, but=player, actors=ray.traces_actors)
        is_hit = not world.terrain.is_clear(start, end) if ray.fast else met is not None
        yield RayReading(
            id=ray.id,
            start=start,
            end=end,
            fast=ray.fast,
            floor_correction=ray.floor_correction,
            hit=is_hit,
            hit_normal=met.normal if met is not None else ORIGIN,
            hit_location=met.location if met is not None else ORIGIN,
            traces_actors=ray.traces_actors,
            hit_id=met.id if met is not None else EntityId(""),
        )


def _turned(direction: Vec3, pawn: Pawn) -> Vec3:
    """A direction of the body's own as one of the world; yaw grows to the right of the map."""
    angle = pawn.body.yaw * math.pi / 32768.0
    cosine, sine = math.cos(angle), math.sin(angle)
    return Vec3(
        direction.x * cosine - direction.y * sine, direction.x * sine + direction.y * cosine, direction.z
    )


def meet(
    world: World, start: Vec3, end: Vec3, *, but: Player | None = None, actors: bool = False
) -> Meeting | None:
    """The first wall, or player if asked for, on a line."""
    hit = world.terrain.trace(start, end)
    nearest, found = (hit.part, hit) if hit is not None else (math.inf, None)
    who = None
    for player in world.living() if actors else ():
        if player is not but and player.pawn is not None:
            part = line_meets_body(start, end, player.pawn.body)
            if part is not None and part < nearest:
                nearest, who = part, player
    if who is not None:
        return Meeting(who.id, start + (end - start) * nearest, (start - end).unit())
    if found is None:
        return None
    return Meeting(world.naming.level_info, found.location, found.normal)
