from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agentfw.geometry import Vec3
from agentfw.language import (
    ANYTHING,
    Binary,
    Call,
    Literal,
    Node,
    Not,
    Problems,
    Scope,
    Slot,
    compile_conditions,
    compile_expression,
    compile_target,
    first_failing,
    print_expression,
)
from tests.language.plainly import interpret
from tests.language.trees import AT, thorough, trees
from tests.language.words import SCOPE, CountingReader, compiled, conditions, parsed, told_apart, value

_values = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, 1, -1, 2, 0.5, 30, 1.0, 1e308, math.inf, -math.inf, math.nan, 10**400]),
    st.sampled_from(["", "a", "b", "rifle", "base"]),
    st.sampled_from([(), (1, 2), ("a",), ["a", "b"], [True], (1,), [[1], "a"], Vec3(0, 0, 0)]),
)
_told = st.fixed_dictionaries(
    dict.fromkeys(("health", "armor", "weapon", "see_enemy", "moving", "enemies", "whatever"), _values)
)
_bound = st.tuples(_values, _values, _values)


def same(left: Any, right: Any) -> bool:
    """Whether plans cannot tell two values apart; NaN is itself, and 1 and True are different."""
    return repr(told_apart(left)) == repr(told_apart(right))


@thorough
@given(trees, _told, _bound)
def test_closures_agree_with_walking_the_tree(node: Node, told: dict[str, Any], bound: Any) -> None:
    problems = Problems()
    made = compile_expression(node, SCOPE, problems)
    assert made is not None, [*map(str, problems)]
    found = made.evaluate(CountingReader(told), bound)
    assert same(found, interpret(node, CountingReader(told), bound)), made.text


@thorough
@given(trees, _told, _bound)
def test_conditions_agree_with_walking_the_tree(node: Node, told: dict[str, Any], bound: Any) -> None:
    made = compile_conditions(node, SCOPE, Problems())
    failing = first_failing(made, CountingReader(told), bound)
    assert (failing is None) is bool(interpret(node, CountingReader(told), bound))


@thorough
@given(trees, _told, _bound)
def test_conditions_answer_with_truths(node: Node, told: dict[str, Any], bound: Any) -> None:
    for one in compile_conditions(node, SCOPE, Problems()):
        assert type(one.holds(CountingReader(told), bound)) is bool


@thorough
@given(trees, _told, _bound)
@example(parsed("echo(true) != echo(1)"), {}, ())
def test_each_reading_is_worked_out_once(node: Node, told: dict[str, Any], bound: Any) -> None:
    made = compile_expression(node, SCOPE, Problems())
    assert made is not None
    reader = CountingReader(told)
    first = made.evaluate(reader, bound)
    asked = len(reader.worked_out)
    assert same(first, made.evaluate(reader, bound))
    assert len(reader.worked_out) == asked == len(reader.values)


@thorough
@given(trees, _told, _bound)
def test_keys_tell_everything_that_is_read(node: Node, told: dict[str, Any], bound: Any) -> None:
    made = compile_expression(node, SCOPE, Problems())
    assert made is not None
    reader = CountingReader(told)
    made.evaluate(reader, bound)
    assert set(reader.worked_out) <= set(made.keys(bound, reader.values))


@thorough
@given(trees, _told, _bound)
def test_what_is_called_constant_never_changes(node: Node, told: dict[str, Any], bound: Any) -> None:
    made = compile_expression(node, SCOPE, Problems())
    assert made is not None
    if made.is_constant:
        assert same(made.evaluate(CountingReader(told), bound), made.constant)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("whatever == nothing", True),
        ("nothing == nothing", True),
        ("whatever != nothing", False),
        ("whatever != 1", True),
        ("health < 1", False),
        ("health >= 1", False),
        ("not health < 1", True),
        ("health + 1", None),
        ("-health", None),
        ("1 / 0", None),
        ("1 % 0", None),
        ("1e308 * 10", None),
        ("1e308 * 10 == nothing", True),
        ("health in [1, 2]", False),
        ("weapon in enemies", False),
        ("whatever in [nothing]", True),
    ],
)
def test_nothing_never_raises(text: str, expected: object) -> None:
    assert value(text, {}) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("whatever + 1", None),
        ("whatever * 3", None),
        ("whatever < 3", False),
        ("whatever < 'z'", False),
        ("whatever == 1", False),
        ("whatever == true", True),
        ("whatever in [1]", False),
        ("whatever in [true]", True),
    ],
)
def test_a_truth_is_no_number(text: str, expected: object) -> None:
    assert value(text, {"whatever": True}) is expected


