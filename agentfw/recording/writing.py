"""The writing end: records go in one by one, blocks reach the file.

A block is closed by the time *in the records*, never by the clock of the machine, so equal matches give
equal files. Each block is handed to the operating system at once, so a process that is killed loses the
records of its last second and nothing else.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import msgspec

from agentfw.errors import AgentError, RecordingError, UsageError
from agentfw.recording.blocks import MAX_BLOCK, BlockPacker, frame_record, opening
from agentfw.recording.records import FORMAT, MAX_TIME_S, Header, Record

if TYPE_CHECKING:
    from types import TracebackType
    from typing import BinaryIO

__all__ = ["RecordingWriter", "WriterStatistics"]

# On top of a block that is all but full, one record more may come, with its length in front.
_MAX_RECORD: Final = MAX_BLOCK // 2 - 64

_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")
_READER: Final[msgspec.msgpack.Decoder[Header | Record]] = msgspec.msgpack.Decoder(Header | Record)


class WriterStatistics(msgspec.Struct, frozen=True):
    """How much was written so far."""

    records: int
    """Records taken, without the header."""
    blocks: int
    """Blocks in the file, the one of the header included."""
    bytes_raw: int
    """The size of everything taken, before compression."""
    bytes_written: int
    """The size of the file."""


class RecordingWriter:
    """Records one bot into a file, from the header on; close it, or use it as a context manager.

    A block goes to the file when its records span `block_s` seconds or take `block_bytes` bytes. A file
    that exists is left alone unless `overwrite` is given. `UsageError` tells what cannot be recorded,
    and leaves the writer as it was; `RecordingError` tells that the file could not be written on, for
    example because the disk is full, and is raised again by every later write.
    """

    def __init__(
        self,
        path: Path | str,
        header: Header,
        *,
        block_s: float = 1.0,
        block_bytes: int = 65536,
        overwrite: bool = False,
    ) -> None:
        if not 0 < block_bytes <= MAX_BLOCK // 2:
            raise UsageError(f"block_bytes must be from 1 to {MAX_BLOCK // 2}, got {block_bytes}")
        self.path = Path(path)
        self._block_s = block_s
        self._block_bytes = block_bytes
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._begun_at = 0.0
        self._last_at = 0.0
        self._records = self._blocks = self._bytes_raw = self._bytes_written = 0
        self._failure = ""
        self._start(header, overwrite=overwrite)

    def write(self, record: Record) -> None:
        """Take a record, which must not be earlier than the one before."""
        self._check_time(record)
        data = self._encode(record)
        if not self._waiting:
            self._begun_at = record.at
        self._take(data)
        self._records += 1
        self._last_at = record.at
        if record.at - self._begun_at >= self._block_s or self._waiting_bytes >= self._block_bytes:
            self.flush()

    def flush(self) -> None:
        """Hand all records taken so far to the operating system, as a block of their own.

        Not needed while records keep coming. Where blocks end is part of the file: for equal files,
        flush at equal records.
        """
        self._check_open()
        if self._waiting:
            content = b"".join(self._waiting)
            self._waiting, self._waiting_bytes = [], 0
            self._put(self._packer.pack(content))
            self._blocks += 1

    def close(self) -> None:
        """Write what is left and close the file; closing again, or after a failure, does nothing."""
        if not self._file.closed:
            try:
                self.flush()
            finally:
                self._file.close()

    def statistics(self) -> WriterStatistics:
        """How much was taken and written so far."""
        return WriterStatistics(self._records, self._blocks, self._bytes_raw, self._bytes_written)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _start(self, header: Header, *, overwrite: bool) -> None:
        data = self._encode(header)  # before the file is touched: a header that is wrong leaves none
        first_line = opening(FORMAT)
        self._packer = BlockPacker(first_line)
        self._file = _create(self.path, overwrite=overwrite)
        self._put(first_line)
        self._take(data)
        self.flush()

    def _encode(self, record: Record | Header) -> bytes:
        try:
            data = _ENCODER.encode(record)
            # Brains and callers can build what no reader accepts, such as a point beyond all worlds.
            # Better to hear of it now than to be left with a recording that nobody can read.
            _READER.decode(data)
        except (TypeError, ValueError, OverflowError, RecursionError, AgentError) as error:
            raise self._refusal(record, str(error)) from None
        if len(data) > _MAX_RECORD:
            raise self._refusal(record, f"{len(data)} bytes, expected at most {_MAX_RECORD}")
        return data

    def _refusal(self, record: Record | Header, reason: str) -> UsageError:
        return UsageError(f"{self.path}: cannot record {_name(record)}: {reason}")

    def _take(self, data: bytes) -> None:
        framed = frame_record(data)
        self._waiting.append(framed)
        self._waiting_bytes += len(framed)
        self._bytes_raw += len(framed)

    def _put(self, data: bytes) -> None:
        """Write all of it, past every buffer of this process."""
        rest = memoryview(data)
        try:
            while rest:
                count = self._file.write(rest)
                self._bytes_written += count
                rest = rest[count:]
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        """Stop for good: what came after half a block could never be read."""
        self._file.close()
        place = f"{self.path}: at byte {self._bytes_written}"
        self._failure = f"{place}: cannot be written: {error.strerror}"
        raise RecordingError([self._failure]) from None

    def _check_open(self) -> None:
        if self._failure:
            raise RecordingError([self._failure])
        if self._file.closed:
            raise UsageError(f"{self.path}: the recording is closed, nothing can be written to it")

    def _check_time(self, record: Record) -> None:
        self._check_open()
        if not self._last_at <= record.at <= MAX_TIME_S:
            expected = f"expected a time from {self._last_at} (the record before) to {MAX_TIME_S:g} s"
            raise self._refusal(record, expected)


def _create(path: Path, *, overwrite: bool) -> BinaryIO:
    try:
        # Without a buffer, what is written has left this process at once.
        return path.open("wb" if overwrite else "xb", buffering=0)
    except FileExistsError:
        hint = "use another name or --overwrite (overwrite=True)"
        raise UsageError(f"{path}: exists already, {hint}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"{path}: cannot be written: {reason}") from None


def _name(record: Record | Header) -> str:
    kind = type(record).__name__
    return kind if isinstance(record, Header) else f"{kind} at {record.at} s"
