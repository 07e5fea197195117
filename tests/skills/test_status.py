"""The own body: health, arms, motion, with the seeds' thresholds."""

from __future__ import annotations

import pytest

from agentfw.decisions import Wield
from agentfw.geometry import Rotation
from agentfw.perception import Motion, View
from agentfw.skills import Moment
from agentfw.vocabulary import Bumped, EntityId, HitWall
from tests.skills.moments import body, fail, gun, moment, read, want
from tests.support.seeing import Watch, at, me


def test_health_is_that_of_the_body() -> None:
    assert read("own-health-level", moment(me=body(health=42))) == 42


@pytest.mark.parametrize(("health", "holds"), [(30, False), (31, True), (29, False)])
def test_more_health_than_is_strict(health: int, holds: bool) -> None:  # noqa: FBT001
    assert read("hasMoreHealthThan", moment(me=body(health=health)), 30) is holds


@pytest.mark.parametrize(("ammo", "holds"), [(1, False), (2, True), (None, False)])
def test_more_ammo_than_is_strict(ammo: int | None, holds: bool) -> None:  # noqa: FBT001
    assert read("hasMoreAmmoThan", moment(me=body(ammo=ammo, weapon=EntityId("w"))), 1) is holds


@pytest.mark.parametrize(("weapon", "holds"), [("w", True), ("", False), ("None", False), (None, False)])
def test_armed_means_a_weapon_in_hand(weapon: str | None, holds: bool) -> None:  # noqa: FBT001
    now = moment(me=body(weapon=weapon))
    assert read("are-armed", now) is holds
    assert read("hasWeapon", now) is holds


def test_a_weapon_is_known_by_a_part_of_its_name() -> None:
    now = moment(gun("RocketLauncher"), gun("ShockRifle", 5), me=body(weapon=gun("ShockRifle").id))
    assert read("has_weapon", now, "rocket")
    assert not read("has_weapon", now, "flak")
    assert read("weapon_is", now, "Shock_Rifle")
    assert not read("weapon_is", now, "rocket")


def test_ammo_is_that_of_the_weapon_in_hand_or_of_the_one_named() -> None:
    held = gun("ShockRifle", 5)
    now = moment(gun("RocketLauncher", 12), held, me=body(weapon=held.id))
    assert read("ammo", now) == 5
    assert read("ammo-amount", now, "rocket") == 12
    assert read("ammo", now, "flak") == 0


def test_armed_and_ammo_needs_both() -> None:
    weapon = EntityId("w")
    assert read("armed-and-ammo", moment(me=body(weapon=weapon, ammo=1)))
    assert not read("armed-and-ammo", moment(me=body(weapon=weapon, ammo=0)))
    assert not read("armed-and-ammo", moment(me=body(ammo=9)))


def test_armor_team_place_and_life_are_those_of_the_body() -> None:
    now = moment(me=body(at(1, 2, 3), armor=25, adrenaline=40))
    assert (read("armor", now), read("adrenaline", now), read("team", now)) == (25, 40, 0)
    assert read("location", now) == at(1, 2, 3)
    assert read("is_alive", now)


def test_motion_is_told_by_its_own_senses() -> None:
    motion = Motion(speed=300.0, is_moving=True, is_turning=True, is_stuck=True, has_collided=True)
    now = moment(motion=motion)
    names = ("is-walking", "is-rotating", "is-stuck", "hit-object")
    assert all(read(name, now) for name in names)
    assert read("speed", now) == 300.0


def watched(*yaws: int) -> View:
    """The view after reports that face these ways."""
    watch = Watch()
    for yaw in yaws[:-1]:
        watch.look(me(yaw=yaw))
    return watch.look(me(yaw=yaws[-1]))


@pytest.mark.parametrize(("turn", "holds"), [(386, False), (387, True), (-387, True)])
def test_turning_begins_beyond_386_angles(turn: int, holds: bool) -> None:  # noqa: FBT001
    assert read("is-rotating", Moment(watched(1000, 1000, 1000 + turn))) is holds


def test_b10_a_turn_over_zero_is_as_small_as_it_is() -> None:
    assert not read("is-rotating", Moment(watched(65500, 65530, 100)))


def test_b10_moving_is_read_from_the_newest_report() -> None:
    watch = Watch()
    watch.look(me(velocity=at(400.0)))
    assert not read("is-walking", Moment(watch.look(me(velocity=at()))))
    assert read("is-walking", Moment(watch.look(me(velocity=at(400.0)))))


def test_stuck_takes_twenty_still_reports() -> None:
    watch = Watch()
    for _ in range(18):
        watch.look(me())
    assert not read("is-stuck", Moment(watch.look(me())))
    assert read("is-stuck", Moment(watch.look(me())))


def test_without_any_report_the_body_is_not_stuck() -> None:
    assert not read("is-stuck", Moment(View(now=0.0)))


@pytest.mark.parametrize("collision", [HitWall(), Bumped()])
def test_a_collision_is_known_for_two_seconds(collision: HitWall | Bumped) -> None:
    watch = Watch().hear(collision, now=5.0)
    assert read("hit-object", Moment(watch.view(now=7.0)))
    assert not read("hit-object", Moment(watch.view(now=7.1)))


def test_wielding_takes_the_fullest_weapon_of_a_name() -> None:
    now = moment(gun("RocketLauncher", 3), gun("RocketPack", 9))
    assert want("wield", now, "rocket").fight == Wield(gun("RocketPack").id)


def test_wielding_what_is_not_there_fails() -> None:
    assert fail("wield", moment(), "flak") == 'has no weapon called "flak"'


def test_a_rotation_that_was_not_told_is_no_turn() -> None:
    watch = Watch()
    watch.look(me(rotation=Rotation(0, 0, 0)))
    assert not read("is-rotating", Moment(watch.look(me(rotation=None))))
