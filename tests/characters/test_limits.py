"""No shot of anybody with a character comes too soon, or from a gun that has turned too fast."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from agentfw.characters import load_character, shipped_characters
from agentfw.decisions import Decision, Fight, ShootAt
from agentfw.geometry import Rotation
from agentfw.vocabulary import EntityId, Shoot
from tests.support.bodies import TEAMS, Field, at, player, weapon

if TYPE_CHECKING:
    from agentfw.characters import Traits
    from agentfw.geometry import Vec3

FOE = EntityId("foe")
STAND = Decision(fight=Fight(target=FOE, stand=True))
EVERYBODY = [
    load_character(name).at(skill) for name in sorted(shipped_characters()) for skill in (1.0, 3.3, 5.0)
]
WEAPONS = ("minigun", "rocket", "link")


def named(traits: Traits) -> str:
    return f"{traits.character} {traits.skill:g}"


def shots(field: Field) -> list[tuple[float, Vec3]]:
    """When and in which direction was fired by a body that stands at the origin."""
    return [
        (now, one.location.unit())
        for now, one in field.said
        if isinstance(one, Shoot) and one.location is not None
    ]


def turned(one: Vec3, other: Vec3) -> float:
    return math.degrees(math.acos(max(-1.0, min(1.0, one.dot(other)))))


def circled(traits: Traits, held: str) -> Field:
    """A long fight with somebody who runs around, in and out of sight, to and fro."""
    field = Field(human=traits.human())
    field.arm(weapon(held))
    for tick in range(150):
        angle = 0.25 * tick if tick < 60 else 15.0 - 0.4 * (tick - 60)
        there = at(700.0 * math.cos(angle), 700.0 * math.sin(angle))
        foe = player("foe", there, velocity=at(200), visible=tick % 40 < 33)
        field.meet(replace(foe, seen_at=field.now))
        field.think(STAND)
    return field


@pytest.mark.parametrize("traits", EVERYBODY, ids=named)
def test_nobody_fires_before_his_reaction_time(traits: Traits) -> None:
    field = Field(human=traits.human(), look_s=0.05)
    field.arm(weapon("minigun"))
    field.meet(player("foe", at(600)))
    field.run(STAND, 4.0)
    first = shots(field)[0][0] - 10.0
    assert traits.reaction_s - 1e-6 <= first <= traits.reaction_s + 0.6


@pytest.mark.parametrize("held", WEAPONS)
@pytest.mark.parametrize("traits", EVERYBODY, ids=named)
def test_no_gun_turns_faster_than_its_owner(traits: Traits, held: str) -> None:
    fired = shots(circled(traits, held))
    for (before, one), (now, other) in itertools.pairwise(fired):
        assert turned(one, other) <= traits.view_max_change * (now - before) + 0.5


@pytest.mark.parametrize("traits", EVERYBODY, ids=named)
def test_a_shot_at_a_spot_behind_has_to_wait_for_the_turn(traits: Traits) -> None:
    field = Field(human=traits.human(), look_s=0.05)
    field.run(Decision(fight=ShootAt(location=at(-600, 10))), 8.0)
    first, direction = shots(field)[0]
    assert first - 10.0 >= (180.0 - 25.0 - 1.0) / traits.view_max_change - 0.15
    assert turned(direction, at(-600, 10).unit()) <= 26.0


@pytest.mark.parametrize("held", WEAPONS)
@pytest.mark.parametrize("traits", EVERYBODY, ids=named)
def test_nobody_fires_through_a_friend_while_he_turns(traits: Traits, held: str) -> None:
    for degrees in (45, 60, 75, 90):
        ahead = Rotation(0, degrees * 65_536 // 360, 0).direction()
        field = Field(human=traits.human())
        field.game = TEAMS
        field.arm(weapon(held))
        field.meet(player("foe", at(0, 600)), player("mate", ahead * 300, team=0))
        field.run(STAND, 3.0)
        assert all(turned(shot, ahead) > 8.0 for _, shot in shots(field))


@pytest.mark.parametrize("traits", EVERYBODY, ids=named)
def test_whoever_likes_to_jump_or_duck_is_nimble_enough(traits: Traits) -> None:
    likes_to = max(traits.jumper, traits.croucher) >= 0.4
    assert traits.attack_skill >= 0.2 or not likes_to
