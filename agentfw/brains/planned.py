"""Brains that follow a plan text, whatever its language.

A language brings a `Plan` (parsed and checked) and an `Engine` (decides by it, one think at a time).
What they have in common is here: reading files, tracing, notes, faults, and swapping plans in mid-game.
"""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import structlog

from agentfw.brains.brain import Brain, BrainSetup
from agentfw.brains.planfiles import LANGUAGE_OF, PlanFiles
from agentfw.brains.tracing import Trace
from agentfw.decisions import Decision, Reason
from agentfw.errors import PluginError, UsageError
from agentfw.language import Problems
from agentfw.skills import Moment, own_skills
from agentfw.sources import nearest, one_of
from agentfw.vocabulary import Died

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.brains.drawing import Branch
    from agentfw.language import Problem
    from agentfw.perception import View
    from agentfw.skills import Fault, SkillSet, Wants

__all__ = ["Choice", "Engine", "Plan", "PlanBrain", "check_plan", "is_plan", "load_plan"]

_MAX_FAULTS: Final = 5
"""So often a faulty skill is reported; after that it is only counted."""
_OPTIONS: Final = ("skills", "faults")
"""What every plan can be told."""
_BODY: Final = "body."
"""Notes whose names begin so are about one body, and die with it."""
_MAX_REASONS: Final = 1000
_log = structlog.get_logger()


class Choice(NamedTuple):
    """What an engine decided in one think."""

    wants: Wants
    path: tuple[str, ...]
    """The way through the plan, from the top down; the same object as long as it stays the same."""
    notes: Mapping[str, Any] = MappingProxyType({})
    """What acts want noted; seen from the next think on."""


class _Traced(NamedTuple):
    """One think that was traced, not yet put into words."""

    path: tuple[str, ...]
    trace: Trace
    now: Moment
    spent_us: float | None


class Engine(Protocol):
    """Decides by one plan."""

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """What to do now. Without a trace nothing is put down."""


class Plan(Protocol):
    """A plan that was read and checked."""

    language: str
    warnings: tuple[Problem, ...]
    options: tuple[str, ...]
    """The names of the options that its engines know."""

    def engine(self, setup: BrainSetup) -> Engine:
        """Something that decides by this plan; raises `UsageError` for options that cannot be."""

    def tree(self) -> Branch:
        """The plan as people see it."""

    def summary(self) -> str:
        """What the plan consists of, in one line."""

    def __str__(self) -> str:
        """The plan as text, in its own language."""


def is_plan(name: str) -> bool:
    """Whether a name is that of a plan, by how it ends."""
    return Path(name).suffix in LANGUAGE_OF


def check_plan(name: str, files: PlanFiles, skills: SkillSet) -> tuple[Plan | None, Problems]:
    """The plan in a file, if it can be used, and everything that is wrong or odd about it.

    Raises `UsageError` when there is no such file.
    """
    language = LANGUAGE_OF.get(Path(name).suffix)
    if language is None:
        raise UsageError(f'"{name}" is no plan: their names end in {", ".join(sorted(LANGUAGE_OF))}')
    problems = Problems()
    text = files.read(name)
    module = importlib.import_module(f"agentfw.brains.{language}")
    plan: Plan | None = module.load(text, files, skills, problems)
    return None if problems.errors else plan, problems


def load_plan(name: str, files: PlanFiles, skills: SkillSet) -> Plan:
    """The plan in a file, checked against the skills.

    Raises `PlanError` with all mistakes at once, and `UsageError` when there is no such file.
    """
    plan, problems = check_plan(name, files, skills)
    problems.finish()
    if plan is None:
        raise UsageError(f"{name}: could not be read, though nothing was found wrong with it")
    return plan


