"""What the bots of an entrant play by, loaded and checked, and told apart by what is in it.

A plan travels as its texts, so that it can be played where its files are not, and stays as it was when
they change. Python code cannot travel: it is found again where a game is played, and must be the same
there. What such code imports in its turn is not looked at.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from agentfw.arena.maps.catalog import known_maps
from agentfw.brains import BrainSetup, Reloads, load_brain, make_brain
from agentfw.brains.planned import is_plan
from agentfw.errors import UsageError
from agentfw.modules import importable_from
from agentfw.skills import skill_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["Recruit", "Witness", "check_witness", "digest", "recruit", "witness"]

_FILE_OPTIONS: Final = ("skills", "weights")
"""Options that name files: what is in them counts, not where they lie."""
_INNER_BRAIN: Final = re.compile(r"([^\s\"()]+\.py):\w")
_OWN: Final = "agentfw."


class Witness(msgspec.Struct, frozen=True):
    """Something outside of a game's description that decides how it goes, and what was in it."""

    kind: Literal["file", "module", "map"]
    name: str
    digest: str


class Recruit(msgspec.Struct, frozen=True, kw_only=True):
    """One bot without a name."""

    brain: str
    options: dict[str, str] = {}
    skill: float | None = None
    files: dict[str, str] | None = None
    """The texts of its plan; None where it follows none."""
    witnesses: tuple[Witness, ...] = ()

    @property
    def identity(self) -> str:
        """The same for two recruits that play the same way, wherever their files lie."""
        texts = [(Path(name).name, digest(text.encode())) for name, text in (self.files or {}).items()]
        code = [(Path(one.name).name, one.digest) for one in self.witnesses]
        told = {name: value for name, value in self.options.items() if name not in _FILE_OPTIONS}
        is_whole = self.skill is not None and self.skill == int(self.skill)
        skill = int(self.skill or 0) if is_whole else self.skill  # 4 and 4.0 are the same skill
        parts = (Path(self.brain).name, sorted(told.items()), skill, sorted(texts), sorted(code))
        return digest(msgspec.json.encode(parts))


def recruit(brain: str, options: Mapping[str, str], skill: float | None = None) -> Recruit:
    """A bot with that brain, which was made once to see that it can be.

    Raises `PlanError` with all mistakes of a plan, and `UsageError` or `PluginError` for anything else.
    """
    made = make_brain(brain, BrainSetup(name="A1", options=options))
    files = dict(made.sources) if isinstance(made, Reloads) else None
    code = tuple(sorted(set(_code(brain, options, files or {})), key=lambda one: (one.kind, one.name)))
    return Recruit(brain=brain, options=dict(options), skill=skill, files=files, witnesses=code)


def witness(kind: Literal["file", "module", "map"], name: str) -> Witness:
    """What a file, a module or a map holds now. Raises `UsageError` when it cannot be read."""
    try:
        return Witness(kind, name, digest(_FIND[kind](name).read_bytes()))
    except (OSError, ValueError) as error:  # the latter for what can be no name
        raise UsageError(f"{name}: cannot be read: {getattr(error, 'strerror', error)}") from None


def check_witness(expected: Witness) -> None:
    """Raise `UsageError` unless a file, a module or a map is here, and what it was."""
    if witness(expected.kind, expected.name) != expected:
        raise UsageError(
            f"{expected.kind} {expected.name} is not the one that the tournament was begun with: "
            f"start it again to play with the new one"
        )


def digest(data: bytes) -> str:
    """A short text that stands for the data."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _code(brain: str, options: Mapping[str, str], files: Mapping[str, str]) -> Iterator[Witness]:
    """The Python code that a recruit consists of, as far as it is not agentfw itself."""
    for skills in skill_files(options.get("skills", "")):
        yield witness("file", skills)
    if not is_plan(brain):
        yield from _code_of_brain(brain)
    for text in files.values():
        inner = (name for name in _INNER_BRAIN.findall(text) if Path(name).is_file())
        yield from (witness("file", name) for name in inner)


def _code_of_brain(brain: str) -> Iterator[Witness]:
    file, colon, _ = brain.rpartition(":")
    if colon and file.endswith(".py"):
        yield witness("file", file)
        return
    found = inspect.getmodule(load_brain(brain))
    if found is not None and not found.__name__.startswith(_OWN):
        yield witness("module", found.__name__)


def _module_file(name: str) -> Path:
    with importable_from(Path()):
        spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise UsageError(f"there is no module {name}")
    return Path(spec.origin)


def _map_file(name: str) -> Path:
    return known_maps().get(name.lower(), Path(name))


_FIND: Final[Mapping[str, Callable[[str], Path]]] = {
    "file": Path,
    "module": _module_file,
    "map": _map_file,
}
