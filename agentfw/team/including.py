"""A team file together with the files that it includes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agentfw.documents import read_document
from agentfw.errors import SourceError, TeamError, UsageError
from agentfw.resources import resource_dir
from agentfw.sources import YamlSource, content_of, is_file, is_there, nearest
from agentfw.team.layers import Layer, Sheet
from agentfw.team.shapes import TeamShape

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agentfw.documents import Document, KeyPath
    from agentfw.team.findings import Findings
    from agentfw.team.shapes import BotKeys, LimitKeys, ServerKeys, TeamKeys

__all__ = ["Book", "find_team_file", "read_book", "shipped_teams"]

_MAX_DEPTH: Final = 8
_MAX_FILES: Final = 100


class Book:
    """What a team file and its includes say, the file itself first."""

    def __init__(self, path: Path, sheets: Sequence[Sheet], *, is_complete: bool) -> None:
        self.path = path
        self.sheets = tuple(sheets)
        """The nearer, the more they count."""
        self.is_complete = is_complete and all(one.document.is_clear(("include",)) for one in sheets)
        """Whether all includes could be read: only then a role is missing that is not there."""

    def lacks(self, *ways: KeyPath) -> bool:
        """Whether what nobody found at these places is not there: no mistake may stand for it."""
        clear = (sheet.document.is_clear(way) for sheet in self.sheets for way in ways)
        return self.is_complete and all(clear)

    def top(self) -> list[Layer[TeamShape]]:
        """The files themselves."""
        return [Layer(sheet, (), sheet.shape) for sheet in self.sheets]

    def server(self) -> list[Layer[ServerKeys]]:
        """What is said of the server."""
        told = [(sheet, sheet.shape.server) for sheet in self.sheets]
        return [Layer(sheet, ("server",), keys) for sheet, keys in told if keys is not None]

    def limits(self) -> list[Layer[LimitKeys]]:
        """What is said of the end of a match."""
        told = [(sheet, sheet.shape.limits) for sheet in self.sheets]
        return [Layer(sheet, ("limits",), keys) for sheet, keys in told if keys is not None]

    def defaults(self) -> list[Layer[BotKeys]]:
        """What is said of all bots."""
        told = [(sheet, sheet.shape.defaults) for sheet in self.sheets]
        return [Layer(sheet, ("defaults",), keys) for sheet, keys in told if keys is not None]

    def role(self, name: str) -> list[Layer[BotKeys]]:
        """What is said of the bots of a role."""
        told = [(sheet, sheet.shape.roles.get(name)) for sheet in self.sheets]
        return [Layer(sheet, ("roles", name), keys) for sheet, keys in told if keys is not None]

    def roles(self) -> list[str]:
        """The names of the roles."""
        return list(dict.fromkeys(name for sheet in self.sheets for name in sheet.shape.roles))

    def team(self, name: str) -> list[Layer[TeamKeys]]:
        """What is said of a team."""
        told = [(sheet, sheet.shape.teams.get(name)) for sheet in self.sheets]
        return [Layer(sheet, ("teams", name), keys) for sheet, keys in told if keys is not None]

    def teams(self) -> list[str]:
        """The names of the teams, in the order in which the files were read: includes first."""
        return list(dict.fromkeys(name for sheet in reversed(self.sheets) for name in sheet.shape.teams))


def find_team_file(file: Path) -> Path:
    """The file, or the one of that name that ships; raises `UsageError` when there is neither."""
    if is_file(file):
        return file
    shipped = shipped_teams()
    if str(file) in shipped:
        return shipped[str(file)]
    if is_there(file):
        raise UsageError(f"{file}: is not a file")
    raise UsageError(f'there is no team file "{file}"{_near(file, (*_beside(file), *shipped))}')


def read_book(path: Path, findings: Findings) -> Book:
    """A file that exists, and its includes; what is wrong with their shape is among the findings."""
    reader = _Includes(findings)
    reader.read(path, ())
    return Book(path, list(reversed(reader.sheets)), is_complete=reader.is_complete)


def shipped_teams() -> dict[str, Path]:
    """The team files that travel with agentfw, by file name."""
    return {path.name: path for path in sorted(resource_dir("plans").glob("teams/*.yaml"))}


class _Includes:
    """Reads files, each of them after those that it includes, and once."""

    def __init__(self, findings: Findings) -> None:
        self.sheets: list[Sheet] = []
        """What was read, in that order."""
        self.is_complete = True
        self._findings = findings
        self._seen: set[Path] = set()

    def read(self, path: Path, above: tuple[Path, ...]) -> None:
        """Read a file that those above it include."""
        self._seen.add(path.resolve())
        document = self._opened(path)
        shape = document.sound if document is not None else None
        if document is None or shape is None:
            self.is_complete = False
            return
        sheet = Sheet(path, document, shape)
        for way, name in _named(shape):
            self._include(sheet, way, name, (*above, path))
        self.sheets.append(sheet)

    def _opened(self, path: Path) -> Document[TeamShape] | None:
        try:
            source = YamlSource(content_of(path, TeamError), str(path), TeamError)
        except SourceError as error:
            self._findings.unreadable(error)
            return None
        self._findings.watch(source)
        return read_document(source, TeamShape, "team file")

    def _include(self, sheet: Sheet, way: KeyPath, name: str, chain: tuple[Path, ...]) -> None:
        path = Path(os.path.normpath(sheet.path.parent / name))
        problem = self._refusal(path, name, chain)
        if problem:
            self.is_complete = False
            sheet.document.problem(way, f"include: {problem}")
        elif path.resolve() not in self._seen:
            self.read(path, chain)

    def _refusal(self, path: Path, name: str, chain: tuple[Path, ...]) -> str:
        """Why a file cannot be included; empty when it can."""
        if not is_file(path):
            return f'there is no file "{name}"{_near(path, _beside(path))}'
        if path.resolve() in [one.resolve() for one in chain]:
            return f"goes round in a circle: {' > '.join(map(str, (*chain, path)))}"
        if len(chain) > _MAX_DEPTH:
            return f"more than {_MAX_DEPTH} files deep"
        return f"more than {_MAX_FILES} files" if len(self._seen) >= _MAX_FILES else ""


def _named(shape: TeamShape) -> list[tuple[KeyPath, str]]:
    """The includes of a file, each with its place."""
    if isinstance(shape.include, str):
        return [(("include",), shape.include)]
    return [(("include", number), name) for number, name in enumerate(shape.include)]


def _beside(path: Path) -> list[str]:
    """The names of the YAML files where a file should have been."""
    try:
        return sorted(one.name for one in path.parent.glob("*.y*ml") if one.is_file())
    except (OSError, ValueError):
        return []


def _near(path: Path, names: Iterable[str]) -> str:
    """The rest of a sentence that suggests a file; that both end in .yaml makes them no more alike."""
    known = {Path(name).stem: name for name in names}
    close = [stem for stem in known if nearest(path.stem, [stem])]
    return nearest(path.name, [known[stem] for stem in close])
