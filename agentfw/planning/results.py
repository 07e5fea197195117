"""What a search and a check tell: the plan, how it ended, and why not."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from agentfw.planning.domain import Task

__all__ = ["Attempt", "DeadEnd", "Outcome", "PlanFault", "Search", "Status"]

Status: TypeAlias = Literal["found", "none", "out of nodes", "out of time", "too deep"]
"""How a search ended.

``none`` is a proof: every decomposition was tried. ``too deep`` means that nothing was found and that
some decompositions were cut off at the greatest depth, so there may be a plan below it.
"""

Outcome: TypeAlias = Literal["applied", "decomposed", "not applicable", "too deep", "unknown task"]
"""What became of one attempt; only the first two go on."""


class Attempt(msgspec.Struct, frozen=True):
    """One call of an operator or a method, as a trace keeps it."""

    task: Task
    label: str
    """The label of the method, or the name of the operator's function."""
    depth: int
    """How many decompositions led to the task."""
    outcome: Outcome
    why: str = ""
    """The reason given with `Because`, or made up by the planner; often nothing."""


class DeadEnd(msgspec.Struct, frozen=True):
    """A task that could not be done in any way, so that the search had to go back."""

    task: Task
    depth: int
    why: tuple[str, ...]
    """For each attempt its label and its reason, in the order of the attempts."""

    def __str__(self) -> str:
        return f"{self.task!r} at depth {self.depth}: {'; '.join(self.why)}"


class Search(msgspec.Struct, frozen=True):
    """What a search found and what it took."""

    plan: tuple[Task, ...] | None
    """The steps, each a task of an operator; None unless the status is ``found``."""
    status: Status
    nodes: int
    """How many operators and methods were called."""
    dead_end: DeadEnd | None = None
    """The first task that could not be done; also told when another way led to a plan."""
    attempts: tuple[Attempt, ...] = ()
    """Every attempt in order, for searches with ``trace=True``."""


class PlanFault(msgspec.Struct, frozen=True):
    """The first step of a plan that cannot be done."""

    index: int
    task: Task
    why: str

    def __str__(self) -> str:
        return f"step {self.index} {self.task!r}: {self.why}"
