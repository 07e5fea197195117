"""The reading end: the header, the records in order, and what a recording is about.

Nothing in a file is trusted: every block carries check sums, every record is decoded into its type, and
sizes are limited. Whatever is wrong is a `RecordingError` that names the file and the byte. A file that
merely stops early, because the process that wrote it was killed, is none: it reads up to there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import AgentError, RecordingError
from agentfw.recording.blocks import BlockReader, opening, split_records
from agentfw.recording.records import (
    FORMAT,
    Connected,
    Ended,
    Header,
    Received,
    Record,
    Sent,
    Thought,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

__all__ = ["Recording", "Summary", "open_recording", "summary"]

_LINE: Final = opening(FORMAT)
_ANY_VERSION: Final = _LINE.rstrip(b"0123456789\n")
_LONGEST_LINE: Final = 64
_KNOWN_STARTS: Final = (
    (b"\x1f\x8b", "gzip data"),
    (b"\x28\xb5\x2f\xfd", "zstandard data"),
    (b"PK\x03\x04", "a zip archive"),
)
_HEADERS: Final = msgspec.msgpack.Decoder(Header)
_RECORDS: Final[msgspec.msgpack.Decoder[Record]] = msgspec.msgpack.Decoder(Record)
_DECODE_FAULTS: Final = (ValueError, AgentError, RecursionError)


class Recording:
    """One recording, to be read as often as wanted.

    Iterating opens the file, hands out one record after the other and keeps a block in memory at a
    time. Where something is damaged it raises `RecordingError`, after all records before that place.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.header = header
        self.is_cut = False
        """Whether the last full iteration found the file to end in the middle of a block."""

    def __iter__(self) -> Iterator[Record]:
        with _open(self.path) as file:
            blocks = _blocks(file, self.path)
            _read_header(blocks)
            for content in blocks:
                yield from _records(content, blocks)
            self.is_cut = blocks.is_cut


class Summary(msgspec.Struct, frozen=True):
    """What a recording is about, told by one pass over it."""

    header: Header
    duration_s: float
    """The time of the last record."""
    records: int
    connections: int
    thinks: int
    bytes_in: int
    bytes_out: int
    is_cut: bool
    """The file ends in the middle of a block; what was in it is lost."""
    is_complete: bool
    """The bot came to its end, and the recording tells why."""
    end: str
    """Why the bot stopped; empty when the recording does not tell."""


def open_recording(path: Path | str) -> Recording:
    """The recording in a file, with its header read and checked."""
    path = Path(path)
    with _open(path) as file:
        return Recording(path, _read_header(_blocks(file, path)))


def summary(path: Path | str) -> Summary:
    """What the recording in a file is about; reads all of it."""
    recording = open_recording(path)
    counts = _Counts()
    for record in recording:
        counts.add(record)
    return Summary(
        header=recording.header,
        duration_s=counts.last_at,
        records=counts.records,
        connections=counts.connections,
        thinks=counts.thinks,
        bytes_in=counts.bytes_in,
        bytes_out=counts.bytes_out,
        is_cut=recording.is_cut,
        is_complete=counts.end is not None,
        end=counts.end or "",
    )


class _Counts:
    def __init__(self) -> None:
        self.records = self.connections = self.thinks = self.bytes_in = self.bytes_out = 0
        self.last_at = 0.0
        self.end: str | None = None

    def add(self, record: Record) -> None:
        self.records += 1
        self.last_at = record.at
        match record:
            case Received():
                self.bytes_in += len(record.data)
            case Sent():
                self.bytes_out += len(record.data)
            case Thought():
                self.thinks += 1
            case Connected():
                self.connections += 1
            case Ended():
                self.end = record.reason


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise RecordingError([f"{path}: cannot be read: {reason}"]) from None


def _blocks(file: BinaryIO, path: Path) -> BlockReader:
    """The blocks of a file, after a look at its first line."""
    where = str(path)
    try:
        line = file.readline(_LONGEST_LINE)
    except OSError as error:
        raise RecordingError([f"{where}: at byte 0: cannot be read: {error.strerror}"]) from None
    if line != _LINE:
        raise RecordingError([f"{where}: at byte 0: {_wrong_start(line)}"])
    return BlockReader(file, where, line)


def _wrong_start(line: bytes) -> str:
    version = line.removeprefix(_ANY_VERSION).removesuffix(b"\n")
    if version != line and version.isdigit() and line.endswith(b"\n"):
        return (
            f"a recording of format {version.decode()}, expected {FORMAT}; "
            "read it with the version of agentfw that wrote it"
        )
    if not line:
        return "the file is empty, expected a recording"
    if _LINE.startswith(line):
        return "the file ends before its header, nothing can be read"
    return f"not a recording{_resemblance(line)}"


def _resemblance(line: bytes) -> str:
    """What a file seems to be, as the rest of a sentence."""
    known = next((what for start, what in _KNOWN_STARTS if line.startswith(start)), "")
    if not known and line.rstrip(b"\r\n").decode("latin-1").isprintable():
        known = 'text; captured traffic is read by "agentfw decode"'
    return f", this looks like {known}" if known else ""


def _read_header(blocks: BlockReader) -> Header:
    content = blocks.read()
    if content is None:
        raise blocks.problem("the file ends before its header, nothing can be read")
    try:
        (data,) = split_records(content)
        return _HEADERS.decode(data)
    except _DECODE_FAULTS as error:
        raise blocks.problem(f"the header is not valid: {error}") from None


def _records(content: bytes, blocks: BlockReader) -> Iterator[Record]:
    """The records of a block; decoding and handing out are apart, so a caller's errors stay its own."""
    parts = split_records(content)
    number = 0
    while True:
        number += 1
        try:
            part = next(parts, None)
            record = None if part is None else _RECORDS.decode(part)
        except _DECODE_FAULTS as error:
            raise blocks.problem(f"record {number} of the block is not valid: {error}") from None
        if record is None:
            return
        yield record
