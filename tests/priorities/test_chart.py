"""The damage chart is whole, or it is an error that names what is wrong."""

from __future__ import annotations

import pytest

from agentfw.errors import UsageError
from agentfw.priorities import Chart
from tests.priorities.data import CHART


def test_an_entry_is_found_by_armor_and_damage() -> None:
    assert CHART.multiplier("light", "light") == 2.0


@pytest.mark.parametrize(("armor", "damage"), [("paper", "light"), ("light", "acid")])
def test_a_pair_that_is_not_there_is_an_error_with_both_names(armor: str, damage: str) -> None:
    with pytest.raises(UsageError, match=f'no entry for armor "{armor}" and damage "{damage}"'):
        CHART.multiplier(armor, damage)


def test_a_gap_is_found_when_the_chart_is_made() -> None:
    with pytest.raises(UsageError, match='no entry for armor "b" and damage "y"'):
        Chart({"a": {"x": 1.0, "y": 1.0}, "b": {"x": 1.0}})


def test_all_gaps_are_told_at_once() -> None:
    with pytest.raises(UsageError, match=r'"a" and damage "y"; .*"b" and damage "x"'):
        Chart({"a": {"x": 1.0}, "b": {"y": 1.0}})


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan")])
def test_what_could_not_be_divided_by_is_an_error(value: float) -> None:
    with pytest.raises(UsageError, match=r'armor "a" and damage "x" have .*, expected more than 0'):
        Chart({"a": {"x": value}})
