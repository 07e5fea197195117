"""What a bot tells its team: what is new to them, once, and nothing that it only heard or guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.decisions import Answer, Decision, Fact, Order, OrderState, Reason
from agentfw.perception import Store, View
from agentfw.perception.view import Event, Scores
from agentfw.team.sharing import Reporter
from agentfw.vocabulary import (
    NO_TEAM,
    DamageTaken,
    EntityId,
    FlagState,
    GameInfo,
    ItemPickedUp,
    SelfState,
)
from tests.skills.moments import TEAMS, body, enemy, flag, item, mate, moment, point
from tests.support.seeing import Watch, at, me, snap
from tests.support.seeing import enemy as seen_enemy
from tests.support.seeing import flag as seen_flag
from tests.support.seeing import point as seen_point

if TYPE_CHECKING:
    from agentfw.vocabulary import Percept

HOME, HELD, DROPPED = FlagState.HOME, FlagState.HELD, FlagState.DROPPED
FOE, DOM = EntityId("foe"), EntityId("dom")


def view(*known: Any, now: float = 10.0, **told: Any) -> View:
    return moment(*known, now=now, **told).view


def news(*known: Any, **told: Any) -> list[Fact]:
    """What a bot tells at once that knows this."""
    return list(Reporter("Ada").news(view(*known, **told)))


def subjects(facts: Any) -> list[str]:
    return [one.subject for one in facts]


# Enemies


def test_enemy_in_sight_is_told_with_its_name_and_team() -> None:
    (fact,) = news(enemy("foe", 500.0))
    assert fact == Fact("enemy seen", 10.0, "Ada", entity=FOE, location=at(500), text="foe", team=1)


def test_enemy_that_has_our_flag_is_told_as_that() -> None:
    facts = news(enemy(), flag(0, HELD, holder=FOE, told_at=9.0))
    assert subjects(facts) == ["carrier seen", "flag seen"]


def test_enemy_in_sight_is_told_once_a_second() -> None:
    reporter = Reporter("Ada")
    told = [len(reporter.news(view(enemy(), now=10.0 + 0.25 * number))) for number in range(9)]
    assert told == [1, 0, 0, 0, 1, 0, 0, 0, 1]


def test_neither_friends_nor_enemies_out_of_sight_are_told() -> None:
    assert news(mate(), enemy("foe", is_visible=False)) == []


# Flags


def test_flag_in_sight_is_told_with_its_base() -> None:
    base, state = news(flag(1, HOME, 50.0, home=at(50)))
    assert (base.subject, base.location, base.team) == ("base", at(50), 1)
    assert (state.subject, state.location, state.text, state.team) == ("flag seen", at(50), "home", 1)


def test_flag_that_stays_as_it_is_is_told_once() -> None:
    reporter = Reporter("Ada")
    assert len(reporter.news(view(flag(1, HOME, 50.0)))) == 1
    assert all(not reporter.news(view(flag(1, HOME, 50.0), now=10.0 + second)) for second in range(9))


def test_flag_that_is_carried_is_told_once_a_second() -> None:
    reporter = Reporter("Ada")
    carried = [flag(1, HELD, 100.0 * number, holder=FOE) for number in range(9)]
    told = [reporter.news(view(one, now=10.0 + 0.25 * place)) for place, one in enumerate(carried)]
    assert [len(one) for one in told] == [1, 0, 0, 0, 1, 0, 0, 0, 1]


def test_change_of_a_flag_is_told_at_once() -> None:
    reporter = Reporter("Ada")
    reporter.news(view(flag(1, HELD, 100.0, holder=FOE)))
    (fact,) = reporter.news(view(flag(1, DROPPED, 100.0), now=10.1))
    assert (fact.text, fact.holder) == ("dropped", None)


def test_carrier_tells_where_it_is_itself() -> None:
    (fact,) = news(flag(1, HELD, None, holder=EntityId("me")), me=body(at(77)))
    assert (fact.location, fact.holder) == (at(77), EntityId("me"))


def test_what_the_game_tells_of_a_flag_out_of_sight_has_the_time_it_was_told() -> None:
    (fact,) = news(flag(1, DROPPED, None, told_at=8.0))
    assert (fact.at, fact.location, fact.text) == (8.0, None, "dropped")


def test_what_is_only_guessed_of_a_flag_is_not_told() -> None:
    assert news(flag(1, HOME, None)) == []
    watch, reporter = Watch(), Reporter("Ada")
    reporter.news(watch.look(me(), seen_flag(1, DROPPED, 300.0), now=5.0))
    watch.look(me(), now=6.0)
    later = watch.view(70.0)
    assert later.flags[1].state is HOME
    assert reporter.news(later) == ()


# Points


def test_point_is_told_with_owner_and_place_and_told_again_when_that_changes() -> None:
    reporter = Reporter("Ada")
    (first,) = reporter.news(view(point("dom", 400.0, 1)))
    assert (first.subject, first.entity, first.location, first.team) == ("point owner", DOM, at(400), 1)
    assert reporter.news(view(point("dom", 400.0, 1), now=11.0)) == ()
    (second,) = reporter.news(view(point("dom", 400.0, 0), now=12.0))
    assert second.team == 0


def test_point_of_nobody_is_told_without_an_owner_until_it_had_one() -> None:
    reporter = Reporter("Ada")
    owners = [NO_TEAM, 1, NO_TEAM]
    told = [
        reporter.news(view(point("dom", 400.0, owner), now=10.0 + number))[0].team
        for number, owner in enumerate(owners)
    ]
    assert told == [None, 1, NO_TEAM]


def test_place_of_a_point_is_told_once_it_is_known() -> None:
    reporter = Reporter("Ada")
    reporter.news(view(point("dom", None, 1)))
    (fact,) = reporter.news(view(point("dom", 400.0, 1), now=11.0))
    assert fact.location == at(400)


# Items


def test_item_that_this_bot_took_is_told() -> None:
    took = Event(10.0, ItemPickedUp(id=EntityId("kit")))
    kit = item("kit", 300.0, item_class="XPickups.HealthPack")
    (fact,) = news(kit, events=(took,))
    assert (fact.subject, fact.entity, fact.location) == ("item taken", EntityId("kit"), at(300))
    assert fact.text == "XPickups.HealthPack"


def test_item_that_somebody_dropped_or_that_nobody_knows_is_not_told() -> None:
    took = Event(10.0, ItemPickedUp(id=EntityId("kit")))
    assert news(item("kit", is_dropped=True), events=(took,)) == []
    assert news(events=(took,)) == []


# What was heard


@pytest.mark.parametrize(
    ("fact", "known"),
    [
        pytest.param(Fact("flag seen", 9.0, "Bob", text="home", team=1), flag(1, HOME, 50.0), id="flag"),
        pytest.param(
            Fact("point owner", 9.0, "Bob", entity=DOM, location=at(400), team=1),
            point("dom", 400.0, 1),
            id="point",
        ),
        pytest.param(
            Fact("point owner", 9.0, "Bob", entity=DOM, location=at(400)),
            point("dom", 400.0, NO_TEAM),
            id="point of nobody",
        ),
        pytest.param(
            Fact("base", 9.0, "Bob", team=1, location=at(50)), flag(1, None, home=at(50)), id="base"
        ),
    ],
)
def test_what_others_have_told_is_not_told_again(fact: Fact, known: Any) -> None:
    reporter = Reporter("Ada")
    assert reporter.news(view(known)) != ()
    reporter = Reporter("Ada")
    reporter.hear([fact])
    assert reporter.news(view(known)) == ()


def test_what_contradicts_others_is_told() -> None:
    reporter = Reporter("Ada")
    reporter.hear([Fact("flag seen", 9.0, "Bob", text="home", team=1)])
    assert [one.text for one in reporter.news(view(flag(1, DROPPED, 50.0)))] == ["dropped"]


def test_what_others_know_better_is_not_contradicted() -> None:
    reporter = Reporter("Ada")
    reporter.hear([Fact("flag seen", 9.0, "Bob", text="held", team=1, holder=FOE)])
    assert reporter.news(view(flag(1, HELD, None, told_at=9.5))) == ()
    reporter.hear([Fact("flag seen", 9.9, "Bob", text="dropped", team=1)])
    assert reporter.news(view(flag(1, HOME, None, told_at=9.8))) == ()


def test_change_back_is_told_after_others_have_told_a_change() -> None:
    reporter = Reporter("Ada")
    reporter.news(view(flag(1, HOME, 50.0)))
    reporter.hear([Fact("flag seen", 10.5, "Bob", text="held", team=1, holder=FOE)])
    assert reporter.news(view(flag(1, HELD, None, holder=FOE, told_at=10.5), now=10.6)) == ()
    assert [one.text for one in reporter.news(view(flag(1, HOME, 50.0), now=12.0))] == ["home"]


# Two that hear each other


class Pair:
    """Two bots with their stores and reporters, who hear what the other one tells, a tenth later."""

    def __init__(self) -> None:
        self.stores = [Store(), Store()]
        self.reporters = [Reporter("Ada"), Reporter("Bob")]
        self.told: list[list[Fact]] = [[], []]

    def play(self, looks: list[list[Percept]], rounds: int = 100) -> list[int]:
        """Let each see the same all the time; how many facts each has told."""
        for number in range(rounds):
            now = 1.0 + 0.1 * number
            fresh = []
            for store, reporter, seen in zip(self.stores, self.reporters, looks, strict=True):
                store.apply(snap(*seen, time=now), now)
                fresh.append(reporter.news(store.view(now)))
            for place, facts in enumerate(fresh):
                self.told[place] += facts
                self.stores[1 - place].share(facts)
                self.reporters[1 - place].hear(facts)
        return [len(one) for one in self.told]


def test_two_that_see_the_same_say_it_once_each() -> None:
    seen: list[Percept] = [seen_flag(1, HOME, 50.0), seen_point(owner=1)]
    assert Pair().play([[me(), *seen], [me(id=EntityId("you")), *seen]]) == [3, 3]


def test_one_that_hears_says_nothing_of_what_it_hears() -> None:
    seen: list[Percept] = [seen_flag(1, HOME, 50.0), seen_point(owner=1)]
    assert Pair().play([[me(), *seen], [me(id=EntityId("you"))]]) == [3, 0]


def test_enemy_is_told_by_who_sees_it_only() -> None:
    ada, bob = Pair().play([[me(), seen_enemy()], [me(id=EntityId("you"))]])
    assert (10 <= ada <= 11, bob) == (True, 0)


@pytest.mark.parametrize(
    ("mine", "yours"),
    [
        pytest.param(seen_flag(1, HOME, 50.0), seen_flag(1, DROPPED, 90.0), id="flag in sight"),
        pytest.param(seen_flag(1, HOME), seen_flag(1, HELD), id="flag as the game tells"),
        pytest.param(seen_point(owner=0), seen_point(owner=1), id="point"),
    ],
)
def test_two_that_never_agree_do_not_talk_each_other_down(mine: Percept, yours: Percept) -> None:
    ada, bob = Pair().play([[me(), mine], [me(id=EntityId("you")), yours]])
    assert 1 < ada <= 24
    assert 1 < bob <= 24


# Reports


def report(reporter: Reporter | None = None, *known: Any, **told: Any) -> Any:
    reporter = reporter or Reporter("Ada", "defender")
    return reporter.report(view(*known, **told), Decision(reason=Reason(chosen="guard")))


def test_report_says_how_the_bot_is() -> None:
    mine = body(at(5), health=70, weapon="Shock", ammo=12, armor=30)
    told = report(None, enemy(), me=mine, place=EntityId("p"))
    assert (told.bot, told.player, told.role, told.team) == ("Ada", EntityId("me"), "defender", 0)
    assert (told.is_alive, told.location, told.place) == (True, at(5), EntityId("p"))
    assert (told.health, told.armor, told.weapon, told.ammo) == (70, 30, "Shock", 12)
    assert (told.enemies, told.carries, told.is_hurt, told.doing) == (1, None, False, "guard")


def test_report_says_what_the_bot_does_by_its_way_through_the_plan() -> None:
    decision = Decision(reason=Reason(chosen="x", path=("Patrol", "Hold A")))
    assert Reporter("Ada").report(view(), decision).doing == "Patrol > Hold A"


def test_report_says_which_flag_is_carried_and_whether_the_bot_was_hurt() -> None:
    watch = Watch()
    watch.look(me(), seen_flag(1, HELD, holder=EntityId("me")), now=5.0)
    watch.hear(DamageTaken(damage=5, instigator=FOE), now=5.5)
    told = Reporter("Ada").report(watch.view(6.0), Decision())
    assert (told.carries, told.is_hurt) == (1, True)
    assert not Reporter("Ada").report(watch.view(9.0), Decision()).is_hurt


def test_report_measures_the_ways_to_bases_and_points() -> None:
    known = [flag(0, HOME, home=at(0)), flag(1, HOME, home=at(4400)), point("dom", 880.0, 1)]
    told = report(None, *known, point("lost", None, 1), me=body(at(0)))
    assert told.ways == {"own base": 0.0, "enemy base": pytest.approx(10.0, 0.2), "dom": 2.0}


def test_report_measures_the_ways_to_where_orders_lead() -> None:
    orders = (Order("go", ("880,0,0",)), Order("escort", ("pal", "60")), Order("go", ("nowhere",)))
    told = report(None, mate("pal", 440.0), me=body(at(0)), orders=orders)
    assert told.ways == {"880,0,0": 2.0, "pal": 1.0}
    many = tuple(Order("go", (f"{number},0,0",)) for number in range(20))
    assert len(report(None, me=body(at(0)), orders=many).ways) == 8


def test_report_measures_ways_once_a_second() -> None:
    reporter = Reporter("Ada")
    goal = point("dom", 880.0, 1)
    xs = [(0.0, 10.0), (440.0, 10.5), (440.0, 11.0)]
    told = [report(reporter, goal, me=body(at(x)), now=now).ways["dom"] for x, now in xs]
    assert told == [2.0, 2.0, 1.0]


def test_report_says_which_game_it_is_when_that_is_new() -> None:
    reporter, other = Reporter("Ada"), GameInfo(game_type="BotCTFGame", level="CTF-Two")
    games = [report(reporter, game=game).game for game in (TEAMS, TEAMS, other, other)]
    assert games == [TEAMS, None, other, None]
    reporter.tell_game_again()
    assert report(reporter, game=other).game == other


def test_report_holds_scores_answers_and_the_time_that_is_left() -> None:
    answers = (Answer(3, OrderState.DONE),)
    now = view(scores=Scores(teams={1: 4.0, 0: 2.0}), time_left_s=60.0)
    told = Reporter("Ada").report(now, Decision(answers=answers))
    assert (told.scores, told.answers, told.time_left_s) == (((0, 2.0), (1, 4.0)), answers, 60.0)


def test_dead_bot_has_neither_place_nor_ways() -> None:
    told = report(None, point("dom", 880.0, 1), me=SelfState(team=0, health=0), is_alive=False)
    assert (told.is_alive, told.location, told.health, told.ways) == (False, None, 0, {})
