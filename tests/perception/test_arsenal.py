"""The weapons that this bot has, and what is in them."""

from __future__ import annotations

import pytest

from agentfw.perception import KnownWeapon
from agentfw.vocabulary import (
    ClassName,
    EntityId,
    FireMode,
    ItemCategory,
    ItemClass,
    ItemGained,
    ItemLost,
    ItemPickedUp,
    ItemThrown,
    WeaponAmmo,
    WeaponChanged,
)
from tests.support.seeing import Watch, listing, me

GUN = EntityId("gun")
RIFLE, RIFLE_PICKUP = ClassName("XWeapons.ShockRifle"), ClassName("XWeapons.ShockRiflePickup")
CORES, CORES_PICKUP = ClassName("XWeapons.ShockAmmo"), ClassName("XWeapons.ShockAmmoPickup")
CLASSES = listing(
    ItemClass(
        inventory_class=RIFLE,
        pickup_class=RIFLE_PICKUP,
        category=ItemCategory.WEAPON,
        primary=FireMode(ammo_class=CORES, ammo_initial=20, ammo_max=50),
    ),
    ItemClass(inventory_class=CORES, pickup_class=CORES_PICKUP, category=ItemCategory.AMMO),
)


def armed(ammo: int = 20) -> Watch:
    return Watch().hear(CLASSES, ItemGained(id=GUN, item_class=RIFLE, ammo_initial=ammo))


def rounds(watch: Watch) -> int | None:
    return watch.view().weapons[GUN].ammo


def test_a_weapon_gained_is_in_the_arsenal() -> None:
    assert armed(7).view().weapons == {GUN: KnownWeapon(GUN, RIFLE, 7)}


def test_a_weapon_gained_has_as_much_as_its_class_begins_with() -> None:
    assert rounds(Watch().hear(CLASSES, ItemGained(id=GUN, item_class=RIFLE))) == 20


def test_a_weapon_gained_twice_keeps_what_is_in_it() -> None:
    assert rounds(armed(7).hear(ItemGained(id=GUN, item_class=RIFLE, ammo_initial=20))) == 7


def test_what_is_no_weapon_is_not_in_the_arsenal() -> None:
    gained = ItemGained(id=EntityId("kit"), item_class=ClassName("Botpack.MedBox"))
    assert Watch().hear(gained).view().weapons == {}


def test_the_report_of_the_body_tells_what_is_in_the_weapon_in_hand() -> None:
    watch = armed(20)
    watch.look(me(weapon=GUN, ammo=13, alt_ammo=2))
    assert watch.view().weapons[GUN] == KnownWeapon(GUN, RIFLE, 13, 2)


@pytest.mark.parametrize("hand", ["", "None", None])
def test_empty_hands_hold_no_weapon(hand: str | None) -> None:
    assert Watch().look(me(weapon=hand, ammo=0)).weapons == {}


@pytest.mark.parametrize("kind", [WeaponChanged, WeaponAmmo])
def test_a_change_of_weapons_tells_what_is_in_them(kind: type[WeaponChanged | WeaponAmmo]) -> None:
    assert armed(20).hear(kind(id=GUN, ammo=3)).view().weapons == {GUN: KnownWeapon(GUN, RIFLE, 3)}


@pytest.mark.parametrize("kind", [WeaponChanged, WeaponAmmo])
def test_silence_about_ammunition_keeps_what_is_known(kind: type[WeaponChanged | WeaponAmmo]) -> None:
    assert rounds(armed(20).hear(kind(id=GUN))) == 20


@pytest.mark.parametrize("lost", [ItemLost(id=GUN), ItemThrown(id=GUN)])
def test_a_weapon_that_is_lost_is_not_in_the_arsenal(lost: ItemLost | ItemThrown) -> None:
    assert armed().hear(lost).view().weapons == {}


def test_throwing_something_unnamed_is_no_trouble() -> None:
    assert set(armed().hear(ItemThrown()).view().weapons) == {GUN}


def test_ammunition_goes_to_the_weapon_that_fires_it() -> None:
    picked = ItemPickedUp(id=EntityId("box"), pickup_class=CORES_PICKUP, amount=10)
    assert rounds(armed(20).hear(picked)) == 30


def test_no_weapon_takes_more_than_fits_in() -> None:
    picked = ItemPickedUp(id=EntityId("box"), pickup_class=CORES_PICKUP, amount=100)
    assert rounds(armed(20).hear(picked)) == 50


def test_ammunition_of_an_unknown_class_goes_to_no_weapon() -> None:
    hammer = ItemClass(inventory_class=RIFLE, category=ItemCategory.WEAPON, primary=FireMode())
    odd = ItemClass(pickup_class=CORES_PICKUP, category=ItemCategory.AMMO)
    watch = Watch().hear(listing(hammer, odd), ItemGained(id=GUN, item_class=RIFLE, ammo_initial=1))
    picked = ItemPickedUp(id=EntityId("box"), pickup_class=CORES_PICKUP, amount=10)
    assert rounds(watch.hear(picked)) == 1


def test_kinds_of_items_are_known_by_both_of_their_names() -> None:
    classes = Watch().hear(CLASSES).view().classes
    assert classes[RIFLE] is classes[RIFLE_PICKUP]
