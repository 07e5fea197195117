"""Leaders of teams at play: made from their plans, and recorded like any bot."""

from __future__ import annotations

import contextlib
import time
import zlib
from collections import deque
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.brains import BrainSetup, PlanBrain, make_brain
from agentfw.errors import RecordingError
from agentfw.match.keeping import Origin, header_for
from agentfw.match.watching import PlanWatch
from agentfw.recording import LEADER
from agentfw.team import Leader, Office
from agentfw.vocabulary import Join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.errors import AgentError
    from agentfw.match.keeping import MatchFolder, Recorder
    from agentfw.recording import Record
    from agentfw.team import BotPlan

__all__ = ["office_for", "seed_for"]

_MOST_WAITING: Final = 10_000
"""Records of a leader whose bots have yet to come; each of its thinks makes two."""


def seed_for(seed: int, name: str, life: int) -> int:
    """The seed of one life of a bot or a leader: of its own, whoever else plays.

    A new life gets new luck, lest it end like the one before.
    """
    return zlib.crc32(f"{seed}/{name}/{life}".encode())


def office_for(
    plan: BotPlan,
    *,
    seed: int,
    folder: MatchFolder | None,
    tell: Callable[[str, str], None],
    is_fast: bool = True,
) -> Office:
    """Where the leader of a plan works; its events are told as a kind and a text.

    With a clock that jumps, plans stay as they are: no editor can keep up with it.
    """

    @contextlib.contextmanager
    def made(life: int) -> Iterator[Leader]:
        with _made(plan, seed, folder, life) as leader:
            if not is_fast:
                _watch(leader, tell)
            yield leader

    return Office(plan, made, seed=seed, tell=tell)


def _watch(leader: Leader, tell: Callable[[str, str], None]) -> None:
    """Let a leader go on with its plan as the files say, from the think after a change on."""
    brain = leader.brain
    if not isinstance(brain, PlanBrain):
        return
    watch = PlanWatch(brain)

    def told(problem: AgentError | None) -> None:
        tell("reloaded", "") if problem is None else tell("keeps-its-plan", str(problem))

    leader.before_brief = lambda now: watch.look(lambda: leader.reload(None, now), told)


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
        recorder = _LateRecorder(folder, folder.recorder(plan.name, life, header), plan.name)
    leader = Leader(brain, plan.name, recorder.write if recorder is not None else None)
    leader.stopwatch = time.perf_counter
    try:
        yield leader
    finally:
        if recorder is not None:
            recorder.close()


class _LateRecorder:
    """Keeps what a leader does before the first bot was let in: until then, nothing may be replaced.

    Where nobody is let in for too long, or the folder cannot be written, the leader is not recorded, and
    that is told.
    """

    def __init__(self, folder: MatchFolder, recorder: Recorder, name: str) -> None:
        self._folder = folder
        self._recorder = recorder
        self._name = name
        self._waiting: deque[Record] = deque()
        self._is_lost = False

    def write(self, record: Record) -> None:
        """Keep a record."""
        if self._is_lost:
            return
        self._waiting.append(record)
        if self._folder.is_begun:
            self._pass_on()
        elif self._folder.lost:
            self._give_up(self._folder.lost)
        elif len(self._waiting) > _MOST_WAITING:
            thinks = _MOST_WAITING // 2
            self._give_up(f"{self._name} thought {thinks} times before a bot was let in")

    def close(self) -> None:
        """Finish the file, if one was begun."""
        if self._folder.is_begun:
            self._pass_on()
        self._recorder.close()

    def _pass_on(self) -> None:
        while self._waiting:  # what cannot be recorded is told once, and keeps nothing else out
            self._recorder.write(self._waiting.popleft())

    def _give_up(self, why: str) -> None:
        self._is_lost = True
        self._waiting.clear()
        self._folder.lose(self._name, RecordingError([why]))
