"""What a character file names: what it is called, and files, which are tried before anybody plays."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from agentfw.errors import AgentError, SourceError
from agentfw.resources import resource_dir
from agentfw.sources import is_file
from agentfw.talk import character_talk
from agentfw.weights import load_weights

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.characters.shapes import CharacterShape, TraitKeys
    from agentfw.documents import Document
    from agentfw.language import PlanText

__all__ = ["NAMED", "ReadsFiles", "check_words", "mistakes_in_files", "seen_from"]

NAMED: Final = ("chat", "weapon_weights", "item_weights")
"""The traits that name files."""
_MAX_NAME: Final = 64
_MAX_ABOUT: Final = 200


class ReadsFiles(Protocol):
    """Finds the texts that characters name, as `agentfw.brains.PlanFiles` does."""

    def read_weights(self, name: str, beside: str = "") -> PlanText:
        """The text of a file with weights; raises `AgentError` when there is none."""

    def read_talk(self, name: str, beside: str = "") -> PlanText:
        """The text of a file with chat lines; raises `AgentError` when there is none."""


def check_words(document: Document[CharacterShape]) -> None:
    """Note what cannot be shown of who it is and of what it is called."""
    if document.sound is None:
        return
    if not _is_line(document.sound.about, _MAX_ABOUT):
        expected = f"a line of 1 to {_MAX_ABOUT} letters that can be printed, without blanks around it"
        document.problem(("about",), f"about: expected {expected}")
    for way, keys in _blocks(document.sound):
        if keys.name is not None and not _is_line(keys.name, _MAX_NAME):
            expected = (
                f"a name of 1 to {_MAX_NAME} letters that can be printed, without blanks around it"
            )
            document.problem((*way, "name"), f"{'.'.join(way)}.name: expected {expected}")


def mistakes_in_files(
    document: Document[CharacterShape], path: Path, files: ReadsFiles
) -> tuple[str, ...]:
    """Everything that is wrong in the files that a character at a path names, each mistake once.

    Files that are not there are noted in the document, where they are named.
    """
    found: list[str] = []
    for way, keys in _blocks(document.sound) if document.sound is not None else ():
        for trait in NAMED:
            name = getattr(keys, trait)
            try:
                if name:
                    _try(trait, seen_from(path, name), files)
            except SourceError as error:
                found += error.problems
            except AgentError as error:
                document.problem((*way, trait), f"{'.'.join(way)}.{trait}: {error}")
    return tuple(sorted(dict.fromkeys(found)))


def seen_from(path: Path, name: str) -> str:
    """A file that is named in another one, as from the working directory.

    What does not lie beside that one may be one that ships, and keeps its name.
    """
    found = Path(os.path.normpath(path.parent / name))
    if not is_file(found) or path.parent == resource_dir("plans") / "characters":
        return name
    is_below = found.is_absolute() and found.is_relative_to(Path.cwd())
    return str(found.relative_to(Path.cwd()) if is_below else found)


def _try(trait: str, name: str, files: ReadsFiles) -> None:
    if trait == "chat":
        character_talk(name, files.read_talk)
    else:
        load_weights(files.read_weights(name), files.read_weights)


def _blocks(shape: CharacterShape) -> Iterator[tuple[tuple[str, ...], TraitKeys]]:
    """The blocks with traits that are told, and the way to each."""
    skill = shape.skill
    told: list[tuple[tuple[str, ...], TraitKeys | None]] = [(("traits",), shape.traits)]
    if skill is not None:
        several = {"1": skill.one, "4": skill.four, "5": skill.five}
        told += [(("skill", key), keys) for key, keys in several.items()]
    return ((way, keys) for way, keys in told if keys is not None)


def _is_line(text: str, longest: int) -> bool:
    return 0 < len(text) <= longest and text.isprintable() and text == text.strip()
