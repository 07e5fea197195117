"""Pictures of graphs."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from agentfw.geometry import Vec3
from agentfw.navigation import Node, PlaceGraph, Router
from agentfw.navigation.drawing import draw_routes
from agentfw.vocabulary import EntityId
from tests.support.mazes import chain_of_rooms

SVG = "{http://www.w3.org/2000/svg}"


def drawn(router: Router, route_to: str | None = None) -> ET.Element:
    route = router.route(EntityId("r0p0"), EntityId(route_to)) if route_to else None
    return ET.fromstring(draw_routes(router, route))  # noqa: S314 - our own picture


def test_every_place_is_drawn_in_the_color_of_its_cluster() -> None:
    circles = drawn(Router(chain_of_rooms(10, 10, lambda a, b: True))).findall(f"{SVG}circle")
    assert len(circles) == 100
    assert len({circle.get("fill") for circle in circles}) == 10


def test_portals_have_a_ring() -> None:
    router = Router(chain_of_rooms(10, 10, lambda a, b: True))
    rings = [circle for circle in drawn(router).findall(f"{SVG}circle") if circle.get("stroke")]
    titles = [ring.findtext(f"{SVG}title") or "" for ring in rings]
    assert [title.partition(",")[0] for title in titles] == list(router.portals)


def test_a_route_is_a_line_through_its_places() -> None:
    router = Router(chain_of_rooms(10, 10, lambda a, b: True))
    (line,) = drawn(router, "r1p9").findall(f"{SVG}polyline")
    route = router.route(EntityId("r0p0"), EntityId("r1p9"))
    assert route is not None
    assert len((line.get("points") or "").split()) == len(route.places)


def test_names_are_escaped() -> None:
    graph = PlaceGraph([Node(EntityId('<a&"b>'), Vec3(0.0, 0.0, 0.0))], [], "<level>")
    picture = drawn(Router(graph))
    assert picture.findtext(f"{SVG}title") == "<level>"
    assert picture.findtext(f"{SVG}circle/{SVG}title") == '<a&"b>, cluster 0'


def test_an_empty_map_is_a_picture_too() -> None:
    assert drawn(Router(PlaceGraph([], []))).tag == f"{SVG}svg"
