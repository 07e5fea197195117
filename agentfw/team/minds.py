"""Which brain a bot has, and whether that brain can be made."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.brains import BrainSetup, PlanFiles, load_brain, make_brain
from agentfw.brains.planfiles import LANGUAGE_OF, WEIGHT_ENDINGS
from agentfw.brains.planned import PlanBrain, is_plan, load_plan, unknown_options
from agentfw.characters import load_character
from agentfw.errors import AgentError, OptionsError, SourceError
from agentfw.skills import own_skills, skill_files
from agentfw.team.layers import Told, pick, told_options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from agentfw.brains.planned import Plan
    from agentfw.characters import Character, Traits
    from agentfw.skills import SkillSet
    from agentfw.team.findings import Findings
    from agentfw.team.layers import Layer
    from agentfw.team.shapes import BotKeys, MindKeys

__all__ = ["Mind", "MindReader", "brain_told", "find_brain"]

_ENDING_OF: Final = {language: ending for ending, language in LANGUAGE_OF.items()}
_NO_ORDERS: Final = "gives no orders: no act of it is one of leaders, such as order_bot or cover_points"
_SKILL: Final = 4.0
"""Of characters, unless told."""
_SEVERAL: Final = 2
_IS_UNKNOWN: Final = 'unknown option "'
_OWN_KEYS: Final = ("skills", "role")
"""What brains are told as an option, and files as a key of its own."""


class Mind(NamedTuple):
    """A brain with what it is told."""

    brain: str
    options: Mapping[str, str]


class MindReader:
    """Finds out which brains bots have, and makes each of them once to see what is wrong with it."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._tried: set[tuple[str, str, tuple[tuple[str, str], ...]]] = set()
        self._fine: set[str] = set()
        """The skills, plans and brains that were found and can be loaded."""
        self._skills: dict[str, None] = {}
        """All files with skills, whoever has them."""
        self._unplayed: dict[Told[str], Mapping[str, Told[str]]] = {}
        """The plans that may have no bot, with the options that must be theirs."""

    def read_character(self, layers: Sequence[Layer[BotKeys]], skill: float | None) -> Traits | None:
        """The character that layers say, at a skill; None without one, or when it cannot be read."""
        told = pick(layers, "character", str)
        if told is None:
            return None
        found: list[Character] = []
        name = told.sheet.seen(told.value)
        if self._raises(lambda: found.append(load_character(name, PlanFiles())), told):
            return None
        return found[0].at(_SKILL if skill is None else skill)

    def read(
        self,
        layers: Sequence[Layer[MindKeys]],
        brain: Told[str],
        role: str,
        traits: Traits | None = None,
        *,
        leads: bool = False,
    ) -> Mind:
        """The brain that layers say, as it is made; whatever speaks against it is among the findings."""
        told = self._options(layers)
        options = {name: one.value for name, one in told.items()}
        skills = _skills(layers)
        if skills:
            options["skills"] = _together(skills).value
        if role:
            options["role"] = role
        mind = Mind(_named(brain), options)
        if self._has_skills(skills):
            self._try(mind, brain, told, traits)
            if leads:
                self._check_leader(mind, brain)
        else:
            self._find(brain, told)
        return mind

    def look_at(self, layer: Layer[MindKeys]) -> None:
        """Find everything that one layer names, though nobody may play by it as it is told there."""
        self._has_skills(_skills([layer]))
        brain = find_brain([layer], _nobody)
        told = self._options([layer])
        if brain is not None:
            self._find(brain, told)
        elif "weights" in told and Path(told["weights"].value).suffix in WEIGHT_ENDINGS:
            self._find_weights(told["weights"])

    def find(self, brain: Told[str]) -> None:
        """Find a plan or a brain that is named, though nobody may play by it."""
        self._find(brain, {})

    def check_unplayed(self) -> None:
        """Note what is wrong with plans that nobody plays by. All skills count that are named anywhere:
        which of them they would have cannot be told.
        """
        try:
            skills = own_skills(",".join(self._skills))
        except (AgentError, OSError, ValueError):
            return  # of which more is told elsewhere, or they never meet
        tried = {brain for brain, *_ in self._tried}
        for plan, options in self._unplayed.items():
            if options or plan.value not in tried:
                self._check_plan(plan, options, skills)

    def _check_plan(self, told: Told[str], options: Mapping[str, Told[str]], skills: SkillSet) -> None:
        plans: list[Plan] = []
        if self._raises(lambda: plans.append(load_plan(told.value, PlanFiles(), skills)), told):
            return
        for name, error in unknown_options(told.value, plans[0], options).items():
            self._note_option(error, told, options[name])

    def _options(self, layers: Sequence[Layer[MindKeys]]) -> dict[str, Told[str]]:
        found = {}
        for name, told in told_options(layers):
            if name in _OWN_KEYS:
                told.problem(f"options.{name}: is said with the key {name} beside the options")
            elif name == "weights":
                found[name] = told._replace(value=told.sheet.seen(told.value))
            else:
                found[name] = told
        return found

    def _has_skills(self, skills: Sequence[Told[str]]) -> bool:
        """Whether all files with skills can be loaded, each alone and all together."""
        self._skills |= dict.fromkeys(one.value for one in skills)
        alone = [self._is_fine(partial(own_skills, one.value), one) for one in skills]
        if len(skills) < _SEVERAL or not all(alone):
            return all(alone)
        together = _together(skills)
        return self._is_fine(partial(own_skills, together.value), together)

    def _is_fine(self, load: Callable[[], object], told: Told[str]) -> bool:
        """Whether something can be loaded by its name, which is tried until it could be."""
        if told.value not in self._fine:
            if self._raises(load, told):
                return False
            self._fine.add(told.value)
        return True

    def _find(self, brain: Told[str], told: Mapping[str, Told[str]]) -> None:
        """Note what of a brain is not there at all; whether it can play cannot be found out."""
        name = _named(brain)
        found = brain._replace(value=name)
        if is_plan(name):
            if self._is_fine(partial(PlanFiles().read, name), found):
                self._unplayed[found] = told if found.way[0] == "roles" else {}
            if "weights" in told:
                self._find_weights(told["weights"])
        else:
            self._is_fine(partial(load_brain, name), found)

    def _find_weights(self, told: Told[str]) -> None:
        self._is_fine(partial(PlanFiles().read_weights, told.value), told)

    def _try(
        self, mind: Mind, brain: Told[str], told: Mapping[str, Told[str]], traits: Traits | None
    ) -> None:
        character = traits.name if traits is not None else ""
        key = (mind.brain, character, tuple(sorted(mind.options.items())))
        if key not in self._tried:
            self._tried.add(key)
            setup = BrainSetup(options=mind.options, traits=traits)
            if not self._raises(lambda: make_brain(mind.brain, setup), brain, told):
                self._fine.add(mind.brain)

    def _check_leader(self, mind: Mind, brain: Told[str]) -> None:
        """Note that a plan is one for bots. Whatever else is wrong with it is known by now."""
        try:
            made = make_brain(mind.brain, BrainSetup(options=mind.options))
        except (AgentError, OSError, ValueError):
            return
        if isinstance(made, PlanBrain) and not made.skills.gives_orders:
            brain.problem(f"coordinator: {brain.value} {_NO_ORDERS}")

    def _raises(
        self,
        make: Callable[[], object],
        told: Told[str],
        options: Mapping[str, Told[str]] = MappingProxyType({}),
    ) -> bool:
        """Whether making something fails; the reason is noted where the thing is named."""
        try:
            make()
        except SourceError as error:
            self._findings.pass_on(error)
        except OptionsError as error:
            for name, one in error.problems.items():
                self._note_option(one, told, options.get(name))
        except AgentError as error:
            _note(str(error), told, options)
        except (OSError, ValueError):
            told.problem(f'"{told.value}" cannot be the name of a file')
        else:
            return False
        return True

    def _note_option(self, error: AgentError, told: Told[str], option: Told[str] | None) -> None:
        """Note what is wrong with an option where it stands, and else with the brain."""
        if isinstance(error, SourceError):
            self._findings.pass_on(error)
        elif option is None:
            told.problem(str(error))
        elif _IS_UNKNOWN in str(error):
            option.sheet.document.problem_with(option.way, str(error))
        else:
            option.problem(str(error))


