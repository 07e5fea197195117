"""Numbers and times as people say them: ``thirty five``, ``2 and a half minutes``, ``1 min 30 sec``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.talk.matching import Found
    from agentfw.talk.talk import Talk
    from agentfw.talk.words import Word

__all__ = ["A_LONG_TIME_S", "A_WHILE_S", "Amounts", "is_number"]

A_WHILE_S: Final = 600.0
A_LONG_TIME_S: Final = 1800.0
_MAX_NUMBER: Final = 1e6
_SECONDS: Final = {
    "minutes": (60.0, 0.0),
    "seconds": (1.0, 0.0),
    "hours": (3600.0, 0.0),
    "minutes_and_half": (60.0, 30.0),
    "hours_and_half": (3600.0, 1800.0),
}
"""How long one of them is, and what comes to it."""
_MAX_PARTS: Final = 3
_AND_A_HALF: Final = ["and", "a", "half"]
_TENS: Final = frozenset(map(str, range(20, 100, 10)))
_ONES: Final = frozenset(map(str, range(1, 10)))
_FIXED_S: Final = {"forever": math.inf, "while": A_WHILE_S, "long": A_LONG_TIME_S, "half": 30.0}

_Finds: TypeAlias = "Callable[[str, Sequence[Word]], Found | None]"


class Amounts:
    """Reads numbers and times; `first` gives the first template of a context that fits some words."""

    def __init__(self, talk: Talk, first: _Finds) -> None:
        self._talk = talk
        self._first = first

    def seconds(self, words: Sequence[Word]) -> float | None:
        """How long something lasts; times one after the other add up."""
        total = 0.0
        for _ in range(_MAX_PARTS):
            found = self._first("times", words)
            if found is None:
                return None
            if found.template.id in _FIXED_S:
                return total + _FIXED_S[found.template.id]
            start, end = found.variables.get("number", (0, 0))
            amount = self.number(words[start:end])
            one, more = _SECONDS[found.template.id]
            total += float(amount) * one + more if amount else math.nan
            start, end = found.variables.get("more", (0, 0))
            words = words[start:end]
            if not words:
                return total if 0 < total <= _MAX_NUMBER else None
        return None

    def number(self, words: Sequence[Word]) -> str:
        """A number in digits, however it was said; empty when it is none."""
        plains = [part for word in words for part in _parts_of_number(word)]
        if len(plains) > len(_AND_A_HALF) and plains[-len(_AND_A_HALF) :] == _AND_A_HALF:
            whole = self._whole(plains[: -len(_AND_A_HALF)])
            return f"{float(whole) + 0.5:.10g}" if whole else ""
        return self._whole(plains)

    def _whole(self, plains: Sequence[str]) -> str:
        """A number in digits, or in one or two words: ``thirty five`` is 35."""
        meant = self._talk.synonyms("numbers").meant
        said = meant(plains) or " ".join(plains)
        if len(plains) == 2 and not is_number(said):
            tens, ones = meant(plains[:1]), meant(plains[1:])
            is_one = tens in _TENS and ones in _ONES
            said = str(int(tens) + int(ones)) if is_one else said
        return said if is_number(said) else ""


def _parts_of_number(word: Word) -> list[str]:
    """``thirty-five`` is two words."""
    parts = word.raw.casefold().split("-")
    return parts if len(parts) == 2 and all(part.isalpha() for part in parts) else [word.plain]


def is_number(plain: str) -> bool:
    """Whether a word is a number in digits."""
    return plain.removeprefix("-").replace(".", "", 1).isdecimal() and plain.isascii()
