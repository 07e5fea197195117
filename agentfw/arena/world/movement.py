"""Moving all bodies by one tick, and what they run into on the way."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.passages import PassageKind
from agentfw.arena.world.crowding import Before, keep_apart
from agentfw.arena.world.damage import fall_damage_99, fall_damage_2004
from agentfw.arena.world.steering import steer
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    BodyPart,
    ClassName,
    EntityId,
    HitWall,
    Jumped,
    Landed,
    LedgeReached,
    VolumeEntered,
    ZoneEntered,
)

if TYPE_CHECKING:
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World

__all__ = ["Movement"]

_REPORT_EVERY_S: Final = 0.5
_STEP_EVERY_S: Final = 0.35
_STEP_RADIUS: Final = 600.0
_DODGE_AGAIN_S: Final = 0.4
_PAD_REACH: Final = 48.0
_CLEARANCE: Final = 96.0
"""How far above the higher end a pad throws."""


class Movement:
    """Moves the bodies of one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._gates: dict[tuple[int, int], list[tuple[Vec3, Vec3, bool]]] = {}
        """What carries bodies away, by cell: from where, to where, and whether through the air."""
        points = world.graph.points
        for link in world.graph.links:
            if link.kind in (PassageKind.PAD, PassageKind.TELEPORT):
                start, end = points[link.start].location, points[link.end].location
                cell = int(start.x // world.terrain.cell), int(start.y // world.terrain.cell)
                self._gates.setdefault(cell, []).append((start, end, link.kind is PassageKind.PAD))

    def tick(self, seconds: float) -> None:
        """Everybody moves, in the order of joining."""
        for player in self._world.living():
            pawn = player.pawn
            if pawn is not None:
                self._move(player, pawn, seconds)

    def _move(self, player: Player, pawn: Pawn, seconds: float) -> None:
        world, body = self._world, pawn.body
        if pawn.next_hand is not None and world.time >= pawn.hand_ready_at:
            world.take_in_hand(player, pawn.next_hand)
        wish = steer(world, player, pawn, seconds)
        self._leap_again(pawn)
        x, y, z, was_on = body.x, body.y, body.z, body.ground
        body.tick(wish, seconds)
        if body.x != x or body.y != y or body.z != z:
            keep_apart(world, player, body, Before(x, y, z, was_on))
        if body.landed_at >= 0.0:
            self._land(player, pawn)
        if player.pawn is not pawn:
            return
        if player.listens:
            self._report(player, pawn)
            if not body.is_falling:
                self._enter(player, pawn)
        if not body.is_falling:
            self._use_ground(player, pawn)
        self._step_loudly(player, pawn)

    def _leap_again(self, pawn: Pawn) -> None:
        """The second half of a double jump or a double dodge, once its time is over."""
        now, body = self._world.time, pawn.body
        if pawn.second_jump_at is not None and now > pawn.second_jump_at + 1e-9:
            pawn.second_jump_at = None
            body.jump_again(pawn.second_jump_speed)
        if pawn.dodge_again_at is not None and now > pawn.dodge_again_at + 1e-9:
            pawn.dodge_again_at = None
            if body.is_falling:
                body.jump_again(body.spec.jump_speed)

    def jump(self, player: Player, speed: float | None, again_at_s: float | None, again: float) -> bool:
        """Jump, perhaps once more in the air after a time."""
        pawn = player.pawn
        if pawn is None:
            return False
        has_boots = pawn.boot_jumps > 0 and speed is None
        if not pawn.body.jump(3.0 * pawn.body.spec.jump_speed if has_boots else speed):
            return False
        pawn.boot_jumps -= has_boots
        if again_at_s is not None and pawn.body.spec.second_jump_speed:
            pawn.second_jump_at = self._world.time + again_at_s
            pawn.second_jump_speed = again
        if player.listens:
            player.tell(Jumped(again_at_s is not None))
        return True

    def dodge(self, player: Player, x: float, y: float, *, double: bool) -> bool:
        """Leap aside; at most once a second."""
        pawn, now = player.pawn, self._world.time
        if pawn is None or now - pawn.last_dodge_at < 1.0 - 1e-9 or not pawn.body.dodge(x, y):
            return False
        pawn.last_dodge_at = now
        if double and pawn.body.spec.second_jump_speed:
            pawn.dodge_again_at = now + _DODGE_AGAIN_S
        return True

    def _enter(self, player: Player, pawn: Pawn) -> None:
        """Water and lava are zones of their own, told when a body touches them."""
        ground = pawn.body.ground
        zone = (ground is not None and ground.is_water, ground is not None and ground.is_lava)
        if zone == pawn.zone:
            return
        pawn.zone = zone
        wet, hot = zone
        kind = "Lava" if hot else "Water" if wet else "Default"
        volume = f"{self._world.level.name}.{kind}{'PhysicsVolume' if kind == 'Default' else 'Volume'}0"
        world = self._world
        if world.game.is_modern:
            player.tell(
                VolumeEntered(
                    id=EntityId(volume),
                    velocity=Vec3(0.0, 0.0, 0.0),
                    gravity=Vec3(0.0, 0.0, world.game.body.gravity),
                    ground_friction=8.0,
                    fluid_friction=2.4 if wet else 0.3,
                    terminal_velocity=2500.0,
                    water=wet,
                    pain_causing=hot,
                    destructive=False,
                    damage_per_s=40.0 if hot else 0.0,
                    damage_class=world.game.world_damage["lava"].name if hot else ClassName(""),
                    no_inventory=False,
                    moves_projectiles=False,
                    neutral=False,
                )
            )
        else:
            player.tell(ZoneEntered(BodyPart.FEET, world.naming.level_info))

    def _land(self, player: Player, pawn: Pawn) -> None:
        world, speed = self._world, pawn.body.landed_at
        pawn.second_jump_at = pawn.dodge_again_at = None
        if player.listens:
            ground = pawn.body.ground
            player.tell(Landed(ground.normal() if ground is not None else Vec3(0.0, 0.0, 1.0)))
        if pawn.body.is_swimming:
            return
        if world.game.is_modern:
            damage = fall_damage_2004(speed)
        else:
            damage = fall_damage_99(speed, pawn.body.spec.jump_speed)
        if damage >= 1.0:
            world.hurt(player, damage, world.game.world_damage["fall"])

    def _report(self, player: Player, pawn: Pawn) -> None:
        body, now = pawn.body, self._world.time
        if (body.wall_x or body.wall_y) and now - player.last_wall_at >= _REPORT_EVERY_S:
            player.last_wall_at = now
            normal = Vec3(body.wall_x, body.wall_y, 0.0)
            player.tell(HitWall(self._world.naming.level_info, normal, body.location))
        if body.left_ledge or body.stopped_at_ledge:
            player.tell(LedgeReached(body.left_ledge, body.location))

    def _use_ground(self, player: Player, pawn: Pawn) -> None:
        """Lifts go up, pads throw, teleporters carry off."""
        body = pawn.body
        ground = body.ground
        if ground is None:
            return
        if ground.lift is not None:
            ground.lift.call(self._world.time)
        gates = self._gates.get((ground.column, ground.row))
        if gates is None:
            pawn.just_teleported = False
            return
        for start, end, is_pad in gates:
            near = math.hypot(body.x - start.x, body.y - start.y) <= _PAD_REACH
            if not near or abs(body.z - start.z) > body.spec.step:
                continue
            if is_pad:
                body.launch(_pad_velocity(body.feet, end, body.spec.gravity))
            elif not pawn.just_teleported:
                self.translocate(player, end + Vec3(0.0, 0.0, body.half_height))
            return

    def translocate(self, player: Player, where: Vec3) -> None:
        """Be somewhere else at once; whoever is in the way is killed by it."""
        world, pawn = self._world, player.pawn
        if pawn is None:
            return
        feet = world.floor_below(where)
        for other in world.living():
            if other is player or other.pawn is None:
                continue
            theirs = other.pawn.body
            near = math.hypot(theirs.x - feet.x, theirs.y - feet.y) < 2 * theirs.spec.radius
            if near and abs(theirs.z - feet.z) < 2 * theirs.half_height:
                world.kill(other, player, world.game.world_damage["telefrag"])
        vx, vy = pawn.body.vx, pawn.body.vy
        pawn.body.put(feet)
        pawn.body.vx, pawn.body.vy = vx, vy
        pawn.just_teleported = True

    def _step_loudly(self, player: Player, pawn: Pawn) -> None:
        """Running makes a noise, walking and crouching do not."""
        body, world = pawn.body, self._world
        if world.time < pawn.next_step_at or body.is_falling or body.is_walking or body.is_crouched:
            return
        if abs(body.vx) + abs(body.vy) > 200.0:
            pawn.next_step_at = world.time + _STEP_EVERY_S
            world.make_noise(body.location, _STEP_RADIUS, player.id, world.body_class, by=player)


def _pad_velocity(start: Vec3, end: Vec3, gravity: float) -> Vec3:
    """The launch that carries a body from a pad to its goal."""
    pull = -gravity
    apex = max(start.z, end.z) + _CLEARANCE
    up = math.sqrt(2.0 * pull * (apex - start.z))
    flight = up / pull + math.sqrt(2.0 * (apex - end.z) / pull)
    return Vec3((end.x - start.x) / flight, (end.y - start.y) / flight, up)
