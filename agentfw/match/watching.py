"""Watching plan files while they are played, so that a change counts at once."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

import structlog
import trio

from agentfw.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from agentfw.bot import Bot
    from agentfw.brains import PlanBrain

__all__ = ["watch_plan"]

_LOOKS_EVERY_S: Final = 0.5
_log = structlog.get_logger()


async def watch_plan(bot: Bot, brain: PlanBrain) -> None:
    """Swap in a plan whenever one of its files has changed, for as long as nobody cancels.

    A plan with mistakes is reported once, and the bot goes on with the old one.
    """
    log = _log.bind(bot=bot.options.name, plan=brain.name)
    seen = _stamps(brain.files.paths.values())
    while True:
        await trio.sleep(_LOOKS_EVERY_S)
        if _stamps(brain.files.paths.values()) == seen:
            continue
        try:
            bot.reload()
        except AgentError as error:
            log.warning("plan.refused", error=str(error))
        else:
            log.info("plan.reloaded", summary=brain.plan.summary())
        seen = _stamps(brain.files.paths.values())


def _stamps(paths: Iterable[Path]) -> dict[Path, tuple[int, int] | None]:
    """When each file was last written, and how long it is; None for one that is gone for a moment."""
    found: dict[Path, tuple[int, int] | None] = {}
    for path in paths:
        found[path] = None
        with contextlib.suppress(OSError):
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_size)
    return found
