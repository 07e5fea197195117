"""Names with types, as declarations give them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.language.tokens import shown
from agentfw.pddl.lists import Row, Word, told
from agentfw.pddl.syntax import OBJECT, Typed
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from agentfw.language import Position, Problems
    from agentfw.pddl.kinds import Hierarchy
    from agentfw.pddl.lists import Form

_NAME: Final = re.compile(r"[a-z0-9_][a-z0-9_.@+-]*", re.ASCII)
_NUMBER: Final = re.compile(r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?", re.ASCII)
KEYWORDS: Final = frozenset({"and", "or", "not", "imply", "forall", "exists", "when", "either"})


class Named(NamedTuple):
    """A declared name, its place, and the words that gave its types."""

    typed: Typed
    at: Position
    types: tuple[Word, ...] = ()


def is_name(text: str) -> bool:
    """Whether something can be called so."""
    return _NAME.fullmatch(text) is not None and _NUMBER.fullmatch(text) is None and text not in KEYWORDS


def number_of(word: Word, problems: Problems) -> float | None:
    """The number that a word is, or None; numbers without a sensible value are noted and taken as 0."""
    if _NUMBER.fullmatch(word.text) is None:
        return None
    value = float(word.text)
    if abs(value) == float("inf"):
        problems.error(word.at, f"{shown(word.text)} is too large a number")
        return 0.0
    return value


def name_in(form: Form | None, at: Position, problems: Problems, what: str) -> str:
    """The name that a form gives, or nothing, with a note."""
    if isinstance(form, Word) and is_name(form.text):
        return form.text
    if form is None:
        problems.error(at, f"{what}: the name is missing")
    else:
        problems.error(form.at, f"{what}: {told(form)} is no name")
    return ""


def typed_names(forms: Sequence[Form], problems: Problems, what: str) -> list[Named]:
    """What ``a b - truck c`` declares; `what` begins with "?" where variables are declared."""
    found: list[Named] = []
    waiting: list[Word] = []
    rest = iter(forms)
    for form in rest:
        if isinstance(form, Word) and form.text == "-":
            words = _type_words(next(rest, None), form.at, problems)
            found += _with_types(waiting, words)
            waiting = []
        elif isinstance(form, Word) and _is_fit(form, problems, what):
            waiting.append(form)
        elif isinstance(form, Row):
            problems.error(form.at, f"{what}: expected a name, found {told(form)}")
    return found + _with_types(waiting, ())


def unique(named: Iterable[Named], problems: Problems, what: str) -> tuple[Typed, ...]:
    """The names, each once; what stands there twice is noted."""
    found: dict[str, Typed] = {}
    for one in named:
        if one.typed.name in found:
            problems.error(one.at, f'{what}: "{one.typed.name}" stands here twice')
        found.setdefault(one.typed.name, one.typed)
    return tuple(found.values())


def check_types(named: Iterable[Named], kinds: Hierarchy, problems: Problems) -> None:
    """Note every type that nobody declared."""
    for one in named:
        for word in one.types:
            if word.text not in kinds:
                problems.error(word.at, f'unknown type "{word.text}"{near(word.text, kinds)}')


def declared(row: Row | None, kinds: Hierarchy, problems: Problems, what: str) -> tuple[Typed, ...]:
    """The objects that a section declares."""
    named = typed_names(row.rest if row is not None else (), problems, what)
    check_types(named, kinds, problems)
    return unique(named, problems, what)


def near(word: str, known: Collection[str]) -> str:
    """The nearest known name, or the known ones where they are few."""
    if close := nearest(word, known):
        return close
    return f" (known: {', '.join(sorted(known))})" if 0 < len(known) <= 12 else ""


def _is_fit(word: Word, problems: Problems, what: str) -> bool:
    is_variable = what.startswith("?")
    if is_variable != word.text.startswith("?"):
        wanted = 'a variable such as "?x"' if is_variable else "a name without a question mark"
        problems.error(word.at, f"{what.lstrip('?')}: expected {wanted}, found {told(word)}")
    elif not is_name(word.text.removeprefix("?")):
        problems.error(word.at, f"{what.lstrip('?')}: {told(word)} is no name")
    else:
        return True
    return False


def _with_types(words: Iterable[Word], types: tuple[Word, ...]) -> list[Named]:
    names = tuple(dict.fromkeys(one.text for one in types)) or (OBJECT,)
    return [Named(Typed(word.text, names), word.at, types) for word in words]


def _type_words(form: Form | None, at: Position, problems: Problems) -> tuple[Word, ...]:
    if isinstance(form, Word):
        return (form,)
    if isinstance(form, Row) and form.head == "either" and form.rest:
        words = [one for one in form.rest if isinstance(one, Word)]
        for one in form.rest:
            if isinstance(one, Row):
                problems.error(one.at, f"expected a type, found {told(one)}")
        return tuple(words)
    problems.error(at if form is None else form.at, 'expected a type, or "(either …)", after "-"')
    return ()
