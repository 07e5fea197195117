"""What other planners make of our texts: parsers, ground actions and plan lengths."""

from __future__ import annotations

import importlib
from typing import Any

import msgspec
import pytest

__all__ = ["Theirs", "reachable_names", "shortest", "theirs_of", "unified"]


class Theirs(msgspec.Struct, frozen=True):
    """A problem as pyperplan sees it."""

    problem: Any
    task: Any


def theirs_of(domain: str, problem: str) -> Theirs:
    """The problem read and grounded by pyperplan, nothing left out."""
    parsing: Any = pytest.importorskip("pyperplan.pddl.parser")
    grounding: Any = importlib.import_module("pyperplan.grounding")
    parser = parsing.Parser("")
    parser.domInput, parser.probInput = domain, problem
    read = parser.parse_problem(parser.parse_domain(read_from_file=False), read_from_file=False)
    return Theirs(read, grounding.ground(read, remove_irrelevant_operators=False))


def reachable_names(task: Any) -> set[str]:
    """The operators that can be done when nothing is ever lost, found in the plainest way."""
    facts, names = set(task.initial_state), set()
    is_growing = True
    while is_growing:
        is_growing = False
        for one in task.operators:
            if one.name not in names and one.preconditions <= facts:
                names.add(one.name)
                facts |= one.add_effects
                is_growing = True
    return names


def shortest(task: Any) -> int | None:
    """How many steps the shortest plan has, by blind search; None when there is none."""
    search: Any = importlib.import_module("pyperplan.search")
    plan = search.breadth_first_search(task)
    return None if plan is None else len(plan)


def unified(domain: str, problem: str) -> Any:
    """The problem as the reader of unified-planning sees it."""
    reading: Any = pytest.importorskip("unified_planning.io")
    return reading.PDDLReader().parse_problem_string(domain, problem)
