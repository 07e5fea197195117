from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.maps.drawing import draw_svg, draw_text
from agentfw.arena.maps.mapfiles import load_map

SMALL = """\
map: DM-<Small>
about: A & B.
modes: [dm]
players: 2-4
layers:
  - at: 0
    rows: |
      #####
      #s>.#
      #~!.#
      #####
    heights: |
      00000
      00022
      00002
      00000
"""


def test_text_shows_what_was_drawn() -> None:
    level = load_map(SMALL, "m.yaml").level
    assert draw_text(level) == [
        "layer 1, floors from 0 to 64 uu",
        *("#####", "#s>.#", "#~!.#", "#####"),
    ]


def test_names_are_escaped_in_the_picture() -> None:
    picture = ET.fromstring(draw_svg(load_map(SMALL, "m.yaml")))  # noqa: S314 - our own text
    title = picture.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "DM-<Small>: A & B."


@pytest.mark.parametrize("name", known_maps())
def test_every_map_can_be_drawn(name: str) -> None:
    map_file = find_map(name)
    marks = {thing.mark for thing in map_file.level.things}
    picture = draw_svg(map_file)
    ET.fromstring(picture)  # noqa: S314 - our own text
    assert all(mark in picture for mark in marks)
