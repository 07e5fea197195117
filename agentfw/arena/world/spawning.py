"""Where players come into the world, and when they come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.level import ThingKind
from agentfw.arena.world.motion import Body
from agentfw.arena.world.players import Pawn
from agentfw.geometry import Vec3
from agentfw.vocabulary import Spawned

if TYPE_CHECKING:
    from agentfw.arena.maps.level import Thing
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World
    from agentfw.geometry import Rotation

__all__ = ["Spawning"]

_BASE_RATING: Final = 10_000_000.0
_AGAIN_S: Final = 1.0
_NATIVE_WAITS_S: Final = 1.0


class Spawning:
    """Gives bodies to players."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._starts = [thing for thing in world.level.things if thing.kind is ThingKind.START]
        self._last: Thing | None = None

    def on_death(self, player: Player) -> None:
        """Decide when a dead player comes back; clients of the newer game at once."""
        if player.settings.manual_spawn or self._is_out(player):
            player.respawn_at = None
            return
        waits = _NATIVE_WAITS_S if player.is_native or not self._world.game.is_modern else 0.0
        player.respawn_at = self._world.time + waits

    def _is_out(self, player: Player) -> bool:
        lives = self._world.settings.max_lives
        return bool(lives) and player.deaths >= lives

    def tick(self) -> None:
        """Whoever waits long enough comes back."""
        world = self._world
        if world.rules.is_over:
            return
        for player in world.players:
            due = player.respawn_at
            is_due = due is not None and player.pawn is None and due <= world.time
            if is_due and not self.spawn(player):
                player.respawn_at = world.time + _AGAIN_S

    def spawn(
        self, player: Player, location: Vec3 | None = None, rotation: Rotation | None = None
    ) -> bool:
        """Put a player into the world, at a place or at a start; False when there is no room."""
        world = self._world
        if player.pawn is not None or self._is_out(player):
            return False
        yaw = rotation.yaw if rotation is not None else 0
        if location is not None:
            feet = location - Vec3(0.0, 0.0, world.game.body.half_height)
            if not world.terrain.is_inside(feet) or self._is_taken(feet):
                return False
        else:
            start = self._choose(player)
            if start is None:
                return False
            self._last, feet = start, start.location
            yaw = self._toward_middle(feet) if rotation is None else yaw
        self._embody(player, feet, yaw)
        return True

    def _embody(self, player: Player, feet: Vec3, yaw: int) -> None:
        world = self._world
        body = Body(world.terrain, world.game.body, feet, yaw)
        body.speed_factor = player.settings.speed_multiplier
        rate = player.settings.rotation_rate
        if rate is not None:
            body.pitch_rate, body.yaw_rate = float(rate.pitch), float(rate.yaw)
        pawn = Pawn(world.naming.object("body"), body, world.game.health_start)
        player.pawn, player.respawn_at = pawn, None
        world.bodies_changed()
        player.tell(Spawned())
        names = world.game.start_weapons
        if world.settings.translocator and world.game.translocator is not None:
            names = (*names, world.game.translocator)
        world.stock.give_start(player, names)
        world.take_in_hand(player, pawn.weapons[names[0]])

    def _choose(self, player: Player) -> Thing | None:
        """The best start: far from others, out of their sight, not the one used last."""
        starts = [start for start in self._starts if not self._is_taken(start.location)]
        if self._world.has_teams and any(start.team == player.team for start in self._starts):
            starts = [start for start in starts if start.team in (None, player.team)]
        if not starts:
            return None
        ratings = [(self._rate(start, player), -number) for number, start in enumerate(starts)]
        return starts[-max(ratings)[1]]

    def _rate(self, start: Thing, player: Player) -> float:
        world = self._world
        rating = _BASE_RATING
        rating += -10_000.0 if start is self._last else world.rng.random() * 3000.0
        eyes = start.location + Vec3(0.0, 0.0, world.game.body.half_height + world.game.body.eye)
        others = [other for other in world.living() if other is not player]
        for other in others:
            if other.pawn is None:
                continue
            distance = other.pawn.body.location.distance_to(start.location)
            is_duel = len(world.players) == 2
            if not is_duel and distance >= 3000.0:
                continue
            is_seen = world.terrain.is_clear(eyes, other.pawn.body.eyes)
            if is_seen and distance < 3000.0:
                rating -= 10_000.0 - distance
            if is_duel:
                rating += 2.0 * distance - (10_000.0 if is_seen else 0.0)
        return max(5.0, rating)

    def _is_taken(self, feet: Vec3) -> bool:
        reach = 2 * self._world.game.body.radius
        height = 2 * self._world.game.body.half_height
        for other in self._world.living():
            if other.pawn is None:
                continue
            body = other.pawn.body
            near = abs(body.x - feet.x) < reach and abs(body.y - feet.y) < reach
            if near and abs(body.z - feet.z) < height:
                return True
        return False

    def _toward_middle(self, feet: Vec3) -> int:
        level = self._world.level
        middle = Vec3(level.width * level.cell / 2, level.depth * level.cell / 2, feet.z)
        return (middle - feet).facing().yaw
