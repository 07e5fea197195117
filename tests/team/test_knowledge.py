"""What a leader knows: what bots have told, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from agentfw.decisions import DEAF, Fact, Fate, Order, OrderState, Report
from agentfw.recording import Briefed
from agentfw.team.knowledge import Knowledge
from agentfw.vocabulary import NO_TEAM, EntityId, FlagState, GameInfo
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.perception import View

FOE, DOM = EntityId("foe"), EntityId("dom")
GAME = GameInfo(game_type="BotCTFGame", level="CTF-One")


def told(bot: str, x: float = 0.0, **more: Any) -> Report:
    """What a living bot reports."""
    usual: dict[str, Any] = {"player": EntityId(f"id-{bot}"), "is_alive": True, "location": at(x)}
    return Report(bot=bot, **(usual | {"health": 100, "team": 0} | more))


class Told:
    """A knowledge, and what it comes to after each briefing."""

    def __init__(self) -> None:
        self.knowledge = Knowledge("boss")

    def hear(self, now: float, *reports: Report, **more: Any) -> View:
        briefing = Briefed(now, reports=reports, **more)
        self.knowledge.hear(briefing)
        return self.knowledge.view(briefing)


@pytest.fixture
def leader() -> Told:
    return Told()


def owns(when: float, team: int, x: float = 400.0) -> Fact:
    return Fact("point owner", when, "Ada", entity=DOM, location=at(x), team=team)


# Bots


def test_leader_knows_nothing_before_anybody_has_told_anything(leader: Told) -> None:
    view = leader.hear(0.5)
    assert (view.squad.names, view.team, view.facts) == ((), NO_TEAM, ())
    assert dict(view.players) == {}


def test_bots_are_those_that_report_by_name(leader: Told) -> None:
    view = leader.hear(1.0, told("Bob"), told("Ada", health=70))
    assert view.squad.names == ("Ada", "Bob")
    assert view.squad.reports["Ada"].health == 70


def test_bots_that_have_nothing_new_to_say_are_still_known(leader: Told) -> None:
    leader.hear(1.0, told("Ada"), told("Bob"))
    assert leader.hear(2.0, told("Ada")).squad.names == ("Ada", "Bob")


def test_bots_are_players_in_sight_while_they_live(leader: Told) -> None:
    dead = told("Bob", is_alive=False, location=None)
    view = leader.hear(1.0, told("Ada", 50.0, game=GAME), dead)
    ada, bob = view.players[EntityId("id-Ada")], view.players[EntityId("id-Bob")]
    assert (ada.name, ada.location, ada.is_visible, ada.team) == ("Ada", at(50), True, 0)
    assert (bob.location, bob.is_visible) == (None, False)
    assert [one.name for one in view.mates] == ["Ada"]


def test_lost_bot_is_forgotten_as_bot_and_as_player(leader: Told) -> None:
    leader.hear(1.0, told("Ada"), told("Bob"))
    view = leader.hear(2.0, told("Bob"), lost=("Ada",))
    assert (view.squad.names, list(view.players)) == (("Bob",), ["id-Bob"])


def test_bot_that_came_back_before_the_leader_heard_of_its_loss_is_there(leader: Told) -> None:
    leader.hear(1.0, told("Ada"))
    assert leader.hear(2.0, told("Ada"), lost=("Ada",)).squad.names == ("Ada",)


def test_bot_that_is_silent_for_more_than_ten_seconds_is_lost(leader: Told) -> None:
    leader.hear(1.0, told("Ada"), told("Bob"))
    assert leader.hear(11.0, told("Bob")).squad.names == ("Ada", "Bob")
    assert leader.hear(11.5, told("Bob")).squad.names == ("Bob",)


def test_view_does_not_change_when_more_is_heard(leader: Told) -> None:
    view = leader.hear(1.0, told("Ada"))
    leader.hear(2.0, told("Bob"), lost=("Ada",))
    assert view.squad.names == ("Ada",)
    assert dict(view.squad.reports) == {"Ada": told("Ada")}


# The game


def test_team_game_time_and_scores_are_those_that_bots_told(leader: Told) -> None:
    said = told("Ada", game=GAME, time_left_s=60.0, scores=((0, 3.0), (1, 2.0)))
    view = leader.hear(1.0, said)
    assert (view.team, view.game, view.time_left_s) == (0, GAME, 60.0)
    assert dict(view.scores.teams) == {0: 3.0, 1: 2.0}
    assert dict(leader.hear(2.0, told("Ada")).scores.teams) == {0: 3.0, 1: 2.0}


def test_bot_that_does_not_know_its_team_does_not_change_the_team(leader: Told) -> None:
    leader.hear(1.0, told("Ada"))
    assert leader.hear(2.0, told("Bob", team=None)).team == 0


def test_nothing_of_one_map_is_known_on_the_next(leader: Told) -> None:
    leader.hear(1.0, told("Ada", game=GAME), facts=(owns(1.0, 1),))
    view = leader.hear(2.0, told("Ada", game=replace(GAME, level="CTF-Two")))
    assert (dict(view.points), view.facts) == ({}, ())
    assert view.squad.names == ("Ada",)


def test_the_same_map_is_not_forgotten_when_the_game_tells_more(leader: Told) -> None:
    leader.hear(1.0, told("Ada", game=GAME), facts=(owns(1.0, 1),))
    view = leader.hear(2.0, told("Ada", game=replace(GAME, goal_team_score=3.0)))
    assert list(view.points) == [DOM]


# Facts


def test_facts_become_what_the_leader_believes(leader: Told) -> None:
    facts = (
        Fact("enemy seen", 0.9, "Ada", entity=FOE, location=at(500), text="Gus", team=1),
        Fact("flag seen", 0.9, "Ada", entity=EntityId("f"), location=at(7), text="dropped", team=0),
        owns(0.9, 1),
    )
    view = leader.hear(1.0, told("Ada"), facts=facts)
    assert view.facts == facts
    assert (view.players[FOE].location, view.points[DOM].owner) == (at(500), 1)
    assert view.own_flag is not None
    assert view.own_flag.state is FlagState.DROPPED


def test_enemy_that_nobody_tells_of_any_more_is_forgotten(leader: Told) -> None:
    fact = Fact("enemy seen", 0.9, "Ada", entity=FOE, location=at(500), team=1)
    leader.hear(1.0, told("Ada"), facts=(fact,))
    assert leader.hear(40.0, told("Ada")).players[FOE].location is None


def test_bots_know_best_where_they_are(leader: Told) -> None:
    fact = Fact("enemy seen", 0.9, "Bob", entity=EntityId("id-Ada"), location=at(500), team=1)
    view = leader.hear(1.0, told("Ada", 3.0), facts=(fact,))
    assert view.players[EntityId("id-Ada")].location == at(3)


def test_only_the_last_two_hundred_facts_are_kept(leader: Told) -> None:
    view = leader.hear(300.0, facts=tuple(owns(float(number), 1) for number in range(300)))
    assert [one.at for one in view.facts] == [float(number) for number in range(100, 300)]


# Orders


def test_orders_are_those_in_force_by_bot_the_most_urgent_last(leader: Told) -> None:
    low, high = Order("hold", ("A",), to="Ada"), Order("rush", to="Ada", urgency="high")
    view = leader.hear(1.0, told("Ada"), told("Bob"), orders=(low, high))
    assert view.squad.orders == {"Ada": (low, high)}
    assert view.squad.order_of("Ada") == high
    assert (view.squad.order_of("Bob"), view.squad.free) == (None, ("Bob",))
    assert leader.hear(2.0).squad.orders == {}


def test_bot_with_something_of_low_urgency_is_free(leader: Told) -> None:
    view = leader.hear(1.0, told("Ada"), orders=(Order("hold", to="Ada", urgency="low"),))
    assert view.squad.free == ("Ada",)


def test_newest_fate_of_each_order_is_kept(leader: Told) -> None:
    order = Order("hold", to="Ada")
    fates = tuple(Fate(order, state, number) for number, state in enumerate(OrderState))
    view = leader.hear(1.0, fates=fates)
    assert view.squad.fates[order] == replace(fates[-1], at=1.0)
    assert leader.hear(2.0).squad.fates[order] == replace(fates[-1], at=1.0)


def test_bot_that_takes_no_orders_is_not_free_until_it_begins_anew(leader: Told) -> None:
    refused = Fate(Order("hold", to="Ada"), OrderState.REFUSED, 1, DEAF)
    view = leader.hear(1.0, told("Ada"), told("Bob"), fates=(refused,))
    assert (view.squad.free, view.squad.deaf) == (("Bob",), frozenset({"Ada"}))
    assert leader.hear(9.0, told("Ada"), told("Bob")).squad.refusers("camp", since=8.0) == {"Ada"}
    again = leader.hear(10.0, told("Ada"), told("Bob"), lost=("Ada",))
    assert (again.squad.free, again.squad.deaf) == (("Ada", "Bob"), frozenset())


def test_who_refused_one_task_is_known_for_that_task_only(leader: Told) -> None:
    refused = Fate(Order("get flag", to="Ada"), OrderState.REFUSED, 1, "no way")
    squad = leader.hear(5.0, told("Ada"), fates=(refused,)).squad
    assert squad.refusers("hold", "GetFlag", since=5.0) == {"Ada"}
    assert squad.refusers("hold", since=0.0) == squad.refusers("get flag", since=5.1) == set()
    assert squad.free == ("Ada",)


def test_only_the_last_five_hundred_fates_are_kept(leader: Told) -> None:
    orders = [Order(f"go {number}", to="Ada") for number in range(600)]
    fates = tuple(Fate(one, OrderState.DONE, number) for number, one in enumerate(orders))
    assert list(leader.hear(1.0, fates=fates).squad.fates) == orders[100:]


def test_requests_are_heard_once_and_what_is_wanted_of_the_leader_as_long_as_it_is(
    leader: Told,
) -> None:
    asked, own = Order("help", sender="Ada"), Order("clear tasks", number=3)
    view = leader.hear(1.0, requests=(asked,), own=(own,))
    assert (view.squad.requests, view.orders) == ((asked,), (own,))
    assert leader.hear(2.0).squad.requests == ()


# Never more than was told

IDS = st.sampled_from([None, *map(EntityId, ("a", "b", "id-Ada"))])
FACTS = st.lists(
    st.builds(
        Fact,
        subject=st.sampled_from(["enemy seen", "flag seen", "base", "item taken", "point owner", "x"]),
        at=st.floats(0.0, 1.0),
        entity=IDS,
        location=st.sampled_from([None, at(1), at(2)]),
        team=st.sampled_from([None, 0, 1]),
        text=st.sampled_from(["", "home", "held"]),
    ),
    max_size=8,
)
REPORTS = st.lists(st.sampled_from([told("Ada"), told("Bob", is_alive=False)]), max_size=3)


@given(st.lists(st.tuples(REPORTS, FACTS, st.booleans()), max_size=6))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_leader_never_knows_what_nobody_told(
    heard: list[tuple[list[Report], list[Fact], bool]],
) -> None:
    leader, facts, reports = Told(), list[Fact](), list[Report]()
    for number, (new_reports, new_facts, is_lost) in enumerate(heard):
        facts += new_facts
        reports += new_reports
        lost = ("Ada",) if is_lost else ()
        view = leader.hear(float(number + 1), *new_reports, facts=tuple(new_facts), lost=lost)
        told_of = {one.entity for one in facts} | {one.player for one in reports}
        assert set(view.players) <= told_of
        assert set(view.points) <= {one.entity for one in facts if one.subject == "point owner"}
        assert set(view.flags) <= {one.team for one in facts}
        assert dict(view.items) == {}
        assert set(view.squad.names) <= {one.bot for one in reports}
        places = {one.location for one in facts} | {one.location for one in reports}
        assert {one.location for one in view.players.values()} <= {None, *places}
