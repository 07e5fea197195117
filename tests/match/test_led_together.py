"""Bots that do something as one in real matches, lists that are replaced, help that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.match import replay
from agentfw.recording import Briefed, Thought
from agentfw.team import Ground
from tests.match.led import crossing, leader, led, play, scripted
from tests.match.lineups import bot

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.team import BotPlan
    from tests.match.led import Played

NEAR_UU = 400.0


def file(folder: Path, name: str, text: str) -> str:
    """A plan for one match."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return str(folder / name)


def led_by(
    folder: Path, plan: str, *bots: BotPlan, minutes: float = 0.6, options: dict[str, str] | None = None
) -> Played:
    """Domination against one bot far away, under this leader."""
    boss = leader("red", file(folder / "plans", "boss.htn", plan), options=options or {})
    ours = bots or (bot("Ada", "domination.htn"), bot("Bea", "domination.htn"))
    red = led("red", 0, *ours, coordinator=boss)
    return play(folder / "out", red, led("blue", 1, bot("Cy"), shares=False), ground=crossing(minutes))


def ordered(match: Played) -> list[tuple[float, str]]:
    """What the leader ordered, and when."""
    thoughts = match.records("red-coordinator", Thought)
    return [(one.at, str(order)) for one in thoughts for order in one.decision.orders]


def apart_at(match: Played, when: float) -> float:
    """How far Ada and Bea were from each other, as last told by then."""
    there = {}
    for briefed in match.records("red-coordinator", Briefed):
        if briefed.at <= when:
            there.update({one.bot: one.location for one in briefed.reports})
    ada, bea = there["Ada"], there["Bea"]
    assert ada is not None
    assert bea is not None
    return ada.distance_to(bea)


PINCER = """
Top
  Once

Head Once
  Subtasks
    wait 4
    order_and_wait Ada go ControlPoint1 || order_and_wait Bea go ControlPoint1
    order_all camp here
    wait 99
"""


