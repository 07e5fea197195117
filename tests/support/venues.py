"""An arena that closes and opens again, and remembers the matches of all its openings."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

import trio

from agentfw.arena.server import open_arena
from agentfw.engines.doors import Door
from agentfw.errors import ConnectFailed
from tests.support.chaos import Fault
from tests.support.dialects import BOTH

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from agentfw.arena.server import Arena, ArenaServer
    from agentfw.arena.server.results import MatchResult
    from tests.support.chaos import Storm

__all__ = ["Finished", "Match", "Venue"]


class Match(NamedTuple):
    """One match of a venue."""

    opening: int
    """In which of its arenas, from 1."""
    number: int
    """Which of that arena, from 0."""


class Finished(NamedTuple):
    """The result of a match of a venue."""

    opening: int
    result: MatchResult

    @property
    def match(self) -> Match:
        """Whose result it is."""
        return Match(self.opening, self.result.match)


class Venue:
    """An arena behind a door: it can close, and another can open in its place."""

    def __init__(self, make_arena: Callable[[int], Arena]) -> None:
        self._make_arena = make_arena
        self._server: ArenaServer | None = None
        self.arena = make_arena(0)
        """The present or last arena."""
        self.openings = 1
        """How many arenas there were."""
        self._past: list[Finished] = []
        self._past_ends: list[Match] = []
        self.door = Door("the venue", BOTH, self._enter)

    @property
    def match(self) -> Match:
        """What is played now, or was last."""
        return Match(self.openings, self.arena.matches)

    @property
    def ends(self) -> list[Match]:
        """All matches that came to their end, counted by what the arenas went on with."""
        is_over = not self.arena.is_open
        present = (Match(self.openings, number) for number in range(self.arena.matches + is_over))
        return [*self._past_ends, *present]

    @property
    def results(self) -> list[Finished]:
        """How all matches of all arenas ended, as the arenas recorded it."""
        return [*self._past, *(Finished(self.openings, result) for result in self.arena.results)]

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Arena]:
        """An arena for as long as the block lasts, each time another one."""
        if self.arena.ticks:
            self._past, self._past_ends = self.results, self.ends
            self.arena = self._make_arena(self.openings)
            self.openings += 1
        async with open_arena(self.arena) as server:
            self._server = server
            try:
                yield self.arena
            finally:
                self._server = None

    async def open_and_close(self, storm: Storm, *, up_s: float, down_s: float) -> None:
        """Be open for a while and closed for a while, again and again, for as long as nobody cancels."""
        chance = storm.chance("venue")
        while True:
            async with self.open():
                await trio.sleep(up_s * chance.uniform(0.5, 1.5))
                while not storm.strikes(Fault.CLOSE):  # noqa: ASYNC110 - it asks again, it does not wait
                    await trio.sleep(up_s)
            await trio.sleep(down_s * chance.uniform(0.5, 1.5))

    async def _enter(self) -> trio.abc.Stream:
        if self._server is None:
            raise ConnectFailed("the venue: closed")
        return self._server.connect()
