"""What a reader says of files that are no sound recordings, and what a recording is about."""

from __future__ import annotations

import random
import tracemalloc
import zlib
from collections.abc import Generator
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.errors import RecordingError
from agentfw.recording import (
    Connected,
    Ended,
    Received,
    Record,
    Sent,
    Summary,
    Ticked,
    open_recording,
    summary,
)
from agentfw.recording.blocks import MAX_BLOCK, opening
from tests.recording.made_up import FEW, HEADER, file_of, read_all, write_all

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FIRST = len(opening(1))
"""Where the block of the header begins."""


@pytest.fixture
def problem(tmp_path: Path) -> Callable[[bytes], str]:
    """What is wrong with a file of these bytes, without the name of the file."""

    def told(data: bytes) -> str:
        path = tmp_path / "a.rec"
        path.write_bytes(data)
        return read_all(path)[1].removeprefix(f"{path}: ")

    return told


def framed(*records: bytes) -> bytes:
    return b"".join(len(record).to_bytes(4, "little") + record for record in records)


def packed(*values: object) -> bytes:
    return framed(*map(msgspec.msgpack.encode, values))


def test_a_recording_can_be_read_again_and_again(tmp_path: Path) -> None:
    write_all(tmp_path / "a.rec", FEW)
    recording = open_recording(tmp_path / "a.rec")
    assert list(recording) == list(recording) == list(FEW)


def test_two_readers_of_one_recording_do_not_disturb_each_other(tmp_path: Path) -> None:
    write_all(tmp_path / "a.rec", FEW)
    recording = open_recording(str(tmp_path / "a.rec"))
    assert list(zip(recording, recording, strict=True)) == list(zip(FEW, FEW, strict=True))


def test_records_are_handed_out_before_the_rest_of_the_file_is_read(tmp_path: Path) -> None:
    data = write_all(tmp_path / "a.rec", FEW)
    (tmp_path / "a.rec").write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert next(iter(open_recording(tmp_path / "a.rec"))) == FEW[0]


def test_an_error_of_the_caller_stays_its_own(tmp_path: Path) -> None:
    write_all(tmp_path / "a.rec", FEW)
    records = open_recording(tmp_path / "a.rec").__iter__()
    assert isinstance(records, Generator)
    next(records)
    with pytest.raises(ValueError, match=r"^mine$"):
        records.throw(ValueError("mine"))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordingError) as caught:
        open_recording(tmp_path / "none.rec")
    assert str(caught.value) == f"{tmp_path / 'none.rec'}: cannot be read: No such file or directory"


def test_a_folder_is_no_recording(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r": cannot be read: Is a directory$"):
        open_recording(tmp_path)


STRANGERS = [
    (b"", "the file is empty, expected a recording"),
    (b"agentfw rec", "the file ends before its header, nothing can be read"),
    (b"\x1f\x8b\x08\x00", "not a recording, this looks like gzip data"),
    (b"PK\x03\x04\x14", "not a recording, this looks like a zip archive"),
    (b"\x28\xb5\x2f\xfd\x04", "not a recording, this looks like zstandard data"),
    (
        b"HELLO_BOT\r\nSHS\r\n",
        'not a recording, this looks like text; captured traffic is read by "agentfw decode"',
    ),
    (b"\x7fELF\x02\x01", "not a recording"),
    (
        b"agentfw recording \n",
        'not a recording, this looks like text; captured traffic is read by "agentfw decode"',
    ),
]


@pytest.mark.parametrize(("data", "text"), STRANGERS, ids=lambda value: str(value)[:24])
def test_what_is_no_recording_is_told_by_what_it_looks_like(
    data: bytes, text: str, problem: Callable[[bytes], str]
) -> None:
    assert problem(data) == f"at byte 0: {text}"


@pytest.mark.parametrize("version", [0, 2, 17])
def test_another_version_of_the_format_is_told(version: int, problem: Callable[[bytes], str]) -> None:
    expected = (
        f"at byte 0: a recording of format {version}, expected 1; "
        "read it with the version of agentfw that wrote it"
    )
    assert problem(opening(version) + b"whatever comes then") == expected


def test_a_block_that_would_fill_the_memory_is_refused(problem: Callable[[bytes], str]) -> None:
    data = file_of(bytes(MAX_BLOCK + 1))
    assert len(data) < 100_000
    start = len(file_of())
    assert problem(data) == (
        f"at byte {start}: a block with more than 67108864 bytes in it, the most that is read"
    )


