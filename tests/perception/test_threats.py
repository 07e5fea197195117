"""Who is after the bot, from where, and who shoots at whom."""

from __future__ import annotations

import math
from typing import Any

import pytest

from agentfw.geometry import Rotation
from agentfw.perception import Memory
from agentfw.perception.threats import Threats, is_incoming
from agentfw.vocabulary import (
    DamageTaken,
    EntityId,
    Firing,
    PlayerDied,
    PlayerLeft,
    ProjectileSeen,
)
from tests.support.seeing import ME, Watch, at, enemy, me

FOE = EntityId("foe")
WEST = Rotation(0, 32768, 0)


def hurt(points: int = 10, by: EntityId | None = FOE, *, by_world: bool | None = None) -> DamageTaken:
    return DamageTaken(damage=points, instigator=by, by_world=by_world)


def shot(x: float = 500.0, **told: Any) -> ProjectileSeen:
    """A projectile on its way west, to where the bot is."""
    usual: dict[str, Any] = {"location": at(x), "direction": at(-1), "impact_time_s": 0.5}
    return ProjectileSeen(**(usual | told))


def test_a_bot_that_nobody_hurts_is_not_under_fire() -> None:
    assert Watch().look(me(), enemy()).threats == Threats()


def test_a_hit_means_being_under_fire_for_two_seconds() -> None:
    watch = Watch().hear(hurt(), now=5.0)
    assert watch.view(7.0).threats.is_under_fire
    assert not watch.view(7.1).threats.is_under_fire


def test_the_attacker_is_remembered_by_the_age_of_the_hit() -> None:
    watch = Watch(Memory(damage_s=5.0)).hear(hurt(), now=5.0)
    assert watch.view(10.0).threats.attacker == FOE
    assert watch.view(10.1).threats == Threats()


def test_points_lost_lately_are_added_up() -> None:
    watch = Watch().hear(hurt(10), now=1.0).hear(hurt(30), now=4.0)
    assert (watch.view(5.0).threats.damage, watch.view(7.0).threats.damage) == (40, 30)


def test_the_last_known_attacker_counts() -> None:
    watch = Watch().hear(hurt(by=FOE), hurt(by=EntityId("other")), hurt(by=None))
    assert watch.view().threats.attacker == "other"


def test_a_hit_by_somebody_unseen_is_fire_from_nobody_known() -> None:
    threats = Watch().hear(hurt(by=None)).view().threats
    assert (threats.is_under_fire, threats.attacker, threats.direction) == (True, None, None)


def test_told_nobody_as_attacker_means_nobody_known() -> None:
    assert Watch().hear(hurt(by=EntityId(""))).view().threats.attacker is None


def test_fire_comes_from_where_the_attacker_is() -> None:
    watch = Watch()
    watch.look(me(100.0), enemy(x=600))
    assert watch.hear(hurt()).view().threats.direction == at(1)


def test_fire_comes_from_where_the_attacker_was_last() -> None:
    watch = Watch()
    watch.look(me(100.0), enemy(x=-600))
    watch.look(me(100.0), now=1.0)
    assert watch.hear(hurt()).view().threats.direction == at(-1)


@pytest.mark.parametrize(
    "gone",
    [
        PlayerDied(id=FOE),
        PlayerLeft(id=FOE),
    ],
    ids=["died", "left"],
)
def test_an_attacker_who_is_gone_is_no_threat(gone: PlayerDied | PlayerLeft) -> None:
    watch = Watch()
    watch.look(me(), enemy())
    assert watch.hear(hurt(), gone).view().threats.attacker is None


def test_the_death_of_one_attacker_leaves_the_others() -> None:
    watch = Watch().hear(hurt(by=EntityId("other")), hurt(by=FOE), PlayerDied(id=FOE))
    assert watch.view().threats.attacker == "other"


def test_a_death_that_names_nobody_keeps_hits_of_unknown_origin() -> None:
    assert Watch().hear(hurt(by=None), PlayerDied()).view().threats.is_under_fire


def test_a_fall_is_not_fire() -> None:
    assert not Watch().hear(hurt(by=None, by_world=True)).view().threats.is_under_fire


def test_nobody_attacks_itself() -> None:
    watch = Watch()
    watch.look(me())
    assert watch.hear(hurt(by=ME)).view().threats.attacker is None


def test_a_shot_that_comes_this_way_means_being_under_fire() -> None:
    threats = Watch().look(me(), shot()).threats
    assert (threats.is_under_fire, threats.direction) == (True, at(1))


def test_a_shot_that_flies_elsewhere_is_seen_and_harmless() -> None:
    view = Watch().look(me(), shot(direction=at(1)))
    assert (len(view.projectiles), view.threats.is_under_fire) == (1, False)


def test_a_shot_that_is_seconds_away_is_harmless_yet() -> None:
    assert not is_incoming(shot(impact_time_s=2.1), at())


def test_a_shot_out_of_sight_is_gone() -> None:
    watch = Watch()
    watch.look(me(), shot())
    assert watch.look(me(), now=0.2).projectiles == ()


def test_a_warning_lasts_as_long_as_the_shot_flies() -> None:
    warning = ProjectileSeen(impact_time_s=0.5, direction=at(-1))
    watch = Watch().hear(warning)
    assert watch.look(me(), now=0.4).threats.is_under_fire
    assert not watch.look(me(), now=0.7).threats.is_under_fire


def test_no_warning_lasts_for_ever() -> None:
    watch = Watch().hear(ProjectileSeen(impact_time_s=1e9))
    assert watch.view(3.2).projectiles == ()


@pytest.mark.parametrize("nothing", [math.nan, math.inf])
def test_a_warning_with_a_senseless_time_is_no_trouble(nothing: float) -> None:
    assert not Watch().hear(ProjectileSeen(impact_time_s=nothing)).view(5.0).projectiles


def test_who_points_a_firing_gun_at_the_bot_shoots_at_it() -> None:
    seen = enemy(x=500, rotation=WEST, firing=Firing.PRIMARY)
    assert Watch().look(me(), seen).shooting == {FOE: ME}


def test_who_does_not_fire_shoots_at_nobody() -> None:
    assert Watch().look(me(), enemy(x=500, rotation=WEST)).shooting == {}


def test_who_looks_elsewhere_shoots_at_nobody() -> None:
    seen = enemy(x=500, rotation=Rotation(0, 16384, 0), firing=Firing.PRIMARY)
    assert Watch().look(me(), seen).shooting == {}


def test_the_one_nearest_to_the_line_of_fire_is_the_target() -> None:
    shooter = enemy(x=500, rotation=WEST, firing=Firing.SECONDARY)
    mate = enemy("mate", x=100, y=40, team=0)
    assert Watch().look(me(), shooter, mate).shooting == {FOE: ME}
    assert Watch().look(me(y=40.0), shooter, enemy("mate", x=100)).shooting == {FOE: "mate"}


def test_nobody_shoots_at_itself() -> None:
    seen = enemy(x=500, rotation=WEST, firing=Firing.PRIMARY)
    assert Watch().look(seen).shooting == {}


def test_a_shooter_out_of_sight_is_not_told_as_shooting() -> None:
    watch = Watch()
    watch.look(me(), enemy(x=500, rotation=WEST, firing=Firing.PRIMARY))
    assert watch.look(me(), now=0.2).shooting == {}


def test_somebody_in_the_same_spot_is_no_trouble() -> None:
    assert Watch().look(me(), enemy(x=0, rotation=WEST, firing=Firing.PRIMARY)).shooting == {}
