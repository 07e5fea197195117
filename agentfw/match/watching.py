"""Watching plan files while they are played, so that a change counts at once."""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Final

import structlog
import trio

from agentfw.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from agentfw.bot import Bot
    from agentfw.brains import PlanBrain

__all__ = ["PlanWatch", "watch_plan"]

_LOOKS_EVERY_S: Final = 0.5
_log = structlog.get_logger()


class PlanWatch:
    """Looks at the files of a plan, and lets it be read again when one of them has changed."""

    def __init__(self, brain: PlanBrain) -> None:
        self._brain = brain
        self._seen = _stamps(brain.watched.values())

    def look(self, reload: Callable[[], None], tell: Callable[[AgentError | None], None]) -> None:
        """Reload what has changed, and tell how that went: None, or what is wrong with it."""
        stamps = _stamps(self._seen)
        if stamps == self._seen or None in stamps.values():  # editors take files away for a moment
            return
        problem = None
        try:
            reload()
        except AgentError as error:
            problem = error
        tell(problem)
        # What was there before reading; a file that came in by reading is looked at from now on.
        self._seen = {**_stamps(self._brain.watched.values()), **stamps}


async def watch_plan(
    bot: Bot, brain: PlanBrain, on_change: Callable[[AgentError | None], None] | None = None
) -> None:
    """Swap in a plan whenever one of its files has changed, for as long as nobody cancels.

    `on_change` is told of every change: with None when the new plan plays, else with what is wrong with
    it; the bot goes on with the old one then. Without it, both are logged.
    """
    tell = on_change or functools.partial(_tell, bot, brain)
    watch = PlanWatch(brain)
    while True:
        await trio.sleep(_LOOKS_EVERY_S)
        watch.look(bot.reload, tell)


def _tell(bot: Bot, brain: PlanBrain, problem: AgentError | None) -> None:
    log = _log.bind(bot=bot.options.name, plan=brain.name)
    if problem is not None:
        log.warning("plan.refused", error=str(problem))
    elif structlog.is_configured():  # a program that set up no logging is left alone, but for warnings
        log.info("plan.reloaded", summary=brain.plan.summary())


def _stamps(paths: Iterable[Path]) -> dict[Path, tuple[int, int] | None]:
    """When each file was last written, and how long it is; None for one that is gone for a moment."""
    found: dict[Path, tuple[int, int] | None] = {}
    for path in paths:
        found[path] = None
        with contextlib.suppress(OSError):
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_size)
    return found
