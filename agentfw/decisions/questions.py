"""What a brain asks of a planner outside of it, and what it hears.

The answer comes at some later think, when the planner is ready. It is an input of the bot like what the
server says, and recorded like that, so that a replay hears the same answers at the same moments.
"""

from __future__ import annotations

import msgspec

__all__ = ["Question", "Reply"]


class Question(msgspec.Struct, frozen=True):
    """A planning problem in PDDL."""

    number: int
    """Which of the brain's questions it is; the reply tells."""
    engine: str
    """Who is asked, by the name that unified-planning knows; ``own`` for our own search."""
    domain: str
    problem: str
    deadline_s: float
    """After so many seconds nobody wants to know any more."""


class Reply(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A plan that was proven, or why there is none."""

    number: int
    steps: tuple[tuple[str, ...], ...] = ()
    """Each an action and its objects."""
    is_solved: bool = False
    why: str = ""
