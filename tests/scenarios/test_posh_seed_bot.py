"""The attacker of the POSH seed plays Capture the Flag: rules 36 and 38 to 41, as others see them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.geometry import Rotation, angle_between
from agentfw.vocabulary import FlagState
from tests.scenarios.brains import Idle
from tests.scenarios.drawings import cell
from tests.scenarios.plans import (
    following,
    hurt,
    kill,
    longest_stay,
    put,
    running,
    triggers,
    watches,
)
from tests.support.dialects import CLASSIC, GB2004
from tests.support.playing import arena_on, drawn_arena

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.arena.server import Arena
    from agentfw.arena.world.rules.flags import Flag
    from agentfw.brains.planned import PlanBrain
    from agentfw.geometry import Vec3
    from tests.scenarios.stage import Actor, Stage, Tamper

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
ROWS: Final = """
    ########################
    #..#....................
    #..#....................
    ####....................
    #.......................
    #f...s..................
    #.......................
    #.......................
    #.......................
    ########################
"""
"""The west half of a field with two bases, and a cell in the corner that nobody gets into or out of."""
CELL: Final = cell(1, 1)
START, ASIDE, AHEAD, BEHIND = cell(10, 5), cell(17, 2), cell(22, 5), cell(6, 7)
EAST, WEST = 0, 32768
BOT: Final = "bodbot-attack.lap"
HELD_S: Final = 25.0
"""Nothing may keep the bot in one place longer; it forgets what it was told of reach every 20 s."""


def field(dialect: str) -> Arena:
    """Two bases at the ends of a long field."""
    return drawn_arena(ROWS, symmetry="mirror", mode="ctf", dialect=dialect, score_limit=0)


def flags(stage: Stage) -> tuple[Flag, Flag]:
    """The own flag and the enemy's, as the arena knows them."""
    own, other = stage.arena.world.rules.flags
    return own, other


def captures(stage: Stage) -> float:
    """How often the bot has brought the enemy's flag home."""
    return stage.arena.world.rules.team_scores[0]


def attacker(stage: Stage, dialect: str) -> Actor[PlanBrain]:
    """The bot of the seed, just come into the field."""
    stage.open(field(dialect))
    return stage.bring_in(following(BOT), team=0)


def lose_own_flag(stage: Stage, where: Vec3) -> None:
    """The own flag is stolen by somebody who dies with it elsewhere."""
    own, _ = flags(stage)
    thief = stage.bring_in(Idle, name="Thief", team=1)
    thief.pawn.body.put(own.base)
    stage.play_until(lambda: own.state is FlagState.HELD, within=2.0)
    put(thief, where)
    kill(stage, thief)
    assert own.state is FlagState.DROPPED


# Rule 39: there, back, and once more


@both_dialects
def test_rule_39_the_flag_is_looked_for_taken_and_brought_home(stage: Stage, dialect: str) -> None:
    attacker(stage, dialect)
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=60.0)
    stage.play_until(lambda: captures(stage) == 1, within=60.0)
    assert flags(stage)[1].state is FlagState.HOME


@both_dialects
def test_rule_39_the_second_run_follows_at_once(stage: Stage, dialect: str) -> None:
    attacker(stage, dialect)
    stage.play_until(lambda: captures(stage) == 1, within=120.0)
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=30.0)
    stage.play_until(lambda: captures(stage) == 2, within=30.0)


def test_rule_39_the_second_run_is_shorter_because_the_base_is_known(stage: Stage) -> None:
    stage.open(arena_on("ctf-twins", "ctf", dialect=CLASSIC.name))
    stage.bring_in(following(BOT), team=0)
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=120.0)
    first = stage.now
    stage.play_until(lambda: captures(stage) == 1, within=60.0)
    home_at = stage.now
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=60.0)
    assert stage.now - home_at < first


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ctf-twins", "ctf-ravine"])
@both_dialects
def test_rule_39_flags_are_captured_twice_on_every_shipped_map(
    stage: Stage, name: str, dialect: str
) -> None:
    stage.open(arena_on(name, "ctf", dialect=dialect))
    stage.bring_in(following(BOT), team=0)
    stage.play_until(lambda: captures(stage) >= 2, within=300.0)


