"""Files whose shape is a struct: one declaration reads the file, checks it, and gives editors a schema.

A shape is a `msgspec.Struct` with descriptions and bounds in its annotations. `read_document` fills it
from YAML and notes everything that does not fit, each with its place; `schema_of` gives the JSON schema
of the same shape. The two agree: what is written without quotes is a number, a truth value or nothing
by the rules of YAML 1.2, which editors use, too; all else is a text, and so are numbers that are not
decimal. A key whose annotation has `SECRET` is never shown in a message.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec
import yaml
from msgspec import inspect

from agentfw.sources import describe, nearest_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from agentfw.sources import Node, YamlSource

__all__ = ["SECRET", "Document", "KeyPath", "read_document", "schema_of"]

T = TypeVar("T", bound=msgspec.Struct)
_NUMBERS: Final = (inspect.IntType, inspect.FloatType)
KeyPath = tuple[str | int, ...]
"""The way to a part of a file: keys of mappings, and numbers in lists from 0 on."""
SECRET: Final = {"is_secret": True}
"""Given as `extra` of a `msgspec.Meta`, keeps the value out of messages."""

_NULL: Final = "tag:yaml.org,2002:null"
_NUMBER: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_MAX_DIGITS: Final = 40
_BOOLEANS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAX_PARTS: Final = 20_000
"""So many values and keys are read: aliases can make a small file a very large one."""
_WRONG: Final = object()
"""Stands for a value that was complained about."""


class Document(Generic[T]):
    """What was read, and where each part of it stands."""

    def __init__(self, found: T | None, source: YamlSource, places: _Places) -> None:
        self.sound = found
        """What is fine of the file, with everything left out that is not; None when nothing is."""
        self.value = None if source.problems else found
        """The file as a struct; None when it does not have its shape."""
        self.source = source
        self._places = places

    def says(self, path: KeyPath) -> bool:
        """Whether something stands at `path`, be it right or wrong."""
        return path in self._places.values

    def names(self, path: KeyPath) -> list[str]:
        """The keys of a mapping whose keys are up to the user, whatever stands behind them."""
        return [str(key) for *way, key in self._places.names if tuple(way) == path]

    def is_clear(self, path: KeyPath) -> bool:
        """Whether it is plain what stands at `path`, or that nothing does: no mistake can hide it."""
        return not any(path[:length] in self._places.lost for length in range(len(path) + 1))

    def written(self, path: KeyPath) -> str:
        """A single value as it was written, without quotes; empty where there is none."""
        node = self._places.values.get(path)
        return str(node.value) if isinstance(node, yaml.ScalarNode) else ""

    def problem(self, path: KeyPath, text: str) -> None:
        """Note that what stands at `path` is wrong; where nothing stands, the nearest part around it."""
        while path and path not in self._places.values:
            path = path[:-1]
        self.source.problem(self._places.values.get(path, self.source.root), text)

    def problem_with(self, path: KeyPath, text: str) -> None:
        """Note that something is wrong with what has a name of its own, at that name."""
        name = self._places.names.get(path)
        if name is not None:
            self.source.problem(name, text)
        else:
            self.problem(path, text)


def read_document(source: YamlSource, shape: type[T], what: str) -> Document[T]:
    """The file in its shape; problems are noted in the source, and `YamlSource.finish` raises them.

    `what` is what messages call the file as a whole.
    """
    reader = _Reader(source, what)
    found = reader.read(inspect.type_info(shape), source.root, ())
    is_lost = found is _WRONG or reader.is_too_much
    return Document(None if is_lost else found, source, reader.places)


def schema_of(shape: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """The JSON schema of a shape, as editors want it."""
    found = msgspec.json.schema(shape)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **found}


class _Places:
    """Where the parts of a file stand."""

    def __init__(self) -> None:
        self.values: dict[KeyPath, Node] = {}
        self.names: dict[KeyPath, Node] = {}
        """The keys of mappings whose keys are up to the user."""
        self.lost: set[KeyPath] = set()
        """What could not be read, or is missing and may have been misspelled."""


class _Reader:
    """Reads one file."""

    def __init__(self, source: YamlSource, what: str) -> None:
        self.places = _Places()
        self._source = source
        self._what = what
        self._parts = 0
        self._secrets: set[KeyPath] = set()

    def read(self, info: inspect.Type, node: Node, path: KeyPath) -> Any:
        """The value of a node without what is wrong in it; `_WRONG` when nothing is left."""
        self.places.values[path] = node
        self._count(node)
        if self.is_too_much:
            return _WRONG
        if _is_secret(info):
            self._secrets.add(path)
        found = self._read_kind(_bare(info), node, path)
        if found is _WRONG:
            self.places.lost.add(path)
        return found

    def _read_kind(self, info: inspect.Type, node: Node, path: KeyPath) -> Any:
        if isinstance(info, inspect.UnionType):
            return self._read_one_of(info, node, path)
        if isinstance(info, inspect.StructType):
            return self._read_struct(info, node, path)
        if isinstance(info, inspect.DictType):
            return self._read_mapping(info, node, path)
        if isinstance(info, inspect.VarTupleType):
            return self._read_list(info, node, path)
        return self._read_scalar(info, node, path)

    @property
    def is_too_much(self) -> bool:
        """Whether the file holds more than anybody means."""
        return self._parts > _MAX_PARTS

    def _count(self, node: Node) -> None:
        was_too_much = self.is_too_much
        self._parts += 1 + (0 if isinstance(node, yaml.ScalarNode) else len(node.value))
        if self.is_too_much and not was_too_much:
            self._source.problem(node, f"{self._what}: holds more than {_MAX_PARTS} values")

    def _read_one_of(self, info: inspect.UnionType, node: Node, path: KeyPath) -> Any:
        kinds = [_bare(kind) for kind in info.types]
        if _is_null(node):
            is_allowed = any(isinstance(kind, inspect.NoneType) for kind in kinds)
            return None if is_allowed else self._complain(node, path, info)
        fitting = [kind for kind in kinds if _fits(kind, node)]
        if len(fitting) == 1 and not isinstance(fitting[0], _NUMBERS):
            return self._read_kind(fitting[0], node, path)
        values = (_scalar(kind, node) for kind in fitting)
        found = next((value for value in values if value is not _WRONG), _WRONG)
        return self._complain(node, path, info) if found is _WRONG else found

    def _read_struct(self, info: inspect.StructType, node: Node, path: KeyPath) -> Any:
        fields = {field.encode_name: field for field in info.fields}
        required = [name for name, field in fields.items() if field.required]
        found = self._source.section(node, self._call(path), fields, required)
        self._note_lost(node, path, fields)
        self.places.lost.update((*path, key) for key in required if key not in found)
        for key, hidden in self._source.hidden(node):
            if key in fields:
                self._check(fields[key].type, hidden, (*path, key))
        values = {key: self.read(fields[key].type, one, (*path, key)) for key, one in found.items()}
        sound = {fields[key].name: one for key, one in values.items() if one is not _WRONG}
        if not path:  # what is there of a file is worth a look, even if it lacks something
            empty = {fields[name].name: _empty(fields[name].type) for name in required}
            sound = {name: one for name, one in empty.items() if one is not _WRONG} | sound
        is_whole = all(fields[name].name in sound for name in required)
        return info.cls(**sound) if is_whole and isinstance(node, yaml.MappingNode) else _WRONG

    def _note_lost(self, node: Node, path: KeyPath, fields: Collection[str]) -> None:
        """Note the keys that are not there, but may be meant by one that is."""
        said = [str(key.value) for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
        near = (nearest_of(key, fields) for key in said if key not in fields)
        self.places.lost.update((*path, key) for key in near if key is not None and key not in said)

    def _check(self, info: inspect.Type, node: Node, path: KeyPath) -> None:
        """Note what is wrong with a value that does not count."""
        places, self.places = self.places, _Places()
        self.read(info, node, path)
        self.places = places

    def _read_mapping(self, info: inspect.DictType, node: Node, path: KeyPath) -> Any:
        found = {}
        for key, hidden in self._source.hidden(node):
            self._check(info.value_type, hidden, (*path, key))
        for key, (name, value) in self._source.mapping(node, self._call(path)).items():
            self.places.names[(*path, key)] = name
            found[key] = self.read(info.value_type, value, (*path, key))
        sound = {key: value for key, value in found.items() if value is not _WRONG}
        if found and not sound:
            self.places.lost.add(path)
        return sound if isinstance(node, yaml.MappingNode) else _WRONG

    def _read_list(self, info: inspect.VarTupleType, node: Node, path: KeyPath) -> Any:
        items = enumerate(self._source.items(node, self._call(path)))
        found = [self.read(info.item_type, item, (*path, number)) for number, item in items]
        is_sound = isinstance(node, yaml.SequenceNode) and not any(one is _WRONG for one in found)
        return tuple(found) if is_sound else _WRONG  # what is left would have other numbers

    def _read_scalar(self, info: inspect.Type, node: Node, path: KeyPath) -> Any:
        if isinstance(info, inspect.LiteralType) and _fits(info, node) and not _is_null(node):
            known = [str(value) for value in info.values]
            chosen = self._source.choice(node, self._call(path), known)
            return _WRONG if chosen is None else chosen
        value = _scalar(info, node)
        return self._complain(node, path, info) if value is _WRONG else value

    def _complain(self, node: Node, path: KeyPath, info: inspect.Type) -> Any:
        found = "something else" if path in self._secrets else _described(_bare(info), node)
        self._source.problem(node, f"{self._call(path)}: expected {_told(info)}, found {found}")
        return _WRONG

    def _call(self, path: KeyPath) -> str:
        """What messages call a part of the file."""
        return ".".join(map(str, path)) or self._what


def _bare(info: inspect.Type) -> inspect.Type:
    """A type without its description."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


