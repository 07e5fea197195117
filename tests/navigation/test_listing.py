"""What servers tell about places and links, as a graph."""

from __future__ import annotations

import pytest

from agentfw.geometry import Vec3
from agentfw.navigation import Link, LinkKind, graph_from_places
from agentfw.vocabulary import (
    ClassName,
    DominationPoint,
    EntityId,
    Listing,
    Percept,
    Place,
    PlaceKind,
    PlaceLink,
    TravelFlag,
)

A, B = EntityId("a"), EntityId("b")


def place(name: EntityId, x: float, z: float = 0.0, kind: PlaceKind | None = None) -> Place:
    return Place(id=name, location=Vec3(x, 0.0, z), kind=kind)


def only_link(start: Place, link: PlaceLink, end: Place) -> Link:
    (found,) = graph_from_places([start, link, end]).links
    return found


def kind_of(
    flags: TravelFlag | None,
    start: PlaceKind | None = None,
    end: PlaceKind | None = None,
    *,
    fall: float = 0.0,
    across: float = 100.0,
) -> LinkKind:
    link = PlaceLink(target=B, flags=flags)
    return only_link(place(A, 0.0, fall, start), link, place(B, across, 0.0, end)).kind


def test_a_link_leaves_the_place_told_before_it() -> None:
    told: list[Percept] = [place(A, 0.0), place(B, 100.0), PlaceLink(target=A)]
    (link,) = graph_from_places(told).links
    assert (link.start, link.end) == (B, A)


def test_a_link_that_names_its_source_leaves_that() -> None:
    told: list[Percept] = [place(A, 0.0), place(B, 100.0), PlaceLink(target=B, source=A)]
    (link,) = graph_from_places(told).links
    assert (link.start, link.end) == (A, B)


def test_listings_are_looked_into() -> None:
    inner = Listing(subject="places", percepts=(place(A, 0.0), PlaceLink(target=B), place(B, 100.0)))
    graph = graph_from_places([Listing(subject="world", percepts=(inner,))], "DM-Test")
    assert (list(graph.nodes), len(graph.links), graph.level) == ([A, B], 1, "DM-Test")


def test_places_without_a_location_are_left_out_with_their_links() -> None:
    graph = graph_from_places([Place(id=A), PlaceLink(target=B), place(B, 1.0), PlaceLink(target=A)])
    assert (list(graph.nodes), graph.links, graph.dangling) == ([B], (), 2)


def test_a_place_told_twice_counts_as_told_last() -> None:
    graph = graph_from_places([place(A, 0.0), place(A, 7.0)])
    assert graph.node(A).location == Vec3(7.0, 0.0, 0.0)


def test_domination_points_are_places() -> None:
    graph = graph_from_places([DominationPoint(id=A, location=Vec3(0.0, 0.0, 0.0))])
    assert graph.node(A).kind is PlaceKind.DOMINATION_POINT


def test_what_a_place_is_good_for_is_kept() -> None:
    told = Place(
        id=A,
        location=Vec3(0.0, 0.0, 0.0),
        kind=PlaceKind.ITEM_SPOT,
        item=EntityId("i"),
        item_class=ClassName("XWeapons.Shock"),
        team=1,
    )
    node = graph_from_places([told]).node(A)
    assert (node.item, node.item_class, node.team) == ("i", "XWeapons.Shock", 1)


def test_what_a_link_asks_of_a_body_is_kept() -> None:
    jump = Vec3(0.0, 0.0, 400.0)
    told = PlaceLink(
        target=B, flags=TravelFlag.JUMP, needed_jump=jump, force_double_jump=True, radius=30, height=50
    )
    link = only_link(place(A, 0.0), told, place(B, 100.0))
    assert (link.needed_jump, link.force_double_jump, link.radius, link.height) == (jump, True, 30, 50)


def test_forbidden_links_are_left_out() -> None:
    flags = TravelFlag.WALK | TravelFlag.PROSCRIBED
    graph = graph_from_places([place(A, 0.0), PlaceLink(target=B, flags=flags), place(B, 1.0)])
    assert (graph.links, graph.dangling) == ((), 0)


