"""A person who types to bots in a real arena, in both dialects: what they do, and what they answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Brain, Decision
from agentfw.decisions import Answer, Order, OrderState
from agentfw.skills.spots import spot_in
from agentfw.talk import Meaning, Roster, shipped_talk, understand
from tests.radio.venue import CLASSIC, MODERN, Fellow, Human, Venue

if TYPE_CHECKING:
    from agentfw.perception import View

TALK = shipped_talk()
ROSTER = Roster(mates=("Ada", "Bob", "Sarge"), enemies=("Xan",), side="red")
NEWS = ("flag_is", "carrier_is", "item_taken", "who_leads")
either = pytest.mark.parametrize("dialect", [MODERN, CLASSIC])


class Idle(Brain):
    """Stands where it is, and accepts every order."""

    def __init__(self) -> None:
        super().__init__()
        self._heard: tuple[Order, ...] = ()

    def decide(self, view: View) -> Decision:
        """Nothing else."""
        new = [one for one in view.orders if one not in self._heard]
        self._heard = view.orders
        return Decision(answers=tuple(Answer(one.number, OrderState.ACCEPTED) for one in new))


class Deaf(Brain):
    """Takes no orders."""

    def decide(self, view: View) -> Decision:
        """Nothing."""
        return Decision()


def stage(dialect: str, brain: Brain | str = "ctf-attacker.htn") -> tuple[Venue, Human, Fellow]:
    """Somebody who types, and a bot that has met him."""
    venue = Venue(dialect)
    sarge = venue.human()
    ada = venue.fellow("Ada", brain=brain)
    venue.pass_time(2.0)
    return venue, sarge, ada


def told(sarge: Human, since: float = 0.0) -> list[Meaning]:
    """What bots have said to Sarge since some time, beside facts and the question who leads."""
    found = []
    for at, _, text in sarge.lines:
        plain = text.removesuffix(" (Ada)").removesuffix(" (Bob)")
        meaning = understand(TALK, plain, ROSTER, sender="Ada")
        if at >= since and meaning is not None and meaning.kind not in NEWS:
            found.append(meaning)
    return found


def answers(sarge: Human, since: float) -> list[str]:
    """The kinds of those."""
    return [one.kind for one in told(sarge, since)]


@either
def test_order_is_accepted_done_and_over(dialect: str) -> None:
    venue, sarge, ada = stage(dialect)
    asked_at = venue.now
    sarge.say("Ada, camp there for 5 seconds")
    took_s = venue.until(lambda: ada.orders == ["camp here 5"], 1.0)
    assert took_s < 0.5
    venue.pass_time(8.0)
    assert ada.orders == []
    assert answers(sarge, asked_at) == ["accept", "done"]


def test_answers_are_addressed_to_who_ordered() -> None:
    venue, sarge, _ = stage(MODERN)
    sarge.say("Ada, camp there for 5 seconds")
    venue.pass_time(8.0)
    said = [understand(TALK, text, ROSTER, sender="Ada") for _, who, text in sarge.lines if who == "Ada"]
    told = [one for one in said if one is not None and one.kind in ("accept", "done")]
    assert [one.addressees for one in told] == [("Sarge",), ("Sarge",)]


@either
def test_what_cannot_be_done_is_refused_within_10_s_with_the_reason(dialect: str) -> None:
    venue, sarge, ada = stage(dialect)
    asked_at = venue.now
    sarge.say("Ada, your task is dance")
    took_s = venue.until(lambda: "refuse" in answers(sarge, asked_at), 10.0)
    assert took_s < 2.0
    assert ada.orders == []


@either
def test_brain_that_takes_no_orders_refuses_within_10_s(dialect: str) -> None:
    venue, sarge, ada = stage(dialect, Deaf())
    asked_at = venue.now
    sarge.say("Ada, get the enemy flag")
    venue.until(lambda: "refuse" in answers(sarge, asked_at), 10.0)
    venue.pass_time(1.0)
    assert ada.orders == []


def test_place_that_nobody_knows_is_told() -> None:
    venue, sarge, ada = stage(MODERN)
    asked_at = venue.now
    sarge.say("Ada, defend the moon")
    venue.pass_time(3.0)
    assert answers(sarge, asked_at) == ["lost"]
    assert ada.orders == []


@either
def test_who_carries_the_flag_postpones_an_order_and_takes_it_up_again(dialect: str) -> None:
    venue, sarge, ada = stage(dialect)
    venue.until(lambda: ada.views[-1].carried_flag is not None, 60.0)
    asked_at = venue.now
    sarge.say("Ada, camp there for a minute")
    venue.until(lambda: ada.views[-1].carried_flag is None, 60.0)
    venue.pass_time(3.0)
    assert answers(sarge, asked_at) == ["accept", "postpone", "accept"]
    assert ada.orders == ["camp here 60"]
    assert ada.circle.decision.reason.path[0].startswith("ordered: camp")


@either
def test_another_order_takes_the_place_of_the_last_one_and_dismissed_ends_it(dialect: str) -> None:
    venue, sarge, ada = stage(dialect)
    for text, orders in [
        ("Ada, get the enemy flag", ["get flag"]),
        ("Ada, stay there", ["camp here"]),
        ("Ada, dismissed", []),
    ]:
        sarge.say(text)
        venue.pass_time(1.0)
        assert ada.orders == orders


def test_same_order_again_is_answered_again_and_changes_nothing() -> None:
    venue, sarge, ada = stage(MODERN)
    for _ in range(3):
        sarge.say("Ada, get the enemy flag")
        venue.pass_time(3.0)
    assert ada.orders == ["get flag"]
    assert len({view.orders[0].number for view in ada.views if view.orders}) == 1
    assert answers(sarge, 0.0).count("accept") == 3


def test_order_to_nobody_in_particular_is_taken_by_about_one() -> None:
    venue = Venue()
    sarge = venue.human()
    bots = [venue.fellow(f"Bot{number}", brain=Idle()) for number in range(4)]
    venue.pass_time(2.0)
    taken = []
    for _ in range(20):
        sarge.say("get the enemy flag")
        venue.pass_time(0.6)
        taken.append(sum(bool(one.orders) for one in bots))
        sarge.say("everyone, dismissed")
        venue.pass_time(0.6)
        assert not any(one.orders for one in bots)
    assert 10 <= sum(taken) <= 30


def test_sub_team_is_an_addressee() -> None:
    venue = Venue()
    sarge = venue.human()
    ada, bob = venue.fellow("Ada", brain=Idle()), venue.fellow("Bob", brain=Idle())
    venue.pass_time(2.0)
    sarge.say("Ada, create squad wolves")
    venue.pass_time(1.5)
    sarge.say("wolves, get the enemy flag")
    venue.pass_time(1.5)
    assert (ada.orders, bob.orders) == (["get flag"], [])
    sarge.say("Bob, join squad wolves")
    sarge.say("Ada, leave your squad")
    venue.pass_time(1.5)
    sarge.say("wolves, stay there")
    venue.pass_time(1.5)
    assert (ada.orders, bob.orders) == (["get flag"], ["camp here"])
    sarge.say("Bob, which squad are you in?")
    venue.pass_time(3.0)
    assert told(sarge)[-1].slots == {"squad": "wolves"}


# Questions


def test_where_are_you_tells_an_item_and_a_base_that_is_much_nearer_than_the_other() -> None:
    venue, sarge, ada = stage(MODERN, Idle())
    sarge.say("Ada, where are you?")
    venue.pass_time(1.5)
    meaning = told(sarge)[-1]
    assert meaning.kind == "i_am_at"
    assert meaning.slots.get("base", meaning.slots["place"]) == "our base"
    base = spot_in(ada.views[-1], "own base")
    assert base is not None
    assert ada.views[-1].distance_to(base) < 2500.0


def test_what_are_you_doing_tells_the_order() -> None:
    venue, sarge, _ = stage(MODERN, Idle())
    wanted = {"get the enemy flag": "get_flag", "follow me": "follow", "dismissed": "dismiss"}
    for order, task in wanted.items():
        sarge.say(f"Ada, {order}")
        venue.pass_time(2.0)
        sarge.say("Ada, what are you doing?")
        venue.pass_time(2.5)
        assert told(sarge)[-1].slots["task"] == task


def test_who_leads_is_answered_by_nobody_but_the_leader() -> None:
    venue, sarge, _ = stage(MODERN, Idle())
    asked_at = venue.now
    sarge.say("who is the leader?")
    venue.pass_time(3.0)
    assert answers(sarge, asked_at) == []


def test_where_is_our_flag_is_answered() -> None:
    venue, sarge, _ = stage(MODERN, Idle())
    sarge.say("Ada, where is our flag?")
    venue.pass_time(2.0)
    assert any("flag" in text and who == "Ada" for _, who, text in sarge.lines)


# What brains want of others


class Asking(Brain):
    """Wants something of Bob once, and help."""

    def __init__(self) -> None:
        super().__init__()
        self.wants = [Order("get flag", to="Bob"), Order("help")]

    def decide(self, view: object) -> Decision:
        """One thing after the other."""
        return Decision(orders=(self.wants.pop(0),) if self.wants else ())


def test_what_a_brain_wants_of_others_is_said_to_them() -> None:
    venue = Venue()
    sarge = venue.human()
    bob = venue.fellow("Bob", brain=Idle(), mates=("Ada", "Bob"))
    venue.pass_time(1.0)
    venue.fellow("Ada", brain=Asking())
    venue.until(lambda: bob.orders == ["get flag"], 6.0)
    venue.pass_time(3.0)
    assert "need_help" in answers(sarge, 0.0)
