"""Talk files cut into words, each with its place, with the files that they include."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from agentfw.errors import UsageError
from agentfw.language.texts import PlanText, Position
from agentfw.language.tokens import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.language.texts import Problems

__all__ = ["END", "MAX_TEXT_CHARS", "Reads", "Token", "words_of"]

Reads: TypeAlias = Callable[[str, str], PlanText]
"""Finds the text of an include: ``(name, beside)``; raises `UsageError` when there is none."""

END: Final = "end"
"""The kind of the token behind the last one."""
MAX_TEXT_CHARS: Final = 250
"""No text between double quotes may be longer."""
_MAX_FILE_CHARS: Final = 1_000_000
_MAX_WORDS: Final = 200_000
_MAX_FILES: Final = 100
_MAX_NUMBER_CHARS: Final = 20
_TOKEN: Final = re.compile(
    r"""(?P<line>\n)
    |(?P<blank>[ \t\r\f\v]+|//[^\n]*)
    |(?P<comment>/\*.*?\*/)
    |(?P<open_comment>/\*.*)
    |(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<directive>\#[ \t]*[A-Za-z_]*)
    |(?P<text>"(?:[^"\\\n]|\\[^\n])*")
    |(?P<open_text>"[^\n]*)
    |(?P<sign>[][{}()<>,;=|&!])
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_ESCAPE: Final = re.compile(r"\\(.)")


class Token(NamedTuple):
    """One word of a talk file."""

    kind: str
    """``number``, ``name``, ``directive``, ``text``, `END`, or the sign itself."""
    word: str
    """As it was written; of a text what it means, without its quotes."""
    at: Position

    def __str__(self) -> str:
        return "the end of the file" if self.kind == END else shown(self.word)


def words_of(text: PlanText, read: Reads | None, problems: Problems) -> list[Token]:
    """The words of a file and of all that it includes, with an `END` behind them.

    A file that is included again is left out: one reading is enough. Without `read` nothing can be
    included.
    """
    including = _Including(read, problems)
    end = including.read(text)
    return [*including.words, end]


class _Including:
    """Reads files into each other."""

    def __init__(self, read: Reads | None, problems: Problems) -> None:
        self._find = read
        self._problems = problems
        self._seen: set[str] = set()
        self.words: list[Token] = []

    def read(self, text: PlanText) -> Token:
        """Take in a file; its `END` comes back."""
        self._seen.add(text.where)
        tokens = _Cutter(text, self._problems).tokens()
        for token in tokens:
            if token.kind == "directive":
                self._obey(token, next(tokens))
            elif token.kind == END or not self._has_room(token):
                return token._replace(kind=END)
            else:
                self.words.append(token)
        raise AssertionError("there is an END in every text")

    def _has_room(self, token: Token) -> bool:
        if len(self.words) == _MAX_WORDS:
            self._problems.error(token.at, f"there are more than {_MAX_WORDS} words, includes counted")
        return len(self.words) < _MAX_WORDS

    def _obey(self, directive: Token, name: Token) -> None:
        if directive.word != "#include" or name.kind != "text":
            self._problems.error(directive.at, f'expected #include "file", found {directive}')
            return
        text = self._found(name)
        if text is not None and text.where not in self._seen:
            self.read(text)

    def _found(self, name: Token) -> PlanText | None:
        if self._find is None or len(self._seen) >= _MAX_FILES:
            most = _MAX_FILES if self._find is not None else 0
            self._problems.error(name.at, f"at most {most} files can be included here")
            return None
        try:
            return self._find(name.word, name.at.text.where)
        except UsageError as error:
            self._problems.error(name.at, str(error))
            return None


class _Cutter:
    """Cuts one text; what is no word is noted and left out."""

    def __init__(self, text: PlanText, problems: Problems) -> None:
        self._text = text
        self._problems = problems

    def tokens(self) -> Iterator[Token]:
        """The words with an `END` behind them."""
        text, line, line_start = self._text.text, 1, 0
        if len(text) > _MAX_FILE_CHARS:
            limit = f"a file with talk has at most {_MAX_FILE_CHARS} characters"
            self._problems.error(Position(self._text), limit)
            text = ""
        for found in _TOKEN.finditer(text):
            kind, word = str(found.lastgroup), found.group()
            at = Position(self._text, line, found.start() - line_start + 1)
            token = self._token(kind, word, at)
            if token is not None:
                yield token
            elif "\n" in word:
                line += word.count("\n")
                line_start = found.start() + word.rindex("\n") + 1
        # What asks for one word more than there are gets the end again.
        end = Token(END, "", Position(self._text, line, len(text) - line_start + 1))
        yield from (end, end)

    def _token(self, kind: str, word: str, at: Position) -> Token | None:
        match kind:
            case "name" | "sign":
                return Token(kind if kind == "name" else word, word, at)
            case "number":
                return Token(kind, self._short(word, _MAX_NUMBER_CHARS, "a number", at), at)
            case "text":
                return Token(kind, self._meant(word[1:-1], at), at)
            case "directive":
                return Token(kind, "#" + word[1:].strip(), at)
            case "open_text" | "open_comment":
                self._problems.error(at, f"this {kind.removeprefix('open_')} is never closed")
                return Token("text", word[1:MAX_TEXT_CHARS], at) if kind == "open_text" else None
            case "other":
                self._problems.error(at, f"unexpected character {shown(word)}")
        return None

    def _meant(self, inside: str, at: Position) -> str:
        for found in _ESCAPE.finditer(inside):
            if found[1] not in '"\\':
                escape = at.moved(found.start() + 1)
                self._problems.error(escape, rf"unknown escape {shown(found[0])} (known: \\ \")")
        text = _ESCAPE.sub(r"\1", inside)
        if not text.isprintable():
            self._problems.error(at, "a text holds no control characters")
            return "".join(char for char in text if char.isprintable())
        return self._short(text, MAX_TEXT_CHARS, "a text", at)

    def _short(self, word: str, most: int, what: str, at: Position) -> str:
        if len(word) > most:
            self._problems.error(at, f"{what} has at most {most} characters, found {len(word)}")
        return word[:most]
