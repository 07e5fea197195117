"""How the newer dialect reads commands: case, blanks, braces, numbers, places, and rubbish."""

from __future__ import annotations

import pytest

from tests.support.playing import Guest, drawn_arena, events, join, only, the, words

FILL = " ".join(f"{{A{number} x}}" for number in range(31))


def named(command: str) -> str:
    """The name of the bot that this INIT made."""
    return the(Guest(drawn_arena()).ask(command), "CONFCH")["Name"]


def place_of(value: str) -> str:
    """How a place in a command is understood: traces give it back."""
    guest = Guest(drawn_arena())
    return the(guest.ask(f"FTRACE {{Id 1}} {{From 200,200,60}} {{To {value}}}"), "FTR")["To"]


# Words and names


@pytest.mark.parametrize("word", ["PING", "ping", "Ping", "pInG"])
def test_words_come_in_any_case(word: str) -> None:
    assert words(Guest(drawn_arena()).ask(word)) == ["PONG"]


@pytest.mark.parametrize(
    "command", ["INIT {Name Bob}", "Init {name Bob}", "init {NAME Bob}", "INIT {nAME Bob}"]
)
def test_attribute_names_come_in_any_case(command: str) -> None:
    assert named(command) == "Bob"


def test_the_first_of_two_attributes_wins() -> None:
    assert named("INIT {Name Bob} {name Zoe} {Name Cid}") == "Bob"


@pytest.mark.parametrize(
    "command",
    [
        "INIT  {Name Bob}",
        "INIT {Name Bob}  {Team 1}",
        "INIT   {Team 0}   {Name Bob}  ",
        "INIT {Team 1}{Name Bob}",
    ],
)
def test_blanks_between_attributes_do_not_matter(command: str) -> None:
    assert named(command) == "Bob"


def test_a_value_may_hold_blanks() -> None:
    assert named("INIT {Name Big Bad Bob}") == "Big Bad Bob"


def test_an_unfinished_attribute_reaches_to_the_end() -> None:
    assert named("INIT {Name Bob") == "Bob"


def test_a_brace_in_a_value_begins_another_attribute() -> None:
    assert named("INIT {Name Bob{Team 1}") == "Bob"


def test_an_attribute_without_a_value_hides_all_that_follow() -> None:
    assert named("INIT {Foo} {Name Bob}") != "Bob"


def test_an_attribute_without_a_value_leaves_those_before_it_alone() -> None:
    assert named("INIT {Name Bob} {Foo}") == "Bob"


def test_thirty_two_attributes_are_read() -> None:
    assert named(f"INIT {FILL} {{Name Bob}}") == "Bob"


def test_the_thirty_third_attribute_is_not_read() -> None:
    assert named(f"INIT {FILL} {{A31 x}} {{Name Bob}}") != "Bob"


def test_names_are_latin_text() -> None:
    assert named("INIT {Name Jürgen}") == "Jürgen"


def test_unknown_attributes_are_ignored() -> None:
    assert named("INIT {Shoe 43} {Name Bob} {Hat none}") == "Bob"


# Rubbish


@pytest.mark.parametrize(
    "rubbish",
    [
        "",
        " ",
        "}",
        "{",
        "{}",
        "{{}}",
        "NONSENSE",
        "FOO {Bar 1}",
        "{Name Bob}",
        "INIT{",
        "\0\0",
        "MOVE {",
    ],
)
def test_rubbish_is_ignored_without_a_word(rubbish: str) -> None:
    guest = join(drawn_arena(), "Ann")
    assert events(guest.ask(rubbish, seconds=0.5)) == []


def test_rubbish_does_not_spoil_what_follows() -> None:
    guest = Guest(drawn_arena())
    assert words(guest.ask("FOO {Bar", "}}}{{{", "PING")) == ["PONG"]


def test_a_huge_line_is_dropped_and_what_follows_is_heard() -> None:
    guest = Guest(drawn_arena())
    assert words(guest.ask("MESSAGE {Text " + "x" * 100_000 + "}", "PING")) == ["PONG"]


def test_zero_bytes_are_skipped() -> None:
    assert words(Guest(drawn_arena()).ask("PI\0NG\0")) == ["PONG"]


def test_commands_of_one_packet_are_done_in_order() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("CONF {Name One}", "CONF {Name Two}", "CONF {Name Six}")
    assert guest.state()["Name"] == "Six"


# Places


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("1,2,3", "1.00,2.00,3.00"),
        ("1 2 3", "1.00,2.00,3.00"),
        ('("1 2 3")', "1.00,2.00,3.00"),
        ("-1.5,2.25,3", "-1.50,2.25,3.00"),
        ("-1.5 2.25 3", "-1.50,2.25,3.00"),
        ("12x,3.5y,z", "12.00,3.50,0.00"),
        ("a,b,c", "0.00,0.00,0.00"),
    ],
)
def test_places_come_in_several_forms(value: str, told: str) -> None:
    assert place_of(value) == told


def test_a_blank_before_a_place_with_commas_ruins_it() -> None:
    assert place_of(" 1,2,3") == "0.00,0.00,1.00"


def test_a_place_may_come_as_three_attributes() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0))
    guest.ask("MOVE {X 900} {Y 300} {Z 44}", seconds=2.0)
    where = guest.look().point("Loc")
    assert (where.x, where.y) == pytest.approx((900.0, 300.0), abs=16.0)


def test_a_rotation_may_come_as_three_attributes() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0))
    guest.ask("TURNTO {Pitch 0} {Yaw 16384} {Roll 0}", seconds=1.0)
    assert guest.look().turn("Rot").yaw == 16384


@pytest.mark.parametrize("form", ["900,300,44", "900 300 44"])
def test_a_move_takes_its_place_in_either_form(form: str) -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0))
    guest.ask(f"move  {{firstlocation {form}}}", seconds=2.0)
    where = guest.look().point("Loc")
    assert (where.x, where.y) == pytest.approx((900.0, 300.0), abs=16.0)


# Truth values


@pytest.mark.parametrize("value", ["True", "true", "TRUE", "1", "2", "-1"])
def test_these_are_true(value: str) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(f"SETWALK {{Walk {value}}}")
    assert guest.state()["Walking"] == "True"


@pytest.mark.parametrize("value", ["False", "false", "0", "", "yes", "0.0"])
def test_these_are_false(value: str) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("SETWALK {Walk True}")
    guest.ask(f"SETWALK {{Walk {value}}}")
    assert guest.state()["Walking"] == "False"


def test_a_missing_truth_value_is_false() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("SETWALK {Walk True}")
    guest.ask("SETWALK")
    assert guest.state()["Walking"] == "False"


# Numbers


@pytest.mark.parametrize(
    ("value", "told"), [("50", "50"), ("50.9", "50"), ("50 points", "50"), ("+50", "50")]
)
def test_numbers_are_read_as_far_as_they_go(value: str, told: str) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(f"CHATTR {{Health {value}}}")
    assert guest.state()["Health"] == told


def test_what_is_no_number_is_zero() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("ROTATE {Amount lots}", seconds=0.5)
    assert only(guest.wait(0.1), "UPD")[0].turn("Rot") == guest.look().turn("Rot")
