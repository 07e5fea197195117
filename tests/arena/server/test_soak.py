"""Hours of play with clients who join, leave and crash: the arena goes on, and its memory stays flat."""

from __future__ import annotations

import gc
import random
import sys
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.engines.gamebots.codecs import codecs_for
from tests.support.guests import Guest, fields, only, open_game

if TYPE_CHECKING:
    from agentfw.arena.server.arena import Arena

CLASSIC, MODERN = "gamebots-ut99", "gamebots-2004"
_TICKS_PER_S: Final = 20
_GO: Final = {CLASSIC: "RUNTO {Location %s}", MODERN: "MOVE {FirstLocation %s}"}


class Crowd:
    """Clients who come, play a while, and go without a word or in the middle of one."""

    def __init__(self, arena: Arena, seed: int, size: int) -> None:
        self._arena = arena
        self._rng = random.Random(seed)  # noqa: S311 - a test, not a secret
        self._size = size
        self._guests: list[Guest] = []
        self.came = 0

    def act(self) -> None:
        """Everybody hears, some answer, some leave, some come."""
        for guest in list(self._guests):
            lines = guest.hear()
            if guest.client.wants_close or self._rng.random() < 0.0005:
                self._crash(guest)
            elif only(lines, "END"):
                self._answer(guest, lines)
        if len(self._guests) < self._size and self._arena.is_open and self._rng.random() < 0.02:
            self._come()

    def _come(self) -> None:
        guest = Guest(self._arena)
        self._guests.append(guest)
        self.came += 1
        if self._rng.random() < 0.95:
            guest.say("READY", f"INIT {{Name guest{self.came}}}")

    def _crash(self, guest: Guest) -> None:
        if self._rng.random() < 0.5:
            guest.send(b"RUNTO {Locat")
        guest.leave()
        self._guests.remove(guest)

    def _answer(self, guest: Guest, lines: list[str]) -> None:
        dialect = self._arena.dialect.name
        players = only(lines, "PLR")
        places = [fields(line).get("Location") for line in only(lines, "INV", "NAV")]
        known = [place for place in places if place is not None]
        if players:
            guest.say(f"SHOOT {{Target {fields(players[0])['Id']}}}")
        if known:
            guest.say(_GO[dialect] % self._rng.choice(known))
        if self._rng.random() < 0.05:
            guest.say(
                "MESSAGE {Text hello} {Global True}",
                "GETPATH {Id p} {Location 500,500,50}",
                "CHANGEWEAPON {Id Best}",
                "JUMP",
                "NONSENSE {A b}",
            )


def live(arena: Arena, crowd: Crowd, minutes: float) -> None:
    """Let so much game time pass."""
    for _ in range(round(minutes * 60 * _TICKS_PER_S)):
        crowd.act()
        arena.tick()


def held_afresh(arena: Arena, crowd: Crowd) -> int:
    """How many pieces of memory are in use right after the next match has begun.

    Commands that were read before are remembered, up to a limit that hours may not reach; they do not
    count here.
    """
    match = arena.matches
    while arena.matches == match:
        crowd.act()
        arena.tick()
    codecs_for(arena.dialect, "bot").commands_in.forget()
    gc.collect()
    return sys.getallocatedblocks()


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("dialect", "mode", "level"), [(CLASSIC, "dom", "dom-vault"), (MODERN, "dm", "dm-cellar")]
)
def test_memory_is_flat_over_two_hours_of_coming_and_going(dialect: str, mode: str, level: str) -> None:
    arena = open_game(dialect, map=level, mode=mode, bots=4, skill=5.0, time_limit_min=4.0)
    crowd = Crowd(arena, seed=11, size=4)
    live(arena, crowd, 25.0)
    early, results = held_afresh(arena, crowd), len(arena.results)
    live(arena, crowd, 90.0)
    late = held_afresh(arena, crowd)
    assert len(arena.results) > results >= 2
    assert crowd.came > 100
    assert late - early < 0.02 * early, f"{late - early} of {early} pieces more after 90 minutes"


@pytest.mark.parametrize("dialect", [CLASSIC, MODERN])
def test_results_grow_as_matches_end_while_clients_come_and_go(dialect: str) -> None:
    arena = open_game(dialect, map="dm-closet", bots=2, skill=5.0, time_limit_min=0.3)
    crowd = Crowd(arena, seed=3, size=3)
    live(arena, crowd, 2.0)
    assert len(arena.results) >= 2
    assert [result.match for result in arena.results] == list(range(len(arena.results)))


@pytest.mark.parametrize("dialect", [CLASSIC, MODERN])
def test_nothing_of_who_left_is_kept(dialect: str) -> None:
    arena = open_game(dialect, bots=1)
    for number in range(100):
        guest = Guest(arena)
        guest.say("READY", f"INIT {{Name g{number}}}", "SHOOT {Location 500,500,50}")
        arena.tick()
        guest.leave()
        arena.tick()
    world = arena.world
    assert (len(arena.clients), len(world.players), len(world._by_id)) == (0, 1, 1)
    assert len(world.combat.projectiles) <= 1
    assert world.announced == []
