"""Problem files: a text becomes a `Problem` checked against its domain, or all its mistakes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.language import PlanText, Problems
from agentfw.pddl._conditions import Scope, read_atom, read_condition, read_expression, read_fluent
from agentfw.pddl._linearity import changing, check_linear, check_metric
from agentfw.pddl._names import declared, number_of
from agentfw.pddl._sections import read_requirements, read_sections
from agentfw.pddl.kinds import Hierarchy
from agentfw.pddl.lists import Row, Word, read_row, told
from agentfw.pddl.syntax import ALWAYS, Arithmetic, Atom, Constant, Fluent, Problem, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.pddl.lists import Form
    from agentfw.pddl.syntax import Condition, Domain, Expression, Typed

__all__ = ["read_problem"]

_SECTIONS: Final = (":requirements", ":domain", ":objects", ":init", ":goal", ":metric", ":length")


def read_problem(text: str, domain: Domain, where: str = "problem") -> Problem:
    """The problem that a text describes; `where` is what messages call it.

    Raises one `PlanError` with all mistakes, each as ``where:line:column: what``.
    """
    problems = Problems()
    row = read_row(PlanText(text, where), problems)
    problem = None if row is None else _problem(row, domain, problems)
    problems.finish()
    if problem is None:  # pragma: no cover - nothing is left out without a note
        raise AssertionError(where)
    return problem


def _problem(row: Row, domain: Domain, problems: Problems) -> Problem:
    sections = read_sections(row, "problem", _SECTIONS, "", problems)
    single = sections.single
    _check_domain(row, single, domain, problems)
    kinds = Hierarchy(domain.types)
    objects = declared(single.get(":objects"), kinds, problems, "objects")
    scope = _scope(domain, kinds, objects, problems)
    facts, values = _init(single.get(":init"), scope)
    goal = _goal(row, single.get(":goal"), scope)
    check_linear(scope.numbers, changing(domain.actions), problems)
    return Problem(
        name=sections.name,
        domain=domain.name,
        requirements=read_requirements(single.get(":requirements"), problems),
        objects=objects,
        facts=facts,
        values=values,
        goal=goal,
        metric=_metric(single.get(":metric"), domain, scope),
    )


def _scope(domain: Domain, kinds: Hierarchy, objects: tuple[Typed, ...], problems: Problems) -> Scope:
    return Scope(
        problems=problems,
        kinds=kinds,
        predicates={one.name: one for one in domain.predicates},
        functions={one.name: one for one in domain.functions},
        objects={one.name: one for one in (*domain.constants, *objects)},
    )


def _check_domain(row: Row, single: Mapping[str, Row], domain: Domain, problems: Problems) -> None:
    told_row = single.get(":domain")
    if told_row is None:
        problems.error(row.at, f"the section (:domain {domain.name}) is missing")
        return
    word = told_row.rest[0] if len(told_row.rest) == 1 else None
    if not isinstance(word, Word) or word.text != domain.name:
        at = told_row.rest[0].at if told_row.rest else told_row.at
        problems.error(at, f'this problem is not of the domain "{domain.name}"')


def _init(row: Row | None, scope: Scope) -> tuple[tuple[Atom, ...], tuple[Value, ...]]:
    facts: dict[Atom, None] = {}
    values: dict[Fluent, Value] = {}
    for form in row.rest if row is not None else ():
        if not isinstance(form, Row) or not form.members:
            scope.error(form, f"init: expected a fact in brackets, found {told(form)}")
        elif form.head == "=":
            _note_value(form, values, scope)
        elif _is_timed(form):
            scope.error(form, "timed facts are not in the subset")
        elif form.head == "not":
            _note_absent(form, scope)
        elif (atom := read_atom(form, scope)) is not None:
            facts[atom] = None
    return tuple(facts), tuple(values.values())


def _note_value(row: Row, values: dict[Fluent, Value], scope: Scope) -> None:
    if len(row.rest) != 2 or not isinstance(row.rest[0], Row) or not isinstance(row.rest[1], Word):
        scope.error(row, 'init: expected "(= (function …) number)"')
        return
    fluent, value = read_fluent(row.rest[0], scope), number_of(row.rest[1], scope.problems)
    if value is None:
        scope.error(row.rest[1], f"init: expected a number, found {told(row.rest[1])}")
    elif fluent is not None and fluent in values:
        scope.error(row, f"init: {fluent} is given twice")
    elif fluent is not None:
        values[fluent] = Value(fluent, value)


def _note_absent(row: Row, scope: Scope) -> None:
    """Check what is said not to hold; what is not said to hold does not, so nothing is kept."""
    if len(row.rest) == 1 and isinstance(row.rest[0], Row):
        read_atom(row.rest[0], scope)
    else:
        scope.error(row, '"not" takes one fact in brackets')


def _is_timed(row: Row) -> bool:
    """Whether it is ``(at 5 (fact))``; ``at`` alone is a favorite name of predicates."""
    return row.head == "at" and len(row.rest) == 2 and isinstance(row.rest[1], Row)


def _goal(whole: Row, row: Row | None, scope: Scope) -> Condition:
    if row is None:
        scope.error(whole, "the section (:goal …) is missing")
        return ALWAYS
    if len(row.rest) != 1:
        scope.error(row, f"a goal is one condition, found {len(row.rest)}")
        return ALWAYS
    return read_condition(row.rest[0], scope) or ALWAYS


def _is_total_time(form: Form, scope: Scope) -> bool:
    """Whether a metric is the customary one to ask for few steps where nothing has a duration."""
    name = form.head if isinstance(form, Row) else form.text
    return name == "total-time" and name not in scope.functions


def _metric(row: Row | None, domain: Domain, scope: Scope) -> Expression | None:
    if row is None:
        return None
    way = row.rest[0] if len(row.rest) == 2 else None
    if not isinstance(way, Word) or way.text not in ("minimize", "maximize"):
        scope.error(row, 'a metric is "minimize" and one number')
        return None
    if _is_total_time(row.rest[1], scope):
        return None
    found = read_expression(row.rest[1], scope)
    if found is None:
        return None
    metric: Expression = found if way.text == "minimize" else Arithmetic("-", (found,))
    check_metric(metric, row.rest[1].at, domain.actions, scope.problems)
    return None if isinstance(metric, Constant) else metric
