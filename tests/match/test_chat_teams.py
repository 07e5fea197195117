"""Teams that talk by chat in real matches: recorded, replayed, and over several processes."""

from __future__ import annotations

import contextlib
import json
import queue
import re
import subprocess
import sys
import threading
from subprocess import PIPE
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import trio
from structlog.testing import capture_logs
from trio.testing import MockClock

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.cli.results import told_troubles
from agentfw.errors import RecordingError, UsageError
from agentfw.match import SoloOptions, play_solo, replay
from agentfw.match.radios import RADIO, plan_radio, radio_in, radio_of
from agentfw.recording import Sent, Thought, Told, open_recording
from agentfw.team import BotPlan, Ground
from tests.match.led import leader, led, play, scripted
from tests.match.lineups import bot, digests

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from agentfw.team import TeamPlan
    from tests.match.led import Played

REDS, BLUES = ("Ada", "Bea", "Cy"), ("Paul", "Quin")
DIALECTS = ("gamebots-2004", "gamebots-ut99")
_TEAM_LINE = re.compile(r"MESSAGE \{Text ([^}]*)\} \{Global False\}")


def twins(dialect: str, minutes: float = 0.6) -> Ground:
    return Ground(map="ctf-twins", mode="ctf", minutes=minutes, dialect=dialect)


def teams() -> tuple[TeamPlan, TeamPlan]:
    red = led(
        "red",
        0,
        *(bot(name, "ctf-attacker.htn") for name in REDS),
        transport="chat",
        coordinator=leader("red", "ctf-leader.htn"),
    )
    return red, led("blue", 1, *(bot(name, "ctf-attacker.lap") for name in BLUES), shares=False)


@pytest.fixture(scope="module", params=DIALECTS)
def match(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Three that have nothing but the chat against two that have nothing at all."""
    folder = tmp_path_factory.mktemp("match")
    return play(folder, *teams(), ground=twins(request.param))


def lines(match: Played, name: str) -> list[str]:
    """What a bot said to its team."""
    sent = b"".join(one.data for one in match.records(name, Sent)).decode("latin-1")
    return _TEAM_LINE.findall(sent)


def test_bots_are_told_nothing_but_by_chat(match: Played) -> None:
    assert [match.records(name, Told) for name in REDS] == [[], [], []]
    assert all(lines(match, name) for name in REDS)
    assert not any(lines(match, name) for name in BLUES)


def test_bots_obey_the_one_that_they_elected(match: Played) -> None:
    ordered = {name for name in REDS if any(path.startswith("ordered: ") for path in match.paths(name))}
    assert len(ordered) >= 2


def test_there_is_a_recording_of_every_bot_and_none_of_a_leader_apart(match: Played) -> None:
    assert {one.stem for one in match.folder.glob("*.rec")} == {*REDS, *BLUES}


def test_all_recordings_replay_byte_for_byte(match: Played) -> None:
    verdicts = {name: replay(match.folder / f"{name}.rec") for name in REDS}
    assert all(one.is_exact for one in verdicts.values()), verdicts
    assert all(one.thinks == len(match.records(name, Thought)) for name, one in verdicts.items())


def test_other_brain_says_what_it_would_have_done_in_the_same_talk(match: Played) -> None:
    verdict = replay(match.folder / "Ada.rec", brain="hunter", until=20.0)
    assert verdict.thinks > 50
    assert not verdict.is_exact


def test_recording_holds_the_plan_of_the_leader(match: Played) -> None:
    header = open_recording(match.folder / "Ada.rec").header
    plan = radio_in(header.options[RADIO], "Ada.rec")
    assert plan.mates == REDS
    assert plan.leader is not None
    assert plan.leader.brain == "ctf-leader.htn"
    assert "Lead" in plan.leader.files["ctf-leader.htn"]
    assert RADIO not in open_recording(match.folder / "Paul.rec").header.options


@pytest.mark.slow
def test_same_seed_gives_the_same_match(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        play(folder, *teams(), ground=twins(DIALECTS[0], minutes=0.4))
    assert digests(folders[0]) == digests(folders[1])


# What a recording may ask for


def test_elected_leader_that_fails_is_news_and_in_the_report(tmp_path: Path) -> None:
    plan = led(
        "red", 0, bot("Ada", "hunter"), transport="chat", coordinator=scripted("red", kind="Failing")
    )
    told = play(tmp_path, plan, ground=twins("gamebots-2004", 0.8))
    (ada,) = told.report.bots
    assert ada.failed_leader.startswith("Failing.decide() raised LookupError")
    assert f"Ada leads no longer: {ada.failed_leader}" in told.news("leader-failed")
    assert f"  Ada led no longer: {ada.failed_leader}" in list(told_troubles(told.report.bots))


def test_leader_that_is_not_in_this_folder_is_not_made_on_the_word_of_a_file() -> None:
    told = '{"leader":{"brain":"/elsewhere/evil.py:Boss"}}'
    with pytest.raises(UsageError, match=r"recorded with a leader of /elsewhere/evil\.py:Boss"):
        radio_in(told, "x.rec")
    told = '{"leader":{"brain":"ctf-leader.htn","options":{"skills":"/elsewhere/evil.py"}}}'
    with pytest.raises(UsageError, match=r"/elsewhere/evil\.py"):
        radio_in(told, "x.rec")
    assert radio_in(told, "x.rec", leads=False).leader is None


@pytest.mark.parametrize("told", ["", "{", '{"mates": 3}', "[" * 100_000])
def test_damaged_radio_is_told(told: str) -> None:
    with pytest.raises(RecordingError, match="the header is damaged"):
        radio_in(told, "x.rec")


def test_radio_goes_through_its_text_unchanged() -> None:
    plan = plan_radio(BotPlan(name="x", brain="ctf-leader.htn"), mates=("Ada",), shares=False)
    assert radio_in(str(plan), "x.rec") == plan
    assert radio_of(plan, "Ada", 1).election.stands
    assert not radio_of(plan_radio(None), "Ada", 1).election.stands


# One bot at a time


def solo(record: Path, **told: object) -> SoloOptions:
    usual = {"brain": "ctf-attacker.htn", "team": 0, "fast": True, "speaks": True}
    arena = ArenaOptions(map="ctf-twins", mode="ctf", time_limit_min=0.6, bots=3, restarts=False)
    return msgspec.convert({**usual, **told, "arena": arena}, SoloOptions)


def test_single_bot_that_leads_itself_is_recorded_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "match.rec"
    play_solo(solo(file, name="Ada", coordinator="ctf-leader.htn"), record=file)
    assert replay(file).is_exact
    sent = b"".join(one.data for one in open_recording(file) if isinstance(one, Sent)).decode("latin-1")
    assert _TEAM_LINE.findall(sent)


def test_single_bot_whose_leader_fails_is_warned_of(tmp_path: Path) -> None:
    options = solo(tmp_path, name="Ada", coordinator="tests.match.led:Failing")
    arena = msgspec.structs.replace(options.arena, time_limit_min=1.0)
    with capture_logs() as logs:
        play_solo(msgspec.structs.replace(options, arena=arena))
    told = [one for one in logs if one["event"] == "leader.failed"]
    assert {(one["log_level"], one["bot"]) for one in told} == {("warning", "Ada")}
    assert all("raised LookupError" in one["why"] for one in told)


PROGRAM = """
import json, sys
import structlog
import trio
from trio.testing import MockClock
from agentfw.bot import Bot, BotOptions
from agentfw.brains import BrainSetup, make_brain
from agentfw.engines.doors import server_door
from agentfw.match.radios import plan_radio, radio_of
from agentfw.team import BotPlan

port, name = int(sys.argv[1]), sys.argv[2]
structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))


