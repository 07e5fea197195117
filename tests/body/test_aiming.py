"""Where a gun points: the bands of skill, the scatter of the hand, the speed of the wrist."""

from __future__ import annotations

import itertools
import math
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agentfw.body import Human, human_of_skill
from agentfw.body.aiming import Aim, aim_point, impact, intercept, scatter
from agentfw.body.weapons import WeaponTraits
from agentfw.geometry import ORIGIN, Rotation, Vec3
from agentfw.perception import View
from agentfw.vocabulary import SelfState
from tests.support.bodies import TEAMS, at, player

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.perception import KnownPlayer

PLASMA = WeaponTraits(speed=1000.0)
ROCKET = WeaponTraits(speed=1000.0, splash=200.0)
RIFLE = WeaponTraits()
CURRENT, LINEAR, FLOOR, EXACT = 0.3, 0.5, 0.7, 0.9
CROSSING = player("foe", at(800, -300), velocity=at(0, 440))
FLEEING = player("foe", at(500), velocity=at(400))

coordinates = st.floats(-3000, 3000)
points = st.builds(Vec3, coordinates, coordinates, st.floats(-300, 300))


def aimed(target: KnownPlayer, traits: WeaponTraits, skill: float) -> Vec3:
    spot = aim_point(ORIGIN, target, 0.0, traits, skill)
    assert spot is not None
    return spot


def miss(target: KnownPlayer, spot: Vec3, speed: float) -> float:
    """How close a shot at a spot comes to a target that runs straight on, in a simulated flight."""
    assert target.location is not None
    velocity, way = target.velocity or ORIGIN, spot.unit()
    times = [tick / 500 for tick in range(2500)]
    return min((target.location + velocity * t).distance_to(way * (speed * t)) for t in times)


def sight(*others: KnownPlayer, now: float = 0.0, yaw: int = 0) -> View:
    me = SelfState(team=0, location=ORIGIN, rotation=Rotation(0, yaw, 0))
    return View(now=now, me=me, game=TEAMS, players={other.id: other for other in others})


class TestBands:
    def test_a_beginner_aims_at_where_the_target_is(self) -> None:
        assert aimed(CROSSING, PLASMA, CURRENT) == CROSSING.location

    def test_a_learner_leads_by_the_flight_to_where_the_target_is(self) -> None:
        flight_s = math.hypot(800, 300) / 1000
        assert aimed(CROSSING, PLASMA, LINEAR) == at(800, -300 + 440 * flight_s)

    def test_an_expert_aims_where_shot_and_target_meet(self) -> None:
        assert miss(CROSSING, aimed(CROSSING, PLASMA, EXACT), 1000.0) < 2.0

    @pytest.mark.parametrize("target", [CROSSING, player("foe", at(600, 600), velocity=at(-300, 200))])
    def test_each_band_misses_a_moving_target_by_less(self, target: KnownPlayer) -> None:
        misses = [miss(target, aimed(target, PLASMA, s), 1000.0) for s in (CURRENT, LINEAR, EXACT)]
        assert misses[0] > 3 * misses[1] > 3 * misses[2]

    def test_the_borders_belong_to_the_lower_band(self) -> None:
        assert aimed(FLEEING, PLASMA, 0.4) == aimed(FLEEING, PLASMA, CURRENT)
        assert aimed(FLEEING, PLASMA, 0.8) == aimed(FLEEING, PLASMA, LINEAR)
        assert aimed(FLEEING, ROCKET, 0.6).z == 0.0

    def test_a_splash_weapon_is_aimed_at_the_floor(self) -> None:
        assert aimed(CROSSING, ROCKET, FLOOR).z == -40.0
        assert aimed(CROSSING, ROCKET, LINEAR).z == 0.0

    def test_the_floor_below_somebody_higher_up_is_no_aim(self) -> None:
        assert aimed(player("foe", at(500, 0, 17)), ROCKET, FLOOR).z == 17.0
        assert aimed(player("foe", at(500, 0, 16)), ROCKET, FLOOR).z == -24.0

    def test_the_floor_at_the_own_feet_is_no_aim(self) -> None:
        assert aimed(player("foe", at(99)), ROCKET, FLOOR).z == 0.0

    @pytest.mark.parametrize("skill", [CURRENT, LINEAR, FLOOR, EXACT])
    def test_a_weapon_that_hits_at_once_needs_no_lead(self, skill: float) -> None:
        assert aimed(CROSSING, RIFLE, skill) == CROSSING.location

    def test_an_old_sight_is_led_to_where_the_target_should_be(self) -> None:
        assert aim_point(ORIGIN, CROSSING, 0.5, RIFLE, CURRENT) == at(800, -80)

    def test_somebody_hidden_is_shot_at_with_splash_by_the_skilled_only(self) -> None:
        hidden = player("foe", at(500), visible=False)
        assert aim_point(ORIGIN, hidden, 0.0, ROCKET, 0.51) == at(500)
        assert aim_point(ORIGIN, hidden, 0.0, ROCKET, 0.5) is None
        assert aim_point(ORIGIN, hidden, 0.0, PLASMA, 1.0) is None

    def test_nobody_aims_at_somebody_whose_place_is_unknown(self) -> None:
        assert aim_point(ORIGIN, player("foe", None), 0.0, RIFLE, 1.0) is None


