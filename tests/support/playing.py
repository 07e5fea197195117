"""Guests in the real arena: they speak and read plain lines, so that tests see what is on the wire."""

from __future__ import annotations

import functools
import re
import textwrap
from typing import TYPE_CHECKING, Any, Final

from agentfw.arena.maps.mapfiles import MapFile, load_map
from agentfw.arena.server.arena import Arena
from agentfw.arena.server.options import ArenaOptions
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Rotation, Vec3

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from agentfw.arena.server.clients import Client

__all__ = [
    "ROOM",
    "DrawnOptions",
    "Guest",
    "Line",
    "arena_on",
    "batches",
    "besides_reports",
    "drawn_arena",
    "events",
    "join",
    "names",
    "only",
    "operator",
    "pass_time",
    "the",
    "words",
]

ROOM: Final = """
    ######################
    #s..................s#
    #....................#
    #....................#
    #....................#
    #s..................s#
    ######################
"""
"""An empty room of 20 by 5 cells of 128 uu, with a start in each corner."""
_ATTRIBUTE: Final = re.compile(r"\{([^ {}]+) ?([^{}]*)\}")
_HALF_HEIGHT: Final = 44.0


class Line:
    """One line that the arena said."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.word = text.partition(" {")[0]
        self.values: dict[str, str] = dict(_ATTRIBUTE.findall(text))
        """The attributes by name, in the order they came."""

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    def __contains__(self, name: object) -> bool:
        return name in self.values

    def __repr__(self) -> str:
        return self.text

    def point(self, name: str = "Location") -> Vec3:
        """An attribute that is a place or a direction."""
        return Vec3(*map(float, self.values[name].split(",")))

    def turn(self, name: str = "Rotation") -> Rotation:
        """An attribute that is a rotation."""
        return Rotation(*map(int, self.values[name].split(",")))

    def number(self, name: str) -> float:
        """An attribute that is a number."""
        return float(self.values[name])


class Guest:
    """Somebody connected to an arena."""

    def __init__(self, arena: Arena, role: str = "bot") -> None:
        client = arena.connect(role, "127.0.0.1")
        assert client is not None, f"the arena takes no {role}"
        self.arena = arena
        self.client: Client = client
        self.id = ""
        """The id of its player, once it has joined."""

    def say(self, *commands: str, end: str = "\r\n") -> None:
        """Send commands; they count at the next tick."""
        self.client.feed("".join(f"{command}{end}" for command in commands).encode("latin-1"))

    def take(self) -> list[Line]:
        """Everything heard since the last time."""
        heard = self.client.take_output().decode("latin-1")
        assert not heard or heard.endswith("\r\n")
        return [Line(text) for text in heard.split("\r\n")[:-1]]

    def wait(self, seconds: float = TICK_S) -> list[Line]:
        """Everything heard while game time passes."""
        pass_time(self.arena, seconds)
        return self.take()

    def ask(self, *commands: str, seconds: float = TICK_S) -> list[Line]:
        """Everything heard after these commands; what came before them is forgotten."""
        self.take()
        self.say(*commands)
        return self.wait(seconds)

    def look(self) -> Line:
        """Where this bot is after one more tick: its UPD."""
        return the(self.wait(), "UPD")

    def state(self) -> Line:
        """The next SLF of this bot."""
        return the(self.batch(), "SLF")

    def batch(self) -> list[Line]:
        """The next whole batch, without its brackets; what comes before it is forgotten."""
        self.take()
        for _ in range(50):
            found = batches(self.wait())
            if found:
                return found[-1][1:-1]
        raise AssertionError("no batch comes")


class DrawnOptions(ArenaOptions, frozen=True, kw_only=True):
    """Options for an arena on a map that is not in any file."""

    drawn: MapFile

    def find_map(self) -> MapFile:
        """The map that was drawn."""
        return self.drawn


@functools.cache
def _drawn(
    rows: str, heights: str, legend: tuple[tuple[str, str], ...], symmetry: str, wall: int
) -> MapFile:
    lines = ["map: DM-Drawn", "about: Drawn by a test.", "modes: [dm]", "players: 1-16"]
    lines += [f"symmetry: {symmetry}", f"wall: {wall}"]
    if legend:
        lines += ["legend:", *(f'  "{key}": {value}' for key, value in legend)]
    lines += ["layers:", "  - at: 0", "    rows: |", _indented(rows)]
    if heights:
        lines += ["    heights: |", _indented(heights)]
    return load_map("\n".join(lines) + "\n", "drawn.yaml")


def _indented(drawing: str) -> str:
    return textwrap.indent(textwrap.dedent(drawing).strip("\n"), " " * 6)


def drawn_arena(
    rows: str = ROOM,
    *,
    heights: str = "",
    legend: Mapping[str, str] | None = None,
    symmetry: str = "none",
    wall: int = 384,
    mode: str = "dm",
    dialect: str = "gamebots-2004",
    **options: Any,
) -> Arena:
    """An arena on a drawn map, without a time limit unless the options say so."""
    drawn = _drawn(rows, heights, tuple((legend or {}).items()), symmetry, wall)
    chosen = {"seed": 1, "time_limit_min": 0.0} | options
    return Arena(DrawnOptions(drawn=drawn, mode=mode, dialect=dialect, **chosen))


def arena_on(name: str, mode: str, *, dialect: str = "gamebots-2004", **options: Any) -> Arena:
    """An arena on a map that ships."""
    return Arena(ArenaOptions(map=name, mode=mode, dialect=dialect, **({"seed": 1} | options)))


def join(
    arena: Arena,
    name: str,
    *,
    at: tuple[float, float] | None = None,
    floor: float = 0.0,
    yaw: int = 0,
    team: int | None = None,
    more: str = "",
) -> Guest:
    """A bot in the game, at a place if told so; what it heard so far is forgotten.

    `more` are further attributes of INIT.
    """
    guest = Guest(arena)
    parts = [f"INIT {{Name {name}}}"]
    parts += [f"{{Team {team}}}"] if team is not None else []
    if at is not None:
        parts.append(f"{{Location {at[0]},{at[1]},{floor + _HALF_HEIGHT}}} {{Rotation 0,{yaw},0}}")
    guest.say(" ".join([*parts, more] if more else parts))
    limits = the(guest.wait(), "INITED")
    guest.id = limits["BotId"]
    return guest


def operator(arena: Arena) -> Guest:
    """Somebody on the control port whose reports run."""
    guest = Guest(arena, "control")
    guest.ask("READY")
    return guest


def besides_reports(guest: Guest) -> list[Line]:
    """What an operator has heard besides its reports."""
    return [line for line in events(guest.take()) if line.word != "ALIVE"]


def pass_time(arena: Arena, seconds: float) -> None:
    """Let game time pass; connections that the arena is done with are closed, as over a network."""
    for _ in range(round(seconds / TICK_S)):
        arena.tick()
        for client in [client for client in arena.clients if client.wants_close]:
            arena.disconnect(client)


def names(text: str) -> list[str]:
    """The names in a text, which reads better than a list of them."""
    return text.split()


def words(lines: Iterable[Line]) -> list[str]:
    """The words of these lines."""
    return [line.word for line in lines]


def only(lines: Iterable[Line], *wanted: str) -> list[Line]:
    """The lines with one of these words."""
    return [line for line in lines if line.word in wanted]


def the(lines: Iterable[Line], word: str) -> Line:
    """The only line with that word."""
    lines = list(lines)
    found = only(lines, word)
    assert len(found) == 1, f"{len(found)} times {word} in {words(lines)}"
    return found[0]


def batches(lines: Iterable[Line]) -> list[list[Line]]:
    """The batches among these lines, each from its BEG to its END."""
    found: list[list[Line]] = []
    is_inside = False
    for line in lines:
        if line.word == "BEG":
            assert not is_inside, "a batch within a batch"
            is_inside = True
            found.append([])
        if is_inside:
            found[-1].append(line)
        if line.word == "END":
            is_inside = False
    assert not is_inside, "a batch without an end"
    return found


def events(lines: Iterable[Line]) -> list[Line]:
    """The lines that are neither part of a batch nor UPD."""
    lines = list(lines)
    inside = {id(line) for batch in batches(lines) for line in batch}
    return [line for line in lines if id(line) not in inside and line.word != "UPD"]
