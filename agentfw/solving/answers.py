"""What a search tells: the plan, how good it is, what it took, or why there is none."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from agentfw.solving.problem import Operator

__all__ = ["Answer", "Quality", "Status"]

Quality: TypeAlias = Literal["optimal", "quick", "anytime"]
"""The cheapest plan; the first that is found; or quickly one, then better ones up to the cheapest."""

Status: TypeAlias = Literal["solved", "unsolvable", "unfinished"]
"""Both ``solved`` and ``unsolvable`` are proven; ``unfinished`` searches found no plan so far."""


class Answer(msgspec.Struct, frozen=True):
    """What is known about a problem at one moment of the search."""

    status: Status
    steps: tuple[Operator, ...] = ()
    """The plan, in the order of doing."""
    cost: float = 0.0
    """What the steps cost together."""
    is_optimal: bool = False
    """Whether no plan is cheaper."""
    expanded: int = 0
    """How many nodes were taken up; one whose estimate rose and that came back later counts twice."""
    generated: int = 0
    """How many states were made by applying operators."""
    why: str = ""
    """Why there is no plan, or why the search ended without one."""