async def main():
    brain = make_brain("ctf-attacker.htn", BrainSetup(name=name, seed=1))
    radio = radio_of(plan_radio(BotPlan(name=name, brain="ctf-leader.htn")), name, 1)
    options = BotOptions(name=name, team=0, seed=1)
    bot = Bot(server_door("127.0.0.1", port), brain, options, speech=(radio,))
    election = radio.election
    with trio.move_on_after(500):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bot.run)
            leader, since = "", 0
            while not leader or trio.current_time() - since < 10:
                await trio.sleep(0.5)
                if election.leader != leader:
                    leader, since = election.leader, trio.current_time()
            print(json.dumps([leader, election.leads]), flush=True)
            await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)
            nursery.cancel_scope.cancel()


trio.run(main, clock=MockClock(rate=10))
"""


@contextlib.contextmanager
def served() -> Iterator[int]:
    """The port of an arena in which time goes ten times as fast."""
    started: queue.Queue[tuple[int, trio.lowlevel.TrioToken, trio.CancelScope]] = queue.Queue()

    async def serve() -> None:
        arena = Arena(ArenaOptions(map="ctf-twins", mode="ctf", restarts=False))
        with trio.CancelScope() as scope:
            async with open_arena(arena, host="127.0.0.1", ports={"bot": 0}) as server:
                token = trio.lowlevel.current_trio_token()
                started.put((server.addresses["bot"][1], token, scope))
                await trio.sleep_forever()

    def run() -> None:
        trio.run(serve, clock=MockClock(rate=10))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    port, token, scope = started.get(timeout=10)
    try:
        yield port
    finally:
        trio.from_thread.run_sync(scope.cancel, trio_token=token)
        thread.join(10)


def line_of(process: subprocess.Popen[bytes]) -> Any:
    """What a process says next."""
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def test_bots_in_separate_processes_form_one_team_over_the_network() -> None:
    with served() as port:
        command = [sys.executable, "-c", PROGRAM, str(port)]
        both = [subprocess.Popen([*command, name], stdin=PIPE, stdout=PIPE) for name in ("Ada", "Bob")]
        try:
            # Nobody leaves before both have said who leads: there would be another leader then.
            told = [line_of(one) for one in both]
        finally:
            for one in both:
                one.communicate(timeout=60)
    leaders = {leader for leader, _ in told}
    assert len(leaders) == 1
    assert leaders <= {"Ada", "Bob"}
    assert sorted(leads for _, leads in told) == [False, True]
