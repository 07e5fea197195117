"""The same problems for pyperplan and, for information, for Fast Downward through unified-planning."""

from __future__ import annotations

import importlib
import io
import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scripts.benchmarks.solving_problems import Texts

__all__ = ["OPTIMAL", "QUICK", "fast_downward_s", "pyperplan", "search", "task_of"]

OPTIMAL: Final = ("astar lmcut", "astar blind")
"""Its settings that give cheapest plans: the best estimate it has, and none."""

QUICK: Final = ("gbf hff", "wastar hff")
"""Its settings for quick plans."""

_SEARCHES: Final = {
    "astar": "astar_search",
    "gbf": "greedy_best_first_search",
    "wastar": "weighted_astar_search",
}
_HEURISTICS: Final = {
    "lmcut": ("lm_cut", "LmCutHeuristic"),
    "blind": ("blind", "BlindHeuristic"),
    "hff": ("relaxation", "hFFHeuristic"),
}


def pyperplan() -> bool:
    """Whether it is installed."""
    try:
        importlib.import_module("pyperplan")
    except ImportError:
        return False
    return True


def task_of(texts: Texts) -> Any:
    """Its grounded task."""
    parser = importlib.import_module("pyperplan.pddl.parser").Parser(None)
    parser.domInput, parser.probInput = texts.domain, texts.problem
    domain = parser.parse_domain(read_from_file=False)
    problem = parser.parse_problem(domain, read_from_file=False)
    return importlib.import_module("pyperplan.grounding").ground(problem)


def search(task: Any, setting: str) -> int:
    """The number of steps of the plan that one of its settings finds."""
    name, heuristic = setting.split()
    module, kind = _HEURISTICS[heuristic]
    estimate = getattr(importlib.import_module(f"pyperplan.heuristics.{module}"), kind)(task)
    found = getattr(importlib.import_module("pyperplan.search"), _SEARCHES[name])(task, estimate)
    return len(found)


def fast_downward_s(texts: Texts) -> float | None:
    """How long Fast Downward takes for a cheapest plan, all in all; None where it is not installed."""
    try:
        shortcuts = importlib.import_module("unified_planning.shortcuts")
        reader = importlib.import_module("unified_planning.io").PDDLReader()
        importlib.import_module("up_fast_downward")
    except ImportError:
        return None
    shortcuts.get_environment().credits_stream = None
    started = time.perf_counter()
    problem = reader.parse_problem_string(texts.domain, texts.problem)
    with shortcuts.OneshotPlanner(name="fast-downward-opt") as planner:
        planner.solve(problem, output_stream=io.StringIO())
    return time.perf_counter() - started
