"""Weapons as a chart: their kinds, bands of distance, and figures of the server."""

from __future__ import annotations

import math

import pytest

from agentfw.perception import View
from agentfw.skills.arms import BANDS, LANDS, arm_of, arms_chart, band_at, kind_of_damage, lands
from agentfw.vocabulary import ClassName, FireMode, ItemCategory, ItemClass

EMPTY = View(now=0.0)


def told(name: str, mode: FireMode) -> View:
    item = ItemClass(
        inventory_class=ClassName(name),
        pickup_class=ClassName(f"{name}Pickup"),
        category=ItemCategory.WEAPON,
        primary=mode,
    )
    classes = {ClassName(name): item, ClassName(f"{name}Pickup"): item}
    return View(now=0.0, classes=classes)


@pytest.mark.parametrize(
    ("distance", "band"),
    [
        (0.0, "near"),
        (449.0, "near"),
        (450.0, "middle"),
        (999.0, "middle"),
        (1000.0, "far"),
        (math.inf, "far"),
    ],
)
def test_the_band_of_a_distance(distance: float, band: str) -> None:
    assert band_at(distance) == band


def test_every_kind_says_what_lands_in_every_band() -> None:
    assert all(set(row) == set(BANDS) for row in LANDS.values())


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("XWeapons.RocketLauncher", "blast"),
        ("Botpack.UT_FlakCannon", "burst"),
        ("XWeapons.ShockRifle", "beam"),
        ("XWeapons.Minigun", "spray"),
        ("XWeapons.LinkGun", "bolt"),
        ("XWeapons.BioRiflePickup", "lob"),
        ("XWeapons.ShieldGun", "melee"),
    ],
)
def test_a_name_tells_the_kind_of_a_weapon(name: str, kind: str) -> None:
    assert arm_of(EMPTY, name).kind == kind


def test_an_unknown_weapon_is_a_weak_one() -> None:
    assert arm_of(EMPTY, "Mod.Noodle").dps < arm_of(EMPTY, "XWeapons.AssaultRifle").dps


def test_figures_of_the_server_come_before_ours() -> None:
    view = told("Mod.Laser", FireMode(instant_hit=True, damage_max=50.0, interval_s=0.5))
    arm = arm_of(view, "Mod.Laser")
    assert (arm.kind, arm.dps) == ("beam", 100.0)


def test_what_hits_at_once_but_scatters_sprays() -> None:
    view = told("Mod.Hose", FireMode(instant_hit=True, damage_max=5.0, interval_s=0.05, spread=0.08))
    assert arm_of(view, "Mod.Hose").kind == "spray"


def test_weapons_that_burst_keep_their_figure_because_the_count_is_not_told() -> None:
    view = told("XWeapons.FlakCannon", FireMode(damage=13.0, interval_s=0.89))
    assert arm_of(view, "XWeapons.FlakCannon").dps == arm_of(EMPTY, "XWeapons.FlakCannon").dps


def test_a_pickup_is_the_weapon_that_it_becomes() -> None:
    view = told("Mod.Laser", FireMode(instant_hit=True, damage_max=50.0, interval_s=0.5))
    assert arm_of(view, "Mod.LaserPickup") == arm_of(view, "Mod.Laser")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("XWeapons.DamTypeRocket", "blast"),
        ("XWeapons.DamTypeAssaultGrenade", "lob"),
        ("Engine.fell", None),
        (None, None),
    ],
)
def test_a_damage_class_tells_the_kind_of_the_weapon(name: str | None, kind: str | None) -> None:
    assert kind_of_damage(name) == kind


def test_the_chart_is_what_a_weapon_could_do_and_what_lands_of_it() -> None:
    shock = arm_of(EMPTY, "XWeapons.ShockRifle")
    chart = arms_chart([shock], {("beam", "far"): 0.5})
    assert chart.multiplier("far", shock.name) == shock.dps * 0.5
    assert chart.multiplier("near", shock.name) == shock.dps * lands("beam", "near")


def test_nothing_in_the_chart_is_quite_useless() -> None:
    trans = arm_of(EMPTY, "XWeapons.Translauncher")
    assert arms_chart([trans], {("melee", "far"): 0.0}).multiplier("far", trans.name) > 0.0