@both_dialects
def test_rule_39_a_dropped_own_flag_is_brought_home_before_the_attack_goes_on(
    stage: Stage, dialect: str
) -> None:
    stage.open(field(dialect))
    lose_own_flag(stage, ASIDE)
    bob = stage.bring_in(following(BOT), team=0)
    put(bob, START, yaw=EAST)
    stage.play_until(lambda: flags(stage)[0].state is FlagState.HOME, within=8.0)
    assert flags(stage)[1].state is FlagState.HOME
    assert bob.pawn.body.location.ground_distance_to(ASIDE) < 150.0  # it was touched


@both_dialects
def test_rule_39_the_attack_goes_on_after_the_own_flag_was_brought_home(
    stage: Stage, dialect: str
) -> None:
    stage.open(field(dialect))
    lose_own_flag(stage, ASIDE)
    put(stage.bring_in(following(BOT), team=0), START, yaw=EAST)
    stage.play_until(lambda: flags(stage)[0].state is FlagState.HOME, within=8.0)
    stage.play_until(lambda: captures(stage) == 1, within=60.0)


@both_dialects
def test_rule_39_a_carrier_that_was_killed_starts_anew(stage: Stage, dialect: str) -> None:
    bob = attacker(stage, dialect)
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=60.0)
    stage.play(1.0)
    kill(stage, bob)
    stage.play_until(lambda: captures(stage) == 1, within=90.0)


# Rule 40: what is not so any more does not hold the bot


def told_of(team: int, dialect: str, words: str, *, until: float) -> Tamper:
    """A flag is told of by these words instead of the truth, in sight and reachable, up to a time."""
    seen = " {Visible True}" if dialect == GB2004.name else ""
    lie = f"{words} {{Holder None}} {{Reachable True}} {{Team {team}}}{seen}"

    def tamper(lines: list[str], now: float) -> Iterable[str]:
        for line in lines:
            is_meant = line.startswith("FLG ") and f"{{Team {team}}}" in line and now < until
            yield re.sub(r"^(FLG \{Id [^}]*\}).*", rf"\1 {lie}", line) if is_meant else line

    return tamper


def at_spot(state: str, there: Vec3) -> str:
    """How a flag is told to be somewhere."""
    return f"{{State {state}}} {{Location {there.x:.2f},{there.y:.2f},30.00}}"


either_flag = pytest.mark.parametrize("team", [0, 1], ids=["own", "other"])


@pytest.mark.parametrize(
    ("dialect", "team"),
    [
        (GB2004.name, 0),
        (GB2004.name, 1),
        (CLASSIC.name, 0),
        (CLASSIC.name, 1),
    ],
)
def test_rule_40_a_flag_that_cannot_be_reached_does_not_hold_the_bot(
    stage: Stage, dialect: str, team: int
) -> None:
    bob = attacker(stage, dialect)
    bob.tamper = told_of(team, dialect, at_spot("dropped", CELL), until=60.0)
    assert longest_stay(stage, bob, 30.0) < HELD_S


@both_dialects
@either_flag
def test_rule_40_the_bot_scores_once_the_flag_is_told_of_truly_again(
    stage: Stage, dialect: str, team: int
) -> None:
    bob = attacker(stage, dialect)
    bob.tamper = told_of(team, dialect, at_spot("dropped", CELL), until=15.0)
    stage.play(15.0)
    before = captures(stage)
    stage.play_until(lambda: captures(stage) > before, within=90.0)


