"""Weight files cut into words, each with its place."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.language.texts import MAX_PLAN_CHARS, Position
from agentfw.language.tokens import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.language.texts import PlanText, Problems

__all__ = ["END", "Token", "tokens_of"]

END: Final = "end"
"""The kind of the token behind the last one."""
_MAX_NUMBER_CHARS: Final = 40
_TOKEN: Final = re.compile(
    r"""(?P<line>\n)
    |(?P<blank>[ \t\r\f\v]+|//[^\n]*)
    |(?P<comment>/\*.*?\*/)
    |(?P<open_comment>/\*.*)
    |(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<dollar>\$[A-Za-z_]\w*)
    |(?P<directive>\#[ \t]*[A-Za-z_]*)
    |(?P<text>"[^"\n]*")
    |(?P<open_text>"[^\n]*)
    |(?P<sign>[-+*/(){}:;,])
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)


class Token(NamedTuple):
    """One word of a weight file."""

    kind: str
    """``number``, ``name``, ``dollar``, ``directive``, ``text``, `END`, or the sign itself."""
    word: str
    """As it was written; a text without its quotes, a directive without blanks."""
    at: Position
    value: float | None = None
    """Of a number, or of a name that is a constant here."""

    def __str__(self) -> str:
        return "the end of the file" if self.kind == END else shown(self.word)


def tokens_of(text: PlanText, problems: Problems) -> list[Token]:
    """The words of a text with an `END` behind them; what is no word is noted and left out."""
    if len(text.text) > MAX_PLAN_CHARS:
        problems.error(Position(text), f"a weight file has at most {MAX_PLAN_CHARS} characters")
        return [Token(END, "", Position(text))]
    return list(_cut(text, problems))


def _cut(text: PlanText, problems: Problems) -> Iterator[Token]:
    line, line_start = 1, 0
    for found in _TOKEN.finditer(text.text):
        kind, word = str(found.lastgroup), found.group()
        at = Position(text, line, found.start() - line_start + 1)
        token = _token(kind, word, at, problems)
        if token is not None:
            yield token
        elif "\n" in word:
            line += word.count("\n")
            line_start = found.start() + word.rindex("\n") + 1
    yield Token(END, "", Position(text, line, len(text.text) - line_start + 1))


def _token(kind: str, word: str, at: Position, problems: Problems) -> Token | None:
    match kind:
        case "name" | "dollar":
            return Token(kind, word, at)
        case "sign":
            return Token(word, word, at)
        case "number":
            return Token(kind, word, at, _number(word, at, problems))
        case "text":
            return Token(kind, _text(word[1:-1], at, problems), at)
        case "directive":
            return Token(kind, "#" + word[1:].strip(), at)
        case _:
            return _wrong(kind, word, at, problems)


def _wrong(kind: str, word: str, at: Position, problems: Problems) -> Token | None:
    if kind in ("open_text", "open_comment"):
        problems.error(at, f"this {kind.removeprefix('open_')} is never closed")
    elif kind == "other":
        problems.error(at, f"unexpected character {shown(word)}")
    return Token("text", word[1:], at) if kind == "open_text" else None


def _number(word: str, at: Position, problems: Problems) -> float:
    if len(word) > _MAX_NUMBER_CHARS:
        problems.error(at, f"a number has at most {_MAX_NUMBER_CHARS} characters")
        return 0.0
    value = float(word)
    if math.isinf(value):
        problems.error(at, f"{word} is too large a number")
        return 0.0
    return value


def _text(text: str, at: Position, problems: Problems) -> str:
    if not text.isprintable():
        problems.error(at, "a text holds no control characters")
    return text
