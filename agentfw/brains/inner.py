"""Brains inside of brains: a plan, in whatever language, or any other brain, as one act of a plan.

A plan says ``Use combat.fsm`` or ``Use hunter as hunt`` (in LAP, ``(use "combat.fsm")``), and has an act
of that name from then on. The act begins the inner brain anew, is under way as long as the inner brain
is, and ends as that ends. A brain that never ends is left when the plan around it wants something else.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agentfw.brains.brain import BrainSetup
from agentfw.brains.loading import is_own_brain, load_brain, made_by
from agentfw.brains.planned import check_plan, is_plan
from agentfw.brains.skilled import Choice
from agentfw.decisions import CHANNELS
from agentfw.errors import AgentError, PluginError, UsageError
from agentfw.skills import Act, Failed, SkillSet, Wants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from agentfw.brains.brain import Decides
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language import Position, Problems
    from agentfw.skills import Moment, Performs

__all__ = ["Use", "skills_with", "use_brain"]

_NOTHING: Final = Wants()
_MAX_DEPTH: Final = 8
"""So many plans can stand one inside of the other."""


@dataclasses.dataclass(frozen=True, slots=True)
class Use:
    """A brain that is an act of a plan."""

    brain: str
    """A plan file, or a brain as people write it."""
    name: str
    """What the act is called; empty to call it as the file is."""
    at: Position = dataclasses.field(compare=False, repr=False)


def skills_with(uses: Iterable[Use], skills: SkillSet, files: PlanFiles, problems: Problems) -> SkillSet:
    """The skills, and the acts that brains in use become."""
    wanted = list(uses)
    if not wanted:
        return skills
    found = SkillSet(skills)
    for use in wanted:
        act = use_brain(use.brain, use.name, use.at, files=files, skills=skills, problems=problems)
        if act is None:  # its mistakes were noted; that nobody knows its name is not one more
            act = Act(name=use.name or _act_name(use.brain), parameters=(), function=_fail)
        try:
            found.add(act)
        except PluginError as error:
            problems.error(use.at, f"{error}: give it another name with as NAME")
    return found


def use_brain(
    name: str,
    as_name: str,
    at: Position,
    *,
    files: PlanFiles,
    skills: SkillSet,
    problems: Problems,
) -> Act | None:
    """The act that a brain becomes, for the skills of a plan; None after noting what is wrong.

    `name` is that of a plan file, meant beside the file that uses it, or that of an installed brain, or
    of one in a file of the working directory. Without `as_name` the act is called as the file is.
    """
    called = as_name or _act_name(name)
    try:
        thinker = _plan(name, at, files, skills, problems) if is_plan(name) else _brain(name)
    except AgentError as error:
        problems.error(at, f"{name} cannot be used: {error}")
        return None
    if thinker is None:
        return None
    doc = f"The brain {name}, followed until it comes to its end."
    steps = functools.partial(_follow, thinker)
    return Act(name=called, parameters=(), function=steps, doc=doc, module=name)


def _fail(_now: Moment) -> Failed:
    return Failed("cannot be used")


def _plan(
    name: str, at: Position, files: PlanFiles, skills: SkillSet, problems: Problems
) -> Callable[[Moment], Callable[[Moment], Choice]] | None:
    wanted = files.read(name, at.text.where).where
    if wanted in files.users or len(files.users) >= _MAX_DEPTH:
        raise UsageError(f"it would stand inside of itself ({' > '.join((*files.users, wanted))})")
    files.users.append(wanted)
    try:
        plan, found = check_plan(wanted, files, skills)
    finally:
        files.users.pop()
    problems.take(found)
    if plan is None:
        return None
    engine = plan.engine
    setup = BrainSetup(is_inner=True)
    engine(setup)  # what it cannot be told is better known now

    def begin(_now: Moment) -> Callable[[Moment], Choice]:
        thinks = engine(setup).think
        return lambda now: thinks(now, now.trace)

    return begin


def _brain(name: str) -> Callable[[Moment], Callable[[Moment], Choice]]:
    if not is_own_brain(name):
        raise UsageError("a plan may use plans, installed brains, and those in files beside you")
    factory = load_brain(name)  # once: a file that changes in mid-game must not change a replay
    made_by(factory, name, BrainSetup())  # what cannot be made is better known now

    def begin(now: Moment) -> Callable[[Moment], Choice]:
        seed = now.random.getrandbits(32)
        brain = made_by(factory, name, BrainSetup(name=name, seed=seed, traits=now.traits))
        return functools.partial(_decided, brain)

    return begin


def _decided(brain: Decides, now: Moment) -> Choice:
    made = brain.decide(now.view)
    path = made.reason.path or ((made.reason.chosen,) if made.reason.chosen else ())
    wants = Wants(move=made.move, look=made.look, fight=made.fight, say=made.say, orders=made.orders)
    return Choice(wants, path)


def _follow(begin: Callable[[Moment], Callable[[Moment], Choice]], now: Moment) -> Performs:
    thinks = begin(now)
    for _ in itertools.count():
        choice = thinks(now)
        if choice.outcome is not None and not choice.notes and choice.wants == _NOTHING:
            return choice.outcome
        now = yield _passed_on(choice)
        if choice.outcome is not None:  # it ended with something to order, to say or to note
            return choice.outcome
    return None


def _passed_on(choice: Choice) -> Wants:
    """What an inner brain wants, as an act says it: what is absent shall stop."""
    wants = choice.wants
    return Wants(
        move=wants.move,
        look=wants.look,
        fight=wants.fight,
        say=wants.say,
        orders=wants.orders,
        stops=tuple(channel for channel in CHANNELS if getattr(wants, channel) is None),
        notes=choice.notes,
        path=choice.path,
    )


def _act_name(name: str) -> str:
    """What an act is called that comes from a file or a brain of that name."""
    stem = name.rpartition(":")[2] if ":" in name else Path(name).stem
    return re.sub(r"\W", "_", stem)
