from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agentfw.engines.gamebots.dialect import ValueType
from agentfw.engines.gamebots.grammar import Malformed
from agentfw.engines.gamebots.values import LENIENT, STRICT, is_false, is_nothing, writer
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import Axis, EntityId, FlagState, PathStep

NO_NUMBER = "is not a number"
NO_BOOL = "is neither true nor false"
NO_VECTOR = "is not a vector of three numbers"
NO_ROTATION = "is not a rotation of three whole numbers"


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (ValueType.INT, "5", 5),
        (ValueType.INT, "-5", -5),
        (ValueType.INT, "+5", 5),
        (ValueType.INT, " 007 ", 7),
        (ValueType.INT, "5.9", 5),
        (ValueType.INT, "-5.9", -5),
        (ValueType.INT, "4294967296", 2**32),
        (ValueType.FLOAT, "-950.00", -950.0),
        (ValueType.FLOAT, "0.000001", 0.000001),
        (ValueType.FLOAT, ".5", 0.5),
        (ValueType.FLOAT, "1e3", 1000.0),
        (ValueType.VECTOR, "1,2,3", [1.0, 2.0, 3.0]),
        (ValueType.VECTOR, "-1.5,.5,1e2", [-1.5, 0.5, 100.0]),
        (ValueType.VECTOR, "1 2 3", [1.0, 2.0, 3.0]),
        (ValueType.VECTOR, " 1, 2, 3 ", [1.0, 2.0, 3.0]),
        (ValueType.ROTATION, "-258,70000,0", [-258, 70000, 0]),
        (ValueType.ROTATION, "1.9,2,3", [1, 2, 3]),
        (ValueType.ID, "My Map.Bot 1", "My Map.Bot 1"),
        (ValueType.ID, "None", ""),
        (ValueType.ID, "none", "none"),
        (ValueType.ID, "", ""),
        (ValueType.CLASS, "None", ""),
        (ValueType.TEXT, "None", "None"),
        (ValueType.TEXT, " caf\xe9 ", " caf\xe9 "),
        (ValueType.STEP, "My Map.Node 1 1,2,3", ["My Map.Node 1", [1.0, 2.0, 3.0]]),
        (ValueType.PAIRS, "{My Map.Bot 1 5.0} {b -1}", [["My Map.Bot 1", 5.0], ["b", -1.0]]),
        (ValueType.PAIRS, "", []),
    ],
)
def test_what_servers_write_is_read(kind: ValueType, text: str, value: Any) -> None:
    assert STRICT[kind](text) == value


@pytest.mark.parametrize("kind", [ValueType.BOOL, ValueType.BIT])
@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((text, True) for text in ("True", "true", "TRUE", " True ", "1", "Vero", "wahr")),
        *((text, False) for text in ("False", "false", "0", "Falso", "falso", "faux", "Falsch")),
    ],
)
def test_truth_is_read_in_any_case_and_language(
    kind: ValueType,
    text: str,
    value: bool,  # noqa: FBT001 - a column of the table
) -> None:
    assert STRICT[kind](text) is value


@pytest.mark.parametrize("kind", [ValueType.INT, ValueType.FLOAT])
@pytest.mark.parametrize(
    "text",
    [
        *("lots", "", "-", "1,5", "0x10", "1_000", "1e", "\xb2", "5 5"),
        *("nan", "NaN", "inf", "-inf", "Infinity", "1e400", "9" * 5000),
    ],
)
def test_what_is_no_number_of_a_game_is_refused(kind: ValueType, text: str) -> None:
    with pytest.raises(Malformed, match=f"^{NO_NUMBER}$"):
        STRICT[kind](text)


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        *((ValueType.BOOL, text, NO_BOOL) for text in ("yes", "", "2", "-1", "truee")),
        (ValueType.BIT, "on", NO_BOOL),
        *((ValueType.VECTOR, text, NO_VECTOR) for text in ("1,2", "1,2,3,4", "", "x", "1 2", "1")),
        *((ValueType.VECTOR, text, NO_NUMBER) for text in ("1,x,3", "1,,3", "nan,0,0", "0,inf,0")),
        *((ValueType.VECTOR, text, NO_NUMBER) for text in ("1e400,0,0", "0,0,1_0", "a b c")),
        *((ValueType.ROTATION, text, NO_ROTATION) for text in ("1,2", "1,2,3,4", "", "x")),
        *((ValueType.ROTATION, text, NO_NUMBER) for text in ("1,x,3", "nan,0,0", "1_0,0,0")),
        *((ValueType.STEP, text, NO_VECTOR) for text in ("Node1", "Node1 ", "", "Node1 1,2")),
        (ValueType.STEP, "Node1 1,2,x", NO_NUMBER),
    ],
)
def test_value_of_another_type_is_refused_with_the_reason(
    kind: ValueType, text: str, reason: str
) -> None:
    with pytest.raises(Malformed, match=f"^{reason}$"):
        STRICT[kind](text)


@pytest.mark.parametrize(
    "text", ["{a x}", "{a}", "{a nan}", "{a inf}", "{a 1-1}", "{a " + "9" * 400 + "}"]
)
def test_score_that_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match=r"^is not a list of names and numbers$"):
        STRICT[ValueType.PAIRS](text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("5", 5.0), (" -5.5 ", -5.5), ("+5", 5.0), (".5", 0.5), ("5.", 5.0), ("12abc", 12.0)),
        *(("1.5.7", 1.5), ("1,2", 1.0)),
        *((rubbish, 0.0) for rubbish in ("abc", "", "-", "nan", "inf", "--5")),
    ],
)
def test_servers_read_the_prefix_of_a_number_and_rubbish_as_zero(text: str, number: float) -> None:
    assert LENIENT[ValueType.FLOAT](text) == number
    assert LENIENT[ValueType.INT](text) == int(number)


