"""Playing on a pure arena: guests who speak and hear lines, and small maps written to files."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.arena.server.arena import Arena
from agentfw.arena.server.bots import BotClient
from agentfw.arena.server.options import ArenaOptions
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from agentfw.arena.world.players import Pawn, Player

__all__ = [
    "BATCH_WORDS",
    "Guest",
    "events",
    "fields",
    "joined",
    "location",
    "only",
    "open_classic",
    "open_game",
    "pairs",
    "pass_time",
    "place",
    "split_batches",
    "word",
    "write_map",
]

BATCH_WORDS: Final = ("BEG", "GAM", "SLF", "PLR", "NAV", "INV", "MOV", "DOM", "FLG", "END")
"""The words of a classic batch, in their order."""


def write_map(
    folder: Path,
    rows: str,
    *,
    heights: str = "",
    legend: Mapping[str, str] | None = None,
    symmetry: str = "none",
    upper: str = "",
    name: str = "DM-Drawn",
) -> str:
    """The path of a file that draws a map for all game types; the first row of floor is at y = 128."""
    lines = [f"map: {name}", "about: Drawn by a test.", "modes: [dm, tdm, ctf, dom, ddom]"]
    lines += ["players: 1-16", f"symmetry: {symmetry}"]
    if legend:
        lines += ["legend:", *(f"  {mark}: {meaning}" for mark, meaning in legend.items())]
    lines += ["layers:", "  - at: 0", "    rows: |", _drawn(rows)]
    if heights:
        lines += ["    heights: |", _drawn(heights)]
    if upper:
        lines += ["  - at: 288", "    rows: |", _drawn(upper)]
    file = folder / f"{name.lower()}.yaml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def _drawn(drawing: str) -> str:
    return textwrap.indent(textwrap.dedent(drawing).strip("\n"), " " * 6)


def open_game(dialect: str, **options: Any) -> Arena:
    """An arena with nobody in it: on the smallest map, with no end, unless the options say otherwise."""
    usual = {"map": "dm-closet", "mode": "dm", "seed": 1, "score_limit": 0, "time_limit_min": 0.0}
    return Arena(msgspec.convert(usual | {"dialect": dialect} | options, ArenaOptions))


def open_classic(**options: Any) -> Arena:
    """An arena that speaks the older dialect."""
    return open_game("gamebots-ut99", **options)


class Guest:
    """Somebody at the other end of a connection to a pure arena."""

    def __init__(self, arena: Arena, role: str = "bot") -> None:
        client = arena.connect(role)
        assert client is not None, f"the arena has no room for a {role}"
        self.arena = arena
        self.client = client

    def say(self, *lines: str) -> None:
        """Send lines, which take effect at the next tick."""
        self.send("".join(f"{line}\r\n" for line in lines).encode("latin-1"))

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.client.feed(data)

    def hear(self) -> list[str]:
        """The lines that came since the last time, without their ends."""
        return self.hear_bytes().decode("latin-1").split("\r\n")[:-1]

    def hear_bytes(self) -> bytes:
        """The bytes that came since the last time."""
        return self.client.take_output()

    def hears(self, seconds: float) -> list[str]:
        """The lines that come while so much game time passes."""
        pass_time(self.arena, seconds)
        return self.hear()

    def asks(self, *lines: str, seconds: float = TICK_S) -> list[str]:
        """The lines that come once these have taken effect, and not those before."""
        self.hear()
        self.say(*lines)
        return self.hears(seconds)

    def leave(self) -> None:
        """Hang up."""
        self.arena.disconnect(self.client)

    @property
    def player(self) -> Player:
        """The player of a guest who is in the game."""
        assert isinstance(self.client, BotClient)
        assert self.client.player is not None, "this guest is not in the game"
        return self.client.player

    @property
    def pawn(self) -> Pawn:
        """The body of a guest who is alive."""
        assert self.player.pawn is not None, f"{self.player.name} is dead"
        return self.player.pawn

    @property
    def id(self) -> str:
        """How the arena calls this guest."""
        return self.player.id


def joined(arena: Arena, *names: str, team: int | None = None) -> list[Guest]:
    """Guests who are in the game, one after the other, and have heard nothing yet."""
    guests = []
    for name in names:
        guest = Guest(arena)
        guest.say(f"INIT {{Name {name}}}" + (f" {{Team {team}}}" if team is not None else ""))
        arena.tick()
        guests.append(guest)
    for guest in guests:
        guest.hear()
    return guests


def pass_time(arena: Arena, seconds: float) -> None:
    """Let as much game time pass."""
    for _ in range(max(1, round(seconds / TICK_S))):
        arena.tick()


def place(guest: Guest, x: float, y: float, *, floor: float = 0.0, yaw: int = 0) -> None:
    """A guest stands somewhere, looks somewhere, and goes nowhere."""
    pawn = guest.pawn
    pawn.body.put(Vec3(x, y, floor))
    pawn.body.yaw = pawn.wanted_yaw = yaw
    pawn.body.pitch = pawn.wanted_pitch = 0


def word(line: str) -> str:
    """The first word of a line."""
    return line.split(" ", 1)[0]


def only(lines: Iterable[str], *words: str) -> list[str]:
    """The lines that begin with one of these words."""
    return [line for line in lines if word(line) in words]


def fields(line: str) -> dict[str, str]:
    """The attributes of a line; nested ones stay as they are in the value of the outer one."""
    found: dict[str, str] = {}
    depth, start = 0, 0
    for number, char in enumerate(line):
        if char == "{":
            depth += 1
            start = number + 1 if depth == 1 else start
        elif char == "}":
            depth -= 1
            if not depth:
                name, _, value = line[start:number].partition(" ")
                found[name] = value
    return found


def pairs(value: str) -> dict[str, str]:
    """The inner attributes of a nested one."""
    return fields(value)


def location(value: str) -> Vec3:
    """A place as it is written on the wire."""
    x, y, z = value.split(",")
    return Vec3(float(x), float(y), float(z))


def split_batches(lines: Iterable[str]) -> list[list[str]]:
    """The lines of each batch, brackets included."""
    batches: list[list[str]] = []
    is_open = False
    for line in lines:
        if word(line) == "BEG":
            batches.append([])
            is_open = True
        if is_open:
            batches[-1].append(line)
        if word(line) == "END":
            is_open = False
    return batches


def events(lines: Iterable[str]) -> list[str]:
    """The lines that belong to no batch."""
    found, is_open = [], False
    for line in lines:
        if word(line) == "BEG":
            is_open = True
        elif word(line) == "END":
            is_open = False
        elif not is_open:
            found.append(line)
    return found
