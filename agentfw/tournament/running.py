"""A tournament on its way: what is left to play, and every outcome kept as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.errors import UsageError
from agentfw.tournament.reports import Report
from agentfw.tournament.standings import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.tournament.jobs import Finished
    from agentfw.tournament.journal import Journal
    from agentfw.tournament.schedule import Game, Schedule

__all__ = ["games_left", "keep", "report_of"]


def games_left(schedule: Schedule, journal: Journal) -> tuple[Game, ...]:
    """The games that have no outcome yet, each of them once: those of one key are the same game."""
    left = {game.key: game for game in schedule.games if game.key not in journal.outcomes}
    return tuple(left.values())


def keep(played: Iterable[Finished], journal: Journal) -> Iterator[Finished]:
    """Games as they end, with their outcomes in the journal before anybody hears of them.

    Raises `UsageError` when games cannot be played as they should.
    """
    for finished in played:
        outcome = finished.outcome
        if outcome is not None and outcome.fault:
            raise UsageError(outcome.fault)
        if outcome is not None:
            journal.add(finished.game, outcome)
        yield finished


def report_of(schedule: Schedule, journal: Journal) -> Report:
    """What the outcomes so far come to."""
    tournament, outcomes = schedule.tournament, journal.outcomes
    names = [entrant.name for entrant in tournament.entrants]
    played = sum(game.key in outcomes for game in schedule.games)
    tables = tables_of(names, schedule.games, outcomes)
    return Report(tournament.name, len(schedule.games), played, tables)