@pytest.mark.parametrize(
    ("flags", "kind"),
    [
        (None, LinkKind.WALK),
        (TravelFlag.WALK, LinkKind.WALK),
        (TravelFlag.JUMP, LinkKind.JUMP),
        (TravelFlag.SWIM, LinkKind.SWIM),
        (TravelFlag.LADDER, LinkKind.LADDER),
        (TravelFlag.FLY, LinkKind.FLY),
        (TravelFlag.DOOR | TravelFlag.WALK, LinkKind.DOOR),
        (TravelFlag.FLY | TravelFlag.WALK, LinkKind.WALK),
        (TravelFlag.PLAYER_ONLY, LinkKind.WALK),
    ],
)
def test_flags_tell_the_kind_of_a_link(flags: TravelFlag | None, kind: LinkKind) -> None:
    assert kind_of(flags) is kind


def test_between_teleporters_one_is_teleported() -> None:
    assert kind_of(TravelFlag.SPECIAL, PlaceKind.TELEPORTER, PlaceKind.TELEPORTER) is LinkKind.TELEPORT


def test_walking_past_two_teleporters_is_walking() -> None:
    assert kind_of(TravelFlag.WALK, PlaceKind.TELEPORTER, PlaceKind.TELEPORTER) is LinkKind.WALK


@pytest.mark.parametrize(
    "ends",
    [
        (PlaceKind.LIFT_CENTER, PlaceKind.LIFT_EXIT),
        (PlaceKind.LIFT_EXIT, PlaceKind.LIFT_CENTER),
        (PlaceKind.LIFT_CENTER, PlaceKind.ITEM_SPOT),
    ],
)
def test_special_links_of_a_lift_are_lifts(ends: tuple[PlaceKind, PlaceKind]) -> None:
    assert kind_of(TravelFlag.SPECIAL, *ends) is LinkKind.LIFT


def test_boarding_a_lift_is_no_walk_even_if_the_game_says_so() -> None:
    assert kind_of(TravelFlag.WALK, PlaceKind.LIFT_EXIT, PlaceKind.LIFT_CENTER) is LinkKind.LIFT


def test_what_is_forced_from_a_jump_pad_is_its_flight() -> None:
    flags = TravelFlag.FORCED | TravelFlag.JUMP
    assert kind_of(flags, PlaceKind.JUMP_PAD) is LinkKind.JUMP_PAD


def test_only_the_translocator_gets_over_some_links() -> None:
    link = PlaceLink(target=B, flags=TravelFlag.JUMP, only_translocator=True)
    assert only_link(place(A, 0.0), link, place(B, 100.0)).kind is LinkKind.TRANSLOCATE


def test_a_walk_far_down_is_a_drop() -> None:
    assert kind_of(TravelFlag.WALK, fall=71.0) is LinkKind.DROP


def test_a_long_ramp_down_is_a_walk() -> None:
    assert kind_of(TravelFlag.WALK, fall=100.0, across=400.0) is LinkKind.WALK


def test_a_step_down_is_a_walk() -> None:
    assert kind_of(TravelFlag.WALK, fall=70.0, across=10.0) is LinkKind.WALK


@pytest.mark.parametrize(
    ("flags", "ends", "cost"),
    [
        (TravelFlag.WALK, (None, None), 100.0),
        (TravelFlag.JUMP, (None, None), 160.0),
        (TravelFlag.DOOR, (None, None), 200.0),
        (TravelFlag.SWIM, (None, None), 150.0),
        (TravelFlag.SPECIAL, (PlaceKind.TELEPORTER, PlaceKind.TELEPORTER), 50.0),
        (TravelFlag.SPECIAL, (PlaceKind.LIFT_CENTER, PlaceKind.LIFT_EXIT), 600.0),
        (TravelFlag.SPECIAL, (PlaceKind.LIFT_EXIT, PlaceKind.LIFT_CENTER), 100.0),
    ],
)
def test_links_cost_their_length_and_what_their_kind_adds(
    flags: TravelFlag, ends: tuple[PlaceKind | None, PlaceKind | None], cost: float
) -> None:
    start, end = place(A, 0.0, 0.0, ends[0]), place(B, 100.0, 0.0, ends[1])
    assert only_link(start, PlaceLink(target=B, flags=flags), end).cost == pytest.approx(cost)


def test_places_on_one_spot_are_not_linked_for_nothing() -> None:
    assert only_link(place(A, 0.0), PlaceLink(target=B), place(B, 0.0)).cost == 1.0
