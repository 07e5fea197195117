"""Matches on a server in a storm: every end is reported, and every life replays exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import pytest
import structlog
import trio
from trio.testing import MockClock

from agentfw.arena.server import Arena, ArenaOptions
from agentfw.match import replay, touring
from agentfw.match.keeping import RESULT_FILE, MatchFolder
from agentfw.match.reporting import report_text
from agentfw.match.stage import Listener
from agentfw.recording import Ended, open_recording
from agentfw.team import BotPlan, Ground, Lineup, RestartPolicy, TeamPlan
from tests.support.chaos import Fault, Storm
from tests.support.dialects import BOTH, CLASSIC
from tests.support.venues import Venue

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.match.reporting import MatchReport

TEMPERED: Final = "tests.support.chaos:Tempered"
WITNESS: Final = "Willa"
"""Whose line is safe, so that somebody hears every end."""


def tempered(name: str, inner: str) -> BotPlan:
    """A bot whose brain raises every minute."""
    restart = RestartPolicy(first_s=1.0, most_s=4.0, budget=50)
    options = {"inner": inner, "every_s": "60"}
    return BotPlan(name=name, brain=TEMPERED, options=options, restart=restart, looks_hz=1.0)


def lineup() -> Lineup:
    red = (tempered("Ada", "domination.htn"), tempered("Bob", "domination.fsm"))
    blue = (tempered("Cyd", "domination.lap"), BotPlan(name=WITNESS, brain="hunter", looks_hz=1.0))
    leader = tempered("Lea", "domination-leader.htn")
    return Lineup(
        ground=Ground(host="venue", minutes=8.0),
        teams=(
            TeamPlan(name="red", number=0, bots=red, coordinator=leader, shares=True),
            TeamPlan(name="blue", number=1, bots=blue),
        ),
        matches=100,
        seed=3,
    )


def arena(number: int) -> Arena:
    """Each time in the other dialect, with the domination of its game."""
    dialect = BOTH[number % 2]
    options = ArenaOptions(
        mode="dom" if dialect is CLASSIC else "ddom",
        dialect=dialect.name,
        seed=number,
        time_limit_min=1.0,
        score_limit=0,
        classic_interval_s=1.0,
    )
    return Arena(options)


class Toured(NamedTuple):
    reports: tuple[MatchReport, ...]
    venue: Venue
    storm: Storm
    folder: Path


@pytest.fixture(scope="module")
def toured(tmp_path_factory: pytest.TempPathFactory) -> Toured:
    storm, venue = Storm(1, every_s=20.0), Venue(arena)
    folder = tmp_path_factory.mktemp("tour")

    async def tour() -> tuple[MatchReport, ...]:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: venue.open_and_close(storm, up_s=200.0, down_s=20.0))
            await trio.sleep(0.01)
            played = touring.Tour(lineup(), Listener(), MatchFolder(folder, overwrite=False))
            reports = await played.play()
            nursery.cancel_scope.cancel()
        return reports

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    with pytest.MonkeyPatch.context() as patch:
        door = storm.door(venue.door, spares=f"blue/{WITNESS}")
        patch.setattr(touring, "server_door", lambda *_, **__: door)
        reports = trio.run(tour, clock=MockClock(autojump_threshold=0.0))
    return Toured(reports, venue, storm, folder)


def test_every_match_that_ended_is_reported(toured: Toured) -> None:
    *finished, last = toured.reports
    assert len(finished) == len(toured.venue.ends) == len(toured.venue.results) >= 3
    assert {report.stopped for report in finished} == {""}
    assert last.stopped == "out of time"
    for report, (_, result) in zip(finished, toured.venue.results, strict=True):
        assert report.outcome.level == result.level
        assert {one.name for one in report.outcome.players} == {"Ada", "Bob", "Cyd", WITNESS}


def test_every_report_is_on_disk(toured: Toured) -> None:
    for report in toured.reports:
        kept = toured.folder / f"match-{report.match}" / RESULT_FILE
        assert kept.read_bytes() == report_text(report)


def test_every_life_replays_exactly(toured: Toured) -> None:
    recordings = sorted(toured.folder.glob("*.rec"))
    names = {path.name.partition(".")[0] for path in recordings}
    assert names == {"Ada", "Bob", "Cyd", "Lea", WITNESS}
    assert len(recordings) > 12
    for path in recordings:
        verdict = replay(path)
        assert (verdict.is_exact, verdict.is_cut) == (True, False), path.name


def test_recordings_hold_every_trouble(toured: Toured) -> None:
    assert set(toured.storm.faults) == set(Fault) - {Fault.RAISE}
    records = (one for path in toured.folder.glob("*.rec") for one in open_recording(path))
    reasons = " ".join(one.reason for one in records if isinstance(one, Ended))
    for trouble in ("in a bad mood", "silent for 15.0 s", "took no bytes", "closed the connection"):
        assert trouble in reasons
