"""What a bot of the newer dialect sees and hears: which things, from where, in which form."""

from __future__ import annotations

import math

import pytest

from tests.support.playing import (
    Guest,
    Line,
    arena_on,
    drawn_arena,
    join,
    names,
    only,
    pass_time,
    the,
    words,
)

DEGREE = 65536 / 360
WALLED = """
    ######################
    #s........#.........s#
    #.........#..........#
    #.........#..........#
    #.........#..........#
    #s..................s#
    ######################
"""
LONG = "\n".join(["#" * 44, "#s" + "." * 20 + "h" + "." * 19 + "s#", "#" * 44])
FLAGS = """
    ###########
    #s..#......
    #f..#......
    #s.........
    ###########
"""
POINTS = """
    ####################
    #s......#.....#..s.#
    #.d...........#..d.#
    #.......#.........s#
    ####################
"""
ROCKETS = "XWeapons.RocketLauncherPickup"


def pair(
    angle: float = 0.0, *, far: float = 600.0, rows: str | None = None, mode: str = "dm"
) -> tuple[Guest, Guest]:
    """Ann, who looks so many degrees past Bob, and Bob."""
    arena = drawn_arena(rows, mode=mode) if rows is not None else drawn_arena(mode=mode)
    ann = join(arena, "Ann", at=(640.0, 448.0), yaw=round(angle * DEGREE), team=0)
    bob = join(arena, "Bob", at=(640.0 + far, 448.0), yaw=32768, team=1)
    return ann, bob


def look_from(
    x: float, *, yaw: float = 0.0, rows: str = LONG, item: str = "XPickups.HealthPack"
) -> list[Line]:
    """What a bot perceives from somewhere in the long hall, where an item lies at x = 2880."""
    arena = drawn_arena(rows, legend={"h": item})
    return join(
        arena, "Ann", at=(x, 192.0), yaw=round(yaw * DEGREE), more="{AutoPickupOff True}"
    ).batch()


# Players


def test_a_player_in_sight_is_told_in_full() -> None:
    ann, bob = pair()
    assert the(ann.batch(), "PLR").text == (
        f"PLR {{Id {bob.id}}} {{Spectator False}} {{Rotation 0,32768,0}}"
        " {Location 1240.00,448.00,44.00} {Velocity 0.00,0.00,0.00} {Name Bob} {Team 255}"
        " {Crouched False}"
        " {Weapon XWeapons.AssaultRifle} {Firing 0}"
    )


@pytest.mark.parametrize("angle", [-107.0, -90.0, 0.0, 45.0, 90.0, 107.0])
def test_players_are_seen_up_to_107_degrees_aside(angle: float) -> None:
    assert "PLR" in words(pair(angle)[0].batch())


@pytest.mark.parametrize("angle", [-108.0, 108.0, 135.0, 180.0])
def test_players_further_behind_are_not_seen(angle: float) -> None:
    assert "PLR" not in words(pair(angle)[0].batch())


def test_a_player_very_near_but_behind_is_not_seen() -> None:
    assert "PLR" not in words(pair(180.0, far=100.0)[0].batch())


def test_a_player_behind_a_wall_is_not_seen() -> None:
    ann, _ = pair(far=1200.0, rows=WALLED)
    assert "PLR" not in words(ann.batch())


def test_a_player_is_not_told_about_itself() -> None:
    assert "PLR" not in words(join(drawn_arena(), "Ann").batch())


def test_a_dead_player_is_not_seen() -> None:
    ann, bob = pair()
    operator = Guest(ann.arena, "control")
    bob.ask("CONF {ManualSpawn True}")
    operator.ask(f"KILL {{Id {bob.id}}}")
    assert "PLR" not in words(ann.batch())


def test_a_player_is_seen_with_its_team() -> None:
    ann, _ = pair(mode="tdm")
    assert the(ann.batch(), "PLR")["Team"] == "1"


