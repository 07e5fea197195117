"""Triggers and shots: when a weapon fires, and what each way of firing does."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.games.specs import ChargeKind, Trigger
from agentfw.arena.world.aiming import aim_direction, line_meets_body
from agentfw.arena.world.flights import Flights, Projectile, is_beacon, is_head
from agentfw.geometry import ORIGIN, Vec3

if TYPE_CHECKING:
    from agentfw.arena.games.specs import FireSpec, ProjectileSpec
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import EntityId

__all__ = ["Combat"]

_BALL_RADIUS: Final = 25.0
"""How near the beam must pass to set off its own ball."""
_SHIELD_COSINE: Final = 0.5
"""A held shield stops what comes from within this cosine ahead."""
_LAUNCH_AHEAD: Final = 30.0


class Combat(Flights):
    """Everything that shoots in one world, and with `Flights` everything that flies."""

    def __init__(self, world: World) -> None:
        super().__init__(world)

    # Triggers

    def pull(
        self,
        player: Player,
        *,
        alt: bool = False,
        target: EntityId | None = None,
        location: Vec3 | None = None,
    ) -> None:
        """Begin to fire; nothing happens without ammunition."""
        pawn = player.pawn
        hand = None if pawn is None else pawn.next_hand or pawn.hand
        if pawn is None or hand is None:
            return
        fire = hand.spec.secondary if alt else hand.spec.primary
        pawn.shoot_target, pawn.shoot_location = target, location
        if not pawn.can_fire(fire) or fire.trigger is Trigger.NOTHING:
            return
        firing = 2 if alt else 1
        if pawn.firing == firing:
            return
        if pawn.firing:
            self.release(player)
        pawn.firing = firing
        if fire.charge is not None:
            pawn.charging_since = max(self._world.time, pawn.next_shot_at, pawn.hand_ready_at)
        self._world.on_firing(player, alt=alt, starts=True)

    def release(self, player: Player) -> None:
        """Let go of the trigger; what was charged goes off."""
        pawn = player.pawn
        if pawn is None or not pawn.firing:
            return
        fire, alt = pawn.fire, pawn.firing == 2
        if fire is not None and pawn.charging_since is not None:
            held = self._world.time - pawn.charging_since
            if held >= 0.0:
                self._let_off(player, pawn, fire, held)
        self.drop_trigger(player)
        self._world.on_firing(player, alt=alt, starts=False)

    def drop_trigger(self, player: Player) -> None:
        """Stop without firing what was charged."""
        if player.pawn is not None:
            player.pawn.firing, player.pawn.charging_since = 0, None

    def tick(self, seconds: float) -> None:
        """All weapons fire that are due, and everything in flight moves."""
        for player in self._world.living():
            pawn = player.pawn
            if pawn is not None and pawn.firing:
                if self._has_lost_target(player, pawn):
                    self.release(player)
                else:
                    self._fire_due(player, pawn)
        if self.projectiles:
            self.fly(seconds)

    def _has_lost_target(self, player: Player, pawn: Pawn) -> bool:
        """The older game fires only as long as the target it was given can be seen."""
        if self._world.game.is_modern or player.is_native or pawn.shoot_target is None:
            return False
        where = self._world.location_of(pawn.shoot_target)
        return where is None or not self._world.terrain.is_clear(pawn.body.eyes, where)

    def _fire_due(self, player: Player, pawn: Pawn) -> None:
        now = self._world.time
        while player.pawn is pawn and pawn.firing:
            fire = pawn.fire
            if fire is not None and fire.trigger is Trigger.SHIELD and _has_charge(pawn, fire):
                return
            if pawn.next_hand is not None:
                return  # the weapon that shall fire is still on its way up
            if fire is None or fire.trigger is Trigger.NOTHING or not pawn.can_fire(fire):
                self._run_dry(player, pawn)
                return
            due = max(pawn.next_shot_at, pawn.hand_ready_at)
            if due > now:
                return
            if fire.charge is not None:
                self._charge(player, pawn, fire, due)
                return
            # A trigger that was idle fires now; one that is held keeps its exact rhythm.
            pawn.next_shot_at = (due if now - due < 0.05 else now) + fire.interval * _pace(pawn)
            self._spend(pawn, fire, 1)
            self._shoot(player, pawn, fire)

    def _run_dry(self, player: Player, pawn: Pawn) -> None:
        """The trigger clicks."""
        alt = pawn.firing == 2
        self.drop_trigger(player)
        self._world.on_firing(player, alt=alt, starts=False)
        self._world.out_of_ammo(player)

    def _charge(self, player: Player, pawn: Pawn, fire: FireSpec, due: float) -> None:
        charge = fire.charge
        if charge is None:
            return
        if pawn.charging_since is None:
            pawn.charging_since = due
        held = self._world.time - pawn.charging_since
        is_full = held >= charge.unit_s * charge.most - 1e-9
        strikes = (
            fire.trigger is Trigger.MELEE
            and held >= charge.contact_s - 1e-9
            and self._in_reach(player, pawn, fire) is not None
        )
        if strikes or (is_full and charge.fires_when_full):
            self._let_off(player, pawn, fire, held)
            pawn.charging_since = pawn.next_shot_at

    def _let_off(self, player: Player, pawn: Pawn, fire: FireSpec, held: float) -> None:
        charge = fire.charge
        if charge is None or not pawn.can_fire(fire):
            return
        share = min(1.0, held / (charge.unit_s * charge.most))
        units = min(charge.most, 1 + int(held / charge.unit_s + 1e-9))
        if charge.kind in (ChargeKind.COUNT, ChargeKind.SIZE):
            if fire.ammo is not None:
                units = max(1, min(units, int(pawn.ammo.get(fire.ammo, 0) // fire.ammo_per_shot)))
            self._spend(pawn, fire, units)
        else:
            self._spend(pawn, fire, 1)
        pawn.next_shot_at = self._world.time + fire.interval * _pace(pawn)
        self._shoot(player, pawn, fire, share=share, units=units)

    def _spend(self, pawn: Pawn, fire: FireSpec, shots: int) -> None:
        if fire.ammo is not None:
            pawn.ammo[fire.ammo] = max(0.0, pawn.ammo.get(fire.ammo, 0) - fire.ammo_per_shot * shots)

    # Shots

    def _shoot(
        self, player: Player, pawn: Pawn, fire: FireSpec, *, share: float = 1.0, units: int = 1
    ) -> None:
        world = self._world
        world.make_noise(
            pawn.body.location,
            fire.sound_radius,
            pawn.hand.id if pawn.hand else None,
            pawn.hand.spec.name if pawn.hand else None,
            by=player,
        )
        if fire.trigger is Trigger.MELEE:
            self._strike(player, pawn, fire, share)
            return
        if fire.trigger is Trigger.RECALL:
            self._recall(player)
            return
        if fire.trigger is Trigger.DETONATE:
            self._detonate(player)
            return
        direction = aim_direction(world, player, pawn, fire)
        if fire.trigger is Trigger.INSTANT:
            for _ in range(fire.count):
                self._hit_along(player, pawn, fire, self._spread_line(direction, fire.spread))
        else:
            self._launch(player, pawn, fire, direction, share=share, units=units)

    def _spread_line(self, direction: Vec3, spread: float) -> Vec3:
        if not spread:
            return direction
        random = self._world.rng.random
        shift = Vec3(random() - 0.5, random() - 0.5, random() - 0.5).unit() * (random() * spread)
        return (direction + shift).unit()

    def _hit_along(self, player: Player, pawn: Pawn, fire: FireSpec, direction: Vec3) -> None:
        """A shot that arrives at once."""
        world, start = self._world, pawn.body.eyes
        end = start + direction * fire.reach
        ball = self._ball_on_line(player, fire, start, end)
        victim, part = self.first_on_line(player, start, end)
        if ball is not None and (victim is None or ball[1] < part):
            if world.terrain.is_clear(start, ball[0].location):
                self.set_off(ball[0])
            return
        if victim is None or victim.pawn is None or fire.damage_spec is None:
            return
        where = start + (end - start) * part
        if not world.terrain.is_clear(start, where):
            return
        damage, spec = fire.damage_low, fire.damage_spec
        if fire.damage_high > fire.damage_low:
            damage = world.rng.uniform(fire.damage_low, fire.damage_high)
            damage = float(math.floor(damage + 0.5))
        if fire.head_damage is not None and is_head(victim.pawn, where):
            damage, spec = fire.head_damage, fire.head_damage_spec or spec
        push = direction * fire.push if fire.push else ORIGIN
        title = pawn.hand.spec.name if pawn.hand else ""
        world.hurt(victim, damage, spec, by=player, weapon=title, push=push, origin=start)

    def _ball_on_line(
        self, player: Player, fire: FireSpec, start: Vec3, end: Vec3
    ) -> tuple[Projectile, float] | None:
        """The own ball that a beam of the same weapon sets off, if there is one in its way."""
        way = end - start
        square = way.dot(way)
        for ball in self.projectiles:
            if ball.owner is not player or not ball.spec.combo_damage or ball.fire is fire:
                continue
            if (
                player.pawn is None
                or player.pawn.hand is None
                or ball.title != player.pawn.hand.spec.name
            ):
                continue  # only the beam of the same weapon does it
            part = (ball.location - start).dot(way) / square
            if 0.0 < part < 1.0 and (start + way * part).distance_to(ball.location) < _BALL_RADIUS:
                return ball, part
        return None

    def _in_reach(self, player: Player, pawn: Pawn, fire: FireSpec) -> Player | None:
        start, facing = pawn.body.eyes, pawn.body.facing
        end = start + facing * fire.reach
        victim, part = self.first_on_line(player, start, end)
        if victim is None or not self._world.terrain.is_clear(start, start + (end - start) * part):
            return None
        return victim

    def _strike(self, player: Player, pawn: Pawn, fire: FireSpec, share: float) -> None:
        if fire.damage_spec is None:
            return
        world, start, facing = self._world, pawn.body.eyes, pawn.body.facing
        damage = fire.damage_low + (fire.damage_high - fire.damage_low) * share
        title = pawn.hand.spec.name if pawn.hand else ""
        victim = self._in_reach(player, pawn, fire)
        if victim is not None and victim.pawn is not None:
            if fire.grows_with_distance:
                met = line_meets_body(start, start + facing * fire.reach, victim.pawn.body)
                damage, share = damage * (met or 0.0), share * (met or 0.0)
            push = facing * (fire.push * share)
            world.hurt(
                victim, damage, fire.damage_spec, by=player, weapon=title, push=push, origin=start
            )
        elif fire.self_damage_factor and world.terrain.trace(start, start + facing * fire.reach):
            own = max(fire.self_damage_least, damage * fire.self_damage_factor)
            push = facing * (-fire.push * share)
            world.hurt(player, own, fire.damage_spec, by=player, weapon=title, push=push, origin=None)

    # Projectiles

    def _launch(
        self, player: Player, pawn: Pawn, fire: FireSpec, direction: Vec3, *, share: float, units: int
    ) -> None:
        spec = fire.projectile
        if spec is None:
            return
        charge = fire.charge.kind if fire.charge is not None else None
        speed = spec.speed
        if charge is ChargeKind.SPEED:
            speed += (spec.max_speed - spec.speed) * share
        count = units if charge is ChargeKind.COUNT else fire.count
        for number in range(count):
            aim = self._spread_angle(direction, fire.spread)
            if charge is ChargeKind.COUNT and count > 1:
                aim = _turned(direction, (number - (count - 1) / 2) * 0.06)
            shot = self._make(player, pawn, fire, spec, aim * speed + Vec3(0.0, 0.0, spec.toss_up))
            if charge is ChargeKind.SIZE:
                shot.damage = spec.damage * units

    def _spread_angle(self, direction: Vec3, spread: float) -> Vec3:
        if not spread:
            return direction
        random = self._world.rng.random
        facing = direction.facing()
        yaw = facing.yaw + round(spread * (random() - 0.5))
        pitch = facing.pitch + round(spread * (random() - 0.5))
        return type(facing)(pitch, yaw, 0).direction()

    def _make(
        self, player: Player, pawn: Pawn, fire: FireSpec, spec: ProjectileSpec, velocity: Vec3
    ) -> Projectile:
        start = pawn.body.eyes
        muzzle = start + velocity.unit() * _LAUNCH_AHEAD
        if not self._world.terrain.is_clear(start, muzzle):
            muzzle = start
        if fire.trigger is Trigger.BEACON:
            self.projectiles = [p for p in self.projectiles if p.owner is not player or not is_beacon(p)]
        shot = Projectile(self._world.naming.projectile(spec.name), spec, player, muzzle, velocity)
        shot.fire = fire
        shot.title = pawn.hand.spec.name if pawn.hand else ""
        shot.dies_at = self._world.time + spec.life_s
        self.projectiles.append(shot)
        return shot

    # The translocator and what else is special

    def _recall(self, player: Player) -> None:
        beacon = next((p for p in self.projectiles if p.owner is player and is_beacon(p)), None)
        if beacon is None:
            return
        self.projectiles.remove(beacon)
        self._world.rules.on_translocated(player)
        self._world.translocate(player, beacon.location)

    def _detonate(self, player: Player) -> None:
        hand = player.pawn.hand if player.pawn is not None else None
        title = hand.spec.name if hand is not None else ""
        mine = [p for p in self.projectiles if p.owner is player and p.stuck and p.title == title]
        for shot in mine:
            self.projectiles.remove(shot)
            self.explode(shot, shot.location, None)

    def stop_by_shield(self, pawn: Pawn, damage: float, origin: Vec3 | None) -> float:
        """What a held shield lets through of an attack from a place; it loses charge by that."""
        fire = pawn.fire
        if fire is None or fire.trigger is not Trigger.SHIELD or fire.ammo is None or origin is None:
            return damage
        if pawn.body.facing.dot((origin - pawn.body.eyes).unit()) < _SHIELD_COSINE:
            return damage
        # Each point of charge stops two points of damage.
        charge = pawn.ammo.get(fire.ammo, 0.0)
        stopped = min(damage, charge * 2.0)
        pawn.ammo[fire.ammo] = charge - stopped / 2.0
        return damage - stopped


def _pace(pawn: Pawn) -> float:
    """How much shorter the time between two shots is for a berserk."""
    return 0.67 if pawn.combo is not None and pawn.combo.lower().endswith("berserk") else 1.0


def _turned(direction: Vec3, radians: float) -> Vec3:
    cosine, sine = math.cos(radians), math.sin(radians)
    return Vec3(
        direction.x * cosine - direction.y * sine, direction.x * sine + direction.y * cosine, direction.z
    )


def _has_charge(pawn: Pawn, fire: FireSpec) -> bool:
    """Whether a shield that is up stays up."""
    return fire.ammo is not None and pawn.ammo.get(fire.ammo, 0.0) > 0.0
