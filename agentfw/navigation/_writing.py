"""The form of a map in a file, and graphs in and out of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
import yaml

from agentfw.geometry import Vec3
from agentfw.navigation.graph import Link, Node, PlaceGraph
from agentfw.navigation.kinds import LinkKind
from agentfw.vocabulary import ClassName, EntityId, PlaceKind

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "HEADER",
    "LINK_KEYS",
    "PLACE_KEYS",
    "VERSION",
    "MapDocument",
    "document_of",
    "graph_of",
    "yaml_text",
]

HEADER: Final = "agentfw map"
VERSION: Final = 1
_PLAIN: Final = re.compile(r"[A-Za-z_][\w.+/-]*", re.ASCII)
"""Texts that YAML takes as they are."""
_WORDS: Final = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
"""Except these, which it takes for something else."""


class PlaceRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place as files have it."""

    id: EntityId
    at: Vec3
    kind: PlaceKind | None = None
    item: EntityId | None = None
    item_class: ClassName | None = None
    mover: EntityId | None = None
    lift_offset: Vec3 | None = None
    team: int | None = None
    learned: bool = False


class LinkRecord(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"start": "from", "end": "to"},
):
    """A link as files have it."""

    start: EntityId
    end: EntityId
    cost: float
    kind: LinkKind = LinkKind.WALK
    needed_jump: Vec3 | None = None
    force_double_jump: bool = False
    radius: int | None = None
    height: int | None = None
    opened_by: EntityId | None = None


class MapDocument(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"version": HEADER},
):
    """A whole file."""

    version: Literal[1]
    places: tuple[PlaceRecord, ...]
    links: tuple[LinkRecord, ...]
    level: str | None = None


PLACE_KEYS: Final = PlaceRecord.__struct_encode_fields__
LINK_KEYS: Final = LinkRecord.__struct_encode_fields__


def document_of(graph: PlaceGraph) -> MapDocument:
    """A graph in the form of files."""
    places = (
        PlaceRecord(
            node.id,
            node.location,
            node.kind,
            node.item,
            node.item_class,
            node.mover,
            node.lift_offset,
            node.team,
            node.is_learned,
        )
        for node in graph.nodes.values()
    )
    links = (
        LinkRecord(
            link.start,
            link.end,
            link.cost,
            link.kind,
            link.needed_jump,
            link.force_double_jump,
            link.radius,
            link.height,
            link.opened_by,
        )
        for link in graph.links
    )
    return MapDocument(VERSION, tuple(places), tuple(links), graph.level)


def graph_of(document: MapDocument) -> PlaceGraph:
    """The graph of what a file holds."""
    nodes = [
        Node(
            id=place.id,
            location=place.at,
            kind=place.kind,
            item=place.item,
            item_class=place.item_class,
            mover=place.mover,
            lift_offset=place.lift_offset,
            team=place.team,
            is_learned=place.learned,
        )
        for place in document.places
    ]
    links = [
        Link(
            start=link.start,
            end=link.end,
            cost=link.cost,
            kind=link.kind,
            needed_jump=link.needed_jump,
            force_double_jump=link.force_double_jump,
            radius=link.radius,
            height=link.height,
            opened_by=link.opened_by,
        )
        for link in document.links
    ]
    return PlaceGraph(nodes, links, document.level)


def yaml_text(document: MapDocument) -> str:
    """A file as YAML, one line for each place and link."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: MapDocument) -> Iterator[str]:
    yield f"{HEADER}: {VERSION}"
    if document.level is not None:
        yield f"level: {_scalar(document.level)}"
    for name, records in (("places", document.places), ("links", document.links)):
        yield f"{name}:" if records else f"{name}: []"
        for record in records:
            told = msgspec.to_builtins(record)
            yield f"  - {{{', '.join(f'{key}: {_value(value)}' for key, value in told.items())}}}"


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _scalar(value) if isinstance(value, str) else repr(value)


def _scalar(text: str) -> str:
    """A text as YAML writes it, quoted where it must be."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS:
        return text
    quoted: str = yaml.dump(text, default_style='"', allow_unicode=True, width=1 << 30)
    return quoted.removesuffix("\n")
