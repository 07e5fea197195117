"""A match that cannot keep up with the clock says so, and who slows it down."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import trio

from agentfw.arena.server import Arena, ArenaOptions
from agentfw.bot import Bot, BotOptions
from agentfw.match.lagging import Lagging
from agentfw.match.news import NewsDesk
from agentfw.match.stage import Seat, Stage
from agentfw.match.teams import play_lineup
from agentfw.recording import Briefed
from agentfw.team import BotPlan, Leader, Liaison, Office, Team, TeamPlan
from agentfw.team.holds import note_hold
from tests.bot.stage import Idle, Nowhere
from tests.match.lineups import Notes, bot, closet, duel
from tests.support.teams import Maker, member_of

if TYPE_CHECKING:
    from trio.testing import MockClock

    from agentfw.team import Member


def member(name: str, think_s: float) -> Member:
    """A member whose bot has always taken so long to think."""
    found = member_of(Maker(Nowhere().door), name)
    found.bot = Bot(Nowhere().door, Idle(), BotOptions(name=name))
    for _ in range(10):
        assert found.bot.circle.on_think is not None
        found.bot.circle.on_think(think_s)
    return found


def led_by(name: str, think_s: float) -> Team:
    """A team whose leader has always taken so long to think."""
    plan = BotPlan(name=name, brain="x")
    office = Office(plan, lambda life: nullcontext(Leader(Idle(), name)), seed=1, tell=print)
    team = Team(TeamPlan(name="red", bots=(), coordinator=plan))
    team.liaison = Liaison(team.plan, team, beat_s=0.1, office=office)
    office.think(Briefed(0.0, reports=()))
    assert office.leader is not None
    assert office.leader.on_think is not None
    for _ in range(10):
        office.leader.on_think(think_s)
    return team


def told(share: float, *members: Member, looks: int = 1, teams: tuple[Team, ...] = ()) -> list[str]:
    """What is said of an arena that keeps up with a share of the clock."""
    arena = Arena(ArenaOptions(map="dm-closet", mode="dm"))
    lineup = duel()
    stage = Stage(lineup, number=1, seed=1, arena=arena, is_fast=False)
    stage.seats = tuple(Seat(one.plan, lineup.teams[0], 0, one) for one in members)
    stage.teams = teams
    stage.desk = NewsDesk(lambda: 0.0, lambda: "dm", str)
    lagging, now = Lagging(stage, arena, 100.0), 100.0
    for _ in range(10 * looks):
        now += 1.0
        arena.ticks += round(share / arena.tick_s)
        lagging.look(now)
    return [news.text for news in stage.desk.latest]


async def test_an_arena_that_keeps_up_says_nothing() -> None:
    assert told(1.0, member("Ada", 0.5), looks=3) == []


async def test_a_slow_brain_is_named() -> None:
    assert told(0.5, member("Ada", 0.001), member("Bob", 0.3)) == [
        "the match runs at 50 % of its speed: Bob thinks for 300 ms"
    ]


async def test_a_slow_leader_is_named() -> None:
    assert told(0.5, member("Ada", 0.03), teams=(led_by("boss", 0.3),)) == [
        "the match runs at 50 % of its speed: boss thinks for 300 ms"
    ]


async def test_where_no_brain_is_slow_it_is_the_machine() -> None:
    text = "the match runs at 50 % of its speed: this machine has too much to do"
    assert told(0.5, member("Ada", 0.001)) == told(0.5) == [text]


async def test_a_single_think_that_kept_everybody_waiting_is_named(autojump_clock: MockClock) -> None:
    autojump_clock.jump(99.0 - trio.current_time())
    note_hold("Cleo", 97.0)
    assert told(0.5, member("Ada", 0.001)) == [
        "the match runs at 50 % of its speed: this machine has too much to do"
    ]
    autojump_clock.jump(10.0)
    note_hold("Cleo", 106.5)
    assert told(0.5, member("Ada", 0.001)) == [
        "the match runs at 50 % of its speed: Cleo thought for 2.5 s"
    ]


async def test_it_is_said_every_ten_seconds_as_long_as_it_lasts() -> None:
    assert len(told(0.5, looks=3)) == 3


def test_on_a_clock_that_jumps_nothing_is_late() -> None:
    notes = Notes()
    play_lineup(duel(bot("Ada"), ground=closet(minutes=0.6)), is_fast=True, listener=notes)
    assert notes.clocks[-1] > 30.0
    assert not [news for news in notes.news if news.kind == "late"]
