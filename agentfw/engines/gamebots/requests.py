"""Questions on their way: which answer belongs to which, and when to stop waiting.

Some questions are never answered (an unknown target, a dead player), so each has a deadline. Paths
are asked one at a time where the dialect ends the answer with a line that carries no id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from agentfw.vocabulary import AskPath, AskReach, AskTrace, RequestId, RequestTimedOut

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Question", "Requests"]

Question: TypeAlias = AskPath | AskReach | AskTrace

_MAX_OPEN: Final = 1000


class _Open(msgspec.Struct):
    question: Question
    deadline: float


class Requests:
    """The open questions of one session."""

    def __init__(self, *, timeout_s: float, one_path_at_a_time: bool) -> None:
        self._timeout_s = timeout_s
        self._one_path_at_a_time = one_path_at_a_time
        self._open: dict[RequestId, _Open] = {}
        self._waiting: dict[RequestId, _Open] = {}
        self._path: RequestId | None = None
        self._last = 0
        self.answered = 0
        self.timed_out = 0
        self.late = 0
        """Answers to questions that nobody waits for (any more)."""

    def __len__(self) -> int:
        return len(self._open) + len(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether so many questions are open that another one makes no sense."""
        return len(self) >= _MAX_OPEN

    @property
    def next_deadline(self) -> float | None:
        """When the first of the open questions runs out of time."""
        entries = (*self._open.values(), *self._waiting.values())
        return min((entry.deadline for entry in entries), default=None)

    def name(self, question: Question) -> RequestId:
        """The id the question was given, or a new one."""
        if question.request is not None:
            return question.request
        while True:
            self._last += 1
            request = RequestId(f"q{self._last}")
            if not self.is_open(request):
                return request

    def is_open(self, request: RequestId) -> bool:
        """Whether a question of that id still waits for its answer or for its turn."""
        return request in self._open or request in self._waiting

    def ask(self, request: RequestId, question: Question, now: float) -> bool:
        """Note the question; False means that it has to wait for its turn."""
        if isinstance(question, AskPath) and self._one_path_at_a_time:
            if self._path is not None:
                self._waiting[request] = _Open(question, now + self._timeout_s)
                return False
            self._path = request
        self._open[request] = _Open(question, now + self._timeout_s)
        return True

    def answer(self, request: RequestId) -> bool:
        """Close the question; False when nobody waits for this answer."""
        if self._open.pop(request, None) is None:
            self.late += 1
            return False
        self.answered += 1
        self._free(request)
        return True

    def expire(self, now: float) -> Iterator[RequestTimedOut]:
        """Close the questions whose time is over, also those that never had their turn."""
        for entries in (self._open, self._waiting):
            for request in [key for key, entry in entries.items() if entry.deadline <= now]:
                question = entries.pop(request).question
                self.timed_out += 1
                self._free(request)
                yield RequestTimedOut(request, question)

    def take_turn(self) -> Question | None:
        """The next path question that may be asked now."""
        if self._path is not None or not self._waiting:
            return None
        self._path = next(iter(self._waiting))
        self._open[self._path] = self._waiting.pop(self._path)
        return self._open[self._path].question

    def _free(self, request: RequestId) -> None:
        if self._path == request:
            self._path = None
