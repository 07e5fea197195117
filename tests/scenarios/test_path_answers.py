"""Ways that the game is asked for: too close, none, lost, late, and in the wrong order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Brain, Decision, TravelTo
from tests.scenarios import drawings
from tests.scenarios.brains import Errands
from tests.scenarios.drawings import Drawing, cell
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from agentfw.geometry import Vec3
    from agentfw.perception import View
    from tests.scenarios.stage import Actor, Stage, Tamper

ISLAND = Drawing(
    rows="""
        ######################
        #s....#############..#
        #.....#############..#
        ######################
    """,
    goal=(20, 1),
)
"""A room that no way leads to."""
CROSS = Drawing(
    rows="""
        #############
        ######.######
        ######.######
        #.....s.....#
        ######.######
        #############
    """,
    start=(6, 3),
)
"""Arms that cannot be seen into from one another."""
WEST, EAST = cell(1, 3), cell(11, 3)
NOBODY_ANSWERS = "the game did not answer 2 questions for a way"


def is_path(line: str) -> bool:
    """Whether a line is an answer to a question for a way."""
    return line.startswith("PTH ")


def lose(count: int) -> Tamper:
    """The first so many answers never come."""
    left = [count]

    def tamper(lines: list[str], _now: float) -> Iterable[str]:
        for line in lines:
            if is_path(line) and left[0] > 0:
                left[0] -= 1
            else:
                yield line

    return tamper


def delay(seconds: float) -> Tamper:
    """Every answer comes so much later."""
    held: list[tuple[float, str]] = []

    def tamper(lines: list[str], now: float) -> Iterable[str]:
        held.extend((now + seconds, line) for line in lines if is_path(line))
        yield from (line for line in lines if not is_path(line))
        while held and held[0][0] <= now:
            yield held.pop(0)[1]

    return tamper


def swap() -> Tamper:
    """Answers come in pairs, the later one first."""
    held: list[str] = []

    def tamper(lines: list[str], _now: float) -> Iterable[str]:
        held.extend(filter(is_path, lines))
        yield from (line for line in lines if not is_path(line))
        if len(held) == 2:
            yield held.pop()
            yield held.pop()

    return tamper


def asking(stage: Stage, tamper: Tamper | None, *goals: Vec3) -> Actor[Errands]:
    """A bot that knows nothing of its map and has to ask."""
    stage.open(drawings.ONE_DOOR.arena(CLASSIC.name))
    bob = stage.enter(lambda: Errands(*(TravelTo(location=goal) for goal in goals)))
    bob.tamper = tamper
    stage.play_until(lambda: bob.brain.is_finished, within=30.0 * len(goals))
    assert bob.said("GETPATH") != []
    return bob


# Lost and late


def test_answer_that_comes_is_followed(stage: Stage) -> None:
    bob = asking(stage, None, drawings.ONE_DOOR.there)
    assert (bob.brain.failures, len(bob.said("GETPATH"))) == ([], 1)


def test_question_is_asked_again_when_its_answer_is_lost(stage: Stage) -> None:
    bob = asking(stage, lose(1), drawings.ONE_DOOR.there)
    assert (bob.brain.failures, len(bob.said("GETPATH"))) == ([], 2)


def test_journey_fails_in_bounded_time_when_no_answer_comes(stage: Stage) -> None:
    bob = asking(stage, lose(1000), drawings.ONE_DOOR.there)
    assert [one.reason for one in bob.brain.failures] == [NOBODY_ANSWERS]
    assert stage.now <= 12.0


def test_bot_stands_while_it_waits_for_an_answer(stage: Stage) -> None:
    bob = asking(stage, lose(1000), drawings.ONE_DOOR.there)
    assert bob.said("RUNTO") == []


def test_answer_that_is_a_little_late_is_followed(stage: Stage) -> None:
    bob = asking(stage, delay(2.0), drawings.ONE_DOOR.there)
    assert (bob.brain.failures, len(bob.said("GETPATH"))) == ([], 1)


def test_answer_that_comes_after_its_question_was_given_up_serves_no_other(stage: Stage) -> None:
    bob = asking(stage, delay(5.0), drawings.ONE_DOOR.there)
    assert [one.reason for one in bob.brain.failures] == [NOBODY_ANSWERS]
    assert bob.said("RUNTO") == []


def test_next_journey_works_after_one_without_answers(stage: Stage) -> None:
    there = drawings.ONE_DOOR.there
    bob = asking(stage, lose(2), there, there)
    assert [one.is_done for one in bob.brain.ended] == [False, True]


# In the wrong order


class ChangesItsMind(Brain):
    """Wants to go west for one think, and east ever after."""

    def __init__(self) -> None:
        super().__init__()
        self._thinks = 0

    def decide(self, view: View) -> Decision:
        """First one goal, then the other."""
        self._thinks += 1
        return Decision(move=TravelTo(location=WEST if self._thinks == 1 else EAST))


@pytest.mark.parametrize("tampering", [swap, lambda: delay(1.0), lambda: None])
def test_answer_for_a_goal_that_was_given_up_does_not_lead_there(
    stage: Stage, tampering: Callable[[], Tamper | None]
) -> None:
    stage.open(CROSS.arena(CLASSIC.name))
    bob = stage.enter(ChangesItsMind)
    bob.tamper = tampering()
    stage.play_until(lambda: stage.now > 1.0 and bob.pawn.body.x > EAST.x - 60.0, within=20.0)
    assert len(bob.said("GETPATH")) >= 2
    assert [line for _, line in bob.said("RUNTO") if line.point().x < CROSS.origin.x - 60.0] == []


# None, and too close


@pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
def test_journey_to_an_island_fails_because_there_is_no_way(stage: Stage, dialect: str) -> None:
    stage.open(ISLAND.arena(dialect))
    bob = stage.enter(lambda: Errands(TravelTo(location=ISLAND.there)))
    stage.play_until(lambda: bob.brain.is_finished, within=20.0)
    assert [one.reason for one in bob.brain.failures] == ["there is no way"]


@pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
@pytest.mark.parametrize("aside", [60.0, 140.0, 160.0, 240.0])
def test_goal_too_close_for_a_path_is_reached(stage: Stage, dialect: str, aside: float) -> None:
    stage.open(drawings.HALL.arena(dialect))
    goal = type(WEST)(drawings.HALL.origin.x + 0.6 * aside, drawings.HALL.origin.y - 0.8 * aside, WEST.z)
    bob = stage.enter(lambda: Errands(TravelTo(location=goal, tolerance_uu=25.0)))
    stage.play_until(lambda: bob.brain.is_finished, within=10.0)
    assert bob.brain.failures == []
    assert bob.pawn.body.location.distance_to(goal) <= 35.0
