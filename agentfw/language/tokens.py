"""Expression texts cut into words, each with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.language.texts import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.language.texts import Problems

__all__ = ["END", "MAX_EXPRESSION_CHARS", "Token", "tokens_of"]

MAX_EXPRESSION_CHARS: Final = 10_000
"""No expression may be longer."""
_MAX_NUMBER_CHARS: Final = 40

END: Final = "end"
"""The kind of the token behind the last one."""

_KEYWORDS: Final = {"and", "or", "not", "in", "true", "false", "nothing", "none"}
# What people bring along from other languages, and what it is called here.
_FOREIGN: Final = {
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "===": "==",
    "!==": "!=",
    "<>": "!=",
    "=<": "<=",
    "=>": ">=",
}
_ESCAPES: Final = {"\\": "\\", '"': '"', "'": "'", "n": "\n"}
_TOKEN: Final = re.compile(
    r"""(?P<blank>[ \t\r\n\f]+)
    |(?P<number>(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<variable>\$[A-Za-z0-9_]+)
    |(?P<text>"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')
    |(?P<open>["'][^\n]*)
    |(?P<foreign>&&?|\|\|?|===|!==|<>|=<|=>|!(?!=))
    |(?P<sign><=|>=|==|!=|[-+*/%<>=()\[\],])
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """One word of an expression."""

    kind: str
    """``number``, ``name``, ``variable``, ``text``, `END`, or the keyword or sign itself."""
    word: str
    """As it was written."""
    at: Position
    value: int | float | str = ""
    """What a number or a text means."""

    def __str__(self) -> str:
        return "the end" if self.kind == END else shown(self.word)


class _Cutter:
    """Cuts one text; what is no word is noted and left out."""

    def __init__(self, text: str, at: Position, problems: Problems) -> None:
        self.text = text
        self.at = at
        self.problems = problems
        self.is_clean = True

    def tokens(self) -> Iterator[Token]:
        last_end = -1
        for found in _TOKEN.finditer(self.text):
            kind, word = str(found.lastgroup), found.group()
            at = self._place(found.start())
            if kind == "name" and last_end == found.start():
                self._problem(at, f"a number has no unit: leave {shown(word)} away")
            last_end = found.end() if kind == "number" else -1
            token = self._token(kind, word, at)
            if token is not None:
                yield token
        yield Token(END, "", self._place(len(self.text)))

    def _token(self, kind: str, word: str, at: Position) -> Token | None:
        match kind:
            case "blank":
                return None
            case "name" | "sign":
                # Keywords are the same in capitals; signs have none.
                plain = word.lower()
                return Token(plain if kind == "sign" or plain in _KEYWORDS else kind, word, at)
            case "variable":
                return Token(kind, word, at, word[1:])
            case "number":
                return Token(kind, word, at, self._number(word, at))
            case "text":
                return Token(kind, word, at, self._text(word, at))
            case _:
                return self._wrong(kind, word, at)

    def _wrong(self, kind: str, word: str, at: Position) -> Token | None:
        if kind == "foreign":
            meant = _FOREIGN[word]
            self._problem(at, f'unexpected {shown(word)}, write "{meant}" instead')
            return Token(meant, word, at)
        if kind == "open":
            self._problem(at, "this text is never closed")
            return Token("text", word, at)
        told = '"$" without a name' if word == "$" else f"unexpected character {shown(word)}"
        self._problem(at, told)
        return None

    def _number(self, word: str, at: Position) -> int | float:
        if len(word) > _MAX_NUMBER_CHARS:
            self._problem(at, f"a number has at most {_MAX_NUMBER_CHARS} characters")
            return 0
        if word.isdecimal():
            return int(word)
        value = float(word)
        if value == float("inf"):
            self._problem(at, f"{word} is too large a number")
        return value

    def _text(self, word: str, at: Position) -> str:
        made, parts = [], iter(enumerate(word[1:-1], 1))
        for index, char in parts:
            if char != "\\":
                made.append(char)
                continue
            _, escaped = next(parts)
            if escaped not in _ESCAPES:
                known = r"\\ \" \' \n"
                self._problem(
                    at.moved(index), f"unknown escape {shown(char + escaped)} (known: {known})"
                )
            made.append(_ESCAPES.get(escaped, escaped))
        return "".join(made)

    def _place(self, index: int) -> Position:
        return place_in(self.text, self.at, index)

    def _problem(self, at: Position, text: str) -> None:
        self.is_clean = False
        self.problems.error(at, text)


def place_in(text: str, at: Position, index: int) -> Position:
    """The place of ``text[index]``, if ``text[0]`` stands at `at`."""
    line_start = text.rfind("\n", 0, index) + 1
    if line_start == 0:
        return at.moved(index)
    return Position(at.text, at.line + text.count("\n", 0, index), index - line_start + 1)


def tokens_of(text: str, at: Position, problems: Problems) -> tuple[list[Token], bool]:
    """The words of a text with an `END` behind them, and whether all of it was words.

    What is none is noted, and left out or replaced by what was meant, so that the rest can be read.
    """
    if len(text) > MAX_EXPRESSION_CHARS:
        limit = f"an expression has at most {MAX_EXPRESSION_CHARS} characters"
        problems.error(at, f"{limit}, found {len(text)}")
        return [Token(END, "", at)], False
    cutter = _Cutter(text, at, problems)
    return list(cutter.tokens()), cutter.is_clean


def shown(word: str) -> str:
    """A word in quotes, with nothing in it that a terminal would act on."""
    visible = "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in word)
    return f'"{visible}"'
