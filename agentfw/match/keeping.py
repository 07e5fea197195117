"""Keeping what bots hear, think and say: one file per bot, in a folder per match."""

from __future__ import annotations

import contextlib
import errno
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from agentfw.brains import Reloads
from agentfw.characters import Traits
from agentfw.engines.doors import MASKED
from agentfw.errors import AgentError, RecordingError, UsageError
from agentfw.match.radios import RADIO
from agentfw.match.reporting import report_text
from agentfw.navigation import graph_text
from agentfw.recording import Header, RecordingWriter
from agentfw.vocabulary import Join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.brains import Decides
    from agentfw.match.reporting import MatchReport
    from agentfw.navigation import PlaceGraph
    from agentfw.recording import Record

__all__ = [
    "RESULT_FILE",
    "SMALL_TALK",
    "MatchFolder",
    "Origin",
    "Recorder",
    "check_folder",
    "header_for",
    "kept",
]

RESULT_FILE: Final = "result.json"
"""How a match went, beside its recordings."""
SMALL_TALK: Final = "small_talk"
"""The option in a header of a bot that chats as its character does."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """What a recorded bot was made from."""

    brain: str
    """As the user asked for it."""
    seed: int
    dialect: str
    join: Join
    skill: float | None = None
    traits: Traits | None = None
    brain_options: Mapping[str, str] = MappingProxyType({})
    talk: Mapping[str, str] | None = None
    """The files that its small talk comes from, beside those that ship; None for a bot without any."""
    radio: str | None = None
    """How it talks with its team in the chat of the game; None for a bot that does not."""
    has_password: bool = False


def header_for(origin: Origin, brain: Decides, places: PlaceGraph | None = None) -> Header:
    """What a recording has to know to start the same bot again."""
    options = {"skill": f"{origin.skill}".removesuffix(".0")} if origin.skill is not None else {}
    if origin.traits is not None:
        options = {"traits": str(origin.traits)}
    if origin.talk is not None:
        options[SMALL_TALK] = "yes"
    if origin.radio is not None:
        options[RADIO] = origin.radio
    if places is not None:
        options["places"] = graph_text(places)
    if origin.has_password:
        options["password"] = MASKED
    return Header(
        bot=origin.join.player_name or "",
        brain=origin.brain,
        seed=origin.seed,
        dialect=origin.dialect,
        join=origin.join,
        options=options,
        brain_options=dict(origin.brain_options),
        files={**(brain.sources if isinstance(brain, Reloads) else {}), **(origin.talk or {})},
    )


class Recorder:
    """Writes a recording from the first connection on, so that a failed try replaces nothing.

    With `on_failure`, that is told once why the file cannot be written (any more), and nothing else is
    recorded; without, it is raised.
    """

    def __init__(
        self,
        path: Path,
        header: Header,
        *,
        overwrite: bool,
        prepare: Callable[[], None] | None = None,
        on_failure: Callable[[AgentError], None] | None = None,
    ) -> None:
        if path.exists() and not overwrite:
            RecordingWriter(path, header).close()  # tells that it exists
        self._path, self._header, self._overwrite = path, header, overwrite
        self._prepare = prepare
        self._on_failure = on_failure
        self._has_failed = False
        self._writer: RecordingWriter | None = None

    def write(self, record: Record) -> None:
        """Keep a record; raises `UsageError` for one that no recording can hold."""
        if self._has_failed:
            return
        if self._writer is None:
            with self._telling():
                self._writer = self._opened()
        if self._writer is not None:
            with self._telling(RecordingError):
                self._writer.write(record)

    def close(self) -> None:
        """Finish the file, if one was begun."""
        if self._writer is not None:
            with self._telling(RecordingError):
                self._writer.close()

    def _opened(self) -> RecordingWriter:
        if self._prepare is not None:
            self._prepare()
        return RecordingWriter(self._path, self._header, overwrite=self._overwrite)

    @contextlib.contextmanager
    def _telling(self, kind: type[AgentError] = AgentError) -> Iterator[None]:
        """Within the block, errors of that kind are told instead of raised, if somebody listens."""
        try:
            yield
        except kind as error:
            if self._on_failure is None:
                raise
            self._has_failed = True
            self._on_failure(error)


def kept(report: MatchReport, folder: MatchFolder | None, within: str = "") -> MatchReport:
    """Write a report down beside its recordings; gives it back with what could not be written."""
    if folder is None:
        return report
    folder.write_result(report_text(replace(report, lost=folder.lost)), within)
    return replace(report, lost=folder.lost)


def check_folder(folder: Path, names: Iterator[str], *, overwrite: bool) -> None:
    """Find out before anything begins whether matches can be kept there.

    Raises `UsageError` for a folder that holds recordings already, unless they may be replaced, and for
    names that no file can have.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"{folder}: is a file, expected a folder to record in")
        _check_writable(folder)
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder}: cannot be recorded in: {_told(error)}") from None
    kept = next(_kept_in(folder), None)
    if kept is not None and not overwrite:
        raise UsageError(f"{folder}: holds a match already ({kept.name}); use another or --overwrite")
    for name in names:
        if Path(name).name != name or "\0" in name:
            raise UsageError(f'"{name}" cannot be the name of a recording')


