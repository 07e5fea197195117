"""Domain files: a text becomes a checked `Domain`, or all its mistakes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.language import PlanText, Problems
from agentfw.pddl._conditions import Scope, read_condition, read_effects
from agentfw.pddl._linearity import changing, check_linear
from agentfw.pddl._names import Named, check_types, declared, is_name, name_in, near, typed_names, unique
from agentfw.pddl._sections import read_requirements, read_sections
from agentfw.pddl.kinds import Hierarchy
from agentfw.pddl.lists import Row, Word, read_row, told
from agentfw.pddl.syntax import ALWAYS, OBJECT, Action, Domain, Signature, Typed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from agentfw.pddl._sections import Sections
    from agentfw.pddl.lists import Form

__all__ = ["read_domain"]

_SECTIONS: Final = (":requirements", ":types", ":constants", ":predicates", ":functions")
_ACTION: Final = (":parameters", ":precondition", ":effect")
_NUMBER_TYPE: Final = "number"


def read_domain(text: str, where: str = "domain") -> Domain:
    """The domain that a text describes; `where` is what messages call it.

    Raises one `PlanError` with all mistakes, each as ``where:line:column: what``.
    """
    problems = Problems()
    row = read_row(PlanText(text, where), problems)
    domain = None if row is None else _domain(row, problems)
    problems.finish()
    if domain is None:  # pragma: no cover - nothing is left out without a note
        raise AssertionError(where)
    return domain


def _domain(row: Row, problems: Problems) -> Domain:
    sections = read_sections(row, "domain", _SECTIONS, ":action", problems)
    types = _types(sections.single.get(":types"), problems)
    kinds = Hierarchy(types)
    constants = declared(sections.single.get(":constants"), kinds, problems, "constants")
    predicates = _signatures(sections.single.get(":predicates"), kinds, problems, "predicate")
    functions = _functions(sections.single.get(":functions"), kinds, problems)
    scope = Scope(
        problems=problems,
        kinds=kinds,
        predicates=predicates,
        functions=functions,
        objects={one.name: one for one in constants},
    )
    actions = tuple(_actions(sections, scope))
    check_linear(scope.numbers, changing(actions), problems)
    return Domain(
        name=sections.name,
        requirements=read_requirements(sections.single.get(":requirements"), problems),
        types=types,
        constants=constants,
        predicates=tuple(predicates.values()),
        functions=tuple(functions.values()),
        actions=actions,
    )


def _types(row: Row | None, problems: Problems) -> tuple[Typed, ...]:
    named = typed_names(row.rest if row is not None else (), problems, "types")
    own = [one for one in named if one.typed.name != OBJECT]
    types = unique(own, problems, "types")
    _check_circles(own, types, problems)
    # Many files name a type only where another one is a kind of it.
    known = {OBJECT, *(one.name for one in types)}
    parents = dict.fromkeys(word.text for one in own for word in one.types if is_name(word.text))
    return types + tuple(Typed(name) for name in parents if name not in known)


def _check_circles(named: Iterable[Named], types: tuple[Typed, ...], problems: Problems) -> None:
    kinds = Hierarchy(types)
    for one in named:
        if any(one.typed.name in kinds.above(parent) for parent in one.typed.types):
            problems.error(one.at, f'type "{one.typed.name}" is a kind of itself')


def _signatures(
    row: Row | None, kinds: Hierarchy, problems: Problems, what: str
) -> dict[str, Signature]:
    found: dict[str, Signature] = {}
    for form in row.rest if row is not None else ():
        if not isinstance(form, Row):
            problems.error(form.at, f"{what}s: expected ({what} ?x …), found {told(form)}")
            continue
        name = name_in(form.members[0] if form.members else None, form.at, problems, what)
        if name in found:
            problems.error(form.at, f'{what}s: "{name}" stands here twice')
        elif name:
            found[name] = Signature(name, _parameters(form.rest, kinds, problems, name))
    return found


def _functions(row: Row | None, kinds: Hierarchy, problems: Problems) -> dict[str, Signature]:
    """The functions; ``- number`` behind them says what they are anyway."""
    kept: list[Form] = []
    rest = iter(row.rest if row is not None else ())
    for form in rest:
        if not (isinstance(form, Word) and form.text == "-"):
            kept.append(form)
            continue
        kind = next(rest, None)
        if not isinstance(kind, Word) or kind.text != _NUMBER_TYPE:
            at = form.at if kind is None else kind.at
            problems.error(at, 'functions of objects are not in the subset: expected "number"')
    plain = None if row is None else Row((row.members[0], *kept), row.at)
    return _signatures(plain, kinds, problems, "function")


def _parameters(
    forms: Sequence[Form], kinds: Hierarchy, problems: Problems, of: str
) -> tuple[Typed, ...]:
    named = typed_names(forms, problems, f"?{of}")
    check_types(named, kinds, problems)
    return unique(named, problems, of)


def _actions(sections: Sections, scope: Scope) -> Iterator[Action]:
    seen: set[str] = set()
    for row in sections.repeated:
        action = _action(row, scope)
        if action.name in seen and action.name:
            scope.error(row, f'action "{action.name}" stands here twice')
        seen.add(action.name)
        yield action


def _action(row: Row, scope: Scope) -> Action:
    name = name_in(row.rest[0] if row.rest else None, row.at, scope.problems, "action")
    parts = _action_parts(row, name, scope.problems)
    parameters = parts.get(":parameters")
    if isinstance(parameters, Word):
        scope.error(parameters, f'action "{name}": expected its parameters in brackets')
    members = parameters.members if isinstance(parameters, Row) else ()
    typed = _parameters(members, scope.kinds, scope.problems, f'action "{name}"')
    inner = _within(scope, typed)
    needs, effect = parts.get(":precondition"), parts.get(":effect")
    return Action(
        name=name,
        parameters=typed,
        precondition=(read_condition(needs, inner) if needs is not None else None) or ALWAYS,
        effects=tuple(read_effects(effect, inner)) if effect is not None else (),
    )


def _within(scope: Scope, parameters: Iterable[Typed]) -> Scope:
    return Scope(
        problems=scope.problems,
        kinds=scope.kinds,
        predicates=scope.predicates,
        functions=scope.functions,
        objects=scope.objects,
        variables={one.name: one for one in parameters},
        numbers=scope.numbers,
    )


def _action_parts(row: Row, name: str, problems: Problems) -> dict[str, Form]:
    """The parts of an action, by keyword."""
    parts: dict[str, Form] = {}
    rest = iter(row.rest[1:])
    for key in rest:
        if not isinstance(key, Word) or key.text not in _ACTION:
            hint = (
                near(key.text, _ACTION) if isinstance(key, Word) else f" (known: {', '.join(_ACTION)})"
            )
            problems.error(key.at, f'action "{name}": unexpected {told(key)}{hint}')
            continue
        value = next(rest, None)
        if value is None or key.text in parts:
            told_why = "has nothing behind it" if value is None else "stands here twice"
            problems.error(key.at, f'action "{name}": "{key.text}" {told_why}')
        else:
            parts[key.text] = value
    return parts
