"""What leaders can order: where each order leads, when it is done, and why it fails."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import pytest

from agentfw.decisions import ActivityState, Camp, Fight, Follow, Patrol, PickUpItem, TravelTo
from agentfw.navigation import Link, Node, PlaceGraph
from agentfw.perception.view import Event
from agentfw.skills import Moment, Performance, Progress, Sense, Wants
from agentfw.skills.obeying import ORDERS, order_act
from agentfw.vocabulary import (
    ClassName,
    Died,
    EntityId,
    FlagState,
    ItemCategory,
    PlayerDied,
    Spawned,
)
from tests.skills.moments import (
    NOW,
    SKILLS,
    act_of,
    activity,
    body,
    enemy,
    fail,
    flag,
    gun,
    item,
    mate,
    moment,
    point,
    steps,
)
from tests.support.seeing import at

OURS, THEIRS = 0, 1
HOME, HELD, DROPPED = FlagState.HOME, FlagState.HELD, FlagState.DROPPED
ROW = [EntityId(name) for name in "abcdefghij"]
GRAPH = PlaceGraph(
    [Node(name, at(500.0 * number)) for number, name in enumerate(ROW)],
    [
        Link(start, end, 500.0)
        for one, two in itertools.pairwise(ROW)
        for start, end in ((one, two), (two, one))
    ],
)


def own(state: FlagState, x: float | None = 0.0, **told: Any) -> Any:
    return flag(OURS, state, x, **({"home": at(0)} | told))


def other(state: FlagState, x: float | None = 4500.0, **told: Any) -> Any:
    return flag(THEIRS, state, x, **({"home": at(4500)} | told))


MINE = other(HELD, None, holder=EntityId("me"))
OF_A_FRIEND = other(HELD, None, holder=EntityId("friend"))
STOLEN = own(HELD, None, holder=EntityId("foe"))
FLAGS = (own(HOME), other(HOME))


def now(*known: Any, seconds: float = 0.0, x: float = 1000.0, **told: Any) -> Moment:
    """A moment on a map that is a row of places, where both flags are at home unless told."""
    flags = [] if any(one.__class__.__name__ == "KnownFlag" for one in known) else FLAGS
    usual: dict[str, Any] = {"me": body(at(x)), "graph": GRAPH, "now": NOW + seconds}
    return moment(*flags, *known, **(usual | told))


def want_all(task: str, *arguments: Any, moments: list[Moment]) -> list[Wants]:
    """What an order comes to, from moment to moment."""
    wanted, _, progress = steps(order_act(task), moments, *arguments)
    assert progress is Progress.RUNNING
    return wanted


def moves(task: str, *arguments: Any, moments: list[Moment]) -> list[Any]:
    """Where an order leads, from moment to moment; None where it leaves the legs to the plan."""
    return [one.move for one in want_all(task, *arguments, moments=moments)]


def move(task: str, *arguments: Any, moment: Moment) -> Any:
    """Where an order leads at once."""
    return moves(task, *arguments, moments=[moment])[0]


def ended(task: str, *arguments: Any, moments: list[Moment]) -> Performance:
    """An order that is over by the last of these moments, and not before it."""
    _, performance, progress = steps(order_act(task), moments[:-1], *arguments)
    assert progress is Progress.RUNNING
    performance.step(moments[-1])
    return performance


def is_done(task: str, *arguments: Any, moments: list[Moment]) -> bool:
    performance = Performance(act_of(order_act(task)), arguments)
    progress = [performance.step(one) for one in moments]
    assert progress[:-1] == [Progress.RUNNING] * (len(moments) - 1)
    return progress[-1] is Progress.DONE


# Every order


class Case(NamedTuple):
    """An order: where it leads, and how it fails while nobody knows anything."""

    arguments: tuple[Any, ...]
    known: tuple[Any, ...]
    move: Any
    fails: str = ""


TO_THEIR_FLAG = TravelTo(target=EntityId("flag1"), tolerance_uu=20.0)
AFTER_ADA = Follow(EntityId("Ada"), distance_uu=112.0)
ADA = mate("Ada", 1300.0)
NOWHERE = 'nobody knows where "{}" is'
CASES: dict[str, Case] = {
    "get flag": Case((), (), TO_THEIR_FLAG),
    "attack": Case((), (), TO_THEIR_FLAG),
    "return flag": Case(
        (), (own(DROPPED, 700.0),), TravelTo(target=EntityId("flag0"), tolerance_uu=20.0)
    ),
    "defend": Case((), (), Camp(EntityId("a"), 10.0), NOWHERE.format("own base")),
    "guard": Case(("c",), (), Camp(EntityId("c"), 10.0), NOWHERE.format("c")),
    "hold": Case(
        ("dom",),
        (point("dom", 900.0, THEIRS),),
        TravelTo(target=EntityId("dom"), tolerance_uu=20.0),
        NOWHERE.format("dom"),
    ),
    "take": Case(
        ("dom",),
        (point("dom", 900.0, THEIRS),),
        TravelTo(target=EntityId("dom"), tolerance_uu=20.0),
        NOWHERE.format("dom"),
    ),
    "follow": Case(("Ada",), (ADA,), AFTER_ADA),
    "accompany": Case(("Ada",), (ADA,), AFTER_ADA),
    "escort": Case(("Ada",), (ADA,), AFTER_ADA),
    "help": Case(("Ada",), (ADA,), AFTER_ADA),
    "rush": Case((), (), TravelTo(location=at(0)), NOWHERE.format("own base")),
    "go": Case(("c",), (), TravelTo(place=EntityId("c")), NOWHERE.format("c")),
    "camp": Case(("c",), (), Camp(EntityId("c"), 10.0), NOWHERE.format("c")),
    "patrol": Case(("a", "c"), (), Patrol(places=(EntityId("a"), EntityId("c"))), NOWHERE.format("a")),
    "get item": Case(("kit",), (item("kit"),), PickUpItem(EntityId("kit")), 'there is no item "kit"'),
    "kill": Case(
        ("foe",),
        (enemy("foe", 700.0, is_visible=False),),
        TravelTo(target=EntityId("foe")),
        'nobody is called "foe"',
    ),
    "lead": Case(("Ada",), (ADA,), TravelTo(location=at(4500)), NOWHERE.format("enemy base")),
}
every_case = pytest.mark.parametrize("task", sorted(ORDERS))


def test_every_order_is_in_the_table_and_is_an_act() -> None:
    assert set(CASES) == set(ORDERS)
    assert all(SKILLS.act(name) is not None for name in ORDERS.values())


def test_names_of_acts_are_no_names_of_senses() -> None:
    assert not [name for name in ORDERS.values() if isinstance(SKILLS.get(name), Sense)]


@pytest.mark.parametrize("written", ["get flag", "Get-Flag", "get_flag", "GETFLAG"])
def test_orders_are_understood_however_they_are_written(written: str) -> None:
    assert order_act(written) == "get_flag"


def test_what_is_no_order_is_what_it_is() -> None:
    assert order_act("explore") == "explore"


@every_case
def test_where_it_leads(task: str) -> None:
    case = CASES[task]
    assert move(task, *case.arguments, moment=now(*case.known)) == case.move


@every_case
def test_it_says_why_it_fails_or_waits_for_knowledge(task: str) -> None:
    case, blank = CASES[task], moment()
    if case.fails:
        assert fail(order_act(task), blank, *case.arguments) == case.fails
    else:
        assert move(task, *case.arguments, moment=blank) is None


@every_case
def test_it_leaves_the_hands_to_the_plan(task: str) -> None:
    case = CASES[task]
    wanted, _, _ = steps(order_act(task), [now(*case.known)], *case.arguments)
    assert [(one.fight, one.say, one.orders) for one in wanted] == [(None, None, ())]


# Flags


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        pytest.param(FLAGS, TO_THEIR_FLAG, id="theirs is at home"),
        pytest.param((own(HOME), other(DROPPED, 900.0)), TO_THEIR_FLAG, id="theirs lies about"),
        pytest.param(
            (own(HOME), MINE), TravelTo(location=at(0), tolerance_uu=8.0), id="this bot has it"
        ),
        pytest.param((own(HOME), OF_A_FRIEND, mate("friend", 700.0)), None, id="a friend has it"),
        pytest.param(
            (STOLEN, OF_A_FRIEND, enemy("foe", 700.0)),
            TravelTo(target=EntityId("foe")),
            id="both are carried, and the thief is seen",
        ),
        pytest.param(
            (STOLEN, OF_A_FRIEND),
            TravelTo(location=at(4500), tolerance_uu=20.0),
            id="both are carried, and nobody sees the thief",
        ),
        pytest.param(
            (own(DROPPED, 700.0), MINE),
            TravelTo(target=EntityId("flag0"), tolerance_uu=20.0),
            id="this bot has theirs, and ours lies about",
        ),
        pytest.param((own(HOME), MINE), TravelTo(location=at(0), tolerance_uu=8.0), id="home with it"),
    ],
)  # fmt: skip
def test_where_the_flag_of_the_enemy_leads(known: tuple[Any, ...], expected: Any) -> None:
    assert move("get flag", moment=now(*known)) == expected


@pytest.mark.parametrize(
    ("lies", "more", "is_fetched"),
    [
        pytest.param(1480.0, {}, True, id="on the way"),
        pytest.param(520.0, {}, False, id="the other way"),
        pytest.param(2600.0, {}, False, id="too far for now"),
        pytest.param(1480.0, {"flags": {0: own(HOME), 1: MINE}}, False, id="with a flag in hand"),
    ],
)
def test_what_lies_by_the_way_to_the_flag_is_taken_along(
    lies: float,
    more: dict[str, Any],
    is_fetched: bool,  # noqa: FBT001 - of a parameter
) -> None:
    armor = item("vest", lies, ItemCategory.ARMOR, item_class=ClassName("XPickups.ShieldPack"))
    found = move("get flag", moment=now(armor, **more))
    assert (found == PickUpItem(armor.id)) is is_fetched


def test_hurt_attacker_looks_after_itself_first() -> None:
    kit = item("kit", 700.0, item_class=ClassName("XPickups.HealthPack"))
    hurt = now(kit, me=body(at(1000.0), health=40))
    assert move("get flag", moment=hurt) == PickUpItem(kit.id)
    assert move("get flag", moment=now(kit, me=body(at(1000.0), health=90))) == TO_THEIR_FLAG


def test_getting_the_flag_is_done_when_this_bot_has_captured_it() -> None:
    assert is_done("get flag", moments=[now(), now(own(HOME), MINE), now()])


def test_getting_the_flag_goes_on_when_a_friend_captures_it() -> None:
    there = [now(), now(own(HOME), OF_A_FRIEND, mate("friend", 700.0)), now()]
    assert len(moves("get flag", moments=there)) == 3


def test_getting_the_flag_goes_on_when_its_carrier_drops_it() -> None:
    there = [now(own(HOME), MINE), now(own(HOME), other(DROPPED, 900.0)), now()]
    assert moves("get flag", moments=there)[1:] == [TO_THEIR_FLAG] * 2


@pytest.mark.parametrize("event", [Died(), Spawned()])
def test_getting_the_flag_goes_on_when_its_carrier_died_and_the_flag_went_home(event: Any) -> None:
    there = [now(own(HOME), MINE), now(events=(Event(NOW, event),)), now()]
    assert moves("get flag", moments=there)[1:] == [TO_THEIR_FLAG] * 2


def test_returning_the_flag_is_done_when_it_is_at_home() -> None:
    assert is_done("return flag", moments=[now(own(DROPPED, 700.0)), now()])
    assert is_done("return flag", moments=[now()])


def test_returning_the_flag_goes_after_the_thief() -> None:
    there = now(STOLEN, other(HOME), enemy("foe", 700.0))
    assert move("return flag", moment=there) == TravelTo(target=EntityId("foe"))


# Guards


def test_guard_brings_back_the_flag_of_its_base() -> None:
    assert move("defend", moment=now(own(DROPPED, 700.0), other(HOME))) == TravelTo(
        target=EntityId("flag0"), tolerance_uu=20.0
    )


def test_guard_of_another_place_leaves_the_flag_to_others() -> None:
    found = move("guard", "c", moment=now(own(DROPPED, 700.0), other(HOME)))
    assert found == Camp(EntityId("c"), 10.0)


@pytest.mark.parametrize(
    ("foe", "x", "expected"),
    [
        pytest.param(enemy("foe", 1100.0), 0.0, None, id="near the post"),
        pytest.param(enemy("foe", 1300.0), 0.0, Camp(EntityId("a"), 10.0), id="far from the post"),
        pytest.param(enemy("foe", 1100.0), 1600.0, Camp(EntityId("a"), 10.0), id="guard too far away"),
        pytest.param(enemy("foe", 500.0, is_visible=False), 0.0, Camp(EntityId("a"), 10.0), id="unseen"),
    ],
)
def test_guard_stands_and_fights_while_an_enemy_is_near_its_post(
    foe: Any, x: float, expected: Any
) -> None:
    wanted = want_all("defend", moments=[now(foe, x=x)])[0]
    assert (wanted.move, wanted.stops) == (expected, () if expected is not None else ("move",))


@pytest.mark.parametrize(
    ("health", "x", "expected"),
    [
        pytest.param(100, 400.0, None, id="nobody who is well needs health"),
        pytest.param(50, 400.0, PickUpItem(EntityId("kit")), id="hurt"),
        pytest.param(50, 1000.0, None, id="too far from here"),
    ],
)
def test_guard_fetches_what_it_needs_nearby(health: int, x: float, expected: Any) -> None:
    there = now(item("kit", x), me=body(at(0.0), health=health))
    found = move("defend", moment=there)
    assert found == expected or (expected is None and isinstance(found, Camp))


def test_guard_fetches_nothing_that_is_far_from_its_post() -> None:
    kit = item("kit", 1600.0)
    assert isinstance(move("defend", moment=now(kit, me=body(at(1400.0), health=50))), Camp)
    assert move("guard", "c", moment=now(kit, me=body(at(1400.0), health=50))) == PickUpItem(kit.id)


def test_guard_shoots_at_who_has_the_flag() -> None:
    thief, other_foe = enemy("foe", 900.0), enemy("near", 300.0)
    (wanted,) = want_all("defend", moments=[now(STOLEN, thief, other_foe, gun())])
    assert (wanted.move, wanted.fight) == (TravelTo(target=thief.id), Fight(target=thief.id))


def test_guard_stays_for_ten_minutes_unless_told() -> None:
    assert is_done("defend", moments=[now(), now(seconds=599.0), now(seconds=600.0)])
    assert is_done("defend", "own base", 5.0, moments=[now(), now(seconds=5.0)])


def test_guard_keeps_a_watch_to_its_end_and_begins_another() -> None:
    kept = Camp(EntityId("b"), 10.0)
    watching = activity(kept)
    over = activity(kept, ActivityState.DONE)
    there = at(430.0)
    assert move("guard", there, moment=now(watching)) == kept
    assert move("guard", there, moment=now(over)) == Camp(EntityId("b"), 10.0)
    elsewhere = activity(Camp(EntityId("j"), 10.0))
    assert move("guard", there, moment=now(elsewhere)) == Camp(EntityId("b"), 10.0)


def test_guard_goes_to_a_post_that_no_place_is_near_to() -> None:
    there = at(0.0, 9000.0)
    assert move("guard", there, moment=now()) == TravelTo(location=there)


@pytest.mark.parametrize("task", ["guard", "go", "camp"])
def test_places_can_be_told_by_coordinates(task: str) -> None:
    expected = move(task, at(0.0, 9000.0), moment=now())
    assert expected in (TravelTo(location=at(0.0, 9000.0)), Camp(EntityId("a"), 10.0))
    for written in ("0,9000,0", "0 9000 0", " 0.0, 9e3, 0 "):
        assert move(task, written, moment=now()) == expected


@pytest.mark.parametrize("written", ["1,2", "1,2,3,4", "1,2,x", "1,2,nan"])
def test_what_is_nearly_coordinates_is_a_name_that_nobody_knows(written: str) -> None:
    assert fail("guard_base", now(), written) == NOWHERE.format(written)


# Points


def test_point_of_ours_is_guarded_and_taken_again_when_it_is_lost() -> None:
    there = [now(point("dom", 900.0, owner)) for owner in (THEIRS, OURS, THEIRS)]
    take = TravelTo(target=EntityId("dom"), tolerance_uu=20.0)
    assert moves("hold", "dom", moments=there) == [take, Camp(EntityId("dom"), 10.0), take]


def test_guard_of_a_point_fights_as_its_plan_says() -> None:
    there = now(point("dom", 900.0, OURS), enemy("foe", 1500.0))
    assert move("hold", "dom", moment=there) is None


def test_who_stands_on_a_lost_point_steps_off_and_comes_again() -> None:
    there = now(point("b", 500.0, THEIRS), x=500.0)
    assert move("hold", "b", moment=there) in (
        TravelTo(place=EntityId("a")),
        TravelTo(place=EntityId("c")),
    )


def test_point_whose_place_nobody_knows_cannot_be_held() -> None:
    assert fail("hold_point", now(point("dom", None, THEIRS)), "dom") == NOWHERE.format("dom")


# Friends


@pytest.mark.parametrize("task", ["follow", "escort", "help"])
def test_friend_that_was_not_seen_for_a_minute_cannot_be_followed(task: str) -> None:
    gone = mate("Ada", 1300.0, is_visible=False, seen_at=NOW)
    later = [now(gone, seconds=second) for second in (0.0, 30.0, 59.0)]
    last = now(gone, seconds=61.0)
    performance = ended(task, "Ada", moments=[*later, last])
    assert performance.reason in ("cannot find Ada", "")
    assert (performance.reason == "") is (task == "help")  # a minute of help is over by then


def test_friend_that_nobody_has_seen_yet_is_waited_for_a_minute() -> None:
    performance = ended("escort", "Ada", moments=[now(), now(seconds=59.0), now(seconds=61.0)])
    assert performance.reason == "cannot find Ada"


def test_friend_that_comes_into_sight_again_is_followed_on() -> None:
    seen_again = mate("Ada", 1300.0, seen_at=NOW + 50.0)
    there = [now(), now(seen_again, seconds=50.0), now(seen_again, seconds=100.0)]
    assert moves("escort", "Ada", moments=there) == [None, AFTER_ADA, AFTER_ADA]


@pytest.mark.parametrize(("task", "seconds"), [("escort", 600.0), ("help", 60.0)])
def test_escort_ends_after_its_time(task: str, seconds: float) -> None:
    there = [
        now(mate("Ada", 1300.0, seen_at=NOW + one), seconds=one) for one in (0.0, seconds - 1, seconds)
    ]
    assert is_done(task, "Ada", moments=there)


def test_leader_of_the_way_waits_for_who_falls_behind_and_goes_back_for_who_is_lost() -> None:
    there = [now(mate("Ada", 1000.0 - far)) for far in (500.0, 700.0, 1300.0)]
    wanted, _, _ = steps("lead_the_way", there, "Ada")
    assert [one.move for one in wanted] == [
        TravelTo(location=at(4500)),
        None,
        TravelTo(location=at(-300)),
    ]
    assert [one.stops for one in wanted] == [(), ("move",), ()]


def test_way_is_shown_when_its_end_is_reached() -> None:
    assert is_done("lead", "Ada", moments=[now(ADA), now(ADA, x=4450.0)])


def test_way_cannot_be_shown_to_who_is_gone() -> None:
    gone = mate("Ada", 1300.0, is_visible=False, seen_at=NOW)
    performance = ended("lead", "Ada", "j", moments=[now(gone), now(gone, seconds=61.0)])
    assert performance.reason == NOWHERE.format("Ada")


# Places


def test_rush_ends_some_seconds_after_it_has_arrived() -> None:
    ways = [now(), now(x=100.0, seconds=4.0), now(x=100.0, seconds=8.9), now(x=100.0, seconds=9.0)]
    assert is_done("rush", moments=ways)


def test_camp_is_where_the_bot_stood_when_it_was_ordered() -> None:
    there = [now(), now(x=1600.0, seconds=1.0)]
    assert moves("camp", moments=there) == [Camp(EntityId("c"), 10.0)] * 2
    assert moves("camp", "Here", moments=there) == [Camp(EntityId("c"), 10.0)] * 2


def test_camp_ends_after_its_time() -> None:
    assert is_done("camp", "c", 5.0, moments=[now(), now(seconds=4.0), now(seconds=5.0)])


def test_patrol_goes_round_or_there_and_back_for_ever() -> None:
    places = (EntityId("a"), EntityId("c"), EntityId("d"))
    round_trip = moves("patrol", "a", "c", "d", moments=[now(), now(seconds=900.0)])
    assert round_trip == [Patrol(places=places)] * 2
    assert move("patrol", *"acd", "Back", moment=now()) == Patrol(places=places, ping_pong=True)


def test_patrol_finds_the_places_that_things_are_at() -> None:
    found = move("patrol", "own base", "kit", moment=now(item("kit", 1510.0)))
    assert found == Patrol(places=(EntityId("a"), EntityId("d")))


@pytest.mark.parametrize("places", [(), ("a",), ("a", "back")])
def test_patrol_needs_two_places(places: tuple[str, ...]) -> None:
    assert fail("patrol_places", now(), *places) == "a patrol needs two places"


# Things


def test_item_is_had_or_not_as_the_body_says() -> None:
    wish = PickUpItem(EntityId("kit"))
    begun = now(item("kit"))
    has_it = now(item("kit"), activity(wish, ActivityState.DONE, started_at=NOW), seconds=1.0)
    assert is_done("get item", "kit", moments=[begun, has_it])
    failed = activity(wish, ActivityState.FAILED, started_at=NOW, reason="it is gone")
    performance = ended("get item", "kit", moments=[begun, now(item("kit"), failed, seconds=1.0)])
    assert performance.reason == "it is gone"


def test_what_became_of_an_item_earlier_says_nothing() -> None:
    wish = PickUpItem(EntityId("kit"))
    before = activity(wish, ActivityState.DONE, started_at=NOW - 5.0, ended_at=NOW - 1.0)
    there = [now(item("kit"), before), now(item("kit"), before, seconds=0.1)]
    assert moves("get item", "kit", moments=there) == [wish] * 2


def test_best_item_of_a_kind_is_fetched() -> None:
    hurt = now(item("kit", 1100.0, item_class="XPickups.HealthPack"), me=body(at(1000), health=40))
    assert move("get item", "health", moment=hurt) == PickUpItem(EntityId("kit"))


def test_what_is_no_item_is_not_fetched() -> None:
    assert fail("fetch_item", now(enemy("foe")), "foe") == 'there is no item "foe"'


def test_enemy_is_hunted_until_it_dies() -> None:
    foe = enemy("foe", 700.0, is_visible=False)
    dead = now(foe, events=(Event(NOW, PlayerDied(id=EntityId("foe"))),))
    assert is_done("kill", "foe", moments=[now(foe), dead])


def test_death_of_another_is_not_what_was_ordered() -> None:
    foe = enemy("foe", 700.0, is_visible=False)
    dead = now(foe, events=(Event(NOW, PlayerDied(id=EntityId("other"))),))
    assert moves("kill", "foe", moments=[now(foe), dead]) == [TravelTo(target=EntityId("foe"))] * 2


@pytest.mark.parametrize("foe", [enemy("foe"), enemy("foe", is_visible=False, location=None)])
def test_enemy_in_sight_or_nowhere_is_left_to_the_plan(foe: Any) -> None:
    assert move("kill", "foe", moment=now(foe)) is None