@pytest.mark.parametrize(
    ("command", "told"), [("SHOOT", "1"), ("SHOOT {Alt True}", "2"), ("STOPSHOOT", "0")]
)
def test_a_player_is_seen_to_fire(command: str, told: str) -> None:
    ann, bob = pair()
    bob.ask("TURNTO {Rotation 0,16384,0}", "CHATTR {Health 199}", seconds=0.5)
    bob.ask(command)
    assert the(ann.batch(), "PLR")["Firing"] == told


def test_a_player_is_seen_to_crouch_and_to_change_weapons() -> None:
    ann, bob = pair()
    bob.ask("SETCROUCH {Crouch True}", f"ADDINV {{Type {ROCKETS}}}", seconds=1.0)
    seen = the(ann.batch(), "PLR")
    assert (seen["Crouched"], seen["Weapon"]) == ("True", "XWeapons.RocketLauncher")


def test_a_running_player_is_seen_with_its_speed() -> None:
    ann, bob = pair()
    bob.ask("MOVE {FirstLocation 1240,192,44}", seconds=0.4)
    assert the(ann.batch(), "PLR").point("Velocity").y == pytest.approx(-440.0, abs=1.0)


# Items


def test_an_item_in_sight_is_told_in_full() -> None:
    seen = the(look_from(2000.0), "INV")
    assert list(seen.values) == ["Id", "Location", "Amount", "Visible", "Dropped", "Type"]
    assert (seen["Visible"], seen["Dropped"], seen["Amount"]) == ("True", "False", "25")
    assert seen["Location"] == "2880.00,192.00,23.00"


@pytest.mark.parametrize("angle", [-42.0, 0.0, 42.0])
def test_items_are_seen_up_to_42_degrees_aside(angle: float) -> None:
    assert "INV" in words(look_from(2000.0, yaw=angle))


@pytest.mark.parametrize("angle", [-43.0, 43.0, 90.0, 180.0])
def test_items_further_aside_are_not_seen(angle: float) -> None:
    assert "INV" not in words(look_from(2000.0, yaw=angle))


@pytest.mark.parametrize("angle", [90.0, 180.0])
def test_items_very_near_are_seen_whatever_the_bot_faces(angle: float) -> None:
    assert "INV" in words(look_from(2600.0, yaw=angle))  # 280 uu away, less than 300 from the eye


def test_the_cone_is_measured_in_height_as_well() -> None:
    arena = drawn_arena(LONG, legend={"h": "XPickups.HealthPack"})
    guest = join(arena, "Ann", at=(2000.0, 192.0), more="{AutoPickupOff True}")
    guest.ask("CONF {RotationRate 65536,65536,0}", "TURNTO {Rotation 9000,0,0}", seconds=0.5)
    assert "INV" not in words(guest.batch())


@pytest.mark.parametrize(("x", "is_seen"), [(7870.0, True), (7890.0, False)])
def test_items_are_seen_up_to_5000_uu(x: float, *, is_seen: bool) -> None:
    rows = "\n".join(["#" * 70, "#s" + "." * 20 + "h" + "." * 45 + "s#", "#" * 70])
    assert ("INV" in words(look_from(x, yaw=180.0, rows=rows))) is is_seen


def test_items_behind_a_wall_are_not_seen() -> None:
    rows = "#######\n#s.#h.#\n#.....#\n#######"
    arena = drawn_arena(rows, legend={"h": "XPickups.HealthPack"})
    guest = join(arena, "Ann", at=(192.0, 160.0))
    assert "INV" not in words(guest.batch())


def test_a_taken_item_is_not_seen_but_its_empty_spot_is() -> None:
    arena = drawn_arena(LONG, legend={"h": "XWeapons.ShockRiflePickup"})
    ann = join(arena, "Ann", at=(2000.0, 192.0))
    join(arena, "Bob", at=(2880.0, 192.0), yaw=0)
    batch = ann.batch()
    assert "INV" not in words(batch)
    assert the(batch, "NAV")["ItemSpawned"] == "False"


def test_a_dropped_weapon_is_seen_with_what_is_left_in_it() -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann", at=(640.0, 448.0))
    bob = join(arena, "Bob", at=(1000.0, 448.0), yaw=0)
    bob.ask(f"ADDINV {{Type {ROCKETS}}}", "CONF {AutoPickupOff True}", seconds=1.0)
    bob.ask("THROW")
    seen = the(ann.batch(), "INV")
    assert (seen["Dropped"], seen["Type"], seen["Amount"]) == ("True", ROCKETS, "12")


