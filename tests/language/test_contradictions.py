from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.language import Node, Problems, compile_conditions, contradiction
from tests.language.trees import thorough, trees
from tests.language.words import SCOPE, CountingReader, conditions


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("health < 30 and health > 50", "health < 30 and health > 50"),
        ("health < 30 and see_enemy and health >= 30", "health < 30 and health >= 30"),
        ("health < 30 and 50 < health", "health < 30 and 50 < health"),
        (
            "health <= 30 and health >= 30 and health != 30",
            "health <= 30 and health >= 30 and health != 30",
        ),
        ("health == 3 and health == 4", "health == 3 and health == 4"),
        ("health == 3 and health > 3", "health == 3 and health > 3"),
        ("weapon == 'a' and weapon == 'b'", 'weapon == "a" and weapon == "b"'),
        ("weapon == 'a' and weapon in ['b', 'c']", 'weapon == "a" and weapon in ["b", "c"]'),
        ("weapon in ['a', 'b'] and weapon in ['c']", 'weapon in ["a", "b"] and weapon in ["c"]'),
        ("weapon in ['a'] and weapon not in ['a', 'b']", 'weapon in ["a"] and weapon not in ["a", "b"]'),
        ("see_enemy and moving and not see_enemy", "see_enemy and not see_enemy"),
        ("see_enemy == false and see_enemy", "see_enemy == false and see_enemy"),
        ("health > 3 and health == nothing", "health > 3 and health == nothing"),
        ("health == 0 and health", "health == 0 and health"),
        ("health == 3 and not health", "health == 3 and not health"),
        ("enemy_visible(800) and not enemy_visible(within=800)",) * 2,
        ("ammo($where) < 3 and ammo($where) > 5", "ammo($where) < 3 and ammo($where) > 5"),
        ("hit_points < 3 and health > 3", "hit_points < 3 and health > 3"),
        ("health + armor < 3 and health + armor > 5", "health + armor < 3 and health + armor > 5"),
        ("health < armor and not health < armor", "health < armor and not health < armor"),
        ("(health < 3 or health > 5) and health == 4", "(health < 3 or health > 5) and health == 4"),
        (
            "(see_enemy or moving) and not see_enemy and not moving",
            "(see_enemy or moving) and not see_enemy and not moving",
        ),
        ("moving and fail", "fail"),
        ("not succeed", "not succeed"),
        ("1 > 2", "1 > 2"),
        ("health in []", "health in []"),
        ("health < low_health and health > 30", "health < low_health and health > 30"),
    ],
)
def test_a_contradiction_is_told_without_what_does_not_matter(text: str, told: str) -> None:
    assert contradiction(conditions(text)) == told


@pytest.mark.parametrize(
    "text",
    [
        "true",
        "health < 50 and health > 30",
        "health > 1 and health < 2",
        "health <= 30 and health >= 30",
        "not health < 30 and not health >= 30",
        "health and not health < 30 and not health >= 30",
        "not see_enemy and see_enemy != true",
        "enemy_visible(800) and not enemy_visible(900)",
        "ammo($where) < 3 and ammo('a') > 5",
        "health < armor and armor < health",
        "health == armor and health != 3",
        "weapon > 'a' and weapon < 'b'",
        "weapon > 'a' and weapon < 'ab'",
        "weapon != '' and weapon != 'a' and weapon",
        "'a' in weapon and 'b' in weapon",
        "whatever == 1 and whatever != true",
        "whatever and not (whatever == true) and not (whatever > 0)",
        "health > 1e308 and health > 1.5e308",
        "health > 1000000000000000000000 and health < 1000000000000000000002",
        "own_base and own_base != nothing",
        "enemies and not (enemies == ['a'])",
        "health == 3 and armor == 4 and weapon == 'a' and moving and not see_enemy",
    ],
)
def test_what_can_hold_is_no_contradiction(text: str) -> None:
    assert contradiction(conditions(text)) is None


def test_no_conditions_contradict_nothing() -> None:
    assert contradiction(()) is None


def test_many_conditions_are_looked_at_in_little_time() -> None:
    parts = [f"(ammo('a{one}') < 3 or ammo('a{one + 1}') > 5)" for one in range(60)]
    assert contradiction(conditions(" and ".join(parts))) is None


def test_a_contradiction_is_found_among_many_conditions() -> None:
    parts = [
        *(f"health > {one}" for one in range(45)),
        "health < 40",
        *(f"armor != {one}" for one in range(45)),
    ]
    found = contradiction(conditions(" and ".join(parts)))
    assert found is not None
    assert re.fullmatch(r"health > 4[0-4] and health < 40", found)


def test_nobody_can_tell_of_too_much_at_once() -> None:
    told = [f"(ammo('{one}') < 3 or ammo('{one + 1}') < 3)" for one in range(150)]
    made = tuple(one for text in (*told, "ammo('1') < 3 and ammo('1') > 3") for one in conditions(text))
    assert contradiction(made) is None


_values = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 31), st.floats(), st.sampled_from(["", "a", "rifle", "?"])
)
_numbers = st.one_of(st.none(), st.integers(-3, 31), st.floats(), st.integers(-(10**30), 10**30))
_told = st.fixed_dictionaries(
    {
        "health": _numbers,
        "armor": _numbers,
        "weapon": st.one_of(st.none(), st.sampled_from(["", "a", "b", "rifle", "zz"])),
        "see_enemy": st.sampled_from([None, True, False]),
        "moving": st.sampled_from([None, True, False]),
        "whatever": _values,
        "enemies": st.sampled_from([None, (), ("a",), ["a", "b"]]),
        # What these answer is taken for granted.
        "succeed": st.just(True),
        "fail": st.just(False),
    }
)


@thorough
@given(st.lists(trees, min_size=1, max_size=3), st.lists(_told, min_size=1, max_size=5))
def test_what_is_called_a_contradiction_never_holds(
    nodes: list[Node], told: list[dict[str, Any]]
) -> None:
    made = tuple(one for node in nodes for one in compile_conditions(node, SCOPE, Problems()))
    if contradiction(made) is None:
        return
    bound = (3, "a", 4)
    for one in told:
        assert not all(condition.holds(CountingReader(one), bound) for condition in made)


_LITTLE = st.sampled_from(
    [f"health {sign} {limit}" for sign in ("<", "<=", ">", ">=", "==", "!=") for limit in (1, 2)]
    + ["health", "health in [1, 3]", "health == nothing"]
)
_PART = st.builds(lambda negated, one: f"not ({one})" if negated else one, st.booleans(), _LITTLE)


@thorough
@given(st.lists(st.lists(_PART, min_size=1, max_size=2).map(" or ".join), min_size=1, max_size=4))
def test_about_one_number_every_contradiction_is_found(parts: list[str]) -> None:
    made = conditions(" and ".join(f"({one})" for one in parts))
    tried = [None, float("nan"), *(half / 2 for half in range(-2, 9))]
    can_hold = any(
        all(one.holds(CountingReader({"health": value}), ()) for one in made) for value in tried
    )
    assert (contradiction(made) is None) == can_hold
