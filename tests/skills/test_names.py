"""Every primitive of both seeds has a skill, and one meaning exists once."""

from __future__ import annotations

import pytest

from agentfw.language import plain_name
from agentfw.skills import Act, Sense
from tests.skills.moments import SKILLS, act_of, sense_of

HTN_CONDITIONS = ["At", "neighborTo", "hasWeapon", "hasMoreAmmoThan", "hasMoreHealthThan"]
HTN_TASKS = [
    *("RunTo", "RunToRandom", "Rotate", "TravelTo", "ShootAtEnemy", "RunToRandomINV"),
    *("AddBot", "StartBot", "AssignTask", "ClearTasks"),
]
POSH_SENSES = [
    *("succeed", "fail", "see-player", "see-item", "close-to-player", "hit-object", "is-rotating"),
    *("is-walking", "is-stuck", "at-enemy-base", "at-own-base", "know-enemy-base-pos"),
    *("know-own-base-pos", "reachable-nav-point", "enemy-flag-reachable", "our-flag-reachable"),
    *("see-enemy", "see-reachable-medical-kit", "see-reachable-weapon", "too-close-for-path"),
    *("see-enemy-with-our-flag", "our-flag-on-ground", "enemy-flag-on-ground"),
    *("incoming-projectile", "taken-damage", "taken-damage-from-specific-player"),
    *("is-responding-to-attack", "have-enemy-flag", "own-health-level", "are-armed", "ammo-amount"),
    *("armed-and-ammo", "holding-enemy-flag"),
]
POSH_ACTS = [
    *("stop-bot", "rotate", "big-rotate", "walk", "pickup-item", "move-player", "walk-to-nav-point"),
    *("to-enemy-flag", "to-own-flag", "to-own-base", "to-enemy-base", "runto-medical-kit"),
    *("runto-weapon", "inch", "expire-reachable-info", "set-attacker", "face-attacker"),
    *("shoot-attacker", "shoot-enemy-carrying-our-flag", "run-to-enemy-carrying-our-flag"),
    *("expire-damage-info", "expire-projectile-info", "expire-focus-info"),
]
BEYOND_SENSES = [
    *("health", "armor", "ammo", "has_weapon", "weapon_is", "enemy_visible", "enemies_visible"),
    *("nearest_enemy", "enemy_distance", "enemy_remembered", "mate_visible", "under_attack"),
    *("hurt_within", "time_left", "score", "lead", "is_alive", "own_base", "enemy_base"),
    *("own_flag_home", "own_flag_taken", "own_flag_dropped", "enemy_flag_home", "enemy_flag_taken"),
    *("enemy_flag_dropped", "carrying_flag", "flag_carrier_visible", "distance_to", "travel_time"),
    *("way_to", "points", "own_points", "enemy_points", "nearest_point_to_take", "weakest_point"),
    *("points_held_share", "best_item", "nearest_item", "item_there", "role", "order", "has_order"),
    *("at", "moving", "stuck", "activity_failed", "seconds_since", "noted"),
]
BEYOND_ACTS = [
    *("fight", "fight_on_the_run", "retreat", "hide", "explore", "pick_up", "collect", "travel_to"),
    *("follow_mate", "chase", "camp", "guard", "look_round", "face", "leap", "say", "team_say"),
    *("stop", "wait", "note", "forget"),
]


@pytest.mark.parametrize("name", [*HTN_CONDITIONS, *POSH_SENSES, *BEYOND_SENSES])
def test_rule_34_the_sense_is_there(name: str) -> None:
    assert isinstance(SKILLS.get(name), Sense)


@pytest.mark.parametrize("name", [*HTN_TASKS, *POSH_ACTS, *BEYOND_ACTS])
def test_rule_34_the_act_is_there(name: str) -> None:
    assert isinstance(SKILLS.get(name), Act)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("health", "own-health-level"),
        ("are-armed", "hasWeapon"),
        ("have-enemy-flag", "holding-enemy-flag"),
        ("see-enemy", "enemy_visible"),
        ("ammo", "ammo-amount"),
        ("see-enemy-with-our-flag", "flag_carrier_visible"),
        ("our-flag-on-ground", "own_flag_dropped"),
        ("is-walking", "moving"),
        ("is-stuck", "stuck"),
    ],
)
def test_what_the_seeds_name_differently_is_one_sense(one: str, other: str) -> None:
    assert sense_of(one) is sense_of(other)


def test_inch_and_walk_are_one_act() -> None:
    assert act_of("inch") is act_of("walk")


def test_no_alias_is_only_another_spelling() -> None:
    for skill in SKILLS:
        names = [plain_name(name) for name in (skill.name, *skill.aliases)]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("skill", list(SKILLS), ids=lambda skill: skill.name)
def test_every_skill_says_what_it_gives(skill: Sense | Act) -> None:
    assert skill.doc.partition("\n")[0].endswith(".")


@pytest.mark.parametrize("name", HTN_TASKS)
def test_t2_the_ten_tasks_say_what_makes_them_fail(name: str) -> None:
    assert "fail" in act_of(name).doc.lower()
