"""The ways to write replies that are never said, or that say what nobody told.

1. All keys have a prefix: a reply needs a true key without one.
2. A variable is used that stays empty when another key is the true one.
3. A template without variables leaves no room for what has to be in the text, too.
4. A text that must not be there stands in a key that has to be true.
5. A reply is true whenever another one is, and that one is more important.

What is told is so; not everything that is so is told: of what templates have in common, only how they
begin and end, and that one fits all that another one does.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Final

from agentfw.talk.matching import Heard, Templates
from agentfw.talk.synonyms import Unit
from agentfw.talk.syntax import Literal, Variable, plain_rows, variables_in
from agentfw.talk.words import plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.language.texts import Problems
    from agentfw.talk.syntax import Key, Line, Reply, Template
    from agentfw.talk.talk import Talk

__all__ = ["check_replies", "key_text"]

_GENDERS: Final = ("female", "male", "it")
_MAX_PAIRS: Final = 200_000
_MAX_TEXTS: Final = 200
_ANY: Final = "\0"


def check_replies(talk: Talk, problems: Problems) -> None:
    """Note every trap that the replies of a file walk into."""
    for reply in talk.replies:
        if all(key.prefix for key in reply.keys):
            problems.error(
                reply.at, 'this reply is never given: one key needs no "&" and no "!" before it'
            )
        _check_contradictions(reply, problems)
        _check_room(reply, problems)
        _check_variables(reply, talk, problems)
    pairs = itertools.islice(itertools.combinations(talk.replies, 2), _MAX_PAIRS)
    shadowed = set[int]()
    for broad, narrow in pairs:
        if id(narrow) not in shadowed and _shadows(broad, narrow):
            shadowed.add(id(narrow))
            told = f"whenever it could be, the reply at {broad.at} can be and is more important"
            problems.warning(narrow.at, f"this reply is never given: {told}")


def key_text(key: Key) -> str:
    """What a text key looks for in a text; blanks at its ends are ends of words."""
    return _looked_for(key.texts[0])


@functools.lru_cache(maxsize=8192)
def _looked_for(text: str) -> str:
    plain = " ".join(plain_words(text))
    return f"{' ' if text.startswith(' ') else ''}{plain}{' ' if text.endswith(' ') else ''}"


def _required(reply: Reply) -> list[Key]:
    return [key for key in reply.keys if key.prefix == "&"]


def _plain(reply: Reply) -> list[Key]:
    return [key for key in reply.keys if not key.prefix]


def _check_contradictions(reply: Reply, problems: Problems) -> None:
    forbidden = [key for key in reply.keys if key.prefix == "!"]
    for key in (*_required(reply), *_plain(reply)):
        for other in forbidden:
            if other.kind == "text" and _holds(key, key_text(other)):
                told = f'it holds "{other.texts[0]}", which must not be there'
                problems.error(key.at, f"this key never helps: {told}")
            elif _implies(key, other):
                problems.error(key.at, "this key never helps: the same one must not be true")
    for key, other in itertools.combinations(_required(reply), 2):
        if _exclude(key, other):
            problems.error(other.at, f"this reply is never given: no text fits this and {_place(key)}")
    for key, other in itertools.product(_plain(reply), _required(reply)):
        if _exclude(key, other):
            problems.error(key.at, f"this key never helps: no text fits it and {_place(other)}")
    genders = {key.kind for key in _required(reply)} & set(_GENDERS)
    if len(genders) > 1:
        problems.error(reply.at, f"this reply is never given: nobody is {' and '.join(sorted(genders))}")


def _check_room(reply: Reply, problems: Problems) -> None:
    """What else has to be in the text, beside a template that leaves no room for it."""
    names = [name for key in _required(reply) if key.kind == "names" for name in key.texts]
    for key in (*_required(reply), *_plain(reply)):
        if key.template is None or any(variables_in(key.template.parts)):
            continue
        texts = list(_texts(key.template))
        for other in _required(reply):
            wanted = [key_text(other)] if other.kind == "text" else []
            if other.kind == "name":
                wanted = [" ".join(plain_words(name)) for name in names]
            is_about_text = other.kind in ("name", "text")
            if is_about_text and not any(one in text for one in wanted for text in texts):
                what = "the name" if other.kind == "name" else f'"{other.texts[0]}"'
                problems.error(key.at, f"this key never helps: the template has no room for {what}")


def _check_variables(reply: Reply, talk: Talk, problems: Problems) -> None:
    always = {name for key in _required(reply) for name in _bound(key)}
    for line in reply.lines:
        for variable in _needed(line):
            is_text = variable.name in talk.random_texts
            told = [key for key in reply.keys if key.prefix != "!" and variable.name in _mentioned(key)]
            if variable.name in always or (is_text and not told) or not told:
                continue
            for key in _plain(reply):
                if variable.name not in _bound(key):
                    other = f"the key at {key.at.line}:{key.at.column} is the only one that is true"
                    problems.error(variable.at, f'nothing is told of "{variable.name}" when {other}')
                    break


def _needed(line: Line) -> list[Variable]:
    return [part for part in line.parts if isinstance(part, Variable)]


def _mentioned(key: Key) -> set[str]:
    return {one.name for one in variables_in(key.template.parts)} if key.template is not None else set()


def _bound(key: Key) -> set[str]:
    """The variables that are told whenever a key is true."""
    if key.template is None:
        return set()
    return {part.name for part in key.template.parts if isinstance(part, Variable)}


def _holds(key: Key, text: str) -> bool:
    """Whether every text for which a key is true holds this one."""
    if key.kind == "text":
        return text in key_text(key)
    return key.template is not None and all(
        _row_holds(row, text) for row in plain_rows(key.template.parts)
    )


def _row_holds(row: Sequence[Literal | Variable], text: str) -> bool:
    """Whether something that has to be said there holds a text, whatever else is said."""
    for _, parts in itertools.groupby(row, key=lambda part: isinstance(part, Variable)):
        literals = [part for part in parts if isinstance(part, Literal)]
        if literals and all(text in one for one in _joined(literals)):
            return True
    return False


def _texts(template: Template) -> Iterator[str]:
    for row in plain_rows(template.parts):
        yield from _joined([part for part in row if isinstance(part, Literal)])


def _joined(literals: Sequence[Literal]) -> Iterator[str]:
    """All that some texts after each other can come to, with blanks around."""
    for chosen in itertools.islice(itertools.product(*(one.choices for one in literals)), _MAX_TEXTS):
        yield f" {' '.join(plain_words(' '.join(chosen)))} "


def _place(key: Key) -> str:
    return f"the template at {key.at.line}:{key.at.column}"


def _exclude(key: Key, other: Key) -> bool:
    """Whether no text fits two templates, since they begin or end with different words."""
    if key.template is None or other.template is None:
        return False
    for end in (0, -1):
        ours, theirs = _end_words(key.template, end), _end_words(other.template, end)
        if ours and theirs and ours.isdisjoint(theirs):
            return True
    return False


def _end_words(template: Template, end: int) -> set[str]:
    """All words that what fits a template can begin with, or end with; empty when it can be any."""
    found: set[str] = set()
    for row in plain_rows(template.parts):
        near = itertools.takewhile(lambda one: isinstance(one, Literal), row if end == 0 else row[::-1])
        literals = [one for one in near if isinstance(one, Literal)]
        texts = [text.split() for text in _joined(literals if end == 0 else literals[::-1])]
        if not literals or not all(texts) or len(texts) >= _MAX_TEXTS:
            return set()
        found.update(words[end] for words in texts)
    return found


def _covers(broad: Template, narrow: Template) -> bool:
    """Whether all that fits one template fits another one, too: a variable for any word it can hold."""
    fits = _matching(broad)
    texts = [words for row in plain_rows(narrow.parts) for words in _fillings(row)]
    heard = (Heard([Unit(word, n, n + 1) for n, word in enumerate(words)]) for words in texts)
    return len(texts) < _MAX_TEXTS and all(next(fits.found_in(one), None) for one in heard)


@functools.lru_cache(maxsize=1024)
def _matching(template: Template) -> Templates:
    return Templates((template,))


def _fillings(row: Sequence[Literal | Variable]) -> Iterator[list[str]]:
    """All that can be said of a row, with a word for each variable that is in no text."""
    choices = [one.choices if isinstance(one, Literal) else (_ANY,) for one in row]
    for chosen in itertools.islice(itertools.product(*choices), _MAX_TEXTS):
        yield [word for text in chosen for word in ([text] if text == _ANY else plain_words(text))]


def _implies(key: Key, other: Key) -> bool:
    """Whether one key cannot be true without the other."""
    if other.kind == "text":
        return _holds(key, key_text(other))
    if other.kind == "names":
        return key.kind == "names" and set(key.texts) <= set(other.texts)
    if other.template is not None:
        is_anything = all(isinstance(part, Variable) for part in other.template.parts)
        return is_anything or (key.template is not None and _covers(other.template, key.template))
    return key.kind == other.kind


def _shadows(broad: Reply, narrow: Reply) -> bool:
    """Whether one reply is possible and more important whenever the other is possible."""
    if broad.priority <= narrow.priority:
        return False
    always = _required(narrow)
    each = [[key, *always] for key in _plain(narrow)]
    has_plain = all(any(_implies(k, one) for k in keys for one in _plain(broad)) for keys in each)
    has_required = all(any(_implies(k, one) for k in keys) for keys in each for one in _required(broad))
    forbidden = [key for key in broad.keys if key.prefix == "!"]
    none = [key for key in narrow.keys if key.prefix == "!"]
    is_allowed = all(any(_implies(one, other) for other in none) for one in forbidden)
    return bool(each) and has_plain and has_required and is_allowed
