"""Ctrl-C and SIGTERM: once is a goodbye in good order, twice is the end at once."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import msgspec
import pytest
import trio

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.match import replay
from agentfw.match.company import INTERRUPTED
from agentfw.match.interrupting import asking_first, holding_back
from agentfw.match.reporting import MatchReport
from agentfw.match.teams import play_lineup
from agentfw.recording import Sent, open_recording, summary
from tests.match.lineups import Notes, bot, closet, digests, duel
from tests.support.callers import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from agentfw.match.stage import Stage

_PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background begin without it
from agentfw.cli import main
main()
"""
_PATIENCE_S = 60.0
both_signals = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


def team_file(folder: Path, *, brain: str = "hunter", server: str = "{map: dm-closet}") -> Path:
    file = folder / "team.yaml"
    file.write_text(f"server: {server}\nteams: {{ours: {{brain: '{brain}', bots: [Ada, Bob, Cy]}}}}\n")
    return file


@contextlib.contextmanager
def started(*words: str | Path) -> Iterator[subprocess.Popen[str]]:
    """``agentfw play`` in a process of its own."""
    command = [sys.executable, "-c", _PROGRAM, "play", *map(str, words)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextlib.contextmanager
def playing(*words: str | Path) -> Iterator[subprocess.Popen[str]]:
    """The same, from the moment when all have joined."""
    with started(*words) as process:
        assert process.stderr is not None
        for name in ("Ada", "Bob", "Cy"):
            while f"{name} joined" not in process.stderr.readline():
                assert process.poll() is None
        yield process


# Once


@both_signals
def test_once_the_bots_say_goodbye_and_the_result_is_shown(
    tmp_path: Path, number: signal.Signals
) -> None:
    with playing(team_file(tmp_path), "--record", tmp_path / "kept") as process:
        time.sleep(1.0)
        process.send_signal(number)
        out, err = process.communicate(timeout=_PATIENCE_S)
    assert (process.returncode, "Traceback" in err) == (130, False)
    assert err.endswith("Interrupted: match 1 of 1 was broken off.\n")
    assert out.startswith("DM-Closet, dm: interrupted after 0:0")
    assert out.count("\n  Ada ") == 1
    report = msgspec.json.decode((tmp_path / "kept" / "result.json").read_bytes(), type=MatchReport)
    assert report.stopped == INTERRUPTED
    assert {(one.phase, one.why) for one in report.bots} == {("done", INTERRUPTED)}
    for name in ("Ada", "Bob", "Cy"):
        file = tmp_path / "kept" / f"{name}.rec"
        found = summary(file)
        assert (found.is_cut, found.is_complete) == (False, True)
        last = [record for record in open_recording(file) if isinstance(record, Sent)][-1]
        assert last.data == b"QUIT\r\n"
        assert replay(file).is_exact


async def test_once_a_server_is_left_by_all(tmp_path: Path) -> None:
    arena = Arena(ArenaOptions(map="dm-closet", mode="dm"))
    async with open_arena(arena, host="127.0.0.1", ports={"bot": 0}) as server:
        host, port = server.addresses["bot"]
        file = team_file(tmp_path, server=f"{{host: {host}, port: {port}}}")
        command = [sys.executable, "-c", _PROGRAM, "play", str(file)]
        process = await trio.lowlevel.open_process(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            await eventually(lambda: len(arena.world.players) == 3, within_s=_PATIENCE_S)
            await trio.sleep(0.5)
            process.send_signal(signal.SIGINT)
            await eventually(lambda: not arena.world.players, within_s=10.0)
            with trio.fail_after(10.0):
                assert await process.wait() == 130
        finally:
            process.kill()


def test_once_a_series_ends_with_the_matches_that_were_played(tmp_path: Path) -> None:
    limits = ("--fast", "--time-limit", "0.2", "--matches", "1000", "--json")
    with started(team_file(tmp_path), *limits) as process:
        assert process.stdout is not None
        first = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=_PATIENCE_S)
    reports = [
        msgspec.json.decode(line, type=MatchReport)
        for line in [*first, *out.splitlines()]
        if line.strip()
    ]
    assert (process.returncode, err) == (130, "")
    assert [one.match for one in reports] == list(range(1, len(reports) + 1))
    assert {one.stopped for one in reports[:-1]} == {""}
    assert reports[-1].stopped == INTERRUPTED


def test_between_two_matches_a_signal_waits_for_the_next(tmp_path: Path) -> None:
    class Hasty(Notes):
        def ended(self, report: MatchReport) -> None:
            super().ended(report)
            signal.raise_signal(signal.SIGINT)

    reports = play_lineup(duel(matches=3), is_fast=True, listener=Hasty())
    assert [(one.match, one.stopped) for one in reports] == [(1, ""), (2, INTERRUPTED)]


def test_after_the_last_match_there_is_nothing_left_to_end() -> None:
    with holding_back():
        signal.raise_signal(signal.SIGINT)


class Impatient(Notes):
    """Presses Ctrl-C as soon as a match begins, or some time after that."""

    def __init__(self, after_s: float) -> None:
        super().__init__()
        self._after_s = after_s

    def begun(self, stage: Stage) -> None:
        super().begun(stage)
        if not self._after_s:
            signal.raise_signal(signal.SIGINT)

    def beat(self, stage: Stage) -> None:
        if self._after_s and stage.clock_s >= self._after_s:
            self._after_s = float("inf")
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("after_s", [0.0, 5.0])
def test_the_match_is_broken_off_wherever_it_stands(after_s: float) -> None:
    notes = Impatient(after_s)
    reports = play_lineup(duel(matches=3), is_fast=True, listener=notes)
    assert [(one.match, one.stopped) for one in reports] == [(1, INTERRUPTED)]
    assert notes.reports == list(reports)
    assert reports[0].outcome.game_time_s == pytest.approx(after_s, abs=0.5)


def test_how_it_stood_is_how_it_went(tmp_path: Path) -> None:
    lineup = duel(ground=closet(minutes=5.0, score=0))
    (report,) = play_lineup(lineup, is_fast=True, record=tmp_path, listener=Impatient(60.0))
    assert sum(one.kills or 0 for one in report.outcome.players) > 0
    assert report.outcome.leaders
    assert set(digests(tmp_path)) == {"Ada.rec", "Bob.rec", "result.json"}


# Twice


@pytest.mark.parametrize(
    "numbers",
    [
        (signal.SIGINT, signal.SIGINT),
        (signal.SIGTERM, signal.SIGTERM),
        (signal.SIGINT, signal.SIGTERM),
        (signal.SIGTERM, signal.SIGINT),
    ],
)
def test_twice_even_a_brain_that_never_returns_is_left_at_once(
    tmp_path: Path, numbers: tuple[signal.Signals, signal.Signals]
) -> None:
    brain, asked = tmp_path / "endless.py", tmp_path / "asked"
    brain.write_text(
        "from pathlib import Path\n\nfrom agentfw.brains import *\n\n\nclass B(Brain):\n"
        "    def decide(self, view):\n"
        f"        Path({str(asked)!r}).touch()\n        while True:\n            pass\n"
    )
    with started(team_file(tmp_path, brain=f"{brain}:B")) as process:
        while not asked.exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(numbers[0])
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.0)
        process.send_signal(numbers[1])
        began_at = time.monotonic()
        out, err = process.communicate(timeout=_PATIENCE_S)
    assert time.monotonic() - began_at < 5.0
    assert (process.returncode, out, "Traceback" in err) == (130, "", False)
    assert err.splitlines()[-1] == "agentfw: interrupted"


