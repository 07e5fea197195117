"""Doors and buttons: nested ones are opened from the innermost out."""

from __future__ import annotations

import pytest

from agentfw.geometry import Vec3
from agentfw.navigation import Doorways, Link, LinkKind, Node, PlaceGraph, Router
from agentfw.vocabulary import EntityId


def place(name: str, x: float) -> Node:
    return Node(EntityId(name), Vec3(x, 0.0, 0.0))


def door(start: str, end: str, button: str | None, cost: float = 100.0) -> list[Link]:
    opened_by = EntityId(button) if button is not None else None
    kind = LinkKind.DOOR if button is not None else LinkKind.WALK
    return [
        Link(EntityId(a), EntityId(b), cost, kind, opened_by=opened_by)
        for a, b in ((start, end), (end, start))
    ]


def house(*, buttons: dict[str, str | None]) -> Router:
    """A hall with rooms around it, each behind a door with a button somewhere."""
    rooms = ("attic", "bath", "cellar", "den")
    nodes = [place("hall", 0.0), *(place(room, 100.0 * i) for i, room in enumerate(rooms, 1))]
    links = [link for room in rooms for link in door("hall", room, buttons.get(room))]
    return Router(PlaceGraph(nodes, links))


NESTED = {"attic": "bath", "bath": "cellar", "cellar": "den", "den": None}
"""The button of each room is in the next one; the last room is open."""


def walk(router: Router, doorways: Doorways, start: str, goal: str, step_s: float) -> list[str]:
    """The places that a body visits which goes where it is sent, one link at a time."""
    at, now, visited = EntityId(start), 0.0, [start]
    for _ in range(100):
        doorways.visit(at, now)
        if at == goal:
            return visited
        target = doorways.errand(router, at, EntityId(goal), now)
        assert target is not None
        link = router.next_link(at, target)
        assert link is not None
        assert doorways.is_open(link, now), "ran at a closed door"
        at, now = link.end, now + step_s
        visited.append(at)
    pytest.fail(f"runs in circles: {visited[:20]}")


def test_four_nested_doors_that_close_after_four_seconds_are_opened_in_reverse_order() -> None:
    visited = walk(house(buttons=NESTED), Doorways(4.0), "hall", "attic", step_s=1.0)
    assert visited == ["hall", "den", "hall", "cellar", "hall", "bath", "hall", "attic"]


def test_an_open_way_needs_no_button() -> None:
    router = house(buttons={})
    assert Doorways().errand(router, EntityId("hall"), EntityId("attic"), 0.0) == "attic"


def test_what_is_wanted_is_a_stack_with_the_innermost_button_on_top() -> None:
    doorways = Doorways()
    first = doorways.errand(house(buttons=NESTED), EntityId("hall"), EntityId("attic"), 0.0)
    assert first == "den"
    assert doorways.stack == ("bath", "cellar", "den")


def test_a_door_is_closed_again_after_its_time() -> None:
    router, doorways = house(buttons={"attic": "bath", "bath": None}), Doorways(4.0)
    doorways.visit(EntityId("bath"), 10.0)
    assert doorways.errand(router, EntityId("bath"), EntityId("attic"), 13.9) == "attic"
    assert doorways.errand(router, EntityId("hall"), EntityId("attic"), 14.0) == "bath"


def test_a_door_that_was_found_shut_is_opened_again() -> None:
    router, doorways = house(buttons={"attic": "bath", "bath": None}), Doorways(4.0)
    doorways.visit(EntityId("bath"), 10.0)
    link = router.next_link(EntityId("hall"), EntityId("attic"))
    assert link is not None
    doorways.shut(link)
    assert doorways.errand(router, EntityId("hall"), EntityId("attic"), 11.0) == "bath"


def test_a_button_behind_its_own_door_has_no_solution() -> None:
    router = house(buttons={"attic": "bath", "bath": "bath"})
    assert Doorways().errand(router, EntityId("hall"), EntityId("attic"), 0.0) is None


def test_buttons_behind_each_others_doors_have_no_solution() -> None:
    router = house(buttons={"attic": "bath", "bath": "cellar", "cellar": "bath"})
    assert Doorways().errand(router, EntityId("hall"), EntityId("attic"), 0.0) is None