@pytest.fixture(scope="module")
def pincer(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return led_by(tmp_path_factory.mktemp("pincer"), PINCER, minutes=1.0)


def test_concurrent_operator_joins_two_bots(pincer: Played) -> None:
    (sent, first), (also, second), (joined, third), *_ = ordered(pincer)
    assert (first, second, third) == ("go ControlPoint1", "go ControlPoint1", "camp here")
    assert sent == also
    done = [
        briefed.at
        for briefed in pincer.records("red-coordinator", Briefed)
        for fate in briefed.fates
        if fate.order.task == "go" and fate.is_over
    ]
    assert len(done) == 2
    assert joined == max(done) > min(done) > sent


def test_each_of_two_bots_acts_while_the_other_does(pincer: Played) -> None:
    for name in ("Ada", "Bea"):
        assert pincer.paths(name).count("ordered: go ControlPoint1") > 20
    assert all(replay(one).is_exact for one in pincer.folder.glob("*.rec"))


MEETING = """
Top
  Once

Head Once
  Subtasks
    wait 4
    order_and_wait Ada go ControlPoint1
    meet "Ada,Bea" ControlPoint1
    order_urgently Ada camp here 2
    order_together (bots) go ControlPoint2
    order_all camp here
    wait 99
"""


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return led_by(tmp_path_factory.mktemp("meeting"), MEETING, minutes=1.8)


def test_two_bots_meet_and_the_early_one_waits(meeting: Played) -> None:
    times = {text: at for at, text in reversed(ordered(meeting))}
    begun, met = times['meet "Ada,Bea" ControlPoint1'], times["camp here 2"]
    assert met - begun < 60.0
    assert apart_at(meeting, met) < NEAR_UU
    assert ('meet "Ada,Bea" ControlPoint1', "done", "") in meeting.fates("red-coordinator")
    for name in ("Ada", "Bea"):
        assert ("camp ControlPoint1",) in meeting.orders(name)


def test_urgent_order_halts_a_part_of_what_is_done_together(meeting: Played) -> None:
    orders = [one for one in meeting.orders("Ada") if one]
    assert orders[-3:] == [("camp here 2",), ("go ControlPoint2",), ("camp here",)]
    assert [one for one in meeting.orders("Bea") if one][-2:] == [("go ControlPoint2",), ("camp here",)]
    fates = meeting.fates("red-coordinator")
    assert fates.count(('together "Ada,Bea" go ControlPoint2', "done", "")) == 1
    assert all(replay(one).is_exact for one in meeting.folder.glob("*.rec"))


# Lists

WORKER = """
Top
  Wander

Head Wander
  Subtasks
    wait 3

Head First
  Subtasks
    wait 4

Head Second
  Subtasks
    wait 4

Head Long
  Subtasks
    wait 30
"""
RETASKING = """
Top
  Once

Head Once
  Subtasks
    {replace} Ada Long
    wait 1
    {again} Ada First Second
    wait 99
"""


def tasks_of(match: Played, name: str, since: float) -> list[str]:
    """Which tasks a bot was at, one after the other."""
    thoughts = [one for one in match.records(name, Thought) if one.at > since]
    seen = [one.decision.reason.path[0] for one in thoughts if one.decision.reason.path]
    return [one for place, one in enumerate(seen) if place == 0 or seen[place - 1] != one]


@pytest.mark.parametrize(
    ("replace", "again", "expected"),
    [
        ("replace_tasks_at_once", "replace_tasks_at_once", ["Wander", "Long", "First", "Second"]),
        ("replace_tasks_at_once", "replace_tasks", ["Wander", "Long"]),
        ("replace_tasks", "replace_tasks", ["Wander", "First", "Second"]),
    ],
)
def test_list_is_replaced_as_a_whole_with_or_without_preemption(
    replace: str, again: str, expected: list[str], tmp_path: Path
) -> None:
    worker = bot("Ada", file(tmp_path / "plans", "worker.htn", WORKER))
    plan = RETASKING.format(replace=replace, again=again)
    found = led_by(tmp_path, plan, worker, minutes=0.3)
    assert tasks_of(found, "Ada", 0.0)[: len(expected)] == expected
    states = [one[1] for one in found.fates("red-coordinator")]
    assert states == ["done", "done"]


def test_list_that_the_bot_cannot_do_is_refused_as_a_whole(tmp_path: Path) -> None:
    worker = bot("Ada", file(tmp_path / "plans", "worker.htn", WORKER))
    plan = RETASKING.format(replace="replace_tasks", again="replace_tasks_at_once").replace(
        "Second", "Secund"
    )
    found = led_by(tmp_path, plan, worker, minutes=0.3)
    (_, state, why) = found.fates("red-coordinator")[-1]
    assert state == "refused"
    assert why == 'tasks: there is no task "Secund", did you mean "Second"?'
    assert "First" not in tasks_of(found, "Ada", 0.0)


# Bots that ask for help

ASKING = """
Top
  Ask

Head Ask
  Subtasks
    wait 2
    ask_team help ControlPoint1
    wait 99
"""
HELPING = """
Top
  Answer

Head Answer
  Subtasks
    Help, do_nothing

Head Help
  Preconditions
    asks_for("help") and requester("help") != "Bea"
  Subtasks
    order_bot Bea help (requester("help"))
"""


def test_bot_that_asks_for_help_is_helped(tmp_path: Path) -> None:
    asking = bot("Ada", file(tmp_path / "plans", "asking.htn", ASKING))
    found = led_by(tmp_path, HELPING, asking, bot("Bea", "domination.htn"), minutes=0.4)
    assert [text for _, text in ordered(found)] == ["help Ada"]
    assert ("help Ada",) in found.orders("Bea")
    assert found.paths("Bea").count("ordered: help Ada") > 20
    assert not any(found.orders("Ada"))


# The general


def test_general_sends_help_to_the_carrier_of_a_flag_that_is_attacked(tmp_path: Path) -> None:
    names = ("Ada", "Bea", "Cyd")
    boss = leader("red", "general.htn")
    red = led("red", 0, *(bot(one, "ctf-attacker.htn") for one in names), coordinator=boss)
    blue = led("blue", 1, bot("Paul", "ctf-defender.lap"), shares=False)
    ground = Ground(map="ctf-twins", mode="ctf", minutes=0.5)
    found = play(tmp_path, red, blue, ground=ground)
    asked = {
        (one.at, request.sender)
        for one in found.records("red-coordinator", Briefed)
        for request in one.requests
    }
    assert asked
    carriers = {
        (one.at, report.bot)
        for one in found.records("red-coordinator", Briefed)
        for report in one.reports
        if report.carries == 1
    }
    assert {name for _, name in asked} <= {name for _, name in carriers}
    helped = [text for _, text in ordered(found) if text.startswith("help ")]
    assert helped
    assert any((helped[0],) in found.orders(name) for name in names)
    helpers = [name for name in names if f"ordered: {helped[0]}" in found.paths(name)]
    assert len(helpers) == 1
    assert all(replay(one).is_exact for one in tmp_path.glob("*.rec"))


def test_general_scouts_gathers_and_attacks(tmp_path: Path) -> None:
    names = ("Ada", "Bea", "Cyd", "Dee")
    red = led(
        "red",
        0,
        *(bot(one, "deathmatch.htn") for one in names),
        coordinator=leader("red", "general.htn"),
    )
    blue = led("blue", 1, *(bot(one, "deathmatch.lap") for one in ("Paul", "Quin")), shares=False)
    found = play(tmp_path, red, blue, ground=crossing(1.5))
    orders = [text for _, text in ordered(found)]
    assert any(one.startswith("meet ") for one in orders)
    assert any(one.startswith("together ") and " kill " in one for one in orders)
    scouts = {name for name in names if ("explore",) in found.orders(name)}
    assert len(scouts) == 1
    assert not any(scouts & set(one.split('"')[1].split(",")) for one in orders if '"' in one)
    assert all(replay(one).is_exact for one in tmp_path.glob("*.rec"))


# What the whole team knows decides

DEPENDING = """
Top
  Attack
  Hold

Head Attack
  Preconditions
    points_held_share == 0
  Subtasks
    order_all go ControlPoint1
    wait_for_change false

Head Hold
  Preconditions
    points_held_share > 0
  Subtasks
    order_all hold ControlPoint1
    wait_for_change true

Head wait_for_change held
  Goals
    (points_held_share > 0) != $held
  Subtasks
    wait 0.5
    wait_for_change $held
"""


def test_leader_changes_its_mind_when_points_change_hands(tmp_path: Path) -> None:
    found = led_by(tmp_path, DEPENDING, minutes=0.7)
    assert {text for _, text in ordered(found)} == {"go ControlPoint1", "hold ControlPoint1"}
    taken = min(
        fact.at
        for briefed in found.records("red-coordinator", Briefed)
        for fact in briefed.facts
        if fact.subject == "point owner" and fact.team == 0
    )
    held = next(at for at, text in ordered(found) if text == "hold ControlPoint1")
    assert taken <= held < taken + 1.0
    assert not [text for at, text in ordered(found) if at > held and text.startswith("go")]


RETASKING_MATE = """
Top
  Once

Head Once
  Subtasks
    wait 2
    AssignTask Bea First
    AssignTask Coordinator Nudge
    AssignTask Zoe First
    wait 99
"""
NUDGING = """
Top
  Pause

Head Pause
  Subtasks
    wait 1

Head Nudge
  Subtasks
    ClearTasks Coordinator
    order_bot Bea camp here
"""


def test_bots_retask_each_other_and_the_leader_through_it(tmp_path: Path) -> None:
    plans = tmp_path / "plans"
    asking = bot("Ada", file(plans, "asking.htn", RETASKING_MATE))
    worker = bot("Bea", file(plans, "worker.htn", WORKER))
    found = led_by(tmp_path, NUDGING, asking, worker, minutes=0.4)
    assert ("assign task First",) in found.orders("Bea")
    assert [text for _, text in ordered(found)] == ["clear tasks", "camp here"]
    fates = found.fates("red-coordinator")
    assert ("assign task First", "done", "") in fates
    assert ("assign task Nudge", "done", "") in fates
    assert ("assign task First", "failed", 'nobody is called "Zoe"') in fates
    assert all(replay(one).is_exact for one in found.folder.glob("*.rec"))


# Leaders that fail meanwhile


def test_group_goes_on_while_its_leader_is_replaced_and_the_next_one_hears_of_it(
    tmp_path: Path,
) -> None:
    boss = scripted("red", "2 - together Ada,Bea go ControlPoint1", kind="Failing")
    red = led("red", 0, *(bot(one, "domination.htn") for one in ("Ada", "Bea")), coordinator=boss)
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=crossing(0.8))
    lives = ["red-coordinator", *(f"red-coordinator.life{life}" for life in (2, 3, 4))]
    assert found.news("failed")
    for name in ("Ada", "Bea"):
        assert found.orders(name).count(("go ControlPoint1",)) == 1
    first = found.records(lives[1], Briefed)[0]
    assert {one.to for one in first.orders} == {"Ada", "Bea"}
    begun = [one for life in lives for one in found.fates(life) if one[1] == "accepted"]
    assert len(begun) == 1
