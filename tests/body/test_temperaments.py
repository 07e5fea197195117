"""What the traits of a character change in the body: eyes, hands and legs, trait by trait."""

from __future__ import annotations

import itertools
import math
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from agentfw.body import Human
from agentfw.body.aiming import Aim, Watched, way_out
from agentfw.body.footwork import Footwork
from agentfw.body.port import Port
from agentfw.body.triggers import Throttle
from agentfw.body.weapons import KINDS, WeaponTraits, kind_of
from agentfw.decisions import Decision, Fight, TravelTo
from agentfw.geometry import ORIGIN, Rotation, Vec3
from agentfw.navigation import LinkKind
from agentfw.perception import Chart, View
from agentfw.perception.threats import Threats
from agentfw.vocabulary import EntityId, Jump, MoveTo, Place, SelfState, SetWalking, Shoot
from tests.support.bodies import TEAMS, Field, at, map_of, player, row_of, weapon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.perception import KnownPlayer

FOE = EntityId("foe")
STAND = Decision(fight=Fight(target=FOE, stand=True))
RIFLE = WeaponTraits()


def lifelike(**traits: Any) -> Human:
    """Somebody of a character; flawless but for what is told."""
    return Human(is_limited=True, is_lifelike=True, **traits)


def duel(human: Human, distance: float = 600.0, *weapons: str) -> Field:
    field = Field(human=human)
    if weapons:
        field.arm(*(weapon(name) for name in weapons))
    field.meet(player("foe", at(distance)))
    return field


def passing(field: Field, speed: float) -> KnownPlayer:
    """An enemy at 600 uu who is seen now, and runs across."""
    return replace(player("foe", at(600), velocity=at(0, speed)), seen_at=field.now)


def shots(field: Field) -> list[Vec3]:
    return [one.location for _, one in field.said if isinstance(one, Shoot) and one.location is not None]


def firing(field: Field, seconds: float) -> float:
    """The share of a time in which the trigger is pulled."""
    pulled = []
    until = field.now + seconds
    while field.now < until:
        field.think(STAND)
        pulled.append(bool(field.fires))
    return sum(pulled) / len(pulled)


class TestTheView:
    def left(self, factor: float, *, looks: int, look_s: float, rate: float = 10_000.0) -> float:
        """The degrees between gun and target after some looks; 90 at first."""
        aim, human = Aim(), Human(view_factor=factor, turn_rate=rate)
        pointed = at(1)
        for tick in range(looks + 1):
            me = SelfState(location=ORIGIN, rotation=Rotation(0, 0, 0))
            view = View(now=10 + look_s * tick, me=me)
            pointed = aim.follow(view, at(500) if tick == 0 else at(0, 500), human).unit()
        return math.degrees(math.acos(max(-1.0, min(1.0, pointed.y))))

    def test_the_factor_says_how_much_of_a_turn_is_done_at_once(self) -> None:
        assert self.left(0.5, looks=1, look_s=0.1) == pytest.approx(45.0)
        assert self.left(0.5, looks=2, look_s=0.1) == pytest.approx(22.5)
        assert self.left(1.0, looks=1, look_s=0.1) == pytest.approx(0.0, abs=1e-4)

    def test_the_factor_means_the_same_however_often_one_looks(self) -> None:
        often = self.left(0.3, looks=10, look_s=0.05)
        assert often == pytest.approx(self.left(0.3, looks=5, look_s=0.1))

    def test_the_greatest_change_holds_for_any_factor(self) -> None:
        assert self.left(0.9, looks=1, look_s=0.1, rate=100.0) == pytest.approx(80.0)