class TestIntercept:
    @given(points, points, st.floats(700, 3000))
    def test_shot_and_target_are_at_the_spot_at_the_same_time(
        self, where: Vec3, velocity: Vec3, speed: float
    ) -> None:
        velocity = velocity * 0.15
        assume(where.length > 50)
        spot = intercept(ORIGIN, where, velocity, speed)
        assume(velocity.length > 1.0)
        target_s = spot.distance_to(where) / velocity.length
        assert spot.length / speed == pytest.approx(target_s, rel=1e-6, abs=1e-6)

    def test_a_target_that_outruns_the_shot_is_aimed_at_itself(self) -> None:
        assert intercept(ORIGIN, at(500), at(2000), 1000.0) == at(500)

    def test_a_target_as_fast_as_the_shot_that_comes_nearer_is_met(self) -> None:
        assert intercept(ORIGIN, at(500), at(-1000), 1000.0) == at(250)

    def test_a_target_as_fast_as_the_shot_that_passes_is_aimed_at_itself(self) -> None:
        assert intercept(ORIGIN, at(500), at(0, 1000), 1000.0) == at(500)


class TestImpact:
    def test_a_shot_above_the_floor_bursts_at_its_spot(self) -> None:
        assert impact(ORIGIN, at(600, 0, -40), at(600)) == at(600, 0, -40)

    def test_a_shot_below_bursts_where_it_meets_the_floor(self) -> None:
        assert impact(ORIGIN, at(600, 60, -120), at(600)) == at(200, 20, -40)

    def test_the_floor_is_that_of_whoever_stands_lower(self) -> None:
        assert impact(ORIGIN, at(600, 0, -120), at(600, 0, 200)) == at(200, 0, -40)
        assert impact(ORIGIN, at(600, 0, -400), at(600, 0, -160)) == at(300, 0, -200)


class TestScatter:
    def mean_error(self, accuracy: float, far: float) -> float:
        rng, spot = Random(7), at(far)  # noqa: S311 - predictable on purpose
        return sum(scatter(spot, ORIGIN, accuracy, rng).distance_to(spot) for _ in range(2000)) / 2000

    @pytest.mark.parametrize("far", [200.0, 800.0, 2000.0])
    def test_the_error_falls_with_every_step_of_skill(self, far: float) -> None:
        errors = [self.mean_error(human_of_skill(skill).accuracy, far) for skill in range(1, 6)]
        assert errors == sorted(errors, reverse=True)
        assert errors[0] > 5 * errors[4]

    def test_a_perfect_hand_does_not_scatter(self) -> None:
        assert self.mean_error(1.0, 800.0) == 0.0

    def test_a_steady_hand_scatters_no_more_than_a_body_is_wide(self) -> None:
        assert self.mean_error(0.95, 2000.0) < 5.0

    def test_the_same_seed_scatters_the_same(self) -> None:
        one, two = Random(3), Random(3)  # noqa: S311 - predictable on purpose
        for _ in range(20):
            assert scatter(at(500), ORIGIN, 0.2, one) == scatter(at(500), ORIGIN, 0.2, two)

    def widest(self, accuracy: float, *, is_lifelike: bool) -> tuple[float, float]:
        """How far beside and above somebody at 1000 uu shots go at most."""
        rng = Random(5)  # noqa: S311 - predictable on purpose
        spots = [
            scatter(at(1000), ORIGIN, accuracy, rng, is_lifelike=is_lifelike) for _ in range(20_000)
        ]
        return max(abs(spot.y) for spot in spots), max(abs(spot.z) for spot in spots)

    @pytest.mark.parametrize(
        ("accuracy", "wide", "high"), [(0.0, 320.0, 310.0), (0.5, 160.0, 155.0), (0.8, 4.0, 2.0)]
    )
    def test_characters_scatter_in_a_cone(self, accuracy: float, wide: float, high: float) -> None:
        assert self.widest(accuracy, is_lifelike=True) == pytest.approx((wide, high), rel=0.03)

    @pytest.mark.parametrize(("accuracy", "wide", "high"), [(0.0, 170.0, 85.0), (0.8, 4.0, 2.0)])
    def test_others_scatter_half_as_far_aside_and_a_quarter_in_height(
        self, accuracy: float, wide: float, high: float
    ) -> None:
        assert self.widest(accuracy, is_lifelike=False) == pytest.approx((wide, high), rel=0.03)

    def test_the_steady_scatter_alike_with_and_without_a_character(self) -> None:
        one, two = Random(3), Random(3)  # noqa: S311 - predictable on purpose
        for _ in range(20):
            plain = scatter(at(900), ORIGIN, 0.8, one)
            assert plain == scatter(at(900), ORIGIN, 0.8, two, is_lifelike=True)


