"""What is learned of the enemies: what they hold, where they are met, what hits, and that it fades."""

from __future__ import annotations

from agentfw.perception import Event, KnownWeapon
from agentfw.skills import Moment
from agentfw.skills.arms import lands
from agentfw.skills.experience import EXPERIENCE, NOTHING_LEARNED, Experience, experience_of, learned
from agentfw.vocabulary import (
    ClassName,
    DamageDealt,
    DamageTaken,
    Died,
    EntityId,
    Firing,
    Percept,
    PlayerDied,
)
from tests.skills.moments import NOW, body, enemy, gun, mate, moment
from tests.support.bodies import map_of
from tests.support.seeing import at

FOE = EntityId("foe")
SHOCK, ROCKET = "XWeapons.ShockRifle", "XWeapons.RocketLauncher"
HELD = gun("ShockRifle")
SHOOTING = body(weapon=HELD.id, ammo=20, shooting=True)


def events(*percepts: Percept) -> tuple[Event, ...]:
    return tuple(Event(NOW, percept) for percept in percepts)


def after(now: Moment) -> Experience:
    """What is known after a moment."""
    found = learned(now).get(EXPERIENCE, experience_of(now))
    assert isinstance(found, Experience)
    return found


def lived(*moments: Moment) -> Experience:
    """What is known after moments that follow each other."""
    known = NOTHING_LEARNED
    for one in moments:
        known = after(Moment(one.view, {EXPERIENCE: known}))
    return known


def fired_at(count: int, *, hits: int = 0, x: float = 800.0) -> Experience:
    """A fight of so many tenths of a second, of which some bring a hit of 45 points."""
    story = []
    for number in range(count):
        hit = events(DamageDealt(id=FOE, damage=45, weapon_name=SHOCK)) if number < hits else ()
        foe = enemy(x=x, weapon=ROCKET)
        story.append(moment(foe, HELD, me=SHOOTING, now=NOW + number / 10, events=hit))
    return lived(*story)


# What is taken down


def test_a_quiet_moment_teaches_nothing() -> None:
    assert learned(moment(mate())) == {}


def test_what_an_enemy_holds_is_taken_down() -> None:
    assert after(moment(enemy(weapon=ROCKET))).weapons(NOW) == {ROCKET: 1.0}


def test_what_friends_hold_is_not() -> None:
    known = after(moment(enemy(weapon=SHOCK), mate(weapon=ROCKET)))
    assert known.weapons(NOW) == {SHOCK: 1.0}


def test_two_enemies_with_one_weapon_count_twice() -> None:
    known = after(moment(enemy("a", weapon=ROCKET), enemy("b", weapon=ROCKET)))
    assert known.weapons(NOW) == {ROCKET: 2.0}


def test_the_distance_at_which_enemies_are_met_is_taken_down() -> None:
    known = fired_at(11, x=300.0)
    assert set(known.met) == {"near"}
    assert 0.9 < known.met["near"] < 1.1


def test_where_enemies_are_seen_is_taken_down() -> None:
    graph = map_of({"a": at(0), "b": at(800)}, [])
    story = [moment(enemy(x=800), graph=graph, now=NOW + tick / 10) for tick in range(3)]
    assert lived(*story).place() == "b"


def test_a_long_gap_between_thinks_is_not_time_in_sight() -> None:
    known = lived(moment(enemy(), now=NOW), moment(enemy(), now=NOW + 20.0))
    assert sum(known.met.values()) < 0.1


def test_two_acts_of_one_think_learn_once() -> None:
    now = moment(enemy(weapon=ROCKET))
    again = Moment(now.view, {EXPERIENCE: after(now)})
    assert learned(again) == {}


# What hits


def test_shots_that_miss_make_a_kind_land_less() -> None:
    assert fired_at(60).landing(ours=True)["beam", "middle"] < 0.5 * lands("beam", "middle")


def test_shots_that_hit_make_a_kind_land_more() -> None:
    assert fired_at(20, hits=4).landing(ours=True)["beam", "middle"] > lands("beam", "middle")


def test_misses_at_one_distance_say_less_about_the_others() -> None:
    landing = fired_at(40, x=300.0).landing(ours=True)
    assert landing["beam", "near"] < landing["beam", "far"] < lands("beam", "far")


