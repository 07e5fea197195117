"""What is told of the errors that ended a life, and which of them would come again."""

from __future__ import annotations

import pytest

from agentfw.errors import (
    AgentError,
    ConnectFailed,
    PlanError,
    PluginError,
    UsageError,
    WrongPassword,
)
from agentfw.team.endings import ending_of, leaves_of

FAULTS = [PlanError(["hunter.htn:1:1: no"]), PluginError("no"), UsageError("no")]


def ending(*errors: Exception, in_making: bool = False) -> str:
    return ending_of(ExceptionGroup("", errors), in_making=in_making).why


def is_hopeless(error: Exception, *, in_making: bool) -> bool:
    return ending_of(ExceptionGroup("", [error]), in_making=in_making).is_hopeless


def test_our_errors_speak_for_themselves() -> None:
    assert ending(PluginError("Hunter.decide() raised")) == "Hunter.decide() raised"


def test_errors_of_others_are_told_with_their_kind() -> None:
    assert ending(KeyError("health")) == "KeyError: 'health'"


def test_several_errors_are_all_told_and_the_same_one_once() -> None:
    assert ending(ValueError("a"), AgentError("b"), ValueError("a")) == "ValueError: a; b"


def test_groups_are_taken_apart_however_deep() -> None:
    deep = ExceptionGroup("", [ExceptionGroup("", [ValueError("a")]), ValueError("b")])
    assert [str(error) for error in leaves_of(deep)] == ["a", "b"]


def test_endless_texts_are_cut() -> None:
    assert len(ending(ValueError("x" * 1_000_000))) == 2000


def test_every_error_is_a_failure() -> None:
    assert ending_of(ExceptionGroup("", [ValueError()])).is_failure


@pytest.mark.parametrize("in_making", [True, False])
def test_wrong_password_is_hopeless(in_making: bool) -> None:  # noqa: FBT001 - a parameter
    assert is_hopeless(WrongPassword("no"), in_making=in_making)


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_brain_that_cannot_be_made_is_hopeless_and_one_that_fails_later_is_not(
    error: Exception,
) -> None:
    assert is_hopeless(error, in_making=True)
    assert not is_hopeless(error, in_making=False)


@pytest.mark.parametrize("error", [ConnectFailed("no"), OSError("disk full"), ValueError("no")])
def test_what_may_pass_is_worth_another_try(error: Exception) -> None:
    assert not is_hopeless(error, in_making=True)
