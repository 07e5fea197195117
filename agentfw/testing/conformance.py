"""A conformance kit for brains: run it in your own tests, and let it find what a match would find later.

from agentfw.testing import check_brain

def test_my_brain_behaves() -> None:
    check_brain(MyBrain)
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.brains import BrainSetup, Decision, fault_of
from agentfw.brains.asking import ERRORS
from agentfw.errors import UsageError
from agentfw.perception import View
from agentfw.testing.sampling import sample_views
from agentfw.vocabulary import SelfState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from agentfw.brains import BrainFactory, Decides

__all__ = ["BrainFaults", "BrainReport", "check_brain"]

_SLOW_MS: Final = 50.0
_ODD: Final = {
    "an empty view": View(now=0.0),
    "a view without a body": View(now=1.0, is_alive=False, me=SelfState(health=0)),
    "a view of a match that is over": View(now=2.0, is_over=True),
    "a view without a map": View(now=3.0, me=SelfState(health=100)),
}
"""What every brain is shown sooner or later, if only for a moment."""


class BrainFaults(AssertionError):
    """What is wrong with a brain, all of it at once."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class BrainReport(msgspec.Struct, frozen=True):
    """What a check found out about a brain that passed it."""

    thinks: int
    slowest_ms: float
    median_ms: float
    decisions: int
    """How many different things it decided to do."""


def check_brain(
    factory: BrainFactory | Callable[[BrainSetup], Any],
    *,
    views: Sequence[View] | None = None,
    seed: int = 7,
    median_ms: float = _SLOW_MS,
) -> BrainReport:
    """Check that a brain can play: what it returns, that it repeats itself, and how long it takes.

    Without `views` it is shown some seconds of a match. Raises `BrainFaults` with everything that is
    wrong: decisions of another type, exceptions, other decisions for the same views and seed, state
    that leaks from one brain to the next, views that were tampered with, and thinks that take longer
    than `median_ms` half of the time.
    """
    shown = tuple(views) if views is not None else sample_views()
    if not shown:
        raise UsageError("check_brain needs at least one view")
    check = _Check(factory, shown, seed)
    faults = [*check.shape()]
    if not faults:
        faults = [*check.oddities(), *check.determinism(), *check.speed(median_ms)]
    if faults:
        raise BrainFaults(faults)
    return check.report()


class _Check:
    def __init__(self, factory: Callable[[BrainSetup], Any], views: Sequence[View], seed: int) -> None:
        self._factory = factory
        self._views = views
        self._setup = BrainSetup(name="check", seed=seed)
        self._times: list[float] = []
        self._decisions: list[Decision] = []

    def shape(self) -> Iterator[str]:
        """Whether it can be made, and decides something of the right type."""
        try:
            brain = self._factory(self._setup)
        except ERRORS as error:
            yield f"making the brain raised {_told(error)}"
            return
        if not callable(getattr(brain, "decide", None)):
            yield f"{type(brain).__name__} has no decide(view)"
            return
        yield from self._ask(brain, self._views[0], "the first view")

    def oddities(self) -> Iterator[str]:
        """Whether it stands views with almost nothing in them."""
        for name, view in _ODD.items():
            yield from self._ask(self._make(), view, name)

    def determinism(self) -> Iterator[str]:
        """Whether the same views and seed give the same decisions, and the views stay as they were."""
        before = [repr(view) for view in self._views]
        first, fault = self._play()
        if fault:
            yield fault
            return
        self._decisions = first
        second, fault = self._play()
        if fault:
            yield f"a second brain with the same seed: {fault}"
            return
        for view, one, other in zip(self._views, first, second, strict=False):
            if one != other:
                yield (
                    f"at {view.now:.2f} s a second brain with the same seed decided {other!r} "
                    f"instead of {one!r}: take chance from self.random and time from the view, "
                    f"and keep no state outside of the brain"
                )
                break
        changed = (view for view, was in zip(self._views, before, strict=True) if repr(view) != was)
        for view in changed:
            yield f"the view of {view.now:.2f} s was changed"
            break

    def speed(self, median_ms: float) -> Iterator[str]:
        """Whether it thinks fast enough for a game that does not wait."""
        median = _median(self._times) * 1000.0
        if median > median_ms:
            yield f"half of the thinks take longer than {median:.1f} ms, allowed are {median_ms:g} ms"

    def report(self) -> BrainReport:
        """What was found out."""
        wanted = {
            repr(msgspec.structs.replace(one, reason=Decision().reason)) for one in self._decisions
        }
        return BrainReport(
            thinks=len(self._times),
            slowest_ms=max(self._times, default=0.0) * 1000.0,
            median_ms=_median(self._times) * 1000.0,
            decisions=len(wanted),
        )

    def _make(self) -> Decides:
        brain: Decides = self._factory(self._setup)
        return brain

    def _play(self) -> tuple[list[Decision], str]:
        brain: Any = self._make()
        decisions: list[Decision] = []
        for view in self._views:
            started = time.perf_counter()
            try:
                decision = brain.decide(view)
            except ERRORS as error:
                return decisions, f"decide() raised {_told(error)} at {view.now:.2f} s"
            self._times.append(time.perf_counter() - started)
            fault = fault_of(decision)
            if fault:
                return decisions, f"at {view.now:.2f} s decide() returned {fault}"
            decisions.append(decision)
        return decisions, ""

    @staticmethod
    def _ask(brain: Any, view: View, name: str) -> Iterator[str]:
        try:
            decision = brain.decide(view)
        except ERRORS as error:
            yield f"decide() raised {_told(error)} on {name}"
            return
        fault = fault_of(decision)
        if fault:
            yield f"on {name} decide() returned {fault}"


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _median(times: Sequence[float]) -> float:
    return sorted(times)[len(times) // 2] if times else 0.0
