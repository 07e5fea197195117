"""What a bot can want: complete, comparable, and fit for a file."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest

from agentfw import decisions
from agentfw.decisions import (
    Camp,
    Do,
    Explore,
    Face,
    Fight,
    FightIntent,
    Follow,
    Hide,
    Intent,
    Leap,
    LookIntent,
    LookRound,
    MoveIntent,
    Patrol,
    PickUpItem,
    Retreat,
    SayIntent,
    ShootAt,
    Speak,
    TravelTo,
    UseLink,
    Wield,
)
from agentfw.errors import UsageError
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import EntityId, Jump, MoveTo, Say

A, B = EntityId("a"), EntityId("b")
HERE = Vec3(1.0, 2.0, 3.0)
EXAMPLES: tuple[Intent, ...] = (
    *(TravelTo(place=A), TravelTo(location=HERE, tolerance_uu=5.0), TravelTo(target=B)),
    *(Follow(target=A), Patrol(places=(A, B), ping_pong=True), Explore(), PickUpItem(item=A)),
    *(Retreat(), Retreat(from_player=A, calm_s=9.0), Hide(from_player=B), Camp(place=A)),
    *(UseLink(start=A, end=B), Leap(double=True)),
    Do(commands=(Jump(), MoveTo(location=HERE), Say(text="hi"))),
    *(Face(target=A), Face(location=HERE), Face(rotation=Rotation(1, 2, 3)), LookRound(turns=2)),
    *(Fight(), Fight(target=A, weapon=B, alt=True), ShootAt(location=HERE), Wield(weapon=A)),
    Speak(text="hello", team_only=True, to=A),
)
CHANNELS: tuple[Any, ...] = (MoveIntent, LookIntent, FightIntent, SayIntent)
every_example = pytest.mark.parametrize("intent", EXAMPLES, ids=repr)


def kinds(channel: Any) -> tuple[type[Intent], ...]:
    """The intents of a channel."""
    return typing.get_args(channel) or (channel,)


def test_every_intent_belongs_to_exactly_one_channel() -> None:
    listed = [kind for channel in CHANNELS for kind in kinds(channel)]
    assert sorted(kind.__name__ for kind in listed) == sorted(
        kind.__name__ for kind in Intent.__subclasses__()
    )


def test_there_is_an_example_of_every_intent() -> None:
    assert {type(intent) for intent in EXAMPLES} == set(Intent.__subclasses__())


def test_every_intent_can_be_imported_from_the_package() -> None:
    assert all(getattr(decisions, kind.__name__) is kind for kind in Intent.__subclasses__())


@every_example
def test_two_equal_wishes_are_one(intent: Intent) -> None:
    twin = type(intent)(**msgspec.structs.asdict(intent))
    assert twin == intent
    assert hash(twin) == hash(intent)


@every_example
def test_an_intent_cannot_be_changed(intent: Intent) -> None:
    with pytest.raises(AttributeError):
        intent.anything = 1  # type: ignore[attr-defined]


@every_example
def test_an_intent_survives_a_file(intent: Intent) -> None:
    channel = next(channel for channel in CHANNELS if type(intent) in kinds(channel))
    assert msgspec.json.decode(msgspec.json.encode(intent), type=channel) == intent


@every_example
def test_an_intent_prints_as_it_is_written(intent: Intent) -> None:
    names = {**vars(decisions), "Vec3": Vec3, "Rotation": Rotation}
    names |= {"Jump": Jump, "MoveTo": MoveTo, "Say": Say}
    assert eval(repr(intent), names) == intent  # noqa: S307 - our own text


@pytest.mark.parametrize(
    ("given", "found"),
    [({}, "none"), ({"place": A, "target": B}, "place, target")],
    ids=["nothing", "too much"],
)
def test_travel_needs_exactly_one_goal(given: dict[str, EntityId], found: str) -> None:
    with pytest.raises(UsageError) as caught:
        TravelTo(**given)  # type: ignore[arg-type]
    assert str(caught.value) == f"TravelTo needs exactly one of place, location, target; got {found}"


@pytest.mark.parametrize(
    ("given", "found"),
    [({}, "none"), ({"target": A, "location": HERE}, "target, location")],
    ids=["nothing", "too much"],
)
def test_facing_needs_exactly_one_direction(given: dict[str, object], found: str) -> None:
    with pytest.raises(UsageError) as caught:
        Face(**given)  # type: ignore[arg-type]
    assert str(caught.value) == f"Face needs exactly one of target, location, rotation; got {found}"


@pytest.mark.parametrize("places", [(), (A,)])
def test_a_patrol_needs_two_places(places: tuple[EntityId, ...]) -> None:
    with pytest.raises(UsageError) as caught:
        Patrol(places=places)
    assert str(caught.value) == f"Patrol needs two places or more, got {len(places)}"


def test_a_file_with_an_impossible_intent_is_refused() -> None:
    with pytest.raises(UsageError, match="TravelTo needs exactly one"):
        msgspec.json.decode(b'{"type": "TravelTo"}', type=TravelTo)
