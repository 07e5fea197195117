"""The drives of the final CTF plan as a behaviour tree of py_trees, over the same senses."""

from __future__ import annotations

import importlib
import math
import random
from typing import TYPE_CHECKING, Any

from agentfw.brains import PlanFiles
from agentfw.brains.posh import load
from agentfw.language import Problems
from agentfw.skills import Moment, shipped_skills

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.perception import View

__all__ = ["ticking_tree"]


class _Now:
    """Where the leaves find the moment of the tick."""

    moment: Moment


def ticking_tree(plan_name: str, view: View) -> Callable[[], None]:
    """Ticks the tree once, on a new moment of the view."""
    trees: Any = importlib.import_module("py_trees")  # a bench extra, without types
    now, files, chance = _Now(), PlanFiles(), random.Random(1)  # noqa: S311 - a game
    plan = load(files.read(plan_name), files, shipped_skills(), Problems())
    if plan is None:
        raise ValueError(f"{plan_name} cannot be read")
    root = trees.composites.Selector("drives", memory=False)
    for drive in plan.drives:
        row = trees.composites.Sequence(drive.name, memory=False)
        if drive.interval is not None:
            row.add_child(_test(trees, now, "due", _due(drive.interval)))
        row.add_children([_test(trees, now, one.text, one.holds) for one in drive.conditions])
        row.add_child(trees.behaviours.Running(f"do {drive.name}"))
        root.add_child(row)

    def tick() -> None:
        now.moment = Moment(view, rng=chance)
        root.tick_once()

    return tick


def _due(interval: float) -> Callable[[Any, Any], bool]:
    """What the frequency of a drive is: true once, and then not before so many seconds have passed."""
    fired_at = -math.inf

    def holds(now: Moment, _: Any) -> bool:
        nonlocal fired_at
        is_due = now.view.now - fired_at > interval
        fired_at = now.view.now if is_due else fired_at
        return is_due

    return holds


def _test(trees: Any, now: _Now, name: str, holds: Callable[[Any, Any], bool]) -> Any:
    status = trees.common.Status

    def update(_: Any) -> Any:
        return status.SUCCESS if holds(now.moment, ()) else status.FAILURE

    return trees.meta.create_behaviour_from_function(update)(name)