def find_brain(layers: Sequence[Layer[MindKeys]], absent: Callable[[str], None]) -> Told[str] | None:
    """The plan or the brain that counts; without one, either `absent` is told or a problem is noted.

    Brain and plan are one choice: a nearer layer that names a plan, or a brain that follows none,
    replaces whatever a farther one says of either. Only a language and its plan may come from two.
    """
    language: Told[str] | None = None
    for number, layer in enumerate(layers):
        brain, plan = pick([layer], "brain", str), pick([layer], "plan", str)
        if brain is not None and brain.value not in _ENDING_OF:
            if plan is not None:
                brain.problem(f"brain: {brain.value} takes no plan, and {plan.value} is one; say either")
                return None
            if language is None:
                return brain
            continue
        language = language or brain
        if plan is not None:
            return _fitting(plan, language or _waiting(layers[number + 1 :]))
    if language is not None:
        absent(_planless(language.value))
    else:
        absent("neither a plan nor a brain, as in plan: deathmatch.htn or brain: hunter")
    return None


def brain_told(word: Told[str]) -> Told[str] | None:
    """A plan or a brain that is told by a single word; a language needs more than that."""
    if word.value in _ENDING_OF:
        word.problem(f"{word.way[-1]}: {_planless(word.value)}")
        return None
    return word


