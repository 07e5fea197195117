"""What goals and actions cost: decisions while nothing changes, and plans found anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.brains import BrainSetup, PlanBrain, PlanFiles
from agentfw.brains.goap import GoapPlan
from agentfw.brains.planned import load_plan
from agentfw.perception import View
from agentfw.skills import Moment, shipped_skills
from agentfw.solving import solve
from agentfw.testing import sample_views
from scripts.benchmarks.measure import Figure, best_times

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WARM_US: Final = 30.0
_TRACED_US: Final = 30.0
_REPLAN_MS: Final = 2.0
_REPEATS: Final = 100
_PLANS: Final = {"deathmatch.goap": "dm", "ctf-attacker.goap": "ctf", "domination.goap": "dom"}


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of this part."""
    rounds = 5 if quick else 25
    for plan, mode in _PLANS.items():
        yield from _decisions(plan, mode, rounds)
    yield from _replanning(rounds)


def _decisions(plan: str, mode: str, rounds: int) -> Iterator[Figure]:
    views = sample_views(mode)
    half, middle = views[: len(views) // 2], views[len(views) // 2]
    brains = [PlanBrain(plan, BrainSetup(seed=1, is_traced=is_traced)) for is_traced in (False, True)]
    for view in half:  # so that something is going on
        for brain in brains:
            brain.decide(view)
    plain_s, traced_s = best_times(*(_again(brain, middle) for brain in brains), rounds=rounds)
    name = f"{plan}: a warm decision"
    yield Figure(f"{name}, nothing changed", plain_s * 1e6 / _REPEATS, "us", _WARM_US)
    yield Figure(f"{name}, traced", traced_s * 1e6 / _REPEATS, "us", _TRACED_US)


def _replanning(rounds: int) -> Iterator[Figure]:
    plan = load_plan("shooter.goap", PlanFiles({"shooter.goap": _shooter()}), shipped_skills())
    if not isinstance(plan, GoapPlan):
        return
    view = View(now=0.0)
    problem = plan.problem("Win", Moment(view))
    grounding_s, whole_s = best_times(
        lambda: plan.problem("Win", Moment(view)),
        lambda: solve(plan.problem("Win", Moment(view))),
        rounds=rounds,
    )
    answer = solve(problem)
    detail = (
        f"{len(problem.operators)} actions, {len(problem.facts)} facts, {len(answer.steps)} steps; "
        f"{grounding_s * 1e3:.2f} ms for reading the moment"
    )
    yield Figure("a shooter's plan found anew", whole_s * 1e3, "ms", _REPLAN_MS, detail)


def _again(brain: PlanBrain, view: View) -> Callable[[], None]:
    def run() -> None:
        for _ in range(_REPEATS):
            brain.decide(view)

    return run


def _shooter() -> str:
    """Twenty actions over thirty facts: get light, keys, ammunition and three weapons, and win."""
    lines = ["Goal Win", "  Wants won"]
    facts = [f"f{number}" for number in range(26)]
    lines[:0] = [f"Fact {name}" for name in (*facts, "won", "armed", "healthy", "close")]
    for number in range(16):
        needs = f"  Needs {facts[number]}" if number else "  Needs not f25"
        effects = f"  Effects {facts[number + 1]} = true, {facts[(number * 7) % 9 + 17]} = true"
        lines += [
            f"Action Step{number}",
            needs,
            effects,
            f"  Cost {1 + number % 3}",
            "  Does do_nothing",
        ]
    lines += ["Action Arm", "  Needs f4", "  Effects armed = true", "  Does do_nothing"]
    lines += ["Action Heal", "  Needs f2", "  Effects healthy = true", "  Does do_nothing"]
    lines += ["Action Near", "  Needs f3 and healthy", "  Effects close = true", "  Does do_nothing"]
    lines += [
        "Action Shoot",
        "  Needs armed and close and f6",
        "  Effects won = true",
        "  Does do_nothing",
    ]
    return "\n".join(lines)
