"""Every place of every map is reached, from wherever a bot comes into the game."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.maps.level import ThingKind
from agentfw.arena.server import Arena, ArenaOptions
from agentfw.brains import TravelTo
from agentfw.geometry import Vec3
from tests.scenarios.brains import Errands, Journeys
from tests.scenarios.stage import HALF_HEIGHT
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.decisions import Activity
    from agentfw.vocabulary import EntityId
    from tests.scenarios.stage import Stage

_QUICK_TOUR: Final = 160
"""How many places a quick tour visits: all of them on every map but the largest."""
every_map = pytest.mark.parametrize("name", known_maps())


def quiet(name: str, dialect: str = GB2004.name) -> Arena:
    """A map with nobody in it, in a match without an end."""
    return Arena(ArenaOptions(map=name, dialect=dialect, seed=1, time_limit_min=0.0, score_limit=0))


def starts(name: str) -> list[Vec3]:
    """Where bodies come into the game, each the center of a body."""
    things = find_map(name).level.things
    up = Vec3(0.0, 0.0, HALF_HEIGHT)
    return [thing.location + up for thing in things if thing.kind is ThingKind.START]


def shuffled(arena: Arena, seed: int = 1) -> list[EntityId]:
    """All places of a map, in an order that nobody would choose."""
    places = list(arena.world.place_ids)
    random.Random(seed).shuffle(places)  # noqa: S311 - predictable on purpose
    return places


def farthest(arena: Arena, start: Vec3, count: int) -> list[EntityId]:
    """The places with the longest ways to them."""
    world = arena.world
    first = world.routes.nearest_to(start - Vec3(0.0, 0.0, HALF_HEIGHT))
    assert first is not None
    numbers = range(len(world.place_ids))
    ranked = sorted(numbers, key=lambda number: -world.routes.distance(first, number))
    return [world.place_ids[number] for number in ranked[:count]]


def told(failures: list[Activity]) -> list[tuple[object, str]]:
    """What did not work and why, for a message worth reading."""
    return [(activity.intent, activity.reason) for activity in failures]


def make(stage: Stage, journeys: list[tuple[Vec3, TravelTo]]) -> list[Activity]:
    """Make journeys; those that did not work."""
    bob = stage.enter(lambda: Journeys(journeys))
    stage.play_until(lambda: bob.brain.is_finished, within=90.0 * len(journeys))
    return bob.brain.failures


@every_map
def test_tour_over_the_places_of_a_map_has_no_failure(stage: Stage, name: str) -> None:
    places = shuffled(stage.open(quiet(name)))[:_QUICK_TOUR]
    bob = stage.enter(lambda: Errands(*map(TravelTo, places)))
    stage.play_until(lambda: bob.brain.is_finished, within=60.0 * len(places))
    assert told(bob.brain.failures) == []


@every_map
def test_far_places_are_reached_from_every_start(stage: Stage, name: str) -> None:
    arena = stage.open(quiet(name))
    journeys = [(start, TravelTo(goal)) for start in starts(name) for goal in farthest(arena, start, 2)]
    assert told(make(stage, journeys)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"),
    [pair for name in known_maps() for pair in product([name], range(len(starts(name))))],
)
def test_every_place_is_reached_from_every_start(stage: Stage, name: str, number: int) -> None:
    start = starts(name)[number]
    journeys = [(start, TravelTo(goal)) for goal in shuffled(stage.open(quiet(name)), number)]
    assert told(make(stage, journeys)) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@every_map
def test_learned_map_leads_nearly_everywhere_and_every_failure_has_a_reason(
    stage: Stage, name: str
) -> None:
    world = stage.open(quiet(name, CLASSIC.name)).world
    goals = [world.location_of(place) for place in shuffled(stage.arena)]
    bob = stage.enter(lambda: Errands(*(TravelTo(location=goal) for goal in goals)))
    stage.play_until(lambda: bob.brain.is_finished, within=60.0 * len(goals))
    failures = bob.brain.failures
    assert len(failures) <= 0.03 * len(goals), told(failures)
    assert all(activity.reason for activity in failures)
