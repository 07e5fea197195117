"""Pictures of a tournament: ratings with their intervals, and everybody against everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.errors import UsageError
from agentfw.tournament.ratings import MEAN

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from agentfw.tournament.reports import Report
    from agentfw.tournament.standings import Table

__all__ = ["PLOTS", "write_plots"]

PLOTS: Final = ("plot.png", "plot.svg")
"""What the files are called."""
_INK: Final = "#2b4c7e"
_COLORS: Final = "RdBu"
_MANY_LETTERS: Final = 40
"""Longer names in all have no room side by side."""


def write_plots(folder: Path, report: Report) -> None:
    """Put the pictures into a folder: a row for all games, and one for each game type.

    Raises `UsageError` when there is nothing to draw with, or when they cannot be written.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise UsageError("plots need matplotlib: pip install 'agentfw[plots]'") from None
    # The same text every time; and a dollar sign in a name is just that.
    with mpl.rc_context({"svg.hashsalt": "agentfw", "text.parse_math": False}):
        rows, names = len(report.tables), len(report.tables[0].rows)
        figure = Figure(figsize=(10.0, rows * (1.6 + 0.5 * names)), layout="constrained")
        _draw(figure, report)
        _save(figure, folder)


def _save(figure: Figure, folder: Path) -> None:
    for name in PLOTS:
        dated = {"Date": None} if name.endswith(".svg") else {}
        try:
            figure.savefig(folder / name, dpi=120, metadata=dated)
        except OSError as error:
            raise UsageError(f"{folder / name}: cannot be written: {error.strerror}") from None


def _draw(figure: Figure, report: Report) -> None:
    figure.suptitle(f"{report.name}: {report.played} of {report.games} games")
    grid = figure.subplots(len(report.tables), 2, squeeze=False)
    rows = [row for table in report.tables for row in table.rows]
    lowest, highest = min(row.elo_low for row in rows), max(row.elo_high for row in rows)
    for table, (left, right) in zip(report.tables, grid, strict=True):
        _draw_ratings(left, table)
        left.set_xlim(lowest - 20.0, highest + 20.0)
        _draw_duels(right, table)


def _draw_ratings(axes: Axes, table: Table) -> None:
    places = range(len(table.rows))
    elo = [row.elo for row in table.rows]
    below = [row.elo - row.elo_low for row in table.rows]
    above = [row.elo_high - row.elo for row in table.rows]
    axes.axvline(MEAN, color="0.8", linewidth=1, zorder=0)
    axes.errorbar(elo, places, xerr=(below, above), fmt="o", color=_INK, capsize=4)
    for place, value in zip(places, elo, strict=True):
        axes.annotate(f"{value:.0f}", (value, place), (0, 7), textcoords="offset points", ha="center")
    axes.set_yticks(places, [row.name for row in table.rows])
    axes.set_ylim(len(table.rows) - 0.4, -0.7)
    axes.set_title(f"{table.scope}: Elo, with 95 % intervals")
    axes.spines[["top", "right", "left"]].set_visible(False)


def _draw_duels(axes: Axes, table: Table) -> None:
    names = [row.name for row in table.rows]
    duels = [[table.duel(name, other) for other in names] for name in names]
    shares = [[float("nan") if duel is None else duel.share for duel in row] for row in duels]
    axes.set_facecolor("0.9")
    axes.imshow(shares, cmap=_COLORS, vmin=0.0, vmax=1.0, aspect="auto")
    for down, row in enumerate(duels):
        for across, duel in enumerate(row):
            if duel is not None:
                ink = "white" if abs(duel.share - 0.5) > 0.3 else "black"
                axes.text(across, down, f"{duel.share:.0%}", ha="center", va="center", color=ink)
    axes.set_xticks(range(len(names)), names)
    if sum(map(len, names)) > _MANY_LETTERS:
        axes.tick_params(axis="x", rotation=30)
    axes.set_yticks(range(len(names)), names)
    axes.set_title(f"{table.scope}: share of points, row against column")
