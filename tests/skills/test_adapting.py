"""Skills that change with the enemy: other enemies, other wants; and all of it can be turned off."""

from __future__ import annotations

from typing import Any

import pytest

from agentfw.decisions import ActivityState, Fight, PickUpItem, Wield
from agentfw.perception import KnownItem, KnownPlayer, KnownWeapon
from agentfw.skills import Done, Moment, Performance, Progress
from agentfw.skills.experience import EXPERIENCE, Experience, Held, Tally
from agentfw.vocabulary import ClassName, EntityId, FireMode, ItemCategory, ItemClass
from tests.skills.moments import (
    NOW,
    act_of,
    activity,
    body,
    enemy,
    fail,
    gun,
    item,
    moment,
    read,
    steps,
    want,
)

WEAPON, SHIELD, AMMO = ItemCategory.WEAPON, ItemCategory.SHIELD, ItemCategory.AMMO
ASSAULT, SHOCK, ROCKETS = gun("AssaultRifle", 90), gun("ShockRifle"), gun("RocketLauncher")
BANDS = ("near", "middle", "far")
BEAMS_MISS = {("beam", band): Tally(60.0, 0.0) for band in BANDS}
BLASTS_HIT = {("blast", band): Tally(20.0, 20.0) for band in BANDS}
BLASTS_MISS = {("blast", band): Tally(60.0, 0.0) for band in BANDS}
FIRES_SHOCK = ItemClass(
    inventory_class=ClassName("Pack.ShockRifle"),
    category=WEAPON,
    primary=FireMode(
        instant_hit=True,
        damage_max=45.0,
        interval_s=0.7,
        ammo_class=ClassName("Pack.ShockAmmo"),
        ammo_max=50,
    ),
)
SHOCK_AMMO = ItemClass(inventory_class=ClassName("Pack.ShockAmmo"), category=AMMO)
CLASSES = {ClassName("Pack.ShockRifle"): FIRES_SHOCK, ClassName("Pack.ShockAmmoPickup"): SHOCK_AMMO}


def lying(name: str, x: float = 600.0, **told: Any) -> KnownItem:
    """A weapon on the floor."""
    return item(f"{name}Base", x, WEAPON, item_class=ClassName(f"Pack.{name}"), **told)


def knowing(*weapons: str, **told: Any) -> dict[str, Experience]:
    """A note about enemies who hold those weapons, and whatever else was learned."""
    held = {EntityId(f"foe{n}"): Held(f"Pack.{name}", NOW) for n, name in enumerate(weapons)}
    return {EXPERIENCE: Experience(at=NOW - 1.0, held=held, **told)}


def armed(*known: KnownWeapon | KnownItem | KnownPlayer, **told: Any) -> Moment:
    """A moment with the first weapon in hand."""
    hand = next(one for one in known if isinstance(one, KnownWeapon))
    usual: dict[str, Any] = {"me": body(weapon=hand.id, ammo=hand.ammo)}
    return moment(*known, **(usual | told))


# What enemies can do


def test_nobody_seen_is_no_threat() -> None:
    assert read("enemy-threat", moment()) == 0.0


def test_the_threat_depends_on_what_enemies_hold_and_on_the_distance() -> None:
    flak = moment(notes=knowing("FlakCannon"))
    near, far = (read("enemy-threat", flak, band) for band in ("near", "far"))
    assert near > far > 0.0
    assert read("enemy-threat", flak) == near


def test_two_enemies_are_twice_the_threat() -> None:
    one, two = (moment(notes=knowing(*("ShockRifle",) * n)) for n in (1, 2))
    assert read("enemy-threat", two, "far") == pytest.approx(2 * read("enemy-threat", one, "far"))


def test_a_band_that_is_none_is_no_threat() -> None:
    assert read("enemy-threat", moment(notes=knowing("ShockRifle")), "sideways") == 0.0


def test_an_enemy_with_more_damage_outguns() -> None:
    note = knowing("Minigun")
    foe = enemy(x=300.0)
    assert read("outgunned", armed(ASSAULT, foe, notes=note))
    assert not read("outgunned", armed(gun("Minigun"), foe, notes=note), 1.1)


def test_little_health_is_outgunned_sooner() -> None:
    note, foe = knowing("AssaultRifle"), enemy(x=300.0)
    hurt = body(weapon=SHOCK.id, ammo=12, health=30)
    assert not read("outgunned", armed(SHOCK, foe, notes=note))
    assert read("outgunned", armed(SHOCK, foe, notes=note, me=hurt))


def test_nobody_in_sight_outguns_nobody() -> None:
    assert not read("outgunned", armed(ASSAULT, notes=knowing("Minigun")))


