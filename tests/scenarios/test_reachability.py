"""What was told to be reachable is believed only while it is in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Brain, Decision, Explore, TravelTo
from agentfw.brains.hunter import Hunter
from agentfw.geometry import Vec3
from tests.scenarios.drawings import cell
from tests.scenarios.stage import HALF_HEIGHT
from tests.support.dialects import CLASSIC, GB2004
from tests.support.playing import arena_on, drawn_arena

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.server import Arena
    from agentfw.decisions import Activity
    from agentfw.perception import View
    from tests.scenarios.stage import Actor, Stage

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
ROWS = """
    ############
    #.....#....#
    #f...s#....#
    #.....#....#
    #...........
    ############
"""
"""The west half of a map for two teams: a room with a flag, and one without."""
BESIDE, BEHIND = cell(2, 2), cell(9, 1)
UP = Vec3(0.0, 0.0, HALF_HEIGHT)


class Greedy(Brain):
    """Runs to its own flag whenever it is told to be reachable, else explores."""

    def __init__(self) -> None:
        super().__init__()
        self.chased: list[tuple[float, bool]] = []
        """When it ran to the flag, and whether it saw it then."""

    def decide(self, view: View) -> Decision:
        """The flag, or anything."""
        flag = view.own_flag
        if flag is not None and flag.reachable and flag.location is not None:
            self.chased.append((view.now, flag.is_visible))
            return Decision(move=TravelTo(location=flag.location))
        return Decision(move=Explore())


class Doubting(Hunter):
    """Plays like the sample brain, and notes what it holds reachable without seeing it."""

    def __init__(self) -> None:
        super().__init__()
        self.stale: list[object] = []

    def decide(self, view: View) -> Decision:
        """What the sample brain would."""
        self.stale += [belief for belief, is_seen in reachable(view) if not is_seen]
        return super().decide(view)


def reachable(view: View) -> Iterator[tuple[object, bool]]:
    """Everything that is believed to be reachable, and whether it is in sight."""
    for beliefs in (view.players, view.items, view.flags, view.points, view.movers):
        for belief in beliefs.values():
            if belief.reachable:
                yield belief, belief.is_visible


def home(dialect: str) -> Arena:
    """Two bases of two rooms each."""
    return drawn_arena(ROWS, symmetry="mirror", mode="ctf", dialect=dialect)


def put(bob: Actor[Greedy], where: Vec3) -> None:
    """Have the body somewhere else, facing west."""
    bob.pawn.body.put(where - UP)
    bob.pawn.body.yaw = 32768


@both_dialects
def test_flag_in_plain_view_is_run_to(stage: Stage, dialect: str) -> None:
    stage.open(home(dialect))
    bob = stage.bring_in(Greedy, team=0)
    put(bob, BESIDE)
    stage.play(2.0)
    assert [is_seen for _, is_seen in bob.brain.chased[:1]] == [True]


@both_dialects
def test_flag_out_of_sight_is_not_run_to_though_it_was_reachable(stage: Stage, dialect: str) -> None:
    stage.open(home(dialect))
    bob = stage.bring_in(Greedy, team=0)
    put(bob, BESIDE)
    stage.play_until(lambda: bool(bob.brain.chased), within=5.0)
    put(bob, BEHIND)
    left_at = stage.now
    stage.play(1.0)
    assert [at for at, is_seen in bob.brain.chased if at > left_at + 0.3 or not is_seen] == []


@both_dialects
def test_bot_that_lost_sight_of_its_goal_does_not_freeze(stage: Stage, dialect: str) -> None:
    stage.open(home(dialect))
    bob = stage.bring_in(Greedy, team=0)
    put(bob, BESIDE)
    stage.play_until(lambda: bool(bob.brain.chased), within=5.0)
    put(bob, BEHIND)
    stage.play(3.0)
    assert bob.pawn.body.location.distance_to(BEHIND) > 200.0


@both_dialects
def test_death_makes_nothing_reachable_any_more(stage: Stage, dialect: str) -> None:
    stage.open(home(dialect))
    bob = stage.bring_in(Greedy, team=0)
    put(bob, BESIDE)
    stage.play_until(lambda: bool(bob.brain.chased), within=5.0)
    world = stage.arena.world
    world.kill(bob.player, None, world.game.world_damage["suicide"])
    stage.play(0.1)
    assert [belief for belief, is_seen in reachable(bob.view) if not is_seen] == []


@pytest.mark.parametrize(
    ("mode", "dialect"), [("ctf", GB2004.name), ("ctf", CLASSIC.name), ("dom", CLASSIC.name)]
)
def test_nothing_out_of_sight_is_ever_held_reachable_in_a_match(
    stage: Stage, mode: str, dialect: str
) -> None:
    name = "ctf-twins" if mode == "ctf" else "dom-crossing"
    stage.open(arena_on(name, mode, dialect=dialect, bots=5))
    bob = stage.enter(Doubting, team=0)
    stage.play(30.0)
    assert bob.circle.statistics().thinks > 50
    assert bob.brain.stale == []


@both_dialects
def test_every_journey_to_what_is_out_of_reach_ends(stage: Stage, dialect: str) -> None:
    stage.open(home(dialect))
    bob = stage.enter(Greedy, team=0)
    ended: list[Activity] = []
    for _ in range(40):
        stage.play(0.5)
        ended += [one for one in bob.view.activities.values() if not one.is_running]
    assert all(one.is_done or one.reason for one in ended)
