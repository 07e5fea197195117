"""The sample brain, on views made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.brains import Activity, ActivityState, Explore, Fight, PickUpItem, Reason, TravelTo
from agentfw.brains.hunter import Hunter
from agentfw.geometry import Vec3
from agentfw.perception import KnownFlag, KnownItem, KnownPlayer, KnownPoint, KnownWeapon, View
from agentfw.vocabulary import (
    ClassName,
    EntityId,
    FlagState,
    GameInfo,
    ItemCategory,
    SelfState,
)

if TYPE_CHECKING:
    from agentfw.decisions import Decision

HERE = Vec3(0.0, 0.0, 0.0)
TEAMS = GameInfo(game_type="BotTeamGame")


def view(*, health: int = 100, team: int = 255, **known: Any) -> View:
    me = SelfState(id=EntityId("me"), health=health, team=team, location=HERE)
    return View(now=10.0, me=me, **known)


def decided(seen: View) -> Decision:
    return Hunter().decide(seen)


def item(name: str, category: ItemCategory, x: float, **more: Any) -> dict[EntityId, KnownItem]:
    found = KnownItem(id=EntityId(name), category=category, location=Vec3(x, 0.0, 0.0), **more)
    return {found.id: found}


def flag(team: int, state: FlagState, **more: Any) -> dict[int, KnownFlag]:
    return {team: KnownFlag(id=EntityId(f"flag{team}"), team=team, state=state, **more)}


def enemy(*, is_visible: bool = True) -> dict[EntityId, KnownPlayer]:
    return {EntityId("foe"): KnownPlayer(id=EntityId("foe"), team=1, is_visible=is_visible)}


def point(name: str, x: float, owner: int) -> dict[EntityId, KnownPoint]:
    return {EntityId(name): KnownPoint(id=EntityId(name), location=Vec3(x, 0.0, 0.0), owner=owner)}


def test_hunter_with_nothing_to_do_explores() -> None:
    found = decided(view())
    assert (found.move, found.fight) == (Explore(), None)
    assert found.reason == Reason("Explore", "nothing better to do")


def test_hunter_that_knows_nothing_at_all_decides_something() -> None:
    assert decided(View(now=0.0)).move == Explore()


def test_hunter_fights_whom_it_sees() -> None:
    found = decided(view(players=enemy()))
    assert (found.move, found.fight) == (None, Fight())
    assert found.reason == Reason("fight", "an enemy is in sight")


def test_hunter_does_not_fight_whom_it_only_remembers() -> None:
    assert decided(view(players=enemy(is_visible=False))).fight is None


def test_hunter_does_not_fight_its_mates() -> None:
    assert decided(view(team=1, game=TEAMS, players=enemy())).fight is None


def test_hurt_hunter_heals_even_in_a_fight() -> None:
    kit = item("kit", ItemCategory.HEALTH, 500.0)
    found = decided(view(health=59, players=enemy(), items=kit))
    assert (found.move, found.fight) == (PickUpItem(EntityId("kit")), Fight())
    assert found.reason.because == "health is 59"


def test_hunter_in_good_health_leaves_healing_alone() -> None:
    kit = item("kit", ItemCategory.HEALTH, 500.0)
    assert decided(view(health=60, items=kit)).move == Explore()


@pytest.mark.parametrize("x", [1501.0, 5000.0])
def test_hunter_does_not_go_far_for_an_item(x: float) -> None:
    assert decided(view(items=item("gun", ItemCategory.WEAPON, x))).move == Explore()


def test_hunter_takes_the_nearest_item() -> None:
    items = item("far", ItemCategory.WEAPON, 900.0) | item("near", ItemCategory.ARMOR, 400.0)
    assert decided(view(items=items)).move == PickUpItem(EntityId("near"))


def test_hunter_goes_on_for_the_item_it_set_out_for() -> None:
    items = item("far", ItemCategory.WEAPON, 900.0) | item("near", ItemCategory.ARMOR, 400.0)
    fetching = Activity("move", PickUpItem(EntityId("far")), ActivityState.RUNNING, 9.0)
    decision = decided(view(items=items, activities={"move": fetching}))
    assert decision.move == PickUpItem(EntityId("far"))


def test_hunter_wants_no_ammunition_it_has_plenty_of() -> None:
    box = item("box", ItemCategory.AMMO, 400.0)
    assert decided(view(items=box)).move == Explore()


def test_hunter_does_not_go_for_an_item_that_is_gone() -> None:
    gun = item("gun", ItemCategory.WEAPON, 500.0, taken_at=9.0, respawns_at=20.0)
    assert decided(view(items=gun)).move == Explore()


def test_hunter_does_not_want_a_weapon_twice() -> None:
    gun = item("gun", ItemCategory.WEAPON, 500.0, item_class=ClassName("Gun"))
    have = {EntityId("w"): KnownWeapon(id=EntityId("w"), weapon_class=ClassName("Gun"))}
    assert decided(view(items=gun, weapons=have)).move == Explore()


def test_hunter_does_not_insist_on_an_item_it_failed_to_get() -> None:
    gun = item("gun", ItemCategory.WEAPON, 500.0)
    failed = Activity("move", PickUpItem(EntityId("gun")), ActivityState.FAILED, 5.0)
    assert decided(view(items=gun, activities={"move": failed})).move == Explore()


def test_hunter_goes_to_the_nearest_point_that_is_not_its_own() -> None:
    points = point("own", 100.0, 0) | point("near", 300.0, 1) | point("far", 900.0, 255)
    found = decided(view(team=0, game=TEAMS, points=points))
    assert found.move == TravelTo(EntityId("near"))


def test_hunter_goes_for_the_flag_of_the_others() -> None:
    theirs = flag(1, FlagState.HOME, home=Vec3(9.0, 0.0, 0.0))
    found = decided(view(team=0, game=TEAMS, flags=theirs))
    assert found.move == TravelTo(location=Vec3(9.0, 0.0, 0.0), tolerance_uu=20.0)


def test_hunter_returns_its_own_flag_first() -> None:
    flags = flag(1, FlagState.HOME, home=HERE) | flag(0, FlagState.DROPPED, location=Vec3(5.0, 0.0, 0.0))
    found = decided(view(team=0, game=TEAMS, flags=flags))
    assert found.move == TravelTo(location=Vec3(5.0, 0.0, 0.0), tolerance_uu=20.0)


def test_hunter_carries_a_flag_home() -> None:
    flags = flag(1, FlagState.HELD, holder=EntityId("me")) | flag(
        0, FlagState.HOME, home=Vec3(7.0, 0.0, 0.0)
    )
    found = decided(view(team=0, game=TEAMS, flags=flags))
    assert found.move == TravelTo(location=Vec3(7.0, 0.0, 0.0), tolerance_uu=20.0)


def test_hunter_leaves_a_flag_to_the_mate_who_carries_it() -> None:
    flags = flag(1, FlagState.HELD, holder=EntityId("mate"), location=HERE)
    assert decided(view(team=0, game=TEAMS, flags=flags)).move == Explore()
