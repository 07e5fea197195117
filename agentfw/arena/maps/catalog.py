"""Which maps there are: the files of ``plans/maps``, or any file by its path."""

from __future__ import annotations

from pathlib import Path

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.mapfiles import MapFile, load_map
from agentfw.errors import MapError, UsageError
from agentfw.resources import resource_dir
from agentfw.sources import YAML_ENDINGS, nearest

__all__ = ["find_map", "known_maps"]


def known_maps() -> dict[str, Path]:
    """The maps that ship, by the name that asks for them."""
    return {file.stem: file for file in sorted(resource_dir("plans").glob("maps/*.yaml"))}


def find_map(name: str) -> MapFile:
    """The map of that name in any case, or the one in the file of that path.

    Raises `UsageError` for an unknown name and `MapError` for a file with mistakes.
    """
    known = known_maps()
    if name.lower() in known:
        return _load(known[name.lower()])
    path = Path(name)
    if path.suffix in YAML_ENDINGS or path.exists():
        return _load(path)
    raise UsageError(
        f'there is no map "{name}"{nearest(name, known)} (known: {", ".join(known)}, or a file)'
    )


def _load(path: Path) -> MapFile:
    if path.exists() and not path.is_file() and not path.is_dir():  # a pipe may have no end
        raise MapError([f"{path}:1:1: is not a file"])
    try:
        return load_map(path.read_bytes(), str(path), items=[*UT2004.items, *UT99.items])
    except OSError as error:
        raise MapError([f"{path}:1:1: cannot be read: {error.strerror}"]) from None
