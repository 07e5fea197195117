"""The game's own bots play every map: they score, get about, arm themselves, and spare their side."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.vocabulary import NO_TEAM, FlagState, ItemCategory
from tests.support.arena import HALL, add_natives, pawn_of, put, run, shipped_world, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World

both_games = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)

GAMES = {"UT2004": UT2004, "UT99": UT99}
MATCHES = [
    (name, mode, game) for name in known_maps() for mode in find_map(name).modes for game in GAMES
]
WATCHED = [
    (name, mode, "UT99" if mode in ("dom", "tdm") else "UT2004")
    for name in known_maps()
    for mode in find_map(name).modes
]
"""Every map and mode once, each game for some of them: watching takes its time."""
FEW_MINUTES_S = 240.0
TOO_LONG_S = 60.0
SPOT = 64.0


class Stillness:
    """How long each player has been at one spot, and the longest such time."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._since: dict[int, tuple[Pawn, float, float, float]] = {}

    def look(self, world: World) -> None:
        for player in world.living():
            pawn = pawn_of(player)
            body, last = pawn.body, self._since.get(player.number)
            if last is None or last[0] is not pawn or math.dist(last[1:3], (body.x, body.y)) > SPOT:
                self._since[player.number] = (pawn, body.x, body.y, world.time)
            else:
                self.longest_s = max(self.longest_s, world.time - last[3])


class Seen(msgspec.Struct):
    """What was seen of a match."""

    longest_still_s: float = 0.0
    outside: int = 0
    """How often somebody was in rock, or under the map."""
    shots_at_friends: int = 0
    taken: set[ItemCategory] = msgspec.field(default_factory=set)


def targets_friend(world: World, player: Player) -> bool:
    pawn = pawn_of(player)
    target = world.player_of(pawn.shoot_target) if pawn.firing else None
    return target is not None and world.rules.are_friends(player, target)


@functools.cache
def watched(name: str, mode: str, game: str) -> Seen:
    """A match of four, or as many as the map is made for."""
    world, seen, stillness = shipped_world(name, GAMES[game], Mode(mode)), Seen(), Stillness()
    add_natives(world, *[4.0] * min(4, find_map(name).players[1]))
    for _ in range(round(100.0 / TICK_S)):
        world.tick()
        stillness.look(world)
        for player in world.living():
            seen.outside += not world.terrain.is_inside(pawn_of(player).body.location)
            seen.shots_at_friends += targets_friend(world, player)
    seen.longest_still_s = stillness.longest_s
    seen.taken = {item.spec.category for item in world.stock.items if item.respawns_at > -math.inf}
    return seen


def has_scored(world: World) -> bool:
    """Kills count where nothing else does; where flags or points do, taking one or all is enough."""
    rules = world.rules
    if rules.flags:
        return any(flag.state is FlagState.HELD for flag in rules.flags)
    if rules.points:
        owners = {point.owner for point in rules.points}
        return max(rules.team_scores.values()) > 0 or (len(owners) == 1 and NO_TEAM not in owners)
    return any(player.kills for player in world.players)


# On the maps that ship


@pytest.mark.parametrize(("name", "mode", "game"), MATCHES)
def test_natives_score_within_a_few_minutes(name: str, mode: str, game: str) -> None:
    scored = 0
    for seed in (1, 2, 3):
        world = shipped_world(name, GAMES[game], Mode(mode), seed=seed)
        add_natives(world, *[4.0] * min(4, find_map(name).players[1]))
        while world.time < FEW_MINUTES_S and not has_scored(world):
            world.tick()
        scored += has_scored(world)
        if scored == 2:
            return
    pytest.fail("they scored in fewer than two of three matches")


@both_games
def test_natives_capture_flags(game: GameSpec) -> None:
    for seed in range(6):
        world = shipped_world("ctf-twins", game, Mode.CAPTURE_THE_FLAG, seed=seed)
        add_natives(world, 4, 4, 4, 4)
        while world.time < 150.0:
            world.tick()
            if max(world.rules.team_scores.values()) > 0:
                return
    pytest.fail("they captured none in six matches")


