"""The village: one table, golden plans, and problems whose facts are the state of the team."""

from __future__ import annotations

import random
from typing import Final

import pytest

from agentfw.pddl import (
    Atom,
    Compare,
    Constant,
    Fluent,
    OwnEngine,
    Problem,
    Solution,
    Step,
    domain_text,
    ground,
    problem_text,
    read_domain,
    read_problem,
    validate,
)
from agentfw.resources import resource_dir
from agentfw.solving import solve
from tests.pddl.peers import unified
from tests.support.village import Village, files, table, village_domain, village_problem

FOLDER: Final = resource_dir("plans") / "pddl"
DOMAIN: Final = village_domain()


def solved(problem: Problem) -> Solution:
    return OwnEngine().solve(DOMAIN, problem)


def played(solution: Solution, village: Village) -> Village:
    """The village after a plan, by the rules of the world."""
    for step in solution.steps:
        village.do(step.action)
    return village


@pytest.mark.parametrize("name", files())
def test_the_shipped_files_are_what_the_rule_table_means(name: str) -> None:
    told = "run python -m tests.support.village to write it anew"
    assert (FOLDER / name).read_text(encoding="utf-8") == files()[name], told


def test_the_shipped_domain_is_read_as_the_table_means_it() -> None:
    assert read_domain(files()["village.pddl"]) == DOMAIN


