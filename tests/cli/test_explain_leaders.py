"""What leaders decided, and what their bots answered, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.recording import Thought
from tests.match.led import leader, led, play, vault
from tests.match.lineups import bot
from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

    from tests.match.led import Played

LEADER = """
Top
  Once

Head Once
  Subtasks
    wait 1
    order_urgently Ada camp here
    order_bot Ada dance
    ask_team "add bot" Ada 0
    wait 99
"""


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("explained")
    (folder / "boss.htn").write_text(LEADER)
    red = led(
        "red", 0, bot("Ada", "deathmatch.lap"), coordinator=leader("red", str(folder / "boss.htn"))
    )
    return play(folder / "out", red, led("blue", 1, bot("Cy"), shares=False), ground=vault(0.1))


def explained(match: Played, name: str, kind: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What is printed of the first think that had something of a kind to say."""
    thoughts = match.records(name, Thought)
    first = next(one for one in thoughts if getattr(one.decision, kind))
    file: Path = match.folder / f"{name}.rec"
    return called(capsys, "explain", str(file), "--at", repr(first.at)).out


def test_orders_are_shown_with_whom_they_are_for(
    match: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    out = explained(match, "red-coordinator", "orders", capsys)
    assert "orders   Ada: camp here, high urgency\n         Ada: dance\n         add bot Ada 0\n" in out
    assert "wants" not in out


def test_answers_are_shown_with_the_reason(match: Played, capsys: pytest.CaptureFixture[str]) -> None:
    out = explained(match, "Ada", "answers", capsys)
    assert "\nanswers  " in out
    assert "accepted" in out or "refused: does not know how to" in out
