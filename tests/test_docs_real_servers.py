"""Every command, output and message of the page about real servers, tried against the arena."""

from __future__ import annotations

import contextlib
import queue
import re
import shlex
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest
import structlog
import trio
import trio.testing

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.bot import Bot, BotOptions
from agentfw.brains import Brain, Decision
from agentfw.brains.hunter import Hunter
from agentfw.engines.doors import MASKED, Door, server_door
from agentfw.errors import AgentError, ConnectFailed
from agentfw.match.news import NewsDesk
from agentfw.recording import open_recording
from agentfw.team import BotPlan, Member
from agentfw.testing import Script, ScriptedServer
from tests.bot.stage import Nowhere, batch, modern
from tests.support.background import background_server
from tests.support.command_line import called
from tests.support.conversations import SESAME, WORLD, opening
from tests.support.dialects import BOTH, CLASSIC, GB2004
from tests.support.servers import http_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.perception import View

PAGE: Final = (Path(__file__).parent.parent / "docs" / "real-servers.md").read_text(encoding="utf-8")
HOST: Final = "127.0.0.1"
WHERE: Final = "ut-host:3000"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - what the page says, and the tests do not do
CODE: Final = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND: Final = re.compile(r"^(?:\$ )?((?:agentfw|export) .*)$", re.MULTILINE)
SPAN: Final = re.compile(r"`(agentfw [^`]+)`")
# What makes a command quick, and a server of ours end; what it does stays the same.
QUICK: Final = {
    "probe": ("--seconds", "0.2"),
    "arena": ("--port", "0", "--once", "--speed", "max", "--score-limit", "1"),
}
PATIENCE: Final = "0.4"
Capsys: TypeAlias = pytest.CaptureFixture[str]


