"""The same seed and the same commands give the same match, byte for byte, however they arrive."""

from __future__ import annotations

import hashlib
import itertools
import os
import random
import sys
from typing import TYPE_CHECKING

import pytest
import trio
import trio.testing

from agentfw.arena.server.serving import ArenaServer, open_arena
from tests.support.callers import Caller
from tests.support.guests import Guest, fields, only, open_game
from tests.support.programs import run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from agentfw.arena.server.arena import Arena

CLASSIC, MODERN = "gamebots-ut99", "gamebots-2004"
BOTH = pytest.mark.parametrize("dialect", [CLASSIC, MODERN])
GO = {CLASSIC: "RUNTO {Location %s}", MODERN: "MOVE {FirstLocation %s}"}


def reaction(dialect: str, batch: Sequence[str], number: int) -> list[str]:
    """What a simple bot answers to a batch: shoot who is in sight, and run to some thing."""
    players, things = only(batch, "PLR"), only(batch, "INV", "NAV")
    told = [f"SHOOT {{Target {fields(players[0])['Id']}}}"] if players else ["STOPSHOOT"]
    places = [fields(line)["Location"] for line in things if "Location" in fields(line)]
    if places:
        told.append(GO[dialect] % places[number % len(places)])
    else:
        told.append("ROTATE {Amount 8000}")
    return told


def played(
    arena: Arena, seconds: float, order: Sequence[int] = range(4), piece: int = 10_000
) -> list[bytes]:
    """What four guests hear who react to every batch; `order` is the order they speak in each tick."""
    guests = [Guest(arena) for _ in range(4)]
    heard = [b""] * 4
    said: list[bytes] = [f"INIT {{Name guest{number}}}\r\n".encode() for number in range(4)]
    for tick in range(round(seconds / 0.05)):
        for number in order:
            for start in range(0, len(said[number]), piece):
                guests[number].send(said[number][start : start + piece])
        arena.tick()
        for number, guest in enumerate(guests):
            data = guest.hear_bytes()
            heard[number] += data
            lines = data.decode("latin-1").split("\r\n")
            answer = reaction(arena.dialect.name, lines, tick) if only(lines, "END") else []
            said[number] = "".join(f"{line}\r\n" for line in answer).encode("latin-1")
    return heard


def game(dialect: str, seed: int = 3) -> Arena:
    return open_game(dialect, map="dm-cellar", bots=3, skill=5.0, seed=seed)


@BOTH
def test_the_same_seed_twice_gives_the_same_bytes(dialect: str) -> None:
    first, second = (played(game(dialect), 6.0) for _ in range(2))
    assert first == second
    assert all(len(heard) > 5_000 for heard in first)


@BOTH
def test_another_seed_gives_another_match(dialect: str) -> None:
    assert played(game(dialect, 1), 3.0) != played(game(dialect, 2), 3.0)


@BOTH
def test_it_does_not_matter_who_speaks_first_within_a_tick(dialect: str) -> None:
    expected = played(game(dialect), 3.0)
    for order in ((3, 2, 1, 0), (2, 0, 3, 1)):
        assert played(game(dialect), 3.0, order) == expected


@BOTH
def test_it_does_not_matter_in_which_pieces_bytes_arrive(dialect: str) -> None:
    assert played(game(dialect), 3.0) == played(game(dialect), 3.0, piece=7)


@BOTH
def test_it_does_not_matter_who_connects_first(dialect: str) -> None:
    """Newcomers of one tick join by their names."""
    found = set()
    for order in itertools.permutations("abc"):
        arena = game(dialect)
        guests = {name: Guest(arena) for name in order}
        for name, guest in guests.items():
            guest.say(f"INIT {{Name {name}}}")
        arena.tick()
        found.add(tuple(str(guests[name].id) for name in "abc"))
    assert len(found) == 1


# In memory, whatever trio does first


async def _bot(server: ArenaServer, name: str, until_s: float, heard: dict[str, bytes]) -> None:
    dialect = server.arena.dialect.name
    async with Caller(server.connect()) as caller:
        await caller.say(f"INIT {{Name {name}}}")
        number = 0
        while server.arena.world.time < until_s:
            batch = await caller.until("END")
            number += 1
            await caller.say(*reaction(dialect, batch, number))
        heard[name] = caller.data
        await trio.sleep(1.0)  # so that nobody hears of who leaves first


def in_memory(dialect: str, shuffle: int, *, speed: float = 1.0) -> dict[str, bytes]:
    """What eight clients hear in four seconds of a match, with trio shuffling its tasks in some way."""

    async def main() -> None:
        arena = open_game(dialect, map="dm-cellar", bots=2, seed=5, speed=speed)
        async with open_arena(arena) as server, trio.open_nursery() as nursery:
            for name in names:
                nursery.start_soon(_bot, server, name, 4.0, heard)

    names = [f"client{number}" for number in range(8)]
    random.Random(shuffle).shuffle(names)  # noqa: S311 - a test, not a secret
    heard: dict[str, bytes] = {}
    trio._core._run._r.seed(shuffle)
    trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
    return heard


@BOTH
def test_eight_clients_in_memory_hear_the_same_in_whatever_order_their_tasks_run(dialect: str) -> None:
    expected = in_memory(dialect, 1)
    assert len(expected) == 8
    assert in_memory(dialect, 2) == expected
    assert in_memory(dialect, 3) == expected


def test_the_pace_of_the_clock_changes_nothing() -> None:
    assert in_memory(CLASSIC, 1) == in_memory(CLASSIC, 1, speed=10.0)


# Across processes

PROGRAM = """
import hashlib, sys
from tests.arena.server.test_determinism import game, played
found = hashlib.sha256()
for dialect in ("gamebots-ut99", "gamebots-2004"):
    for heard in played(game(dialect), 2.0):
        found.update(heard)
print(found.hexdigest())
"""


def test_the_seed_of_hashes_changes_nothing(request: pytest.FixtureRequest) -> None:
    root: Path = request.config.rootpath
    printed = set()
    for seed in ("0", "4711"):
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        done = run(sys.executable, "-c", PROGRAM, cwd=root, env=env)
        assert done.returncode == 0, done.stderr
        printed.add(done.stdout.split()[-1])
    here = hashlib.sha256()
    for dialect in (CLASSIC, MODERN):
        for heard in played(game(dialect), 2.0):
            here.update(heard)
    assert printed == {here.hexdigest()}
