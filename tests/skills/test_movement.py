"""Being somewhere, getting there, wandering."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from agentfw.decisions import (
    Activity,
    ActivityState,
    Camp,
    Explore,
    Face,
    Fight,
    Follow,
    PickUpItem,
    TravelTo,
)
from agentfw.navigation import LinkKind, Node, PlaceGraph
from agentfw.perception import Chart
from agentfw.skills import Done
from agentfw.skills.wanting import FOCUS, Focus
from agentfw.vocabulary import EntityId, PlaceKind
from tests.skills.moments import (
    NOW,
    act_of,
    activity,
    body,
    enemy,
    fail,
    gun,
    item,
    mate,
    moment,
    read,
    seen,
    want,
)
from tests.support.bodies import map_of, row_of
from tests.support.seeing import at

ROW = row_of("abcd", 400.0)
FAILED = ActivityState.FAILED


def place(name: str, **more: Any) -> TravelTo:
    return TravelTo(EntityId(name), **more)


# At and neighborTo


@pytest.mark.parametrize(("x", "holds"), [(0, True), (59, True), (61, False)])
def test_t1_at_goes_by_coordinates(x: float, holds: bool) -> None:  # noqa: FBT001
    assert read("At", moment(me=body(at(x)), graph=ROW), "a") is holds


def test_at_is_not_true_on_another_floor() -> None:
    assert not read("at", moment(me=body(at(0, 0, 200)), graph=ROW), "a")


def test_d8_being_on_the_way_is_not_being_there() -> None:
    now = moment(activity(place("b")), me=body(at(200)), graph=ROW)
    assert not read("At", now, "b")


def test_t1_neighbors_are_read_along_the_link() -> None:
    drop = map_of({"up": at(0, 0, 300), "down": at(200)}, [("up", "down", LinkKind.DROP)])
    assert read("neighborTo", moment(me=body(at(0, 0, 300)), graph=drop), "down")
    assert not read("neighborTo", moment(me=body(at(200)), graph=drop), "up")


def test_d9_a_place_two_links_away_is_no_neighbor() -> None:
    now = moment(graph=ROW)
    assert read("neighborTo", now, "b")
    assert not read("neighborTo", now, "c")


def test_a_reachable_place_in_sight_is_a_neighbor_on_a_map_without_links() -> None:
    now = moment(seen("x", 300), seen("y", 300, reachable=False))
    assert read("neighborTo", now, "x")
    assert not read("neighborTo", now, "y")


def test_the_place_is_that_where_the_body_stands() -> None:
    assert read("place", moment(place=EntityId("c"), graph=ROW)) == "c"
    assert read("place", moment(me=body(at(450)), graph=ROW)) == "b"
    assert read("place", moment()) is None


# TravelTo and RunTo


def test_travelling_wants_to_be_there() -> None:
    assert want("TravelTo", moment(graph=ROW), "d").move == place("d")


def test_t5_travel_can_yield_to_attacks_and_to_enemies() -> None:
    moved = want("travel_to", moment(graph=ROW), "d", True, True).move
    assert moved == TravelTo(EntityId("d"), stop_if_attacked=True, stop_if_enemy_seen=True)


def test_travelling_to_nowhere_fails_and_says_so() -> None:
    assert fail("TravelTo", moment(graph=ROW), "z") == 'nobody knows where "z" is'


def test_running_needs_a_direct_link() -> None:
    now = moment(graph=ROW)
    assert want("RunTo", now, "b").move == place("b")
    assert fail("RunTo", now, "c") == "no direct link leads to c"


def test_running_to_where_one_is_needs_no_link() -> None:
    lonely = map_of({"a": at(0)}, [])
    assert want("RunTo", moment(graph=lonely), "a").move == place("a")


# Random choices


def test_t6_random_places_are_equally_likely() -> None:
    rng = Random(5)  # noqa: S311
    now = moment(*(seen(name, 300, index) for index, name in enumerate("pqrs")), rng=rng, graph=ROW)
    chosen = [want("RunToRandom", now).move for _ in range(4000)]
    counts = [chosen.count(place(name)) for name in "pqrs"]
    assert sum(counts) == 4000
    assert all(900 < count < 1100 for count in counts)


def test_t6_random_choices_depend_on_the_seed_alone() -> None:
    def go(seed: int) -> list[object]:
        now = moment(*(seen(name, 300) for name in "pqrs"), rng=Random(seed), graph=ROW)  # noqa: S311
        return [want("RunToRandom", now).move for _ in range(20)]

    assert go(1) == go(1)
    assert go(1) != go(2)


def test_a_random_run_leads_to_another_reachable_place() -> None:
    now = moment(
        seen("a", 0), seen("p", 300), seen("q", 300, reachable=False), graph=ROW, place=EntityId("a")
    )
    assert {want("RunToRandom", now).move for _ in range(20)} == {place("p")}


def test_a_random_run_without_a_place_fails() -> None:
    assert fail("RunToRandom", moment(graph=ROW)) == "no place in sight can be run to"


def test_where_no_reach_is_told_links_tell_it() -> None:
    places = [seen(name, 400.0 * number, reachable=None) for number, name in enumerate("abcd")]
    now = moment(*places, graph=ROW)
    assert {want("RunToRandom", now).move for _ in range(40)} == {place("b"), place("c")}


def test_asked_again_on_the_way_a_random_run_goes_on() -> None:
    first = want("RunToRandom", moment(*(seen(name, 300) for name in "pqrs"), graph=ROW))
    assert first.move is not None
    on_the_way = moment(
        activity(first.move), *(seen(name, 300) for name in "pqrs"), graph=ROW, notes=first.notes
    )
    assert {want("RunToRandom", on_the_way).move for _ in range(20)} == {first.move}


def spots(*names: str) -> PlaceGraph:
    nodes = [
        Node(EntityId(name), at(500.0 + 300 * number), kind=PlaceKind.ITEM_SPOT)
        for number, name in enumerate(names)
    ]
    return PlaceGraph([*nodes, Node(EntityId("plain"), at(0))], ())


def test_d21_every_inventory_spot_is_equally_likely() -> None:
    now = moment(graph=spots(*"pqrs"), rng=Random(3))  # noqa: S311
    chosen = [want("RunToRandomINV", now).move for _ in range(4000)]
    assert all(900 < chosen.count(place(name)) < 1100 for name in "pqrs")


def test_before_the_map_is_known_the_items_seen_are_the_spots() -> None:
    assert want("RunToRandomINV", moment(item("kit", 700))).move == place("kit")


def test_without_inventory_spots_it_fails() -> None:
    assert fail("RunToRandomINV", moment(graph=ROW)) == "no place is known where items lie"


# Waypoints


def test_a_waypoint_is_farther_than_30() -> None:
    assert read("reachable-nav-point", moment(seen("x", 30), graph=ROW)) is None
    assert read("reachable-nav-point", moment(seen("x", 31), graph=ROW)) == "x"


def test_b3_the_least_visited_waypoint_is_chosen() -> None:
    places = (seen("x", 100), seen("y", 400), seen("z", 900))
    visits = {EntityId("x"): 2, EntityId("y"): 1, EntityId("z"): 1}
    assert read("reachable-nav-point", moment(*places, visits=visits)) == "y"
    assert read("reachable-nav-point", moment(*reversed(places), visits=visits)) == "y"


def test_b3_whoever_goes_in_circles_goes_to_a_neglected_place() -> None:
    visits = {EntityId("a"): 5, EntityId("b"): 4, EntityId("c"): 2}
    now = moment(seen("b", 400), graph=ROW, visits=visits)
    assert read("reachable-nav-point", now) == "d"
    few = {EntityId("a"): 5, EntityId("b"): 2}
    assert read("reachable-nav-point", moment(seen("b", 400), graph=ROW, visits=few)) == "b"


def test_a_neglected_place_without_a_way_is_tried_on_an_unfinished_map_only() -> None:
    apart = map_of({"a": at(0), "b": at(400), "z": at(900)}, [("a", "b", LinkKind.WALK)])
    visits = {EntityId("a"): 9, EntityId("b"): 9}
    told: dict[str, Any] = {"visits": visits, "chart": Chart(apart)}
    assert read("reachable-nav-point", moment(seen("b", 400), **told)) == "b"
    told["chart"] = Chart(apart, is_learned=True)
    assert read("reachable-nav-point", moment(seen("b", 400), **told)) == "z"
    in_vain = activity(place("z"), FAILED, reason="there is no way")
    assert read("reachable-nav-point", moment(in_vain, seen("b", 400), **told)) == "b"


def test_of_waypoints_as_far_the_first_by_name_is_chosen() -> None:
    assert read("reachable-nav-point", moment(seen("y", 100), seen("x", -100))) == "x"


def test_a_waypoint_that_cannot_be_reached_is_none() -> None:
    assert read("reachable-nav-point", moment(seen("x", 400, reachable=False))) is None


def test_the_goal_of_the_journey_stays_the_waypoint() -> None:
    going = activity(place("d", tolerance_uu=25.0))
    assert read("reachable-nav-point", moment(going, seen("b", 400), graph=ROW)) == "d"


def test_a_goal_within_30_is_a_waypoint_no_more() -> None:
    now = moment(activity(place("d")), seen("b", 400), me=body(at(1180)), graph=ROW)
    assert read("reachable-nav-point", now) == "b"


def test_walking_to_a_waypoint_ends_nearer_than_30() -> None:
    assert want("walk-to-nav-point", moment(seen("b", 400), graph=ROW)).move == place(
        "b", tolerance_uu=25.0
    )


def test_a_waypoint_not_on_the_map_yet_is_a_location() -> None:
    moved = want("walk-to-nav-point", moment(seen("x", 400))).move
    assert moved == TravelTo(location=at(400), tolerance_uu=25.0)


def test_without_a_waypoint_walking_to_it_fails() -> None:
    assert fail("walk-to-nav-point", moment()) == "no place in sight can be run to"


# Steps


def test_walking_is_a_step_ahead() -> None:
    moved = want("walk", moment(me=body(at(10, 20), yaw=16384))).move
    assert isinstance(moved, TravelTo)
    assert moved.location is not None
    assert moved.location.distance_to(at(10, 160)) < 0.1


def test_a_step_under_way_goes_on() -> None:
    step = want("walk", moment()).move
    assert isinstance(step, TravelTo)
    assert want("inch", moment(activity(step), me=body(at(50)))).move == step


@pytest.mark.parametrize(("x", "yaw"), [(120, 0), (50, 16384)])
def test_a_new_step_begins_near_the_end_and_after_a_turn(x: float, yaw: int) -> None:
    step = want("walk", moment()).move
    assert isinstance(step, TravelTo)
    assert want("walk", moment(activity(step), me=body(at(x), yaw=yaw))).move != step


def test_b4_steps_succeed() -> None:
    assert isinstance(want("inch", moment()).move, TravelTo)


def test_stopping_stops_the_legs_alone() -> None:
    assert want("stop-bot", moment()).stops == ("move",)


# Reach


def no_way(**told: Any) -> Activity:
    return activity(TravelTo(location=at(900)), FAILED, reason="there is no way", **told)


def test_too_close_for_path_is_a_journey_without_a_way() -> None:
    assert read("too-close-for-path", moment(no_way()))
    assert not read("too-close-for-path", moment())
    assert not read("too-close-for-path", moment(activity(TravelTo(location=at(9)), FAILED)))


def test_b4_expiring_reach_succeeds_and_forgets_the_failure() -> None:
    outcome = act_of("expire-reachable-info").function(moment())
    assert isinstance(outcome, Done)
    assert not read("too-close-for-path", moment(no_way(), notes=outcome.notes))


# Others


def test_seeing_a_player_is_seeing_anybody() -> None:
    assert read("see-player", moment(mate()))
    assert not read("see-player", moment(enemy(is_visible=False)))


@pytest.mark.parametrize(("x", "holds"), [(49, True), (50, False)])
def test_close_is_nearer_than_50(x: float, holds: bool) -> None:  # noqa: FBT001
    assert read("close-to-player", moment(enemy(x=x))) is holds


def test_moving_to_a_player_goes_to_the_nearest() -> None:
    now = moment(enemy("far", 900), mate("near", 200))
    assert want("move-player", now).move == TravelTo(target=EntityId("near"))
    assert fail("move-player", moment()) == "nobody is in sight"


def test_following_a_friend_follows_the_nearest_or_the_one_named() -> None:
    now = moment(mate("near", 200), mate("far", 900), enemy("foe", 100))
    assert want("follow_mate", now).move == Follow(EntityId("near"))
    assert want("follow_mate", now, "far").move == Follow(EntityId("far"))
    assert fail("follow_mate", moment(enemy())) == "no friend is in sight"


def test_camping_and_guarding_choose_places_near_the_spot() -> None:
    now = moment(graph=row_of("abcdefgh", 400.0))
    assert want("camp", now, at(790), 5.0).move == Camp(EntityId("c"), 5.0)
    rounds = {want("guard", now, "d", 500.0).move for _ in range(60)}
    assert rounds == {TravelTo(EntityId(name), stop_if_enemy_seen=True) for name in "cde"}


def test_exploring_is_left_to_the_body() -> None:
    assert want("explore", moment()).move == Explore()


# With an attacker in view


def focused(**told: bool) -> dict[str, Focus]:
    return {FOCUS: Focus(EntityId("foe"), NOW - 1.0, **told)}


def test_rule_36_whoever_runs_looks_at_the_attacker() -> None:
    now = moment(enemy(), graph=ROW, notes=focused())
    assert want("travel_to", now, "d").look == Face(target=EntityId("foe"))


def test_rule_36_without_an_attacker_nobody_looks_back() -> None:
    assert want("travel_to", moment(enemy(), graph=ROW), "d").look is None


def test_rule_38_shooting_is_resumed_when_the_attacker_is_back_in_sight() -> None:
    notes = focused(is_shot_at=True)
    hidden = enemy(is_visible=False, seen_at=NOW - 3.0)
    assert want("travel_to", moment(hidden, gun(), graph=ROW, notes=notes), "d").fight is None
    back = want("travel_to", moment(enemy(), gun(), graph=ROW, notes=notes), "d")
    assert back.fight == Fight(target=EntityId("foe"))


def test_fetching_items_looks_at_the_attacker_as_well() -> None:
    now = moment(enemy(), item("kit"), notes=focused())
    wanted = want("runto-medical-kit", now)
    assert (wanted.move, wanted.look) == (
        PickUpItem(EntityId("kit")),
        Face(target=EntityId("foe")),
    )
