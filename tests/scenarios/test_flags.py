"""Capture the flag with the sample brain: find it, take it, bring it home, and mind the own one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains.hunter import Hunter
from agentfw.geometry import Vec3
from agentfw.vocabulary import FlagState
from tests.scenarios.brains import Idle
from tests.scenarios.drawings import cell
from tests.scenarios.stage import HALF_HEIGHT
from tests.support.dialects import CLASSIC, GB2004
from tests.support.playing import arena_on, drawn_arena

if TYPE_CHECKING:
    from agentfw.arena.server import Arena
    from agentfw.arena.world.rules.flags import Flag
    from tests.scenarios.stage import Actor, Stage

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
ROWS = """
    ############
    #f...s#.....
    #.....#.....
    #...........
    ############
"""
"""The west half of a map for two teams: a base, and a door to the field."""
each_dialect = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
UP = Vec3(0.0, 0.0, HALF_HEIGHT)


def field(dialect: str) -> Arena:
    """Two bases with a field between them."""
    return drawn_arena(ROWS, symmetry="mirror", mode="ctf", dialect=dialect, score_limit=0)


def flags(stage: Stage) -> tuple[Flag, Flag]:
    """The own flag and the enemy's, as the arena knows them."""
    own, other = stage.arena.world.rules.flags
    return own, other


def captures(stage: Stage) -> float:
    """How often the own team has brought the enemy's flag home."""
    return stage.arena.world.rules.team_scores[0]


def steal(stage: Stage, thief: Actor[Idle], where: Vec3) -> None:
    """Let somebody take the own flag, and lose it with its life somewhere else."""
    world, (own, _) = stage.arena.world, flags(stage)
    thief.pawn.body.put(own.base)
    stage.play_until(lambda: own.state is FlagState.HELD, within=2.0)
    thief.pawn.body.put(where - UP)
    world.kill(thief.player, None, world.game.world_damage["suicide"])
    assert own.state is FlagState.DROPPED


def watched(stage: Stage, seconds: float) -> list[tuple[FlagState, FlagState]]:
    """What became of both flags, change by change."""
    seen: list[tuple[FlagState, FlagState]] = []
    until = stage.now + seconds
    while stage.now < until:
        stage.tick()
        own, other = flags(stage)
        if not seen or seen[-1] != (own.state, other.state):
            seen.append((own.state, other.state))
    return seen


@both_dialects
def test_flag_is_found_taken_and_brought_home(stage: Stage, dialect: str) -> None:
    stage.open(field(dialect))
    stage.enter(Hunter, team=0)
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=90.0)
    stage.play_until(lambda: captures(stage) == 1, within=60.0)
    assert flags(stage)[1].state is FlagState.HOME


@each_dialect
def test_second_run_follows_the_first(stage: Stage, dialect: str) -> None:
    stage.open(field(dialect))
    stage.enter(Hunter, team=0)
    stage.play_until(lambda: captures(stage) == 1, within=120.0)
    stage.play_until(lambda: captures(stage) == 2, within=60.0)


def test_second_run_is_shorter_because_the_base_is_known(stage: Stage) -> None:
    stage.open(field(CLASSIC.name))
    stage.enter(Hunter, team=0)
    stage.play_until(lambda: captures(stage) == 1, within=120.0)
    first = stage.now
    stage.play_until(lambda: captures(stage) == 2, within=60.0)
    assert stage.now - first < first


@pytest.mark.parametrize("name", ["ctf-twins", "ctf-ravine"])
@pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
def test_flag_is_captured_on_every_shipped_map(stage: Stage, name: str, dialect: str) -> None:
    stage.open(arena_on(name, "ctf", dialect=dialect))
    stage.enter(Hunter, team=0)
    stage.play_until(lambda: captures(stage) >= 1, within=300.0)


@both_dialects
def test_own_flag_that_lies_in_sight_is_recovered_before_anything_else(
    stage: Stage, dialect: str
) -> None:
    stage.open(field(dialect))
    thief = stage.bring_in(Idle, name="Thief", team=1)
    steal(stage, thief, cell(4, 3))
    bob = stage.bring_in(Hunter, team=0)
    bob.pawn.body.put(cell(9, 3) - UP)
    bob.pawn.body.yaw = 32768
    seen = watched(stage, 15.0)
    assert seen[:2] == [(FlagState.DROPPED, FlagState.HOME), (FlagState.HOME, FlagState.HOME)]


@both_dialects
def test_attack_goes_on_after_the_own_flag_was_recovered(stage: Stage, dialect: str) -> None:
    stage.open(field(dialect))
    thief = stage.bring_in(Idle, name="Thief", team=1)
    steal(stage, thief, cell(4, 3))
    stage.enter(Hunter, team=0)
    stage.play_until(lambda: flags(stage)[0].state is FlagState.HOME, within=24.0)
    stage.play_until(lambda: captures(stage) == 1, within=120.0)


@pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
def test_carrier_that_is_killed_starts_anew(stage: Stage, dialect: str) -> None:
    stage.open(field(dialect))
    bob = stage.enter(Hunter, team=0)
    stage.play_until(lambda: flags(stage)[1].state is FlagState.HELD, within=90.0)
    stage.play(0.5)
    stage.arena.world.kill(bob.player, None, stage.arena.world.game.world_damage["suicide"])
    stage.play_until(lambda: captures(stage) == 1, within=120.0)