# What is best against them


def test_the_counter_changes_with_what_was_learned() -> None:
    about = (lying("ShockRifle"), lying("RocketLauncher"))
    at_first = moment(*about, notes=knowing(ours=BLASTS_MISS))
    later = moment(*about, notes=knowing(ours=BEAMS_MISS | BLASTS_HIT))
    assert read("counter-weapon", at_first) == "ShockRifleBase"
    assert read("counter-weapon", later) == "RocketLauncherBase"


def test_the_counter_changes_with_the_distance_at_which_enemies_are_met() -> None:
    about = (lying("FlakCannon"), lying("ShockRifle"))
    assert read("counter-weapon", moment(*about, notes=knowing(met={"near": 60.0}))) == "FlakCannonBase"
    assert read("counter-weapon", moment(*about, notes=knowing(met={"far": 60.0}))) == "ShockRifleBase"


def test_the_counter_changes_with_what_enemies_hold() -> None:
    # The first does a little more, but is best used from the middle; the second from afar.
    about = (lying("Minigun"), lying("SniperRifle"))
    met = dict.fromkeys(BANDS, 5.0)
    learned = {("spray", band): Tally(3000.0, 0.42 * 3000.0) for band in BANDS}
    calm = moment(*about, notes=knowing(met=met, ours=learned))
    flak = moment(*about, notes=knowing("FlakCannon", "FlakCannon", met=met, ours=learned))
    assert read("counter-weapon", calm) == "MinigunBase"
    assert read("counter-weapon", flak) == "SniperRifleBase"


def test_a_loaded_weapon_can_be_the_counter() -> None:
    assert read("counter-weapon", armed(SHOCK, lying("BioRifle"))) == SHOCK.id


def test_an_empty_weapon_counters_nothing() -> None:
    assert read("counter-weapon", armed(gun("ShockRifle", 0), lying("BioRifle"))) == "BioRifleBase"


def test_without_any_weapon_there_is_no_counter() -> None:
    assert read("counter-weapon", moment(item("kit"))) is None


def test_the_weapon_for_the_usual_distance_is_readied_before_a_fight() -> None:
    now = armed(ASSAULT, SHOCK, notes=knowing(met={"far": 30.0}))
    assert read("weapon-to-ready", now) == SHOCK.id
    assert want("ready-weapon", now).fight == Wield(SHOCK.id)


@pytest.mark.parametrize("seen", [(), (enemy(),)], ids=["in hand already", "an enemy is in sight"])
def test_nothing_is_readied(seen: tuple[KnownPlayer, ...]) -> None:
    now = armed(ASSAULT, SHOCK, *seen) if seen else armed(SHOCK, ASSAULT)
    assert read("weapon-to-ready", now) is None
    assert act_of("ready-weapon").function(now) == Done()


# What items are worth


def test_protection_is_wanted_more_the_more_enemies_do() -> None:
    notes = [knowing("BioRifle"), knowing("ShockRifle"), knowing(*("Minigun",) * 3)]
    wanted = [read("protection-wanted", moment(notes=note)) for note in notes]
    assert wanted == sorted(wanted)
    assert wanted[0] < wanted[-1] == 3.0


def test_armor_is_worth_more_when_enemies_do_more() -> None:
    vest = item("vest", 500, SHIELD)
    calm, hot = moment(vest), moment(vest, notes=knowing("Minigun", "Minigun"))
    assert read("item-worth", hot, "vest") > read("item-worth", calm, "vest")


def test_health_is_worth_more_the_more_is_missing() -> None:
    worth = [read("item-worth", moment(item("kit"), me=body(health=n)), "kit") for n in (100, 70, 20)]
    assert worth[0] == 0.0
    assert worth[0] < worth[1] < worth[2]


def test_a_weapon_that_is_owned_is_worth_nothing() -> None:
    assert read("item-worth", armed(ASSAULT, lying("ShockRifle")), "ShockRifleBase") > 0.0
    assert read("item-worth", armed(SHOCK, lying("ShockRifle")), "ShockRifleBase") == 0.0


def test_a_weapon_is_worth_less_where_a_better_one_is_owned() -> None:
    alone = read("item-worth", armed(ASSAULT, lying("ShockRifle")), "ShockRifleBase")
    beside = read("item-worth", armed(gun("SuperShockRifle"), lying("ShockRifle")), "ShockRifleBase")
    assert beside < alone / 2


