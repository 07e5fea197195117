"""Where lines meet bodies, and where the game aims for a player."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.aiming import aim_direction, line_meets_body
from agentfw.arena.world.motion import Body
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import EntityId
from tests.support.arena import HALL, Duel, arm, pawn_of, put_player, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import FireSpec, GameSpec

GAMES = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)


def standing_body(x: float = 1000.0, y: float = 512.0, game: GameSpec = UT2004) -> Body:
    """A body on the floor of the hall; 25 by 44 in the newer game."""
    return Body(small_world(HALL, game).terrain, game.body, Vec3(x, y, 0.0))


# Lines


def test_a_line_meets_the_front_of_a_body() -> None:
    part = line_meets_body(Vec3(500, 512, 44), Vec3(1500, 512, 44), standing_body())
    assert part == pytest.approx((500 - 25) / 1000)


@GAMES
def test_the_radius_of_the_game_counts(game: GameSpec) -> None:
    body = standing_body(game=game)
    part = line_meets_body(Vec3(500, 512, 40), Vec3(1500, 512, 40), body)
    assert part == pytest.approx((500 - game.body.radius) / 1000)


@pytest.mark.parametrize(("beside", "is_hit"), [(0, True), (24.9, True), (-24.9, True), (25.1, False)])
def test_a_line_beside_a_body_misses(beside: float, *, is_hit: bool) -> None:
    y = 512 + beside
    met = line_meets_body(Vec3(500, y, 44), Vec3(1500, y, 44), standing_body())
    assert (met is not None) is is_hit


@pytest.mark.parametrize(("z", "is_hit"), [(-0.1, False), (0.1, True), (87.9, True), (88.1, False)])
def test_a_line_over_the_head_or_under_the_feet_misses(z: float, *, is_hit: bool) -> None:
    met = line_meets_body(Vec3(500, 512, z), Vec3(1500, 512, z), standing_body())
    assert (met is not None) is is_hit


def test_a_line_over_a_crouched_body_misses() -> None:
    body = standing_body()
    start, end = Vec3(500, 512, 70), Vec3(1500, 512, 70)
    assert line_meets_body(start, end, body) is not None
    body.crouch(is_crouched=True)  # now 58 high
    assert line_meets_body(start, end, body) is None


def test_a_line_that_ends_too_early_misses() -> None:
    body = standing_body()
    assert line_meets_body(Vec3(500, 512, 44), Vec3(974, 512, 44), body) is None
    assert line_meets_body(Vec3(500, 512, 44), Vec3(976, 512, 44), body) is not None


def test_a_line_that_leads_away_misses() -> None:
    assert line_meets_body(Vec3(1100, 512, 44), Vec3(1500, 512, 44), standing_body()) is None


def test_a_line_from_inside_meets_at_once() -> None:
    assert line_meets_body(Vec3(1000, 512, 44), Vec3(1500, 512, 44), standing_body()) == 0.0


@pytest.mark.parametrize(
    ("x", "part"), [(1000, (300 - 88) / 300), (1024, (300 - 88) / 300), (1026, None)]
)
def test_a_line_straight_down_meets_the_top(x: float, part: float | None) -> None:
    met = line_meets_body(Vec3(x, 512, 300), Vec3(x, 512, 0), standing_body())
    assert met == (None if part is None else pytest.approx(part))


def test_a_line_from_above_may_pass_over_and_still_come_down_behind() -> None:
    """It is over the body while it is high, and beside it when it is low."""
    assert line_meets_body(Vec3(900, 512, 200), Vec3(1100, 512, 60), standing_body()) is None


coordinates = st.floats(-300.0, 300.0)
points = st.builds(
    lambda x, y, z: Vec3(1000 + x, 512 + y, 44 + z), coordinates, coordinates, coordinates
)


@given(start=points, end=points)
def test_where_a_line_meets_a_body_is_on_the_body(start: Vec3, end: Vec3) -> None:
    part = line_meets_body(start, end, BODY)
    if part is not None:
        met = start + (end - start) * part
        assert 0.0 <= part <= 1.0
        assert math.hypot(met.x - 1000, met.y - 512) <= 25 + 1e-6
        assert -1e-6 <= met.z <= 88 + 1e-6


@given(start=points, end=points)
def test_a_line_that_meets_a_body_meets_it_from_the_other_end_too(start: Vec3, end: Vec3) -> None:
    one, other = line_meets_body(start, end, BODY), line_meets_body(end, start, BODY)
    assert (one is None) == (other is None) or min(one or 0.0, other or 0.0) < 1e-6


BODY = standing_body()


# Aim


def aim_of(duel: Duel, fire: FireSpec | None = None) -> Vec3:
    """The direction of the shooter's next shot."""
    pawn = pawn_of(duel.shooter)
    return aim_direction(duel.world, duel.shooter, pawn, fire or duel.held.spec.primary)


