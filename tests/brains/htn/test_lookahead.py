"""Planning ahead in the file form: a small delivery service, without any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.brains.brain import BrainSetup
from agentfw.errors import PlanError
from agentfw.perception import View
from agentfw.skills import DONE, Done, Failed, Moment, SkillSet, act, sense
from agentfw.skills.skill import skill_of
from tests.brains.htn.worlds import Bench, World, loaded, problems_of, rejected

if TYPE_CHECKING:
    from agentfw.brains.htn import HtnPlan

DELIVERY = """
Top
  Deliver box shop

Head Deliver what to
  Goals
    place_of($what) == $to
  Lookahead
    nodes 500
    replans 2
  Subtasks
    Fetch $what
    Bring $what $to

Head Fetch what
  Subtasks
    start = (place_of($what))
    GoTo $start
    load $what

Head Bring what to
  Subtasks
    GoTo $to
    unload $what $to

Head GoTo to
  Goals
    truck_at == $to
  Subtasks
    drive $to, Refuel $to

Head Refuel to
  Subtasks
    each $pump in ["far", "near"]: FillAt $pump
    drive $to

Head FillAt pump
  Subtasks
    drive $pump
    fill

Head drive to
  Preconditions
    fuel >= distance($to)
  Effects
    truck_at = $to
    fuel = fuel - distance($to)

Head fill
  Effects
    fuel = 10
"""


class Depot:
    """Where everything is; acts change it until the next think, or fail when told to."""

    def __init__(self, **values: Any) -> None:
        self.values: dict[str, Any] = {"truck": "yard", "box": "store", "fuel": 10.0, **values}
        self.log: list[str] = []
        self.broken: list[str] = []

    def do(self, step: str, **changes: Any) -> Done | Failed:
        self.log.append(step)
        if step in self.broken:
            self.broken.remove(step)
            return Failed("broken")
        self.values.update(changes)
        return Done(notes={"step": len(self.log)})  # a note ends the think

    def skills(self) -> SkillSet:
        @sense
        def truck_at(_now: Moment) -> str:
            return str(self.values["truck"])

        @sense
        def place_of(_now: Moment, what: str) -> str:
            return str(self.values[what])

        @sense
        def fuel(_now: Moment) -> float:
            return float(self.values["fuel"])

        @sense
        def distance(_now: Moment, to: str) -> float:
            return {"store": 4.0, "shop": 5.0, "near": 1.0, "far": 20.0}.get(to, 3.0)

        @act
        def drive(_now: Moment, to: str) -> Done | Failed:
            left = self.values["fuel"] - distance(_now, to)
            return self.do(f"drive {to}", truck=to, fuel=left)

        @act
        def fill(_now: Moment) -> Done | Failed:
            return self.do("fill", fuel=10.0)

        @act(preconditions=("place_of($what) == truck_at",), effects=('place_of($what) = "truck"',))
        def load(_now: Moment, what: str) -> Done | Failed:
            return self.do(f"load {what}", **{what: "truck"})

        @act(preconditions=("truck_at == $to",), effects=("place_of($what) = $to",))
        def unload(_now: Moment, what: str, to: str) -> Done | Failed:
            return self.do(f"unload {what} {to}", **{what: to})

        found = (
            skill_of(one) for one in (truck_at, place_of, fuel, distance, drive, fill, load, unload)
        )
        return SkillSet(one for one in found if one is not None)


def plan_of(depot: Depot, text: str = DELIVERY) -> HtnPlan:
    plan, problems = loaded(text, depot.skills())
    problems.finish()
    assert plan is not None
    return plan


def moment() -> Moment:
    return Moment(View(now=0.0))


def delivered(depot: Depot, text: str = DELIVERY, thinks: int = 10) -> list[str]:
    """What is done until the box is there; in every think the world is read anew."""
    engine = plan_of(depot, text).engine(BrainSetup())
    for _ in range(thinks):
        engine.think(moment(), None)
    return depot.log


def test_a_task_that_looks_ahead_is_planned_to_its_end() -> None:
    found = plan_of(Depot()).look_ahead("Deliver box shop", moment())
    assert found.status == "found"
    assert found.plan == (
        ("drive", "store"),
        ("load", "box"),
        ("drive", "shop"),
        ("unload", "box", "shop"),
    )


def test_the_plan_is_done_step_by_step() -> None:
    assert delivered(Depot()) == ["drive store", "load box", "drive shop", "unload box shop"]


def test_planning_goes_back_where_it_comes_to_a_dead_end() -> None:
    found = plan_of(Depot(fuel=5.0)).look_ahead("Deliver box shop", moment())
    assert found.plan == (
        ("drive", "store"),
        ("load", "box"),
        ("drive", "near"),
        ("fill",),
        ("drive", "shop"),
        ("unload", "box", "shop"),
    )
    assert found.dead_end is not None
    assert found.dead_end.task == ("drive", "shop")
    assert found.dead_end.why == ("apply: not fuel >= distance($to)",)


def test_looking_ahead_changes_nothing() -> None:
    depot = Depot()
    before = dict(depot.values)
    plan_of(depot).look_ahead("Deliver box shop", moment())
    assert (depot.values, depot.log) == (before, [])


def test_a_goal_that_is_reached_takes_no_step() -> None:
    assert plan_of(Depot(box="shop")).look_ahead("Deliver box shop", moment()).plan == ()
    assert delivered(Depot(box="shop")) == []


def test_a_step_that_fails_makes_a_new_plan_from_where_things_are() -> None:
    depot = Depot(box="yard")
    depot.broken = ["drive shop"]
    text = DELIVERY.replace("Fetch $what", "Have $what, Fetch $what", 1)
    assert delivered(depot, text + HAVE) == ["load box", "drive shop", "drive shop", "unload box shop"]


HAVE = """
Head Have what
  Preconditions
    place_of($what) == "truck"
  Subtasks
