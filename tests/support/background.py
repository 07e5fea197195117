"""Servers that run beside a test which itself blocks, as tests of the command line do."""

from __future__ import annotations

import contextlib
import queue
import threading
from typing import TYPE_CHECKING, TypeAlias

import trio
import trio.testing

from agentfw.testing import Script, ScriptedServer, scripted_server

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["background_server"]

_PATIENCE_S = 10.0
_Running: TypeAlias = tuple[ScriptedServer, trio.lowlevel.TrioToken, trio.Event]


@contextlib.contextmanager
def background_server(*scripts: Script) -> Iterator[ScriptedServer]:
    """A scripted server in a thread of its own, with its own trio loop.

    At the end of the block the server has read everything that its clients sent.
    """
    started: queue.Queue[_Running] = queue.Queue()

    async def serve() -> None:
        async with scripted_server(*scripts) as server:
            stop = trio.Event()
            started.put((server, trio.lowlevel.current_trio_token(), stop))
            await stop.wait()

    thread = threading.Thread(target=trio.run, args=(serve,), daemon=True)
    thread.start()
    server, token, stop = started.get(timeout=_PATIENCE_S)
    try:
        yield server
        trio.from_thread.run(trio.testing.wait_all_tasks_blocked, trio_token=token)
    finally:
        trio.from_thread.run_sync(stop.set, trio_token=token)
        thread.join(_PATIENCE_S)
