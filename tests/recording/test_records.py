"""Whatever is recorded comes back as it was."""

from __future__ import annotations

import platform
import struct
import typing
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import agentfw
from agentfw.recording import FORMAT, Header, Record, Thought, Ticked, open_recording
from agentfw.recording.records import MAX_TIME_S
from tests.recording.made_up import FEW, HEADER, read_all, records, said_by, write_all

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KINDS: tuple[type[msgspec.Struct], ...] = typing.get_args(Record)
ODD_TIMES = [0.0, 5e-324, 0.1, 1 / 3, 0.1 + 0.2, 2.0**36 / 10, 86400.000001, 999999999999.9999, 1e12]

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__name__))
many = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[], Path]:
    """A new file for each example of a property."""
    numbers = iter(range(10**9))
    return lambda: tmp_path / f"{next(numbers)}.rec"


@every_kind
@many
@given(data=st.data())
def test_every_kind_of_record_comes_back_as_it_was(
    kind: type[msgspec.Struct], data: st.DataObject, file: Callable[[], Path]
) -> None:
    record = data.draw(said_by(kind))
    path = file()
    write_all(path, [record])
    assert read_all(path) == ([record], "")


@many
@given(kept=records(), block_s=st.sampled_from([0.0, 1.0, 1e9]), block_bytes=st.sampled_from([1, 200]))
def test_records_come_back_in_order_however_they_fall_into_blocks(
    kept: list[Record], block_s: float, block_bytes: int, file: Callable[[], Path]
) -> None:
    path = file()
    write_all(path, kept, block_s=block_s, block_bytes=block_bytes)
    assert read_all(path) == (kept, "")


@many
@given(header=said_by(Header))
def test_every_header_comes_back_as_it_was(header: Header, file: Callable[[], Path]) -> None:
    path = file()
    write_all(path, [], header)
    assert open_recording(path).header == header


@many
@given(at=st.floats(0.0, MAX_TIME_S))
def test_times_keep_every_bit(at: float, file: Callable[[], Path]) -> None:
    path = file()
    write_all(path, [Ticked(at)])
    assert struct.pack("d", read_all(path)[0][0].at) == struct.pack("d", at)


@pytest.mark.parametrize("at", ODD_TIMES)
def test_times_that_decimals_would_spoil_keep_every_bit(at: float, tmp_path: Path) -> None:
    write_all(tmp_path / "a.rec", [Ticked(at)])
    assert read_all(tmp_path / "a.rec")[0][0].at.hex() == at.hex()


def test_header_tells_the_running_versions_unless_told() -> None:
    header = Header(bot="b", brain="x", seed=1, dialect="auto")
    assert (header.agentfw, header.python) == (agentfw.__version__, platform.python_version())
    assert header.format == FORMAT


@every_kind
def test_every_record_is_frozen_timed_and_explained(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.frozen
    assert kind.__struct_fields__[0] == "at"
    assert vars(kind)["__doc__"]


def test_no_two_kinds_have_the_same_tag() -> None:
    kinds: list[type[msgspec.Struct]] = [Header, *KINDS]
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert sorted(map(str, tags)) == sorted({str(tag) for tag in tags})


def test_a_tick_takes_no_more_than_a_dozen_bytes() -> None:
    assert len(msgspec.msgpack.encode(Ticked(0.1))) <= 12


def test_the_small_recording_of_these_tests_has_every_kind() -> None:
    assert {type(record) for record in FEW} == set(KINDS)
    assert HEADER.join is not None
    assert any(isinstance(record, Thought) and record.decision.move for record in FEW)
