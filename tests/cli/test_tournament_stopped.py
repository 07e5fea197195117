"""``agentfw tournament`` as a program: killed, interrupted, and started twice at a time."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.tournament.journal import RESULTS
from tests.support.programs import run
from tests.tournament.files import tournament_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(
    not hasattr(os, "pidfd_open"), reason="looks at processes by their files"
)

TABLES: Final = ("games.csv", "table.csv", "table.json", "plot.svg")
PATIENCE_S: Final = 60.0
# A game takes some tenths of a second: long enough to be in the middle of one.
LONGER: Final = """\
entrants: {hunter: hunter, posh: deathmatch.lap, fsm: deathmatch.fsm}
grounds: [dm-closet]
seeds: 3
minutes: 0.5
"""
GAMES: Final = 18


def command(file: Path, out: Path) -> list[str]:
    words = ("tournament", file, "--jobs", "2", "--out", out)
    return [sys.executable, "-m", "agentfw", *map(str, words)]


@contextlib.contextmanager
def started(file: Path, out: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """The program in a group of its own, as a shell starts it; nothing of it is left afterwards."""
    process = subprocess.Popen(
        [*command(file, out), *more],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        with process:
            yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def children(process: subprocess.Popen[str]) -> list[int]:
    file = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(number) for number in file.read_text(encoding="ascii").split()]


def has_ended(pid: int) -> bool:
    """Whether a process is gone, or will be soon."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    try:
        return bool(waiting.poll(PATIENCE_S * 1000))
    finally:
        os.close(descriptor)


def kept(out: Path) -> list[bytes]:
    """All whole lines of the results."""
    try:
        return (out / RESULTS).read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the tournament in one piece."""
    folder = tmp_path_factory.mktemp("whole")
    assert run(*command(tournament_file(folder, LONGER), folder / "out")).returncode == 0
    return folder / "out"


def assert_goes_on(file: Path, out: Path, before: list[bytes], whole: Path) -> None:
    """The same command plays the rest, and comes to what a tournament in one piece comes to."""
    again = run(*command(file, out))
    assert (again.returncode, again.stdout.splitlines()[0]) == (0, f"cup: {GAMES} of {GAMES} games")
    assert again.stderr.startswith(f"{len(before)} of {GAMES} games were played before\n")
    assert kept(out)[: len(before)] == before
    assert len(set(kept(out))) == len(kept(out)) == GAMES
    for name in TABLES:
        assert (out / name).read_bytes() == (whole / name).read_bytes()


def test_killed_in_the_middle_it_leaves_no_process_and_goes_on(tmp_path: Path, whole: Path) -> None:
    file, out = tournament_file(tmp_path, LONGER), tmp_path / "out"
    with started(file, out) as process:
        wait_until(lambda: len(kept(out)) >= 3)
        workers = children(process)
        process.kill()
        assert process.wait() == -signal.SIGKILL
    before = kept(out)
    assert len(workers) >= 2
    assert all(map(has_ended, workers))
    assert 3 <= len(before) < GAMES
    assert_goes_on(file, out, before, whole)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_in_the_middle_it_leaves_no_process_and_goes_on(
    tmp_path: Path, whole: Path, number: int
) -> None:
    file, out = tournament_file(tmp_path, LONGER), tmp_path / "out"
    with started(file, out, "--fresh") as process:
        wait_until(lambda: len(kept(out)) >= 3)
        workers = children(process)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # a terminal sends it to everybody
        else:
            process.send_signal(number)
        printed, told = process.communicate(timeout=PATIENCE_S)
    before = kept(out)
    assert (process.returncode, printed) == (130, "")
    assert told.splitlines()[-1] == (
        f"agentfw: interrupted: {len(before)} of {GAMES} games are kept, "
        "and the same command goes on, without --fresh"
    )
    assert "Traceback" not in told
    assert all(map(has_ended, workers))
    assert_goes_on(file, out, before, whole)


@pytest.mark.parametrize(
    ("number", "times"), [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGTERM, 1)]
)
def test_a_stop_while_workers_start_ends_them_without_a_traceback(
    tmp_path: Path, number: int, times: int
) -> None:
    file, out = tournament_file(tmp_path, LONGER), tmp_path / "out"
    with started(file, out) as process:
        wait_until(lambda: len(children(process)) >= 3)  # two of them, and what Python starts beside
        workers = children(process)
        for _ in range(times):
            os.killpg(process.pid, number) if number == signal.SIGINT else process.terminate()
            time.sleep(0.05)
        printed, told = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, printed) == (130, "")
    assert told.splitlines()[-1].startswith("agentfw: interrupted")
    assert "--fresh" not in told
    assert "Traceback" not in told
    assert all(map(has_ended, workers))


def test_ended_by_another_signal_it_leaves_no_process(tmp_path: Path) -> None:
    file, out = tournament_file(tmp_path, LONGER), tmp_path / "out"
    with started(file, out) as process:
        wait_until(lambda: len(kept(out)) >= 1)
        workers = children(process)
        process.send_signal(signal.SIGUSR1)
        assert process.wait(PATIENCE_S) == -signal.SIGUSR1
    assert all(map(has_ended, workers))


def test_two_tournaments_do_not_share_a_folder(tmp_path: Path) -> None:
    file, out = tournament_file(tmp_path, LONGER), tmp_path / "out"
    with started(file, out) as process:
        wait_until((out / RESULTS).exists)
        process.send_signal(signal.SIGSTOP)  # however long the second one takes to begin
        second = run(*command(file, out))
        assert process.poll() is None
        process.kill()
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == (
        f"agentfw: {out / RESULTS} is being written by another tournament: "
        f"wait for its end, or take another --out\n"
    )
