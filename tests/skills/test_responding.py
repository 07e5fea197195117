"""Keeping an attacker in view: the focus of the POSH seed, with event-relative ages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.decisions import Activity, ActivityState, Face, Fight, Order, TravelTo
from agentfw.perception.threats import Threats
from agentfw.perception.view import Event
from agentfw.skills import DONE, Done, Moment, Progress, Wants
from agentfw.skills.wanting import FOCUS, Focus
from agentfw.vocabulary import EntityId, PlayerDied
from tests.skills.moments import NOW, act_of, enemy, fail, gun, mate, moment, read, steps, want

if TYPE_CHECKING:
    from agentfw.perception import KnownPlayer

FOE = EntityId("foe")
HIT = Threats(attacker=FOE, hurt_at=NOW - 1.0)
HOME = TravelTo(EntityId("home"))


def focus_on(now: Moment) -> Any:
    """What setting the attacker notes."""
    outcome = act_of("set-attacker").function(now)
    assert isinstance(outcome, Done)
    return outcome.notes


def focused(*known: KnownPlayer, since: float = NOW, **told: Any) -> Moment:
    notes = {FOCUS: Focus(FOE, since)}
    return moment(*known, gun(), notes=notes, **told)


def test_the_attacker_is_who_hurt_us_if_in_sight() -> None:
    now = moment(enemy("near", 100), enemy("foe", 900), threats=HIT)
    assert read("focus", moment(enemy("foe", 900), notes=focus_on(now))) == "foe"


def test_else_it_is_the_nearest_enemy_in_sight() -> None:
    now = moment(enemy("far", 900), enemy("near", 100), mate("friend", 50), threats=HIT)
    assert focus_on(now)[FOCUS].target == "near"


def test_with_nobody_in_sight_nothing_changes() -> None:
    assert act_of("set-attacker").function(moment(threats=HIT)) == DONE


def test_responding_means_knowing_whom_to_shoot() -> None:
    assert read("is-responding-to-attack", focused(enemy()))
    assert not read("is-responding-to-attack", moment(enemy()))
    assert read("taken-damage-from-specific-player", focused(enemy()))


@pytest.mark.parametrize(("unseen_s", "holds"), [(15.0, True), (15.1, False)])
def test_the_attacker_is_forgotten_15_s_after_it_was_seen(unseen_s: float, holds: bool) -> None:  # noqa: FBT001
    hidden = enemy(is_visible=False, seen_at=NOW - unseen_s)
    assert read("is-responding-to-attack", focused(hidden, since=NOW - 60.0)) is holds


def test_an_attacker_that_stays_in_sight_is_not_forgotten() -> None:
    assert read("is-responding-to-attack", focused(enemy(), since=NOW - 60.0))


def test_rule_36_an_attacker_that_died_is_forgotten() -> None:
    death = (Event(NOW, PlayerDied(id=FOE)),)
    assert not read("is-responding-to-attack", focused(enemy(), events=death))
    assert not read("is-responding-to-attack", focused(enemy(location=None, is_visible=False)))


def test_rule_36_whoever_died_responds_to_nobody() -> None:
    assert not read("is-responding-to-attack", focused(enemy(), is_alive=False))


def test_facing_and_shooting_the_attacker() -> None:
    assert want("face-attacker", focused(enemy())).look == Face(target=FOE)
    assert want("shoot-attacker", focused(enemy())).fight == Fight(target=FOE)


def test_shooting_the_attacker_is_remembered_once() -> None:
    first = want("shoot-attacker", focused(enemy())).notes
    assert first[FOCUS].is_shot_at
    assert want("shoot-attacker", moment(enemy(), gun(), notes=first)).notes == {}


@pytest.mark.parametrize("act", ["face-attacker", "shoot-attacker"])
def test_without_an_attacker_there_is_nobody_to_face_or_shoot(act: str) -> None:
    assert fail(act, moment(enemy(), gun())) == "nobody is known to attack"


def test_without_ammunition_the_attacker_is_not_shot() -> None:
    notes = {FOCUS: Focus(FOE, NOW)}
    assert fail("shoot-attacker", moment(enemy(), gun(ammo=0), notes=notes)) == "is out of ammunition"


def test_b4_expiring_the_focus_succeeds_and_releases_the_trigger() -> None:
    assert want("expire-focus-info", focused(enemy())) == Wants(
        stops=("look", "fight"), notes={FOCUS: None}
    )


def test_the_focus_may_expire_by_age_alone() -> None:
    assert want("expire-focus-info", focused(enemy()), 5.0) == Wants()
    old = enemy(is_visible=False, seen_at=NOW - 6.0)
    assert want("expire-focus-info", focused(old, since=NOW - 6.0), 5.0).notes == {FOCUS: None}


# Calls for help


def on_the_way(seconds: float, *, hurt: bool = True, asked_at: float | None = None) -> Moment:
    """A bot that is on its way, so many seconds after it was hurt."""
    journey = Activity("move", HOME, ActivityState.RUNNING, started_at=NOW)
    notes = {"call_for_help.at": asked_at} if asked_at is not None else {}
    threats = Threats(attacker=FOE, hurt_at=NOW) if hurt else Threats()
    return moment(journey, now=NOW + seconds, threats=threats, notes=notes)


def calls(*moments: Moment) -> list[int]:
    wanted, _, _ = steps("call_for_help", moments)
    assert all((one.move, one.fight) == (None, None) for one in wanted)
    return [len(one.orders) for one in wanted]


def test_who_is_hurt_on_its_way_asks_for_help_once() -> None:
    assert calls(on_the_way(0.0), on_the_way(0.5, asked_at=NOW)) == [1, 0]
    assert calls(on_the_way(1.0, asked_at=NOW - 15.0)) == [1]
    wanted, _, _ = steps("call_for_help", [on_the_way(0.0)])
    assert (wanted[0].orders, dict(wanted[0].notes)) == ((Order("help"),), {"call_for_help.at": NOW})


def test_who_is_not_hurt_or_was_long_ago_asks_for_nothing() -> None:
    assert calls(on_the_way(0.0, hurt=False), on_the_way(5.1)) == [0, 0]


def test_calling_for_help_is_over_when_the_journey_is() -> None:
    there = [on_the_way(0.0), on_the_way(0.5, asked_at=NOW), moment(now=NOW + 0.6)]
    _, _, progress = steps("call_for_help", there)
    assert progress is Progress.DONE
    _, _, waits = steps("call_for_help", [moment(), moment(now=NOW + 0.9)])
    _, _, over = steps("call_for_help", [moment(), moment(now=NOW + 1.0)])
    assert (waits, over) == (Progress.RUNNING, Progress.DONE)
