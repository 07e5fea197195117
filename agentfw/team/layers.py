"""Where a key gets its value from, when several parts of several files may say it.

What holds for a bot is said by the bot, its role, its team and the defaults, and each of those by a file
or by the files that it includes. Nothing is merged: the parts stand in a row, the nearest first, and a
key is looked up along the row. So a value always knows where it stands, and a complaint its place.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import msgspec

from agentfw.sources import is_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.documents import Document, KeyPath
    from agentfw.team.shapes import TeamShape

__all__ = ["Layer", "Sheet", "Told", "pick", "told_options"]

T = TypeVar("T")
K_co = TypeVar("K_co", bound=msgspec.Struct, covariant=True)


class Sheet:
    """One file that was read."""

    def __init__(self, path: Path, document: Document[TeamShape], shape: TeamShape) -> None:
        self.path = path
        self.document = document
        self.shape = shape
        """What is fine of it."""

    def seen(self, name: str) -> str:
        """A file that is named here, as it is seen from the working directory.

        What does not lie beside this file keeps its name: it may be one that ships.
        """
        path = Path(os.path.normpath(self.path.parent / name))
        if not is_file(path):
            return name
        is_below = path.is_absolute() and path.is_relative_to(Path.cwd())
        return str(path.relative_to(Path.cwd()) if is_below else path)


class Layer(NamedTuple, Generic[K_co]):
    """A part of a file with keys of its own: what it says counts more than what the next one says."""

    sheet: Sheet
    way: KeyPath
    keys: K_co

    def says(self, key: str) -> bool:
        """Whether the key stands here, be it with a value or with nothing."""
        return self.sheet.document.says((*self.way, key))


class Told(NamedTuple, Generic[T]):
    """A value, and the place where it stands."""

    value: T
    sheet: Sheet
    way: KeyPath

    def problem(self, text: str) -> None:
        """Note that it is wrong."""
        self.sheet.document.problem(self.way, text)


def pick(layers: Iterable[Layer[K_co]], key: str, kind: type[T]) -> Told[T] | None:
    """What the nearest layer says that says the key at all; None when it says that it is nothing."""
    layer = next((one for one in layers if one.says(key)), None)
    value = getattr(layer.keys, key) if layer is not None else None
    if layer is None or value is None or not isinstance(value, kind):
        return None
    return Told(value, layer.sheet, (*layer.way, key))


def told_options(layers: Iterable[Layer[K_co]]) -> Iterator[tuple[str, Told[str]]]:
    """The options that layers say, each by the nearest that says it, and as it was written."""
    seen: set[str] = set()
    for layer in layers:
        for name in getattr(layer.keys, "options", {}):
            if name not in seen:
                seen.add(name)
                way = (*layer.way, "options", name)
                yield name, Told(layer.sheet.document.written(way), layer.sheet, way)
