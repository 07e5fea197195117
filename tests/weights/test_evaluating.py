"""What weights come to: between cases, in steps, and by chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.weights import Body, Switch, Weights
from tests.weights import trees
from tests.weights.trees import parsed, seeded, shipped

GUN = "Lightning Gun"
# Whether it is owned, how far the enemy is, how much ammunition there is: the weight, and in steps.
ORACLE = [
    (1, 500, 0, 0.0, 0.0),
    (1, 500, 25, 34.2857, 70.0),
    (1, 500, 50, 70.0, 77.0),
    (1, 500, 75, 73.5, 77.0),
    (1, 500, 150, 78.5, 80.0),
    (1, 500, 300, 80.0, 80.0),
    (1, 784, 100, 38.5, 0.0),
    (1, 800, 100, 0.0, 0.0),
    (1, 5000, 100, 0.0, 0.0),
    (0, 500, 100, 0.0, 0.0),
]


def situation(owned: int, distance: int, ammo: int) -> dict[str, float]:
    names = ("INVENTORY_LIGHTNING", "ENEMY_HORIZONTAL_DIST", "INVENTORY_LIGHTNINGAMMO")
    return dict(zip(names, (owned, distance, ammo), strict=True))


@pytest.mark.parametrize(("owned", "distance", "ammo", "smooth", "steps"), ORACLE)
def test_a13_the_lightning_gun_is_liked_as_the_seed_says(
    owned: int, distance: int, ammo: int, smooth: float, steps: float
) -> None:
    weights, values = shipped("quake3-example.weights"), situation(owned, distance, ammo)
    assert weights.value(GUN, values) == pytest.approx(smooth, abs=1e-4)
    assert weights.value(GUN, values, steps=True) == steps


def test_variables_without_a_value_count_as_nothing() -> None:
    weights = parsed('weight "x" { switch(A) { case 1: return 5; default: return 6; } }')
    assert weights.value("x", {}) == 5.0
    assert weights.value("x", {"A": 1.0}) == 6.0


def test_values_may_come_from_a_function() -> None:
    weights = parsed('weight "x" { switch(A) { case 1: return 5; default: return 6; } }')
    assert weights.value("x", lambda name: 1.0 if name == "A" else 0.0) == 6.0


def test_what_has_no_weight_weighs_nothing() -> None:
    weights = parsed('weight "x" { return 1; }')
    assert weights.value("y", {}) == 0.0
    assert ("x" in weights, "y" in weights) == (True, False)


def test_beyond_the_last_case_a_missing_default_is_nothing() -> None:
    weights = parsed('weight "x" { switch(A) { case 1: return 5; } }')
    assert weights.value("x", {"A": 2.0}) == 0.0


def test_nothing_is_mixed_into_the_default() -> None:
    text = 'weight "x" { switch(A) { case 10: return 5; case 20: return 7; default: return 99; } }'
    weights = parsed(text)
    assert weights.value("x", {"A": 19.999}) == pytest.approx(7.0, abs=0.01)
    assert weights.value("x", {"A": 20.0}) == 99.0


def test_a_balance_weighs_its_value() -> None:
    assert parsed('weight "x" { return balance(5, 1, 9); }').value("x", {}) == 5.0


def test_the_undecided_draw_from_the_whole_range() -> None:
    weights = parsed('weight "x" { return balance(5, 1, 9); }')
    chance = seeded(1)
    drawn = [weights.value("x", {}, chance=chance) for _ in range(2000)]
    assert all(1.0 <= one <= 9.0 for one in drawn)
    assert min(drawn) < 1.1
    assert max(drawn) > 8.9
    assert sum(drawn) / len(drawn) == pytest.approx(5.0, abs=0.2)


def test_the_undecided_draw_the_same_for_the_same_seed() -> None:
    weights = parsed('weight "x" { return balance(5, 1, 9); }')
    first, again = (weights.value("x", {}, chance=seeded(3)) for _ in range(2))
    assert first == again


def test_cases_in_any_order_give_a_number() -> None:
    text = 'weight "x" { switch(A) { case 9: return 1; case 3: return 2; case 20: return 3; } }'
    assert [parsed(text).value("x", {"A": float(x)}) for x in (0, 5, 9, 15, 25)] == [
        *(1.0, 1.0),
        pytest.approx(2.0 + 6 / 17),
        pytest.approx(2.0 + 12 / 17),
        0.0,
    ]


@given(trees.weights, st.floats(-1e6, 1e6))
def test_a_weight_lies_within_its_leaves(weights: Weights, x: float) -> None:
    for one in weights.relations:
        alone = Weights((one,))
        leaves = [*_values(one.body), 0.0]
        if max(map(abs, leaves)) < 1e100:  # sums of huge numbers are not exact
            slack = 1e-6 * (1.0 + max(map(abs, leaves)))
            found = alone.value(one.name, lambda _name: x)
            assert min(leaves) - slack <= found <= max(leaves) + slack


@given(trees.weights, st.floats(-1e6, 1e6))
def test_in_steps_a_weight_is_one_of_its_leaves(weights: Weights, x: float) -> None:
    for one in weights.relations:
        found = Weights((one,)).value(one.name, lambda _name: x, steps=True)
        assert found in [*_values(one.body), 0.0]


def _values(body: Body) -> list[float]:
    if isinstance(body, Switch):
        below = [*(case.body for case in body.cases), *([body.default] if body.default else [])]
        return [value for one in below for value in _values(one)]
    return [body.value]
