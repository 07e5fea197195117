"""When blocks reach the file, and what the writer refuses."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from agentfw.decisions import Decision, ShootAt, Speak, TravelTo
from agentfw.errors import RecordingError, UsageError
from agentfw.geometry import Vec3
from agentfw.recording import (
    Connected,
    Ended,
    Header,
    Note,
    Received,
    Record,
    RecordingWriter,
    Sent,
    Thought,
    Ticked,
)
from agentfw.vocabulary import EntityId, Join
from tests.recording.made_up import FEW, HEADER, block_borders, match, read_all, write_all
from tests.support.conversations import both_dialects
from tests.support.programs import run

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect

ROOT = Path(__file__).parents[2]


def in_file(path: Path) -> list[float]:
    """The times of the records that have reached the file."""
    return [record.at for record in read_all(path)[0]]


def test_a_new_recording_has_its_header_in_the_file_at_once(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER):
        assert read_all(tmp_path / "a.rec") == ([], "")


def test_a_block_reaches_the_file_when_its_records_span_a_second(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER) as writer:
        for at in (5.0, 5.5, 5.99):
            writer.write(Ticked(at))
        assert in_file(tmp_path / "a.rec") == []
        writer.write(Ticked(6.0))
        assert in_file(tmp_path / "a.rec") == [5.0, 5.5, 5.99, 6.0]


def test_the_second_counts_from_the_first_record_of_the_block(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER) as writer:
        for at in (0.0, 1.0, 1.9, 2.8):
            writer.write(Ticked(at))
        assert in_file(tmp_path / "a.rec") == [0.0, 1.0]
        writer.write(Ticked(2.9))
        assert in_file(tmp_path / "a.rec") == [0.0, 1.0, 1.9, 2.8, 2.9]


def test_a_block_reaches_the_file_when_it_is_large(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER, block_bytes=1000) as writer:
        writer.write(Received(0.0, bytes(500)))
        assert in_file(tmp_path / "a.rec") == []
        writer.write(Received(0.1, bytes(500)))
        assert in_file(tmp_path / "a.rec") == [0.0, 0.1]


def test_the_lengths_in_front_of_small_records_count_too(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER, block_bytes=2 * (4 + 11)) as writer:
        writer.write(Ticked(0.1))
        assert in_file(tmp_path / "a.rec") == []
        writer.write(Ticked(0.2))
        assert in_file(tmp_path / "a.rec") == [0.1, 0.2]


def test_the_length_of_a_block_in_time_is_an_argument(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER, block_s=0.25) as writer:
        writer.write(Ticked(0.0))
        writer.write(Ticked(0.25))
        assert in_file(tmp_path / "a.rec") == [0.0, 0.25]


def test_flush_brings_everything_into_the_file(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER) as writer:
        writer.write(Ticked(0.0))
        writer.flush()
        assert in_file(tmp_path / "a.rec") == [0.0]


def test_flush_without_records_writes_nothing(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER) as writer:
        before = writer.statistics()
        writer.flush()
        assert writer.statistics() == before


def test_close_brings_everything_into_the_file(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "a.rec", HEADER)
    writer.write(Ticked(0.0))
    writer.close()
    assert in_file(tmp_path / "a.rec") == [0.0]


def test_closing_again_does_nothing(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "a.rec", HEADER)
    writer.close()
    before = (tmp_path / "a.rec").read_bytes()
    writer.close()
    assert (tmp_path / "a.rec").read_bytes() == before


def test_an_error_of_the_caller_still_leaves_everything_in_the_file(tmp_path: Path) -> None:
    def fail() -> None:
        with RecordingWriter(tmp_path / "a.rec", HEADER) as writer:
            writer.write(Ticked(0.0))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert in_file(tmp_path / "a.rec") == [0.0]


@pytest.mark.parametrize("what", ["write", "flush"])
def test_a_closed_recording_takes_nothing_more(what: str, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    writer = RecordingWriter(path, HEADER)
    writer.close()
    with pytest.raises(UsageError) as caught:
        writer.write(Ticked(0.0)) if what == "write" else writer.flush()
    assert str(caught.value) == f"{path}: the recording is closed, nothing can be written to it"


def test_statistics_count_records_blocks_and_bytes(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER) as writer:
        for record in FEW:
            writer.write(record)
    data = (tmp_path / "a.rec").read_bytes()
    found = writer.statistics()
    contents = [msgspec.msgpack.encode(record) for record in (HEADER, *FEW)]
    assert found.records == len(FEW)
    assert found.blocks == len(block_borders(data)) - 1 > 3
    assert found.bytes_raw == sum(map(len, contents)) + 4 * len(contents)
    assert found.bytes_written == len(data)


def test_equal_records_give_equal_bytes(tmp_path: Path) -> None:
    assert write_all(tmp_path / "a.rec", FEW) == write_all(tmp_path / "b.rec", FEW)


def test_the_order_in_which_options_were_given_changes_nothing(tmp_path: Path) -> None:
    turned = msgspec.structs.replace(HEADER, options=dict(reversed(HEADER.options.items())))
    assert list(turned.options) != list(HEADER.options)
    assert write_all(tmp_path / "a.rec", FEW, turned) == write_all(tmp_path / "b.rec", FEW)


@both_dialects
def test_a_match_is_compressed_to_less_than_a_tenth(dialect: Dialect, tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.rec", HEADER) as writer:
        for record in match(dialect, 240):
            writer.write(record)
    found = writer.statistics()
    assert found.bytes_written < found.bytes_raw / 10


def test_a_file_that_exists_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(b"precious")
    with pytest.raises(UsageError) as caught:
        RecordingWriter(path, HEADER)
    hint = "use another name or --overwrite (overwrite=True)"
    assert str(caught.value) == f"{path}: exists already, {hint}"
    assert path.read_bytes() == b"precious"


def test_overwrite_replaces_all_of_an_older_file(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(bytes(100_000))
    assert write_all(path, FEW, overwrite=True) == write_all(tmp_path / "b.rec", FEW)


def test_a_folder_that_does_not_exist_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.rec"
    with pytest.raises(UsageError) as caught:
        RecordingWriter(path, HEADER)
    assert str(caught.value) == f"{path}: cannot be written: No such file or directory"


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r": cannot be written: Is a directory$"):
        RecordingWriter(tmp_path, HEADER, overwrite=True)


def test_a_name_that_no_file_can_have_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r": cannot be written: embedded null byte$"):
        RecordingWriter(tmp_path / "a\0b", HEADER)


needs_dev_full = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a disk always full")


@needs_dev_full
def test_a_full_disk_is_told_at_once() -> None:
    with pytest.raises(RecordingError) as caught:
        RecordingWriter("/dev/full", HEADER, overwrite=True)
    assert str(caught.value) == "/dev/full: at byte 0: cannot be written: No space left on device"


# The limit stands for a disk that fills up: the write that reaches it succeeds in part.
FILLING_UP = """
import os, resource, sys
from agentfw.errors import RecordingError
from agentfw.recording import Received, RecordingWriter
from tests.recording.made_up import HEADER

resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
writer = RecordingWriter(sys.argv[1], HEADER)
for number in range(100):
    try:
        writer.write(Received(float(number), os.urandom(400)))
    except RecordingError as error:
        print(number, error)
        break
try:
    writer.write(Received(1000.0, b""))
except RecordingError as error:
    print(error)
writer.close()
print(writer.statistics().bytes_written)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the limit on file sizes is one of POSIX")
def test_a_disk_that_fills_up_is_told_and_what_was_written_before_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    done = run(sys.executable, "-c", FILLING_UP, path, cwd=ROOT)
    first, again, size = done.stdout.splitlines()
    number, _, problem = first.partition(" ")
    assert problem == again == f"{path}: at byte 5000: cannot be written: File too large"
    assert size == "5000"
    found, end = read_all(path)
    # Every block holds two records, a second apart.
    assert ([record.at for record in found], end) == ([float(n) for n in range(int(number) - 1)], "cut")


def thought(decision: Decision) -> Thought:
    return Thought(1.5, decision)


# A record, and some words of the reason against it.
UNREADABLE: list[tuple[Record, str]] = [
    (thought(Decision(fight=ShootAt(location=Vec3(1e300, 0.0, 0.0)))), "fight.location[0]"),
    (thought(Decision(move=TravelTo(location=Vec3(0.0, math.nan, 0.0)))), "move.location[1]"),
    (thought(Decision(say=Speak(text="\ud800"))), "surrogates not allowed"),
    (thought(Decision(move=TravelTo(place=7))), "move.place"),  # type: ignore[arg-type]  # a careless brain
    (thought(Decision(move=Speak(text="hi"))), "Speak"),  # type: ignore[arg-type]  # a careless brain
    (Note(1.5, 2**70), "ints"),  # type: ignore[arg-type]  # a careless caller
    (Note(1.5, object()), "object"),  # type: ignore[arg-type]  # a careless caller
    (Sent(1.5, "text"), "`bytes`"),  # type: ignore[arg-type]  # a careless caller
    (Received(1.5, bytes(40_000_000)), "40000016 bytes, expected at most 33554368"),
]


