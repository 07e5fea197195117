"""The parts of a line that says when to go to another state."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from agentfw.brains.fsm.syntax import CLAUSES, Target, TransitionLine
from agentfw.brains.lines import read_call
from agentfw.language.parsing import parse_expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.brains.lines import Invocation, Piece
    from agentfw.language import Node, Problems

__all__ = ["STATE_NAME", "has_clause", "read_target", "read_timeout", "read_transition"]

STATE_NAME: Final = r"[^\W\d][\w\-]*"
_DOTTED: Final = re.compile(rf"{STATE_NAME}(?:\.{STATE_NAME})*")
_WORD: Final = re.compile(r"\S+")
_CLAUSE: Final = re.compile(rf"(?<![\w.$\-])({'|'.join(CLAUSES)})(?![\w.\-=])", re.IGNORECASE)
_TO: Final = re.compile(r"(?<![\w.$\-])to(?=\s|$)", re.IGNORECASE)
_QUOTES: Final = frozenset("\"'")


def read_transition(
    rest: Piece, problems: Problems, timeout: Node | None = None
) -> TransitionLine | None:
    """What stands behind ``To``; None after noting what is wrong."""
    word = _WORD.match(rest.text)
    end = word.end() if word is not None else 0
    target = read_target(rest.cut(0, end), problems)
    head, clauses = _cut(rest.cut(end))
    if head.text:
        listed = f"{', '.join(CLAUSES[:-1])} or {CLAUSES[-1]}"
        problems.error(head.at, f'expected {listed}, found "{head.text[:40]}"')
    told: dict[str, Piece] = {}
    for name, piece in clauses:
        if name in told:
            problems.error(piece.at, f'"{name}" is said twice')
        elif not piece.text:
            problems.error(piece.at, f'expected something behind "{name}"')
        told.setdefault(name, piece)
    does = _call(told.get("do"), problems)
    when, priority, chance = (_node(told.get(name), problems) for name in CLAUSES[:3])
    is_whole = all((when or "when" not in told, priority or "priority" not in told))
    is_whole = is_whole and all((chance or "chance" not in told, does or "do" not in told))
    if target is None or head.text or not is_whole:
        return None
    return TransitionLine(target, rest.at, timeout, when, priority, chance, does)


def read_timeout(rest: Piece, problems: Problems) -> TransitionLine | None:
    """What stands behind ``Timeout``: seconds, ``To``, and a transition."""
    place = next((one for one in _outer(_TO, rest.text)), None)
    seconds = rest.cut(0, place.start()) if place is not None else None
    if place is None or seconds is None or not seconds.text:
        problems.error(rest.at, f"expected Timeout SECONDS To STATE, found Timeout {rest.text[:40]}")
        return None
    node = parse_expression(seconds.text, seconds.at, problems)
    found = read_transition(rest.cut(place.end()), problems, node)
    return found if node is not None else None


def read_target(piece: Piece, problems: Problems) -> Target | None:
    """The name of a state, dotted or not."""
    if _DOTTED.fullmatch(piece.text):
        return Target(piece.text, piece.at)
    found = f'"{piece.text[:40]}"' if piece.text else "nothing"
    problems.error(piece.at, f"expected the name of a state, found {found}")
    return None


def has_clause(text: str) -> bool:
    """Whether an expression has a word, outside of brackets, that would end it in a transition."""
    return any(next(_outer(one, text), None) is not None for one in (_CLAUSE, _TO))


def _cut(rest: Piece) -> tuple[Piece, list[tuple[str, Piece]]]:
    """What stands before the first clause, and all clauses; the one of ``do`` goes to the end."""
    places = list(_outer(_CLAUSE, rest.text))
    last = next((i for i, one in enumerate(places) if one.group(1).casefold() == "do"), len(places))
    places = places[: last + 1]
    ends = [*(one.start() for one in places[1:]), len(rest.text)]
    clauses = [
        (one.group(1).casefold(), rest.cut(one.end(), end))
        for one, end in zip(places, ends, strict=False)
    ]
    return rest.cut(0, places[0].start() if places else None), clauses


def _node(piece: Piece | None, problems: Problems) -> Node | None:
    if piece is None or not piece.text:
        return None
    return parse_expression(piece.text, piece.at, problems)


def _call(piece: Piece | None, problems: Problems) -> Invocation | None:
    return read_call(piece, problems, "skill") if piece is not None and piece.text else None


def _outer(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """All places of a pattern outside of quotes and brackets."""
    hidden = _hidden(text)
    return (one for one in pattern.finditer(text) if not hidden[one.start()])


def _hidden(text: str) -> list[bool]:
    """Of every letter, whether it stands in quotes or brackets."""
    found, depth, quote, is_escaped = [], 0, "", False
    for char in text:
        found.append(bool(quote) or depth > 0)
        if quote:
            quote = "" if char == quote and not is_escaped else quote
            is_escaped = char == "\\" and not is_escaped
        elif char in _QUOTES:
            quote = char
        else:
            depth = max(0, depth + (char in "([") - (char in ")]"))
    return found
