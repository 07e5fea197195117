"""Dialect files, read and checked.

An attribute is written ``Name: type[unit] -> field``; the unit is for people, and the field may be
left out where it is the attribute's name in snake case. ``Name: tag -> field=value`` sets a field
by the attribute's mere presence. All mistakes of a file are reported together, each with its place.
"""

from __future__ import annotations

import enum
import re
import types
import typing
from typing import TYPE_CHECKING, Any, Final

import msgspec
import yaml

import agentfw.vocabulary as neutral
from agentfw.engines.gamebots import orders, wire
from agentfw.engines.gamebots.dialect import (
    Attribute,
    Context,
    Dialect,
    Form,
    Group,
    Handshake,
    Port,
    ValueType,
    leaf_type,
)
from agentfw.errors import DialectError
from agentfw.geometry import Rotation, Vec3
from agentfw.sources import Node, YamlSource, nearest, one_of
from agentfw.vocabulary import Command, PathStep, Percept

if TYPE_CHECKING:
    from collections.abc import Mapping

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
_ATTRIBUTE: Final = re.compile(
    r"(?P<kind>\w+)(?:\[(?P<unit>[^\]]+)\])?(?:\s*->\s*(?P<field>\w+)(?:\s*=\s*(?P<preset>\S+))?)?"
)
_NAME: Final = re.compile(r"[^\s{}]+")
_WORD: Final = re.compile(r"[^\s{}]{2,20}(?: [^\s{}]+)*")

