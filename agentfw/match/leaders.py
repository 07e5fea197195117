"""Leaders of teams at play: made from their plans, and recorded like any bot."""

from __future__ import annotations

import contextlib
import functools
import time
import zlib
from typing import TYPE_CHECKING

from msgspec.structs import replace

from agentfw.brains import BrainSetup, make_brain
from agentfw.match.keeping import Origin, header_for
from agentfw.recording import LEADER
from agentfw.team import Leader, Office
from agentfw.vocabulary import Join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.match.keeping import MatchFolder
    from agentfw.team import BotPlan

__all__ = ["office_for", "seed_for"]


def seed_for(seed: int, name: str, life: int) -> int:
    """The seed of one life of a bot or a leader: of its own, whoever else plays.

    A new life gets new luck, lest it end like the one before.
    """
    return zlib.crc32(f"{seed}/{name}/{life}".encode())


def office_for(
    plan: BotPlan, *, seed: int, folder: MatchFolder | None, tell: Callable[[str, str], None]
) -> Office:
    """Where the leader of a plan works; its events are told as a kind and a text."""
    return Office(plan, functools.partial(_made, plan, seed, folder), seed=seed, tell=tell)


@contextlib.contextmanager
def _made(plan: BotPlan, seed: int, folder: MatchFolder | None, life: int) -> Iterator[Leader]:
    """The leader of one life, with a fresh brain; its recording is whole at the end."""
    own_seed = seed_for(seed, plan.name, life)
    brain = make_brain(plan.brain, BrainSetup(name=plan.name, seed=own_seed, options=plan.options))
    recorder = None
    if folder is not None:
        origin = Origin(
            brain=plan.brain,
            seed=own_seed,
            dialect="",
            join=Join(player_name=plan.name),
            brain_options=plan.options,
        )
        header = replace(header_for(origin, brain), role=LEADER, join=None)
        recorder = folder.recorder(plan.name, life, header)
    leader = Leader(brain, plan.name, recorder.write if recorder is not None else None)
    leader.stopwatch = time.perf_counter
    try:
        yield leader
    finally:
        if recorder is not None:
            recorder.close()
