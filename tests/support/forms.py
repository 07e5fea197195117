"""Random structs that a form can say, made from the form itself.

A form added to a dialect file is covered without touching this module. What a form cannot carry is
not made: the literal id ``None`` (it means nothing), braces and control characters (they are replaced
on writing), fields the form drops, steps without a place, and parts of which nothing is told.
"""

from __future__ import annotations

import enum
import typing
from typing import TYPE_CHECKING, Any, Final

import msgspec
from hypothesis import strategies as st

from agentfw.engines.gamebots.dialect import ValueType, leaf_type
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import PathStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hypothesis.strategies import SearchStrategy

    from agentfw.engines.gamebots import Dialect
    from agentfw.engines.gamebots.dialect import Attribute, Form, Group

__all__ = ["every_form", "said_by", "twins"]

_MAX_NUMBERED: Final = 10
_LETTERS: Final = st.characters(
    min_codepoint=32,
    max_codepoint=255,
    categories=("L", "M", "N", "P", "S", "Z", "Cf"),
    exclude_characters="{}",
)
_PITFALLS: Final = (
    "null",
    "none",
    "true",
    "0",
    '"',
    "\\",
    "\\n",
    "%",
    "%s",
    "%%",
    " a ",
    ': "None"',
    "ÿ",
    "",
)
_TEXTS: Final = st.text(_LETTERS, max_size=12) | st.sampled_from(_PITFALLS)
_NAMES: Final = _TEXTS.filter(lambda text: text != "None")
_INTS: Final = st.integers(-(2**31), 2**31 - 1)


def every_form(dialects: Iterable[Dialect], direction: str) -> list[tuple[Dialect, Form]]:
    """All forms of one direction, "messages" or "commands", each with its dialect."""
    return [(dialect, form) for dialect in dialects for form in getattr(dialect, direction)]


def said_by(form: Form, dialect: Dialect) -> SearchStrategy[msgspec.Struct]:
    """Structs of which this form says everything."""
    always, sometimes = _fields(form, dialect)
    return st.fixed_dictionaries(dict(always), optional=dict(sometimes)).map(
        lambda fields: form.struct(**fields)
    )


def twins(form: Form, dialect: Dialect) -> SearchStrategy[tuple[msgspec.Struct, msgspec.Struct]]:
    """Two structs of which the same fields are told, so that their lines have the same shape."""
    always, sometimes = _fields(form, dialect)
    names = sorted(sometimes)

    def both(told: Iterable[str]) -> SearchStrategy[tuple[msgspec.Struct, msgspec.Struct]]:
        fields = {**always, **{name: sometimes[name] for name in told}}
        one = st.fixed_dictionaries(fields).map(lambda values: form.struct(**values))
        return st.tuples(one, one)

    told = st.lists(st.sampled_from(names), unique=True) if names else st.just([])
    return (st.just(names) | told).flatmap(both)


def _fields(
    form: Form, dialect: Dialect
) -> tuple[Mapping[str, SearchStrategy[Any]], Mapping[str, SearchStrategy[Any]]]:
    """What may fill each field: those that are always told, and the others."""
    values = _attribute_values(form.struct, form.attributes, dialect)
    values |= {group.field: _group(group, dialect) for group in form.groups}
    always = {field.name for field in msgspec.structs.fields(form.struct) if field.required}
    always |= {a.field for a in form.attributes if a.name == form.condition}
    for field, preset in form.presets:
        # Presets are always told back, so the field is never left out.
        values[field] = values[field] | st.just(preset) if field in values else st.just(preset)
        always.add(field)
    return (
        {field: value for field, value in values.items() if field in always},
        {field: value for field, value in values.items() if field not in always},
    )


def _attribute_values(
    struct: type[msgspec.Struct], attributes: Iterable[Attribute], dialect: Dialect
) -> dict[str, SearchStrategy[Any]]:
    hints = typing.get_type_hints(struct)
    values: dict[str, SearchStrategy[Any]] = {}
    for attribute in attributes:
        value = _value(attribute, leaf_type(hints[attribute.field]), dialect)
        if attribute.kind is ValueType.TAG and attribute.field in values:
            value = values[attribute.field] | value
        # A second name for a field is only ever read.
        if attribute.kind is ValueType.TAG or attribute.field not in values:
            values[attribute.field] = value
    return values


def _group(group: Group, dialect: Dialect) -> SearchStrategy[msgspec.Struct]:
    values = _attribute_values(group.struct, group.attributes, dialect)
    told = st.fixed_dictionaries({}, optional=values).filter(bool)
    return told.map(lambda fields: group.struct(**fields))


def _value(attribute: Attribute, leaf: Any, dialect: Dialect) -> SearchStrategy[Any]:
    if attribute.is_numbered:
        (item,) = {leaf_type(argument) for argument in typing.get_args(leaf) if argument is not Ellipsis}
        one = _single(attribute.kind, item, dialect)
        return st.lists(one, max_size=_MAX_NUMBERED).map(tuple)
    if attribute.kind is ValueType.TAG:
        return st.just(attribute.preset)
    return _single(attribute.kind, leaf, dialect)


def _single(kind: ValueType, leaf: Any, dialect: Dialect) -> SearchStrategy[Any]:
    scale = 10**dialect.decimals
    floats = st.integers(-(10**6) * scale, 10**6 * scale).map(lambda number: number / scale)
    vectors = st.builds(Vec3, floats, floats, floats)
    strategies: dict[ValueType, SearchStrategy[Any]] = {
        ValueType.FLOAT: floats,
        ValueType.BOOL: st.booleans(),
        ValueType.BIT: st.booleans(),
        ValueType.PRESENT: st.booleans(),
        ValueType.TEXT: _TEXTS,
        ValueType.ID: _NAMES,
        ValueType.CLASS: _NAMES,
        ValueType.VECTOR: vectors,
        ValueType.ROTATION: st.builds(Rotation, _INTS, _INTS, _INTS),
        ValueType.STEP: st.builds(PathStep, _TEXTS, vectors),
    }
    if kind is ValueType.INT:
        return _whole_numbers(leaf)
    if kind in (ValueType.WORD, ValueType.TITLE):
        return st.sampled_from(list(leaf))
    if kind is ValueType.PAIRS:
        key, item = (leaf_type(argument) for argument in typing.get_args(typing.get_args(leaf)[0]))
        pair = st.tuples(_INTS if key is int else _TEXTS, _INTS if item is int else floats)
        return st.lists(pair, max_size=4).map(tuple)
    return strategies[kind]


def _whole_numbers(leaf: Any) -> SearchStrategy[Any]:
    if issubclass(leaf, enum.IntFlag):
        return st.integers(0, sum(leaf)).map(leaf)
    if issubclass(leaf, enum.IntEnum):
        return st.sampled_from(list(leaf))
    return _INTS.map(leaf)
