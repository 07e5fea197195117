"""A view is a value: made by hand, asked anything, never changed."""

from __future__ import annotations

import math
from types import MappingProxyType

import msgspec
import pytest

from agentfw.decisions import CHANNELS
from agentfw.perception import KnownFlag, KnownItem, KnownPlayer, View
from agentfw.vocabulary import (
    NO_TEAM,
    BodyLimits,
    Bumped,
    Died,
    EntityId,
    GameInfo,
    GameRestarted,
    ItemPickedUp,
    PlayerLeft,
    ScoreBoard,
    SoundHeard,
    SoundKind,
)
from tests.support.seeing import Watch, at, enemy, flag, item, listing, me, place, point, written

FOE = EntityId("foe")
MAPPINGS = [
    name
    for name, value in msgspec.structs.asdict(View(now=0.0)).items()
    if isinstance(value, MappingProxyType)
]


def test_a_view_can_be_made_by_hand() -> None:
    foe = KnownPlayer(id=FOE, location=at(300, 400), is_visible=True)
    view = View(now=1.0, me=me(), players={FOE: foe})
    assert view.enemies == (foe,)
    assert view.distance_to(foe.location) == 500.0


def test_an_empty_view_answers_everything() -> None:
    view = View(now=0.0)
    assert (view.location, view.health, view.team, view.time_left_s) == (None, 0, NO_TEAM, None)
    assert (view.enemies, view.mates, view.items_there, view.remembered_enemies) == ((), (), (), ())
    assert (view.own_flag, view.enemy_flags, view.carried_flag, view.shooting) == (None, (), None, {})
    assert (view.locate(FOE), view.place_of(FOE), view.entities_at(FOE)) == (None, None, ())
    assert view.distance_to(at()) == math.inf
    assert [view.activity(channel) for channel in CHANNELS] == [None] * 4


def test_a_view_of_a_fresh_store_answers_everything() -> None:
    assert written(Watch().view()) == written(View(now=0.0))


def test_views_of_the_same_parts_are_equal() -> None:
    assert View(now=1.0) == View(now=1.0)


@pytest.mark.parametrize("name", ["now", "players", "enemies", "something_new"])
def test_a_view_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(View(now=1.0), name, None)


@pytest.mark.parametrize("name", MAPPINGS)
def test_the_pictures_of_a_store_cannot_be_changed(name: str) -> None:
    assert isinstance(getattr(Watch().look(me()), name), MappingProxyType)


def test_who_shoots_whom_cannot_be_changed() -> None:
    assert isinstance(View(now=0.0).shooting, MappingProxyType)


def test_a_view_taken_earlier_never_changes() -> None:
    watch = Watch().hear(GameInfo(level="DM-One"), listing(point(), item("far", 9000)))
    sights = [me(weapon=EntityId("gun"), ammo=9), enemy(), item(), flag(1, x=9), point(owner=1)]
    view = watch.hear(Bumped()).look(*sights, place("a", 0), ScoreBoard(teams=((0, 1.0),)), now=1.0)
    before = written(view)
    watch.look(me(700.0), enemy(x=9), point(owner=0), ScoreBoard(teams=((0, 2.0),)), now=2.0)
    watch.hear(ItemPickedUp(id=item().id), PlayerLeft(id=FOE), SoundHeard(kind=SoundKind.NOISE), Died())
    watch.hear(GameRestarted(), GameInfo(level="DM-Two"), BodyLimits(), now=90.0).view()
    watch.store.reconnected()
    assert written(view) == before


def test_what_is_derived_is_worked_out_once() -> None:
    view = Watch().look(me(), enemy())
    assert view.enemies is view.enemies
    assert view.router is view.router


def test_two_views_of_one_map_share_its_routes() -> None:
    watch = Watch()
    first = watch.look(me(), place("a", 0))
    assert watch.look(me(), now=0.1).router is first.router


def test_somebody_without_a_team_is_an_enemy_in_a_team_game() -> None:
    view = View(now=0.0, me=me(), game=GameInfo(max_teams=2))
    assert view.is_enemy(KnownPlayer(id=FOE))
    assert not view.is_enemy(KnownPlayer(id=FOE, team=0))


def test_enemies_without_a_known_place_come_last_and_in_order() -> None:
    known = [KnownPlayer(id=EntityId(name), is_visible=True) for name in "ba"]
    near = KnownPlayer(id=EntityId("z"), is_visible=True, location=at(900))
    view = View(now=0.0, me=me(), players={one.id: one for one in (*known, near)})
    assert [one.id for one in view.enemies] == ["z", "a", "b"]


def test_a_flag_is_looked_for_where_it_was_seen_unless_it_is_home() -> None:
    seen = KnownFlag(id=EntityId("f"), team=0, location=at(5), home=at(9))
    assert seen.whereabouts == at(5)


def test_an_item_that_nobody_took_is_there() -> None:
    assert KnownItem(id=EntityId("kit")).is_there(1e9)


def test_an_item_that_was_taken_for_good_is_not_there() -> None:
    assert not KnownItem(id=EntityId("kit"), taken_at=1.0).is_there(1e9)
