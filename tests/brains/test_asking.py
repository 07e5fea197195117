"""Whatever a brain raises is told as its own; only Ctrl-C goes through."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from agentfw.brains.asking import decision_of
from agentfw.errors import PluginError
from tests.support.seeing import Watch, me
from tests.support.teams import Failing

if TYPE_CHECKING:
    from agentfw.perception import View


class OfItsOwn(BaseException):
    """An error of somebody who did not derive it from `Exception`."""


@pytest.fixture
def view() -> View:
    return Watch().look(me())


@pytest.mark.parametrize(
    "error", [RuntimeError, SystemExit, GeneratorExit, asyncio.CancelledError, OfItsOwn]
)
def test_whatever_a_brain_raises_is_told_as_its_own(error: type[BaseException], view: View) -> None:
    text = rf"Failing\.decide\(\) raised {error.__name__} at \d+\.\d\d s: out of ideas"
    with pytest.raises(PluginError, match=text):
        decision_of(Failing(error=error), view)


def test_ctrl_c_within_a_brain_is_not_its_fault(view: View) -> None:
    with pytest.raises(KeyboardInterrupt):
        decision_of(Failing(error=KeyboardInterrupt), view)
