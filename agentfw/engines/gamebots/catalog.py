"""Which dialects there are, and where each one comes from.

Built-in dialects are the files of ``protocols/``. Other packages add theirs by an entry point of the
group ``agentfw.dialects`` whose value is the path of a dialect file. A path works in place of a name
everywhere, so trying a new dialect needs no installation.
"""

from __future__ import annotations

import functools
import importlib.metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.engines.gamebots.loading import load_dialect
from agentfw.errors import DialectError, PluginError, UsageError
from agentfw.resources import resource_dir
from agentfw.sources import YAML_ENDINGS, nearest

if TYPE_CHECKING:
    from agentfw.engines.gamebots.dialect import Dialect

__all__ = ["ENTRY_POINT_GROUP", "DialectEntry", "find_dialect", "known_dialects", "usable_dialects"]

ENTRY_POINT_GROUP: Final = "agentfw.dialects"


class DialectEntry(msgspec.Struct, frozen=True):
    """A dialect that can be asked for by name."""

    name: str
    origin: str
    """``built in``, or the package that brings it."""
    source: Path | importlib.metadata.EntryPoint

    @property
    def path(self) -> Path:
        """The file that describes it; raises `PluginError` when its package does not say."""
        if isinstance(self.source, Path):
            return self.source
        try:
            return Path(self.source.load())
        except Exception as error:  # whatever a foreign package does on import
            raise PluginError(f'dialect "{self.name}" from package {self.origin}: {error}') from error


def known_dialects() -> list[DialectEntry]:
    """All dialects by name: the built-in ones first, then those of other packages."""
    files = sorted(resource_dir("protocols").glob("*.yaml"))
    entries = [DialectEntry(file.stem, "built in", file) for file in files]
    for point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
        package = point.dist.name if point.dist else "an installed package"
        entries.append(DialectEntry(point.name, package, point))
    return entries


def usable_dialects() -> list[Dialect]:
    """All known dialects but those of other packages that do not work."""
    dialects = []
    for entry in known_dialects():
        try:
            dialects.append(_load(entry.path))
        except (PluginError, DialectError):
            if isinstance(entry.source, Path):
                raise
    return dialects


def find_dialect(name: str) -> Dialect:
    """The dialect of that name, or the one in the file of that path.

    Raises `UsageError` for an unknown name and `DialectError` for a file with mistakes.
    """
    entries = {entry.name: entry for entry in known_dialects()}
    if name in entries:
        return _load(entries[name].path)
    path = Path(name)
    if path.suffix in YAML_ENDINGS or path.exists():
        return _load(path)
    known = ", ".join(entries)
    raise UsageError(f'there is no dialect "{name}"{nearest(name, entries)} (known: {known}, or a file)')


def _load(path: Path) -> Dialect:
    try:
        stat = path.stat()
        if not path.is_file() and not path.is_dir():  # a device may have no end
            raise DialectError([f"{path}:1:1: is not a file"])
        return _load_version(path, stat.st_mtime_ns, stat.st_size)
    except OSError as error:
        raise DialectError([f"{path}:1:1: cannot be read: {error.strerror}"]) from None


@functools.lru_cache(maxsize=32)
def _load_version(path: Path, _mtime_ns: int, _size: int) -> Dialect:
    """One load per version of a file, so that sessions share what is compiled from it."""
    return load_dialect(path.read_bytes(), str(path))
