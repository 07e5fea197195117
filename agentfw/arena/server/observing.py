"""A client that watches one player: what it does, what it sees and what it carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from agentfw.arena.server import answers, modern
from agentfw.arena.server.clients import Client
from agentfw.arena.server.listing import game_info, item_classes, players
from agentfw.arena.world.senses import Look
from agentfw.arena.world.world import TICK_S
from agentfw.engines.gamebots import orders, wire
from agentfw.vocabulary import (
    DominationPoint,
    EntityId,
    GameInfo,
    InventoryItem,
    ItemGained,
    ItemThrown,
    Listing,
    PlayerSeen,
    SelfState,
    SoundHeard,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.server.arena import Arena
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.vocabulary import Command, Percept

__all__ = ["ObserverClient"]

_SHORTEST_S, _LONGEST_S = 0.05, 60.0


class _Parts(msgspec.Struct):
    """What the regular batch contains."""

    game: bool = True
    own: bool = True
    seen: bool = True
    special: bool = True
    events: bool = True


class ObserverClient(Client):
    """Somebody who watches."""

    role = "observer"

    def __init__(self, arena: Arena, number: int, address: str) -> None:
        super().__init__(arena, number, address)
        self.watched: Player | None = None
        self._parts = _Parts()
        self._update_s = 1.0
        self._next_tick = 0
        self._object = EntityId(f"{arena.world.level.name}.Observer{number}")

    def apply(self, command: Command) -> None:
        """Do what an observer asks for."""
        if not self.may_act():
            return
        if isinstance(command, orders.Ready):
            self._tell_world()
        elif isinstance(command, orders.Observe):
            self._watch(command)
        elif isinstance(command, orders.StopObserving):
            self.lose()
        elif isinstance(command, orders.ConfigureReports):
            self._configure(command)
        else:
            self._answer(command)

    def _tell_world(self) -> None:
        world = self.arena.world
        listed = tuple(players(world, is_full=True))
        info = game_info(world, is_paused=self.arena.is_paused)
        self.session.send_world([info, Listing("players", listed)])

    # Whom to watch

    def _watch(self, command: orders.Observe) -> None:
        found = self._find(command)
        if self.is_gone():
            return
        if found is None:
            self.session.send(wire.PlayerUnknown())
            return
        self.lose(tells=False)
        self.watched = found
        self.arena.listen(found)
        self.session.let_in()
        if found.pawn is not None:
            self.session.send(self._self_state(found, found.pawn))

    def _find(self, command: orders.Observe) -> Player | None:
        for player in self.arena.world.players:
            if command.id and player.id.lower() == command.id.lower():
                return player
            if command.player_name and player.name.lower() == command.player_name.lower():
                return player
        return None

    def lose(self, *, tells: bool = False) -> None:
        """Watch nobody any more."""
        if self.watched is None:
            return
        self.watched = None
        if self.is_in:
            if tells:
                self.session.send(wire.ObservedLost())
            self.session.let_go()

    # What is told

    def announce(self, percept: Percept) -> None:
        """What everybody is told, the watched player is told as well."""

    def observe(self, player: Player, told: list[Percept]) -> None:
        """What happened to the player that is watched."""
        if player is self.watched and self.is_in and self._parts.events and not self.is_gone():
            for percept in told:
                self.session.send_what_fits(self._adapted(percept))

    def _adapted(self, percept: Percept) -> Percept:
        """Observers get more about weapons, and less about what was thrown."""
        if isinstance(percept, ItemThrown):
            return ItemThrown()
        if isinstance(percept, ItemGained) and percept.item_class is not None:
            spec = self.arena.world.game.weapons.get(percept.item_class)
            if spec is not None:
                game = self.arena.world.game
                first = game.ammo.get(spec.primary.ammo) if spec.primary.ammo is not None else None
                second = game.ammo.get(spec.secondary.ammo) if spec.secondary.ammo is not None else None
                return msgspec.structs.replace(
                    percept,
                    sniping=spec.sniping,
                    melee=spec.melee,
                    ammo_initial=first.initial if first is not None else 0,
                    ammo_max=first.most if first is not None else 0,
                    alt_ammo_initial=second.initial if second is not None else 0,
                    alt_ammo_max=second.most if second is not None else 0,
                )
        if isinstance(percept, SoundHeard):
            return msgspec.structs.replace(percept, distance=None)
        return percept

    def report(self) -> None:
        """Once in a while, what the watched player perceives."""
        arena, watched = self.arena, self.watched
        if watched is None or not self.is_in or self.is_gone():
            return
        if watched not in arena.world.players:
            self.lose(tells=True)
            return
        if arena.ticks < self._next_tick or watched.pawn is None:
            return
        self._next_tick = arena.ticks + max(1, round(self._update_s / TICK_S))
        self.session.send_batch(arena.world.time, list(self._batch(watched, watched.pawn)))

    def _batch(self, player: Player, pawn: Pawn) -> Iterator[Percept]:
        if self._parts.game:
            yield game_info(self.arena.world, is_paused=self.arena.is_paused)
        if self._parts.own:
            yield self._self_state(player, pawn)
            yield from self._inventory(pawn)
        if self._parts.seen:
            for _, percepts in self._seen(player, pawn):
                yield from percepts
        if self._parts.special:
            for _, percepts in self._special(player, pawn):
                yield from percepts

    def _self_state(self, player: Player, pawn: Pawn) -> SelfState:
        state = modern.self_state(self.arena.world, player, pawn)
        changes: dict[str, object] = {"record": EntityId(f"SELF_{self._object}")}
        if pawn.hand is None:
            changes |= dict.fromkeys(("shooting", "ammo", "alt_ammo"))
        return msgspec.structs.replace(state, **changes)

    def _inventory(self, pawn: Pawn) -> Iterator[InventoryItem]:
        for weapon in pawn.weapons.values():
            yield InventoryItem(
                id=weapon.id,
                item_class=weapon.spec.name,
                ammo=pawn.rounds(weapon),
                alt_ammo=pawn.rounds(weapon, alt=True),
            )

    def _seen(self, player: Player, pawn: Pawn) -> Iterator[tuple[str, tuple[Percept, ...]]]:
        """What is in sight, list by list."""
        world, look = self.arena.world, Look(self.arena.world, pawn)
        items = [item for item in world.stock.maybe_seen(pawn) if look.sees(item.location)]
        there = [item for item in items if world.stock.is_there(item)]
        places = modern.seen_places(world, pawn, look, items)
        yield "players", tuple(self._players(player, look))
        yield "items", tuple(map(modern.visible_item, there))
        yield "places", tuple(place for place in places if not isinstance(place, DominationPoint))
        yield "movers", tuple(modern.seen_movers(world, pawn, look))
        yield "projectiles", tuple(modern.seen_projectiles(world, pawn, look))
        yield "vehicles", ()

    def _players(self, player: Player, look: Look) -> Iterator[PlayerSeen]:
        """Observers see players in the narrower cone, and which weapon it is, not which kind."""
        for seen in modern.seen_players(self.arena.world, player):
            other = self.arena.world.player_of(seen.id)
            if seen.location is None or not look.covers(seen.location):
                continue
            hand = other.pawn.hand if other is not None and other.pawn is not None else None
            yield msgspec.structs.replace(seen, weapon=hand.id if hand is not None else "")

    def _special(self, player: Player, pawn: Pawn) -> Iterator[tuple[str, tuple[Percept, ...]]]:
        """Flags, bombs and points, list by list."""
        world, look = self.arena.world, Look(self.arena.world, pawn)
        yield "flags", tuple(modern.flags(world, player, look))
        yield "bombs", ()
        yield (
            "domination_points",
            tuple(
                DominationPoint(id=point.id, location=point.location, visible=True, owner=point.owner)
                for point in world.rules.points
                if look.covers(point.location)
            ),
        )

    # What is asked for

    def _configure(self, command: orders.ConfigureReports) -> None:
        if command.update_time_s is not None and _SHORTEST_S <= command.update_time_s <= _LONGEST_S:
            self._update_s = command.update_time_s
        for field in ("game", "own", "seen", "special", "events"):
            value = command.all if getattr(command, field) is None else getattr(command, field)
            if value is not None and (field != "events" or command.events is not None):
                setattr(self._parts, field, value)

    def _answer(self, command: Command) -> None:
        world, session = self.arena.world, self.session
        if isinstance(command, orders.AskPlaces):
            self.tell_places()
        elif isinstance(command, orders.AskItems):
            session.send_listing(answers.item_list(world))
        elif isinstance(command, orders.AskPlayers):
            session.send(*players(world, is_full=True))
        elif isinstance(command, orders.AskItemClass):
            answer = answers.one_item_class(world, command.item_class)
            listed = (answer,) if answer is not None else tuple(item_classes(world))
            session.send_listing(Listing("item_classes", listed))
        elif self.watched is not None and self.watched.pawn is not None:
            self._pull(command, self.watched, self.watched.pawn)

    def _pull(self, command: Command, player: Player, pawn: Pawn) -> None:
        session, everything = self.session, isinstance(command, orders.AskAll)
        if everything or isinstance(command, orders.AskGame):
            session.send(self._info())
        if everything or isinstance(command, orders.AskSelf):
            session.send(self._self_state(player, pawn))
            session.send_listing(Listing("inventory", tuple(self._inventory(pawn))))
        if everything or isinstance(command, orders.AskSeen):
            for subject, percepts in self._seen(player, pawn):
                session.send_listing(Listing(subject, percepts))
        if everything or isinstance(command, orders.AskSpecial):
            for subject, percepts in self._special(player, pawn):
                session.send_listing(Listing(subject, percepts))

    def _info(self) -> GameInfo:
        return game_info(self.arena.world, is_paused=self.arena.is_paused)