def assert_same_direction(one: Vec3, other: Vec3) -> None:
    assert one.distance_to(other.unit()) < 1e-6


@GAMES
def test_the_game_aims_at_the_center_of_the_target(game: GameSpec) -> None:
    duel = Duel(game, game.start_weapons[0], 500)
    duel.pull()
    eyes = pawn_of(duel.shooter).body.eyes
    assert_same_direction(aim_of(duel), pawn_of(duel.victim).body.location - eyes)


def test_without_a_target_a_shot_goes_straight_ahead() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 500)
    duel.world.combat.pull(duel.shooter)
    assert_same_direction(aim_of(duel), Vec3(1, 0, 0))


def test_a_location_is_aimed_at_from_the_eyes() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 500)
    point = Vec3(900, 600, 200)
    duel.world.combat.pull(duel.shooter, location=point)
    assert_same_direction(aim_of(duel), point - pawn_of(duel.shooter).body.eyes)


def test_a_target_that_is_unknown_leaves_the_location() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 500)
    point = Vec3(900, 600, 200)
    duel.world.combat.pull(duel.shooter, target=EntityId("Nobody"), location=point)
    assert_same_direction(aim_of(duel), point - pawn_of(duel.shooter).body.eyes)


def test_a_target_that_is_unknown_is_no_reason_not_to_fire() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 500)
    duel.world.combat.pull(duel.shooter, target=EntityId("Nobody"))
    duel.tick()
    assert duel.lost() == 45  # it stood straight ahead


def test_a_ball_in_flight_can_be_the_target() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 2000)
    duel.pull(alt=True)
    duel.tick()
    ball = duel.world.combat.projectiles[0]
    duel.world.combat.pull(duel.shooter, target=ball.id)
    assert_same_direction(aim_of(duel), ball.location - pawn_of(duel.shooter).body.eyes)


@pytest.mark.parametrize(
    ("degrees", "is_aimed"), [(0, True), (55, True), (-55, True), (65, False), (180, False)]
)
def test_the_game_aims_only_at_what_is_faced(degrees: float, *, is_aimed: bool) -> None:
    """A body that looks more than 60 degrees away shoots where it looks."""
    duel = Duel(UT2004, "XWeapons.ShockRifle", 500)
    body = pawn_of(duel.shooter).body
    body.yaw = round(degrees / 360 * 65536) % 65536
    duel.pull()
    at_victim = pawn_of(duel.victim).body.location - body.eyes
    assert_same_direction(aim_of(duel), at_victim if is_aimed else body.facing)


def test_a_body_turns_to_its_target_and_then_hits() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 500)
    pawn_of(duel.shooter).body.yaw = 32768
    duel.pull()
    duel.tick(0.05)
    assert duel.lost() == 0
    duel.tick(1.0)  # half a turn takes 0.55 s, a shot 0.7 s
    assert duel.lost() == 45


def test_what_falls_is_thrown_higher_than_the_target() -> None:
    duel = Duel(UT2004, "XWeapons.BioRifle", 1000)
    duel.pull()
    eyes, center = pawn_of(duel.shooter).body.eyes, pawn_of(duel.victim).body.location
    flight = eyes.distance_to(center) / 2000
    assert_same_direction(aim_of(duel), center + Vec3(0, 0, 475 * flight * flight) - eyes)


