"""From damage to death: what protects, who is told, who scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from agentfw.arena.world.damage import absorb_by_armor, absorb_by_shield
from agentfw.arena.world.senses import Look, can_see_player
from agentfw.vocabulary import DamageDealt, DamageTaken, Died, EntityId, PlayerDied

if TYPE_CHECKING:
    from agentfw.arena.games.specs import DamageSpec
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.geometry import Vec3

__all__ = ["Dying"]


class Dying:
    """Hurts and kills the players of one world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def hurt(
        self,
        victim: Player,
        damage: float,
        spec: DamageSpec,
        *,
        by: Player | None,
        weapon: str,
        push: Vec3 | None,
        origin: Vec3 | None,
    ) -> None:
        """Damage, in the order of the games: shield in hand, power-ups, rules, armor, health."""
        world, pawn = self._world, victim.pawn
        if pawn is None or damage <= 0.0:
            return
        damage = world.combat.stop_by_shield(pawn, damage, origin)
        if by is not None:
            damage *= world.game.damage_scale
            if by.pawn is not None and by.pawn.boost_until > world.time:
                damage *= world.game.boost_factor
            damage *= self._friendly_share(victim, by, spec)
            pawn.last_hurt_by = by
        if victim.settings.invulnerable:
            damage = 0.0
        lost = math.floor(self._absorb(pawn, damage, spec) + 1e-9)
        if push is not None and damage > 0.0:
            pawn.body.push(push.x, push.y, push.z)
        pawn.health -= lost
        self._tell_hurt(victim, pawn, lost, spec, by=by, weapon=weapon)
        if pawn.health <= 0:
            self.kill(victim, by, spec, weapon)

    def _friendly_share(self, victim: Player, by: Player, spec: DamageSpec) -> float:
        if victim is by or not self._world.rules.are_friends(victim, by):
            return 1.0
        if spec.super_weapon and self._world.game.is_modern:
            return 1.0
        return self._world.settings.friendly_fire

    def _absorb(self, pawn: Pawn, damage: float, spec: DamageSpec) -> float:
        if not spec.armor_stops or damage <= 0.0:
            return damage
        if self._world.game.is_modern:
            through, pawn.shield = absorb_by_shield(damage, pawn.shield)
            return through
        through, pawn.armor = absorb_by_armor(damage, pawn.armor)
        return through

    def _tell_hurt(
        self, victim: Player, pawn: Pawn, lost: int, spec: DamageSpec, *, by: Player | None, weapon: str
    ) -> None:
        if victim.listens:
            seen = None
            if by is not None and by is not victim and by.pawn is not None:
                there = by.pawn.body.location
                seen = by.id if Look(self._world, pawn).covers(there) else None
            how = _how(spec, weapon)
            victim.tell(DamageTaken(damage=lost, instigator=seen, by_world=spec.by_world, **how))
        if by is not None and by is not victim and by.listens:
            by.tell(DamageDealt(id=victim.id, damage=lost, **_how(spec, weapon)))

    def kill(self, victim: Player, killer: Player | None, spec: DamageSpec, weapon: str) -> None:
        """The end of a body: scores, what it drops, and who hears of it."""
        world, pawn = self._world, victim.pawn
        if pawn is None:
            return
        if not world.rules.is_over:
            world.rules.on_kill(victim, killer, spec)
            victim.deaths += 1
        world.rules.on_death(victim)
        counts = killer is not None and not world.rules.are_friends(victim, killer)
        if counts and killer is not None and not world.rules.is_over:
            killer.kills += 1
            world.give_adrenaline(killer, world.rules.kill_adrenaline)
        world.combat.drop_trigger(victim)
        if pawn.hand is not None and pawn.is_loaded(pawn.hand) and world.settings.weapon_throwing:
            world.stock.drop(pawn, pawn.hand, world.floor_below(pawn.body.feet))
        self._tell_death(victim, pawn, killer, spec, weapon)
        victim.pawn = None
        world.bodies_changed()
        world.powers.on_death(victim)
        world.spawning.on_death(victim)

    def _tell_death(
        self, victim: Player, pawn: Pawn, killer: Player | None, spec: DamageSpec, weapon: str
    ) -> None:
        who = killer.id if killer is not None else EntityId("")  # told as None, not left out
        how = _how(spec, weapon)
        told: dict[str, Any] = {"killer": who, "death_text": spec.death_text, "by_world": spec.by_world}
        victim.tell(Died(**told, **how))
        brief = PlayerDied(id=victim.id, body=pawn.id, killer=who)
        full = PlayerDied(id=victim.id, body=pawn.id, **told, **how)
        world, is_classic = self._world, not self._world.game.is_modern
        for other in self._world.players:
            if other is victim or not other.listens:
                continue
            sees = is_classic or can_see_player(world, other, victim)
            other.tell(full if sees else brief)


def _how(spec: DamageSpec, weapon: str) -> dict[str, Any]:
    """What every report of damage and death tells alike."""
    return {
        "damage_class": spec.name,
        "weapon_name": weapon,
        "flaming": spec.flaming,
        "direct": spec.direct,
        "bullet": spec.bullet,
        "vehicle": False,
    }
