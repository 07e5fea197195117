"""Dask clusters of this machine, made of the same programs that users start."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Cluster", "cluster"]

_HOST: Final = "127.0.0.1"
_PATIENCE_S: Final = 60.0
# What the command "dask" does, after a line or two of the test.
_DASK: Final = "\nfrom dask.__main__ import main\nmain()\n"


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path, program: str) -> None:
        self.workers: list[subprocess.Popen[bytes]] = []
        self._folder = folder
        self._file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", program=program)

    @property
    def address(self) -> str:
        """Where the scheduler listens; waits until it does."""
        deadline = time.monotonic() + _PATIENCE_S
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, json.JSONDecodeError):
                return str(json.loads(self._file.read_text(encoding="utf-8"))["address"])
            assert self.scheduler.poll() is None, "the scheduler has ended"
            time.sleep(0.05)  # it tells nobody but its file
        raise AssertionError("the scheduler does not listen")

    def start_worker(self, *words: str, program: str = "") -> None:
        """One more worker that plays one game at a time; `program` is run before it begins."""
        options = words or ("--no-nanny",)
        self.workers.append(self._start("worker", "--nthreads", "1", *options, program=program))

    def _start(self, *words: str, program: str = "") -> subprocess.Popen[bytes]:
        where = ("--host", _HOST, "--scheduler-file", str(self._file), "--no-dashboard")
        command = [sys.executable, "-c", program + _DASK, *words, *where]
        return subprocess.Popen(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def close(self) -> None:
        """End all processes that are left."""
        everybody = [*self.workers, self.scheduler]
        for process in self.workers:
            process.terminate()  # so that a worker that watches others ends them, too
        for process in everybody:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5.0 if process is not self.scheduler else 0.0)
            process.kill()
            process.wait()


@contextlib.contextmanager
def cluster(folder: Path, workers: int = 0, *, program: str = "") -> Iterator[Cluster]:
    """A cluster with so many workers, for the length of the block.

    `program` is run by the scheduler before it begins.
    """
    made = Cluster(folder, program)
    try:
        for _ in range(workers):
            made.start_worker()
        yield made
    finally:
        made.close()
