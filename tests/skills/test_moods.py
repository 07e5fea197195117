"""Who the enemy is, and when to flee, to chase, to fight to the death, to heal and to talk."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

import pytest

from agentfw.decisions import Do, Fight, PickUpItem, Speak, TravelTo
from agentfw.geometry import Rotation
from agentfw.perception import Event
from agentfw.perception.threats import Threats
from agentfw.skills.foes import FOE, Foe
from agentfw.vocabulary import (
    EntityId,
    Firing,
    FlagState,
    GameInfo,
    ItemCategory,
    PlayerDied,
    StartCombo,
)
from tests.skills.moments import (
    NOW,
    activity,
    body,
    enemy,
    fail,
    flag,
    gun,
    item,
    mate,
    moment,
    point,
    read,
    steps,
    want,
)
from tests.support.seeing import ME, at

ALONE = GameInfo(game_type="BotDeathMatch")
HURT = Threats(hurt_at=NOW - 0.5)
AWAY, TOWARD = Rotation(0, 0, 0), Rotation(0, 32768, 0)
"""How somebody ahead looks who has not seen this bot, and who has."""


def foe(name: str = "foe", died_at: float | None = None) -> MappingProxyType[str, Any]:
    """The note about an enemy."""
    return MappingProxyType({FOE: Foe(EntityId(name), died_at)})


def unseen(name: str = "foe", x: float = 500.0, ago: float = 2.0) -> Any:
    return enemy(name, x, is_visible=False, seen_at=NOW - ago)


def death(of: str, killer: str = "") -> tuple[Event, ...]:
    return (Event(NOW, PlayerDied(id=EntityId(of), killer=EntityId(killer))),)


def carried(team: int, by: str) -> Any:
    """The flag of a team in somebody's hands."""
    return flag(team, FlagState.HELD, holder=EntityId(by))


HOME = (flag(0, FlagState.HOME, 0.0), flag(1, FlagState.HOME, 5000.0))


# Whom


def test_without_a_note_the_nearest_in_sight_is_the_enemy() -> None:
    assert read("current_enemy", moment(enemy("far", 900), enemy("near", 400), gun())) == "near"


def test_the_noted_enemy_stays_the_enemy_while_it_is_in_sight() -> None:
    now = moment(enemy("foe", 900), enemy("near", 400), gun(), notes=foe())
    assert read("current_enemy", now) == "foe"


def test_the_noted_enemy_stays_the_enemy_out_of_sight_while_nobody_else_is_there() -> None:
    assert read("current_enemy", moment(unseen(), gun(), notes=foe())) == "foe"
    assert read("current_enemy", moment(unseen(), enemy("other"), gun(), notes=foe())) == "other"


def test_who_has_left_the_game_is_no_enemy() -> None:
    assert read("current_enemy", moment(notes=foe())) is None


def test_friends_are_no_enemies() -> None:
    assert read("enemy_found", moment(mate(), gun())) is None


@pytest.mark.parametrize(
    ("others", "better"),
    [
        ([enemy("other", 349)], "other"),
        ([enemy("other", 350)], None),
        ([enemy("other", 600)], None),
        ([enemy("other", 900), carried(0, "other")], "other"),
        ([enemy("other", 300), carried(0, "foe")], None),
        ([enemy("other", 300), enemy("third", 900), carried(0, "third")], "third"),
        ([], None),
    ],
)
def test_another_enemy_is_better_if_nearer_or_with_a_flag(others: list[Any], better: str | None) -> None:
    now = moment(enemy("foe", 500), *others, gun(), notes=foe())
    assert read("better_enemy", now) == better


def test_another_enemy_counts_as_other_only_while_the_noted_one_is_out_of_sight() -> None:
    assert read("other_enemy", moment(unseen(), enemy("other", 900), gun(), notes=foe())) == "other"
    assert read("other_enemy", moment(enemy(), enemy("other", 900), gun(), notes=foe())) is None
    assert read("other_enemy", moment(enemy(), gun(), notes=foe())) is None


@pytest.mark.parametrize(
    ("told", "is_found"),
    [
        ({"rotation": AWAY}, False),
        ({"rotation": TOWARD}, True),
        ({"rotation": None}, True),
        ({"rotation": AWAY, "location": at(100)}, True),
    ],
)
def test_who_is_weak_lets_go_who_looks_away(told: dict[str, Any], *, is_found: bool) -> None:
    found = read("enemy_found", moment(enemy(**told), me=body(health=30)))
    assert (found == "foe") is is_found


def test_who_was_just_hurt_lets_nobody_go() -> None:
    assert read("enemy_found", moment(enemy(rotation=AWAY), me=body(health=30), threats=HURT)) == "foe"


@pytest.mark.parametrize("goal", [flag(1, FlagState.HOME, 5000.0), point("x", 900, 1)])
def test_who_fights_on_the_run_lets_nobody_go(goal: Any) -> None:
    assert read("enemy_found", moment(enemy(rotation=AWAY), goal, me=body(health=30))) == "foe"


