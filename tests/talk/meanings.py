"""Meanings made by chance, of every kind, and short ways to talk."""

from __future__ import annotations

import functools
import math
from random import Random
from typing import TYPE_CHECKING

from agentfw.geometry import Vec3
from agentfw.talk import EVERYONE, KINDS, Meaning, Roster, shipped_talk
from agentfw.talk.kinds import FLAGS
from agentfw.talk.words import words_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.talk import Talk

NAMES = (
    *(
        "Ada",
        "Bob",
        "Mr Elusive",
        "[CLAN]Grunt",
        "x_Sniper_x",
        "Guard",
        "Base",
        "The Tower",
        "You",
        "me2",
    ),
    *("Red Leader", "Tom and Jerry", "a{b}c", "O'Neill", "Å", "ОЛЯ", "-=Z=-", "Help", "and", "7", "..."),
    *(
        "Everyone",
        "for",
        "Ada Lovelace",
        "defend the base",
        "flag",
        "Alpha Male",
        "^1Vi^7per",
        "Who",
        "No",
    ),
)
PLACES = (
    *("Flak Cannon", "upper bridge", "point A", "our base", "enemy base", "Red Armor", "lift 2", "x"),
    *(
        "bridge for a while",
        "the end",
        "base and back",
        "Bob's corner",
        "A to B",
        "DOM-1",
        "PathNode 17",
    ),
    *(
        "guard tower",
        "house near the lake",
        "the position",
        "room (left)",
        "my hole",
        "end, left",
        "Ada",
    ),
)
WORDS = (
    "sweep",
    "hold point",
    "get_flag",
    "task with care",
    "guard",
    "3",
    "north hall",
    "a and b",
    "Ada",
)
CHARS = "abcdeABC019 _-.'()[]{}!?,:;#@äß"


def talk() -> Talk:
    """What ships."""
    return shipped_talk()


@functools.cache
def kinds() -> tuple[str, ...]:
    """All kinds, in order."""
    return tuple(KINDS)


def seeded(seed: int | str) -> Random:
    """Chance for a test."""
    return Random(seed)  # noqa: S311 - a test, not a secret


def some_roster(chance: Random) -> Roster:
    """Some players and sub-teams; nobody is called like somebody else."""
    names = [*NAMES, *(made_up(chance) for _ in range(6))]
    chance.shuffle(names)
    unlike = {" ".join(word.plain for word in words_in(name)): name for name in names[:14]}
    told = [name for plain, name in unlike.items() if plain]
    return Roster(
        mates=tuple(told[:6]),
        enemies=tuple(told[6:10]),
        squads=tuple(told[10:12]),
        side=chance.choice(("", "red", "blue")),
    )


def made_up(chance: Random) -> str:
    """A name or a place that nobody thought of."""
    made = "".join(chance.choice(CHARS) for _ in range(chance.randint(1, 14)))
    return " ".join(made.split()) or "z"


def some_meaning(chance: Random, roster: Roster, kind: str) -> Meaning:
    """A meaning of a kind that can be said, about people of a roster and any places."""
    slots: dict[str, str] = {}
    if kind == "doing":
        slots["task"] = chance.choice(
            [*(flag for flag, (slot, _) in FLAGS.items() if slot == "task"), "sweep"]
        )
    told = _told(chance, kind, slots.get("task", ""))
    about = slots.get("task", kind)
    for name in sorted(told - {"time", "ago", "location", "places", "arguments", "task"}):
        slots[name] = _slot(name, about, chance, roster)
    if kind == "task":
        slots["task"] = chance.choice(WORDS)
    if kind == "carrier_is":
        slots["who"] = chance.choice(roster.mates if slots["flag"] == "theirs" else roster.enemies)
    if slots.get("state") == "home":
        told = told - {"place", "location"}
        slots.pop("place", None)
    return Meaning(
        kind,
        _addressees(chance, roster),
        slots,
        places=_several(chance, PLACES, 2) if "places" in told else (),
        arguments=_several(chance, WORDS, 1) if "arguments" in told else (),
        for_s=_seconds(chance) if "time" in told else None,
        ago_s=float(chance.randint(1, 300)) if "ago" in told else None,
        location=_location(chance) if "location" in told else None,
    )


def _told(chance: Random, kind: str, task: str) -> set[str]:
    """What is told of a kind; never more than a wording has room for."""
    told = {chance.choice(one.split("|")) for one in KINDS[kind].needs}
    told |= {one for one in KINDS[kind].may if chance.random() < 0.4}
    if kind == "doing":
        done = KINDS.get(task)
        told = {chance.choice(one.split("|")) for one in done.needs} - {"spot"} if done else set()
    if {"who", "number"} <= told:
        told.remove("number")
    return told


def _slot(name: str, kind: str, chance: Random, roster: Roster) -> str:
    choices = [flag for flag, told in FLAGS.items() if told == (name, flag) and name != "who"]
    if choices:
        return chance.choice(choices)
    others = (*PLACES, made_up(chance))
    known = {
        "who": roster.enemies if kind in ("kill", "enemy_at") else roster.mates,
        "number": (str(chance.randint(1, 199)),),
        "squad": (*roster.squads, made_up(chance)),
        "reason": ("I have the flag", "no", made_up(chance)),
    }
    return chance.choice(known.get(name, others))


def _addressees(chance: Random, roster: Roster) -> tuple[str, ...]:
    match chance.randint(0, 3):
        case 0:
            return ()
        case 1:
            return EVERYONE
    return tuple(chance.sample((*roster.mates, *roster.squads), chance.randint(1, 4)))


def _several(chance: Random, known: Sequence[str], least: int) -> tuple[str, ...]:
    return tuple(chance.choice(known) for _ in range(chance.randint(least, 5)))


def _seconds(chance: Random) -> float:
    usual = (1.0, 5.0, 30.0, 60.0, 600.0, 1800.0, 95.0, 12.5, math.inf)
    return chance.choice((*usual, float(chance.randint(2, 5000))))


def _location(chance: Random) -> Vec3:
    return Vec3(*(float(chance.randint(-9000, 9000)) for _ in range(3)))
