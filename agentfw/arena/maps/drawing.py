"""Pictures of a level: characters for a terminal, SVG for a browser.

Both look from above. The terminal shows one layer after the other; the SVG shows all of them, higher
floors lighter and drawn over lower ones.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.level import Side, Surface, ThingKind
from agentfw.arena.maps.navgraph import derive_navigation
from agentfw.arena.maps.passages import PassageKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.maps.level import Level, Space, Thing
    from agentfw.arena.maps.mapfiles import MapFile
    from agentfw.arena.maps.navgraph import NavGraph

__all__ = ["describe", "draw_svg", "draw_text"]

_PIXELS: Final = 16
_MARGIN: Final = 8
_LEGEND_WIDTH: Final = 260
_RAMP_MARKS: Final = {Side.EAST: ">", Side.SOUTH: "v", Side.WEST: "<", Side.NORTH: "^"}
_SURFACE_MARKS: Final = {Surface.GROUND: ".", Surface.WATER: "~", Surface.LAVA: "!"}
_SURFACE_COLORS: Final = {Surface.WATER: "#5b8fb9", Surface.LAVA: "#d9572b"}
_LINK_STYLES: Final = {
    PassageKind.WALK: ("#10101455", 0.7),
    PassageKind.DROP: ("#b3261e", 1.0),
    PassageKind.JUMP: ("#2e7d32", 1.0),
}
_TEAM_COLORS: Final = {0: "#d64545", 1: "#3f6fd8", None: "#2f2f2f"}


def draw_text(level: Level) -> list[str]:
    """The level as rows of characters, layer by layer, each under a heading."""
    lines: list[str] = []
    for layer in sorted({space.layer for space in level.spaces()}):
        floors = [space.floor for space in level.spaces() if space.layer == layer]
        lines.append(f"layer {layer + 1}, floors from {min(floors):g} to {max(floors):g} uu")
        lines += _layer_rows(level, layer)
    return lines


def _layer_rows(level: Level, layer: int) -> list[str]:
    rows = [["#" if layer == 0 else " "] * level.width for _ in range(level.depth)]
    for space in level.spaces():
        if space.layer == layer:
            rows[space.row][space.column] = _mark(space)
    for thing in level.things:
        column, row = int(thing.location.x // level.cell), int(thing.location.y // level.cell)
        if any(s.layer == layer and s.floor == thing.location.z for s in level.stack(column, row)):
            rows[row][column] = thing.mark
    return ["".join(row).rstrip() for row in rows]


def _mark(space: Space) -> str:
    if space.rises is not None:
        return _RAMP_MARKS[space.rises]
    return _SURFACE_MARKS[space.surface]


def draw_svg(map_file: MapFile) -> str:
    """The map as an SVG document of its own: floors, navigation, things, and a legend."""
    level = map_file.level
    width = level.width * _PIXELS + 2 * _MARGIN + _LEGEND_WIDTH
    legend = list(_legend(level))
    height = max(level.depth * _PIXELS + 2 * _MARGIN, len(legend) * 16 + 60)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"',
        f'     viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f"<title>{escape(map_file.name)}: {escape(map_file.about)}</title>",
        f'<rect width="{width}" height="{height}" fill="#26262b"/>',
        *_floors(level),
        *_links(derive_navigation(level), _PIXELS / level.cell),
        *(_draw_thing(thing, _PIXELS / level.cell) for thing in level.things),
        *_legend_lines(map_file, legend, level.width * _PIXELS + 2 * _MARGIN),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _floors(level: Level) -> Iterator[str]:
    spaces = sorted(level.spaces(), key=lambda space: (space.layer, space.floor))
    highest = max((space.floor for space in spaces), default=0.0) or 1.0
    for space in spaces:
        x, y = _MARGIN + space.column * _PIXELS, _MARGIN + space.row * _PIXELS
        shade = 70 + round(150 * space.floor / highest)
        color = _SURFACE_COLORS.get(space.surface, f"rgb({shade},{shade},{shade - 8})")
        inset = 0 if space.layer == 0 else 1
        size = _PIXELS - 2 * inset
        yield f'<rect x="{x + inset}" y="{y + inset}" width="{size}" height="{size}" fill="{color}"/>'
        if space.rises is not None:
            yield _arrow(space, x + _PIXELS / 2, y + _PIXELS / 2)


def _links(graph: NavGraph, scale: float) -> Iterator[str]:
    """The navigation links as lines, walked ones thin, others in the color of what they ask for."""
    for link in graph.links:
        start, end = graph.points[link.start].location, graph.points[link.end].location
        color, width = _LINK_STYLES.get(link.kind, ("#ffb000", 1.5))
        if link.kind is PassageKind.WALK and link.start > link.end:
            continue  # walked both ways, drawn once
        yield (
            f'<line x1="{_MARGIN + start.x * scale:g}" y1="{_MARGIN + start.y * scale:g}" '
            f'x2="{_MARGIN + end.x * scale:g}" y2="{_MARGIN + end.y * scale:g}" '
            f'stroke="{color}" stroke-width="{width}"/>'
        )
    for point in graph.points:
        x, y = _MARGIN + point.location.x * scale, _MARGIN + point.location.y * scale
        yield f'<circle cx="{x:g}" cy="{y:g}" r="1.6" fill="#101014"/>'


def _arrow(space: Space, x: float, y: float) -> str:
    step_x, step_y = space.rises.value if space.rises else (0, 0)
    reach = _PIXELS / 2 - 3
    tip, back = (x + reach * step_x, y + reach * step_y), (x - reach * step_x, y - reach * step_y)
    left, right = (
        (back[0] - reach * step_y, back[1] + reach * step_x),
        (back[0] + reach * step_y, back[1] - reach * step_x),
    )
    points = " ".join(f"{a:g},{b:g}" for a, b in (tip, left, right))
    return f'<polygon points="{points}" fill="#00000055"/>'


def _draw_thing(thing: Thing, scale: float) -> str:
    """One thing as a mark in the color of its team."""
    x, y = _MARGIN + thing.location.x * scale, _MARGIN + thing.location.y * scale
    color = _TEAM_COLORS.get(thing.team, _TEAM_COLORS[None])
    radius = _PIXELS / 2 - 1
    corner = radius if thing.kind is ThingKind.START else 2
    return (
        f'<g><title>{escape(describe(thing))}</title><rect x="{x - radius:g}" y="{y - radius:g}" '
        f'width="{2 * radius:g}" height="{2 * radius:g}" rx="{corner:g}" fill="{color}"/>'
        f'<text x="{x:g}" y="{y + 4:g}" font-size="11" text-anchor="middle" fill="#fff">'
        f"{escape(thing.mark)}</text></g>"
    )


def describe(thing: Thing) -> str:
    """What a thing is, in a few words."""
    if thing.item is not None:
        return thing.item
    if thing.target is not None:
        return f"{thing.kind.value} to {thing.target}"
    return f"{thing.kind.value}, {thing.travel:g} uu up" if thing.travel else thing.kind.value


def _legend(level: Level) -> Iterator[str]:
    counts: dict[str, int] = {}
    for thing in level.things:
        text = f"{thing.mark}  {describe(thing)}"
        counts[text] = counts.get(text, 0) + 1
    yield from (f"{text} ({count})" if count > 1 else text for text, count in counts.items())


def _legend_lines(map_file: MapFile, legend: list[str], x: int) -> Iterator[str]:
    yield f'<text x="{x}" y="24" font-size="15" fill="#fff">{escape(map_file.name)}</text>'
    for index, text in enumerate(legend):
        y = 46 + 16 * index
        words = escape(text)
        yield f'<text x="{x}" y="{y}" font-size="12" fill="#ddd" xml:space="preserve">{words}</text>'
