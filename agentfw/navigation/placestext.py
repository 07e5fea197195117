"""The plain text that older bots keep their maps in.

One record per line: ``id x,y,z`` opens a place, and ``@ id x,y,z`` below it adds a link to another
place, which need not have been opened itself. Nothing else can be said in this format.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from agentfw.errors import MapError, UsageError
from agentfw.geometry import Vec3
from agentfw.navigation.graph import Link, Node, PlaceGraph
from agentfw.vocabulary import EntityId

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["places_text", "read_places_text"]

_NUMBER: Final = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_RECORD: Final = re.compile(
    rf"(?:(@)[ \t]+)?(\S+)[ \t]+({_NUMBER}),({_NUMBER}),({_NUMBER})[ \t]*", re.ASCII
)
_FARTHEST: Final = 1e12


def read_places_text(data: bytes, where: str) -> PlaceGraph:
    """The graph of a text; links cost their length. Raises `MapError` with all bad lines."""
    return _Reader(where).read(data)


def places_text(graph: PlaceGraph) -> str:
    """A graph as text: every place, each followed by where its links lead."""
    return "".join(f"{line}\n" for line in _lines(graph))


class _Reader:
    def __init__(self, where: str) -> None:
        self._where = where
        self._problems: list[str] = []
        self._places: dict[EntityId, tuple[Vec3, int]] = {}
        """Where each place is, and the line that told it first."""
        self._opened: dict[EntityId, int] = {}
        self._ends: list[tuple[EntityId, EntityId]] = []

    def read(self, data: bytes) -> PlaceGraph:
        opened: EntityId | None = None
        for number, line in enumerate(self._text(data).splitlines(), 1):
            if line.strip():
                opened = self._read_line(line, number, opened)
        if self._problems:
            raise MapError(self._problems)
        # Opened places first, in order, so that writing gives the text that was read.
        order = [*self._opened, *(place for place in self._places if place not in self._opened)]
        nodes = [Node(place, self._places[place][0]) for place in order]
        return PlaceGraph(nodes, [self._link(start, end) for start, end in self._ends])

    def _text(self, data: bytes) -> str:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            column = error.start - data.rfind(b"\n", 0, error.start)
            raise MapError([f"{self._where}:{line}:{column}: not valid UTF-8"]) from None

    def _read_line(self, line: str, number: int, opened: EntityId | None) -> EntityId | None:
        """Take one line; which place is open after it."""
        column = len(line) - len(line.lstrip()) + 1
        record = _RECORD.fullmatch(line.strip())
        if record is None:
            self._problem(
                number, column, f'expected "id x,y,z" or "@ id x,y,z", found "{line.strip()[:60]}"'
            )
            return opened
        place = EntityId(record[2])
        location = Vec3(float(record[3]), float(record[4]), float(record[5]))
        is_known = self._locate(place, location, number, column)
        if record[1] is None:
            self._open(place, number, column)
            return place
        if opened is None:
            self._problem(number, column, f'a link to "{place}", but no place has been opened before')
        elif is_known:
            self._ends.append((opened, place))
        return opened

    def _open(self, place: EntityId, number: int, column: int) -> None:
        if place in self._opened:
            before = self._opened[place]
            self._problem(number, column, f'place "{place}" has been opened in line {before} already')
        self._opened.setdefault(place, number)

    def _locate(self, place: EntityId, location: Vec3, number: int, column: int) -> bool:
        """Note where a place is; whether that fits with what was told before."""
        if not all(abs(part) <= _FARTHEST for part in (location.x, location.y, location.z)):
            self._problem(number, column, f'place "{place}": no map is that large')
            return False
        before, line = self._places.setdefault(place, (location, number))
        if before != location:
            told, earlier = _coordinates(location), _coordinates(before)
            self._problem(
                number, column, f'place "{place}" is at {told} here, but at {earlier} in line {line}'
            )
        return before == location

    def _link(self, start: EntityId, end: EntityId) -> Link:
        length = self._places[start][0].distance_to(self._places[end][0])
        return Link(start, end, max(1.0, length))

    def _problem(self, line: int, column: int, text: str) -> None:
        self._problems.append(f"{self._where}:{line}:{column}: {text}")


def _lines(graph: PlaceGraph) -> Iterator[str]:
    for place, node in graph.nodes.items():
        if not place or place.startswith("@") or any(character.isspace() for character in place):
            raise UsageError(f'place "{place}" cannot be written as text: ids must be single words')
        yield f"{place} {_coordinates(node.location)}"
        for link in graph.links_from(place):
            yield f"@ {link.end} {_coordinates(graph.nodes[link.end].location)}"


def _coordinates(location: Vec3) -> str:
    return ",".join(
        str(int(part)) if part == int(part) and abs(part) < 1e15 else repr(part)
        for part in (location.x, location.y, location.z)
    )
