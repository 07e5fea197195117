"""Keeping an attacker in view: the focus of the POSH seed, with event-relative ages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.decisions import Face, Fight
from agentfw.perception.threats import Threats
from agentfw.perception.view import Event
from agentfw.skills import DONE, Done, Moment, Wants
from agentfw.skills.wanting import FOCUS, Focus
from agentfw.vocabulary import EntityId, PlayerDied
from tests.skills.moments import NOW, act_of, enemy, fail, gun, mate, moment, read, want

if TYPE_CHECKING:
    from agentfw.perception import KnownPlayer

FOE = EntityId("foe")
HIT = Threats(attacker=FOE, hurt_at=NOW - 1.0)


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