def _empty(info: inspect.Type) -> Any:
    """What a part of a file is without anything in it; `_WRONG` where that is nothing."""
    kinds: dict[type[inspect.Type], Any] = {inspect.DictType: {}, inspect.VarTupleType: ()}
    return kinds.get(type(_bare(info)), _WRONG)


def _is_secret(info: inspect.Type) -> bool:
    while isinstance(info, inspect.Metadata):
        if info.extra == SECRET:
            return True
        info = info.type
    return False


def _is_null(node: Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and bool(node.tag == _NULL)


def _is_plain(node: yaml.ScalarNode) -> bool:
    """Whether it is written without quotes, and so may be more than a text."""
    return not node.style


def _described(info: inspect.Type, node: Node) -> str:
    """What a node is; where only the quotes are wrong, that is told."""
    if not isinstance(node, yaml.ScalarNode):
        return describe(node)
    text = str(node.value)
    is_number, is_truth = bool(_NUMBER.fullmatch(text)), text in _BOOLEANS
    if _is_plain(node) and (is_number or is_truth) and _reads_as_text(info):
        return f"{'the number ' if is_number else ''}{text}; in quotes it is a text"
    if not _is_plain(node) and (is_number or is_truth):
        return f'the text "{text}"; without quotes it is {"a number" if is_number else "no text"}'
    return describe(node)


def _reads_as_text(info: inspect.Type) -> bool:
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    return any(isinstance(_bare(kind), inspect.StrType) for kind in kinds)


def _fits(kind: inspect.Type, node: Node) -> bool:
    """Whether a node can be of a kind, by its form alone."""
    if isinstance(kind, inspect.StructType | inspect.DictType):
        return isinstance(node, yaml.MappingNode)
    if isinstance(kind, inspect.VarTupleType):
        return isinstance(node, yaml.SequenceNode)
    return isinstance(node, yaml.ScalarNode) and not isinstance(kind, inspect.NoneType)


def _scalar(info: inspect.Type, node: Node) -> Any:
    """A single value; nothing is no value, and neither is a text a number nor the other way round."""
    if not isinstance(node, yaml.ScalarNode) or _is_null(node):
        return _WRONG
    text, is_plain = str(node.value), _is_plain(node)
    if isinstance(info, inspect.BoolType):
        return _BOOLEANS.get(text, _WRONG) if is_plain else _WRONG
    if isinstance(info, _NUMBERS):
        return _number(info, text) if is_plain else _WRONG
    if isinstance(info, inspect.LiteralType):
        return text if text in info.values else _WRONG
    return _WRONG if is_plain and (text in _BOOLEANS or _NUMBER.fullmatch(text)) else text


def _number(info: inspect.IntType | inspect.FloatType, text: str) -> Any:
    if not _NUMBER.fullmatch(text) or len(text) > _MAX_DIGITS:
        return _WRONG
    number = float(text)
    value = number
    if isinstance(info, inspect.IntType):
        if not number.is_integer():  # which what has no end is not, either
            return _WRONG
        value = int(text) if text.lstrip("+-").isdecimal() else int(number)
    low, high = info.ge, info.le
    is_within = (low is None or value >= low) and (high is None or value <= high)
    return value if is_within and number - number == 0 else _WRONG  # neither endless nor no number


def _told(info: inspect.Type) -> str:
    """What is expected, in words."""
    info = _bare(info)
    if isinstance(info, inspect.IntType):
        return f"a whole number{_told_bounds(info)}"
    if isinstance(info, inspect.FloatType):
        return f"a number{_told_bounds(info)}"
    if isinstance(info, inspect.UnionType):
        kinds = [_told(kind) for kind in info.types if not isinstance(kind, inspect.NoneType)]
        return " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
    if isinstance(info, inspect.LiteralType):
        return "one of " + ", ".join(str(value) for value in info.values)
    names: dict[type[inspect.Type], str] = {
        inspect.BoolType: "true or false",
        inspect.StrType: "a text",
        inspect.NoneType: "nothing",
        inspect.VarTupleType: "a list",
    }
    return names.get(type(info), "a mapping")


def _told_bounds(info: inspect.IntType | inspect.FloatType) -> str:
    if info.ge is not None and info.le is not None:
        return f" from {_plain(info.ge)} to {_plain(info.le)}"
    if info.ge is not None:
        return f" of {_plain(info.ge)} or more"
    return f" of {_plain(info.le)} or less" if info.le is not None else ""


def _plain(number: float) -> str:
    return f"{number:g}" if number < 100_000 else str(number)
