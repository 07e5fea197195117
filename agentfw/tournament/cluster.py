"""Games played by a Dask cluster: workers on any number of machines, joined by a scheduler.

The scheduler gives the game of a worker that died to another one. Only so many games are handed in at a
time as keep the workers busy, so that a long tournament does not fill the scheduler's memory.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import logging
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw import __version__
from agentfw.errors import UsageError
from agentfw.tournament.jobs import Finished
from agentfw.tournament.playing import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from agentfw.tournament.schedule import Game

__all__ = ["Patience", "play_on_cluster"]

_PER_THREAD: Final = 2
"""So many games are handed in for every thread of the cluster: one to play, one to come next."""
_LOOK_S: Final = 1.0
"""How often it is looked whether the cluster still gets anywhere."""
_GOES_ON: Final = "the same command goes on"


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """How long the parts of a cluster are waited for, in seconds."""

    answer_s: float = 10.0
    """For the scheduler, and for its first worker."""
    absence_s: float = 60.0
    """For any worker when all were lost."""
    game_s: float
    """For any game to end while there are workers."""


def play_on_cluster(
    games: Iterable[Game], spec: Callable[[Game], bytes], address: str, patience: Patience
) -> Generator[Finished, None, None]:
    """Play games on the cluster whose scheduler is at that address, and give them as they end.

    Raises `UsageError` when nobody answers there, when the workers cannot play for us, and when the
    cluster is lost or gets nowhere; what was given until then is played.
    """
    distributed = _distributed()
    with contextlib.closing(_connected(distributed, address, patience.answer_s)) as client:
        _check_workers(client, address, patience.answer_s)
        yield from _Batch(distributed, client, address, patience).play(games, spec)


def _distributed() -> Any:
    """The library, of whose types its authors say little."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise UsageError("clusters need distributed: pip install 'agentfw[cluster]'") from None


