"""Hands: whom they shoot, with what, when they hold fire, and that they always let go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.body import Human, human_of_skill
from agentfw.decisions import NOTHING, Decision, Fight, TravelTo
from agentfw.geometry import ORIGIN, Rotation, Vec3
from agentfw.perception.threats import Threats
from agentfw.vocabulary import (
    ChangeWeapon,
    ClassName,
    Command,
    EntityId,
    FireMode,
    ItemClass,
    MoveTo,
    PlayerDied,
    Shoot,
    StopShooting,
)
from tests.support.bodies import TEAMS, Field, at, player, row_of, weapon

if TYPE_CHECKING:
    from agentfw.perception import KnownPlayer

FOE, OTHER = EntityId("foe"), EntityId("other")
FIGHT = Decision(fight=Fight())
STAND = Decision(fight=Fight(stand=True))
AT_FOE = Decision(fight=Fight(target=FOE, stand=True))


def duel(distance: float = 600.0, *weapons: str, skill: int | None = None) -> Field:
    field = Field() if skill is None else Field(human=human_of_skill(skill))
    field.game = TEAMS
    if weapons:
        field.arm(*(weapon(name) for name in weapons))
    field.meet(player("foe", at(distance)))
    return field


def aside(human: Human, held: str) -> Field:
    """Somebody who looks along x, in a fight with an enemy to the left."""
    field = Field(human=human)
    field.game = TEAMS
    field.arm(weapon(held))
    field.meet(player("foe", at(0, 600)))
    return field


def near_misses(field: Field, decision: Decision, mate: KnownPlayer, within: float = 45.0) -> list[Vec3]:
    """The spots that are shot at for two seconds on lines that pass a friend too near."""
    field.meet(mate)
    field.run(decision, 2.0)
    there = mate.location
    assert there is not None
    spots = [one.location for _, one in field.said if isinstance(one, Shoot) and one.location]
    lines = [(spot, spot.unit() * there.dot(spot.unit())) for spot in spots]
    return [spot for spot, nearest in lines if there.distance_to(nearest) < within - 2.0]


def trigger(field: Field) -> list[Command]:
    return [command for _, command in field.said if isinstance(command, Shoot | StopShooting)]


class TestFiring:
    def test_an_enemy_in_sight_is_shot_at(self) -> None:
        field = duel()
        assert Shoot(target=FOE) in field.think(FIGHT)
        assert field.body.activities["fight"].detail == "shooting at foe"

    def test_the_secondary_trigger_is_used_when_asked_for(self) -> None:
        field = duel()
        assert Shoot(target=FOE, alt=True) in field.think(Decision(fight=Fight(alt=True)))

    def test_nobody_in_sight_is_a_failure(self) -> None:
        ended = Field().finish(FIGHT, channel="fight")
        assert (ended.has_failed, ended.reason) == (True, "no enemy is in sight")

    def test_a_friend_is_no_enemy(self) -> None:
        field = Field()
        field.game = TEAMS
        field.meet(player("mate", at(500), team=0))
        assert field.finish(FIGHT, channel="fight").reason == "no enemy is in sight"

    def test_who_hurt_the_bot_is_shot_at_before_who_is_nearer(self) -> None:
        field = duel(600)
        field.meet(player("other", at(0, 300)))
        field.threats = Threats(attacker=FOE)
        field.think(STAND)
        assert trigger(field) == [Shoot(target=FOE)]

    def test_the_enemy_stays_the_target_until_another_is_much_nearer(self) -> None:
        field = duel(600)
        field.run(STAND, 0.3)
        field.meet(player("other", at(0, 500)))
        field.run(STAND, 0.5)
        assert field.body.activities["fight"].detail.endswith(" foe")
        field.meet(player("other", at(0, 300)))
        field.run(STAND, 0.5)
        assert field.body.activities["fight"].detail.endswith(" other")

    def test_a_named_target_is_not_left_for_a_nearer_one(self) -> None:
        field = duel(600)
        field.meet(player("other", at(0, 100)))
        field.run(AT_FOE, 1.0)
        assert trigger(field)[0] == Shoot(target=FOE)

    def test_a_fight_leaves_the_legs_to_a_journey(self) -> None:
        field = Field(graph=row_of("abc"))
        field.meet(player("foe", at(500, 800)))
        field.run(Decision(move=TravelTo(place=EntityId("c")), fight=Fight()), 4.0)
        moves = [command for _, command in field.said if isinstance(command, MoveTo)]
        assert {move.location for move in moves} <= {at(500), at(1000)}
        assert {move.focus_target for move in moves} == {"foe"}


class TestLettingGo:
    """Every trigger that was pulled is let go."""

    def firing(self) -> Field:
        field = duel()
        field.run(AT_FOE, 0.5)
        assert field.fires
        return field

    def test_when_the_decision_changes(self) -> None:
        field = self.firing()
        assert field.think(NOTHING) == [StopShooting()]

    def test_when_the_target_dies_and_the_fight_is_done(self) -> None:
        field = self.firing()
        field.tell(PlayerDied(id=FOE))
        field.think(AT_FOE)
        assert not field.fires
        assert field.body.activities["fight"].is_done

    def test_when_the_target_is_out_of_sight(self) -> None:
        field = self.firing()
        field.meet(player("foe", at(600), visible=False))
        assert StopShooting() in field.think(AT_FOE)

    def test_when_the_target_is_forgotten(self) -> None:
        field = self.firing()
        field.players.clear()
        field.think(AT_FOE)
        assert not field.fires
        assert field.body.activities["fight"].reason == "no enemy is in sight"

    def test_when_the_body_dies(self) -> None:
        field = self.firing()
        field.die()
        assert StopShooting() in field.think(AT_FOE)
        assert field.body.activities["fight"].reason == "died"

    def test_when_the_ammunition_is_gone(self) -> None:
        field = duel(600.0, "minigun")
        field.run(AT_FOE, 0.5)
        field.arm(weapon("minigun", 0))
        field.think(AT_FOE)
        assert not field.fires
        assert field.body.activities["fight"].reason == "is out of ammunition"

    def test_focus_is_dropped_with_the_target(self) -> None:
        field = Field(graph=row_of("abc"))
        field.meet(player("foe", at(500, 800)))
        go = TravelTo(place=EntityId("c"))
        field.run(Decision(move=go, fight=Fight()), 0.5)
        field.run(Decision(move=go), 1.0)
        moves = [command for _, command in field.said if isinstance(command, MoveTo)]
        assert moves[-1].focus_target is None


class TestSeeking:
    def test_a_target_that_comes_back_into_sight_is_shot_at_again(self) -> None:
        field = duel()
        field.run(AT_FOE, 0.5)
        field.meet(player("foe", at(600), visible=False))
        field.run(AT_FOE, 1.0)
        field.meet(player("foe", at(600)))
        field.run(AT_FOE, 0.5)
        assert [type(command) for command in trigger(field)] == [Shoot, StopShooting, Shoot]

    def test_a_target_out_of_sight_is_chased_to_where_it_was(self) -> None:
        field = Field(graph=row_of("abcd"))
        field.meet(player("foe", at(1500)))
        field.think(FIGHT)
        field.meet(player("foe", at(1500), visible=False))
        field.run(FIGHT, 4.0)
        assert field.here is not None
        assert field.here.x > 1000

    def test_a_chase_ends_after_five_seconds(self) -> None:
        field = duel()
        field.think(AT_FOE)
        field.meet(player("foe", at(600), visible=False))
        ended = field.finish(AT_FOE, channel="fight", within=5.5)
        assert ended.reason == "lost sight of foe"

    def test_the_skilled_fire_splash_at_where_an_enemy_hid(self) -> None:
        field = duel(800.0, "rocket", skill=5)
        field.run(AT_FOE, 1.0)
        field.meet(player("foe", at(800), visible=False))
        before = len(field.said)
        field.run(AT_FOE, 0.5)
        assert any(isinstance(command, Shoot) for _, command in field.said[before:])


class TestCover:
    """Blasts at where an enemy went out of sight are shots as any others."""

    def hidden(self, human: Human, seen_s: float, distance: float = 1000.0) -> Field:
        """The enemy was in sight for a while, straight ahead, and is not any more."""
        field = Field(human=human)
        field.arm(weapon("rocket"))
        field.meet(player("foe", at(distance)))
        field.run(AT_FOE, seen_s)
        field.meet(player("foe", at(distance), visible=False))
        return field

    def first_shot(self, field: Field) -> float:
        field.run(AT_FOE, 1.4)
        return round(field.all_said(Shoot)[0][0] - 10.0, 2)

    @pytest.mark.parametrize("is_lifelike", [False, True], ids=["limited", "lifelike"])
    def test_nobody_fires_at_it_before_his_reaction_time(self, *, is_lifelike: bool) -> None:
        human = Human(reaction_s=0.55, is_limited=True, is_lifelike=is_lifelike)
        assert self.first_shot(self.hidden(human, 0.2)) == 0.6

    def test_who_remembers_an_enemy_reacts_when_the_fight_begins(self) -> None:
        human = Human(reaction_s=0.55, is_limited=True, is_lifelike=True)
        assert self.first_shot(self.hidden(human, 0.0)) == 0.6

    def test_who_has_no_limits_fires_at_once(self) -> None:
        assert self.first_shot(self.hidden(Human(), 0.0)) == 0.0

    @pytest.mark.parametrize("is_lifelike", [False, True], ids=["limited", "lifelike"])
    def test_the_unsteady_miss_it(self, *, is_lifelike: bool) -> None:
        def error(accuracy: float) -> float:
            human = Human(accuracy=accuracy, is_limited=True, is_lifelike=is_lifelike)
            field = self.hidden(human, 0.0)
            field.run(AT_FOE, 1.4)
            spots = [one.location for one in trigger(field) if isinstance(one, Shoot) and one.location]
            return sum(spot.distance_to(at(1000)) for spot in spots) / len(spots)

        assert error(1.0) < 1.0
        assert error(0.2) > 40.0

    def test_guns_of_the_limited_turn_to_it_at_their_pace(self) -> None:
        field = Field(human=Human(turn_rate=50.0, is_limited=True))
        field.arm(weapon("rocket"))
        field.meet(player("foe", at(0, 1000), visible=False))
        field.run(AT_FOE, 1.0)
        assert trigger(field) == []


class TestHoldingFire:
    def test_a_friend_in_the_line_holds_the_fire(self) -> None:
        field = duel(600.0, "minigun")
        field.run(AT_FOE, 0.5)
        field.meet(player("mate", at(300), team=0))
        assert StopShooting() in field.think(AT_FOE)
        detail = field.body.activities["fight"].detail
        assert detail == "holding fire (a friend is in the line) at foe"

    def test_fire_is_opened_again_when_the_friend_is_gone(self) -> None:
        field = duel(600.0, "minigun")
        field.meet(player("mate", at(300), team=0))
        field.run(AT_FOE, 0.5)
        assert trigger(field) == []
        field.meet(player("mate", at(300, 300), team=0))
        assert Shoot(target=FOE) in field.think(AT_FOE)

    def test_a_blast_that_would_hurt_the_bot_is_not_fired(self) -> None:
        field = duel(150.0, "rocket")
        field.run(AT_FOE, 1.0)
        assert trigger(field) == []
        assert "the blast would hurt us" in field.body.activities["fight"].detail

    def test_a_blast_that_would_hurt_a_friend_is_not_fired(self) -> None:
        field = duel(800.0, "rocket")
        field.meet(player("mate", at(800, 100), team=0))
        field.run(AT_FOE, 1.0)
        assert trigger(field) == []

    def test_who_turns_at_once_fires_past_a_friend_who_is_ahead(self) -> None:
        field = aside(Human(), "minigun")
        field.meet(player("mate", at(300), team=0))
        field.think(STAND)
        assert trigger(field) == [Shoot(target=FOE)]


@pytest.mark.parametrize("is_lifelike", [False, True], ids=["limited", "lifelike"])
class TestTurningGuns:
    """The shot goes to where the gun points on its way to the enemy, up to 25 degrees aside."""

    MATE = player("mate", Rotation(0, 70 * 65_536 // 360, 0).direction() * 300, team=0)

    def slow(self, *, is_lifelike: bool) -> Human:
        return Human(turn_rate=50.0, is_limited=True, is_lifelike=is_lifelike)

    def test_a_friend_before_the_gun_holds_the_fire(self, *, is_lifelike: bool) -> None:
        field = aside(self.slow(is_lifelike=is_lifelike), "minigun")
        assert near_misses(field, STAND, self.MATE) == []
        assert field.fires  # as soon as the gun has passed

    def test_a_blast_beside_a_friend_before_the_gun_is_not_fired(self, *, is_lifelike: bool) -> None:
        field = aside(self.slow(is_lifelike=is_lifelike), "rocket")
        there = Rotation(0, 65 * 65_536 // 360, 0).direction() * 600
        assert near_misses(field, STAND, player("mate", there, team=0), within=220.0) == []
        assert field.fires

    def test_a_friend_before_a_gun_that_turns_to_cover_holds_the_fire(
        self, *, is_lifelike: bool
    ) -> None:
        field = aside(self.slow(is_lifelike=is_lifelike), "rocket")
        field.think(STAND)
        field.meet(player("foe", at(0, 600), visible=False))
        assert near_misses(field, AT_FOE, self.MATE) == []

    def test_a_friend_before_the_cover_holds_the_fire(self, *, is_lifelike: bool) -> None:
        field = aside(self.slow(is_lifelike=is_lifelike), "rocket")
        field.think(STAND)
        field.meet(player("foe", at(0, 600), visible=False))
        field.meet(player("mate", at(0, 300), team=0))
        field.run(AT_FOE, 1.4)
        assert trigger(field) == []


class TestWeapons:
    def test_the_better_weapon_for_the_distance_is_taken(self) -> None:
        near, far = duel(400.0, "enforcer", "flak", "sniper"), duel(2000.0, "enforcer", "flak", "sniper")
        near.think(STAND)
        far.think(STAND)
        assert near.all_said(ChangeWeapon)[0][1] == ChangeWeapon(EntityId("flak"))
        assert far.all_said(ChangeWeapon)[0][1] == ChangeWeapon(EntityId("sniper"))

    def test_a_weapon_without_ammunition_is_not_taken(self) -> None:
        field = duel(400.0)
        field.arm(weapon("enforcer"), weapon("flak", 0))
        field.run(STAND, 1.0)
        assert field.all_said(ChangeWeapon) == []

    def test_a_splash_weapon_is_not_taken_at_arms_length(self) -> None:
        field = duel(150.0, "enforcer", "rocket")
        field.run(STAND, 1.0)
        assert field.all_said(ChangeWeapon) == []

    def test_the_weapon_that_was_named_is_taken(self) -> None:
        field = duel(400.0, "flak", "enforcer")
        field.think(Decision(fight=Fight(weapon=EntityId("enforcer"))))
        assert field.weapon == "enforcer"

    def test_a_weapon_that_the_game_says_hits_at_once_has_no_blast(self) -> None:
        field = duel(150.0, "rocket")
        field.classes[ClassName("rocket")] = ItemClass(primary=FireMode(instant_hit=True))
        field.think(STAND)
        assert trigger(field) == [Shoot(target=FOE)]

    def test_a_blast_is_as_wide_as_the_game_says(self) -> None:
        field = duel(600.0, "rocket")
        mode = FireMode(speed=900.0, splash_damage=True, damage_radius=700.0)
        field.classes[ClassName("rocket")] = ItemClass(primary=mode)
        field.think(STAND)
        assert trigger(field) == []

    def test_weapons_are_not_changed_at_every_think(self) -> None:
        field = duel(400.0, "enforcer", "flak")
        field.hears = lambda command: not isinstance(command, ChangeWeapon)
        field.run(STAND, 4.9)
        assert len(field.all_said(ChangeWeapon)) <= 3

    def test_an_empty_weapon_is_changed_for_a_loaded_one_and_the_fight_goes_on(self) -> None:
        field = duel(400.0)
        field.arm(weapon("flak", 0), weapon("enforcer"))
        field.run(STAND, 0.5)
        assert field.body.activities["fight"].is_running


class TestCloseQuarters:
    """Weapons for close quarters reach as far as 90 uu from middle to middle."""

    HUMANS = (Human(is_limited=True, is_lifelike=True), Human(is_limited=True, fire_throttle=0.1))

    @pytest.mark.parametrize("human", HUMANS, ids=["lifelike", "throttled"])
    @pytest.mark.parametrize(("distance", "is_used"), [(89.0, True), (90.0, True), (91.0, False)])
    def test_they_are_used_within_their_reach(
        self, human: Human, distance: float, *, is_used: bool
    ) -> None:
        field = Field(human=human)
        field.arm(weapon("hammer"))
        field.meet(player("foe", at(distance)))
        field.run(AT_FOE, 0.5)
        assert bool(field.fires) is is_used
        assert ("(out of reach)" in field.body.activities["fight"].detail) is not is_used

    def test_who_has_no_limits_swings_them_from_afar(self) -> None:
        field = duel(300.0, "hammer")
        field.run(AT_FOE, 0.5)
        assert field.fires


class TestHumanLimits:
    @pytest.mark.parametrize("skill", [1, 2, 3, 4, 5])
    def test_nobody_fires_before_his_reaction_time(self, skill: int) -> None:
        field = duel(600.0, "minigun", skill=skill)
        field.look_s = 0.05
        field.run(AT_FOE, 3.0)
        first, _ = field.all_said(Shoot)[0]
        reaction_s = human_of_skill(skill).reaction_s
        assert reaction_s <= first - 10.0 <= reaction_s + 0.5

    def test_the_reaction_time_begins_anew_when_the_enemy_was_out_of_sight(self) -> None:
        field = duel(600.0, "minigun", skill=1)
        field.run(AT_FOE, 2.0)
        field.meet(player("foe", at(600), visible=False))
        field.run(AT_FOE, 1.0)
        field.meet(player("foe", at(600)))
        seen_at = field.now
        field.run(AT_FOE, 2.0)
        shots = [now for now, _ in field.all_said(Shoot) if now >= seen_at]
        assert shots[0] - seen_at >= 0.9 - 1e-6

    def test_the_reaction_time_begins_anew_for_another_enemy(self) -> None:
        field = duel(600.0, "minigun", skill=1)
        field.run(STAND, 2.0)
        field.meet(player("other", at(300, 20)))
        seen_at = field.now
        field.run(STAND, 0.8)
        assert field.body.activities["fight"].detail.endswith("other")
        assert [now for now, _ in field.all_said(Shoot) if now >= seen_at] == []

    def test_another_weapon_is_no_new_surprise(self) -> None:
        field = duel(600.0, "minigun", "link", skill=1)
        field.run(Decision(fight=Fight(target=FOE, weapon=EntityId("minigun"), stand=True)), 2.0)
        assert field.fires
        field.think(Decision(fight=Fight(target=FOE, weapon=EntityId("link"), stand=True)))
        assert field.fires

    @pytest.mark.parametrize(("pause_s", "is_known"), [(0.3, True), (0.8, False)])
    def test_an_enemy_that_was_left_alone_for_long_surprises_anew(
        self, pause_s: float, *, is_known: bool
    ) -> None:
        field = duel(600.0, "minigun", skill=1)
        field.run(AT_FOE, 2.0)
        field.run(NOTHING, pause_s)
        field.think(AT_FOE)
        assert field.fires is is_known

    def test_who_looks_up_seldom_is_not_surprised_for_ever(self) -> None:
        field = duel(600.0, "minigun", skill=1)
        field.look_s = 0.8
        field.run(AT_FOE, 3.0)
        assert field.fires

    def test_a_new_body_is_surprised_by_the_same_enemy(self) -> None:
        field = duel(600.0, "minigun", skill=1)
        field.run(AT_FOE, 2.0)
        field.die()
        field.think(NOTHING)
        field.respawn(at(0))
        field.think(NOTHING)
        field.think(AT_FOE)
        assert field.body.activities["fight"].detail == "holding fire (surprised) at foe"

    def test_the_limited_aim_by_themselves(self) -> None:
        field = duel(600.0, "minigun", skill=3)
        field.run(AT_FOE, 2.0)
        shots = [command for _, command in field.all_said(Shoot) if isinstance(command, Shoot)]
        assert shots
        assert all(shot.target is None and shot.location is not None for shot in shots)

    def test_nobody_fires_before_the_gun_points_there(self) -> None:
        field = Field(human=Human(turn_rate=50.0, is_limited=True))
        field.meet(player("foe", at(0, 600)))
        field.run(AT_FOE, 3.0)
        shots = [command for _, command in field.said if isinstance(command, Shoot)]
        assert shots
        for shot in shots:
            assert shot.location is not None
            assert shot.location.unit().dot(at(0, 1)) > 0.9  # within 25 degrees

    def test_the_slow_fire_later(self) -> None:
        def first_shot(turn_rate: float) -> float:
            field = Field(human=Human(turn_rate=turn_rate, is_limited=True))
            field.meet(player("foe", at(0, 600)))
            field.run(AT_FOE, 5.0)
            return field.all_said(Shoot)[0][0] - 10.0

        assert first_shot(10_000.0) == 0.0
        assert first_shot(100.0) >= 0.5
        assert first_shot(50.0) >= 1.1

    def test_the_shots_of_experts_are_closer(self) -> None:
        def error(skill: int) -> float:
            field = duel(600.0, "minigun", skill=skill)
            field.run(AT_FOE, 10.0)
            spots = [c.location for _, c in field.said if isinstance(c, Shoot) and c.location]
            return sum(spot.distance_to(at(600)) for spot in spots) / len(spots)

        errors = [error(skill) for skill in range(1, 6)]
        assert errors == sorted(errors, reverse=True)
        assert errors[0] > 5 * errors[4]

    def test_a_body_that_does_not_know_where_it_is_only_watches(self) -> None:
        field = duel(600.0, "minigun", skill=3)
        field.here = None
        field.run(AT_FOE, 2.0)
        assert trigger(field) == []
        assert field.body.activities["fight"].detail == "watching foe"
        assert field.velocity == ORIGIN