def section(number: int) -> str:
    (text,) = re.findall(rf"^## {number}\. .*?(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return str(text)


def commands(text: str) -> list[str]:
    """The commands of a text in their order, those in blocks and those in the middle of a sentence."""
    blocks = [(block.start(), block.end(), block[2]) for block in CODE.finditer(text)]
    found = [(start, one[1]) for start, _, code in blocks for one in COMMAND.finditer(code)]
    found += [
        (span.start(), span[1])
        for span in SPAN.finditer(text)
        if not any(start < span.start() < end for start, end, _ in blocks)
    ]
    return [command for _, command in sorted(found, key=lambda one: one[0])]


def table(heading: str) -> list[str]:
    """The first column of a table of the page."""
    (rows,) = re.findall(rf"^\| {heading} \|.*?\n\| --- .*?\n(.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)
    return [row.split(" | ")[0].removeprefix("| ").strip("`") for row in rows.splitlines()]


def shape(text: str) -> str:
    """A text without its figures, which are never twice the same."""
    return re.sub(r"\d+(\.\d+)?", "N", text)


# Servers


@contextlib.contextmanager
def arena(players: int = 0, *, role: str = "bot", **options: Any) -> Iterator[int]:
    """The port of an arena in a thread of its own; its match is over soon after so many joined."""
    started: queue.Queue[tuple[int, trio.lowlevel.TrioToken, trio.CancelScope]] = queue.Queue()

    async def serve() -> None:
        made = Arena(ArenaOptions(**{"restarts": False, **options}))
        async with (
            open_arena(made, host=HOST, ports={role: 0}) as server,
            trio.open_nursery() as nursery,
        ):
            token = trio.lowlevel.current_trio_token()
            started.put((server.addresses[role][1], token, nursery.cancel_scope))
            if players:
                nursery.start_soon(end_match, made, players)
            await trio.sleep_forever()

    thread = threading.Thread(target=trio.run, args=(serve,), daemon=True)
    thread.start()
    port, token, scope = started.get(timeout=10)
    try:
        yield port
    finally:
        trio.from_thread.run_sync(scope.cancel, trio_token=token)
        thread.join(10)


async def end_match(made: Arena, players: int) -> None:
    """Let red win when the players have been in the game for three seconds of game time."""
    while len(made.world.players) < players:  # noqa: ASYNC110 - a pure world wakes nobody
        await trio.sleep(0.01)
    then = made.world.time + 3.0
    while made.world.time < then:  # noqa: ASYNC110 - the same
        await trio.sleep(0.01)
    made.world.rules.add_team_score(0, 1.0)


def short_match(players: int = 1, **options: Any) -> contextlib.AbstractContextManager[int]:
    return arena(players, **{"mode": "ctf", "score_limit": 1, "speed": 5.0, **options})


@contextlib.contextmanager
def quiet_port(*, is_full: bool = False) -> Iterator[int]:
    """A port that never says a word; a full one lets nobody in, and does not say that either."""
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.create_server((HOST, 0), backlog=0 if is_full else 5))
        for _ in range(3 if is_full else 0):
            caller = stack.enter_context(socket.socket())
            caller.setblocking(False)
            caller.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


def closed_port() -> int:
    with quiet_port() as port:
        return port


# Commands


class Reader:
    """Somebody who does what the page says, in a folder of their own."""

    def __init__(
        self, capsys: Capsys, monkeypatch: pytest.MonkeyPatch, folder: Path, **game: Any
    ) -> None:
        self._capsys, self._monkeypatch, self._folder = capsys, monkeypatch, folder
        self._game = game
        self.printed: dict[str, str] = {}
        monkeypatch.chdir(folder)
        monkeypatch.delenv("AGENTFW_PASSWORD", raising=False)

    def do(self, text: str) -> None:
        """Try every command of a text."""
        for command in commands(text):
            words = shlex.split(command, comments=True)
            if words[0] == "export":
                self._export(words[1])
            else:
                self._call(command, words)

    def _export(self, setting: str) -> None:
        name, _, value = setting.partition("=")
        self._monkeypatch.setenv(name, value)
        self._game["password"] = value

    def _call(self, command: str, words: list[str]) -> None:
        files = {code.split()[1]: code for kind, code in CODE.findall(PAGE) if kind == "yaml"}
        players = sum(self._bots(files[word]) for word in words if word in files) or 1
        with short_match(players, **self._game) as port:
            for name, code in files.items():
                self._write(
                    name, code.replace("host: ut-host, port: 3000", f"host: {HOST}, port: {port}")
                )
            local = [
                word.replace(WHERE, f"{HOST}:{port}").replace(EVERYWHERE, HOST) for word in words[1:]
            ]
            output = called(self._capsys, *local, *QUICK.get(local[0], ()))
        assert output.code == 0, f"{command}: {output.err}"
        self.printed[command] = output.out.replace(f"{HOST}:{port}", WHERE)

    def _write(self, name: str, code: str) -> None:
        (self._folder / name).write_text(code, encoding="utf-8")

    @staticmethod
    def _bots(code: str) -> int:
        """How many bots a team file of the page names, or counts."""
        counted = sum(int(count) for count in re.findall(r"bots: (\d+)", code))
        return counted + len(re.findall(r"\b(?:Ada|Ben|Cleo|Dan)\b", code))


CTF: Final = {"mode": "ctf"}
DOM: Final = {"mode": "dom"}


@pytest.mark.parametrize(
    ("number", "game"), [(0, CTF), (1, CTF), (2, CTF), (3, DOM), (4, CTF), (5, CTF), (6, CTF)]
)
def test_every_command_of_the_page_works(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, game: dict[str, str]
) -> None:
    text = section(number) if number else PAGE.partition("\n## ")[0]
    assert commands(text)
    Reader(capsys, monkeypatch, tmp_path, **game).do(text)


@pytest.mark.parametrize(("number", "game"), [(2, CTF), (3, DOM)])
def test_commands_print_what_the_page_shows(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, game: dict[str, str]
) -> None:
    reader = Reader(capsys, monkeypatch, tmp_path, **game)
    shown = "".join(code for _, code in CODE.findall(section(number)) if code.startswith("$ agentfw"))
    assert shown
    reader.do(f"```\n{shown}```")
    printed = "".join(f"$ {command}\n{told}" for command, told in reader.printed.items())
    assert shape(printed) == shape(shown)


def test_a_recording_that_the_page_makes_covers_the_password(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    setting = next(one for one in commands(section(2)) if one.startswith("export"))
    play = next(one for one in reversed(commands(section(2))) if one.startswith("agentfw run"))
    Reader(capsys, monkeypatch, tmp_path, **CTF).do(f"```sh\n{setting}\n{play} --record kept.rec\n```")
    kept = repr(list(open_recording(tmp_path / "kept.rec")))
    assert (MASKED in kept, "sesame" in kept) == (True, False)


# Messages


def probed(capsys: Capsys, port: int, *options: str, host: str = HOST) -> str:
    """What a probe prints, as if it had the usual patience with a server in the usual place."""
    output = called(
        capsys, "probe", f"{host}:{port}", "--timeout", PATIENCE, "--seconds", "0.1", *options
    )
    told = (output.out + output.err).replace(f"{host}:{port}", WHERE)
    return told.replace(f"{PATIENCE} s", "5 s")


def scripted(script: Script) -> Callable[[Capsys], str]:
    def act(capsys: Capsys) -> str:
        with background_server(script) as server:
            return probed(capsys, server.port)

    return act


def on_arena(*options: str, **game: Any) -> Callable[[Capsys], str]:
    def act(capsys: Capsys) -> str:
        with arena(**game) as port:
            return probed(capsys, port, *options)

    return act


def played(plan: str, **game: Any) -> Callable[[Capsys], str]:
    def act(capsys: Capsys) -> str:
        with short_match(**game) as port:
            output = called(
                capsys, "run", plan, "--server", f"{HOST}:{port}", "--name", "Ada", "--team", "1"
            )
        return output.out + output.err

    return act


def on_port(
    port: Callable[[], contextlib.AbstractContextManager[int]],
) -> Callable[[Capsys], str]:
    def act(capsys: Capsys) -> str:
        with port() as number:
            return probed(capsys, number)

    return act


def of_unknown_name(capsys: Capsys) -> str:
    def resolve(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", resolve)  # what a name server says is not ours to decide
        return probed(capsys, 3000, host="ut-host")


def of_a_bot(door: Callable[[trio.Nursery], Door], attempts: int) -> Callable[[Capsys], str]:
    """What a bot tells of its failures, on a clock that jumps over the waits between them."""

    async def fail() -> str:
        with structlog.testing.capture_logs() as logged:
            async with trio.open_nursery() as nursery:
                options = BotOptions(name="Bob", max_attempts=attempts)
                try:
                    await Bot(door(nursery), Hunter(), options).run()
                except AgentError as error:
                    told = f"{error}".replace("Bob", "Ada")
                nursery.cancel_scope.cancel()
        renderer = structlog.dev.ConsoleRenderer(colors=False)
        lines = [*(str(renderer(None, "", entry)) for entry in logged), told]
        return re.sub(rf"{HOST}:\d+", WHERE, "\n".join(lines))

    # Sockets are real: the clock gives them a moment before it jumps.
    return lambda _: trio.run(fail, clock=trio.testing.MockClock(autojump_threshold=0.05))


def of_a_member(
    door: Callable[[trio.Nursery], Door], for_s: float, brain: type[Brain] = Hunter
) -> Callable[[Capsys], str]:
    """What is told of a bot that `play` keeps playing; its door needs no sockets."""

    async def live() -> str:
        desk = NewsDesk(lambda: 0.0, lambda: "dm", str)
        async with trio.open_nursery() as nursery:
            entrance = door(nursery)

            def make(_: int) -> contextlib.AbstractContextManager[Bot]:
                return contextlib.nullcontext(Bot(entrance, brain(), BotOptions(name="Ada", stays=True)))

            plan = BotPlan(name="Ada", brain="hunter")
            member = Member(
                plan, make, team="red", seed=1, on_event=lambda event: desk.note(event, None)
            )
            with trio.move_on_after(for_s):
                await member.run()
            nursery.cancel_scope.cancel()
        return "\n".join(news.text for news in desk.latest)

    return lambda _: trio.run(live, clock=trio.testing.MockClock(autojump_threshold=0.0))


class Pondering(Brain):
    """Takes a second for a think, by a clock that jumps."""

    def decide(self, view: View) -> Decision:
        clock = trio.lowlevel.current_clock()
        assert isinstance(clock, trio.testing.MockClock)
        clock.jump(1.0)
        return Decision()


def refusing_door(_: trio.Nursery) -> Door:
    return server_door(HOST, closed_port())


def door_nowhere(_: trio.Nursery) -> Door:
    return Nowhere().door


def door_to(*scripts: Script) -> Callable[[trio.Nursery], Door]:
    """A door to scripted servers, one after the other, that keep the connection open."""

    def made(nursery: trio.Nursery) -> Door:
        left = list(scripts)

        async def opens() -> trio.abc.Stream:
            if not left:
                raise ConnectFailed("gone")
            ours, theirs = trio.testing.memory_stream_pair()
            nursery.start_soon(ScriptedServer(left.pop(0)).play, theirs)
            return ours

        return Door(WHERE, BOTH, opens)

    return made


def let_in(*lines: str) -> Script:
    script = Script().reply("HELLO_BOT").expect("READY").reply(*WORLD).expect("INIT")
    return script.reply("INITED {BotId Bot9}", *batch(), *lines)


UNKNOWN: Final = "ut-host:3000: this is not a game server we know: it began with"
CAUSES: Final[dict[str, Callable[[Capsys], str]]] = {
    "ut-host:3000: connection refused": lambda capsys: probed(capsys, closed_port()),
    "ut-host:3000: no answer within 5 s": on_port(lambda: quiet_port(is_full=True)),
    "ut-host:3000: name or service not known": of_unknown_name,
    "ut-host:3000: connected, but no greeting within 5 s": on_port(quiet_port),
    f'{UNKNOWN} "…", expected HELLO_BOT or NFO': on_port(http_server),
    f'{UNKNOWN} "HELLO_BOT", expected NFO': on_arena("--dialect", "gamebots-ut99", map="dm-closet"),
    'ut-host:3000: "HELLO_CONTROL_SERVER" is the greeting of a control port; '
    "use the bot port (usually 3000)": on_arena(map="dm-closet", role="control"),
    "ut-host:3000: the server closed the connection without a greeting": scripted(Script().close()),
    "ut-host:3000: the server is full": on_arena(map="dm-closet", bots=1, max_players=1),
    "ut-host:3000: the server asks for a password… and none was given": on_arena(
        map="dm-closet", password=SESAME
    ),
    "ut-host:3000: the server refused the password": on_arena(
        "--password", "guess", map="dm-closet", password=SESAME
    ),
    "ut-host:3000: greeted us, but after 5 s we are still waiting to be let in": scripted(
        Script().reply(*opening(GB2004))
    ),
    "ut-host:3000: the server closed the connection while reading the world lists": scripted(
        Script().reply("HELLO_BOT").expect("READY").reply(*WORLD[:5]).close()
    ),
    'bot "Ada": ut-host:3000: connection refused (attempt 8 of 8)': of_a_bot(refusing_door, 8),
    "Ada kept out: ut-host:3000: connection refused (attempt … of 8, next in …)": of_a_member(
        door_nowhere, 3.0
    ),
    "Ada disconnected: the connection was lost: ut-host:3000: the server closed the connection while "
    "playing (attempt 1 of 8, next in …)": of_a_member(door_to(let_in().wait(1.0).close()), 4.0),
    'Ada failed: bot "Ada": ut-host:3000: connection refused (attempt 8 of 8)': of_a_member(
        door_nowhere, 65.0
    ),
    'Ada given up: bot "Ada": ut-host:3000: connection refused (attempt 8 of 8) (restarted 5 times '
    "within 300 s, which is all that is allowed)": of_a_member(door_nowhere, 600.0),
    "Ada overloaded: a think took … s, and everybody waited": of_a_member(
        door_to(let_in().wait(9.0)), 5.0, Pondering
    ),
    "bot.disconnected … reason='not in the game within 10 s'": of_a_bot(door_to(Script()), 2),
    "bot.disconnected … reason='the server has been silent for 15.0 s'": of_a_bot(door_to(modern()), 2),
    "bot.other_team … got=0 … wanted=1": played(
        "domination.htn", mode="dom", dialect="gamebots-ut99", honors_init=False
    ),
    "oddities  … unknown words": scripted(let_in("NEWS {A 1}")),
    "score      not told": played("domination.htn", mode="ddom"),
    "learned   nothing yet: this dialect tells only what is in view": scripted(
        Script().reply(*opening(CLASSIC)).expect("INIT").reply("BEG {Time 1.00}", "END {Time 1.00}")
    ),
}


def test_every_message_of_the_page_has_a_cause_here() -> None:
    assert table("what is said") == list(CAUSES)


@pytest.mark.parametrize("message", CAUSES)
def test_a_message_of_the_page_is_what_is_said(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    monkeypatch.delenv("AGENTFW_PASSWORD", raising=False)
    told = CAUSES[message](capsys)
    assert re.search(".*".join(map(re.escape, message.split("…"))), told), told


# The page


def test_the_page_is_short_enough_to_be_read() -> None:
    assert len(PAGE.splitlines()) <= 250
