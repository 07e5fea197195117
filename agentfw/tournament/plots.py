"""Pictures of a tournament: ratings with their intervals, and everybody against everybody."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final

from agentfw.errors import UsageError
from agentfw.tournament.ratings import MEAN
from agentfw.tournament.standings import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from agentfw.tournament.reports import Report
    from agentfw.tournament.standings import Table

__all__ = ["PLOTS", "write_plots"]

PLOTS: Final = ("plot.png", "plot.svg")
"""What the files are called."""
_COLORS: Final = ("#3b6fb6", "#e07b39", "#3d9a6b", "#8d5fb3", "#c2475b", "#a08a2c", "#3c9fb0", "#6b6b6b")
"""Of the entrants, the best first; with more of them, they are used again."""
_SHARES: Final = "RdBu"
_SMALL: Final[dict[str, Any]] = {"color": "0.4", "fontsize": 9.5}
_SCOPES: Final = {
    EVERYTHING: "All games",
    "dm": "Deathmatch",
    "tdm": "Team deathmatch",
    "ctf": "Capture the flag",
    "dom": "Domination",
    "ddom": "Double domination",
}
_DPI: Final = 120.0
_MOST_PIXELS: Final = 12_000.0
"""Along one side; pictures of very many entrants are less sharp."""
_LEFT: Final = 4.6
"""The width of the left pictures, in inches."""
_MOST_FIGURES: Final = 16
"""Of more entrants than that, only colors are shown."""


def write_plots(folder: Path, report: Report) -> None:
    """Put the pictures into a folder: a row for all games, and one for each game type.

    Raises `UsageError` when there is nothing to draw with, or when they cannot be written.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415
    except ImportError:
        raise UsageError("plots need matplotlib: pip install 'agentfw[plots]'") from None
    # The same text every time; and a dollar sign in a name is just that.
    with mpl.rc_context({"svg.hashsalt": "agentfw", "text.parse_math": False, "font.size": 9.5}):
        figure = Figure(figsize=_size(report), layout=ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.08))
        _draw(figure, report)
        _save(figure, folder, min(_DPI, _MOST_PIXELS / max(_size(report))))


def _size(report: Report) -> tuple[float, float]:
    """Width and height in inches, with room for all names."""
    names = [row.name for row in report.tables[0].rows]
    longest = max(map(len, names))
    width = _LEFT + _right(len(names)) + 0.16 * longest
    turned = 0.045 * longest if _is_turned(names) else 0.0
    return width, 0.8 + len(report.tables) * (1.0 + 0.55 * len(names) + turned)


def _right(names: int) -> float:
    """The width of the right pictures."""
    return max(_LEFT, 0.8 * min(names, _MOST_FIGURES) + 0.3 * max(0, names - _MOST_FIGURES))


def _is_turned(names: Sequence[str]) -> bool:
    """Whether the names of the columns have no room side by side."""
    return sum(map(len, names)) > 11.0 * _right(len(names))


def _save(figure: Figure, folder: Path, dpi: float) -> None:
    for name in PLOTS:
        dated = {"Date": None} if name.endswith(".svg") else {}
        try:
            figure.savefig(folder / name, dpi=dpi, metadata=dated)
        except OSError as error:
            raise UsageError(f"{folder / name}: cannot be written: {error.strerror}") from None


def _draw(figure: Figure, report: Report) -> None:
    played = (
        f"{report.played}" if report.played == report.games else f"{report.played} of {report.games}"
    )
    figure.suptitle(f"{report.name}: {played} games", fontsize=14, fontweight="bold")
    widths = _LEFT, _right(len(report.tables[0].rows))
    grid = figure.subplots(len(report.tables), 2, squeeze=False, width_ratios=widths)
    rows = [row for table in report.tables for row in table.rows]
    lowest, highest = min(row.elo_low for row in rows), max(row.elo_high for row in rows)
    colors = {row.name: _COLORS[n % len(_COLORS)] for n, row in enumerate(report.tables[0].rows)}
    for table, (left, right) in zip(report.tables, grid, strict=True):
        _draw_ratings(left, table, colors)
        left.set_xlim(lowest - 25.0, highest + 25.0)
        _draw_duels(right, table)


def _draw_ratings(axes: Axes, table: Table, colors: Mapping[str, str]) -> None:
    """One line per entrant, at the height of its row in the picture beside this one."""
    axes.axvline(MEAN, color="0.8", linewidth=1, zorder=0)
    axes.grid(axis="x", color="0.93")
    axes.set_axisbelow(True)
    for place, row in enumerate(table.rows):
        color = colors[row.name]
        axes.hlines(place, row.elo_low, row.elo_high, color=color, alpha=0.35, linewidth=7)
        axes.plot(row.elo, place, "o", color=color, markersize=9, markeredgecolor="white")
        axes.annotate(
            f"{row.elo:.0f}", (row.elo, place), (0, 9), textcoords="offset points", ha="center"
        )
    axes.set_yticks(range(len(table.rows)), [row.name for row in table.rows], fontweight="bold")
    axes.set_ylim(len(table.rows) - 0.5, -0.5)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(_SCOPES[table.scope], loc="left", fontweight="bold", fontsize=11)
    axes.set_title("Elo, with 95 % intervals", loc="right", **_SMALL)


def _draw_duels(axes: Axes, table: Table) -> None:
    """Everybody against everybody."""
    names = [row.name for row in table.rows]
    duels = [[table.duel(name, other) for other in names] for name in names]
    shares = [[float("nan") if duel is None else duel.share for duel in row] for row in duels]
    axes.set_facecolor("0.94")
    axes.imshow(shares, cmap=_SHARES, vmin=-0.1, vmax=1.1, aspect="auto")
    figures = range(len(names) if len(names) <= _MOST_FIGURES else 0)
    for down, across in itertools.product(figures, repeat=2):
        duel = duels[down][across]
        if duel is not None:
            ink = "white" if abs(duel.share - 0.5) > 0.36 else "black"
            axes.text(across, down - 0.14, f"{duel.share:.1%}", ha="center", va="center", color=ink)
            counts = f"{duel.wins} - {duel.draws} - {duel.losses}"
            axes.text(
                across, down + 0.22, counts, ha="center", va="center", color=ink, alpha=0.75, fontsize=7
            )
    _draw_borders(axes, names)
    axes.set_title("row against column: share, won - drawn - lost", loc="right", **_SMALL)


def _draw_borders(axes: Axes, names: list[str]) -> None:
    """The names of rows and columns, and white lines between the cells."""
    axes.set_xticks(range(len(names)), names)
    if _is_turned(names):
        axes.tick_params(axis="x", rotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")
    axes.set_yticks(range(len(names)), names)
    between = [place + 0.5 for place in range(len(names) - 1)]
    axes.set_xticks(between, minor=True)
    axes.set_yticks(between, minor=True)
    axes.grid(which="minor", color="white", linewidth=2.5)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
