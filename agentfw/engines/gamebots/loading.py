"""Dialect files, read and checked.

`attributes` reads the lines ``Name: type[unit] -> field``; this module reads all around them. All
mistakes of a file are reported together, each with its place.
"""

from __future__ import annotations

import re
import typing
from typing import TYPE_CHECKING, Any, Final

import yaml

import agentfw.vocabulary as neutral
from agentfw.engines.gamebots import orders, wire
from agentfw.engines.gamebots.attributes import Spec, bind, constant, made_up_struct, read_specs
from agentfw.engines.gamebots.dialect import (
    Attribute,
    Context,
    Dialect,
    Form,
    Group,
    Handshake,
    Port,
    leaf_type,
)
from agentfw.errors import DialectError
from agentfw.sources import Node, YamlSource, nearest, one_of
from agentfw.vocabulary import Command, Percept

if TYPE_CHECKING:
    import types
    from collections.abc import Mapping

    import msgspec

__all__ = ["load_dialect"]

ROLES: Final = ("bot", "control", "observer")

_TOP_KEYS: Final = {
    "dialect",
    "title",
    "handshake",
    "decimals",
    "true_tag",
    "blank_after_bare_word",
    "cuts_at_cr",
    "max_attributes",
    "ports",
    "messages",
    "commands",
}
_FORM_KEYS: Final = {
    "as",
    "about",
    "when",
    "ports",
    "if",
    "set",
    "also",
    "drops",
    "exact_case",
    "fleeting",
    "attributes",
    "groups",
}
_WORD: Final = re.compile(r"[^\s{}]{2,20}(?: [^\s{}]+)*")
_WORD_RULE: Final = "a word has 2 to 20 letters, no braces"
_CONTEXTS: Final = tuple(member.value for member in Context)


def _structs(base: type[msgspec.Struct], *modules: types.ModuleType) -> dict[str, type[msgspec.Struct]]:
    found = (value for module in modules for value in vars(module).values())
    return {
        value.__name__: value
        for value in found
        if isinstance(value, type) and issubclass(value, base) and value is not base
    }


_PERCEPTS: Final = _structs(Percept, neutral, wire)
_COMMANDS: Final = _structs(Command, neutral, orders)
_PARTS: Final = {"FireMode": neutral.FireMode}


def load_dialect(text: str | bytes, where: str) -> Dialect:
    """The dialect that a file describes.

    `where` names the file in error messages. Raises `DialectError` with every mistake found.
    """
    return _Loader(YamlSource(text, where, DialectError)).load()