@both_dialects
def test_rule_40_a_flag_told_to_be_there_when_it_is_not_is_taken_when_it_is_back(
    stage: Stage, dialect: str
) -> None:
    bob = attacker(stage, dialect)
    _, other = flags(stage)
    bob.tamper = told_of(1, dialect, at_spot("home", other.base), until=40.0)
    take_away(stage, other)
    stage.play_until(lambda: other.state is not FlagState.DROPPED, within=90.0)
    bob.tamper = None
    stage.play_until(lambda: captures(stage) == 1, within=60.0)


def take_away(stage: Stage, flag: Flag) -> None:
    """A friend takes the flag of the others to the closed cell, and dies there after half a minute."""
    mate = stage.bring_in(Idle, name="Mate", team=0)
    mate.pawn.body.put(flag.base)
    stage.play_until(lambda: flag.state is FlagState.HELD, within=2.0)
    put(mate, CELL)
    stage.play(30.0)
    kill(stage, mate)


@both_dialects
def test_rule_40_an_own_flag_that_lies_out_of_reach_does_not_hold_the_bot(
    stage: Stage, dialect: str
) -> None:
    stage.open(field(dialect))
    lose_own_flag(stage, CELL)
    stage.bring_in(following(BOT), team=0)
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=30.0)


@both_dialects
def test_rule_40_a_flag_that_vanished_is_taken_when_it_is_back(stage: Stage, dialect: str) -> None:
    bob = attacker(stage, dialect)
    _, other = flags(stage)
    bob.tamper = unseen(1, since=stage.now + 1.0)
    take_away(stage, other)
    stage.play_until(lambda: other.state is not FlagState.DROPPED, within=90.0)
    bob.tamper = None
    stage.play_until(lambda: captures(stage) == 1, within=60.0)


def unseen(team: int, *, since: float) -> Tamper:
    """Nobody tells of a flag any more from a time on."""

    def tamper(lines: list[str], now: float) -> Iterable[str]:
        is_gone = f"{{Team {team}}}"
        return [one for one in lines if now < since or not (one.startswith("FLG ") and is_gone in one)]

    return tamper


def without_ways(count: int) -> Tamper:
    """The first so many questions for a way are answered by no way at all."""
    left = [count]

    def tamper(lines: list[str], _now: float) -> Iterable[str]:
        for line in lines:
            is_meant = line.startswith("PTH ") and left[0] > 0
            left[0] -= is_meant
            yield re.sub(r" \{\d+ [^}]*\}", "", line) if is_meant else line

    return tamper


@pytest.mark.parametrize("count", [1, 2, 5])
def test_rule_40_empty_ways_are_no_dead_end(stage: Stage, count: int) -> None:
    bob = attacker(stage, CLASSIC.name)
    bob.tamper = without_ways(count)
    stage.play_until(lambda: captures(stage) == 1, within=120.0)
    assert bob.said("GETPATH") != []


@both_dialects
def test_rule_40_a_carrier_too_close_to_its_base_for_a_path_gets_home(
    stage: Stage, dialect: str
) -> None:
    bob = attacker(stage, dialect)
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=60.0)
    bob.tamper = without_ways(1000)
    put(bob, cell(3, 5), yaw=EAST)
    stage.play_until(lambda: captures(stage) == 1, within=20.0)


# Rule 41: three answers to an attack


class Attack:
    """The bot on its way, and somebody who has just hit it, or who is nowhere."""

    def __init__(
        self, stage: Stage, dialect: str, where: Vec3 | None, *, health: int = 100, yaw: int = EAST
    ) -> None:
        stage.open(field(dialect))
        foe = stage.bring_in(Idle, name="Foe", team=1)
        foe.player.settings.invulnerable = True
        put(foe, where or CELL)
        self.foe, self.bob = foe, stage.bring_in(following(BOT), team=0)
        stage.play(1.0)
        put(self.bob, START, yaw=yaw)
        if yaw == EAST:
            stage.play(0.3)
        self.bob.pawn.health = health
        self.bob.pawn.ammo.update(dict.fromkeys(self.bob.pawn.ammo, 999))
        self.at = hurt(stage, self.bob, foe if where is not None else None)