def _planless(language: str) -> str:
    return f"brain {language} needs a plan, as in plan: my{_ENDING_OF[language]}"


def _waiting(layers: Sequence[Layer[MindKeys]]) -> Told[str] | None:
    """The language that farther layers ask for without naming a plan of it."""
    for layer in layers:
        brain, plan = pick([layer], "brain", str), pick([layer], "plan", str)
        if brain is not None or plan is not None:
            return brain if plan is None and brain is not None and brain.value in _ENDING_OF else None
    return None


def _fitting(plan: Told[str], language: Told[str] | None) -> Told[str] | None:
    """The plan, if it is one, and in the language that was asked for."""
    if not is_plan(plan.value):
        endings = ", ".join(sorted(LANGUAGE_OF))
        plan.problem(f'"{plan.value}" is no plan: their names end in {endings}')
        return None
    written_in = LANGUAGE_OF[Path(plan.value).suffix]
    if language is not None and language.value != written_in:
        plan.problem(
            f"plan: {plan.value} is written in {written_in}, and brain says {language.value}: "
            f"leave the brain out, or take a plan that ends in {_ENDING_OF[language.value]}"
        )
        return None
    return plan


def _named(brain: Told[str]) -> str:
    """A brain or plan as it is named from the working directory."""
    file, colon, attribute = brain.value.rpartition(":")
    if colon and file.endswith(".py"):
        return f"{brain.sheet.seen(file)}:{attribute}"
    return brain.sheet.seen(brain.value) if is_plan(brain.value) else brain.value


def _skills(layers: Sequence[Layer[MindKeys]]) -> list[Told[str]]:
    """The files with skills, each where it stands."""
    told = pick(layers, "skills", object)
    if told is None:
        return []
    if isinstance(told.value, tuple):
        items = [(str(name).strip(), (*told.way, at)) for at, name in enumerate(told.value)]
    else:
        items = [(name, told.way) for name in skill_files(str(told.value))]
    return [Told(told.sheet.seen(name), told.sheet, way) for name, way in items if name]


def _together(skills: Sequence[Told[str]]) -> Told[str]:
    """Files with skills, separated by commas, as brains want them."""
    sheet, way = skills[0].sheet, skills[0].way
    names = ",".join(one.value for one in skills)
    return Told(names, sheet, way[:-1] if isinstance(way[-1], int) else way)


def _nobody(_why: str) -> None:
    """That nothing is named is no mistake where another layer may name it."""


def _note(text: str, told: Told[str], options: Mapping[str, Told[str]]) -> None:
    """Note what a brain complains about: an option that it names or repeats, else the brain itself."""
    for name, option in options.items():
        signs = (f"option {name}=", f'"{option.value}"')
        if text.startswith(f"{name}:") or any(sign in text for sign in signs):
            option.problem(text)
            return
    told.problem(text)