def test_ammunition_is_worth_as_much_as_its_weapon_is_empty() -> None:
    box = item("box", 300, AMMO, item_class=ClassName("Pack.ShockAmmoPickup"))
    worth = [
        read("item-worth", armed(gun("ShockRifle", rounds), box, classes=CLASSES), "box")
        for rounds in (50, 30, 5)
    ]
    assert worth[0] == 0.0
    assert worth[0] < worth[1] < worth[2]


def test_ammunition_for_no_own_weapon_is_worth_nothing() -> None:
    box = item("box", 300, AMMO, item_class=ClassName("Pack.ShockAmmoPickup"))
    assert read("item-worth", armed(ASSAULT, box, classes=CLASSES), "box") == 0.0


def test_an_item_that_nobody_knows_is_worth_nothing() -> None:
    assert read("item-worth", moment(), "nothing such") == 0.0


# Fetching


def test_the_item_fetched_changes_with_what_was_learned() -> None:
    about = (lying("ShockRifle", 600.0), lying("RocketLauncher", -600.0))
    first = armed(ASSAULT, *about, notes=knowing(ours=BLASTS_MISS))
    later = armed(ASSAULT, *about, notes=knowing(ours=BEAMS_MISS | BLASTS_HIT))
    assert want("collect-adaptively", first).move == PickUpItem(EntityId("ShockRifleBase"))
    assert want("collect-adaptively", later).move == PickUpItem(EntityId("RocketLauncherBase"))


def test_what_is_told_is_what_is_fetched() -> None:
    now = armed(ASSAULT, lying("ShockRifle", 600.0), item("kit", 200.0))
    assert read("best-item-now", now) == "ShockRifleBase"


def test_hot_enemies_make_a_shield_come_before_a_weapon() -> None:
    about = (lying("LinkGun", 500.0), item("vest", -500.0, SHIELD))
    calm = armed(ASSAULT, *about)
    hot = armed(ASSAULT, *about, notes=knowing("Minigun", "Minigun", "Minigun"))
    assert read("best-item-now", calm) == "LinkGunBase"
    assert read("best-item-now", hot) == "vest"


def test_an_item_that_is_being_fetched_is_fetched_to_the_end() -> None:
    going = activity(PickUpItem(EntityId("vest")))
    now = moment(ASSAULT, lying("ShockRifle", 100.0), item("vest", 1400.0, SHIELD), going)
    assert want("collect-adaptively", now).move == PickUpItem(EntityId("vest"))


def test_refused_items_are_left_alone() -> None:
    failed = activity(PickUpItem(EntityId("ShockRifleBase")), ActivityState.FAILED, reason="gone")
    now = moment(ASSAULT, lying("ShockRifle"), failed)
    assert read("best-item-now", now) is None


@pytest.mark.parametrize(
    "gone", [{"taken_at": NOW - 5.0}, {"taken_at": NOW - 5.0, "respawns_at": NOW + 20.0}]
)
def test_items_that_are_not_back_in_time_are_not_fetched(gone: dict[str, float]) -> None:
    assert read("best-item-now", armed(ASSAULT, lying("ShockRifle", **gone))) is None


def test_an_item_that_is_back_by_then_is_fetched() -> None:
    soon = lying("ShockRifle", taken_at=NOW - 5.0, respawns_at=NOW + 1.0)
    assert read("best-item-now", armed(ASSAULT, soon)) == "ShockRifleBase"


def test_too_far_is_too_far() -> None:
    now = armed(ASSAULT, lying("ShockRifle", 900.0))
    assert fail("collect-adaptively", now, 800.0) == "nothing worth the way within 800 uu"


def test_on_the_way_the_better_weapon_is_taken_in_hand() -> None:
    now = armed(ASSAULT, SHOCK, item("vest", 500.0, SHIELD))
    assert want("collect-adaptively", now).fight == Wield(SHOCK.id)
    shot_at = armed(ASSAULT, SHOCK, item("vest", 500.0, SHIELD), enemy())
    assert want("collect-adaptively", shot_at).fight is None


# Fighting


def test_a_fight_uses_what_does_most_at_that_distance() -> None:
    flak = gun("FlakCannon")
    near = armed(ASSAULT, SHOCK, flak, enemy(x=200.0))
    far = armed(ASSAULT, SHOCK, flak, enemy(x=1500.0))
    assert want_first(near).fight == Fight(weapon=flak.id)
    assert want_first(far).fight == Fight(weapon=SHOCK.id)


def test_a_fight_uses_what_was_learned_to_hit() -> None:
    foe = enemy(x=700.0)
    first = armed(ASSAULT, SHOCK, ROCKETS, foe)
    later = armed(ASSAULT, SHOCK, ROCKETS, foe, notes=knowing(ours=BEAMS_MISS | BLASTS_HIT))
    assert want_first(first).fight == Fight(weapon=SHOCK.id)
    assert want_first(later).fight == Fight(weapon=ROCKETS.id)