HURT, WELL = 39, 100
either_health = pytest.mark.parametrize("health", [HURT, WELL], ids=["hurt", "well"])
either_health_that_shoots = pytest.mark.parametrize(
    "health",
    [
        pytest.param(HURT, id="hurt"),
        pytest.param(WELL, id="well"),
    ],
)


@both_dialects
@either_health
def test_rule_41_an_attacker_in_sight_is_kept_in_sight(stage: Stage, dialect: str, health: int) -> None:
    attack = Attack(stage, dialect, AHEAD, health=health)
    stage.play(3.0)
    assert any(watches(attack.bob, attack.foe, since=attack.at))


@both_dialects
@either_health_that_shoots
def test_rule_41_an_attacker_in_sight_is_shot_at(stage: Stage, dialect: str, health: int) -> None:
    attack = Attack(stage, dialect, AHEAD, health=health)
    stage.play_until(lambda: attack.bob.pawn.firing > 0, within=3.0)
    assert triggers(attack.bob, since=attack.at)[:1] == ["SHOOT"]


@both_dialects
@either_health
def test_rule_41_an_attacker_behind_the_back_is_found_by_turning(
    stage: Stage, dialect: str, health: int
) -> None:
    attack = Attack(stage, dialect, BEHIND, health=health)
    bob = attack.bob
    stage.play_until(lambda: bool(bob.said("TURNTO", since=attack.at)), within=1.5)
    stage.play_until(lambda: any(watches(bob, attack.foe, since=attack.at)), within=5.0)


@both_dialects
@either_health_that_shoots
def test_rule_41_an_attacker_found_by_turning_is_shot_at(
    stage: Stage, dialect: str, health: int
) -> None:
    attack = Attack(stage, dialect, BEHIND, health=health)
    stage.play_until(lambda: attack.bob.pawn.firing > 0, within=5.0)


@both_dialects
@either_health
def test_rule_41_an_attacker_who_is_not_there_is_given_up_after_three_seconds(
    stage: Stage, dialect: str, health: int
) -> None:
    attack = Attack(stage, dialect, None, health=health)
    stage.play(8.0)
    turns = [at for at, _ in attack.bob.said("TURNTO", since=attack.at)]
    assert turns != []
    assert max(turns) - attack.at <= 3.5


@both_dialects
@either_health
def test_rule_41_the_run_goes_on_after_nobody_was_found(stage: Stage, dialect: str, health: int) -> None:
    attack = Attack(stage, dialect, None, health=health)
    stage.play_until(lambda: captures(stage) == 1, within=60.0)
    assert triggers(attack.bob, since=attack.at) == []


# Rule 36: running with somebody in view


@both_dialects
@either_health
def test_rule_36_a_runner_faces_its_attacker_all_the_way(
    stage: Stage, dialect: str, health: int
) -> None:
    attack = Attack(stage, dialect, ASIDE, health=health)
    stage.play(2.5)
    since, bob = stage.now, attack.bob
    was_at = bob.pawn.body.location
    off = []
    for _ in range(40):
        stage.tick()
        there = (attack.foe.pawn.body.location - bob.pawn.body.location).facing().yaw
        off.append(angle_between(bob.pawn.body.yaw, there))
    assert max(off) < 6000
    assert bob.pawn.body.location.ground_distance_to(was_at) > 300.0
    assert set(watches(bob, attack.foe, since=since)) <= {True}


def fighting(stage: Stage, dialect: str) -> Attack:
    """The bot runs, shoots at somebody, and its wound is long forgotten."""
    attack = Attack(stage, dialect, ASIDE, health=HURT)
    stage.play(5.5)
    assert attack.bob.pawn.firing > 0
    return attack


@both_dialects
def test_rule_36_a_target_that_dies_is_neither_shot_at_nor_watched(stage: Stage, dialect: str) -> None:
    attack = fighting(stage, dialect)
    at = kill(stage, attack.foe)
    stage.play_until(lambda: attack.foe.has_body, within=8.0)
    put(attack.foe, CELL)
    stage.play(3.0)
    assert attack.bob.pawn.firing == 0
    assert triggers(attack.bob, since=at + 1e-6) == ["STOPSHOOT"]
    assert not any(watches(attack.bob, attack.foe, since=stage.now - 2.0))