@pytest.mark.parametrize("seed", range(20))
def test_planner_and_world_agree_about_every_rule_on_random_walks(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    start, village, done = village_problem("p", Village()), Village(), list[Step]()
    for _ in range(40):
        able = [name for name in table().rules if not village.missing(name)]
        for name in rng.sample(sorted(table().rules), 8):
            fault = validate(DOMAIN, start, [*done, Step(name)]).fault
            assert (fault is None) == (name in able)
        chosen = rng.choice(able)
        village.do(chosen)
        done.append(Step(chosen))
    wanted = village_problem("p", Village(), has=tuple(village.has), amounts=village.amounts)
    assert validate(DOMAIN, wanted, done).is_valid
    assert validate(DOMAIN, village_problem("p", village), ()).is_valid


@pytest.mark.parametrize(("building", "steps"), [("forge", 10), ("sawmill", 10), ("ore-mine", 18)])
def test_golden_plans_from_the_empty_village(building: str, steps: int) -> None:
    problem = village_problem("p", Village(), has=(building,))
    answer = solve(ground(DOMAIN, problem), max_nodes=30_000)
    assert (answer.status, len(answer.steps), answer.is_optimal) == ("solved", steps, True)


@pytest.mark.parametrize("building", ["forge", "sawmill", "ore-mine", "school", "barracks"])
def test_quick_plans_are_found_within_few_nodes_and_can_be_done(building: str) -> None:
    problem = village_problem("p", Village(), has=(building,))
    answer = solve(ground(DOMAIN, problem), quality="quick", max_nodes=2_000)
    village = Village()
    for one in answer.steps:
        village.do(one.name.strip("()"))
    assert building in village.has


@pytest.mark.parametrize("building", ["forge", "sawmill", "ore-mine"])
def test_the_world_lets_golden_plans_be_done(building: str) -> None:
    solution = solved(village_problem("p", Village(), has=(building,)))
    assert building in played(solution, Village()).has


def test_the_mine_needs_a_carpenter_and_a_blacksmith_before_it() -> None:
    actions = [step.action for step in solved(village_problem("p", Village(), has=("ore-mine",))).steps]
    assert actions[-1] == "build-ore-mine"
    assert {"train-carpenter", "train-blacksmith"} <= set(actions[:-1])


def test_a_goal_that_holds_already_needs_no_step() -> None:
    solution = solved(village_problem("p", Village({"forge"}), has=("forge",)))
    assert (solution.status, solution.steps, solution.cost) == ("solved", (), 0.0)


def test_what_the_pool_has_is_not_gathered() -> None:
    village = Village({"labourer"}, {"stone": 1, "timber": 1, "iron": 1})
    solution = solved(village_problem("p", village, has=("forge",)))
    assert [step.action for step in solution.steps] == ["build-forge"]


def test_only_what_is_missing_is_gathered() -> None:
    village = Village({"labourer", "quarry"}, {"timber": 1, "iron": 1})
    solution = solved(village_problem("p", village, has=("forge",)))
    assert [step.action for step in solution.steps] == ["cut-stone", "build-forge"]


def test_a_goal_without_a_way_is_told_as_such() -> None:
    village = Village({"labourer"}, {"coal-deposit": 5})
    solution = solved(village_problem("p", village, has=("forge",)))
    assert solution.status == "unsolvable"
    assert solution.why == (
        'no plan, because "(has-forge)" needs "(iron)", and "(iron)" needs "(ore)", and "(ore)" needs '
        'more than there can be: "(ore-deposit)" can never reach 1 (at most 0)'
    )


def test_a_resource_goal_is_planned() -> None:
    solution = solved(village_problem("p", Village(), amounts={"stone": 3}))
    assert [step.action for step in solution.steps] == ["build-quarry", *["cut-stone"] * 3]


def test_a_skill_goal_is_planned() -> None:
    solution = solved(village_problem("p", Village(), has=("teacher",)))
    assert [step.action for step in solution.steps] == ["train-teacher"]


def test_resource_building_and_skill_goals_are_planned_together() -> None:
    problem = village_problem("p", Village(), has=("smelter", "teacher"), amounts={"timber": 2})
    village = played(solved(problem), Village())
    assert {"smelter", "teacher"} <= village.has
    assert village.amounts["timber"] >= 2


def test_more_than_the_deposit_holds_cannot_be_dug() -> None:
    assert solved(village_problem("p", Village(), amounts={"ore": 5})).status == "solved"
    village = Village({"storage"}, {"ore-deposit": 5})
    assert solved(village_problem("p", village, amounts={"ore": 6})).status == "unsolvable"


def test_there_are_no_places_and_no_moves() -> None:
    assert DOMAIN.types == ()
    assert all(not action.parameters for action in DOMAIN.actions)
    names = [one.name for one in DOMAIN.actions]
    names += [one.name for one in (*DOMAIN.predicates, *DOMAIN.functions)]
    assert not [name for name in names if set(name.split("-")) & {"at", "move", "go", "place"}]


def random_village(seed: int) -> Village:
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    has = {one for one in (*table().buildings, *table().skills) if rng.random() < 0.4}
    return Village(has, {name: rng.randrange(9) for name in table().amounts})


@pytest.mark.parametrize("seed", range(10))
def test_the_facts_and_numbers_of_a_problem_are_the_state_of_the_team(seed: int) -> None:
    village = random_village(seed)
    problem = village_problem("p", village, has=("forge",))
    assert set(problem.facts) == {Atom(table().fact(name)) for name in village.has}
    values = {one.fluent.name: one.value for one in problem.values}
    assert values == {**village.amounts, "time": 0}


@pytest.mark.parametrize("seed", range(5))
def test_a_second_reader_sees_the_same_state(seed: int) -> None:
    village = random_village(seed)
    theirs = unified(domain_text(DOMAIN), problem_text(village_problem("p", village, has=("forge",))))
    values = {str(fluent): str(value) for fluent, value in theirs.explicit_initial_values.items()}
    facts = {table().fact(name): "true" for name in village.has}
    assert values == facts | {name: str(count) for name, count in village.amounts.items()} | {
        "time": "0"
    }


def test_an_amount_goal_is_written_as_a_comparison() -> None:
    problem = village_problem("p", Village(), amounts={"wood": 3})
    assert problem.goal == Compare(">=", Fluent("wood"), Constant(3.0))
    assert read_problem(problem_text(problem), DOMAIN) == problem
