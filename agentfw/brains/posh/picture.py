"""A plan as a tree for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.brains.drawing import Branch
from agentfw.brains.posh.printing import print_call, print_duration, print_test, print_value
from agentfw.brains.posh.syntax import Ask, Competence
from agentfw.language import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agentfw.brains.posh.gathering import Gathered
    from agentfw.brains.posh.syntax import Definition, Drive, DriveCollection, Element
    from agentfw.language import Call, Node
    from agentfw.skills import SkillSet

__all__ = ["picture"]

_MAX_DEPTH: Final = 60


def picture(gathered: Gathered, root: DriveCollection, skills: SkillSet) -> Branch:
    """The plan as a tree; what is used several times is drawn out the first time."""
    return _Painter(gathered, skills).root(root)


class _Painter:
    def __init__(self, gathered: Gathered, skills: SkillSet) -> None:
        self._gathered = gathered
        self._skills = skills
        self._drawn: set[str] = set()

    def root(self, root: DriveCollection) -> Branch:
        drives = tuple(self._drive(drive) for group in root.groups for drive in group)
        return Branch(root.name, root.kind, _goal(root.goal), drives)

    def _drive(self, drive: Drive) -> Branch:
        often = print_duration(drive.frequency)
        told = [_tests(drive.trigger), f"every {often}" if often else ""]
        return Branch(drive.name, "drive", _joined(told), (self._action(drive.action, 0),))

    def _element(self, element: Element, depth: int) -> Branch:
        often = print_value(element.retries) if element.retries is not None else ""
        told = [_tests(element.trigger), f"{often} times at most" if often else ""]
        return Branch(element.name, "element", _joined(told), (self._action(element.action, depth),))

    def _action(self, call: Call, depth: int) -> Branch:
        found = self._gathered.definition(call.name)
        if found is None:
            return Branch(print_call(call), "ask" if self._skills.sense(call.name) else "act")
        kind = "C" if isinstance(found, Competence) else "AP"
        if plain_name(found.name) in self._drawn or depth > _MAX_DEPTH:
            return Branch(print_call(call), kind, "as above")
        self._drawn.add(plain_name(found.name))
        timeout = print_duration(found.timeout)
        told = [
            _goal(found.goal) if isinstance(found, Competence) else "",
            f"for {timeout}" if timeout else "",
        ]
        return Branch(print_call(call), kind, _joined(told), self._below(found, depth + 1))

    def _below(self, found: Definition, depth: int) -> tuple[Branch, ...]:
        if isinstance(found, Competence):
            return tuple(self._element(one, depth) for group in found.groups for one in group)
        return tuple(
            Branch(print_test(step.test), "ask") if isinstance(step, Ask) else self._action(step, depth)
            for step in found.steps
        )


def _tests(tests: Sequence[Node]) -> str:
    return " ".join(print_test(test) for test in tests)


def _goal(tests: Sequence[Node] | None) -> str:
    return f"until {_tests(tests)}" if tests else ""


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)
