"""What is wrong or odd about a talk file that can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.language.texts import Position
from agentfw.sources import nearest, one_of
from agentfw.talk.kinds import FLAGS, HELPERS, KINDS, MEANT, WORD_LISTS
from agentfw.talk.meant import check_template
from agentfw.talk.occasions import INSULT, OCCASIONS, PRAISE
from agentfw.talk.rehearsing import PARTS_OF_PHRASES
from agentfw.talk.replying import REPLIES_HEAR, REPLIES_TELL
from agentfw.talk.syntax import (
    Chats,
    Literal,
    Maybe,
    RandomTexts,
    Reply,
    SynonymContext,
    TemplateContext,
    variables_in,
)
from agentfw.talk.talk import PHRASES
from agentfw.talk.traps import check_replies
from agentfw.talk.understanding import HEARD_BY
from agentfw.talk.words import plain_words, words_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from agentfw.language.texts import PlanText, Problems
    from agentfw.talk.synonyms import Synonyms
    from agentfw.talk.syntax import Chat, Line, Part
    from agentfw.talk.talk import Talk

__all__ = ["SYNONYM_CONTEXTS", "check_items"]

SYNONYM_CONTEXTS: Final = (
    *HEARD_BY,
    *("places", "squads", "numbers", "mirror"),
    *HELPERS,
    *("red", "blue", "green", "gold"),
)
"""The contexts whose synonyms somebody asks for."""
_TYPES: Final = (
    *OCCASIONS,
    *(n + how for n, one in OCCASIONS.items() if one.is_about_somebody for how in (INSULT, PRAISE)),
)


def check_items(talk: Talk, text: PlanText, problems: Problems) -> None:
    """Note everything that is wrong or odd about what was read from a text."""
    if not talk.items and not problems.errors:
        problems.error(Position(text), "there is nothing in this file")
    checking = _Checking(talk, problems)
    for item in talk.items:
        match item:
            case SynonymContext():
                checking.synonyms(item)
            case TemplateContext():
                checking.templates(item)
            case Chats():
                checking.chats(item)
            case RandomTexts():
                checking.lines(item.lines, (), f'"{item.name}"')
            case Reply():
                checking.reply(item)
    checking.recursion()
    check_replies(talk, problems)


class _Checking:
    """Looks at one item after the other."""

    def __init__(self, talk: Talk, problems: Problems) -> None:
        self._talk = talk
        self._problems = problems

    def synonyms(self, context: SynonymContext) -> None:
        """Groups that claim the same words, and contexts nobody asks for."""
        if context.name not in SYNONYM_CONTEXTS:
            hint = nearest(context.name, SYNONYM_CONTEXTS) or f" (known: {one_of(SYNONYM_CONTEXTS)})"
            self._problems.warning(context.at, f'nobody asks for synonyms of "{context.name}"{hint}')
        claimed: dict[tuple[str, ...], Position] = {}
        for group in context.groups:
            for synonym in group.synonyms[1:]:
                plain = tuple(plain_words(synonym.words))
                before = claimed.setdefault(plain, group.at)
                if plain and before != group.at:
                    told = f'"{synonym.words}" stands in another group, too: {before} counts'
                    self._problems.warning(group.at, told)

    def templates(self, context: TemplateContext) -> None:
        """What templates mean, and whether they can be heard."""
        known = (*MEANT, *HELPERS, *WORD_LISTS)
        if context.name not in known:
            hint = nearest(context.name, known) or f" (known: {one_of(known)})"
            self._problems.warning(context.at, f'nobody asks for templates of "{context.name}"{hint}')
            return
        asked = HEARD_BY if context.name in MEANT else (context.name,)
        synonyms = self._talk.synonyms(*asked)
        for template in context.templates:
            check_template(context.name, template, self._problems)
            self._heard(template.parts, synonyms)

    def chats(self, chats: Chats) -> None:
        """Types, and what their lines tell."""
        for chat in chats.chats:
            if chats.name == PHRASES:
                self._phrases(chat)
                continue
            about = chat.name.removesuffix(INSULT).removesuffix(PRAISE)
            if chat.name not in _TYPES:
                hint = nearest(chat.name, _TYPES) or f" (known: {one_of(OCCASIONS)})"
                self._problems.warning(chat.at, f'nobody talks on occasion of "{chat.name}"{hint}')
            variables = (*OCCASIONS[about].variables, "me") if about in OCCASIONS else ()
            self.lines(chat.lines, variables, f'"{chat.name}"')

    def _phrases(self, chat: Chat) -> None:
        kind, *flags = chat.name.split(" ")
        known = [name for name in (*KINDS, *PARTS_OF_PHRASES) if " " not in name]
        if kind not in known:
            hint = nearest(kind, known)
            self._problems.error(chat.at, f'nothing is meant by "{kind}"{hint}')
            return
        for flag in flags:
            if flag not in FLAGS:
                self._problems.error(chat.at, f'there is no flag "{flag}"{nearest(flag, FLAGS)}')
        variables = PARTS_OF_PHRASES.get(kind)
        if variables is None:
            needs = [one for need in KINDS[kind].needs for one in need.split("|")]
            variables = (*needs, *KINDS[kind].may)
        self.lines(chat.lines, variables, f'"{chat.name}"')

    def reply(self, reply: Reply) -> None:
        """What a reply says, and whether its templates can be heard."""
        told = [
            variable.name
            for key in reply.keys
            if key.template is not None and key.prefix != "!"
            for variable in variables_in(key.template.parts)
        ]
        self.lines(reply.lines, (*told, *REPLIES_TELL), "this reply")
        synonyms = self._talk.synonyms(*REPLIES_HEAR)
        for key in reply.keys:
            if key.template is not None:
                self._heard(key.template.parts, synonyms)
            if key.kind == "text":
                self._heard((Literal(key.texts, key.at),), synonyms)
                if not "".join(plain_words(key.texts[0])):
                    self._problems.error(key.at, "there is no word in this text")

    def lines(self, lines: Collection[Line], variables: Collection[str], what: str) -> None:
        """Something to say, and only what is told then."""
        texts = self._talk.random_texts
        for variable in (one for line in lines for one in variables_in(line.parts)):
            if variable.name not in variables and variable.name not in texts:
                known = (*variables, *texts)
                hint = nearest(variable.name, known) or f" (told: {one_of(variables) or 'nothing'})"
                missing = f'{what} tells no "{variable.name}", and no random texts are called so{hint}'
                self._problems.error(variable.at, missing)

    def recursion(self) -> None:
        """Random texts that hold themselves."""
        inside = {
            name: {one.name for line in lines for one in variables_in(line.parts)}
            for name, lines in self._talk.random_texts.items()
        }
        done: set[str] = set()
        for item in self._talk.items:
            if isinstance(item, RandomTexts) and item.name not in done:
                way = _way_round(item.name, inside, done)
                done.update(way)
                if way:
                    self._problems.error(item.at, f"these texts hold themselves: {' → '.join(way)}")

    def _heard(self, parts: Iterable[Part], synonyms: Synonyms) -> None:
        for literal in _literals(parts):
            for choice in literal.choices:
                words = words_in(choice)
                heard = [unit.plain for unit in synonyms.unified(words)]
                if heard != [word.plain for word in words]:
                    becomes = f'a synonym makes it "{" ".join(heard)}" before'
                    self._problems.warning(literal.at, f'"{choice}" is never heard: {becomes}')


def _literals(parts: Iterable[Part]) -> Iterator[Literal]:
    for part in parts:
        if isinstance(part, Maybe):
            yield from _literals(part.parts)
        elif isinstance(part, Literal):
            yield part


def _way_round(start: str, inside: dict[str, set[str]], done: set[str]) -> list[str]:
    """A way from a name back to one that was met on it; everything met without one is done."""
    way, waiting = [start], [sorted(inside[start])]
    while way:
        if not waiting[-1]:
            done.add(way.pop())
            waiting.pop()
            continue
        name = waiting[-1].pop()
        if name in way:
            return [*way[way.index(name) :], name]
        if name in inside and name not in done:
            way.append(name)
            waiting.append(sorted(inside[name]))
    return []