@pytest.mark.parametrize(("name", "mode", "game"), WATCHED)
def test_natives_never_stand_still_for_long(name: str, mode: str, game: str) -> None:
    assert watched(name, mode, game).longest_still_s < TOO_LONG_S


@pytest.mark.parametrize(("name", "mode", "game"), WATCHED)
def test_natives_never_leave_the_map(name: str, mode: str, game: str) -> None:
    assert watched(name, mode, game).outside == 0


@pytest.mark.parametrize(("name", "mode", "game"), [match for match in WATCHED if match[1] != "dm"])
def test_natives_do_not_shoot_at_team_mates(name: str, mode: str, game: str) -> None:
    assert watched(name, mode, game).shots_at_friends == 0


@pytest.mark.parametrize(
    ("name", "mode", "game"), [match for match in WATCHED if match[0] != "dm-closet"]
)
def test_natives_pick_up_weapons(name: str, mode: str, game: str) -> None:
    assert ItemCategory.WEAPON in watched(name, mode, game).taken


@pytest.mark.parametrize(("name", "mode", "game"), WATCHED)
def test_natives_pick_up_health(name: str, mode: str, game: str) -> None:
    assert ItemCategory.HEALTH in watched(name, mode, game).taken


@pytest.mark.parametrize(
    ("name", "game"),
    [(name, game) for name in known_maps() for game in GAMES],
)
def test_a_native_alone_keeps_walking_about(name: str, game: str) -> None:
    stillness = Stillness()
    for seed in (1, 2):
        world = shipped_world(name, GAMES[game], Mode.DEATHMATCH, seed=seed)
        add_natives(world, 4)
        for _ in range(round(120.0 / TICK_S)):
            world.tick()
            stillness.look(world)
    assert stillness.longest_s < TOO_LONG_S


def test_natives_break_a_stand_off_of_two_carriers() -> None:
    for seed in range(6):
        world = shipped_world("ctf-twins", UT99, Mode.CAPTURE_THE_FLAG, seed=seed)
        red, blue, *_ = add_natives(world, 4, 4, 4, 4)
        red_flag, blue_flag = world.rules.flags
        for carrier, flag in ((red, blue_flag), (blue, red_flag)):
            put(carrier, flag.base.x, flag.base.y, floor=flag.base.z)
        world.tick()
        for carrier, flag in ((red, red_flag), (blue, blue_flag)):
            put(carrier, flag.base.x, flag.base.y, floor=flag.base.z)
        assert (red_flag.holder, blue_flag.holder) == (blue, red)
        while red_flag.holder is blue and blue_flag.holder is red:
            assert world.time < 120.0, f"nothing happens with seed {seed}"
            world.tick()


# Skill


@both_games
def test_skill_7_clearly_beats_skill_1(game: GameSpec) -> None:
    kills = {7.0: 0, 1.0: 0}
    for seed in range(6):
        world = shipped_world("dm-cellar", game, Mode.DEATHMATCH, seed=seed)
        # Whoever joins first moves first, so they take turns.
        skills = (7.0, 1.0) if seed % 2 else (1.0, 7.0)
        players = add_natives(world, *skills)
        run(world, 120.0)
        for skill, player in zip(skills, players, strict=True):
            kills[skill] += player.kills
    assert kills[7.0] > 2 * kills[1.0]


@pytest.mark.parametrize(
    ("asked", "given"), [(0.0, 1.0), (1.0, 1.0), (3.5, 3.5), (7.0, 7.0), (20.0, 7.0)]
)
def test_skill_is_kept_within_1_and_7(asked: float, given: float) -> None:
    (native,) = add_natives(small_world(HALL), asked)
    assert native.settings.skill == given


def seconds_until_it_fires(skill: float) -> float:
    world = small_world(HALL)
    native, enemy = face_to_face(world, skill, teams=(0, 1))
    enemy.settings.invulnerable = True
    while not pawn_of(native).firing:
        world.tick()
        assert world.time < 10.0, "it never fires"
    return world.time


