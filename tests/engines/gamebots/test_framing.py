from __future__ import annotations

import re
import tracemalloc
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agentfw.engines.gamebots.framing import MAX_LINE, TOO_LONG, LineCutter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LIMIT: Final = 8
ENDS: Final = [b"\r", b"\n", b"\r\n"]
ANY_END: Final = re.compile(rb"\r\n|\r|\n")
ONLY_CR: Final = re.compile(rb"\r\n?")

# Streams begin with a letter: no server sees a line end before the first word.
streams = st.lists(st.sampled_from([b"A", b"BEG {X}", b"x" * (LIMIT + 1), *ENDS]), max_size=12).map(
    lambda parts: b"A" + b"".join(parts) + b"\r"
)


def cut(data: bytes, places: Iterable[int]) -> list[bytes]:
    """The data in pieces that end at these places."""
    borders = [0, *sorted(places), len(data)]
    return [data[start:end] for start, end in pairwise(borders) if start < end]


def bytewise(data: bytes) -> list[bytes]:
    return cut(data, range(len(data)))


def fed(cutter: LineCutter, pieces: Iterable[bytes]) -> list[bytes]:
    return [line for piece in pieces for line in cutter.feed_all(piece)]


def expected_lines(ends: re.Pattern[bytes], stream: bytes) -> list[bytes]:
    """The lines of a stream that ends in CR, by the definition of a line end."""
    lines = ends.split(stream)[:-1]
    return [line if len(line) <= LIMIT else TOO_LONG for line in lines]


@pytest.mark.parametrize("end", ENDS)
def test_cr_and_lf_and_both_end_a_line(end: bytes) -> None:
    assert LineCutter().feed(b"BEG" + end + b"END" + end) == [b"BEG", b"END"]


def test_unfinished_line_waits_for_its_end() -> None:
    cutter = LineCutter()
    assert cutter.feed(b"BEG\r\nEN") == [b"BEG"]
    assert cutter.feed(b"D") == []
    assert cutter.feed(b"\r") == [b"END"]


def test_cr_lf_cut_between_its_bytes_is_one_line_end() -> None:
    cutter = LineCutter()
    assert cutter.feed_all(b"BEG\r") == [b"BEG"]
    assert cutter.feed_all(b"\nEND\r\n") == [b"END"]


def test_empty_piece_between_cr_and_lf_changes_nothing() -> None:
    assert fed(LineCutter(), [b"BEG\r", b"", b"\nEND\r\n"]) == [b"BEG", b"END"]


def test_empty_lines_vanish() -> None:
    assert LineCutter().feed(b"\r\n\n\rBEG\n\nEND\r\r") == [b"BEG", b"END"]


def test_empty_lines_are_there_for_whoever_counts() -> None:
    assert LineCutter().feed_all(b"\r\nBEG\n\nEND\r\r") == [b"", b"BEG", b"", b"END", b""]


def test_other_control_characters_end_no_line() -> None:
    line = b"a\x0bb\x0cc\x1cd\x1ee\x85f\0g"
    assert LineCutter().feed(line + b"\n") == [line]


def test_lone_nul_is_a_line_and_not_an_overlong_one() -> None:
    cutter = LineCutter()
    assert cutter.feed(b"\0\nEND\n") == [b"\0", b"END"]
    assert cutter.overlong == 0


@example(stream=b"A\r\n\nB\r", places=[2])
@example(stream=b"A\r\n\nB\r", places=[3])
@given(streams, st.lists(st.integers(0, 60), max_size=6))
@pytest.mark.parametrize(("cr_only", "ends"), [(False, ANY_END), (True, ONLY_CR)])
def test_lines_do_not_depend_on_how_the_stream_is_cut(
    cr_only: bool,  # noqa: FBT001 - a column of the table
    ends: re.Pattern[bytes],
    stream: bytes,
    places: list[int],
) -> None:
    cutter = LineCutter(max_line=LIMIT, cr_only=cr_only)
    expected = expected_lines(ends, stream)
    assert fed(cutter, cut(stream, (place % len(stream) for place in places))) == expected
    assert cutter.overlong == expected.count(TOO_LONG)


