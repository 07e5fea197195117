"""What is wrong or odd with the names and the order of things in a plan."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final, TypeVar

from agentfw.brains.posh.elements import Drive as ReadyDrive
from agentfw.brains.posh.elements import Enter, Pattern
from agentfw.brains.posh.syntax import ActionPattern, Ask, Competence, Drive
from agentfw.language import Call, contradiction, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from agentfw.brains.posh import elements
    from agentfw.brains.posh.compiling import Compiler
    from agentfw.brains.posh.gathering import Gathered
    from agentfw.brains.posh.syntax import Definition, DriveCollection, Element
    from agentfw.language import Problems
    from agentfw.skills import SkillSet

__all__ = ["check_names", "check_order", "depth_of", "references"]

_W = TypeVar("_W")
_R = TypeVar("_R")
_MAX_COMPARED: Final = 40
"""So many members of a group are compared with each other."""


def check_names(gathered: Gathered, skills: SkillSet, problems: Problems) -> DriveCollection | None:
    """The root of a plan; notes names that stand twice, and definitions that go in circles."""
    for one in gathered.definitions.values():
        if isinstance(one, Competence):
            members = [element for group in one.groups for element in group]
            _check_twice(members, f'competence "{one.name}"', problems)
    roots = gathered.plan.roots
    for root in roots:
        drives = [drive for group in root.groups for drive in group]
        _check_twice(drives, f'drive collection "{root.name}"', problems)
        if plain_name(root.name) in gathered.definitions:
            problems.error(root.at, f'"{root.name}" is also the name of an element of this plan')
    for root in roots[1:]:
        problems.error(root.at, "a plan has one drive collection, this is another one")
    if not roots and not problems.errors:
        problems.error(gathered.plan.at, "a plan needs a drive collection: DC, RDC, SDC or SRDC")
    _check_circles(gathered, skills, problems)
    return roots[0] if roots else None


def check_order(
    gathered: Gathered,
    root: DriveCollection,
    made: Compiler,
    found: elements.Collection,
    problems: Problems,
) -> None:
    """Note what is odd in a plan without mistakes: what can never happen, and what chance decides."""
    _check_groups(root.groups, found.groups, problems)
    _check_goal("drive collection", root, found, problems)
    for name, one in gathered.definitions.items():
        compiled = made.definitions[name]
        if isinstance(one, Competence) and not isinstance(compiled, Pattern):
            _check_groups(one.groups, compiled.groups, problems)
            _check_goal("competence", one, compiled, problems)
    for drive, ready in _pairs(root.groups, found.groups):
        if ready.interval is not None and _takes_steps(ready.step):
            problems.warning(
                drive.at,
                f'drive "{drive.name}" does one step every {found.time(f"{ready.interval:g}")}, but '
                f'"{drive.action.name}" takes several',
            )
    _check_use(gathered, root, problems)
    _check_constants(gathered, problems)


def depth_of(gathered: Gathered, root: DriveCollection) -> int:
    """How many definitions stand inside each other at most."""
    depths: dict[str, int] = {}
    for name in _bottom_up(gathered):
        calls = references(gathered, gathered.definitions[name])
        below = [depths[plain_name(call.name)] for call in calls]
        depths[name] = 1 + max(below, default=0)
    return max((depths[plain_name(call.name)] for call in references(gathered, root)), default=0)


def references(gathered: Gathered, one: Definition | DriveCollection) -> Iterator[Call]:
    """The calls in a definition or a root that name definitions."""
    for call in _calls(one):
        if gathered.definition(call.name) is not None:
            yield call


def _calls(one: Definition | DriveCollection) -> Iterator[Call]:
    if isinstance(one, ActionPattern):
        yield from (step for step in one.steps if not isinstance(step, Ask))
        return
    for group in one.groups:
        for member in group:
            yield member.action
            if isinstance(member, Drive) and member.leave is not None:
                yield member.leave


def _check_twice(members: Iterable[Element | Drive], where: str, problems: Problems) -> None:
    found: dict[str, Element | Drive] = {}
    for one in members:
        known = found.setdefault(plain_name(one.name), one)
        if known is not one:
            problems.error(
                one.at, f'"{one.name}" stands in {where} twice, first in line {known.at.line}'
            )


def _bottom_up(gathered: Gathered) -> list[str]:
    """The names of all definitions, each after those that it names; without those in circles."""
    waits: dict[str, set[str]] = {}
    needed: dict[str, list[str]] = {name: [] for name in gathered.definitions}
    for name, one in gathered.definitions.items():
        waits[name] = {plain_name(call.name) for call in references(gathered, one)}
        for below in waits[name]:
            needed[below].append(name)
    order = [name for name, below in waits.items() if not below]
    for name in order:  # grows while it is walked
        for above in needed[name]:
            waits[above].discard(name)
            if not waits[above]:
                order.append(above)
    return order


def _check_circles(gathered: Gathered, skills: SkillSet, problems: Problems) -> None:
    """Note every circle in which definitions name each other, once."""
    fine = set(_bottom_up(gathered))
    seen: set[str] = set()
    for start in gathered.definitions:
        name = start
        way: dict[str, Call] = {}
        while name not in fine and name not in seen:
            seen.add(name)
            calls = references(gathered, gathered.definitions[name])
            way[name] = next(call for call in calls if plain_name(call.name) not in fine)
            name = plain_name(way[name].name)
        if name in way:
            _note_circle([*way.values()][[*way].index(name) :], skills, problems)


def _note_circle(circle: Sequence[Call], skills: SkillSet, problems: Problems) -> None:
    last = circle[-1]
    names = " → ".join([last.name, *(call.name for call in circle)])
    hint = "; the act of that name is hidden by the plan" if skills.act(last.name) is not None else ""
    problems.error(last.at, f'"{last.name}" goes round in a circle: {names}{hint}')


def _check_use(gathered: Gathered, root: DriveCollection, problems: Problems) -> None:
    used: set[str] = set()
    waiting = [plain_name(call.name) for call in references(gathered, root)]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting += [
                plain_name(call.name) for call in references(gathered, gathered.definitions[name])
            ]
    for one in gathered.plan.definitions:
        if plain_name(one.name) not in used:
            kind = "competence" if isinstance(one, Competence) else "action pattern"
            problems.warning(one.at, f'{kind} "{one.name}" is never used')


def _check_constants(gathered: Gathered, problems: Problems) -> None:
    """Note constants of the file itself that nobody names; those that are included may be for others."""
    used = {plain_name(call.name) for call in _calls_in(gathered.plan, *gathered.files.values())}
    for one in gathered.plan.constants:
        if plain_name(one.name) not in used:
            problems.warning(one.at, f'constant "{one.name}" is never used')


def _calls_in(*roots: object) -> Iterator[Call]:
    """Every call anywhere in some trees, in no order that means anything."""
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif dataclasses.is_dataclass(one):
            if isinstance(one, Call):
                yield one
            waiting += [getattr(one, field.name) for field in dataclasses.fields(one) if field.compare]


def _check_goal(
    kind: str,
    one: Competence | DriveCollection,
    ready: elements.Competence | elements.Collection,
    problems: Problems,
) -> None:
    if ready.goal is not None and all(condition.constant for condition in ready.goal):
        told = f'the goal of {kind} "{one.name}" always holds'
        problems.warning(one.at, f"{told}, so it is reached at once")


def _pairs(written: Sequence[Sequence[_W]], ready: Sequence[Sequence[_R]]) -> Iterator[tuple[_W, _R]]:
    for one, other in zip(written, ready, strict=True):
        yield from zip(one, other, strict=True)


def _check_groups(
    written: Sequence[Sequence[Element | Drive]],
    ready: Sequence[Sequence[elements.Element | elements.Drive]],
    problems: Problems,
) -> None:
    """Note triggers that never hold, members that never get a turn, and groups left to chance."""
    above: Element | Drive | None = None
    for group, others in zip(written, ready, strict=True):
        for one, other in zip(group, others, strict=True):
            why = contradiction(other.conditions)
            if why is not None:
                problems.warning(one.at, f'the trigger of "{one.name}" can never hold: {why}')
            if above is not None:
                problems.warning(one.at, f'"{one.name}" never gets a turn: "{above.name}" always fires')
            elif _always_fires(other):
                above = one
        _check_overlap(group, others, problems)


def _always_fires(one: elements.Element | elements.Drive) -> bool:
    is_free = one.interval is None if isinstance(one, ReadyDrive) else one.retries < 0
    return is_free and all(condition.constant for condition in one.conditions)


def _check_overlap(
    group: Sequence[Element | Drive],
    ready: Sequence[elements.Element | elements.Drive],
    problems: Problems,
) -> None:
    """Note the first two members of a group whose triggers can hold together."""
    for i, one in enumerate(group[:_MAX_COMPARED]):
        for j in range(i):
            if contradiction((*ready[j].conditions, *ready[i].conditions)) is None:
                problems.warning(
                    one.at,
                    f'"{group[j].name}" and "{one.name}" stand in one group and can both be triggered; '
                    "they are tried as they are listed",
                )
                return


def _takes_steps(step: elements.Fire | Enter) -> bool:
    if not isinstance(step, Enter):
        return False
    return not isinstance(step.definition, Pattern) or len(step.definition.steps) > 1
