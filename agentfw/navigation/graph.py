"""The map as travelers see it: places, and one-way links between them.

A `PlaceGraph` never changes. Who learns more makes a new one; who must avoid a place for a while tells
the `Router`.
"""

from __future__ import annotations

import functools
import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from agentfw.errors import UsageError
from agentfw.geometry import Vec3
from agentfw.navigation._estimates import Estimates
from agentfw.navigation._nearby import Nearby
from agentfw.navigation.kinds import LinkKind
from agentfw.sources import nearest
from agentfw.vocabulary import ClassName, EntityId, PlaceKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Link", "Node", "PlaceGraph"]

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_MAX_CLOSEST: Final = 4_000
_MAX_SUGGESTED: Final = 2_000
"""Among more places than this, looking for a similar name would take longer than it is worth."""


class Node(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, repr_omit_defaults=True):
    """A place that bodies can go to."""

    id: EntityId
    location: Vec3
    kind: PlaceKind | None = None
    item: EntityId | None = None
    """The item that lies here, now or again later."""
    item_class: ClassName | None = None
    mover: EntityId | None = None
    """The lift or door that this place belongs to."""
    lift_offset: Vec3 | None = None
    team: int | None = None
    is_learned: bool = False
    """Whether the bot found the place by itself, so that more may be there than is known."""


class Link(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, repr_omit_defaults=True):
    """A one-way connection between two places."""

    start: EntityId
    end: EntityId
    cost: float
    """How many uu of running it is worth; positive and finite."""
    kind: LinkKind = LinkKind.WALK
    needed_jump: Vec3 | None = None
    """The launch velocity that carries a body over."""
    force_double_jump: bool = False
    radius: int | None = None
    """The radius of the widest body that fits."""
    height: int | None = None
    """The half height of the tallest body that fits."""
    opened_by: EntityId | None = None
    """The place where a button is that opens the door in it; None for what is always open."""


class PlaceGraph:
    """Places and links that can be asked for by id, by kind and by where they are.

    Links from or to places that are not there are dropped and counted in `dangling`. Raises
    `UsageError` for two places of one id, and for costs and locations that are no usable numbers.
    """

    def __init__(self, nodes: Iterable[Node], links: Iterable[Link], level: str | None = None) -> None:
        self.level = level
        """The name of the map, where it is known."""
        by_id: dict[EntityId, Node] = {}
        for node in nodes:
            _check_node(node, by_id)
            by_id[node.id] = node
        self.nodes: Mapping[EntityId, Node] = MappingProxyType(by_id)
        told = tuple(links)
        self.links: tuple[Link, ...] = tuple(
            link for link in told if link.start in by_id and link.end in by_id
        )
        self.dangling = len(told) - len(self.links)
        """How many links were dropped because one of their ends is unknown."""
        self._out: dict[EntityId, tuple[Link, ...]] = _grouped((link.start, link) for link in self.links)
        self._into: dict[EntityId, tuple[Link, ...]] = _grouped((link.end, link) for link in self.links)
        for link in self.links:
            _check_link(link)

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, place: object) -> bool:
        return place in self.nodes

    def __repr__(self) -> str:
        level = "" if self.level is None else f"{self.level}, "
        return f"<PlaceGraph {level}{len(self.nodes)} places, {len(self.links)} links>"

    def node(self, place: EntityId) -> Node:
        """The place of that id; raises `UsageError` with the most similar id if there is none."""
        found = self.nodes.get(place)
        if found is None:
            known = self.nodes if len(self.nodes) <= _MAX_SUGGESTED else ()
            raise UsageError(f'place "{place}" is not on this map{nearest(place, known)}')
        return found

    def links_from(self, place: EntityId) -> tuple[Link, ...]:
        """The links that leave a place, in the order they were given."""
        return self._out.get(place) or self._none_of(place)

    def links_into(self, place: EntityId) -> tuple[Link, ...]:
        """The links that lead to a place, in the order they were given."""
        return self._into.get(place) or self._none_of(place)

    def link(self, start: EntityId, end: EntityId) -> Link | None:
        """The cheapest link from one place straight to another, if there is any."""
        between = (link for link in self.links_from(start) if link.end == end)
        return min(between, key=lambda link: link.cost, default=None)

    def of_kind(self, kind: PlaceKind) -> tuple[Node, ...]:
        """All places of one kind."""
        return self._kinds.get(kind, ())

    def nearest(self, location: Vec3, *, within: float = math.inf) -> Node | None:
        """The place closest to a point, height included; None if all are farther than `within`."""
        try:
            node = self._closest[location]  # most of what is asked about stays where it is
        except KeyError:
            node = self._find_closest(location)
        if node is None or location.distance_to(node.location) > within:
            return None
        return node

    def near(self, location: Vec3, radius: float) -> tuple[Node, ...]:
        """All places within a distance of a point, the closest first."""
        return tuple(self._in_order[index] for index in self._nearby.within(location, radius))

    def _find_closest(self, location: Vec3) -> Node | None:
        found = self._nearby.nearest(location, math.inf)
        if len(self._closest) >= _MAX_CLOSEST:
            self._closest.clear()
        node = self._closest[location] = None if found is None else self._in_order[found]
        return node

    def _none_of(self, place: EntityId) -> tuple[Link, ...]:
        self.node(place)
        return ()

    @functools.cached_property
    def estimates(self) -> Estimates:
        """What at least is left of a way, for those who search."""
        return Estimates(self)

    @functools.cached_property
    def _closest(self) -> dict[Vec3, Node | None]:
        return {}

    @functools.cached_property
    def _in_order(self) -> tuple[Node, ...]:
        return tuple(self.nodes.values())

    @functools.cached_property
    def _nearby(self) -> Nearby:
        return Nearby([node.location for node in self._in_order])

    @functools.cached_property
    def _kinds(self) -> dict[PlaceKind, tuple[Node, ...]]:
        return _grouped((node.kind, node) for node in self._in_order if node.kind is not None)


def _grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, tuple[_Value, ...]]:
    """The second members by the first, each group in order."""
    groups: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in groups.items()}


def _check_node(node: Node, known: Mapping[EntityId, Node]) -> None:
    if node.id in known:
        raise UsageError(f'place "{node.id}" is there twice')
    at = node.location
    if not (math.isfinite(at.x) and math.isfinite(at.y) and math.isfinite(at.z)):
        raise UsageError(f'place "{node.id}": the location must be finite, found {at}')


def _check_link(link: Link) -> None:
    if not 0 < link.cost < math.inf:
        raise UsageError(
            f'link "{link.start}" → "{link.end}": '
            f"the cost must be positive and finite, found {link.cost}"
        )