def test_who_is_fit_lets_nobody_go() -> None:
    assert read("enemy_found", moment(enemy(rotation=AWAY), gun())) == "foe"


# Where it is


def test_an_enemy_in_sight_is_not_missed() -> None:
    now = moment(enemy(), gun(), notes=foe())
    assert (read("enemy_unseen_for", now), read("current_enemy_visible", now)) == (0.0, True)


def test_an_enemy_is_missed_since_it_was_last_seen() -> None:
    now = moment(unseen(ago=3.0), notes=foe())
    assert (read("enemy_unseen_for", now), read("current_enemy_visible", now)) == (3.0, False)


def test_nobody_is_missed_for_ever() -> None:
    assert math.isinf(read("enemy_unseen_for", moment()))


def test_an_enemy_is_dead_from_the_moment_that_was_told() -> None:
    dead = enemy(is_visible=False, location=None)
    assert read("enemy_dead_for", moment(dead, notes=foe(died_at=NOW - 1.5))) == 1.5
    assert read("enemy_dead_for", moment(dead, notes=foe())) == 0.0


def test_an_enemy_that_is_seen_again_is_alive() -> None:
    assert read("enemy_dead_for", moment(enemy(), notes=foe(died_at=NOW - 1.5))) == 0.0


def test_the_dead_make_room_for_others() -> None:
    now = moment(enemy(is_visible=False), enemy("other"), gun(), notes=foe(died_at=NOW - 0.5))
    assert (read("current_enemy", now), read("enemy_dead_for", now)) == ("other", 0.0)


@pytest.mark.parametrize(
    ("told", "is_so"),
    [({"location": None}, True), ({"location": None, "firing": Firing.PRIMARY}, False), ({}, False)],
)
def test_invisible_is_who_is_in_view_without_a_place_and_silent(told: Any, *, is_so: bool) -> None:
    assert read("enemy_invisible", moment(enemy(**told), notes=foe())) is is_so


# Fighting


def test_an_attack_is_on_the_enemy_and_notes_it() -> None:
    wanted, _, _ = steps("attack_enemy", [moment(enemy(), gun())])
    assert wanted[0].fight == Fight(target=EntityId("foe"), weapon=EntityId("Map.RocketLauncher3"))
    assert wanted[0].notes == {FOE: Foe(EntityId("foe"))}


def test_an_attack_goes_on_to_a_better_enemy() -> None:
    first = moment(enemy("foe", 500), gun())
    nearer = moment(enemy("foe", 500), enemy("other", 300), gun(), notes=foe())
    wanted, _, _ = steps("attack_enemy", [first, nearer])
    assert wanted[1].notes == {FOE: Foe(EntityId("other"))}


def test_an_attack_stays_at_a_corner_for_a_moment() -> None:
    here = [moment(unseen(ago=1.5), gun(), notes=foe()), moment(unseen(ago=1.6), gun(), notes=foe())]
    wanted, _, _ = steps("attack_enemy", here)
    assert wanted[0].fight == Fight(target=EntityId("foe"), weapon=EntityId("Map.RocketLauncher3"))
    assert (wanted[1].fight, wanted[1].stops) == (None, ("fight",))


def test_an_attack_notes_a_death() -> None:
    dead = enemy(is_visible=False, location=None, seen_at=NOW)
    wanted, _, _ = steps("attack_enemy", [moment(dead, notes=foe(), events=death("foe"))])
    assert wanted[0].notes == {FOE: Foe(EntityId("foe"), NOW)}
    assert wanted[0].fight is None


def test_an_attack_with_nothing_new_notes_nothing() -> None:
    wanted, _, _ = steps("attack_enemy", [moment(enemy(), gun(), notes=foe())])
    assert not wanted[0].notes


def test_an_attack_heals_by_adrenaline_below_sixty() -> None:
    hurt = moment(enemy(), gun(), notes=foe(), me=body(health=59, adrenaline=100))
    wanted, _, _ = steps("attack_enemy", [hurt])
    assert isinstance(wanted[0].move, Do)
    assert isinstance(wanted[0].move.commands[0], StartCombo)


@pytest.mark.parametrize(
    "told", [{"health": 60}, {"adrenaline": 99}, {"combo": EntityId("Combo")}, {"adrenaline": None}]
)
def test_no_first_aid_without_need_or_means(told: dict[str, Any]) -> None:
    assert not read("wants_first_aid", moment(me=body(**({"health": 59, "adrenaline": 100} | told))))


def test_a_chase_leads_to_where_the_enemy_was_seen() -> None:
    wanted = want("chase_enemy", moment(unseen(x=700.0), notes=foe()))
    assert wanted.move == TravelTo(location=at(700), tolerance_uu=150.0)


def test_a_chase_after_nobody_fails() -> None:
    assert fail("chase_enemy", moment()) == "nobody knows where the enemy was"