def total_miss(skill: int) -> float:
    """How far a player of a skill misses a crossing target, cleverness and scatter together."""
    human, rng = human_of_skill(skill), Random(11)  # noqa: S311 - predictable on purpose
    spot = aimed(CROSSING, PLASMA, human.aim_skill)
    shots = [scatter(spot, ORIGIN, human.accuracy, rng) for _ in range(40)]
    return sum(miss(CROSSING, shot, 1000.0) for shot in shots) / len(shots)


def test_the_better_the_player_the_closer_the_shot() -> None:
    misses = [total_miss(skill) for skill in range(1, 6)]
    assert misses == sorted(misses, reverse=True)


class TestTurning:
    def headings(self, human: Human, spots: Iterable[Vec3], look_s: float = 0.1) -> list[Vec3]:
        aim = Aim()
        return [
            aim.follow(sight(now=10 + look_s * tick), spot, human).unit()
            for tick, spot in enumerate(spots)
        ]

    @pytest.mark.parametrize("skill", [1, 2, 3, 4, 5])
    def test_the_gun_follows_a_target_ahead_no_faster_than_the_wrist(self, skill: int) -> None:
        human = human_of_skill(skill)
        goal = Rotation(0, 30 * 65_536 // 360, 0).direction() * 500
        headings = [at(1), *self.headings(human, [goal] * 30)]
        turns = [turn_between(a, b) for a, b in itertools.pairwise(headings)]
        assert max(turns) <= human.turn_rate * 0.1 * 1.02

    @given(st.integers(0, 65_535), st.floats(0.05, 0.5), st.integers(1, 5))
    def test_no_turn_of_any_width_is_faster_than_the_wrist(
        self, yaw: int, look_s: float, skill: int
    ) -> None:
        human = human_of_skill(skill)
        goal = Rotation(0, yaw, 0).direction() * 500
        headings = self.headings(human, [at(500), *[goal] * 10], look_s)
        turns = [turn_between(a, b) for a, b in itertools.pairwise(headings)]
        assert max(turns) <= human.turn_rate * look_s + 0.5

    @pytest.mark.parametrize("degrees", [175, 179, 180])
    def test_a_target_behind_is_turned_to_in_the_time_that_the_turn_rate_allows(
        self, degrees: int
    ) -> None:
        human = human_of_skill(1)
        goal = Rotation(0, round(degrees * 65_536 / 360), 0).direction() * 500
        last = self.headings(human, [goal] * 15)[-1]
        assert turn_between(last, goal.unit()) < 5.0

    def test_the_gun_comes_to_rest_on_a_target_that_stands(self) -> None:
        goal = at(300, 400)
        assert turn_between(self.headings(human_of_skill(1), [goal] * 12)[-1], goal.unit()) < 0.1

    def test_no_limit_means_on_target_at_once(self) -> None:
        assert self.headings(Human(), [at(0, 500)])[0] == at(0, 1)

    def test_a_gun_that_points_elsewhere_is_not_on_target(self) -> None:
        aim, human = Aim(), human_of_skill(1)
        aim.follow(sight(now=10.0), at(0, 500), human)
        assert not aim.is_on(ORIGIN, at(0, 500))

    def test_close_up_a_rough_direction_is_good_enough(self) -> None:
        aim = Aim()
        aim.follow(sight(now=10.0), at(500), human_of_skill(1))
        off = Rotation(0, 50 * 65_536 // 360, 0).direction()
        assert aim.is_on(ORIGIN, off * 90)
        assert not aim.is_on(ORIGIN, off * 110)


def turn_between(one: Vec3, other: Vec3) -> float:
    """Degrees between two directions."""
    return math.degrees(math.acos(max(-1.0, min(1.0, one.unit().dot(other.unit())))))
