"""Asking a brain, whatever it does: an error of it is told as its own, and never ends the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.decisions import Decision, fault_of
from agentfw.errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.brains.brain import Decides
    from agentfw.perception import View

__all__ = ["ERRORS", "blame", "decision_of"]

ERRORS: Final = (Exception, SystemExit)
"""What a brain usually raises; one that ends the program has failed like any other."""


def decision_of(
    brain: Decides,
    view: View,
    clock: Callable[[], float] | None = None,
    tell: Callable[[float], None] | None = None,
) -> Decision:
    """What a brain decides; `tell` is told how long it took, by a clock.

    Raises `PluginError` when it raises, whatever that is but Ctrl-C, and when what it returns cannot be
    carried out.
    """
    started = clock() if clock is not None else 0.0
    try:
        decision: Any = brain.decide(view)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # it may well derive errors from that
        raise blame(brain, "decide", view.now, error) from error
    if clock is not None and tell is not None:
        tell(clock() - started)
    fault = fault_of(decision)
    if fault:
        raise PluginError(f"{type(brain).__name__}.decide() returned {fault}")
    decided: Decision = decision
    return decided


def blame(brain: Decides, method: str, now: float, error: BaseException) -> PluginError:
    """An error of a brain, as people are told of it."""
    name, kind = type(brain).__name__, type(error).__name__
    return PluginError(f"{name}.{method}() raised {kind} at {now:.2f} s: {error}")
