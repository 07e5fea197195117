"""Which items lie where, which are worth the way, and leaving alone what cannot be had."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.decisions import ActivityState, Decision, Explore, PickUpItem
from agentfw.navigation import LinkKind
from agentfw.skills import Moment
from agentfw.vocabulary import ClassName, EntityId, ItemCategory
from tests.skills.moments import NOW, activity, body, fail, gun, item, moment, read, want
from tests.support.bodies import Field, map_of
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.perception import KnownItem

FAILED = ActivityState.FAILED
WEAPON, ARMOR, AMMO = ItemCategory.WEAPON, ItemCategory.ARMOR, ItemCategory.AMMO
HURT = body(health=20)


def fetch(name: str) -> PickUpItem:
    return PickUpItem(EntityId(name))


# What is in sight


def test_an_item_is_seen_while_it_is_in_sight() -> None:
    assert read("see-item", moment(item("kit")))
    assert not read("see-item", moment(item("kit", is_visible=False)))


@pytest.mark.parametrize("category", [one for one in ItemCategory if one is not ItemCategory.HEALTH])
def test_b1_only_health_is_a_medical_kit(category: ItemCategory) -> None:
    assert not read("see-reachable-medical-kit", moment(item("thing", 300, category)))
    assert read("see-reachable-medical-kit", moment(item("kit")))


def test_b1_running_to_a_medical_kit_passes_other_items() -> None:
    now = moment(item("vest", 100, ARMOR), item("kit", 900))
    assert want("runto-medical-kit", now).move == fetch("kit")


def test_every_weapon_counts_as_one() -> None:
    assert read("see-reachable-weapon", moment(item("gun", 300, WEAPON)))
    assert not read("see-reachable-weapon", moment(item("kit")))


@pytest.mark.parametrize("told", [{"reachable": False}, {"is_visible": False}])
def test_what_cannot_be_reached_or_seen_is_no_kit(told: dict[str, Any]) -> None:
    assert not read("see-reachable-medical-kit", moment(item("kit", **told)))


def test_where_no_reach_is_told_a_way_is_enough() -> None:
    kit = item("kit", 1000, reachable=None)
    walk = map_of({"a": at(0), "b": at(1000)}, [("a", "b", LinkKind.WALK)])
    apart = map_of({"a": at(0), "b": at(1000)}, [])
    assert read("see-reachable-medical-kit", moment(kit, graph=walk))
    assert not read("see-reachable-medical-kit", moment(kit, graph=apart))


def test_the_nearest_of_a_kind_is_fetched() -> None:
    now = moment(item("far", 900), item("near", 200), item("gun", 100, WEAPON))
    assert want("runto-medical-kit", now).move == fetch("near")
    assert want("runto-weapon", now).move == fetch("gun")
    assert want("pickup-item", now).move == fetch("gun")


@pytest.mark.parametrize("name", ["runto-medical-kit", "runto-weapon", "pickup-item"])
def test_without_such_an_item_fetching_fails(name: str) -> None:
    assert fail(name, moment()).endswith("is in sight")


# What is known


def gone(name: str, x: float, back_in: float | None) -> KnownItem:
    back = NOW + back_in if back_in is not None else None
    return item(name, x, is_visible=False, taken_at=NOW - 10.0, respawns_at=back)


def test_an_item_is_there_until_it_is_taken_and_when_it_is_back() -> None:
    now = moment(item("kit"), gone("taken", 100, 8.0), gone("back", 100, -1.0))
    assert [read("item_there", now, name) for name in ("kit", "taken", "back")] == [True, False, True]
    assert [read("respawns_in", now, name) for name in ("kit", "taken", "x")] == [0.0, 8.0, math.inf]


def test_the_nearest_item_is_the_nearest_to_go() -> None:
    places = {"a": at(0), "b": at(0, 900), "c": at(400), "d": at(0, -700)}
    walks = [("a", "b", LinkKind.WALK), ("b", "c", LinkKind.WALK), ("a", "d", LinkKind.WALK)]
    behind_wall, open_way = item("wall", 400), item("open", location=at(0, -700))
    now = moment(behind_wall, open_way, graph=map_of(places, walks), me=HURT)
    assert read("nearest_item", now, "health") == "open"


def test_items_that_come_back_in_time_count() -> None:
    assert read("nearest_item", moment(gone("soon", 2000, 3.0), me=HURT), "health") == "soon"
    assert read("nearest_item", moment(gone("late", 2000, 30.0), me=HURT), "health") is None
    assert read("nearest_item", moment(gone("never", 200, None), me=HURT), "health") is None


def test_only_items_within_the_way_count() -> None:
    assert read("nearest_item", moment(item("kit", 900), me=HURT), "health", 800.0) is None


def test_kinds_are_categories_parts_of_classes_or_several() -> None:
    flak = item("flak", 600, WEAPON, item_class=ClassName("XWeapons.FlakCannonPickup"))
    now = moment(flak, item("kit", 900), item("vest", 300, ARMOR), me=HURT)
    assert read("nearest_item", now, "weapon") == "flak"
    assert read("nearest_item", now, "flak") == "flak"
    assert read("nearest_item", now, "weapon, health") == "flak"
    assert read("nearest_item", now, ("health", "armor")) == "vest"
    assert read("nearest_item", now) == "vest"
    assert read("nearest_item", now, "adrenaline") is None


def test_what_would_make_no_difference_is_not_worth_the_way() -> None:
    launcher = item("gun", 300, WEAPON, item_class=ClassName("Pack.RocketLauncher"))
    now = moment(item("kit"), launcher, item("clip", 300, AMMO), gun(), me=body(ammo=90, armor=150))
    assert read("best_item", now) is None


def test_the_best_item_gives_most_for_the_way() -> None:
    near = moment(item("kit", 400), item("gun", 500, WEAPON), me=HURT)
    assert (read("nearest_item", near), read("best_item", near)) == ("kit", "gun")
    far = moment(item("kit", 400), item("gun", 4000, WEAPON), me=HURT)
    assert read("best_item", far) == "kit"


def test_items_of_a_kind_are_listed_nearest_first() -> None:
    now = moment(item("far", 900), item("near", 200), item("gun", 100, WEAPON), gone("g", 50, 9.0))
    assert read("items", now, "health") == ("near", "far")


# Fetching


def test_picking_up_fetches_what_is_named() -> None:
    assert want("pick_up", moment(item("Map.Kit3")), "kit3").move == fetch("Map.Kit3")
    assert fail("pick_up", moment(), "kit3") == 'there is no item "kit3", as far as known'


def test_collecting_fetches_the_best() -> None:
    now = moment(item("kit", 400), item("gun", 500, WEAPON), me=HURT)
    assert want("collect", now).move == fetch("gun")
    assert want("collect", now, "health").move == fetch("kit")
    assert fail("collect", now, "armor", 800.0) == "no item of that kind within 800 uu"


def test_one_being_fetched_is_fetched_to_the_end() -> None:
    now = moment(activity(fetch("far")), item("far", 900), item("near", 200), me=HURT)
    assert want("collect", now, "health").move == fetch("far")
    assert want("runto-medical-kit", now).move == fetch("far")
    assert want("pickup-item", now).move == fetch("far")


# Refusals


def refused(name: str) -> Moment:
    """The body has just failed to get an item."""
    failed = activity(fetch(name), FAILED, reason="stands on it and does not get it")
    return moment(failed, item("a", 200), item("b", 400), me=HURT)


def test_an_item_that_was_just_refused_is_not_seen() -> None:
    assert want("runto-medical-kit", refused("a")).move == fetch("b")
    assert read("nearest_item", refused("a"), "health") == "b"
    assert read("item_refused", refused("a"), "a")


@pytest.mark.parametrize("act", ["explore", "stop-bot", "runto-medical-kit", "rotate", "retreat"])
def test_whatever_comes_next_notes_the_refusal(act: str) -> None:
    notes = want(act, refused("a")).notes
    later = moment(activity(Explore()), item("a", 200), notes=notes, now=NOW + 29.0)
    assert not read("see-reachable-medical-kit", later)


def test_after_half_a_minute_a_refused_item_is_tried_again() -> None:
    notes = want("explore", refused("a")).notes
    assert read("see-reachable-medical-kit", moment(item("a"), notes=notes, now=NOW + 31.0))


def test_dying_on_the_way_is_not_the_fault_of_the_item() -> None:
    now = moment(activity(fetch("a"), FAILED, reason="died"), item("a"), me=HURT)
    assert read("see-reachable-medical-kit", now)
    assert want("explore", now).notes == {}


def test_a_refusal_is_noted_once() -> None:
    failed = activity(fetch("a"), FAILED, reason="it is gone")
    notes = want("explore", refused("a")).notes
    assert want("explore", moment(failed, item("a"), notes=notes, now=NOW + 1.0)).notes == {}


def test_refusals_that_count_no_more_are_struck_out_with_the_next_one() -> None:
    old = want("explore", refused("a")).notes
    failed = activity(fetch("b"), FAILED, reason="it is gone", ended_at=NOW + 40.0)
    notes = want("explore", moment(failed, item("b"), notes=old, now=NOW + 40.0)).notes
    assert notes == {"refused.a": None, "refused.b": NOW + 70.0}


def test_two_items_that_cannot_be_had_are_not_tried_for_ever() -> None:
    """As a plan would: fetch while something is seen, else explore; the body gets neither kit."""
    field, notes, tries = Field(), dict[str, object](), list[object]()
    field.items = {EntityId(name): item(name, x) for name, x in (("a", 60), ("b", -60))}
    for _ in range(200):
        now = Moment(field.view(), notes)
        sees = read("see-reachable-medical-kit", now)
        wanted = want("runto-medical-kit" if sees else "explore", now)
        notes |= wanted.notes
        if wanted.move != (tries[-1] if tries else None):
            tries.append(wanted.move)
        field.think(Decision(move=wanted.move))
    assert tries == [fetch("a"), fetch("b"), Explore()]