def test_kinds_that_nobody_tried_are_left_to_the_chart() -> None:
    assert {kind for kind, _ in fired_at(5).landing(ours=True)} == {"beam"}


def test_what_misses_this_bot_is_expected_to_miss_the_enemy() -> None:
    foe = enemy(x=800.0, weapon=ROCKET, firing=Firing.PRIMARY)
    known = lived(*(moment(foe, now=NOW + tick / 10) for tick in range(50)))
    ours, theirs = (known.landing(ours=ours)["blast", "middle"] for ours in (True, False))
    assert theirs < ours < lands("blast", "middle")


def test_a_hit_that_this_bot_took_counts_for_the_enemy() -> None:
    hurt = events(DamageTaken(damage=60, damage_class=ClassName("XWeapons.DamTypeRocket")))
    landing = after(moment(enemy(x=800.0), events=hurt)).landing(ours=False)
    assert landing["blast", "middle"] > lands("blast", "middle")


def test_rockets_of_an_enemy_that_miss_land_less() -> None:
    foe = enemy(x=800.0, weapon=ROCKET, firing=Firing.PRIMARY)
    story = [moment(foe, now=NOW + tick / 10) for tick in range(50)]
    assert lived(*story).landing(ours=False)["blast", "middle"] < lands("blast", "middle")


def test_a_fall_says_nothing_about_enemies() -> None:
    fell = events(DamageTaken(damage=30, damage_class=ClassName("Engine.fell"), by_world=True))
    assert learned(moment(events=fell)) == {}


def test_a_hit_of_its_own_rocket_says_nothing_about_enemies() -> None:
    own = DamageTaken(damage=60, weapon_name=ROCKET, instigator=EntityId("me"))
    assert learned(moment(me=body(id=EntityId("me")), events=events(own))) == {}


def test_without_a_name_a_hit_is_one_of_the_weapon_in_hand() -> None:
    hit = events(DamageDealt(id=FOE, damage=45, damage_class=ClassName("shot")))
    known = after(moment(enemy(x=800.0), HELD, me=SHOOTING, events=hit))
    assert ("beam", "middle") in known.ours


def test_a_weapon_without_a_class_is_known_by_its_id() -> None:
    plain = KnownWeapon(EntityId("Map.Minigun4"), None, 90)
    hit = events(DamageDealt(id=FOE, damage=7))
    known = after(moment(enemy(), plain, me=body(weapon=plain.id), events=hit))
    assert ("spray", "middle") in known.ours


# How it ends


def test_experience_survives_the_death_of_the_body() -> None:
    assert not EXPERIENCE.startswith("body.")
    known = after(moment(enemy(weapon=ROCKET)))
    dead = moment(is_alive=False, events=events(Died()), notes={EXPERIENCE: known}, now=NOW + 1.0)
    assert experience_of(dead).weapons(NOW + 1.0).keys() == {ROCKET}


def test_the_weapon_of_a_dead_enemy_counts_no_more() -> None:
    known = after(moment(enemy(weapon=ROCKET)))
    killed = moment(now=NOW + 1.0, events=events(PlayerDied(id=FOE)), notes={EXPERIENCE: known})
    assert after(killed).weapons(NOW + 1.0) == {}


def test_a_weapon_that_is_not_seen_any_more_counts_less_and_less() -> None:
    known = after(moment(enemy(weapon=ROCKET)))
    sure = [known.weapons(NOW + later).get(ROCKET, 0.0) for later in (0.0, 20.0, 40.0, 60.0)]
    assert sure == sorted(sure, reverse=True)
    assert sure[0] == 1.0
    assert sure[-1] == 0.0


def test_what_was_learned_long_ago_fades_toward_the_chart() -> None:
    fresh = fired_at(60)
    late = moment(enemy(x=800.0), now=NOW + 2000.0, notes={EXPERIENCE: fresh})
    before, now = (one.landing(ours=True)["beam", "middle"] for one in (fresh, after(late)))
    assert before < now < lands("beam", "middle")


def test_no_share_leaves_sensible_bounds() -> None:
    many = fired_at(10, hits=10).landing(ours=True)["beam", "middle"]
    none = fired_at(600).landing(ours=True)["beam", "middle"]
    assert many <= 1.5
    assert none >= 0.02