"""


def test_after_too_many_failures_the_task_fails() -> None:
    depot = Depot()
    depot.broken = ["drive store"] * 9
    reason = Bench(DELIVERY, World(), skills=depot.skills()).why()
    assert depot.log == ["drive store"] * 3
    told = ("Deliver box shop", "the step drive store failed, after 2 new plans", "")
    assert told in rejected(reason)


def test_a_precondition_that_no_longer_holds_is_noticed_before_its_step() -> None:
    depot = Depot()
    bench = Bench(DELIVERY.replace("replans 2", "replans 0"), World(), skills=depot.skills())
    bench.think()
    bench.think()
    depot.values["fuel"] = 1.0
    bench.engine.clear()
    reason = bench.why()
    assert depot.log == ["drive store", "load box"]
    assert rejected(reason)[0] == (
        "drive shop",
        "fuel >= distance($to)",
        'fuel = 1, distance("shop") = 5',
    )


def test_without_a_way_nothing_is_done_and_the_dead_end_is_named() -> None:
    depot = Depot(fuel=0.5)
    reason = Bench(DELIVERY, World(), skills=depot.skills()).why()
    assert depot.log == []
    option, condition, _ = rejected(reason)[-1]
    assert option == "Deliver box shop"
    assert condition.startswith("no plan (none, ")
    assert "first dead end: drive: apply: not fuel >= distance($to)" in condition


def test_the_trace_tells_the_nodes_and_the_dead_end() -> None:
    reason = Bench(DELIVERY, World(), skills=Depot(fuel=5.0).skills()).why()
    told = {option: condition for option, condition, _ in rejected(reason)}
    assert told["drive"] == "dead end: apply: not fuel >= distance($to)"
    assert told["look ahead from Deliver box shop"].startswith("found: 6 steps after ")


def test_the_number_of_nodes_is_limited() -> None:
    text = DELIVERY.replace("nodes 500", "nodes 5")
    depot = Depot()
    reason = Bench(text, World(), skills=depot.skills()).why()
    assert depot.log == []
    assert any("no plan (out of nodes, " in one[1] for one in rejected(reason))


def test_time_is_limited_where_a_clock_is_given() -> None:
    slow = iter(range(1_000_000))
    plan = plan_of(Depot(), DELIVERY)
    found = plan.look_ahead("Deliver box shop", moment(), clock=lambda: float(next(slow)), time_s=0.5)
    assert (found.plan, found.status) == (None, "out of time")


def test_a_clock_that_only_measures_changes_no_plan() -> None:
    slow = iter(range(1_000_000))
    depot = Depot()
    plan_of(depot, DELIVERY).engine(BrainSetup(clock=lambda: float(next(slow)))).think(moment(), None)
    assert depot.log != []


def test_endless_recursion_is_cut_off() -> None:
    text = "Head A\nLookahead\nnodes 200\nSubtasks\nA\nfill"
    found = plan_of(Depot(), text).look_ahead("A", moment())
    assert found.plan is None
    assert found.status == "out of nodes"


def test_every_plans_for_all_members() -> None:
    text = 'Head A\nLookahead\nSubtasks\nevery $p in ["x", "y"]: drive $p'
    assert plan_of(Depot(), text).look_ahead("A", moment()).plan == (("drive", "x"), ("drive", "y"))


def test_a_step_whose_goals_will_hold_by_then_is_left_out() -> None:
    text = (
        "Head drive to\nGoals\ntruck_at == $to\nEffects\ntruck_at = $to\nHead A\nLookahead\nSubtasks\n"
    )
    found = plan_of(Depot(), f"{text}drive x\ndrive x\ndrive yard").look_ahead("A", moment())
    assert found.plan == (("drive", "x"), ("drive", "yard"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("do a || do b", '1:6: A looks ahead, but "do a || do b" in A cannot be foreseen'),
        ("x = do a\nsay $x", '1:6: A looks ahead, but "x = do a" in A cannot be foreseen'),
        (
            "do a",
            "1:6: warning: A looks ahead, but nobody says what do changes: declare it with Effects",
        ),
    ],
)
def test_what_cannot_be_foreseen_is_told_at_load(line: str, told: str) -> None:
    found = list(problems_of(f"Head A\nLookahead\nSubtasks\n{line}"))
    assert any(one.startswith(told) for one in found), found


@pytest.mark.parametrize(
    "effect", ["armed", "armd = true", "armed = levl", "armed == true", "$x = 1", "holds() = true"]
)
def test_an_effect_that_makes_no_sense_is_told_at_load(effect: str) -> None:
    assert any(one.startswith("3:") for one in problems_of(f"Head do x\nEffects\n{effect}"))


def test_an_act_that_declares_nonsense_is_told_with_its_name() -> None:
    @act(effects=("armd = true",))
    def jump(_now: Moment) -> Done:
        return DONE

    skill = skill_of(jump)
    assert skill is not None
    plan, problems = loaded("Head A\nLookahead\nSubtasks\njump", SkillSet([skill]))
    assert plan is None
    with pytest.raises(PlanError, match='act "jump":1:1: unknown sense "armd"'):
        problems.finish()


def test_effects_in_the_file_replace_those_of_the_act_and_keep_what_it_needs() -> None:
    text = "Head load it\nEffects\nfuel = 3\nHead A\nLookahead\nSubtasks\nload box"
    assert plan_of(Depot(), text).look_ahead("A", moment()).plan is None
    at_home = Depot(box="yard")
    assert plan_of(at_home, text).look_ahead("A", moment()).plan == (("load", "box"),)


def test_a_dead_end_of_several_conditions_is_told_in_brackets() -> None:
    text = "Head fill\nPreconditions\nfuel > 20 or fuel < 5\nEffects\nfuel = 10\n"
    found = plan_of(Depot(), f"{text}Head A\nLookahead\nSubtasks\nfill").look_ahead("A", moment())
    assert found.dead_end is not None
    assert found.dead_end.why == ("apply: not (fuel > 20 or fuel < 5)",)


def test_a_compound_dead_end_of_several_conditions_is_told_in_brackets() -> None:
    text = "Head A\nLookahead\nPreconditions\nfuel > 20 or fuel < 5\nSubtasks\nload box"
    found = plan_of(Depot(), text).look_ahead("A", moment())
    assert found.dead_end is not None
    assert found.dead_end.why == ("as it is: not (fuel > 20 or fuel < 5)",)


def test_what_nobody_declares_is_told_under_its_own_name() -> None:
    text = "Head B\nSubtasks\nDO it\nHead A\nLookahead\nSubtasks\ndo it"
    told = "A looks ahead, but nobody says what do changes: declare it with Effects"
    assert problems_of(text) == [f"4:6: warning: {told}"]


# The nodes of a think

WASTE = """
Top
  All
Head All
  Subtasks
    every $m in members: Try $m
Head Try m
  Subtasks
    Plan $m, at_once $m
Head Plan m
  Lookahead
    nodes 50
  Subtasks
    Deep 0
Head Deep n
  Subtasks
    Deep ($n + 1)
"""


def test_all_searches_of_a_think_share_the_nodes_of_the_largest() -> None:
    world = World(members=[str(one) for one in range(100)])
    told = [why for option, why, _ in rejected(Bench(WASTE, world).why()) if option.startswith("Plan")]
    assert sum("out of nodes in this think" in one for one in told) == 99


def test_a_search_that_is_cut_short_by_the_think_says_so() -> None:
    text = f"{WASTE}Head Larger\nLookahead\nnodes 70\nSubtasks\nDeep 0\n"
    told = rejected(Bench(text, World(members=["a", "b"])).why())
    assert [why for option, why, _ in told if option.startswith("Plan")][-1].startswith(
        "out of nodes in this think"
    )


def test_the_next_think_has_all_its_nodes_again() -> None:
    world = World(members=["a"])
    bench = Bench(WASTE, world)
    bench.think()
    told = [why for option, why, _ in rejected(bench.why()) if option.startswith("Plan")]
    assert not any("in this think" in one for one in told)