class TestAiming:
    def error(self, human: Human, name: str) -> float:
        field = duel(human, 600.0, name)
        field.run(STAND, 10.0)
        return sum(spot.distance_to(at(600)) for spot in shots(field)) / len(shots(field))

    def test_every_weapon_has_an_accuracy_of_its_own(self) -> None:
        human = lifelike(accuracy=0.9, accuracy_with={"minigun": 0.2})
        assert self.error(human, "minigun") > 5 * self.error(human, "enforcer")

    def test_an_unsteady_character_misses_by_more_than_a_bot_without_one(self) -> None:
        plain = Human(is_limited=True, accuracy=0.2)
        assert self.error(lifelike(accuracy=0.2), "link") > 1.5 * self.error(plain, "link")

    def test_no_shot_goes_into_the_floor_at_the_own_feet(self) -> None:
        field = duel(lifelike(accuracy=0.0), 600.0, "rocket")
        field.run(STAND, 30.0)
        low = [spot for spot in shots(field) if spot.z < -40.0]
        assert low
        assert all((spot * (-40.0 / spot.z)).length > 215.0 for spot in low)
        assert not any(isinstance(one, Jump) for _, one in field.said)

    def test_every_weapon_has_an_aim_skill_of_its_own(self) -> None:
        def lead(name: str) -> float:
            field = duel(lifelike(aim_skill=0.3, aim_skill_with={"link": 0.7}), 600.0, name)
            field.meet(passing(field, 300))
            field.think(STAND)
            return shots(field)[-1].y

        assert lead("link") > 100.0
        assert lead("ripper") < 1.0

    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("XWeapons.RocketLauncher", "rocket"),
            ("Botpack.UT_Eightball", "rocket"),
            ("XWeapons.AssaultRifle", "enforcer"),
            ("XWeapons.Minigun", "minigun"),
            ("XWeapons.SuperShockRifle", "shock"),
            ("Onslaught.ONSMineLayer", "grenade"),
            ("XWeapons.ShieldGun", ""),
        ],
    )
    def test_weapons_of_both_games_have_a_kind(self, name: str, kind: str) -> None:
        assert kind_of(weapon(name)) == kind
        assert not kind or kind in KINDS

    def test_who_turns_about_is_missed_for_a_moment_by_all_but_the_best(self) -> None:
        watched = Watched()
        for tick, side in enumerate([300, 300, 300, 300, 300, 300, -300, -300, -300, -300, -300]):
            watched.note(player("foe", at(600), velocity=at(0, side)), 0.1 * tick)
        assert watched.steadiness(600.0, 1.0, RIFLE, 0.8) == 0.7
        assert watched.steadiness(600.0, 1.0, RIFLE, 0.95) == 1.0
        assert watched.steadiness(600.0, 1.6, RIFLE, 0.8) == 1.0

    def test_at_close_quarters_weapons_that_hit_at_once_are_harder_to_aim(self) -> None:
        watched, plasma = Watched(), WeaponTraits(speed=1000.0)
        steady = [watched.steadiness(far, 1.0, RIFLE, 1.0) for far in (0.0, 75.0, 150.0)]
        assert steady == pytest.approx([0.6, 0.8, 1.0])
        assert watched.steadiness(0.0, 1.0, plasma, 1.0) == 1.0

    def test_aim_that_is_disturbed_scatters_more(self) -> None:
        def spread(*, zigzags: bool) -> float:
            field = duel(lifelike(accuracy=0.9, aim_skill=0.3), 600.0, "minigun")
            for tick in range(100):
                side = -300 if zigzags and tick // 5 % 2 else 300
                field.meet(passing(field, side))
                field.think(STAND)
            return sum(spot.distance_to(at(600)) for spot in shots(field)) / len(shots(field))

        assert spread(zigzags=True) > 1.5 * spread(zigzags=False)


