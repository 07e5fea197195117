from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.engines.gamebots.grammar import Malformed, split_command, split_message, split_nested

if TYPE_CHECKING:
    from agentfw.engines.gamebots.grammar import RawAttribute

TEXTS: Final = ("Name", "Text")
MIDDLE: Final = "starts in the middle of a message"
CUT_OFF: Final = "is cut off: the last attribute has no closing brace"
braced_text = st.text(st.sampled_from('AB {}1,"\\%\xe9\0\t'), max_size=30)


def is_text(_word: str, name: str) -> bool:
    return name in TEXTS


def attributes_of(text: str) -> list[RawAttribute]:
    return split_message(text, is_text)[1]


def reason_against(text: str) -> str:
    with pytest.raises(Malformed) as caught:
        split_message(text, is_text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "word", "attributes"),
    [
        ("SHS", "SHS", []),
        ("LOST CHILD", "LOST CHILD", []),
        ("BEG {Time 1.5}", "BEG", [("Time", "1.5")]),
        ("NAV {Id A.B} {Visible True}", "NAV", [("Id", "A.B"), ("Visible", "True")]),
        ("NAV  {Id A}  {Visible True}", "NAV", [("Id", "A"), ("Visible", "True")]),
        ("NAV{Id A}{Visible True}", "NAV", [("Id", "A"), ("Visible", "True")]),
        ("HIT {WeaponName } {Damage 5}", "HIT", [("WeaponName", ""), ("Damage", "5")]),
        ("SHOOT {Alt} {Damage}", "SHOOT", [("Alt", None), ("Damage", None)]),
        ("JOIN {Id My Map.Bot 1}", "JOIN", [("Id", "My Map.Bot 1")]),
        ("JOIN {Id  two  blanks }", "JOIN", [("Id", " two  blanks ")]),
        ("DIE {DeathString %o met %k's bullet!}", "DIE", [("DeathString", "%o met %k's bullet!")]),
        ("PTH {0 Node1 1,2,3} {1 Node2 4,5,6}", "PTH", [("0", "Node1 1,2,3"), ("1", "Node2 4,5,6")]),
        ("ab {Id x}", "ab", [("Id", "x")]),
        ("A" * 20, "A" * 20, []),
    ],
)
def test_message_is_a_word_and_its_attributes_in_order(
    line: str, word: str, attributes: list[RawAttribute]
) -> None:
    assert split_message(line, is_text) == (word, attributes)


@pytest.mark.parametrize(
    "name",
    [":}", "{:", "a } b", "a { b", "{a}", "}{", "a } { b", "a }{ b", "a }  { b", "}} {{", "a} {T}eam 2"],
)
def test_stray_braces_in_free_text_belong_to_the_text(name: str) -> None:
    line = f"PLR {{Id x}} {{Name {name}}} {{Team 1}}"
    assert attributes_of(line) == [("Id", "x"), ("Name", name), ("Team", "1")]


def test_attribute_after_free_text_is_not_swallowed_by_it() -> None:
    assert attributes_of("VMS {Text a} {Id b}") == [("Text", "a"), ("Id", "b")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("cation 1,2,3} {Visible True}", MIDDLE),
        ("1,2,3}", MIDDLE),
        ("}", MIDDLE),
        ("Id x} {Visible True}", MIDDLE),
        ("d two words {Visible True}", MIDDLE),
        ("{Visible True}", "has no message word before its first brace"),
        (" {Visible True}", "has no message word before its first brace"),
        ("NAV {Id x} {Location 1,2", CUT_OFF),
        ("NAV {Id x} {", CUT_OFF),
        ("NAV {", CUT_OFF),
        ("NAV {Id x} more", CUT_OFF),
        ("N", '"N" is not a message word'),
        ("N {Id x}", '"N" is not a message word'),
        ("A" * 21, f'"{"A" * 21}" is not a message word'),
        ("A" * 50, f'"{"A" * 40}…" is not a message word'),
        ("N\x01V {Id x}", '"N\\x01V" is not a message word'),
        ("NAV {}", '"" is not an attribute'),
        ("NAV { x}", '" x" is not an attribute'),
        ("NAV {Id x} {}", '"" is not an attribute'),
        ("NAV {Id a{b}", '"Id a{b" is not an attribute'),
        ("NAV {Id a}b}", '"Id a}b" is not an attribute'),
        ("NAV {I{d a}", '"I{d a" is not an attribute'),
    ],
)
def test_what_cannot_be_a_whole_message_is_refused_with_the_reason(line: str, reason: str) -> None:
    assert reason_against(line) == reason


