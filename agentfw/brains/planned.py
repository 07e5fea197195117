"""Brains that follow a plan text, whatever its language.

A language brings a `Plan` (parsed and checked) and an `Engine` (decides by it, one think at a time).
What they have in common is here: reading files, tracing, notes, faults, and swapping plans in mid-game.
"""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from msgspec.structs import replace

from agentfw.brains.brain import BrainSetup
from agentfw.brains.faults import ITSELF, Mistakes
from agentfw.brains.planfiles import LANGUAGE_OF, PlanFiles
from agentfw.brains.skilled import Choice, SkilledBrain
from agentfw.errors import AgentError, UsageError
from agentfw.language import Problems
from agentfw.sources import nearest, one_of
from agentfw.weights import Weights, default_weights, load_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from agentfw.brains.drawing import Branch
    from agentfw.brains.tracing import Trace
    from agentfw.decisions import Question, Reply
    from agentfw.language import Problem
    from agentfw.skills import Moment, SkillSet

__all__ = [
    "Choice",
    "Engine",
    "Inquires",
    "Plan",
    "PlanBrain",
    "check_plan",
    "is_plan",
    "load_plan",
    "unknown_options",
]

_OPTIONS: Final = ("skills", "faults", "weights", "role")
"""What every plan can be told."""
_TAKES: Final = "take "
_WIELDS: Final = "wield "
"""How weights of items and weapons begin; of a character, each counts from the file that is about it."""


class Engine(Protocol):
    """Decides by one plan."""

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """What to do now. Without a trace nothing is put down."""


@runtime_checkable
class Inquires(Engine, Protocol):
    """An engine that asks planners outside; see `agentfw.brains.Asks`."""

    @property
    def asked(self) -> int:
        """How many questions there were so far; they are numbered from 1 on."""

    def questions(self) -> tuple[Question, ...]:
        """What it has come to ask since the last call."""

    def answer(self, reply: Reply) -> None:
        """Hear what came of a question."""

    def is_open(self, number: int) -> bool:
        """Whether the answer to a question is still wanted."""


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
    is_outermost = not files.users
    if is_outermost:
        files.users.append(name)
    try:
        plan: Plan | None = module.load(text, files, skills, problems)
    finally:
        if is_outermost:
            files.users.clear()
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


def unknown_options(name: str, plan: Plan, options: Iterable[str]) -> dict[str, UsageError]:
    """What is to be said of each option that a plan does not know: it is a mistake, not a wish."""
    known = (*_OPTIONS, *plan.options)
    found = {}
    for option in options:
        if option not in known:
            hint = nearest(option, known) or f" (known: {one_of(known)})"
            found[option] = UsageError(f'{name}: unknown option "{option}"{hint}')
    return found


class PlanBrain(SkilledBrain):
    """A brain that follows a plan file.

    Options: those of every brain with skills, ``weights`` (a file that says what items and weapons are
    worth), and those of the language.
    """

    def __init__(self, plan: str, setup: BrainSetup = BrainSetup()) -> None:
        super().__init__(setup)
        self.name = plan
        self.files = self._latest = PlanFiles(setup.files)
        self.plan, self.preferences, self._engine = self._begun(self.files)
        self._inquirer = _inquirer(self._engine)
        self._asked_before = 0
        """How many questions came from plans that were swapped out; they keep their numbers."""

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
        plan, preferences = self._loaded(files)
        engine = plan.engine(self.setup)
        if self._inquirer is not None:
            self._asked_before += self._inquirer.asked
        self.files, self.plan, self._engine, self.preferences = files, plan, engine, preferences
        self._inquirer = _inquirer(engine)
        self._reasons.clear()

    @property
    def list_of_tasks(self) -> object:
        """The engine, where it goes by a list of tasks."""
        return self._engine

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """What the plan says."""
        return self._engine.think(now, trace)

    def questions(self) -> tuple[Question, ...]:
        """What the plan wants to know of planners outside."""
        asked = self._inquirer.questions() if self._inquirer is not None else ()
        before = self._asked_before
        return tuple(replace(one, number=one.number + before) for one in asked) if asked else ()

    def answer(self, reply: Reply) -> None:
        """Pass an answer on; one that came too late for a plan that was swapped out is lost."""
        number = reply.number - self._asked_before
        if number > 0 and self._inquirer is not None:
            self._inquirer.answer(replace(reply, number=number))

    def is_open(self, number: int) -> bool:
        """Whether the plan still waits for the answer to a question."""
        asked, inquirer = number - self._asked_before, self._inquirer
        return asked > 0 and inquirer is not None and inquirer.is_open(asked)

    def _begun(self, files: PlanFiles) -> tuple[Plan, Weights | None, Engine]:
        """All that it consists of; raises everything at once that is wrong with plan and options."""
        mistakes = Mistakes()
        plan = mistakes.tried(ITSELF, lambda: load_plan(self.name, files, self.skills))
        preferences = self._preferences(files, mistakes)
        engine = _engine(self.name, plan, self.setup, mistakes) if plan is not None else None
        mistakes.finish()
        assert plan is not None  # noqa: S101 - else there were mistakes
        assert engine is not None  # noqa: S101 - as above
        return plan, preferences, engine

    def _loaded(self, files: PlanFiles) -> tuple[Plan, Weights | None]:
        plan, mistakes = load_plan(self.name, files, self.skills), Mistakes()
        preferences = self._preferences(files, mistakes)
        mistakes.finish()
        return plan, preferences

    def _preferences(self, files: PlanFiles, mistakes: Mistakes) -> Weights | None:
        """The weights of the option, else those that the character likes; None for those that ship."""
        told, traits = self.setup.options.get("weights", ""), self.setup.traits
        if told:
            return mistakes.tried("weights", lambda: _weights_in(told, files))
        if traits is None:
            return None
        arms = mistakes.tried("weapon_weights", lambda: _weights_in(traits.weapon_weights, files))
        items = mistakes.tried("item_weights", lambda: _weights_in(traits.item_weights, files))
        if arms is None or items is None:
            return None
        mine = [one for one in arms.relations if not one.name.startswith(_TAKES)]
        mine += [one for one in items.relations if not one.name.startswith(_WIELDS)]
        return Weights((*mine, *default_weights().relations))


def _weights_in(name: str, files: PlanFiles) -> Weights:
    """The weights in a file; none without one."""
    return load_weights(files.read_weights(name), files.read_weights) if name else Weights(())


def _inquirer(engine: Engine) -> Inquires | None:
    """The engine, if it asks; to find out at every think would be dear."""
    return engine if isinstance(engine, Inquires) else None


def _engine(name: str, plan: Plan, setup: BrainSetup, mistakes: Mistakes) -> Engine | None:
    """What decides by a plan; None when the options are not such that it can."""
    for option, unknown in unknown_options(name, plan, setup.options).items():
        mistakes.note(option, unknown)
    faults = setup.options.get("faults", "count")
    if faults not in ("count", "raise"):
        mistakes.note("faults", UsageError(f'option faults="{faults}": expected count or raise'))
    try:
        return plan.engine(setup)
    except AgentError as error:
        _blame(plan, setup, error, mistakes)
        return None


def _blame(plan: Plan, setup: BrainSetup, error: AgentError, mistakes: Mistakes) -> None:
    """Note which options of a language cannot be; when none is so on its own, it is the plan."""
    before = len(mistakes)
    for option in plan.options:
        if option in setup.options:
            alone = replace(setup, options={option: setup.options[option]})
            mistakes.tried(option, functools.partial(plan.engine, alone))
    if len(mistakes) == before:
        mistakes.note(ITSELF, error)
