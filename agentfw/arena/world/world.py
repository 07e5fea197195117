"""The world of one match: everything that is in it, and what a tick does to it.

Nothing here waits or looks at a clock. Commands change what bodies want; `tick` lets a twentieth of a
second pass. The same seed and the same calls in the same order give the same match, to the last bit.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.navgraph import derive_navigation
from agentfw.arena.world.combat import Combat
from agentfw.arena.world.dying import Dying
from agentfw.arena.world.movement import Movement
from agentfw.arena.world.naming import CLASSIC_WORDS, MODERN_WORDS, Naming
from agentfw.arena.world.natives import Natives
from agentfw.arena.world.players import Player
from agentfw.arena.world.powers import Powers
from agentfw.arena.world.routes import Routes
from agentfw.arena.world.rules import MatchSettings, rules_for
from agentfw.arena.world.spawning import Spawning
from agentfw.arena.world.stock import Stock
from agentfw.arena.world.terrain import Terrain
from agentfw.arena.world.vantage import Vantage
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    NO_TEAM,
    ClassName,
    EntityId,
    FiringStarted,
    FiringStopped,
    PlayerJoined,
    PlayerLeft,
    SoundHeard,
    SoundKind,
    Touched,
    WeaponAmmo,
    WeaponChanged,
)

if TYPE_CHECKING:
    from agentfw.arena.games.specs import DamageSpec, GameSpec
    from agentfw.arena.maps.mapfiles import MapFile
    from agentfw.arena.maps.navgraph import NavGraph
    from agentfw.arena.world.players import HeldWeapon
    from agentfw.arena.world.rules import Rules
    from agentfw.arena.world.stock import Item
    from agentfw.vocabulary import Percept

__all__ = ["TICK_S", "World"]

TICK_S: Final = 0.05
"""How much game time one tick takes: the shortest interval in which the real server reports."""


class World:
    """A level with players in it, under the rules of a game."""

    def __init__(
        self,
        map_file: MapFile,
        game: GameSpec,
        settings: MatchSettings | None = None,
        *,
        seed: int = 0,
        graph: NavGraph | None = None,
        vantage: Vantage | None = None,
    ) -> None:
        self.map = map_file
        self.level = map_file.level
        self.game = game
        self.settings = settings or MatchSettings()
        self.seed = seed
        self.rng = random.Random(seed)  # noqa: S311 - a game, not a secret
        self.ticks = 0
        self.match_started_at = 0
        self.terrain = Terrain(self.level, game.body.step)
        self.graph = derive_navigation(self.level) if graph is None else graph
        self.routes = Routes(self.graph, self.terrain, 900.0 if game.is_modern else 600.0)
        words = MODERN_WORDS if game.is_modern else CLASSIC_WORDS
        self.body_class = ClassName(("GameBots2004." if game.is_modern else "Botpack.") + words["body"])
        self.naming = Naming(self.level.name, words, is_modern=game.is_modern)
        self.place_ids = self.naming.places(self.graph)
        center = Vec3(0.0, 0.0, game.body.half_height)
        self.place_locations = tuple(point.location + center for point in self.graph.points)
        """Where the center of a body is that stands on each navigation point."""
        points = [point.location for point in self.graph.points]
        self.vantage = Vantage(self.level, points) if vantage is None else vantage
        self.lift_ids = tuple(self.naming.object("mover") for _ in self.terrain.lifts)
        at = {
            point.thing.location: point.number for point in self.graph.points if point.thing is not None
        }
        self.lift_places = tuple(at[lift.thing.location] for lift in self.terrain.lifts)
        """The navigation point of each lift."""
        self.players: list[Player] = []
        self.announced: list[Percept] = []
        """What everybody was told, for listeners who are not players."""
        self.bots_paused = False
        self._numbers = 0
        self._by_id: dict[EntityId, Player] = {}
        self._living: tuple[Player, ...] = ()
        self.stock = Stock(self)
        self.rules: Rules = rules_for(self)
        self.combat = Combat(self)
        self.spawning = Spawning(self)
        self.powers = Powers(self)
        self.natives = Natives(self)
        self.movement = Movement(self)
        self._dying = Dying(self)

    # Time

    @property
    def time(self) -> float:
        """Game time since the map was loaded."""
        return self.ticks * TICK_S

    @property
    def match_time(self) -> float:
        """Game time since the match began."""
        return (self.ticks - self.match_started_at) * TICK_S

    @property
    def has_teams(self) -> bool:
        """Whether players fight in teams."""
        return self.rules.has_teams

    def tick(self) -> None:
        """Let a twentieth of a second pass."""
        self.ticks += 1
        if not self.bots_paused:
            for lift in self.terrain.lifts:
                lift.tick(self.time, TICK_S)
            self.natives.think()
            self.movement.tick(TICK_S)
            self.powers.tick(TICK_S)
            self.combat.tick(TICK_S)
            self.stock.tick()
            if not self.rules.is_over:
                self.rules.tick(TICK_S)
        self.rules.check_end()
        self.spawning.tick()

    def restart(self) -> None:
        """Begin the match anew: no scores, everybody at a start."""
        self.match_started_at = self.ticks
        self.combat.projectiles.clear()
        self.stock.reset()
        ids = [flag.id for flag in self.rules.flags]
        self.rules = rules_for(self)
        for flag, entity in zip(self.rules.flags, ids, strict=True):
            flag.id = entity
        for player in self.players:
            player.score, player.deaths, player.kills, player.adrenaline = 0.0, 0, 0, 0
            player.pawn = None
        self.bodies_changed()
        for player in self.players:
            self.enter(player)

    # Who plays

    def enter(self, player: Player) -> None:
        """Bring a player into the match, as soon as a start is free."""
        if not self.spawning.spawn(player):
            player.respawn_at = self.time

    def living(self) -> tuple[Player, ...]:
        """The players who have a body, in the order they came."""
        return self._living

    def bodies_changed(self) -> None:
        """Somebody got or lost a body."""
        self._living = tuple(player for player in self.players if player.pawn is not None)

    def player_of(self, entity: EntityId | None) -> Player | None:
        """The player of that id."""
        return self._by_id.get(entity) if entity is not None else None

    def add_player(self, name: str, team: int = NO_TEAM, *, is_native: bool = False) -> Player:
        """Somebody joins; without a body yet."""
        number = self._numbers
        self._numbers += 1
        player = Player(number, self.naming.player(number, is_native=is_native), self._free_name(name))
        player.is_native = is_native
        player.team = self._team_for(team)
        self.announce(PlayerJoined(id=player.id, player_name=player.name))
        self.players.append(player)
        self._by_id[player.id] = player
        return player

    def remove_player(self, player: Player) -> None:
        """Somebody leaves, and the body with it."""
        if player not in self.players:
            return
        self.rules.on_leave(player)
        self.combat.forget(player)
        self.natives.forget(player)
        player.pawn, player.respawn_at = None, None
        self.players.remove(player)
        del self._by_id[player.id]
        self.bodies_changed()
        self.announce(PlayerLeft(id=player.id, player_name=player.name))

    def rename(self, player: Player, name: str) -> None:
        """Call a player otherwise, with a number where somebody else has that name already."""
        player.name = self._free_name(name, player)

    def _free_name(self, name: str, but: Player | None = None) -> str:
        taken = {player.name.lower() for player in self.players if player is not but}
        if name.lower() not in taken:
            return name
        return next(f"{name}{n}" for n in range(1, 10_000) if f"{name}{n}".lower() not in taken)

    def _team_for(self, wanted: int) -> int:
        """The wanted team where it exists, else the smallest one."""
        if not self.has_teams:
            return NO_TEAM
        if 0 <= wanted < self.settings.teams:
            return wanted
        sizes = [0] * self.settings.teams
        for player in self.players:
            if 0 <= player.team < len(sizes):
                sizes[player.team] += 1
        return sizes.index(min(sizes))

    def change_team(self, player: Player, team: int) -> bool:
        """Play for another team, with a new body; False when that team does not exist."""
        if not self.has_teams or not 0 <= team < self.settings.teams:
            return False
        if player.team != team:
            if player.pawn is not None:
                self.kill(player, None, self.game.world_damage["suicide"])
            player.team = team
        return True

    # What is where

    def location_of(self, entity: EntityId) -> Vec3 | None:
        """Where the thing of an id is: a player, an item, a place, a flag, a lift, a projectile."""
        player = self._by_id.get(entity)
        if player is not None:
            return player.pawn.body.location if player.pawn is not None else None
        item = self.stock.find(entity)
        if item is not None:
            return item.location
        for flag in self.rules.flags:
            if flag.id == entity:
                return flag.location
        if entity in self.place_ids:
            return self.place_location(self.place_ids.index(entity))
        if entity in self.lift_ids:
            return self.terrain.lifts[self.lift_ids.index(entity)].location
        shot = next((shot for shot in self.combat.projectiles if shot.id == entity), None)
        return shot.location if shot is not None else None

    def place_location(self, number: int) -> Vec3:
        """Where a body that stands on a navigation point has its center."""
        return self.place_locations[number]

    def floor_below(self, point: Vec3) -> Vec3:
        """The floor under a point."""
        ground = self.terrain.ground_below(point.x, point.y, point.z + 1.0)
        height = ground.height(point.x, point.y) if ground is not None else self.terrain.lowest
        return Vec3(point.x, point.y, height)

    # What happens

    def announce(self, percept: Percept) -> None:
        """Tell everybody."""
        self.announced.append(percept)
        if len(self.announced) > 10_000:
            del self.announced[:5_000]
        for player in self.players:
            player.tell(percept)

    def hurt(
        self,
        victim: Player,
        damage: float,
        spec: DamageSpec,
        *,
        by: Player | None = None,
        weapon: str = "",
        push: Vec3 | None = None,
        origin: Vec3 | None = None,
    ) -> None:
        """Damage that comes at a player: what protects takes its share, the rest costs health."""
        self._dying.hurt(victim, damage, spec, by=by, weapon=weapon, push=push, origin=origin)

    def kill(self, victim: Player, killer: Player | None, spec: DamageSpec, weapon: str = "") -> None:
        """Somebody dies, whatever the health."""
        self._dying.kill(victim, killer, spec, weapon)

    def give_adrenaline(self, player: Player, amount: int) -> None:
        """More adrenaline, or less; the older game has none."""
        self.powers.give_adrenaline(player, amount)

    def translocate(self, player: Player, where: Vec3) -> None:
        """Be at a beacon; whoever stands there does not survive it."""
        self.movement.translocate(player, where)

    def make_noise(
        self,
        where: Vec3,
        radius: float,
        source: EntityId | None,
        source_class: ClassName | None,
        *,
        by: Player | None,
        pickup: bool = False,
    ) -> None:
        """A sound that listeners within the radius hear, each source once a second."""
        for player in self._living:
            if not player.listens or player.pawn is None:
                continue
            ears = player.pawn.body.location
            distance = ears.distance_to(where)
            key = (source or "", source_class or "")
            if distance > radius or self.time - player.heard_at.get(key, -10.0) < 1.0:
                continue
            if len(player.heard_at) > 200:
                player.heard_at.clear()
            player.heard_at[key] = self.time
            kind = SoundKind.PICKUP if pickup else SoundKind.NOISE
            # The older game tells who took something, the newer one what was taken.
            tells_taker = pickup and by is not None and not self.game.is_modern
            told = by.id if tells_taker and by is not None else source
            direction = (where - ears).facing() if distance else Rotation(0, 0, 0)
            player.hear(SoundHeard(kind, told, source_class, direction, distance))

    def on_firing(self, player: Player, *, alt: bool, starts: bool) -> None:
        """A trigger was pulled or let go."""
        if player.listens:
            player.tell(FiringStarted(alt) if starts else FiringStopped(alt))

    def on_pickup(self, player: Player, item: Item) -> None:
        """An item was taken; clients are given a better weapon in hand at once, as the games do."""
        player.tell(Touched(item.id, item.location, Rotation(0, 0, 0)))
        pawn = player.pawn
        if pawn is not None and item.spec.inventory in pawn.weapons and not player.is_native:
            held = pawn.weapons[item.spec.inventory]
            if pawn.hand is None or (held.spec.rating > pawn.hand.spec.rating and not pawn.firing):
                self.change_weapon(player, held)

    def on_objective(self, player: Player, entity: EntityId, where: Vec3) -> None:
        """A flag or a point was touched to some effect."""
        player.tell(Touched(entity, where, Rotation(0, 0, 0)))

    # Weapons in hand

    def change_weapon(self, player: Player, weapon: HeldWeapon, *, tells_old: bool = False) -> None:
        """Take another weapon in hand; it takes a moment."""
        pawn = player.pawn
        if pawn is None or weapon is (pawn.next_hand or pawn.hand):
            return
        self.combat.release(player)
        if tells_old and pawn.hand is not None and player.listens:
            old = pawn.hand
            alt = pawn.rounds(old, alt=True)
            player.tell(
                WeaponAmmo(id=old.id, weapon_class=old.spec.name, ammo=pawn.rounds(old), alt_ammo=alt)
            )
        delay = weapon.spec.bring_up_s + (pawn.hand.spec.put_down_s if pawn.hand is not None else 0.0)
        pawn.next_hand, pawn.hand_ready_at = weapon, self.time + delay

    def take_in_hand(self, player: Player, weapon: HeldWeapon) -> None:
        """Hold a weapon, now."""
        pawn = player.pawn
        if pawn is None:
            return
        pawn.hand, pawn.next_hand = weapon, None
        pawn.next_shot_at = min(pawn.next_shot_at, self.time)
        if player.listens:
            alt = pawn.rounds(weapon, alt=True)
            player.tell(
                WeaponChanged(
                    id=weapon.id, weapon_class=weapon.spec.name, ammo=pawn.rounds(weapon), alt_ammo=alt
                )
            )

    def best_weapon(self, player: Player) -> HeldWeapon | None:
        """The best weapon that has ammunition."""
        pawn = player.pawn
        if pawn is None:
            return None
        loaded = [weapon for weapon in pawn.weapons.values() if pawn.is_loaded(weapon)]
        return max(loaded, key=lambda weapon: weapon.spec.rating, default=None)

    def out_of_ammo(self, player: Player) -> None:
        """The trigger clicks: the game takes the best other weapon, as the real ones do."""
        pawn, best = player.pawn, self.best_weapon(player)
        if pawn is not None and best is not None and best is not pawn.hand:
            self.change_weapon(player, best)
