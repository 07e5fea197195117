"""Lines of a plan file and the pieces they are cut into, each with its place."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.brains.lines.invocations import Argument, Invocation, Word
from agentfw.language.parsing import parse_expression
from agentfw.language.syntax import Literal, Variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.language.syntax import Node
    from agentfw.language.texts import PlanText, Position, Problems

__all__ = ["NAME", "Piece", "lines_of", "read_call", "read_plain_call", "read_value"]

NAME: Final = r"[^\W\d][\w.\-]*"
_NAME: Final = re.compile(NAME)
_DIGITS: Final = r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_NUMBER: Final = re.compile(_DIGITS)
_TOKEN: Final = re.compile(
    r"(?:(?P<name>[^\W\d][\w\-]*)=(?!=))?"
    rf"(?:(?P<word>{_DIGITS}(?![\w.\-])|\w[\w.\-]*)"
    r"|\$(?P<variable>[A-Za-z0-9_]+)(?!\w)"
    r"""|(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<open>[(\[]))"""
)
_VARIABLE: Final = re.compile(r"[A-Za-z0-9_]+")
_WORD: Final = re.compile(r"\w[\w.\-]*")
_FIXED: Final = {"true": True, "false": False, "nothing": None, "none": None}
_OPERATORS: Final = frozenset(("and", "or", "not", "in"))
_KEYWORDS: Final = _OPERATORS | _FIXED.keys()
_MAX_NUMBER_CHARS: Final = 40
_QUOTES: Final = frozenset("\"'")


class Piece(NamedTuple):
    """A part of a line and where it begins."""

    text: str
    at: Position

    def cut(self, start: int, end: int | None = None) -> Piece:
        """A part of it, without blanks around."""
        text = self.text[start:end]
        lead = len(text) - len(text.lstrip())
        return Piece(text.strip(), self.at.moved(start + lead))

    def split(self, separator: str) -> list[Piece]:
        """Its parts between separators that stand outside of quotes and brackets."""
        found, start = [], 0
        for place, depth in _open_places(self.text):
            if depth == 0 and place >= start and self.text.startswith(separator, place):
                found.append(self.cut(start, place))
                start = place + len(separator)
        return [*found, self.cut(start)]


def lines_of(text: PlanText, begin: Position) -> Iterator[Piece]:
    """The lines that are not empty, without comments and without blanks around."""
    for number, line in enumerate(text.lines, 1):
        piece = Piece(line[: _comment_start(line)], begin._replace(line=number)).cut(0)
        if piece.text:
            yield piece


def read_call(piece: Piece, problems: Problems, noun: str = "task") -> Invocation | None:
    """``NAME argument…`` as it stands among things to do; `noun` is what messages call it."""
    found = _NAME.match(piece.text)
    if found is None:
        problems.error(piece.at, f"expected the name of a {noun}, found {_start(piece)}")
        return None
    rest = piece.cut(found.end())
    if rest.text and not piece.text[found.end()].isspace():
        problems.error(piece.at.moved(found.end()), _unexpected(piece.text[found.end()], found.group()))
        return None
    arguments = _arguments(rest, problems)
    if arguments is None:
        return None
    plain = tuple(value for name, value in arguments if not name)
    named = tuple((name, value) for name, value in arguments if name)
    return Invocation(found.group(), plain, named, piece.at)


def read_plain_call(piece: Piece) -> Invocation | None:
    """``NAME word…``, if the line has just this short form: no operators, no brackets, no quotes."""
    name, *words = piece.text.split()
    if not _NAME.fullmatch(name) or name.lower() in _KEYWORDS:
        return None
    values = [_plain_argument(word, piece.at.moved(place)) for place, word in _words(piece.text)][1:]
    if None in values or not _OPERATORS.isdisjoint(word.lower() for word in words):
        return None
    return Invocation(name, tuple(value for value in values if value is not None), (), piece.at)


def read_value(word: str, at: Position) -> Argument | None:
    """A bare word or number among arguments; None for a number that is too large."""
    if word.lower() in _FIXED:
        return Literal(_FIXED[word.lower()], at)
    if not _NUMBER.fullmatch(word):
        return Word(word, at)
    if len(word) > _MAX_NUMBER_CHARS:
        return None
    value = int(word) if word.lstrip("+-").isdecimal() else float(word)
    return Literal(value, at) if math.isfinite(value) else None


def _plain_argument(word: str, at: Position) -> Argument | None:
    if word.startswith("$"):
        return Variable(word[1:], at) if _VARIABLE.fullmatch(word[1:]) else None
    return read_value(word, at) if _WORD.fullmatch(word) or _NUMBER.fullmatch(word) else None


def _arguments(piece: Piece, problems: Problems) -> list[tuple[str, Argument]] | None:
    found: list[tuple[str, Argument]] = []
    while piece.text:
        token = _TOKEN.match(piece.text)
        if token is None:
            problems.error(piece.at, _no_argument(piece.text[0]))
            return None
        end = token.end() if token["open"] is None else _closing(piece, token.start("open"))
        if end == 0:
            problems.error(piece.at.moved(token.start("open")), "this bracket is never closed")
            return None
        if end < len(piece.text) and not piece.text[end].isspace():
            problems.error(piece.at.moved(end), _unexpected(piece.text[end], piece.text[:end]))
            return None
        value = _argument(piece, token, end, problems)
        if value is None:
            return None
        found.append((token["name"] or "", value))
        piece = piece.cut(end)
    return found


def _argument(piece: Piece, token: re.Match[str], end: int, problems: Problems) -> Argument | None:
    start = token.end("name") + 1 if token["name"] else 0
    at = piece.at.moved(start)
    if token["variable"]:
        return Variable(token["variable"], at)
    if token["word"]:
        value = read_value(token["word"], at)
        if value is None:
            problems.error(at, "this number is too large")
        return value
    if token["open"] == "(":
        return _group(piece.cut(start + 1, end - 1), at, problems)
    return parse_expression(piece.text[start:end], at, problems)


def _group(inner: Piece, at: Position, problems: Problems) -> Node | None:
    if not inner.text:
        problems.error(at, "expected an expression between the brackets")
        return None
    return parse_expression(inner.text, inner.at, problems)


def _closing(piece: Piece, start: int) -> int:
    """Where the bracket that opens at `start` has closed, or 0 if it never does."""
    text = piece.text[start:]
    ends = (place for place, depth in _open_places(text) if depth == 1 and text[place] in ")]")
    return next((start + place + 1 for place in ends), 0)


def _open_places(text: str) -> Iterator[tuple[int, int]]:
    """Every place outside of quotes, with the number of brackets that are open before it."""
    depth, quote, place = 0, "", 0
    while place < len(text):
        char = text[place]
        if quote:
            place += char == "\\"
            quote = "" if char == quote else quote
        else:
            yield place, depth
            quote = char if char in _QUOTES else ""
            depth = max(0, depth + (char in "([") - (char in ")]"))
        place += 1


def _comment_start(line: str) -> int:
    for place, _ in _open_places(line):
        if line[place] in "#;" and (place == 0 or line[place - 1].isspace()):
            return place
    return len(line)


def _words(text: str) -> Iterator[tuple[int, str]]:
    return ((found.start(), found.group()) for found in re.finditer(r"\S+", text))


def _start(piece: Piece) -> str:
    return _shown(piece.text[:20]) if piece.text else "nothing"


def _no_argument(char: str) -> str:
    if char in _QUOTES:
        return "this text is never closed"
    return f'expected a word, a number, "text", $name or (expression), found "{char}"'


def _unexpected(char: str, after: str) -> str:
    return f"{_shown(char)} cannot stand here, after {_shown(after)}"


def _shown(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'
