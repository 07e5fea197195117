"""Why leaders ordered what they did, and bots under orders do what they do, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from agentfw.errors import UsageError
from agentfw.match import explain, replay
from agentfw.match.explaining import recording_time
from agentfw.recording import Thought
from tests.match.led import leader, led, play, vault
from tests.match.lineups import bot

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.match import Explanation
    from tests.match.led import Played

CALLS: Final = {
    "boss.htn": """
Top
  Main
Head Main
  Guards
    team_size < 1
  Subtasks
    add_bot Eve 0
    Rest
Head Rest
  Subtasks
    start_bot Eve
    order_bot Eve camp "0,0,0" 60
""",
    "boss.lap": """
(
  (AP call ((add_bot "Eve" 0) (start_bot "Eve") (order_bot "Eve" "camp" "0,0,0" 60)))
  (RDC lead (drives ((call-up (trigger ((succeed))) call)))))
""",
    "boss.goap": """
Fact added
Fact ordered
Goal Call
  When team_size < 1
  Wants ordered
Action Add
  Effects added = true
  Does add_bot Eve 0
Action Start
  Needs added
  Effects ordered = true
  Does start_bot Eve || order_bot Eve camp "0,0,0" 60
""",
    "boss.fsm": """
State Call
  Enter add_bot Eve 0
  Exit start_bot Eve
  To Start
State Start
  During order_bot Eve camp "0,0,0" 60
  To Lead when done
State Lead
  During wait 99
""",
}
"""Leaders that call up a bot and post it somewhere."""
CALLED: Final = ["add bot", "start bot", "camp"]


@pytest.fixture(scope="module", params=sorted(CALLS))
def match(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A team of nobody, whose leader calls up a bot, against one bot."""
    folder: Path = tmp_path_factory.mktemp("called")
    plan = folder / request.param
    plan.write_text(CALLS[request.param])
    red = led("red", 0, coordinator=leader("red", str(plan)), recruit=bot("", "deathmatch.htn"))
    return play(folder / "out", red, led("blue", 1, bot("Cy"), shares=False), ground=vault(0.1))


def explained(match: Played, name: str, at: float, why_not: str | None = None) -> Explanation:
    return explain(match.folder / f"{name}.rec", at, why_not=why_not)


def answered(match: Played, at: float, element: str) -> str:
    """Why the leader did not do something."""
    found = explained(match, "red-coordinator", at, element).why_not
    assert found is not None
    return found.answer


def test_every_order_has_a_way_through_the_plan(match: Played) -> None:
    thoughts = [one for one in match.records("red-coordinator", Thought) if one.decision.orders]
    tasks = [order.task for one in thoughts for order in one.decision.orders]
    assert sorted(tasks[:3]) == sorted(CALLED)
    assert all(one.decision.reason.path for one in thoughts)
    for one in thoughts[:3]:
        found = explained(match, "red-coordinator", one.at).decision
        assert (found.orders, found.reason.path) == (one.decision.orders, one.decision.reason.path)


def test_nobody_denies_what_was_ordered(match: Played) -> None:
    thoughts = [one for one in match.records("red-coordinator", Thought) if one.decision.orders]
    for one in thoughts[:3]:
        for order in one.decision.orders:
            act = "order_bot" if order.task == "camp" else order.task.replace(" ", "_")
            assert answered(match, one.at, act).startswith((f"{act} was chosen: ", f"{act} was done: "))


def test_who_was_called_up_says_that_it_was_ordered(match: Played) -> None:
    ordered = [one for one in match.records("Eve", Thought) if one.decision.reason.because]
    found = explained(match, "Eve", ordered[-1].at).decision.reason
    assert found.path == ('ordered: camp "0,0,0" 60',)
    assert found.because == "ordered by red-coordinator"
    assert found.beneath is not None
    assert found.beneath.path


def test_what_the_plan_chose_is_told_with_the_order_that_came_before_it(match: Played) -> None:
    ordered = [one for one in match.records("Eve", Thought) if one.decision.reason.because]
    at = ordered[-1].at
    beneath = explained(match, "Eve", at).decision.reason.beneath
    assert beneath is not None
    element = beneath.path[0]
    found = explained(match, "Eve", at, element).why_not
    assert found is not None
    assert found.answer == (
        f"{element} was chosen by the plan: {' > '.join(beneath.path)}. "
        'An order came before it: camp "0,0,0" 60, ordered by red-coordinator.'
    )


def test_all_of_it_replays_exactly(match: Played) -> None:
    assert all(replay(file).is_exact for file in match.folder.glob("*.rec"))


def test_a_leader_has_no_clock_of_the_match(match: Played) -> None:
    with pytest.raises(UsageError, match="a leader has no clock of the match; give seconds"):
        recording_time(match.folder / "red-coordinator.rec", 3.0)
