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


def stage_of_squads() -> tuple[Venue, Human, Fellow, Fellow]:
    venue = Venue()
    sarge = venue.human()
    ada, bob = (venue.fellow(name, brain=Idle(), mates=("Ada", "Bob")) for name in ("Ada", "Bob"))
    venue.pass_time(2.0)
    return venue, sarge, ada, bob


@pytest.mark.parametrize("squad", ["the", "Bob", "flag", "the flag", '"defend"'])
def test_sub_team_is_not_called_like_a_player_or_by_words_in_use(squad: str) -> None:
    venue, sarge, ada, bob = stage_of_squads()
    said_at = venue.now
    sarge.say(f"Ada, create squad {squad}")
    venue.pass_time(2.0)
    assert answers(sarge, said_at) == ["refuse"]
    sarge.say("Bob, get the enemy flag")
    venue.pass_time(1.0)
    assert (ada.orders, bob.orders) == ([], ["get flag"])


def test_there_are_16_sub_teams_at_most_and_those_without_members_are_none() -> None:
    venue, sarge, ada, _ = stage_of_squads()
    for number in range(40):
        sarge.say(f"Ada, join squad wolves{number}")
        venue.pass_time(0.5)
    assert ada.radio.ears.roster(ada.views[-1]).squads == ()
    assert [ada.radio._reacting.roster(ada.views[-1]).squads] == [("wolves39",)]
    sarge.say("Ada, leave your squad")
    venue.pass_time(1.0)
    assert ada.radio._reacting.roster(ada.views[-1]).squads == ()


def test_sub_team_of_a_mate_who_left_is_forgotten() -> None:
    venue, sarge, ada, bob = stage_of_squads()
    sarge.say("Bob, create squad wolves")
    venue.pass_time(1.5)
    bob.leave()
    venue.pass_time(1.5)
    assert ada.radio._reacting.roster(ada.views[-1]).squads == ()


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


@pytest.mark.parametrize(
    ("flag", "slots"),
    [("our", {"flag": "ours", "state": "home"}), ("the enemy", {"flag": "theirs", "state": "home"})],
)
def test_where_is_a_flag_is_answered(flag: str, slots: dict[str, str]) -> None:
    venue, sarge, _ = stage(MODERN, Idle())
    venue.pass_time(20.0)
    asked_at = venue.now
    sarge.say(f"Ada, where is {flag} flag?")
    venue.pass_time(2.0)
    said = [understand(TALK, text, ROSTER, sender="Ada") for at, _, text in sarge.lines if at > asked_at]
    assert [(one.kind, one.addressees, one.slots) for one in said if one] == [
        ("flag_is", ("Sarge",), slots)
    ]


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("Ada, follow Ghost", "I cannot find Ghost"),
        ("Ada, help Ghost", "I cannot find Ghost"),
        ("Ada, follow Ada", "that is me"),
        ("Ada, help Ada", "that is me"),
    ],
)
def test_who_is_not_to_be_followed_is_told(order: str, answer: str) -> None:
    venue, sarge, ada = stage(MODERN, Idle())
    sarge.say(order)
    venue.pass_time(2.0)
    assert ada.orders == []
    assert any(answer in text.replace("can't", "cannot") for text in sarge.heard())


@either
@pytest.mark.parametrize("order", ["Ada, wait", "Ada, stay", "hold position, Ada"])
def test_bot_that_shall_stay_stays_where_it_is(dialect: str, order: str) -> None:
    venue, sarge, ada = stage(dialect, Idle())
    sarge.say(order)
    venue.pass_time(1.0)
    assert ada.orders == ["camp here"]
    sarge.say("Ada, stop")
    venue.pass_time(1.0)
    assert ada.orders == []


@either
def test_where_is_a_mate_tells_where_he_says_to_be(dialect: str) -> None:
    venue = Venue(dialect)
    sarge = venue.human()
    ada = venue.fellow("Ada", brain=Idle(), mates=("Sarge",))
    venue.pass_time(2.0)
    there = ada.views[-1].location
    assert there is not None
    where = f"position {there.x:.0f} {there.y:.0f} {there.z:.0f}"
    sarge.say(f"I am near the lift, {where}{' (Sarge)' if dialect == CLASSIC else ''}")
    venue.pass_time(1.0)
    asked_at = venue.now
    sarge.say("Ada, where is Sarge?")
    venue.pass_time(2.0)
    (one,) = told(sarge, asked_at)
    assert (one.kind, one.slots["who"]) == ("mate_at", "Sarge")
    assert one.location is not None


