"""Orders that press more or less than others, whole lists of tasks, and requests to nobody."""

from __future__ import annotations

from typing import Any

import pytest

from agentfw.decisions import Order
from tests.skills.moments import fail, want
from tests.skills.squads import led, team

NOW = led(team(2))
LISTED = ("Guard A", "Rest")


@pytest.mark.parametrize(
    ("act", "told", "order"),
    [
        ("order_urgently", ("Ada", "kill", "Gus"), Order("kill", ("Gus",), "Ada", urgency="high")),
        ("order_meanwhile", ("Ada", "patrol", 2.0), Order("patrol", ("2",), "Ada", urgency="low")),
        ("replace_tasks", ("Ada", *LISTED), Order("replace tasks", LISTED, "Ada")),
        (
            "replace_tasks_at_once",
            ("Ada", *LISTED),
            Order("replace tasks", LISTED, "Ada", urgency="high"),
        ),
        ("clear_tasks_at_once", ("Ada",), Order("clear tasks", to="Ada", urgency="high")),
        ("remove_task", ("Ada", "Guard", 2.0), Order("remove task", ("Guard", "2"), "Ada")),
        ("ask_team", ("help", "A"), Order("help", ("A",))),
    ],
)
def test_order_is_given_at_once(act: str, told: tuple[Any, ...], order: Order) -> None:
    assert want(act, NOW, *told).orders == (order,)


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("order_urgently", ("", "rush")),
        ("order_urgently", ("Ada", "")),
        ("order_meanwhile", ("", "rush")),
        ("replace_tasks", ("Ada",)),
        ("replace_tasks", ("", "Rest")),
        ("replace_tasks", ("Ada", "Rest", "")),
        ("replace_tasks_at_once", ("Ada",)),
        ("clear_tasks_at_once", ("",)),
        ("remove_task", ("", "Rest")),
        ("remove_task", ("Ada", "")),
        ("ask_team", ("",)),
    ],
)
def test_orders_that_cannot_be_meant_fail(act: str, told: tuple[Any, ...]) -> None:
    assert "needs" in fail(act, NOW, *told)
