"""What plans can call a spot, and how far it is to go there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.decisions import TravelTo
from agentfw.navigation import LinkKind
from agentfw.perception import Chart
from agentfw.skills.spots import entity, journey, spot
from agentfw.skills.ways import way_uu
from agentfw.vocabulary import BodyLimits, EntityId, FlagState
from tests.skills.moments import body, enemy, flag, item, moment, point, read, seen
from tests.support.bodies import map_of, row_of
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.skills import Moment

MAP = map_of({"DOM-X.PathNode1": at(10), "DOM-X.PathNode2": at(20)}, [])


def everything() -> Moment:
    return moment(
        enemy("Xan", 30, id=EntityId("DOM-X.Bot7")),
        item("DOM-X.Kit4", 40),
        point("DOM-X.DomPoint0", 50, 1),
        flag(0, FlagState.HELD, 60, home=at(61)),
        flag(1, FlagState.HOME, 70, home=at(71)),
        seen("DOM-X.Far9", 80),
        graph=MAP,
    )


@pytest.mark.parametrize(
    ("where", "x"),
    [
        ("DOM-X.PathNode1", 10),
        ("PathNode2", 20),
        ("dom-x.pathnode2", 20),
        ("DOM-X.Bot7", 30),
        ("xan", 30),
        ("Kit4", 40),
        ("DOM-X.DomPoint0", 50),
        ("DomPoint0", 50),
        ("dompoint0", 50),
        ("flag0", 60),
        ("own_flag", 60),
        ("own-base", 61),
        ("enemyFlag", 71),
        ("enemy_base", 71),
        ("Far9", 80),
    ],
)
def test_a_spot_has_many_names(where: str, x: float) -> None:
    assert spot(everything(), where) == at(x)


def test_a_location_is_a_spot() -> None:
    assert spot(moment(), at(1, 2, 3)) == at(1, 2, 3)


@pytest.mark.parametrize("where", ["nowhere", "", None, 7, "OTHER-X.PathNode1"])
def test_what_nobody_knows_is_no_spot(where: object) -> None:
    assert spot(everything(), where) is None


def test_a_flag_that_is_not_known_has_no_base() -> None:
    assert spot(moment(), "own_base") is None


@pytest.mark.parametrize(
    ("where", "goal"),
    [
        ("PathNode1", TravelTo(place=entity(everything().view, "PathNode1"))),
        ("Bot7", TravelTo(target=entity(everything().view, "Bot7"))),
        ("DomPoint0", TravelTo(target=entity(everything().view, "DomPoint0"))),
        ("own_base", TravelTo(location=at(61))),
        ("Far9", TravelTo(location=at(80))),
        (at(5), TravelTo(location=at(5))),
    ],
)
def test_a_journey_follows_what_moves(where: str | Vec3, goal: TravelTo) -> None:
    assert journey(everything(), where) == goal


def test_a_journey_to_nowhere_is_none() -> None:
    assert journey(everything(), "nowhere") is None


def test_distance_is_straight_and_the_way_goes_round() -> None:
    places = {"a": at(0), "b": at(0, 1000), "c": at(1000)}
    walks = [("a", "b", LinkKind.WALK), ("b", "c", LinkKind.WALK)]
    now = moment(graph=map_of(places, walks))
    assert read("distance_to", now, "c") == 1000.0
    assert read("way_to", now, "c") == pytest.approx(1000.0 + math.hypot(1000.0, 1000.0))


def test_without_a_way_it_is_infinitely_far() -> None:
    now = moment(graph=map_of({"a": at(0), "c": at(1000)}, []))
    assert read("way_to", now, "c") == math.inf
    assert read("travel_time", now, "c") == math.inf


def test_a_map_that_is_being_learned_may_lack_the_link() -> None:
    chart = Chart(map_of({"a": at(0), "c": at(1000)}, []), is_learned=True)
    assert way_uu(moment(chart=chart).view, at(1000)) == 2000.0


def test_travel_time_goes_by_the_speed_of_the_body() -> None:
    now = moment(graph=row_of("ab", 1000.0), limits=BodyLimits(ground_speed=500.0))
    assert read("travel_time", now, "b") == 2.0


def test_nobody_knows_how_far_it_is_from_an_unknown_body() -> None:
    now = moment(me=body(location=None), graph=row_of("ab"))
    assert read("distance_to", now, "b") == math.inf
    assert read("way_to", now, "b") == math.inf
