"""Adrenaline, combos, ammunition that recharges, and what the surroundings do to a body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.games.specs import Trigger
from agentfw.arena.world.damage import Shield
from agentfw.vocabulary import AdrenalineGained, ComboStarted

if TYPE_CHECKING:
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import ClassName

__all__ = ["COMBOS", "Powers"]

COMBOS: Final = {"combospeed": 16.0, "comboberserk": 30.0, "combodefensive": 30.0, "comboinvis": 30.0}
"""How long a full charge of adrenaline lasts for each combo, by the last part of its class name."""
_HEALS_EVERY_S, _HEALS = 0.9, 5
_LAVA_PER_S: Final = 40.0
_PAIN_EVERY_S: Final = 0.5
_DROWN_EVERY_S, _DROWN = 2.0, 5.0
_SHIELD_DRAIN_PER_S: Final = 5.0


class Powers:
    """What changes a body while time passes."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._left: dict[int, float] = {}
        """The adrenaline that running combos have not used up, by player number."""
        self._recharging = [ammo for ammo in world.game.ammo.values() if ammo.recharges_per_s]

    def give_adrenaline(self, player: Player, amount: int) -> None:
        """More of it, up to the limit; none while a combo runs."""
        most = self._world.game.adrenaline_most
        if most and not (player.pawn is not None and player.pawn.combo is not None):
            before = player.adrenaline
            player.adrenaline = max(0, min(most, player.adrenaline + amount))
            if player.adrenaline > before and player.listens:
                player.tell(AdrenalineGained(player.adrenaline - before))

    def start_combo(self, player: Player, name: ClassName) -> bool:
        """Spend a full charge; False when there is none, or a combo runs already."""
        pawn = player.pawn
        kind = name.rpartition(".")[2].lower()
        most = self._world.game.adrenaline_most
        if pawn is None or pawn.combo is not None or kind not in COMBOS:
            return False
        if not most or player.adrenaline != most:
            return False
        pawn.combo, pawn.combo_id = name, self._world.naming.object(name)
        pawn.combo_heals_at = self._world.time + _HEALS_EVERY_S
        self._left[player.number] = float(most)
        if kind == "combospeed":
            pawn.body.speed_factor *= 1.4
            pawn.body.air_control *= 1.4
            pawn.body.jump_factor *= 1.5
        player.tell(ComboStarted(name))
        return True

    def _end_combo(self, player: Player, pawn: Pawn) -> None:
        if pawn.combo is not None and pawn.combo.lower().endswith("combospeed"):
            pawn.body.speed_factor /= 1.4
            pawn.body.air_control /= 1.4
            pawn.body.jump_factor /= 1.5
        pawn.combo = pawn.combo_id = None
        self._left.pop(player.number, None)

    def on_death(self, player: Player) -> None:
        """A combo ends with the body."""
        self._left.pop(player.number, None)

    def tick(self, seconds: float) -> None:
        """Drain combos, recharge shields, burn and drown."""
        for player in self._world.living():
            pawn = player.pawn
            if pawn is None:
                continue
            if pawn.combo is not None:
                self._drain(player, pawn, seconds)
            for ammo in self._recharging:
                self._recharge(pawn, ammo.name, ammo.recharges_per_s, ammo.most, seconds)
            ground = pawn.body.ground
            if ground is not None and (ground.is_lava or ground.is_water):
                self._suffer(player, pawn, seconds)
            elif pawn.breath_left < pawn.body.spec.breath_s:
                pawn.breath_left = pawn.body.spec.breath_s

    def _drain(self, player: Player, pawn: Pawn, seconds: float) -> None:
        kind = (pawn.combo or "").rpartition(".")[2].lower()
        most = self._world.game.adrenaline_most
        rate = most / COMBOS[kind] * (2.0 if self._carries(player) else 1.0)
        left = self._left.get(player.number, 0.0) - rate * seconds
        self._left[player.number], player.adrenaline = left, max(0, int(left))
        if kind == "combodefensive" and self._world.time >= pawn.combo_heals_at - 1e-9:
            pawn.combo_heals_at += _HEALS_EVERY_S
            if pawn.health < self._world.game.health_most:
                pawn.health = min(self._world.game.health_most, pawn.health + _HEALS)
            else:
                total = min(self._world.game.shield_most, pawn.shield.total + _HEALS)
                pawn.shield = Shield(max(total, pawn.shield.total), pawn.shield.small)
        elif kind == "comboinvis":
            pawn.invisible_until = self._world.time + 2 * seconds
        if left <= 0.0:
            self._end_combo(player, pawn)

    def _carries(self, player: Player) -> bool:
        return any(flag.holder is player for flag in self._world.rules.flags)

    def _recharge(self, pawn: Pawn, name: ClassName, rate: float, most: int, seconds: float) -> None:
        have = pawn.ammo.get(name)
        if have is None:
            return
        fire = pawn.fire
        if fire is not None and fire.trigger is Trigger.SHIELD and fire.ammo == name:
            pawn.ammo[name] = max(0.0, have - _SHIELD_DRAIN_PER_S * seconds)
        elif have < most:
            pawn.ammo[name] = min(float(most), have + rate * seconds)

    def _suffer(self, player: Player, pawn: Pawn, seconds: float) -> None:
        world, ground = self._world, pawn.body.ground
        if ground is None:
            return
        is_burning = ground.is_lava and not pawn.body.is_falling
        if is_burning and world.time >= pawn.pain_at:
            pawn.pain_at = world.time + _PAIN_EVERY_S
            world.hurt(player, _LAVA_PER_S * _PAIN_EVERY_S, world.game.world_damage["lava"])
        elif ground.is_water and pawn.body.is_head_under_water:
            pawn.breath_left -= seconds
            if pawn.breath_left <= 0.0 and world.time >= pawn.pain_at:
                pawn.pain_at = world.time + _DROWN_EVERY_S
                world.hurt(player, _DROWN, world.game.world_damage["drown"])
        elif not ground.is_lava:
            pawn.breath_left = pawn.body.spec.breath_s
