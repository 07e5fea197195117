"""From what a server tells about its map to a graph that can be traveled.

Servers of the Unreal family list places, each followed by the links that leave it, and describe a link
by flags. The flags alone do not tell a lift from a teleporter, so the kinds of the places at both
ends decide with them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.navigation.graph import Link, Node, PlaceGraph
from agentfw.navigation.kinds import LinkKind
from agentfw.vocabulary import DominationPoint, Listing, Place, PlaceKind, PlaceLink, TravelFlag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.vocabulary import EntityId, Percept

__all__ = ["cost_of", "graph_from_places", "leads_down"]

FIXED_COSTS: Final = {
    LinkKind.LIFT: 600.0,  # waiting for it and riding it, at running speed; how far it goes matters less
    LinkKind.TELEPORT: 50.0,  # stepping in; the distance is not run
}
"""What links cost that are not run along, in uu of running."""
EXTRA_COSTS: Final = {
    LinkKind.JUMP: 60.0,  # jumps fail now and then, so a way round of this length is as good
    LinkKind.DROP: 30.0,  # the body falls slower than it runs, and lands
    LinkKind.DOOR: 100.0,  # it may have to open first
    LinkKind.JUMP_PAD: 100.0,  # the flight is high, not straight
    LinkKind.TRANSLOCATE: 200.0,  # throw, wait, follow
}
"""What links cost beyond their length."""
FACTORS: Final = {
    LinkKind.SWIM: 1.5,  # bodies swim at about two thirds of their running speed
    LinkKind.LADDER: 2.0,  # and climb at half of it
}
"""How much dearer than running an uu of a link is."""
_STEEP_DROP: Final = 70.0
"""Bodies step down 35 uu and walk down ramps; what leads down farther, steeply, is a fall."""
_SPECIAL: Final = TravelFlag.SPECIAL | TravelFlag.FORCED
_LIFT_PLACES: Final = {PlaceKind.LIFT_CENTER, PlaceKind.LIFT_EXIT}
_BY_FLAG: Final = (
    (TravelFlag.LADDER, LinkKind.LADDER),
    (TravelFlag.SWIM, LinkKind.SWIM),
    (TravelFlag.JUMP, LinkKind.JUMP),
    (TravelFlag.DOOR, LinkKind.DOOR),
)
"""The first flag that is set decides; a link that also can be walked is dearer than it need be."""


def graph_from_places(places: Iterable[Percept], level: str | None = None) -> PlaceGraph:
    """The graph of a listing: places, domination points, and links after or with their source.

    `Listing`s are looked into; other percepts are passed over. A place told twice counts as told
    last. Places without a location and links that the game forbids are left out.
    """
    nodes: dict[EntityId, Node] = {}
    told: list[tuple[EntityId, PlaceLink]] = []
    source: EntityId | None = None
    for percept in _flattened(places):
        if isinstance(percept, PlaceLink):
            start = percept.source or source
            if start is not None:
                told.append((start, percept))
        elif isinstance(percept, Place | DominationPoint):
            source = percept.id
            if percept.location is not None:
                nodes[percept.id] = _node(percept)
    return PlaceGraph(nodes.values(), _links(nodes, told), level)


def cost_of(kind: LinkKind, start: Node, end: Node) -> float:
    """What a link of a kind between two places costs, in uu of running.

    Getting on a lift costs the way to it; the ride is paid for by the link that leaves it.
    """
    fixed = FIXED_COSTS.get(kind)
    is_boarding = kind is LinkKind.LIFT and end.kind is PlaceKind.LIFT_CENTER
    if fixed is not None and not is_boarding:
        return fixed
    length = start.location.distance_to(end.location)
    return max(1.0, length * FACTORS.get(kind, 1.0) + EXTRA_COSTS.get(kind, 0.0))


def leads_down(start: Node, end: Node) -> bool:
    """Whether one falls from one place to another rather than walks down."""
    fall = start.location.z - end.location.z
    across = math.hypot(end.location.x - start.location.x, end.location.y - start.location.y)
    return fall > _STEEP_DROP and fall > across / 2


def _flattened(percepts: Iterable[Percept]) -> Iterator[Percept]:
    for percept in percepts:
        if isinstance(percept, Listing):
            yield from _flattened(percept.percepts)
        else:
            yield percept


def _node(place: Place | DominationPoint) -> Node:
    location = place.location
    if location is None:
        raise ValueError(f'place "{place.id}" has no location')
    if isinstance(place, DominationPoint):
        return Node(place.id, location, PlaceKind.DOMINATION_POINT)
    return Node(
        id=place.id,
        location=location,
        kind=place.kind,
        item=place.item or None,
        item_class=place.item_class or None,
        mover=place.mover or None,
        lift_offset=place.lift_offset,
        team=place.team,
    )


def _links(nodes: dict[EntityId, Node], told: list[tuple[EntityId, PlaceLink]]) -> Iterator[Link]:
    for source, link in told:
        flags = link.flags if link.flags is not None else TravelFlag.WALK
        if TravelFlag.PROSCRIBED in flags:
            continue
        start, end = nodes.get(source), nodes.get(link.target)
        if start is None or end is None:
            yield Link(source, link.target, math.inf)  # the graph counts it and drops it
            continue
        kind = _kind(link, flags, start, end)
        yield Link(
            start=source,
            end=link.target,
            cost=cost_of(kind, start, end),
            kind=kind,
            needed_jump=link.needed_jump,
            force_double_jump=bool(link.force_double_jump),
            radius=link.radius,
            height=link.height,
        )


def _kind(link: PlaceLink, flags: TravelFlag, start: Node, end: Node) -> LinkKind:
    if link.only_translocator:
        return LinkKind.TRANSLOCATE
    if {start.kind, end.kind} == _LIFT_PLACES:
        return LinkKind.LIFT  # boarding needs the lift to be there, even where the ground allows a walk
    if flags & _SPECIAL or link.flags is None:
        special = _special_kind(start, end)
        if special is not None:
            return special
    for flag, kind in _BY_FLAG:
        if flag in flags:
            return kind
    if TravelFlag.FLY in flags and TravelFlag.WALK not in flags:
        return LinkKind.FLY
    return LinkKind.DROP if leads_down(start, end) else LinkKind.WALK


def _special_kind(start: Node, end: Node) -> LinkKind | None:
    """What links are that the game marks as forced or special, as far as their ends tell."""
    if start.kind is PlaceKind.JUMP_PAD:
        return LinkKind.JUMP_PAD
    if start.kind is PlaceKind.TELEPORTER and end.kind is PlaceKind.TELEPORTER:
        return LinkKind.TELEPORT
    is_lift = PlaceKind.LIFT_CENTER in (start.kind, end.kind)
    return LinkKind.LIFT if is_lift else None
