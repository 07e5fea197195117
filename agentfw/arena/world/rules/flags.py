"""Capture the flag."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.level import ThingKind
from agentfw.arena.world.rules.base import touches
from agentfw.arena.world.rules.deathmatch import TeamDeathmatch
from agentfw.geometry import Vec3
from agentfw.vocabulary import FlagState

if TYPE_CHECKING:
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import EntityId

__all__ = ["CaptureTheFlag", "Flag"]

_RADIUS, _HALF_HEIGHT = 48.0, 30.0
_RETURNS_AFTER_S: Final = 25.0
_NEAR_BASE: Final = 1024.0
_MAJOR_KILL: Final = 10
"""The adrenaline for killing a carrier."""


class Flag:
    """The flag of a team."""

    def __init__(self, name: EntityId, team: int, base: Vec3, place: int | None) -> None:
        self.id, self.team, self.base = name, team, base
        self.place = place
        """The number of the navigation point at its base."""
        self.state = FlagState.HOME
        self.holder: Player | None = None
        self.feet = base
        self.dropped_at = 0.0
        self.first_touch: Player | None = None
        self.carriers: list[Player] = []

    @property
    def location(self) -> Vec3:
        """The middle of the flag, or of whoever holds it."""
        if self.holder is not None and self.holder.pawn is not None:
            return self.holder.pawn.body.location
        return self.feet + Vec3(0.0, 0.0, _HALF_HEIGHT)


class CaptureTheFlag(TeamDeathmatch):
    """Carry the enemy's flag to the own one."""

    kill_adrenaline = 2

    def __init__(self, world: World) -> None:
        super().__init__(world)
        places = {
            point.thing.location: point.number for point in world.graph.points if point.thing is not None
        }
        self._flags = tuple(
            Flag(
                world.naming.object(f"flag{thing.team}"),
                thing.team or 0,
                thing.location,
                places.get(thing.location),
            )
            for thing in sorted(
                (thing for thing in world.level.things if thing.kind is ThingKind.FLAG),
                key=lambda thing: thing.team or 0,
            )
        )

    @property
    def flags(self) -> tuple[Flag, ...]:
        """One per team."""
        return self._flags

    def _count(self, team: int, points: float) -> None:
        """Only captures count for the team."""

    def flag_of(self, team: int) -> Flag | None:
        """The flag a team defends."""
        return next((flag for flag in self._flags if flag.team == team), None)

    def carried_by(self, player: Player) -> Flag | None:
        """The flag a player carries."""
        return next((flag for flag in self._flags if flag.holder is player), None)

    def on_enemy_killed(self, victim: Player, killer: Player) -> None:
        """The death of a carrier is worth more, and of one who aimed at the own carrier."""
        if self.carried_by(victim) is not None:
            killer.score += 2 if self.world.game.is_modern else 4
            self.world.give_adrenaline(killer, _MAJOR_KILL - self.kill_adrenaline)
        elif self.world.game.is_modern and self._aims_at_carrier(victim):
            killer.score += 1

    def _aims_at_carrier(self, enemy: Player) -> bool:
        pawn = enemy.pawn
        target = self.world.player_of(pawn.shoot_target) if pawn is not None and pawn.firing else None
        if target is None or target.team == enemy.team:
            return False
        return self.carried_by(target) is not None

    def on_death(self, victim: Player) -> None:
        """A carrier drops the flag where it dies."""
        flag = self.carried_by(victim)
        if flag is not None and victim.pawn is not None:
            self._drop(flag, victim.pawn.body.feet)

    def on_leave(self, player: Player) -> None:
        """So does one who leaves."""
        self.on_death(player)
        for flag in self._flags:
            if flag.holder is player:
                self._send_home(flag)

    def on_translocated(self, player: Player) -> None:
        """A beacon carries the body away, but not the flag."""
        self.on_death(player)

    def tick(self, seconds: float) -> None:
        """Touches, and flags that lie about for too long."""
        now = self.world.time
        for flag in self._flags:
            if flag.state is FlagState.DROPPED and now - flag.dropped_at >= _RETURNS_AFTER_S - 1e-9:
                self._send_home(flag)
        for flag in self._flags:
            for player in self.world.living():
                if flag.holder is None and touches(player, flag.feet, _RADIUS, _HALF_HEIGHT):
                    self._touch(player, flag)

    def _touch(self, player: Player, flag: Flag) -> None:
        if player.team != flag.team:
            self._take(player, flag)
        elif flag.state is FlagState.DROPPED:
            self._return(player, flag)
        else:
            carried = self.carried_by(player)
            if carried is not None:
                self._capture(player, carried)

    def _take(self, player: Player, flag: Flag) -> None:
        if flag.state is FlagState.HOME:
            flag.first_touch, flag.carriers = player, []
        if player not in flag.carriers:
            flag.carriers.append(player)
        flag.state, flag.holder = FlagState.HELD, player
        self.world.on_objective(player, flag.id, flag.location)

    def _return(self, player: Player, flag: Flag) -> None:
        if self.world.game.is_modern:
            player.score += self._return_points(flag)
        self.world.give_adrenaline(player, 5)
        self._send_home(flag)
        self.world.on_objective(player, flag.id, flag.location)

    def _return_points(self, flag: Flag) -> int:
        """The newer game pays more the nearer a flag was to the enemy's base."""
        other = next((other for other in self._flags if other.team != flag.team), None)
        home = flag.feet.distance_to(flag.base)
        away = flag.feet.distance_to(other.base) if other is not None else math.inf
        if home <= _NEAR_BASE:
            return 0
        points = 3 if home <= away else 5
        return points + (7 if away <= _NEAR_BASE else 0)

    def _capture(self, player: Player, flag: Flag) -> None:
        self.add_team_score(player.team, 1)
        if self.world.game.is_modern:
            player.score += 5
            if flag.first_touch is not None:
                flag.first_touch.score += 5
            for other in flag.carriers:  # the scorer among them
                other.score += min(5, max(1, 20 // len(flag.carriers)))
        else:
            player.score += 7
        self.world.give_adrenaline(player, 25)
        self._send_home(flag)
        self.world.on_objective(player, flag.id, flag.location)

    def _drop(self, flag: Flag, feet: Vec3) -> None:
        flag.state, flag.holder = FlagState.DROPPED, None
        flag.dropped_at = self.world.time
        flag.feet = self.world.floor_below(feet)
        ground = self.world.terrain.ground_below(flag.feet.x, flag.feet.y, flag.feet.z + 1.0)
        if ground is None or ground.is_lava:
            self._send_home(flag)

    def _send_home(self, flag: Flag) -> None:
        flag.state, flag.holder, flag.feet = FlagState.HOME, None, flag.base
