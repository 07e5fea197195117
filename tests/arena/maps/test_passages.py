"""Which steps a body can take between the spaces of a level."""

from __future__ import annotations

import pytest

from agentfw.arena.maps.level import Side
from agentfw.arena.maps.mapfiles import load_map
from agentfw.arena.maps.passages import Passage, PassageKind, Passages


def drawn(rows: str, heights: str = "", legend: str = "", upper: str = "", at: int = 256) -> Passages:
    layers = f"  - {{at: 0, rows: '{rows}'" + (f", heights: '{heights}'" if heights else "") + "}\n"
    layers += f"  - {{at: {at}, rows: '{upper}'}}\n" if upper else ""
    head = f"map: M\nabout: x\nmodes: [dm]\nplayers: 2-4\nlegend: {{{legend}}}\nlayers:\n"
    return Passages(load_map(head + layers, "m.yaml").level)


def kinds(passages: Passages, start: int, end: int) -> list[PassageKind]:
    return [passage.kind for passage in passages.all() if (passage.start, passage.end) == (start, end)]


def test_level_ground_is_walked_both_ways() -> None:
    passages = drawn("s.")
    assert passages.walks == [{Side.EAST: 1}, {Side.WEST: 0}]
    assert passages.leaps == []


def test_a_wall_leaves_no_passage() -> None:
    assert drawn("s#.").walks == [{}, {}]


@pytest.mark.parametrize(
    ("heights", "up", "down"),
    [("01", [PassageKind.WALK], [PassageKind.WALK]), ("02", [], [PassageKind.DROP])],
)
def test_the_height_of_an_edge_decides_how_it_is_taken(
    heights: str, up: list[PassageKind], down: list[PassageKind]
) -> None:
    passages = drawn("s.", heights)
    assert (kinds(passages, 0, 1), kinds(passages, 1, 0)) == (up, down)


def test_a_ramp_is_walked_up_and_down() -> None:
    passages = drawn("s>.", "002")
    assert [kinds(passages, *pair) for pair in ((0, 1), (1, 2), (2, 1), (1, 0))] == [
        [PassageKind.WALK]
    ] * 4


def test_a_body_does_not_fit_under_a_low_ceiling() -> None:
    passages = drawn("s.", "05", upper="..", at=240)
    assert kinds(passages, 2, 0) == []


def test_a_lift_leads_to_the_floor_beside_its_top() -> None:
    passages = drawn("sL#", legend="L: {lift: 256}", upper="#  ".replace("#", ".") + "")
    (up,) = (leap for leap in passages.leaps if leap.kind is PassageKind.LIFT)
    assert (passages.spaces[up.start].layer, passages.spaces[up.end].layer) == (0, 1)


def test_a_teleporter_leads_one_way() -> None:
    passages = drawn("sX#Y", legend="X: {teleporter: Y}, Y: exit")
    assert passages.leaps == [Passage(1, 2, PassageKind.TELEPORT)]


def test_a_pad_leads_to_the_nearest_place_of_its_mark() -> None:
    passages = drawn("K#sJ#K", legend="J: {pad: K}, K: exit")
    assert passages.leaps == [Passage(2, 3, PassageKind.PAD)]
