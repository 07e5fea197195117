"""Bots together: who starts and leaves when, that nobody minds a neighbor's troubles, and the sums."""

from __future__ import annotations

import gc
import itertools
from typing import TYPE_CHECKING

import pytest
import trio
from structlog.testing import capture_logs

from agentfw.arena.server import open_arena
from agentfw.bot import BotOptions
from agentfw.engines.doors import Door
from agentfw.errors import UsageError
from agentfw.team import Phase, RestartPolicy
from tests.bot.stage import Idle, Nowhere, Stage, modern
from tests.support.dialects import BOTH
from tests.support.teams import (
    Failing,
    Journal,
    Maker,
    closet,
    door_to,
    member_of,
    members_of,
    tasks_below,
    team_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from trio.testing import MockClock

    from agentfw.team import Member, Team

NAMES = ("Ada", "Bob", "Cyd")


async def begin(nursery: trio.Nursery, team: Team) -> None:
    """Start a team, and let it get into the game."""
    await nursery.start(team.run)
    await trio.sleep(3.0)


def phases(team: Team) -> list[Phase]:
    return [member.phase for member in team.members]


# Start and end


async def test_members_start_in_order_and_staggered(autojump_clock: MockClock) -> None:
    began: dict[str, float] = {}

    def notes(name: str) -> Callable[[int], Idle]:
        def brain(_: int) -> Idle:
            began[name] = round(trio.current_time() - start, 6)
            return Idle()

        return brain

    async with open_arena(closet()) as server:
        door, start = door_to(server), trio.current_time()
        members = [member_of(Maker(door, notes(name)), name) for name in NAMES]
        with trio.move_on_after(5.0):
            await team_of(members, stagger_s=0.5).run()
    assert began == {"Ada": 0.0, "Bob": 0.5, "Cyd": 1.0}


async def test_team_ends_when_the_last_member_is_done_or_given_up(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server:
        door = door_to(server)
        bad = member_of(Maker(door, lambda _: Failing()), "Bob")
        team = team_of([member_of(Maker(door)), bad])
        await team.run()
    assert phases(team) == [Phase.DONE, Phase.GIVEN_UP]


async def test_team_whose_members_are_all_given_up_ends(autojump_clock: MockClock) -> None:
    options = BotOptions(max_attempts=1)
    team = team_of([member_of(Maker(Nowhere().door, Idle(), options), name) for name in NAMES])
    with trio.fail_after(60.0):
        await team.run()
    assert phases(team) == [Phase.GIVEN_UP] * 3


async def test_team_without_members_is_done_at_once(autojump_clock: MockClock) -> None:
    await team_of([]).run()


async def test_members_leave_in_the_opposite_order_and_say_goodbye(autojump_clock: MockClock) -> None:
    journal = Journal()
    async with open_arena(closet()) as server, trio.open_nursery() as nursery:
        makers = {name: Maker(door_to(server)) for name in NAMES}
        team = team_of([member_of(make, name, on_event=journal) for name, make in makers.items()])
        await begin(nursery, team)
        team.stop("the show is over")
    assert [event.bot for event in journal.events if event.kind == "done"] == ["Cyd", "Bob", "Ada"]
    assert set(journal.texts("done")) == {"the show is over"}
    assert all(make.sent().endswith(b"QUIT\r\n") for make in makers.values())


class Deaf(trio.abc.HalfCloseableStream):
    """A stream whose other side takes nothing any more from some moment on."""

    def __init__(self, stream: trio.abc.Stream, deaf_from: float) -> None:
        self._stream = stream
        self._deaf_from = deaf_from

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        if trio.current_time() >= self._deaf_from:
            await trio.sleep_forever()
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self._stream.receive_some(max_bytes)

    async def send_eof(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        await self._stream.aclose()


async def test_whoever_is_left_after_the_time_of_grace_leaves_at_once(
    autojump_clock: MockClock,
) -> None:
    journal, names = Journal(), [f"bot-{number}" for number in range(8)]
    async with trio.open_nursery() as nursery:
        stage = Stage(nursery, *[modern()] * len(names))

        async def opens() -> trio.abc.Stream:
            return Deaf(await stage.door.open(), trio.current_time() + 0.3)

        door, options = Door("ut", BOTH, opens), BotOptions(name="Bob")
        members = [member_of(Maker(door, Idle(), options), name, on_event=journal) for name in names]
        team = team_of(members, grace_s=2.5)
        await nursery.start(team.run)
        await trio.sleep(1.5)
        asked_at = trio.current_time()
        team.stop()
        for member in members:
            await member.gone.wait()
        took_s = trio.current_time() - asked_at
        nursery.cancel_scope.cancel()
    assert took_s == pytest.approx(3.5)  # two and a half of grace, one for the last goodbyes
    done = [event.bot for event in journal.events if event.kind == "done"]
    assert done[:2] == ["bot-7", "bot-6"]
    assert phases(team) == [Phase.DONE] * 8


async def test_team_that_is_stopped_while_it_starts_leaves_the_rest_waiting(
    autojump_clock: MockClock,
) -> None:
    async with open_arena(closet()) as server, trio.open_nursery() as nursery:
        team = team_of(members_of(door_to(server), *NAMES), stagger_s=2.0)
        await begin(nursery, team)
        team.stop()
    assert phases(team) == [Phase.DONE, Phase.DONE, Phase.WAITING]


async def test_team_that_is_stopped_before_its_start_never_plays(autojump_clock: MockClock) -> None:
    make = Maker(Nowhere().door)
    team = team_of([member_of(make)])
    team.stop()
    await team.run()
    assert make.lives == []


async def test_stopping_twice_keeps_the_first_reason(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server, trio.open_nursery() as nursery:
        team = team_of(members_of(door_to(server), "Ada"))
        await begin(nursery, team)
        team.stop("first")
        team.stop("second")
    assert team.members[0].health().why == "first"


async def test_cancelled_team_leaves_nothing_behind(autojump_clock: MockClock) -> None:
    arena = closet()
    async with open_arena(arena) as server:
        root = trio.lowlevel.current_root_task()
        assert root is not None
        before = tasks_below(root)
        with trio.move_on_after(5.0):
            await team_of(members_of(door_to(server), *NAMES)).run()
        await trio.sleep(0.2)
        assert (tasks_below(root), arena.clients) == (before, [])


# Never twice


async def test_team_cannot_be_started_twice(autojump_clock: MockClock) -> None:
    team = team_of([])
    await team.run()
    with pytest.raises(UsageError, match='team "red" was started before; make another one'):
        await team.run()


async def test_member_that_plays_in_one_team_cannot_be_started_by_another(
    autojump_clock: MockClock,
) -> None:
    arena = closet()
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        members = members_of(door_to(server), *NAMES)
        await begin(nursery, team_of(members))
        with pytest.raises(UsageError, match='bot "Ada" was started before'):
            await team_of(members).run()
        assert len(arena.clients) == 3
        nursery.cancel_scope.cancel()


def test_two_bots_of_a_team_cannot_have_one_name() -> None:
    members = members_of(Nowhere().door, "Ada", "Bob", "Ada")
    with pytest.raises(UsageError, match='team "red": more than one bot is called "Ada"'):
        team_of(members)


# Neighbors


async def mates(neighbor: Callable[[Door], Member]) -> list[bytes]:
    """What Ada and Cyd say in a match beside somebody who never gets into it."""
    async with open_arena(closet()) as server:
        door = door_to(server)
        ada, cyd = Maker(door), Maker(door)
        with trio.move_on_after(50.0):
            await team_of([member_of(ada), neighbor(door), member_of(cyd, "Cyd")]).run()
    return [ada.sent(), cyd.sent()]


def crashes_in_making(door: Door) -> Member:
    def brain(_: int) -> Idle:
        raise RuntimeError("no brain")

    return member_of(Maker(door, brain), "Bob", restart=RestartPolicy(budget=1000))


def finds_nobody(_: Door) -> Member:
    return member_of(Maker(Nowhere().door, Idle()), "Bob")


async def test_mates_say_the_same_bytes_beside_a_crashing_neighbor(autojump_clock: MockClock) -> None:
    beside_crash, beside_nobody = await mates(crashes_in_making), await mates(finds_nobody)
    assert beside_crash == beside_nobody
    assert all(len(said) > 5_000 for said in beside_crash)


async def test_mates_think_on_time_beside_one_that_crashes_in_the_game(
    autojump_clock: MockClock,
) -> None:
    ever_again = RestartPolicy(first_s=0.1, most_s=0.1, budget=1000)
    async with open_arena(closet()) as server:
        door = door_to(server)
        ada = Maker(door, Idle())
        bad = member_of(Maker(door, lambda _: Failing()), "Bob", restart=ever_again)
        with trio.move_on_after(30.0):
            await team_of([member_of(ada), bad]).run()
    gaps = [after - before for before, after in itertools.pairwise(ada.thought_at())]
    assert bad.lives > 50
    assert max(gaps) <= 0.3  # the arena tells what is seen four times per second of game time


# Sums


async def test_statistics_are_the_sums_over_members_and_lives(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server:
        door = door_to(server)
        ada = Maker(door)
        bob = Maker(door, lambda life: Failing(20) if life < 2 else Idle())
        cyd = Maker(door, lambda _: Failing())
        makers = {"Ada": ada, "Bob": bob, "Cyd": cyd}
        team = team_of([member_of(make, name) for name, make in makers.items()])
        await team.run()
    found = team.statistics()
    thinks = sum(
        len(make.thought_at(life)) for make in makers.values() for life in range(len(make.lives))
    )
    assert found.thinks == thinks
    assert found.bytes_out == sum(len(make.sent()) for make in makers.values())
    assert (found.team, found.restarts, found.given_up, found.dropped) == ("red", 2 + 3, 1, 0)
    assert [one.name for one in found.members] == list(NAMES)
    assert found.think.count == thinks
    assert found.turnaround.count > 100
    assert found.lines > 5_000 < found.bytes_in


async def test_what_was_said_over_lost_connections_counts(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        stage = Stage(nursery, modern().wait(5.0).close(), modern())
        make = Maker(stage.door, Idle(), BotOptions(name="Bob"))
        team = team_of([member_of(make)])
        nursery.start_soon(team.run)
        await trio.sleep(9.0)
        team.stop()
        await trio.sleep(0.1)
        nursery.cancel_scope.cancel()
    assert make.sent().count(b"INIT") == 2
    assert team.statistics().bytes_out == len(make.sent())


async def test_team_tells_the_operator_of_its_start_and_end(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server, trio.open_nursery() as nursery:
        team = team_of(members_of(door_to(server), *NAMES))
        with capture_logs() as logs:
            await begin(nursery, team)
            team.stop("enough")
            await team.members[0].gone.wait()
            await trio.sleep(0.1)
    told = [entry for entry in logs if entry["event"].startswith("team.")]
    assert told == [
        {"event": "team.began", "log_level": "info", "team": "red", "bots": 3},
        {"event": "team.stopping", "log_level": "info", "team": "red", "reason": "enough"},
        {"event": "team.ended", "log_level": "info", "team": "red", "given_up": 0},
    ]


# Nothing is left


async def test_bots_of_past_lives_are_let_go(autojump_clock: MockClock) -> None:
    def alive() -> int:
        gc.collect()
        return sum(type(one) is Failing for one in gc.get_objects())

    before, policy = alive(), RestartPolicy(first_s=0.1, most_s=0.1, budget=30)
    async with open_arena(closet()) as server:
        member = member_of(Maker(door_to(server), lambda _: Failing()), restart=policy)
        await team_of([member]).run()
    assert member.lives == 31
    assert alive() - before <= 1
