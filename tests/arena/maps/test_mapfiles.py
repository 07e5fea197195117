from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.maps.level import Side, Surface, Thing, ThingKind
from agentfw.arena.maps.mapfiles import load_map
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from agentfw.arena.maps.level import Level, Space

_TOP = 384.0


def layer(rows: str, at: int = 0, heights: str = "") -> str:
    """A layer as a map file has it; rows are separated by "/"."""
    parts = [f"  - at: {at}\n", block("rows", rows), block("heights", heights) if heights else ""]
    return "".join(parts)


def block(key: str, rows: str) -> str:
    return f"    {key}: |6\n" + textwrap.indent(rows.replace("/", "\n") + "\n", " " * 10, lambda _: True)


def load(*layers: str, head: str = "") -> Level:
    text = f"map: Test\nabout: a test\nmodes: [dm]\nplayers: 2-8\n{head}layers:\n{''.join(layers)}"
    return load_map(text, "test.yaml").level


def only(level: Level, column: int, row: int) -> Space:
    (space,) = level.stack(column, row)
    return space


def open_cells(level: Level) -> set[tuple[int, int]]:
    return {(space.column, space.row) for space in level.spaces()}


def things(level: Level, kind: ThingKind) -> list[tuple[float, float, int | None]]:
    """Where the things of a kind are, in cells, and whose they are."""
    return [
        (thing.location.x / level.cell - 0.5, thing.location.y / level.cell - 0.5, thing.team)
        for thing in level.things
        if thing.kind is kind
    ]


def test_a_map_tells_its_name_purpose_modes_and_players() -> None:
    text = "map: Pit\nabout: small and fast\nmodes: [dm, ctf]\nplayers: 2-8\nlayers:\n" + layer("#s#")
    found = load_map(text, "pit.yaml")
    assert (found.name, found.about, found.modes, found.players) == (
        "Pit",
        "small and fast",
        ("dm", "ctf"),
        (2, 8),
    )
    assert found.level.name == "Pit"


def test_bytes_are_read_like_text() -> None:
    text = "map: Grün\nabout: a\nmodes: [dm]\nplayers: 1-1\nlayers:\n" + layer("s")
    assert load_map(text.encode(), "m.yaml").name == "Grün"


def test_cells_walls_and_symmetry_have_defaults() -> None:
    level = load(layer("#s"))
    assert (level.cell, level.width, level.depth) == (128.0, 2, 1)
    assert level.stack(0, 0) == ()
    space = only(level, 1, 0)
    assert (space.layer, space.floor, space.ceiling) == (0, 0.0, _TOP)
    assert (space.rises, space.rise, space.surface) == (None, 0.0, Surface.GROUND)


def test_cell_and_wall_can_be_set() -> None:
    level = load(layer("s", at=100), head="cell: 64\nwall: 200\n")
    assert level.things[0].location == Vec3(32, 32, 100)
    assert only(level, 0, 0).ceiling == 300


def test_columns_run_along_x_and_rows_along_y() -> None:
    level = load(layer("s.#/#.#/##."))
    assert open_cells(level) == {(0, 0), (1, 0), (1, 1), (2, 2)}
    assert level.things[0].location == Vec3(64, 64, 0)


def test_liquids_are_floors() -> None:
    level = load(layer("s~!"))
    assert [space.surface for space in level.spaces()] == [Surface.GROUND, Surface.WATER, Surface.LAVA]


def test_heights_lift_the_floor_by_steps_and_leave_the_ceiling() -> None:
    level = load(layer("s..../.....", heights="0129./# .19", at=64))
    assert [only(level, column, 0).floor for column in range(5)] == [64, 96, 128, 352, 64]
    assert [only(level, column, 1).floor for column in range(4)] == [64, 64, 64, 96]
    assert {space.ceiling for space in level.spaces()} == {64 + _TOP}


def test_things_stand_on_the_lifted_floor() -> None:
    assert load(layer("s", heights="3")).things[0].location.z == 96


def test_short_rows_are_filled_with_wall() -> None:
    assert open_cells(load(layer("s.././..."))) == {
        (0, 0),
        (1, 0),
        (2, 0),
        (0, 1),
        *((n, 2) for n in range(3)),
    }


def test_an_upper_layer_narrower_than_the_first_leaves_the_rest_open() -> None:
    level = load(layer("s..."), layer("..", at=200))
    assert [len(level.stack(column, 0)) for column in range(4)] == [2, 2, 1, 1]
    assert only(level, 3, 0).ceiling == 584


def test_heights_narrower_than_the_rows_are_filled_with_the_lowest_floor() -> None:
    level = load(layer("s.."), head="")
    lifted = load(layer("s..", heights="1"))
    assert [space.floor for space in level.spaces()] == [0, 0, 0]
    assert [space.floor for space in lifted.spaces()] == [32, 0, 0]


def test_narrow_heights_are_filled_before_they_are_mirrored() -> None:
    level = load(layer("s..", heights="1"), head="symmetry: mirror\n")
    assert [space.floor for space in level.spaces()] == [32, 0, 0, 0, 0, 32]


@pytest.mark.parametrize(
    ("mark", "cell", "side"),
    [
        (">", (1, 1), Side.EAST),
        ("<", (1, 1), Side.WEST),
        ("v", (1, 1), Side.SOUTH),
        ("^", (1, 1), Side.NORTH),
    ],
)
def test_a_ramp_joins_the_floors_before_and_behind_it(
    mark: str, cell: tuple[int, int], side: Side
) -> None:
    column, row = side.value
    heights = [["0"] * 3 for _ in range(3)]
    heights[1 + row][1 + column], heights[1 - row][1 - column] = "3", "1"
    heights[1][1] = "9"
    level = load(layer(f"s../.{mark}./...", heights="/".join(map("".join, heights))))
    ramp = only(level, *cell)
    assert (ramp.rises, ramp.rise, ramp.floor) == (side, 64, 64)


