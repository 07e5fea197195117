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
        name = weapon.weapon_class or (known.weapon_class if known is not None else None)
        self.weapons.put(weapon.id, KnownWeapon(weapon.id, name, weapon.ammo, weapon.alt_ammo))

    def hold(self, me: SelfState) -> None:
        """The weapon in hand, with its ammunition, as the body reports it."""
        if not me.weapon or me.weapon == "None":
            return
        known = self.weapons.get(me.weapon)
        if known is None or known.ammo != me.ammo or known.alt_ammo != me.alt_ammo:
            name = known.weapon_class if known is not None else None
            self.weapons.put(me.weapon, KnownWeapon(me.weapon, name, me.ammo, me.alt_ammo))

    def load(self, picked: ItemPickedUp) -> None:
        """Ammunition was picked up, and goes to the weapons that fire it."""
        told = self.classes.get(picked.pickup_class) if picked.pickup_class else None
        if told is None or told.category is not ItemCategory.AMMO or picked.amount is None:
            return
        for key, weapon in self.weapons.items():
            fires = self.classes.get(weapon.weapon_class) if weapon.weapon_class else None
            mode = fires.primary if fires is not None else None
            if mode is not None and mode.ammo_class == told.inventory_class and weapon.ammo is not None:
                most = mode.ammo_max if mode.ammo_max is not None else weapon.ammo + picked.amount
                full = min(weapon.ammo + picked.amount, most)
                self.weapons.put(key, msgspec.structs.replace(weapon, ammo=full))

    def forget(self) -> None:
        """A new body begins with nothing."""
        self.weapons.clear()
