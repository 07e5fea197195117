"""How several matches went, as people read it at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.cli.series import show_series
from agentfw.match.company import GIVEN_UP, INTERRUPTED
from agentfw.match.reporting import BotTiming, Standing
from tests.cli.test_results import FREE_FOR_ALL, bot, outcome, recorded, report, shown

if TYPE_CHECKING:
    from pathlib import Path


def bots_shown(out: str) -> list[list[str]]:
    """The rows of the table, in words."""
    lines = out.splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("  bot"))
    return [line.split() for line in lines[head + 1 : lines.index("", head)]]


def test_several_matches_are_a_line_each_who_won_how_often_and_all_bots_added_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    second = report(match=2, seed=4, outcome=outcome(team_scores={0: 1.0, 1: 9.0}))
    third = report(match=3, seed=5, outcome=outcome(team_scores={0: 1.0, 1: 1.0}))
    assert shown(capsys, report(), second, third).splitlines() == [
        "match   1  seed 3      68.4 : 64      htn wins at the time limit after 5:00",
        "match   2  seed 4      1 : 9          posh wins at the time limit after 5:00",
        "match   3  seed 5      1 : 1          a draw at the time limit after 5:00",
        "",
        "  htn          won 1 of 3",
        "  posh         won 1 of 3",
        "  draws            1",
        "",
        "  bot   team  brain           score  kills  deaths  thinks  late  p99 ms",
        "  Ada   htn   domination.htn   37.5      9      30    5619     0    13.9",
        "  Paul  posh  domination.htn   37.5      9      30    5619     0    13.9",
        "",
        "15:00 of play in 96.1 s, 8.5 times as fast as real time.",
        "Not recorded; --record DIR keeps every bot, to be replayed and explained.",
    ]


def test_the_pace_is_that_of_all_matches(capsys: pytest.CaptureFixture[str]) -> None:
    slow = report(match=2, real_s=100.0, times_real_time=2.73)
    out = shown(capsys, report(), slow)
    assert "10:00 of play in 132.0 s, 4.1 times as fast as real time.\n" in out


def test_a_tie_that_nobody_broke_is_a_draw(capsys: pytest.CaptureFixture[str]) -> None:
    tie = report(outcome=outcome(because="tie", team_scores={0: 0.0, 1: 0.0}))
    out = shown(capsys, tie, tie)
    assert "  htn          won 0 of 2\n  posh         won 0 of 2\n  draws            2\n" in out


def test_a_match_that_was_broken_off_has_no_winner(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, report(), report(match=2, stopped=INTERRUPTED))
    assert "  htn          won 1 of 1\n" in out


@pytest.mark.parametrize(
    ("of", "told"), [(1, ""), (2, "match 2 was not played"), (5, "matches 2 to 5 were not played")]
)
def test_matches_that_were_asked_for_and_not_played_are_told(
    capsys: pytest.CaptureFixture[str], of: int, told: str
) -> None:
    show_series([report(of=of, stopped=GIVEN_UP)])
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if "not played" in line] == [told] * bool(told)


def test_that_no_match_came_to_its_end_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    stopped = report(stopped="out of time")
    assert "\n\n  no match came to its end\n\n" in shown(capsys, stopped, stopped)


def test_where_everybody_plays_for_himself_players_win_and_no_teams(
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = outcome(mode="dm", team_scores={}, players=(Standing(name="Ada", score=7.0),))
    reports = (report(outcome=other), *[report(outcome=FREE_FOR_ALL)] * 2)
    lines = shown(capsys, *reports).splitlines()
    assert lines[3:7] == ["", "  Paul         won 2 of 3", "  Ada          won 1 of 3", ""]


def test_what_is_known_of_a_bot_in_some_matches_is_added_up(capsys: pytest.CaptureFixture[str]) -> None:
    slow = BotTiming(think_p50_ms=1.0, think_p99_ms=2.0, turnaround_p99_ms=20.0)
    first = report(bot(score=None, kills=None, deaths=None, timing=slow), bot("Bea", kills=None))
    second = report(bot(kills=None, dropped=2), bot("Bea", kills=None, timing=None), bot("Cy"))
    assert bots_shown(shown(capsys, first, second)) == [
        ["Ada", "htn", "domination.htn", "12.5", "-", "10", "3746", "2", "20.0"],
        ["Bea", "htn", "domination.htn", "25", "-", "20", "3746", "0", "13.9"],
        ["Cy", "htn", "domination.htn", "12.5", "3", "10", "1873", "0", "13.9"],
    ]


def test_troubles_of_a_bot_are_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    bea = bot("Bea", restarts=1, failed="what next?")
    failed = report(bot(phase=GIVEN_UP, why="no idea", restarts=2), bea)
    out = shown(capsys, failed, report(bot(), bot("Bea", restarts=2)))
    assert "  Ada was given up: no idea\n  Bea was restarted 3 times: what next?\n" in out
    assert (out.count("Ada was"), out.count("Bea was")) == (1, 1)


def test_leader_that_failed_in_any_of_the_matches_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, report(bot()), report(bot(failed_leader="no idea"), match=2))
    assert out.count("no idea") == 1


def test_the_recording_to_look_into_is_that_of_the_last_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one, two = (recorded(tmp_path / name, "Ada") for name in ("match-1", "match-2"))
    out = shown(capsys, report(recording=one), report(match=2, recording=two))
    assert f"replay {two}/Ada.rec\n" in out
