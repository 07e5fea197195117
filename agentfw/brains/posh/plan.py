"""Loading plans: from text to something that brains can follow."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Final

from agentfw.brains.posh.checking import check_names, check_order, depth_of
from agentfw.brains.posh.compiling import Compiler
from agentfw.brains.posh.engine import PoshEngine
from agentfw.brains.posh.gathering import gather
from agentfw.brains.posh.picture import picture
from agentfw.brains.posh.printing import print_plan
from agentfw.brains.posh.syntax import Competence
from agentfw.errors import UsageError

if TYPE_CHECKING:
    from agentfw.brains.brain import BrainSetup
    from agentfw.brains.drawing import Branch
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.brains.posh.elements import Collection, Drive
    from agentfw.brains.posh.gathering import Gathered
    from agentfw.brains.posh.syntax import DriveCollection, Plan
    from agentfw.language import PlanText, Problem, Problems
    from agentfw.skills import SkillSet

__all__ = ["PoshPlan", "load"]

_SWITCH: Final = {
    "yes": True,
    "true": True,
    "on": True,
    "no": False,
    "false": False,
    "off": False,
    "": False,
}


def load(text: PlanText, files: PlanFiles, skills: SkillSet, problems: Problems) -> PoshPlan | None:
    """The plan in a text, checked against the skills; None after noting what is wrong with it."""
    found = gather(text, files, skills, problems)
    if found is None:
        return None
    gathered, skills = found
    root = check_names(gathered, skills, problems)
    if root is None:
        return None
    compiler = Compiler(gathered, skills, problems)
    compiled = compiler.compile(root)
    if problems.errors:
        return None
    check_order(gathered, root, compiler, compiled, problems)
    return PoshPlan(gathered, skills, root, compiled, problems.warnings)


class PoshPlan:
    """A plan that was read and checked."""

    language = "posh"
    options: tuple[str, ...] = ("fallback", "shuffle")

    def __init__(
        self,
        gathered: Gathered,
        skills: SkillSet,
        root: DriveCollection,
        compiled: Collection,
        warnings: tuple[Problem, ...],
    ) -> None:
        self.warnings = warnings
        self._gathered = gathered
        self._skills = skills
        self._root = root
        self._compiled = compiled

    @property
    def syntax(self) -> Plan:
        """The plan as a tree, without what it includes."""
        return self._gathered.plan

    @property
    def drives(self) -> tuple[Drive, ...]:
        """Every drive with its conditions, the one of highest priority first."""
        return tuple(drive for group in self._compiled.groups for drive in group)

    def engine(self, setup: BrainSetup) -> PoshEngine:
        """Something that decides by this plan.

        Options: ``fallback`` (seconds, or ``no``), ``shuffle`` (``yes`` mixes the members of a group at
        every think). Raises `UsageError` for others of their values.
        """
        options = setup.options
        return PoshEngine(
            self._compiled,
            fallback=_patience(options.get("fallback"), self._compiled.fallback),
            shuffle=_shuffle(options.get("shuffle", ""), setup),
        )

    def tree(self) -> Branch:
        """The plan as people see it."""
        return picture(self._gathered, self._root, self._skills)

    def summary(self) -> str:
        """What the plan consists of, in one line."""
        definitions = self._gathered.definitions.values()
        competences = sum(isinstance(one, Competence) for one in definitions)
        drives = sum(len(group) for group in self._root.groups)
        counts = [
            _counted(1, "drive collection"),
            _counted(competences, "competence"),
            _counted(len(definitions) - competences, "action pattern"),
            _counted(drives, "drive"),
        ]
        return f"{', '.join(counts)}, depth {depth_of(self._gathered, self._root)}"

    def __str__(self) -> str:
        return print_plan(self._gathered.plan)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _patience(text: str | None, planned: float | None) -> float | None:
    if text is None:
        return planned
    if not _SWITCH.get(text, True):
        return None
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 < found < math.inf:
        raise UsageError(f'option fallback="{text}": expected a number of seconds, or no')
    return found


def _shuffle(text: str, setup: BrainSetup) -> random.Random | None:
    if text not in _SWITCH:
        raise UsageError(f'option shuffle="{text}": expected yes or no')
    if not _SWITCH[text]:
        return None
    return random.Random(f"{setup.seed}/{setup.name}/shuffle")  # noqa: S311 - a game
