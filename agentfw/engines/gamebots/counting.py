"""What a session counts, so that nothing odd passes unnoticed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.engines.gamebots.decoding import Rejected

if TYPE_CHECKING:
    from agentfw.engines.gamebots.decoding import Odd

__all__ = ["Oddities", "SessionStatistics"]

_MAX_NAMES: Final = 200
_MAX_KEPT: Final = 20
_MANY: Final = "…"


class SessionStatistics(msgspec.Struct, frozen=True):
    """The counters of one session at one moment."""

    dialect: str
    state: str
    bytes_in: int
    bytes_out: int
    lines: int
    snapshots: int
    commands: int
    rejected: int
    overlong: int
    unknown_words: dict[str, int]
    unknown_attributes: dict[str, int]
    misplaced: int
    """Words out of order, which were ignored."""
    broken_batches: int
    broken_lists: int
    requests_open: int
    requests_answered: int
    requests_timed_out: int
    replies_late: int


class Oddities:
    """Counts what was unknown or wrong; names beyond a limit share one counter."""

    def __init__(self) -> None:
        self.words: Counter[str] = Counter()
        self.attributes: Counter[str] = Counter()
        self.rejected = 0
        self.last_rejected: list[Rejected] = []
        """The newest few, for whoever looks for the reason."""

    def note(self, odd: Odd) -> None:
        """Count what is odd about a line."""
        if isinstance(odd.message, Rejected):
            self.rejected += 1
            self.last_rejected = [*self.last_rejected[1 - _MAX_KEPT :], odd.message]
        elif odd.form is None:
            self.words[_bounded(self.words, odd.message.word)] += 1
        else:
            for name, _ in odd.message.extra:
                self.attributes[_bounded(self.attributes, f"{odd.form.word}.{name}")] += 1


def _bounded(counter: Counter[str], name: str) -> str:
    return name if name in counter or len(counter) < _MAX_NAMES else _MANY
