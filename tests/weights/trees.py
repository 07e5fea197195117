"""Weights made by chance, and short ways to write and read some."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from agentfw.errors import PlanError, UsageError
from agentfw.language import PlanText, Problems
from agentfw.weights import (
    Balance,
    Body,
    Case,
    Leaf,
    Reads,
    Relation,
    Switch,
    Weights,
    load_weights,
    shipped_weights,
)
from agentfw.weights.parsing import check_weights

numbers = st.one_of(
    st.integers(-1000, 1000).map(float), st.floats(allow_nan=False, allow_infinity=False, width=64)
)
variables = st.builds(
    lambda first, rest: first + rest, st.sampled_from("AKZakz_"), st.text("AKZakz_059", max_size=5)
)
_letters = st.characters(exclude_categories=("C", "Z"), exclude_characters='"')
names = st.text(st.one_of(_letters, st.just(" ")), max_size=6)


def _balanced(three: list[float]) -> Body:
    low, value, high = sorted(three)
    return Balance(value, low, high)


def _switch(variable: str, rows: list[tuple[float, Body]], default: Body | None) -> Body:
    return Switch(
        variable, tuple(Case(below, body) for below, body in sorted(rows, key=_below)), default
    )


def _below(row: tuple[float, Body]) -> float:
    return row[0]


def _grown(below: st.SearchStrategy[Body]) -> st.SearchStrategy[Body]:
    cases = st.lists(st.tuples(numbers, below), min_size=1, max_size=3)
    return st.builds(_switch, variables, cases, st.one_of(st.none(), below))


leaves: st.SearchStrategy[Body] = st.one_of(
    numbers.map(Leaf), st.lists(numbers, min_size=3, max_size=3).map(_balanced)
)
bodies: st.SearchStrategy[Body] = st.recursive(leaves, _grown, max_leaves=12)
weights = st.lists(
    st.builds(Relation, names, bodies), min_size=1, max_size=4, unique_by=lambda one: one.name
).map(lambda relations: Weights(tuple(relations)))


def parsed(text: str, **files: str) -> Weights:
    """The weights in a text that has no mistakes; includes are found among the files."""
    return load_weights(PlanText(text, "my.weights"), reader(files))


def shipped(name: str) -> Weights:
    """The weights in a file that ships."""
    return parsed(shipped_weights()[name].read_text(encoding="utf-8"))


def body(text: str) -> Body:
    """What stands inside of a weight."""
    return parsed(f'weight "x" {{ {text} }}').relations[0].body


def mistakes(text: str, **files: str) -> list[str]:
    """The mistakes in a text, each in one line."""
    try:
        load_weights(PlanText(text, "my.weights"), reader(files))
    except PlanError as error:
        return [problem.split("\n")[0] for problem in error.problems]
    return []


def warnings(text: str, known: list[str] | None = None) -> list[str]:
    """What is odd about a text, each in one line."""
    problems = Problems()
    check_weights(PlanText(text, "my.weights"), None, problems, known)
    assert not problems.errors
    return [str(problem).split("\n")[0] for problem in problems.warnings]


def reader(files: dict[str, str]) -> Reads:
    """Finds files in memory; their names are told with "_" for "."."""
    known = {name.replace("_", "."): text for name, text in files.items()}

    def read(name: str, beside: str) -> PlanText:
        assert beside
        if name not in known:
            raise UsageError(f'there is no weight file "{name}"')
        return PlanText(known[name], name)

    return read


def seeded(seed: int | str) -> Random:
    """Chance for a test."""
    return Random(seed)  # noqa: S311 - a test, not a secret
