"""What domain and problem files share: ``(define (… name) sections)``, and requirements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.pddl._names import name_in, near
from agentfw.pddl.lists import Row, Word, told

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from agentfw.language import Problems

REQUIREMENTS: Final = (
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":equality",
    ":numeric-fluents",
    ":fluents",
    ":action-costs",
)
"""What the subset has."""
_OUTSIDE: Final[Mapping[str, str]] = {
    ":adl": "ADL (disjunctions, quantifiers and conditional effects)",
    ":ucpop": "UCPOP",
    ":disjunctive-preconditions": "disjunctions",
    ":existential-preconditions": "quantifiers",
    ":universal-preconditions": "quantifiers",
    ":quantified-preconditions": "quantifiers",
    ":conditional-effects": "conditional effects",
    ":durative-actions": "durative actions",
    ":durative-action": "durative actions",
    ":duration-inequalities": "durative actions",
    ":continuous-effects": "continuous effects",
    ":derived-predicates": "derived predicates",
    ":derived": "derived predicates",
    ":axiom": "derived predicates",
    ":timed-initial-literals": "timed facts",
    ":object-fluents": "functions of objects",
    ":goal-utilities": "goal utilities",
    ":preferences": "preferences",
    ":constraints": "trajectory constraints",
    ":process": "processes",
    ":event": "events",
    ":time": "processes and events",
}


class Sections(NamedTuple):
    """A file cut into its sections."""

    name: str
    single: Mapping[str, Row]
    """Sections that may stand there once, by their keyword."""
    repeated: tuple[Row, ...]
    """The sections that may be there several times, in order."""


def read_sections(
    row: Row, kind: str, known: Collection[str], repeated: str, problems: Problems
) -> Sections:
    """The sections of ``(define (kind name) …)``; what is none of them is noted."""
    title = row.rest[0] if row.rest else None
    name = ""
    if row.head != "define" or not isinstance(title, Row) or title.head != kind:
        problems.error(row.at, f"expected (define ({kind} NAME) …), found {told(row)}")
    else:
        name = name_in(title.rest[0] if title.rest else None, title.at, problems, kind)
    single: dict[str, Row] = {}
    several: list[Row] = []
    for form in row.members[2:]:
        if not isinstance(form, Row) or not form.head.startswith(":"):
            problems.error(form.at, f"expected a section such as ({':' + min(known)[1:]} …)")
        elif form.head == repeated:
            several.append(form)
        elif form.head in known:
            _put(form, single, problems)
        else:
            _unknown(form, [*known, repeated] if repeated else known, problems)
    return Sections(name, single, tuple(several))


def read_requirements(row: Row | None, problems: Problems) -> tuple[str, ...]:
    """What a file says that it needs; what the subset does not have is noted."""
    found: dict[str, None] = {}
    for form in row.rest if row is not None else ():
        if isinstance(form, Word) and form.text in REQUIREMENTS:
            found[form.text] = None
        elif isinstance(form, Word) and form.text in _OUTSIDE:
            problems.error(form.at, f"{_OUTSIDE[form.text]} are not in the subset")
        else:
            word = form.text if isinstance(form, Word) else ""
            problems.error(form.at, f"unknown requirement {told(form)}{near(word, REQUIREMENTS)}")
    return tuple(found)


def _put(row: Row, single: dict[str, Row], problems: Problems) -> None:
    if row.head in single:
        problems.error(row.at, f'"{row.head}" stands here twice')
    single.setdefault(row.head, row)


def _unknown(row: Row, known: Collection[str], problems: Problems) -> None:
    if row.head in _OUTSIDE:
        problems.error(row.at, f"{_OUTSIDE[row.head]} are not in the subset")
    else:
        problems.error(row.at, f'unknown section "{row.head}"{near(row.head, known)}')
