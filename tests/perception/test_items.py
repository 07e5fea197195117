"""Items: there or gone, since when, and when they are expected back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.perception import KnownItem, Memory, View
from agentfw.perception.respawns import category_of, respawn_s
from agentfw.vocabulary import (
    ClassName,
    EntityId,
    ItemCategory,
    ItemClass,
    ItemPickedUp,
)
from tests.support.seeing import Watch, at, item, listing, me, place

if TYPE_CHECKING:
    from agentfw.arena.games.specs import ItemSpec

KIT = EntityId("kit")
MEDBOX = ClassName("Botpack.MedBox")
SPOT = EntityId("spot")
SPECS = [spec for game in (UT99, UT2004) for spec in game.items.values()]
every_item = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.pickup))


def known(view: View) -> KnownItem:
    return view.items[KIT]


def spotted() -> Watch:
    """A server that tells whether the places of items are filled."""
    return Watch().hear(
        listing(item(item_class=MEDBOX, place=SPOT), place("spot", 300, item=KIT)), now=0.0
    )


def test_items_of_the_map_are_known_before_they_are_seen() -> None:
    one = known(spotted().view())
    assert (one.location, one.place, one.is_visible, one.is_there(0.0)) == (at(300), SPOT, False, True)


def test_seen_now_is_kept_apart_from_ever_seen() -> None:
    watch = Watch()
    watch.look(me(), item())
    one = known(watch.look(me(), now=50.0))
    assert (one.is_visible, one.seen_at, one.is_there(50.0)) == (False, 0.0, True)


def test_position_class_and_amount_are_refreshed_with_every_sight() -> None:
    watch = Watch()
    watch.look(me(), item(x=300, item_class=MEDBOX, amount=20))
    one = known(watch.look(me(), item(x=310, item_class="Botpack.HealthVial", amount=5), now=1.0))
    assert (one.location, one.item_class, one.amount) == (at(310), "Botpack.HealthVial", 5)


def test_silence_about_class_and_place_keeps_them() -> None:
    watch = spotted()
    one = known(watch.look(me(), item(location=None), now=1.0))
    assert (one.item_class, one.place, one.location) == (MEDBOX, SPOT, at(300))


@pytest.mark.parametrize("first", [None, ClassName("Botpack.ShockRifle")])
def test_what_an_item_is_good_for_is_refreshed_with_its_class(first: ClassName | None) -> None:
    watch = Watch()
    watch.look(me(), item(item_class=first))
    assert known(watch.look(me(), item(item_class=MEDBOX), now=1.0)).category is ItemCategory.HEALTH


def test_what_the_game_tells_of_a_class_goes_before_its_name() -> None:
    odd = ItemClass(pickup_class=ClassName("My.HealthGun"), category=ItemCategory.WEAPON)
    watch = Watch().hear(listing(odd))
    seen = watch.look(me(), item(item_class="My.HealthGun"))
    assert known(seen).category is ItemCategory.WEAPON


def test_an_item_taken_by_the_bot_is_expected_back_in_time() -> None:
    watch = Watch()
    watch.look(me(), item(item_class=MEDBOX))
    one = known(watch.hear(ItemPickedUp(id=KIT), now=4.0).view())
    assert (one.taken_at, one.respawns_at, one.is_visible) == (4.0, 24.0, False)
    assert [one.is_there(now) for now in (4.0, 23.9, 24.0)] == [False, False, True]


def test_an_item_seen_is_there_whatever_was_expected() -> None:
    watch = Watch()
    watch.look(me(), item())
    watch.hear(ItemPickedUp(id=KIT), now=4.0)
    one = known(watch.look(me(), item(), now=6.0))
    assert (one.taken_at, one.respawns_at, one.is_there(6.0)) == (None, None, True)


def test_an_empty_spot_means_that_its_item_is_gone() -> None:
    watch = spotted()
    one = known(watch.look(me(), place("spot", item_spawned=False), now=5.0))
    assert (one.taken_at, one.respawns_at) == (5.0, 25.0)


def test_an_empty_spot_seen_again_does_not_put_the_return_off() -> None:
    watch = spotted()
    watch.look(me(), place("spot", item_spawned=False), now=5.0)
    one = known(watch.look(me(), place("spot", item_spawned=False), now=20.0))
    assert (one.taken_at, one.respawns_at) == (5.0, 25.0)


def test_a_spot_that_is_still_empty_when_its_item_should_be_back_starts_anew() -> None:
    watch = spotted()
    watch.look(me(), place("spot", item_spawned=False), now=5.0)
    one = known(watch.look(me(), place("spot", item_spawned=False), now=26.0))
    assert (one.taken_at, one.respawns_at) == (26.0, 46.0)


def test_a_filled_spot_means_that_its_item_is_back() -> None:
    watch = spotted()
    watch.look(me(), place("spot", item_spawned=False), now=5.0)
    one = known(watch.look(me(), place("spot", item_spawned=True), now=7.0))
    assert (one.taken_at, one.is_there(7.0)) == (None, True)


def test_a_list_told_again_brings_nothing_back() -> None:
    watch = spotted()
    watch.look(me(), place("spot", item_spawned=False), now=5.0)
    watch.hear(listing(item(item_class=MEDBOX, place=SPOT)), now=6.0)
    assert known(watch.view()).taken_at == 5.0


def test_an_unknown_spot_is_no_trouble() -> None:
    assert Watch().look(me(), place("spot", item_spawned=False)).items == {}


def test_standing_where_an_item_should_lie_and_not_seeing_it_means_that_it_is_gone() -> None:
    watch = Watch()
    watch.look(me(0.0), item(x=300, item_class=MEDBOX))
    one = known(watch.look(me(290.0), now=3.0))
    assert (one.taken_at, one.respawns_at) == (3.0, 23.0)


def test_standing_elsewhere_says_nothing_about_an_item() -> None:
    watch = Watch()
    watch.look(me(0.0), item(x=300))
    assert known(watch.look(me(200.0), now=3.0)).taken_at is None


def test_nothing_is_guessed_where_the_server_tells_of_spots() -> None:
    watch = spotted()
    assert known(watch.look(me(300.0), now=3.0)).taken_at is None


def test_a_dropped_item_is_forgotten_by_its_age() -> None:
    watch = Watch(Memory(item_s=20.0))
    watch.look(me(), item(dropped=True))
    watch.look(me(), now=1.0)
    assert KIT in watch.view(20.0).items
    assert KIT not in watch.view(20.1).items


def test_an_item_of_the_map_is_never_forgotten() -> None:
    watch = Watch(Memory(item_s=20.0))
    watch.look(me(), item())
    assert KIT in watch.look(me(), now=5000.0).items


def test_a_dropped_item_that_is_taken_does_not_come_back() -> None:
    watch = Watch()
    watch.look(me(), item(dropped=True))
    assert KIT not in watch.hear(ItemPickedUp(id=KIT, dropped=True), now=1.0).view().items


def test_taking_something_unknown_is_no_trouble() -> None:
    assert Watch().hear(ItemPickedUp(id=KIT)).view().items == {}


def test_items_that_should_be_there_come_nearest_first() -> None:
    watch = Watch()
    watch.look(me(), item("far", 900), item("near", 100), item("gone", 50))
    watch.hear(ItemPickedUp(id=EntityId("gone")), now=1.0)
    assert [one.id for one in watch.view().items_there] == ["near", "far"]


@every_item
def test_every_item_of_the_games_is_expected_back_when_it_comes_back(spec: ItemSpec) -> None:
    assert respawn_s(spec.pickup) == spec.respawn_s


@every_item
def test_every_item_of_the_games_is_recognized_by_its_name(spec: ItemSpec) -> None:
    assert category_of(spec.pickup) is spec.category


@pytest.mark.parametrize(
    "name", ["Botpack.UT_Jumpboots", "Botpack.Armor2", "XWeapons.LinkGunPickup", ""]
)
def test_not_everything_is_a_medical_kit(name: str) -> None:
    assert category_of(ClassName(name)) is not ItemCategory.HEALTH
