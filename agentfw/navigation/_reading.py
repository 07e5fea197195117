"""Maps in our own format, read so that every mistake is told with its place."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from agentfw.errors import MapError
from agentfw.geometry import Vec3
from agentfw.navigation._writing import HEADER, LINK_KEYS, PLACE_KEYS, VERSION
from agentfw.navigation.graph import Link, Node, PlaceGraph
from agentfw.navigation.kinds import LinkKind
from agentfw.sources import YamlSource, nearest
from agentfw.vocabulary import ClassName, EntityId, PlaceKind

if TYPE_CHECKING:
    from agentfw.sources import Node as YamlNode

__all__ = ["read_map"]

_PLACE_KINDS: Final = tuple(kind.value for kind in PlaceKind)
_LINK_KINDS: Final = tuple(kind.value for kind in LinkKind)
_WHOLE: Final = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_FARTHEST: Final = 1e12
"""The farthest that a point may be from the origin, as in `agentfw.geometry`."""


def read_map(data: bytes, where: str) -> PlaceGraph:
    """The graph in a file; raises `MapError` with everything that is wrong."""
    return _Reader(YamlSource(data, where, MapError)).read()


class _Reader:
    def __init__(self, source: YamlSource) -> None:
        self._source = source
        self._nodes: dict[EntityId, Node] = {}
        self._links: list[Link] = []

    def read(self) -> PlaceGraph:
        source = self._source
        known = (HEADER, "level", "places", "links")
        parts = source.section(source.root, "map", known, (HEADER, "places", "links"))
        if HEADER in parts:
            self._check_version(parts[HEADER])
        level = source.text(parts["level"], "level") if "level" in parts else None
        for node in source.items(parts["places"], "places") if "places" in parts else ():
            self._read_place(node)
        for node in source.items(parts["links"], "links") if "links" in parts else ():
            self._read_link(node)
        source.finish()
        return PlaceGraph(self._nodes.values(), self._links, level)

    def _check_version(self, node: YamlNode) -> None:
        found = self._source.text(node, HEADER)
        if found is not None and found != str(VERSION):
            self._source.problem(
                node, f'{HEADER}: version "{found}" is not known, this program reads version {VERSION}'
            )

    def _read_place(self, node: YamlNode) -> None:
        parts = self._source.section(node, "place", PLACE_KEYS, ("id", "at"))
        if "id" not in parts or "at" not in parts:
            return
        place = self._text(parts, "id", "place")
        what = f'place "{place}"'
        at = self._point(parts, "at", what)
        told = Node(
            id=EntityId(place or ""),
            location=at or Vec3(0.0, 0.0, 0.0),
            kind=PlaceKind(kind) if (kind := self._choice(parts, what, _PLACE_KINDS)) else None,
            item=EntityId(item) if (item := self._text(parts, "item", what)) is not None else None,
            item_class=ClassName(name)
            if (name := self._text(parts, "item_class", what)) is not None
            else None,
            mover=EntityId(mover) if (mover := self._text(parts, "mover", what)) is not None else None,
            lift_offset=self._point(parts, "lift_offset", what),
            team=self._number(parts, "team", what),
            is_learned=self._flag(parts, "learned", what),
        )
        if told.id in self._nodes:
            self._source.problem(parts["id"], f"{what} is there twice")
        self._nodes.setdefault(told.id, told)

    def _read_link(self, node: YamlNode) -> None:
        required = ("from", "to", "cost")
        parts = self._source.section(node, "link", LINK_KEYS, required)
        if any(key not in parts for key in required):
            return
        ends = [self._end(parts[key], f'link: "{key}"') for key in ("from", "to")]
        what = f'link "{ends[0]}" → "{ends[1]}"'
        self._links.append(
            Link(
                start=ends[0],
                end=ends[1],
                cost=self._cost(parts["cost"], what),
                kind=LinkKind(self._choice(parts, what, _LINK_KINDS) or "walk"),
                needed_jump=self._point(parts, "needed_jump", what),
                force_double_jump=self._flag(parts, "force_double_jump", what),
                radius=self._number(parts, "radius", what),
                height=self._number(parts, "height", what),
                opened_by=self._button(parts, what),
            )
        )

    def _button(self, parts: dict[str, YamlNode], what: str) -> EntityId | None:
        return self._end(parts["opened_by"], f'{what}: "opened_by"') if "opened_by" in parts else None

    def _end(self, node: YamlNode, what: str) -> EntityId:
        """The id of a place, which must be one of this map."""
        place = EntityId(self._source.text(node, what) or "")
        if place not in self._nodes:
            self._source.problem(
                node, f'{what}: place "{place}" is not on this map{nearest(place, self._nodes)}'
            )
        return place

    def _text(self, parts: dict[str, YamlNode], key: str, what: str) -> str | None:
        return self._source.text(parts[key], f'{what}: "{key}"') if key in parts else None

    def _choice(self, parts: dict[str, YamlNode], what: str, known: tuple[str, ...]) -> str | None:
        return self._source.choice(parts["kind"], f'{what}: "kind"', known) if "kind" in parts else None

    def _number(self, parts: dict[str, YamlNode], key: str, what: str) -> int | None:
        text = self._text(parts, key, what)
        if text is None or _WHOLE.fullmatch(text):
            return None if text is None else int(text)
        self._source.problem(parts[key], f'{what}: "{key}": expected a whole number, found "{text}"')
        return None

    def _flag(self, parts: dict[str, YamlNode], key: str, what: str) -> bool:
        if key not in parts:
            return False
        return self._source.choice(parts[key], f'{what}: "{key}"', ("true", "false")) == "true"

    def _cost(self, node: YamlNode, what: str) -> float:
        """A positive number; 1 after noting that it is none."""
        cost = self._float(node, f"{what}: cost")
        if cost is not None and not 0.0 < cost < math.inf:
            self._source.problem(node, f"{what}: the cost must be positive and finite, found {cost:g}")
            return 1.0
        return 1.0 if cost is None else cost

    def _point(self, parts: dict[str, YamlNode], key: str, what: str) -> Vec3 | None:
        if key not in parts:
            return None
        what = f'{what}: "{key}"'
        members = self._source.items(parts[key], what)
        numbers = [self._float(member, what) for member in members]
        if len(numbers) != 3:
            self._source.problem(parts[key], f"{what}: expected three numbers, found {len(numbers)}")
            return None
        x, y, z = (0.0 if number is None else number for number in numbers)
        if not all(abs(number) <= _FARTHEST for number in (x, y, z)):
            self._source.problem(parts[key], f"{what}: no map is that large")
            return None
        return Vec3(x, y, z)

    def _float(self, node: YamlNode, what: str) -> float | None:
        text = self._source.text(node, what)
        try:
            return None if text is None else float(text)
        except ValueError:
            self._source.problem(node, f'{what}: expected a number, found "{text}"')
            return None
