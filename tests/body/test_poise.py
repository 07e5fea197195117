"""What makes the hands of a character wait for a moment: teleporters, and weapons that just came up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from agentfw.body import PERFECT, Human
from agentfw.decisions import Decision, Fight, ShootAt
from agentfw.perception.threats import Threats
from agentfw.vocabulary import EntityId, Firing, Shoot
from tests.support.bodies import Field, at, player, weapon

if TYPE_CHECKING:
    from agentfw.geometry import Vec3

FOE = EntityId("foe")
AT_FOE = Decision(fight=Fight(target=FOE, stand=True))
AT_POINT = Decision(fight=ShootAt(location=at(600)))
ANYBODY = Decision(fight=Fight(stand=True))
CHARACTER = Human(is_limited=True, is_lifelike=True, reaction_s=0.3)


def duel(human: Human = CHARACTER, *weapons: str) -> Field:
    """A fight that has gone on for a while."""
    field = Field(human=human)
    field.arm(*(weapon(name) for name in weapons or ("minigun",)))
    field.meet(player("foe", at(600)))
    field.run(AT_FOE, 1.5)
    assert field.fires
    return field


def reborn(field: Field, where: Vec3) -> None:
    """A new body, elsewhere."""
    field.die()
    field.think(Decision())
    field.respawn(where)


def waits(field: Field, decision: Decision = AT_FOE, within: float = 5.0) -> float:
    """For how long nothing is fired; as long as that was waited for, if nothing is at all."""
    began = field.now
    while field.now < began + within:
        at_now = field.now
        field.think(decision)
        if field.fires:
            return round(at_now - began, 2)
    return within


class TestTheOwnTeleport:
    def test_nobody_fires_before_he_has_found_himself(self) -> None:
        field = duel()
        field.here = at(600, -900)
        assert waits(field) == 0.3

    def test_the_reason_is_told(self) -> None:
        field = duel()
        field.here = at(600, -900)
        field.think(AT_FOE)
        assert field.body.activities["fight"].detail == "holding fire (just teleported) at foe"

    def test_it_holds_for_a_fight_that_begins_there(self) -> None:
        field = duel(replace(CHARACTER, reaction_s=1.0))
        field.here = at(600, -900)
        field.run(Decision(), 0.4)
        field.meet(player("other", at(0)))
        assert waits(field, AT_POINT) == 0.6

    def test_blasts_at_cover_wait_as_well(self) -> None:
        field = duel(CHARACTER, "rocket")
        field.meet(player("foe", at(600), visible=False))
        field.here = at(600, -900)
        assert waits(field) == 0.3

    @pytest.mark.parametrize("there", [at(100), at(0, 0, -3000)], ids=["a leap", "a fall"])
    def test_legs_and_falls_are_no_teleporters(self, there: Vec3) -> None:
        field = duel()
        field.here = there
        field.think(AT_FOE)
        assert field.fires

    def test_old_news_of_a_body_that_runs_are_no_standstill(self) -> None:
        field = duel()
        for _ in range(4):
            field.velocity = at(700)  # it runs, but where it is was not told
            field.think(AT_FOE)
        field.here = at(280)
        field.think(AT_FOE)
        assert field.fires

    def test_a_new_body_was_not_teleported(self) -> None:
        field = duel()
        reborn(field, at(600, -900))
        assert waits(field, AT_POINT) == 0.0

    def test_who_has_no_character_goes_on(self) -> None:
        field = duel(PERFECT)
        field.here = at(600, -900)
        field.think(AT_FOE)
        assert field.fires


class TestWeapons:
    def test_a_weapon_that_just_came_up_does_not_fire(self) -> None:
        field = duel(CHARACTER, "minigun", "link")
        field.weapon = EntityId("link")
        assert waits(field) == 0.1

    def test_neither_does_it_at_points(self) -> None:
        field = duel(CHARACTER, "minigun", "link")
        field.weapon = EntityId("link")
        assert waits(field, AT_POINT) == 0.1

    def test_the_first_weapon_of_a_body_is_in_hand_at_once(self) -> None:
        field = duel(CHARACTER, "minigun", "link")
        reborn(field, at(0))
        field.weapon = EntityId("link")
        assert waits(field, AT_POINT) == 0.0

    def test_who_has_no_character_goes_on(self) -> None:
        field = duel(PERFECT, "minigun", "link")
        field.weapon = EntityId("link")
        field.think(AT_FOE)
        assert field.fires


class TestArrivals:
    """An enemy that a teleporter has put down somewhere else."""

    def seen(self, field: Field, where: Vec3, *, firing: Firing = Firing.NONE) -> None:
        field.meet(replace(player("foe", where), seen_at=field.now, firing=firing))

    def arrival(self, human: Human = CHARACTER) -> Field:
        """The enemy was seen far away, and was there a moment later; nobody has fought it."""
        field = Field(human=human)
        field.arm(weapon("minigun"))
        self.seen(field, at(600, 3000))
        field.think(Decision())
        self.seen(field, at(600))
        return field

    def test_it_is_not_noticed_for_three_seconds(self) -> None:
        assert waits(self.arrival()) == pytest.approx(3.3)  # and then comes as a surprise

    def test_what_the_body_does_is_told(self) -> None:
        field = self.arrival()
        field.think(AT_FOE)
        assert field.body.activities["fight"].detail == "not noticing foe"

    @pytest.mark.parametrize(("stride", "seconds"), [(69.0, 5.0), (70.0, 0.3)])
    def test_it_is_noticed_as_soon_as_it_comes_away_from_there(
        self, stride: float, seconds: float
    ) -> None:
        field = self.arrival()
        field.run(AT_FOE, 0.5)
        self.seen(field, at(600, stride))
        assert waits(field, within=2.0) == min(seconds, 2.0)

    def test_it_is_noticed_when_it_fires(self) -> None:
        field = self.arrival()
        field.run(AT_FOE, 0.5)
        self.seen(field, at(600), firing=Firing.PRIMARY)
        assert waits(field) == 0.3

    def test_it_is_noticed_when_it_hurts(self) -> None:
        field = self.arrival()
        field.threats = Threats(attacker=FOE)
        assert waits(field) == 0.3

    def test_an_enemy_that_is_fought_does_not_get_away_so(self) -> None:
        field = self.arrival()
        field.players.clear()
        self.seen(field, at(600))
        field.now += 5.0
        field.run(AT_FOE, 1.0)
        self.seen(field, at(600, 3000))
        field.run(AT_FOE, 1.0)
        assert field.fires

    def test_another_enemy_is_fought_meanwhile(self) -> None:
        field = self.arrival()
        field.meet(player("other", at(0, 900)))
        field.run(ANYBODY, 1.0)
        assert field.body.activities["fight"].detail == "shooting at other"
        assert field.fires

    def test_a_walk_is_no_arrival(self) -> None:
        field = self.arrival()
        field.now += 5.0
        self.seen(field, at(600, 90))
        assert waits(field) == 0.3

    def test_who_has_no_character_notices_at_once(self) -> None:
        field = self.arrival(PERFECT)
        assert Shoot(target=FOE) in field.think(AT_FOE)
