"""The weapons that this bot has, and what the game told about the kinds of items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from agentfw.perception.beliefs import KnownWeapon
from agentfw.perception.ledger import Ledger
from agentfw.perception.respawns import category_of
from agentfw.vocabulary import ItemCategory

if TYPE_CHECKING:
    from agentfw.vocabulary import (
        ClassName,
        EntityId,
        ItemClass,
        ItemGained,
        ItemPickedUp,
        SelfState,
        WeaponAmmo,
        WeaponChanged,
    )

__all__ = ["Arsenal"]


class Arsenal:
    """What the bot carries."""

    def __init__(self) -> None:
        self.weapons: Ledger[EntityId, KnownWeapon] = Ledger()
        self.classes: Ledger[ClassName, ItemClass] = Ledger()
        """By inventory class and by pickup class."""

    def learn_class(self, item: ItemClass) -> None:
        """The game told what a kind of item is."""
        for name in (item.inventory_class, item.pickup_class):
            if name:
                self.classes.put(name, item)

    def category(self, item_class: ClassName | None) -> ItemCategory:
        """What an item is good for, as told, else guessed from its name."""
        told = self.classes.get(item_class) if item_class else None
        if told is not None and told.category is not None:
            return told.category
        return category_of(item_class)

    def gain(self, item: ItemGained) -> None:
        """Something new was taken; only weapons are kept here."""
        if self.category(item.item_class) is ItemCategory.WEAPON and item.id not in self.weapons:
            told = self.classes.get(item.item_class) if item.item_class else None
            ammo = item.ammo_initial
            if ammo is None and told is not None and told.primary is not None:
                ammo = told.primary.ammo_initial
            self.weapons.put(item.id, KnownWeapon(item.id, item.item_class, ammo, item.alt_ammo_initial))

    def lose(self, item: EntityId | None) -> None:
        """A weapon was thrown away or taken."""
        if item is not None:
            self.weapons.drop([item])

    def tell(self, weapon: WeaponChanged | WeaponAmmo) -> None:
        """The game told how much a weapon has."""
        known = self.weapons.get(weapon.id)
        known = known or KnownWeapon(weapon.id)
        told = KnownWeapon(
            weapon.id,
            weapon.weapon_class or known.weapon_class,
            weapon.ammo if weapon.ammo is not None else known.ammo,
            weapon.alt_ammo if weapon.alt_ammo is not None else known.alt_ammo,
        )
        self.weapons.put(weapon.id, told)

    def hold(self, me: SelfState) -> None:
        """The weapon in hand, with its ammunition, as the body reports it."""
        if not me.weapon or me.weapon == "None":
            return
        known = self.weapons.get(me.weapon)
        if known is None:
            known = KnownWeapon(me.weapon)
            self.weapons.put(me.weapon, known)
        ammo = me.ammo if me.ammo is not None else known.ammo
        alt_ammo = me.alt_ammo if me.alt_ammo is not None else known.alt_ammo
        if (ammo, alt_ammo) != (known.ammo, known.alt_ammo):
            self.weapons.put(me.weapon, KnownWeapon(me.weapon, known.weapon_class, ammo, alt_ammo))

    def load(self, picked: ItemPickedUp) -> None:
        """Ammunition was picked up, and goes to the weapons that fire it."""
        told = self.classes.get(picked.pickup_class) if picked.pickup_class else None
        if told is None or told.category is not ItemCategory.AMMO or picked.amount is None:
            return
        for key, weapon in self.weapons.items():
            fires = self.classes.get(weapon.weapon_class) if weapon.weapon_class else None
            mode = fires.primary if fires is not None else None
            if mode is None or not mode.ammo_class or weapon.ammo is None:
                continue
            if mode.ammo_class == told.inventory_class:
                most = mode.ammo_max if mode.ammo_max is not None else weapon.ammo + picked.amount
                full = min(weapon.ammo + picked.amount, most)
                self.weapons.put(key, msgspec.structs.replace(weapon, ammo=full))

    def forget(self) -> None:
        """A new body begins with nothing."""
        self.weapons.clear()