@both_dialects
def test_rule_36_a_target_that_died_is_left_alone_when_it_is_back(stage: Stage, dialect: str) -> None:
    attack = fighting(stage, dialect)
    kill(stage, attack.foe)
    stage.play_until(lambda: attack.foe.has_body, within=8.0)
    put(attack.foe, CELL)
    stage.play(2.0)
    at = stage.now
    put(attack.foe, attack.bob.pawn.body.location + ahead_of(attack.bob))
    stage.play(3.0)
    assert "SHOOT" not in triggers(attack.bob, since=at)
    assert not any(watches(attack.bob, attack.foe, since=at))


@both_dialects
def test_rule_36_the_focus_ends_with_its_thirty_seconds(stage: Stage, dialect: str) -> None:
    attack = fighting(stage, dialect)
    stage.play_until(lambda: stage.now > 32.0, within=40.0)
    assert attack.bob.pawn.firing == 0
    since = stage.now
    stage.play(4.0)
    assert running(attack.bob, since=since) != []
    assert not any(watches(attack.bob, attack.foe, since=since))


@both_dialects
def test_rule_36_the_trigger_is_released_when_the_target_is_out_of_sight(
    stage: Stage, dialect: str
) -> None:
    attack = fighting(stage, dialect)
    at = stage.now
    put(attack.foe, CELL)
    stage.play(17.0)
    assert attack.bob.pawn.firing == 0
    assert triggers(attack.bob, since=at) == ["STOPSHOOT"]


@both_dialects
def test_rule_36_a_target_out_of_sight_for_long_is_left_alone_when_it_is_back(
    stage: Stage, dialect: str
) -> None:
    attack = fighting(stage, dialect)
    put(attack.foe, CELL)
    stage.play(17.0)
    at = stage.now
    put(attack.foe, attack.bob.pawn.body.location + ahead_of(attack.bob))
    stage.play(3.0)
    assert "SHOOT" not in triggers(attack.bob, since=at)
    assert not any(watches(attack.bob, attack.foe, since=at))


@both_dialects
def test_rule_36_a_bot_that_died_forgets_whom_it_shot_at(stage: Stage, dialect: str) -> None:
    attack = fighting(stage, dialect)
    at = kill(stage, attack.bob)
    stage.play_until(lambda: attack.bob.has_body, within=8.0)
    put(attack.foe, START)
    stage.play(5.0)
    assert attack.bob.pawn.firing == 0
    assert "SHOOT" not in triggers(attack.bob, since=at + 0.3)
    assert not any(watches(attack.bob, attack.foe, since=at + 0.3))


# Rule 38: shooting goes on


@pytest.mark.parametrize(
    ("dialect", "hidden_s"),
    [
        (GB2004.name, 2.0),
        (GB2004.name, 8.0),
        (CLASSIC.name, 2.0),
        (CLASSIC.name, 8.0),
    ],
)
def test_rule_38_a_target_that_is_in_sight_again_is_shot_at_again(
    stage: Stage, dialect: str, hidden_s: float
) -> None:
    attack = fighting(stage, dialect)
    put(attack.foe, CELL)
    stage.play(hidden_s)
    assert attack.bob.pawn.firing == 0
    at = stage.now
    put(attack.foe, attack.bob.pawn.body.location + ahead_of(attack.bob))
    stage.play_until(lambda: attack.bob.pawn.firing > 0, within=3.0)
    assert triggers(attack.bob, since=at)[:1] == ["SHOOT"]


def ahead_of(bob: Actor[PlanBrain]) -> Vec3:
    """Four cells in the direction that a body looks in."""
    return Rotation(0, round(bob.pawn.body.yaw), 0).direction() * 512.0
