"""Everybody and everything that was seen: in sight now, or remembered from the last time."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.perception.beliefs import (
    KnownItem,
    KnownMover,
    KnownPlayer,
)
from agentfw.perception.ledger import SightLedger
from agentfw.perception.objectives import Objectives
from agentfw.perception.respawns import respawn_s
from agentfw.vocabulary import (
    DominationPoint,
    EntityId,
    Firing,
    FlagSeen,
    ItemSeen,
    MoverSeen,
    Place,
    PlayerAppeared,
    PlayerSeen,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from agentfw.geometry import Vec3
    from agentfw.perception.arsenal import Arsenal
    from agentfw.perception.memory import Memory
    from agentfw.vocabulary import ItemPickedUp, Percept

__all__ = ["Sightings"]

_HERE_UU: Final = 50.0
_replace: Final = msgspec.structs.replace


class Sightings:
    """Beliefs about players, items, movers and places in sight, and about what is played for."""

    def __init__(self, arsenal: Arsenal) -> None:
        self.players: SightLedger[EntityId, KnownPlayer] = SightLedger()
        self.items: SightLedger[EntityId, KnownItem] = SightLedger()
        self.movers: SightLedger[EntityId, KnownMover] = SightLedger()
        self.objectives = Objectives()
        self.places: Mapping[EntityId, Place] = MappingProxyType({})
        """The places in sight, as the last snapshot told them."""
        self.whereabouts: dict[EntityId, Vec3] = {}
        """Where each player was last, for as long as that is remembered."""
        self.gone_at: dict[EntityId, float] = {}
        """When somebody died or left, for as long as somebody could still tell of before."""
        self.handlers: dict[type, Callable[[Any], None]] = {
            PlayerSeen: self.see_player,
            ItemSeen: self.see_item,
            FlagSeen: self.objectives.see_flag,
            MoverSeen: self.see_mover,
        }
        self._arsenal = arsenal
        self._now = 0.0
        self._spots: dict[EntityId, EntityId] = {}
        """The item that belongs to each place."""
        self._places_now: dict[EntityId, Place] = {}
        self._dropped: set[EntityId] = set()
        """The items that somebody dropped, and that are forgotten some day."""

    def _ledgers(self) -> tuple[SightLedger[Any, Any], ...]:
        return self.players, self.items, self.movers, self.objectives.flags, self.objectives.points

    # A snapshot begins and ends

    def begin(self, now: float) -> None:
        """Everything that comes until `end` is seen now."""
        self._now = self.objectives.now = now
        for ledger in self._ledgers():
            ledger.begin()
        self._places_now = {}

    def end(self) -> None:
        """What was not seen since `begin` is out of sight."""
        for ledger in self._ledgers():
            ledger.end()
        if self._places_now or self.places:
            self.places = MappingProxyType(self._places_now)

    def lose_sight(self) -> None:
        """Nothing is in sight any more."""
        self.begin(self._now)
        self.end()

    # What is seen

    def see_player(self, seen: PlayerSeen) -> None:
        """A player is in sight."""
        known = self.players.get(seen.id) or KnownPlayer(id=seen.id)
        location = seen.location
        if location is None:
            self._hear_of_player(seen, known)
            return
        self.whereabouts[seen.id] = location
        self.players.see(
            seen.id,
            KnownPlayer(
                seen_at=self._now,
                is_visible=True,
                id=seen.id,
                name=seen.player_name or known.name,
                team=seen.team if seen.team is not None else known.team,
                location=location,
                velocity=seen.velocity,
                rotation=seen.rotation,
                weapon=seen.weapon,
                firing=seen.firing if seen.firing is not None else Firing.NONE,
                crouched=seen.crouched,
                reachable=seen.reachable,
            ),
        )

    def _hear_of_player(self, seen: PlayerSeen, known: KnownPlayer) -> None:
        """Somebody plays, but where is not told."""
        name, team = seen.player_name or known.name, seen.team if seen.team is not None else known.team
        if (name, team) != (known.name, known.team) or seen.id not in self.players:
            self.players.put(seen.id, _replace(known, name=name, team=team))

    def appear(self, seen: PlayerAppeared, now: float) -> None:
        """A player came into sight between two snapshots."""
        self._now = now
        self.see_player(seen)

    def see_item(self, seen: ItemSeen) -> None:
        """An item is in sight, so it is there."""
        known = self.items.get(seen.id)
        if seen.visible is False:
            self._list_item(seen, self._now)
            return
        if known is None or (seen.item_class is not None and seen.item_class != known.item_class):
            category = self._arsenal.category(seen.item_class)
            known = _replace(known or KnownItem(id=seen.id), category=category)
        if seen.dropped:
            self._dropped.add(seen.id)
        self.items.see(
            seen.id,
            KnownItem(
                seen_at=self._now,
                is_visible=True,
                id=seen.id,
                item_class=seen.item_class if seen.item_class is not None else known.item_class,
                category=known.category,
                location=seen.location if seen.location is not None else known.location,
                amount=seen.amount if seen.amount is not None else known.amount,
                place=seen.place if seen.place is not None else known.place,
                reachable=seen.reachable,
                is_dropped=bool(seen.dropped),
            ),
        )

    def see_spot(self, place: EntityId, now: float, *, is_filled: bool) -> None:
        """The place of an item is in sight, with or without its item."""
        item = self._spots.get(place)
        known = self.items.get(item) if item is not None else None
        if known is None or item is None:
            return
        if is_filled and known.taken_at is not None:
            self.items.put(item, _replace(known, taken_at=None, respawns_at=None, seen_at=now))
        elif not is_filled and known.is_there(now):
            back = now + respawn_s(known.item_class)
            self.items.put(item, _replace(known, taken_at=now, respawns_at=back, seen_at=now))

    def take_item(self, picked: ItemPickedUp, now: float) -> None:
        """The bot itself took an item."""
        known = self.items.get(picked.id)
        if known is None:
            return
        if known.is_dropped or picked.dropped:
            self.items.drop([picked.id])
            self._dropped.discard(picked.id)
            return
        back = now + respawn_s(known.item_class)
        self.items.put(
            picked.id, _replace(known, taken_at=now, respawns_at=back, is_visible=False, reachable=None)
        )

    def miss_items(self, here: Vec3, now: float) -> None:
        """The body stands where items should lie, and does not see them: they are gone.

        Servers that tell whether the places of items are filled need no such guess.
        """
        if self._spots:
            return
        for key, item in self.items.items():
            is_here = item.location is not None and here.distance_to(item.location) < _HERE_UU
            if is_here and not item.is_visible and item.is_there(now):
                back = now + respawn_s(item.item_class)
                self.items.put(key, _replace(item, taken_at=now, respawns_at=back))

    def see_mover(self, seen: MoverSeen) -> None:
        """A door or a lift is in sight."""
        known = self.movers.get(seen.id)
        if seen.visible is False:
            self._list_mover(seen)
            return
        if known is None:
            known = KnownMover(id=seen.id)
        self.movers.see(
            seen.id,
            KnownMover(
                seen_at=self._now,
                is_visible=True,
                id=seen.id,
                location=seen.location if seen.location is not None else known.location,
                velocity=seen.velocity,
                is_moving=seen.moving,
                base_location=seen.base_location or known.base_location,
                place=seen.place or known.place,
                opens_by_damage=seen.opens_by_damage,
                move_time_s=seen.move_time_s if seen.move_time_s is not None else known.move_time_s,
                reachable=seen.reachable,
            ),
        )

    def see_place(self, place: Place) -> None:
        """A place of the map is in sight."""
        self._places_now[place.id] = place

    # What is told once

    def list(self, percepts: Iterable[Percept], now: float) -> None:
        """A list of what exists, seen or not."""
        for percept in percepts:
            if isinstance(percept, ItemSeen):
                self._list_item(percept, now)
            elif isinstance(percept, Place) and percept.item:
                self._spots[percept.id] = percept.item
            elif isinstance(percept, PlayerSeen):
                known = self.players.get(percept.id) or KnownPlayer(id=percept.id)
                self._hear_of_player(percept, known)
            elif isinstance(percept, DominationPoint):
                known_point = self.objectives.points.get(percept.id)
                if known_point is None or not known_point.is_visible:
                    self.objectives.now = now
                    self.objectives.see_point(_replace(percept, visible=False))
            elif isinstance(percept, MoverSeen):
                self._list_mover(percept)

    def _list_item(self, item: ItemSeen, now: float) -> None:
        if item.place is not None:
            self._spots[item.place] = item.id
        if item.dropped:
            self._dropped.add(item.id)
        if item.id in self.items:
            return
        self.items.put(
            item.id,
            KnownItem(
                seen_at=now,
                id=item.id,
                item_class=item.item_class,
                category=self._arsenal.category(item.item_class),
                location=item.location,
                amount=item.amount,
                place=item.place,
                is_dropped=bool(item.dropped),
            ),
        )

    def _list_mover(self, mover: MoverSeen) -> None:
        if mover.id in self.movers:
            return
        self.movers.put(
            mover.id,
            KnownMover(
                id=mover.id,
                location=mover.location,
                base_location=mover.base_location or mover.location,
                place=mover.place,
                opens_by_damage=mover.opens_by_damage,
                move_time_s=mover.move_time_s,
            ),
        )

    # What is forgotten

    def expire(self, now: float, memory: Memory) -> None:
        """Forget what is too old, by the age of each belief."""
        for key in [
            key
            for key in self.whereabouts
            if (known := self.players.get(key)) is None
            or (not known.is_visible and now - known.seen_at > memory.player_s)
        ]:
            self.lose_player(key)
        if self.gone_at:
            self.gone_at = {key: at for key, at in self.gone_at.items() if now - at <= memory.player_s}
        if self._dropped:
            self._expire_dropped(now - memory.item_s)
        self.objectives.expire(now - memory.flag_s)

    def _expire_dropped(self, before: float) -> None:
        old = [
            key
            for key in sorted(self._dropped)
            if (item := self.items.get(key)) is None or (not item.is_visible and item.seen_at < before)
        ]
        self._dropped.difference_update(old)
        self.items.drop(old)

    def bury(self, player: EntityId, now: float) -> None:
        """Somebody died or left: what others saw of it before counts no more."""
        self.gone_at[player] = now
        self.lose_player(player)

    def lose_player(self, player: EntityId) -> None:
        """Where somebody is, is not known any more."""
        self.whereabouts.pop(player, None)
        known = self.players.get(player)
        if known is not None and (known.location is not None or known.is_visible):
            self.players.put(
                player,
                KnownPlayer(id=player, name=known.name, team=known.team, seen_at=known.seen_at),
            )

    def forget_reach(self) -> None:
        """The body is elsewhere: what could be reached from the old place says nothing now."""
        for ledger in self._ledgers():
            ledger.forget_reach()
        self.places = MappingProxyType({})

    def restart(self) -> None:
        """The match begins anew: everything of the map is where it was at first."""
        for key, item in self.items.items():
            if item.taken_at is not None:
                self.items.put(key, _replace(item, taken_at=None, respawns_at=None))
        self.objectives.restart()
        for player in list(self.whereabouts):
            self.lose_player(player)

    def forget_players(self) -> None:
        """Others come, and under the ids of those who are gone."""
        self.whereabouts.clear()
        self.gone_at.clear()
        self.players.clear()
