"""What ``#define`` names stand for, worked out when they are used, as in C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.weights.arithmetic import Cursor, GivenUp
from agentfw.weights.tokens import END, Token

if TYPE_CHECKING:
    from agentfw.language.texts import Problems

__all__ = ["Constants"]

_MAX_CHAIN: Final = 50
_MAX_WORK: Final = 1_000_000
"""So many words are worked out for one file: constants are looked at anew after every ``#define``."""


class Constants:
    """Names and the words that they stand for."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._words: dict[str, list[Token]] = {}
        self._values: dict[str, float | None] = {}
        self._asked: list[str] = []
        self._work = 0

    def __contains__(self, name: str) -> bool:
        return name in self._words

    def define(self, name: Token, words: list[Token]) -> None:
        """From here on a name stands for words: a number, another name, or ``$evalint(…)``."""
        self._words[name.word] = words
        self._values.clear()

    def undefine(self, name: str) -> None:
        """From here on a name stands for nothing."""
        self._words.pop(name, None)
        self._values.clear()

    def resolved(self, token: Token) -> Token:
        """A word, with its value if it is the name of a constant."""
        if token.kind != "name" or token.word not in self._words:
            return token
        if token.word not in self._values:
            self._values[token.word] = self._work_out(token)
        return token._replace(value=self._values[token.word])

    def _work_out(self, name: Token) -> float | None:
        if name.word in self._asked or len(self._asked) >= _MAX_CHAIN:
            way = " → ".join([*self._asked[:3], name.word])
            self._problems.error(name.at, f"this name stands for itself, or nearly so: {way}")
            return 0.0
        self._asked.append(name.word)
        try:
            return self._value(self._words[name.word])
        except GivenUp:
            return 0.0  # the mistake is noted where the words stand, once
        finally:
            self._asked.pop()

    def _value(self, words: list[Token]) -> float | None:
        # A name that stands for a name which nobody defined may be that of a variable.
        if not words or (len(words) == 1 and words[0].kind == "name" and words[0].word not in self):
            return None
        self._spend(words)
        end = Token(END, "", words[-1].at)
        cursor = Cursor([*(self.resolved(word) for word in words), end], self._problems)
        value = cursor.number()
        if cursor.now.kind != END:
            raise cursor.stopped(f"a constant is one number, unexpected {cursor.now}: use $evalint(…)")
        return value

    def _spend(self, words: list[Token]) -> None:
        is_told = self._work > _MAX_WORK
        self._work += len(words)
        if self._work > _MAX_WORK:
            if not is_told:
                self._problems.error(words[0].at, "it takes too long to work the constants out")
            raise GivenUp