# Places


def test_ordinary_places_never_come_in_batches() -> None:
    guest = join(arena_on("ctf-twins", "ctf"), "Ann")
    ids = {line["Id"] for line in only(guest.ask("MOVE {FirstLocation 900,900,44}", seconds=5.0), "NAV")}
    assert not [place for place in ids if "PathNode" in place or "PlayerStart" in place]


def test_an_item_spot_in_sight_is_told_in_brief() -> None:
    seen = the(look_from(2000.0), "NAV")
    assert seen.text == "NAV {Id DM-Drawn.InventorySpot0} {Visible True} {ItemSpawned True}"


@pytest.mark.parametrize(("x", "is_told"), [(2770.0, True), (2000.0, False)])
def test_an_item_spot_behind_is_told_only_near(x: float, *, is_told: bool) -> None:
    assert ("NAV" in words(look_from(x, yaw=180.0))) is is_told


def test_all_domination_points_are_always_told() -> None:
    arena = drawn_arena(POINTS, mode="ddom")
    seen = only(join(arena, "Ann", at=(700.0, 192.0), yaw=16384).batch(), "NAV")
    rest = "{Visible False} {DomPoint True} {DomPointController 255}"
    assert [line.text for line in seen] == [f"NAV {{Id DM-Drawn.xDomPoint{n}}} {rest}" for n in (0, 1)]


def test_a_domination_point_is_visible_through_walls() -> None:
    arena = drawn_arena(POINTS, mode="ddom")
    guest = join(arena, "Ann", at=(700.0, 320.0), yaw=0)
    assert [line["Visible"] for line in only(guest.batch(), "NAV")] == ["False", "True"]


def test_a_taken_domination_point_tells_its_owner() -> None:
    arena = drawn_arena(POINTS, mode="ddom")
    ann = join(arena, "Ann", at=(700.0, 320.0), yaw=0, team=0)
    join(arena, "Bob", at=(320.0, 320.0), team=1)
    assert [line["DomPointController"] for line in only(ann.batch(), "NAV")] == ["1", "255"]


LIFTED = "\n".join(["#" * 30, "#s" + "." * 12 + "L" + "." * 13 + "s#", "#" * 30])


def lifts_from(x: float, yaw: float) -> list[Line]:
    """What a bot perceives near a lift whose middle is at x = 1856."""
    arena = drawn_arena(LIFTED, legend={"L": "{lift: 192}"})
    return join(arena, "Ann", at=(x, 192.0), yaw=round(yaw * DEGREE)).batch()


def test_a_lift_in_sight_is_told_as_mover_and_as_place() -> None:
    batch = lifts_from(1200.0, 0.0)
    mover, centre = the(batch, "MOV"), the(batch, "NAV")
    assert list(mover.values) == (
        names("Id Location Visible DamageTrig Type IsMoving Velocity MoveTime OpenTime State")
    )
    assert (mover["Visible"], mover["IsMoving"]) == ("True", "False")
    assert list(centre.values) == ["Id", "Location", "Visible"]
    assert centre["Visible"] == "True"


@pytest.mark.parametrize(("x", "is_told"), [(2150.0, True), (2170.0, False)])
def test_a_mover_behind_is_told_only_within_300_uu(x: float, *, is_told: bool) -> None:
    assert ("MOV" in words(lifts_from(x, 0.0))) is is_told


@pytest.mark.parametrize(("x", "is_told"), [(2340.0, True), (2400.0, False)])
def test_a_lift_centre_behind_is_told_only_within_500_uu(x: float, *, is_told: bool) -> None:
    assert ("NAV" in words(lifts_from(x, 0.0))) is is_told


