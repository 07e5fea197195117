"""The older dialect: what happens is told between batches, at the tick it happens."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from agentfw.geometry import Vec3
from tests.support.arena import HALL, arm
from tests.support.guests import (
    Guest,
    events,
    fields,
    joined,
    location,
    only,
    open_classic,
    pass_time,
    place,
    split_batches,
    word,
    write_map,
)

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.arena import Arena

TICK = 0.05
BACK = 32768
DRAWN = HALL.replace("#s..", "#ss.", 1)


def hall(folder: Path, **options: object) -> Arena:
    """An open hall of 40 by 6 cells with starts for everybody, and a shock rifle in its east."""
    rows = DRAWN.replace("...#", ".S.#", 1).replace("#...", "#s.s", 2)
    path = write_map(folder, rows, legend={"S": "XWeapons.ShockRiflePickup"})
    return open_classic(map=path, **options)


def in_hall(folder: Path, *names: str, **options: object) -> list[Guest]:
    """Guests in the hall, 600 apart in a row along x, looking east; nobody has heard anything."""
    guests = joined(hall(folder, **options), *names)
    for number, guest in enumerate(guests):
        place(guest, 600.0 + 600.0 * number, 500.0)
    pass_time(guests[0].arena, 0.3)
    for guest in guests:
        guest.hear()
    return guests


def beside_batches(guest: Guest, seconds: float, *words: str) -> list[str]:
    """The events of these words that come in a while."""
    return only(events(guest.hears(seconds)), *words)


# What one gains and holds


def test_a_weapon_that_is_found_is_told_and_then_taken_in_hand(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    rifle = me.arena.world.stock.items[0]
    place(me, rifle.feet.x, rifle.feet.y)
    assert beside_batches(me, 2.0, "AIN", "CWP") == [
        "AIN {Id DM-Drawn.ShockRifle1} {Class Botpack.ShockRifle}",
        "CWP {Id DM-Drawn.ShockRifle1} {Class Botpack.ShockRifle}",
    ]


def test_the_weapon_in_hand_is_told_in_self_as_an_object(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    rifle = arm(me.arena.world, me.player, "Botpack.ShockRifle")
    told = fields(only(me.hears(0.3), "SLF")[-1])
    assert (told["Weapon"], told["CurrentAmmo"]) == (rifle.id, "50")


def test_things_that_are_no_weapons_are_not_told_as_gained(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.arena.world.stock.give(me.player, "Botpack.Armor2")
    lines = me.hears(0.3)
    assert not only(lines, "IPK")
    assert fields(only(lines, "SLF")[-1])["Armor"] == "100"


# What one hears


def test_who_stands_near_hears_who_takes_something(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    rifle = me.arena.world.stock.items[0]
    place(me, rifle.feet.x - 300.0, rifle.feet.y)
    place(other, rifle.feet.x, rifle.feet.y)
    assert beside_batches(me, TICK, "HRP") == [f"HRP {{Player {other.id}}}"]


def test_who_stands_far_away_does_not_hear_it(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    rifle = me.arena.world.stock.items[0]
    place(me, 200.0, 500.0)
    place(other, rifle.feet.x, rifle.feet.y)
    assert beside_batches(me, 0.3, "HRP") == []


def test_a_shot_is_heard_in_the_tick_it_is_fired(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    other.say("SHOOT {Location 3000,500,60}")
    assert beside_batches(me, TICK, "HRN") == ["HRN {SourceClass Botpack.Enforcer}"]


def test_the_same_sound_is_heard_once_a_second(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    other.say("SHOOT {Location 3000,500,60}")
    assert len(beside_batches(me, 4.0, "HRN")) in (4, 5)


def test_running_is_heard_and_walking_is_not(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    place(other, 900.0, 500.0)
    other.say("SETWALK {Walk True}", "RUNTO {Location 1100,500,39}")
    assert beside_batches(me, 1.5, "HRN") == []
    other.say("SETWALK {Walk False}", "RUNTO {Location 900,600,39}")
    assert beside_batches(me, 1.5, "HRN") != []


def test_every_noise_tells_the_class_of_its_source(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    place(other, 900.0, 500.0)
    other.say("RUNTO {Location 1100,500,39}")
    heard = beside_batches(me, 1.0, "HRN")
    assert heard
    assert all(fields(line).get("SourceClass") for line in heard)


# What one runs into


def test_a_wall_is_told_with_its_normal_and_the_own_place(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("RUNTO {Location 0,500,39}")
    walls = beside_batches(me, 3.0, "WAL")
    assert walls[0] == (
        "WAL {Id DM-Drawn.LevelInfo0} {Normal 1.000000,0.000000,0.000000} "
        "{Location 145.000000,500.000000,39.000000}"
    )


def test_a_wall_is_told_at_most_twice_a_second(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    place(me, 150.0, 500.0)
    me.say("RUNTO {Location 0,500,39}")
    assert 3 <= len(beside_batches(me, 2.0, "WAL")) <= 4


def test_who_runs_into_somebody_is_told_whom(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.say(f"RUNTO {{Target {other.id}}}")
    bumps = beside_batches(me, 2.5, "BMP")
    there = "1200.000000,500.000000,39.000000"
    assert bumps[0] == f"BMP {{Id {other.id}}} {{Location {there}}}"


def drop(folder: Path) -> Guest:
    """Somebody on a platform, 160 above the floor to the east of it."""
    path = write_map(
        folder,
        """
        #########
        #s......#
        #.......#
        #########
        """,
        heights="""
        #########
        #5555...#
        #5555...#
        #########
        """,
    )
    (me,) = joined(open_classic(map=path), "Me")
    place(me, 400.0, 256.0, floor=160.0)
    return me


def test_who_runs_over_a_ledge_falls_and_is_told(tmp_path: Path) -> None:
    me = drop(tmp_path)
    me.say("RUNTO {Location 900,256,39}")
    (ledge,) = beside_batches(me, 3.0, "FAL")
    assert fields(ledge)["Fell"] == "True"
    assert location(fields(ledge)["Location"]).x > 600.0
    assert me.pawn.body.z == 0.0


def test_who_walks_stops_at_a_ledge_and_is_told(tmp_path: Path) -> None:
    me = drop(tmp_path)
    me.say("SETWALK {Walk True}", "RUNTO {Location 900,256,39}")
    ledges = beside_batches(me, 4.0, "FAL")
    assert {fields(line)["Fell"] for line in ledges} == {"False"}
    assert me.pawn.body.z == 160.0


def test_wet_feet_are_told(tmp_path: Path) -> None:
    path = write_map(
        tmp_path,
        """
        #########
        #s..~~~~#
        #...~~~~#
        #########
        """,
        heights="""
        #########
        #111....#
        #111....#
        #########
        """,
    )
    (me,) = joined(open_classic(map=path), "Me")
    place(me, 300.0, 256.0, floor=32.0)
    me.say("RUNTO {Location 800,256,39}")
    assert beside_batches(me, 2.0, "ZCF", "ZCH", "ZCB")[0].startswith("ZCF {Id DM-Drawn.")


# Projectiles


def rocket(folder: Path, *names: str) -> list[Guest]:
    """Guests in the hall; the last one holds a rocket launcher and looks back along the row."""
    guests = in_hall(folder, *names)
    arm(guests[0].arena.world, guests[-1].player, "Botpack.UT_Eightball")
    place(guests[-1], guests[-1].pawn.body.x + 600.0, 500.0, yaw=BACK)
    return guests


def fire_once(shooter: Guest, where: str) -> None:
    """Fire one rocket: the trigger is let go after a tick."""
    shooter.say(f"SHOOT {{Location {where}}}")
    pass_time(shooter.arena, TICK)
    shooter.say("STOPSHOOT")


def test_a_projectile_that_comes_this_way_is_told_once(tmp_path: Path) -> None:
    me, enemy = rocket(tmp_path, "Me", "Enemy")
    fire_once(enemy, "600,500,60")
    (warning,) = beside_batches(me, 1.0, "PRJ")
    told = fields(warning)
    assert list(told) == ["Time", "Direction"]
    assert location(told["Direction"]).x == pytest.approx(-1.0, abs=0.02)
    assert 0.5 < float(told["Time"]) < 2.0


def test_the_time_of_a_warning_is_the_way_divided_by_the_speed(tmp_path: Path) -> None:
    me, enemy = rocket(tmp_path, "Me", "Enemy")
    fire_once(enemy, "600,500,60")
    for _ in range(40):
        shots = me.arena.world.combat.projectiles
        warnings = beside_batches(me, TICK, "PRJ")
        if warnings:
            break
    (shot,) = shots
    way = shot.location.distance_to(me.pawn.body.location)
    assert float(fields(warnings[0])["Time"]) == pytest.approx(way / shot.velocity.length, rel=0.05)


def test_a_projectile_that_flies_elsewhere_is_not_told(tmp_path: Path) -> None:
    me, enemy = rocket(tmp_path, "Me", "Enemy")
    place(me, 600.0, 850.0)
    place(enemy, 1200.0, 200.0, yaw=BACK)
    fire_once(enemy, "200,200,60")
    assert beside_batches(me, 2.0, "PRJ") == []


def test_who_fires_is_not_warned_of_it(tmp_path: Path) -> None:
    _, enemy = rocket(tmp_path, "Me", "Enemy")
    fire_once(enemy, "600,500,60")
    assert beside_batches(enemy, 2.0, "PRJ") == []


def test_hits_that_arrive_at_once_are_not_warned_of(tmp_path: Path) -> None:
    me, enemy = in_hall(tmp_path, "Me", "Enemy")
    place(enemy, 1200.0, 500.0, yaw=BACK)
    enemy.say(f"SHOOT {{Target {me.id}}}")
    lines = events(me.hears(1.0))
    assert only(lines, "DAM")
    assert not only(lines, "PRJ")


# Damage and death


def hit_once(shooter: Guest, victim: Guest) -> None:
    """A bullet of the enforcer, 17 points times 1.5 for the hardcore mode: 25."""
    world = shooter.arena.world
    shot = world.game.weapons[shooter.pawn.weapons[next(iter(shooter.pawn.weapons))].spec.name].primary
    assert shot.damage_spec is not None
    world.hurt(victim.player, 17.0, shot.damage_spec, by=shooter.player, weapon="Botpack.Enforcer")


def test_a_hit_is_told_to_both_sides(tmp_path: Path) -> None:
    me, enemy = in_hall(tmp_path, "Me", "Enemy")
    hit_once(enemy, me)
    assert beside_batches(me, TICK, "DAM") == [
        f"DAM {{Damage 25}} {{DamageType shot}} {{Instigator {enemy.id}}}"
    ]
    assert only(enemy.hear(), "HIT") == [f"HIT {{Id {me.id}}} {{Damage 25}} {{DamageType shot}}"]


def test_who_hit_from_behind_is_not_told(tmp_path: Path) -> None:
    me, enemy = in_hall(tmp_path, "Me", "Enemy")
    hit_once(me, enemy)
    assert beside_batches(enemy, TICK, "DAM") == ["DAM {Damage 25} {DamageType shot}"]


def test_damage_by_the_world_names_nobody(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    world = me.arena.world
    world.hurt(me.player, 10.0, world.game.world_damage["fall"])
    assert beside_batches(me, TICK, "DAM") == ["DAM {Damage 10} {DamageType Fell}"]


def test_health_in_the_batch_is_what_the_hit_left(tmp_path: Path) -> None:
    me, enemy = in_hall(tmp_path, "Me", "Enemy")
    hit_once(enemy, me)
    assert fields(only(me.hears(0.15), "SLF")[-1])["Health"] == "75"


def test_a_real_shot_does_what_its_hit_says(tmp_path: Path) -> None:
    me, enemy = in_hall(tmp_path, "Me", "Enemy")
    place(enemy, 900.0, 500.0, yaw=BACK)
    enemy.say(f"SHOOT {{Target {me.id}}}")
    pass_time(me.arena, 0.5)
    taken = [int(fields(line)["Damage"]) for line in only(me.hear(), "DAM")]
    dealt = [int(fields(line)["Damage"]) for line in only(enemy.hear(), "HIT")]
    assert taken == dealt
    assert sum(taken) == 100 - me.pawn.health


def test_a_killing_blow_is_told_to_everybody_in_its_own_way(tmp_path: Path) -> None:
    me, enemy, witness = in_hall(tmp_path, "Me", "Enemy", "Witness")
    me.pawn.health = 20
    hit_once(enemy, me)
    pass_time(me.arena, TICK)
    assert events(me.hear()) == [
        f"DAM {{Damage 25}} {{DamageType shot}} {{Instigator {enemy.id}}}",
        f"DIE {{Killer {enemy.id}}} {{DamageType shot}}",
    ]
    assert events(enemy.hear()) == [
        f"HIT {{Id {me.id}}} {{Damage 25}} {{DamageType shot}}",
        f"KIL {{Id {me.id}}} {{Killer {enemy.id}}} {{DamageType shot}}",
    ]
    assert events(witness.hear()) == [f"KIL {{Id {me.id}}} {{Killer {enemy.id}}} {{DamageType shot}}"]


def test_the_death_of_somebody_out_of_view_is_told_as_well(tmp_path: Path) -> None:
    me, enemy, witness = in_hall(tmp_path, "Me", "Enemy", "Witness")
    place(witness, 3000.0, 500.0)
    me.arena.world.kill(me.player, enemy.player, me.arena.world.game.world_damage["telefrag"])
    assert len(beside_batches(witness, TICK, "KIL")) == 1


def test_a_death_by_own_fault_names_the_victim_or_nobody(tmp_path: Path) -> None:
    me, witness = in_hall(tmp_path, "Me", "Witness")
    me.arena.world.kill(me.player, None, me.arena.world.game.world_damage["suicide"])
    pass_time(me.arena, TICK)
    (died,), (killed,) = only(me.hear(), "DIE"), only(witness.hear(), "KIL")
    assert fields(died).get("Killer", "None") == fields(killed).get("Killer", "None") == "None"
    assert fields(died)["DamageType"] == fields(killed)["DamageType"] == "Suicided"


def test_the_dead_hear_no_batches_and_no_sounds(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.arena.world.kill(me.player, None, me.arena.world.game.world_damage["suicide"])
    me.hears(TICK)
    other.say("SHOOT {Location 3000,500,60}")
    assert me.hears(0.85) == []


def test_the_dead_are_still_told_what_happens_to_others(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.arena.world.kill(me.player, None, me.arena.world.game.world_damage["suicide"])
    me.hears(TICK)
    other.say("MESSAGE {Text sorry} {Global True}")
    me.arena.world.kill(other.player, None, me.arena.world.game.world_damage["suicide"])
    assert [word(line) for line in me.hears(TICK)] == ["KIL", "VMS"]


def test_a_ping_of_the_dead_is_answered(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.arena.world.kill(me.player, None, me.arena.world.game.world_damage["suicide"])
    me.hears(TICK)
    assert me.asks("PING") == ["PONG "]


def test_the_dead_come_back_on_their_own_without_a_notice(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.arena.world.kill(me.player, None, me.arena.world.game.world_damage["suicide"])
    me.hears(TICK)
    lines = me.hears(1.2)
    assert [word(line) for line in events(lines)] == ["AIN", "AIN", "CWP"]
    told = fields(only(lines, "SLF")[0])
    assert (told["Health"], told["Id"]) == ("100", me.id)


def test_start_weapons_are_new_ones_after_every_death(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    gained = []
    for _ in range(3):
        me.arena.world.kill(me.player, None, me.arena.world.game.world_damage["suicide"])
        gained += [fields(line)["Id"] for line in beside_batches(me, 1.5, "AIN")]
    assert len(set(gained)) == len(gained) == 6


def test_commands_of_the_dead_come_to_nothing(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.arena.world.kill(me.player, None, me.arena.world.game.world_damage["suicide"])
    me.hears(TICK)
    orders = ("RUNTO {Location 900,500,39}", "JUMP", "SHOOT", "CHANGEWEAPON {Id Best}", "STOP", "INCH")
    assert me.asks(*orders, "CHECKREACH {Location 1,2,3} {Id q}", seconds=0.5) == []
    me.hears(1.5)
    assert me.pawn.body.velocity == Vec3(0.0, 0.0, 0.0)


# Talking


def test_public_text_is_told_to_everybody_else(tmp_path: Path) -> None:
    me, *others = in_hall(tmp_path, "Me", "One", "Two")
    me.say("MESSAGE {Text hello there} {Global True}")
    pass_time(me.arena, TICK)
    assert [only(other.hear(), "VMS", "VMT") for other in others] == [["VMS {String hello there}"]] * 2
    assert not only(me.hear(), "VMS", "VMT")


def test_team_text_is_told_to_the_own_team_only(tmp_path: Path) -> None:
    arena = hall(tmp_path, mode="tdm")
    (red, mate), (blue,) = joined(arena, "Red", "Mate", team=0), joined(arena, "Blue", team=1)
    red.say("MESSAGE {Text go left} {Global False}")
    pass_time(arena, TICK)
    assert only(mate.hear(), "VMS", "VMT") == ["VMT {String go left}"]
    assert not only(blue.hear(), "VMS", "VMT")


def test_team_text_without_teams_reaches_nobody(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.say("MESSAGE {Text go left} {Global False}")
    assert beside_batches(other, TICK, "VMS", "VMT") == []


def test_text_keeps_its_blanks_and_its_letters(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.send(b"MESSAGE {Text na\xefve,  \"yes\" 100% 'ok'} {Global True}\r\n")
    assert beside_batches(other, TICK, "VMS") == ["VMS {String na\xefve,  \"yes\" 100% 'ok'}"]


def test_a_text_without_an_end_does_not_break_the_next_command(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.say("MESSAGE {Text open {Global True", "PING")
    assert "PONG " in me.hear()
    assert all(line.count("{") == line.count("}") for line in other.hears(TICK))


# The end


def test_the_last_thing_said_is_the_end_of_the_match(tmp_path: Path) -> None:
    arena = hall(tmp_path, score_limit=1)
    me, enemy, watcher = joined(arena, "Me", "Enemy", "Watcher")
    arena.world.kill(me.player, enemy.player, arena.world.game.world_damage["telefrag"])
    pass_time(arena, 1.0)
    assert [word(line) for line in me.hear()] == ["DIE", "FIN"]
    assert [word(line) for line in enemy.hear()] == ["KIL", "FIN"]
    assert [word(line) for line in watcher.hear()] == ["KIL", "FIN"]
    assert all(guest.client.wants_close for guest in (me, enemy, watcher))


def test_the_time_limit_ends_a_match_that_has_a_leader(tmp_path: Path) -> None:
    arena = hall(tmp_path, time_limit_min=0.1)
    me, enemy = joined(arena, "Me", "Enemy")
    arena.world.kill(me.player, enemy.player, arena.world.game.world_damage["telefrag"])
    assert not only(enemy.hears(5.8), "FIN")
    assert only(enemy.hears(0.2), "FIN") == ["FIN "]


def test_a_tie_is_played_on_until_somebody_scores(tmp_path: Path) -> None:
    arena = hall(tmp_path, time_limit_min=0.1)
    me, enemy = joined(arena, "Me", "Enemy")
    assert not only(enemy.hears(10.0), "FIN")
    arena.world.kill(me.player, enemy.player, arena.world.game.world_damage["telefrag"])
    assert only(enemy.hears(TICK), "FIN") == ["FIN "]


def test_batches_keep_their_rhythm_through_everything_else(tmp_path: Path) -> None:
    me, enemy = in_hall(tmp_path, "Me", "Enemy")
    me.player.settings.invulnerable = True
    place(enemy, 900.0, 500.0, yaw=BACK)
    enemy.say(f"SHOOT {{Target {me.id}}}")
    me.say("RUNTO {Location 0,500,39}")
    lines = me.hears(6.0)
    assert events(lines)
    times = [float(fields(batch[0])["Time"]) for batch in split_batches(lines)]
    assert {round(after - before, 6) for before, after in itertools.pairwise(times)} == {0.15}