# What a field may hold for each way of writing it. Structs made up for words without ``as``
# take the first type of the row.
_FIELD_TYPES: Final[Mapping[ValueType, tuple[Any, ...]]] = {
    ValueType.INT: (int, float),
    ValueType.FLOAT: (float,),
    ValueType.BOOL: (bool,),
    ValueType.BIT: (bool,),
    ValueType.TEXT: (str,),
    ValueType.ID: (str,),
    ValueType.CLASS: (str,),
    ValueType.VECTOR: (Vec3,),
    ValueType.ROTATION: (Rotation,),
    ValueType.WORD: (str, enum.Enum),
    ValueType.TITLE: (str, enum.Enum),
    ValueType.PRESENT: (bool,),
    ValueType.PAIRS: (tuple,),
    ValueType.STEP: (PathStep,),
}


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
        self._roles = tuple(port.role for port in ports)
        known = [member.value for member in Handshake]
        handshake = source.choice(top["handshake"], "handshake", known) if "handshake" in top else None
        messages = self._forms(top["messages"], "message") if "messages" in top else ()
        commands = self._forms(top["commands"], "command") if "commands" in top else ()
        settings = self._settings(top)
        source.finish()
        return Dialect(
            name=source.text(top["dialect"], "dialect") or "",
            title=source.text(top["title"], "title") or "",
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
        for word, (key_node, value) in self._source.mapping(node, f"{what}s").items():
            if not _WORD.fullmatch(word):
                self._source.problem(key_node, f'{what} "{word}": a word has 2 to 20 letters, no braces')
            for entry in value.value if _is_list(value) else [value]:
                form = self._form(entry, word, what)
                if form is not None:
                    forms.append(form)
        return tuple(forms)

    def _form(self, node: Node, word: str, what: str) -> Form | None:
        label = f'{what} "{word}"'
        entry = self._source.section(node, label, _FORM_KEYS, ("about",))
        struct = self._struct(entry, word, what)
        if struct is None:
            return None
        attributes = self._attributes(entry.get("attributes"), label, struct)
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

    def _struct(self, entry: Mapping[str, Node], word: str, what: str) -> type[msgspec.Struct] | None:
        known = _PERCEPTS if what == "message" else _COMMANDS
        if "as" not in entry:
            return self._made_up(
                entry.get("attributes"), word, Percept if what == "message" else Command
            )
        name = self._source.text(entry["as"], f'{what} "{word}"')
        if name is not None and name not in known:
            hint = nearest(name, known) or f" (known: {one_of(known)})"
            self._source.problem(entry["as"], f'{what} "{word}": there is no struct "{name}"{hint}')
        return known.get(name or "")

    def _made_up(self, node: Node | None, word: str, base: type[msgspec.Struct]) -> type[msgspec.Struct]:
        """A struct for a word that nobody wrote one for: one optional field per attribute."""
        fields: dict[str, Any] = {}
        for name, (_, value) in self._source.mapping(node, word).items() if node else ():
            match = _ATTRIBUTE.fullmatch(str(value.value))
            if match is None or match["kind"] not in _KINDS or match["kind"] == "tag":
                continue  # reported when the attribute itself is read
            leaf = _FIELD_TYPES[ValueType(match["kind"])][0]
            field = match["field"] or _snake(name)
            fields[field] = types.GenericAlias(tuple, (leaf, ...)) if name.endswith("#") else leaf
        title = "".join(part.capitalize() for part in re.split(r"[^A-Za-z0-9]+", word) if part)
        declared = [(field, leaf | None, None) for field, leaf in fields.items()]
        return msgspec.defstruct(title, declared, bases=(base,), frozen=True, tag=True)

    def _attributes(
        self, node: Node | None, label: str, struct: type[msgspec.Struct]
    ) -> tuple[Attribute, ...]:
        if node is None:
            return ()
        hints = typing.get_type_hints(struct)
        found = (
            self._attribute(name, key_node, value, label, hints)
            for name, (key_node, value) in self._source.mapping(node, label).items()
        )
        return tuple(attribute for attribute in found if attribute is not None)

    def _attribute(
        self, name: str, key_node: Node, node: Node, label: str, hints: Mapping[str, Any]
    ) -> Attribute | None:
        label = f'{label}, attribute "{name}"'
        if not _NAME.fullmatch(name):
            self._source.problem(key_node, f"{label}: a name has no blanks and no braces")
        text = self._source.text(node, label)
        match = _ATTRIBUTE.fullmatch(text or "")
        if text is None or match is None:
            if text is not None:
                self._source.problem(node, f'{label}: expected "type[unit] -> field", found "{text}"')
            return None
        if match["kind"] not in _KINDS:
            hint = nearest(match["kind"], _KINDS) or f" (known: {one_of(_KINDS)})"
            self._source.problem(node, f'{label}: unknown type "{match["kind"]}"{hint}')
            return None
        kind, field = ValueType(match["kind"]), match["field"] or _snake(name)
        if not self._fits(node, label, kind, field, hints, numbered=name.endswith("#")):
            return None
        preset = self._preset(node, label, kind, hints[field], match["preset"])
        return Attribute(name, kind, field, match["unit"] or "", preset)

    def _fits(
        self,
        node: Node,
        label: str,
        kind: ValueType,
        field: str,
        hints: Mapping[str, Any],
        *,
        numbered: bool,
    ) -> bool:
        if field not in hints or field == "extra":
            hint = nearest(field, hints) or f" (known: {one_of(hints)})"
            self._source.problem(node, f'{label}: there is no field "{field}"{hint}')
            return False
        leaf = leaf_type(hints[field])
        if numbered and typing.get_origin(leaf) is tuple:
            leaf = leaf_type(typing.get_args(leaf)[0])
        leaf = typing.get_origin(leaf) or leaf
        allowed = _FIELD_TYPES.get(kind)
        if allowed is None or issubclass(leaf, allowed):
            return True
        self._source.problem(node, f'{label}: field "{field}" holds {leaf.__name__}, not {kind.value}')
        return False

    def _preset(self, node: Node, label: str, kind: ValueType, hint: Any, text: str | None) -> Any:
        if (kind is ValueType.TAG) != (text is not None):
            self._source.problem(
                node, f'{label}: "tag -> field=value" goes with "=", other types do not'
            )
            return None
        return None if text is None else self._constant(node, label, hint, text)

    def _presets(
        self, node: Node | None, label: str, struct: type[msgspec.Struct]
    ) -> tuple[tuple[str, Any], ...]:
        if node is None:
            return ()
        hints = typing.get_type_hints(struct)
        values = self._source.section(node, f"{label}, set", struct.__struct_fields__)
        return tuple(
            (field, self._constant(value, f"{label}, set", hints[field], str(value.value)))
            for field, value in values.items()
        )

    def _constant(self, node: Node, label: str, hint: Any, text: str) -> Any:
        try:
            return msgspec.convert(text, hint, strict=False)
        except msgspec.ValidationError as error:
            self._source.problem(node, f'{label}: "{text}" does not fit: {error}')
            return None

    def _groups(self, node: Node | None, label: str, struct: type[msgspec.Struct]) -> tuple[Group, ...]:
        if node is None:
            return ()
        groups = []
        keys = ("prefix", "as", "attributes")
        for field, value in self._source.section(node, label, struct.__struct_fields__).items():
            entry = self._source.section(value, f'{label}, group "{field}"', keys, keys)
            if len(entry) < len(keys):
                continue
            part = self._source.choice(entry["as"], label, _PARTS)
            prefix = self._source.text(entry["prefix"], label)
            if part is not None and prefix is not None:
                attributes = self._attributes(entry["attributes"], label, _PARTS[part])
                groups.append(Group(prefix, field, _PARTS[part], attributes))
        return tuple(groups)

    def _condition(self, node: Node | None, label: str, attributes: tuple[Attribute, ...]) -> str | None:
        if node is None:
            return None
        return self._source.choice(node, f"{label}, if", [attribute.name for attribute in attributes])

    def _words(self, node: Node | None, label: str) -> tuple[str, ...]:
        if node is None:
            return ()
        words = (self._source.text(item, label) for item in self._source.items(node, label))
        return tuple(word for word in words if word)

    def _text(self, entry: Mapping[str, Node], key: str, label: str) -> str:
        return self._source.text(entry[key], label) or "" if key in entry else ""

    def _choices(
        self, entry: Mapping[str, Node], key: str, label: str, known: tuple[str, ...]
    ) -> tuple[str, ...]:
        return self._source.choices(entry[key], f"{label}, {key}", known) if key in entry else ()

    def _truth(self, node: Node, label: str) -> bool:
        return self._source.choice(node, label, ("true", "false")) == "true"


_KINDS: Final = [member.value for member in ValueType]
_CONTEXTS: Final = tuple(member.value for member in Context)


def _is_list(node: Node) -> bool:
    return isinstance(node, yaml.SequenceNode)


def _snake(name: str) -> str:
    """The field name that an attribute name suggests.

    >>> _snake("PrimaryAmmo"), _snake("ID"), _snake("P#")
    ('primary_ammo', 'id', 'p')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().rstrip("#")