def _connected(distributed: Any, address: str, answer_s: float) -> Any:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told in our words
    try:
        return distributed.Client(address, timeout=answer_s)
    except (OSError, ValueError, TypeError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UsageError(
            f'no Dask scheduler at "{address}": {why}; one is started by: dask scheduler'
        ) from None


def _check_workers(client: Any, address: str, answer_s: float) -> None:
    """Raise `UsageError` unless there are workers, and all of them have what we have."""
    try:
        client.wait_for_workers(1, timeout=answer_s)
    except TimeoutError:
        raise UsageError(
            f"the cluster at {address} has no workers; one is started by: "
            f"dask worker {address} --nthreads 1"
        ) from None
    told = client.get_versions()
    pythons = {f"worker {worker}": _python(found) for worker, found in sorted(told["workers"].items())}
    pythons["scheduler"] = _python(told["scheduler"])
    _check("Python", _python(told["client"]), pythons)
    found = client.run(_by_value("agentfw", "__version__"), on_error="return")
    _check("agentfw", __version__, {f"worker {worker}": one for worker, one in sorted(found.items())})


def _python(versions: Any) -> str:
    return ".".join(versions["host"]["python"].split(".")[:2])


def _check(what: str, needed: str, found: dict[str, Any]) -> None:
    for whose, version in found.items():
        if version != needed:
            has = f"{what} {version}" if isinstance(version, str) else f"no {what}"
            raise UsageError(f"the {whose} has {has}, but the tournament needs {needed}")


def _by_value(module: str, name: str) -> Callable[..., Any]:
    """Something of ours that travels without its module: schedulers need no agentfw, workers can say so.

    That is so because it is local to this function; what travels is its code, which one version of
    Python does not understand of another.
    """

    def called(*arguments: Any) -> Any:
        import importlib  # noqa: PLC0415 - here is elsewhere

        found = getattr(importlib.import_module(module), name)
        return found(*arguments) if arguments else found

    return called


class _Batch:
    """The games that are handed in."""

    def __init__(self, distributed: Any, client: Any, address: str, patience: Patience) -> None:
        self._distributed = distributed
        self._client = client
        self._address = address
        self._patience = patience
        self._play_game = _by_value("agentfw.tournament.playing", "play_game")
        self._games: dict[Any, Game] = {}
        """By their futures."""
        self._seen_at = self._ended_at = time.monotonic()
        """When there were workers, and when a game ended."""
        self._suspects: list[Game] = []
        """Games that workers had when they died: who is to blame shows when each is played alone."""
        self._is_last_try = False

    def play(self, games: Iterable[Game], spec: Callable[[Game], bytes]) -> Iterator[Finished]:
        """Play them all."""
        yield from self._play(iter(games), spec)
        self._is_last_try = True
        suspects, self._suspects = self._suspects, []
        for game in suspects:
            yield from self._play(iter([game]), spec)

    def _play(self, games: Iterator[Game], spec: Callable[[Game], bytes]) -> Iterator[Finished]:
        """Play as many at a time as there are workers for."""
        self._hand_in(games, spec)
        while self._games:
            for future in self._ended():
                finished = self._finished(future)
                if finished is not None:
                    self._ended_at = time.monotonic()
                    yield finished
            self._look()
            self._hand_in(games, spec)

    def _hand_in(self, games: Iterator[Game], spec: Callable[[Game], bytes]) -> None:
        """As many more games as the workers can do with now."""
        wanted = _PER_THREAD * max(1, self._threads()) - len(self._games)
        for game in itertools.islice(games, max(0, wanted)):
            future = self._client.submit(self._play_game, spec(game), pure=False)
            self._games[future] = game

    def _threads(self) -> int:
        """How many games the cluster can play at a time."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, ValueError):  # the client has closed itself
            raise self._lost() from None

    def _ended(self) -> list[Any]:
        """The futures of games that have ended, one way or another; it is not waited long for them."""
        wait = self._distributed.wait
        try:
            done, _ = wait([*self._games], timeout=_LOOK_S, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return []
        except self._distributed.CancelledError:
            raise self._lost() from None
        return list(done)

    def _finished(self, future: Any) -> Finished | None:
        """What came of a game; None when that was lost with its worker, and is played again."""
        try:
            outcome = msgspec.json.decode(future.result(timeout=_LOOK_S), type=Outcome)
        except self._distributed.CancelledError:
            raise self._lost() from None
        except self._distributed.KilledWorker as error:
            return self._suspected(self._games.pop(future), error.allowed_failures + 1)
        except Exception as error:  # noqa: BLE001 - whatever a brain made of our code, others play on
            if isinstance(error, TimeoutError) and future.status != "error":
                return None
            return Finished(self._games.pop(future), None, self._told(error))
        return Finished(self._games.pop(future), outcome)

    def _told(self, error: Exception) -> str:
        """Why a game could not be played."""
        if isinstance(error, ModuleNotFoundError) and str(error.name).partition(".")[0] == "agentfw":
            text = (
                f"a worker of the cluster at {self._address} has not the agentfw that we have: {error}"
            )
            raise UsageError(text) from None
        return f"it raised {type(error).__name__}: {error}"

    def _suspected(self, game: Game, workers: int) -> Finished | None:
        """The end of a game that many workers did not survive; None when another may be to blame."""
        if self._is_last_try:
            return Finished(game, None, f"it killed {workers} workers")
        self._suspects.append(game)
        return None

    def _look(self) -> None:
        """Raise `UsageError` when the cluster gets nowhere."""
        now = time.monotonic()
        if self._threads():
            self._seen_at = now
        else:
            self._ended_at = now  # whoever is not there cannot be late
        if now - self._seen_at > self._patience.absence_s:
            raise UsageError(f"the cluster at {self._address} has no workers any more; {_GOES_ON}")
        if now - self._ended_at > self._patience.game_s:
            names = " and ".join(sorted({name for game in self._games.values() for name in game.pair}))
            raise UsageError(
                f"the cluster at {self._address} has ended no game for {self._patience.game_s:.0f} s: "
                f"do its workers run, and do {names} always come to an end? {_GOES_ON.capitalize()}"
            )

    def _lost(self) -> UsageError:
        return UsageError(f"the cluster at {self._address} was lost; {_GOES_ON}")