@given(streams)
@pytest.mark.parametrize("cr_only", [False, True])
def test_stream_cut_at_any_byte_gives_the_same_lines(
    cr_only: bool,  # noqa: FBT001 - a column of the table
    stream: bytes,
) -> None:
    def lines(pieces: list[bytes]) -> list[bytes]:
        return fed(LineCutter(max_line=LIMIT, cr_only=cr_only), pieces)

    whole = lines([stream])
    assert all(lines(cut(stream, [place])) == whole for place in range(len(stream)))
    assert lines(bytewise(stream)) == whole


def test_lf_alone_never_ends_a_command_where_only_cr_does() -> None:
    cutter = LineCutter(cr_only=True)
    assert cutter.feed(b"READY\nINIT {Name x}\n") == []
    assert cutter.feed(b"PING\r") == [b"READY\nINIT {Name x}\nPING"]


@pytest.mark.parametrize("pieces", [[b"READY\r\nPING\r"], [b"READY\r", b"\nPING\r"]])
def test_lf_after_cr_is_swallowed_where_only_cr_ends_commands(pieces: list[bytes]) -> None:
    assert fed(LineCutter(cr_only=True), pieces) == [b"READY", b"PING"]


in_one_piece_or_many = pytest.mark.parametrize("cutting", [lambda data: [data], bytewise])


@in_one_piece_or_many
def test_line_as_long_as_the_limit_is_kept(cutting: Callable[[bytes], list[bytes]]) -> None:
    cutter = LineCutter(max_line=LIMIT)
    assert fed(cutter, cutting(b"x" * LIMIT + b"\r\n")) == [b"x" * LIMIT]
    assert cutter.overlong == 0


@in_one_piece_or_many
def test_longer_line_is_dropped_and_counted_once(cutting: Callable[[bytes], list[bytes]]) -> None:
    cutter = LineCutter(max_line=LIMIT)
    data = b"BEG\r\n" + b"x" * (LIMIT + 1) + b"\r\n" + b"y" * 50 * LIMIT + b"\nEND\r\n"
    assert [line for piece in cutting(data) for line in cutter.feed(piece)] == [b"BEG", b"END"]
    assert cutter.overlong == 2


@in_one_piece_or_many
def test_overlong_line_keeps_its_place_for_whoever_counts(
    cutting: Callable[[bytes], list[bytes]],
) -> None:
    data = b"BEG\r\n" + b"x" * 3 * LIMIT + b"\r\nEND\r\n"
    assert fed(LineCutter(max_line=LIMIT), cutting(data)) == [b"BEG", TOO_LONG, b"END"]


def test_last_line_of_a_file_needs_no_end() -> None:
    cutter = LineCutter()
    assert cutter.feed_all(b"BEG\r\nEND") == [b"BEG"]
    assert cutter.finish() == [b"END"]
    assert cutter.finish() == []


@pytest.mark.parametrize("end", ENDS)
def test_nothing_is_left_after_a_complete_last_line(end: bytes) -> None:
    cutter = LineCutter()
    cutter.feed_all(b"END" + end)
    assert cutter.finish() == []


def test_overlong_last_line_of_a_file_is_told() -> None:
    cutter = LineCutter(max_line=LIMIT)
    assert cutter.feed_all(b"x" * (LIMIT + 1)) == []
    assert cutter.finish() == [TOO_LONG]
    assert cutter.feed_all(b"END\n") == [b"END"]
    assert cutter.overlong == 1


@pytest.mark.parametrize("piece", [b"x" * 1000, b"x" * 100_000])
def test_ten_megabytes_without_a_line_end_take_no_more_memory_than_one_line(piece: bytes) -> None:
    cutter = LineCutter()
    tracemalloc.start()
    for _ in range(10_000_000 // len(piece)):
        cutter.feed(piece)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept <= 2 * MAX_LINE
    assert peak <= 4 * MAX_LINE + 2 * len(piece)
    assert cutter.overlong == 1