class TestHiddenEnemies:
    CORNER = map_of(
        {"den": at(800, 600), "corner": at(800), "mid": at(400), "me": at(0)},
        [
            ("den", "corner", LinkKind.WALK),
            ("corner", "mid", LinkKind.WALK),
            ("mid", "me", LinkKind.WALK),
        ],
    )

    def hidden(self) -> KnownPlayer:
        return player("foe", at(800, 600), visible=False)

    def test_a_blast_goes_to_where_the_enemy_will_come_into_sight(self) -> None:
        field = Field(human=lifelike(), graph=self.CORNER)
        field.arm(weapon("rocket"))
        field.visible_places = {
            EntityId(name): Place(id=EntityId(name)) for name in ("corner", "mid", "me")
        }
        field.meet(player("foe", at(800, 600)))
        field.run(STAND, 0.5)
        field.meet(self.hidden())
        field.said.clear()
        field.run(STAND, 0.3)
        assert shots(field) == [at(800)]

    def blasts(self, *, seconds: float, weapon_name: str = "rocket", **traits: Any) -> list[Vec3]:
        """The shots at an enemy in the time after it went out of sight."""
        field = Field(human=lifelike(**traits))
        field.arm(weapon(weapon_name))
        field.meet(player("foe", at(800, 600)))
        field.run(STAND, 0.5)
        field.meet(self.hidden())
        field.said.clear()
        field.run(STAND, seconds)
        return shots(field)

    def test_only_the_skilled_fire_at_cover_and_each_weapon_has_a_skill_of_its_own(self) -> None:
        clumsy = {"rocket": 0.5}
        assert self.blasts(seconds=1.0, aim_skill=0.51)
        assert not self.blasts(seconds=1.0, aim_skill=0.5)
        assert not self.blasts(seconds=1.0, aim_skill_with=clumsy)
        assert self.blasts(seconds=1.0, weapon_name="bio", aim_skill_with=clumsy)

    def test_the_trigger_rests_at_cover_as_well(self) -> None:
        field = Field(human=lifelike(fire_throttle=0.5))
        field.arm(weapon("rocket"))
        field.meet(player("foe", at(800, 600)))
        field.run(STAND, 0.3)
        field.meet(self.hidden())
        assert firing(field, 1.0) == pytest.approx(0.5, abs=0.2)

    def test_without_a_place_in_sight_on_the_way_nobody_knows_where_that_is(self) -> None:
        me = SelfState(location=at(0))
        view = View(now=1.0, me=me, chart=Chart(self.CORNER))
        assert way_out(view, self.hidden()) is None
        assert way_out(View(now=1.0, me=me), self.hidden()) is None


class TestTheTrigger:
    def test_the_more_of_a_throttle_the_less_is_fired(self) -> None:
        pulled = [firing(duel(lifelike(fire_throttle=rest)), 20.0) for rest in (0.0, 0.3, 0.6, 1.0)]
        assert pulled == sorted(pulled, reverse=True)
        assert pulled == pytest.approx([1.0, 0.7, 0.4, 0.1], abs=0.1)

    @pytest.mark.parametrize("rests_s", [0.2, 0.5, 0.9])
    def test_in_each_second_the_trigger_rests_as_long_as_the_trait_says(self, rests_s: float) -> None:
        throttle = Throttle(rests_s)
        is_open = [throttle.is_open(0.05 * tick + 0.001) for tick in range(400)]
        assert is_open.count(False) / 400 == pytest.approx(rests_s, abs=0.06)

    def test_a_weapon_for_close_quarters_is_used_within_reach_only(self) -> None:
        near, far = (duel(lifelike(), far, "shieldgun") for far in (80.0, 200.0))
        assert firing(near, 1.0) == 1.0
        assert firing(far, 1.0) == 0.0


class TestFleeing:
    def flight(self, attack_skill: float, toward: str) -> Field:
        field = Field(at(500), graph=row_of("abcd"), human=lifelike(attack_skill=attack_skill))
        field.meet(player("foe", at(900)))
        field.run(Decision(move=TravelTo(place=EntityId(toward)), fight=Fight(target=FOE)), 1.0)
        return field

    def test_the_clumsy_do_not_fire_at_whom_they_flee(self) -> None:
        field = self.flight(0.3, "a")
        assert not field.fires
        assert field.body.activities["fight"].detail == "holding fire (fleeing) at foe"

    def test_they_look_where_they_run(self) -> None:
        moves = [move for _, move in self.flight(0.3, "a").said if isinstance(move, MoveTo)]
        assert moves[-1].focus_target is None

    def test_the_skilled_fire_on_the_run(self) -> None:
        assert self.flight(0.31, "a").fires

    def test_nobody_who_comes_nearer_flees(self) -> None:
        assert self.flight(0.3, "c").fires