class _Loader:
    def __init__(self, source: YamlSource) -> None:
        self._source = source
        self._roles: tuple[str, ...] = ()

    def load(self) -> Dialect:
        source = self._source
        required = ("dialect", "title", "handshake", "ports", "messages", "commands")
        top = source.section(source.root, "dialect file", _TOP_KEYS, required)
        ports = self._ports(top["ports"]) if "ports" in top else ()
        if "ports" in top and not ports and not source.problems:
            source.problem(top["ports"], "ports: a server listens on at least one of them")
        self._roles = tuple(port.role for port in ports)
        known = [member.value for member in Handshake]
        handshake = source.choice(top["handshake"], "handshake", known) if "handshake" in top else None
        messages = self._forms(top["messages"], "message") if "messages" in top else ()
        commands = self._forms(top["commands"], "command") if "commands" in top else ()
        settings = self._settings(top)
        name, title = (self._text(top, key, key) for key in ("dialect", "title"))
        source.finish()
        return Dialect(
            name=name,
            title=title,
            source=source.where,
            handshake=Handshake(handshake),
            ports=ports,
            messages=messages,
            commands=commands,
            **settings,
        )

    def _settings(self, top: Mapping[str, Node]) -> dict[str, Any]:
        settings: dict[str, Any] = {}
        for key, low, high in (("decimals", 0, 9), ("max_attributes", 1, 1000)):
            if key in top:
                settings[key] = self._source.whole_number(top[key], key, low, high)
        if "true_tag" in top:
            settings["true_tag"] = self._source.text(top["true_tag"], "true_tag")
        for key in ("blank_after_bare_word", "cuts_at_cr"):
            if key in top:
                settings[key] = self._truth(top[key], key)
        return settings

    def _ports(self, node: Node) -> tuple[Port, ...]:
        ports = []
        for role, value in self._source.section(node, "ports", ROLES).items():
            what = f'port "{role}"'
            entry = self._source.section(value, what, ("number", "greeting"), ("number", "greeting"))
            if len(entry) == 2:
                number = self._source.whole_number(entry["number"], what, 1, 65535)
                greeting = self._source.text(entry["greeting"], what)
                ports.append(Port(role, number or 0, greeting or ""))
        return tuple(ports)

    def _forms(self, node: Node, what: str) -> tuple[Form, ...]:
        forms: list[Form] = []
        words: dict[str, str] = {}
        for word, (key_node, value) in self._source.mapping(node, f"{what}s").items():
            if not _WORD.fullmatch(word):
                self._source.problem(key_node, f'{what} "{word}": {_WORD_RULE}')
            if word.upper() in words:
                self._source.problem(
                    key_node, f'{what} "{word}": {words[word.upper()]} is the same word'
                )
            words[word.upper()] = f'"{word}"'
            entries = value.value if _is_list(value) else [value]
            if not entries:
                self._source.problem(value, f'{what} "{word}": the list of its forms is empty')
            for entry in entries:
                form = self._form(entry, word, what)
                if form is not None:
                    forms.append(form)
        return tuple(forms)

    def _form(self, node: Node, word: str, what: str) -> Form | None:
        label = f'{what} "{word}"'
        entry = self._source.section(node, label, _FORM_KEYS, ("about",))
        specs = read_specs(self._source, entry.get("attributes"), label)
        struct = self._struct(entry, word, what, specs)
        if struct is None:
            return None
        attributes = bind(self._source, specs, struct)
        return Form(
            word=word,
            struct=struct,
            about=self._text(entry, "about", label),
            ports=self._choices(entry, "ports", label, self._roles) or self._roles,
            attributes=attributes,
            groups=self._groups(entry.get("groups"), label, struct),
            aliases=self._words(entry.get("also"), label),
            contexts=frozenset(map(Context, self._choices(entry, "when", label, _CONTEXTS))),
            condition=self._condition(entry.get("if"), label, attributes),
            presets=self._presets(entry.get("set"), label, struct),
            drops=self._choices(entry, "drops", label, struct.__struct_fields__),
            exact_case="exact_case" in entry and self._truth(entry["exact_case"], label),
            fleeting="fleeting" in entry and self._truth(entry["fleeting"], label),
        )

    def _struct(
        self, entry: Mapping[str, Node], word: str, what: str, specs: list[Spec]
    ) -> type[msgspec.Struct] | None:
        known, base = (_PERCEPTS, Percept) if what == "message" else (_COMMANDS, Command)
        if "as" not in entry:
            return made_up_struct(word, specs, base)
        name = self._source.text(entry["as"], f'{what} "{word}"')
        if name is not None and name not in known:
            hint = nearest(name, known) or f" (known: {one_of(known)})"
            self._source.problem(entry["as"], f'{what} "{word}": there is no struct "{name}"{hint}')
        return known.get(name or "")

    def _presets(
        self, node: Node | None, label: str, struct: type[msgspec.Struct]
    ) -> tuple[tuple[str, Any], ...]:
        if node is None:
            return ()
        label = f"{label}, set"
        hints = typing.get_type_hints(struct)
        presets = []
        for field, value in self._source.section(node, label, struct.__struct_fields__).items():
            text = self._source.text(value, label)
            if text is not None:
                presets.append((field, constant(self._source, value, label, hints[field], text)))
        return tuple(presets)

    def _groups(self, node: Node | None, label: str, struct: type[msgspec.Struct]) -> tuple[Group, ...]:
        if node is None:
            return ()
        groups = []
        keys = ("prefix", "as", "attributes")
        hints = typing.get_type_hints(struct)
        for field, value in self._source.section(node, label, struct.__struct_fields__).items():
            what = f'{label}, group "{field}"'
            entry = self._source.section(value, what, keys, keys)
            if len(entry) < len(keys):
                continue
            part = self._source.choice(entry["as"], what, _PARTS)
            prefix = self._source.text(entry["prefix"], what)
            if part is None or prefix is None:
                continue
            if leaf_type(hints[field]) is not _PARTS[part]:
                self._source.problem(value, f'{what}: field "{field}" does not hold {part}')
            attributes = bind(
                self._source, read_specs(self._source, entry["attributes"], label), _PARTS[part]
            )
            groups.append(Group(prefix, field, _PARTS[part], attributes))
        return tuple(groups)

    def _condition(self, node: Node | None, label: str, attributes: tuple[Attribute, ...]) -> str | None:
        if node is None:
            return None
        return self._source.choice(node, f"{label}, if", [attribute.name for attribute in attributes])

    def _words(self, node: Node | None, label: str) -> tuple[str, ...]:
        if node is None:
            return ()
        words = []
        for item in self._source.items(node, f"{label}, also"):
            word = self._source.text(item, f"{label}, also")
            if word is not None and not _WORD.fullmatch(word):
                self._source.problem(item, f'{label}, also: "{word}": {_WORD_RULE}')
            words.append(word or "")
        return tuple(words)

    def _text(self, entry: Mapping[str, Node], key: str, label: str) -> str:
        return self._source.text(entry[key], label) or "" if key in entry else ""

    def _choices(
        self, entry: Mapping[str, Node], key: str, label: str, known: tuple[str, ...]
    ) -> tuple[str, ...]:
        return self._source.choices(entry[key], f"{label}, {key}", known) if key in entry else ()

    def _truth(self, node: Node, label: str) -> bool:
        return self._source.choice(node, label, ("true", "false")) == "true"


def _is_list(node: Node) -> bool:
    return isinstance(node, yaml.SequenceNode)
