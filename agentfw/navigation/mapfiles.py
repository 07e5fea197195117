"""Graphs in files: our own format, as YAML or JSON, and the plain text of older bots.

In our format a file holds everything a graph does::

    agentfw map: 1
    level: DM-Example
    places:
      - {id: A, at: [0, 0, 0], kind: item_spot}
      - {id: B, at: [100, 0, 0]}
    links:
      - {from: A, to: B, cost: 100}

The same in JSON is read much faster, which matters for large maps. A file with mistakes raises one
`MapError` that names all of them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import AgentError, MapError, UsageError
from agentfw.navigation._reading import read_map
from agentfw.navigation._writing import MapDocument, document_of, graph_of, yaml_text
from agentfw.navigation.placestext import places_text, read_places_text

if TYPE_CHECKING:
    from agentfw.navigation.graph import PlaceGraph

__all__ = [
    "graph_from_text",
    "graph_text",
    "load_graph",
    "load_places_text",
    "save_graph",
    "save_places_text",
]

_MAX_BYTES: Final = 64_000_000
_MAX_YAML_BYTES: Final = 1_000_000
"""What `agentfw.sources` reads at most."""
_DECODER: Final = msgspec.json.Decoder(MapDocument)


def load_graph(path: str | Path) -> PlaceGraph:
    """The graph in a file of any of the formats.

    Raises `MapError` with one ``file:line:column: text`` for each mistake.
    """
    data, where = _read(path), str(path)
    beginning = data.lstrip()[:64]
    if beginning.startswith(b"{"):
        return _from_json(data, where)
    if beginning.startswith((b"agentfw map", b'"agentfw map', b"---", b"# agentfw map")):
        return read_map(data, where)
    return read_places_text(data, where)


def save_graph(graph: PlaceGraph, path: str | Path) -> None:
    """Write a graph into a file, whole or not at all: JSON if its name says so, else YAML.

    Raises `MapError` when that fails, and `UsageError` for a map that is too large for YAML.
    """
    document = document_of(graph)
    if Path(path).suffix == ".json":
        encoded = msgspec.json.format(msgspec.json.encode(document), indent=1)
        _write(path, encoded + b"\n")
    else:
        data = yaml_text(document).encode("utf-8")
        if len(data) > _MAX_YAML_BYTES:
            raise UsageError(f"{path}: {graph!r} is too large for YAML; give the file a name in .json")
        _write(path, data)


def graph_text(graph: PlaceGraph) -> str:
    """A graph as one line of text, to be kept inside of something else."""
    return msgspec.json.encode(document_of(graph)).decode("utf-8")


def graph_from_text(text: str, where: str) -> PlaceGraph:
    """The graph that `graph_text` wrote; `where` is for messages."""
    return _from_json(text.encode("utf-8"), where)


def load_places_text(path: str | Path) -> PlaceGraph:
    """The graph in a file of the plain text format; links cost their length."""
    return read_places_text(_read(path), str(path))


def save_places_text(graph: PlaceGraph, path: str | Path) -> None:
    """Write the places of a graph and where links lead; this format has no words for more."""
    _write(path, places_text(graph).encode("utf-8"))


def _from_json(data: bytes, where: str) -> PlaceGraph:
    """What the fast reader makes of a file, if there is nothing wrong with it."""
    try:
        graph = graph_of(_DECODER.decode(data))
    except (msgspec.DecodeError, AgentError) as error:
        if len(data) > _MAX_YAML_BYTES:
            raise MapError([f"{where}:1:1: {error}"]) from None
    else:
        if not graph.dangling:
            return graph
        if len(data) > _MAX_YAML_BYTES:
            raise MapError([f"{where}:1:1: {graph.dangling} links lead from or to unknown places"])
    # JSON is YAML too, and the careful reader tells the place of every mistake.
    return read_map(data, where)


def _read(path: str | Path) -> bytes:
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise MapError([f"{path}:1:1: cannot be read: {error.strerror}"]) from None
    if len(data) > _MAX_BYTES:
        raise MapError([f"{path}:1:1: the file is larger than {_MAX_BYTES} bytes"])
    if not data.strip():
        raise MapError([f"{path}:1:1: the file is empty"])
    return data


def _write(path: str | Path, data: bytes) -> None:
    """Replace a file in one step, so that nobody ever reads half of it."""
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as error:
        raise MapError([f"{path}:1:1: cannot be written: {error.strerror}"]) from None
    finally:
        beside.unlink(missing_ok=True)
