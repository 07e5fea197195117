"""What has not changed is not made again: two views share it."""

from __future__ import annotations

import pytest

from agentfw.decisions import Fact, Order
from agentfw.vocabulary import (
    BodyLimits,
    Bumped,
    EntityId,
    GameInfo,
    ItemClass,
    ItemGained,
    MoverSeen,
    PlaceLink,
    PlayerScore,
    ScoreBoard,
    SelfMotion,
    TeamScore,
)
from tests.support.seeing import ME, Watch, at, enemy, flag, item, listing, me, place, point, snap

PICTURES = (
    *("players", "items", "flags", "points", "movers", "weapons", "classes"),
    *("visible_places", "visits", "scores", "chart", "game", "limits", "orders", "facts"),
)
RIFLE = "XWeapons.ShockRifle"
MOVER = MoverSeen(id=EntityId("lift"), location=at(9))


def informed() -> Watch:
    """A bot that knows something of every kind, none of it in sight any more."""
    watch = Watch().hear(
        GameInfo(level="DM-One"),
        listing(
            *(place("a", 0), PlaceLink(target=EntityId("b")), place("b", 500)),
            *(ItemClass(inventory_class=RIFLE), item("far", 9000, place=EntityId("b"))),  # type: ignore[arg-type]
        ),
        ItemGained(id=EntityId("gun"), item_class=RIFLE, ammo_initial=3),  # type: ignore[arg-type]
    )
    watch.look(me(), enemy(), item(), flag(1, x=9), point(owner=1), MOVER, TeamScore(team=0, score=1.0))
    watch.hear(BodyLimits()).look(me(), now=1.0)
    watch.store.order([Order("defend")])
    watch.store.share([Fact("enemy seen", 1.0)])
    return watch


@pytest.mark.parametrize("name", PICTURES)
def test_two_views_without_news_share_every_picture(name: str) -> None:
    watch = informed()
    before = getattr(watch.view(2.0), name)
    assert getattr(watch.view(2.1), name) is before


@pytest.mark.parametrize("name", PICTURES)
def test_a_batch_that_only_moves_the_bot_leaves_every_picture(name: str) -> None:
    watch = informed()
    before = getattr(watch.view(2.0), name)
    assert getattr(watch.look(me(20.0), now=2.1), name) is before


@pytest.mark.parametrize("name", PICTURES)
def test_motion_and_events_between_batches_leave_every_picture(name: str) -> None:
    watch = informed()
    before = getattr(watch.view(2.0), name)
    watch.hear(SelfMotion(location=at(10)), Bumped(), now=2.1)
    assert getattr(watch.view(), name) is before


@pytest.mark.parametrize(
    ("sight", "changed"),
    [
        (enemy(x=1), "players"),
        (item(x=1), "items"),
        (flag(1, x=1), "flags"),
        (point(x=1), "points"),
        (MOVER, "movers"),
        (TeamScore(team=0, score=2.0), "scores"),
        (place("b"), "visible_places"),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_a_sight_changes_the_picture_of_its_kind_and_no_other(sight: GameInfo, changed: str) -> None:
    watch = informed()
    before = watch.view(2.0)
    after = watch.look(me(), sight, now=2.1)
    assert [name for name in PICTURES if getattr(after, name) is not getattr(before, name)] == [changed]


def test_one_who_is_seen_again_does_not_touch_what_is_believed_of_the_others() -> None:
    watch = Watch()
    before = watch.look(me(), enemy("one"), enemy("two"))
    watch.look(me(), enemy("two"), now=1.0)
    hidden = watch.view().players[EntityId("one")]
    after = watch.look(me(), enemy("two"), now=2.0).players
    assert after[EntityId("one")] is hidden
    assert before.players[EntityId("one")].is_visible


@pytest.mark.parametrize(
    "told",
    [
        TeamScore(team=0, score=1.0),
        PlayerScore(id=ME, score=3.0, deaths=2),
        ScoreBoard(players=((ME, 3.0),), teams=((0, 1.0),)),
    ],
    ids=lambda told: type(told).__name__,
)
def test_scores_told_again_are_no_news(told: TeamScore) -> None:
    watch = Watch()
    before = watch.look(me(), told).scores
    assert watch.look(me(), told, now=0.2).scores is before


def test_bases_told_again_are_no_news() -> None:
    told = GameInfo(red_base=at(1), blue_base=at(2))
    watch = Watch().hear(told)
    before = watch.view().flags
    assert watch.hear(told, now=1.0).view().flags is before


def test_owners_told_again_are_no_news() -> None:
    told = ScoreBoard(point_owners=((point().id, 1),))
    watch = Watch()
    before = watch.look(me(), told).points
    assert watch.look(me(), told, now=0.2).points is before


def test_the_weapon_in_hand_told_again_is_no_news() -> None:
    watch = Watch()
    holding = me(weapon=EntityId("gun"), ammo=9)
    before = watch.look(holding).weapons
    assert watch.look(holding, now=0.2).weapons is before


def test_a_player_named_again_without_a_place_is_no_news() -> None:
    heard = enemy(location=None, player_name="Foe")
    watch = Watch()
    before = watch.look(me(), heard).players
    assert watch.look(me(), heard, now=0.2).players is before


def test_a_told_map_is_not_drawn_anew_by_what_is_seen() -> None:
    watch = informed()
    before = watch.view(2.0).chart
    watch.hear(snap(me(), place("new", 300), point("other", 700)), now=9.0)
    assert watch.view().chart is before


def test_places_seen_again_do_not_draw_a_learned_map_anew() -> None:
    watch = Watch()
    before = watch.look(me(), place("a", 300), now=1.0).chart
    assert watch.look(me(), place("a", 300), now=9.0).chart is before
