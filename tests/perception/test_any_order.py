"""Whatever comes in whatever order: the store does not raise, and what it believes makes sense."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, given, settings

from agentfw.perception import Store
from agentfw.vocabulary import (
    BodyLimits,
    Listing,
    Percept,
    PlayerAppeared,
    PlayerDied,
    PlayerLeft,
    PlayerSeen,
    SelfMotion,
    SelfState,
    Snapshot,
)
from tests.perception.strategies import KINDS, steps
from tests.support.seeing import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.perception import View

Steps = list[tuple[float, Percept, bool]]
Heard = list[tuple[float, Percept]]
SILENT: Final = (SelfMotion, Snapshot, Listing, BodyLimits, SelfState)
THOROUGH: Final = settings(
    max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
any_order = given(steps=steps("DM-One"))
any_order_on_two_maps = given(steps=steps("DM-One", "DM-Two"))


def played(steps: Steps) -> Iterator[tuple[View, Heard]]:
    """The views of a bot that hears all this, each with what was heard until then and when."""
    store, now, heard = Store(), 0.0, Heard()
    for wait, percept, thinks in steps:
        now += wait
        store.apply(percept, now)
        heard.append((now, percept))
        if thinks:
            yield store.view(now), heard
    yield store.view(now), heard


def moments(heard: Heard, kind: type[Percept]) -> list[float]:
    """When percepts of a kind came."""
    return [moment for moment, percept in heard if type(percept) is kind]


def test_every_kind_of_percept_is_tried() -> None:
    assert len(KINDS) > 60


@any_order_on_two_maps
@THOROUGH
def test_nothing_makes_the_store_raise(steps: Steps) -> None:
    for view, _ in played(steps):
        written(view)
        for known in (view.players, view.items, view.movers, view.points, view.graph.nodes):
            for entity in known:
                view.locate(entity)
                view.entities_at(view.place_of(entity) or entity)


@any_order_on_two_maps
@THOROUGH
def test_every_event_is_handed_out_once_and_in_order(steps: Steps) -> None:
    events = [event for view, _ in played(steps) for event in view.events]
    assert [event.percept for event in events] == [one for _, one, _ in steps if type(one) not in SILENT]
    assert [event.at for event in events] == sorted(event.at for event in events)


@any_order_on_two_maps
@THOROUGH
def test_no_view_changes_after_it_was_taken(steps: Steps) -> None:
    taken = [(view, written(view)) for view, _ in played(steps)]
    assert [written(view) for view, _ in taken] == [before for _, before in taken]


@any_order_on_two_maps
@THOROUGH
def test_the_same_percepts_give_the_same_views(steps: Steps) -> None:
    first, second = ([written(view) for view, _ in played(steps)] for _ in range(2))
    assert first == second


@any_order_on_two_maps
@THOROUGH
def test_nothing_is_younger_than_now(steps: Steps) -> None:
    for view, _ in played(steps):
        ledgers = (view.players, view.items, view.flags, view.points, view.movers)
        beliefs = [one for ledger in ledgers for one in ledger.values()]
        assert all(one.age(view.now) >= 0.0 for one in beliefs)
        assert all(0.0 <= one.confidence(view.now) <= 1.0 for one in beliefs)


@any_order
@THOROUGH
def test_what_is_in_sight_was_seen_with_the_last_batch_or_has_just_appeared(steps: Steps) -> None:
    for view, heard in played(steps):
        last = moments(heard, Snapshot)[-1:]
        for ledger in (view.items, view.flags, view.points, view.movers):
            assert {one.seen_at for one in ledger.values() if one.is_visible} <= set(last)
        seen = {one.seen_at for one in view.players.values() if one.is_visible}
        assert seen <= {*last, *moments(heard, PlayerAppeared)}


@any_order
@THOROUGH
def test_nothing_out_of_sight_is_known_to_be_reachable(steps: Steps) -> None:
    for view, _ in played(steps):
        for ledger in (view.players, view.items, view.flags, view.movers):
            hidden = [one for one in ledger.values() if not one.is_visible]
            assert all(one.reachable is None for one in hidden)


@any_order
@THOROUGH
def test_who_is_in_sight_is_somewhere(steps: Steps) -> None:
    for view, _ in played(steps):
        assert all(one.location is not None for one in view.players.values() if one.is_visible)


@any_order
@THOROUGH
def test_who_died_or_left_is_nowhere_until_seen_again(steps: Steps) -> None:
    for view, heard in played(steps):
        gone = heard[-1][1] if heard else None
        if isinstance(gone, PlayerDied | PlayerLeft) and gone.id is not None:
            known = view.players.get(gone.id)
            assert known is None or (known.is_visible, known.location) == (False, None)


@any_order
@THOROUGH
def test_every_player_is_one_that_was_told_of(steps: Steps) -> None:
    for view, heard in played(steps):
        single = [percept for _, percept in heard]
        bundled = [one for bundle in single for one in getattr(bundle, "percepts", ())]
        told = {one.id for one in (*single, *bundled) if isinstance(one, PlayerSeen)}
        assert set(view.players) <= told


@any_order
@THOROUGH
def test_pictures_are_shared_by_two_views_without_news(steps: Steps) -> None:
    store, now = Store(), 0.0
    for wait, percept, _ in steps:
        now += wait
        store.apply(percept, now)
    first, second = store.view(now), store.view(now)
    for name in (
        "players",
        "items",
        "flags",
        "points",
        "movers",
        "weapons",
        "scores",
        "chart",
        "visits",
    ):
        assert getattr(first, name) is getattr(second, name)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__name__))
def test_a_percept_that_says_no_more_than_it_must_is_no_trouble(kind: type[Percept]) -> None:
    store = Store()
    told = _smallest(kind)
    store.apply(told, 1.0)
    store.apply(Snapshot(time=0.0, percepts=(told, told)), 2.0)
    store.apply(Listing(subject="", percepts=(told, told)), 3.0)
    assert written(store.view(4.0))


def _smallest(kind: type[Percept]) -> Percept:
    from tests.vocabulary.test_vocabulary import smallest

    made = smallest(kind)
    assert isinstance(made, Percept)
    return made
