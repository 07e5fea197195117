"""Whom a limited player notices of those that the server tells about."""

from __future__ import annotations

import pytest

from agentfw.perception import Attention, Store
from agentfw.vocabulary import DamageTaken, Firing, PlayerAppeared, PlayerSeen
from tests.support.seeing import Watch, at, enemy, me

HUMAN = Attention(is_limited=True)


def limited(alertness: float = 1.0) -> Watch:
    """A bot that looks along x and watches out like a human."""
    watch = Watch()
    watch.store = Store(attention=Attention(is_limited=True, alertness=alertness))
    return watch


def noticed(seen: PlayerSeen, attention: Attention = HUMAN, *, is_hurt: bool = False) -> bool:
    return attention.notices(me(), seen, is_hurt=is_hurt)


def test_an_unlimited_player_notices_everybody() -> None:
    assert noticed(enemy(x=-90000.0), Attention())


@pytest.mark.parametrize(("alertness", "reach"), [(0.0, 900.0), (0.5, 2900.0), (1.0, 4900.0)])
def test_an_alert_player_notices_farther(alertness: float, reach: float) -> None:
    attention = Attention(is_limited=True, alertness=alertness)
    assert noticed(enemy(x=reach), attention)
    assert not noticed(enemy(x=reach + 1.0), attention)


@pytest.mark.parametrize(("y", "is_noticed"), [(9.0, True), (12.0, False)])
def test_somebody_near_is_noticed_within_about_a_right_angle(y: float, *, is_noticed: bool) -> None:
    assert noticed(enemy(x=10.0, y=y)) is is_noticed


def test_somebody_far_is_noticed_anywhere_in_front() -> None:
    assert noticed(enemy(x=10.0, y=1000.0))
    assert not noticed(enemy(x=-10.0, y=1000.0))


def test_nobody_is_noticed_behind() -> None:
    assert not noticed(enemy(x=-200.0))


def test_somebody_who_shoots_is_noticed_behind() -> None:
    assert noticed(enemy(x=-200.0, firing=Firing.PRIMARY))


def test_who_was_hurt_looks_all_around() -> None:
    assert noticed(enemy(x=-200.0), is_hurt=True)


def test_somebody_in_the_same_spot_is_noticed() -> None:
    assert noticed(enemy(x=0.0))


def test_whoever_is_not_noticed_is_not_in_sight() -> None:
    assert limited().look(me(), enemy(x=-200.0)).players == {}


def test_whoever_is_not_noticed_any_more_is_remembered() -> None:
    watch = limited()
    watch.look(me(), enemy(x=200.0))
    known = watch.look(me(yaw=32768), enemy(x=210.0), now=1.0).players[enemy().id]
    assert (known.is_visible, known.location) == (False, at(200))


def test_a_hit_a_moment_ago_makes_the_bot_look_all_around() -> None:
    watch = limited().hear(DamageTaken(damage=5))
    assert watch.look(me(), enemy(x=-200.0), now=1.0).enemies
    assert not watch.look(me(), enemy(x=-200.0), now=9.0).enemies


def test_somebody_who_appears_behind_is_not_noticed() -> None:
    watch = limited()
    watch.look(me())
    seen = PlayerAppeared(id=enemy().id, location=at(-200))
    assert watch.hear(seen).view().enemies == ()
