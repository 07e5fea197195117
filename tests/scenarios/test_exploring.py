"""Bots without a goal: they keep going, and come everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Explore
from agentfw.brains.hunter import Hunter
from tests.scenarios import drawings
from tests.scenarios.brains import Errands
from tests.scenarios.drawings import Drawing
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from tests.scenarios.stage import Actor, Stage

each_dialect = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
STORE = Drawing(
    rows="""
        ######################
        #s........a.a........#
        ######################
    """,
    legend={"a": "XWeapons.AssaultAmmoPickup"},
)
"""Two boxes of ammunition lie side by side."""


def longest_stand(stage: Stage, bob: Actor[Errands], seconds: float) -> float:
    """For how long the body stood where it was, at the longest."""
    until, since, where = stage.now + seconds, stage.now, bob.pawn.body.location
    longest = 0.0
    while stage.now < until:
        stage.tick()
        if bob.pawn.body.location.distance_to(where) > 5.0:
            since, where = stage.now, bob.pawn.body.location
        longest = max(longest, stage.now - since)
    return longest


@each_dialect
@pytest.mark.parametrize(
    "drawing",
    [
        pytest.param(drawings.ONE_DOOR, id="one door"),
        pytest.param(drawings.TWO_DOORS, id="two doors"),
        pytest.param(drawings.PAD, id="pad"),
    ],
)
def test_explorer_never_stands_for_long(stage: Stage, drawing: Drawing, dialect: str) -> None:
    stage.open(drawing.arena(dialect))
    bob = stage.bring_in(lambda: Errands(Explore()))
    assert longest_stand(stage, bob, 60.0) < 3.0


@each_dialect
def test_explorer_comes_everywhere(stage: Stage, dialect: str) -> None:
    stage.open(drawings.TWO_DOORS.arena(dialect))
    bob = stage.enter(lambda: Errands(Explore()))
    stage.play(90.0)
    assert set(bob.view.visits) == set(stage.arena.world.place_ids)


def test_hunter_leaves_items_alone_that_it_cannot_take(stage: Stage) -> None:
    stage.open(STORE.arena())
    bob = stage.bring_in(Hunter)
    bob.pawn.ammo = dict.fromkeys(bob.pawn.ammo, 10_000.0)
    stage.play(60.0)
    assert len(bob.view.visits) == len(stage.arena.world.place_ids)
