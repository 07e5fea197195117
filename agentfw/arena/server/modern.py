"""What a bot perceives in the newer game: one batch every quarter of a second, positions in between."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.server import listing
from agentfw.arena.server.rays import read_rays
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.senses import VISION_RADIUS, Look, can_reach, can_see_player
from agentfw.geometry import ORIGIN, Rotation, Vec3
from agentfw.vocabulary import (
    BodyLimits,
    DominationPoint,
    EntityId,
    Firing,
    FlagSeen,
    ItemSeen,
    MoverSeen,
    Place,
    PlaceKind,
    PlayerScore,
    PlayerSeen,
    ProjectileSeen,
    SelfMotion,
    SelfState,
    TeamScore,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.arena.server.rays import Ray
    from agentfw.arena.world.flights import Projectile
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.stock import Item
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import Percept

__all__ = ["batch", "body_limits", "motion", "scores", "self_state"]

_NOTHING: Final = EntityId("")
_NEAR_MOVER: Final = 300.0
_NEAR_SPOT: Final = 120.0
_NEAR_LIFT: Final = 500.0
_FLOOR_SEARCH: Final = 1000.0


def batch(
    world: World,
    player: Player,
    pawn: Pawn,
    *,
    with_scores: bool,
    with_places: bool = True,
    rays: tuple[Ray, ...] = (),
) -> list[Percept]:
    """Everything perceived now, in the order of the real server."""
    look = Look(world, pawn)
    told: list[Percept] = list(scores(world)) if with_scores else []
    told.append(self_state(world, player, pawn))
    told.extend(seen_players(world, player))
    in_sight = [item for item in world.stock.maybe_seen(pawn) if look.sees(item.location)]
    told.extend(visible_item(item) for item in in_sight if world.stock.is_there(item))
    told.extend(seen_movers(world, pawn, look))
    told.extend(seen_projectiles(world, pawn, look))
    if with_places:
        told.extend(seen_places(world, pawn, look, in_sight))
    told.extend(flags(world, player, look))
    told.extend(player.sounds)
    player.sounds.clear()
    if rays:
        told.extend(read_rays(world, player, pawn, rays))
    return told


def scores(world: World) -> Iterator[Percept]:
    """Who leads; Double Domination does not tell."""
    if world.settings.mode is Mode.DOUBLE_DOMINATION:
        return
    for player in world.players:
        yield PlayerScore(id=player.id, score=float(int(player.score)), deaths=player.deaths)
    for team, score in world.rules.team_scores.items():
        yield TeamScore(id=EntityId(str(team)), team=team, score=float(int(score)))


def self_state(world: World, player: Player, pawn: Pawn) -> SelfState:
    """The bot itself."""
    body, hand = pawn.body, pawn.hand
    floor, normal = _floor(world, pawn)
    return SelfState(
        id=player.id,
        record=EntityId(f"SELF_{player.id}"),
        driving=False,
        location=body.location,
        rotation=Rotation(_told_pitch(body.pitch), body.yaw, 0),
        velocity=body.velocity,
        player_name=player.name,
        team=player.team,
        health=pawn.health,
        weapon=hand.id if hand is not None else _NOTHING,
        shooting=pawn.firing != 0,
        armor=pawn.armor_points,
        small_armor=round(pawn.shield.small),
        adrenaline=player.adrenaline,
        crouched=body.is_crouched,
        walking=body.is_walking,
        floor_location=floor,
        floor_normal=normal,
        combo=pawn.combo_id or _NOTHING,
        damage_boost_until=pawn.boost_until,
        ammo=pawn.rounds(hand) if hand is not None else 0,
        alt_ammo=pawn.rounds(hand, alt=True) if hand is not None else 0,
        alt_firing=pawn.firing == 2 if hand is not None else None,
    )


def motion(pawn: Pawn) -> SelfMotion:
    """Where the bot is, between two batches."""
    body = pawn.body
    rotation = Rotation(_told_pitch(body.pitch), body.yaw, 0)
    return SelfMotion(location=body.location, rotation=rotation, velocity=body.velocity)


def _told_pitch(pitch: int) -> int:
    """The server keeps one byte of the pitch, and spreads it over the circle again."""
    return ((pitch >> 8) & 255) * 257


def _floor(world: World, pawn: Pawn) -> tuple[Vec3, Vec3]:
    body, ground = pawn.body, pawn.body.ground
    if ground is None:
        return ORIGIN, ORIGIN
    height = ground.height(body.x, body.y)
    if body.z + body.half_height - height > _FLOOR_SEARCH:
        return ORIGIN, ORIGIN
    return Vec3(body.x, body.y, height), Vec3(0.0, 0.0, 1.0) if ground.is_flat else ground.normal()


def seen_players(world: World, player: Player) -> Iterator[PlayerSeen]:
    """The players in sight."""
    for other in world.living():
        if other is not player and can_see_player(world, player, other):
            yield visible_player(other)


def visible_player(other: Player) -> PlayerSeen:
    """What can be seen of a player."""
    pawn = other.pawn
    if pawn is None:
        return PlayerSeen(id=other.id)
    body = pawn.body
    return PlayerSeen(
        id=other.id,
        spectator=False,
        rotation=body.rotation,
        location=body.location,
        velocity=body.velocity,
        player_name=other.name,
        team=other.team,
        crouched=body.is_crouched,
        weapon=pawn.hand.spec.name if pawn.hand is not None else "",
        firing=Firing(pawn.firing),
    )


def visible_item(item: Item) -> ItemSeen:
    """What can be seen of an item."""
    return ItemSeen(
        id=item.id,
        location=item.location,
        amount=item.amount,
        visible=True,
        dropped=item.is_dropped,
        item_class=item.spec.pickup,
    )


def seen_movers(world: World, pawn: Pawn, look: Look) -> Iterator[MoverSeen]:
    """The lifts in sight, or near."""
    here = pawn.body.location
    for lift in world.terrain.lifts:
        where = lift.location
        away = where - here
        is_near = max(abs(away.x), abs(away.y), abs(away.z)) <= _NEAR_MOVER
        if is_near or look.sees(where, math.inf):
            yield listing.mover(world, lift, is_first=False)


def seen_projectiles(world: World, pawn: Pawn, look: Look) -> Iterator[ProjectileSeen]:
    """The projectiles in sight, whoever fired them."""
    for shot in world.combat.projectiles:
        if look.sees(shot.location):
            yield visible_projectile(shot, pawn)


def visible_projectile(shot: Projectile, pawn: Pawn) -> ProjectileSeen:
    """What can be seen of a projectile; the time is for a straight way here, aimed or not."""
    speed = shot.velocity.length
    owner = shot.owner.pawn
    return ProjectileSeen(
        id=shot.id,
        impact_time_s=shot.location.distance_to(pawn.body.location) / speed if speed else 0.0,
        direction=shot.velocity.unit() if speed else ORIGIN,
        speed=speed,
        velocity=shot.velocity,
        location=shot.location,
        origin=owner.body.location if owner is not None else shot.location,
        damage_radius=shot.spec.radius,
        projectile_class=shot.spec.name,
    )


def seen_places(world: World, pawn: Pawn, look: Look, in_sight: Iterable[Item]) -> Iterator[Percept]:
    """News about places: all domination points, item spots and lifts in sight or near."""
    for point in world.rules.points:
        yield DominationPoint(
            id=point.id,
            visible=look.covers(point.location),
            kind=PlaceKind.DOMINATION_POINT,
            owner=point.owner,
        )
    ids, told = world.place_ids, set[int]()
    for item in (*in_sight, *world.stock.near(pawn.body.location, _NEAR_SPOT)):
        if item.place is not None and item.place not in told:
            told.add(item.place)
            spawned = world.stock.is_there(item)
            yield Place(id=ids[item.place], visible=True, item_spawned=spawned)
    here = pawn.body.location
    for lift in world.terrain.lifts:
        where = lift.location + Vec3(0.0, 0.0, world.game.body.half_height)
        if here.distance_to(where) <= _NEAR_LIFT or look.sees(where, VISION_RADIUS):
            yield Place(id=ids[world.lift_places[lift.number]], location=where, visible=True)


def flags(world: World, player: Player, look: Look) -> Iterator[FlagSeen]:
    """All flags; where they are only while they can be seen."""
    for flag in world.rules.flags:
        is_mine = flag.holder is player
        if not is_mine and not look.sees(flag.location, math.inf):
            yield FlagSeen(id=flag.id, team=flag.team, state=flag.state, visible=False)
            continue
        holder = flag.holder.id if flag.holder is not None else _NOTHING
        yield FlagSeen(
            id=flag.id,
            team=flag.team,
            state=flag.state,
            visible=True,
            location=flag.location,
            holder=holder,
            # Only older builds tell this, but some clients cannot do without it.
            reachable=player.pawn is not None and can_reach(world, player.pawn, flag.location),
        )


def body_limits(world: World, player: Player) -> BodyLimits:
    """What the own body can do."""
    game, body = world.game, world.game.body
    return BodyLimits(
        id=player.id,
        health_start=game.health_start,
        health_full=game.health_full,
        health_max=game.health_most,
        adrenaline_start=0,
        adrenaline_max=game.adrenaline_most,
        shield_start=0,
        shield_max=game.shield_most,
        max_multi_jump=1,
        damage_scaling=1.0,
        ground_speed=body.run_speed * player.settings.speed_multiplier,
        water_speed=body.swim_speed * player.settings.speed_multiplier,
        air_speed=body.run_speed * player.settings.speed_multiplier,
        ladder_speed=200.0 * player.settings.speed_multiplier,
        acceleration=body.acceleration,
        jump_speed=body.jump_speed,
        multi_jump_boost=25,
        max_fall_speed=1200.0,
        dodge_speed_factor=body.dodge_factor,
        dodge_speed_up=body.dodge_up,
        air_control=body.air_control,
    )
