"""Everybody and everything that was seen: in sight now, or remembered from the last time."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.perception.beliefs import (
    Belief,
    KnownFlag,
    KnownItem,
    KnownMover,
    KnownPlayer,
    KnownPoint,
)
from agentfw.perception.ledger import Ledger
from agentfw.perception.respawns import respawn_s
from agentfw.vocabulary import (
    NO_TEAM,
    DominationPoint,
    EntityId,
    Firing,
    FlagSeen,
    FlagState,
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
    from agentfw.vocabulary import ItemPickedUp, Percept, ScoreBoard, SelfState

__all__ = ["Sightings"]

_HERE_UU: Final = 50.0
_replace: Final = msgspec.structs.replace


class Sightings:
    """Beliefs about players, items, flags, points, movers and places in sight."""

    def __init__(self, arsenal: Arsenal) -> None:
        self.players: Ledger[EntityId, KnownPlayer] = Ledger()
        self.items: Ledger[EntityId, KnownItem] = Ledger()
        self.flags: Ledger[int, KnownFlag] = Ledger()
        self.points: Ledger[EntityId, KnownPoint] = Ledger()
        self.movers: Ledger[EntityId, KnownMover] = Ledger()
        self.places: Mapping[EntityId, Place] = MappingProxyType({})
        """The places in sight, as the last snapshot told them."""
        self.whereabouts: dict[EntityId, Vec3] = {}
        """Where each player was last, for as long as that is remembered."""
        self.handlers: dict[type, Callable[[Any], None]] = {
            PlayerSeen: self.see_player,
            ItemSeen: self.see_item,
            FlagSeen: self.see_flag,
            MoverSeen: self.see_mover,
        }
        self._arsenal = arsenal
        self._now = 0.0
        self._in_sight: tuple[tuple[Ledger[Any, Any], set[Any]], ...] = tuple(
            (ledger, set()) for ledger in self._ledgers()
        )
        self._before: list[set[Any]] = [set() for _ in self._in_sight]
        self._spots: dict[EntityId, EntityId] = {}
        """The item that belongs to each place."""
        self._places_now: dict[EntityId, Place] = {}
        self._dropped: set[EntityId] = set()
        """The items that somebody dropped, and that are forgotten some day."""

    def _ledgers(self) -> tuple[Ledger[Any, Any], ...]:
        return self.players, self.items, self.flags, self.points, self.movers

    # A snapshot begins and ends

    def begin(self, now: float) -> None:
        """Everything that comes until `end` is seen now."""
        self._now = now
        self._before = [set(seen) for _, seen in self._in_sight]
        for _, seen in self._in_sight:
            seen.clear()
        self._places_now = {}

    def end(self) -> None:
        """What was not seen since `begin` is out of sight."""
        for (ledger, seen), before in zip(self._in_sight, self._before, strict=True):
            for key in sorted(before - seen):
                _hide(ledger, key)
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
        self._in_sight[0][1].add(seen.id)
        self.players.put(
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
        self._in_sight[1][1].add(seen.id)
        if seen.dropped:
            self._dropped.add(seen.id)
        self.items.put(
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

    def see_flag(self, seen: FlagSeen) -> None:
        """A flag was told about; without a location it is not in sight."""
        if seen.team is None:
            return
        known = self.flags.get(seen.team)
        if known is None:
            known = KnownFlag(id=seen.id, team=seen.team)
        is_visible = seen.location is not None and seen.visible is not False
        home = known.home
        if seen.state is FlagState.HOME and seen.location is not None:
            home = seen.location
        state = seen.state if seen.state is not None else known.state
        if is_visible:
            self._in_sight[2][1].add(seen.team)
        self.flags.put(
            seen.team,
            KnownFlag(
                seen_at=self._now if is_visible else known.seen_at,
                is_visible=is_visible,
                id=seen.id,
                team=seen.team,
                state=state,
                location=seen.location if seen.location is not None else known.location,
                home=home,
                holder=_holder(seen, known, state),
                reachable=seen.reachable if is_visible else None,
            ),
        )

    def know_base(self, team: int, base: Vec3) -> None:
        """The game told where a flag belongs."""
        known = self.flags.get(team)
        if known is None:
            known = KnownFlag(id=EntityId(""), team=team)
        if known.home != base:
            self.flags.put(team, _replace(known, home=base))

    def drop_flag(self, me: EntityId | None, where: Vec3 | None) -> None:
        """The bot lost its body, and whatever flag it carried lies there."""
        for team, flag in self.flags.items():
            if me is not None and flag.holder == me:
                there = where if where is not None else flag.location
                dropped = _replace(flag, state=FlagState.DROPPED, holder=None, location=there)
                self.flags.put(team, dropped)

    def correct_flags(self, me: SelfState, board: ScoreBoard) -> None:
        """What the score board says about flags goes before what was seen of them earlier."""
        if me.team is None:
            return
        if board.has_flag is False:
            self._deliver_flag(me.id)
        elif board.has_flag and me.id is not None:
            self._take_flag(me.id, me.team)
        known = self.flags.get(me.team)
        if known is None or board.our_flag_taken is None or known.is_visible:
            return
        team = me.team
        if board.our_flag_taken and known.state is not FlagState.HELD:
            self.flags.put(team, _replace(known, state=FlagState.HELD))
        elif not board.our_flag_taken and known.state is FlagState.HELD:
            # Dropped or brought home; home is where to look first, and the likelier of the two.
            self.flags.put(team, _replace(known, state=FlagState.HOME, holder=None))

    def _deliver_flag(self, me: EntityId | None) -> None:
        """The bot carries no flag, and lives: what it carried was captured, and is at home."""
        for team, flag in self.flags.items():
            if me is not None and flag.holder == me:
                self.flags.put(team, _replace(flag, state=FlagState.HOME, holder=None))

    def _take_flag(self, me: EntityId, team: int) -> None:
        """The bot carries a flag; with two teams there is only one that it can be."""
        others = [flag for key, flag in self.flags.items() if key != team]
        if len(others) == 1 and others[0].holder != me:
            taken = _replace(others[0], state=FlagState.HELD, holder=me)
            self.flags.put(taken.team, taken)

    def see_point(self, seen: DominationPoint) -> None:
        """A domination point was told about."""
        known = self.points.get(seen.id)
        is_new = known is None
        known = known or KnownPoint(id=seen.id)
        owner = seen.owner if seen.owner is not None else known.owner
        is_visible = seen.visible is not False
        if is_visible:
            self._in_sight[3][1].add(seen.id)
        self.points.put(
            seen.id,
            KnownPoint(
                seen_at=self._now,
                is_visible=is_visible,
                id=seen.id,
                location=seen.location if seen.location is not None else known.location,
                owner=owner,
                reachable=seen.reachable if is_visible else None,
                taken_at=known.taken_at if is_new or known.owner == owner else self._now,
            ),
        )

    def see_owners(self, owners: Iterable[tuple[EntityId, int]], now: float) -> None:
        """The score board told who owns what."""
        for point, owner in owners:
            known = self.points.get(point)
            if known is None:
                self.points.put(point, KnownPoint(id=point, owner=owner, seen_at=now))
            elif known.owner != owner:
                self.points.put(point, _replace(known, owner=owner, taken_at=now))

    def see_mover(self, seen: MoverSeen) -> None:
        """A door or a lift is in sight."""
        known = self.movers.get(seen.id)
        if seen.visible is False:
            self._list_mover(seen)
            return
        if known is None:
            known = KnownMover(id=seen.id)
        self._in_sight[4][1].add(seen.id)
        self.movers.put(
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
                known_point = self.points.get(percept.id)
                if known_point is None or not known_point.is_visible:
                    self._now = now
                    self.see_point(_replace(percept, visible=False))
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
        if self._dropped:
            self._expire_dropped(now - memory.item_s)
        for team, flag in self.flags.items():
            lost = not flag.is_visible and flag.location is not None
            if lost and flag.state is not FlagState.HOME and now - flag.seen_at > memory.flag_s:
                self.flags.put(team, _replace(flag, location=None))

    def _expire_dropped(self, before: float) -> None:
        old = [
            key
            for key in sorted(self._dropped)
            if (item := self.items.get(key)) is None or (not item.is_visible and item.seen_at < before)
        ]
        self._dropped.difference_update(old)
        self.items.drop(old)

    def lose_player(self, player: EntityId) -> None:
        """Where somebody is, is not known any more."""
        self.whereabouts.pop(player, None)
        self._in_sight[0][1].discard(player)
        known = self.players.get(player)
        if known is not None and (known.location is not None or known.is_visible):
            self.players.put(
                player,
                KnownPlayer(id=player, name=known.name, team=known.team, seen_at=known.seen_at),
            )

    def forget_reach(self) -> None:
        """The body is elsewhere: what could be reached from the old place says nothing now."""
        for ledger, _ in self._in_sight:
            for key, belief in ledger.items():
                if belief.reachable is not None:
                    ledger.put(key, _replace(belief, reachable=None))
        self.places = MappingProxyType({})

    def restart(self) -> None:
        """The match begins anew: everything of the map is where it was at first."""
        for key, item in self.items.items():
            if item.taken_at is not None:
                self.items.put(key, _replace(item, taken_at=None, respawns_at=None))
        for team, flag in self.flags.items():
            fresh = KnownFlag(id=flag.id, team=team, home=flag.home, state=FlagState.HOME)
            self.flags.put(team, fresh)
        for key, point in self.points.items():
            self.points.put(key, _replace(point, owner=NO_TEAM, taken_at=None))
        for player in list(self.whereabouts):
            self.lose_player(player)


def _hide(ledger: Ledger[Any, Any], key: Any) -> None:
    """Something is out of sight; what was told of its reach is void."""
    belief: Belief | None = ledger.get(key)
    if belief is not None and belief.is_visible:
        ledger.put(key, _replace(belief, is_visible=False, reachable=None))


def _holder(seen: FlagSeen, known: KnownFlag, state: FlagState | None) -> EntityId | None:
    """Who has a flag: as told, else as known while it is held."""
    if seen.holder is not None:
        return seen.holder or None
    return known.holder if state is FlagState.HELD else None
