from __future__ import annotations

import inspect
import re

import pytest

from agentfw import errors
from agentfw.errors import AgentError, DialectError, SourceError

_BRANCH = re.compile(r"^ {4}(?P<indent>(?:[│ ] {3})*(?:[├└]── )?)(?P<name>[A-Z]\w+)")


def printed_tree(docstring: str) -> dict[str, str | None]:
    """Each class of the tree drawn at the head of the module, with its parent."""
    parents: dict[str, str | None] = {}
    path: list[str] = []
    for line in docstring.splitlines():
        match = _BRANCH.match(line)
        if match:
            path = [*path[: len(match["indent"]) // 4], match["name"]]
            parents[match["name"]] = path[-2] if len(path) > 1 else None
    return parents


def real_tree() -> dict[str, str | None]:
    found = inspect.getmembers(errors, inspect.isclass)
    ours = {name: kind for name, kind in found if kind.__module__ == errors.__name__}
    return {
        name: kind.__base__.__name__ if kind.__base__ in ours.values() and kind.__base__ else None
        for name, kind in ours.items()
    }


def test_tree_at_the_head_of_the_module_is_the_real_one() -> None:
    assert printed_tree(errors.__doc__ or "") == real_tree()


def test_every_public_error_is_listed_and_an_agent_error() -> None:
    assert set(errors.__all__) == set(real_tree())
    assert all(issubclass(getattr(errors, name), AgentError) for name in errors.__all__)


@pytest.mark.parametrize("name", errors.__all__)
def test_every_error_says_what_it_means(name: str) -> None:
    assert vars(getattr(errors, name))["__doc__"]


@pytest.mark.parametrize("kind", [SourceError, DialectError])
def test_source_error_keeps_its_problems_and_shows_one_per_line(kind: type[SourceError]) -> None:
    error = kind(["a.yaml:1:2: first", "a.yaml:3:4: second"])
    assert error.problems == ("a.yaml:1:2: first", "a.yaml:3:4: second")
    assert str(error) == "a.yaml:1:2: first\na.yaml:3:4: second"


def test_nothing_in_a_source_error_can_steer_a_terminal() -> None:
    error = SourceError(['a.yaml:1:2: "\x1b[2J\r\x9b"\n\t^'])
    assert error.problems == ('a.yaml:1:2: "\\x1b[2J\\r\\x9b"\n\t^',)
    assert str(error) == error.problems[0]
