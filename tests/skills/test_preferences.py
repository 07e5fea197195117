"""Choosing items and weapons by weight: the long-term goal, the wayside, and what is avoided."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.decisions import ActivityState, Do, Fight, PickUpItem, Wield
from agentfw.language import PlanText, Problems
from agentfw.navigation import LinkKind
from agentfw.perception import KnownItem, KnownWeapon
from agentfw.skills import Moment, Performance, Progress
from agentfw.skills.goals import GOAL, NEARBY, Goal, avoid_note
from agentfw.skills.inventory import VARIABLES, Situation, item_weight_name, weapon_weight_name
from agentfw.vocabulary import ClassName, EntityId, FlagState, ItemCategory, StartCombo
from agentfw.weights import check_weights, default_weights, load_weights, shipped_weights
from tests.skills.moments import (
    NOW,
    act_of,
    activity,
    body,
    enemy,
    fail,
    flag,
    gun,
    item,
    moment,
    read,
    want,
)
from tests.skills.test_in_the_arena import Script, play
from tests.support.bodies import map_of
from tests.support.seeing import ME, at

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.skills import Wants

HEALTH, WEAPON, AMMO, OTHER = (
    ItemCategory.HEALTH,
    ItemCategory.WEAPON,
    ItemCategory.AMMO,
    ItemCategory.OTHER,
)
HURT = body(health=20)
SPEED = 440.0
SIMPLE = load_weights(
    PlanText('weight "take health" { return 10; } weight "take weapon" { return 40; }', "my.weights")
)


def simply(*known: Any, **told: Any) -> Moment:
    """A moment of a bot that likes weapons four times as much as health, whatever happens."""
    now = moment(*known, **told)
    now.preferences = SIMPLE
    return now


def first_want(name: str, now: Moment, *arguments: Any) -> Wants:
    """What an act in several steps wants at first."""
    performance = Performance(act_of(name), arguments)
    assert performance.step(now) is Progress.RUNNING, performance.reason
    return performance.wants


def fetched(name: str, now: Moment, *arguments: Any) -> str | None:
    intent = first_want(name, now, *arguments).move
    return intent.item if isinstance(intent, PickUpItem) else None


def gone(name: str, x: float, back_in: float | None, **told: Any) -> KnownItem:
    back = NOW + back_in if back_in is not None else None
    return item(name, x, is_visible=False, taken_at=NOW - 10.0, respawns_at=back, **told)


# What weights are about


@pytest.mark.parametrize("game", [UT99, UT2004], ids=lambda game: game.name)
def test_every_item_of_both_games_has_a_weight_of_its_own(game: GameSpec) -> None:
    weights, named = default_weights(), {}
    for spec in game.items.values():
        known = KnownItem(id=EntityId("x"), item_class=spec.pickup, category=spec.category)
        named[spec.pickup] = item_weight_name(weights, known)
    general = {f"take {kind}" for kind in ("weapon", "ammo", "other")}
    assert {key for key, name in named.items() if name in general} <= {
        *("Botpack.Translocator", "XWeapons.TransPickup")
    }
    assert None not in named.values()


@pytest.mark.parametrize("game", [UT99, UT2004], ids=lambda game: game.name)
def test_every_weapon_of_both_games_has_a_weight_of_its_own(game: GameSpec) -> None:
    weights = default_weights()
    names = {
        spec.name: weapon_weight_name(weights, KnownWeapon(EntityId("x"), spec.name))
        for spec in game.weapons.values()
    }
    assert {key for key, name in names.items() if name == "wield weapon"} <= {
        *("Botpack.Translocator", "XWeapons.Translauncher")
    }
    assert None not in names.values()


@pytest.mark.parametrize(
    ("item_class", "category", "name"),
    [
        ("XWeapons.FlakCannonPickup", WEAPON, "take flak"),
        ("Botpack.UT_FlakCannon", WEAPON, "take flak"),
        ("Botpack.PAmmo", AMMO, "take pulse ammo"),
        ("Botpack.EClip", AMMO, "take enforcer ammo"),
        ("Botpack.HealthPack", HEALTH, "take keg"),
        ("XPickups.HealthPack", HEALTH, "take health"),
        ("Botpack.HealthVial", HEALTH, "take health vial"),
        ("Botpack.UT_ShieldBelt", ItemCategory.ARMOR, "take super shield"),
        ("XPickups.UDamagePack", OTHER, "take damage boost"),
        ("Mod.Banana", OTHER, "take other"),
        ("Mod.Trebuchet", WEAPON, "take weapon"),
    ],
)
def test_items_are_known_by_their_kind(item_class: str, category: ItemCategory, name: str) -> None:
    known = KnownItem(id=EntityId("x"), item_class=ClassName(item_class), category=category)
    assert item_weight_name(default_weights(), known) == name


def test_a_weight_with_the_name_of_a_class_goes_before_that_of_a_kind() -> None:
    text = 'weight "take Mod.Flak" { return 1; } weight "take flak" { return 2; }'
    weights = load_weights(PlanText(text))
    special = KnownItem(id=EntityId("x"), item_class=ClassName("Mod.Flak"), category=WEAPON)
    usual = KnownItem(id=EntityId("y"), item_class=ClassName("Other.Flak"), category=WEAPON)
    assert item_weight_name(weights, special) == "take Mod.Flak"
    assert item_weight_name(weights, usual) == "take flak"


def test_variables_tell_the_situation() -> None:
    foe = enemy(x=300, y=400, location=at(300, 400, 50))
    me = body(health=70, armor=30, adrenaline=55)
    view = moment(gun("FlakCannon", 7), gun("ShieldGun", None), foe, me=me).view
    situation = Situation(view)
    names = ("HEALTH", "ARMOR", "ADRENALINE", "ENEMY_DISTANCE", "ENEMY_HEIGHT", "ENEMIES", "HAS_FLAK")
    assert [situation(name) for name in names] == [70.0, 30.0, 55.0, 500.0, 50.0, 1.0, 1.0]
    assert [situation(name) for name in ("AMMO_FLAK", "HAS_ROCKET", "AMMO_ROCKET")] == [7.0, 0.0, 0.0]
    assert situation("HAS_SHIELD_GUN") == 1.0
    assert situation("NONSENSE") == 0.0


def test_an_enemy_nobody_has_seen_is_thought_to_be_at_a_usual_distance() -> None:
    assert Situation(moment().view)("ENEMY_DISTANCE") == 600.0
    lost = enemy(x=200, is_visible=False, seen_at=NOW - 3.0)
    assert Situation(moment(lost).view)("ENEMY_DISTANCE") == 200.0


def test_a_carried_flag_is_a_variable() -> None:
    carried = flag(1, FlagState.HELD, 0, holder=ME)
    assert Situation(moment(carried).view)("CARRYING_FLAG") == 1.0
    assert Situation(moment().view)("CARRYING_FLAG") == 0.0


@pytest.mark.parametrize("name", sorted(set(shipped_weights()) - {"quake3-example.weights"}))
def test_shipped_weights_look_at_known_variables_only(name: str) -> None:
    problems = Problems()
    text = PlanText(shipped_weights()[name].read_text(encoding="utf-8"), name)
    check_weights(text, None, problems, VARIABLES)
    assert list(problems) == []


def test_every_variable_that_is_known_has_a_value() -> None:
    situation = Situation(moment().view)
    assert all(situation(name) >= 0.0 for name in VARIABLES)


# The senses


def test_a_weight_is_read_by_its_name_or_that_of_an_item() -> None:
    now = simply(item("kit"), item("gun", category=WEAPON))
    assert [read("weight", now, name) for name in ("take health", "kit", "gun", "x")] == [10, 10, 40, 0]


def test_the_weight_of_health_rises_as_health_falls() -> None:
    weights = [read("weight", moment(me=body(health=one)), "take health") for one in (100, 80, 40, 10)]
    assert weights == sorted(weights)
    assert weights[0] == 0.0


def test_a14_the_preferred_weapon_has_the_highest_weight() -> None:
    bag = (gun("RocketLauncher"), gun("FlakCannon"), gun("SniperRifle"), gun("ShieldGun", None))
    near, far = (moment(*bag, enemy(x=x)) for x in (200, 4000))
    found = [read("preferred_weapon", now) for now in (near, far)]
    assert found == ["Map.FlakCannon3", "Map.SniperRifle3"]


def test_a14_empty_weapons_are_not_preferred() -> None:
    now = moment(gun("FlakCannon", 0), gun("AssaultRifle", 5), enemy(x=200))
    assert read("preferred_weapon", now) == "Map.AssaultRifle3"
    assert read("preferred_weapon", moment(gun("FlakCannon", 0))) is None


def test_a14_items_are_chosen_by_weight_for_the_time() -> None:
    near = simply(item("kit", 440), item("gun", 1300, WEAPON))
    assert read("wanted_item", near) == "gun"
    far = simply(item("kit", 440), item("gun", 4400, WEAPON))
    assert read("wanted_item", far) == "kit"


def test_a14_ways_count_not_straight_lines() -> None:
    places = {"a": at(0), "b": at(0, 3000), "c": at(400)}
    walks = [("a", "b", LinkKind.WALK), ("b", "c", LinkKind.WALK)]
    now = simply(item("wall", 400), item("open", location=at(0, -500)), graph=map_of(places, walks))
    assert read("wanted_item", now) == "open"


def test_a14_what_is_not_back_on_arrival_is_skipped() -> None:
    assert read("wanted_item", simply(gone("late", 440, 5.0), item("kit", 4000))) == "kit"
    assert read("wanted_item", simply(gone("soon", 4400, 5.0))) == "soon"
    assert read("wanted_item", simply(gone("never", 440, None))) is None


def test_what_cannot_be_reached_is_skipped() -> None:
    apart = map_of({"a": at(0), "b": at(1000)}, [])
    assert read("wanted_item", simply(item("kit", 1000), graph=apart)) is None


def test_what_is_worth_nothing_is_skipped() -> None:
    assert read("wanted_item", moment(item("kit"), me=body(health=100))) is None
    assert read("wanted_item", moment(item("kit"), me=HURT)) == "kit"


def test_wanted_items_can_be_asked_for_by_kind() -> None:
    flak = item("flak", 900, WEAPON, item_class=ClassName("XWeapons.FlakCannonPickup"))
    now = simply(item("kit", 900), flak)
    assert read("wanted_item", now, "health") == "kit"
    assert read("wanted_item", now, "flak") == "flak"
    assert read("wanted_item", now, "health, weapon") == "flak"
    assert read("wanted_item", now, ("ammo", "armor")) is None


def test_refused_items_are_not_wanted() -> None:
    now = simply(item("kit"), notes={"refused.kit": NOW + 5.0})
    assert read("wanted_item", now) is None


def test_an_item_is_avoided_until_the_time_that_was_noted() -> None:
    now = simply(item("kit"), item("other"), notes={avoid_note(EntityId("kit")): NOW + 5.0})
    assert [read("avoided", now, name) for name in ("kit", "other", "nobody")] == [True, False, False]


def test_a16_avoided_items_come_after_all_others() -> None:
    avoids = {avoid_note(EntityId("kit")): NOW + 20.0}
    assert read("wanted_item", simply(item("kit", 300), item("far", 3000), notes=avoids)) == "far"


def test_a16_when_everything_is_avoided_the_best_is_wanted_again() -> None:
    avoids = {avoid_note(EntityId("kit")): NOW + 20.0}
    assert read("wanted_item", simply(item("kit", 300), notes=avoids)) == "kit"


def test_an_item_that_is_avoided_no_longer_on_arrival_counts() -> None:
    avoids = {avoid_note(EntityId("kit")): NOW + 2.0}
    now = simply(item("kit", 1320), item("far", 5000), notes=avoids)
    assert read("wanted_item", now) == "kit"


# By the wayside


def test_a15_a_nearby_item_must_take_a_moment_only() -> None:
    assert read("nearby_item", simply(item("kit", 1.4 * SPEED))) == "kit"
    assert read("nearby_item", simply(item("kit", 1.6 * SPEED))) is None


def test_a15_defenders_may_go_farther() -> None:
    now = simply(item("kit", 3.9 * SPEED), item("far", 4.1 * SPEED, WEAPON))
    assert read("nearby_item", now, "", 4.0) == "kit"


def test_a15_with_a_flag_a_nearby_item_must_be_very_near() -> None:
    carried = flag(1, FlagState.HELD, 0, holder=ME)
    assert read("nearby_item", simply(item("kit", 0.4 * SPEED), carried)) == "kit"
    assert read("nearby_item", simply(item("kit", 0.6 * SPEED), carried)) is None


def test_a15_a_nearby_item_does_not_lengthen_the_way() -> None:
    before = simply(item("kit", 400))
    assert read("nearby_item", before, at(2000)) == "kit"
    behind = simply(item("kit", -400))
    assert read("nearby_item", behind, at(2000)) is None


def test_a15_the_long_term_goal_is_where_the_bot_is_going() -> None:
    goal = {GOAL: Goal(EntityId("gun"), NOW + 10.0)}
    weapon = item("gun", 2000, WEAPON)
    assert read("nearby_item", simply(weapon, item("kit", 400), notes=goal)) == "kit"
    assert read("nearby_item", simply(weapon, item("kit", -400), notes=goal)) is None


def test_a15_of_several_the_best_is_taken() -> None:
    now = simply(item("kit", 300), item("gun", 400, WEAPON), item("far", 5000, WEAPON))
    assert read("nearby_item", now, at(3000)) == "gun"


def test_a_nearby_item_is_not_one_that_was_chosen_lately() -> None:
    now = simply(item("kit", 300), notes={avoid_note(EntityId("kit")): NOW + 20.0})
    assert read("nearby_item", now) is None


# Fetching


def test_the_wanted_item_is_fetched_and_noted() -> None:
    wanted = first_want("fetch_wanted", simply(item("kit", 900)))
    assert wanted.move == PickUpItem(EntityId("kit"))
    assert wanted.notes[GOAL] == Goal(EntityId("kit"), NOW + 20.0)


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ({}, 30.0),
        ({"item_class": ClassName("XPickups.SuperHealthPack")}, 60.0),
        ({"is_dropped": True}, 10.0),
    ],
)
def test_a16_what_was_chosen_is_avoided_until_it_can_be_back(
    told: dict[str, Any], seconds: float
) -> None:
    now = simply(item("kit", 900, **told))
    assert first_want("fetch_wanted", now).notes[avoid_note(EntityId("kit"))] == NOW + seconds


def test_a16_a_goal_is_followed_while_its_time_is_not_up() -> None:
    both = (item("kit", 900), item("gun", 950, WEAPON))
    going_on = simply(*both, notes={GOAL: Goal(EntityId("kit"), NOW + 1.0)})
    assert fetched("fetch_wanted", going_on) == "kit"
    over = simply(*both, notes={GOAL: Goal(EntityId("kit"), NOW)})
    assert fetched("fetch_wanted", over) == "gun"


def test_a16_a_goal_that_is_gone_is_dropped() -> None:
    notes = {GOAL: Goal(EntityId("kit"), NOW + 10.0)}
    now = simply(gone("kit", 900, 20.0), item("far", 3000), notes=notes)
    assert fetched("fetch_wanted", now) == "far"


def test_a16_a_goal_ends_after_twenty_seconds() -> None:
    performance = Performance(act_of("fetch_wanted"))
    for second in (0.0, 10.0, 19.9):
        assert performance.step(simply(item("kit", 9000), now=NOW + second)) is Progress.RUNNING
    assert performance.step(simply(item("kit", 9000), now=NOW + 20.0)) is Progress.FAILED
    assert performance.reason == "it took too long"


def test_a16_when_everything_is_avoided_the_lists_are_cleared() -> None:
    avoids = {avoid_note(EntityId(name)): NOW + 20.0 for name in ("kit", "other")}
    wanted = first_want("fetch_wanted", simply(item("kit", 300), item("other", 5000), notes=avoids))
    assert wanted.move == PickUpItem(EntityId("kit"))
    assert wanted.notes[avoid_note(EntityId("other"))] is None
    assert wanted.notes[avoid_note(EntityId("kit"))] == NOW + 30.0


def test_avoid_times_that_are_over_are_struck_out() -> None:
    notes = {avoid_note(EntityId("old")): NOW - 1.0, avoid_note(EntityId("new")): NOW + 9.0}
    wanted = first_want("fetch_wanted", simply(item("kit"), notes=notes))
    assert wanted.notes[avoid_note(EntityId("old"))] is None
    assert avoid_note(EntityId("new")) not in wanted.notes


def test_fetching_is_done_when_the_body_has_it() -> None:
    performance = Performance(act_of("fetch_wanted"))
    performance.step(simply(item("kit", 900)))
    got = activity(PickUpItem(EntityId("kit")), ActivityState.DONE)
    assert performance.step(simply(gone("kit", 900, 30.0), got)) is Progress.DONE
    assert performance.notes == {GOAL: None}


def test_fetching_fails_as_the_body_does() -> None:
    performance = Performance(act_of("fetch_wanted"))
    performance.step(simply(item("kit", 900)))
    lost = activity(PickUpItem(EntityId("kit")), ActivityState.FAILED, reason="is gone")
    assert performance.step(simply(item("kit", 900), lost)) is Progress.FAILED
    assert performance.reason == "is gone"


def test_the_same_item_is_fetched_again_after_a_pause() -> None:
    """The body takes an equal wish for the one that has just ended."""
    ended = activity(PickUpItem(EntityId("kit")), ActivityState.DONE)
    performance = Performance(act_of("fetch_wanted"))
    assert performance.step(simply(item("kit", 900), ended)) is Progress.RUNNING
    assert performance.wants.move is None
    performance.step(simply(item("kit", 900)))
    assert performance.wants.move == PickUpItem(EntityId("kit"))


def test_without_anything_worth_the_way_fetching_fails() -> None:
    assert fail("fetch_wanted", simply()) == "nothing is worth the way"
    assert fail("fetch_wanted", moment(item("kit"))) == "nothing is worth the way"


def test_the_undecided_choose_now_this_now_that() -> None:
    text = 'weight "take health" { return balance(5, 1, 9); }'
    chosen = set()
    for seed in range(20):
        now = moment(item("a", 900), item("b", -900), rng=random.Random(seed))  # noqa: S311 - a test
        now.preferences = load_weights(PlanText(text))
        chosen.add(fetched("fetch_wanted", now, "", True))
    assert chosen == {"a", "b"}


def test_the_wayside_is_fetched_and_noted() -> None:
    wanted = first_want("fetch_nearby", simply(item("kit", 400)))
    assert wanted.move == PickUpItem(EntityId("kit"))
    assert wanted.notes[NEARBY] == Goal(EntityId("kit"), NOW + 5.5)
    assert wanted.notes[avoid_note(EntityId("kit"))] == NOW + 30.0


def test_what_lies_by_the_wayside_strikes_out_times_that_are_over_too() -> None:
    notes = {avoid_note(EntityId("old")): NOW - 1.0, avoid_note(EntityId("new")): NOW + 9.0}
    wanted = first_want("fetch_nearby", simply(item("kit", 400), notes=notes))
    assert wanted.notes[avoid_note(EntityId("old"))] is None
    assert avoid_note(EntityId("new")) not in wanted.notes


def test_a_nearby_goal_is_followed_though_it_is_avoided() -> None:
    notes = {NEARBY: Goal(EntityId("kit"), NOW + 1.0), avoid_note(EntityId("kit")): NOW + 29.0}
    now = simply(item("kit", 400), notes=notes)
    assert read("nearby_item", now) == "kit"
    assert fetched("fetch_nearby", now) == "kit"


def test_without_anything_by_the_wayside_fetching_fails() -> None:
    assert fail("fetch_nearby", simply(item("kit", 4000))) == "nothing lies by the wayside"


# Weapons


def test_the_preferred_weapon_is_wielded() -> None:
    now = moment(gun("RocketLauncher"), gun("FlakCannon"), enemy(x=200))
    assert want("wield_preferred", now).fight == Wield(EntityId("Map.FlakCannon3"))
    assert fail("wield_preferred", moment(gun("FlakCannon", 0))) == "no weapon is loaded"


def test_a_fight_is_fought_with_the_preferred_weapon() -> None:
    wanted = first_want(
        "fight_preferred", moment(gun("RocketLauncher"), gun("FlakCannon"), enemy(x=200))
    )
    assert wanted.fight == Fight(weapon=EntityId("Map.FlakCannon3"))


def test_weapons_are_changed_in_a_fight_for_much_better_ones_only() -> None:
    bag = (gun("RocketLauncher"), gun("FlakCannon"))
    performance = Performance(act_of("fight_preferred"))
    held = []
    for x in (300, 480, 1500):
        performance.step(moment(*bag, enemy(x=x)))
        assert isinstance(performance.wants.fight, Fight)
        held.append(performance.wants.fight.weapon)
    assert held == ["Map.FlakCannon3", "Map.FlakCannon3", "Map.RocketLauncher3"]


def test_a_fight_ends_as_the_body_says() -> None:
    performance, foe = Performance(act_of("fight_preferred")), enemy(x=200)
    performance.step(moment(gun("FlakCannon"), foe))
    won = activity(Fight(weapon=EntityId("Map.FlakCannon3")), ActivityState.DONE, "fight")
    assert performance.step(moment(gun("FlakCannon"), foe, won)) is Progress.DONE


def test_without_an_enemy_there_is_no_fight() -> None:
    assert fail("fight_preferred", moment(gun("FlakCannon"))) == "no enemy is in sight"
    assert fail("fight_preferred", moment(), "nobody") == 'nobody is called "nobody"'


# Combos


@pytest.mark.parametrize(
    ("health", "name", "combo"),
    [
        (59, "", "XGame.ComboDefensive"),
        (60, "", "XGame.ComboBerserk"),
        (100, "speed", "XGame.ComboSpeed"),
        (100, "Booster", "XGame.ComboDefensive"),
    ],
)
def test_a29_adrenaline_is_spent_on_what_helps(health: int, name: str, combo: str) -> None:
    now = moment(me=body(health=health, adrenaline=100))
    assert read("combo_ready", now)
    assert want("start_combo", now, name).move == Do(commands=(StartCombo(ClassName(combo)),))


@pytest.mark.parametrize("told", [{"adrenaline": 99}, {}, {"adrenaline": 100, "combo": "Combo1"}])
def test_a29_without_enough_adrenaline_or_with_a_combo_there_is_none(told: dict[str, Any]) -> None:
    now = moment(me=body(**told))
    assert not read("combo_ready", now)
    assert fail("start_combo", now) == "not enough adrenaline, or a combo runs"


def test_a29_combos_that_nobody_knows_are_told() -> None:
    now = moment(me=body(adrenaline=100))
    assert fail("start_combo", now, "fly").startswith('there is no combo "fly"')


# In the arena


def test_a_bot_that_fetches_what_it_wants_is_well_armed_after_half_a_minute() -> None:
    ended = play(Script(*[("fetch_wanted",)] * 5), mode="dm", map="dm-foundry")
    assert [reason for reason, _ in ended] == [""] * 5
    last = ended[-1][1].view
    assert last.now < 30.0
    assert len(last.weapons) > 3  # it is born with two
