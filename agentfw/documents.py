"""Files whose shape is a struct: one declaration reads the file, checks it, and gives editors a schema.

A shape is a `msgspec.Struct` with descriptions and bounds in its annotations. `read_document` fills it
from YAML and notes everything that does not fit, each with its place; `schema_of` gives the JSON schema
of the same shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec
import yaml
from msgspec import inspect

from agentfw.sources import describe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.sources import Node, YamlSource

__all__ = ["Document", "read_document", "schema_of"]

T = TypeVar("T", bound=msgspec.Struct)
Path = tuple[str | int, ...]

_NULL: Final = "tag:yaml.org,2002:null"
_BOOLEANS: Final = {"true": True, "false": False}
_WRONG: Final = object()
"""Stands for a value that was complained about."""


class Document(Generic[T]):
    """What was read, and where each part of it stands."""

    def __init__(self, value: T | None, source: YamlSource, nodes: Mapping[Path, Node]) -> None:
        self.value = value
        """The file as a struct; None when it does not have its shape."""
        self.source = source
        self._nodes = nodes

    def problem(self, path: Path, text: str) -> None:
        """Note that what stands at `path` is wrong; where nothing stands, the nearest part around it."""
        while path and path not in self._nodes:
            path = path[:-1]
        self.source.problem(self._nodes.get(path, self.source.root), text)


def read_document(source: YamlSource, shape: type[T], what: str) -> Document[T]:
    """The file in its shape; problems are noted in the source, and `YamlSource.finish` raises them.

    `what` is what messages call the file as a whole.
    """
    reader = _Reader(source, what)
    value = reader.read(inspect.type_info(shape), source.root, ())
    return Document(None if value is _WRONG else value, source, reader.nodes)


def schema_of(shape: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """The JSON schema of a shape, as editors want it."""
    found = msgspec.json.schema(shape)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **found}


class _Reader:
    """Reads one file."""

    def __init__(self, source: YamlSource, what: str) -> None:
        self.nodes: dict[Path, Node] = {}
        self._source = source
        self._what = what

    def read(self, info: inspect.Type, node: Node, path: Path) -> Any:
        """The value of a node in its shape, or `_WRONG` after a complaint."""
        self.nodes[path] = node
        info = _bare(info)
        if isinstance(info, inspect.UnionType):
            return self._read_one_of(info, node, path)
        if isinstance(info, inspect.StructType):
            return self._read_struct(info, node, path)
        if isinstance(info, inspect.DictType):
            return self._read_mapping(info, node, path)
        if isinstance(info, inspect.VarTupleType):
            return self._read_list(info, node, path)
        return self._read_scalar(info, node, path)

    def _read_one_of(self, info: inspect.UnionType, node: Node, path: Path) -> Any:
        kinds = [_bare(kind) for kind in info.types]
        if _is_null(node) and any(isinstance(kind, inspect.NoneType) for kind in kinds):
            return None
        fitting = [kind for kind in kinds if _fits(kind, node)]
        if len(fitting) == 1:
            return self.read(fitting[0], node, path)
        for kind in fitting:
            value = _scalar(kind, node)
            if value is not _WRONG:
                return value
        return self._complain(node, path, " or ".join(map(_told, kinds)))

    def _read_struct(self, info: inspect.StructType, node: Node, path: Path) -> Any:
        fields = {field.encode_name: field for field in info.fields}
        required = [name for name, field in fields.items() if field.required]
        count = len(self._source.problems)
        found = self._source.section(node, self._call(path), fields, required)
        values = {
            fields[key].name: self.read(fields[key].type, value, (*path, key))
            for key, value in found.items()
        }
        is_fine = len(self._source.problems) == count
        return info.cls(**values) if is_fine else _WRONG

    def _read_mapping(self, info: inspect.DictType, node: Node, path: Path) -> Any:
        count = len(self._source.problems)
        entries = self._source.mapping(node, self._call(path))
        values = {
            key: self.read(info.value_type, value, (*path, key)) for key, (_, value) in entries.items()
        }
        return values if len(self._source.problems) == count else _WRONG

    def _read_list(self, info: inspect.VarTupleType, node: Node, path: Path) -> Any:
        count = len(self._source.problems)
        values = tuple(
            self.read(info.item_type, item, (*path, number))
            for number, item in enumerate(self._source.items(node, self._call(path)))
        )
        return values if len(self._source.problems) == count else _WRONG

    def _read_scalar(self, info: inspect.Type, node: Node, path: Path) -> Any:
        if isinstance(info, inspect.LiteralType) and isinstance(node, yaml.ScalarNode):
            known = [str(value) for value in info.values]
            chosen = self._source.choice(node, self._call(path), known)
            return _WRONG if chosen is None else chosen
        value = _scalar(info, node)
        return self._complain(node, path, _told(info)) if value is _WRONG else value

    def _complain(self, node: Node, path: Path, expected: str) -> Any:
        self._source.problem(node, f"{self._call(path)}: expected {expected}, found {describe(node)}")
        return _WRONG

    def _call(self, path: Path) -> str:
        """What messages call a part of the file."""
        return ".".join(map(str, path)) or self._what


def _bare(info: inspect.Type) -> inspect.Type:
    """A type without its description."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


def _is_null(node: Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and bool(node.tag == _NULL)


def _fits(kind: inspect.Type, node: Node) -> bool:
    """Whether a node can be of a kind, by its form alone."""
    if isinstance(kind, inspect.StructType | inspect.DictType):
        return isinstance(node, yaml.MappingNode)
    if isinstance(kind, inspect.VarTupleType):
        return isinstance(node, yaml.SequenceNode)
    return isinstance(node, yaml.ScalarNode) and not isinstance(kind, inspect.NoneType)


def _scalar(info: inspect.Type, node: Node) -> Any:
    """A single value; nothing is no value, and only what is written as a text may look like one."""
    if not isinstance(node, yaml.ScalarNode) or _is_null(node):
        return _WRONG
    text = str(node.value)
    if isinstance(info, inspect.BoolType):
        return _BOOLEANS.get(text, _WRONG)
    if isinstance(info, inspect.IntType | inspect.FloatType):
        return _number(info, text)
    if isinstance(info, inspect.LiteralType):
        return text if text in info.values else _WRONG
    return text


def _number(info: inspect.IntType | inspect.FloatType, text: str) -> Any:
    kind: type[int | float] = int if isinstance(info, inspect.IntType) else float
    try:
        value = msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError:
        return _WRONG
    low, high = info.ge, info.le
    is_within = (low is None or value >= low) and (high is None or value <= high)
    return value if is_within and value - value == 0 else _WRONG  # neither endless nor no number


def _told(info: inspect.Type) -> str:
    """What is expected, in words."""
    info = _bare(info)
    if isinstance(info, inspect.IntType):
        return f"a whole number{_told_bounds(info)}"
    if isinstance(info, inspect.FloatType):
        return f"a number{_told_bounds(info)}"
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
