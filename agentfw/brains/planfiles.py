"""Where plan texts come from: the user's files, the plans that ship, or a recording."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agentfw.errors import UsageError
from agentfw.language.texts import MAX_PLAN_CHARS, PlanText
from agentfw.resources import resource_dir
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LANGUAGE_OF", "TALK_ENDINGS", "WEIGHT_ENDINGS", "PlanFiles", "shipped_plans"]

LANGUAGE_OF: Final[Mapping[str, str]] = {
    ".fsm": "fsm",
    ".goap": "goap",
    ".htn": "htn",
    ".lap": "posh",
}
"""The language of a plan, by how its name ends."""
WEIGHT_ENDINGS: Final = (".weights", ".c", ".h")
"""How the names of weight files end; those of Quake III are written as if they were C."""
TALK_ENDINGS: Final = (".talk",)
"""How the names of files end that say what bots understand and say."""


class PlanFiles:
    """Reads plan texts, and remembers which.

    Texts that are given stand for the files of those names; nothing else is read then, so that a plan
    out of a recording cannot reach for files.
    """

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._given = given
        self.texts: dict[str, str] = {}
        """What was read, by the name under which it was asked for."""
        self.paths: dict[str, Path] = {}
        """The files that it was read from."""
        self.users: list[str] = []
        """The plans that are being loaded, each one inside of the one before."""

    @staticmethod
    def beside(name: str, where: str) -> str:
        """The name of a file, meant beside the file it stands in."""
        return os.path.normpath(Path(where).parent / name)

    def read(self, name: str, beside: str = "") -> PlanText:
        """The text of a plan; a relative name of an include is meant `beside` the file it stands in.

        Raises `UsageError` when there is no such file, or when it cannot be a plan.
        """
        return self._text(name, beside, "plan", tuple(LANGUAGE_OF))

    def read_weights(self, name: str, beside: str = "") -> PlanText:
        """The text of a file with weights, as `read` gives that of a plan."""
        return self._text(name, beside, "file with weights", WEIGHT_ENDINGS)

    def read_talk(self, name: str, beside: str = "") -> PlanText:
        """The text of a file with talk, as `read` gives that of a plan."""
        return self._text(name, beside, "file with talk", TALK_ENDINGS)

    def _text(self, name: str, beside: str, noun: str, endings: tuple[str, ...]) -> PlanText:
        wanted = self.beside(name, beside) if beside else name
        if Path(wanted).suffix not in endings:
            raise UsageError(f'"{wanted}" is no {noun}: their names end in {", ".join(sorted(endings))}')
        text = self._found(wanted)
        if text is None and beside and Path(name).name == name:
            wanted, text = name, self._found(name)  # one of those that ship, from wherever it is used
        if not beside:  # without detours, so that one which includes itself is known again
            wanted = os.path.normpath(name)
            text = self._found(wanted) if text is None and self._given is not None else text
        if text is None:
            known = _shipped() if self._given is None else self._given
            raise UsageError(f'there is no {noun} "{wanted}"{nearest(wanted, known)}')
        if len(text) > MAX_PLAN_CHARS:
            raise UsageError(f"{wanted}: longer than {MAX_PLAN_CHARS} characters, that is no plan")
        self.texts[wanted] = text
        return PlanText(text, wanted)

    def _found(self, name: str) -> str | None:
        return self._read(name) if self._given is None else self._given.get(name)

    def _read(self, name: str) -> str | None:
        try:
            path = Path(name) if Path(name).is_file() else _shipped().get(name)
            if path is None:
                return None
            self.paths[name] = path
            if path.stat().st_size > 4 * MAX_PLAN_CHARS:
                raise UsageError(f"{name}: longer than {MAX_PLAN_CHARS} characters, that is no plan")
            return path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:  # odd names, folders that are closed, what is no text
            raise UsageError(f"{name}: cannot be read as text: {error}") from None


def shipped_plans() -> dict[str, Path]:
    """The plans that travel with agentfw, by file name."""
    return {name: path for name, path in _shipped().items() if path.suffix in LANGUAGE_OF}


def _shipped() -> dict[str, Path]:
    """All texts that travel with agentfw, by file name."""
    folder = resource_dir("plans")
    found = (
        path for name in (*LANGUAGE_OF.values(), "weights", "talk") for path in (folder / name).glob("*")
    )
    known = (*LANGUAGE_OF, *WEIGHT_ENDINGS, *TALK_ENDINGS)
    return {path.name: path for path in sorted(found) if path.suffix in known}
