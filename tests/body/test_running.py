"""Running straight: helped along when it gets nowhere, and given up in time."""

from __future__ import annotations

import math

import pytest

from agentfw.decisions import Decision, TravelTo
from agentfw.vocabulary import (
    EntityId,
    GamePaused,
    GameResumed,
    Jump,
    MoveTo,
)
from tests.support.bodies import Field, at, guide, player, row_of

B = EntityId("b")
TO_B = Decision(move=TravelTo(place=B))
LONG = 1600.0


def long_run() -> Field:
    return Field(graph=row_of("ab", LONG))


def test_a_free_run_is_one_command_and_no_jump() -> None:
    field = long_run()
    assert field.finish(TO_B, within=5.0).is_done
    assert [type(command) for _, command in field.said].count(MoveTo) == 1
    assert field.all_said(Jump) == []


def test_a_body_that_does_not_move_jumps_first() -> None:
    field = long_run()
    field.blocks = lambda point: point.x > 400
    field.run(TO_B, 3.5)
    assert [round(now, 1) for now, _ in field.all_said(Jump)] == [12.2]


def test_a_hurdle_is_jumped_over() -> None:
    field = long_run()
    field.hurdles = lambda point: 400 < point.x < 500
    assert field.finish(TO_B, within=10.0).is_done
    assert len(field.all_said(Jump)) == 1


def test_a_pillar_is_passed_by_a_step_to_the_side() -> None:
    field = long_run()
    field.blocks = lambda point: math.hypot(point.x - 800, point.y) < 60
    assert field.finish(TO_B, within=15.0).is_done


@pytest.mark.parametrize("aside", [0.0, 10.0, -10.0])
def test_somebody_in_the_way_is_side_stepped(aside: float) -> None:
    field = long_run()
    field.meet(player("lout", at(800, aside)))
    assert field.finish(TO_B, within=5.3).is_done  # at once, not after standing there for a while
    assert field.all_said(Jump) == []


def test_somebody_who_moves_out_of_the_way_costs_no_failure() -> None:
    field = long_run()
    field.meet(player("lout", at(800)))
    field.gadgets.append(lambda f: f.meet(player("lout", at(800, 300))) if f.now > 13 else None)
    assert field.finish(TO_B, within=10.0).is_done


def test_both_sides_are_tried() -> None:
    field = long_run()
    field.blocks = lambda point: point.x > 400
    field.run(TO_B, 6.0)
    sides = {
        math.copysign(1, command.location.y)
        for _, command in field.said
        if isinstance(command, MoveTo) and abs(command.location.y) > 50
    }
    assert sides == {1.0, -1.0}


def test_a_wall_is_given_up_with_a_reason_and_the_legs_rest() -> None:
    field = long_run()
    field.blocks = lambda point: point.x > 400
    field.gadgets.append(guide())
    ended = field.finish(TO_B, within=60.0)
    assert ended.reason == "there is no way"
    field.think(TO_B)
    assert field.velocity == at(0)


def test_a_corridor_that_is_blocked_by_somebody_is_given_up() -> None:
    field = long_run()
    field.blocks = lambda point: abs(point.y) > 20
    field.meet(player("lout", at(800)))
    field.gadgets.append(guide())
    ended = field.finish(TO_B, within=90.0)
    assert ended.has_failed


def test_a_body_that_circles_is_given_up_though_it_moves_fast() -> None:
    field = long_run()
    field.gadgets.append(guide())

    def whirl(field: Field) -> None:
        angle = 2.0 * field.now
        field.here = at(300 * math.cos(angle), 300 * math.sin(angle))

    field.gadgets.append(whirl)
    assert field.finish(TO_B, within=150.0).has_failed


def test_a_body_that_crawls_is_given_up_in_time() -> None:
    field = long_run()
    field.gadgets.append(guide())

    def hold_back(field: Field) -> None:
        if field.here is not None:
            field.here = at(field.here.x - 0.9 * 440 * field.look_s, field.here.y)

    field.gadgets.append(hold_back)
    assert field.finish(TO_B, within=180.5).has_failed


def test_standing_still_in_a_pause_is_not_being_stuck() -> None:
    field = long_run()
    field.run(TO_B, 1.0)
    field.is_paused = True
    field.tell(GamePaused())
    field.run(TO_B, 6.0)
    field.is_paused = False
    field.tell(GameResumed())
    assert field.finish(TO_B, within=5.0).is_done
    assert field.all_said(Jump) == []


def test_a_long_pause_does_not_make_a_run_late() -> None:
    field = long_run()
    field.run(TO_B, 1.0)
    field.is_paused = True
    field.tell(GamePaused())
    field.run(TO_B, 60.0)
    field.is_paused = False
    field.tell(GameResumed())
    field.finish(TO_B, within=5.0)
    assert field.all_said(Jump) == []


def test_a_run_that_begins_in_a_pause_is_not_stuck() -> None:
    field = long_run()
    field.is_paused = True
    field.tell(GamePaused())
    field.run(Decision(), 0.5)
    field.run(TO_B, 3.0)
    assert field.all_said(Jump) == []


def test_time_in_which_the_body_was_told_to_run_and_stood_is_counted() -> None:
    field = long_run()
    field.blocks = lambda point: point.x > 400
    field.run(TO_B, 1.9)
    assert 0.8 <= field.body.statistics().stuck_s <= 1.1


def test_a_goal_a_hair_aside_overhead_is_never_run_to_by_way_of_nowhere() -> None:
    field = Field(graph=row_of("ab"))
    field.hears = lambda _: False
    field.run(Decision(move=TravelTo(location=at(0, 2.2e-309, 400))), 5.0)
    goals = [command.location for _, command in field.said if isinstance(command, MoveTo)]
    assert goals
    assert all(math.isfinite(goal.x) for goal in goals)
