"""Ctrl-C and SIGTERM: the first one asks, the second one does not."""

from __future__ import annotations

import contextlib
import functools
import signal
import threading
from typing import TYPE_CHECKING, Any, Final

import trio

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    _Handler = Callable[[int, FrameType | None], Any]

__all__ = ["asking_first", "holding_back"]

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_AGAIN_S: Final = 0.5
_CAN_HOLD: Final = hasattr(signal, "pthread_sigmask")


@contextlib.contextmanager
def asking_first(on_first: Callable[[], None]) -> Iterator[None]:
    """Within the block, the first Ctrl-C or SIGTERM only calls `on_first`, as a trio task would.

    From then on Ctrl-C is what it was before, and SIGTERM the same: trio raises `KeyboardInterrupt`,
    even in a brain that never returns, which no task could stop. (That is why this is no
    `trio.open_signal_receiver`: it takes Ctrl-C away for as long as nobody gets round to look.) Signals
    that are ignored, as those of a job in the background are, stay so. Only the main thread gets
    signals; elsewhere the block changes nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    token = trio.lowlevel.current_trio_token()
    taken = {
        number: handler
        for number in _SIGNALS
        if (handler := signal.getsignal(number)) is not signal.SIG_IGN
    }
    with contextlib.ExitStack() as stack:

        def take(_number: int, _frame: FrameType | None) -> None:
            _restore(taken)
            raises = taken.get(signal.SIGINT)
            if callable(raises):
                again = functools.partial(insist, functools.partial(_as_ctrl_c, raises))
                signal.signal(signal.SIGINT, again)
                if taken.get(signal.SIGTERM) is signal.SIG_DFL:  # which would leave everything as it is
                    signal.signal(signal.SIGTERM, again)
            token.run_sync_soon(on_first)

        def insist(raises: _Handler, number: int, frame: FrameType | None) -> None:
            stack.enter_context(_again_and_again(raises))
            raises(number, frame)

        stack.callback(_restore, taken)
        for number in taken:
            signal.signal(number, take)
        stack.enter_context(_masked(is_held=False))
        yield


@contextlib.contextmanager
def holding_back() -> Iterator[None]:
    """Around several such blocks: a signal that comes between two of them waits for the next one.

    One that comes after the last has nothing left to end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with _masked(is_held=True):
        try:
            yield
        finally:
            while _CAN_HOLD and (waiting := signal.sigpending() & set(_SIGNALS)):
                signal.sigwait(waiting)


@contextlib.contextmanager
def _masked(*, is_held: bool) -> Iterator[None]:
    """Within the block, signals are held or not; afterwards as before."""
    if not _CAN_HOLD:
        yield
        return
    how = signal.SIG_BLOCK if is_held else signal.SIG_UNBLOCK
    before = signal.pthread_sigmask(how, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _restore(handlers: dict[signal.Signals, Any]) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)


def _as_ctrl_c(raises: _Handler, _number: int, frame: FrameType | None) -> None:
    """Whatever signal it was, handle it as the one that the handler knows."""
    raises(signal.SIGINT, frame)


@contextlib.contextmanager
def _again_and_again(handler: _Handler) -> Iterator[None]:
    """Within the block, a handler is called every half a second, where the system can do that.

    An interrupt ends one task, and while the others are being cancelled, each may run once more: with
    one interrupt alone, the next brain that never returns would get its turn.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, handler)
    timer = signal.setitimer(signal.ITIMER_REAL, _AGAIN_S, _AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)
