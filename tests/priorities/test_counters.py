"""Counters: the golden case, how values become worth, and what changes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.errors import UsageError
from agentfw.priorities import (
    Span,
    anti_air_bonus,
    counter_matrix,
    effective_health,
    expected_damage,
    scaled,
    unit_priority,
)
from tests.priorities.data import CHART

SPAN = Span(10.0, 20.0)
HEALTH = {"light": 300.0, "heavy": 700.0}
DPS = {"piercing": 20.0, "light": 10.0}
GOLDEN = counter_matrix(CHART, HEALTH, DPS, damage_span=SPAN, armor_span=SPAN)

amounts = st.floats(0.0, 1e6)
healths = st.dictionaries(st.sampled_from(CHART.armors), amounts)
rates = st.dictionaries(st.sampled_from(CHART.damages), amounts)


def rounded(values: dict[str, float], digits: int = 3) -> dict[str, float]:
    return {kind: round(value, digits) for kind, value in values.items()}


# The golden case


def test_the_effective_health_of_the_golden_case() -> None:
    assert rounded(effective_health(CHART, HEALTH), 2) == {
        "piercing": 1100.0,
        "light": 1550.0,
        "medium": 1233.33,
        "explosive": 1700.0,
    }


def test_the_expected_damage_of_the_golden_case() -> None:
    assert expected_damage(CHART, DPS) == {
        "heavy": 25.0,
        "medium": 23.0,
        "light": 35.0,
        "ecological": 41.0,
        "building": 26.0,
        "armored building": 31.0,
    }


def test_the_worth_of_each_damage_in_the_golden_case() -> None:
    assert rounded(dict(GOLDEN.by_damage)) == {
        "piercing": 13.529,
        "light": 10.882,
        "medium": 12.745,
        "explosive": 10.0,
    }


def test_the_worth_of_each_armor_in_the_golden_case() -> None:
    assert rounded(dict(GOLDEN.by_armor)) == {
        "heavy": 13.902,
        "medium": 14.39,
        "light": 11.463,
        "ecological": 10.0,
        "building": 13.659,
        "armored building": 12.439,
    }


def test_the_best_and_the_worst_cell_of_the_golden_case() -> None:
    cells = {(a, d): GOLDEN.cell(a, d) for a in CHART.armors for d in CHART.damages}
    assert GOLDEN.best() == ("medium", "piercing")
    assert round(cells["medium", "piercing"], 2) == 194.69
    assert min(cells, key=lambda pair: cells[pair]) == ("ecological", "explosive")
    assert cells["ecological", "explosive"] == pytest.approx(100.0, abs=1e-9)


# Scaling


@given(healths.filter(lambda seen: max(seen.values(), default=0.0) > 1e-3))
def test_the_worst_kind_gets_exactly_the_least(health: dict[str, float]) -> None:
    values = effective_health(CHART, health)
    worth = scaled(values, SPAN)
    worst = max(values, key=lambda kind: values[kind])
    assert worth[worst] == SPAN.low


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 10**6), min_size=2))
def test_the_rest_is_ordered_strictly_by_what_speaks_against_it(values: dict[str, int]) -> None:
    worth = scaled(values, SPAN)
    assert all(worth[a] > worth[b] for a in values for b in values if values[a] < values[b])


def test_only_nothing_at_all_gets_the_most() -> None:
    assert scaled({"a": 0.0, "b": 1e-6, "c": 4.0}, SPAN)["a"] == 20.0
    assert scaled({"a": 0.0, "b": 1e-6, "c": 4.0}, SPAN)["b"] < 20.0


def test_at_the_cold_start_every_kind_gets_the_most_on_both_sides() -> None:
    matrix = counter_matrix(CHART, {}, {}, damage_span=SPAN, armor_span=Span(1.0, 5.0))
    assert set(matrix.by_damage.values()) == {20.0}
    assert set(matrix.by_armor.values()) == {5.0}


@given(healths, rates)
def test_no_worth_leaves_its_span(health: dict[str, float], dps: dict[str, float]) -> None:
    matrix = counter_matrix(CHART, health, dps, damage_span=SPAN, armor_span=SPAN)
    worth = (*matrix.by_damage.values(), *matrix.by_armor.values())
    assert all(10.0 - 1e-9 <= one <= 20.0 for one in worth)


@pytest.mark.parametrize(("low", "high"), [(-1.0, 5.0), (6.0, 5.0)])
def test_a_span_that_cannot_be_is_an_error(low: float, high: float) -> None:
    with pytest.raises(UsageError, match="0 <= low <= high"):
        Span(low, high)


# What changes it


def test_what_is_wanted_most_changes_with_what_is_seen() -> None:
    against_light = counter_matrix(CHART, {"light": 500.0}, {"light": 50.0})
    against_heavy = counter_matrix(CHART, {"heavy": 500.0}, {"piercing": 50.0})
    assert against_light.best() == ("ecological", "light")
    assert against_heavy.best() == ("light", "piercing")


def test_another_owned_unit_makes_a_type_less_wanted() -> None:
    assert [unit_priority(200.0, owned) for owned in range(3)] == [200.0, 196.0, 192.0]


def test_anti_air_is_wanted_more_with_flying_health_and_less_with_what_is_owned() -> None:
    assert anti_air_bonus(500.0, 0) == 100.0
    assert anti_air_bonus(500.0, 4) == 60.0
    assert anti_air_bonus(0.0, 2) == -20.0


def test_own_damage_of_a_kind_makes_that_kind_less_worth_and_no_other() -> None:
    alone = counter_matrix(CHART, HEALTH, DPS)
    covered = counter_matrix(CHART, HEALTH, DPS, own_dps={"piercing": 30.0, "medium": 10.0})
    lost = {kind: alone.by_damage[kind] - covered.by_damage[kind] for kind in CHART.damages}
    assert lost == pytest.approx({"piercing": 7.5, "light": 0.0, "medium": 2.5, "explosive": 0.0})


def test_own_damage_changes_what_is_wanted_most() -> None:
    covered = counter_matrix(CHART, HEALTH, DPS, own_dps={"piercing": 30.0})
    assert covered.best() == ("medium", "medium")


def test_no_kind_is_worth_less_than_nothing() -> None:
    narrow = Span(1.0, 20.0)
    covered = counter_matrix(CHART, HEALTH, DPS, damage_span=narrow, own_dps={"explosive": 1.0})
    assert covered.by_damage["explosive"] == 0.0


def test_own_damage_of_an_unknown_kind_is_an_error() -> None:
    with pytest.raises(UsageError, match="own damage of unknown kinds acid"):
        counter_matrix(CHART, HEALTH, DPS, own_dps={"acid": 1.0})


def test_seen_health_of_an_unknown_armor_is_an_error() -> None:
    with pytest.raises(UsageError, match='armor "paper"'):
        counter_matrix(CHART, {"paper": 1.0}, {})


def test_a_cell_that_is_not_there_is_an_error() -> None:
    with pytest.raises(UsageError, match='no cell for armor "paper" and damage "light"'):
        GOLDEN.cell("paper", "light")
