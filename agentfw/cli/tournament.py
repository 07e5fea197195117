"""``agentfw tournament``: everybody against everybody, and what it says about strength."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from agentfw.cli.kinds import TOURNAMENT, refuse_others
from agentfw.cli.progress import progress
from agentfw.cli.streams import own_output, processes_print_to_stderr, terminated_like_interrupted
from agentfw.cli.terminal import printable
from agentfw.errors import UsageError
from agentfw.tournament.cluster import Patience, play_on_cluster
from agentfw.tournament.finding import find_tournament
from agentfw.tournament.jobs import play_locally, real_time_limit_s
from agentfw.tournament.journal import RESULTS, open_journal
from agentfw.tournament.plots import PLOTS, write_plots
from agentfw.tournament.reading import read_tournament
from agentfw.tournament.reports import TABLES, report_lines, write_report
from agentfw.tournament.running import games_left, keep, report_of
from agentfw.tournament.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import TextIO

    from agentfw.tournament.jobs import Finished
    from agentfw.tournament.journal import Journal
    from agentfw.tournament.reports import Report
    from agentfw.tournament.schedule import Game

__all__ = ["tournament"]


@click.command(
    epilog="""\b
    Examples:
      agentfw tournament small.yaml                          a few seconds
      agentfw tournament four-brains.yaml --out four-brains  the four languages, three game types
      agentfw tournament my.yaml --jobs 8 --seeds 20
      agentfw tournament my.yaml --cluster tcp://host:8786   on the workers of a Dask cluster
    """
)
@click.argument("file", metavar="FILE")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", show_default="one per core",
              help="How many processes play.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster instead.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              show_default="FILE-results", help="Where results and tables go.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Throw away what was played before, and begin anew.")
@click.option("--seeds", type=click.IntRange(1, 100_000), metavar="N",
              help="So many seeds, instead of those of the file.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the tables as JSON.")
def tournament(
    file: str,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    seeds: int | None,
    *,
    fresh: bool,
    as_json: bool,
) -> int:
    """Let everybody play against everybody.

    FILE says who plays, where, and how often. Every finished game is kept in DIR at once: a tournament
    that was broken off goes on with the same command, and plays no game twice unless what decides it
    has changed.
    """
    if jobs is not None and cluster is not None:
        raise UsageError("take either --jobs or --cluster")
    refuse_others(file, [TOURNAMENT])
    path = find_tournament(file)
    folder = out if out is not None else Path(f"{path.stem}-results")
    with own_output(wanted=as_json) as stdout:
        schedule = Schedule(read_tournament(path, seeds))
        with open_journal(folder, fresh=fresh) as journal:
            with processes_print_to_stderr(wanted=as_json):
                failed = _play(schedule, journal, _player(schedule, jobs, cluster), fresh=fresh)
            _tell(schedule, journal, folder, json_to=stdout if as_json else None)
    for one in failed:
        click.echo(_told_failure(one), err=True)
    return 1 if failed else 0


def _player(
    schedule: Schedule, jobs: int | None, cluster: str | None
) -> Callable[[tuple[Game, ...]], Generator[Finished, None, None]]:
    """What plays games: processes here, or a cluster."""
    limit_s = real_time_limit_s(max(ground.minutes for ground in schedule.tournament.grounds))
    if cluster is not None:
        patience = Patience(game_s=limit_s)
        return lambda games: play_on_cluster(games, schedule.spec, cluster, patience)
    count = jobs if jobs is not None else _cores()
    return lambda games: play_locally(games, schedule.spec, jobs=count, limit_s=limit_s)


def _play(
    schedule: Schedule,
    journal: Journal,
    player: Callable[[tuple[Game, ...]], Generator[Finished, None, None]],
    *,
    fresh: bool,
) -> list[Finished]:
    """Play what is left; gives back what could not be played."""
    left = games_left(schedule, journal)
    if not left:
        return []
    before = _played(schedule, journal)
    if before:
        click.echo(f"{before} of {len(schedule.games)} games were played before", err=True)
    failed = []
    try:
        with (
            terminated_like_interrupted(),
            contextlib.closing(player(left)) as played,
            progress(len(left)) as step,
        ):
            for finished in keep(played, journal):
                failed += [finished] if finished.outcome is None else []
                step()
    except KeyboardInterrupt:
        journal.load()  # the last outcome may have reached the disk only
        kept = f"{_played(schedule, journal)} of {len(schedule.games)} games are kept"
        told = f"{kept}, and the same command goes on{', without --fresh' if fresh else ''}"
        click.echo(f"agentfw: interrupted: {told}", err=True)
        raise click.exceptions.Exit(130) from None
    return failed


def _played(schedule: Schedule, journal: Journal) -> int:
    return sum(game.key in journal.outcomes for game in schedule.games)


def _tell(schedule: Schedule, journal: Journal, folder: Path, *, json_to: TextIO | None) -> None:
    """Write everything down, and show it."""
    report = report_of(schedule, journal)
    write_report(folder, report, schedule.games, journal.outcomes)
    files = [RESULTS, *TABLES, *_plots(folder, report)]
    if json_to is not None:
        click.echo(msgspec.json.encode(report).decode(), file=json_to)
        return
    for line in report_lines(report):
        click.echo(printable(line))
    click.echo(f"\n{printable(str(folder))} holds {', '.join(files[:-1])} and {files[-1]}.")


def _plots(folder: Path, report: Report) -> tuple[str, ...]:
    """The names of the pictures, once they are drawn; none without the library that draws them."""
    try:
        write_plots(folder, report)
    except UsageError as error:
        click.echo(f"no plot: {error}", err=True)
        return ()
    return PLOTS


def _told_failure(finished: Finished) -> str:
    game = finished.game
    what = f"{game.sides[0]} against {game.sides[1]} on {game.ground}, seed {game.seed}"
    return printable(f"agentfw: {what}: not played: {finished.failed}")


def _cores() -> int:
    """How many processes can run at a time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