class PlanBrain(Brain):
    """A brain that follows a plan file.

    Options: ``skills`` (files with more skills, separated by commas), ``faults`` (``raise`` lets a skill
    that raises end the bot; by default it is counted and reported), and those of the language.
    """

    def __init__(self, plan: str, setup: BrainSetup = BrainSetup()) -> None:
        super().__init__(setup)
        self.name = plan
        self.faults = 0
        """How often a skill raised, or answered what nobody understands."""
        self._faulty: Counter[str] = Counter()
        self.skills = own_skills(setup.options.get("skills", ""))
        self._notes: dict[str, Any] = {}
        self._notes_shown = MappingProxyType(self._notes)
        self._reasons: dict[tuple[str, ...], Reason] = {}
        self._last: _Traced | None = None
        self.files = self._latest = PlanFiles(setup.files)
        self.plan = load_plan(plan, self.files, self.skills)
        _check_options(plan, self.plan, setup.options)
        self._engine = self.plan.engine(setup)

    @property
    def sources(self) -> Mapping[str, str]:
        """The plan texts in use, by file name."""
        return self.files.texts

    @property
    def watched(self) -> Mapping[str, Path]:
        """The files that the plan comes from, and those that the last attempt to reload it read."""
        return {**self.files.paths, **self._latest.paths}

    def reload(self, texts: Mapping[str, str] | None = None) -> None:
        """Read the plan again, from its files or from texts, and go on with it from the next think on.

        Raises `PlanError` or `UsageError` when that cannot be, and then goes on with the old one.
        """
        files = self._latest = PlanFiles(texts)
        plan = load_plan(self.name, files, self.skills)
        engine = plan.engine(self.setup)
        self.files, self.plan, self._engine = files, plan, engine
        self._reasons.clear()

    def decide(self, view: View) -> Decision:
        """What the plan says."""
        if view.events and self._notes and view.happened(Died):
            self._note({name: None for name in self._notes if name.startswith(_BODY)})
        now = Moment(view, self._notes_shown, self.random)
        if not self.setup.is_traced:
            return self._decision(self._engine.think(now, None), now)
        clock, trace = self.setup.clock, Trace()
        started = clock() if clock is not None else 0.0
        choice = self._engine.think(now, trace)
        spent_us = (clock() - started) * 1e6 if clock is not None else None
        self._last = _Traced(choice.path, trace, now, spent_us)
        return self._decision(choice, now)

    def explain(self, decision: Decision) -> Reason:
        """The full reason of the decision that was made last, if the brain is traced."""
        last = self._last
        if last is None or last.path != decision.reason.path:
            return decision.reason
        return last.trace.reason(last.path, last.now, last.spent_us)

    def _decision(self, choice: Choice, now: Moment) -> Decision:
        if now.faults:
            self._report(now.faults)
        if choice.notes:
            self._note(choice.notes)
        wants = choice.wants
        return Decision(
            move=wants.move,
            look=wants.look,
            fight=wants.fight,
            say=wants.say,
            orders=wants.orders,
            reason=self._reason(choice.path),
        )

    def _reason(self, path: tuple[str, ...]) -> Reason:
        """The short reason of a path, made once."""
        reason = self._reasons.get(path)
        if reason is None:
            if len(self._reasons) >= _MAX_REASONS:
                self._reasons.clear()
            reason = self._reasons[path] = Reason(chosen=path[-1] if path else "", path=path)
        return reason

    def _note(self, changes: Mapping[str, Any]) -> None:
        for name, value in changes.items():
            if value is None:
                self._notes.pop(name, None)
            else:
                self._notes[name] = value

    def _report(self, faults: list[Fault]) -> None:
        if self.setup.options.get("faults") == "raise":
            raise PluginError(f"skill {faults[0].skill} raised {faults[0].error}")
        for fault in faults:
            self.faults += 1
            self._faulty[fault.skill] += 1
            if self._faulty[fault.skill] <= _MAX_FAULTS:
                _log.warning("skill.raised", bot=self.setup.name, skill=fault.skill, error=fault.error)


def _check_options(name: str, plan: Plan, options: Mapping[str, str]) -> None:
    """An option that nobody knows is a mistake, not a wish."""
    known = (*_OPTIONS, *plan.options)
    for option in options:
        if option not in known:
            hint = nearest(option, known) or f" (known: {one_of(known)})"
            raise UsageError(f'{name}: unknown option "{option}"{hint}')
    faults = options.get("faults", "count")
    if faults not in ("count", "raise"):
        raise UsageError(f'option faults="{faults}": expected count or raise')
