from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.language import ANYTHING, LOCATION, NUMBER, TEXT, TRUTH, Type, plain_name
from tests.language.words import compiled, problems_of


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1 + 2", NUMBER),
        ("health", NUMBER),
        ("-health", NUMBER),
        ("$count", NUMBER),
        ("low_health", NUMBER),
        ("'a'", TEXT),
        ("weapon", TEXT),
        ("health < 3", TRUTH),
        ("not weapon", TRUTH),
        ("weapon and health", TRUTH),
        ("weapon in enemies", TRUTH),
        ("own_base", LOCATION),
        ("nothing", ANYTHING),
        ("$0", ANYTHING),
        ("[1, 2]", Type("list", NUMBER)),
        ("[nothing, 'a']", Type("list", TEXT)),
        ("[]", Type("list", ANYTHING)),
        ("guns", Type("list", TEXT)),
    ],
)
def test_every_expression_has_a_type(text: str, kind: Type) -> None:
    assert compiled(text).type == kind


@pytest.mark.parametrize(
    "text",
    [
        "health < nothing",
        "whatever < 3",
        "whatever < 'a'",
        "'a' < weapon",
        "own_base == nothing",
        "own_base != own_base",
        "enemies == []",
        "enemies == ['a']",
        "near(nothing)",
        "near($0)",
        "ammo(whatever)",
        "best([])",
        "best([whatever, 'a'])",
        "echo([1, 2])",
        "1 in whatever",
        "whatever in [1]",
        "'a' in 'abc'",
        "own_base and enemies or not 3",
        "[[1], [2]]",
    ],
)
def test_what_may_fit_is_allowed(text: str) -> None:
    assert problems_of(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("health < 'x'", '10: "<" cannot compare number with text'),
        ("'x' >= health", '8: ">=" cannot compare text with number'),
        ("see_enemy < 3", '1: "<" compares numbers or texts, found truth'),
        ("3 > enemies", '5: ">" compares numbers or texts, found list of text'),
        ("health == 'x'", '11: "==" cannot compare number with text'),
        ("see_enemy == 1", '14: "==" cannot compare truth with number'),
        ("enemies != [1]", '12: "!=" cannot compare list of text with list of number'),
        ("own_base == 'base'", '13: "==" cannot compare location with text'),
        ("'a' + 1", '1: "+" needs numbers, found text'),
        ("1 - weapon", '5: "-" needs numbers, found text'),
        ("-weapon", '2: "-" needs numbers, found text'),
        ("true * 2", '1: "*" needs numbers, found truth'),
        ("own_base / 2", '1: "/" needs numbers, found location'),
        ("health in 3", '11: "in" needs a list or a text on its right, found number'),
        ("health in enemies", '1: number cannot be "in" list of text'),
        ("health in 'abc'", '1: number cannot be "in" text'),
        ("[1, 'a']", "5: this list holds number, found text"),
        ("[[1], ['a']]", "7: this list holds list of number, found list of text"),
        ("ammo(3)", '6: "weapon" of ammo is a text, found a number'),
        ("best([1])", '6: "kinds" of best is a list of text, found a list of number'),
        ("enemy_visible(within='x')", '22: "within" of enemy_visible is a number, found a text'),
        ("ammo($count)", '6: "weapon" of ammo is a text, found a number'),
        ("ammo(low_health)", '6: "weapon" of ammo is a text, found a number'),
    ],
)
def test_what_cannot_fit_is_told_where_it_stands(text: str, told: str) -> None:
    assert problems_of(text) == [told]


_types = st.recursive(
    st.sampled_from([TRUTH, NUMBER, TEXT, LOCATION, ANYTHING]),
    lambda kind: kind.map(lambda one: Type("list", one)),
)


@given(_types)
def test_every_type_accepts_itself_and_anything(kind: Type) -> None:
    assert kind.accepts(kind)
    assert kind.accepts(ANYTHING)
    assert ANYTHING.accepts(kind)


@given(_types, _types)
def test_whether_types_fit_does_not_depend_on_the_side(one: Type, other: Type) -> None:
    assert one.accepts(other) == other.accepts(one)


def test_a_list_type_says_what_it_holds() -> None:
    assert str(Type("list", Type("list", NUMBER))) == "list of list of number"


@pytest.mark.parametrize("spelling", ["see-enemy", "SeeEnemy", "SEE_ENEMY", "seeenemy"])
def test_names_are_compared_without_case_hyphens_and_underscores(spelling: str) -> None:
    assert plain_name(spelling) == plain_name("see_enemy")
