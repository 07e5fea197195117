"""How fit for a fight a bot is: every rule of the chain, and every weapon at its threshold."""

from __future__ import annotations

from typing import Any

import pytest

from agentfw.skills.fitness import ARMS
from tests.skills.moments import body, enemy, gun, moment, read
from tests.support.seeing import at

BOOST = {"time": 10.0, "me": body(damage_boost_until=20.0, health=1)}


def fitness(*known: Any, **told: Any) -> float:
    return float(read("fitness", moment(*known, **told)))


@pytest.mark.parametrize(
    ("weapon", "over", "value"),
    [
        ("Redeemer", 0, 100),
        ("WarheadLauncher", 0, 100),
        ("ShockRifle", 5, 95),
        ("SuperShockRifle", 5, 95),
        ("SniperRifle", 5, 95),
        ("ClassicSniperRifle", 5, 95),
        ("ASMD", 5, 95),
        ("Minigun", 50, 90),
        ("minigun2", 50, 90),
        ("RocketLauncher", 5, 90),
        ("UT_Eightball", 5, 90),
        ("ONSAVRiL", 5, 90),
        ("LinkGun", 40, 85),
        ("PulseGun", 40, 85),
        ("BioRifle", 10, 80),
        ("ut_biorifle", 10, 80),
        ("ripper", 10, 80),
        ("ONSGrenadeLauncher", 10, 80),
        ("ONSMineLayer", 10, 80),
        ("FlakCannon", 10, 50),
        ("UT_FlakCannon", 10, 50),
    ],
)
def test_a_weapon_counts_with_more_rounds_than_its_threshold(weapon: str, over: int, value: int) -> None:
    assert fitness(gun(weapon, over + 1)) == value
    assert fitness(gun(weapon, over)) == 0


@pytest.mark.parametrize("weapon", ["Enforcer", "AssaultRifle", "ImpactHammer", "ShieldGun", "ChainSaw"])
def test_the_weapons_one_starts_with_make_nobody_fit(weapon: str) -> None:
    assert fitness(gun(weapon, 200)) == 0


def test_of_several_weapons_the_best_one_counts() -> None:
    assert fitness(gun("FlakCannon", 30), gun("PulseGun", 50), gun("Enforcer", 30)) == 85


def test_a_better_weapon_without_rounds_does_not_hide_a_worse_one() -> None:
    assert fitness(gun("FlakCannon", 30), gun("ShockRifle", 5)) == 50


def test_rounds_that_nobody_told_are_enough() -> None:
    assert fitness(gun("ShockRifle", None)) == 95


@pytest.mark.parametrize(
    ("health", "armor", "value"),
    [(59, 150, 0), (60, 40, 90), (60, 39, 0), (79, 40, 90), (79, 39, 0), (80, 0, 90), (100, None, 90)],
)
def test_health_and_armor(health: int, armor: int | None, value: int) -> None:
    assert fitness(gun(), me=body(health=health, armor=armor)) == value


@pytest.mark.parametrize(("z", "value"), [(200.0, 90), (200.1, 0), (-500.0, 90)])
def test_nobody_is_fit_against_an_enemy_high_above(z: float, value: int) -> None:
    assert fitness(gun(), enemy(location=at(300, 0, z))) == value


def test_multiplied_damage_makes_fit_whatever_else_is_so() -> None:
    assert fitness(**BOOST) == 70
    assert fitness(gun("Redeemer", 2), enemy(location=at(0, 0, 900)), **BOOST) == 70


def test_multiplied_damage_ends() -> None:
    assert fitness(**(BOOST | {"time": 20.0})) == 0


def test_multiplied_damage_on_a_clock_that_nobody_tells_does_not_count() -> None:
    assert fitness(**(BOOST | {"time": None})) == 0


@pytest.mark.parametrize(("far", "value"), [(80.0, 70), (81.0, 0)])
def test_multiplied_damage_with_a_hammer_is_for_who_is_near(far: float, value: int) -> None:
    hammer = gun("ImpactHammer", None)
    told = BOOST | {"me": body(damage_boost_until=20.0, health=1, weapon=hammer.id)}
    assert fitness(hammer, enemy(location=at(far)), **told) == value


def test_the_table_goes_from_the_best_to_the_worst() -> None:
    assert [arm.fitness for arm in ARMS] == sorted((arm.fitness for arm in ARMS), reverse=True)
