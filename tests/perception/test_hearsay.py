"""What friends share: believed where nothing newer is known, and never as if it were in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentfw.decisions import Fact
from agentfw.perception import Store
from agentfw.vocabulary import (
    NO_TEAM,
    Died,
    EntityId,
    FlagState,
    GameInfo,
    ItemPickedUp,
    PlayerDied,
    PlayerLeft,
    ScoreBoard,
    Snapshot,
)
from tests.perception.strategies import steps
from tests.support.seeing import ME, Watch, at, enemy, flag, item, listing, me, point, snap, written

if TYPE_CHECKING:
    from agentfw.perception import View
    from agentfw.vocabulary import Percept

FOE, KIT, DOM = EntityId("foe"), EntityId("kit"), EntityId("dom")
HOME, HELD, DROPPED = FlagState.HOME, FlagState.HELD, FlagState.DROPPED
LASTING: Final = ("enemy seen", "carrier seen", "flag seen", "base", "item taken", "point owner")
THOROUGH: Final = settings(
    max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def saw_enemy(when: float, x: float = 500.0, **told: Any) -> Fact:
    usual: dict[str, Any] = {"entity": FOE, "location": at(x), "text": "Gus", "team": 1}
    return Fact("enemy seen", when, "Bob", **(usual | told))


def saw_flag(when: float, state: FlagState, x: float | None = None, team: int = 1, **told: Any) -> Fact:
    usual: dict[str, Any] = {"entity": EntityId(f"flag{team}"), "team": team, "text": state.value}
    usual |= {"location": at(x) if x is not None else None}
    return Fact("flag seen", when, "Bob", **(usual | told))


def owns(when: float, team: int | None, x: float | None = 400.0) -> Fact:
    where = at(x) if x is not None else None
    return Fact("point owner", when, "Bob", entity=DOM, location=where, team=team)


def taken(when: float) -> Fact:
    return Fact("item taken", when, "Bob", entity=KIT)


def after(watch: Watch, *facts: Fact, now: float = 10.0) -> View:
    """What is believed when friends have shared these."""
    watch.store.share(facts)
    return watch.view(now)


# Enemies


@pytest.mark.parametrize("subject", ["enemy seen", "carrier seen"])
def test_an_enemy_whom_a_friend_saw_is_known_but_not_in_sight(subject: str) -> None:
    fact = Fact(subject, 9.0, "Bob", entity=FOE, location=at(500), text="Gus", team=1)
    known = after(Watch().hear(me()), fact).players[FOE]
    assert (known.name, known.team, known.location) == ("Gus", 1, at(500))
    assert (known.seen_at, known.is_visible, known.velocity) == (9.0, False, None)


def test_an_enemy_that_friends_tell_of_is_remembered_as_one() -> None:
    view = after(Watch().hear(me()), saw_enemy(9.0))
    assert [one.id for one in view.remembered_enemies] == [FOE]
    assert view.enemies == ()


def test_a_mate_is_where_it_says_it_is_and_neither_an_enemy_nor_in_sight() -> None:
    fact = Fact("mate at", 9.0, "Bob", entity=FOE, location=at(500), text="Bob", team=0)
    watch = Watch().hear(me(team=0), GameInfo(game_type="BotCTFGame"))
    view = after(watch, saw_enemy(8.0), fact)
    known = view.players[FOE]
    assert (known.name, known.team, known.location, known.is_visible) == ("Bob", 0, at(500), False)
    assert (view.remembered_enemies, view.mates) == ((), ())
    assert [one.subject for one in view.facts] == ["enemy seen"]


def test_where_an_enemy_is_is_forgotten_as_if_this_bot_had_seen_it() -> None:
    watch = Watch().hear(me())
    assert after(watch, saw_enemy(9.0), now=38.0).players[FOE].location == at(500)
    assert watch.view(40.0).players[FOE].location is None


def test_an_enemy_seen_later_by_this_bot_is_where_this_bot_saw_it() -> None:
    watch = Watch()
    watch.look(me(), enemy(x=100), now=5.0)
    watch.look(me(), now=6.0)
    assert after(watch, saw_enemy(5.0, 900.0)).players[FOE].location == at(100)
    assert after(watch, saw_enemy(5.5, 900.0)).players[FOE].location == at(900)


def test_an_enemy_in_sight_is_where_it_is_seen() -> None:
    watch = Watch()
    before = watch.look(me(), enemy(x=100), now=5.0).players[FOE]
    assert after(watch, saw_enemy(7.0, 900.0)).players[FOE] == before


@pytest.mark.parametrize("gone", [PlayerDied(id=FOE), PlayerLeft(id=FOE)])
def test_who_died_or_left_after_a_friend_saw_it_is_nowhere(gone: Percept) -> None:
    watch = Watch()
    watch.look(me(), enemy(), now=5.0)
    watch.hear(gone, now=8.0)
    known = after(watch, saw_enemy(7.9)).players.get(FOE)
    assert known is None or known.location is None
    assert after(watch, saw_enemy(8.1, 70.0)).players[FOE].location == at(70)


def test_a_sighting_without_a_place_says_nothing() -> None:
    view = after(Watch().hear(me()), saw_enemy(9.0, location=None), saw_enemy(9.0, entity=None))
    assert dict(view.players) == {}


def test_nobody_hears_of_itself() -> None:
    view = after(Watch().hear(me()), saw_enemy(9.0, entity=ME))
    assert dict(view.players) == {}


# Flags


def test_a_flag_that_a_friend_saw_is_known_but_not_in_sight() -> None:
    known = after(Watch().hear(me()), saw_flag(9.0, HELD, 700.0, holder=FOE)).flags[1]
    assert (known.state, known.location, known.holder) == (HELD, at(700), FOE)
    assert (known.is_visible, known.seen_at, known.told_at) == (False, 9.0, 9.0)


def test_a_state_without_a_place_leaves_the_place_as_it_was_seen() -> None:
    watch = Watch()
    watch.look(me(), flag(1, DROPPED, 300.0), now=5.0)
    watch.look(me(), now=6.0)
    known = after(watch, saw_flag(9.0, HELD)).flags[1]
    assert (known.state, known.location, known.seen_at) == (HELD, at(300), 5.0)


def test_a_flag_at_home_tells_where_its_home_is() -> None:
    known = after(Watch().hear(me()), saw_flag(9.0, HOME, 50.0)).flags[1]
    assert (known.home, known.whereabouts) == (at(50), at(50))


def test_only_a_flag_at_home_tells_where_its_home_is() -> None:
    watch = Watch().hear(me())
    after(watch, saw_flag(8.0, DROPPED, 70.0))
    assert watch.view().flags[1].home is None
    after(watch, saw_flag(9.0, HOME, 50.0), saw_flag(9.5, HOME))
    assert watch.view().flags[1].home == at(50)


def test_what_the_game_told_later_of_a_flag_out_of_sight_counts() -> None:
    watch = Watch()
    watch.look(me(), flag(1, HELD, holder=FOE), now=5.0)
    assert after(watch, saw_flag(4.0, HOME, 50.0), now=5.1).flags[1].state is HELD
    assert after(watch, saw_flag(5.1, HOME, 50.0), now=5.2).flags[1].state is HOME


def test_what_the_score_board_told_later_of_the_own_flag_counts() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HOME, 50.0), now=4.0)
    watch.look(me(), ScoreBoard(our_flag_taken=True), now=5.0)
    assert after(watch, saw_flag(4.5, HOME, team=0), now=5.1).flags[0].state is HELD
    watch.look(me(), ScoreBoard(our_flag_taken=True), now=6.0)
    assert after(watch, saw_flag(5.9, HOME, team=0), now=6.1).flags[0].state is HELD


def test_a_flag_in_sight_is_as_it_is_seen() -> None:
    watch = Watch()
    before = watch.look(me(), flag(1, HOME, 50.0), now=5.0).flags[1]
    assert after(watch, saw_flag(7.0, DROPPED, 900.0)).flags[1] == before


def test_a_carrier_knows_best_what_it_carries() -> None:
    watch = Watch()
    watch.look(me(), flag(1, HELD, holder=ME), now=5.0)
    assert after(watch, saw_flag(7.0, HOME, 50.0)).flags[1].holder == ME
    assert watch.view().carried_flag is not None


def test_nobody_is_told_what_it_carries_itself() -> None:
    watch = Watch()
    watch.look(me(), flag(1, HELD, holder=ME), now=5.0)
    watch.hear(Died(), now=6.0)
    known = after(watch, saw_flag(6.5, HELD, 10.0, holder=ME)).flags[1]
    assert (known.state, known.holder) == (DROPPED, None)


def test_who_has_a_flag_is_learned_from_who_saw_it_though_the_game_told_the_rest() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD), now=5.0)
    known = after(watch, saw_flag(4.9, HELD, 700.0, team=0, holder=FOE), now=5.1).flags[0]
    assert (known.state, known.holder, known.location) == (HELD, FOE, at(700))


def test_who_had_a_flag_long_ago_does_not_have_it_now() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD), now=5.0)
    assert after(watch, saw_flag(3.0, HELD, team=0, holder=FOE), now=5.1).flags[0].holder is None


def test_who_does_not_say_who_has_a_flag_takes_that_back_from_nobody() -> None:
    watch = Watch().hear(me())
    after(watch, saw_flag(5.0, HELD, holder=FOE))
    assert after(watch, saw_flag(6.0, HELD)).flags[1].holder == FOE
    assert after(watch, saw_flag(7.0, DROPPED)).flags[1].holder is None


def test_a_state_that_does_not_exist_changes_nothing() -> None:
    watch = Watch().hear(me())
    after(watch, saw_flag(5.0, HELD))
    assert after(watch, saw_flag(6.0, HOME, text="melted")).flags[1].state is HELD


@pytest.mark.parametrize("told", [{"team": None}, {"entity": None}])
def test_a_flag_of_nobody_is_no_flag(told: dict[str, Any]) -> None:
    fact = saw_flag(9.0, HOME, 50.0)
    values = {name: getattr(fact, name) for name in ("entity", "team", "text", "location")}
    view = after(Watch().hear(me()), Fact("flag seen", 9.0, "Bob", **(values | told)))
    assert dict(view.flags) == {}


def test_a_base_is_learned_once_and_says_nothing_of_its_flag() -> None:
    def base(x: float) -> Fact:
        return Fact("base", 9.0, "Bob", entity=EntityId("flag1"), location=at(x), team=1)

    known = after(Watch().hear(me()), base(50.0), base(60.0)).flags[1]
    assert (known.home, known.state, known.location, known.told_at) == (at(50), None, None, None)


def test_a_flag_that_is_only_guessed_to_be_home_gives_way_to_who_knows() -> None:
    watch = Watch()
    watch.look(me(), flag(1, DROPPED, 300.0), now=5.0)
    watch.look(me(), now=6.0)
    assert watch.view(70.0).flags[1].state is HOME
    assert after(watch, saw_flag(60.0, DROPPED, 300.0), now=71.0).flags[1].state is DROPPED


# Points


def test_a_point_that_a_friend_knows_is_known() -> None:
    known = after(Watch().hear(me()), owns(9.0, 1)).points[DOM]
    assert (known.owner, known.location, known.is_visible) == (1, at(400), False)
    assert known.taken_at is None


def test_when_a_point_changed_hands_is_known_from_a_friend() -> None:
    watch = Watch().hear(me())
    after(watch, owns(8.0, 1))
    assert after(watch, owns(9.0, 0)).points[DOM].taken_at == 9.0


def test_who_owned_a_point_earlier_says_nothing_of_now() -> None:
    watch = Watch()
    watch.look(me(), point(owner=1), now=2.0)
    watch.look(me(), ScoreBoard(point_owners=((DOM, 1),)), now=5.0)
    assert after(watch, owns(4.0, 0)).points[DOM].owner == 1
    assert after(watch, owns(5.5, 0)).points[DOM].owner == 0


def test_a_point_in_sight_is_as_it_is_seen() -> None:
    watch = Watch()
    before = watch.look(me(), point(owner=1), now=5.0).points[DOM]
    assert after(watch, owns(7.0, 0)).points[DOM] == before


def test_where_a_point_is_is_learned_by_who_knows_only_its_owner() -> None:
    watch = Watch()
    watch.look(me(), ScoreBoard(point_owners=((DOM, 1),)), now=5.0)
    known = after(watch, owns(4.0, 0)).points[DOM]
    assert (known.location, known.owner) == (at(400), 1)


def test_a_point_stays_where_it_is_known_to_be() -> None:
    watch = Watch().hear(me())
    after(watch, owns(8.0, 1))
    assert after(watch, owns(9.0, 0, 900.0)).points[DOM].location == at(400)


def test_a_place_without_an_owner_does_not_make_a_point_neutral() -> None:
    watch = Watch().hear(me())
    after(watch, owns(8.0, 1))
    assert after(watch, owns(9.0, None)).points[DOM].owner == 1
    assert after(watch, owns(9.5, NO_TEAM)).points[DOM].owner == NO_TEAM


# Items


def test_an_item_that_a_friend_took_is_gone_for_a_while() -> None:
    watch = Watch().hear(listing(item(item_class="XPickups.HealthPack")), me(), now=1.0)
    known = after(watch, taken(9.0)).items[KIT]
    assert (known.taken_at, known.seen_at) == (9.0, 9.0)
    assert known.respawns_at is not None
    assert [known.is_there(when) for when in (10.0, known.respawns_at)] == [False, True]


def test_an_item_in_sight_is_there_whatever_friends_say() -> None:
    watch = Watch()
    before = watch.look(me(), item(), now=5.0).items[KIT]
    assert after(watch, taken(7.0)).items[KIT] == before


def test_an_item_seen_after_a_friend_took_it_is_there() -> None:
    watch = Watch()
    watch.look(me(), item(), now=5.0)
    watch.look(me(), now=6.0)
    assert after(watch, taken(4.0)).items[KIT].is_there(10.0)


def test_an_item_that_this_bot_took_later_comes_back_later() -> None:
    watch = Watch().hear(listing(item(item_class="XPickups.HealthPack")), now=1.0)
    watch.hear(ItemPickedUp(id=KIT), now=9.0)
    before = watch.view(9.0).items[KIT].respawns_at
    assert after(watch, taken(8.0)).items[KIT].respawns_at == before


def test_an_item_that_was_dropped_or_that_nobody_knows_is_no_matter() -> None:
    watch = Watch()
    before = watch.look(me(), item(dropped=True), now=5.0).items[KIT]
    after(watch, taken(7.0), Fact("item taken", 7.0, "Bob", entity=EntityId("other")))
    assert dict(watch.view(8.0).items) == {KIT: before}


# All of them


def test_facts_of_a_teams_own_making_change_no_belief_but_can_be_read() -> None:
    watch = Watch()
    before = written(watch.look(me(), enemy(), flag(1, HOME, 50.0), point(), item(), now=5.0))
    fact = Fact("ambush", 9.0, "Bob", entity=FOE, location=at(9), team=1)
    changed = written(after(watch, fact, now=5.0))
    assert {name for name in changed if changed[name] != before[name]} <= {"facts", "events"}
    assert watch.view().facts == (fact,)


def test_only_the_last_two_hundred_facts_are_kept() -> None:
    watch = Watch().hear(me())
    view = after(watch, *(saw_enemy(float(number)) for number in range(300)), now=300.0)
    assert [fact.at for fact in view.facts] == [float(number) for number in range(100, 300)]


def facts() -> st.SearchStrategy[list[tuple[float, Fact]]]:
    """Facts about the same few things that percepts of these tests speak of, and how old they are."""
    names = st.sampled_from([None, *map(EntityId, ("a", "b", "c", "me", ""))])
    fact = st.builds(
        Fact,
        subject=st.sampled_from((*LASTING, "ambush")),
        at=st.just(0.0),
        source=st.just("Bob"),
        entity=names,
        location=st.sampled_from([None, at(), at(500.0), at(1e12)]),
        text=st.sampled_from(["", "x", *(state.value for state in FlagState)]),
        team=st.sampled_from([None, 0, 1, NO_TEAM]),
        holder=names,
    )
    return st.lists(st.tuples(st.sampled_from([0.0, 0.1, 5.0, 100.0]), fact), max_size=12)


def mixed(told: list[tuple[float, Percept, bool]], heard: list[tuple[float, Fact]]) -> list[View]:
    """The views of a bot that hears one fact after each percept, as long as there are any."""
    store, now, views = Store(), 0.0, []
    rest = list(heard)
    for wait, percept, _ in [*told, *((0.25, snap(), True) for _ in heard[len(told) :])]:
        now += wait
        store.apply(percept, now)
        before = store.view(now)
        if rest:
            age, fact = rest.pop()
            store.share([_at(fact, max(0.0, now - age))])
            _check_hearing(before, store.view(now))
        views.append(store.view(now))
    return views


def _at(fact: Fact, when: float) -> Fact:
    values = {name: getattr(fact, name) for name in fact.__struct_fields__}
    return Fact(**(values | {"at": when}))


def _check_hearing(before: View, later: View) -> None:
    """What one fact may change: nothing that is in sight, and nothing to something older."""
    for name in ("players", "items", "flags", "points"):
        ledger, fresh = getattr(before, name), getattr(later, name)
        assert set(ledger) <= set(fresh)
        for key, known in ledger.items():
            assert fresh[key] == known or not known.is_visible, (name, known, fresh[key])
            assert fresh[key].seen_at >= known.seen_at
        assert all(not one.is_visible for key, one in fresh.items() if key not in ledger)


@given(told=steps("DM-One"), heard=facts())
@THOROUGH
def test_any_facts_in_any_order_keep_what_holds_for_every_view(
    told: list[tuple[float, Percept, bool]], heard: list[tuple[float, Fact]]
) -> None:
    for view in mixed(told, heard):
        assert written(view)
        for ledger in (view.players, view.items, view.flags, view.points):
            beliefs: list[Any] = list(ledger.values())
            assert all(one.age(view.now) >= 0.0 for one in beliefs)
            assert all(0.0 <= one.confidence(view.now) <= 1.0 for one in beliefs)
            assert all(one.reachable is None for one in beliefs if not one.is_visible)
        assert all(one.location is not None for one in view.players.values() if one.is_visible)
        assert all(one.holder is None or one.state is HELD for one in view.flags.values() if one.told_at)


@given(told=steps("DM-One"), heard=facts())
@THOROUGH
def test_facts_put_nobody_back_who_died(
    told: list[tuple[float, Percept, bool]], heard: list[tuple[float, Fact]]
) -> None:
    store, now = Store(), 0.0
    for wait, percept, _ in told:
        now += wait
        store.apply(percept, now)
    dead = [EntityId("a"), EntityId("b")]
    for player in dead:
        store.apply(PlayerDied(id=player), now + 1.0)
    store.share([_at(fact, max(0.0, now - age)) for age, fact in heard])
    view = store.view(now + 1.0)
    assert all(view.players[one].location is None for one in dead if one in view.players)


def test_hearsay_between_two_looks_is_out_of_sight_after_the_next() -> None:
    watch = Watch()
    watch.look(me(), now=1.0)
    watch.store.share([saw_enemy(1.1), owns(1.1, 1), saw_flag(1.1, HOME, 5.0)])
    watch.store.apply(Snapshot(time=2.0, percepts=(me(),)), 2.0)
    view = watch.view(2.0)
    known = [view.players[FOE], view.points[DOM], view.flags[1]]
    assert [one.is_visible for one in known] == [False] * 3
