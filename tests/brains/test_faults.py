"""Everything that speaks against a brain, raised at once."""

from __future__ import annotations

import pytest

from agentfw.brains.faults import ITSELF, Mistakes
from agentfw.errors import AgentError, OptionsError, PlanError, UsageError


def refuse() -> int:
    raise UsageError("no")


def raised(mistakes: Mistakes) -> AgentError:
    with pytest.raises(AgentError) as caught:
        mistakes.finish()
    return caught.value


def test_without_mistakes_nothing_is_raised() -> None:
    mistakes = Mistakes()
    assert mistakes.tried("tasks", lambda: 3) == 3
    mistakes.finish()
    assert len(mistakes) == 0


def test_what_cannot_be_made_is_noted_with_its_option() -> None:
    mistakes = Mistakes()
    assert mistakes.tried("tasks", refuse) is None
    found = raised(mistakes)
    assert isinstance(found, OptionsError)
    assert {name: str(error) for name, error in found.problems.items()} == {"tasks": "no"}


def test_of_an_option_the_first_mistake_counts() -> None:
    mistakes = Mistakes()
    mistakes.note("tasks", UsageError("first"))
    mistakes.note("tasks", UsageError("second"))
    assert str(raised(mistakes)) == "first"


def test_a_single_mistake_of_the_brain_itself_stays_what_it_is() -> None:
    mistakes, error = Mistakes(), UsageError("broken")
    mistakes.note(ITSELF, error)
    assert raised(mistakes) is error


def test_a_single_mistake_in_a_file_stays_what_it_is() -> None:
    mistakes, error = Mistakes(), PlanError(["a.weights:1:1: broken"])
    mistakes.note("weights", error)
    assert raised(mistakes) is error


def test_several_mistakes_are_told_line_by_line() -> None:
    mistakes = Mistakes()
    mistakes.note(ITSELF, PlanError(["a.lap:1:1: broken"]))
    mistakes.note("tasks", UsageError("no"))
    assert str(raised(mistakes)) == "a.lap:1:1: broken\nno"