def test_refusing_such_a_block_does_not_fill_the_memory_either(
    problem: Callable[[bytes], str],
) -> None:
    data = file_of(bytes(4 * MAX_BLOCK))
    tracemalloc.start()
    try:
        problem(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * MAX_BLOCK


def test_a_length_that_would_fill_the_memory_is_refused(problem: Callable[[bytes], str]) -> None:
    front = (0xFFFFFFFF).to_bytes(4, "little") + bytes(4)
    data = opening(1) + front + zlib.crc32(front).to_bytes(4, "little") + b"little"
    assert problem(data) == f"at byte {FIRST}: a block of 4294967295 bytes, expected at most 67174400"


def raw_block(data: bytes) -> bytes:
    """The first block of a file, with sound sums, whatever is in it."""
    front = len(data).to_bytes(4, "little") + zlib.crc32(data, zlib.crc32(opening(1))).to_bytes(
        4, "little"
    )
    return opening(1) + front + zlib.crc32(front).to_bytes(4, "little") + data


UNPACKABLE = [
    (b"no zlib", "not valid zlib data: "),
    (zlib.compress(b"abc")[:-1], "the zlib data does not end where the block ends"),
    (zlib.compress(b"abc") + b"x", "the zlib data does not end where the block ends"),
    (b"", "the zlib data does not end where the block ends"),
]


@pytest.mark.parametrize(("data", "text"), UNPACKABLE)
def test_data_that_is_not_exactly_one_zlib_stream_is_told(
    data: bytes, text: str, problem: Callable[[bytes], str]
) -> None:
    assert problem(raw_block(data)).startswith(f"at byte {FIRST}: {text}")


# The content of a block, which of its records is wrong, and some words of the reason.
GARBAGE = [
    (b"\1\0\0", 1, "the length of a record is incomplete"),
    (packed(Ticked(0.0)) + b"\x09\0\0\0abc", 2, "a record of 9 bytes in a rest of 3"),
    (packed([99, 0.0]), 1, "99"),
    (packed(Ticked(0.0), [3, "now"]), 2, "`float`"),
    (packed([3, -1.0]), 1, ">= 0.0"),
    (packed([3, float("nan")]), 1, ">= 0.0"),
    (packed([3, float("inf")]), 1, "<= 1000000000000.0"),
    (packed([3, 1.0, "more"]), 1, "length"),
    (packed(HEADER), 1, "0"),
    (packed([6, 0.0, {"move": {"type": "TravelTo"}}]), 1, "TravelTo needs exactly one of"),
    (packed([6, 0.0, {"move": {"type": "Patrol", "places": []}}]), 1, "Patrol needs two places"),
    (framed(b"\x93\x08\x00\xa1\xff"), 1, "utf-8"),
    (framed(b"\x93\x06\x00\x81\xa1x" + b"\x91" * 100_000), 1, "recursion"),
    (framed(b"\xc1"), 1, "malformed"),
    (framed(b""), 1, "truncated"),
]


@pytest.mark.parametrize(("content", "number", "reason"), GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_in_a_block_is_told_with_its_place(
    content: bytes, number: int, reason: str, problem: Callable[[bytes], str]
) -> None:
    place = f"at byte {len(file_of())}: record {number} of the block is not valid: "
    told = problem(file_of(content))
    assert told.startswith(place)
    assert reason in told.removeprefix(place)


@pytest.mark.parametrize(
    "content", [b"", packed(HEADER, HEADER), packed(Ticked(0.0)), packed([0, 2]), packed({}), b"\xff"]
)
def test_a_header_that_is_none_is_told_with_its_place(
    content: bytes, problem: Callable[[bytes], str]
) -> None:
    assert problem(file_of(header=content)).startswith(f"at byte {FIRST}: the header is not valid: ")


def test_no_content_of_a_block_does_worse_than_a_recording_error(tmp_path: Path) -> None:
    rng = random.Random(5)  # noqa: S311 - a test, not a secret
    path = tmp_path / "a.rec"
    good = packed(*FEW)
    ends = set()
    for _ in range(2000):
        content = bytearray(good)
        for _ in range(rng.choice((1, 1, 2, 8))):
            content[rng.randrange(len(content))] = rng.randrange(256)
        path.write_bytes(file_of(bytes(content)))
        ends.add(read_all(path)[1] == "")
    assert ends == {True, False}


def test_summary_tells_what_a_recording_is_about(tmp_path: Path) -> None:
    write_all(tmp_path / "a.rec", FEW)
    assert summary(tmp_path / "a.rec") == Summary(
        header=HEADER,
        duration_s=3.5,
        records=13,
        connections=1,
        thinks=1,
        bytes_in=11 + 34,
        bytes_out=7,
        is_cut=False,
        is_complete=True,
        end="the server closed the connection",
    )


def test_summary_of_an_empty_recording_is_all_zeros(tmp_path: Path) -> None:
    write_all(tmp_path / "a.rec", [])
    assert summary(str(tmp_path / "a.rec")) == Summary(HEADER, 0.0, 0, 0, 0, 0, 0, False, False, "")


def test_summary_adds_up_over_connections(tmp_path: Path) -> None:
    again: list[Record] = [
        Connected(1.0, "a"),
        Received(1.0, b"12"),
        Connected(2.0, "a"),
        Received(2.0, b"345"),
    ]
    write_all(tmp_path / "a.rec", [*again, Sent(2.0, b"6"), Sent(9.0, b"78")])
    found = summary(tmp_path / "a.rec")
    assert (found.connections, found.bytes_in, found.bytes_out, found.duration_s) == (2, 5, 3, 9.0)


def test_summary_tells_that_the_bot_did_not_come_to_its_end(tmp_path: Path) -> None:
    write_all(tmp_path / "a.rec", FEW[:-1])
    found = summary(tmp_path / "a.rec")
    assert (found.is_complete, found.is_cut) == (False, False)


def test_summary_knows_an_end_without_a_reason(tmp_path: Path) -> None:
    write_all(tmp_path / "a.rec", [Ended(1.0, "")])
    assert summary(tmp_path / "a.rec").is_complete


def test_summary_tells_that_the_file_is_cut(tmp_path: Path) -> None:
    data = write_all(tmp_path / "a.rec", FEW)
    (tmp_path / "a.rec").write_bytes(data[:-1])
    found = summary(tmp_path / "a.rec")
    assert (found.is_complete, found.is_cut) == (False, True)
