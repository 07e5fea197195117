"""A match at one glance: what a board is told of matches that are really played."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec
import pytest
import trio

from agentfw.match.boards import BoardFooter, BoardKeeper, BoardRow, BoardState
from agentfw.match.stage import Listener
from agentfw.match.teams import play_lineup
from agentfw.team import Ground, Lineup
from tests.match.lineups import bot, brain_file, digests, duel, squad

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.match.stage import Stage

DOMINATION = Lineup(
    ground=Ground(map="dom-crossing", mode="dom", minutes=0.5),
    teams=(
        squad("htn", 0, bot("Ada", "domination.htn"), bot("Bea", "domination.htn")),
        squad("posh", 1, bot("Paul", "domination.lap", role="guard"), bot("Quin", "hunter")),
    ),
    seed=5,
)


class Gallery(Listener):
    """Every board of every match, and how late each bot was made to be."""

    def __init__(self, dropped: int = 0) -> None:
        self.states: list[BoardState] = []
        self._keeper = BoardKeeper(clock=trio.current_time)
        self._dropped = dropped

    def beat(self, stage: Stage) -> None:
        if self._dropped and stage.seats[0].member.bot is not None:
            stage.seats[0].member.bot.circle.thinks_dropped = self._dropped
        self.states.append(self._keeper.state(stage))

    def rows(self, name: str) -> list[BoardRow]:
        return [row for state in self.states for row in state.rows if row.name == name]


def boards_of(lineup: Lineup, dropped: int = 0) -> Gallery:
    gallery = Gallery(dropped)
    play_lineup(lineup, is_fast=True, listener=gallery)
    return gallery


@pytest.fixture(scope="module")
def domination() -> Gallery:
    """Boards of one match, for all tests that only look at them."""
    return boards_of(DOMINATION)


# The match


def test_there_is_a_board_four_times_a_second(domination: Gallery) -> None:
    clocks = [state.clock_s for state in domination.states]
    assert clocks == sorted(clocks)
    assert len(clocks) == pytest.approx(4 * clocks[-1], rel=0.15)


def test_a_board_says_which_match_it_is(domination: Gallery) -> None:
    state = domination.states[-1]
    assert (state.level, state.mode, state.match, state.of, state.seed) == (
        "DOM-Crossing",
        "dom",
        1,
        1,
        5,
    )
    assert state.left_s == pytest.approx(30.0 - state.clock_s, abs=0.1)


def test_teams_have_their_names_and_scores(domination: Gallery) -> None:
    first, last = domination.states[0], domination.states[-1]
    assert [(side.name, side.side, side.score) for side in first.sides] == [
        ("htn", 0, 0.0),
        ("posh", 1, 0.0),
    ]
    assert any(side.score > 0.0 for side in last.sides)


def test_where_everybody_plays_for_himself_a_team_has_what_its_bots_have() -> None:
    teams = (squad("ours", None, bot("Ada"), bot("Bob")), squad("theirs", None, bot("Cy")))
    last = boards_of(duel(teams=teams)).states[-1]
    assert [side.name for side in last.sides] == ["ours", "theirs"]
    for side in last.sides:
        assert side.score == sum(row.score or 0.0 for row in last.rows if row.side == side.side)
    assert any(side.score for side in last.sides)


def test_news_come_with_the_newest_last_and_not_too_many(domination: Gallery) -> None:
    events = domination.states[-1].events
    assert [event.at for event in events] == sorted(event.at for event in events)
    assert 4 < len(events) <= 50
    assert {"joined", "point"} <= {event.kind for event in events}


# The bots


def test_there_is_a_row_for_every_bot_in_the_order_of_the_file(domination: Gallery) -> None:
    rows = domination.states[-1].rows
    assert [(row.name, row.side, row.brain, row.role) for row in rows] == [
        ("Ada", 0, "domination.htn", ""),
        ("Bea", 0, "domination.htn", ""),
        ("Paul", 1, "domination.lap", "guard"),
        ("Quin", 1, "hunter", ""),
    ]


@pytest.mark.parametrize("name", ["Ada", "Bea", "Paul", "Quin"])
def test_a_bot_that_plays_shows_all_that_there_is(domination: Gallery, name: str) -> None:
    rows = [row for row in domination.rows(name) if row.is_playing and row.is_alive]
    assert len(rows) > 40
    assert all(0 < row.health <= 199 for row in rows)
    assert all(row.place and row.weapon and any(row.decision) for row in rows[8:])
    assert sum(bool(row.task) for row in rows) > len(rows) / 2
    assert len({row.place for row in rows}) > 2


def test_before_it_has_joined_a_bot_has_nothing_but_its_name(domination: Gallery) -> None:
    row = domination.rows("Quin")[0]
    assert (row.phase, row.is_playing, row.health, row.place, row.decision) == (
        "waiting",
        False,
        0,
        "",
        (),
    )


def test_names_of_things_go_without_the_level(domination: Gallery) -> None:
    decisions = [
        part for name in ("Ada", "Paul") for row in domination.rows(name) for part in row.decision
    ]
    assert any("Point" in part for part in decisions)
    assert not any("ControlPoint" in part for part in decisions)
    assert not any("DOM-Crossing" in part for part in decisions)


def test_kills_deaths_and_scores_are_those_of_the_game(domination: Gallery) -> None:
    last = domination.states[-1]
    assert all(None not in (row.score, row.kills, row.deaths) for row in last.rows)
    kills = sum(event.kind == "kill" for event in last.events)
    assert sum(row.kills or 0 for row in last.rows) == kills


def test_a_bot_that_is_down_is_dead_until_it_has_another_body(domination: Gallery) -> None:
    lives = [domination.rows(name) for name in ("Ada", "Bea", "Paul", "Quin")]
    dead = [row for rows in lives for row in rows if row.is_playing and not row.is_alive]
    assert dead
    assert all(row.health <= 0 for row in dead)
    assert all(any(row.is_alive for row in rows[-20:]) for rows in lives)


def test_a_bot_that_fails_says_why_and_how_often(tmp_path: Path) -> None:
    gallery = boards_of(duel(bot("Ada", brain_file(tmp_path, "stumbling")), bot("Bob")))
    failing = [row for row in gallery.rows("Ada") if row.phase == "restarting"]
    assert failing
    assert all("LookupError" in row.why for row in failing)
    assert gallery.rows("Ada")[-1].restarts == gallery.states[-1].rows[0].restarts > 0
    assert {row.restarts for row in gallery.rows("Bob")} == {0}


def test_a_bot_that_is_given_up_stays_on_the_board_with_the_reason(tmp_path: Path) -> None:
    gallery = boards_of(duel(bot("Ada", brain_file(tmp_path, "failing")), bot("Bob")))
    last = gallery.rows("Ada")[-1]
    assert (last.phase, last.is_playing) == ("given up", False)
    assert "LookupError" in last.why


def test_a_bot_that_was_given_up_keeps_what_it_had_in_all_its_lives(tmp_path: Path) -> None:
    gallery = boards_of(duel(bot("Ada", brain_file(tmp_path, "stumbling")), bot("Bob")))
    rows = gallery.rows("Ada")
    figures = [(row.kills or 0, row.deaths or 0) for row in rows]
    assert rows[-1].restarts > 1
    assert rows[-1].deaths == sum(
        " killed Ada" in event.text or event.text == "Ada died" for event in gallery.states[-1].events
    )
    assert rows[-1].deaths
    assert figures == sorted(figures)


# How they keep up


def test_nothing_is_measured_at_first_and_then_every_two_seconds(domination: Gallery) -> None:
    footers = [state.footer for state in domination.states]
    assert footers[0] == BoardFooter()
    different = [one for one, other in itertools.pairwise(footers) if one != other]
    assert len(different) == pytest.approx(len(footers) / 8, abs=2)


def test_thinks_are_counted_per_second(domination: Gallery) -> None:
    rates = [state.footer.thinks_hz for state in domination.states][24:]
    assert all(10.0 < rate < 80.0 for rate in rates)
    assert domination.states[-1].footer.turnaround_p99_ms > 0.0


def test_looks_that_came_too_late_are_shown_for_the_bot_and_for_all() -> None:
    gallery = boards_of(duel(), dropped=7)
    last = gallery.states[-1]
    assert [row.dropped for row in last.rows] == [7, 0]
    assert last.footer.dropped == 7


def test_what_was_too_late_in_earlier_lives_still_counts(tmp_path: Path) -> None:
    lineup = duel(bot("Ada", brain_file(tmp_path, "stumbling")), bot("Bob"))
    last = boards_of(lineup, dropped=7).states[-1]
    assert last.rows[0].dropped == 7 * (last.rows[0].restarts + 1) > 7


def test_restarts_are_counted_for_all(tmp_path: Path) -> None:
    stumbling = brain_file(tmp_path, "stumbling")
    last = boards_of(duel(bot("Ada", stumbling), bot("Bob", stumbling))).states[-1]
    assert 0 < last.footer.restarts <= sum(row.restarts for row in last.rows)


def test_every_match_begins_with_an_empty_board() -> None:
    states = boards_of(duel(matches=2)).states
    second = next(state for state in states if state.match == 2)
    assert (second.footer, second.events, second.clock_s < 1.0) == (BoardFooter(), (), True)
    assert [row.restarts + row.dropped for row in second.rows] == [0, 0]


def test_a_board_can_be_written_as_json_and_read_again(domination: Gallery) -> None:
    state = domination.states[-1]
    assert msgspec.json.decode(msgspec.json.encode(state), type=BoardState) == state


def test_boards_change_nothing_in_the_match(tmp_path: Path) -> None:
    play_lineup(duel(), is_fast=True, record=tmp_path / "unseen")
    play_lineup(duel(), is_fast=True, record=tmp_path / "seen", listener=Gallery())
    assert digests(tmp_path / "unseen") == digests(tmp_path / "seen")
