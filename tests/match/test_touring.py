"""Matches on a server, over real sockets: they are told apart, and the team goes on whatever happens."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import trio

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.match import replay
from agentfw.match.company import GIVEN_UP
from agentfw.match.keeping import MatchFolder
from agentfw.match.reporting import MatchReport
from agentfw.match.touring import Tour
from agentfw.recording import summary
from agentfw.team import Ground, Lineup, Phase, RestartPolicy
from tests.match.lineups import Notes, bot, brain_file, squad
from tests.support.callers import dial, eventually

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from agentfw.arena.server import ArenaServer
    from agentfw.match.stage import Stage

SPEED = 8.0
NAMES = ["Ada", "Bob", "Cy"]
EVERY_GAME = [
    ("dm-closet", "dm", "gamebots-ut99"),
    ("dm-closet", "tdm", "gamebots-2004"),
    ("dom-crossing", "dom", "gamebots-ut99"),
]


def arena(**told: Any) -> Arena:
    """A server that plays one short match after the other, faster than others do."""
    usual: dict[str, Any] = {"map": "dm-closet", "mode": "dm", "dialect": "gamebots-ut99", "seed": 1}
    usual |= {"time_limit_min": 0.3, "score_limit": 0, "speed": SPEED}
    return Arena(ArenaOptions(**(usual | told)))


@contextlib.asynccontextmanager
async def on_server(played: Arena, port: int = 0) -> AsyncIterator[ArenaServer]:
    ports = {"bot": port} if played.is_classic else {"bot": port, "control": 0}
    async with open_arena(played, host="127.0.0.1", ports=ports) as server:
        yield server


def lineup(server: ArenaServer, *, is_in_teams: bool = False, **told: Any) -> Lineup:
    host, port = server.addresses["bot"]
    sides = (0, 1) if is_in_teams else (None, None)
    usual: dict[str, Any] = {
        "ground": Ground(host=host, port=port, minutes=told.pop("minutes", 2.0)),
        "teams": (squad("ours", sides[0], bot("Ada"), bot("Bob")), squad("theirs", sides[1], bot("Cy"))),
        "seed": 3,
    }
    return Lineup(**(usual | told))


async def toured(wanted: Lineup, notes: Notes, folder: MatchFolder | None = None) -> list[MatchReport]:
    with trio.fail_after(60.0):
        return list(await Tour(wanted, notes, folder).play())


def kills(one: Any) -> int:
    return sum(player.kills or 0 for player in one.players)


# One after the other


@pytest.mark.parametrize(("level", "mode", "dialect"), EVERY_GAME)
async def test_matches_on_a_server_are_told_apart(level: str, mode: str, dialect: str) -> None:
    notes, played = Notes(), arena(map=level, mode=mode, dialect=dialect)
    async with on_server(played) as server:
        wanted = lineup(server, is_in_teams=mode != "dm", matches=2)
        reports = await toured(wanted, notes)
    assert notes.begun_matches == [1, 2]
    assert notes.reports == reports
    for number, (report, result) in enumerate(zip(reports, played.results, strict=True), 1):
        outcome = report.outcome
        assert (report.match, report.of, report.stopped, report.ground) == (
            number,
            2,
            "",
            f"127.0.0.1:{server.addresses['bot'][1]}",
        )
        assert (outcome.level, outcome.mode) == (result.level, mode)
        assert outcome.game_time_s == pytest.approx(result.game_time_s, abs=1.0)
        assert {one.name for one in outcome.players} == set(NAMES)
        assert outcome.team_scores == pytest.approx(result.team_scores, abs=1.0)
        assert abs(kills(outcome) - kills(result)) <= 1


async def test_scores_and_counts_begin_at_nothing_in_every_match() -> None:
    notes, played = Notes(), arena(time_limit_min=0.5)
    async with on_server(played) as server:
        reports = await toured(lineup(server, matches=2), notes)
    assert [sum(one.kills or 0 for one in report.bots) for report in reports] == pytest.approx(
        [kills(result) for result in played.results], abs=1
    )
    first, second = ({one.name: one.thinks for one in report.bots} for report in reports)
    assert all(0 < second[name] < 1.5 * first[name] for name in NAMES)
    told = [sum(news.kind == "kill" for news in notes.news if news.at >= 0)]
    assert told == pytest.approx([sum(kills(report.outcome) for report in reports)], abs=1)


async def test_the_pause_between_two_matches_is_no_news() -> None:
    notes = Notes()
    async with on_server(arena(time_limit_min=0.5)) as server:
        await toured(lineup(server, matches=2), notes)
    kinds = [news.kind for news in notes.news if news.kind not in ("kill", "death")]
    assert kinds == ["joined"] * 6
    again = [news.at for news in notes.news if news.kind == "joined"][3:]
    assert max(again) < 28.0  # by the clock of the next match, not of the last


async def test_nobody_knows_what_is_left_of_a_match_while_its_server_is_away() -> None:
    left: dict[bool, list[float | None]] = {True: [], False: []}

    class Clock(Notes):
        def beat(self, stage: Stage) -> None:
            is_anybody_there = any(seat.member.phase is Phase.PLAYING for seat in stage.seats)
            left[is_anybody_there].append(stage.left_s)

    async with trio.open_nursery() as nursery:
        played = arena(mode="tdm", dialect="gamebots-2004", time_limit_min=5.0)  # which tell it
        async with on_server(played) as server:
            nursery.start_soon(toured, lineup(server, is_in_teams=True), Clock())
            await eventually(lambda: any(left[True]), within_s=30.0)
            left[False].clear()
        await eventually(lambda: len(left[False]) > 1, within_s=30.0)
        nursery.cancel_scope.cancel()
    assert set(left[False]) == {None}


async def test_while_nobody_is_in_the_next_match_the_clock_stands_at_its_beginning() -> None:
    clocks: list[float] = []

    class Clock(Notes):
        def begun(self, stage: Stage) -> None:
            super().begun(stage)
            clocks.append(stage.clock_s)
            assert not stage.team_scores
            assert stage.number == 1 or stage.level == "DOM-Crossing"

    async with on_server(arena(map="dom-crossing", mode="dom")) as server:
        await toured(lineup(server, is_in_teams=True, matches=2), Clock())
    assert clocks == pytest.approx([0.0, 0.0], abs=0.1)


async def test_bots_stay_for_all_matches_and_then_say_goodbye() -> None:
    played = arena()
    async with on_server(played) as server:
        reports = await toured(lineup(server, matches=2), Notes())
        await eventually(lambda: not played.clients)
    assert [(one.phase, one.why, one.restarts) for one in reports[-1].bots] == [
        ("done", "the match is over", 0)
    ] * 3


async def test_every_match_has_its_result_beside_recordings_of_all(tmp_path: Path) -> None:
    async with on_server(arena()) as server:
        folder = MatchFolder(tmp_path, overwrite=False)
        reports = await toured(lineup(server, matches=2), Notes(), folder)
    for report in reports:
        kept = (tmp_path / f"match-{report.match}" / "result.json").read_bytes()
        assert msgspec.json.decode(kept, type=MatchReport) == report.untimed()
        assert report.recording == str(tmp_path)
    for name in NAMES:
        assert replay(tmp_path / f"{name}.rec").is_exact
        assert summary(tmp_path / f"{name}.rec").is_complete


async def test_a_result_that_cannot_be_kept_is_told_and_is_no_fault_of_a_bot(tmp_path: Path) -> None:
    (tmp_path / "match-1").write_text("in the way")
    notes = Notes()
    async with on_server(arena()) as server:
        folder = MatchFolder(tmp_path, overwrite=False)
        reports = await toured(lineup(server, matches=2), notes, folder)
    lost = f"{tmp_path / 'match-1'}: cannot be written: File exists"
    assert [(one.match, one.lost) for one in reports] == [(1, lost), (2, lost)]
    assert not {"failed", "restarting"} & {one.kind for one in notes.news}


async def test_a_bot_that_was_given_up_does_not_haunt_the_next_match(tmp_path: Path) -> None:
    stumbling = brain_file(tmp_path, "stumbling")
    once = RestartPolicy(first_s=0.1, most_s=0.1, budget=0, window_s=60.0)
    teams = (squad("ours", None, bot("Ada", stumbling, restart=once), bot("Bob"), bot("Cy")),)
    played = arena(time_limit_min=0.8)
    async with on_server(played) as server:
        first, second = await toured(lineup(server, teams=teams, matches=2), Notes())
    assert [one.phase for one in second.bots] == ["given up", "done", "done"]
    assert "Ada" in {one.name for one in first.outcome.players}
    assert {one.name for one in second.outcome.players} == {"Bob", "Cy"}
    ada = second.bots[0]
    assert (ada.thinks, ada.score, ada.restarts) == (0, None, 0)
    assert second.outcome.game_time_s == pytest.approx(played.results[1].game_time_s, abs=1.0)


# What servers do


async def test_the_team_resumes_when_the_server_closes_and_comes_back() -> None:
    notes = Notes()
    first, second = arena(time_limit_min=30.0), arena(seed=2, time_limit_min=0.5)
    async with trio.open_nursery() as nursery:
        reports: list[MatchReport] = []
        async with on_server(first) as server:
            port, wanted = server.addresses["bot"][1], lineup(server)

            async def play() -> None:
                reports.extend(await toured(wanted, notes))

            nursery.start_soon(play)
            await eventually(lambda: len(first.world.players) == 3, within_s=20.0)
            await trio.sleep(0.5)
        async with on_server(second, port):
            await eventually(lambda: bool(reports), within_s=40.0)
    (report,) = reports
    assert (report.stopped, report.outcome.because) == ("", "")
    assert {player.name for player in second.results[0].players} == set(NAMES)
    assert report.outcome.game_time_s == pytest.approx(second.results[0].game_time_s, abs=1.0)
    lost = [news.text for news in notes.news if news.kind == "disconnected"]
    assert sorted(one.partition(": the server closed")[0] for one in lost) == [
        f"{name} disconnected: the connection was lost: 127.0.0.1:{port}" for name in NAMES
    ]
    assert [news.kind for news in notes.news].count("joined") == 6
    assert [one.restarts for one in report.bots] == [0, 0, 0]


async def test_the_team_goes_along_when_the_level_changes() -> None:
    notes, played = Notes(), arena(map="dm-cellar", dialect="gamebots-2004", time_limit_min=0.4)
    async with trio.open_nursery() as nursery, on_server(played) as server:

        async def change() -> None:
            await eventually(lambda: len(played.world.players) == 3, within_s=20.0)
            async with await dial(server, "control") as operator:
                await operator.say("READY", "CHANGEMAP {MapName DM-Closet}")
                await operator.rest()

        nursery.start_soon(change)
        reports = await toured(lineup(server, matches=2), notes)
    assert [report.outcome.level for report in reports] == ["DM-Cellar", "DM-Closet"]
    told = [news.text for news in notes.news if news.kind == "level"]
    assert told == ["the server now plays DM-Closet"]
    assert {one.name for one in reports[1].outcome.players} == set(NAMES)
    assert [one.restarts for one in reports[1].bots] == [0, 0, 0]


async def test_on_another_server_with_another_map_everything_counts_from_nothing() -> None:
    notes, first = Notes(), arena(time_limit_min=30.0, speed=20.0)
    second = arena(map="dm-cellar", seed=2, time_limit_min=0.5)
    async with trio.open_nursery() as nursery:
        reports: list[MatchReport] = []
        async with on_server(first) as server:
            port, wanted = server.addresses["bot"][1], lineup(server)

            async def play() -> None:
                reports.extend(await toured(wanted, notes))

            nursery.start_soon(play)
            await eventually(lambda: any(news.kind == "kill" for news in notes.news), within_s=20.0)
        lost = sum(news.kind == "kill" for news in notes.news)
        async with on_server(second, port):
            await eventually(lambda: bool(reports), within_s=40.0)
    (report,) = reports
    assert lost > 0
    assert "the server now plays DM-Cellar" in [news.text for news in notes.news]
    assert (report.outcome.level, len(report.bots)) == ("DM-Cellar", 3)
    found = {one.name: one for one in second.results[0].players}
    for one in report.bots:
        assert (one.score, one.kills, one.deaths) == pytest.approx(
            (found[one.name].score, found[one.name].kills, found[one.name].deaths), abs=1
        )


async def test_a_server_that_never_ends_a_match_is_left_when_the_time_is_over() -> None:
    played = arena(time_limit_min=0.0)
    async with on_server(played) as server:
        (report,) = await toured(lineup(server, matches=3, minutes=0.05), Notes())
        await eventually(lambda: not played.clients)
    assert (report.match, report.of, report.stopped) == (1, 3, "out of time")
    assert {(one.phase, one.why) for one in report.bots} == {("done", "the time is over")}
    assert report.outcome.game_time_s > 3.0


async def test_a_server_that_nobody_runs_is_given_up_with_the_reason(mock_clock: Any) -> None:
    mock_clock.rate = 500.0
    with contextlib.closing(trio.socket.socket()) as free:
        await free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    never = RestartPolicy(first_s=0.1, most_s=0.1, budget=0, window_s=60.0)
    teams = (squad("ours", None, bot("Ada", restart=never), bot("Bob", restart=never)),)
    wanted = Lineup(ground=Ground(host="127.0.0.1", port=port), teams=teams)
    notes = Notes()
    (report,) = await Tour(wanted, notes, None).play()
    assert (report.stopped, report.outcome.level, report.outcome.players) == (GIVEN_UP, "", ())
    assert report.outcome.game_time_s == 0.0
    given_up = [news.at for news in notes.news if news.kind == "given-up"]
    assert min(given_up) > 1.0  # no game told the time, and it passed all the same
    for one in report.bots:
        assert (one.phase, one.thinks) == ("given up", 0)
        assert f"127.0.0.1:{port}" in one.why
        assert "attempt 8 of 8" in one.why


async def test_a_listener_that_fails_ends_the_tour_in_good_order() -> None:
    class Deaf(Notes):
        def happened(self, stage: Stage, news: Any) -> None:
            raise BrokenPipeError("nobody reads")

    played = arena(time_limit_min=0.0)
    async with on_server(played) as server:
        with pytest.raises(BrokenPipeError, match="nobody reads"):
            await toured(lineup(server), Deaf())
        await eventually(lambda: not played.clients)
