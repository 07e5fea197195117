"""A picture of a graph from above: clusters in colors, portals marked, a route on top."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from agentfw.navigation.kinds import LinkKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.geometry import Vec3
    from agentfw.navigation.graph import Node
    from agentfw.navigation.routes import Route
    from agentfw.navigation.routing import Router

__all__ = ["draw_routes"]

_WIDTH: Final = 900.0
_MARGIN: Final = 12.0
_GOLDEN_ANGLE: Final = 137.508
"""Hues this far apart differ for neighbors, however many there are."""
_LINK_COLORS: Final = {LinkKind.WALK: "#8a8a9466", LinkKind.DROP: "#b3261e", LinkKind.JUMP: "#2e7d32"}
_OTHER_COLOR: Final = "#ffb000"


def draw_routes(router: Router, route: Route | None = None) -> str:
    """An SVG document: places in the color of their cluster, portals ringed, the route as a line."""
    view = _View([node.location for node in router.graph.nodes.values()])
    title = escape(router.graph.level or "map")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{view.width:g}" height="{view.height:g}"',
        f'     viewBox="0 0 {view.width:g} {view.height:g}" font-family="sans-serif">',
        f"<title>{title}</title>",
        f'<rect width="{view.width:g}" height="{view.height:g}" fill="#26262b"/>',
        *_links(router, view),
        *_route(router, route, view),
        *_places(router, view),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _View:
    """How points of the map become points of the picture."""

    def __init__(self, points: list[Vec3]) -> None:
        self._west = min((point.x for point in points), default=0.0)
        self._north = min((point.y for point in points), default=0.0)
        wide = max((point.x for point in points), default=0.0) - self._west
        deep = max((point.y for point in points), default=0.0) - self._north
        self._scale = (_WIDTH - 2 * _MARGIN) / max(wide, deep, 1e-9)
        self.width = wide * self._scale + 2 * _MARGIN
        self.height = deep * self._scale + 2 * _MARGIN

    def at(self, point: Vec3) -> tuple[float, float]:
        """Where a point of the map is drawn."""
        x, y = (point.x - self._west) * self._scale, (point.y - self._north) * self._scale
        return round(_MARGIN + x, 1), round(_MARGIN + y, 1)


def _links(router: Router, view: _View) -> Iterator[str]:
    nodes, drawn = router.graph.nodes, set[tuple[str, str]]()
    for link in router.graph.links:
        if link.kind is LinkKind.WALK and (link.end, link.start) in drawn:
            continue  # walked both ways, drawn once
        drawn.add((link.start, link.end))
        color = _LINK_COLORS.get(link.kind, _OTHER_COLOR)
        yield _line(view.at(nodes[link.start].location), view.at(nodes[link.end].location), color, 1.0)


def _route(router: Router, route: Route | None, view: _View) -> Iterator[str]:
    if route is not None:
        points = (view.at(router.graph.nodes[place].location) for place in route.places)
        told = " ".join(f"{x:g},{y:g}" for x, y in points)
        yield f'<polyline points="{told}" fill="none" stroke="#ffffff" stroke-width="3"/>'


def _places(router: Router, view: _View) -> Iterator[str]:
    portals, disabled = set(router.portals), router.disabled
    for place, node in router.graph.nodes.items():
        cluster = router.cluster_of(place)
        color = f"hsl({cluster * _GOLDEN_ANGLE % 360:.0f},65%,60%)"
        ring = ' stroke="#ffffff" stroke-width="1.5"' if place in portals else ""
        x, y = view.at(node.location)
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{4 if ring else 3}" '
            f'fill="{"#000000" if place in disabled else color}"{ring}>'
            f"<title>{escape(_about(node, cluster))}</title></circle>"
        )


def _about(node: Node, cluster: int) -> str:
    kind = "" if node.kind is None else f", {node.kind.value}"
    return f"{node.id}{kind}, cluster {cluster}"


def _line(start: tuple[float, float], end: tuple[float, float], color: str, width: float) -> str:
    return (
        f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
        f'stroke="{color}" stroke-width="{width:g}"/>'
    )