@pytest.mark.parametrize(("record", "reason"), UNREADABLE, ids=[reason for _, reason in UNREADABLE])
def test_what_no_reader_would_accept_is_refused_and_the_rest_is_kept(
    record: Record, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.rec"
    with RecordingWriter(path, HEADER) as writer:
        writer.write(Ticked(1.0))
        with pytest.raises(UsageError) as caught:
            writer.write(record)
        writer.write(Ticked(2.0))
    beginning = f"{path}: cannot record {type(record).__name__} at 1.5 s: "
    assert str(caught.value).startswith(beginning)
    assert reason in str(caught.value).removeprefix(beginning)
    assert in_file(path) == [1.0, 2.0]


WRONG_HEADERS: list[dict[str, Any]] = [
    {"seed": 2**64},
    {"format": 2},
    {"options": {"skill": 3}},
    {"join": Join(location=Vec3(math.inf, 0.0, 0.0))},
]


@pytest.mark.parametrize("change", WRONG_HEADERS, ids="".join)
def test_a_header_that_no_reader_would_accept_leaves_no_file(
    change: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "a.rec"
    with pytest.raises(UsageError, match="cannot record Header: "):
        RecordingWriter(path, msgspec.structs.replace(HEADER, **change))
    assert not path.exists()


def test_a_wrong_header_leaves_the_file_that_it_should_replace(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(b"precious")
    with pytest.raises(UsageError):
        RecordingWriter(path, msgspec.structs.replace(HEADER, seed=2**64), overwrite=True)
    assert path.read_bytes() == b"precious"


@pytest.mark.parametrize("at", [0.9, -1.0, math.nan, math.inf, 2e12])
def test_time_goes_on_and_never_back(at: float, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    with RecordingWriter(path, HEADER) as writer:
        writer.write(Ticked(1.0))
        with pytest.raises(UsageError) as caught:
            writer.write(Ticked(at))
    expected = "expected a time from 1.0 (the record before) to 1e+12 s"
    assert str(caught.value) == f"{path}: cannot record Ticked at {at} s: {expected}"


def test_records_at_the_same_time_are_kept_in_order(tmp_path: Path) -> None:
    kept: list[Record] = [Connected(1.0, "a"), Ticked(1.0), Ended(1.0, "b")]
    write_all(tmp_path / "a.rec", kept)
    assert read_all(tmp_path / "a.rec")[0] == kept


@pytest.mark.parametrize("size", [0, -1, 2**25 + 1])
def test_blocks_are_neither_empty_nor_too_large_to_be_read(size: int, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=rf"^block_bytes must be from 1 to 33554432, got {size}$"):
        RecordingWriter(tmp_path / "a.rec", HEADER, block_bytes=size)


def test_the_largest_block_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    largest = 2**25 - 64
    with RecordingWriter(path, HEADER, block_bytes=2**25) as writer:
        writer.write(Received(0.0, bytes(largest - 20)))
        writer.write(Received(0.0, bytes(largest - 20)))
        assert writer.statistics().blocks == 2
    assert [len(record.data) for record in read_all(path)[0] if isinstance(record, Received)] == [
        largest - 20,
        largest - 20,
    ]


def test_a_text_is_as_good_a_path(tmp_path: Path) -> None:
    RecordingWriter(str(tmp_path / "a.rec"), HEADER).close()
    assert read_all(tmp_path / "a.rec") == ([], "")


def test_header_needs_no_join(tmp_path: Path) -> None:
    header = Header(bot="b", brain="x", seed=-1, dialect="auto", role="observer")
    write_all(tmp_path / "a.rec", [Thought(0.0, Decision(move=TravelTo(place=EntityId("n"))))], header)
    assert len(read_all(tmp_path / "a.rec")[0]) == 1
