"""Random goals and actions: what the search finds is what trying everything finds."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.solving import check, solve
from tests.brains.goap.brute import after, cheapest
from tests.brains.goap.worlds import Bench, World, skills_of

if TYPE_CHECKING:
    from agentfw.language import Key

FACTS = ("a", "b", "c", "d")
NUMBERS = ("x", "y")
TEXTS = ("p", "q", "r")


class Author:
    """Writes plans at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)  # noqa: S311 - a test
        self.is_dim = self.rng.random() < 0.2
        """Whether a number may be unknown."""

    def plan(self) -> str:
        lines = ["Goal G", *(f"  Wants {self.condition(1)}" for _ in range(self.rng.choice((1, 2, 3))))]
        for number in range(self.rng.randint(3, 8)):
            lines += [
                f"Action A{number}",
                f"  Cost {self.rng.choice((0, 1, 1, 2, 2.5, 5))}",
                "  Does do it",
            ]
            lines += [f"  Needs {self.condition(1)}" for _ in range(self.rng.choice((0, 0, 1, 1, 2)))]
            lines += [f"  Effects {one}" for one in self.effects()]
        return "\n".join(lines)

    def condition(self, depth: int) -> str:
        kind = self.rng.random()
        if depth > 0 and kind < 0.35:
            word = self.rng.choice(("and", "or"))
            return f"({self.condition(depth - 1)} {word} {self.condition(depth - 1)})"
        if depth > 0 and kind < 0.45:
            return f"not {self.condition(depth - 1)}"
        return self.rng.choice((self.fact, self.fact, self.comparison, self.text))()

    def fact(self) -> str:
        form = self.rng.choice(("{}", "{}", "not {}", "{} == true", "{} != false", "{} == false"))
        name = self.rng.choice(FACTS)
        return f"({form.format(f'holds({name!r})')})"

    def comparison(self) -> str:
        operator = self.rng.choice(("<", "<=", ">", ">=", "==", "!="))
        left = self.rng.choice(
            (
                'level("x")',
                'level("y")',
                'level("x") + level("y")',
                '2 * level("x") - 1',
                '3 - level("y")',
            )
        )
        right = self.rng.choice(("0", "1", "2", "3", 'level("y")'))
        return f"({left} {operator} {right})"

    def text(self) -> str:
        return self.rng.choice(
            (
                f'(chosen == "{self.rng.choice(TEXTS)}")',
                f'(chosen != "{self.rng.choice(TEXTS)}")',
                "(chosen != nothing)",
                "(chosen)",
                '(chosen in ["p", "r"])',
            )
        )

    def effects(self) -> list[str]:
        names = self.rng.sample(["fact", "fact", "number", "text"], self.rng.choice((1, 1, 2, 3)))
        found = {line.partition(" ")[0]: line for line in (self.effect(name) for name in names)}
        return list(found.values())

    def effect(self, kind: str) -> str:
        if kind == "fact":
            return f'holds("{self.rng.choice(FACTS)}") = {self.rng.choice(("true", "true", "false"))}'
        if kind == "text":
            value = self.rng.choice(('"p"', '"q"', '"r"', "nothing"))
            return f"chosen = {value}"
        number = self.rng.choice(NUMBERS)
        if self.is_dim:
            return f'level("{number}") = {self.rng.randint(0, 3)}'
        change = self.rng.choice(
            ("+= 1", "+= 2", "-= 1", "= 0", "= 3", '= level("y") + 1', '= 2 - level("x")')
        )
        return f'level("{number}") {change}'

    def world(self) -> World:
        facts = [one for one in FACTS if self.rng.random() < 0.3]
        numbers: dict[str, Any] = {one: self.rng.randint(0, 3) for one in NUMBERS}
        if self.is_dim:
            numbers["x"] = None
        return World(*facts, chosen=self.rng.choice((*TEXTS, None)), **numbers)


def show(world: World, values: dict[Key, Any]) -> None:
    """Let a world be as a state says."""
    world.facts = {one for one in FACTS if values["holds", one]}
    world.values = {one: values["level", one] for one in NUMBERS}
    world.values["chosen"] = values["chosen", "chosen"]


def state_of(world: World) -> dict[Key, Any]:
    values: dict[Key, Any] = {("holds", one): one in world.facts for one in FACTS}
    values |= {("level", one): world.values[one] for one in NUMBERS}
    return {**values, ("chosen", "chosen"): world.values["chosen"]}


def written(seed: int) -> tuple[Bench, World]:
    """A random plan, in a world where its goal does not hold, if one is found soon."""
    author = Author(seed)
    text, world = author.plan(), author.world()
    bench = Bench(f"Nodes 4000\n{text}", world)
    for _ in range(10):
        if not bench.plan.goal("G").is_reached(bench.now()):
            break
        show(world, state_of(author.world()))
    return bench, world


@pytest.mark.parametrize("first", range(0, 800, 40))
def test_random_plans_cost_what_trying_everything_finds(first: int) -> None:
    compared = 0
    for seed in range(first, first + 40):
        bench, world = written(seed)
        problem = bench.plan.problem("G", bench.now())
        answer = solve(problem, max_nodes=2000)
        found = cheapest(bench.plan, "G", skills_of(world), state_of(world), 1000)
        if answer.status == "solved":
            assert check(problem, answer.steps) is None
        if answer.status != "unfinished" and found.is_certain:
            compared += 1
            cost = answer.cost if answer.status == "solved" else None
            assert cost == found.cost, (seed, str(bench.plan), world.facts, world.values, answer)
    assert compared >= 20


@pytest.mark.parametrize("first", range(0, 400, 80))
def test_following_random_plans_leads_to_the_goal_at_the_cost_that_was_found(first: int) -> None:
    followed = 0
    for seed in range(first, first + 80):
        bench, world = written(seed)
        skills = skills_of(world)
        found = cheapest(bench.plan, "G", skills, state_of(world), 300)
        if not found.is_certain or not found.cost:
            continue
        assert spent_on_the_way(bench, world) == found.cost, (seed, str(bench.plan))
        assert bench.plan.goal("G").is_reached(bench.now()), (seed, str(bench.plan))
        followed += 1
    assert followed > 5


def spent_on_the_way(bench: Bench, world: World) -> float:
    """Let every action do what it says, until nothing is done any more; what they cost together."""
    spent, skills = 0.0, skills_of(world)
    for _ in range(30):
        path = bench.think().path
        if not path:
            break
        number = int(path[1].partition(" ")[0].removeprefix("A"))
        cost = bench.plan.actions[number].cost
        spent += cost.constant if cost is not None else 1.0
        show(world, after(bench.plan, number, skills, state_of(world)))
    return spent


ODD_NUMBERS = (None, math.inf, -math.inf, math.nan, 1e308, -5, True, "s", 3.7, 0)
ODD_TEXTS = (None, "p", "", 3, (1, 2), ["q"])


@pytest.mark.parametrize("first", range(0, 150, 50))
def test_odd_values_from_senses_stop_nobody(first: int) -> None:
    for seed in range(first, first + 50):
        bench, world = written(seed)
        rng = random.Random(seed)  # noqa: S311 - a test
        for _ in range(10):
            numbers = {name: rng.choice(ODD_NUMBERS) for name in NUMBERS}
            world.values = {**numbers, "chosen": rng.choice(ODD_TEXTS)}
            world.facts = {one for one in FACTS if rng.random() < 0.4}
            world.outcomes = {"it": rng.random() < 0.5} if rng.random() < 0.3 else {}
            think = bench.why if rng.random() < 0.3 else bench.think
            assert think().path[:1] in ((), ("G",))
