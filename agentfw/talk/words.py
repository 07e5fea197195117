"""Heard texts cut into words, so that case, punctuation and colors do not matter."""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.talk.meaning import Roster

__all__ = [
    "COLOR",
    "MAX_HEARD_CHARS",
    "QUOTES",
    "Word",
    "cleaned",
    "plain_words",
    "raw_text",
    "words_in",
]

MAX_HEARD_CHARS: Final = 500
"""The rest of a longer text is not heard."""
COLOR: Final = re.compile(r"\^[0-7]")
_SPACE: Final = re.compile(r"\s+")
QUOTES: Final = str.maketrans("\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019", '"""""\'\'')
"""Typographic quotation marks and apostrophes, and what they stand for."""
_WORD: Final = r"[^\s,;:!?\"()\[\]{}<>@]+"
_LISTS: Final = ",;:"
"""Signs that part the members of a list, or who is spoken to from what is said."""
_NUMBER: Final = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?", re.ASCII)
_AMOUNT: Final = re.compile(
    r"([0-9]+)(minutes?|mins?|m|seconds?|secs?|s|hours?|h)", re.ASCII | re.IGNORECASE
)
_AMOUNTS: Final = re.compile(rf"(?:{_AMOUNT.pattern}){{1,3}}", re.ASCII | re.IGNORECASE)


class Word(NamedTuple):
    """One word that was heard, or a name or quotation of several."""

    plain: str
    """As it is compared: letters, digits and apostrophes in lower case, or a number."""
    raw: str
    """As it was said; of a known name as it is written."""
    is_name: bool = False
    """Whether a player or a sub-team is called so."""
    is_quoted: bool = False
    has_comma: bool = False
    """Whether a comma, colon or semicolon follows."""
    stop: str = ""
    """The sign that ends a sentence there; of several, the question mark counts."""


def cleaned(text: str) -> str:
    """A text without colors, control characters and double blanks, not longer than is heard."""
    text = COLOR.sub("", text[:MAX_HEARD_CHARS]).translate(QUOTES)
    if not text.isprintable():
        text = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text)
    return _SPACE.sub(" ", text).strip()


def words_in(text: str, roster: Roster | None = None) -> list[Word]:
    """The words of a cleaned text; names that the roster knows are one word each."""
    found: list[Word] = []
    for match in _scanner(roster.pattern if roster is not None else "(?!)").finditer(text):
        kind, said = match.lastgroup, match.group()
        if kind == "list" and found:
            found[-1] = found[-1]._replace(has_comma=True)
        elif kind == "stop" and found:
            found[-1] = found[-1]._replace(stop="?" if "?" in said + found[-1].stop else said)
        elif kind == "quoted":
            inside = said[1:-1].strip()
            found.append(Word(f'"{inside.casefold().replace(" ", "_")}', inside, is_quoted=True))
        elif kind == "name" and roster is not None:
            name = roster.named(said) or said
            found.append(Word("_".join(plain_words(said)) or said.casefold(), name, is_name=True))
        elif kind == "word":
            found += [Word(_plain(part), part) for part in _parts(said)]
            found[-1] = found[-1]._replace(stop="." if said.endswith(".") else "")
    return [word for word in found if word.plain]


def plain_words(text: str) -> list[str]:
    """How the words of a text are compared; commas are words here."""
    told = (word for part in re.split("(,)", text) for word in _listed(part))
    return [word for word in told if word]


def raw_text(words: Sequence[Word]) -> str:
    """What was said, without the signs between."""
    return " ".join(word.raw for word in words)


def _listed(part: str) -> Iterator[str]:
    yield from [part] if part == "," else (word.plain for word in words_in(cleaned(part)))


@functools.lru_cache(maxsize=64)
def _scanner(names: str) -> re.Pattern[str]:
    before, behind = r"(?<![^\s,;:@(\"'*\[])", r"(?=$|[\s,;:.!?)\"'*\]])"
    return re.compile(
        rf"(?P<name>{before}(?:{names}){behind})|(?P<genitive>(?<=\S)'s(?!\S))"
        rf"|(?P<quoted>\"[^\"]*[^\"\s][^\"]*\")|(?P<list>[{_LISTS}])|(?P<stop>[!?])|(?P<word>{_WORD})",
        re.IGNORECASE,
    )


def _parts(said: str) -> Iterator[str]:
    """A word without what stands around it; ``1min30s`` is four."""
    word = said.strip("'*_~`#=|")
    word = word.rstrip(".-") if not _NUMBER.fullmatch(word) else word
    if _AMOUNTS.fullmatch(word):
        yield from (part for amount in _AMOUNT.findall(word) for part in amount)
    else:
        yield word


def _plain(word: str) -> str:
    if word.isalnum():
        return word.casefold()
    if _NUMBER.fullmatch(word):
        return word.lstrip("+")
    return "".join(char for char in word.casefold() if char.isalnum() or char == "'")
