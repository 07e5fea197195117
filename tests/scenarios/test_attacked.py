"""Somebody shoots: an attacker in view, one behind the back, and one who cannot be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Brain, Decision, Fight, LookRound
from agentfw.geometry import Vec3
from agentfw.vocabulary import DamageTaken
from tests.scenarios import drawings
from tests.scenarios.brains import Idle
from tests.scenarios.drawings import cell
from tests.scenarios.stage import HALF_HEIGHT, Actor
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.decisions import Activity
    from agentfw.perception import View
    from tests.scenarios.stage import Stage

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
UP = Vec3(0.0, 0.0, HALF_HEIGHT)
EAST, WEST = 0, 32768


class Wary(Brain):
    """Fights whom it sees once it was hurt; looks round once when it sees nobody."""

    def __init__(self) -> None:
        super().__init__()
        self._is_hurt = self._looks = False
        self.looked: list[Activity] = []
        """How each look round ended."""

    def decide(self, view: View) -> Decision:
        """Fight, look, or stand."""
        if view.happened(DamageTaken):
            self._is_hurt = self._looks = True
        if self._is_hurt and view.enemies:
            self._looks = False
            return Decision(fight=Fight(stand=True))
        activity = view.activity("look")
        if self._looks and activity is not None and not activity.is_running:
            self.looked.append(activity)
            self._looks = False
        return Decision(look=LookRound() if self._looks else None)


def hurt(stage: Stage, dialect: str, *, yaw: int, is_there: bool = True) -> Actor[Wary]:
    """A bot in a hall that was just hurt by somebody farther east, and faces a yaw."""
    stage.open(drawings.HALL.arena(dialect))
    attacker = stage.bring_in(Idle, name="Attacker") if is_there else None
    if attacker is not None:
        attacker.pawn.body.put(cell(15, 3) - UP)
    bob = stage.bring_in(Wary)
    bob.pawn.body.put(cell(8, 3) - UP)
    bob.pawn.body.yaw = bob.pawn.wanted_yaw = yaw
    stage.play(0.5)
    world = stage.arena.world
    by = attacker.player if attacker is not None else None
    world.hurt(bob.player, 10.0, world.game.world_damage["fall"], by=by)
    return bob


@both_dialects
def test_attacker_in_view_is_shot_at_within_a_second(stage: Stage, dialect: str) -> None:
    bob = hurt(stage, dialect, yaw=EAST)
    at = stage.now
    stage.play(1.0)
    assert bob.said("SHOOT", since=at) != []


@both_dialects
def test_attacker_behind_the_back_is_found_by_turning(stage: Stage, dialect: str) -> None:
    bob = hurt(stage, dialect, yaw=WEST)
    assert bob.view.enemies == ()
    at = stage.now
    stage.play(3.0)
    assert bob.said("TURNTO", since=at) != []
    assert bob.said("SHOOT", since=at) != []


@both_dialects
def test_attacker_who_is_not_there_is_given_up_after_one_turn(stage: Stage, dialect: str) -> None:
    bob = hurt(stage, dialect, yaw=WEST, is_there=False)
    at = stage.now
    stage.play(10.0)
    (looked,) = bob.brain.looked
    assert looked.is_done
    assert looked.ended_at is not None
    assert looked.ended_at - at <= 3.0


@both_dialects
def test_bot_that_found_nobody_stands_still_again(stage: Stage, dialect: str) -> None:
    bob = hurt(stage, dialect, yaw=WEST, is_there=False)
    stage.play(4.0)
    quiet_since = stage.now
    stage.play(5.0)
    words = ("TURNTO", "ROTATE", "SHOOT", "MOVE", "RUNTO")
    assert [line for word in words for line in bob.said(word, since=quiet_since)] == []
