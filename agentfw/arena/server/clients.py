"""Somebody connected to the arena, seen from the pure side: bytes in, bytes out, ticks in between."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from agentfw.arena.server import answers
from agentfw.arena.server.listing import game_info, players, world_lists
from agentfw.engines.gamebots import ServerSession, ServerState
from agentfw.vocabulary import Leave, Listing

if TYPE_CHECKING:
    from agentfw.arena.server.arena import Arena
    from agentfw.vocabulary import Command, Percept

__all__ = ["Client"]

MAX_PENDING: Final = 256
"""How many commands of one client wait for the next tick; what comes beyond them is dropped."""


class Client:
    """One connection. What kind it is decides the subclass.

    Bytes may come at any time; what they ask for happens at the next tick, so that no client gains by
    being quick and a match does not depend on how tasks are scheduled.
    """

    role = "bot"

    def __init__(self, arena: Arena, number: int, address: str) -> None:
        self.arena = arena
        self.number = number
        self.address = address
        self.session = ServerSession(
            arena.dialect,
            self.role,
            password=arena.password,
            blocked_by=arena.password_set_by,
            lenient_line_ends=arena.options.lenient_line_ends,
        )
        self.connected_at = arena.ticks
        self.dropped_commands = 0
        self._pending: deque[Command] = deque()
        self._worlds_told = 0
        self._is_leaving = False
        self.session.greet(game_info(arena.world) if arena.is_classic else None)

    @property
    def is_in(self) -> bool:
        """Whether this client got what it came for: a place in the game, a look at it."""
        return self.session.state is ServerState.RUNNING

    def feed(self, data: bytes) -> None:
        """Bytes from the client; commands wait for the next tick."""
        for command in self.session.feed(data, self.arena.world.time):
            self._is_leaving = self._is_leaving or isinstance(command, Leave)
            if len(self._pending) < MAX_PENDING:
                self._pending.append(command)
            else:
                self.dropped_commands += 1

    def take_output(self) -> bytes:
        """What to send to the client now."""
        return self.session.take_output()

    @property
    def wants_close(self) -> bool:
        """Whether the connection should end once everything is sent.

        Who says goodbye stays until the next tick, in which what was said before is done.
        """
        return self.session.wants_close and not (self._is_leaving and self._pending)

    def may_act(self) -> bool:
        """Whether commands still count: not after a kick or the end, but on the way out."""
        return self._is_leaving or not self.is_gone()

    def take_pending(self) -> list[Command]:
        """The commands that came since the last tick."""
        pending = list(self._pending)
        self._pending.clear()
        return pending

    def put_back(self, commands: list[Command]) -> None:
        """Commands that have to wait for the next tick."""
        self._pending.extendleft(reversed(commands))

    @property
    def has_pending(self) -> bool:
        """Whether commands wait for the next tick."""
        return bool(self._pending)

    def apply(self, command: Command) -> None:
        """Do what a command asks for."""
        raise NotImplementedError

    def report(self) -> None:
        """After a tick: tell what there is to tell."""

    def announce(self, percept: Percept) -> None:
        """Tell something that concerns everybody."""
        if self.is_in:
            self.session.send_what_fits(percept)

    def tell_places(self) -> None:
        """All places with their links; written once per tick, however often it is asked for."""
        arena = self.arena
        encoded = arena.encoded_worlds.get((self.role, "places"))
        if encoded is None:
            encoded = self.session.encode_sections([answers.place_list(arena.world)])
            arena.encoded_worlds[self.role, "places"] = encoded
        self.session.send_encoded(encoded)

    def end(self, *messages: Percept) -> None:
        """The match is over for this client."""
        if self.session.state in (ServerState.WAITING, ServerState.RUNNING):
            self.session.end(*messages)
        else:
            self.session.wants_close = True

    def can_tell(self, kind: type[Percept]) -> bool:
        """Whether this client's dialect has a word for something."""
        return self.session.can_tell(kind)

    def close(self) -> None:
        """The connection is gone."""
        self.session.feed_end()

    def is_gone(self) -> bool:
        """Whether nothing more can be said to this client."""
        return self.session.state is ServerState.CLOSED or self.session.wants_close

    def tell_world(self, *, is_full: bool, has_places: bool = True) -> None:
        """The answer to READY."""
        arena, is_repeated = self.arena, self._worlds_told > 0
        self._worlds_told += 1
        # Who asks in the same tick is told the same map: two thousand lines are written only once.
        key = (self.role, "again" if is_repeated else "world")
        encoded = arena.encoded_worlds.get(key)
        if encoded is None:
            lists = world_lists(
                arena.world,
                is_repeated=is_repeated,
                is_paused=arena.is_paused,
                has_places=has_places,
            )
            encoded = self.session.encode_sections(lists)
            arena.encoded_worlds[key] = encoded
        listed = Listing("players", tuple(players(arena.world, is_full=is_full)))
        self.session.send_encoded_world(encoded, self.session.encode_sections([listed]))
