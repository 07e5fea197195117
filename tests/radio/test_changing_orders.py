"""A leader by chat whose flags change while its orders are still waiting, at one line a second."""

from __future__ import annotations

import itertools
from random import Random
from typing import Final

import pytest

from agentfw.decisions import Fact, OrderState, Report
from agentfw.geometry import Vec3
from agentfw.radio.commanding import Commander
from agentfw.radio.giving import meaning_of
from agentfw.radio.speaking import ORDER, Mouth
from agentfw.talk import Meaning, Roster, shipped_talk, understand
from agentfw.vocabulary import EntityId, FlagState
from tests.radio.venue import leader_of
from tests.skills.moments import moment

VIEW = moment().view
TALK: Final = shipped_talk()
HOME, HELD, DROPPED = (one.value for one in (FlagState.HOME, FlagState.HELD, FlagState.DROPPED))
SITUATIONS: Final = {
    "both home": (HOME, HOME),
    "we hold theirs": (HOME, HELD),
    "ours stolen": (HELD, HOME),
    "both away": (DROPPED, DROPPED),
}
CHANGES: Final = list(itertools.permutations(SITUATIONS, 2))
SIZES: Final = [
    count if count in (1, 2, 3, 5) else pytest.param(count, marks=pytest.mark.slow)
    for count in range(1, 17)
]
_STEP_S: Final = 0.25


class Play:
    """A leader, its mouth, and mates who do what they hear."""

    def __init__(self, count: int) -> None:
        self.now = 0.0
        self.names = [f"Bot{number:02}" for number in range(count)]
        self.me = self.names[0]
        self.roster = Roster(mates=tuple(self.names), side="red")
        self.mouth = Mouth(TALK, Random(f"{count}"))  # noqa: S311 - a game
        self.commander = Commander(leader_of("ctf-leader.htn"))
        self.commander.begin(self.me)
        self.said: list[tuple[float, str, Meaning]] = []
        self.does: dict[str, str] = {}
        """What each was told last, as it is put."""

    def set_flags(self, situation: str) -> None:
        facts = []
        for team, state in enumerate(SITUATIONS[situation]):
            there = Vec3(5000.0 * team, 0.0, 0.0)
            name = EntityId(f"flag{team}")
            facts.append(Fact("base", self.now, "", name, there, HOME, team))
            facts.append(Fact("flag seen", self.now, "", name, there, state, team))
        self.commander.learn(facts)

    def reports(self) -> dict[str, Report]:
        """Whoever is told last is the nearest to the own base, and so a guard at first."""
        found = {}
        for number, name in enumerate(self.names):
            ways = {"own base": 40.0 - number, "enemy base": 20.0 + number}
            found[name] = Report(bot=name, player=EntityId(name), is_alive=True, ways=ways, team=0)
        return found

    def play(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += _STEP_S
            for word in self.commander.step(self.now, self.reports()):
                key = ("order", word.to)
                if word.is_void:
                    self.mouth.drop(key)
                elif word.to != self.me:
                    self.mouth.say(key, meaning_of(word.order, VIEW), ORDER)
            spoken = self.mouth.step(self.now, self.roster, self.me, signs=False)
            if spoken is not None:
                self._hear(spoken[1].text)

    def _hear(self, text: str) -> None:
        meaning = understand(TALK, text, self.roster, self.me)
        assert meaning is not None, text
        (name,) = meaning.addressees
        self.said.append((self.now, name, meaning))
        self.does[name] = "" if meaning.kind == "dismiss" else meaning.kind
        self.commander.said(name, self.now)
        self.commander.hear(name, OrderState.ACCEPTED)
        assert self.does[name] == self.wanted(name), "it was no longer wanted when it was said"

    def wanted(self, name: str) -> str:
        order = self.commander.order_of(name)
        return meaning_of(order, VIEW).kind if order is not None else ""

    def check_settled(self) -> None:
        """All that is wanted has been said, and nothing else."""
        told = {name: self.does.get(name, "") for name in self.names[1:]}
        assert told == {name: self.wanted(name) for name in self.names[1:]}


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("change", CHANGES, ids="-".join)
def test_flags_that_change_while_orders_wait_leave_nobody_with_an_order_of_before(
    count: int, change: tuple[str, str]
) -> None:
    before, after = change
    play = Play(count)
    play.set_flags(before)
    play.play(4.0)
    assert count < 5 or len(play.said) < count - 1, "orders are still waiting"
    play.set_flags(after)
    play.play(5.0 + 2.2 * count)
    play.check_settled()
    for (at, *_), (next_at, *_) in itertools.pairwise(play.said):
        assert next_at - at >= 1.0


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_flags_that_stay_give_each_one_order_at_most(count: int, situation: str) -> None:
    play = Play(count)
    play.set_flags(situation)
    play.play(8.0 + 1.2 * count)
    play.check_settled()
    names = [name for _, name, _ in play.said]
    assert len(names) == len(set(names))
    assert count < 4 or names


@pytest.mark.parametrize("count", SIZES)
def test_flags_that_go_to_and_fro_leave_no_order_behind(count: int) -> None:
    play = Play(count)
    for situation in (*SITUATIONS, *SITUATIONS):
        play.set_flags(situation)
        play.play(3.0)
    play.play(3.0 + 1.2 * count)
    play.check_settled()
