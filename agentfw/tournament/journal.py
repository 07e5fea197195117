"""The results of a tournament on disk: one line per finished game, kept whatever happens.

A line is written whole and reaches the disk before the next game is counted as finished. A line that was
torn by a crash has no end: it is cut off, and its game is played again. Two programs cannot write one
journal.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import SourceError, UsageError
from agentfw.tournament.playing import Outcome
from agentfw.tournament.schedule import Game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["RESULTS", "Entry", "Journal", "open_journal"]

RESULTS: Final = "results.jsonl"
"""What the file is called."""


class Entry(msgspec.Struct, frozen=True):
    """One line."""

    game: Game
    outcome: Outcome


class Journal:
    """The outcomes of all games so far, by key; what is added stays."""

    def __init__(self, path: Path, descriptor: int, *, fresh: bool = False) -> None:
        self.path = path
        self._descriptor = descriptor
        self.outcomes: dict[str, Outcome] = {}
        self._size = 0
        self._is_outdated = fresh
        """Whether what is on the disk gives way to the first outcome."""

    def load(self) -> None:
        """Read what is there, and cut off a line that was torn.

        Raises `SourceError` when the file is damaged otherwise: nobody knows what else is missing then.
        """
        if self._is_outdated:
            return
        data = self.path.read_bytes()
        self._size = data.rfind(b"\n") + 1
        for number, line in enumerate(data[: self._size].splitlines(), 1):
            try:
                entry = msgspec.json.decode(line, type=Entry)
            except msgspec.DecodeError as error:
                what = f"{self.path}:{number}:1: is no result of a game: {error}"
                raise SourceError([f"{what}; mend the line or delete it"]) from None
            self.outcomes[entry.game.key] = entry.outcome
        os.ftruncate(self._descriptor, self._size)

    def add(self, game: Game, outcome: Outcome) -> None:
        """Keep an outcome; it is on the disk when this returns. Raises `UsageError` when that fails."""
        line = msgspec.json.encode(Entry(game, outcome)) + b"\n"
        try:
            if self._is_outdated:
                os.ftruncate(self._descriptor, 0)
                self._is_outdated = False
            _write(self._descriptor, line)
            os.fsync(self._descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._size)
            raise UsageError(f"{self.path}: cannot be written: {error.strerror}") from None
        self._size += len(line)
        self.outcomes[game.key] = outcome


@contextlib.contextmanager
def open_journal(folder: Path, *, fresh: bool = False) -> Iterator[Journal]:
    """The journal of a folder, which is made if needed; nobody else can open it meanwhile.

    With `fresh`, older results count no more, and are thrown away when there is a first new one. Raises
    `UsageError` when somebody else has it open.
    """
    path = folder / RESULTS
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    try:
        _lock(descriptor, path)
        journal = Journal(path, descriptor, fresh=fresh)
        journal.load()
        yield journal
    finally:
        os.close(descriptor)


def _lock(descriptor: int, path: Path) -> None:
    """Keep others out until the file is closed, by us or by the end of this process."""
    try:
        import fcntl  # noqa: PLC0415 - not everywhere
    except ImportError:  # pragma: no cover - a system without locks like these
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UsageError(
            f"{path} is being written by another tournament: wait for its end, or take another --out"
        ) from None


def _write(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
