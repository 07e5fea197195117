"""The bots on the live board: a line for each, in columns that fit the width.

Where there is little room, columns that can be done without go first, so that what is left can be read.
No width depends on what changes from one moment to the next, so that nothing jumps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from agentfw.cli.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.match.boards import BoardRow

__all__ = ["DIM", "bot_lines", "first_line", "team_style", "way_words"]

DIM: Final = "bright_black"
_STYLES: Final = ("bright_red", "bright_blue", "bright_green", "bright_yellow")
_BAR: Final = 4
_WIDE: Final = 100
"""From here on there is room for what bots hold, and for whole names of plans."""
_NARROW: Final = 72
"""Below, a bot is told by its name and its color alone."""
_TIGHT: Final = 52
"""Below, health is only a number."""
_GOES: Final = ("place", "k/d", "task")
"""What goes next, in this order."""
_AT_ONCE: Final = " || "
_FIGHTS: Final = ", fights"
_PHASES: Final = {"given up": "red", "done": DIM}


class _Column(NamedTuple):
    """How wide a column can be."""

    least: int
    most: int
    share: int = 0
    """How much of what is left it gets, compared with the others."""


_COLUMNS: Final = {
    "bot": _Column(3, 14),
    "plan": _Column(4, 20),
    "health": _Column(_BAR + 4, _BAR + 4),
    "arms": _Column(9, 14, 1),
    "place": _Column(9, 14, 1),
    "task": _Column(12, 24, 3),
    "decision": _Column(14, 90, 7),
    "k/d": _Column(5, 9),
}


def team_style(side: int) -> str:
    """The color of a team."""
    return _STYLES[side] if 0 <= side < len(_STYLES) else "white"


def bot_lines(rows: tuple[BoardRow, ...], everybody: tuple[BoardRow, ...], width: int) -> list[Text]:
    """The head of the table and a line for each of the rows, as wide as it takes for everybody."""
    widths = _widths(everybody, width)
    heads = {name: name for name in widths} | ({"health": "  hp"} if widths["health"] == _BAR else {})
    head = {name: Text(text, style=DIM) for name, text in heads.items()}
    lines = [_joined(head, widths), *(_bot_line(row, widths) for row in rows)]
    for line in lines:
        line.truncate(width)
    return lines


def way_words(way: Sequence[str], width: int) -> str:
    """The way through a plan in so many columns: its end, which is what is done, goes last.

    >>> way_words(("Score", "Steal", "CarryHome", "walk"), 20)
    '… > CarryHome > walk'
    """
    parts = [printable(part) for part in way if part]
    fitting = [words for words in _shortened(parts) if cell_len(words) <= width]
    return max(fitting, key=cell_len, default="".join(parts[-1:]))


def _shortened(parts: Sequence[str]) -> Iterator[str]:
    """All ways to say it in fewer words; of things done at once, the first is never left out."""
    first, at_once, _ = "".join(parts[-1:]).partition(_AT_ONCE)
    lasts = [*parts[-1:], *([f"{first}{_AT_ONCE}…", first] if at_once else [])]
    for last in lasts:
        yield last
        for at in range(len(parts) - 1):
            yield " > ".join([*(["…"] if at else []), *parts[at:-1], last])
        if len(parts) > 1:
            yield f"… > {last}"


def first_line(text: str) -> str:
    """What can be said of a text in one line."""
    return printable(text.partition("\n")[0])


# Columns


def _widths(rows: tuple[BoardRow, ...], width: int) -> dict[str, int]:
    widths = {name: column.least for name, column in _COLUMNS.items()}
    for name in ("bot", "plan", "k/d"):
        column, texts = _COLUMNS[name], [_known_cell(name, row, width) for row in rows]
        widths[name] = max(column.least, min(column.most, max(map(cell_len, texts), default=0)))
    if width < _WIDE:
        del widths["arms"]
    if width < _NARROW:
        del widths["plan"]
    if width < _TIGHT:
        widths["health"] = _BAR
    for name in _GOES:
        if _taken(widths) > width:
            del widths[name]
    _share_out(widths, width)
    return widths


def _known_cell(name: str, row: BoardRow, width: int) -> str:
    cells = {"bot": _name(row), "plan": _brain(row, is_whole=width >= _WIDE), "k/d": _tally(row).plain}
    return cells[name]


def _taken(widths: dict[str, int]) -> int:
    return sum(widths.values()) + len(widths) - 1


def _share_out(widths: dict[str, int], width: int) -> None:
    """Give what is left to columns that have a use for it; where too little is left, cut the widest."""
    while (left := width - _taken(widths)) > 0:
        grows = [name for name in widths if widths[name] < _COLUMNS[name].most and _COLUMNS[name].share]
        if not grows:
            return
        for name in grows:
            share = min(_COLUMNS[name].share, _COLUMNS[name].most - widths[name], left)
            widths[name], left = widths[name] + share, left - share
    while _taken(widths) > width and max(widths.values()) > 1:
        widths[max(widths, key=widths.__getitem__)] -= 1


# Lines


def _bot_line(row: BoardRow, widths: dict[str, int]) -> Text:
    cells = {
        "bot": Text(_name(row), style=f"bold {team_style(row.side)}"),
        "plan": Text(_brain(row, is_whole="arms" in widths), style=DIM),
        "k/d": _tally(row),
    }
    if not row.is_playing:
        why = f": {first_line(row.why)}" if row.why else ""
        cells["health"] = Text(f"{row.phase}{why}", style=_PHASES.get(row.phase, "yellow"))
        return _joined(cells, widths, spans="health")
    told = way_words(row.decision, widths["decision"])
    if not row.is_alive:
        cells |= {"health": Text("dead", style=DIM), "decision": Text(told, style=DIM)}
        return _joined(cells, widths)
    arms = f"{row.armor}+{row.weapon}" if row.armor else row.weapon
    cells["health"] = _health(row, has_bar=widths["health"] > _BAR)
    task = row.task.removesuffix(_FIGHTS) if f"{_AT_ONCE}fight" in told else row.task
    texts = {"arms": arms, "place": row.place, "task": task, "decision": told}
    return _joined(cells | {name: Text(printable(text)) for name, text in texts.items()}, widths)


def _joined(cells: dict[str, Text], widths: dict[str, int], *, spans: str = "") -> Text:
    """Cells side by side; one may span all columns up to the last."""
    line, names = Text(no_wrap=True), list(widths)
    if spans:
        first, last = names.index(spans), len(names) - ("k/d" in widths)
        room = {name: widths[name] for name in names[first:last]}
        widths = {name: widths[name] for name in names if name not in room} | {spans: _taken(room)}
        names = [name for name in names if name == spans or name not in room]
    for name in names:
        cell, wide = cells.get(name, Text()), widths[name]
        if line.plain:
            line.append(" ")
        if name == "k/d":
            line.append(" " * max(0, wide - cell.cell_len))
            wide = min(wide, cell.cell_len)
        cell.truncate(wide, overflow="ellipsis", pad=True)
        line.append_text(cell)
    return line


# Cells


def _name(row: BoardRow) -> str:
    return printable(row.name) + (f" ↻{row.restarts}" if row.restarts else "")


def _brain(row: BoardRow, *, is_whole: bool) -> str:
    """The file of a plan, or in short its language; the class of a brain."""
    name = row.brain.rpartition("/")[2]
    return printable(name if is_whole else name.rpartition(":" if ":" in name else ".")[2])


def _health(row: BoardRow, *, has_bar: bool) -> Text:
    share = min(1.0, row.health / max(1, row.health_full))
    style = "green" if share > 0.5 else "yellow" if share > 0.25 else "red"
    if not has_bar:
        return Text(f"{row.health:>{_BAR}}", style=style)
    eighths = max(1, round(share * _BAR * 8)) if row.health > 0 else 0
    bar = "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
    return Text(f"{bar:<{_BAR}}", style=style).append(f" {row.health:>3}", style="default")


def _tally(row: BoardRow) -> Text:
    """Kills and deaths, and how many looks came too late."""
    told = [f"{value}" if value is not None else "-" for value in (row.kills, row.deaths)]
    text = Text("/".join(told))
    return text.append(f" !{row.dropped}", style="yellow") if row.dropped else text
