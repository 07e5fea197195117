"""The engine against the algorithm as it is written, on random plans in random worlds."""

from __future__ import annotations

import random

import pytest

from agentfw.brains.brain import BrainSetup
from agentfw.brains.tracing import Trace
from agentfw.perception import View
from agentfw.skills import Moment
from tests.brains.htn.reference import Reference, Script
from tests.brains.htn.worlds import loaded

FACTS = ("c0", "c1", "c2", "c3")
THINKS = 40


def random_plan(rng: random.Random) -> str:
    """Tasks that call later ones, and earlier ones only after an act that takes time."""
    count = rng.randint(2, 6)
    return "\n".join(task(number, count, rng) for number in range(count))


def task(number: int, count: int, rng: random.Random) -> str:
    lines = [f"Head T{number}{' a' if number else ''}"]
    for title, chance in (("Goals", 0.3), ("Preconditions", 0.3), ("Guards", 0.25)):
        if rng.random() < chance:
            lines += [title, *(condition(number, rng) for _ in range(rng.randint(1, 2)))]
    lines.append("Subtasks")
    returns = rng.random() < 0.3
    if returns:
        lines.append("work slow")
    bound = ["$0"] if number else []
    for index in range(rng.randint(0 if returns else 1, 3)):
        text = ", ".join(way(number, count, bound, rng) for _ in range(rng.randint(1, 3)))
        if "||" not in text and "every" not in text and rng.random() < 0.3:
            text = f"b{index} = {text}"
            bound.append(f"$b{index}")
        lines.append(text)
    if returns:
        lines.append(call(rng.randrange(count), bound, rng))
    return "\n".join(lines)


def condition(number: int, rng: random.Random) -> str:
    name = "$0" if number and rng.random() < 0.2 else rng.choice(FACTS)
    told = name if name.startswith("$") else f'"{name}"'
    return rng.choice((f"holds {name}", f"not holds({told})", f"holds({told})"))


def way(number: int, count: int, bound: list[str], rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.15:
        return " || ".join(below(number, count, bound, rng) for _ in range(rng.randint(2, 3)))
    if kind < 0.35:
        members = ", ".join(f'"{name}"' for name in rng.sample(FACTS, rng.randint(1, 3)))
        word = rng.choice(("each", "every", "cycle"))
        return f"{word} $m in [{members}]: {below(number, count, [*bound, '$m'], rng)}"
    return below(number, count, bound, rng)


def below(number: int, count: int, bound: list[str], rng: random.Random) -> str:
    later = range(number + 1, count)
    if later and rng.random() < 0.6:
        return call(rng.choice(later), bound, rng)
    return f"work {rng.choice([*FACTS, *bound])}"


def call(number: int, bound: list[str], rng: random.Random) -> str:
    return f"T{number} {rng.choice([*FACTS, *bound])}" if number else "T0"


def random_script(rng: random.Random) -> tuple[list[frozenset[str]], list[tuple[int, bool]]]:
    facts = [frozenset(name for name in FACTS if rng.random() < 0.6) for _ in range(THINKS)]
    acts = [(rng.choice((1, 1, 2, 3)), rng.random() < 0.7) for _ in range(17)]
    return facts, acts


@pytest.mark.parametrize("seed", range(300))
def test_the_engine_does_what_the_algorithm_says(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test
    text, (facts, acts) = random_plan(rng), random_script(rng)
    ours, theirs = Script(facts, acts), Script(facts, acts)
    plan, problems = loaded(text, ours.skills())
    assert plan is not None, f"{text}\n{problems.errors}"
    engine = plan.engine(BrainSetup(options={"tasks": "T0"}))
    reference = Reference(plan.source, theirs, "T0")
    for think in range(THINKS):
        ours.think = theirs.think = think
        engine.think(Moment(View(now=float(think))), None)
        reference.think()
        assert ours.log == theirs.log, text


@pytest.mark.parametrize("seed", range(300, 360))
def test_a_trace_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test
    text, (facts, acts) = random_plan(rng), random_script(rng)
    scripts = Script(facts, acts), Script(facts, acts)
    engines = [
        plan.engine(BrainSetup(options={"tasks": "T0"}))
        for plan in (loaded(text, script.skills())[0] for script in scripts)
        if plan is not None
    ]
    for think in range(THINKS):
        paths = []
        for script, engine, trace in zip(scripts, engines, (None, Trace()), strict=True):
            script.think = think
            now = Moment(View(now=float(think)))
            paths.append(engine.think(now, trace).path)
            if trace is not None:
                assert trace.reason(paths[-1], now, None).path == paths[0]
    assert scripts[0].log == scripts[1].log
