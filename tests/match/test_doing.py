"""Where a bot is and what it is about, in words short enough for a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest

from agentfw.decisions import (
    Activity,
    ActivityState,
    Camp,
    Do,
    Explore,
    Fight,
    FightIntent,
    Follow,
    Hide,
    Leap,
    MoveIntent,
    Patrol,
    PickUpItem,
    Retreat,
    ShootAt,
    TravelTo,
    UseLink,
    Wield,
)
from agentfw.match.doing import _VERBS, place_words, task_words
from agentfw.vocabulary import (
    ClassName,
    EntityId,
    FlagState,
    ItemCategory,
    ItemClass,
    ItemGained,
    PlayerSeen,
)
from tests.support.seeing import Watch, at, flag, item, listing, me, place, point

if TYPE_CHECKING:
    from agentfw.decisions import Channel, Intent
    from agentfw.perception import View

POINT = EntityId("DOM-Test.ControlPoint1")
FOE = EntityId("DM-Test.Bot7")
KIT = EntityId("DM-Test.MedBox3")
GUN = EntityId("Bot1.ShockRifle0")
A, B = EntityId("DM-Test.PathNode1"), EntityId("DM-Test.PathNode2")


def running(channel: Channel, intent: Intent, state: ActivityState = ActivityState.RUNNING) -> Activity:
    return Activity(channel, intent, state, 0.0)


def busy(*activities: Activity) -> View:
    """What somebody believes who knows some things by name, and whose body is at work."""
    watch = Watch().hear(ItemGained(id=GUN, item_class=ClassName("Botpack.ShockRifle")))
    foe = PlayerSeen(id=FOE, player_name="Xan", team=1, location=at(300))
    kit = item(KIT, item_class=ClassName("Botpack.MedBox"))
    watch.look(me(), foe, kit, flag(1, FlagState.HOME, 900.0), point(POINT))
    return watch.store.view(0.0, {one.channel: one for one in activities})


# Places


def test_a_bot_that_sees_nothing_is_where_it_stands() -> None:
    assert place_words(Watch().look(me(1234.4, -77.6))) == "1234,-78"


def test_a_bot_without_a_body_is_nowhere() -> None:
    assert place_words(Watch().view()) == ""


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ((point("DOM-Test.ControlPoint1", 300.0),), "Point1"),
        ((flag(1, FlagState.HOME, 300.0),), "blue base"),
        ((item("x", 300.0, item_class=ClassName("Botpack.UT_ShieldBelt")),), "ShieldBelt"),
        ((item("DM-Test.Armor3", 300.0),), "Armor3"),
    ],
)
def test_a_bot_is_at_the_thing_it_is_near(seen: tuple[PlayerSeen, ...], told: str) -> None:
    assert place_words(Watch().look(me(), *seen)) == told


def test_the_nearest_thing_counts() -> None:
    view = Watch().look(me(), point("Near", 200.0), point("Far", 300.0))
    assert place_words(view) == "Near"


def test_what_is_far_away_is_not_where_a_bot_is() -> None:
    assert place_words(Watch().look(me(), point("Far", 501.0))) == "0,0"


def test_where_nothing_lies_a_place_of_the_map_is_told() -> None:
    assert (
        place_words(Watch().look(me(10.0), place("DM-Test.PathNode7", 0.0, visible=True))) == "PathNode7"
    )


@pytest.mark.parametrize("category", [ItemCategory.WEAPON, ItemCategory.AMMO])
def test_what_somebody_dropped_is_no_landmark(category: ItemCategory) -> None:
    gun = ClassName("Botpack.minigun2")
    watch = Watch().hear(listing(ItemClass(pickup_class=gun, category=category), subject="classes"))
    assert place_words(watch.look(me(), item("x", 100.0, item_class=gun))) == "0,0"


# Tasks


def test_a_body_at_rest_has_no_task() -> None:
    assert task_words(busy()) == ""


@pytest.mark.parametrize(
    ("intent", "told"),
    [
        (TravelTo(target=POINT), "to Point1"),
        (TravelTo(place=A), "to PathNode1"),
        (TravelTo(location=at(12.6, -7.2)), "to 13,-7"),
        (TravelTo(target=FOE), "to Xan"),
        (TravelTo(target=EntityId("flag1")), "to the blue flag"),
        (TravelTo(target=EntityId("X.Unknown9")), "to Unknown9"),
        (Follow(target=FOE), "follows Xan"),
        (Patrol(places=(A, B)), "patrols"),
        (Explore(), "explores"),
        (PickUpItem(item=KIT), "fetches MedBox"),
        (Retreat(), "flees"),
        (Retreat(from_player=FOE), "flees Xan"),
        (Hide(), "hides"),
        (Camp(place=B), "camps at PathNode2"),
        (UseLink(start=A, end=B), "takes PathNode2"),
        (Leap(), "leaps"),
        (Do(commands=()), "acts"),
    ],
)
def test_legs_are_told_in_a_few_words(intent: Intent, told: str) -> None:
    assert task_words(busy(running("move", intent))) == told


@pytest.mark.parametrize(
    ("intent", "told"),
    [
        (Fight(), "fights"),
        (Fight(target=FOE), "fights Xan"),
        (Fight(weapon=GUN), "fights"),
        (ShootAt(location=at(1, 2)), "shoots at 1,2"),
        (Wield(weapon=GUN), "draws ShockRifle"),
    ],
)
def test_arms_are_told_in_a_few_words(intent: Intent, told: str) -> None:
    assert task_words(busy(running("fight", intent))) == told


def test_legs_come_before_arms() -> None:
    view = busy(running("fight", Fight(target=FOE)), running("move", TravelTo(target=POINT)))
    assert task_words(view) == "to Point1, fights Xan"


@pytest.mark.parametrize("state", [one for one in ActivityState if one is not ActivityState.RUNNING])
def test_what_has_ended_is_no_task(state: ActivityState) -> None:
    assert task_words(busy(running("move", Explore(), state))) == ""


def test_there_is_a_word_for_everything_that_legs_and_arms_can_do() -> None:
    assert set(_VERBS) == {*get_args(MoveIntent), *get_args(FightIntent)}