def test_what_is_tossed_up_is_thrown_lower_by_that() -> None:
    duel = Duel(UT2004, "XWeapons.FlakCannon", 600)
    duel.pull(alt=True)
    eyes, center = pawn_of(duel.shooter).body.eyes, pawn_of(duel.victim).body.location
    flight = eyes.distance_to(center) / 1200
    up = Vec3(0, 0, 475 * flight * flight - 225 * flight)
    assert_same_direction(aim_of(duel, duel.held.spec.secondary), center + up - eyes)


@pytest.mark.parametrize("leads", [False, True])
def test_only_who_asks_for_it_leads_a_moving_target(*, leads: bool) -> None:
    """A rocket flies 0.6 s to somebody 800 uu away, who runs 240 uu meanwhile."""
    duel = Duel(UT2004, "XWeapons.RocketLauncher", 810)
    duel.shooter.settings.leads_target = leads
    duel.pull()
    pawn_of(duel.victim).body.vy = 400.0
    aim = aim_of(duel)
    assert aim.y / aim.x * 810 == pytest.approx(240 if leads else 0, rel=0.01)


def test_what_gets_faster_is_led_by_its_mean_speed() -> None:
    """Plasma has 2408 uu/s after 800 uu, from 1000 in the beginning: it takes 0.47 s."""
    duel = Duel(UT2004, "XWeapons.LinkGun", 800)
    duel.shooter.settings.leads_target = True
    duel.pull()
    pawn_of(duel.victim).body.vy = 400.0
    aim = aim_of(duel)
    assert aim.y / aim.x * 800 == pytest.approx(400 * 0.47, rel=0.01)


def test_lines_are_never_led() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 800)
    duel.shooter.settings.leads_target = True
    duel.pull()
    pawn_of(duel.victim).body.vy = 400.0
    assert aim_of(duel).y == pytest.approx(0.0)


def test_who_leads_aims_rockets_at_the_feet() -> None:
    duel = Duel(UT2004, "XWeapons.RocketLauncher", 800)
    duel.shooter.settings.leads_target = True
    duel.pull()
    eyes = pawn_of(duel.shooter).body.eyes
    assert_same_direction(aim_of(duel), Vec3(640 + 800, 512, 10) - eyes)


# Skill


def errors(skill: float, accuracy: float = 1.0) -> list[float]:
    """How far a hundred shots go from the target, as parts of the distance."""
    duel = Duel(UT2004, "XWeapons.ShockRifle", 1000)
    duel.shooter.settings.skill, duel.shooter.settings.accuracy = skill, accuracy
    duel.pull()
    right = (pawn_of(duel.victim).body.location - pawn_of(duel.shooter).body.eyes).unit()
    return [aim_of(duel).distance_to(right) for _ in range(100)]


def test_skill_seven_does_not_miss() -> None:
    assert max(errors(7.0)) < 1e-9


def test_each_step_less_of_skill_misses_more() -> None:
    means = [sum(errors(skill)) / 100 for skill in (7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)]
    assert means == sorted(means)
    assert means[0] < means[1]


def test_less_accuracy_misses_more() -> None:
    assert sum(errors(7.0, accuracy=0.5)) > sum(errors(7.0, accuracy=0.9)) > 0.0


def test_a_novice_hits_less_than_a_master() -> None:
    hits = []
    for skill in (1.0, 7.0):
        duel = Duel(UT2004, "XWeapons.AssaultRifle", 1000, health=199)
        duel.shooter.settings.skill = skill
        duel.pull()
        duel.tick(2.0)
        hits.append(199 - pawn_of(duel.victim).health)
    assert hits[0] < hits[1] / 2


def test_the_same_seed_gives_the_same_misses() -> None:
    assert errors(3.0) == errors(3.0)


def test_a_shot_in_another_direction_than_the_target_does_not_hurt_it() -> None:
    world = small_world(HALL)
    shooter = put_player(world, "A", 640, 512, yaw=16384)
    victim = put_player(world, "B", 1040, 512)
    arm(world, shooter, "XWeapons.ShockRifle")
    world.combat.pull(shooter)
    world.tick()
    assert pawn_of(shooter).body.rotation == Rotation(0, 16384, 0)
    assert pawn_of(victim).health == 100
