"""Made-up traffic is the same for the same seed, and looks like that of the real servers."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from agentfw.engines.gamebots import ClientSession, MessageDecoder, Odd
from agentfw.testing import Traffic
from agentfw.vocabulary import (
    BodyLimits,
    GameInfo,
    Join,
    Listing,
    Place,
    PlaceLink,
    SelfMotion,
    Snapshot,
)
from tests.support.conversations import both_dialects
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect

# Sections 2.3 and 4.4 of the protocol reference.
_ORDER = {
    CLASSIC.name: ("BEG", "GAM", "SLF", "PLR", "NAV", "INV", "MOV", "DOM", "FLG", "END"),
    GB2004.name: (
        "BEG",
        "PLS",
        "TES",
        "SLF",
        "PLR",
        "INV",
        "MOV",
        "PRJ",
        "NAV",
        "BOM",
        "FLG",
        "END",
        "UPD",
    ),
}


def _everything(dialect: Dialect, seed: int) -> bytes:
    traffic = Traffic(dialect, seed=seed, places=40)
    return traffic.handshake() + b"".join(traffic.batches(20))


def _words(batch: bytes) -> list[str]:
    return [line.partition(b" ")[0].decode() for line in batch.splitlines()]


@both_dialects
def test_same_seed_gives_the_same_bytes(dialect: Dialect) -> None:
    assert _everything(dialect, 7) == _everything(dialect, 7)


@both_dialects
def test_other_seed_gives_other_bytes(dialect: Dialect) -> None:
    assert _everything(dialect, 7) != _everything(dialect, 8)


@both_dialects
def test_batch_keeps_the_order_of_the_real_server(dialect: Dialect) -> None:
    order = _ORDER[dialect.name]
    for batch in Traffic(dialect).batches(50):
        places = [order.index(word) for word in _words(batch)]
        assert places == sorted(places)
        assert _words(batch).count("SLF") == 1


@both_dialects
def test_much_is_seen(dialect: Dialect) -> None:
    kinds = {word for batch in Traffic(dialect).batches(50) for word in _words(batch)}
    assert {"PLR", "INV", "NAV"} <= kinds


@both_dialects
def test_every_line_of_many_batches_is_understood(dialect: Dialect) -> None:
    decoder = MessageDecoder(dialect, "bot")
    lines = [line for batch in Traffic(dialect).batches(200) for line in batch.splitlines()]
    assert [message for message in decoder.decode_all(lines) if isinstance(message, Odd)] == []


@both_dialects
def test_most_lines_were_heard_before(dialect: Dialect) -> None:
    lines = Traffic(dialect).lines(10_000)
    assert len(set(lines)) < len(lines) / 2


@both_dialects
def test_batches_carry_rising_times_at_both_ends(dialect: Dialect) -> None:
    times = []
    for batch in Traffic(dialect).batches(10):
        beginning, end = (line for line in batch.splitlines() if line.startswith((b"BEG", b"END")))
        assert beginning.removeprefix(b"BEG") == end.removeprefix(b"END")
        times.append(float(beginning.removeprefix(b"BEG {Time ").removesuffix(b"}")))
    assert times == sorted(set(times))


def test_new_server_sends_five_quick_updates_after_each_batch_and_scores_in_every_fifth() -> None:
    batches = [[word for word, _ in groupby(_words(batch))] for batch in Traffic(GB2004).batches(16)]
    assert [number for number, words in enumerate(batches, 1) if "PLS" in words] == [6, 11, 16]
    assert all(_words(batch)[-6:] == ["END", *["UPD"] * 5] for batch in Traffic(GB2004).batches(3))


@both_dialects
def test_client_plays_on_made_up_traffic_without_a_complaint(dialect: Dialect) -> None:
    session = ClientSession([dialect], join=Join("Bob"))
    traffic = Traffic(dialect, places=20)
    heard = session.feed(traffic.handshake(), 0.0)
    expected = [Listing, BodyLimits] if dialect is GB2004 else [GameInfo]
    assert [type(percept) for percept in heard] == expected
    played = [percept for batch in traffic.batches(10) for percept in session.feed(batch, 0.0)]
    assert {type(percept) for percept in played} <= {Snapshot, SelfMotion}
    statistics = session.statistics()
    assert (statistics.snapshots, statistics.misplaced, statistics.rejected) == (10, 0, 0)
    assert (statistics.unknown_words, statistics.unknown_attributes) == ({}, {})


@pytest.mark.parametrize("places", [4, 30])
def test_handshake_tells_as_many_places_as_asked_for_each_with_links(places: int) -> None:
    (world, _) = ClientSession([GB2004]).feed(Traffic(GB2004, places=places).handshake(), 0.0)
    assert isinstance(world, Listing)
    told = [percept.id for percept in world.percepts if isinstance(percept, Place)]
    links = [percept.source for percept in world.percepts if isinstance(percept, PlaceLink)]
    assert (len(told), set(links)) == (places, set(told))


@both_dialects
def test_lines_are_as_many_as_asked_for_and_without_ends(dialect: Dialect) -> None:
    lines = Traffic(dialect).lines(123)
    assert len(lines) == 123
    assert not [line for line in lines if line.endswith((b"\r", b"\n"))]
