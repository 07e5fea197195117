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


def test_what_was_begun_and_done_in_one_think_is_shown(
    match: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    out = explained(match, "red-coordinator", "orders", capsys)
    assert "chosen   Once > wait 99\n" in out
    assert (
        "done     Once > wait 1\n"
        "         Once > order_urgently Ada camp here\n"
        "         Once > order_bot Ada dance\n"
        "         Once > ask_team add bot Ada 0\n"
    ) in out


def test_nobody_denies_what_was_ordered(match: Played, capsys: pytest.CaptureFixture[str]) -> None:
    at = next(one.at for one in match.records("red-coordinator", Thought) if one.decision.orders)
    words = ("--at", repr(at), "--why-not", "order_bot")
    out = called(capsys, "explain", match.folder / "red-coordinator.rec", *words).out
    assert out == f"at {at:.3f} s: order_bot was done: Once > order_bot Ada dance.\n"


def test_who_is_ordered_something_says_so_with_the_plan_beneath(
    match: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    at = next(one.at for one in match.records("Ada", Thought) if one.decision.reason.because)
    out = called(capsys, "explain", match.folder / "Ada.rec", "--at", repr(at)).out
    rows = {line[:9].strip(): line[9:] for line in out.splitlines()}
    assert rows["chosen"].startswith("ordered: camp ")
    assert rows["because"] == "ordered by red-coordinator"
    assert rows["plan"]


def test_what_a_leader_decided_is_shown_step_by_step(
    match: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    at = next(one.at for one in match.records("red-coordinator", Thought) if one.decision.orders)
    words = ("--step", "--from", repr(at), "--to", repr(at))
    line, verdict = called(
        capsys, "replay", match.folder / "red-coordinator.rec", *words
    ).out.splitlines()
    assert line == (
        f"{at:>9.3f}   order Ada: camp here, high urgency, order Ada: dance, order add bot Ada 0"
        "  [Once > wait 99]"
    )
    assert "exact" in verdict


def test_what_was_answered_is_shown_step_by_step(
    match: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    out = called(capsys, "replay", match.folder / "Ada.rec", "--step").out
    assert "health 100  " in out
    assert ", answer accepted  [ordered: camp here: ordered by red-coordinator]\n" in out


@pytest.mark.parametrize("words", [("explain", "--at"), ("replay", "--step", "--from")])
def test_the_clock_of_the_match_is_not_that_of_a_leader(
    match: Played, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    command, *options = words
    output = called(capsys, command, match.folder / "red-coordinator.rec", *options, "0:03")
    assert (output.code, output.out) == (2, "")
    assert output.err.endswith(
        ": a leader has no clock of the match; give seconds of the recording, as in 3\n"
    )
