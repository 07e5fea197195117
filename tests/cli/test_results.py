"""How matches went, as people read it at the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.bot import BotOptions
from agentfw.cli.results import show_report, told_end
from agentfw.cli.series import show_series
from agentfw.decisions import Decision
from agentfw.match.company import GIVEN_UP, INTERRUPTED
from agentfw.match.reporting import BotReport, BotTiming, LeaderReport, MatchReport, Outcome, Standing
from agentfw.recording import Header, RecordingWriter, Thought

if TYPE_CHECKING:
    from pathlib import Path


def bot(name: str = "Ada", side: int = 0, **told: Any) -> BotReport:
    usual: dict[str, Any] = {
        "team": ("htn", "posh")[side],
        "brain": "domination.htn",
        "score": 12.5,
        "kills": 3,
        "deaths": 10,
        "thinks": 1873,
        "phase": "done",
        "timing": BotTiming(think_p50_ms=1.0, think_p99_ms=2.0, turnaround_p99_ms=13.86),
    }
    return BotReport(name=name, side=side, **(usual | told))


def outcome(**told: Any) -> Outcome:
    usual: dict[str, Any] = {
        "level": "DOM-Crossing",
        "mode": "dom",
        "game_time_s": 300.05,
        "because": "time",
        "team_scores": {0: 68.4, 1: 64.0},
    }
    return Outcome(**(usual | told))


def report(*bots: BotReport, **told: Any) -> MatchReport:
    usual: dict[str, Any] = {
        "match": 1,
        "of": 1,
        "seed": 3,
        "ground": "arena",
        "teams": {0: "htn", 1: "posh"},
        "outcome": outcome(),
        "bots": bots or (bot(), bot("Paul", 1)),
        "real_s": 32.04,
        "times_real_time": 8.51,
    }
    return MatchReport(**(usual | told))


def shown(capsys: pytest.CaptureFixture[str], *reports: MatchReport) -> str:
    if len(reports) == 1:
        show_report(reports[0])
    else:
        show_series(reports)
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


FREE_FOR_ALL = outcome(
    mode="dm",
    team_scores={},
    players=(Standing(name="Paul", score=7.0), Standing(name="Ada", score=3.0)),
)

# The end


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({}, "htn wins at the time limit after 5:00"),
        ({"outcome": outcome(because="score")}, "htn wins by score after 5:00"),
        ({"outcome": outcome(because="lives")}, "htn wins as the last one left after 5:00"),
        ({"outcome": outcome(because="")}, "htn wins after 5:00"),
        ({"outcome": outcome(team_scores={0: 2.0, 1: 2.0})}, "a draw at the time limit after 5:00"),
        ({"outcome": FREE_FOR_ALL}, "Paul wins at the time limit after 5:00"),
        (
            {"outcome": outcome(because="tie", team_scores={0: 2.0, 1: 2.0})},
            "a draw as nobody broke the tie after 5:00",
        ),
        ({"stopped": INTERRUPTED}, "interrupted after 5:00; htn leads"),
        (
            {"stopped": INTERRUPTED, "outcome": outcome(team_scores={0: 0.0, 1: 0.0})},
            "interrupted after 5:00; nobody leads",
        ),
        ({"stopped": "out of time"}, "out of time after 5:00; htn leads"),
        ({"stopped": GIVEN_UP}, "all bots were given up after 5:00"),
    ],
)
def test_who_won_and_how_is_told(told: dict[str, Any], text: str) -> None:
    assert told_end(report(**told)) == text


def test_a_winner_without_a_team_of_ours_has_the_color_as_its_name() -> None:
    one = report(teams={0: "htn", 1: "posh", 2: "green"}, outcome=outcome(team_scores={0: 1.0, 2: 2.0}))
    assert told_end(one).startswith("green wins")


# One match


def test_a_match_is_a_headline_scores_a_table_and_its_pace(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, report()).splitlines() == [
        "DOM-Crossing, dom: htn wins at the time limit after 5:00",
        "  htn             68.4",
        "  posh              64",
        "",
        "  bot   team  brain           score  kills  deaths  thinks  late  p99 ms",
        "  Ada   htn   domination.htn   12.5      3      10    1873     0    13.9",
        "  Paul  posh  domination.htn   12.5      3      10    1873     0    13.9",
        "",
        "5:00 of play in 32.0 s, 8.5 times as fast as real time.",
        "Not recorded; --record DIR keeps every bot, to be replayed and explained.",
    ]


def test_roles_are_shown_where_there_are_any(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, report(bot(role="guard"), bot("Paul", 1))).splitlines()
    assert lines[4] == "  bot   team  brain           role   score  kills  deaths  thinks  late  p99 ms"
    assert lines[6] == "  Paul  posh  domination.htn          12.5      3      10    1873     0    13.9"


def test_what_nobody_told_is_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    one = bot(score=None, kills=None, deaths=None, timing=None, thinks=0)
    (line,) = (line for line in shown(capsys, report(one)).splitlines() if line.startswith("  Ada"))
    assert line.split() == ["Ada", "htn", "domination.htn", "-", "-", "-", "0", "0", "-"]


def test_where_everybody_plays_for_himself_teams_have_what_their_bots_have(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bots = (bot(score=3.0), bot("Bea", score=4.5), bot("Paul", 1, score=None))
    lines = shown(capsys, report(*bots, outcome=FREE_FOR_ALL)).splitlines()
    assert lines[1:3] == ["  htn              7.5", "  posh               0"]


def test_a_lone_team_needs_no_score_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, report(bot(), teams={0: "htn"}, outcome=FREE_FOR_ALL)).splitlines()
    assert lines[1] == ""


def test_a_match_that_never_began_says_where_it_should_have_been(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nowhere = outcome(level="", mode="dm", team_scores={}, game_time_s=0.0, because="")
    one = report(ground="ut-host:3000", outcome=nowhere, stopped=GIVEN_UP)
    assert shown(capsys, one).startswith("ut-host:3000: all bots were given up after 0:00\n")


NOWHERE = outcome(level="", mode="", team_scores={}, game_time_s=0.0, because="")
REFUSED = "ut-host:3000: connection refused"


def kept_out(name: str = "Ada") -> BotReport:
    return bot(name, score=None, kills=None, deaths=None, thinks=0, kept_out=REFUSED)


def test_a_match_that_nobody_got_into_has_reasons_and_no_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = report(
        *(kept_out("Ada"), kept_out("Bob")),
        ground="ut-host:3000",
        outcome=NOWHERE,
        stopped="out of time",
    )
    assert shown(capsys, one) == (
        "ut-host:3000: out of time; no bot got into the game\n\n"
        f"  Ada was kept out: {REFUSED}\n  Bob was kept out: {REFUSED}\n\n"
    )


def test_bots_that_failed_before_they_could_get_in_make_no_table_either(
    capsys: pytest.CaptureFixture[str],
) -> None:
    failed = bot("Eve", score=None, kills=None, deaths=None, thinks=0, phase=GIVEN_UP, why="no idea")
    told = {"ground": "ut-host:3000", "outcome": NOWHERE, "stopped": "out of time"}
    assert shown(capsys, report(kept_out("Ada"), failed, **told)) == (
        "ut-host:3000: out of time; no bot got into the game\n\n"
        f"  Ada was kept out: {REFUSED}\n  Eve was given up: no idea\n\n"
    )
    assert report(kept_out("Ada"), failed).is_unplayed
    assert not report(kept_out("Ada"), failed, bot("Cy")).is_unplayed
    assert not report(failed).is_unplayed


def test_matches_that_nobody_got_into_have_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    told = {"ground": "ut-host:3000", "outcome": NOWHERE, "stopped": "out of time"}
    lines = shown(capsys, *(report(kept_out(), match=one, of=2, **told) for one in (1, 2))).splitlines()
    assert lines == [
        *(f"match   {one}  seed 3{' ' * 21}out of time; no bot got into the game" for one in (1, 2)),
        *("", "  no match came to its end", "", f"  Ada was kept out: {REFUSED}", ""),
    ]


def test_one_bot_that_was_kept_out_is_told_below_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, report(bot(), kept_out("Bob"))).splitlines()
    assert any(line.startswith("  Bob ") for line in lines)
    assert f"  Bob was kept out: {REFUSED}" in lines


def leader(**told: Any) -> LeaderReport:
    usual: dict[str, Any] = {"team": "htn", "side": 0, "brain": "boss.htn", "phase": "playing"}
    return LeaderReport(name="htn-coordinator", **(usual | told))


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ({}, ["htn was led by boss.htn: no orders"]),
        ({"orders": 1}, ["htn was led by boss.htn: 1 order"]),
        (
            {"orders": 7, "restarts": 1, "why": "boss.htn raised"},
            ["htn was led by boss.htn: 7 orders", "  it was restarted once: boss.htn raised"],
        ),
        (
            {"orders": 7, "restarts": 3, "phase": GIVEN_UP, "why": "too\noften"},
            ["htn was led by boss.htn: 7 orders", "  it was given up: too", "  often"],
        ),
        (
            {"orders": 9, "refused": tuple(f"dance {n}" for n in range(7))},
            [
                "htn was led by boss.htn: 9 orders",
                *(f"  in vain: dance {n}" for n in range(5)),
                "  and 2 more in vain",
            ],
        ),
    ],
)
def test_leaders_are_named_with_what_came_to_nothing(
    told: dict[str, Any], lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(capsys, report(leaders=(leader(**told),)))
    assert "".join(f"  {line}\n" for line in lines) in out


def test_bots_that_were_given_up_or_restarted_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(
        capsys,
        report(
            bot(phase="given up", why="PluginError: no idea\n  at line 3", restarts=3),
            bot("Bea", restarts=1, failed="PluginError: what next?"),
            bot("Cleo", restarts=2),
            bot("Dora"),
        ),
    )
    assert "  Ada was given up: PluginError: no idea\n      at line 3\n" in out
    assert "  Bea was restarted once: PluginError: what next?\n  Cleo was restarted 2 times\n" in out
    assert "Dora was" not in out


@pytest.mark.parametrize(
    ("real_s", "speed", "told"),
    [
        (300.0, 1.0, "5:00 of play in 300.0 s.\n"),
        (300.0, None, "5:00 of play in 300.0 s.\n"),
        (
            600.0,
            0.5,
            "5:00 of play in 600.0 s, slower than real time: too much to do.\n",
        ),
        (3.0, 100.02, "5:00 of play in 3.0 s, 100.0 times as fast as real time.\n"),
    ],
)
def test_pace_is_told_where_it_is_worth_telling(
    capsys: pytest.CaptureFixture[str], real_s: float, speed: float | None, told: str
) -> None:
    assert told in shown(capsys, report(real_s=real_s, times_real_time=speed))


def test_a_kept_report_has_no_pace_to_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert "of play in" not in shown(capsys, report().untimed())


def test_no_name_can_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    evil = "\x1b[2J\r\u202e"
    one = bot(evil, brain=evil, role=evil, phase="given up", why=evil)
    told = report(one, teams={0: evil, 1: evil}, outcome=outcome(level=evil), recording=evil)
    for reports in ([told], [told, told]):
        assert all(line.isprintable() for line in shown(capsys, *reports).split("\n"))


def test_columns_stand_below_each_other_whatever_the_letters(capsys: pytest.CaptureFixture[str]) -> None:
    bots = (bot("日本語", team="e\u0301"), bot("Paul", 1))
    lines = shown(capsys, report(*bots, teams={0: "日本語", 1: "posh"})).splitlines()
    assert lines[1:3] == ["  日本語          68.4", "  posh              64"]
    assert lines[4].startswith("  bot     team  brain")
    assert lines[5].startswith("  日本語  e\u0301     domination.htn")
    assert lines[6].startswith("  Paul    posh  domination.htn")


# Recordings


def recorded(folder: Path, *names: str, thinks: int = 240, seconds: float = 240.0) -> str:
    """A folder of recordings of so many thinks in so long."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        header = Header(
            bot=name, brain="hunter", seed=0, dialect="auto", join=BotOptions(name=name).join()
        )
        with RecordingWriter(folder / f"{name}.rec", header) as writer:
            for number in range(thinks):
                writer.write(Thought(seconds * (number + 1) / thinks, Decision()))
    return str(folder)


