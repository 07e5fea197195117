"""The lexical layer: one line of text into a word and its attributes.

Two readers, because the two directions are read by different programs. `split_message` reads what
servers write and turns away what cannot be a whole message, such as a line that was cut in half.
`split_command` reads what clients write the way the servers do, which never refuses anything.

Braces inside values are the trouble. Servers do not escape them in names and, in the classic
dialect, not in chat either, so a piece between two separators that cannot be an attribute is glued
to the free text before it. Only classic score boards nest braces on purpose.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Malformed", "RawAttribute", "split_command", "split_message", "split_nested"]

RawAttribute: TypeAlias = tuple[str, str | None]
"""A name and its text; None for an attribute written without any value, as in ``{Alt}``."""

_SEPARATOR: Final = re.compile(r"(\}\s*\{)")
# Possessive, so that no hostile line can make it try again and again.
_NESTED: Final = re.compile(r"\{(?:[^{}]++|\{[^{}]*+\})*+\}")
_MIN_WORD, _MAX_WORD = 2, 20


class Malformed(Exception):
    """A line that cannot be read, with the reason."""


def split_message(text: str, is_text: Callable[[str, str], bool]) -> tuple[str, list[RawAttribute]]:
    """The word of a server message and its attributes in order.

    `is_text` tells for (word, attribute name) whether the value is free text, which may hold stray
    braces. Raises `Malformed` for anything that is not a whole message.
    """
    word, body = split_word(text)
    if not body:
        return word, []
    attributes: list[RawAttribute] = []
    pieces = _SEPARATOR.split(body[1:-1])
    for separator, piece in zip(["", *pieces[1::2]], pieces[::2], strict=True):
        name, blank, value = piece.partition(" ")
        if _is_name(name) and (_is_clean(value) or is_text(word, name)):
            attributes.append((name, value if blank else None))
        elif attributes and is_text(word, attributes[-1][0]):
            name, value = attributes[-1][0], attributes[-1][1] or ""
            attributes[-1] = (name, f"{value}{separator}{piece}")
        else:
            raise Malformed(f'"{_short(piece)}" is not an attribute')
    return word, attributes


def split_word(text: str) -> tuple[str, str]:
    """The word of a message and the rest from the first brace on; the rest may be empty."""
    start = text.find("{")
    if start < 0:
        if "}" in text:
            raise Malformed("starts in the middle of a message")
        return _checked_bare(text), ""
    word = text[:start].rstrip()
    if not word:
        raise Malformed("has no message word before its first brace")
    if "}" in word or " " in word:
        raise Malformed("starts in the middle of a message")
    if not text.endswith("}"):
        raise Malformed("is cut off: the last attribute has no closing brace")
    return _checked(word), text[start:]


def split_nested(body: str) -> list[RawAttribute]:
    """The outermost attributes of a body whose values may themselves be attributes."""
    found = _NESTED.findall(body)
    if sum(map(len, found)) + body.count(" ") - "".join(found).count(" ") != len(body):
        raise Malformed("has braces that do not match")
    return [_attribute(whole[1:-1]) for whole in found]


def split_command(text: str, max_attributes: int) -> tuple[str, list[RawAttribute]]:
    """The upper-cased word of a client command and the attributes a server would see.

    An opening brace always begins an attribute and the next closing brace ends it; an attribute
    without a blank hides itself and all that follow, as on the real servers.
    """
    word, _, rest = text.strip().partition(" ")
    word, brace, stuck = word.partition("{")  # some clients write no blank before the brace
    rest = f"{brace}{stuck} {rest}"
    attributes: list[RawAttribute] = []
    for piece in rest.split("{")[1 : max_attributes + 1]:
        inner = piece.partition("}")[0]
        name, blank, value = inner.partition(" ")
        if not blank or not name:
            break
        attributes.append((name, value))
    return word.upper(), attributes


def _attribute(text: str) -> RawAttribute:
    name, blank, value = text.partition(" ")
    return name, value if blank else None


def _checked(word: str) -> str:
    if not _MIN_WORD <= len(word) <= _MAX_WORD or not word.isprintable():
        raise Malformed(f'"{_short(word)}" is not a message word')
    return word


def _checked_bare(text: str) -> str:
    """The words of a line without attributes; only the first one must look like a word."""
    first = text.partition(" ")[0]
    _checked(first)
    return text


def _is_name(name: str) -> bool:
    return bool(name) and _is_clean(name)


def _is_clean(text: str) -> bool:
    return "{" not in text and "}" not in text


def _short(text: str, limit: int = 40) -> str:
    shown = text.encode("unicode_escape").decode("ascii")
    return shown if len(shown) <= limit else f"{shown[:limit]}…"
