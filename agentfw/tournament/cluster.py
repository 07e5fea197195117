"""Games played by a Dask cluster: workers on any number of machines, joined by a scheduler.

The scheduler gives the game of a worker that died to another one. Only so many games are handed in at a
time as keep the workers busy, so that a long tournament does not fill the scheduler's memory.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.errors import UsageError
from agentfw.tournament.jobs import Finished
from agentfw.tournament.playing import Outcome, play_game

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from agentfw.tournament.schedule import Game

__all__ = ["play_on_cluster"]

_RETRIES: Final = 2
_PER_THREAD: Final = 2
"""So many games are handed in for every thread of the cluster: one to play, one to come next."""
_PATIENCE_S: Final = 10.0
_PACKAGE: Final = "agentfw"


def play_on_cluster(
    games: Iterable[Game],
    spec: Callable[[Game], bytes],
    address: str,
    *,
    patience_s: float = _PATIENCE_S,
) -> Generator[Finished, None, None]:
    """Play games on the cluster whose scheduler is at that address, and give them as they end.

    Raises `UsageError` when nobody answers there, when the workers cannot play for us, and when the
    cluster is lost; what was given until then is played.
    """
    distributed = _distributed()
    with contextlib.closing(_connected(distributed, address, patience_s)) as client:
        _check_workers(client, address, patience_s)
        yield from _Batch(client, address).play(iter(games), spec, distributed.as_completed)


def _distributed() -> Any:
    """The library, of whose types its authors say little."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise UsageError("clusters need distributed: pip install 'agentfw[cluster]'") from None


def _connected(distributed: Any, address: str, patience_s: float) -> Any:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told in our words
    try:
        return distributed.Client(address, timeout=patience_s, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UsageError(
            f'no Dask scheduler at "{address}": {why}; one is started by: dask scheduler'
        ) from None


def _check_workers(client: Any, address: str, patience_s: float) -> None:
    """Raise `UsageError` unless there are workers, and all of them have the agentfw that we have."""
    try:
        client.wait_for_workers(1, timeout=patience_s)
    except TimeoutError:
        raise UsageError(
            f"the cluster at {address} has no workers; one is started by: "
            f"dask worker {address} --nthreads 1"
        ) from None
    versions: dict[str, Any] = client.get_versions(packages=[_PACKAGE])
    ours = versions["client"]["packages"][_PACKAGE]
    for worker, found in sorted(versions["workers"].items()):
        theirs = found["packages"].get(_PACKAGE)
        if theirs != ours:
            has = "no agentfw" if theirs is None else f"agentfw {theirs}"
            raise UsageError(f"the worker {worker} has {has}, but the tournament needs {ours}")


class _Batch:
    """The games that are handed in."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._games: dict[object, Game] = {}
        """By the keys of their futures."""

    def play(
        self, games: Iterator[Game], spec: Callable[[Game], bytes], as_completed: Callable[..., Any]
    ) -> Iterator[Finished]:
        """Play them all."""
        ended = as_completed(self._more(games, spec), loop=self._client.loop)
        for future in ended:
            yield self._finished(future)
            for more in self._more(games, spec):
                ended.add(more)

    def _more(self, games: Iterator[Game], spec: Callable[[Game], bytes]) -> list[Any]:
        """As many more games as the workers can do with now."""
        threads = self._client.nthreads()
        wanted = _PER_THREAD * max(1, sum(threads.values())) - len(self._games)
        chosen = [game for game, _ in zip(games, range(wanted), strict=False)]
        return [self._hand_in(game, spec(game)) for game in chosen]

    def _hand_in(self, game: Game, spec: bytes) -> Any:
        future = self._client.submit(play_game, spec, pure=False, retries=_RETRIES)
        self._games[future.key] = game
        return future

    def _finished(self, future: Any) -> Finished:
        game = self._games.pop(future.key)
        if future.status == "finished":
            return Finished(game, msgspec.json.decode(future.result(), type=Outcome))
        error = future.exception() if future.status == "error" else None
        if error is None:
            raise UsageError(f"the cluster at {self._address} was lost; the same command goes on")
        if isinstance(error, ModuleNotFoundError) and error.name == _PACKAGE:
            raise UsageError(f"a worker of the cluster at {self._address} has no agentfw")
        return Finished(game, None, f"it raised {type(error).__name__}: {error}")
