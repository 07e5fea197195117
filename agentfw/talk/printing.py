"""Talk trees to texts: what is printed reads as the same trees again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.talk.syntax import (
    Chats,
    Key,
    Line,
    Literal,
    Maybe,
    Part,
    RandomTexts,
    Reply,
    SynonymContext,
    SynonymGroup,
    Template,
    TemplateContext,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.talk.syntax import Item

__all__ = ["print_talk", "print_template"]

_INDENT = "    "


def print_talk(items: Iterable[Item]) -> str:
    """A talk file that says the same; what was included stands in its place."""
    return "\n".join("\n".join([*_item(item), ""]) for item in items)


def print_template(template: Template) -> str:
    """The parts of a template, without what they mean."""
    return _parts(template.parts)


def _item(item: Item) -> Iterator[str]:
    match item:
        case SynonymContext():
            yield from _block(item.name, map(_group, item.groups))
        case TemplateContext():
            yield from _block(item.name, map(_template, item.templates))
        case RandomTexts():
            yield from _block(f"{item.name} =", map(_line, item.lines))
        case Reply():
            keys = ", ".join(map(_key, item.keys))
            yield from _block(f"[{keys}] = {_number(item.priority)}", map(_line, item.lines))
        case Chats():
            yield from _block(f"chat {_text(item.name)}", _types(item))


def _block(head: str, rows: Iterable[str]) -> Iterator[str]:
    yield head
    yield "{"
    yield from (_INDENT + row for row in rows)
    yield "}"


def _types(chats: Chats) -> Iterator[str]:
    for chat in chats.chats:
        yield from _block(f"type {_text(chat.name)}", map(_line, chat.lines))


def _group(group: SynonymGroup) -> str:
    told = (f"({_text(one.words)}, {_number(one.weight)})" for one in group.synonyms)
    return f"[{', '.join(told)}]"


def _template(template: Template) -> str:
    flags = f", {' | '.join(template.flags)}" if template.flags else ""
    return f"{_parts(template.parts)} = ({template.id}{flags});"


def _line(line: Line) -> str:
    return f"{_parts(line.parts)};"


def _parts(parts: Iterable[Part]) -> str:
    return ", ".join(map(_part, parts))


def _part(part: Part) -> str:
    if isinstance(part, Maybe):
        return f"[{_parts(part.parts)}]"
    return "|".join(map(_text, part.choices)) if isinstance(part, Literal) else part.name


def _key(key: Key) -> str:
    if key.template is not None:
        return f"{key.prefix}({print_template(key.template)})"
    if key.kind == "names":
        return f"{key.prefix}<{', '.join(map(_text, key.texts))}>"
    return key.prefix + (_text(key.texts[0]) if key.kind == "text" else key.kind)


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:f}".rstrip("0")
