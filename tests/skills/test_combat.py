"""Who is there, who attacks, fighting and getting away."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from agentfw.decisions import Decision, Fight, Hide, Retreat, ShootAt, TravelTo
from agentfw.geometry import Rotation
from agentfw.perception.threats import Threats
from agentfw.skills import Done, Moment, Performance, Progress, Wants
from agentfw.vocabulary import (
    DamageTaken,
    EntityId,
    Firing,
    ProjectileSeen,
    Shoot,
    StopShooting,
)
from tests.skills.moments import (
    NOW,
    act_of,
    activity,
    body,
    enemy,
    fail,
    gun,
    mate,
    moment,
    read,
    steps,
    want,
)
from tests.support.bodies import Field, player, weapon
from tests.support.seeing import Watch, at, me

FOE = EntityId("foe")


# Who is there


def test_an_enemy_is_somebody_of_another_team() -> None:
    assert read("see-enemy", moment(enemy()))
    assert not read("see-enemy", moment(mate()))
    assert not read("see-enemy", moment(enemy(is_visible=False)))


def test_enemies_count_within_a_distance() -> None:
    now = moment(enemy("near", 300), enemy("far", 900), mate("friend", 100))
    assert read("enemy_visible", now, 300.0)
    assert not read("enemy_visible", now, 299.0)
    assert (read("enemies_visible", now), read("enemies_visible", now, 500.0)) == (2, 1)
    assert (read("nearest_enemy", now), read("enemy_distance", now)) == ("near", 300.0)


def test_without_an_enemy_the_distance_is_infinite() -> None:
    assert (read("nearest_enemy", moment()), read("enemy_distance", moment())) == (None, math.inf)


def test_friends_are_seen_as_friends() -> None:
    now = moment(mate("near", 200), mate("far", 800), enemy("foe", 100))
    assert (read("mate_visible", now, 100.0), read("mates_visible", now)) == (False, 2)
    assert read("nearest_mate", now) == "near"


def test_of_two_friends_one_is_nearer_to_a_spot() -> None:
    now = moment(mate("friend", 400), enemy("foe", 600))
    assert read("mate_nearer", now, at(500))
    assert not read("mate_nearer", now, at(100))
    assert not read("mate_nearer", now, "own_base")


def test_a_friend_out_of_sight_is_nowhere_nearer() -> None:
    assert not read("mate_nearer", moment(mate("friend", 400, is_visible=False)), at(500))


def test_an_enemy_out_of_sight_is_remembered_for_a_while() -> None:
    hidden = enemy(is_visible=False, seen_at=NOW - 8.0)
    assert read("enemy_remembered", moment(hidden)) == "foe"
    assert read("enemy_remembered", moment(hidden), 7.0) is None
    assert read("enemy_remembered", moment(enemy())) is None


def test_an_enemy_near_a_spot_is_found() -> None:
    now = moment(enemy("a", 500), enemy("b", 950))
    assert read("enemy_near", now, at(1000), 300.0) == "b"
    assert read("enemy_near", now, at(3000)) is None
    assert read("enemy_near", now, "nowhere") is None


# Who attacks


def hit(by: str | None = "foe", ago: float = 1.0) -> Threats:
    attacker = EntityId(by) if by else None
    return Threats(is_under_fire=ago <= 2.0, attacker=attacker, hurt_at=NOW - ago, damage=30)


def test_damage_is_known_for_five_seconds_from_the_hit() -> None:
    watch = Watch().hear(DamageTaken(damage=10, instigator=FOE), now=3.0)
    assert read("taken-damage", Moment(watch.view(now=8.0)))
    assert not read("taken-damage", Moment(watch.view(now=8.1)))


def test_expired_damage_is_forgotten_but_not_the_next_hit() -> None:
    outcome = act_of("expire-damage-info").function(moment(threats=hit(ago=0.0)))
    assert isinstance(outcome, Done)
    assert not read("taken-damage", moment(threats=hit(ago=0.0), notes=outcome.notes))
    again = Threats(hurt_at=NOW + 1.0)
    assert read("taken-damage", moment(threats=again, notes=outcome.notes, now=NOW + 2.0))


def test_the_attacker_is_known_if_it_was_told() -> None:
    assert read("taken-damage-from-specific-player", moment(threats=hit()))
    assert not read("taken-damage-from-specific-player", moment(threats=hit(None)))
    assert read("attacker", moment(threats=hit())) == "foe"


def test_being_hurt_is_told_in_several_ways() -> None:
    now = moment(threats=hit(ago=3.0))
    assert (read("hurt_within", now, 3.0), read("hurt_within", now, 2.0)) == (True, False)
    assert (read("under_attack", now), read("recent_damage", now)) == (False, 30)
    assert read("under_attack", moment(threats=hit()))


def shot(direction: float = -1.0, name: str | None = "shot") -> ProjectileSeen:
    """A projectile 400 uu ahead that flies this way, unless told otherwise."""
    known = EntityId(name) if name else None
    return ProjectileSeen(id=known, location=at(400), direction=at(direction), impact_time_s=1.0)


def test_a_projectile_is_incoming_when_it_flies_this_way() -> None:
    assert read("incoming-projectile", moment(projectiles=(shot(),)))
    assert not read("incoming-projectile", moment(projectiles=(shot(1.0),)))


def test_expired_projectiles_are_forgotten_but_not_the_next_one() -> None:
    notes = act_of("expire-projectile-info").function(moment(projectiles=(shot(),))).notes
    assert not read("incoming-projectile", moment(projectiles=(shot(),), notes=notes))
    assert read("incoming-projectile", moment(projectiles=(shot(), shot(name="new")), notes=notes))


def test_evading_goes_across_the_flight_to_either_side() -> None:
    now = moment(projectiles=(shot(),), rng=Random(1))  # noqa: S311
    ends = {want("evade", now).move for _ in range(40)}
    assert ends == {TravelTo(location=at(0.0, y), tolerance_uu=35.0) for y in (-140.0, 140.0)}
    assert fail("evade", moment()) == "nothing comes this way"


def test_an_enemy_that_fires_this_way_aims_at_me() -> None:
    toward, away = Rotation(0, 32768, 0), Rotation(0, 0, 0)
    firing: dict[str, Any] = {"firing": Firing.PRIMARY}
    assert read("enemy_aims_at_me", moment(enemy(rotation=toward, **firing)))
    assert not read("enemy_aims_at_me", moment(enemy(rotation=away, **firing)))


# Fighting


def test_fighting_takes_the_legs_and_may_name_somebody() -> None:
    now = moment(enemy())
    assert want("fight", now) == Wants(fight=Fight(), stops=("move",))
    assert want("fight", now, "foe", True).fight == Fight(target=FOE, stand=True)
    assert fail("fight", moment()) == "no enemy is in sight"
    assert fail("fight", now, "xan") == 'nobody is called "xan"'


@pytest.mark.parametrize(
    ("weapons", "holds"),
    [
        ([gun()], True),
        ([gun(ammo=0)], False),
        ([gun(ammo=0), gun("ShockRifle", 1)], True),
        ([gun(ammo=0), gun("ImpactHammer", None), gun("Translocator", None)], False),
        ([], False),
    ],
)
def test_who_has_a_loaded_weapon_can_fight(weapons: list[object], holds: bool) -> None:  # noqa: FBT001
    assert read("can_fight", moment(*weapons)) is holds  # type: ignore[arg-type]  # weapons


def test_shooting_goes_from_enemy_to_enemy_until_none_is_left() -> None:
    both = moment(enemy("a", 200), enemy("b", 400), gun())
    rest = moment(enemy("a", 200, is_visible=False), enemy("b", 400), gun())
    wanted, _, progress = steps("ShootAtEnemy", [both, both, rest, moment(gun()), moment(gun())])
    assert [one.fight for one in wanted[:3]] == [
        Fight(target=EntityId("a")),
        Fight(target=EntityId("a")),
        Fight(target=EntityId("b")),
    ]
    assert wanted[3] == Wants(stops=("fight",))
    assert progress is Progress.DONE


def test_shooting_without_an_enemy_or_ammunition_fails_at_once() -> None:
    assert fail("ShootAtEnemy", moment(gun())) == "no enemy is in sight"
    assert fail("ShootAtEnemy", moment(enemy(), gun(ammo=0))) == "is out of ammunition"


def test_d20_without_ammunition_the_trigger_is_released_and_the_task_fails() -> None:
    empty = moment(enemy(), gun(ammo=0))
    wanted, performance, progress = steps("ShootAtEnemy", [moment(enemy(), gun()), empty, empty])
    assert wanted[-1] == Wants(stops=("fight",))
    assert (progress, performance.reason) == (Progress.FAILED, "is out of ammunition")


def test_t4_dying_ends_shooting_as_a_failure() -> None:
    dead = moment(is_alive=False, me=body(location=None))
    _, performance, progress = steps("ShootAtEnemy", [moment(enemy(), gun()), dead, dead])
    assert (progress, performance.reason) == (Progress.FAILED, "died")


def shooting_field() -> Field:
    field = Field()
    field.arm(weapon("ShockRifle"))
    field.meet(player("foe", at(600)))
    return field


def triggers(field: Field) -> list[type]:
    """What was said to the trigger."""
    return [type(one) for _, one in field.said if isinstance(one, Shoot | StopShooting)]


@pytest.mark.parametrize("ending", ["lost", "empty", "dead", "cancelled"])
def test_t4_the_trigger_is_always_released(ending: str) -> None:
    field, performance = shooting_field(), Performance(act_of("ShootAtEnemy"))
    for _ in range(8):
        performance.step(Moment(field.view()))
        field.think(Decision(fight=performance.wants.fight))
    assert triggers(field)[-1] is Shoot
    end_it(field, ending)
    if ending == "cancelled":
        performance.cancel()
    for _ in range(5):
        if performance.is_stepwise:
            performance.step(Moment(field.view()))
        field.think(Decision(fight=performance.wants.fight))
    assert not performance.is_stepwise
    field.think(Decision(fight=performance.wants.fight))
    assert triggers(field)[-1] is StopShooting


def end_it(field: Field, ending: str) -> None:
    match ending:
        case "lost":
            field.meet(player("foe", at(600), visible=False))
        case "empty":
            field.arm(weapon("ShockRifle", 0))
        case "dead":
            field.die()


def test_shooting_at_a_spot_and_stopping() -> None:
    assert want("shoot_at", moment(), at(5)).fight == ShootAt(at(5))
    assert want("stop_shooting", moment()).stops == ("fight",)
    assert fail("shoot_at", moment(), "x") == 'nobody knows where "x" is'


def test_chasing_goes_after_the_one_in_sight_then_after_the_one_seen_last() -> None:
    hidden = enemy("old", is_visible=False, seen_at=NOW - 4.0)
    both = want("chase", moment(enemy(), hidden, gun()))
    assert both.move == TravelTo(target=FOE, tolerance_uu=150.0)
    assert both.fight == Fight(target=FOE)
    alone = want("chase", moment(hidden, gun()))
    assert (alone.move, alone.fight) == (TravelTo(target=EntityId("old"), tolerance_uu=150.0), None)
    assert fail("chase", moment()) == "no enemy is known"


def test_retreating_shoots_back_unless_told_not_to() -> None:
    now = moment(enemy(), gun())
    assert want("retreat", now) == Wants(move=Retreat(), fight=Fight())
    assert want("retreat", now, False) == Wants(move=Retreat())
    assert want("hide", now).move == Hide()


def test_fighting_on_the_run_shoots_while_the_legs_are_on_their_way() -> None:
    going = activity(TravelTo(location=at(900)))
    start = moment(gun())
    run = [moment(going, gun(), now=NOW + 0.2), moment(going, gun(), enemy(), now=NOW + 0.4)]
    there = moment(gun(), enemy(), now=NOW + 0.6)
    wanted, _, progress = steps("fight_on_the_run", [start, *run, there, there])
    stop = Wants(stops=("fight",))
    assert wanted == [stop, stop, Wants(fight=Fight()), stop]
    assert progress is Progress.DONE


def test_fighting_on_the_run_waits_a_second_for_the_legs() -> None:
    moments = [moment(gun(), now=NOW + 0.25 * count) for count in range(10)]
    wanted, _, progress = steps("fight_on_the_run", moments)
    assert (len(wanted), progress) == (5, Progress.DONE)


def test_a_fresh_wound_is_no_damage_before_it_happened() -> None:
    assert not read("taken-damage", Moment(Watch().look(me())))


def test_opening_fire_leaves_the_legs_alone() -> None:
    assert want("open_fire", moment(enemy(), gun())) == Wants(fight=Fight())
    assert fail("open_fire", moment(gun())) == "no enemy is in sight"
