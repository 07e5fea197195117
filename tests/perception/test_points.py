"""Domination points: ownership follows what the game tells last, whichever way it tells it."""

from __future__ import annotations

from agentfw.vocabulary import NO_TEAM, EntityId, ScoreBoard
from tests.support.seeing import Watch, at, listing, me, point

DOM = EntityId("dom")


def board(owner: int) -> ScoreBoard:
    return ScoreBoard(point_owners=((DOM, owner),))


def test_the_owner_changes_with_every_sight() -> None:
    watch = Watch()
    owners = [watch.look(me(), point(owner=owner)).points[DOM].owner for owner in (NO_TEAM, 1, 0, 1)]
    assert owners == [NO_TEAM, 1, 0, 1]


def test_the_owner_changes_out_of_sight_by_the_score_board() -> None:
    watch = Watch()
    watch.look(me(), point(owner=0))
    known = watch.look(me(), board(1), now=1.0).points[DOM]
    assert (known.owner, known.is_visible) == (1, False)


def test_a_point_that_only_the_score_board_names_is_known_without_a_place() -> None:
    known = Watch().look(me(), board(1)).points[DOM]
    assert (known.owner, known.location, known.is_visible) == (1, None, False)


def test_a_point_told_as_neutral_again_is_neutral() -> None:
    watch = Watch()
    watch.look(me(), point(owner=1))
    assert watch.look(me(), point(owner=NO_TEAM), now=1.0).points[DOM].owner == NO_TEAM


def test_silence_about_the_owner_keeps_it() -> None:
    watch = Watch()
    watch.look(me(), point(owner=1))
    assert watch.look(me(), point(), now=1.0).points[DOM].owner == 1


def test_the_place_of_a_point_outlasts_reports_without_it() -> None:
    watch = Watch().hear(listing(point(x=400)))
    assert watch.look(me(), point(x=None, visible=True)).points[DOM].location == at(400)


def test_a_listed_point_is_not_in_sight() -> None:
    known = Watch().hear(listing(point(visible=True))).view().points[DOM]
    assert (known.is_visible, known.location) == (False, at(400))


def test_a_point_told_as_not_visible_is_not_in_sight_but_its_owner_counts() -> None:
    known = Watch().look(me(), point(visible=False, owner=1)).points[DOM]
    assert (known.is_visible, known.owner) == (False, 1)


def test_when_a_point_changed_hands_is_known() -> None:
    watch = Watch()
    watch.look(me(), point(owner=0))
    watch.look(me(), point(owner=1), now=3.0)
    assert watch.look(me(), point(owner=1), now=4.0).points[DOM].taken_at == 3.0


def test_the_first_sight_of_an_owner_is_no_change_of_hands() -> None:
    assert Watch().look(me(), point(owner=1), now=3.0).points[DOM].taken_at is None


def test_a_change_of_hands_by_the_score_board_of_a_batch_has_the_time_of_the_batch() -> None:
    watch = Watch()
    watch.look(me(), board(0))
    assert watch.look(me(), board(1), now=3.0).points[DOM].taken_at == 3.0


def test_a_change_of_hands_told_between_batches_has_the_time_it_was_told() -> None:
    watch = Watch()
    watch.look(me(), board(0))
    assert watch.hear(board(1), now=7.0).view().points[DOM].taken_at == 7.0
