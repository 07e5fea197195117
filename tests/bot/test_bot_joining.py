"""Getting into a game: what a bot says, what it reports, and all the ways to be kept out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
import trio
from structlog.testing import capture_logs

from agentfw.bot import Bot, BotOptions
from agentfw.engines.doors import Door
from agentfw.errors import (
    LinkClosed,
    LinkError,
    PeerSilent,
    RemoteProtocolError,
    ServerFull,
    WrongPassword,
)
from agentfw.testing import Script
from tests.bot.stage import BOB, WHERE, Counting, Idle, Stage, batch, classic, either_server, modern
from tests.support.conversations import CLASSIC_NFO, SESAME, WORLD
from tests.support.dialects import BOTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from trio.testing import MockClock

ONCE = msgspec.structs.replace(BOB, max_attempts=1)
_ASKS = "PASSWORD {BlockedByIP 10.0.0.1}"


def protected() -> Script:
    return Script().reply("HELLO_BOT").expect("READY").reply(_ASKS)


# Getting in


@either_server
async def test_bot_reports_itself_started_once_it_plays(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    brain = Counting()
    bot = Stage(nursery, welcome()).bot(brain)
    assert await nursery.start(bot.run) is bot
    assert (bot.is_playing, len(brain.views)) == (True, 1)


async def test_brain_starts_on_the_first_look_and_not_when_let_in(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = Script().reply(CLASSIC_NFO).expect("INIT").reply("SPW").wait(3.0).reply(*batch())
    brain = Counting()
    bot = Stage(nursery, script).bot(brain)
    nursery.start_soon(bot.run)
    await trio.sleep(2.9)
    thinks_before_looking = [view for view in brain.views if view.health]
    await trio.sleep(0.2)
    assert (thinks_before_looking, brain.views[-1].health) == ([], 100)


@either_server
async def test_name_and_team_are_told(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    stage = Stage(nursery, welcome())
    await nursery.start(stage.bot(options=BotOptions(name="Bob", team=1)).run)
    assert stage.server.received[-1] == "INIT {Name Bob} {Team 1}"


async def test_joining_is_logged_with_bot_team_server_and_dialect(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    with capture_logs() as logs:
        await nursery.start(Stage(nursery, modern()).bot(options=BotOptions(name="Bob", team=0)).run)
    assert logs == [
        {
            "event": "bot.joined",
            "log_level": "info",
            "bot": "Bob",
            "team": 0,
            "server": WHERE,
            "dialect": "gamebots-2004",
        }
    ]


async def test_another_team_than_wanted_is_reported(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = Script().reply("NFO {Gametype BotTeamGame} {Level DM-X}").expect("INIT")
    stage = Stage(nursery, script.reply(*batch(team=1)))
    with capture_logs() as logs:
        await nursery.start(stage.bot(options=BotOptions(name="Bob", team=0)).run)
    assert logs[-1] == {
        "event": "bot.other_team",
        "log_level": "warning",
        "bot": "Bob",
        "team": 0,
        "wanted": 0,
        "got": 1,
    }


async def test_team_of_a_game_without_teams_is_nothing_to_report(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    with capture_logs() as logs:
        bot = Stage(nursery, classic()).bot(options=BotOptions(name="Bob", team=0))
        await nursery.start(bot.run)
    assert [entry["event"] for entry in logs] == ["bot.joined"]


async def test_password_is_given(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    script = protected().expect(f"PASSWORD {{Password {SESAME}}}").reply("PASSWDOK", *WORLD)
    script.expect("INIT").reply("INITED {BotId Bot9}", *batch())
    stage = Stage(nursery, script, password=SESAME)
    await nursery.start(stage.bot().run)
    stage.server.assert_done()


async def test_statistics_hold_those_of_every_part(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    bot = Stage(nursery, modern()).bot(Counting())
    await nursery.start(bot.run)
    found = bot.statistics()
    assert (found.name, found.is_playing, found.connects, found.think.count) == ("Bob", True, 1, 1)
    assert (found.circle.thinks, found.circle.store.snapshots, found.circle.body.done) == (1, 1, 1)
    assert found.link is not None
    assert (found.link.dialect, found.link.snapshots) == ("gamebots-2004", 1)


async def test_statistics_exist_before_anything_happened(nursery: trio.Nursery) -> None:
    found = Stage(nursery).bot().statistics()
    assert (found.is_playing, found.connects, found.link) == (False, 0, None)


# Being kept out

_NOT_OURS = 'this is not a game server we know: it began with "SSH-2.0-x", expected HELLO_BOT or NFO'


@pytest.mark.parametrize(
    ("script", "error", "text"),
    [
        (Script().close(), LinkClosed, "the server closed the connection without a greeting"),
        (Script().reply("SSH-2.0-x"), RemoteProtocolError, _NOT_OURS),
        (Script().reply("HELLO_BOT {ServerFull True}").close(), ServerFull, "the server is full"),
        (
            Script().reply("HELLO_BOT").close(),
            LinkClosed,
            "the server closed the connection while reading the world lists",
        ),
        (
            Script().reply("HELLO_BOT").expect("READY").reply(*WORLD[:7]).close(),
            LinkClosed,
            "the server closed the connection while reading the world lists",
        ),
        (
            Script().reply("HELLO_BOT").expect("READY").reply(*WORLD).close(),
            LinkClosed,
            "the server closed the connection while waiting to be let in",
        ),
        (
            Script().reply(CLASSIC_NFO).expect("INIT").close(),
            LinkClosed,
            "the server closed the connection while waiting to be let in",
        ),
        (
            Script().reply(CLASSIC_NFO).expect("INIT").reply("BEG {Time 1.00}").close(),
            LinkClosed,
            "the server closed the connection while playing",
        ),
        (modern().close(), LinkClosed, "the server closed the connection while playing"),
    ],
    ids=[
        *("no greeting", "foreign", "full", "greeted", "in the lists", "listed", "announced"),
        *("in a batch", "playing"),
    ],
)
async def test_failure_in_any_phase_is_told_with_bot_and_attempt(
    nursery: trio.Nursery,
    autojump_clock: MockClock,
    script: Script,
    error: type[LinkError],
    text: str,
) -> None:
    bot = Stage(nursery, script).bot(options=ONCE)
    with pytest.raises(error) as caught:
        await bot.run()
    assert str(caught.value) == f'bot "Bob": {bot.door.name}: {text} (attempt 1 of 1)'


@pytest.mark.parametrize(
    "script",
    [
        Script(),
        Script().reply(b"HELLO"),
        Script().reply("HELLO_BOT"),
        Script().reply("HELLO_BOT").expect("READY").reply(*WORLD[:9]),
        Script().reply("HELLO_BOT").expect("READY").reply(*WORLD),
        Script().reply("HELLO_BOT").expect("READY").reply(*WORLD).expect("INIT").reply("INITED"),
        Script().reply(CLASSIC_NFO),
        Script().reply(CLASSIC_NFO).expect("INIT").reply("BEG {Time 1.00}"),
    ],
    ids=["silent", "half a word", "greeted", "lists", "listed", "let in", "announced", "half a batch"],
)
async def test_server_that_never_lets_in_is_left_in_time(
    nursery: trio.Nursery, autojump_clock: MockClock, script: Script
) -> None:
    start = trio.current_time()
    with pytest.raises(PeerSilent) as caught:
        await Stage(nursery, script).bot(options=ONCE).run()
    told = 'bot "Bob": ut-host:3000: not in the game within 10 s (attempt 1 of 1)'
    assert (str(caught.value), trio.current_time() - start) == (told, 10.0)


async def test_time_to_join_can_be_chosen(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    options = msgspec.structs.replace(ONCE, join_s=2.5)
    start = trio.current_time()
    with pytest.raises(PeerSilent, match=r"not in the game within 2\.5 s"):
        await Stage(nursery, Script()).bot(options=options).run()
    assert trio.current_time() - start == 2.5


@pytest.mark.parametrize(
    ("password", "script", "told"),
    [
        (
            "guess",
            protected().expect("PASSWORD {Password guess}").reply("PASSWDWRONG").close(),
            "the server refused the password",
        ),
        (
            None,
            protected(),
            "the server asks for a password (set from 10.0.0.1) and none was given",
        ),
    ],
    ids=["wrong", "none"],
)
async def test_wrong_password_is_not_tried_again(
    nursery: trio.Nursery,
    autojump_clock: MockClock,
    password: str | None,
    script: Script,
    told: str,
) -> None:
    stage = Stage(nursery, script, password=password)
    with pytest.raises(WrongPassword) as caught:
        await stage.bot().run()
    assert str(caught.value) == f'bot "Bob": {stage.door.name}: {told}'
    assert len(stage.opened_at) == 1


async def test_wrong_password_is_told_with_bot_and_server(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    with pytest.raises(WrongPassword) as caught:
        await Stage(nursery, protected()).bot().run()
    assert "Bob" in str(caught.value)
    assert WHERE in str(caught.value)


async def test_garbage_instead_of_a_world_is_survived(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    odd = (b"\x00\xff\xfe{{{}}}\r\n", b"\r\n" * 50, "WHAT {IS} {This", "SLF {Health much}")
    stage = Stage(nursery, Script().reply(CLASSIC_NFO).expect("INIT").reply(*odd, *batch()))
    bot = stage.bot()
    await nursery.start(bot.run)
    link = bot.statistics().link
    assert link is not None
    assert link.rejected + len(link.unknown_words) > 0


async def test_door_that_fails_in_an_unknown_way_is_not_hidden(autojump_clock: MockClock) -> None:
    async def broken() -> trio.abc.Stream:
        raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        await Bot(Door(WHERE, BOTH, broken), Idle(), BOB).run()
