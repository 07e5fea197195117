"""Ctrl-C and SIGTERM: the first one asks, the second one does not."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING, Final

import trio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

__all__ = ["asking_first"]

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def asking_first(on_first: Callable[[], None]) -> Iterator[None]:
    """Within the block, the first Ctrl-C or SIGTERM only calls `on_first`, as a trio task would.

    From then on the signals are what they were before: trio raises `KeyboardInterrupt`, even in a brain
    that never returns, which no task could stop. (That is why this is no `trio.open_signal_receiver`: it
    takes Ctrl-C away for as long as nobody gets round to look.) Only the main thread gets signals;
    elsewhere the block changes nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    token = trio.lowlevel.current_trio_token()
    before = {number: signal.getsignal(number) for number in _SIGNALS}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def take(_number: int, _frame: FrameType | None) -> None:
        restore()
        token.run_sync_soon(on_first)

    for number in _SIGNALS:
        signal.signal(number, take)
    try:
        yield
    finally:
        restore()