def test_line_cut_anywhere_inside_an_attribute_is_refused() -> None:
    whole = "NAV {Id Map.Node1} {Name a b}"
    cuts = [whole[:length] for length in range(len(whole))]
    inside = [line for line in cuts if line.count("{") > line.count("}")]
    assert {reason_against(line) for line in inside} == {CUT_OFF}


@given(braced_text)
def test_nothing_but_malformed_is_raised_for_any_message(text: str) -> None:
    try:
        word, _ = split_message(text, is_text)
    except Malformed:
        return
    assert len(word) >= 2


@pytest.mark.parametrize(
    ("body", "attributes"),
    [
        ("{PlayerScores {a 1} {b 2}}", [("PlayerScores", "{a 1} {b 2}")]),
        ("{PlayerScores {a 1}{b 2}} {HaveFlag}", [("PlayerScores", "{a 1}{b 2}"), ("HaveFlag", None)]),
        ("{PlayerScores } {TeamScores {0 5.0}}", [("PlayerScores", ""), ("TeamScores", "{0 5.0}")]),
        (
            "{HaveFlag 1}  {DomPoints {My Map.Dom 0 255}}",
            [("HaveFlag", "1"), ("DomPoints", "{My Map.Dom 0 255}")],
        ),
    ],
)
def test_classic_score_board_nests(body: str, attributes: list[RawAttribute]) -> None:
    assert split_nested(body) == attributes


@pytest.mark.parametrize(
    "body", ["{a {b}", "{a}}", "{a {b {c}}}", "{a} x {b}", "{a}{", "}{", "{PlayerScores {a 1} {b 2}"]
)
def test_score_board_with_unmatched_braces_is_refused(body: str) -> None:
    with pytest.raises(Malformed, match=r"^has braces that do not match$"):
        split_nested(body)


@pytest.mark.parametrize(
    ("line", "word", "attributes"),
    [
        ("PING", "PING", []),
        ("  ping  ", "PING", []),
        ("", "", []),
        ("RunTo {target A}", "RUNTO", [("target", "A")]),
        ("Init  {name Bot1}  {team 0}", "INIT", [("name", "Bot1"), ("team", "0")]),
        ("RUNTO{Target A}", "RUNTO", [("Target", "A")]),
        ("RUNTO {Target A}{Location 1,2,3}", "RUNTO", [("Target", "A"), ("Location", "1,2,3")]),
        ("RUNTO {Target A", "RUNTO", [("Target", "A")]),
        ("RUNTO {Target A} rest", "RUNTO", [("Target", "A")]),
        ("RUNTO rest {Target A}", "RUNTO", [("Target", "A")]),
        ("MESSAGE {Text two words } {Id }", "MESSAGE", [("Text", "two words "), ("Id", "")]),
    ],
)
def test_command_is_read_as_the_servers_read_it(
    line: str, word: str, attributes: list[RawAttribute]
) -> None:
    assert split_command(line, 32) == (word, attributes)


def test_brace_inside_a_value_begins_another_attribute() -> None:
    _, attributes = split_command("MESSAGE {Text a {Global True} {Id b}", 32)
    assert attributes[1:] == [("Global", "True"), ("Id", "b")]


def test_attributes_beyond_the_limit_are_not_seen() -> None:
    line = "SETROUTE " + " ".join(f"{{P{number} 0,0,0}}" for number in range(40))
    _, attributes = split_command(line, 32)
    assert [name for name, _ in attributes] == [f"P{number}" for number in range(32)]


@pytest.mark.parametrize("hiding", ["{Alt}", "{}", "{ 1}"])
def test_attribute_without_name_or_value_hides_itself_and_the_rest(hiding: str) -> None:
    line = f"SHOOT {{Target A}} {hiding} {{Location 1,2,3}}"
    assert split_command(line, 32) == ("SHOOT", [("Target", "A")])


@given(braced_text)
def test_no_command_is_refused(text: str) -> None:
    _, attributes = split_command(text, 4)
    assert len(attributes) <= 4
