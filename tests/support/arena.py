"""Small worlds for tests of the arena: maps drawn in a string, players put where a test wants them."""

from __future__ import annotations

import functools
import hashlib
import textwrap
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import find_map
from agentfw.arena.maps.mapfiles import load_map
from agentfw.arena.maps.navgraph import derive_navigation
from agentfw.arena.world.motion import Body
from agentfw.arena.world.players import Course
from agentfw.arena.world.rules import MatchSettings, Mode
from agentfw.arena.world.terrain import Terrain
from agentfw.arena.world.world import TICK_S, World
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import NO_TEAM, ClassName, Percept

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.arena.games.specs import BodySpec, GameSpec
    from agentfw.arena.maps.mapfiles import MapFile
    from agentfw.arena.maps.navgraph import NavGraph
    from agentfw.arena.world.players import HeldWeapon, Pawn, Player

__all__ = [
    "HALL",
    "Duel",
    "Seen",
    "add_natives",
    "arm",
    "body_of",
    "digest",
    "draw_map",
    "go",
    "in_hall",
    "kill",
    "lone_body",
    "moved",
    "of_kind",
    "pawn_of",
    "put",
    "put_player",
    "run",
    "shipped_terrain",
    "shipped_world",
    "small_world",
    "snapshot",
    "world_on",
]

AnyPercept = TypeVar("AnyPercept", bound=Percept)
HALL = "\n".join(["#" * 42, "#s" + "." * 39 + "#", *(["#" + "." * 40 + "#"] * 5), "#" * 42])
"""An open hall of 40 by 6 cells, with a start in the north-west corner."""


def draw_map(
    rows: str,
    *,
    heights: str = "",
    legend: Mapping[str, str] | None = None,
    symmetry: str = "none",
    wall: int = 384,
    upper: str = "",
    upper_at: int = 288,
) -> MapFile:
    """The map that a drawing shows; the first row of floor is at y = 128. `upper` is a second layer."""
    lines = ["map: DM-Test", "about: Drawn by a test.", "modes: [dm, tdm]", "players: 1-16"]
    lines += [f"symmetry: {symmetry}", f"wall: {wall}"]
    if legend:
        lines += ["legend:", *(f"  {key}: {value}" for key, value in legend.items())]
    lines += ["layers:", "  - at: 0", "    rows: |", _drawn(rows)]
    if heights:
        lines += ["    heights: |", _drawn(heights)]
    if upper:
        lines += [f"  - at: {upper_at}", "    rows: |", _drawn(upper)]
    return load_map("\n".join(lines) + "\n", "test.yaml")


def _drawn(drawing: str) -> str:
    return textwrap.indent(textwrap.dedent(drawing).strip("\n"), " " * 6)


@functools.cache
def _surveyed(
    rows: str, heights: str, legend: tuple[tuple[str, str], ...], symmetry: str
) -> tuple[MapFile, NavGraph]:
    """A map and what is worked out from it, once for all tests that draw it."""
    drawn = draw_map(rows, heights=heights, legend=dict(legend), symmetry=symmetry)
    return drawn, derive_navigation(drawn.level)


def small_world(
    rows: str,
    game: GameSpec = UT2004,
    *,
    heights: str = "",
    legend: Mapping[str, str] | None = None,
    symmetry: str = "none",
    seed: int = 1,
    **settings: Any,
) -> World:
    """A world on a drawn map, under the settings given, without anybody in it."""
    drawn, graph = _surveyed(rows, heights, tuple((legend or {}).items()), symmetry)
    return World(drawn, game, MatchSettings(**settings), seed=seed, graph=graph)


def world_on(map_file: MapFile, game: GameSpec = UT2004, *, seed: int = 1) -> World:
    """A world for deathmatches on a map, without anybody in it."""
    return World(map_file, game, MatchSettings(), seed=seed)


@functools.cache
def shipped_terrain(name: str, step: float = 35.0) -> Terrain:
    """The ground of a map that ships, the same one each time: its lifts are not to be moved."""
    return Terrain(find_map(name).level, step)