def face_to_face(world: World, skill: float, *, teams: tuple[int, int]) -> tuple[Player, Player]:
    """A native that looks at somebody who stands still in front of it."""
    native = world.add_player("Native", teams[0], is_native=True)
    world.natives.add(native, skill)
    other = world.add_player("Other", teams[1])
    world.spawning.spawn(native)
    put(native, 640.0, 512.0)
    pawn_of(native).body.yaw = pawn_of(native).wanted_yaw = 0
    world.spawning.spawn(other)
    put(other, 1400.0, 512.0)
    return native, other


def test_a_skilled_native_reacts_sooner() -> None:
    assert seconds_until_it_fires(7.0) < seconds_until_it_fires(1.0)


# What one bot does


@both_games
def test_a_native_shoots_at_an_enemy_in_sight(game: GameSpec) -> None:
    world = small_world(HALL, game, mode=Mode.TEAM_DEATHMATCH)
    native, enemy = face_to_face(world, 4.0, teams=(0, 1))
    run(world, 2.0)
    assert pawn_of(native).shoot_target == enemy.id


@both_games
def test_a_native_leaves_a_team_mate_in_sight_alone(game: GameSpec) -> None:
    world = small_world(HALL, game, mode=Mode.TEAM_DEATHMATCH)
    native, _ = face_to_face(world, 4.0, teams=(0, 0))
    for _ in range(200):
        world.tick()
        assert not pawn_of(native).firing


@both_games
def test_a_native_turns_round_to_whoever_shoots_at_it(game: GameSpec) -> None:
    world = small_world(HALL, game)
    native, enemy = face_to_face(world, 4.0, teams=(0, 1))
    put(native, 2400.0, 512.0)  # looks away from its enemy
    world.hurt(native, 10.0, world.game.world_damage["fall"], by=enemy)
    run(world, 2.0)
    assert pawn_of(native).shoot_target == enemy.id


def test_a_native_fetches_a_weapon_and_uses_it() -> None:
    world = small_world(HALL.replace("#s.....", "#s....S"), legend={"S": "XWeapons.ShockRiflePickup"})
    (native,) = add_natives(world, 4)
    run(world, 8.0)
    hand = pawn_of(native).hand
    assert hand is not None
    assert hand.spec.name == "XWeapons.ShockRifle"


def test_a_wounded_native_fetches_health() -> None:
    world = small_world(HALL.replace("#s.....", "#s....h"), legend={"h": "XPickups.HealthPack"})
    (native,) = add_natives(world, 4)
    pawn_of(native).health = 30
    run(world, 8.0)
    assert pawn_of(native).health == 55


def test_a_healthy_native_leaves_health_to_others() -> None:
    world = small_world(HALL.replace("#s.....", "#s....h"), legend={"h": "XPickups.HealthPack"})
    (native,) = add_natives(world, 4)
    run(world, 30.0)
    assert native.pawn is not None
    assert all(world.stock.is_there(item) for item in world.stock.items)


def test_natives_stand_still_while_bots_are_paused() -> None:
    world = small_world(HALL)
    (native,) = add_natives(world, 4)
    run(world, 3.0)
    world.bots_paused = True
    before = pawn_of(native).body.feet
    run(world, 3.0)
    assert pawn_of(native).body.feet == before
    world.bots_paused = False
    run(world, 3.0)
    assert pawn_of(native).body.feet != before


def test_a_native_that_left_has_no_mind_any_more() -> None:
    world = small_world(HALL)
    (native,) = add_natives(world, 4)
    assert world.natives.mind_of(native) is not None
    world.remove_player(native)
    assert world.natives.mind_of(native) is None
    run(world, 1.0)


def test_clients_have_no_mind_of_the_game() -> None:
    world = small_world(HALL)
    player = world.add_player("A")
    world.enter(player)
    before = pawn_of(player).body.feet
    run(world, 5.0)
    assert world.natives.mind_of(player) is None
    assert pawn_of(player).body.feet == before


def test_natives_fight_on_when_their_enemy_leaves() -> None:
    world = small_world(HALL)
    native, enemy = face_to_face(world, 4.0, teams=(0, 1))
    run(world, 2.0)
    world.remove_player(enemy)
    run(world, 2.0)
    assert not pawn_of(native).firing
