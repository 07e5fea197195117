"""What a bot is told by its team: recorded as it comes, and thought about at the next look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import trio

from agentfw.bot import Bot, Circle
from agentfw.brains import Decision
from agentfw.decisions import Fact, Order
from agentfw.recording import Thought, Told
from agentfw.vocabulary import EntityId
from tests.bot.stage import BOB, Counting, Nowhere, batch, in_game
from tests.support.conversations import said
from tests.support.seeing import at

if TYPE_CHECKING:
    from trio.testing import MockClock

    from agentfw.perception import View
    from agentfw.recording import Record

FOE = EntityId("foe")
GUARD = Order("defend", number=1)


def saw(when: float, x: float = 5.0) -> Fact:
    return Fact("enemy seen", when, "Ada", entity=FOE, location=at(x), team=1)


def look(circle: Circle, now: float) -> None:
    circle.feed(said(*batch(f"{now:.2f}")), now)


# The circle


def test_what_the_team_tells_is_seen_with_the_next_look() -> None:
    brain = Counting()
    circle = in_game(brain)
    look(circle, 1.0)
    circle.hear((saw(1.1),), (GUARD,), 1.2)
    assert len(brain.views) == 1
    look(circle, 1.5)
    assert [one.facts for one in brain.views] == [(), (saw(1.1),)]
    assert [one.orders for one in brain.views] == [(), (GUARD,)]
    assert brain.views[1].players[FOE].location == at(5)


def test_orders_stay_as_they_were_unless_others_are_told() -> None:
    brain = Counting()
    circle = in_game(brain)
    circle.hear((), (GUARD,), 0.5)
    look(circle, 1.0)
    circle.hear((saw(1.1),), None, 1.2)
    look(circle, 1.5)
    circle.hear((), (), 1.7)
    look(circle, 2.0)
    assert [one.orders for one in brain.views] == [(GUARD,), (GUARD,), ()]


def test_what_the_team_tells_is_recorded_where_it_came() -> None:
    kept: list[Record] = []
    circle = Circle(Counting(), seed=1, record=kept.append)
    circle.hear((saw(0.1),), None, 0.2)
    circle.hear((), (GUARD,), 0.3)
    assert kept == [Told(0.2, (saw(0.1),)), Told(0.3, (), (GUARD,))]


def test_every_decision_is_told_with_what_it_was_made_on() -> None:
    kept: list[tuple[View, Decision]] = []
    brain = Counting()
    circle = in_game(brain)
    circle.on_decision = lambda view, decision: kept.append((view, decision))
    for number in range(1, 4):
        look(circle, float(number))
    assert [view for view, _ in kept] == brain.views
    assert all(isinstance(decision, Decision) for _, decision in kept)


# The bot


@pytest.mark.parametrize(
    ("told_at", "heard_at"),
    [
        pytest.param(15.0, 2.0, id="since it began"),
        pytest.param(9.0, 0.0, id="before it began"),
        pytest.param(99.0, 7.0, id="in time to come"),
    ],
)
async def test_facts_have_the_time_of_who_hears_them(
    told_at: float, heard_at: float, autojump_clock: MockClock
) -> None:
    kept: list[Record] = []
    bot: Any = Bot(Nowhere().door, Counting(), BOB, record=kept.append)
    start = trio.current_time() - 13.0
    await trio.sleep(7.0)
    bot._started_at = start + 13.0
    heard = bot.hear([saw(start + told_at)], (GUARD,))
    assert [round(one.at, 6) for one in heard] == [heard_at]
    (told,) = kept
    assert isinstance(told, Told)
    assert (told.facts, told.orders, round(told.at, 6)) == (heard, (GUARD,), 7.0)
    assert bot.began_at == start + 13.0


def test_thoughts_hold_the_answers_to_orders() -> None:
    thought = Thought(1.0, Decision())
    assert thought.decision.answers == ()
