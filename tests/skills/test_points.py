"""Domination points: who owns them, which to take, which to hold."""

from __future__ import annotations

import pytest

from agentfw.decisions import Camp, TravelTo
from agentfw.navigation import LinkKind
from agentfw.skills import Moment
from agentfw.vocabulary import NO_TEAM, EntityId, ScoreBoard
from tests.skills.moments import NOW, enemy, fail, mate, moment, point, read, want
from tests.support.bodies import map_of
from tests.support.seeing import Watch, at, me
from tests.support.seeing import point as point_seen

THREE = (point("ours", 300, 0), point("theirs", 600, 1), point("free", 900, NO_TEAM))


def test_points_are_told_by_owner() -> None:
    now = moment(*THREE)
    assert read("points", now) == ("free", "ours", "theirs")
    assert read("own_points", now) == ("ours",)
    assert read("enemy_points", now) == ("theirs",)
    assert read("free_points", now) == ("free",)
    assert read("points_held_share", now) == pytest.approx(1 / 3)


def test_without_points_nothing_is_held() -> None:
    assert read("points_held_share", moment()) == 0.0


def test_the_owner_of_a_point_can_be_asked() -> None:
    now = moment(*THREE)
    assert [read("point_is_ours", now, name) for name in ("ours", "theirs", "x")] == [True, False, False]
    assert [read("point_owner", now, name) for name in ("theirs", "free", "x")] == [1, NO_TEAM, None]


def test_who_has_no_team_owns_no_neutral_point() -> None:
    now = moment(point("free", 900, NO_TEAM), me=me(team=None))
    assert read("own_points", now) == ()


def test_d10_a_point_that_is_taken_changes_its_owner() -> None:
    watch = Watch()
    watch.look(me(), point_seen("dom", owner=1))
    assert not read("point_is_ours", Moment(watch.view()), "dom")
    seen = watch.look(me(), point_seen("dom", owner=0))
    assert read("point_is_ours", Moment(seen), "dom")
    told = watch.look(me(), ScoreBoard(point_owners=((EntityId("dom"), 1),)))
    assert not read("point_is_ours", Moment(told), "dom")


def test_the_nearest_point_to_take_is_the_nearest_to_go() -> None:
    places = {"a": at(0), "b": at(0, 3000), "c": at(600), "d": at(900)}
    walks = [("a", "b", LinkKind.WALK), ("b", "c", LinkKind.WALK), ("a", "d", LinkKind.WALK)]
    assert read("nearest_point_to_take", moment(*THREE)) == "theirs"
    assert read("nearest_point_to_take", moment(*THREE, graph=map_of(places, walks))) == "free"


def test_a_point_that_nobody_has_seen_cannot_be_taken() -> None:
    now = moment(point("rumor", None, 1))
    assert read("nearest_point_to_take", now) is None
    assert fail("take_point", now) == "there is no point to take"
    assert fail("take_point", now, "rumor") == 'nobody knows where "rumor" is'


def test_taking_a_point_means_touching_it() -> None:
    now = moment(*THREE)
    assert want("take_point", now).move == TravelTo(target=EntityId("theirs"), tolerance_uu=20.0)
    assert want("take_point", now, "free").move == TravelTo(target=EntityId("free"), tolerance_uu=20.0)


def test_the_weakest_point_has_an_enemy_near() -> None:
    ours = (point("a", 300, 0, seen_at=50.0), point("b", 9000, 0, seen_at=90.0))
    assert read("weakest_point", moment(*ours)) == "a"
    assert read("weakest_point", moment(*ours, enemy(x=8500))) == "b"
    hidden = enemy(x=8500, is_visible=False, seen_at=NOW - 5.0)
    assert read("weakest_point", moment(*ours, hidden)) == "b"
    assert read("weakest_point", moment(point("x", 300, 1))) is None


def test_the_nearest_own_point_is_one_of_ours() -> None:
    assert read("nearest_own_point", moment(*THREE)) == "ours"


def test_defending_is_camping_at_the_point() -> None:
    now = moment(*THREE)
    assert want("defend_point", now).move == Camp(EntityId("ours"), 20.0)
    assert want("defend_point", now, "free", 5.0).move == Camp(EntityId("free"), 5.0)
    assert fail("defend_point", moment()) == "there is no point to defend"


def test_a_team_shares_its_points_without_talking() -> None:
    first = moment(*THREE, mate("b"), me=me(id="a"))
    second = moment(*THREE, mate("a"), me=me(id="b"))
    assert [read("point_to_keep", now) for now in (first, second)] == ["free", "ours"]


def test_of_more_friends_than_points_some_keep_the_same() -> None:
    now = moment(point("only", 300, 0), mate("a"), me=me(id="b"))
    assert read("point_to_keep", now) == "only"


def test_enemies_have_no_share_in_our_points() -> None:
    assert read("point_to_keep", moment(*THREE, enemy("a"), me=me(id="b"))) == "free"


def test_without_points_there_is_none_to_keep() -> None:
    assert read("point_to_keep", moment()) is None
