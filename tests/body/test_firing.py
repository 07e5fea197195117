"""Hands without an enemy: they fire at points, and hold weapons."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.body import Human
from agentfw.decisions import NOTHING, Decision, ShootAt, Wield
from agentfw.geometry import Rotation
from agentfw.vocabulary import Command, EntityId, Shoot, StopShooting
from tests.support.bodies import TEAMS, Field, at, player, weapon

if TYPE_CHECKING:
    from agentfw.geometry import Vec3


def armed(*weapons: str) -> Field:
    field = Field()
    field.arm(*(weapon(name) for name in weapons))
    return field


def trigger(field: Field) -> list[Command]:
    return [command for _, command in field.said if isinstance(command, Shoot | StopShooting)]


class TestPoints:
    def test_the_trigger_is_let_go_with_the_decision(self) -> None:
        field = Field()
        field.run(Decision(fight=ShootAt(location=at(500))), 1.0)
        assert field.think(NOTHING) == [StopShooting()]

    def test_the_trigger_is_let_go_with_the_last_round(self) -> None:
        field = Field()
        field.arm(weapon("minigun", 5))
        fire = Decision(fight=ShootAt(location=at(500)))
        field.run(fire, 0.5)
        field.arm(weapon("minigun", 0))
        assert field.finish(fire, channel="fight").reason == "is out of ammunition"
        assert not field.fires

    def test_a_friend_before_the_point_that_is_fired_at_holds_the_fire(self) -> None:
        field = Field()
        field.game = TEAMS
        field.meet(player("mate", at(300), team=0))
        field.run(Decision(fight=ShootAt(location=at(500))), 1.0)
        assert trigger(field) == []

    @pytest.mark.parametrize("point", [at(100), at(800, 80)], ids=["own feet", "beside a friend"])
    def test_a_blast_at_a_point_that_would_hurt_us_is_not_fired(self, point: Vec3) -> None:
        field = Field()
        field.game = TEAMS
        field.arm(weapon("rocket"))
        field.meet(player("mate", at(800), team=0))
        field.run(Decision(fight=ShootAt(location=point)), 1.0)
        assert trigger(field) == []

    @pytest.mark.parametrize("is_lifelike", [False, True], ids=["limited", "lifelike"])
    def test_the_limited_turn_to_a_point_at_their_pace(self, *, is_lifelike: bool) -> None:
        field = Field(human=Human(turn_rate=50.0, is_limited=True, is_lifelike=is_lifelike))
        field.run(Decision(fight=ShootAt(location=at(0, 600))), 3.0)
        first, _ = field.all_said(Shoot)[0]
        assert first - 10.0 > 1.0
        assert isinstance(shot := trigger(field)[0], Shoot)
        assert shot.location is not None
        assert shot.location.unit().dot(at(0, 1)) > 0.9  # within 25 degrees

    def test_who_has_no_limits_fires_at_a_point_at_once(self) -> None:
        field = Field()
        assert field.think(Decision(fight=ShootAt(location=at(0, 600)))) == [Shoot(location=at(0, 600))]

    def test_a_friend_before_a_gun_that_turns_to_a_point_holds_the_fire(self) -> None:
        field = Field(human=Human(turn_rate=50.0, is_limited=True, is_lifelike=True))
        field.game = TEAMS
        ahead = Rotation(0, 70 * 65_536 // 360, 0).direction()
        field.meet(player("mate", ahead * 300, team=0))
        field.run(Decision(fight=ShootAt(location=at(0, 600))), 1.8)
        spots = [one.location for one in trigger(field) if isinstance(one, Shoot) and one.location]
        assert spots
        assert all(spot.unit().dot(ahead) < math.cos(math.radians(8.0)) for spot in spots)


class TestWielding:
    def test_a_weapon_can_be_held_without_firing(self) -> None:
        field = armed("flak", "enforcer")
        wield = Decision(fight=Wield(weapon=EntityId("enforcer")))
        assert field.finish(wield, channel="fight", within=1.0).is_done
        assert trigger(field) == []

    def test_a_weapon_that_the_bot_has_not_cannot_be_held(self) -> None:
        field = armed("flak")
        ended = field.finish(Decision(fight=Wield(weapon=EntityId("sniper"))), channel="fight")
        assert ended.reason == "does not have that weapon"

    def test_a_weapon_that_does_not_come_is_given_up(self) -> None:
        field = armed("flak", "enforcer")
        field.hears = lambda _: False
        wield = Decision(fight=Wield(weapon=EntityId("enforcer")))
        ended = field.finish(wield, channel="fight", within=5.0)
        assert ended.reason == "did not get it in hand within 4 s"
