"""How a dialect file writes an attribute: ``Name: type[unit] -> field``.

Reading goes in two steps. `read_specs` takes the file's word for what is there; `bind` checks it
against the struct that is to be filled. A word without a struct gets one made up from its specs.
"""

from __future__ import annotations

import enum
import keyword
import re
import types
import typing
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from agentfw.engines.gamebots.dialect import Attribute, ValueType, leaf_type
from agentfw.geometry import Rotation, Vec3
from agentfw.sources import Node, YamlSource, nearest, one_of
from agentfw.vocabulary import PathStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Spec", "bind", "constant", "made_up_struct", "read_specs"]

_SYNTAX: Final = re.compile(
    r"(?P<kind>\w+)(?:\[(?P<unit>[^\]]+)\])?(?:\s*->\s*(?P<field>\w+)(?:\s*=\s*(?P<preset>\S+))?)?"
)
_NAME: Final = re.compile(r"[^\s{}]+")
_KINDS: Final = [member.value for member in ValueType]
_TAKEN: Final = ("type", "extra", "line", "name")
"""Names that a field of a made-up struct cannot have: they mean something else in JSON."""

# What a field may hold for each way of writing it; fields of made-up structs hold the first.
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


class Spec(NamedTuple):
    """What a file says about one attribute."""

    name: str
    kind: ValueType
    field: str | None
    unit: str
    preset: str | None
    label: str
    node: Node

    @property
    def is_numbered(self) -> bool:
        """Whether the name stands for a running number of attributes."""
        return self.name.endswith("#")


def read_specs(source: YamlSource, node: Node | None, label: str) -> list[Spec]:
    """The attributes of a mapping, as far as they are written rightly."""
    if node is None:
        return []
    entries = source.mapping(node, label).items()
    found = (_read_spec(source, name, *nodes, label) for name, nodes in entries)
    return [spec for spec in found if spec is not None]


def _read_spec(source: YamlSource, name: str, key_node: Node, node: Node, label: str) -> Spec | None:
    label = f'{label}, attribute "{name}"'
    if not _NAME.fullmatch(name):
        source.problem(key_node, f"{label}: a name has no blanks and no braces")
    text = source.text(node, label)
    if text is None:
        return None
    match = _SYNTAX.fullmatch(text)
    if match is None:
        source.problem(node, f'{label}: expected "type[unit] -> field", found "{text}"')
        return None
    if match["kind"] not in _KINDS:
        hint = nearest(match["kind"], _KINDS) or f" (known: {one_of(_KINDS)})"
        source.problem(node, f'{label}: unknown type "{match["kind"]}"{hint}')
        return None
    kind, field = ValueType(match["kind"]), match["field"]
    if field is not None and (field in _TAKEN[:2] or not field[0].isalpha()):
        source.problem(node, f'{label}: no field can be named "{field}"')
        return None
    if (kind is ValueType.TAG) != (match["preset"] is not None):
        source.problem(node, f'{label}: "tag -> field=value" goes with "=", other types do not')
        return None
    return Spec(name, kind, field, match["unit"] or "", match["preset"], label, node)


def made_up_struct(word: str, specs: Iterable[Spec], base: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """A struct for a word that nobody wrote one for: one optional field per attribute."""
    fields: dict[str, Any] = {}
    for spec in specs:
        leaf = str if spec.kind is ValueType.TAG else _FIELD_TYPES[spec.kind][0]
        fields[spec.field or _field_name(spec.name)] = (
            types.GenericAlias(tuple, (leaf, ...)) if spec.is_numbered else leaf
        )
    title = "".join(part.capitalize() for part in re.split(r"[^A-Za-z0-9]+", word) if part)
    declared = [(field, leaf | None, None) for field, leaf in fields.items() if field != "extra"]
    return msgspec.defstruct(title or "Word", declared, bases=(base,), frozen=True, tag=True)


def bind(
    source: YamlSource, specs: Iterable[Spec], struct: type[msgspec.Struct]
) -> tuple[Attribute, ...]:
    """The attributes, each with the field of the struct that it fills."""
    return tuple(_bind_all(source, specs, typing.get_type_hints(struct)))


def _bind_all(
    source: YamlSource, specs: Iterable[Spec], hints: Mapping[str, Any]
) -> Iterator[Attribute]:
    fields = {field: hint for field, hint in hints.items() if field != "extra"}
    for spec in specs:
        field = spec.field or (
            snake(spec.name) if snake(spec.name) in fields else _field_name(spec.name)
        )
        problem = _misfit(spec, field, fields)
        if problem:
            source.problem(spec.node, f"{spec.label}: {problem}")
            continue
        preset = None
        if spec.preset is not None:
            preset = constant(source, spec.node, spec.label, fields[field], spec.preset)
        yield Attribute(spec.name, spec.kind, field, spec.unit, preset)


def _misfit(spec: Spec, field: str, fields: Mapping[str, Any]) -> str:
    """Why the attribute cannot fill the field; empty when it can."""
    if field not in fields:
        return f'there is no field "{field}"' + (nearest(field, fields) or f" (known: {one_of(fields)})")
    leaf = leaf_type(fields[field])
    if spec.is_numbered:
        if typing.get_origin(leaf) is not tuple:
            return f'field "{field}" holds one value, not a running number of them'
        leaf = leaf_type(typing.get_args(leaf)[0])
    leaf = typing.get_origin(leaf) or leaf
    allowed = _FIELD_TYPES.get(spec.kind)
    if allowed is None or (issubclass(leaf, allowed) and (leaf is bool) == (bool in allowed)):
        return ""
    return f'field "{field}" holds {leaf.__name__}, not {spec.kind.value}'


def constant(source: YamlSource, node: Node, label: str, hint: Any, text: str) -> Any:
    """The value that a field of this type has when a file writes `text`."""
    try:
        return msgspec.convert(text, hint, strict=False)
    except msgspec.ValidationError as error:
        source.problem(node, f'{label}: "{text}" does not fit: {error}')
        return None


def snake(name: str) -> str:
    """The field name that an attribute name suggests.

    >>> snake("PrimaryAmmo"), snake("ID"), snake("P#")
    ('primary_ammo', 'id', 'p')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().rstrip("#")


def _field_name(name: str) -> str:
    """A name that a field of a made-up struct can have.

    >>> _field_name("HP-Max"), _field_name("45toLeft"), _field_name("#"), _field_name("Type")
    ('hp_max', 'x45to_left', 'values', 'type_')
    """
    field = re.sub(r"\W", "_", snake(name)) or "values"
    if field[0].isdigit():
        field = f"x{field}"
    return f"{field}_" if field in _TAKEN or keyword.iskeyword(field) else field