def test_a_moving_lift_is_told_to_move() -> None:
    arena = drawn_arena(LIFTED, legend={"L": "{lift: 192}"})
    ann = join(arena, "Ann", at=(1200.0, 192.0))
    join(arena, "Bob", at=(1856.0, 192.0))
    movers = only(ann.wait(3.0), "MOV")
    moving = [line for line in movers if line["IsMoving"] == "True"]
    assert moving
    assert all(line.point("Velocity").z != 0.0 for line in moving)


# Projectiles


def rocket_fired(*, watcher_at: tuple[float, float], yaw: int) -> tuple[Guest, Guest]:
    """Ann, who just fired a rocket along x, and Bob, who watches from somewhere."""
    arena = drawn_arena()
    ann = join(arena, "Ann", at=(256.0, 448.0))
    bob = join(arena, "Bob", at=watcher_at, yaw=yaw)
    bob.ask("CONF {VisionTime 0.05}")
    ann.ask("CONF {VisionTime 0.05}", f"ADDINV {{Type {ROCKETS}}}", seconds=1.0)
    ann.ask("SHOOT {Location 2600,448,80}")
    ann.ask("STOPSHOOT", seconds=0.3)
    bob.take()
    return ann, bob


def test_a_projectile_in_sight_is_told_in_full() -> None:
    _, bob = rocket_fired(watcher_at=(2200.0, 300.0), yaw=32768)
    seen, state = the(bob.batch(), "PRJ"), bob.state()
    assert list(seen.values) == (
        names("Id ImpactTime Direction Speed Velocity Location Origin DamageRadius Type")
    )
    far = seen.point().distance_to(state.point())
    assert seen.number("Speed") == pytest.approx(1350.0, abs=1.0)
    assert seen.number("ImpactTime") == pytest.approx(far / 1350.0, abs=0.01)
    assert (seen["DamageRadius"], seen["Type"]) == ("220.00", "XWeapons.RocketProj")
    assert seen.point("Direction").length == pytest.approx(1.0, abs=0.01)


def test_the_origin_of_a_projectile_is_where_the_shooter_is_now() -> None:
    ann, bob = rocket_fired(watcher_at=(2200.0, 300.0), yaw=32768)
    ann.ask("MOVE {FirstLocation 256,192,44}", seconds=0.3)
    bob.take()
    seen = the(bob.batch(), "PRJ")
    assert seen.point("Origin").y < 420.0


def test_the_own_projectile_is_told_too() -> None:
    ann, _ = rocket_fired(watcher_at=(2200.0, 192.0), yaw=0)
    assert the(ann.batch(), "PRJ")["Id"].startswith("DM-Drawn.RocketProj0ProID")


def test_a_projectile_behind_is_not_told() -> None:
    _, bob = rocket_fired(watcher_at=(2200.0, 192.0), yaw=0)
    assert "PRJ" not in words(bob.batch())


# Flags


def flag_arena() -> tuple[Guest, Guest]:
    """Red Ann west of the wall, facing her flag; blue Bob in the east."""
    arena = drawn_arena(FLAGS, symmetry="mirror", mode="ctf")
    ann = join(arena, "Ann", at=(400.0, 320.0), yaw=32768, team=0)
    return ann, join(arena, "Bob", at=(2300.0, 192.0), yaw=0, team=1)


def test_a_flag_in_sight_is_told_with_place_and_holder() -> None:
    ann, _ = flag_arena()
    red, _ = only(ann.batch(), "FLG")
    assert list(red.values) == ["Id", "Team", "State", "Visible", "Location", "Holder", "Reachable"]
    assert (red["Id"], red["Team"], red["State"].lower()) == ("DM-Drawn.xRedFlag0", "0", "home")
    assert (red["Visible"], red["Holder"]) == ("True", "None")


def test_a_flag_out_of_sight_is_told_without_them() -> None:
    ann, _ = flag_arena()
    _, blue = only(ann.batch(), "FLG")
    assert list(blue.values) == ["Id", "Team", "State", "Visible"]
    assert (blue["Team"], blue["Visible"]) == ("1", "False")


