"""Which brain a bot has, and whether that brain can be made."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.brains import BrainSetup, PlanFiles, make_brain
from agentfw.brains.planfiles import LANGUAGE_OF
from agentfw.brains.planned import PlanBrain, is_plan
from agentfw.characters import load_character
from agentfw.errors import AgentError, SourceError
from agentfw.skills import own_skills
from agentfw.team.layers import Told, pick, told_options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from agentfw.characters import Character, Traits
    from agentfw.team.findings import Findings
    from agentfw.team.layers import Layer
    from agentfw.team.shapes import BotKeys, MindKeys

__all__ = ["Mind", "MindReader", "brain_told", "find_brain"]

_ENDING_OF: Final = {language: ending for ending, language in LANGUAGE_OF.items()}
_NO_ORDERS: Final = "gives no orders: no act of it is one of leaders, such as order_bot or cover_points"
_SKILL: Final = 4.0
"""Of characters, unless told."""
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
        self._skills: set[str] = set()

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
        if skills is not None:
            options["skills"] = skills.value
        if role:
            options["role"] = role
        mind = Mind(_named(brain), options)
        if skills is None or self._has_skills(skills):
            self._try(mind, brain, told, traits)
            if leads:
                self._check_leader(mind, brain)
        return mind

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

    def _has_skills(self, skills: Told[str]) -> bool:
        """Whether all files with skills can be loaded; loads them once."""
        if skills.value in self._skills:
            return True
        if self._raises(lambda: own_skills(skills.value), skills):
            return False
        self._skills.add(skills.value)
        return True

    def _try(
        self, mind: Mind, brain: Told[str], told: Mapping[str, Told[str]], traits: Traits | None
    ) -> None:
        character = traits.name if traits is not None else ""
        key = (mind.brain, character, tuple(sorted(mind.options.items())))
        if key not in self._tried:
            self._tried.add(key)
            setup = BrainSetup(options=mind.options, traits=traits)
            self._raises(lambda: make_brain(mind.brain, setup), brain, told)

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
        except AgentError as error:
            _note(str(error), told, options)
        except (OSError, ValueError):
            told.problem(f'"{told.value}" cannot be the name of a file')
        else:
            return False
        return True


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


def _skills(layers: Sequence[Layer[MindKeys]]) -> Told[str] | None:
    """The files with skills, separated by commas, as brains want them."""
    told = pick(layers, "skills", object)
    if told is None:
        return None
    names = told.value if isinstance(told.value, tuple) else str(told.value).split(",")
    files = [told.sheet.seen(str(name).strip()) for name in names]
    return Told(",".join(filter(None, files)), told.sheet, told.way) if any(files) else None


def _note(text: str, told: Told[str], options: Mapping[str, Told[str]]) -> None:
    """Note what a brain complains about: an option that it names or repeats, else the brain itself."""
    for name, option in options.items():
        if f'unknown option "{name}"' in text:
            option.sheet.document.problem_with(option.way, text)
            return
        signs = (f"option {name}=", f'"{option.value}"')
        if text.startswith(f"{name}:") or any(sign in text for sign in signs):
            option.problem(text)
            return
    told.problem(text)
