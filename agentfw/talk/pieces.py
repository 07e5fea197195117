"""Templates and lines as they are read: texts and variables, joined by commas."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.talk.syntax import (
    Line,
    Literal,
    Maybe,
    Part,
    Template,
    Variable,
    plain_rows,
    variables_in,
)
from agentfw.talk.words import plain_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from agentfw.talk.cursor import Cursor
    from agentfw.talk.tokens import Token

__all__ = ["MAX_MAYBES", "MAX_PARTS", "MAX_VARIABLES", "read_line", "read_template"]

MAX_VARIABLES: Final = 8
MAX_PARTS: Final = 24
MAX_MAYBES: Final = 4
_MAX_CHOICES: Final = 40
_MAX_WAYS: Final = 64
"""In so many ways the same words may fit: all of them may have to be tried."""


def read_template(cursor: Cursor) -> Template:
    """Parts that somebody can say; everything that no template may have is noted."""
    at = cursor.now.at
    template = Template(_parts(cursor), at=at)
    _check_template(template, cursor)
    return template


def read_line(cursor: Cursor) -> Line:
    """Parts to say."""
    at = cursor.now.at
    return Line(_parts(cursor), at)


def _parts(cursor: Cursor) -> tuple[Part, ...]:
    parts = [_part(cursor)]
    while cursor.takes(","):
        parts.append(_part(cursor))
    maybes = [part for part in parts if isinstance(part, Maybe)]
    if len(parts) > MAX_PARTS:
        raise cursor.stopped(f"there are at most {MAX_PARTS} parts", parts[0].at)
    if len(maybes) > MAX_MAYBES:
        raise cursor.stopped(f'there are at most {MAX_MAYBES} parts in "[" and "]"', maybes[-1].at)
    return tuple(parts)


def _part(cursor: Cursor) -> Part:
    if cursor.now.kind != "[":
        return _plain_part(cursor)
    opening = cursor.take()
    parts = [_plain_part(cursor)]
    while cursor.takes(","):
        parts.append(_plain_part(cursor))
    cursor.expect("]", opening=opening)
    return Maybe(tuple(parts), opening.at)


def _plain_part(cursor: Cursor) -> Literal | Variable:
    token = cursor.now
    if token.kind == "text":
        return _literal(cursor)
    if token.kind == "name":
        return Variable(cursor.take().word, token.at)
    if token.kind == "number":
        return _numbered(cursor, cursor.take())
    raise cursor.stopped(f"expected a text or a variable, found {token}")


def _numbered(cursor: Cursor, token: Token) -> Variable:
    if token.word not in map(str, range(MAX_VARIABLES)):
        raise cursor.stopped(f"variables have numbers from 0 to {MAX_VARIABLES - 1}", token.at)
    return Variable(token.word, token.at)


def _literal(cursor: Cursor) -> Literal:
    first = cursor.take()
    choices = [first.word]
    while cursor.takes("|"):
        choices.append(cursor.expect("text").word)
    if len(choices) > _MAX_CHOICES:
        cursor.problems.error(first.at, f"there are at most {_MAX_CHOICES} texts to choose from")
    return Literal(tuple(choices[:_MAX_CHOICES]), first.at)


def _check_template(template: Template, cursor: Cursor) -> None:
    seen: set[str] = set()
    for variable in variables_in(template.parts):
        if variable.name in seen:
            cursor.problems.error(variable.at, f'variable "{variable.name}" stands here twice')
        seen.add(variable.name)
    if len(seen) > MAX_VARIABLES:
        limit = f"a template has at most {MAX_VARIABLES} variables, found {len(seen)}"
        cursor.problems.error(template.at, limit)
    rows = list(plain_rows(template.parts))
    for row in rows:
        _check_row(row, cursor)
    ways = max(map(_ways, rows))
    if ways > _MAX_WAYS:
        limit = f"the same words can fit here in at most {_MAX_WAYS} ways, found {ways}"
        hint = "too many texts can be left out, or begin like others"
        cursor.problems.error(template.at, f"{limit}: {hint}")


def _ways(row: Iterable[Literal | Variable]) -> int:
    """In how many ways the texts of a row fit at most."""
    return math.prod(_alike(part) for part in row if isinstance(part, Literal))


def _alike(literal: Literal) -> int:
    """How many of its texts fit at once: a text, and all that it begins with."""
    texts = {tuple(plain_words(choice)) for choice in literal.choices}
    return max(sum(one == text[: len(one)] for one in texts) for text in texts)


def _check_row(row: Collection[Literal | Variable], cursor: Cursor) -> None:
    before: Literal | Variable | None = None
    for part in row:
        says = (
            [bool(plain_words(choice)) for choice in part.choices] if isinstance(part, Literal) else []
        )
        if False in says[:-1]:
            hint = "the empty text fits always, so it comes last"
            cursor.problems.error(part.at, f"what stands behind it can never be heard: {hint}")
        if isinstance(part, Variable) and isinstance(before, Variable):
            hint = f'nothing tells where "{before.name}" ends and "{part.name}" begins'
            cursor.problems.error(part.at, f"two variables need a text between them: {hint}")
        # An empty text parts nothing.
        if all(says) or isinstance(before, Literal):
            before = part
