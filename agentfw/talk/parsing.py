"""Talk texts to trees.

    normal { [("defend", 1), ("guard", 0.5)] }             synonyms
    orders { "defend ", place, [" for ", time] = (defend); }   templates
    weapon = { "rail gun"; "shotgun"; }                    random texts
    ["hello", &name] = 5 { "hi"; "hello yourself"; }       a reply
    chat "default" { type "hit" { "ouch"; } }              what a character says

Reading goes on after mistakes with the next line or block, so that one look shows them all.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final, TypeVar

from agentfw.sources import nearest
from agentfw.talk.cursor import Cursor, GivenUp
from agentfw.talk.pieces import read_line, read_template
from agentfw.talk.syntax import (
    Chat,
    Chats,
    Item,
    Key,
    Line,
    RandomTexts,
    Reply,
    Synonym,
    SynonymContext,
    SynonymGroup,
    Template,
    TemplateContext,
)
from agentfw.talk.tokens import END, words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.language.texts import PlanText, Problems
    from agentfw.talk.tokens import Reads, Token

__all__ = ["parse_talk"]

T = TypeVar("T")
_KEYS: Final = ("name", "female", "male", "it")
_MAX_ROWS: Final = 5_000
"""So many lines, templates or groups may stand in one block, and so many blocks in one file."""


def parse_talk(text: PlanText, read: Reads | None, problems: Problems) -> tuple[Item, ...]:
    """Everything in a text and in what it includes, without what has mistakes; those are noted."""
    return tuple(_Parser(words_of(text, read, problems), problems).items())


class _Parser:
    """Reads one row of words."""

    def __init__(self, words: list[Token], problems: Problems) -> None:
        self._cursor = Cursor(words, problems)

    def items(self) -> list[Item]:
        """Everything, without what is wrong."""
        found: list[Item] = []
        while self._cursor.now.kind != END and len(found) < _MAX_ROWS:
            try:
                found.append(self._item())
            except GivenUp:
                self._cursor.skip_item()
        if self._cursor.now.kind != END:
            self._cursor.problems.error(self._cursor.now.at, f"there are at most {_MAX_ROWS} blocks")
        return found

    def _item(self) -> Item:
        cursor = self._cursor
        match cursor.now.kind, cursor.now.word, cursor.ahead(1).kind:
            case "[", _, _:
                return self._reply()
            case "name", "chat", "text":
                return self._chats()
            case "name", _, "=":
                return self._random_texts()
            case "name", _, "{" if cursor.ahead(2).kind == "[" and cursor.ahead(3).kind == "(":
                return self._synonyms()
            case "name", _, "{":
                return self._templates()
        hint = nearest(cursor.now.word, ("chat",)) if cursor.now.kind == "name" else ""
        known = "synonyms, templates, random texts, a reply or chat lines"
        raise cursor.stopped(f"expected {known}, found {cursor.now}{hint}")

    def _synonyms(self) -> SynonymContext:
        name = self._cursor.take()
        return SynonymContext(name.word, self._rows(self._group, "]"), name.at)

    def _group(self) -> SynonymGroup:
        cursor = self._cursor
        opening = cursor.expect("[")
        found: list[Synonym] = []
        while not found or cursor.now.kind != "]":
            found.append(self._synonym())
            cursor.takes(",")
        cursor.expect("]", opening=opening)
        cursor.takes(";")
        return SynonymGroup(tuple(found), opening.at)

    def _synonym(self) -> Synonym:
        cursor = self._cursor
        opening = cursor.expect("(")
        words = cursor.expect("text")
        cursor.expect(",")
        weight = cursor.expect("number")
        cursor.expect(")", opening=opening)
        if not 0 <= float(weight.word) <= 1:
            cursor.problems.error(weight.at, f"a weight is a number from 0 to 1, found {weight.word}")
        return Synonym(words.word, float(weight.word))

    def _templates(self) -> TemplateContext:
        name = self._cursor.take()
        return TemplateContext(name.word, self._rows(self._template), name.at)

    def _template(self) -> Template:
        cursor = self._cursor
        template = read_template(cursor)
        cursor.expect("=")
        opening = cursor.expect("(")
        told, flags = cursor.expect("name"), list[str]()
        while cursor.takes("|" if flags else ","):
            flags.append(cursor.expect("name").word)
        cursor.expect(")", opening=opening)
        cursor.expect(";")
        return dataclasses.replace(template, id=told.word, flags=tuple(flags))

    def _random_texts(self) -> RandomTexts:
        name = self._cursor.take()
        self._cursor.take()
        return RandomTexts(name.word, self._rows(self._line), name.at)

    def _chats(self) -> Chats:
        at = self._cursor.take().at
        name = self._cursor.expect("text")
        return Chats(name.word, self._rows(self._chat, "}"), at)

    def _chat(self) -> Chat:
        cursor = self._cursor
        word = cursor.expect("name")
        if word.word != "type":
            raise cursor.stopped(
                f'expected "type", found {word}{nearest(word.word, ("type",))}', word.at
            )
        name = cursor.expect("text")
        return Chat(name.word, self._rows(self._line), name.at)

    def _reply(self) -> Reply:
        cursor = self._cursor
        opening = cursor.take()
        keys = [self._key()]
        while cursor.takes(","):
            keys.append(self._key())
        cursor.expect("]", opening=opening)
        cursor.expect("=")
        priority = float(cursor.expect("number").word)
        return Reply(tuple(keys), priority, self._rows(self._line), opening.at)

    def _key(self) -> Key:
        cursor = self._cursor
        at = cursor.now.at
        prefix = cursor.take().word if cursor.now.kind in ("&", "!") else ""
        match cursor.now.kind:
            case "text":
                return Key("text", prefix, (cursor.take().word,), at=at)
            case "<":
                return Key("names", prefix, self._names(), at=at)
            case "(":
                opening = cursor.take()
                template = read_template(cursor)
                cursor.expect(")", opening=opening)
                return Key("template", prefix, template=template, at=at)
            case "name" if cursor.now.word in _KEYS:
                return Key(cursor.take().word, prefix, at=at)
        hint = nearest(cursor.now.word, _KEYS) if cursor.now.kind == "name" else ""
        known = 'a text, (a template), <"names">, name, female, male or it'
        raise cursor.stopped(f"expected {known}, found {cursor.now}{hint}")

    def _names(self) -> tuple[str, ...]:
        opening = self._cursor.take()
        names = [self._cursor.expect("text").word]
        while self._cursor.takes(","):
            names.append(self._cursor.expect("text").word)
        self._cursor.expect(">", opening=opening)
        return tuple(names)

    def _line(self) -> Line:
        line = read_line(self._cursor)
        if self._cursor.now.kind != "}":  # the last one of a block needs no semicolon
            self._cursor.expect(";")
        return line

    def _rows(self, read: Callable[[], T], end: str = ";") -> tuple[T, ...]:
        """What stands in braces; a mistake costs the row that it stands in."""
        cursor, rows = self._cursor, list[T]()
        opening = cursor.expect("{")
        if cursor.now.kind == "}":
            cursor.problems.error(opening.at, "there is nothing in these braces")
        while cursor.now.kind not in ("}", END):
            try:
                rows.append(read())
            except GivenUp:
                cursor.skip_row(end)
        cursor.expect("}", opening=opening)
        if len(rows) > _MAX_ROWS:
            raise cursor.stopped(f"a block has at most {_MAX_ROWS} rows", opening.at)
        return tuple(rows)
