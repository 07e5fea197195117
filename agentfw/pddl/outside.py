"""Engines of unified-planning, each run in a process of its own.

They may sit in compiled code for minutes and hear nothing, so a deadline or a cancellation ends the
process with everything it started. What they answer is proven like any other plan.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import UsageError
from agentfw.pddl._child import Answer, Question
from agentfw.pddl.engines import Solution, never, proven
from agentfw.pddl.plans import Step
from agentfw.pddl.printing import domain_text, problem_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.pddl.syntax import Domain, Problem

__all__ = ["INSTALL", "OutsideEngine"]

INSTALL: Final = 'pip install "agentfw[planning]"'
"""What brings unified-planning along."""
_LOOK_S: Final = 0.05
_MAX_TOLD_CHARS: Final = 500
_PROGRAM: Final = (sys.executable, "-m", "agentfw.pddl._child")


class OutsideEngine:
    """An engine that unified-planning knows by this name, such as ``fast-downward`` or ``pyperplan``.

    `program` is what runs it: it is given a question as JSON and prints an answer, see `_child`.
    Raises `UsageError` with the command that helps, where unified-planning is not installed.
    """

    def __init__(self, name: str, *, program: Sequence[str] = _PROGRAM) -> None:
        if importlib.util.find_spec("unified_planning") is None:
            raise UsageError(f'engine "{name}" needs unified-planning: {INSTALL}')
        self.name = name
        self._program = program

    def solve(
        self,
        domain: Domain,
        problem: Problem,
        deadline_s: float | None = None,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> Solution:
        """A proven plan, or why there is none; `UsageError` where the engine is not installed."""
        question = Question(self.name, domain_text(domain), problem_text(problem))
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            child = _started(self._program, folder)
            try:
                output = _wait(child, msgspec.json.encode(question), deadline_s, is_cancelled)
            finally:
                _end(child)
        if isinstance(output, str):
            return Solution(engine=self.name, status="unfinished", why=output)
        return proven(domain, problem, self._solution(*output))

    def _solution(self, out: bytes, err: bytes) -> Solution:
        try:
            answer = msgspec.json.decode(out, type=Answer)
        except msgspec.DecodeError:
            told = err.decode("utf-8", "replace").strip()[-_MAX_TOLD_CHARS:]
            return Solution(
                engine=self.name, status="failed", why=told or "the engine ended without a word"
            )
        if answer.is_unknown:
            raise UsageError(answer.why)
        return Solution(
            engine=self.name,
            status=answer.status,
            steps=tuple(Step(action, objects) for action, objects in answer.steps),
            is_optimal=answer.is_optimal,
            why=answer.why,
        )


def _started(program: Sequence[str], folder: str) -> subprocess.Popen[bytes]:
    """The child at work; what engines leave behind goes with the folder."""
    return subprocess.Popen(  # noqa: S603 - our own module, or what the caller wants
        program,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": folder},
        start_new_session=True,
    )


def _wait(
    child: subprocess.Popen[bytes],
    question: bytes,
    deadline_s: float | None,
    is_cancelled: Callable[[], bool],
) -> tuple[bytes, bytes] | str:
    """What the child said on both ways, or why it is not waited for any longer."""
    waited, unsent = 0.0, question
    while not is_cancelled():
        left = _LOOK_S if deadline_s is None else min(_LOOK_S, deadline_s - waited)
        if left <= 0:
            return f"no answer within {deadline_s:g} s"
        try:
            return child.communicate(unsent or None, timeout=left)
        except subprocess.TimeoutExpired:
            # What was given is kept by the first call, and must not be given again.
            waited, unsent = waited + left, b""
    return "canceled"


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child with all that it started; engines are programs of their own."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
