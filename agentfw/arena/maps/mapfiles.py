"""Maps as people draw them: a YAML file with one character per cell.

``rows`` of a layer show what is where, and ``heights`` (of the same shape, if given) how high the floor
lies, in steps. A map that looks the same from both sides is drawn by half and completed by
``symmetry``; what belongs to a team belongs to the other one in the completed half.
docs/maps.md explains every key. A bad map is refused with the line and the column of each mistake.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.maps.level import Level, Side, Space, Surface, Thing, ThingKind
from agentfw.errors import MapError
from agentfw.geometry import Vec3
from agentfw.sources import Node, YamlSource, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

__all__ = ["MapFile", "load_map"]

_MODES: Final = ("dm", "tdm", "ctf", "dom", "ddom")
_MAX_PLAYERS: Final = 64
_STEP_UU: Final = 32.0
_LOWEST_UU: Final = 112.0
"""How far apart two layers must be, so that a body and the slab above it fit between them."""
_SLAB_UU: Final = 16.0
"""How thick a floor is that has another space below it."""

_TOP_KEYS: Final = ("map", "about", "modes", "players", "cell", "wall", "symmetry", "legend", "layers")
_LAYER_KEYS: Final = ("at", "rows", "heights")
_SYMMETRIES: Final = ("none", "mirror", "rotate")
_RAMPS: Final = {">": Side.EAST, "v": Side.SOUTH, "<": Side.WEST, "^": Side.NORTH}
_SURFACES: Final = {"~": Surface.WATER, "!": Surface.LAVA}
_WALL, _VOID, _FLOOR = "#", " ", "."
_TURNED: Final = {
    "none": {},
    "mirror": {">": "<", "<": ">"},
    "rotate": {">": "<", "<": ">", "^": "v", "v": "^"},
}
_BUILT_IN: Final = {"s": "start", "f": "flag", "d": "point"}
_TEAM_MARKS: Final = (ThingKind.START, ThingKind.FLAG)


class _Meaning(msgspec.Struct, frozen=True):
    """What a character of the legend stands for."""

    kind: ThingKind
    item: str | None = None
    travel: float = 0.0
    target: str | None = None


class _Drawing(msgspec.Struct, frozen=True):
    """One grid of characters, with the place of its first row in the file."""

    rows: tuple[str, ...]
    line: int
    column: int


class _Layer(msgspec.Struct, frozen=True):
    at: float
    rows: _Drawing
    heights: _Drawing | None


class _Plan(msgspec.Struct, frozen=True):
    """Everything the level is built from."""

    name: str
    cell: float
    wall: float
    symmetry: str
    legend: dict[str, _Meaning]
    layers: list[_Layer]


class MapFile(msgspec.Struct, frozen=True):
    """A map: what is said about it, and its level."""

    name: str
    about: str
    modes: tuple[str, ...]
    players: tuple[int, int]
    """For how few and how many players it is made."""
    level: Level


def load_map(text: str | bytes, where: str, *, items: Collection[str] | None = None) -> MapFile:
    """The map that a file draws.

    `where` names the file in error messages. Where `items` are given, the legend may name no others.
    Raises `MapError` with every mistake found.
    """
    return _Reader(YamlSource(text, where, MapError), items).read()


class _Reader:
    def __init__(self, source: YamlSource, items: Collection[str] | None) -> None:
        self._source = source
        self._items = items
        self._legend: dict[str, _Meaning] = {}
        self._symmetry = "none"
        self._half = (0, 0)

    def read(self) -> MapFile:
        source = self._source
        required = ("map", "about", "modes", "players", "layers")
        top = source.section(source.root, "map file", _TOP_KEYS, required)
        if "symmetry" in top:
            self._symmetry = source.choice(top["symmetry"], "symmetry", _SYMMETRIES) or "none"
        self._read_legend(top.get("legend"))
        cell = self._number(top.get("cell"), "cell", 128, 64, 512)
        wall = self._number(top.get("wall"), "wall", 384, 96, 4096)
        name = self._text(top, "map")
        modes = source.choices(top["modes"], "modes", _MODES) if "modes" in top else ()
        players = self._players(top.get("players"))
        layers = [layer for layer in self._layers(top.get("layers")) if layer is not None]
        self._check_shapes(layers)
        source.finish()
        level = _Builder(_Plan(name, cell, wall, self._symmetry, self._legend, layers)).build()
        self._check_targets(level, top["layers"])
        source.finish()
        return MapFile(name, self._text(top, "about"), modes, players, level)

    def _read_legend(self, node: Node | None) -> None:
        self._legend = {mark: _Meaning(ThingKind(kind)) for mark, kind in _BUILT_IN.items()}
        for mark, (key_node, value) in self._source.mapping(node, "legend").items() if node else ():
            if len(mark) != 1 or mark in "#. ~!<>^v" or mark.isspace():
                self._source.problem(
                    key_node, f'legend: "{mark}" is not a character that can be given a meaning'
                )
                continue
            meaning = self._meaning(value, f'legend "{mark}"')
            if meaning is not None:
                self._legend[mark] = meaning

    def _meaning(self, node: Node, label: str) -> _Meaning | None:
        if isinstance(node.value, str):
            if node.value in ("start", "flag", "point", "exit"):
                return _Meaning(ThingKind(node.value))
            self._check_item(node, label, node.value)
            return _Meaning(ThingKind.ITEM, item=node.value)
        before = len(self._source.problems)
        entry = self._source.section(node, label, ("lift", "teleporter", "pad"))
        if len(entry) != 1 and len(self._source.problems) == before:
            found = " and ".join(entry) or "nothing"
            self._source.problem(node, f"{label}: expected one of lift, teleporter, pad, found {found}")
        for kind, value in entry.items():
            if kind == "lift":
                return _Meaning(ThingKind.LIFT, travel=self._number(value, label, 0, 32, 2048))
            return _Meaning(ThingKind(kind), target=self._source.text(value, label))
        return None

    def _check_item(self, node: Node, label: str, name: str) -> None:
        known = self._items
        if known is not None and name.casefold() not in {item.casefold() for item in known}:
            hint = nearest(name, known) or " (such as XPickups.HealthPack)"
            self._source.problem(node, f'{label}: no game has an item "{name}"{hint}')

    def _players(self, node: Node | None) -> tuple[int, int]:
        text = self._source.text(node, "players") if node is not None else None
        if node is None or text is None:
            return 0, 0
        low, _, high = text.partition("-")
        are_numbers = all(part.isascii() and part.isdecimal() and len(part) <= 2 for part in (low, high))
        if not are_numbers or not 1 <= int(low) <= int(high) <= _MAX_PLAYERS:
            self._source.problem(node, f'players: expected a range such as 2-8, found "{text}"')
            return 0, 0
        return int(low), int(high)

    def _layers(self, node: Node | None) -> Iterator[_Layer | None]:
        if node is None:
            return
        items = self._source.items(node, "layers")
        if not items:
            self._source.problem(node, "layers: a map has at least one")
        for number, item in enumerate(items, 1):
            entry = self._source.section(item, f"layer {number}", _LAYER_KEYS, ("at", "rows"))
            if "at" not in entry or "rows" not in entry:
                yield None
                continue
            at = self._number(entry["at"], f"layer {number}, at", 0, 0, 8192)
            heights = self._drawing(entry["heights"], "heights") if "heights" in entry else None
            yield _Layer(at, self._drawing(entry["rows"], "rows"), heights)

    def _drawing(self, node: Node, key: str) -> _Drawing:
        """The rows of a block, and where they begin; a block begins on the line after its mark."""
        text = self._source.text(node, key) or ""
        rows = tuple(text.rstrip("\n").split("\n"))
        first = next((row for row in rows if row.strip()), "")
        indent = self._source.indent_below(node) - (len(first) - len(first.lstrip(" ")))
        return _Drawing(rows, node.start_mark.line + 2, indent + 1)

    def _check_shapes(self, layers: list[_Layer]) -> None:
        if not layers:
            return
        first = layers[0].rows
        self._half = (max(map(len, first.rows)), len(first.rows))
        self._check_order(layers)
        for number, layer in enumerate(layers, 1):
            for name, drawing in (("rows", layer.rows), ("heights", layer.heights)):
                if drawing is not None:
                    self._check_shape(drawing, f"layer {number}, {name}")
            self._check_marks(layer.rows, f"layer {number}")
            if layer.heights is not None:
                self._check_heights(layer.heights, f"layer {number}, heights")

    def _check_order(self, layers: list[_Layer]) -> None:
        for number, (lower, upper) in enumerate(itertools.pairwise(layers), 2):
            if upper.at < lower.at + _LOWEST_UU:
                found = f"at {upper.at:g} is not {_LOWEST_UU:g} above the layer below it"
                self._source.problem_at(upper.rows.line, upper.rows.column, f"layer {number}: {found}")

    def _check_shape(self, drawing: _Drawing, label: str) -> None:
        width, depth = self._half
        if len(drawing.rows) != depth:
            found = f"has {len(drawing.rows)} rows, the first layer has {depth}"
            self._source.problem_at(drawing.line, drawing.column, f"{label}: {found}")
        for index, row in enumerate(drawing.rows):
            if len(row) > width:
                found = f"is {len(row)} characters wide, the first layer {width}"
                self._source.problem_at(
                    drawing.line + index, drawing.column + width, f"{label}: {found}"
                )

    def _check_marks(self, drawing: _Drawing, label: str) -> None:
        known = {_WALL, _VOID, _FLOOR, *_RAMPS, *_SURFACES, *self._legend}
        for index, row in enumerate(drawing.rows):
            for offset, mark in enumerate(row):
                if mark not in known:
                    text = f'{label}: "{mark}" is not in the legend'
                    self._source.problem_at(drawing.line + index, drawing.column + offset, text)

    def _check_heights(self, drawing: _Drawing, label: str) -> None:
        for index, row in enumerate(drawing.rows):
            for offset, mark in enumerate(row):
                if mark not in "0123456789. #":
                    text = f'{label}: expected a digit, found "{mark}"'
                    self._source.problem_at(drawing.line + index, drawing.column + offset, text)

    def _check_targets(self, level: Level, node: Node) -> None:
        marks = {thing.mark for thing in level.things}
        if not any(thing.kind is ThingKind.START for thing in level.things):
            self._source.problem(node, 'layers: nobody can start here: draw an "s" somewhere')
        ways = {(thing.mark, thing.target) for thing in level.things if thing.target is not None}
        for mark, target in sorted(ways):
            if target not in marks:
                text = f'layers: "{mark}" leads to "{target}", which is nowhere on the map'
                self._source.problem(node, text)

    def _number(self, node: Node | None, what: str, default: int, low: int, high: int) -> float:
        if node is None:
            return float(default)
        return float(self._source.whole_number(node, what, low, high) or default)

    def _text(self, top: Mapping[str, Node], key: str) -> str:
        return self._source.text(top[key], key) or "" if key in top else ""


class _Builder:
    """Turns checked drawings into spaces and things."""

    def __init__(self, plan: _Plan) -> None:
        self._plan = plan
        self._layers = plan.layers
        self._width = max(map(len, plan.layers[0].rows.rows))
        # What a short row does not draw is rock on the lowest layer and air above it.
        self._grids = [
            self._completed(layer.rows, _VOID if number else _WALL)
            for number, layer in enumerate(plan.layers)
        ]
        self._steps = [
            self._completed(layer.heights, _FLOOR) if layer.heights else None for layer in plan.layers
        ]

    def build(self) -> Level:
        width, depth = len(self._grids[0][0]), len(self._grids[0])
        columns = tuple(
            tuple(tuple(self._stack(column, row)) for row in range(depth)) for column in range(width)
        )
        return Level(self._plan.name, self._plan.cell, columns, tuple(self._things(columns)))

    def _completed(self, drawing: _Drawing, filler: str) -> list[str]:
        """The whole grid: every row of the same width, and the other half added."""
        rows = [row.ljust(self._width, filler) for row in drawing.rows]
        turned = str.maketrans(_TURNED[self._plan.symmetry])
        if self._plan.symmetry == "mirror":
            return [row + row[::-1].translate(turned) for row in rows]
        if self._plan.symmetry == "rotate":
            return rows + [row[::-1].translate(turned) for row in reversed(rows)]
        return rows

    def _stack(self, column: int, row: int) -> Iterator[Space]:
        """The spaces of one cell. An empty cell of an upper layer leaves the space below open."""
        top = self._layers[-1].at + self._plan.wall
        marks = [grid[row][column] for grid in self._grids]
        for number, mark in enumerate(marks):
            if mark in (_WALL, _VOID):
                continue
            above = next((n for n in range(number + 1, len(marks)) if marks[n] != _VOID), None)
            ceiling = top
            if above is not None:
                ceiling = self._layers[above].at - (_SLAB_UU if marks[above] != _WALL else 0.0)
            floor = self._floor(number, column, row)
            rises, rise, floor = self._slope(mark, number, column, row, floor)
            surface = _SURFACES.get(mark, Surface.GROUND)
            yield Space(column, row, number, floor, ceiling, rises, rise, surface)

    def _floor(self, layer: int, column: int, row: int) -> float:
        steps = self._steps[layer]
        digit = steps[row][column] if steps is not None else "."
        return self._layers[layer].at + (int(digit) * _STEP_UU if digit.isdecimal() else 0.0)

    def _slope(
        self, mark: str, layer: int, column: int, row: int, floor: float
    ) -> tuple[Side | None, float, float]:
        """A ramp joins the floors before and behind it, whatever its own height says."""
        side = _RAMPS.get(mark)
        if side is None:
            return None, 0.0, floor
        step_x, step_y = side.value
        high = self._floor_beside(layer, column + step_x, row + step_y, floor)
        low = self._floor_beside(layer, column - step_x, row - step_y, floor)
        return side, high - low, (high + low) / 2

    def _floor_beside(self, layer: int, column: int, row: int, default: float) -> float:
        """The floor next to a ramp: of its own layer, or of the one above where that has a floor."""
        for number in range(layer, len(self._grids)):
            grid = self._grids[number]
            if (
                0 <= row < len(grid)
                and 0 <= column < len(grid[0])
                and grid[row][column] not in (_WALL, _VOID)
            ):
                return self._floor(number, column, row)
        return default

    def _things(self, columns: tuple[tuple[tuple[Space, ...], ...], ...]) -> Iterator[Thing]:
        for number, grid in enumerate(self._grids):
            for row, marks in enumerate(grid):
                for column, mark in enumerate(marks):
                    meaning = self._plan.legend.get(mark)
                    if meaning is None:
                        continue
                    space = next(space for space in columns[column][row] if space.layer == number)
                    where = Vec3(
                        (column + 0.5) * self._plan.cell, (row + 0.5) * self._plan.cell, space.floor
                    )
                    team = self._team(column, row) if meaning.kind in _TEAM_MARKS else None
                    yield Thing(
                        meaning.kind, where, mark, team, meaning.item, meaning.travel, meaning.target
                    )

    def _team(self, column: int, row: int) -> int | None:
        """Whose half this is; nobody's on a map without symmetry."""
        if self._plan.symmetry == "none":
            return None
        return int(
            column >= len(self._grids[0][0]) // 2
            if self._plan.symmetry == "mirror"
            else row >= len(self._grids[0]) // 2
        )