def test_the_state_of_a_flag_is_told_without_seeing_it() -> None:
    ann, bob = flag_arena()
    bob.ask("RESPAWN {StartLocation 200,320,44}")
    ann.ask("TURNTO {Rotation 0,65535,0}", seconds=1.0)
    red, _ = only(ann.batch(), "FLG")
    assert (red["State"].lower(), red["Visible"]) == ("held", "True")
    bob.ask("MOVE {FirstLocation 200,448,44} {SecondLocation 1000,448,44}", seconds=3.0)
    ann.ask("TURNTO {Rotation 0,32768,0}", seconds=1.0)
    red, _ = only(ann.batch(), "FLG")
    assert (red["State"].lower(), red["Visible"]) == ("held", "False")


def test_a_held_flag_is_where_its_holder_is() -> None:
    ann, bob = flag_arena()
    bob.ask("RESPAWN {StartLocation 200,320,44}", seconds=0.1)
    red, _ = only(ann.batch(), "FLG")
    assert red["Holder"] == bob.id
    assert red["Location"] == bob.state()["Location"]


def test_the_carried_flag_is_always_visible() -> None:
    _, bob = flag_arena()
    bob.ask("RESPAWN {StartLocation 200,320,44} {StartRotation 0,16384,0}", seconds=0.1)
    red, _ = only(bob.batch(), "FLG")
    assert (red["Visible"], red["Holder"]) == ("True", bob.id)


# Sounds


def test_a_shot_is_heard_from_where_it_came() -> None:
    ann, bob = pair(180.0, far=300.0)
    bob.ask("TURNTO {Rotation 0,16384,0}", seconds=0.5)
    bob.say("SHOOT {Location 940,2000,44}")
    heard = only(ann.wait(0.5), "HRN")[0]
    assert list(heard.values) == ["Source", "Type", "Rotation", "Distance"]
    assert heard["Type"] == "XWeapons.AssaultRifle"
    assert heard.turn().yaw % 65536 == 0
    assert heard.number("Distance") == pytest.approx(300.0, abs=1.0)


def test_the_same_sound_is_told_once_a_second() -> None:
    ann, bob = pair(180.0, far=300.0)
    bob.ask("TURNTO {Rotation 0,16384,0}", seconds=0.5)
    bob.ask("SHOOT {Location 940,2000,44}", seconds=5.0)
    shots = [line for line in only(ann.take(), "HRN") if line["Type"] == "XWeapons.AssaultRifle"]
    assert len(shots) == 5


def test_a_bot_hears_its_own_shots() -> None:
    guest = join(drawn_arena(), "Ann")
    heard = only(guest.ask("SHOOT", seconds=0.5), "HRN")
    assert heard[0].number("Distance") == 0.0


def test_a_pickup_is_heard_as_what_was_taken() -> None:
    arena = drawn_arena(LONG, legend={"h": "XWeapons.ShockRiflePickup"})
    ann = join(arena, "Ann", at=(2600.0, 192.0), yaw=32768)
    join(arena, "Bob", at=(2880.0, 192.0))
    heard = the(ann.wait(0.5), "HRP")
    assert (heard["Source"], heard["Type"]) == ("DM-Drawn.xWeaponBase0", "XWeapons.ShockRiflePickup")
    assert heard.number("Distance") == pytest.approx(280.0, abs=15.0)


def test_a_walking_bot_is_not_heard() -> None:
    ann, bob = pair(180.0, far=300.0)
    bob.ask("SETWALK {Walk True}", "MOVE {FirstLocation 940,192,44}", seconds=2.0)
    assert only(ann.take(), "HRN") == []


def test_steps_far_away_are_not_heard() -> None:
    ann, bob = pair(180.0, far=1500.0)
    bob.ask("MOVE {FirstLocation 2140,192,44}", seconds=1.0)
    assert only(ann.take(), "HRN") == []


def test_steps_near_by_are_heard() -> None:
    ann, bob = pair(180.0, far=300.0)
    pass_time(ann.arena, 0.5)
    bob.ask("MOVE {FirstLocation 940,192,44}", seconds=1.0)
    heard = only(ann.take(), "HRN")
    assert {line["Source"] for line in heard} == {bob.id}
    assert all(math.isfinite(line.number("Distance")) for line in heard)
