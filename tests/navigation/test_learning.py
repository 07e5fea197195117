"""Maps that a bot makes by itself."""

from __future__ import annotations

import pytest

from agentfw.errors import UsageError
from agentfw.geometry import Vec3
from agentfw.navigation import LinkKind, MapLearner, Router
from agentfw.vocabulary import ClassName, EntityId, PathStep, PlaceKind

A, B, C = (EntityId(name) for name in "abc")


def learner(*heights: float) -> MapLearner:
    """Somebody who has seen places 100 uu apart, at the heights given."""
    made = MapLearner("DM-Test")
    for number, (name, height) in enumerate(zip((A, B, C), heights, strict=False)):
        made.see(name, Vec3(100.0 * number, 0.0, height))
    return made


def pairs(made: MapLearner) -> list[tuple[EntityId, EntityId]]:
    return [(link.start, link.end) for link in made.graph().links]


def test_places_seen_are_on_the_map() -> None:
    made = MapLearner("DM-Test")
    made.see(A, Vec3(1.0, 2.0, 3.0), PlaceKind.ITEM_SPOT, ClassName("Health"))
    node = made.graph().node(A)
    assert (node.location, node.kind, node.item_class) == (
        Vec3(1.0, 2.0, 3.0),
        PlaceKind.ITEM_SPOT,
        "Health",
    )
    assert (node.is_learned, made.graph().level) == (True, "DM-Test")


def test_seeing_links_nothing() -> None:
    assert pairs(learner(0.0, 0.0)) == []


def test_a_place_that_can_be_run_to_is_linked_both_ways() -> None:
    made = learner(0.0)
    made.see(B, Vec3(100.0, 0.0, 0.0), reachable_from=A)
    assert pairs(made) == [(A, B), (B, A)]


def test_where_one_was_is_ignored_while_that_place_is_unknown() -> None:
    made = MapLearner()
    made.see(B, Vec3(100.0, 0.0, 0.0), reachable_from=A)
    assert pairs(made) == []


def test_a_run_links_both_ways_on_even_ground() -> None:
    made = learner(0.0, 0.0)
    made.walked(A, B)
    assert pairs(made) == [(A, B), (B, A)]


def test_a_run_far_down_does_not_lead_back_up() -> None:
    made = learner(200.0, 0.0)
    made.walked(A, B)
    (link,) = made.graph().links
    assert (link.start, link.kind) == (A, LinkKind.DROP)


def test_a_run_up_leads_back_down() -> None:
    made = learner(0.0, 200.0)
    made.walked(A, B)
    assert pairs(made) == [(A, B), (B, A)]


def test_a_run_between_places_never_seen_is_reported() -> None:
    with pytest.raises(UsageError, match=r'^place "b" has not been seen yet$'):
        learner(0.0).walked(A, B)


def test_a_run_from_a_place_to_itself_is_no_link() -> None:
    made = learner(0.0)
    made.walked(A, A)
    assert pairs(made) == []


def test_the_steps_of_a_path_are_linked_one_to_the_next() -> None:
    made = MapLearner()
    made.path([PathStep(name, Vec3(100.0 * n, 0.0, 0.0)) for n, name in enumerate((A, B, C))])
    assert pairs(made) == [(A, B), (B, A), (B, C), (C, B)]


def test_steps_of_a_path_without_a_location_are_taken_from_what_was_seen() -> None:
    made = learner(0.0, 0.0)
    made.path([PathStep(A), PathStep(B)])
    assert (A, B) in pairs(made)


def test_a_step_that_is_nowhere_breaks_the_path() -> None:
    made = learner(0.0, 0.0)
    made.path([PathStep(A), PathStep(EntityId("x")), PathStep(B)])
    assert pairs(made) == []


def test_a_link_that_fails_becomes_dearer_each_time() -> None:
    made = learner(0.0, 0.0)
    made.walked(A, B)
    costs = []
    for _ in range(2):
        made.failed(A, B)
        link = made.graph().link(A, B)
        assert link is not None
        costs.append(link.cost)
    assert costs == [200.0, 300.0]


def test_a_link_that_fails_three_times_is_forgotten() -> None:
    made = learner(0.0, 0.0)
    made.walked(A, B)
    for _ in range(3):
        made.failed(A, B)
    assert pairs(made) == [(B, A)]