def put_player(
    world: World, name: str, x: float, y: float, *, floor: float = 0.0, yaw: int = 0, team: int = NO_TEAM
) -> Player:
    """Somebody who stands at a place, hears everything, and has heard nothing yet."""
    player = world.add_player(name, team)
    player.listens = True
    center = Vec3(x, y, floor + world.game.body.half_height)
    assert world.spawning.spawn(player, center, Rotation(0, yaw, 0)), f"no room for {name}"
    player.take_told()
    return player


def pawn_of(player: Player) -> Pawn:
    """The body of somebody who must be alive."""
    assert player.pawn is not None, f"{player.name} is dead"
    return player.pawn


def arm(world: World, player: Player, name: str) -> HeldWeapon:
    """A weapon in hand, at once and with as much ammunition as it can have."""
    pawn, weapon = pawn_of(player), world.game.weapons[ClassName(name)]
    if weapon.name not in pawn.weapons:
        assert world.stock.give(player, weapon.pickup)
    for fire in (weapon.primary, weapon.secondary):
        if fire.ammo is not None:
            pawn.ammo[fire.ammo] = world.game.ammo[fire.ammo].most
    held = pawn.weapons[weapon.name]
    world.take_in_hand(player, held)
    pawn.hand_ready_at = world.time
    player.take_told()
    return held


def run(world: World, seconds: float) -> None:
    """Let as much game time pass."""
    for _ in range(round(seconds / TICK_S)):
        world.tick()


class Seen(msgspec.Struct):
    """What a body left in its attributes after a tick."""

    landed_at: float
    wall: tuple[float, float]
    left_ledge: bool
    stopped_at_ledge: bool