class TestLeaping:
    def cornered(
        self,
        trait: float,
        *,
        health: int = 100,
        armor: int = 0,
        held: str = "rocket",
        rounds: int = 12,
        boosted_until: float | None = None,
    ) -> Field:
        field = _Wounded(
            human=lifelike(weapon_jumper=trait), health=health, armor=armor, boosted_until=boosted_until
        )
        field.game = TEAMS
        field.arm(weapon(held, rounds))
        field.meet(player("foe", at(120)))
        return field

    def leaps(self, field: Field) -> bool:
        said = field.think(STAND)
        return Jump() in said and any(isinstance(one, Shoot) for one in said)

    @pytest.mark.parametrize(("trait", "leaps"), [(0.0, False), (0.4, False), (0.5, True), (1.0, True)])
    def test_weapon_jumpers_leap_away_from_who_is_too_near(self, trait: float, *, leaps: bool) -> None:
        assert self.leaps(self.cornered(trait)) is leaps

    def test_the_shot_goes_to_the_floor_between(self) -> None:
        field = self.cornered(1.0)
        field.think(STAND)
        assert shots(field) == [at(60, 0, -44)]

    @pytest.mark.parametrize(
        ("health", "armor", "leaps"), [(89, 0, False), (90, 0, True), (60, 40, True), (59, 100, False)]
    )
    def test_only_the_healthy_leap(self, health: int, armor: int, *, leaps: bool) -> None:
        assert self.leaps(self.cornered(1.0, health=health, armor=armor)) is leaps

    def test_nobody_leaps_with_the_last_rounds(self) -> None:
        assert not self.leaps(self.cornered(1.0, rounds=2))

    def test_nobody_leaps_beside_a_friend(self) -> None:
        field = self.cornered(1.0)
        field.meet(player("mate", at(0, 100), team=0))
        assert not self.leaps(field)

    @pytest.mark.parametrize("held", ["bio", "mine", "redeemer"])
    def test_nobody_leaps_by_what_is_no_rocket_launcher(self, held: str) -> None:
        assert not self.leaps(self.cornered(1.0, held=held))

    @pytest.mark.parametrize(("until", "leaps"), [(None, True), (9.0, True), (11.0, False)])
    def test_nobody_leaps_while_shots_do_multiplied_damage(
        self, until: float | None, *, leaps: bool
    ) -> None:
        assert self.leaps(self.cornered(1.0, boosted_until=until)) is leaps

    def test_nobody_leaps_from_a_distance(self) -> None:
        field = self.cornered(1.0)
        field.meet(player("foe", at(600)))
        assert not self.leaps(field)

    def test_nobody_leaps_from_an_enemy_far_away_who_stands_beside_a_friend(self) -> None:
        field = self.cornered(1.0)
        field.meet(player("foe", at(600)), player("mate", at(600, 100), team=0))
        assert field.think(STAND) == []
        assert field.body.activities["fight"].detail == (
            "holding fire (the blast would hurt a friend) at foe"
        )

    def test_one_leap_is_enough_for_a_while(self) -> None:
        field = self.cornered(1.0)
        field.run(STAND, 4.9)
        assert len(field.all_said(Jump)) == 1


class _Wounded(Field):
    """A body that knows its health."""

    def __init__(self, *, human: Human, health: int, armor: int, boosted_until: float | None) -> None:
        super().__init__(human=human)
        self.health, self.armor, self.boosted_until = health, armor, boosted_until

    def view(self) -> View:
        view = super().view()
        told = replace(view.me, health=self.health, armor=self.armor)
        return replace(view, time=10.0, me=replace(told, damage_boost_until=self.boosted_until))