class MatchFolder:
    """Where one match is kept. Nothing is written or replaced before a bot was let in.

    With `overwrite`, what earlier matches left in `within` is taken away first; it is the folder itself
    unless told otherwise.
    """

    def __init__(self, path: Path, *, overwrite: bool, within: Path | None = None) -> None:
        self.path = path
        self._overwrite = overwrite
        self._within = path if within is None else within
        self._is_prepared = False
        self.lost = ""
        """Why not everything could be written, if so; the first reason."""
        self.on_loss: Callable[[str, AgentError], None] | None = None
        """Told whose recording cannot be written any more, and why."""

    @property
    def is_begun(self) -> bool:
        """Whether anything was written."""
        return self._is_prepared

    def recorder(self, name: str, life: int, header: Header) -> Recorder:
        """What writes down one life of a bot; the first life is 0."""
        ending = f".life{life + 1}.rec" if life else ".rec"
        file = self.path / f"{name}{ending}"
        return Recorder(
            file,
            header,
            overwrite=self._overwrite,
            prepare=self._prepare,
            on_failure=lambda error: self.lose(name, error),
        )

    def write_result(self, text: bytes, within: str = "") -> None:
        """Keep how the match went, if any of it was recorded; `within` names a folder in this one.

        A result that cannot be kept is `lost`: whoever played the match can still tell it.
        """
        if self._is_prepared:
            folder = self.path / within
            try:
                folder.mkdir(exist_ok=True)
                (folder / RESULT_FILE).write_bytes(text)
            except OSError as error:
                self.lost = self.lost or f"{folder}: cannot be written: {_told(error)}"

    def lose(self, name: str, error: AgentError) -> None:
        """A bot or a leader is not recorded any more."""
        self.lost = self.lost or str(error)
        if self.on_loss is not None:
            self.on_loss(name, error)

    def _prepare(self) -> None:
        """Make the folder; what an earlier match left there would only confuse."""
        if self._is_prepared:
            return
        try:
            for file in [*_kept_in(self._within)] if self._overwrite else []:
                file.unlink()
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be written: {_told(error)}") from None
        self._is_prepared = True


def _check_writable(folder: Path) -> None:
    """Raise `OSError` when the folder is not there, and nothing can be made where it should be."""
    if "\0" in str(folder):
        raise ValueError("the name holds what no name can")
    found = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    if not found.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, f"{found} is a file")
    with tempfile.TemporaryDirectory(dir=found, prefix=".agentfw-"):
        pass


def _told(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def _kept_here(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.glob("*.rec"))
    yield from folder.glob(RESULT_FILE)


def _kept_in(folder: Path) -> Iterator[Path]:
    """What matches have left in a folder, and in those that it has for several."""
    yield from _kept_here(folder)
    for match in sorted(folder.glob("match-*")):
        if match.name.removeprefix("match-").isdecimal():
            yield from _kept_here(match)