def test_a_ramp_at_a_wall_keeps_its_own_height_there() -> None:
    ramp = only(load(layer("s>#", heights="010")), 1, 0)
    assert (ramp.rise, ramp.floor) == (32, 16)


def test_a_ramp_leads_to_the_layer_above_where_that_has_the_floor() -> None:
    level = load(layer("s>#"), layer("  .", at=160, heights="001"))
    ramp = only(level, 1, 0)
    assert (ramp.layer, ramp.rise, ramp.floor, ramp.ceiling) == (0, 192, 96, 160 + _TOP)
    assert level.floor_height(ramp, 256, 64) == only(level, 2, 0).floor == 192


def test_void_over_a_floor_opens_the_space_to_the_top() -> None:
    assert only(load(layer("s"), layer(" ", at=200), layer(" ", at=400)), 0, 0).ceiling == 400 + _TOP


def test_wall_over_a_floor_closes_the_space_where_the_layer_begins() -> None:
    assert only(load(layer("s"), layer("#", at=200), layer(" ", at=400)), 0, 0).ceiling == 200


def test_the_floor_of_an_upper_layer_is_a_slab_over_the_space_below() -> None:
    level = load(layer("s"), layer(" ", at=200), layer(".", at=400))
    spaces = [(space.layer, space.floor, space.ceiling) for space in level.stack(0, 0)]
    assert spaces == [(0, 0, 384), (2, 400, 400 + _TOP)]


def test_things_of_an_upper_layer_stand_on_its_floor() -> None:
    level = load(layer("s"), layer("f", at=200))
    assert [(thing.kind, thing.location.z) for thing in level.things] == [
        (ThingKind.START, 0),
        (ThingKind.FLAG, 200),
    ]


def test_without_symmetry_nothing_belongs_to_a_team() -> None:
    level = load(layer("sf"), head="symmetry: none\n")
    assert {thing.team for thing in level.things} == {None}


def test_mirror_completes_the_map_to_the_right() -> None:
    level = load(layer("sf#/>^v/<.d", heights="123/000/000"), head="symmetry: mirror\n")
    assert (level.width, level.depth) == (6, 3)
    assert level.stack(2, 0) == level.stack(3, 0) == ()
    assert (only(level, 0, 0).floor, only(level, 5, 0).floor) == (32, 32)
    assert [only(level, column, 1).rises for column in range(6)] == [
        Side.EAST, Side.NORTH, Side.SOUTH, Side.SOUTH, Side.NORTH, Side.WEST,
    ]  # fmt: skip
    assert only(level, 5, 2).rises is Side.EAST
    assert things(level, ThingKind.START) == [(0, 0, 0), (5, 0, 1)]
    assert things(level, ThingKind.FLAG) == [(1, 0, 0), (4, 0, 1)]
    assert things(level, ThingKind.POINT) == [(2, 2, None), (3, 2, None)]


def test_rotate_completes_the_map_below_turned_by_half() -> None:
    level = load(layer("sf#/<^v/>.d", heights="123/000/000"), head="symmetry: rotate\n")
    assert (level.width, level.depth) == (3, 6)
    assert level.stack(2, 0) == level.stack(0, 5) == ()
    assert (only(level, 0, 0).floor, only(level, 2, 5).floor) == (32, 32)
    assert [only(level, column, 4).rises for column in range(3)] == [Side.NORTH, Side.SOUTH, Side.EAST]
    assert only(level, 2, 3).rises is Side.WEST
    assert things(level, ThingKind.START) == [(0, 0, 0), (2, 5, 1)]
    assert things(level, ThingKind.FLAG) == [(1, 0, 0), (1, 5, 1)]
    assert things(level, ThingKind.POINT) == [(2, 2, None), (0, 3, None)]


@pytest.mark.parametrize("symmetry", ["mirror", "rotate"])
def test_completed_ramps_slope_like_the_drawn_ones(symmetry: str) -> None:
    level = load(layer("s>.", heights="002"), head=f"symmetry: {symmetry}\n")
    turned = only(level, *((4, 0) if symmetry == "mirror" else (1, 1)))
    assert (turned.rises, turned.rise, turned.floor) == (Side.WEST, 64, 32)


def test_the_legend_gives_meanings_to_marks() -> None:
    legend = "legend: {A: start, B: flag, C: point, D: exit, w: Weapon, L: {lift: 96}, "
    legend += "T: {teleporter: D}, P: {pad: C}}\n"
    level = load(layer("ABCDwLTP"), head=legend)
    places = [Vec3(64 + 128 * column, 64, 0) for column in range(8)]
    assert list(level.things) == [
        Thing(ThingKind.START, places[0], "A"),
        Thing(ThingKind.FLAG, places[1], "B"),
        Thing(ThingKind.POINT, places[2], "C"),
        Thing(ThingKind.EXIT, places[3], "D"),
        Thing(ThingKind.ITEM, places[4], "w", item="Weapon"),
        Thing(ThingKind.LIFT, places[5], "L", travel=96),
        Thing(ThingKind.TELEPORTER, places[6], "T", target="D"),
        Thing(ThingKind.PAD, places[7], "P", target="C"),
    ]


def test_the_legend_can_replace_a_built_in_mark() -> None:
    level = load(layer("Sd"), head="legend: {S: start, d: Armor}\n")
    assert [(thing.kind, thing.item) for thing in level.things] == [
        (ThingKind.START, None),
        (ThingKind.ITEM, "Armor"),
    ]