@pytest.mark.parametrize("blank", ["\t", "\x0b", "\x1c", "\x1e", "\x1f", "\x85", "\xa0"])
def test_control_character_before_a_number_is_blank_or_rubbish(blank: str) -> None:
    assert LENIENT[ValueType.FLOAT](f"{blank}.5") in (0.0, 0.5)
    assert LENIENT[ValueType.VECTOR](f"1,2,{blank}3") in ([1, 2, 0], [1, 2, 3])


@pytest.mark.parametrize("digits", [300, 5000])
def test_servers_read_numbers_of_any_length(digits: int) -> None:
    assert LENIENT[ValueType.FLOAT]("9" * digits) > 1e18
    assert LENIENT[ValueType.INT]("9" * digits) > 10**18


@pytest.mark.parametrize(
    ("text", "vector"),
    [
        ("1,2,3", [1, 2, 3]),
        ("1 2 3", [1, 2, 3]),
        ('("1 2 3")', [1, 2, 3]),
        ("(1,2,3)", [1, 2, 3]),
        ("1.5,-2,x", [1.5, -2, 0]),
        (" 1,2,3", [0, 0, 1]),
        ("1, 2, 3", [1, 2, 3]),
        ("abc", [0, 0, 0]),
        ("", [0, 0, 0]),
        ("1,2,3,4", [1, 2, 3]),
    ],
)
def test_servers_read_vectors_by_blanks_if_there_are_any_and_else_by_commas(
    text: str, vector: list[float]
) -> None:
    assert LENIENT[ValueType.VECTOR](text) == vector
    assert LENIENT[ValueType.ROTATION](text) == [int(part) for part in vector]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((text, True) for text in ("True", "TRUE", "true", "1", "-1", "2", "0.5", "1x")),
        *((text, False) for text in ("False", "FALSE", "0", "0.0", "", "yes", "x1", "vero")),
    ],
)
def test_servers_read_truth_as_a_word_or_a_number(
    text: str,
    value: bool,  # noqa: FBT001 - a column of the table
) -> None:
    assert LENIENT[ValueType.BOOL](text) is value


@pytest.mark.parametrize(
    ("kind", "value", "classic", "newer"),
    [
        (ValueType.INT, 5, "5", "5"),
        (ValueType.INT, 5.0, "5", "5"),
        (ValueType.INT, True, "1", "1"),
        (ValueType.FLOAT, 0.125, "0.125000", "0.12"),
        (ValueType.FLOAT, -950, "-950.000000", "-950.00"),
        (ValueType.BOOL, False, "False", "False"),
        (ValueType.BIT, True, "1", "1"),
        (ValueType.BIT, False, "0", "0"),
        (ValueType.VECTOR, Vec3(1.0, -2.5, 0.0), "1.000000,-2.500000,0.000000", "1.00,-2.50,0.00"),
        (ValueType.ROTATION, Rotation(-258, 70000, 0), "-258,70000,0", "-258,70000,0"),
        (ValueType.ID, "My Map.Bot 1", "My Map.Bot 1", "My Map.Bot 1"),
        (ValueType.ID, "", "None", "None"),
        (ValueType.CLASS, "", "None", "None"),
        (ValueType.TEXT, "", "", ""),
        (ValueType.WORD, FlagState.HOME, "home", "home"),
        (ValueType.TITLE, Axis.VERTICAL, "Vertical", "Vertical"),
        (ValueType.PAIRS, ((0, 5.0), (1, 7)), "{0 5.000000} {1 7}", "{0 5.00} {1 7}"),
        (ValueType.PAIRS, (), "", ""),
    ],
)
def test_values_are_written_with_the_decimals_of_the_dialect(
    kind: ValueType, value: Any, classic: str, newer: str
) -> None:
    assert writer(kind, 6)(value) == classic
    assert writer(kind, 2)(value) == newer


def test_step_is_written_as_id_blank_and_place() -> None:
    write = writer(ValueType.STEP, 2)
    assert write(PathStep(EntityId("Node 1"), Vec3(1, 2, 3))) == "Node 1 1.00,2.00,3.00"
    assert write(PathStep(EntityId("Node 1"))) == "Node 1 0.00,0.00,0.00"


HOSTILE = "a}\r\n{b\0 {Alt True}"
HARMLESS = "a_  _b _Alt True_"


@pytest.mark.parametrize("kind", [ValueType.TEXT, ValueType.ID, ValueType.CLASS])
def test_braces_and_line_breaks_are_never_written(kind: ValueType) -> None:
    assert writer(kind, 2)(HOSTILE) == HARMLESS


def test_braces_and_line_breaks_inside_lists_are_never_written() -> None:
    step = SimpleNamespace(id=HOSTILE, location=None)
    assert writer(ValueType.STEP, 2)(step) == f"{HARMLESS} 0.00,0.00,0.00"
    assert writer(ValueType.PAIRS, 2)([(HOSTILE, 1)]) == f"{{{HARMLESS} 1}}"


@pytest.mark.parametrize("text", [None, "", " ", "None", "none", "NULL", " none "])
def test_servers_write_nothing_in_several_ways(text: str | None) -> None:
    assert is_nothing(text)


@pytest.mark.parametrize("text", ["0", "False", "x", "None of them"])
def test_something_is_not_nothing(text: str) -> None:
    assert not is_nothing(text)


@pytest.mark.parametrize(("text", "answer"), [("0", True), ("Falso", True), ("1", False), (None, False)])
def test_attribute_that_is_there_may_still_say_no(
    text: str | None,
    answer: bool,  # noqa: FBT001 - a column of the table
) -> None:
    assert is_false(text) is answer
