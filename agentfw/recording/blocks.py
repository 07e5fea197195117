r"""How records lie in a file: one line of text, then compressed blocks.

::

    agentfw recording 1\n                         what the file is, and the version of its format
    length | sum | sum of these two | zlib data   the header, alone in its block
    length | sum | sum of these two | zlib data   records, again and again

Numbers are unsigned, 32 bits, little end first. Inside of a block, each record has its length in front.

- A block's sum is the CRC-32 of its data *carried on* from the block before, the first one from the
  opening line. So a lost, doubled or swapped block is found as surely as a flipped bit.
- The head has a sum of its own. Without it, one bit in a length would look like the end of the file,
  and a damaged recording would pass for one that was cut.
- The end of the block before is the dictionary for the compressor. A game repeats itself from second
  to second: measured on made-up traffic, that halves the file and costs a tenth more time.

Compressing is left to the zlib of the machine. All of them read each other, but two builds may choose
different bytes for the same content; files are compared between machines by their records.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

from agentfw.errors import RecordingError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

__all__ = ["MAX_BLOCK", "BlockPacker", "BlockReader", "frame_record", "opening", "split_records"]

MAX_BLOCK: Final = 64 * 1024 * 1024
"""The largest block that is read, in bytes after decompression: small files cannot fill the memory."""

# What does not compress grows by five bytes in 16 KiB, so every block within the limit fits.
_MAX_PACKED: Final = MAX_BLOCK + MAX_BLOCK // 1024
_HEAD: Final = struct.Struct("<III")
_FRONT: Final = struct.Struct("<II")
_LENGTH: Final = struct.Struct("<I")
_WINDOW: Final = 32768  # the compressor looks no further back
_LEVEL: Final = 6


def opening(version: int) -> bytes:
    """The line that a recording of this format version begins with."""
    return b"agentfw recording %d\n" % version


def frame_record(record: bytes) -> bytes:
    """A record as it stands in the content of a block."""
    return _LENGTH.pack(len(record)) + record


def split_records(content: bytes) -> Iterator[memoryview]:
    """The records of a block, one after the other; `ValueError` where they do not fit into it."""
    view, place = memoryview(content), 0
    while place < len(content):
        if len(content) - place < _LENGTH.size:
            raise ValueError("the length of a record is incomplete")
        start = place + _LENGTH.size
        place = start + _LENGTH.unpack_from(content, place)[0]
        if place > len(content):
            raise ValueError(f"a record of {place - start} bytes in a rest of {len(content) - start}")
        yield view[start:place]


class BlockPacker:
    """Turns the contents of blocks into the bytes of a file, in order."""

    def __init__(self, first_line: bytes) -> None:
        self._sum = zlib.crc32(first_line)
        self._before = b""

    def pack(self, content: bytes) -> bytes:
        """The next block."""
        compressor = zlib.compressobj(_LEVEL, zdict=self._before)
        data = compressor.compress(content) + compressor.flush()
        self._sum = zlib.crc32(data, self._sum)
        self._before = content[-_WINDOW:]
        front = _FRONT.pack(len(data), self._sum)
        return front + _LENGTH.pack(zlib.crc32(front)) + data


class BlockReader:
    """Takes a file apart, block by block; `file` stands behind the opening line."""

    def __init__(self, file: BinaryIO, where: str, first_line: bytes) -> None:
        self.offset = len(first_line)
        """The byte at which the block begins that was handed out last, or that is wrong."""
        self.is_cut = False
        """Whether the file turned out to end in the middle of a block."""
        self._file = file
        self._where = where
        self._next = self.offset
        self._sum = zlib.crc32(first_line)
        self._before = b""

    def __iter__(self) -> Iterator[bytes]:
        while (content := self.read()) is not None:
            yield content

    def read(self) -> bytes | None:
        """The content of the next block, or None where the file ends."""
        self.offset = self._next
        head = self._read(_HEAD.size)
        if len(head) < _HEAD.size:
            self.is_cut = bool(head)
            return None
        length, expected = self._check_head(head)
        data = self._read(length)
        if len(data) < length:
            self.is_cut = True
            return None
        self._check_sum(data, expected)
        return self._unpack(data)

    def problem(self, text: str) -> RecordingError:
        """An error that names the file and the present block."""
        return RecordingError([f"{self._where}: at byte {self.offset}: {text}"])

    def _read(self, size: int) -> bytes:
        try:
            data = self._file.read(size)
        except OSError as error:
            raise self.problem(f"cannot be read: {error.strerror}") from None
        self._next += len(data)
        return data

    def _check_head(self, head: bytes) -> tuple[int, int]:
        length, expected, head_sum = _HEAD.unpack(head)
        found = zlib.crc32(head[: _FRONT.size])
        if found != head_sum:
            raise self.problem(
                f"the head of the block is damaged: check sum {found:08x}, expected {head_sum:08x}"
            )
        if length > _MAX_PACKED:
            raise self.problem(f"a block of {length} bytes, expected at most {_MAX_PACKED}")
        return length, expected

    def _check_sum(self, data: bytes, expected: int) -> None:
        self._sum = zlib.crc32(data, self._sum)
        if self._sum != expected:
            raise self.problem(
                f"the block is damaged: check sum {self._sum:08x}, expected {expected:08x}"
            )

    def _unpack(self, data: bytes) -> bytes:
        unpacker = zlib.decompressobj(zdict=self._before)
        try:
            content = unpacker.decompress(data, MAX_BLOCK + 1)
        except zlib.error as error:
            raise self.problem(f"not valid zlib data: {error}") from None
        if len(content) > MAX_BLOCK:
            raise self.problem(f"a block with more than {MAX_BLOCK} bytes in it, the most that is read")
        if not unpacker.eof or unpacker.unused_data:
            raise self.problem("the zlib data does not end where the block ends")
        self._before = content[-_WINDOW:]
        return content