def test_a_little_better_is_not_worth_the_change() -> None:
    assert want_first(armed(ROCKETS, SHOCK, enemy(x=700.0))).fight == Fight(weapon=ROCKETS.id)


def test_an_empty_weapon_is_changed_in_the_fight() -> None:
    foe = enemy(x=700.0)
    story = [armed(SHOCK, ASSAULT, foe), armed(gun("ShockRifle", 0), ASSAULT, foe, now=NOW + 1)]
    wanted, _, progress = steps("fight-adaptively", story)
    assert [one.fight for one in wanted] == [Fight(weapon=SHOCK.id), Fight(weapon=ASSAULT.id)]
    assert progress is Progress.RUNNING


def test_legs_fight_unless_they_shall_run() -> None:
    now = armed(SHOCK, enemy())
    assert want_first(now).stops == ("move",)
    assert want_first(now, True).stops == ()


def test_a_fight_is_over_when_nobody_is_left_in_view() -> None:
    story = [armed(SHOCK, enemy()), armed(SHOCK, now=NOW + 1), armed(SHOCK, now=NOW + 2)]
    wanted, _, progress = steps("fight-adaptively", story)
    assert wanted[-1].stops == ("fight",)
    assert progress is Progress.DONE


def test_a_fight_without_enemy_or_ammunition_fails() -> None:
    assert fail("fight-adaptively", armed(SHOCK)) == "no enemy is in sight"
    _, performance, progress = steps("fight-adaptively", [armed(gun("ShockRifle", 0), enemy())] * 2)
    assert progress is Progress.FAILED
    assert performance.reason == "is out of ammunition"


def test_a_fight_takes_down_what_it_shows() -> None:
    notes = want_first(armed(SHOCK, enemy(weapon="Pack.Minigun"))).notes
    assert notes[EXPERIENCE].weapons(NOW) == {"Pack.Minigun": 1.0}


def test_learning_alone_is_an_act_too() -> None:
    done = act_of("learn").function(moment(enemy(weapon="Pack.Minigun")))
    assert done.notes[EXPERIENCE].weapons(NOW) == {"Pack.Minigun": 1.0}


def test_where_enemies_were_seen_most_is_the_place_to_hold() -> None:
    note = knowing(places={EntityId("hall"): 4.0, EntityId("attic"): 9.0})
    assert read("place-to-hold", moment(notes=note)) == "attic"
    assert read("place-to-hold", moment()) is None


# Turned off


def test_turned_off_a_fight_is_left_to_the_body_and_teaches_nothing() -> None:
    now = armed(ASSAULT, SHOCK, enemy(weapon="Pack.Minigun"))
    wanted = want_first(now, False, False)
    assert wanted.fight == Fight()
    assert EXPERIENCE not in wanted.notes


def test_turned_off_items_are_collected_as_ever() -> None:
    about = (ASSAULT, lying("ShockRifle", 600.0), item("vest", 300.0, SHIELD), item("kit", 100.0))
    now = armed(*about, notes=knowing("Minigun", "Minigun"))
    arms = "weapon, armor, shield, ammo"
    assert want("collect-adaptively", now, 1500.0, False).move == want("collect", now, arms).move
    assert read("best-item-now", now, 1500.0, False) == read("best-item", now, arms, 1500.0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("enemy-threat", 0.0),
        ("protection-wanted", 1.0),
        ("place-to-hold", None),
        ("weapon-to-ready", None),
    ],
)
def test_turned_off_nothing_that_was_seen_counts(name: str, value: object) -> None:
    note = knowing("Minigun", places={EntityId("hall"): 4.0})
    arguments = ("", False) if name == "enemy-threat" else (False,)
    assert read(name, armed(ASSAULT, SHOCK, notes=note), *arguments) == value


def test_turned_off_the_counter_is_that_of_the_chart() -> None:
    about = (lying("ShockRifle"), lying("RocketLauncher"))
    taught = moment(*about, notes=knowing(ours=BEAMS_MISS | BLASTS_HIT))
    assert read("counter-weapon", taught, False) == read("counter-weapon", moment(*about))
    assert read("counter-weapon", taught) != read("counter-weapon", taught, False)


def want_first(now: Moment, *arguments: Any) -> Any:
    """What a fight wants at once."""
    performance = Performance(act_of("fight-adaptively"), arguments)
    assert performance.step(now) is Progress.RUNNING
    return performance.wants
