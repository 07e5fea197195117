"""What a tournament leaves behind for people and programs: tables as text, CSV and JSON."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.match.evolving import write_text
from agentfw.tournament.standings import EVERYTHING, Row, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from agentfw.tournament.playing import Outcome
    from agentfw.tournament.schedule import Game

__all__ = ["TABLES", "Report", "report_lines", "write_report"]

TABLES: Final = ("games.csv", "table.csv", "table.json")
"""What the files are called."""
_HEAD: Final = ("games", "won", "drawn", "lost", "share", "95 %", "lead", "Elo", "95 %")
_GAME_COLUMNS: Final = (
    *("ground", "mode", "seed", "first", "second", "first_score", "second_score", "first_points"),
    *("because", "game_time_s", "why", "key"),
)


class Report(msgspec.Struct, frozen=True):
    """A tournament, as far as it has come."""

    name: str
    games: int
    """How many there are in all."""
    played: int
    tables: tuple[Table, ...]


def report_lines(report: Report) -> Iterator[str]:
    """The tables for a terminal, line by line."""
    yield f"{report.name}: {report.played} of {report.games} games"
    for table in report.tables:
        yield ""
        yield from _table_lines(table)
    yield ""
    yield from _cross_lines(report.tables[0])


def write_report(
    folder: Path, report: Report, games: Iterable[Game], outcomes: Mapping[str, Outcome]
) -> None:
    """Put the files called `TABLES` into a folder, each of them whole.

    Raises `UsageError` when that cannot be.
    """
    games_csv, table_csv, table_json = (folder / name for name in TABLES)
    write_text(games_csv, _csv(_GAME_COLUMNS, _game_rows(games, outcomes)))
    columns = ("scope", *Row.__struct_fields__)
    rows = (
        (table.scope, *msgspec.structs.astuple(row)) for table in report.tables for row in table.rows
    )
    write_text(table_csv, _csv(columns, rows))
    text = msgspec.json.format(msgspec.json.encode(report), indent=1).decode()
    write_text(table_json, text + "\n")


def _table_lines(table: Table) -> Iterator[str]:
    width = max(map(len, [*(row.name for row in table.rows), _title(table)]))
    yield f"{_title(table):<{width}}" + _aligned(_HEAD)
    for row in table.rows:
        yield f"{row.name:<{width}}" + _aligned(_cells(row))
    for row in table.rows:
        if row.forfeits:
            lost = f"{row.forfeits} of {row.losses} games"
            yield f"{row.name} lost {lost} because a brain failed; games.csv tells why"


def _title(table: Table) -> str:
    return "entrant" if table.scope == EVERYTHING else table.scope


def _aligned(cells: Iterable[str]) -> str:
    widths = (7, 6, 6, 6, 7, 12, 7, 6, 14)
    return "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _cells(row: Row) -> tuple[str, ...]:
    return (
        *(str(count) for count in (row.games, row.wins, row.draws, row.losses)),
        f"{row.share:.1%}",
        f"{row.share_low:.0%} to {row.share_high:.0%}",
        "-" if row.lead is None else f"{row.lead:+.2f}",
        f"{row.elo:.0f}",
        f"{row.elo_low:.0f} to {row.elo_high:.0f}",
    )


def _cross_lines(table: Table) -> Iterator[str]:
    """Everybody against everybody: the share of the points of the row against the column."""
    names = [row.name for row in table.rows]
    width, column = max(map(len, [*names, "row against column"])), max(map(len, [*names, "100.0%"])) + 2
    yield f"{'row against column':<{width}}" + "".join(f"{name:>{column}}" for name in names)
    for name in names:
        yield f"{name:<{width}}" + "".join(f"{_cell(table, name, other):>{column}}" for other in names)


def _cell(table: Table, name: str, against: str) -> str:
    duel = table.duel(name, against)
    return "-" if duel is None else f"{duel.share:.1%}"


def _game_rows(games: Iterable[Game], outcomes: Mapping[str, Outcome]) -> Iterator[tuple[object, ...]]:
    for game in games:
        outcome = outcomes.get(game.key)
        if outcome is not None:
            end = (outcome.because or "tie", f"{outcome.game_time_s:g}", _plain(outcome.why), game.key)
            scores = (f"{score:g}" for score in (*outcome.scores, outcome.points[0]))
            yield (game.ground, game.mode, game.seed, *game.sides, *scores, *end)


def _plain(text: str) -> str:
    """The text, still in lines, with everything that could steer a terminal shown as an escape."""
    return "".join(
        one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode("ascii")
        for one in text
    )


def _csv(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return buffer.getvalue()
