"""From nested lists to plans. Everything that is wrong is noted, with its place, and read on.

The language, where ``[ ]`` may be left out and ``…`` stands for more of the same::

    plan         ( part … )
    part         (RDC name [(goal tests)] [(fallback time)] (drives (drive …) …))   or DC, SDC, SRDC
                 (C name [time] [(params …)] [(goal tests)] (elements (element …) …))
                 (AP name [time] [(params …)] (step …))
                 (const name value)   (include "file.lap")   (use "file.fsm" [act])
                 (documentation "…" …)
    drive        (name (trigger tests) action [how often] [(interrupt cancel)] [(leave action)])
    element      (name (trigger tests) action [retries])
    step         an action; a test; a sense, which fails the pattern when it is false
    action       name   (name value … parameter=value …)
    tests        (test …)   "an expression"
    test         (sense)   (sense value)   (sense value predicate)   "an expression"
    time         (seconds n)   (minutes n)   (hours n)   (ms n)   n   none
    how often    a time between two firings at least, (hz n), or (pm n) per minute
    params       name   (name default)
    value        30   "text"   True   None   constant   $parameter   sense   (- value value)

Drives and elements stand in groups, the most important group first; in a group the order is that of the
text. ``;`` and ``#`` begin comments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from agentfw.brains.inner import Use
from agentfw.brains.posh.reading import Row, Word, read_forms, told
from agentfw.brains.posh.syntax import (
    PREDICATES,
    ROOTS,
    ActionPattern,
    Ask,
    Competence,
    Constant,
    Drive,
    DriveCollection,
    Element,
    Include,
    Parameter,
    Plan,
)
from agentfw.brains.posh.values import (
    is_name,
    read_call,
    read_duration,
    read_test,
    read_tests,
    read_value,
)
from agentfw.language import Position
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.brains.posh.reading import Form
    from agentfw.brains.posh.syntax import Duration
    from agentfw.language import Call, Node, PlanText, Problems

__all__ = ["parse_plan"]

_T = TypeVar("_T")
_KINDS: Final = ("C", "AP", *ROOTS, "include", "use", "const", "documentation")


def parse_plan(text: PlanText, problems: Problems) -> Plan | None:
    """What a text says, as far as it can be read; None when its brackets do not fit."""
    before = len(problems.errors)
    forms = read_forms(text, problems)
    if forms is None:
        return None
    does_fit = len(problems.errors) == before
    if not forms or not isinstance(forms[0], Row):
        at = forms[0].at if forms else Position(text)
        problems.error(at, "a plan is one pair of brackets around its elements: ((C …) (AP …) (RDC …))")
        return None
    if does_fit and len(forms) > 1:
        what = "this stands behind the last bracket of the plan"
        problems.error(forms[1].at, f"{what}: a closing bracket before it is one too many")
    plan = _Parser(problems).plan(forms[0])
    return plan if does_fit and len(forms) == 1 else None


class _Parts:
    """The members of an element, sorted by what they begin with."""

    def __init__(self, members: Sequence[Form], heads: tuple[str, ...], problems: Problems) -> None:
        self.rest: list[Form] = []
        self._found: dict[str, Row] = {}
        for form in members:
            head = form.head if isinstance(form, Row) else ""
            if not isinstance(form, Row) or head not in heads:
                self.rest.append(form)
            elif head in self._found:
                problems.error(form.at, f"({head} …) stands here twice")
            else:
                self._found[head] = form

    def get(self, head: str) -> Row | None:
        return self._found.get(head)


class _Parser:
    def __init__(self, problems: Problems) -> None:
        self._problems = problems

    def plan(self, row: Row) -> Plan:
        parts = [part for form in row.members if (part := self._part(form)) is not None]
        return Plan(
            tuple(part for part in parts if isinstance(part, Include)),
            tuple(part for part in parts if isinstance(part, Use)),
            tuple(part for part in parts if isinstance(part, Constant)),
            tuple(part for part in parts if isinstance(part, Competence | ActionPattern)),
            tuple(part for part in parts if isinstance(part, DriveCollection)),
            tuple(line for part in parts if isinstance(part, tuple) for line in part),
            row.at,
        )

    def _part(
        self, form: Form
    ) -> (
        Competence | ActionPattern | DriveCollection | Constant | Include | Use | tuple[str, ...] | None
    ):
        if not isinstance(form, Row) or not form.head:
            self._problems.error(
                form.at, f"expected an element of the plan ({', '.join(_KINDS)}), found {told(form)}"
            )
            return None
        read = {
            "include": self._include,
            "use": self._use,
            "documentation": self._documentation,
            "const": self._constant,
        }.get(form.head)
        if read is not None:
            return read(form)
        if form.head not in [kind.casefold() for kind in _KINDS]:
            hint = nearest(form.head.upper(), _KINDS)
            self._problems.error(
                form.at, f"({form.head} …) is no element of a plan (known: {', '.join(_KINDS)}){hint}"
            )
            return None
        return self._named(form)

    def _named(self, row: Row) -> Competence | ActionPattern | DriveCollection | None:
        kind = row.head.upper()
        name = row.members[1] if len(row.members) > 1 else None
        if not isinstance(name, Word):
            self._problems.error(row.at, f"({kind} …) needs a name")
            return None
        if not is_name(name, self._problems, f"the name of the {kind}"):
            return None
        make: Callable[[Word, Sequence[Form]], Competence | ActionPattern | DriveCollection | None]
        make = {"C": self._competence, "AP": self._pattern}.get(
            kind, lambda name, members: self._collection(kind, name, members)
        )
        return make(name, row.members[2:])

    def _include(self, row: Row) -> Include | None:
        file = row.members[1] if len(row.members) == 2 else None
        if not isinstance(file, Word) or not file.is_quoted or not file.text:
            self._problems.error(row.at, 'expected (include "file.lap")')
            return None
        return Include(file.text, file.at)

    def _use(self, row: Row) -> Use | None:
        brain, name = (*row.members[1:], None, None)[:2]
        is_brain = isinstance(brain, Word) and brain.is_quoted and bool(brain.text)
        if not isinstance(brain, Word) or not is_brain or len(row.members) > 3:
            self._problems.error(row.at, 'expected (use "file.fsm") or (use "file.fsm" name)')
            return None
        if name is None:
            return Use(brain.text, "", brain.at)
        if not isinstance(name, Word) or not is_name(name, self._problems):
            return None
        return Use(brain.text, name.text, brain.at)

    def _documentation(self, row: Row) -> tuple[str, ...]:
        lines = row.members[1:]
        for form in lines:
            if not isinstance(form, Word) or not form.is_quoted:
                self._problems.error(form.at, f"documentation is texts in quotes, found {told(form)}")
        return tuple(form.text for form in lines if isinstance(form, Word))

    def _constant(self, row: Row) -> Constant | None:
        name = row.members[1] if len(row.members) == 3 else None
        if not isinstance(name, Word):
            self._problems.error(row.at, "expected (const name value)")
            return None
        if not is_name(name, self._problems):
            return None
        value = read_value(row.members[2], self._problems)
        return Constant(name.text, value, name.at) if value is not None else None

    def _competence(self, name: Word, members: Sequence[Form]) -> Competence | None:
        heads = ("goal", "elements", "params", "documentation")
        parts = _Parts(members, heads, self._problems)
        elements = parts.get("elements")
        if elements is None:
            self._problems.error(name.at, f'competence "{name.text}" has no (elements …)')
        return Competence(
            name.text,
            self._goal(parts),
            self._groups(elements, self._element) if elements is not None else (),
            self._parameters(parts),
            self._timeout(parts.rest),
            self._documented(parts),
            name.at,
        )

    def _pattern(self, name: Word, members: Sequence[Form]) -> ActionPattern | None:
        parts = _Parts(members, ("params", "documentation"), self._problems)
        steps = parts.rest[-1] if parts.rest else None
        if not isinstance(steps, Row):
            self._problems.error(
                name.at, f'action pattern "{name.text}" needs a list of steps such as (stop-bot rotate)'
            )
            return None
        if not steps.members:
            self._problems.error(steps.at, f'action pattern "{name.text}" does nothing')
        return ActionPattern(
            name.text,
            tuple(step for form in steps.members if (step := self._step(form)) is not None),
            self._parameters(parts),
            self._timeout(parts.rest[:-1]),
            self._documented(parts),
            name.at,
        )

    def _step(self, form: Form) -> Call | Ask | None:
        """A step; what has a predicate or stands in quotes is a test, the rest turns out later."""
        alone = form.members[0] if isinstance(form, Row) and len(form.members) == 1 else form
        is_quoted = isinstance(alone, Word) and alone.is_quoted
        last = form.members[-1] if isinstance(form, Row) and len(form.members) == 3 else None
        if is_quoted or (isinstance(last, Word) and last.text in PREDICATES and not last.is_quoted):
            test = read_test(form, self._problems)
            return Ask(test, form.at) if test is not None else None
        return read_call(form, self._problems)

    def _collection(self, kind: str, name: Word, members: Sequence[Form]) -> DriveCollection:
        heads = ("goal", "drives", "fallback", "documentation")
        parts = _Parts(members, heads, self._problems)
        drives = parts.get("drives")
        if drives is None:
            self._problems.error(name.at, f'drive collection "{name.text}" has no (drives …)')
        for form in parts.rest:
            self._problems.error(form.at, f"a drive collection has no {told(form)}")
        return DriveCollection(
            kind,
            name.text,
            self._goal(parts),
            self._groups(drives, self._drive) if drives is not None else (),
            self._single(parts, "fallback", lambda form: read_duration(form, self._problems)),
            self._documented(parts),
            name.at,
        )

    def _groups(self, row: Row, read: Callable[[Row], _T | None]) -> tuple[tuple[_T, ...], ...]:
        if len(row.members) == 1:
            write = f"write ({row.head} ((name (trigger …) action)))"
            self._problems.error(row.at, f"({row.head}) has no group: {write}")
        return tuple(self._group(form, row.head, read) for form in row.members[1:])

    def _group(self, form: Form, what: str, read: Callable[[Row], _T | None]) -> tuple[_T, ...]:
        if not isinstance(form, Row) or form.head:
            self._problems.error(
                form.at, f"{what} stand in groups: put a pair of brackets round {told(form)}"
            )
            return ()
        found: list[_T] = []
        for one in form.members:
            if not isinstance(one, Row) or not one.head:
                self._problems.error(one.at, f"expected (name (trigger …) action), found {told(one)}")
                continue
            element = read(one)
            if element is not None:
                found.append(element)
        if not form.members:
            self._problems.error(form.at, "this group is empty")
        return tuple(found)

    def _element(self, row: Row) -> Element | None:
        name, trigger, action, rest = self._triggered(row, "element")
        if len(rest) > 1:
            self._problems.error(rest[1].at, f"an element ends with its retries, found {told(rest[1])}")
        retries = read_value(rest[0], self._problems) if rest else None
        if name is None or action is None:
            return None
        return Element(name.text, trigger, action, retries, name.at)

    def _drive(self, row: Row) -> Drive | None:
        name, trigger, action, rest = self._triggered(row, "drive")
        parts = _Parts(rest, ("interrupt", "leave"), self._problems)
        for form in parts.rest[1:]:
            self._problems.error(form.at, f"a drive ends with its frequency, found {told(form)}")
        frequency = read_duration(parts.rest[0], self._problems, is_rate=True) if parts.rest else None
        leave = self._single(parts, "leave", lambda form: read_call(form, self._problems))
        is_cancelled = self._single(parts, "interrupt", self._interrupt) or False
        if name is None or action is None:
            return None
        return Drive(name.text, trigger, action, frequency, is_cancelled, leave, name.at)

    def _interrupt(self, form: Form) -> bool:
        if isinstance(form, Word) and form.text.casefold() in ("cancel", "resume"):
            return form.text.casefold() == "cancel"
        self._problems.error(
            form.at, f"expected (interrupt cancel) or (interrupt resume), found {told(form)}"
        )
        return False

    def _triggered(
        self, row: Row, what: str
    ) -> tuple[Word | None, tuple[Node, ...], Call | None, Sequence[Form]]:
        """The name, the trigger, the action and what follows."""
        name = row.members[0]
        if not isinstance(name, Word) or not is_name(name, self._problems, f"the name of the {what}"):
            return None, (), None, ()
        second = row.members[1] if len(row.members) > 1 else None
        if not isinstance(second, Row) or second.head != "trigger":
            found = f", found {told(second)}" if second is not None else ""
            at = second.at if second is not None else name.at
            self._problems.error(at, f'{what} "{name.text}": expected (trigger …) after its name{found}')
            return name, (), None, ()
        trigger = self._tests(second, "trigger")
        action = row.members[2] if len(row.members) > 2 else None
        if action is None or _is_triggered(action):
            self._problems.error(
                name.at, f'{what} "{name.text}" does nothing: an action must follow its trigger'
            )
            return name, trigger, None, ()
        return name, trigger, read_call(action, self._problems), row.members[3:]

    def _goal(self, parts: _Parts) -> tuple[Node, ...] | None:
        goal = parts.get("goal")
        return self._tests(goal, "goal") if goal is not None else None

    def _tests(self, row: Row, what: str) -> tuple[Node, ...]:
        if len(row.members) != 2:
            at = row.members[2].at if len(row.members) > 2 else row.at
            self._problems.error(at, f"a {what} is one list of tests: ({what} ((sense) (sense value)))")
            return ()
        return read_tests(row.members[1], self._problems, what)

    def _timeout(self, forms: Sequence[Form]) -> Duration | None:
        for form in forms[1:]:
            self._problems.error(form.at, f"unexpected {told(form)}: there is a time-out already")
        return read_duration(forms[0], self._problems) if forms else None

    def _parameters(self, parts: _Parts) -> tuple[Parameter, ...]:
        row = parts.get("params")
        forms = row.members[1:] if row is not None else ()
        return tuple(one for form in forms if (one := self._parameter(form)) is not None)

    def _parameter(self, form: Form) -> Parameter | None:
        members = form.members if isinstance(form, Row) else (form,)
        name = members[0] if len(members) in (1, 2) else None
        if not isinstance(name, Word):
            self._problems.error(form.at, "expected a parameter: name or (name default)")
            return None
        word = Word(name.text.removeprefix("$"), name.at, name.is_quoted)
        if not is_name(word, self._problems, "the name of a parameter"):
            return None
        default = read_value(members[1], self._problems) if len(members) == 2 else None
        return Parameter(word.text, default, name.at)

    def _documented(self, parts: _Parts) -> tuple[str, ...]:
        row = parts.get("documentation")
        return self._documentation(row) if row is not None else ()

    def _single(self, parts: _Parts, head: str, read: Callable[[Form], _T | None]) -> _T | None:
        row = parts.get(head)
        if row is None:
            return None
        if len(row.members) != 2:
            self._problems.error(row.at, f"({head} …) takes one thing")
            return None
        return read(row.members[1])


def _is_triggered(form: Form) -> bool:
    """Whether this is another drive or element, where an action should stand."""
    second = form.members[1] if isinstance(form, Row) and len(form.members) > 1 else None
    return isinstance(second, Row) and second.head == "trigger"
