"""Finding and reading character files."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.characters.character import Character
from agentfw.characters.naming import NAMED, check_words, mistakes_in_files, seen_from
from agentfw.characters.shapes import CharacterShape
from agentfw.documents import read_document
from agentfw.errors import CharacterError, UsageError
from agentfw.resources import resource_dir
from agentfw.sources import YAML_ENDINGS, YamlSource, content_of, is_file, keys_of, nearest_of

if TYPE_CHECKING:
    from agentfw.characters.naming import ReadsFiles
    from agentfw.characters.shapes import TraitKeys
    from agentfw.documents import Document

__all__ = [
    "DEFAULT",
    "find_character",
    "is_character_file",
    "load_character",
    "read_character",
    "shipped_characters",
]

DEFAULT: Final = "default"
"""Who stands in for what other characters do not tell."""
_OF_TEAMS: Final = {"teams", "defaults", "roles", "include", "server", "limits", "record", "matches"}
"""Keys that only files of teams have."""


def shipped_characters() -> dict[str, Path]:
    """The characters that travel with agentfw, by name."""
    return {file.stem: file for file in sorted(resource_dir("plans").glob("characters/*.yaml"))}


def find_character(name: str) -> Path:
    """The file of that path, or the one that ships under that name, with or without its ending.

    Raises `UsageError` when there is neither.
    """
    path = Path(name)
    if path.suffix in YAML_ENDINGS and is_file(path):
        return path
    known = shipped_characters()
    found = known.get(path.stem if path.suffix in YAML_ENDINGS and path.name == name else name)
    if found is None:
        raise UsageError(f'there is no character "{name}"{_hint(path)}')
    return found


def load_character(name: str, files: ReadsFiles | None = None) -> Character:
    """The character of that name or path, with the default one behind it.

    With `files`, what it names is read, too. Raises `UsageError` when there is none, and
    `CharacterError` with everything that is wrong with it.
    """
    path = find_character(name)
    if path == shipped_characters().get(DEFAULT):
        return _default()
    return replace(_from_file(path, files), default=_default())


def read_character(text: str | bytes, where: str, *, default: Character | None = None) -> Character:
    """The character in a text; raises `CharacterError` with everything that is wrong with it."""
    source, document = _read(text, where)
    source.finish()
    assert document.value is not None  # noqa: S101 - else there were problems
    return Character(name=Path(where).stem, shape=document.value, default=default)


def is_character_file(path: Path) -> bool:
    """Whether a file looks like that of a character, right or wrong, and not like one of a team."""
    keys = keys_of(path)
    return bool(keys & {"about", "traits", "skill"}) and not keys & _OF_TEAMS


def _hint(path: Path) -> str:
    """The rest of a sentence that suggests a character: one that ships, or a file in the same place."""
    stem = path.stem if path.suffix in YAML_ENDINGS else path.name
    files = (file for file in sorted(path.parent.glob("*")) if file.suffix in YAML_ENDINGS)
    near = {file.stem: file for file in files if nearest_of(stem, [file.stem]) is not None}
    own = {one: str(file) for one, file in near.items() if is_character_file(file)}
    known = dict.fromkeys(shipped_characters()) | own
    found = nearest_of(stem, known)
    return f', did you mean "{own.get(found, found)}"?' if found is not None else ""


@functools.cache
def _default() -> Character:
    return _from_file(shipped_characters()[DEFAULT])


def _read(text: str | bytes, where: str) -> tuple[YamlSource, Document[CharacterShape]]:
    source = YamlSource(text, where, CharacterError)
    document = read_document(source, CharacterShape, "the character")
    check_words(document)
    return source, document


def _from_file(path: Path, files: ReadsFiles | None = None) -> Character:
    text = content_of(path, CharacterError)
    if files is not None:
        _check_files(path, text, files)
    found = read_character(text, str(path))
    shape, skill = found.shape, found.shape.skill
    if skill is not None:
        skill = replace(
            skill,
            one=_seen_from(path, skill.one),
            four=_seen_from(path, skill.four),
            five=_seen_from(path, skill.five),
        )
    shape = replace(shape, traits=_seen_from(path, shape.traits), skill=skill)
    return replace(found, shape=shape)


def _check_files(path: Path, text: bytes, files: ReadsFiles) -> None:
    """Raise `CharacterError` with what is wrong with a character, or with the files that it names."""
    source, document = _read(text, str(path))
    inside = mistakes_in_files(document, path, files)
    try:
        source.finish()
    except CharacterError as error:
        raise CharacterError([*error.problems, *inside]) from None
    if inside:
        raise CharacterError(inside)


def _seen_from(path: Path, keys: TraitKeys | None) -> TraitKeys | None:
    """Traits in which files that lie beside the character are named as from the working directory."""
    if keys is None:
        return None
    names = {key: getattr(keys, key) for key in NAMED}
    return replace(keys, **{key: seen_from(path, name) for key, name in names.items() if name})