def commands(out: str) -> list[str]:
    return re.findall(r"^  (\S*agentfw .*)$", out, re.MULTILINE)


def test_the_end_says_where_the_recording_is_and_what_to_do_with_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = recorded(tmp_path / "last", "Ada", "Paul")
    out = shown(capsys, report(recording=folder))
    assert f"Recorded in {folder}. To prove it, and to ask why:\n" in out
    replay, explain = commands(out)
    assert replay.endswith(f"agentfw replay {folder}/Ada.rec")
    assert explain.endswith(f"agentfw explain {folder}/Ada.rec --at 60")


def test_the_moment_to_explain_lies_within_a_short_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = recorded(tmp_path, "Ada", seconds=24.0)
    out = shown(capsys, report(recording=folder))
    assert commands(out)[1].endswith(" --at 12")


def test_a_bot_that_never_thought_is_not_to_be_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = recorded(tmp_path, "Ada", thinks=0)
    (command,) = commands(shown(capsys, report(recording=folder)))
    assert command.endswith(f"replay {folder}/Ada.rec")


def test_a_name_that_a_shell_would_read_otherwise_is_quoted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = recorded(tmp_path / "my matches", "A$da")
    out = shown(capsys, report(bot("A$da"), recording=folder))
    assert commands(out)[0].endswith(f"agentfw replay '{folder}/A$da.rec'")


def test_the_recording_to_look_into_is_one_that_is_there_and_not_cut_short(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = recorded(tmp_path, "Bea", "Cleo")
    bots = (bot("Ada"), bot("Bea", restarts=2), bot("Cleo"))
    assert commands(shown(capsys, report(*bots, recording=folder)))[0].endswith("/Cleo.rec")


def test_the_recording_to_look_into_is_the_first_of_a_bot_that_played_on_and_thought_much(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = recorded(tmp_path, "Ada", "Bea", "Cleo", "Dora")
    bots = (
        bot("Ada", phase=GIVEN_UP, thinks=9000),
        bot("Bea", thinks=7),
        bot("Cleo", thinks=8000),
        bot("Dora", thinks=9000),
    )
    assert commands(shown(capsys, report(*bots, recording=folder)))[0].endswith("/Cleo.rec")


def test_nothing_is_said_of_recordings_when_nobody_was_let_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = shown(capsys, report(recording=str(tmp_path)))
    assert "ecorded" not in out
