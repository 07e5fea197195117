"""What is shared by everything that happens in one think."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.vocabulary import Died

if TYPE_CHECKING:
    from agentfw.brains.htn.lookahead import Outlook
    from agentfw.brains.htn.tasks import Way
    from agentfw.brains.tracing import Trace
    from agentfw.decisions import Order
    from agentfw.skills import Moment

__all__ = ["MAX_STEPS", "Turn"]

MAX_STEPS: Final = 1000
"""So many tasks are entered in one think at most; the next one goes on there."""


class Turn:
    """One think under way; the same object serves all thinks of an engine."""

    __slots__ = (
        "changed",
        "has_died",
        "is_spent",
        "is_told",
        "nodes",
        "notes",
        "now",
        "orders",
        "outlook",
        "positions",
        "steps",
        "trace",
        "way",
    )

    now: Moment
    trace: Trace | None

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.positions: dict[Way, int] = {}
        """Where each ``cycle`` begins next."""
        self.steps = 0
        self.nodes = 0
        """How many nodes all searches of this think have left together."""
        self.is_told = False
        """Whether the trace was told that too many tasks were entered."""
        self.is_spent = False
        """Whether an act wrote notes: they can be read from the next think on, so this one ends."""
        self.changed = False
        """Whether other tasks are under way than before."""
        self.has_died = False
        self.notes: dict[str, Any] = {}
        self.orders: list[Order] = []
        self.way: tuple[str, ...] = ()
        """The tasks that led to the last order that was given and done with in this think."""

    def begin(self, now: Moment, trace: Trace | None) -> None:
        """Be the next think."""
        self.now, self.trace = now, trace
        self.steps = MAX_STEPS
        self.nodes = self.outlook.max_nodes
        self.is_spent = self.is_told = False
        if self.notes:
            self.notes = {}
        if self.orders:
            self.orders, self.way = [], ()
        self.has_died = bool(now.view.events) and bool(now.view.happened(Died))

    def finish(self, path: tuple[str, ...], *, has_ordered: bool) -> None:
        """An act was done to its end, by this way through the plan."""
        if self.trace is not None:
            self.trace.finish(path)
        if has_ordered:
            self.way = path

    def goes_on(self) -> bool:
        """Whether more tasks can be entered in this think; the trace is told of too many."""
        if self.is_spent:
            return False
        if self.steps <= 0 and self.trace is not None and not self.is_told:
            self.is_told = True
            self.trace.reject("this think", f"entered {MAX_STEPS} tasks; the next one goes on")
        return self.steps > 0
