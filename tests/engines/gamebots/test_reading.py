"""How attributes become fields: spellings, flags, tags, groups, numbers, conditions."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from agentfw.engines.gamebots import Dialect, MessageDecoder
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    BombSeen,
    ClassName,
    DominationPoint,
    EntityId,
    FireMode,
    Firing,
    FiringStarted,
    FlagState,
    GameInfo,
    ItemCategory,
    ItemClass,
    PathReply,
    PathStep,
    Place,
    PlaceKind,
    PlaceLink,
    PlayerAppeared,
    PlayerSeen,
    ReachReply,
    RequestId,
    ScoreBoard,
    SelfState,
    TraceReply,
    TravelFlag,
)
from tests.support.dialects import BOTH, CLASSIC, GB2004

A = EntityId("a")
shared_decoder = functools.cache(MessageDecoder)


def read(dialect: Dialect, line: bytes, port: str = "bot") -> Any:
    return shared_decoder(dialect, port).decode(line)


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("name", [b"Id", b"ID", b"id", b"iD"])
def test_attribute_names_are_read_in_any_case(dialect: Dialect, name: bytes) -> None:
    line = b"RCH {%s q1} {REACHABLE True} {from 1,2,3}" % name
    assert read(dialect, line) == ReachReply(RequestId("q1"), reachable=True, start=Vec3(1, 2, 3))


@pytest.mark.parametrize("word", [b"NAV", b"nav", b"Nav"])
def test_message_words_are_read_in_any_case(word: bytes) -> None:
    assert read(CLASSIC, word + b" {Id a}") == Place(A)


@pytest.mark.parametrize("line", [b"NAV  {Id a}   {Reachable True}", b"NAV {Reachable True} {Id a}"])
def test_neither_order_nor_blanks_between_attributes_matter(line: bytes) -> None:
    assert read(CLASSIC, line) == Place(A, reachable=True)


def test_first_of_two_attributes_of_one_name_wins() -> None:
    assert read(CLASSIC, b"NAV {Id a} {id b} {Location 1,2,3} {LOCATION x}") == Place(A, Vec3(1, 2, 3))


@pytest.mark.parametrize("value", [b"None", b"none", b"", b"null"])
def test_number_that_is_nothing_was_not_told(value: bytes) -> None:
    line = b"SLF {Id a} {Health %s} {Location %s} {Rotation %s}" % (value, value, value)
    assert read(CLASSIC, line) == SelfState(A)


def test_flag_without_a_value_is_set_by_being_there() -> None:
    assert read(GB2004, b"SHOOT {Alt}", "observer") == FiringStarted(alt=True)


@pytest.mark.parametrize(
    ("text", "value"), [(b"True", True), (b"true", True), (b"1", True), (b"Falso", False), (b"0", False)]
)
def test_truth_is_read_in_all_its_spellings(
    text: bytes,
    value: bool,  # noqa: FBT001 - a column of the table
) -> None:
    assert read(CLASSIC, b"SLF {Id a} {AltFiring %s}" % text) == SelfState(A, alt_firing=value)


@pytest.mark.parametrize(
    ("attributes", "firing"),
    [
        (b"", Firing.NONE),
        (b" {Firing 1}", Firing.PRIMARY),
        (b" {AltFiring 1}", Firing.SECONDARY),
        (b" {Firing}", Firing.PRIMARY),
        (b" {Firing True}", Firing.PRIMARY),
        (b" {Firing 0}", Firing.NONE),
        (b" {AltFiring False}", Firing.NONE),
        (b" {Firing 0} {AltFiring 1}", Firing.SECONDARY),
    ],
)
def test_tag_sets_its_field_unless_it_says_no(attributes: bytes, firing: Firing) -> None:
    decoder = MessageDecoder(CLASSIC, "bot")
    for name in (b"a", b"b"):
        seen = decoder.decode(b"PLR {Id %s}%s" % (name, attributes))
        assert seen == PlayerSeen(EntityId(name.decode()), firing=firing)


def test_player_who_appears_is_read_like_a_player_in_a_batch() -> None:
    assert read(CLASSIC, b"SEE {Id a} {Firing 1}") == PlayerAppeared(A, firing=Firing.PRIMARY)


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        (b"InvSpot", PlaceKind.ITEM_SPOT),
        (b"PlayerStart", PlaceKind.PLAYER_START),
        (b"Door", PlaceKind.DOOR),
        (b"LiftCenter", PlaceKind.LIFT_CENTER),
        (b"LiftExit", PlaceKind.LIFT_EXIT),
        (b"AIMarker", PlaceKind.AMBUSH_SPOT),
        (b"JumpSpot", PlaceKind.JUMP_SPOT),
        (b"JumpDest", PlaceKind.JUMP_DESTINATION),
        (b"JumpPad", PlaceKind.JUMP_PAD),
        (b"Teleporter", PlaceKind.TELEPORTER),
    ],
)
def test_tag_tells_what_a_place_is(tag: bytes, kind: PlaceKind) -> None:
    assert read(GB2004, b"NAV {Id a} {%s True}" % tag) == Place(A, kind=kind)


def test_place_with_a_domination_point_is_one() -> None:
    line = b"NAV {Id a} {Visible False} {DomPoint True} {DomPointController 255}"
    assert read(GB2004, line) == DominationPoint(
        A, owner=255, visible=False, kind=PlaceKind.DOMINATION_POINT
    )
    assert read(GB2004, b"NAV {Id a} {Visible False}") == Place(A, visible=False)


def test_time_limit_means_seconds_left_in_team_games_and_minutes_elsewhere() -> None:
    team_game = read(GB2004, b"NFO {Level x} {GoalTeamScore 3} {TimeLimit 90}")
    assert team_game == GameInfo(level="x", goal_team_score=3.0, time_left_s=90.0)
    assert read(GB2004, b"NFO {Level x} {FragLimit 20} {TimeLimit 15}") == GameInfo(
        level="x", frag_limit=20, time_limit_min=15.0
    )


def test_condition_is_met_in_any_case() -> None:
    assert read(GB2004, b"NFO {goalteamscore 3} {timelimit 90}").time_left_s == 90.0


@pytest.mark.parametrize(("word", "detailed"), [(b"FTR", False), (b"TRC", True)])
def test_preset_tells_two_words_of_one_struct_apart(
    word: bytes,
    detailed: bool,  # noqa: FBT001 - a column of the table
) -> None:
    reply = read(GB2004, word + b" {Id q} {Result True}")
    assert reply == TraceReply(detailed, RequestId("q"), hit=True)


def test_groups_fill_structs_of_their_own() -> None:
    line = (
        b"ITC {InventoryType I} {PickupType None} {ItemCategory Weapon} {Melee False}"
        b" {PriFireModeType F} {PriFireRate 0.5} {PriDamageMin 10} {SecFireModeType None} {secspeed 900}"
    )
    assert read(GB2004, line) == ItemClass(
        ClassName("I"),
        ClassName(""),
        ItemCategory.WEAPON,
        melee=False,
        primary=FireMode(ClassName("F"), interval_s=0.5, damage_min=10.0),
        secondary=FireMode(ClassName(""), speed=900.0),
    )


def test_group_of_which_nothing_is_told_is_not_there() -> None:
    assert read(GB2004, b"ITC {ItemCategory Health} {Amount 25}") == ItemClass(
        category=ItemCategory.HEALTH, amount=25
    )


def test_numbered_steps_are_followed_by_number() -> None:
    line = b"PTH {ID q} {10 J 10,0,0} {2 C 2,0,0} {0 My Map.A 0,0,0}"
    steps = [
        PathStep(EntityId(name), Vec3(x, 0, 0)) for name, x in [("My Map.A", 0), ("C", 2), ("J", 10)]
    ]
    assert read(CLASSIC, line) == PathReply(RequestId("q"), tuple(steps))


def test_path_without_steps_is_no_way() -> None:
    assert read(CLASSIC, b"PTH {ID q}") == PathReply(RequestId("q"))


def test_score_board_is_read_with_ids_that_hold_blanks() -> None:
    line = (
        b"GAM {PlayerScores {My Map.Bot 1 5.000000} {b -1.0}} {TeamScores {0 1.0} {1 2.5}}"
        b" {DomPoints {d 255}} {HaveFlag}"
    )
    assert read(CLASSIC, line) == ScoreBoard(
        players=((EntityId("My Map.Bot 1"), 5.0), (EntityId("b"), -1.0)),
        teams=((0, 1.0), (1, 2.5)),
        point_owners=((EntityId("d"), 255),),
        has_flag=True,
        our_flag_taken=False,
    )


@pytest.mark.parametrize("flag", [b"{EnemyHasFlag}", b"{EnemyHasFlag 1}", b"{EnemyHasFlag x}"])
def test_presence_counts_whatever_the_value(flag: bytes) -> None:
    assert read(CLASSIC, b"GAM " + flag).our_flag_taken is True


@pytest.mark.parametrize("flags", [0, 1, 3, 9, 1023])
def test_link_flags_are_a_set(flags: int) -> None:
    link = read(GB2004, b"INGP {Id a} {Flags %d}" % flags)
    assert link == PlaceLink(A, flags=TravelFlag(flags))
    assert isinstance(link.flags, TravelFlag)


def test_handshake_and_batch_variants_share_a_form() -> None:
    assert read(GB2004, b"BOM {Id a} {State Held} {Visible False}") == BombSeen(
        A, FlagState.HELD, visible=False
    )
    held = read(GB2004, b"BOM {Id a} {State held} {Visible True} {Location 1,2,3} {Holder None}")
    assert held == BombSeen(A, FlagState.HELD, True, Vec3(1, 2, 3), EntityId(""))


def test_rotation_is_kept_as_told() -> None:
    assert read(GB2004, b"UPD {Rot -258,70000,0}").rotation == Rotation(-258, 70000, 0)
