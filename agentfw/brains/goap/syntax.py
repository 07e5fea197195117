"""GOAP files as trees. Two trees are equal when they say the same, wherever it stands."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from agentfw.brains.inner import Use
    from agentfw.brains.lines import Invocation
    from agentfw.brains.lines.heads import Constant
    from agentfw.language.syntax import Call, Node
    from agentfw.language.texts import Position

__all__ = [
    "ACTION_WORDS",
    "GOAL_WORDS",
    "KEYWORDS",
    "ActionLines",
    "EffectLine",
    "Fact",
    "GoalLines",
    "PlanSource",
    "Settings",
]

GOAL_WORDS: Final = ("priority", "when", "wants")
"""What lines below a goal begin with."""
ACTION_WORDS: Final = ("needs", "effects", "cost", "does", "while", "timeout")
"""What lines below an action begin with."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fact:
    """``Fact NAME``: so in thought only, from the step that says so to the end of the plan."""

    name: str
    at: Position = dataclasses.field(compare=False, repr=False)
    is_included: bool = dataclasses.field(default=False, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class EffectLine:
    """``sense(arguments) = expression``, or with ``+=`` or ``-=``."""

    target: Call
    operator: str
    value: Node
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class GoalLines:
    """``Goal NAME`` with what stands below it."""

    name: str
    at: Position = dataclasses.field(compare=False, repr=False)
    priority: Node | None = None
    when: tuple[Node, ...] = ()
    wants: tuple[Node, ...] = ()
    is_included: bool = dataclasses.field(default=False, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class ActionLines:
    """``Action NAME`` or ``Action NAME variable in LIST``, with what stands below it."""

    name: str
    at: Position = dataclasses.field(compare=False, repr=False)
    variable: str = ""
    members: Node | None = None
    needs: tuple[Node, ...] = ()
    effects: tuple[EffectLine, ...] = ()
    cost: Node | None = None
    does: tuple[Invocation, ...] = ()
    guards: tuple[Node, ...] = ()
    """The lines that begin with ``While``."""
    timeout_s: float | None = None
    is_included: bool = dataclasses.field(default=False, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """How goals are changed and plans are searched for."""

    switch: float = 5.0
    """By more points than this another goal has to be ahead of the one under way."""
    nodes: int = 200
    """So many nodes are taken up per think, by all searches together."""
    deadline: float = 10.0
    """So many seconds a search may take."""
    retry: float = 0.5
    """So many seconds later a plan is looked for again, where there was none."""
    avoid: float = 5.0
    """For so many seconds an action that failed is left out."""
    search: str = "optimal"
    """How good plans have to be: ``optimal``, ``quick`` or ``anytime``."""


KEYWORDS: Final = frozenset(
    (
        *("include", "constant", "fact", "use", "goal", "action"),
        *(field.name for field in dataclasses.fields(Settings)),
        *GOAL_WORDS,
        *ACTION_WORDS,
    )
)
"""What lines begin with, in any case of letters."""


@dataclasses.dataclass(frozen=True, slots=True)
class PlanSource:
    """A GOAP file with everything that it includes."""

    settings: Settings = Settings()
    uses: tuple[Use, ...] = ()
    constants: tuple[Constant, ...] = ()
    facts: tuple[Fact, ...] = ()
    goals: tuple[GoalLines, ...] = ()
    actions: tuple[ActionLines, ...] = ()
