"""Bases, flags and carriers, with the POSH seed's thresholds."""

from __future__ import annotations

import pytest

from agentfw.decisions import Fight, TravelTo
from agentfw.navigation import LinkKind
from agentfw.skills import Done, Moment
from agentfw.vocabulary import EntityId, FlagState, GameInfo, ScoreBoard
from tests.skills.moments import NOW, act_of, body, enemy, fail, flag, gun, moment, read, want
from tests.support.bodies import map_of
from tests.support.seeing import ME, Watch, at, me
from tests.support.seeing import flag as flag_seen

HOME, HELD, DROPPED = FlagState.HOME, FlagState.HELD, FlagState.DROPPED
BOTH = (flag(0, HOME, home=at(100)), flag(1, HOME, home=at(5000)))


# Bases


def test_a_base_is_where_a_flag_belongs() -> None:
    now = moment(*BOTH)
    assert (read("own_base", now), read("enemy_base", now)) == (at(100), at(5000))
    assert read("know-own-base-pos", now)
    assert read("know-enemy-base-pos", now)


def test_a_flag_without_a_home_tells_no_base() -> None:
    now = moment(flag(0, DROPPED, 300), flag(1, HELD))
    assert not read("know-own-base-pos", now)
    assert not read("know-enemy-base-pos", now)


@pytest.mark.parametrize(("x", "holds"), [(100, True), (109.9, True), (110, False)])
def test_at_own_base_is_nearer_than_10(x: float, holds: bool) -> None:  # noqa: FBT001
    assert read("at-own-base", moment(*BOTH, me=body(at(x, 0, 44)))) is holds


@pytest.mark.parametrize(("x", "holds"), [(4901, True), (4900, False)])
def test_at_enemy_base_is_nearer_than_100(x: float, holds: bool) -> None:  # noqa: FBT001
    assert read("at-enemy-base", moment(*BOTH, me=body(at(x)))) is holds


def test_another_floor_is_not_the_base() -> None:
    assert not read("at-own-base", moment(*BOTH, me=body(at(100, 0, 300))))


def test_how_near_a_base_is_can_be_told() -> None:
    assert read("at-own-base", moment(*BOTH, me=body(at(150))), 60.0)


def test_the_enemy_is_the_one_whose_flag_is_nearest() -> None:
    now = moment(flag(1, HOME, home=at(5000)), flag(2, HOME, home=at(2000)))
    assert read("enemy_base", now) == at(2000)


def test_b5_bases_come_from_flags_at_home_alone_whatever_the_spelling() -> None:
    watch = Watch()
    away = watch.look(me(), flag_seen(1, FlagState("Dropped"), 900))
    assert not read("know-enemy-base-pos", Moment(away))
    home = watch.look(me(), flag_seen(1, FlagState("HOME"), 5000))
    assert read("enemy_base", Moment(home)) == at(5000)


def test_b5_a_flag_is_believed_when_its_snapshot_is_whole() -> None:
    watch = Watch()
    first = watch.look(me(), flag_seen(0, DROPPED, 300))
    then = watch.look(me(), flag_seen(0, HOME, 100))
    assert read("our-flag-on-ground", Moment(first))
    assert not read("our-flag-on-ground", Moment(then))


def test_rule_14_death_keeps_bases_and_forgets_reach() -> None:
    watch = Watch()
    watch.look(me(), flag_seen(1, HOME, 5000, reachable=True))
    watch.store.reconnected()
    now = Moment(watch.view(now=1.0))
    assert read("know-enemy-base-pos", now)
    assert not read("enemy-flag-reachable", now)


# States


@pytest.mark.parametrize(
    ("state", "senses"),
    [
        (HOME, (True, False, False)),
        (HELD, (False, True, False)),
        (DROPPED, (False, False, True)),
        (None, (False, False, False)),
    ],
)
def test_a_flag_is_home_taken_or_on_the_ground(
    state: FlagState | None, senses: tuple[bool, bool, bool]
) -> None:
    now = moment(flag(0, state, 300), flag(1, state, 900))
    own = ("own_flag_home", "own_flag_taken", "our-flag-on-ground")
    other = ("enemy_flag_home", "enemy_flag_taken", "enemy-flag-on-ground")
    assert tuple(read(name, now) for name in own) == senses
    assert tuple(read(name, now) for name in other) == senses


def test_a_flag_that_was_returned_unseen_is_not_on_the_ground() -> None:
    watch = Watch()
    watch.look(me(), flag_seen(0, HELD, 300, holder=EntityId("foe")))
    later = watch.look(me(), ScoreBoard(our_flag_taken=False))
    assert read("own_flag_home", Moment(later))


def test_a_flag_that_nobody_knows_where_to_look_for_is_not_on_the_ground() -> None:
    now = moment(flag(0, DROPPED), flag(1, DROPPED))
    assert not read("our-flag-on-ground", now)
    assert not read("enemy-flag-on-ground", now)


@pytest.mark.parametrize("act", ["explore", "to-own-flag", "stop-bot"])
def test_rule_40_a_flag_that_is_not_where_it_was_seen_is_not_looked_for_there_again(act: str) -> None:
    lost = flag(0, DROPPED, 300, is_visible=False, seen_at=NOW - 5.0)
    there = moment(lost, me=body(at(290)))
    assert read("our-flag-on-ground", there)
    notes = want(act, there).notes
    assert not read("our-flag-on-ground", moment(lost, notes=notes))
    again = flag(0, DROPPED, 300, seen_at=NOW + 1.0)
    assert read("our-flag-on-ground", moment(again, notes=notes, now=NOW + 1.0))


