"""Orders and what becomes of them."""

from __future__ import annotations

import pytest

from agentfw.decisions import Fate, Order, OrderState


@pytest.mark.parametrize(
    ("order", "written"),
    [
        (Order("rush"), "rush"),
        (Order("hold", ("dom-x.Point_0",)), "hold dom-x.Point_0"),
        (Order("defend", ("own base", "30")), 'defend "own base" 30'),
        (Order("go", ("1,2,3",)), 'go "1,2,3"'),
        (Order("go", ("", 'the "moon"')), """go "" "the 'moon'\""""),
    ],
)
def test_an_order_is_written_as_in_a_plan(order: Order, written: str) -> None:
    assert str(order) == written


def test_only_some_fates_are_for_good() -> None:
    order = Order("rush")
    over = {state for state in OrderState if Fate(order, state, 1).is_over}
    assert over == {OrderState.DONE, OrderState.FAILED, OrderState.REFUSED}


def test_orders_rank_by_how_urgent_they_are() -> None:
    low, medium, high = Order("a", urgency="low"), Order("b"), Order("c", urgency="high")
    assert sorted([high, low, medium], key=lambda one: one.rank) == [low, medium, high]