def test_where_is_a_mate_nobody_has_met_is_not_known() -> None:
    venue = Venue()
    sarge = venue.human()
    venue.fellow("Ada", brain=Idle(), mates=("Bob",))
    venue.pass_time(2.0)
    sarge.say("Ada, where is Bob?")
    venue.pass_time(2.0)
    assert told(sarge)[-1].kind == "lost"


@pytest.mark.parametrize("order", ["defend the base for 0 seconds", "camp near the belt for 3 parsecs"])
def test_time_that_is_none_is_told(order: str) -> None:
    venue, sarge, ada = stage(MODERN, Idle())
    sarge.say(f"Ada, {order}")
    venue.pass_time(2.0)
    assert ada.orders == []
    assert any("how long" in text for text in sarge.heard())


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


@pytest.mark.parametrize(("dialect", "mode"), [(MODERN, "ddom"), (CLASSIC, "dom")])
@pytest.mark.parametrize("level", ["dom-crossing", "dom-vault"])
def test_points_of_shipped_maps_have_letters(dialect: str, mode: str, level: str) -> None:
    venue = Venue(dialect, level=level, mode=mode)
    sarge, ada = venue.human(), venue.fellow("Ada", brain="domination.htn", mates=("Sarge",))
    venue.pass_time(2.0)
    venue.until(lambda: all(one.location for one in ada.views[-1].points.values()), 60.0)
    first, second = sorted(ada.views[-1].points)[:2]
    for text, wanted in [
        ("defend A", first),
        ("attack point B", second),
        ("get point A", first),
        ("capture b", second),
        (f"hold {first.rpartition('.')[2]}", first),
        ("hold point 1", second),
    ]:
        sarge.say(f"Ada, {text}{' (Sarge)' if dialect == CLASSIC else ''}")
        venue.pass_time(1.5)
        assert ada.orders == [f"hold {wanted}"], text
    asked_at = venue.now
    sarge.say(f"Ada, what are you doing?{' (Sarge)' if dialect == CLASSIC else ''}")
    venue.pass_time(3.0)
    assert ("defend", "point 1") in [
        (one.slots.get("task"), one.slots.get("place")) for one in told(sarge, asked_at)
    ]
    venue.pass_time(30.0)
    places = {one.slots["place"] for one in told(sarge) if one.kind == "held"}
    assert places <= {"point A", "point B", "point C"}


def test_point_that_nobody_has_seen_is_called_by_its_letter() -> None:
    venue = Venue(CLASSIC, level="dom-vault", mode="dom")
    sarge, _ = venue.human(), venue.fellow("Ada", brain="domination.htn", mates=("Sarge",))
    venue.pass_time(2.0)
    sarge.say("Ada, defend A (Sarge)")
    venue.pass_time(3.0)
    assert any("nobody knows where point A is" in text for text in sarge.heard())


def test_bot_that_does_not_understand_says_so_to_whoever_asked_it_by_name() -> None:
    venue, sarge, ada = stage(MODERN)
    for text in ("Ada, dance with the wolves", "Private: dance with the wolves"):
        asked_at = venue.now
        sarge.say(text)
        venue.pass_time(3.0)
        (answer,) = told(sarge, asked_at)
        assert (answer.kind, answer.slots) == ("refuse", {"reason": "I do not understand"})
        assert ada.orders == []


@pytest.mark.parametrize(
    "text", ["get a pizza", "Ada, good defense", "hold the door for a while", "Ada, hello"]
)
def test_small_talk_is_answered_by_nobody(text: str) -> None:
    venue, sarge, ada = stage(MODERN)
    asked_at = venue.now
    sarge.say(text)
    venue.pass_time(5.0)
    assert told(sarge, asked_at) == []
    assert ada.orders == []
