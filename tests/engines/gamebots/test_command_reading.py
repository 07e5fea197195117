"""Commands as the real servers read them: never refused for their numbers, in any case, up to 32."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from agentfw.engines.gamebots import CommandDecoder, Dialect, Odd, Rejected
from agentfw.engines.gamebots.orders import (
    ChangeAttributes,
    Configure,
    ConfigureReports,
    DrawRoute,
    Observe,
    ShowDialog,
)
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    AskReach,
    Axis,
    EntityId,
    Join,
    Jump,
    Leave,
    MoveTo,
    MoveToward,
    RequestId,
    Say,
    SetWalking,
    Shoot,
    Turn,
    TurnTo,
)
from tests.support.dialects import BOTH, CLASSIC, GB2004

A = EntityId("a")
HERE = Vec3(1, 2, 3)
shared_decoder = functools.cache(CommandDecoder)


def read(dialect: Dialect, line: bytes, port: str = "bot") -> Any:
    return shared_decoder(dialect, port).decode(line)


@pytest.mark.parametrize("line", [b"INIT {Name Bob} {Team 1}", b"Init  {name Bob}  {TEAM 1}"])
@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)
def test_words_and_names_are_read_in_any_case(dialect: Dialect, line: bytes) -> None:
    assert read(dialect, line) == Join("Bob", 1)


def test_one_word_with_two_forms_is_told_apart_by_its_condition() -> None:
    assert read(CLASSIC, b"RunTo {Target a}") == MoveToward(A)
    assert read(CLASSIC, b"RunTo {Location 1,2,3}") == MoveTo(HERE)
    assert read(CLASSIC, b"Strafe {Location 1,2,3} {Target a}") == MoveTo(HERE, focus_target=A)


def test_one_word_means_something_else_on_another_port() -> None:
    assert read(GB2004, b"INIT {Id a}", "observer") == Observe(A)
    assert read(GB2004, b"CHATTR {Id a} {Health 5}", "control") == ChangeAttributes(5, id=A)


@pytest.mark.parametrize("line", [b"QUIT", b"DISCONNECT"])
def test_two_words_mean_the_same(line: bytes) -> None:
    assert read(GB2004, line) == Leave()


@pytest.mark.parametrize("place", [b"1,2,3", b"1 2 3", b'("1 2 3")', b"1.0,2.0,3.0"])
@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)
def test_places_are_read_from_every_known_client(dialect: Dialect, place: bytes) -> None:
    assert read(dialect, b"SHOOT {Location %s}" % place) == Shoot(location=HERE)


def test_leading_blank_ruins_a_place() -> None:
    assert read(GB2004, b"SHOOT {Location  1,2,3}") == Shoot(location=Vec3(0, 0, 1))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (b"MOVE {X 1} {Y 2} {Z 3}", HERE),
        (b"MOVE {z 3} {x 1}", Vec3(1, 0, 3)),
        (b"MOVE {X 1} {X 9} {Y rubbish} {Z 3x}", Vec3(1, 0, 3)),
        (b"MOVE {FirstLocation 1,2,3} {X 9}", HERE),
        (b"MOVE {X 1 } {Y 2 } {Z 3 }", HERE),
        (b"MOVE {X 1,9} {Y 2,9} {Z 3,9}", HERE),
    ],
)
def test_missing_place_is_put_together_from_its_axes(line: bytes, place: Vec3) -> None:
    command = read(GB2004, line)
    assert (command.message if isinstance(command, Odd) else command).location == place


def test_missing_rotation_is_put_together_from_its_axes() -> None:
    assert read(GB2004, b"TURNTO {Yaw 16384} {pitch -5}") == TurnTo(rotation=Rotation(-5, 16384, 0))


def test_axes_mean_nothing_to_a_command_without_places() -> None:
    odd = read(GB2004, b"SETWALK {Walk True} {X 1}")
    assert odd.message == SetWalking(True, extra=(("X", "1"),))


@pytest.mark.parametrize(
    ("text", "amount"), [(b"5", 5), (b"-5.9", -5), (b"12abc", 12), (b"abc", 0), (b"", 0), (b"None", 0)]
)
def test_numbers_are_read_by_their_prefix_and_rubbish_as_zero(text: bytes, amount: int) -> None:
    assert read(GB2004, b"ROTATE {Amount %s}" % text) == Turn(amount)


def test_required_number_that_was_not_sent_is_zero() -> None:
    assert read(GB2004, b"ROTATE") == Turn(0)
    assert read(GB2004, b"SETWALK") == SetWalking(False)


def test_optional_value_that_was_not_sent_stays_untold() -> None:
    assert read(GB2004, b"JUMP") == Jump()


@pytest.mark.parametrize(
    ("text", "walk"),
    [
        *((text, True) for text in (b"True", b"TRUE", b"1", b"-1")),
        *((text, False) for text in (b"False", b"0", b"", b"rubbish")),
    ],
)
def test_truth_is_a_word_or_a_number_and_else_false(
    text: bytes,
    walk: bool,  # noqa: FBT001 - a column of the table
) -> None:
    assert read(CLASSIC, b"SETWALK {Walk %s}" % text) == SetWalking(walk)


def test_first_of_two_attributes_of_one_name_wins() -> None:
    assert read(GB2004, b"ROTATE {Amount 1} {amount 2}") == Turn(1)


def test_attribute_without_a_value_hides_the_rest() -> None:
    assert read(CLASSIC, b"SHOOT {Target a} {Alt} {Location 1,2,3}") == Shoot(A)


def test_attributes_after_the_32nd_are_not_seen() -> None:
    points = b" ".join(b"{P%d %d,0,0}" % (number, number) for number in range(32))
    route = read(GB2004, b"SETROUTE {Erase True} " + points)
    assert route == DrawRoute(True, tuple(Vec3(number, 0, 0) for number in range(31)))


def test_numbered_options_are_sorted_by_number() -> None:
    options = b" ".join(b"{Option%d o%d}" % (number, number) for number in (10, 9, 2, 1, 0))
    dialog = read(GB2004, b"DIALOG {Id a} {Text Well?} " + options)
    assert dialog == ShowDialog(A, "Well?", options=("o0", "o1", "o2", "o9", "o10"))


@pytest.mark.parametrize(
    "line",
    [
        b"SETROUTE {P 1,2,3}",
        b"SETROUTE {P# 1,2,3}",
        b"SETROUTE {P" + b"9" * 5000 + b" 1,2,3}",
        b"DIALOG {Id a} {Option yes}",
        b"DIALOG {Id a} {option# yes}",
    ],
)
def test_name_that_only_resembles_a_numbered_one_is_odd(line: bytes) -> None:
    assert isinstance(read(GB2004, line), Odd)


def test_settings_are_compared_letter_by_letter() -> None:
    assert read(GB2004, b"conf {AutoTrace True} {Name x}") == Configure(player_name="x", auto_trace=True)
    odd = read(GB2004, b"CONF {autotrace True} {NAME x}")
    assert odd.message == Configure(extra=(("autotrace", "True"), ("NAME", "x")))


@pytest.mark.parametrize("name", [b"UpdateTime", b"Update", b"update"])
def test_second_name_fills_the_same_field(name: bytes) -> None:
    assert read(GB2004, b"CONF {%s 0.5}" % name, "observer") == ConfigureReports(0.5)


@pytest.mark.parametrize("axis", [b"Vertical", b"vertical"])
def test_axis_is_read_in_any_case(axis: bytes) -> None:
    assert read(GB2004, b"ROTATE {Amount 5} {Axis %s}" % axis) == Turn(5, Axis.VERTICAL)


def test_words_said_are_free_text_with_latin_1_letters() -> None:
    assert read(CLASSIC, b'MESSAGE {Text  caf\xe9 "100%" \\o/ } {Global true}') == Say(
        ' caf\xe9 "100%" \\o/ ', public=True
    )


def test_nuls_are_taken_out_of_commands() -> None:
    assert read(CLASSIC, b"RUN\0TO {Tar\0get a\0}\0") == MoveToward(A)


def test_request_id_is_kept_as_sent() -> None:
    assert read(CLASSIC, b"CHECKREACH {Target a} {Id None} {From 1,2,3}") == AskReach(
        RequestId("None"), A, start=HERE
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"DRIVETO", "DRIVETO: has no Target"),
        (b"DRIVETO {Target", "DRIVETO: has no Target"),
    ],
)
def test_command_without_what_it_is_about_is_rejected(line: bytes, reason: str) -> None:
    assert read(GB2004, line) == Odd(Rejected(line.decode(), reason), None)
