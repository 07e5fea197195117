"""The names that stand for values in one task, and where their values are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.language import ANYTHING, Scope
from agentfw.language.compiling import Slot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.language import Parameter, Type
    from agentfw.skills import SkillSet

__all__ = ["Names"]


class Names:
    """Parameters by number and by name, and what lines bind as they are read."""

    def __init__(
        self,
        skills: SkillSet,
        constants: Mapping[str, bool | int | float | str | None],
        parameters: tuple[Parameter, ...] = (),
    ) -> None:
        self.size = len(parameters)
        self._skills = skills
        self._constants = constants
        self._slots: dict[str, Slot] = {}
        for index, one in enumerate(parameters):
            # Expressions know no names with hyphens; the number stands for them, too.
            self._slots[str(index)] = self._slots[_spelled(one.name)] = Slot(index, one.type)
        self._parameters = frozenset(self._slots)

    def scope(self) -> Scope:
        """What expressions can use at this point."""
        return Scope(self._skills.sense, self._suggestion, dict(self._slots), self._constants)

    def bind(self, name: str, kind: Type) -> int:
        """Give a name a place; one that has a place keeps it."""
        known = self._slots.get(name)
        if known is not None:
            self._slots[name] = known if known.type == kind else Slot(known.index, ANYTHING)
            return known.index
        index = self.size
        self.size += 1
        self._slots[name] = Slot(index, kind)
        return index

    def forget(self, name: str) -> None:
        """Let a name mean nothing from here on; its place stays taken."""
        self._slots.pop(name, None)

    def is_parameter(self, name: str) -> bool:
        """Whether the head has this name."""
        return name in self._parameters

    def _suggestion(self, name: str) -> str:
        if self._skills.act(name) is not None:
            return ": that is an act; acts change things, conditions only ask"
        return self._skills.suggestion(name)

    def __contains__(self, name: str) -> bool:
        return name in self._slots


def _spelled(name: str) -> str:
    return name.replace("-", "_").replace(".", "_")