def test_a_flag_on_the_way_is_not_missed() -> None:
    lost = flag(0, DROPPED, 300, is_visible=False, seen_at=NOW - 5.0)
    assert want("explore", moment(lost, me=body(at(200)))).notes == {}
    assert want("explore", moment(flag(0, DROPPED, 300), me=body(at(300)))).notes == {}


def test_who_carries_the_flag_is_known() -> None:
    now = moment(flag(1, HELD, holder=ME))
    assert read("have-enemy-flag", now)
    assert read("mate_has_enemy_flag", now) is None
    other = moment(flag(1, HELD, holder=EntityId("friend")))
    assert not read("have-enemy-flag", other)
    assert read("mate_has_enemy_flag", other) == "friend"


def test_the_carrier_of_our_flag_is_seen_while_in_sight() -> None:
    stolen = flag(0, HELD, holder=EntityId("foe"))
    assert read("see-enemy-with-our-flag", moment(stolen, enemy()))
    assert not read("see-enemy-with-our-flag", moment(stolen, enemy("other")))
    assert not read("see-enemy-with-our-flag", moment(stolen, enemy(is_visible=False)))
    assert read("flag_carrier", moment(stolen)) == "foe"


# Reach


def test_reach_is_believed_as_told_while_in_sight() -> None:
    assert read("our-flag-reachable", moment(flag(0, HOME, 300, reachable=True)))
    assert not read("our-flag-reachable", moment(flag(0, HOME, 300, reachable=False)))
    assert not read("our-flag-reachable", moment(flag(0, HOME, reachable=True)))


def test_rule_40_reach_is_unknown_again_when_the_flag_is_out_of_sight() -> None:
    watch = Watch()
    seen = watch.look(me(), flag_seen(1, HOME, 300, reachable=True))
    assert read("enemy-flag-reachable", Moment(seen))
    assert not read("enemy-flag-reachable", Moment(watch.look(me())))


def test_where_no_reach_is_told_a_way_to_the_flag_is_enough() -> None:
    walk = map_of({"a": at(0), "b": at(900)}, [("a", "b", LinkKind.WALK)])
    apart = map_of({"a": at(0), "b": at(900)}, [])
    assert read("enemy-flag-reachable", moment(flag(1, HOME, 900), graph=walk))
    assert not read("enemy-flag-reachable", moment(flag(1, HOME, 900), graph=apart))


def test_expired_reach_counts_again_with_the_next_sight() -> None:
    told = flag(1, HOME, 300, reachable=True)
    outcome = act_of("expire-reachable-info").function(moment(told))
    assert isinstance(outcome, Done)
    assert not read("enemy-flag-reachable", moment(told, notes=outcome.notes))
    again = flag(1, HOME, 300, reachable=True, seen_at=NOW + 0.2)
    assert read("enemy-flag-reachable", moment(again, notes=outcome.notes, now=NOW + 0.2))


# Acts


def test_b4_going_to_bases_is_a_success_that_wants_something() -> None:
    now = moment(*BOTH)
    assert want("to-own-base", now).move == TravelTo(location=at(100), tolerance_uu=8.0)
    assert want("to-enemy-base", now).move == TravelTo(location=at(5000), tolerance_uu=20.0)


def test_b2_the_way_home_ends_at_home() -> None:
    moved = want("to-own-base", moment(*BOTH, me=body(at(90)))).move
    assert isinstance(moved, TravelTo)
    assert moved.location == at(100)


def test_to_unknown_bases_nobody_goes() -> None:
    assert fail("to-own-base", moment()) == "does not know where the own base is"
    assert fail("to-enemy-base", moment()) == "does not know where the enemy base is"


def test_to_flags_one_goes_to_touch_them() -> None:
    now = moment(flag(0, DROPPED, 300), flag(1, DROPPED, 900))
    assert want("to-own-flag", now).move == TravelTo(target=EntityId("flag0"), tolerance_uu=20.0)
    assert want("to-enemy-flag", now).move == TravelTo(target=EntityId("flag1"), tolerance_uu=20.0)


def test_a_flag_that_only_the_game_told_of_has_no_name() -> None:
    watch = Watch().hear(GameInfo(game_type="BotCTFGame", red_base=at(100), blue_base=at(5000)))
    now = Moment(watch.look(me()))
    assert want("to-enemy-base", now).move == TravelTo(location=at(5000), tolerance_uu=20.0)
    assert fail("to-enemy-flag", now) == "does not know where that flag is"


def test_the_carrier_is_shot_and_run_after() -> None:
    now = moment(flag(0, HELD, holder=EntityId("foe")), enemy(), gun())
    assert want("shoot-enemy-carrying-our-flag", now).fight == Fight(target=EntityId("foe"))
    assert want("run-to-enemy-carrying-our-flag", now).move == TravelTo(target=EntityId("foe"))


@pytest.mark.parametrize("act", ["shoot-enemy-carrying-our-flag", "run-to-enemy-carrying-our-flag"])
def test_an_unknown_carrier_is_neither_shot_nor_run_after(act: str) -> None:
    assert fail(act, moment(enemy(), gun())) == "does not know who carries the own flag"
