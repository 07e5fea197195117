"""Items: where they lie, who takes them, and when they come back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.games.specs import Effect
from agentfw.arena.maps.level import ThingKind
from agentfw.arena.world.damage import ArmorPiece, Shield
from agentfw.arena.world.players import HeldWeapon
from agentfw.geometry import Vec3
from agentfw.vocabulary import ItemGained, ItemPickedUp

if TYPE_CHECKING:
    from agentfw.arena.games.specs import AmmoSpec, ItemSpec, WeaponSpec
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import ClassName, EntityId

__all__ = ["Item", "Stock"]

_DROPPED_LIFE_S: Final = 16.0
_MOST_DROPPED: Final = 100
"""How many dropped things lie about at once; more make the oldest vanish."""


class Item:
    """Something that lies somewhere, or will again."""

    __slots__ = (
        "ammo",
        "dies_at",
        "feet",
        "id",
        "is_dropped",
        "location",
        "place",
        "respawns_at",
        "spec",
    )

    def __init__(self, name: EntityId, spec: ItemSpec, feet: Vec3, *, is_dropped: bool = False) -> None:
        self.id, self.spec, self.feet = name, spec, feet
        self.location = feet + Vec3(0.0, 0.0, spec.half_height)
        self.is_dropped = is_dropped
        self.place: int | None = None
        """The number of the navigation point it lies on."""
        self.respawns_at = -math.inf
        """Since when, or from when on, it lies there."""
        self.dies_at = math.inf
        self.ammo: dict[ClassName, float] | None = None
        """What a dropped weapon is still loaded with."""

    @property
    def amount(self) -> int:
        """What it gives: points, or rounds."""
        if self.ammo is not None:
            return int(next(iter(self.ammo.values()), 0))
        return self.spec.amount


class Stock:
    """All items of one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._reach = world.game.body.radius + max(
            (item.radius for item in world.game.items.values()), default=0.0
        )
        self.items: list[Item] = []
        self._dropped: list[Item] = []
        self._maybe_seen: dict[tuple[int, int], list[Item]] = {}
        self._cells: dict[tuple[int, int], list[Item]] = {}
        places = {}
        for point in world.graph.points:
            if point.thing is not None:
                places[point.thing.location] = point.number
        for thing in world.level.things:
            if thing.kind is ThingKind.ITEM and thing.item is not None:
                spec = self._spec(thing.item)
                if spec is not None:
                    item = Item(world.naming.item(spec, dropped=False), spec, thing.location)
                    item.place = places.get(thing.location)
                    self._add(item)

    def _spec(self, name: str) -> ItemSpec | None:
        known = self._world.game.map_items.get(name.lower())
        return None if known is None else self._world.game.items[known]

    def is_there(self, item: Item) -> bool:
        """Whether an item lies at its place now."""
        return item.respawns_at <= self._world.time

    def find(self, entity: EntityId) -> Item | None:
        """The item of that id."""
        return next((item for item in self.items if item.id == entity), None)

    def maybe_seen(self, pawn: Pawn) -> list[Item]:
        """The items, there or not, that nothing solid hides for sure from where a body is."""
        cell = self._world.terrain.cell
        where = math.floor(pawn.body.x / cell), math.floor(pawn.body.y / cell)
        known = self._maybe_seen.get(where)
        if known is None:
            places = set(self._world.vantage.from_cell(*where))
            known = [item for item in self.items if not item.is_dropped and item.place in places]
            self._maybe_seen[where] = known
        return known + self._dropped

    def near(self, point: Vec3, radius: float) -> list[Item]:
        """The items, there or not, within a short distance."""
        cell = self._world.terrain.cell
        column, row = math.floor(point.x / cell), math.floor(point.y / cell)
        around = [
            item
            for c in (column - 1, column, column + 1)
            for r in (row - 1, row, row + 1)
            for item in self._cells.get((c, r), ())
        ]
        return [item for item in around if item.location.distance_to(point) <= radius]

    def reset(self) -> None:
        """Everything lies where the map puts it."""
        for item in [item for item in self.items if item.is_dropped]:
            self._remove(item)
        for item in self.items:
            item.respawns_at = -math.inf

    def tick(self) -> None:
        """Everybody takes what they touch; old dropped things vanish."""
        now = self._world.time
        for item in [item for item in self.items if item.dies_at <= now]:
            self._remove(item)
        for player in self._world.living():
            if not player.settings.manual_pickup:
                self._touch(player)

    def touched(self, pawn: Pawn) -> list[Item]:
        """The items that a body touches."""
        body, cell = pawn.body, self._world.terrain.cell
        x, y, low, high = body.x, body.y, body.z, body.z + 2 * body.half_height
        column, row = math.floor(x / cell), math.floor(y / cell)
        found = []
        for item in self._cells.get((column, row), ()):
            reach = body.spec.radius + item.spec.radius
            dx, dy = item.feet.x - x, item.feet.y - y
            if dx * dx + dy * dy > reach * reach or item.respawns_at > self._world.time:
                continue
            if item.feet.z < high and item.feet.z + 2 * item.spec.half_height > low:
                found.append(item)
        return found

    def _touch(self, player: Player) -> None:
        pawn = player.pawn
        if pawn is None:
            return
        cell = self._world.terrain.cell
        where = math.floor(pawn.body.x / cell), math.floor(pawn.body.y / cell)
        if where in self._cells:
            for item in self.touched(pawn):
                self.take(player, item)

    def take(self, player: Player, item: Item) -> bool:
        """Try to take an item; False when it is of no use, or not allowed again yet."""
        pawn, spec = player.pawn, item.spec
        if pawn is None or not self.is_there(item):
            return False
        stays = spec.effect is Effect.WEAPON and self._world.settings.weapon_stay and not item.is_dropped
        stays = stays and spec.respawn_s <= 30.0  # the strongest weapons never stay
        if stays and spec.inventory in pawn.weapons:
            return False  # once, until it is lost
        inventory = self._apply(player, pawn, item)
        if inventory is None:
            return False
        self._announce(player, pawn, item, inventory)
        if item.is_dropped:
            self._remove(item)
        elif not stays:
            # A hair less, so that rounding does not cost a whole tick.
            item.respawns_at = self._world.time + spec.respawn_s - 1e-6
        return True

    def _announce(self, player: Player, pawn: Pawn, item: Item, inventory: EntityId) -> None:
        spec, world = item.spec, self._world
        if player.listens:
            weapon = world.game.weapons.get(spec.inventory)
            is_weapon = spec.effect is Effect.WEAPON and weapon is not None
            alt = weapon.secondary.ammo if weapon is not None else None
            player.tell(
                ItemPickedUp(
                    id=item.id,
                    inventory_id=inventory,
                    location=item.location,
                    amount=item.amount,
                    dropped=item.is_dropped,
                    pickup_class=spec.pickup,
                    alt_amount=int(pawn.ammo.get(alt, 0)) if is_weapon and alt is not None else None,
                )
            )
        world.make_noise(item.location, spec.sound_radius, item.id, spec.pickup, by=player, pickup=True)
        world.on_pickup(player, item)

    def _apply(self, player: Player, pawn: Pawn, item: Item) -> EntityId | None:
        """Give what the item gives; the id of what it became, or None when it is of no use."""
        spec, world = item.spec, self._world
        game = world.game
        if spec.effect is Effect.WEAPON:
            return self._give_weapon(player, pawn, game.weapons[spec.inventory], item)
        if spec.effect is Effect.AMMO:
            ammo = game.ammo[spec.inventory]
            have = pawn.ammo.get(ammo.name, 0)
            if have >= ammo.most:
                return None
            pawn.ammo[ammo.name] = min(ammo.most, have + spec.amount)
        elif spec.effect is Effect.HEALTH:
            wastes = spec.is_super and game.is_modern and not world.has_teams
            if pawn.health >= spec.limit and not wastes:
                return None
            pawn.health = max(pawn.health, min(spec.limit, pawn.health + spec.amount))
        elif spec.effect is Effect.ADRENALINE:
            if player.adrenaline >= game.adrenaline_most:
                return None
            world.give_adrenaline(player, spec.amount)
        elif not self._protect_or_power(pawn, spec):
            return None
        return world.naming.object(spec.inventory or spec.pickup)

    def _protect_or_power(self, pawn: Pawn, spec: ItemSpec) -> bool:
        until = self._world.time + spec.duration_s
        if spec.effect is Effect.SHIELD:
            return _add_shield(pawn, spec, self._world.game.shield_most)
        if spec.effect is Effect.ARMOR:
            return _add_armor(pawn, spec)
        if spec.effect is Effect.BOOST:
            pawn.boost_until = max(pawn.boost_until, self._world.time) + spec.duration_s
        elif spec.effect is Effect.INVISIBILITY:
            pawn.invisible_until = until
        elif spec.effect is Effect.JUMP_BOOTS:
            pawn.boot_jumps = spec.amount
        return True

    def _give_weapon(
        self, player: Player, pawn: Pawn, weapon: WeaponSpec, item: Item | None
    ) -> EntityId | None:
        had = weapon.name in pawn.weapons
        loaded = self._load(pawn, weapon, item.ammo if item is not None else None)
        if had:
            return pawn.weapons[weapon.name].id if loaded else None
        held = HeldWeapon(self._world.naming.object(weapon.name), weapon)
        pawn.weapons[weapon.name] = held
        self._tell_gained(player, held)
        return held.id

    def _load(self, pawn: Pawn, weapon: WeaponSpec, ammo: dict[ClassName, float] | None) -> bool:
        """Add the ammunition that comes with a weapon; whether any of it fitted."""
        fitted = False
        for name in {weapon.primary.ammo: 0, weapon.secondary.ammo: 0}:
            if name is None:
                continue
            spec, have = self._world.game.ammo[name], pawn.ammo.get(name, 0)
            more = self._initial(weapon, spec) if ammo is None else ammo.get(name, 0)
            if have < spec.most and more:
                pawn.ammo[name] = min(spec.most, have + more)
                fitted = True
        return fitted

    def _initial(self, weapon: WeaponSpec, ammo: AmmoSpec) -> int:
        """What a weapon is loaded with; two weapons that share ammunition may differ in it."""
        item = self._world.game.items.get(weapon.pickup)
        is_first = ammo.name == weapon.primary.ammo
        return item.amount if item is not None and is_first and item.amount else ammo.initial

    def _tell_gained(self, player: Player, held: HeldWeapon) -> None:
        if player.listens:
            player.tell(ItemGained(id=held.id, item_class=held.spec.name, pickup_class=held.spec.pickup))

    def give_start(self, player: Player, names: tuple[ClassName, ...]) -> None:
        """The weapons that everybody begins with; the first of them comes in hand."""
        pawn = player.pawn
        if pawn is None:
            return
        for name in names:
            weapon = self._world.game.weapons[name]
            self._give_weapon(player, pawn, weapon, None)
            held = pawn.weapons[name]
            if player.listens:
                spec = self._world.game.items.get(weapon.pickup)
                made_up = self._world.naming.item(spec, dropped=True) if spec is not None else held.id
                player.tell(
                    ItemPickedUp(
                        id=made_up,
                        inventory_id=held.id,
                        location=pawn.body.location,
                        dropped=False,
                        pickup_class=weapon.pickup,
                        amount=pawn.rounds(held),
                        alt_amount=pawn.rounds(held, alt=True),
                    )
                )

    def give(self, player: Player, name: str) -> bool:
        """A cheat: the item of a pickup class appears in the inventory."""
        spec = self._spec(name)
        if spec is None or player.pawn is None:
            return False
        item = Item(
            self._world.naming.item(spec, dropped=True), spec, player.pawn.body.feet, is_dropped=True
        )
        inventory = self._apply(player, player.pawn, item)
        if inventory is None:
            return False
        self._announce(player, player.pawn, item, inventory)
        return True

    def drop(self, pawn: Pawn, weapon: HeldWeapon, feet: Vec3) -> Item | None:
        """Let a weapon lie on the floor, with the ammunition it had."""
        spec = self._world.game.items.get(weapon.spec.pickup)
        if spec is None or not weapon.spec.can_throw:
            return None
        item = Item(self._world.naming.item(spec, dropped=True), spec, feet, is_dropped=True)
        names = (weapon.spec.primary.ammo, weapon.spec.secondary.ammo)
        item.ammo = {name: pawn.ammo.get(name, 0) for name in names if name is not None}
        item.dies_at = self._world.time + _DROPPED_LIFE_S
        if len(self._dropped) >= _MOST_DROPPED:
            self._remove(self._dropped[0])
        self._add(item)
        return item

    def put(self, name: str, feet: Vec3) -> Item | None:
        """Put a new item on the floor, for 16 seconds."""
        spec = self._spec(name)
        if spec is None:
            return None
        item = Item(self._world.naming.item(spec, dropped=True), spec, feet, is_dropped=True)
        item.dies_at = self._world.time + _DROPPED_LIFE_S
        self._add(item)
        return item

    def _add(self, item: Item) -> None:
        self.items.append(item)
        if item.is_dropped:
            self._dropped.append(item)
        for cell in self._cells_of(item):
            self._cells.setdefault(cell, []).append(item)

    def _remove(self, item: Item) -> None:
        self.items.remove(item)
        if item.is_dropped:
            self._dropped.remove(item)
        for cell in self._cells_of(item):
            self._cells[cell].remove(item)
            if not self._cells[cell]:
                del self._cells[cell]

    def _cells_of(self, item: Item) -> list[tuple[int, int]]:
        """The cells in which the middle of a body that touches an item can be."""
        cell, x, y = self._world.terrain.cell, item.feet.x, item.feet.y
        low_x, high_x = math.floor((x - self._reach) / cell), math.floor((x + self._reach) / cell)
        low_y, high_y = math.floor((y - self._reach) / cell), math.floor((y + self._reach) / cell)
        return [(c, r) for c in range(low_x, high_x + 1) for r in range(low_y, high_y + 1)]


def _add_shield(pawn: Pawn, spec: ItemSpec, most: int) -> bool:
    total, small = pawn.shield.total, pawn.shield.small
    if spec.is_small:
        gain = min(spec.amount - small, most - total)
        if gain <= 0:
            return False
        pawn.shield = Shield(total + gain, small + gain)
        return True
    if total >= most:
        return False
    pawn.shield = Shield(min(most, total + spec.amount), small)
    return True


def _add_armor(pawn: Pawn, spec: ItemSpec) -> bool:
    """A piece is worn once; a new one of the same kind replaces what is left of it."""
    others = tuple(p for p in pawn.armor if (p.share, p.priority) != (spec.absorbs, spec.priority))
    mine = next((p for p in pawn.armor if (p.share, p.priority) == (spec.absorbs, spec.priority)), None)
    if mine is not None and mine.points >= spec.amount:
        return False
    pawn.armor = (*others, ArmorPiece(float(spec.amount), spec.absorbs, spec.priority))
    return True
