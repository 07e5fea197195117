"""Listeners that may fail: a match ends in good order, and the failure is told when it has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.match.stage import Listener

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.match.news import News
    from agentfw.match.reporting import MatchReport
    from agentfw.match.stage import Stage

__all__ = ["Guarded"]


class Guarded(Listener):
    """Passes everything on to a listener, until that raises.

    It is called from within bots, which would be blamed: a pipe that nobody reads any more is no reason
    to start a bot again.
    """

    def __init__(self, listener: Listener, on_failure: Callable[[], None]) -> None:
        self._listener = listener
        self._on_failure = on_failure
        self._error: Exception | None = None

    def check(self) -> None:
        """Raise what the listener raised."""
        if self._error is not None:
            raise self._error

    def begun(self, stage: Stage) -> None:
        """A match begins."""
        self._pass_on(lambda: self._listener.begun(stage))

    def happened(self, stage: Stage, news: News) -> None:
        """Something happened in it."""
        self._pass_on(lambda: self._listener.happened(stage, news))

    def beat(self, stage: Stage) -> None:
        """A quarter of a second has passed."""
        self._pass_on(lambda: self._listener.beat(stage))

    def ended(self, report: MatchReport) -> None:
        """The match is over."""
        self._pass_on(lambda: self._listener.ended(report))

    def _pass_on(self, call: Callable[[], None]) -> None:
        if self._error is not None:
            return
        try:
            call()
        except Exception as error:  # noqa: BLE001 - it is raised again, by `check`
            self._error = error
            self._on_failure()
