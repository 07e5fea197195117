"""Games played by processes of this machine.

Each worker is a process pool of one, so that a process that dies tells which game it was playing. That
game is given to a new process, three times at most; no other game is lost or played again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from agentfw.tournament.playing import Outcome, play_game
from agentfw.tournament.schedule import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future

__all__ = ["Finished", "play_locally", "real_time_limit_s"]

_TRIES: Final = 3
_GRACE_S: Final = 120.0
_LOOK_S: Final = 1.0
"""How often it is looked for games that take too long."""


class Finished(msgspec.Struct, frozen=True):
    """A game that was played, or could not be."""

    game: Game
    outcome: Outcome | None
    failed: str = ""
    """Why there is no outcome."""


def real_time_limit_s(minutes: float) -> float:
    """How long a game of so many minutes may take at most, its overtime included.

    Nothing is played slower than a real server would play it, unless a brain does not come to an end.
    """
    return _GRACE_S + 3.0 * 60.0 * minutes


def play_locally(
    games: Iterable[Game],
    spec: Callable[[Game], bytes],
    *,
    jobs: int,
    limit_s: float,
) -> Generator[Finished, None, None]:
    """Play games in so many processes, and give them as they end.

    A process that plays one game for more than `limit_s` is killed, as if it had died by itself. Whoever
    stops asking stops the processes.
    """
    waiting = deque(games)
    strikes: Counter[str] = Counter()
    workers: list[_Worker] = []
    try:
        with _interrupts_held_back():
            workers += [_Worker() for _ in range(min(jobs, len(waiting)))]
        while waiting or any(worker.game is not None for worker in workers):
            for worker in workers:
                if worker.game is None and waiting:
                    game = waiting.popleft()
                    worker.begin(game, spec(game))
            for worker in _ended(workers, limit_s):
                finished = worker.end()
                if finished is not None:
                    yield finished
                    continue
                game = worker.revive()
                strikes[game.key] += 1
                if strikes[game.key] < _TRIES:
                    waiting.appendleft(game)
                else:
                    yield Finished(game, None, f"it killed its process {_TRIES} times")
    finally:
        with _interrupts_held_back():  # whoever presses Ctrl-C twice is not left with processes
            for worker in workers:
                worker.kill()


def _ended(workers: list[_Worker], limit_s: float) -> list[_Worker]:
    """The workers whose game has ended, one way or another; waits for one at least."""
    while True:
        busy = {worker.future: worker for worker in workers if worker.future is not None}
        done, _ = wait(busy, timeout=_LOOK_S, return_when=FIRST_COMPLETED)
        if done:
            return [busy[future] for future in done]
        for worker in busy.values():
            if worker.is_over(limit_s):
                worker.strike_down()


class _Worker:
    """One process, and the game that it plays."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.future: Future[bytes] | None = None
        self._begun_at = 0.0
        self._start()

    def _start(self) -> None:
        with _interrupts_held_back():
            self._pool, self._pid = _new_pool()

    def begin(self, game: Game, spec: bytes) -> None:
        self.game = game
        self._begun_at = time.monotonic()
        try:
            self.future = self._pool.submit(play_game, spec)
        except BrokenProcessPool:  # it died between two games
            self._start()
            self.future = self._pool.submit(play_game, spec)

    def end(self) -> Finished | None:
        """What came of the game; None when the process died over it."""
        assert self.game is not None  # noqa: S101 - it has begun
        assert self.future is not None  # noqa: S101
        error = self.future.exception()  # not raised: what a game raises may look like our own Ctrl-C
        if isinstance(error, BrokenProcessPool):
            return None
        if error is not None:  # whatever a brain made of our code, others play on
            finished = Finished(self.game, None, f"it raised {type(error).__name__}: {error}")
        else:
            outcome = msgspec.json.decode(self.future.result(), type=Outcome)
            finished = Finished(self.game, outcome)
        self.game = self.future = None
        return finished

    def revive(self) -> Game:
        """A new process for the one that died; gives back the game that it died over."""
        assert self.game is not None  # noqa: S101 - it has begun
        game, self.game, self.future = self.game, None, None
        self._pool.shutdown(wait=False)
        self._start()
        return game

    def is_over(self, limit_s: float) -> bool:
        """Whether the game takes longer than it may; the start of the process does not count."""
        if not self._pid.done():
            self._begun_at = time.monotonic()
        return time.monotonic() - self._begun_at > limit_s

    def strike_down(self) -> None:
        """End the process at once."""
        if self._pid.done() and self._pid.exception() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid.result(), signal.SIGKILL)

    def kill(self) -> None:
        """End the process, and whatever belongs to it."""
        with contextlib.suppress(Exception):
            self._pid.result(timeout=_GRACE_S)
        self.strike_down()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _new_pool() -> tuple[ProcessPoolExecutor, Future[int]]:
    """A process that is being started, and its number when it is known."""
    # Spawned: a fork would take over the lock of the journal, and hold it after our end.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin_work)
    return pool, pool.submit(os.getpid)


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let Ctrl-C wait; a process that is started meanwhile never hears of it, from its beginning on."""
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - a system without masks
        yield
        return
    resource_tracker.ensure_running()  # which processes need, and whose start would let Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    """Make a new process a worker: it says little, leaves Ctrl-C to its parent, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: multiprocessing.process.BaseProcess) -> None:
    """End when the parent has ended, however that was: nobody would take the result."""
    parent.join()
    os._exit(1)
