"""Nothing odd passes unnoticed: what a session counts, and what it keeps of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.engines.gamebots import ClientSession, Limits, SessionStatistics
from agentfw.engines.gamebots.wire import Unknown
from agentfw.geometry import ORIGIN
from agentfw.vocabulary import AskReach, Bumped, EntityId, ItemSeen, Join, Snapshot, Stop
from tests.support.conversations import both_dialects, hear, opening, playing, said
from tests.support.dialects import GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect


@both_dialects
def test_unknown_word_is_kept_as_text_and_counted(dialect: Dialect) -> None:
    session = playing(dialect)
    percepts = hear(session, "XYZ {A 1} {B two words}", "XYZ {A 2} {B }", "QUX")
    assert percepts == [
        Unknown("XYZ", (("A", "1"), ("B", "two words"))),
        Unknown("XYZ", (("A", "2"), ("B", ""))),
        Unknown("QUX"),
    ]
    assert session.statistics().unknown_words == {"XYZ": 2, "QUX": 1}


@both_dialects
def test_unknown_attribute_is_kept_with_its_message_and_counted(dialect: Dialect) -> None:
    session = playing(dialect)
    percepts = hear(session, "BMP {Id Bot3} {Mood grim}", "BMP {Id Bot3} {Mood grim}")
    assert percepts == [Bumped(EntityId("Bot3"), extra=(("Mood", "grim"),))] * 2
    assert session.statistics().unknown_attributes == {"BMP.Mood": 2}


@both_dialects
def test_message_with_an_unknown_attribute_stays_in_its_batch(dialect: Dialect) -> None:
    item = ItemSeen(EntityId("Gun"), extra=(("Mood", "grim"),))
    percepts = hear(playing(dialect), "BEG {Time 1.00}", "INV {Id Gun} {Mood grim}", "END {Time 1.00}")
    assert percepts == [Snapshot(1.0, (item,))]


@both_dialects
def test_unreadable_line_is_dropped_counted_and_kept_with_its_reason(dialect: Dialect) -> None:
    session = playing(dialect)
    assert hear(session, "DAM {Damage lots}", "BMP {Id Bot3") == []
    assert session.statistics().rejected == 2
    assert [(rejected.line, rejected.reason) for rejected in session.last_rejected] == [
        ("DAM {Damage lots}", 'DAM: attribute "Damage": "lots" is not a number'),
        ("BMP {Id Bot3", "BMP: is cut off: the last attribute has no closing brace"),
    ]


def test_only_the_newest_unreadable_lines_are_kept() -> None:
    session = playing(GB2004)
    hear(session, *(f"DAM {{Damage x{number}}}" for number in range(30)))
    assert session.statistics().rejected == 30
    assert [rejected.line for rejected in session.last_rejected] == [
        f"DAM {{Damage x{number}}}" for number in range(10, 30)
    ]


@both_dialects
def test_unreadable_line_does_not_break_the_batch_around_it(dialect: Dialect) -> None:
    percepts = hear(playing(dialect), "BEG {Time 1.00}", "SLF {Health lots}", "END {Time 1.00}")
    assert percepts == [Snapshot(1.0)]


@both_dialects
def test_overlong_line_is_dropped_and_counted(dialect: Dialect) -> None:
    session = playing(dialect, limits=Limits(max_line=500))
    assert hear(session, "BMP {Id " + "x" * 500 + "}", "BMP {Id Bot3}") == [Bumped(EntityId("Bot3"))]
    assert session.statistics().overlong == 1


def test_endless_variety_of_unknown_words_shares_one_counter() -> None:
    session = playing(GB2004)
    hear(session, *(f"XX{number}" for number in range(300)))
    words = session.statistics().unknown_words
    assert (len(words), words["…"]) == (201, 100)


def test_fresh_session_has_counted_nothing() -> None:
    assert ClientSession([GB2004]).statistics() == SessionStatistics(
        dialect="",
        state="waiting for the greeting",
        bytes_in=0,
        bytes_out=0,
        lines=0,
        snapshots=0,
        commands=0,
        rejected=0,
        overlong=0,
        unknown_words={},
        unknown_attributes={},
        misplaced=0,
        broken_batches=0,
        broken_lists=0,
        requests_open=0,
        requests_answered=0,
        requests_timed_out=0,
        replies_late=0,
    )


@both_dialects
def test_statistics_count_what_went_both_ways(dialect: Dialect) -> None:
    session = ClientSession([dialect], join=Join("Bob"))
    lines = (*opening(dialect), "BEG {Time 1.00}", "END {Time 1.00}", "RCH {Id gone}")
    hear(session, *lines)
    session.send(Stop(), 0.0)
    session.send(AskReach(location=ORIGIN), 0.0)
    output = session.take_output()
    statistics = session.statistics()
    assert (statistics.dialect, statistics.state) == (dialect.name, "playing")
    assert (statistics.bytes_in, statistics.bytes_out) == (len(said(*lines)), len(output))
    assert (statistics.lines, statistics.snapshots) == (len(lines), 1)
    assert statistics.commands == output.count(b"\r\n")
    assert (statistics.requests_open, statistics.replies_late) == (1, 1)


def test_bytes_out_count_when_they_are_taken() -> None:
    session = playing(GB2004)
    before = session.statistics().bytes_out
    session.send(Stop(), 0.0)
    waiting = session.statistics().bytes_out
    session.take_output()
    assert (waiting - before, session.statistics().bytes_out - before) == (0, len("STOP\r\n"))
    assert session.take_output() == b""
