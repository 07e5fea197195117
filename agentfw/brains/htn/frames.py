"""What is kept of a task that was entered, and of those whose place it has taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from agentfw.brains.htn.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MAX_PATH", "Frame", "Guard", "Place", "longer", "shortened"]

MAX_PATH: Final = 12
"""So many names a path has at most."""
_MAX_TRAIL: Final = MAX_PATH
_FIRST: Final = 5

Place: TypeAlias = tuple[Task, tuple[Any, ...]]
"""A task with its arguments."""


class Guard(NamedTuple):
    """Conditions that must hold as long as a task is under way."""

    depth: int
    """The number of frames with the guarded task among them."""
    task: Task
    arguments: tuple[Any, ...]
    bound: Sequence[Any]


class Frame:
    """A compound task that was entered."""

    __slots__ = (
        "arguments",
        "bound",
        "line",
        "member",
        "members",
        "replans",
        "steps",
        "task",
        "trail",
        "way",
    )

    def __init__(self, task: Task, arguments: tuple[Any, ...], bound: list[Any]) -> None:
        self.task = task
        self.arguments = arguments
        self.bound = bound
        self.line = 0
        self.way = 0
        self.members: Sequence[Any] = ()
        self.member = 0
        self.trail: tuple[Place, ...] = ()
        """Whose place it has taken, from the top down."""
        self.steps: Sequence[Place] | None = None
        """What was planned, if the task looks ahead."""
        self.replans = 0


def longer(trail: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
    """A trail with one place more; what comes again ends the circle that led to it."""
    for index, known in enumerate(trail):
        if known[0] is place[0] and known[1] == place[1]:
            return trail[: index + 1]
    if len(trail) >= _MAX_TRAIL:
        trail = (trail[0], *trail[2:])
    return (*trail, place)


def shortened(names: Sequence[str]) -> tuple[str, ...]:
    """A path that people can read: of many names, the first and the last ones."""
    if len(names) <= MAX_PATH:
        return tuple(names)
    return (*names[:_FIRST], "…", *names[_FIRST + 1 - MAX_PATH :])