class TestTheGait:
    def walked(self, trait: float, ways: int = 40) -> int:
        """How many of some ways were walked."""
        field = Field(graph=row_of("abc"), human=Human(walker=trait))
        for goal in itertools.islice(itertools.cycle("ca"), ways):
            field.finish(Decision(move=TravelTo(place=EntityId(goal))))
        return sum(one.walk for _, one in field.all_said(SetWalking) if isinstance(one, SetWalking))

    def test_a_walker_walks_the_share_of_its_ways_that_the_trait_says(self) -> None:
        assert (self.walked(0.0), self.walked(1.0)) == (0, 40)
        assert 10 <= self.walked(0.5) <= 30

    def strolling(self) -> Field:
        field = Field(graph=row_of("abcdef"), human=Human(walker=1.0))
        field.run(Decision(move=TravelTo(place=EntityId("f"))), 0.5)
        return field

    def gaits(self, field: Field) -> Iterator[bool]:
        return (one.walk for _, one in field.all_said(SetWalking) if isinstance(one, SetWalking))

    def test_it_runs_as_soon_as_somebody_is_about(self) -> None:
        field = self.strolling()
        field.meet(player("foe", at(900, 300)))
        field.run(Decision(move=TravelTo(place=EntityId("f"))), 0.5)
        assert list(self.gaits(field)) == [True, False]

    def test_it_runs_under_fire(self) -> None:
        field = self.strolling()
        field.threats = Threats(is_under_fire=True)
        field.run(Decision(move=TravelTo(place=EntityId("f"))), 0.5)
        assert list(self.gaits(field)) == [True, False]

    def test_it_runs_again_when_it_has_arrived(self) -> None:
        field = Field(graph=row_of("ab"), human=Human(walker=1.0))
        field.run(Decision(move=TravelTo(place=EntityId("b"))), 3.0)
        assert list(self.gaits(field)) == [True, False]

    def test_a_new_body_is_told_anew(self) -> None:
        field = self.strolling()
        field.die()
        field.think(Decision())
        field.respawn(at(0))
        field.run(Decision(move=TravelTo(place=EntityId("f"))), 1.5)
        assert list(self.gaits(field)) == [True, True]


class TestBackSteps:
    def steps_back(self, human: Human, distance: float = 500.0) -> float:
        """The share of steps that lead away from an enemy at the best distance."""
        footwork, port = Footwork(human, Random(5)), Port()  # noqa: S311 - predictable on purpose
        back = 0
        for tick in range(2000):
            port.forget()
            view = View(now=10 + 0.1 * tick, me=SelfState(location=at(0)))
            port.begin(view)
            footwork.step(view, port, player("foe", at(distance)), WeaponTraits(distance=500.0))
            (move,) = (one for one in port.take() if isinstance(one, MoveTo))
            assert abs(move.location.y) > 100.0  # a step aside all the same
            back += move.location.x < -100.0
        return back / 2000

    @pytest.mark.parametrize("distance", [500.0, 900.0])
    def test_a_character_that_circles_steps_back_one_time_in_ten(self, distance: float) -> None:
        assert self.steps_back(lifelike(attack_skill=0.5), distance) == pytest.approx(0.1, abs=0.02)

    def test_who_has_no_character_never_does(self) -> None:
        assert self.steps_back(Human(attack_skill=0.5)) == 0.0


class TestHighGround:
    HILL = map_of(
        {"hill": at(0, 200, 150), "hollow": at(0, -200, 0)}, [("hill", "hollow", LinkKind.WALK)]
    )

    def test_a_fighter_circles_to_the_higher_side(self) -> None:
        assert self.sides(lifelike(attack_skill=0.5)) == {1.0}

    def test_who_has_no_character_circles_both_ways(self) -> None:
        assert self.sides(Human(attack_skill=0.5)) == {1.0, -1.0}

    def sides(self, human: Human) -> set[float]:
        footwork, found = Footwork(human, Random(5)), set()  # noqa: S311 - predictable on purpose
        for tick in range(100):
            now, port = 10 + 0.1 * tick, Port()
            view = View(now=now, me=SelfState(location=at(0)), chart=Chart(self.HILL))
            port.begin(view)
            footwork.step(view, port, player("foe", at(500)), WeaponTraits(distance=500.0))
            found |= {
                math.copysign(1.0, one.location.y) for one in port.take() if isinstance(one, MoveTo)
            }
        return found