def test_a_forgotten_link_is_not_assumed_again_but_a_run_brings_it_back() -> None:
    made = learner(0.0, 0.0)
    made.walked(A, B)
    for _ in range(3):
        made.failed(A, B)
    made.see(B, Vec3(100.0, 0.0, 0.0), reachable_from=A)
    assert (A, B) not in pairs(made)
    made.walked(A, B)
    link = made.graph().link(A, B)
    assert link is not None
    assert link.cost == 100.0


def test_failing_where_there_is_no_link_teaches_nothing() -> None:
    made = learner(0.0, 0.0)
    before = made.version
    made.failed(A, B)
    assert made.version == before


def test_the_version_changes_only_when_something_is_new() -> None:
    made = learner(0.0, 0.0)
    made.walked(A, B)
    before, graph = made.version, made.graph()
    made.see(A, Vec3(0.0, 0.0, 0.0))
    made.walked(A, B)
    made.walked(B, A)
    assert made.version == before
    assert made.graph() is graph


def test_something_new_makes_a_new_graph() -> None:
    made = learner(0.0)
    graph, before = made.graph(), made.version
    made.see(B, Vec3(5.0, 0.0, 0.0))
    assert made.version > before
    assert (len(graph), len(made.graph())) == (1, 2)


def test_a_place_that_moved_is_where_it_was_seen_last() -> None:
    made = learner(0.0)
    made.see(A, Vec3(7.0, 0.0, 0.0))
    assert made.graph().node(A).location == Vec3(7.0, 0.0, 0.0)


def test_what_was_known_about_a_place_is_kept_when_less_is_told() -> None:
    made = MapLearner()
    made.see(A, Vec3(0.0, 0.0, 0.0), PlaceKind.ITEM_SPOT, ClassName("Health"))
    made.see(A, Vec3(0.0, 0.0, 0.0))
    assert made.graph().node(A).kind is PlaceKind.ITEM_SPOT


def test_too_many_places_are_ignored_and_counted() -> None:
    made = MapLearner(max_places=2)
    for name in (A, B, C):
        made.see(name, Vec3(0.0, 0.0, 0.0), reachable_from=A)
    made.path([PathStep(A), PathStep(C, Vec3(0.0, 0.0, 0.0))])
    assert (list(made.graph().nodes), made.ignored) == ([A, B], 2)


def test_a_learned_map_can_be_traveled() -> None:
    made = learner(0.0, 0.0, 0.0)
    made.walked(A, B)
    made.walked(B, C)
    assert Router(made.graph()).cost(A, C) == 200.0


@pytest.mark.parametrize(
    ("kinds", "end", "kind"),
    [
        ((None, None), Vec3(100.0, 0.0, 60.0), LinkKind.JUMP),
        ((None, None), Vec3(400.0, 0.0, 100.0), LinkKind.WALK),
        ((None, None), Vec3(100.0, 0.0, -200.0), LinkKind.DROP),
        ((PlaceKind.LIFT_CENTER, None), Vec3(100.0, 0.0, 300.0), LinkKind.LIFT),
        ((PlaceKind.TELEPORTER, PlaceKind.TELEPORTER), Vec3(2000.0, 0.0, 0.0), LinkKind.WALK),
    ],
)
def test_what_a_link_asks_for_is_told_by_its_ends(
    kinds: tuple[PlaceKind | None, PlaceKind | None], end: Vec3, kind: LinkKind
) -> None:
    made = MapLearner()
    made.see(A, Vec3(0.0, 0.0, 0.0), kinds[0])
    made.see(B, end, kinds[1])
    made.walked(A, B)
    link = made.graph().link(A, B)
    assert link is not None
    assert link.kind is kind


def test_who_is_carried_learns_a_teleport_without_a_way_back() -> None:
    made = MapLearner()
    made.see(A, Vec3(0.0, 0.0, 0.0), PlaceKind.TELEPORTER)
    made.see(B, Vec3(200.0, 0.0, 0.0), PlaceKind.TELEPORTER)
    made.walked(A, B, is_teleport=True)
    assert [(link.start, link.kind) for link in made.graph().links] == [(A, LinkKind.TELEPORT)]


def test_a_path_between_teleporters_is_a_teleport() -> None:
    made = MapLearner()
    made.see(A, Vec3(0.0, 0.0, 0.0), PlaceKind.TELEPORTER)
    made.see(B, Vec3(200.0, 0.0, 0.0), PlaceKind.TELEPORTER)
    made.path([PathStep(A), PathStep(B)])
    assert [(link.start, link.kind) for link in made.graph().links] == [(A, LinkKind.TELEPORT)]
