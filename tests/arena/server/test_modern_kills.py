"""Hurting, dying and coming back in the newer dialect: who is told what, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.playing import (
    Guest,
    Line,
    drawn_arena,
    events,
    join,
    names,
    only,
    pass_time,
    the,
    words,
)

SUPER = "XWeapons.SuperShockRiflePickup"
SHOCK = "XWeapons.ShockRiflePickup"
FLAGS = names("Flaming DirectDamage BulletHit VehicleHit")
FATES = ("DAM", "HIT", "DIE", "KIL", "SPW")
START = ["SPW", "AIN", "IPK", "AIN", "IPK", "CWP"]
ONE_START = """
    ##########
    #s.......#
    #........#
    ##########
"""


class Scene:
    """Ann with a rifle in hand, Bob before her, Cid who sees both and Dan who sees neither."""

    def __init__(
        self, *, rifle: str = SUPER, facing: int = 32768, more: str = "", **options: Any
    ) -> None:
        self.arena = drawn_arena(**options)
        self.ann = join(self.arena, "Ann", at=(640.0, 448.0), team=0)
        self.bob = join(self.arena, "Bob", at=(1000.0, 448.0), yaw=facing, team=1, more=more)
        self.cid = join(self.arena, "Cid", at=(2000.0, 448.0), yaw=32768, team=1)
        self.dan = join(self.arena, "Dan", at=(2000.0, 600.0), yaw=0, team=1)
        self.ann.ask(f"ADDINV {{Type {rifle}}}", seconds=1.0)
        self.forget()

    def forget(self) -> None:
        """Nobody has heard anything yet."""
        for guest in (self.ann, self.bob, self.cid, self.dan):
            guest.take()

    def shoot(self) -> None:
        """One shot by Ann at Bob."""
        self.ann.say(f"SHOOT {{Target {self.bob.id}}}")
        pass_time(self.arena, 0.05)
        self.ann.say("STOPSHOOT")


def fates(lines: list[Line]) -> list[str]:
    """The words of hurting and dying among these lines."""
    return words(only(lines, *FATES))


# A hit


def test_the_victim_is_told_of_the_damage() -> None:
    scene = Scene(rifle=SHOCK)
    scene.shoot()
    assert the(scene.bob.take(), "DAM").text == (
        "DAM {Damage 45} {DamageType XWeapons.DamTypeShockBeam} {Flaming False} {CausedByWorld False}"
        f" {{DirectDamage True}} {{BulletHit False}} {{VehicleHit False}} {{Instigator {scene.ann.id}}}"
    )


def test_the_attacker_is_told_of_the_hit() -> None:
    scene = Scene(rifle=SHOCK)
    scene.shoot()
    hit = the(scene.ann.take(), "HIT")
    assert list(hit.values) == ["Id", "Damage", "DamageType", "WeaponName", *FLAGS]
    assert (hit["Id"], hit["Damage"]) == (scene.bob.id, "45")
    assert hit["DamageType"] == "XWeapons.DamTypeShockBeam"


def test_nobody_else_is_told_of_a_hit() -> None:
    scene = Scene(rifle=SHOCK)
    scene.shoot()
    assert only(scene.cid.take(), "DAM", "HIT") == []


def test_the_attacker_is_not_named_to_a_victim_who_looks_away() -> None:
    scene = Scene(rifle=SHOCK, facing=0)
    scene.shoot()
    assert "Instigator" not in the(scene.bob.take(), "DAM")


def test_an_attacker_very_near_is_named_in_any_case() -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann", at=(640.0, 448.0))
    bob = join(arena, "Bob", at=(840.0, 448.0), yaw=0)
    ann.ask(f"SHOOT {{Target {bob.id}}}", seconds=0.1)
    assert only(bob.take(), "DAM")[0]["Instigator"] == ann.id


def test_health_goes_down_by_what_was_told() -> None:
    scene = Scene(rifle=SHOCK)
    scene.shoot()
    assert scene.bob.state()["Health"] == "55"


def test_a_shield_takes_its_share_of_what_is_told() -> None:
    scene = Scene(rifle=SHOCK)
    scene.bob.ask("ADDINV {Type XPickups.SuperShieldPack}", "ADDINV {Type XPickups.SuperShieldPack}")
    scene.forget()
    scene.shoot()
    assert the(scene.bob.take(), "DAM")["Damage"] == "0"
    assert the(scene.ann.take(), "HIT")["Damage"] == "0"


def test_team_mates_hurt_each_other_by_nothing() -> None:
    scene = Scene(mode="tdm")
    scene.bob.ask("CHANGETEAM {Team 0}", "RESPAWN {StartLocation 1000,448,44}")
    scene.forget()
    scene.shoot()
    assert the(scene.bob.take(), "DAM")["Damage"] == "0"
    assert the(scene.ann.take(), "HIT")["Damage"] == "0"


def test_a_native_bot_can_be_hit_too() -> None:
    arena = drawn_arena()
    ann, operator = join(arena, "Ann", at=(640.0, 448.0)), Guest(arena, "control")
    operator.ask("ADDBOT {Name Tin} {StartLocation 700,448,44} {Skill 1}", "PAUSE {PauseBots True}")
    ann.ask("SHOOT {Target DM-Drawn.GBxBot11}")
    operator.ask("PAUSE {PauseBots False}")
    assert {line["Id"] for line in only(ann.wait(1.0), "HIT")} == {"DM-Drawn.GBxBot11"}


# A kill


def test_the_victim_hears_of_damage_then_death_then_spawn() -> None:
    scene = Scene()
    scene.shoot()
    assert words(events(scene.bob.take())) == ["DAM", "DIE", *START]


def test_the_attacker_hears_of_the_hit_then_of_the_kill() -> None:
    scene = Scene()
    scene.shoot()
    assert fates(scene.ann.take()) == ["HIT", "KIL"]


def test_everybody_else_hears_of_the_kill_only() -> None:
    scene = Scene()
    scene.shoot()
    assert (fates(scene.cid.take()), fates(scene.dan.take())) == (["KIL"], ["KIL"])


def test_the_fatal_damage_may_exceed_the_health_that_was_left() -> None:
    scene = Scene()
    scene.shoot()
    assert the(scene.bob.take(), "DAM")["Damage"] == "1000"


def test_the_victim_is_told_how_it_died() -> None:
    scene = Scene()
    scene.shoot()
    die = the(scene.bob.take(), "DIE")
    assert list(die.values) == (
        names("Killer DamageType DeathString Flaming CausedByWorld DirectDamage BulletHit VehicleHit")
    )
    assert (die["Killer"], die["DamageType"]) == (scene.ann.id, "XWeapons.DamTypeSuperShockBeam")
    assert "%o" in die["DeathString"]


def test_who_sees_the_body_is_told_how() -> None:
    scene = Scene()
    scene.shoot()
    kill = the(scene.cid.take(), "KIL")
    assert list(kill.values) == [
        *("Id", "KilledPawn", "Killer", "DamageType", "DeathString", "Flaming", "CausedByWorld"),
        *FLAGS[1:],
    ]
    assert (kill["Id"], kill["Killer"]) == (scene.bob.id, scene.ann.id)


def test_who_does_not_see_the_body_is_told_in_brief() -> None:
    scene = Scene()
    scene.shoot()
    kill = the(scene.dan.take(), "KIL")
    assert (
        kill.text
        == f"KIL {{Id {scene.bob.id}}} {{KilledPawn {kill['KilledPawn']}}} {{Killer {scene.ann.id}}}"
    )


def test_the_killed_body_has_a_plain_path() -> None:
    scene = Scene()
    scene.shoot()
    assert the(scene.ann.take(), "KIL")["KilledPawn"] == "DM-Drawn.GBxPawn1"


def test_health_in_the_last_batch_before_death_is_the_old_one() -> None:
    scene = Scene(rifle=SHOCK)
    scene.bob.ask("CONF {VisionTime 0.05}", "CHATTR {Health 40}", seconds=0.1)
    scene.forget()
    pass_time(scene.arena, 0.05)
    scene.shoot()
    heard = scene.bob.take()
    before = heard[: words(heard).index("DIE")]
    assert only(before, "SLF")[-1]["Health"] == "40"


def test_a_kill_scores() -> None:
    scene = Scene()
    scene.shoot()
    scores = {line["Id"]: line for line in only(scene.ann.wait(3.0), "PLS")}
    assert (scores[scene.ann.id]["Score"], scores[scene.ann.id]["Deaths"]) == ("1", "0")
    assert (scores[scene.bob.id]["Score"], scores[scene.bob.id]["Deaths"]) == ("0", "1")


# Coming back


def test_the_dead_come_back_in_the_same_tick() -> None:
    scene = Scene()
    scene.shoot()
    heard = words(scene.bob.take())
    assert heard.index("SPW") == heard.index("DIE") + 1


def test_start_weapons_have_new_ids_after_each_spawn() -> None:
    guest = join(drawn_arena(), "Ann")
    first, second = guest.ask("RESPAWN"), guest.ask("RESPAWN")
    ids = [line["Id"] for line in only([*first, *second], "AIN", "IPK")]
    assert len(ids) == len(set(ids)) == 8


def test_a_new_body_is_healthy_and_has_only_start_weapons() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(f"ADDINV {{Type {SUPER}}}", "CHATTR {Health 1}", seconds=1.0)
    heard = guest.ask("RESPAWN")
    state = guest.state()
    assert (state["Health"], state["PrimaryAmmo"], state["Armor"]) == ("100", "100", "0")
    assert the(heard, "CWP")["Type"] == "XWeapons.AssaultRifle"


def test_without_a_free_start_the_dead_wait() -> None:
    arena = drawn_arena(ONE_START)
    join(arena, "Ann", at=(192.0, 192.0))
    bob = join(arena, "Bob", at=(900.0, 192.0))
    assert words(events(bob.ask("RESPAWN", seconds=5.0))) == ["DIE"]


def test_the_dead_come_back_within_a_second_after_a_start_is_free() -> None:
    arena = drawn_arena(ONE_START)
    ann = join(arena, "Ann", at=(192.0, 192.0))
    bob = join(arena, "Bob", at=(900.0, 192.0))
    bob.ask("RESPAWN", seconds=2.0)
    ann.ask("MOVE {FirstLocation 700,192,44}", seconds=0.5)
    bob.take()
    assert "SPW" in words(bob.wait(1.05))


def test_with_manual_spawn_the_dead_stay_dead() -> None:
    scene = Scene(more="{ManualSpawn True}")
    scene.shoot()
    assert words(events(scene.bob.wait(5.0))) == ["DAM", "DIE"]


def test_with_manual_spawn_the_dead_come_back_by_command_without_dying_again() -> None:
    scene = Scene(more="{ManualSpawn True}")
    scene.shoot()
    assert words(events(scene.bob.ask("RESPAWN"))) == START


# RESPAWN


def test_a_respawn_while_alive_kills_first() -> None:
    guest = join(drawn_arena(), "Ann")
    assert words(events(guest.ask("RESPAWN"))) == ["DIE", *START]


def test_a_respawn_while_alive_is_a_death_by_nobody() -> None:
    assert the(join(drawn_arena(), "Ann").ask("RESPAWN"), "DIE")["Killer"] == "None"


def test_the_others_hear_of_a_respawn_as_a_death_by_nobody() -> None:
    scene = Scene()
    scene.bob.ask("RESPAWN")
    kill = the(scene.cid.take(), "KIL")
    assert (kill["Id"], kill["Killer"]) == (scene.bob.id, "None")


def test_a_respawn_may_name_place_and_facing() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("RESPAWN {StartLocation 700,450,44} {StartRotation 0,16384,0}")
    state = guest.state()
    assert state["Location"] == "700.00,450.00,44.00"
    assert state.turn().yaw == 16384


@pytest.mark.parametrize("command", ["RESPAWN", "RESPAWN {StartLocation 0,0,0}"])
def test_a_respawn_without_a_place_goes_to_a_start(command: str) -> None:
    guest = join(drawn_arena(), "Ann", at=(1300.0, 448.0))
    guest.ask(command)
    assert guest.state().point().x in {192.0, 2624.0}


def test_a_respawn_stops_what_the_old_body_did() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("CMOVE", "SHOOT", seconds=0.5)
    guest.ask("RESPAWN {StartLocation 1300,448,44}", seconds=0.5)
    state = guest.state()
    assert (state["Velocity"], state["Shooting"]) == ("0.00,0.00,0.00", "False")


def test_a_new_skin_costs_a_respawn() -> None:
    assert words(events(join(drawn_arena(), "Ann").ask("SETSKIN {Skin X}"))) == ["DIE", *START]


# Deaths by the world


def burnt() -> list[Line]:
    """What somebody hears who stands in lava."""
    lava = drawn_arena("#######\n#s.!!!#\n#######")
    return join(lava, "Ann", at=(576.0, 192.0)).wait(4.0)


def test_damage_by_the_world_has_no_instigator() -> None:
    heard = burnt()
    hurt, die = only(heard, "DAM")[0], only(heard, "DIE")[0]
    assert (hurt["CausedByWorld"], die["CausedByWorld"]) == ("True", "True")
    assert "Instigator" not in hurt


def test_a_death_by_the_world_has_no_killer() -> None:
    assert only(burnt(), "DIE")[0]["Killer"] == "None"


def test_a_death_by_the_world_is_told_to_the_others() -> None:
    arena = drawn_arena("#######\n#s.!!!#\n#######")
    ann = join(arena, "Ann", at=(192.0, 192.0))
    bob = join(arena, "Bob", at=(576.0, 192.0))
    kill = only(ann.wait(4.0), "KIL")[0]
    assert (kill["Id"], kill["Killer"]) == (bob.id, "None")


def test_a_deep_fall_hurts_and_is_told_as_landing_first() -> None:
    guest = join(drawn_arena(wall=3000), "Ann", at=(640.0, 448.0), floor=2000.0)
    heard = guest.wait(4.0)
    assert words(only(heard, "LAND", "DAM")) == ["LAND", "DAM"]
    assert the(heard, "DAM")["CausedByWorld"] == "True"
