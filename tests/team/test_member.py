"""One bot kept playing: what ends a life, what ends the member, and what is told of both."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
from typing import TYPE_CHECKING

import msgspec
import pytest
import trio
from structlog.testing import capture_logs

from agentfw.arena.server import open_arena
from agentfw.bot import Bot, BotOptions
from agentfw.brains import Brain, Decision
from agentfw.errors import PlanError, UsageError
from agentfw.team import Phase, Restart, RestartPolicy, TeamEvent
from agentfw.team.health import Health
from agentfw.testing import Script
from tests.bot.stage import WHERE, Counting, Idle, Nowhere, Stage, batch, modern
from tests.support.conversations import WORLD
from tests.support.teams import (
    QUICK,
    Failing,
    Journal,
    Maker,
    closet,
    door_to,
    member_of,
    tasks_below,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trio.testing import MockClock

    from agentfw.brains import Decides
    from agentfw.perception import View
    from agentfw.team import Member

ONCE = BotOptions(name="Bob", max_attempts=1)
NEVER = msgspec.structs.replace(QUICK, when=Restart.NEVER)
ALWAYS = msgspec.structs.replace(QUICK, when=Restart.ALWAYS)


async def play(member: Member, *, for_s: float | None = None) -> Health:
    """How somebody is after playing for a while, or to the end."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(member.run)
        if for_s is None:
            await member.gone.wait()
        else:
            await trio.sleep(for_s)
        health = member.health()
        nursery.cancel_scope.cancel()
    return health


