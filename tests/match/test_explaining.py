"""Why a recorded bot did what it did, and why not something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.errors import UsageError
from agentfw.match import Replay, SoloOptions, explain, play_solo
from agentfw.match.explaining import recording_time
from tests.match.recorded import solo

PLAN = """
(
  (AP heal (seconds 5) ((collect "health" 2000)))
  (C look-about (goal ((fail))) (elements ((turn (trigger ((enemy-visible False))) look-round 1))))
  (RDC life (goal ((fail)))
    (drives
      ((never (trigger ((health 0 <))) stop))
      ((heal-up (trigger ((health 30 <) (see-item))) heal))
      ((fight (trigger ((enemy-visible))) fight))
      ((wander (trigger (("time > 5"))) explore))
      ((look (trigger ((succeed))) look-about)))))
"""


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty seconds alone in a small room."""
    folder = tmp_path_factory.mktemp("explained")
    plan = folder / "mine.lap"
    plan.write_text(PLAN)
    options = SoloOptions(
        brain=str(plan),
        seed=1,
        fast=True,
        arena=ArenaOptions(map="dm-closet", seed=1, time_limit_min=1 / 3),
    )
    play_solo(options, record=folder / "match.rec")
    plan.unlink()
    return folder / "match.rec"


def test_a_decision_is_explained_from_the_recording_alone(recording: Path) -> None:
    found = explain(recording, 10.0)
    reason = found.decision.reason
    assert found.at <= 10.0
    assert reason.path == ("wander", "explore")
    assert reason.because == "time > 5"
    assert [one.option for one in reason.rejected] == ["never", "heal-up", "fight"]
    assert {one.sense: one.value for one in reason.readings}["enemy_visible(inf)"] == "false"


def test_a_brain_without_a_plan_has_chosen_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "from agentfw.brains import Brain, Decision\nfrom agentfw.decisions import Reason\n\n\n"
        "class Mine(Brain):\n    def decide(self, view):\n"
        "        return Decision(reason=Reason(chosen='hunt'))\n"
    )
    file = solo(Path("mine.rec"), "mine.py:Mine")
    answer = explain(file, 3.0, why_not="hunt").why_not
    assert answer is not None
    assert answer.answer == "hunt was chosen: hunt."


def test_a_rejected_element_is_told_with_its_first_failing_condition(recording: Path) -> None:
    answer = explain(recording, 10.0, why_not="heal-up").why_not
    assert answer is not None
    assert answer.answer == (
        "heal-up was not chosen, because this did not hold: health < 30; health = 100."
    )
    assert answer.last_chosen_at is None


def test_what_stands_below_a_rejected_element_was_not_reached(recording: Path) -> None:
    answer = explain(recording, 10.0, why_not="heal").why_not
    assert answer is not None
    assert answer.answer.startswith("heal was not reached: heal-up was not chosen, because")


def test_what_stands_behind_the_chosen_one_was_not_looked_at(recording: Path) -> None:
    answer = explain(recording, 10.0, why_not="look").why_not
    assert answer is not None
    assert answer.answer == (
        "look was not looked at, because this was chosen before it, or was under way: wander > explore."
    )
    assert answer.last_chosen_at == pytest.approx(4.9, abs=0.3)


def test_what_was_chosen_is_told_as_chosen(recording: Path) -> None:
    answer = explain(recording, 10.0, why_not="wander").why_not
    assert answer is not None
    assert answer.answer == "wander was chosen: wander > explore."


def test_an_unknown_element_is_answered_with_the_nearest_one(recording: Path) -> None:
    with pytest.raises(UsageError, match='"heel-up" is no element of this plan, did you mean "heal-up"'):
        explain(recording, 10.0, why_not="heel-up")


def test_before_the_first_think_there_is_nothing_to_explain(recording: Path) -> None:
    with pytest.raises(UsageError, match="the bot had decided nothing by 0 s"):
        explain(recording, 0.0)


def test_what_was_refused_before_the_act_under_way_began_is_told_with_its_time(tmp_path: Path) -> None:
    plan = tmp_path / "tasks.htn"
    plan.write_text(
        "Top\nPlay\nHead Play\nSubtasks\nNever, Roam\n"
        "Head Never\nPreconditions\nhealth > 500\nSubtasks\nstop\n"
        "Head Roam\nSubtasks\nexplore\n"
    )
    arena = ArenaOptions(map="dm-closet", seed=1, time_limit_min=0.2)
    play_solo(SoloOptions(brain=str(plan), fast=True, arena=arena), record=tmp_path / "t.rec")
    answer = explain(tmp_path / "t.rec", 8.0, why_not="Never").why_not
    assert answer is not None
    assert "or was under way: Play > Roam > explore. It was last looked at at 0." in answer.answer
    assert answer.answer.endswith("because this did not hold: health > 500; health = 100.")


def test_the_brains_of_users_are_explained_by_the_reasons_they_give(tmp_path: Path) -> None:
    arena = ArenaOptions(map="dm-closet", seed=1, bots=1, time_limit_min=0.1)
    play_solo(SoloOptions(brain="hunter", fast=True, arena=arena), record=tmp_path / "h.rec")
    chosen = explain(tmp_path / "h.rec", 5.0).decision.reason.chosen
    answer = explain(tmp_path / "h.rec", 5.0, why_not=chosen).why_not
    assert answer is not None
    assert answer.answer.startswith(f"{chosen} was chosen")


def test_a_time_of_the_match_is_found_in_the_recording(recording: Path) -> None:
    told: list[tuple[float, float]] = []
    Replay(recording, on_step=lambda step, view: told.append((step.at, view.time or 0.0))).run()
    at = recording_time(recording, 15.0)
    assert at == max(seconds for seconds, clock in told if clock <= 15.0)
    assert at < 14.5  # the clock of the match is faster than that of the bot


def test_a_time_after_the_end_is_the_last_that_there_is(recording: Path) -> None:
    assert recording_time(recording, 3600.0) == explain(recording, 3600.0).at


def test_a_time_before_the_bot_was_there_is_told(recording: Path) -> None:
    with pytest.raises(UsageError, match=r"had seen nothing of the game by 0 s of the match$"):
        recording_time(recording, 0.0)
