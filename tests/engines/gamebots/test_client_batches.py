"""Batches become visible whole or not at all; what belongs to none is never held back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    ChatChannel,
    ChatHeard,
    DamageTaken,
    EntityId,
    ItemSeen,
    Listing,
    Place,
    PlayerAppeared,
    SelfMotion,
    SelfState,
    Snapshot,
    SoundHeard,
    SoundKind,
)
from tests.support.conversations import both_dialects, hear, playing, said
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect

_SELF = "SLF {Name Bob} {Health 80}"
_ME = SelfState(player_name="Bob", health=80)
_ITEM = ItemSeen(EntityId("Gun"))


@both_dialects
def test_nothing_of_a_batch_is_visible_before_its_end(dialect: Dialect) -> None:
    session = playing(dialect)
    held_back = [hear(session, line) for line in ("BEG {Time 1.50}", _SELF, "INV {Id Gun}")]
    assert held_back == [[], [], []]
    assert hear(session, "END {Time 1.50}") == [Snapshot(1.5, (_ME, _ITEM))]


@both_dialects
def test_batch_without_members_is_a_snapshot_too(dialect: Dialect) -> None:
    assert hear(playing(dialect), "BEG {Time 2.00}", "END {Time 2.00}") == [Snapshot(2.0)]


@both_dialects
def test_several_batches_in_one_piece_are_several_snapshots(dialect: Dialect) -> None:
    batches = [(f"BEG {{Time {time}.00}}", "INV {Id Gun}", f"END {{Time {time}.00}}") for time in (1, 2)]
    assert hear(playing(dialect), *batches[0], *batches[1]) == [
        Snapshot(1.0, (_ITEM,)),
        Snapshot(2.0, (_ITEM,)),
    ]


@both_dialects
@pytest.mark.parametrize(
    "broken",
    [
        ("END {Time 1.00}",),
        ("BEG {Time 1.00}", "INV {Id Lost}"),
        ("BEG {Time 1.00}", "INV {Id Lost}", "END {Time 1.01}"),
    ],
    ids=["end without beginning", "beginning without end", "two different times"],
)
def test_broken_batch_is_dropped_and_counted_and_the_next_one_is_whole(
    dialect: Dialect, broken: tuple[str, ...]
) -> None:
    session = playing(dialect)
    before = session.statistics().snapshots
    percepts = hear(session, *broken, "BEG {Time 2.00}", "INV {Id Gun}", "END {Time 2.00}")
    assert percepts == [Snapshot(2.0, (_ITEM,))]
    statistics = session.statistics()
    assert (statistics.broken_batches, statistics.snapshots) == (1, before + 1)


@both_dialects
def test_batch_that_never_ends_is_given_up(dialect: Dialect) -> None:
    session = playing(dialect)
    hear(session, "BEG {Time 1.00}")
    assert session.feed(said("INV {Id Lost}") * 20_001, 0.0) == []
    assert session.statistics().broken_batches == 1
    assert hear(session, "INV {Id Gun}") == [_ITEM]
    assert hear(session, "BEG {Time 2.00}", "END {Time 2.00}") == [Snapshot(2.0)]


@both_dialects
def test_large_batch_is_handed_over_whole(dialect: Dialect) -> None:
    session = playing(dialect)
    percepts = session.feed(said("BEG {Time 1.00}", *["INV {Id Gun}"] * 20_000, "END {Time 1.00}"), 0.0)
    assert percepts == [Snapshot(1.0, (_ITEM,) * 20_000)]


@both_dialects
@pytest.mark.parametrize("is_inside", [True, False], ids=["inside", "between"])
def test_events_are_delivered_at_once_inside_and_between_batches(
    dialect: Dialect, *, is_inside: bool
) -> None:
    session = playing(dialect)
    if is_inside:
        hear(session, "BEG {Time 1.00}", _SELF)
    assert hear(session, "DAM {Damage 20} {Instigator Bot3}") == [
        DamageTaken(20, instigator=EntityId("Bot3"))
    ]
    if is_inside:
        assert hear(session, "END {Time 1.00}") == [Snapshot(1.0, (_ME,))]


@both_dialects
def test_event_inside_a_batch_comes_before_the_batch(dialect: Dialect) -> None:
    percepts = hear(playing(dialect), "BEG {Time 1.00}", _SELF, "DAM {Damage 20}", "END {Time 1.00}")
    assert percepts == [DamageTaken(20), Snapshot(1.0, (_ME,))]


@pytest.mark.parametrize("before", [(), ("BEG {Time 1.00}", _SELF)], ids=["between", "inside"])
def test_quick_update_is_never_held_back(before: tuple[str, ...]) -> None:
    session = playing(GB2004)
    hear(session, *before)
    update = SelfMotion(Vec3(1.0, 2.0, 3.0), Rotation(0, 5, 0), Vec3(0.0, 0.0, 0.0))
    assert hear(session, "UPD {Loc 1.00,2.00,3.00} {Rot 0,5,0} {Vel 0.00,0.00,0.00}") == [update]


def test_sounds_belong_to_the_batch_only_where_the_server_tells_them_in_it() -> None:
    sound = "HRN {Source Door1}"
    heard = SoundHeard(SoundKind.NOISE, EntityId("Door1"))
    batch = ("BEG {Time 1.00}", sound, "END {Time 1.00}")
    assert hear(playing(GB2004), *batch) == [Snapshot(1.0, (heard,))]
    percepts = hear(playing(CLASSIC), "BEG {Time 1.00}", "HRP {Player Bot3}", "END {Time 1.00}")
    assert percepts == [SoundHeard(SoundKind.PICKUP, EntityId("Bot3")), Snapshot(1.0)]


def test_player_who_comes_into_view_is_an_event_and_not_part_of_a_batch() -> None:
    percepts = hear(playing(CLASSIC), "BEG {Time 1.00}", "SEE {Id Bot3}", "END {Time 1.00}")
    assert [type(percept) for percept in percepts] == [PlayerAppeared, Snapshot]


def test_list_whose_end_does_not_come_before_the_next_batch_is_given_up() -> None:
    session = playing(GB2004)
    percepts = hear(
        session,
        "SNAV",
        "NAV {Id P1}",
        *("BEG {Time 1.00}", "NAV {Id P1} {ItemSpawned True}", "END {Time 1.00}"),
        "NAV {Id P2}",
        "ENAV",
    )
    spawned = Place(EntityId("P1"), item_spawned=True)
    assert percepts == [Snapshot(1.0, (spawned,)), Place(EntityId("P2"))]
    assert session.statistics().broken_lists == 2


def test_unclosed_inner_list_ends_with_the_outer_one() -> None:
    session = playing(GB2004)
    assert hear(session, "SNAV", "NAV {Id P1}", "SNGP", "ENAV", "ENGP", "EINV") == [
        Listing("places", (Place(EntityId("P1")),))
    ]


def test_private_text_is_team_text() -> None:
    line = "VMT {Id Bot3} {Name Ann} {ControlServer False} {Text Private: come}"
    chat = ChatHeard(ChatChannel.TEAM, "Private: come", EntityId("Bot3"), "Ann", False)
    assert hear(playing(GB2004), line) == [chat]