_EDGES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    1.5,
    2.0,
    2.5,
    math.inf,
    math.nan,
    "",
    "a",
    "b",
    (),
    [2],
    ("b",),
    {},
)


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "==", "!="])
@pytest.mark.parametrize("constant", ["2", "2.0", "'b'", "true", "nothing"])
@pytest.mark.parametrize(
    "form", ["whatever {} {}", "{1} {0} whatever", "not whatever {} {}", "$0 {} {}"]
)
def test_comparisons_with_constants_are_exact(operator: str, constant: str, form: str) -> None:
    if operator[0] in "<>" and constant == "true":
        constant = "1"
    made = compiled(form.format(operator, constant))
    for edge in _EDGES:
        told = {"whatever": edge}
        expected = interpret(made.node, CountingReader(told), (edge,))
        assert made.evaluate(CountingReader(told), (edge,)) is expected, edge


@pytest.mark.parametrize(
    "text", ["whatever in ['a', 'b']", "whatever in [2, 3]", "whatever not in 'abc'"]
)
def test_membership_of_anything_is_exact(text: str) -> None:
    made = compiled(text)
    for edge in _EDGES:
        told = {"whatever": edge}
        assert made.evaluate(CountingReader(told), ()) is interpret(made.node, CountingReader(told), ())


def test_texts_cannot_be_multiplied() -> None:
    assert value("whatever * 1000000000", {"whatever": "a"}) is None


def test_whole_numbers_do_not_grow_without_end() -> None:
    assert value("health * health", {"health": 10**200}) is None


def test_what_is_endless_stays_so() -> None:
    assert value("health - 5", {"health": math.inf}) == math.inf
    assert value("health - health", {"health": math.inf}) is None


def test_values_that_cannot_be_compared_are_not_equal() -> None:
    class Stubborn:
        def __eq__(self, other: object) -> bool:
            raise ValueError(other)

        __hash__ = object.__hash__

    assert value("whatever == 1", {"whatever": Stubborn()}) is False


def test_and_and_or_give_truths() -> None:
    told = {"health": 3, "weapon": ""}
    assert value("health and health", told) is True
    assert value("health and weapon", told) is False
    assert value("weapon or health", told) is True
    assert value("weapon or 0 or ''", told) is False


def test_what_cannot_matter_is_not_read() -> None:
    reader = CountingReader({"health": 10})
    compiled("health > 30 and see_enemy or moving").evaluate(reader, ())
    assert reader.worked_out == [("health",), ("moving",)]


@pytest.mark.parametrize(
    "text",
    [
        "enemy_visible(within=800)",
        "enemy_visible(800)",
        "EnemyVisible(800.0)",
        "enemy_visible(Within=400 + 400)",
    ],
)
def test_all_spellings_share_one_reading(text: str) -> None:
    assert compiled(text).keys(()) == (("enemy_visible", 800),)


def test_defaults_are_part_of_the_key() -> None:
    assert compiled("enemy_visible").keys(()) == (("enemy_visible", math.inf),)
    assert compiled("near(own_base, planar=true)").keys((), {("own_base",): None}) == (
        ("own_base",),
        ("near", None, 100, True),
    )


def test_an_alias_shares_the_reading_of_the_name() -> None:
    assert compiled("hit_points").keys(()) == (("health",),)


def test_further_arguments_follow_in_the_key() -> None:
    assert compiled("seen(1, 'a', $where)").keys((0, "w", 0)) == (("seen", 1, "a", "w"),)


def test_lists_in_keys_are_tuples() -> None:
    scope = Scope(SCOPE.callee, variables={"x": Slot(0, ANYTHING)})
    assert compiled("best(['a', 'b'])").keys(()) == (("best", ("a", "b")),)
    assert compiled("echo($x)", scope).keys([["a", ["b"]]]) == (("echo", ("a", ("b",))),)
    assert compiled("echo($x)", scope).evaluate(CountingReader(), [[1, {2}]]) == (1, frozenset({2}))


def test_what_no_key_can_hold_is_told_as_nothing() -> None:
    assert compiled("echo($0)").evaluate(CountingReader(), ({},)) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("seen(true)", "seen(1)"),
        ("seen($0)", "seen(1)"),
        ("seen([echo(true), 1])", "seen([1, 1])"),
        ("seen(1, false)", "seen(1, 0)"),
        ("seen([echo(true), 1])", "seen([1, echo(true)])"),
        ("switch(true)", "switch(echo(1))"),
    ],
)
def test_one_and_true_are_different_readings(one: str, other: str) -> None:
    reader = CountingReader()
    found = [compiled(text).evaluate(reader, (True,)) for text in (one, other)]
    assert found[0] != found[1]
    assert found == [compiled(text).evaluate(CountingReader(), (True,)) for text in (one, other)]