def lone_body(
    rows: str = HALL,
    *,
    heights: str = "",
    spec: BodySpec = UT2004.body,
    x: float = 192.0,
    y: float = 192.0,
    z: float | None = None,
    wall: int = 384,
) -> Body:
    """A body on a drawn map: on the lowest floor of its cell, or at a height in the air."""
    terrain = Terrain(draw_map(rows, heights=heights, wall=wall).level, spec.step)
    ground = terrain.stack(int(x // terrain.cell), int(y // terrain.cell))[0]
    return Body(terrain, spec, Vec3(x, y, ground.height(x, y) if z is None else z))


def moved(body: Body, wish: tuple[float, float, float], seconds: float) -> list[Seen]:
    """What happens to a body tick by tick while it wants to go somewhere."""
    seen = []
    for _ in range(round(seconds / TICK_S)):
        body.tick(wish, TICK_S)
        wall = body.wall_x, body.wall_y
        seen.append(Seen(body.landed_at, wall, body.left_ledge, body.stopped_at_ledge))
    return seen


def in_hall(game: GameSpec = UT2004, x: float = 640.0, y: float = 512.0) -> tuple[World, Player]:
    """Somebody who stands in the open hall and looks along x."""
    world = small_world(HALL, game)
    return world, put_player(world, "A", x, y)


def body_of(player: Player) -> Body:
    """What moves of somebody who must be alive."""
    return pawn_of(player).body


def go(player: Player, *points: tuple[float, float]) -> None:
    """Run to points seen from above, one after the other."""
    pawn_of(player).course = Course(tuple(Vec3(x, y, 44.0) for x, y in points))


def of_kind(player: Player, kind: type[AnyPercept]) -> list[AnyPercept]:
    """What somebody was told of one kind; everything else is forgotten."""
    return [percept for percept in player.take_told() if isinstance(percept, kind)]


class Duel:
    """Two players in the hall: one shoots along x, the other stands still whatever hits it."""

    def __init__(
        self, game: GameSpec, weapon: str, distance: float, *, health: int = 100, **settings: Any
    ) -> None:
        self.world = small_world(HALL, game, **settings)
        self.shooter = put_player(self.world, "Shooter", 640.0, 512.0, team=0)
        self.victim = put_player(self.world, "Victim", 640.0 + distance, 512.0, yaw=32768, team=1)
        self.held = arm(self.world, self.shooter, weapon)
        pawn_of(self.victim).health = health
        for player in (self.shooter, self.victim):
            player.settings.manual_spawn = True
        self._stands = [(player, pawn_of(player).body.feet) for player in (self.shooter, self.victim)]

    def pull(self, *, alt: bool = False) -> None:
        """The shooter fires at the victim."""
        self.world.combat.pull(self.shooter, alt=alt, target=self.victim.id)

    def release(self) -> None:
        """The shooter lets go of the trigger."""
        self.world.combat.release(self.shooter)

    def tick(self, seconds: float = TICK_S) -> None:
        """Let time pass; nobody is moved by what hits them."""
        for _ in range(round(seconds / TICK_S)):
            for player, feet in self._stands:
                if player.pawn is not None:
                    player.pawn.body.put(feet)
            self.world.tick()

    def lost(self) -> int:
        """How many points of health the victim has lost, of 100."""
        return 100 - pawn_of(self.victim).health

    def time_to_kill(self, *, alt: bool = False, taps: bool = False, limit_s: float = 10.0) -> float:
        """How long after the first tick of firing the victim dies; taps let go each time."""
        for number in range(round(limit_s / TICK_S)):
            self.pull(alt=alt)
            if taps:
                self.release()
            self.tick()
            if self.victim.pawn is None:
                return number * TICK_S
        raise AssertionError(f"the victim still has {pawn_of(self.victim).health} points of health")


def kill(world: World, victim: Player, killer: Player | None = None) -> None:
    """Somebody dies at once: by a player, or by nobody."""
    world.kill(victim, killer, world.game.world_damage["telefrag" if killer is not None else "suicide"])


def put(player: Player, x: float, y: float, *, floor: float = 0.0) -> None:
    """Somebody stands elsewhere from now on."""
    pawn_of(player).body.put(Vec3(x, y, floor))


@functools.cache
def _shipped(name: str) -> tuple[MapFile, NavGraph]:
    """A map that ships, and what is worked out from it, once for all tests."""
    found = find_map(name)
    return found, derive_navigation(found.level)


def shipped_world(name: str, game: GameSpec, mode: Mode, *, seed: int = 1, **settings: Any) -> World:
    """A world on a map that ships, where a match has no end unless the settings say so."""
    found, graph = _shipped(name)
    endless = {"score_limit": 0, "time_limit_s": 0.0}
    return World(found, game, MatchSettings(mode=mode, **(endless | settings)), seed=seed, graph=graph)


def add_natives(world: World, *skills: float) -> list[Player]:
    """Bots of the game itself, one for each skill, at their starts; teams take turns."""
    players = []
    for number, skill in enumerate(skills):
        player = world.add_player(f"Native{number}", is_native=True)
        world.natives.add(player, skill)
        world.enter(player)
        players.append(player)
    return players


def snapshot(world: World) -> str:
    """Everything that differs when two matches differ, as text."""
    rules = world.rules
    lines = [f"{world.ticks} {rules.team_scores} {rules.is_over}"]
    for player in world.players:
        lines.append(f"{player.id} {player.team} {player.score} {player.deaths} {player.adrenaline}")
        pawn = player.pawn
        if pawn is not None:
            body = pawn.body
            lines.append(f"{pawn.id} {body.feet} {body.velocity} {body.rotation} {pawn.health}")
            lines.append(f"{pawn.shield} {pawn.armor} {pawn.hand and pawn.hand.id} {pawn.ammo}")
    lines += [f"{shot.id} {shot.location} {shot.velocity}" for shot in world.combat.projectiles]
    lines += [f"{item.id} {item.respawns_at}" for item in world.stock.items]
    lines += [f"{flag.id} {flag.state} {flag.location}" for flag in rules.flags]
    lines += [f"{point.id} {point.owner} {point.since}" for point in rules.points]
    return "\n".join(lines)


def digest(world: World, seconds: float) -> str:
    """One number for everything that happens for a while, tick by tick."""
    found = hashlib.sha256()
    for _ in range(round(seconds / TICK_S)):
        world.tick()
        found.update(snapshot(world).encode())
    return found.hexdigest()