def test_a_forgotten_enemy_is_nobodys() -> None:
    outcome = steps("forget_enemy", [moment(unseen(), notes=foe())])[1]
    assert outcome.notes == {FOE: None}


# Fleeing, chasing, dying


@pytest.mark.parametrize(
    ("told", "flees", "chases"),
    [
        pytest.param([gun()], False, True, id="fit"),
        pytest.param([], True, False, id="without a weapon"),
        pytest.param([gun("FlakCannon", 11)], False, False, id="even: fights, neither flees nor chases"),
        pytest.param([gun(), *HOME], True, False, id="on the way to the flag, though fit"),
        pytest.param(
            [gun(), HOME[0], carried(1, "me")], True, False, id="with a flag in hand, though fit"
        ),
        pytest.param([carried(0, "foe"), HOME[1]], False, True, id="enemy with a flag, though unfit"),
        pytest.param(
            [gun(), carried(0, "foe"), carried(1, "me")],
            True,
            False,
            id="both carry: the own comes first",
        ),
        pytest.param([gun(), point("x", 900, 1)], True, False, id="on the way to a point, though fit"),
        pytest.param([gun(), point("x", 900, 0)], False, False, id="holding a point, though fit"),
        pytest.param([gun(), HOME[0], carried(1, "friend")], False, True, id="a friend carries, fit"),
        pytest.param([HOME[0], carried(1, "friend")], True, False, id="a friend carries, unfit"),
    ],
)
def test_fleeing_and_chasing(told: list[Any], *, flees: bool, chases: bool) -> None:
    now = moment(enemy(), *told, notes=foe())
    assert (read("wants_retreat", now), read("wants_chase", now)) == (flees, chases)


def test_suicidal_is_who_has_nowhere_to_go() -> None:
    assert read("is_suicidal", moment(game=ALONE))


@pytest.mark.parametrize(
    "known",
    [
        item("gun", 500, ItemCategory.WEAPON),
        flag(1, FlagState.HOME, 900.0),
        point("x", 900, 1),
        activity(PickUpItem(EntityId("kit"))),
    ],
)
def test_who_has_something_to_go_for_is_not_suicidal(known: Any) -> None:
    assert not read("is_suicidal", moment(known))


# Looking on


def test_looking_on_is_being_alive_without_a_body() -> None:
    assert read("is_looking_on", moment(me=body(location=None)))
    assert not read("is_looking_on", moment(me=body(location=None), is_alive=False))
    assert not read("is_looking_on", moment())


# Talking


def talk(about: str, *known: Any, **told: Any) -> bool:
    """Whether somebody with company in a game without teams wants to talk."""
    told = {"game": ALONE} | told
    return bool(read("wants_to_chat", moment(unseen("other"), *known, **told), about))


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ("random", {}),
        ("kill", {"events": death("foe", ME)}),
        ("hit", {"threats": HURT}),
        ("talking", {"threats": HURT, "notes": {"at.chat": NOW - 1.0}}),
        ("death", {"is_alive": False}),
    ],
)
def test_every_occasion_to_talk(about: str, told: dict[str, Any]) -> None:
    assert talk(about, **told)
    assert not talk(about, **(told | {"game": GameInfo(game_type="BotTeamGame")}))
    assert not talk(about, **(told | {"time": 5.0, "me": body(damage_boost_until=9.0)}))


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ("random", {"threats": HURT}),
        ("random", {"is_alive": False}),
        ("kill", {}),
        ("kill", {"events": death("foe", "other")}),
        ("kill", {"events": death(ME, ME)}),
        ("hit", {}),
        ("talking", {"threats": HURT}),
        ("death", {}),
        ("weather", {}),
    ],
)
def test_no_talk_without_an_occasion(about: str, told: dict[str, Any]) -> None:
    assert not talk(about, **told)


@pytest.mark.parametrize("about", ["random", "kill", "hit"])
def test_no_talk_with_an_enemy_in_sight(about: str) -> None:
    assert not talk(about, enemy(), threats=HURT, events=death("foe", ME))


def test_no_talk_within_25_seconds() -> None:
    assert not talk("random", notes={"at.chat": NOW - 24.9})
    assert talk("random", notes={"at.chat": NOW - 25.0})


def test_no_talk_to_nobody() -> None:
    assert not read("wants_to_chat", moment(game=ALONE), "random")


def test_a_chat_is_said_and_noted() -> None:
    wanted = want("chat", moment(), "Nice weather.")
    assert (wanted.say, wanted.notes) == (Speak("Nice weather."), {"at.chat": NOW})


def test_a_chat_without_words_fails() -> None:
    assert fail("chat", moment(), "") == "there is nothing to say"


@pytest.mark.parametrize(("ago", "is_so"), [(0.0, True), (1.9, True), (2.0, False)])
def test_typing_takes_two_seconds(ago: float, *, is_so: bool) -> None:
    assert read("is_typing", moment(notes={"at.chat": NOW - ago})) is is_so
