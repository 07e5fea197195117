"""Files that were cut, spoiled or put together wrongly: what is handed out is always true."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from agentfw.errors import RecordingError
from agentfw.recording import open_recording
from tests.recording.made_up import FEW, block_borders, read_all, write_all

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def small(tmp_path: Path) -> bytes:
    return write_all(tmp_path / "small.rec", FEW)


def counts_at(data: bytes, borders: list[int], path: Path) -> list[int]:
    """How many records are in the file up to each border."""
    found = []
    for border in borders:
        path.write_bytes(data[:border])
        found.append(len(read_all(path)[0]))
    return found


def test_a_file_cut_between_blocks_reads_up_to_there(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    borders = block_borders(small)[1:]
    for border in borders:
        path.write_bytes(small[:border])
        found, end = read_all(path)
        assert (found, end) == (list(FEW[: len(found)]), "")
    assert counts_at(small, borders, path) == [0, 5, 12, 13]


def test_a_file_cut_at_any_byte_of_a_block_reads_up_to_the_last_whole_block_and_is_cut(
    small: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "a.rec"
    borders = block_borders(small)[1:]
    counts = counts_at(small, borders, path)
    for size in range(borders[0], len(small)):
        if size not in borders:
            path.write_bytes(small[:size])
            whole = max(count for border, count in zip(borders, counts, strict=True) if border < size)
            assert read_all(path) == (list(FEW[:whole]), "cut")


def test_a_file_cut_before_the_end_of_its_header_is_told(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    first, second = block_borders(small)[:2]
    for size in range(1, second):
        path.write_bytes(small[:size])
        place = 0 if size < first else first
        assert read_all(path)[1] == (
            f"{path}: at byte {place}: the file ends before its header, nothing can be read"
        )


def test_one_flipped_bit_anywhere_is_found_and_nothing_wrong_is_handed_out(
    small: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "a.rec"
    spoiled = bytearray(small)
    for bit in range(8 * len(small)):
        spoiled[bit // 8] ^= 1 << bit % 8
        path.write_bytes(spoiled)
        found, end = read_all(path)
        assert found == list(FEW[: len(found)])
        assert end.startswith(f"{path}: at byte ")
        spoiled[bit // 8] ^= 1 << bit % 8


def test_damage_is_told_with_the_byte_at_which_its_block_begins(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    start, _ = block_borders(small)[2:4]
    path.write_bytes(small[: start + 20] + b"\xff" + small[start + 21 :])
    found, end = read_all(path)
    assert found == list(FEW[:5])
    assert end.startswith(f"{path}: at byte {start}: the block is damaged: check sum ")


def test_a_damaged_head_is_not_taken_for_the_end_of_the_file(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    start = block_borders(small)[2]
    path.write_bytes(small[: start + 2] + b"\x02" + small[start + 3 :])
    end = read_all(path)[1]
    assert end.startswith(f"{path}: at byte {start}: the head of the block is damaged: check sum ")


@pytest.mark.parametrize("order", [(0, 2, 3), (0, 2, 1, 3), (0, 1, 1, 2, 3), (1, 2, 3)])
def test_lost_swapped_and_doubled_blocks_are_found(
    order: tuple[int, ...], small: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "a.rec"
    borders = block_borders(small)
    blocks = [small[start:end] for start, end in pairwise(borders)]
    path.write_bytes(small[: borders[0]] + b"".join(blocks[number] for number in order))
    found, end = read_all(path)
    assert found == list(FEW[: len(found)])
    assert "the block is damaged: check sum" in end


@pytest.mark.parametrize("tail", [bytes(1000), b"\n" * 12, b"\xff" * 500])
def test_foreign_bytes_behind_the_last_block_are_found(
    tail: bytes, small: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(small + tail)
    found, end = read_all(path)
    assert found == list(FEW)
    assert f"at byte {len(small)}: the head of the block is damaged" in end


def test_a_recording_is_not_cut_before_it_was_read(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(small[:-1])
    recording = open_recording(path)
    assert not recording.is_cut
    assert len(list(recording)) == 12
    assert recording.is_cut


def test_a_file_that_has_grown_since_is_no_longer_cut(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(small[:-1])
    recording = open_recording(path)
    list(recording)
    path.write_bytes(small)
    assert list(recording) == list(FEW)
    assert not recording.is_cut


def test_a_file_that_was_replaced_by_something_else_is_told(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    path.write_bytes(small)
    recording = open_recording(path)
    path.write_bytes(b"\x1f\x8b")
    with pytest.raises(RecordingError, match="this looks like gzip data"):
        list(recording)