def test_a_key_has_the_name_of_the_sense_even_if_it_is_marked() -> None:
    (key,) = compiled("seen(true)").keys(())
    assert str(key[0]) == "seen"
    assert key[1:] == (True,)


def test_keys_that_depend_on_readings_need_them() -> None:
    made = compiled("ammo(weapon) > 3")
    assert made.keys(()) == (("weapon",),)
    assert made.keys((), {("weapon",): "rifle"}) == (("weapon",), ("ammo", "rifle"))


def test_readings_of_another_reader_are_used() -> None:
    reader = CountingReader()
    reader.values[("health",)] = 77
    assert compiled("health + 1").evaluate(reader, ()) == 78
    assert reader.worked_out == []


def test_variables_are_read_by_their_place() -> None:
    assert [value(text, bound=(1, "a", 3)) for text in ("$0", "$where", "$Count")] == [1, "a", 3]


def test_constants_are_found_however_they_are_spelled() -> None:
    assert value("[low_health, LowHealth]") == (30, 30)
    assert value("'rocket' in guns") is True


def test_a_constant_hides_a_sense() -> None:
    scope = Scope(SCOPE.callee, constants={"health": 5})
    assert compiled("health + 1", scope).constant == 6


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("1 + 2 * 3", 7),
        ("low_health < 40", True),
        ("health < 3 or true", True),
        ("false and see_enemy", False),
        ("['a', home]", ("a", "base")),
        ("not succeed", False),
        ("fail or fail", False),
        ("nothing", None),
    ],
)
def test_constants_are_worked_out_beforehand(text: str, constant: object) -> None:
    made = compiled(text)
    assert made.is_constant
    assert made.constant == constant


@pytest.mark.parametrize("text", ["health", "$0", "health < 3 or false", "true and see_enemy"])
def test_what_is_read_is_not_constant(text: str) -> None:
    assert not compiled(text).is_constant


def test_a_condition_knows_whether_it_is_constant() -> None:
    found = conditions("health < 30 and 1 < 2 and fail")
    assert [(one.is_constant, one.constant) for one in found] == [
        (False, None),
        (True, True),
        (True, False),
    ]


def test_conditions_are_the_parts_of_the_topmost_and() -> None:
    found = conditions("health < 30 and (see_enemy and (moving or armor)) and not (moving and armor)")
    assert [one.text for one in found] == [
        "health < 30",
        "see_enemy",
        "moving or armor",
        "not (moving and armor)",
    ]
    assert [one.node.at.column for one in found] == [1, 18, 33, 55]


def test_the_first_failing_condition_is_named() -> None:
    found = conditions("health < 30 and see_enemy and moving")
    failing = first_failing(found, CountingReader({"health": 3, "moving": True}), ())
    assert failing is found[1]
    assert repr(failing) == "Condition('see_enemy')"


def test_without_a_failing_condition_none_is_named() -> None:
    assert first_failing(conditions("health < 30"), CountingReader({"health": 3}), ()) is None


def test_any_number_of_conditions_can_be_joined_by_hand() -> None:
    node: Node = Call("see_enemy", (), (), AT)
    for _ in range(5000):
        node = Binary("and", node, Call("moving", (), (), AT), AT)
    assert len(compile_conditions(node, SCOPE, Problems())) == 5001


def test_a_tree_made_by_hand_can_be_too_deep() -> None:
    node: Node = Literal(1, AT)
    for _ in range(5000):
        node = Not(node, AT)
    problems = Problems()
    assert compile_expression(node, SCOPE, problems) is None
    assert [one.text for one in problems] == [
        "this lies deeper than 100 levels; split the expression up"
    ]


def test_a_target_is_the_key_of_its_reading() -> None:
    call = parsed("ammo($where)")
    assert isinstance(call, Call)
    target = compile_target(call, SCOPE, Problems())
    assert target is not None
    assert target(CountingReader(), (0, "rocket")) == ("ammo", "rocket")


def test_a_target_is_checked() -> None:
    call = parsed("amo($where)")
    assert isinstance(call, Call)
    problems = Problems()
    assert compile_target(call, SCOPE, problems) is None
    assert [one.text for one in problems] == ['unknown sense "amo", did you mean "ammo"?']


def test_names_with_hyphens_in_a_tree_are_found() -> None:
    made = compile_expression(Call("See-Enemy", (), (), AT), SCOPE, Problems())
    assert made is not None
    assert made.keys(()) == (("see_enemy",),)
    assert made.text == print_expression(made.node) == "See_Enemy"
