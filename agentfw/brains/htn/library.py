"""All tasks that a plan knows, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.htn.tasks import Task
from agentfw.language.texts import PlanText, Position
from agentfw.language.types import plain_name
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.skills import SkillSet

__all__ = ["Library"]


class Library:
    """What the file defines, and acts that it uses without declaring them."""

    def __init__(self, skills: SkillSet) -> None:
        self.skills = skills
        self.tasks: dict[str, Task] = {}
        """What the file defines, by plain name."""
        self.acts: dict[str, Task] = {}
        """Acts as they are, by plain name; they come in as they are used."""

    def get(self, name: str) -> Task | None:
        """The task of that name, if there is one; what the file defines hides acts."""
        plain = plain_name(name)
        found = self.tasks.get(plain) or self.acts.get(plain)
        return found if found is not None else self._undeclared(name, plain)

    def suggestion(self, name: str) -> str:
        """The rest of a sentence that suggests a task, or nothing."""
        known = [*(task.name for task in self.tasks.values()), *self.skills.act_names()]
        return nearest(name, known) or nearest(name.replace("-", "_"), known)

    def __iter__(self) -> Iterator[Task]:
        yield from self.tasks.values()
        yield from self.acts.values()

    def _undeclared(self, name: str, plain: str) -> Task | None:
        act = self.skills.act(name)
        if act is None:
            return None
        task = self.acts[plain] = Task(name, Position(PlanText("", f'act "{act.name}"')), act.parameters)
        task.act, task.is_declared = act, False
        return task
