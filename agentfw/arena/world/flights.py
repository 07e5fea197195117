"""What is in flight: projectiles, what they meet, and the blasts they end in."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.games.specs import Trigger
from agentfw.arena.world.aiming import line_meets_body
from agentfw.arena.world.damage import blast_share
from agentfw.arena.world.terrain import Hit
from agentfw.geometry import ORIGIN, Vec3

if TYPE_CHECKING:
    from agentfw.arena.games.specs import DamageSpec, FireSpec, ProjectileSpec
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import EntityId

__all__ = ["Flights", "Projectile", "is_beacon", "is_head"]

_HEAD: Final = 0.62
"""From this part of the half height upward a hit is a hit in the head."""
_GRAVITY: Final = -950.0


class Projectile:
    """Something in flight, or stuck to a wall."""

    __slots__ = (
        "damage",
        "dies_at",
        "fire",
        "id",
        "location",
        "owner",
        "spec",
        "stuck",
        "title",
        "velocity",
        "warned",
    )

    def __init__(
        self, name: EntityId, spec: ProjectileSpec, owner: Player, location: Vec3, velocity: Vec3
    ) -> None:
        self.id, self.spec, self.owner = name, spec, owner
        self.location, self.velocity = location, velocity
        self.damage = spec.damage
        self.fire: FireSpec | None = None
        self.title = ""
        self.dies_at = math.inf
        self.stuck = False
        self.warned: set[int] = set()
        """The numbers of the players who were told that it comes."""


class Flights:
    """Everything in flight in one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.projectiles: list[Projectile] = []

    def first_on_line(self, shooter: Player, start: Vec3, end: Vec3) -> tuple[Player | None, float]:
        """Whom a line meets first, besides the shooter, and how much of it lies before that."""
        nearest, part = None, math.inf
        for other in self._world.living():
            if other is not shooter and other.pawn is not None:
                met = line_meets_body(start, end, other.pawn.body)
                if met is not None and met < part:
                    nearest, part = other, met
        return nearest, part

    def fly(self, seconds: float) -> None:
        """Let everything in flight move on."""
        flying, self.projectiles = self.projectiles, []
        for shot in flying:
            if self._advance(shot, seconds):
                self.projectiles.append(shot)

    def _advance(self, shot: Projectile, seconds: float) -> bool:
        """Move one projectile; False when it is gone."""
        world, spec = self._world, shot.spec
        if world.time >= shot.dies_at:
            if spec.radius:
                self.explode(shot, shot.location, None)
            return False
        if shot.stuck:
            return True
        self._change_course(shot, seconds)
        start, end = shot.location, shot.location + shot.velocity * seconds
        victim, part = self.first_on_line(shot.owner, start, end)
        if is_beacon(shot) and shot.velocity.x == shot.velocity.y == 0.0:
            victim = None  # it met somebody already, and falls at their feet
        if victim is not None and world.terrain.is_clear(start, start + (end - start) * part):
            shot.location = start + (end - start) * part
            if is_beacon(shot):
                shot.velocity = Vec3(0.0, 0.0, min(0.0, shot.velocity.z))
                return True
            self._meet_body(shot, victim, shot.location)
            return False
        if not world.terrain.is_clear(start, end):
            return self._meet_wall(shot, start, end)
        shot.location = end
        return True

    def _change_course(self, shot: Projectile, seconds: float) -> None:
        spec, velocity = shot.spec, shot.velocity
        if spec.acceleration:
            speed = velocity.length
            faster = min(spec.max_speed, speed + spec.acceleration * seconds)
            velocity = velocity * (faster / speed) if speed else velocity
        if spec.falls:
            velocity = velocity + Vec3(0.0, 0.0, _GRAVITY * seconds)
        shot.velocity = velocity

    def _meet_body(self, shot: Projectile, victim: Player, where: Vec3) -> None:
        spec = shot.spec
        if spec.radius:
            self.explode(shot, where, victim)
            return
        damage, kind = shot.damage, spec.damage_spec
        if spec.head_damage is not None and victim.pawn is not None and is_head(victim.pawn, where):
            damage, kind = spec.head_damage, spec.head_damage_spec or kind
        push = shot.velocity.unit() * spec.push
        self._world.hurt(
            victim, damage, kind, by=shot.owner, weapon=shot.title, push=push, origin=shot.location
        )

    def _meet_wall(self, shot: Projectile, start: Vec3, end: Vec3) -> bool:
        spec, hit = shot.spec, self._world.terrain.trace(start, end)
        if hit is None:  # it came to a stop exactly on a surface
            hit = Hit(1.0, end, -shot.velocity.unit())
        shot.location = hit.location + hit.normal * 1.0
        if spec.bounces:
            into = shot.velocity.dot(hit.normal)
            shot.velocity = (shot.velocity - hit.normal * (2.0 * into)) * spec.bounce
            if shot.velocity.length < 40.0:
                shot.stuck = True
            return True
        if spec.sticks_s:
            shot.stuck, shot.velocity = True, ORIGIN
            shot.dies_at = self._world.time + spec.sticks_s
            return True
        if spec.radius:
            self.explode(shot, shot.location, None)
        return False

    def explode(self, shot: Projectile, where: Vec3, direct: Player | None) -> None:
        """A projectile bursts, perhaps right on somebody."""
        spec = shot.spec
        self.blast(
            where,
            shot.damage,
            spec.radius,
            spec.damage_spec,
            shot.owner,
            weapon=shot.title,
            push=spec.push,
            direct=direct,
        )

    def set_off(self, ball: Projectile) -> None:
        """The combo of the shock rifle."""
        spec = ball.spec
        if ball in self.projectiles:
            self.projectiles.remove(ball)
        kind = spec.combo_damage_spec or spec.damage_spec
        if ball.fire is not None and ball.fire.ammo is not None and ball.owner.pawn is not None:
            ammo = ball.owner.pawn.ammo
            ammo[ball.fire.ammo] = max(0.0, ammo.get(ball.fire.ammo, 0) - spec.combo_ammo)
        self.blast(
            ball.location,
            spec.combo_damage,
            spec.combo_radius,
            kind,
            ball.owner,
            weapon=ball.title,
            push=spec.combo_push,
        )

    def blast(
        self,
        where: Vec3,
        damage: float,
        radius: float,
        spec: DamageSpec,
        owner: Player,
        *,
        weapon: str = "",
        push: float = 0.0,
        direct: Player | None = None,
    ) -> None:
        """Hurt everybody near, less the farther away, if nothing is between them and the blast."""
        world = self._world
        world.make_noise(where, max(2000.0, radius * 4), None, spec.name, by=None)
        for victim in world.living():
            pawn = victim.pawn
            if pawn is None:
                continue
            center = pawn.body.location
            distance = center.distance_to(where)
            share = blast_share(distance, pawn.body.spec.radius, radius)
            if victim is direct:
                share = max(share, 1.0)
            if share <= 0.0 or not (victim is direct or world.terrain.is_clear(where, center)):
                continue
            away = (center - where).unit() if distance else Vec3(0.0, 0.0, 1.0)
            world.hurt(
                victim,
                damage * share,
                spec,
                by=owner,
                weapon=weapon,
                push=away * (push * share),
                origin=where,
            )

    def forget(self, player: Player) -> None:
        """Somebody left: what they fired goes with them."""
        self.projectiles = [shot for shot in self.projectiles if shot.owner is not player]


def is_head(pawn: Pawn, where: Vec3) -> bool:
    """Whether a hit is in the head."""
    body = pawn.body
    return where.z - (body.z + body.half_height) > _HEAD * body.half_height


def is_beacon(shot: Projectile) -> bool:
    """Whether it is the beacon of a translocator."""
    return shot.fire is not None and shot.fire.trigger is Trigger.BEACON
