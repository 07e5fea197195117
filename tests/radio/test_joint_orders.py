"""What several bots shall do as one, by chat: each is told its part, and meetings cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Brain, Decision
from agentfw.decisions import Order, OrderState, Report
from agentfw.radio.commanding import Commander
from agentfw.team import Leader

if TYPE_CHECKING:
    from agentfw.perception import View

REPORTS = {name: Report(bot=name, is_alive=True) for name in ("Ada", "Bob")}
KILL = Order("together", ("Ada,Bob", "kill", "Gus"))


class Boss(Brain):
    """Orders one thing at every think, and keeps what it saw."""

    def __init__(self, order: Order) -> None:
        super().__init__()
        self.seen: list[View] = []
        self._order = order

    def decide(self, view: View) -> Decision:
        self.seen.append(view)
        return Decision(orders=(self._order,) if len(self.seen) == 1 else ())

    def fates(self) -> list[tuple[OrderState, str]]:
        return [(one.state, one.why) for one in self.seen[-1].squad.fates.values()]


def commander(brain: Brain) -> Commander:
    found = Commander(lambda _term: Leader(brain, "boss"))
    found.begin("Ada")
    return found


def test_each_is_told_its_part_and_it_is_done_when_both_are() -> None:
    boss = Boss(KILL)
    found = commander(boss)
    words = [(one.to, str(one.order)) for one in found.step(0.0, REPORTS)]
    assert words == [("Ada", "kill Gus"), ("Bob", "kill Gus")]
    for name in ("Ada", "Bob"):
        found.said(name, 0.5)
        found.hear(name, OrderState.DONE)
    list(found.step(1.0, REPORTS))
    list(found.step(2.0, REPORTS))
    assert boss.fates() == [(OrderState.DONE, "")]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Order("together", ("Ada,Zoe", "rush")), "Zoe is not in the game"),
        (Order("meet", ("Ada,Bob", "A")), "by chat, nobody tells when he has come"),
        (Order("rush", to="Zoe"), "Zoe is not in the game"),
    ],
)
def test_what_cannot_be_is_told_the_leader(order: Order, why: str) -> None:
    boss = Boss(order)
    found = commander(boss)
    assert not list(found.step(0.0, REPORTS))
    list(found.step(1.0, REPORTS))
    assert boss.fates() == [(OrderState.FAILED, why)]