async def test_member_whose_match_is_over_is_done(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server:
        member = member_of(Maker(door_to(server)))
        await member.run()
    health = member.health()
    assert (health.phase, health.why) == (Phase.DONE, "the match is over")
    assert (health.is_healthy, health.restarts, health.lives, health.up_s) == (True, 0, 1, 0.0)


def test_health_is_told_outside_of_trio_too() -> None:
    member = member_of(Maker(Nowhere().door))
    assert member.health() == Health("Ada", "red", Phase.WAITING, True, "", 0, 0, 0.0, None)


async def test_brain_that_raises_ends_one_life_only(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server:
        make = Maker(door_to(server), lambda life: Failing(5) if life < 2 else Counting())
        member = member_of(make)
        health = await play(member)
    assert (health.phase, health.lives, health.restarts) == (Phase.DONE, 3, 2)
    assert [len(make.thought_at(life)) for life in (0, 1)] == [4, 4]
    assert len(make.thought_at(2)) > 100


async def test_every_life_gets_its_own_bot_that_is_closed_before_the_next(
    autojump_clock: MockClock,
) -> None:
    closed_before: list[list[int]] = []

    def brain(_: int) -> Decides:
        closed_before.append([*make.closed])
        return Failing()

    async with open_arena(closet()) as server:
        make = Maker(door_to(server), brain)
        await member_of(make).run()
    assert closed_before == [[], [0], [0, 1], [0, 1, 2]]
    assert make.closed == [0, 1, 2, 3]


async def test_member_is_given_up_at_the_end_of_its_budget_with_the_reason(
    autojump_clock: MockClock,
) -> None:
    async with open_arena(closet()) as server:
        member = member_of(Maker(door_to(server), lambda _: Failing()))
        await member.run()
    health = member.health()
    assert (health.phase, health.is_healthy) == (Phase.GIVEN_UP, False)
    assert (health.lives, health.restarts) == (4, 3)
    assert re.fullmatch(
        r"Failing\.decide\(\) raised RuntimeError at 0\.\d\d s: out of ideas "
        r"\(restarted 3 times within 60 s, which is all that is allowed\)",
        health.why,
    )


async def test_failures_that_are_far_enough_apart_never_use_up_the_budget(
    autojump_clock: MockClock,
) -> None:
    async with open_arena(closet(time_limit_min=10.0, score_limit=0)) as server:
        member = member_of(Maker(door_to(server), lambda _: Failing(130)))  # some 25 s
        health = await play(member, for_s=400.0)
    assert health.restarts >= 10
    assert health.phase is not Phase.GIVEN_UP


async def test_who_is_never_restarted_is_given_up_at_the_first_failure(
    autojump_clock: MockClock,
) -> None:
    async with open_arena(closet()) as server:
        member = member_of(Maker(door_to(server), lambda _: Failing()), restart=NEVER)
        await member.run()
    assert (member.phase, member.lives) == (Phase.GIVEN_UP, 1)


async def test_who_is_always_restarted_plays_the_next_match(autojump_clock: MockClock) -> None:
    arena = closet(restarts=True, time_limit_min=0.5)
    async with open_arena(arena) as server:
        options = BotOptions(name="Ada", backoff_most_s=1.0, max_attempts=100)
        member = member_of(Maker(door_to(server), None, options), restart=ALWAYS)
        health = await play(member, for_s=120.0)
    assert health.lives == arena.matches + 1 > 2
    assert health.phase is Phase.PLAYING


async def test_an_ordinary_end_makes_a_restart_only_when_the_next_life_begins(
    autojump_clock: MockClock,
) -> None:
    journal = Journal()
    eager = msgspec.structs.replace(ALWAYS, first_s=0.0)
    async with open_arena(closet()) as server, trio.open_nursery() as nursery:
        member = member_of(Maker(door_to(server), Idle()), restart=eager, on_event=journal)
        nursery.start_soon(member.run)
        while member.phase is not Phase.RESTARTING:  # noqa: ASYNC110 - whoever ends a match looks so
            await trio.sleep(0.1)
        assert (member.restarts, journal.kinds()) == (0, ["joined"])
        await trio.sleep(1.0)
        assert (member.restarts, journal.kinds()[:2]) == (1, ["joined", "restarting"])
        nursery.cancel_scope.cancel()


async def test_member_whose_server_cannot_be_reached_tries_again_in_another_life(
    autojump_clock: MockClock,
) -> None:
    nowhere = Nowhere()
    member = member_of(Maker(nowhere.door, Idle(), ONCE))
    await member.run()
    assert len(nowhere.knocked_at) == 4
    assert member.health().why.startswith('bot "Bob": ut-host:3000: connection refused (attempt 1 of 1)')


async def test_wrong_password_is_given_up_at_once(autojump_clock: MockClock) -> None:
    arena = closet(password="swordfish", dialect="gamebots-2004")  # noqa: S106 - of no use
    async with open_arena(arena) as server:
        member = member_of(Maker(door_to(server)))
        await member.run()
    assert (member.phase, member.lives) == (Phase.GIVEN_UP, 1)
    assert "password" in member.health().why


class Unmakeable:
    """A `make` that raises in its first lives."""

    def __init__(self, maker: Maker, error: Exception, lives: int = 2) -> None:
        self._maker = maker
        self._error = error
        self._lives = lives

    def __call__(self, life: int) -> contextlib.AbstractContextManager[Bot]:
        if life < self._lives:
            raise self._error
        return self._maker(life)


async def test_bot_that_cannot_be_made_now_is_made_later(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server:
        member = member_of(Unmakeable(Maker(door_to(server), Idle()), OSError("disk full")))
        health = await play(member)
    assert (health.phase, health.lives) == (Phase.DONE, 3)


@pytest.mark.parametrize("error", [asyncio.CancelledError, GeneratorExit, SystemExit])
async def test_bot_that_raises_what_is_no_error_fails_like_any_other(
    error: type[BaseException], autojump_clock: MockClock
) -> None:
    async def fail() -> None:
        raise error("no")

    async with open_arena(closet()) as server:
        make = Maker(door_to(server), Idle())
        member = member_of(make, restart=NEVER, beside=lambda _, nursery: nursery.start_soon(fail))
        health = await play(member)
    assert (health.phase, health.why) == (Phase.GIVEN_UP, f"the bot raised {error.__name__}: no")


async def test_brain_that_cannot_be_made_is_given_up_at_once(autojump_clock: MockClock) -> None:
    error = PlanError(["hunter.htn:1:1: nothing to do"])
    member = member_of(Unmakeable(Maker(Nowhere().door), error))
    await member.run()
    assert (member.phase, member.lives, member.bot) == (Phase.GIVEN_UP, 1, None)
    assert member.health().why == "hunter.htn:1:1: nothing to do"


async def test_recording_that_cannot_be_closed_ends_no_more_than_a_life(
    autojump_clock: MockClock,
) -> None:
    @contextlib.contextmanager
    def make(life: int) -> Iterator[Bot]:
        yield Bot(door, Failing() if life == 0 else Idle(), BotOptions(name="Ada"))
        raise OSError("disk full")

    async with open_arena(closet()) as server:
        door = door_to(server)
        member = member_of(make, restart=NEVER)
        await member.run()
    assert "out of ideas" in member.health().why


# Beside the bot


async def test_what_runs_beside_a_bot_ends_with_its_life(autojump_clock: MockClock) -> None:
    running: list[str] = []

    async def count(bot: Bot) -> None:
        running.append(bot.options.name)
        try:
            await trio.sleep_forever()
        finally:
            running.remove(bot.options.name)

    async with open_arena(closet()) as server:
        member = member_of(
            Maker(door_to(server), lambda life: Failing(5) if life < 2 else Idle()),
            beside=lambda bot, nursery: nursery.start_soon(count, bot),
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(member.run)
            await trio.sleep(10.0)
            assert (member.lives, running) == (3, ["Ada"])
        assert running == []


async def test_what_fails_beside_a_bot_ends_its_life_and_the_bot_says_goodbye(
    autojump_clock: MockClock,
) -> None:
    async def fail() -> None:
        await trio.sleep(3.0)
        raise ValueError("no planner")

    async with open_arena(closet()) as server:
        make = Maker(door_to(server), lambda _: Idle())
        member = member_of(make, restart=NEVER, beside=lambda _, nursery: nursery.start_soon(fail))
        await member.run()
    assert member.health().why == "ValueError: no planner"
    assert make.sent().endswith(b"QUIT\r\n")


# Passing through


async def test_cancelled_member_leaves_and_passes_it_on(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server:
        make = Maker(door_to(server))
        member = member_of(make)
        with trio.move_on_after(5.0) as scope:
            await member.run()
        assert scope.cancelled_caught
    assert (member.phase, member.health().why) == (Phase.DONE, "cancelled")
    assert make.sent().endswith(b"QUIT\r\n")


async def test_ctrl_c_passes_through_and_leaves_nothing_open(autojump_clock: MockClock) -> None:
    arena = closet()
    async with open_arena(arena) as server:
        make = Maker(door_to(server), Failing(5, KeyboardInterrupt))
        with pytest.raises(BaseExceptionGroup) as caught:
            await member_of(make).run()
        await trio.sleep(0.2)
        assert arena.clients == []
    assert caught.group_contains(KeyboardInterrupt)
    assert make.closed == [0]


async def test_stopped_member_is_done_for_the_reason_given(autojump_clock: MockClock) -> None:
    async with open_arena(closet()) as server, trio.open_nursery() as nursery:
        member = member_of(Maker(door_to(server)))
        nursery.start_soon(member.run)
        await trio.sleep(5.0)
        member.stop("the show is over")
        await member.gone.wait()
    assert (member.phase, member.health().why) == (Phase.DONE, "the show is over")


async def test_member_that_waits_for_its_next_life_can_be_stopped(autojump_clock: MockClock) -> None:
    member = member_of(Maker(Nowhere().door, Idle(), ONCE))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(member.run)
        await trio.sleep(0.1)
        assert member.phase is Phase.RESTARTING
        member.stop()
    assert (member.phase, member.lives) == (Phase.DONE, 1)


async def test_member_stopped_before_its_start_never_makes_a_bot(autojump_clock: MockClock) -> None:
    make = Maker(Nowhere().door)
    member = member_of(make)
    member.stop()
    await member.run()
    assert (member.phase, make.lives) == (Phase.DONE, [])


# Never twice


async def test_running_member_cannot_be_started_again(autojump_clock: MockClock) -> None:
    arena = closet()
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        member = member_of(Maker(door_to(server)))
        nursery.start_soon(member.run)
        await trio.sleep(2.0)
        told = 'bot "Ada" was started before; make another member for it'
        with pytest.raises(UsageError, match=told):
            await member.run()
        assert len(arena.clients) == 1
        assert member.phase is Phase.PLAYING
        nursery.cancel_scope.cancel()


async def test_member_that_is_done_cannot_be_started_again(autojump_clock: MockClock) -> None:
    member = member_of(Maker(Nowhere().door))
    member.stop()
    await member.run()
    with pytest.raises(UsageError):
        await member.run()


# What is told


def hesitant() -> Script:
    """A server that greets after a second, and hangs up five seconds later."""
    script = Script().wait(1.0).reply("HELLO_BOT").expect("READY").reply(*WORLD)
    script = script.expect("INIT {Name Bob}").reply("INITED {BotId Bot9}", *batch())
    return script.wait(5.0).close()


async def test_health_follows_the_bot_through_its_phases(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        stage = Stage(nursery, hesitant(), hesitant())
        options = BotOptions(name="Bob", backoff_s=2.0)
        member = member_of(Maker(stage.door, Idle(), options))
        found, start = [member.health()], trio.current_time()
        nursery.start_soon(member.run)
        for at in (0.5, 4.5, 6.5, 10.0):
            await trio.sleep_until(start + at)
            found.append(member.health())
        member.stop("enough")
        await member.gone.wait()
        found.append(member.health())
        nursery.cancel_scope.cancel()
    assert [(one.phase, one.is_healthy, one.why.partition(" (attempt")[0]) for one in found] == [
        (Phase.WAITING, True, ""),
        (Phase.JOINING, True, ""),
        (Phase.PLAYING, True, ""),
        (
            Phase.JOINING,
            False,
            f"the connection was lost: {WHERE}: the server closed the connection while playing",
        ),
        (Phase.PLAYING, True, ""),
        (Phase.DONE, True, "enough"),
    ]
    assert [round(one.up_s, 6) for one in found[:4]] == [0.0, 0.0, 3.5, 0.0]
    assert 0.0 < found[4].up_s < 2.0


async def test_health_tells_the_reason_of_the_last_failure_until_the_bot_plays_again(
    autojump_clock: MockClock,
) -> None:
    async with open_arena(closet()) as server, trio.open_nursery() as nursery:
        make = Maker(door_to(server), lambda life: Failing() if life == 0 else Idle())
        member = member_of(make)
        nursery.start_soon(member.run)
        await trio.sleep(0.3)
        waiting = member.health()
        await trio.sleep(5.0)
        playing = member.health()
        nursery.cancel_scope.cancel()
    assert (waiting.phase, waiting.is_healthy) == (Phase.RESTARTING, False)
    assert waiting.why == "Failing.decide() raised RuntimeError at 0.09 s: out of ideas"
    assert (playing.phase, playing.why, playing.restarts) == (Phase.PLAYING, "", 1)


async def test_events_tell_the_whole_story_with_its_times(autojump_clock: MockClock) -> None:
    journal = Journal()
    async with open_arena(closet()) as server:
        make = Maker(door_to(server), lambda life: Failing(20) if life == 0 else Idle())
        await member_of(make, on_event=journal).run()
    (why,) = journal.texts("failed")
    wait_s = float(journal.texts("restarting")[0].split()[1])
    assert [(event.kind, event.text) for event in journal.events] == [
        ("joined", "arena"),
        ("failed", why),
        ("restarting", f"in {wait_s} s, for life 2"),
        ("joined", "arena"),
        ("done", "the match is over"),
    ]
    assert why.startswith("Failing.decide() raised RuntimeError at 4.")
    assert {(event.team, event.bot) for event in journal.events} == {("red", "Ada")}
    (failed,), joined = journal.times("failed"), journal.times("joined")
    assert joined[0] == pytest.approx(0.09, abs=0.01)
    assert 0.0 <= joined[1] - failed - wait_s <= 0.2


async def test_bot_that_is_kept_out_says_why_once_and_is_not_well(autojump_clock: MockClock) -> None:
    journal, nowhere = Journal(), Nowhere()
    options = BotOptions(name="Bob", backoff_s=1.5)
    member = member_of(Maker(nowhere.door, Idle(), options), on_event=journal)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(member.run)
        await trio.sleep(20.0)
        health = member.health()
        nursery.cancel_scope.cancel()
    assert journal.texts("kept-out") == [
        "ut-host:3000: connection refused (attempt 1 of 8, next in 1.1 s)"
    ]
    assert (health.phase, health.is_healthy) == (Phase.JOINING, False)
    assert health.why == "ut-host:3000: connection refused (attempt 5 of 8, next in 18.0 s)"


async def test_trouble_is_forgotten_once_the_bot_is_in_the_game(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        stage = Stage(nursery, Script().close(), modern())
        member = member_of(Maker(stage.door, Idle(), BotOptions(name="Bob")))
        nursery.start_soon(member.run)
        await trio.sleep(5.0)
        assert (member.health().phase, member.health().why) == (Phase.PLAYING, "")
        nursery.cancel_scope.cancel()


async def test_lost_connection_and_its_return_are_told(autojump_clock: MockClock) -> None:
    journal = Journal()
    async with trio.open_nursery() as nursery:
        stage = Stage(nursery, modern().wait(5.0).close(), modern())
        member = member_of(Maker(stage.door, Idle(), BotOptions(name="Bob")), on_event=journal)
        nursery.start_soon(member.run)
        await trio.sleep(9.0)
        nursery.cancel_scope.cancel()
    told = [
        (event.kind, re.sub(r"next in .* s", "next in a bit", event.text)) for event in journal.events
    ]
    why = "ut-host:3000: the server closed the connection while playing"
    assert told == [
        ("joined", "ut-host:3000"),
        ("disconnected", f"the connection was lost: {why} (attempt 1 of 8, next in a bit)"),
        ("joined", "ut-host:3000, again"),
        ("done", "cancelled"),
    ]


async def test_overload_is_told_when_it_grows_and_at_most_every_ten_seconds(
    autojump_clock: MockClock,
) -> None:
    journal, script = Journal(), modern().wait(0.5)
    for _ in range(15):
        script = script.wait(1.0).reply(*batch("1.00"), *batch("2.00"), *batch("3.00"))
    async with trio.open_nursery() as nursery:
        stage = Stage(nursery, script)
        member = member_of(Maker(stage.door, Idle(), BotOptions(name="Bob")), on_event=journal)
        nursery.start_soon(member.run)
        await trio.sleep(14.7)
        busy = member.health()
        await trio.sleep(12.0)
        rested = member.health()
        nursery.cancel_scope.cancel()
    texts, times = journal.texts("overloaded"), journal.times("overloaded")
    assert sum(int(text.split()[0]) for text in texts) == 30
    assert len(texts) == 3
    assert all(after - before >= 10.0 for before, after in itertools.pairwise(times))
    assert (busy.is_healthy, busy.why) == (False, "overloaded: 26 looks came too late")
    assert (rested.is_healthy, rested.why) == (True, "")


class Pondering(Brain):
    """Takes two seconds for every tenth think, by a clock that jumps."""

    def __init__(self, clock: MockClock) -> None:
        super().__init__()
        self._clock = clock
        self._thinks = 0

    def decide(self, view: View) -> Decision:
        """Nothing, in its own time."""
        self._thinks += 1
        if self._thinks % 10 == 0:
            self._clock.jump(2.0)
        return Decision()


async def test_a_think_that_keeps_everybody_waiting_is_told_now_and_then(
    autojump_clock: MockClock,
) -> None:
    journal = Journal()
    async with open_arena(closet()) as server:
        make = Maker(door_to(server), Pondering(autojump_clock))
        member = member_of(make, on_event=journal)
        health = await play(member, for_s=30.0)
    texts, times = journal.texts("overloaded"), journal.times("overloaded")
    assert set(texts) == {"a think took 2.0 s, and everybody waited"}
    assert len(texts) in (2, 3)
    assert all(after - before >= 10.0 for before, after in itertools.pairwise(times))
    assert health.why == f"overloaded: {texts[0]}"


async def test_looks_that_come_too_late_are_blamed_on_who_kept_everybody_waiting(
    autojump_clock: MockClock,
) -> None:
    journal, script = Journal(), modern().wait(4.0)
    looks = [line for number in range(4) for line in batch(f"{number}.00")]
    async with trio.open_nursery() as nursery, open_arena(closet()) as server:
        stage = Stage(nursery, script.reply(*looks).wait(9.0))
        slow = Maker(door_to(server), Pondering(autojump_clock))
        bob = Maker(stage.door, Idle(), BotOptions(name="Bob"))
        nursery.start_soon(member_of(slow, "Ada").run)
        nursery.start_soon(member_of(bob, "Bob", on_event=journal).run)
        await trio.sleep(10.0)
        nursery.cancel_scope.cancel()
    assert journal.texts("overloaded")[:1] == ["3 looks came too late, as Ada thought for 2.0 s"]


async def test_same_seed_tells_the_same_story_at_the_same_times(autojump_clock: MockClock) -> None:
    async def story(seed: int) -> list[TeamEvent]:
        journal = Journal()
        async with open_arena(closet()) as server:
            make = Maker(door_to(server), lambda _: Failing(10))
            await member_of(make, seed=seed, on_event=journal).run()
        return journal.events

    first, again, other = await story(3), await story(3), await story(4)
    assert [(one.kind, round(one.at, 6)) for one in first] == [
        (one.kind, round(one.at, 6)) for one in again
    ]
    assert [one.at for one in first] != [one.at for one in other]


async def test_operator_is_told_of_failures_restarts_and_the_end(autojump_clock: MockClock) -> None:
    policy = RestartPolicy(first_s=1.0, most_s=1.0, budget=1, window_s=60.0)
    with capture_logs() as logs:
        member = member_of(Maker(Nowhere().door, Idle(), ONCE), restart=policy)
        await member.run()
    why = 'bot "Bob": ut-host:3000: connection refused (attempt 1 of 1)'
    given_up = f"{why} (restarted once within 60 s, which is all that is allowed)"
    told = [entry for entry in logs if entry["log_level"] != "debug"]
    assert all((entry.pop("team"), entry.pop("bot")) == ("red", "Ada") for entry in told)
    assert told == [
        {"event": "bot.failed", "log_level": "warning", "why": why, "life": 1},
        {"event": "bot.restarting", "log_level": "info", "life": 2, "in_s": told[1]["in_s"]},
        {"event": "bot.failed", "log_level": "warning", "why": why, "life": 2},
        {"event": "bot.given_up", "log_level": "error", "why": given_up},
    ]


async def test_nothing_is_printed_by_a_program_that_set_up_no_logging(
    autojump_clock: MockClock, capfd: pytest.CaptureFixture[str]
) -> None:
    await member_of(Maker(Nowhere().door, Idle(), ONCE)).run()
    assert capfd.readouterr() == ("", "")


# Nothing is left


async def test_no_task_and_no_connection_is_left_after_many_lives(autojump_clock: MockClock) -> None:
    def brain(life: int) -> Decides:
        return Failing(life + 1)

    arena, policy = closet(), RestartPolicy(first_s=0.1, most_s=0.1, budget=20)
    async with open_arena(arena) as server:
        root = trio.lowlevel.current_root_task()
        assert root is not None
        before = tasks_below(root)
        make = Maker(door_to(server), brain)
        await member_of(make, restart=policy).run()
        await trio.sleep(0.2)
        assert tasks_below(root) == before
        assert (arena.clients, arena.world.players) == ([], [])
    assert make.closed == list(range(21))
