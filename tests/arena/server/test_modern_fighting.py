"""Weapons and items by the commands of the newer dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.arena.server.bots import BotClient
from agentfw.geometry import Vec3
from tests.support.playing import Guest, Line, drawn_arena, events, join, only, pass_time, the, words

if TYPE_CHECKING:
    from agentfw.arena.world.players import Pawn

ROCKETS, SHOCK = "XWeapons.RocketLauncherPickup", "XWeapons.ShockRiflePickup"
SPLIT = """
    ######################
    #s........#.........s#
    #.........#..........#
    #.........#..........#
    #.........#..........#
    #s..................s#
    ######################
"""
ITEMS = "########\n#s...S.#\n#....h.#\n########"
LEGEND = {"S": SHOCK, "h": "XPickups.HealthPack"}


def armed(*pickups: str, **options: Any) -> Guest:
    """A bot in the middle of the room with these weapons besides its own, the last one in hand."""
    guest = join(drawn_arena(**options), "Ann", at=(640.0, 448.0))
    for pickup in pickups:
        guest.ask(f"ADDINV {{Type {pickup}}}", seconds=1.0)
    return guest


def pawn(guest: Guest) -> Pawn:
    """The body of a bot, to be looked into."""
    assert isinstance(guest.client, BotClient)
    assert guest.client.player is not None
    assert guest.client.player.pawn is not None
    return guest.client.player.pawn


def weapon(guest: Guest, name: str) -> str:
    """The id of a weapon that a bot carries, by its class."""
    return next(held.id for held in pawn(guest).weapons.values() if held.spec.name == f"XWeapons.{name}")


def rounds(guest: Guest) -> int:
    """What is left in the weapon in hand."""
    return int(guest.state()["PrimaryAmmo"])


def first_rocket(guest: Guest) -> Line:
    """The next projectile that a bot sees fly."""
    for _ in range(30):
        found = only(guest.batch(), "PRJ")
        if found:
            return found[0]
    raise AssertionError("nothing flies")


# SHOOT


def test_a_bot_hits_whom_it_shoots_at() -> None:
    ann = armed()
    bob = join(ann.arena, "Bob", at=(1000.0, 448.0))
    assert {line["Id"] for line in only(ann.ask(f"SHOOT {{Target {bob.id}}}", seconds=1.0), "HIT")} == {
        bob.id
    }


def test_a_bot_turns_to_whom_it_shoots_at() -> None:
    ann = armed()
    bob = join(ann.arena, "Bob", at=(640.0, 650.0))
    heard = ann.ask(f"SHOOT {{Target {bob.id}}}", seconds=1.0)
    assert "HIT" in words(heard)
    assert ann.look().turn("Rot").yaw == pytest.approx(16384, abs=400)


def test_shooting_goes_on_until_it_is_stopped() -> None:
    ann = armed()
    ann.ask("SHOOT", seconds=3.0)
    left = rounds(ann)
    assert left == pytest.approx(100 - 3.0 / 0.16, abs=3)
    ann.ask("STOPSHOOT")
    assert ann.state()["Shooting"] == "False"
    left = rounds(ann)
    pass_time(ann.arena, 1.0)
    assert rounds(ann) == left


@pytest.mark.parametrize("command", ["SHOOT", "SHOOT {Target Nobody}", "SHOOT {Target None}"])
def test_a_bot_fires_ahead_although_nothing_resolves(command: str) -> None:
    ann = armed()
    bob = join(ann.arena, "Bob", at=(1000.0, 448.0))
    heard = ann.ask(command, seconds=1.0)
    assert {line["Id"] for line in only(heard, "HIT")} == {bob.id}


def test_without_its_target_a_bot_shoots_at_the_place() -> None:
    ann = armed(ROCKETS)
    ann.ask("SHOOT {Target Nobody} {Location 640,2000,82}")
    assert first_rocket(ann).point("Direction").y == pytest.approx(1.0, abs=0.02)


def test_a_target_behind_a_wall_is_not_shot_at() -> None:
    ann = armed(ROCKETS, rows=SPLIT)
    bob = join(ann.arena, "Bob", at=(1800.0, 448.0))
    ann.ask(f"SHOOT {{Target {bob.id}}} {{Location 640,2000,82}}")
    assert first_rocket(ann).point("Direction").y == pytest.approx(1.0, abs=0.02)


def test_a_visible_target_matters_more_than_the_place() -> None:
    ann = armed(ROCKETS)
    bob = join(ann.arena, "Bob", at=(1800.0, 448.0))
    ann.ask(f"SHOOT {{Target {bob.id}}} {{Location 640,2000,82}}")
    assert first_rocket(ann).point("Direction").x == pytest.approx(1.0, abs=0.02)


def test_the_other_mode_is_fired_on_demand() -> None:
    ann = armed(SHOCK)
    ann.ask("SHOOT {Alt True}")
    assert first_rocket(ann)["Type"] == "XWeapons.ShockProjectile"
    assert ann.state()["AltFiring"] == "True"


def test_a_projectile_can_be_shot_at() -> None:
    ann = armed(SHOCK)
    ann.ask("CONF {VisionTime 0.05}", "SHOOT {Alt True} {Location 2600,448,82}")
    ann.ask("STOPSHOOT", seconds=0.7)
    ball = the(ann.batch(), "PRJ")
    ann.ask(f"SHOOT {{Target {ball['Id']}}}", seconds=0.2)
    assert "PRJ" not in words(ann.batch())


def test_a_weapon_without_ammunition_does_not_fire() -> None:
    ann = armed(ROCKETS)
    for name in pawn(ann).ammo:
        pawn(ann).ammo[name] = 0.0
    ann.ask("SHOOT")
    assert ann.state()["Shooting"] == "False"


def test_shooting_ends_with_the_last_round() -> None:
    ann = armed()
    last = only(ann.ask("SHOOT", seconds=18.0), "SLF")[-1]
    assert (last["Shooting"], last["PrimaryAmmo"]) == ("False", "0")


def test_an_empty_weapon_is_replaced_by_the_best_one() -> None:
    ann = armed(ROCKETS)
    heard = ann.ask("SHOOT {Location 2600,448,80}", seconds=14.0)
    assert the(heard, "CWP")["Type"] == "XWeapons.AssaultRifle"


def test_shooting_ends_with_death() -> None:
    ann = armed()
    ann.ask("SHOOT", seconds=0.5)
    ann.ask("RESPAWN")
    assert ann.state()["Shooting"] == "False"


def test_the_dead_do_not_shoot() -> None:
    guest = join(drawn_arena(), "Ann", more="{ManualSpawn True}")
    assert guest.ask("SHOOT", "STOPSHOOT", "THROW", "CHANGEWEAPON {Id best}", seconds=1.0) == []


# CHANGEWEAPON


def test_a_change_tells_the_old_weapon_at_once_and_the_new_one_later() -> None:
    ann = armed()
    rifle, shield = weapon(ann, "AssaultRifle"), weapon(ann, "ShieldGun")
    heard = ann.ask(f"CHANGEWEAPON {{Id {shield}}}")
    assert words(events(heard)) == ["WUP"]
    assert the(heard, "WUP").text == (
        f"WUP {{Id {rifle}}} {{PrimaryAmmo 100}} {{InventoryType XWeapons.AssaultRifle}}"
        " {SecondaryAmmo 4}"
    )
    later = ann.wait(1.0)
    assert words(events(later)) == ["CWP"]
    assert the(later, "CWP").text == (
        f"CWP {{Id {shield}}} {{PrimaryAmmo 0}} {{SecondaryAmmo 100}} {{Type XWeapons.ShieldGun}}"
    )


def test_a_change_takes_two_thirds_of_a_second() -> None:
    ann = armed()
    ann.say(f"CHANGEWEAPON {{Id {weapon(ann, 'ShieldGun')}}}")
    ticks = next(tick for tick in range(1, 40) if "CWP" in words(ann.wait()))
    assert ticks * 0.05 == pytest.approx(0.66, abs=0.1)


@pytest.mark.parametrize("best", ["best", "Best", "BEST"])
def test_the_best_weapon_is_chosen_by_the_server(best: str) -> None:
    ann = armed(ROCKETS)
    ann.ask(f"CHANGEWEAPON {{Id {weapon(ann, 'ShieldGun')}}}", seconds=1.0)
    heard = events(ann.ask(f"CHANGEWEAPON {{Id {best}}}", seconds=1.0))
    assert the(heard, "CWP")["Type"] == "XWeapons.RocketLauncher"


def test_the_old_weapon_is_not_told_when_the_server_chooses() -> None:
    ann = armed(ROCKETS)
    ann.ask(f"CHANGEWEAPON {{Id {weapon(ann, 'ShieldGun')}}}", seconds=1.0)
    assert words(events(ann.ask("CHANGEWEAPON {Id best}", seconds=1.0))) == ["CWP"]


def test_the_best_weapon_has_ammunition() -> None:
    ann = armed(ROCKETS, SHOCK)
    for name in pawn(ann).ammo:
        if "Rocket" in name:
            pawn(ann).ammo[name] = 0.0
    ann.ask(f"CHANGEWEAPON {{Id {weapon(ann, 'ShieldGun')}}}", seconds=1.0)
    heard = ann.ask("CHANGEWEAPON {Id best}", seconds=1.0)
    assert the(heard, "CWP")["Type"] == "XWeapons.ShockRifle"


def test_a_weapon_that_nobody_knows_changes_nothing() -> None:
    ann = armed()
    assert events(ann.ask("CHANGEWEAPON {Id DM-Drawn.Slingshot0}", seconds=1.0)) == []


def test_the_weapon_in_hand_changes_nothing() -> None:
    ann = armed()
    assert events(ann.ask(f"CHANGEWEAPON {{Id {weapon(ann, 'AssaultRifle')}}}", seconds=1.0)) == []


def test_the_weapon_of_another_bot_changes_nothing() -> None:
    ann = armed()
    bob = join(ann.arena, "Bob")
    ann.take()
    assert events(ann.ask(f"CHANGEWEAPON {{Id {weapon(bob, 'ShieldGun')}}}", seconds=1.0)) == []


def test_ids_of_weapons_count_in_their_exact_case() -> None:
    ann = armed()
    other = weapon(ann, "ShieldGun").lower()
    assert events(ann.ask(f"CHANGEWEAPON {{Id {other}}}", seconds=1.0)) == []


def test_a_change_stops_firing() -> None:
    ann = armed()
    ann.ask("SHOOT", seconds=0.5)
    ann.ask(f"CHANGEWEAPON {{Id {weapon(ann, 'ShieldGun')}}}")
    assert ann.state()["Shooting"] == "False"


def test_a_command_without_a_weapon_changes_nothing() -> None:
    assert events(armed(ROCKETS).ask("CHANGEWEAPON", seconds=1.0)) == []


# THROW


def test_a_thrown_weapon_is_told_and_replaced() -> None:
    ann = armed(ROCKETS)
    launcher = weapon(ann, "RocketLauncher")
    heard = events(ann.ask("CONF {AutoPickupOff True}", "THROW", seconds=1.0))
    assert the(heard, "THROWN").text == f"THROWN {{Id {launcher}}}"
    assert the(heard, "CWP")["Type"] == "XWeapons.AssaultRifle"


def test_a_thrown_weapon_lies_ahead() -> None:
    ann = armed(ROCKETS)
    ann.ask("CONF {AutoPickupOff True}", "THROW")
    item = the(ann.batch(), "INV")
    assert (item["Type"], item["Dropped"]) == (ROCKETS, "True")
    assert item.point().x > 700.0


def test_a_thrown_weapon_cannot_be_changed_to() -> None:
    ann = armed(ROCKETS)
    launcher = weapon(ann, "RocketLauncher")
    ann.ask("CONF {AutoPickupOff True}", "THROW", seconds=1.0)
    assert events(ann.ask(f"CHANGEWEAPON {{Id {launcher}}}", seconds=1.0)) == []


def test_the_shield_gun_cannot_be_thrown() -> None:
    ann = armed()
    ann.ask(f"CHANGEWEAPON {{Id {weapon(ann, 'ShieldGun')}}}", seconds=1.0)
    assert events(ann.ask("THROW", seconds=1.0)) == []


def test_nothing_is_thrown_where_that_is_not_allowed() -> None:
    ann = armed(ROCKETS)
    Guest(ann.arena, "control").ask("CONFGAME {WeaponThrowing False}")
    assert events(ann.ask("THROW", seconds=1.0)) == []


def test_somebody_else_can_take_a_thrown_weapon() -> None:
    ann = armed(ROCKETS)
    bob = join(ann.arena, "Bob", at=(780.0, 448.0))
    ann.ask("THROW", seconds=0.5)
    picked = only(bob.take(), "IPK")[-1]
    assert (picked["Type"], picked["Dropped"], picked["Amount"]) == (ROCKETS, "True", "12")


# Items by touch


def test_a_weapon_on_the_way_is_gained_and_picked_up() -> None:
    arena = drawn_arena(ITEMS, legend=LEGEND)
    guest = join(arena, "Ann", at=(400.0, 192.0))
    heard = guest.ask("MOVE {FirstLocation 704,192,44}", seconds=1.5)
    gained, picked = the(heard, "AIN"), the(heard, "IPK")
    assert words(only(heard, "AIN", "IPK")) == ["AIN", "IPK"]
    assert (gained["Type"], gained["PickupType"]) == ("XWeapons.ShockRifle", SHOCK)
    assert (picked["Id"], picked["InventoryId"]) == ("DM-Drawn.xWeaponBase0", gained["Id"])
    assert (picked["Amount"], picked["AmountSec"], picked["Dropped"]) == ("20", "20", "False")


def test_health_is_picked_up_without_a_second_amount() -> None:
    arena = drawn_arena(ITEMS, legend=LEGEND)
    guest = join(arena, "Ann", at=(400.0, 320.0))
    heard = guest.ask("CHATTR {Health 50}", "MOVE {FirstLocation 704,320,44}", seconds=1.5)
    picked = the(heard, "IPK")
    assert (picked["Type"], picked["Amount"]) == ("XPickups.HealthPack", "25")
    assert "AmountSec" not in picked
    assert guest.state()["Health"] == "75"


def test_health_that_is_not_needed_stays() -> None:
    arena = drawn_arena(ITEMS, legend=LEGEND)
    guest = join(arena, "Ann", at=(400.0, 320.0))
    assert only(guest.ask("MOVE {FirstLocation 704,320,44}", seconds=1.5), "IPK") == []


def test_what_was_touched_is_told() -> None:
    arena = drawn_arena(ITEMS, legend=LEGEND)
    guest = join(arena, "Ann", at=(400.0, 192.0))
    touched = the(guest.ask("MOVE {FirstLocation 704,192,44}", seconds=1.5), "TCH")
    assert list(touched.values) == ["Id", "Location", "Rotation"]
    assert touched["Id"] == "DM-Drawn.xWeaponBase0"


# PICK


def test_a_touched_item_is_picked_up_on_demand() -> None:
    arena = drawn_arena(ITEMS, legend=LEGEND)
    guest = join(arena, "Ann", at=(704.0, 192.0), more="{AutoPickupOff True}")
    assert only(guest.wait(0.5), "IPK") == []
    assert the(guest.ask("PICK {Id DM-Drawn.xWeaponBase0}"), "IPK")["Type"] == SHOCK


@pytest.mark.parametrize("item", ["DM-Drawn.NewHealthCharger0", "Nothing"])
def test_what_is_not_touched_is_not_picked_up(item: str) -> None:
    arena = drawn_arena(ITEMS, legend=LEGEND)
    guest = join(arena, "Ann", at=(704.0, 192.0), more="{AutoPickupOff True}")
    guest.ask("CHATTR {Health 50}")
    assert only(guest.ask(f"PICK {{Id {item}}}", seconds=0.5), "IPK") == []


def test_picking_switches_automatic_pickup_off() -> None:
    arena = drawn_arena(ITEMS, legend=LEGEND)
    guest = join(arena, "Ann", at=(400.0, 192.0))
    guest.ask("PICK {Id DM-Drawn.xWeaponBase0}", "MOVE {FirstLocation 704,192,44}", seconds=2.0)
    assert the(guest.ask("CONF"), "CONFCH")["AutoPickupOff"] == "True"
    assert "XWeapons.ShockRifle" not in pawn(guest).weapons


# GIVEINV


def test_a_gift_is_lost_by_one_and_gained_by_the_other() -> None:
    ann = armed(ROCKETS)
    bob = join(ann.arena, "Bob", at=(900.0, 448.0))
    rifle = weapon(ann, "AssaultRifle")
    ann.ask(f"CHANGEWEAPON {{Id {weapon(ann, 'ShieldGun')}}}", seconds=1.0)
    launcher = weapon(ann, "RocketLauncher")
    bob.take()
    heard = ann.ask(f"GIVEINV {{Target {bob.id}}} {{ItemId {launcher}}}")
    assert the(heard, "LIN").text == f"LIN {{Id {launcher}}}"
    gained = the(bob.take(), "AIN")
    assert (gained["Type"], gained["PickupType"]) == ("XWeapons.RocketLauncher", ROCKETS)
    assert weapon(ann, "AssaultRifle") == rifle


def test_a_gift_comes_with_its_ammunition() -> None:
    ann = armed(ROCKETS)
    bob = join(ann.arena, "Bob", at=(900.0, 448.0))
    ann.ask(f"CHANGEWEAPON {{Id {weapon(ann, 'ShieldGun')}}}", seconds=1.0)
    ann.ask(f"GIVEINV {{Target {bob.id}}} {{ItemId {weapon(ann, 'RocketLauncher')}}}")
    heard = bob.ask("CHANGEWEAPON {Id best}", seconds=1.0)
    assert the(heard, "CWP")["PrimaryAmmo"] == "12"


@pytest.mark.parametrize("what", ["hand", "nothing", "nobody"])
def test_what_cannot_be_given_is_kept(what: str) -> None:
    ann = armed(ROCKETS)
    bob = join(ann.arena, "Bob", at=(900.0, 448.0))
    item = {
        "hand": weapon(ann, "RocketLauncher"),
        "nothing": "Nothing",
        "nobody": weapon(ann, "ShieldGun"),
    }
    target = "Nobody" if what == "nobody" else bob.id
    ann.take()
    assert events(ann.ask(f"GIVEINV {{Target {target}}} {{ItemId {item[what]}}}", seconds=0.5)) == []


# Cheats


@pytest.mark.parametrize(
    ("pickup", "name", "told"),
    [
        ("XPickups.SuperHealthPack", "Health", "199"),
        ("XPickups.SuperShieldPack", "Armor", "100"),
        ("XPickups.AdrenalinePickup", "Adrenaline", "2"),
    ],
)
def test_an_item_can_be_conjured_up(pickup: str, name: str, told: str) -> None:
    guest = armed()
    heard = guest.ask(f"ADDINV {{Type {pickup}}}")
    assert the(heard, "IPK")["Type"] == pickup
    assert guest.state()[name] == told


def test_a_conjured_weapon_is_gained_and_picked_up() -> None:
    heard = armed().ask(f"ADDINV {{Type {ROCKETS}}}")
    assert the(heard, "AIN")["Id"] == the(heard, "IPK")["InventoryId"]


def test_an_unknown_item_cannot_be_conjured_up() -> None:
    assert events(armed().ask("ADDINV {Type XPickups.Pudding}", seconds=0.5)) == []


@pytest.mark.parametrize(
    ("command", "name", "told"),
    [
        ("{Health 1}", "Health", "1"),
        ("{Health 199}", "Health", "199"),
        ("{Health 0}", "Health", "100"),
        ("{Health 200}", "Health", "100"),
        ("{Health -5}", "Health", "100"),
        ("{Adrenaline 1}", "Adrenaline", "1"),
        ("{Adrenaline 100}", "Adrenaline", "100"),
        ("{Adrenaline 101}", "Adrenaline", "0"),
        ("{Adrenaline 0}", "Adrenaline", "0"),
    ],
)
def test_health_and_adrenaline_can_be_set_within_limits(command: str, name: str, told: str) -> None:
    guest = armed()
    guest.ask(f"CHATTR {command}")
    assert guest.state()[name] == told


def test_both_can_be_set_at_once() -> None:
    guest = armed()
    guest.ask("CHATTR {Health 150} {Adrenaline 60}")
    state = guest.state()
    assert (state["Health"], state["Adrenaline"]) == ("150", "60")


@pytest.mark.parametrize("command", [f"ADDINV {{Type {ROCKETS}}}", "CHATTR {Health 5} {Adrenaline 50}"])
def test_without_cheats_nothing_is_conjured_up(command: str) -> None:
    guest = armed(allow_cheats=False)
    assert events(guest.ask(command, seconds=0.5)) == []
    state = guest.state()
    assert (state["Health"], state["Adrenaline"]) == ("100", "0")


# COMBO, USE


@pytest.mark.parametrize("name", ["Speed", "Berserk", "Defensive", "Invis"])
def test_a_combo_runs_on_full_adrenaline(name: str) -> None:
    guest = armed()
    guest.ask("CHATTR {Adrenaline 100}", f"COMBO {{Type xGame.Combo{name}}}", seconds=1.0)
    state = guest.state()
    assert state["Combo"] == f"DM-Drawn.Combo{name}0"
    assert 0 < int(state["Adrenaline"]) < 100


def test_a_combo_needs_all_adrenaline() -> None:
    guest = armed()
    guest.ask("CHATTR {Adrenaline 99}", "COMBO {Type xGame.ComboSpeed}")
    state = guest.state()
    assert (state["Combo"], state["Adrenaline"]) == ("None", "99")


def test_an_unknown_combo_costs_nothing() -> None:
    guest = armed()
    guest.ask("CHATTR {Adrenaline 100}", "COMBO {Type xGame.ComboTea}")
    state = guest.state()
    assert (state["Combo"], state["Adrenaline"]) == ("None", "100")


def test_a_second_combo_does_not_replace_the_first() -> None:
    guest = armed()
    guest.ask("CHATTR {Adrenaline 100}", "COMBO {Type xGame.ComboSpeed}")
    guest.ask("CHATTR {Adrenaline 100}", "COMBO {Type xGame.ComboInvis}")
    assert guest.state()["Combo"] == "DM-Drawn.ComboSpeed0"


def test_a_speed_combo_makes_fast() -> None:
    guest = armed()
    guest.ask("CHATTR {Adrenaline 100}", "COMBO {Type xGame.ComboSpeed}", "CMOVE", seconds=1.0)
    assert guest.look().point("Vel").distance_to(Vec3(0.0, 0.0, 0.0)) == pytest.approx(616.0, abs=1.0)


def test_a_combo_ends_with_the_adrenaline() -> None:
    guest = armed()
    guest.ask("CHATTR {Adrenaline 100}", "COMBO {Type xGame.ComboSpeed}")
    pass_time(guest.arena, 16.5)
    state = guest.state()
    assert (state["Combo"], state["Adrenaline"]) == ("None", "0")


def test_use_belongs_to_another_game() -> None:
    [answer] = events(armed().ask("USE"))
    assert answer.text == "USED {Success False} {Reason wrong-game-type}"