def test_what_was_recorded_until_then_can_be_read(tmp_path: Path) -> None:
    brain = tmp_path / "late.py"
    brain.write_text(
        "from agentfw.brains import *\n\n\nclass B(Brain):\n    def decide(self, view):\n"
        "        while view.now > 2:\n            pass\n        return Decision()\n"
    )
    with playing(team_file(tmp_path, brain=f"{brain}:B"), "--record", tmp_path / "kept") as process:
        time.sleep(4.0)
        for _ in range(2):
            process.send_signal(signal.SIGINT)
            time.sleep(0.5)
        process.communicate(timeout=_PATIENCE_S)
    assert process.returncode == 130
    found = [summary(tmp_path / "kept" / f"{name}.rec") for name in ("Ada", "Bob", "Cy")]
    assert all(one.thinks > 2 and one.duration_s > 1.0 for one in found)


# The block itself


@both_signals
def test_the_first_signal_asks_and_the_second_is_what_it_was(number: signal.Signals) -> None:
    asked: list[int] = []
    seen: list[int] = []
    before = signal.signal(number, lambda *_: seen.append(1))

    async def main() -> None:
        with asking_first(lambda: asked.append(1)):
            signal.raise_signal(number)
            await trio.testing.wait_all_tasks_blocked()
            assert (asked, seen) == ([1], [])
            signal.raise_signal(number)
            assert (asked, seen) == ([1], [1])

    try:
        trio.run(main)
    finally:
        signal.signal(number, before)


def test_the_second_ctrl_c_is_an_interrupt() -> None:
    async def main() -> None:
        with asking_first(lambda: None):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            await trio.sleep(10.0)

    with pytest.raises(KeyboardInterrupt):
        trio.run(main)


def test_after_the_block_everything_is_as_before() -> None:
    def handlers() -> list[object]:
        return [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]

    async def main() -> None:
        before = handlers()
        with asking_first(lambda: None):
            assert handlers() != before
        assert handlers() == before

    trio.run(main)


def test_a_signal_that_is_ignored_stays_so() -> None:
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)

    async def main() -> None:
        with asking_first(lambda: asked.append(1)):
            signal.raise_signal(signal.SIGINT)
            await trio.testing.wait_all_tasks_blocked()

    try:
        trio.run(main)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not asked


def test_in_another_thread_a_match_can_be_played_and_gets_no_signals() -> None:
    reports: list[MatchReport] = []
    lineup = duel(bot("Ada"), bot("Bob"))
    thread = threading.Thread(target=lambda: reports.extend(play_lineup(lineup, is_fast=True)))
    thread.start()
    thread.join(_PATIENCE_S)
    assert [one.stopped for one in reports] == [""]
