"""The live board: pure pictures of a match, which fit whatever terminal they are drawn for."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console

from agentfw.cli.board import board
from agentfw.cli.board_rows import team_style, way_words
from agentfw.match.boards import BoardFooter, BoardLeader, BoardRow, BoardSide, BoardState
from agentfw.match.news import News

WIDTHS, HEIGHTS = (40, 80, 110, 200), (12, 24, 50)
every_size = pytest.mark.parametrize(
    ("width", "height"), [(width, height) for width in WIDTHS for height in HEIGHTS]
)


def row(name: str = "Ada", side: int = 0, **told: Any) -> BoardRow:
    usual: dict[str, Any] = {
        "brain": "domination.htn",
        "health": 75,
        "weapon": "ShockRifle",
        "place": "HealthVial",
        "task": "to Point1, fights",
        "decision": ("Take", "take_point Point1 || fight_on_the_run"),
        "kills": 3,
        "deaths": 12,
    }
    return BoardRow(name=name, side=side, **(usual | told))


def state(*rows: BoardRow, **told: Any) -> BoardState:
    usual: dict[str, Any] = {
        "level": "DOM-Crossing",
        "mode": "dom",
        "match": 1,
        "of": 1,
        "seed": 3,
        "clock_s": 61.0,
        "left_s": 239.0,
        "sides": (BoardSide(name="htn", side=0, score=68.4), BoardSide(name="posh", side=1, score=9)),
        "rows": rows or tuple(row(name) for name in ("Ada", "Bea", "Cleo", "Dora")),
        "events": tuple(News(float(at), "kill", f"event number {at}", at % 2) for at in range(60)),
        "footer": BoardFooter(thinks_hz=55.0, turnaround_p99_ms=20.3, dropped=5, restarts=2),
    }
    return BoardState(**(usual | told))


def drawn(what: BoardState, width: int = 80, height: int = 24, *, is_colored: bool = False) -> str:
    """The board as a terminal would get it; the terminal is wider, so that what is too long is seen."""
    file = io.StringIO()
    Console(file=file, width=width + 500, force_terminal=is_colored, no_color=not is_colored).print(
        board(what, width, height)
    )
    return file.getvalue()


def lines_of(what: BoardState, width: int = 80, height: int = 24) -> list[str]:
    return drawn(what, width, height).split("\n")[:-1]


def line_about(name: str, what: BoardState, width: int = 80, height: int = 24) -> str:
    (line,) = (line for line in lines_of(what, width, height) if line.startswith(name))
    return line


def fits(what: BoardState, width: int, height: int) -> bool:
    lines = lines_of(what, width, height)
    return len(lines) <= height and all(cell_len(line) <= width for line in lines)


CROWD = tuple(row(f"Bot-{number}", number % 2) for number in range(32))
TROUBLED = (
    row("Waits", phase="waiting"),
    row("Joins", phase="joining"),
    row("Fails", phase="restarting", why="PluginError: Mine.decide() raised\nLookupError", restarts=3),
    row("Gone", phase="given up", why="PluginError: Mine.decide() raised LookupError"),
    row("Done", phase="done", why="the match is over"),
)
STATES = {
    "usual": state(),
    "crowded": state(*CROWD),
    "troubled": state(*TROUBLED),
    "empty": state(rows=(), sides=(), events=(), level="", footer=BoardFooter()),
    "wide letters": state(row("日本語の名前です"), level="地図", events=(News(1.0, "kill", "殺" * 99),)),
    "long names": state(
        row("A" * 64, brain="/home/somebody/plans/" + "b" * 80 + ".htn", restarts=12, dropped=99_999),
        level="DM-" + "x" * 300,
        sides=tuple(BoardSide(name="t" * 50, side=side, score=123456.0) for side in range(8)),
    ),
    "big figures": state(row(health=999_999, armor=999_999, kills=99_999, deaths=99_999)),
}


# Size


@every_size
@pytest.mark.parametrize("name", STATES)
def test_every_line_is_within_the_terminal(name: str, width: int, height: int) -> None:
    assert fits(STATES[name], width, height)


@pytest.mark.parametrize("width", [*range(1, 140, 7), 53, 72, 73, 99])
def test_the_board_fits_any_width(width: int) -> None:
    assert all(fits(one, width, 24) for one in STATES.values())


@pytest.mark.parametrize("height", range(1, 40))
def test_the_board_fits_any_height(height: int) -> None:
    assert all(fits(one, 80, height) for one in STATES.values())


@every_size
def test_nothing_wraps_on_a_terminal_of_that_width(width: int, height: int) -> None:
    file = io.StringIO()
    Console(file=file, width=width, height=height).print(board(state(*CROWD), width, height))
    assert len(file.getvalue().split("\n")[:-1]) <= height


def test_a_higher_terminal_shows_more_events() -> None:
    shown = [drawn(state(), 80, height).count("event number") for height in HEIGHTS]
    assert shown == sorted(set(shown))


def test_the_newest_events_are_shown_with_the_newest_last() -> None:
    events = [line for line in lines_of(state()) if "event number" in line]
    assert events[-1] == "  0:59  event number 59"
    assert events == sorted(events)


def test_a_wider_terminal_shows_more_of_the_decision() -> None:
    assert " Take > take_point Point1  " in drawn(state(), 80)
    assert "Take > take_point Point1 || fight_on_the_run" in drawn(state(), 200)


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (60, "Score > Steal > take_point Point1 || fight_on_the_run"),
        (42, "… > take_point Point1 || fight_on_the_run"),
        (52, "… > Steal > take_point Point1 || fight_on_the_run"),
        (38, "Score > Steal > take_point Point1 || …"),
        (37, "take_point Point1 || fight_on_the_run"),
        (32, "… > Steal > take_point Point1"),
        (27, "… > take_point Point1 || …"),
        (22, "take_point Point1 || …"),
        (18, "take_point Point1"),
        (5, "take_point Point1 || fight_on_the_run"),
    ],
)
def test_a_way_is_shortened_from_its_beginning_and_ends_with_what_is_done(width: int, told: str) -> None:
    assert way_words(("Score", "Steal", "take_point Point1 || fight_on_the_run"), width) == told


def test_that_a_bot_fights_is_said_once() -> None:
    assert "to Point1, fights" in line_about("Ada", state(row()), 80)
    wide = line_about("Ada", state(row()), 160)
    assert ("to Point1 " in wide, ", fights" in wide, "|| fight_on_the_run" in wide) == (
        True,
        False,
        True,
    )


def test_a_wide_board_has_most_of_its_room_for_decisions() -> None:
    head = line_about("bot", state(), 120)
    assert len(head) - head.index("decision") > 36


@pytest.mark.parametrize(
    ("width", "head"),
    [
        (40, ["bot", "hp", "task", "decision"]),
        (60, ["bot", "health", "place", "task", "decision", "k/d"]),
        (80, ["bot", "plan", "health", "place", "task", "decision", "k/d"]),
        (110, ["bot", "plan", "health", "arms", "place", "task", "decision", "k/d"]),
    ],
)
def test_where_there_is_little_room_columns_go_one_by_one(width: int, head: list[str]) -> None:
    assert line_about("bot", state(row(), row("Bea", 1)), width).split() == head


def test_columns_are_aligned() -> None:
    what = state(row(), row("Beatrice", 1, health=5, kills=0, deaths=0), row("Cleo", decision=()))
    start = line_about("bot", what).index("task")
    assert all(line_about(name, what)[start:].startswith("to Point1") for name in ("Ada", "Bea", "Cleo"))
    assert all(len(line_about(name, what)) == 80 for name in ("Ada", "Bea", "Cleo"))


def test_columns_stay_where_they_are_while_bots_move() -> None:
    before, after = state(row()), state(row(place="x", task="", decision=("go",), health=1, kills=10))
    assert line_about("bot", before) == line_about("bot", after)


def test_bots_that_find_no_room_are_counted() -> None:
    lines = lines_of(state(*CROWD), 80, 24)
    shown = sum(line.startswith("Bot-") for line in lines)
    assert f"… {32 - shown} more" in [line.strip() for line in lines]
    assert shown > 10


# Names


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[2J",
        "\x1b]0;title\x07",
        "a\nb",
        "a\r\nb",
        "tab\there",
        "\x9b31m",
        "\u202eback",
        "\x00",
        "\x7f",
    ],
)
def test_no_text_can_steer_the_terminal(text: str) -> None:
    what = state(
        row(text, brain=text, weapon=text, place=text, task=text, decision=(text, text)),
        row(text, phase="given up", why=text),
        level=text,
        mode=text,
        sides=(BoardSide(name=text, side=0, score=1.0),),
        events=(News(1.0, "kill", text, None),),
    )
    assert all(line.isprintable() for line in lines_of(what, 200))
    assert fits(what, 80, 24)


@pytest.mark.parametrize("name", ["[red]Ada[/red]", "[/]", "[link=x]", "\\[", ":smile:"])
def test_names_are_no_markup(name: str) -> None:
    assert line_about(name, state(row(name)), 200)


def test_wide_letters_keep_columns_aligned() -> None:
    what = state(row("日本"), row("Bea"))
    wide, plain = line_about("日本", what), line_about("Bea", what)
    assert cell_len(wide[: wide.index("to P")]) == cell_len(plain[: plain.index("to P")])


def test_names_that_are_cut_say_so() -> None:
    assert "Maximilian-Fr…" in drawn(state(row("Maximilian-Friedrich")))


@pytest.mark.parametrize(
    ("brain", "short", "whole"),
    [
        ("domination.htn", "htn", "domination.htn"),
        ("/home/me/my.plans/attack.lap", "lap", "attack.lap"),
        ("hunter", "hunter", "hunter"),
        ("my_brain.py:Mine", "Mine", "my_brain.py:Mine"),
        ("my.package:Mine", "Mine", "my.package:Mine"),
    ],
)
def test_a_brain_is_named_in_short_or_whole(brain: str, short: str, whole: str) -> None:
    assert line_about("Ada", state(row(brain=brain)), 80).split()[1] == short
    assert line_about("Ada", state(row(brain=brain)), 120).split()[1] == whole


# Bots


@pytest.mark.parametrize(
    ("health", "full", "shown"),
    [
        (100, 100, "████ 100"),
        (199, 100, "████ 199"),
        (50, 100, "██    50"),
        (1, 100, "▏      1"),
        (0, 0, "       0"),
    ],
)
def test_health_is_a_bar_and_a_number(health: int, full: int, shown: str) -> None:
    assert f" {shown} " in line_about("Ada", state(row(health=health, health_full=full)))


@pytest.mark.parametrize(("health", "color"), [(100, "32"), (40, "33"), (10, "31")])
def test_health_has_a_color(health: int, color: str) -> None:
    assert f"\x1b[{color}m" in drawn(state(row(health=health)), is_colored=True)


def test_armor_is_told_with_the_weapon() -> None:
    assert " 50+ShockRifle " in line_about("Ada", state(row(armor=50)), 120)


def test_a_dead_bot_has_a_decision_but_no_place() -> None:
    line = line_about("Ada", state(row(is_alive=False, health=0)))
    assert " dead " in line
    assert "Take > take_point Point1" in line
    assert "HealthVial" not in line
    assert "to Point1" not in line


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Waits", "waiting"),
        ("Joins", "joining"),
        ("Fails ↻3", "restarting: PluginError: Mine.decide() raised "),
        ("Gone", "given up: PluginError: Mine.decide() raised LookupError"),
        ("Done", "done: the match is over"),
    ],
)
def test_a_bot_that_does_not_play_says_why(name: str, told: str) -> None:
    line = line_about(name, state(*TROUBLED))
    assert f" {told}" in line
    assert "HealthVial" not in line
    assert line.endswith(" 3/12")


def test_looks_that_came_too_late_are_shown_beside_the_bot_and_in_the_footer() -> None:
    what = state(row(dropped=7))
    assert line_about("Ada", what).endswith("3/12 !7")
    assert " 5 dropped " in lines_of(what)[-1]


def test_what_was_not_told_is_a_dash() -> None:
    assert line_about("Ada", state(row(kills=None, deaths=None))).endswith(" -/-")


def test_bots_of_one_team_have_one_color() -> None:
    told = drawn(state(row("Ada", 0), row("Paul", 1)), is_colored=True)
    assert "\x1b[1;91mAda" in told
    assert "\x1b[1;94mPaul" in told


@pytest.mark.parametrize("side", [4, 31, -1, 255])
def test_teams_beyond_the_colors_are_white(side: int) -> None:
    assert team_style(side) == "white"


# The match


@pytest.mark.parametrize(
    ("clock_s", "left_s", "told"),
    [(61.0, 239.9, "3:59 left"), (301.0, 0.0, "5:01, overtime"), (61.0, None, "1:01")],
)
def test_the_clock_stands_at_the_right(clock_s: float, left_s: float | None, told: str) -> None:
    title = lines_of(state(clock_s=clock_s, left_s=left_s))[0]
    assert title.startswith("DOM-Crossing, domination, seed 3 ")
    assert title.endswith(f"  {told}")
    assert len(title) == 80


def test_one_of_several_matches_is_counted() -> None:
    assert "domination, match 2 of 5, seed 3" in lines_of(state(match=2, of=5))[0]


def test_a_board_without_a_game_yet_says_so() -> None:
    assert lines_of(STATES["empty"])[0].startswith("on the way to the game, seed 3 ")


def test_a_mode_without_a_name_is_shown_as_it_is() -> None:
    assert "DOM-Crossing, lms, seed" in lines_of(state(mode="lms"))[0]


def test_scores_are_large_figures_without_fractions() -> None:
    assert lines_of(state())[1:4] == [
        "     █▀▀ █▀█         █▀█",
        " htn █▀█ █▀█    posh ▀▀█",
        "     ▀▀▀ ▀▀▀         ▀▀▀",
    ]


def test_a_score_can_be_below_zero() -> None:
    what = state(sides=(BoardSide(name="a", side=0, score=-2.0),))
    assert lines_of(what)[1:4] == ["       ▀▀█", " a ▀▀▀ █▀▀", "       ▀▀▀"]


def test_on_a_low_terminal_figures_are_small() -> None:
    assert lines_of(state(), 80, 12)[1] == " htn 68    posh 9"


def test_without_teams_there_are_no_figures() -> None:
    assert lines_of(state(sides=()))[1].startswith("bot ")


def test_the_footer_says_how_bots_keep_up() -> None:
    told = "55 thinks/s  p99 20.3 ms  5 dropped  2 restarts  Ctrl-C to stop"
    assert lines_of(state())[-1] == told


def test_the_footer_is_silent_about_what_was_not_measured_yet() -> None:
    assert lines_of(state(footer=BoardFooter()))[-1] == "0 dropped  0 restarts  Ctrl-C to stop"


def test_only_the_first_line_of_an_event_is_shown() -> None:
    what = state(events=(News(65.0, "failed", "Ada failed: one\n  two\n", 0),))
    assert "  1:05  Ada failed: one" in lines_of(what)


def test_the_same_state_gives_the_same_board() -> None:
    assert drawn(STATES["crowded"]) == drawn(replace(STATES["crowded"]))


# Leaders


def test_leaders_are_shown_with_their_plan_their_orders_and_the_way_through_it() -> None:
    leaders = (
        BoardLeader(team="htn", side=0, brain="plans/boss.htn", orders=11, decision=("Lead", "cover")),
        BoardLeader(team="posh", side=1, brain="x.lap", phase="restarting", why="x.lap\nraised"),
    )
    what = state(leaders=leaders)
    assert line_about("htn led", what).rstrip() == "htn led by boss.htn, 11 orders  Lead > cover"
    assert line_about("posh led", what).rstrip() == "posh led by x.lap, 0 orders  restarting: x.lap"
    for size in ((80, 24), (40, 24), (20, 17), (80, 10)):
        assert fits(what, *size)
    assert not [line for line in lines_of(what, 80, 10) if "led by" in line]
