"""Keeping what a command prints apart from what others do meanwhile, and signals alike."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType
    from typing import TextIO

__all__ = ["own_output", "processes_print_to_stderr", "terminated_like_interrupted"]

_OUT, _ERR = 1, 2


@contextlib.contextmanager
def own_output(*, wanted: bool = True) -> Iterator[TextIO]:
    """Within the block, what brains and processes print goes to stderr; gives the real stdout.

    For what programs read, such as JSON. When it is not `wanted`, everything stays as it is.
    """
    real = sys.stdout
    if not wanted:
        yield real
        return
    with contextlib.redirect_stdout(sys.stderr):
        yield real


@contextlib.contextmanager
def processes_print_to_stderr(*, wanted: bool = True) -> Iterator[None]:
    """Within the block, processes that are started print nothing to our stdout."""
    if not wanted:
        yield
        return
    sys.stdout.flush()
    kept = os.dup(_OUT)
    try:
        os.dup2(_ERR, _OUT)
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, _OUT)
        os.close(kept)


@contextlib.contextmanager
def terminated_like_interrupted() -> Iterator[None]:
    """Within the block, SIGTERM is what Ctrl-C is, and waits where that waits."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGTERM, interrupt)
    kept = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGINT, kept)
