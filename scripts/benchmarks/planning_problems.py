"""Planning problems that grow, as plain facts, so that two planners can be given the same ones."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

__all__ = ["Problem", "Step", "blocks", "countdown", "domination", "logistics"]

Step: TypeAlias = tuple[Any, ...]


class Problem(msgspec.Struct, frozen=True):
    """Values in tables by name, and what to do."""

    name: str
    tables: Mapping[str, Mapping[Any, Any]]
    tasks: tuple[Step, ...]


def blocks(count: int, seed: int = 1) -> Problem:
    """Towers of blocks that are to be other towers."""
    chance = _chance(seed)
    start, goal = _towers(count, chance), _towers(count, chance)
    under = set(start.values())
    tables: dict[str, dict[Any, Any]] = {
        "pos": start,
        "clear": {block: block not in under for block in start},
        "holding": {"hand": None},
    }
    return Problem(f"{count} blocks", tables, (("stack_up", tuple(goal.items())),))


def _towers(count: int, chance: random.Random) -> dict[int, int | str]:
    """What each block stands on, from the lowest up; towers of about eight."""
    order = list(range(count))
    chance.shuffle(order)
    below: dict[int, int | str] = {}
    for number, block in enumerate(order):
        below[block] = "table" if number == 0 or chance.random() < 0.12 else order[number - 1]
    return below


def logistics(packages: int, cities: int, seed: int = 1) -> Problem:
    """Packages to be brought about by a truck in each city and planes between their airports."""
    chance = _chance(seed)
    places = [(city, number) for city in range(cities) for number in range(4)]
    at: dict[Any, Any] = {f"truck{city}": (city, chance.randrange(4)) for city in range(cities)}
    at |= {f"plane{number}": (chance.randrange(cities), 0) for number in range(max(1, cities // 3))}
    at |= {f"package{number}": chance.choice(places) for number in range(packages)}
    tasks = tuple(("deliver", f"package{number}", chance.choice(places)) for number in range(packages))
    planes = {"all": tuple(name for name in at if name.startswith("plane"))}
    return Problem(f"{packages} packages, {cities} cities", {"at": at, "planes": planes}, tasks)


def domination(bots: int, points: int, width: int = 12, seed: int = 1) -> Problem:
    """Points on a grid of places, to be taken by bots that need a weapon, for some a heavy one."""
    chance = _chance(seed)
    places = [(x, y) for x in range(width) for y in range(width)]
    at = {f"bot{number}": chance.choice(places) for number in range(bots)}
    spots = chance.sample(places, 3 * points)
    tables: dict[str, dict[Any, Any]] = {
        "at": at,
        "weapon": dict.fromkeys(at, "none"),
        "item": dict.fromkeys(spots[points : 2 * points], "light")
        | dict.fromkeys(spots[2 * points :], "heavy"),
        "owner": dict.fromkeys(spots[:points], "them"),
        "guard": {place: chance.random() < 0.3 for place in spots[:points]},
    }
    return Problem(f"{bots} bots, {points} points", tables, (("dominate",),))


def countdown(depth: int) -> Problem:
    """A task that comes down to itself that many times."""
    return Problem(f"depth {depth}", {"count": {"done": 0}}, (("count_to", depth),))


def _chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - puzzles, not secrets
