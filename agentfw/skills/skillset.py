"""The skills that a plan can use, gathered from modules."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agentfw.errors import PluginError
from agentfw.language.types import plain_name
from agentfw.modules import module_from_file
from agentfw.skills.skill import Act, Sense, skill_of
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import ModuleType

__all__ = ["SkillSet", "own_skills", "shipped_skills", "skill_files"]

SHIPPED: Final = (
    "basics",
    "status",
    "movement",
    "wandering",
    "turning",
    "items",
    "combat",
    "responding",
    "adapting",
    "preferences",
    "flags",
    "points",
    "memories",
    "team",
    "roles",
    "duties",
    "obeying",
    "leading",
    "commanding",
    "joining",
    "attitudes",
    "strategies",
    "obstacles",
    "breathing",
    "chatting",
    "moods",
    "tempers",
    "camping",
)
"""The modules of this room that hold skills."""
_PLACE: Final = "agentfw.skills"
_BETWEEN_FILES: Final = re.compile(r"(?<=\.py)[\s,]*,|^[\s,]*,")
"""The name of every file with skills ends in .py, so that what comes before a comma tells it apart."""


def _module_named(name: str) -> str:
    return f"{_PLACE}.{name}"


_ORDERING: Final = frozenset(
    map(_module_named, ("team", "leading", "commanding", "joining", "strategies"))
)
"""The modules with acts that order others about."""


class SkillSet:
    """Senses and acts by name. Names are compared without case, hyphens and underscores."""

    def __init__(self, skills: Iterable[Sense | Act] = ()) -> None:
        self._skills: dict[str, Sense | Act] = {}
        """By plain name, aliases included."""
        self._asked: set[str] = set()
        """The names of the senses that plans have asked for."""
        self._used: set[str] = set()
        """The modules of the acts that plans have asked for."""
        if isinstance(skills, SkillSet):  # what is added to a set is read by the same plan
            self._asked, self._used = skills._asked, skills._used
        for skill in skills:
            self.add(skill)

    def add(self, skill: Sense | Act) -> None:
        """Take up a skill; raises `PluginError` when another one has claimed one of its names."""
        for name in (skill.name, *skill.aliases):
            claimed = self._skills.setdefault(plain_name(name), skill)
            if claimed is not skill:
                raise PluginError(
                    f'skill "{name}" of {skill.module} is also claimed by {claimed.module} '
                    f"({claimed.name}); rename one of them"
                )

    def add_module(self, module: ModuleType) -> None:
        """Take up all skills that a module defines."""
        for value in vars(module).values():
            skill = skill_of(value)
            if skill is not None and skill.module == module.__name__:
                self.add(skill)

    def sense(self, name: str) -> Sense | None:
        """The sense of that name, if there is one."""
        found = self._skills.get(plain_name(name))
        if not isinstance(found, Sense):
            return None
        self._asked.add(found.name)
        return found

    def has_read(self, names: Iterable[str]) -> bool:
        """Whether a plan that was compiled with these skills reads any of these senses."""
        return not self._asked.isdisjoint(names)

    @property
    def gives_orders(self) -> bool:
        """Whether a plan that was compiled with these skills can order others about.

        True also where nobody can tell, because it has acts that do not ship.
        """
        shipped = {_module_named(name) for name in SHIPPED}
        return not self._used or not self._used <= shipped - _ORDERING

    def act(self, name: str) -> Act | None:
        """The act of that name, if there is one."""
        found = self._skills.get(plain_name(name))
        if not isinstance(found, Act):
            return None
        self._used.add(found.module)
        return found

    def get(self, name: str) -> Sense | Act | None:
        """The skill of that name, if there is one."""
        return self._skills.get(plain_name(name))

    def __iter__(self) -> Iterator[Sense | Act]:
        """Every skill once, by name."""
        unique = {id(skill): skill for skill in self._skills.values()}
        return iter(sorted(unique.values(), key=lambda one: one.name))

    def __len__(self) -> int:
        return len({id(skill) for skill in self._skills.values()})

    def sense_names(self) -> list[str]:
        """The names of all senses, with aliases, for suggestions."""
        return [name for one in self if isinstance(one, Sense) for name in (one.name, *one.aliases)]

    def act_names(self) -> list[str]:
        """The names of all acts, with aliases, for suggestions."""
        return [name for one in self if isinstance(one, Act) for name in (one.name, *one.aliases)]

    def suggestion(self, name: str, *, acts: bool = False, senses: bool = True) -> str:
        """The rest of a sentence that suggests a known name, or nothing."""
        known = [*(self.sense_names() if senses else ()), *(self.act_names() if acts else ())]
        return nearest(name, known) or nearest(name.replace("-", "_"), known)


def shipped_skills() -> SkillSet:
    """A new set with everything that agentfw brings."""
    found = SkillSet()
    for name in SHIPPED:
        found.add_module(importlib.import_module(_module_named(name)))
    return found


def own_skills(files: str = "") -> SkillSet:
    """What agentfw brings, and the skills in files of the user, whose names are separated by commas."""
    found = shipped_skills()
    names: dict[str, str] = {}
    for file in skill_files(files):
        module = module_from_file(f"skills {file}", Path(file))
        names[module.__name__] = file
        try:
            found.add_module(module)
        except PluginError as error:
            raise PluginError(_with_files(str(error), names)) from None
    return found


def _with_files(text: str, names: Mapping[str, str]) -> str:
    """A text that speaks of files as the user does, not of what they are called as modules."""
    for module, file in names.items():
        text = text.replace(module, file)
    return text


def skill_files(files: str) -> list[str]:
    """The names of files that are separated by commas; one within the name of a folder is none.

    >>> skill_files("mine.py, a,b/yours.py")
    ['mine.py', 'a,b/yours.py']
    """
    return [file.strip() for file in _BETWEEN_FILES.split(files) if file.strip()]
