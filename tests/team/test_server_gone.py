"""Servers that go away, fall silent, change the level or end the match: the whole team plays on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio

from agentfw.arena.server import open_arena
from agentfw.bot import BotOptions
from agentfw.engines.doors import server_door
from agentfw.team import Phase
from tests.bot.stage import Idle
from tests.support.callers import Caller, eventually
from tests.support.chaos import Fault, Storm
from tests.support.dialects import CLASSIC, GB2004
from tests.support.teams import Journal, Maker, closet, door_to, member_of, members_of, team_of
from tests.support.venues import Venue

if TYPE_CHECKING:
    from trio.testing import MockClock

    from agentfw.arena.server import Arena
    from agentfw.team import Member, Team

NAMES = ["Ada", "Bob", "Cyd"]
either_dialect = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])


def are_playing(members: list[Member]) -> bool:
    return all(member.phase is Phase.PLAYING for member in members)


def guests_of(arena: Arena) -> list[str]:
    return sorted(player.name for player in arena.world.players if not player.is_native)


def open_ended(dialect: str, **options: object) -> Arena:
    told = {"dialect": dialect, "restarts": True, "time_limit_min": 0.0, "score_limit": 0}
    return closet(**(told | options))


async def begin(nursery: trio.Nursery, members: list[Member]) -> Team:
    team = team_of(members)
    await nursery.start(team.run)
    await trio.sleep(3.0)
    assert are_playing(members)
    return team


@either_dialect
async def test_team_resumes_after_a_restart_on_the_same_port(
    nursery: trio.Nursery, dialect: str
) -> None:
    first, second = open_ended(dialect), open_ended(dialect, seed=2)
    async with open_arena(first, host="127.0.0.1", ports={"bot": 0}) as server:
        host, port = server.addresses["bot"]
        members = []
        for name in NAMES:
            options = BotOptions(name=name, backoff_s=0.01, backoff_most_s=0.05, max_attempts=200)
            members.append(member_of(Maker(server_door(host, port), Idle(), options), name))
        team = team_of(members, stagger_s=0.0)
        nursery.start_soon(team.run)
        await eventually(lambda: are_playing(members))
    await eventually(lambda: not any(member.phase is Phase.PLAYING for member in members))
    async with open_arena(second, host=host, ports={"bot": port}):
        await eventually(lambda: are_playing(members))
        assert guests_of(second) == NAMES
        assert [member.lives for member in members] == [1, 1, 1]
        team.stop()
        await eventually(lambda: all(member.gone.is_set() for member in members))


@either_dialect
@pytest.mark.parametrize("away_s", [3.0, 20.0])
async def test_team_resumes_when_the_server_was_away_for_a_while(
    nursery: trio.Nursery, autojump_clock: MockClock, dialect: str, away_s: float
) -> None:
    venue, journal = Venue(lambda number: open_ended(dialect, seed=number)), Journal()
    members = members_of(venue.door, *NAMES, on_event=journal)
    async with venue.open():
        await begin(nursery, members)
    await trio.sleep(away_s)
    assert not any(member.phase is Phase.PLAYING for member in members)
    async with venue.open() as second:
        await trio.sleep(30.0)
        assert are_playing(members)
        assert guests_of(second) == NAMES
    for name in NAMES:
        assert journal.kinds(name)[:3] == ["joined", "disconnected", "joined"]
    nursery.cancel_scope.cancel()


async def test_team_resumes_in_further_lives_when_the_server_was_away_for_long(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    venue = Venue(lambda number: open_ended(GB2004.name, seed=number))
    members = members_of(venue.door, *NAMES)
    async with venue.open():
        await begin(nursery, members)
    await trio.sleep(120.0)
    async with venue.open():
        await trio.sleep(60.0)
        assert are_playing(members)
        assert all(member.restarts > 0 for member in members)
    nursery.cancel_scope.cancel()


@either_dialect
@pytest.mark.parametrize("fault", [Fault.FREEZE, Fault.STALL])
async def test_team_notices_lines_that_neither_deliver_nor_end(
    nursery: trio.Nursery, autojump_clock: MockClock, dialect: str, fault: Fault
) -> None:
    storm, journal = Storm(1, every_s=2.0, kinds=(fault,)), Journal()
    async with open_arena(open_ended(dialect)) as server:
        members = [
            member_of(
                Maker(storm.door(door_to(server), name), None, BotOptions(name=name, max_attempts=100)),
                name,
                on_event=journal,
            )
            for name in NAMES
        ]
        nursery.start_soon(team_of(members).run)
        await eventually(lambda: storm.faults[fault] >= 10, within_s=600.0)
        storm.is_calm = True
        await trio.sleep(60.0)
        assert are_playing(members)
        assert journal.kinds().count("disconnected") >= 5
        nursery.cancel_scope.cancel()


async def test_team_plays_on_the_next_level_when_the_operator_changes_it(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    arena = open_ended(GB2004.name, map="dm-cellar")
    async with open_arena(arena) as server:
        members = members_of(door_to(server), *NAMES)
        await begin(nursery, members)
        operator = Caller(server.connect("control"))
        await operator.say("READY", "CHANGEMAP {MapName DM-Closet}")
        await trio.sleep(10.0)
        assert arena.world.level.name == "DM-Closet"
        assert are_playing(members)
        assert guests_of(arena) == NAMES
        views = [member.bot.circle.view for member in members if member.bot is not None]
        assert [view.game.level for view in views if view is not None] == ["DM-Closet"] * 3
        assert [member.lives for member in members] == [1, 1, 1]
    nursery.cancel_scope.cancel()


@either_dialect
async def test_team_plays_the_next_matches(
    nursery: trio.Nursery, autojump_clock: MockClock, dialect: str
) -> None:
    arena, journal = open_ended(dialect, time_limit_min=0.5, bots=1), Journal()
    async with open_arena(arena) as server:
        members = members_of(door_to(server), *NAMES, on_event=journal)
        await begin(nursery, members)
        played: set[int] = set()
        with trio.fail_after(600.0):
            while len(played) < 3:
                await trio.sleep(1.0)
                if are_playing(members):
                    played.add(arena.matches)
        assert [member.lives for member in members] == [1, 1, 1]
    assert all({player.name for player in result.players} >= set(NAMES) for result in arena.results)
    assert set(journal.texts("disconnected")) == {"the match is over"}
    assert [bot.matches_over for member in members if (bot := member.bot) is not None] == [2, 2, 2]
    nursery.cancel_scope.cancel()
