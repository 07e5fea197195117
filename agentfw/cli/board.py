"""The live board of a match, as a picture of the `rich` library: pure, so it needs no terminal.

Everything on it is cut to its width and never wraps. What is wider than 80 columns goes to the texts
that were cut; what is higher than 24 lines to events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Group
from rich.table import Table
from rich.text import Text

from agentfw.cli.terminal import minutes, printable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from agentfw.match.boards import BoardRow, BoardSide, BoardState
    from agentfw.match.news import News

__all__ = ["board", "team_style"]

_STYLES: Final = ("bright_red", "bright_blue", "bright_green", "bright_yellow")
_DIM: Final = "bright_black"
_BAR: Final = 4
_MODES: Final = {
    "dm": "deathmatch",
    "tdm": "team deathmatch",
    "ctf": "capture the flag",
    "dom": "domination",
    "ddom": "double domination",
}
_DIGITS: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "-": ("   ", "▀▀▀", "   "),
}
"""Figures that can be read from across the room."""
_COLUMNS: Final = {
    # The width that each can do with, and the most that it has a use for.
    "bot": (3, 14),
    "plan": (4, 22),
    "health": (_BAR + 4, _BAR + 4),
    "arms": (9, 14),
    "place": (9, 14),
    "task": (14, 30),
    "decision": (15, 70),
    "k/d": (5, 9),
}
_WIDE: Final = 100
"""From here on there is room for whole names of plans, not only for their languages."""
_ELASTIC: Final = ("arms", "place", "task", "decision")
_EVENTS_LEAST: Final = 3


def board(state: BoardState, width: int, height: int) -> RenderableType:
    """A match as lines, none longer than the width and not more of them than the height."""
    top = [_title(state, width), *_scores(state.sides, width)]
    room = height - len(top) - 3  # the head of the table, a blank line and the footer
    shown = state.rows[: max(1, room - min(_EVENTS_LEAST, len(state.events)))]
    events = state.events[-max(0, room - len(shown)) :] if room > len(shown) else ()
    return Group(
        *top,
        _table(shown, width),
        _line(f"… {len(state.rows) - len(shown)} more", width)
        if len(shown) < len(state.rows)
        else Text(),
        *(_event(news, width) for news in events),
        _footer(state, width),
    )


def team_style(side: int) -> str:
    """The color of a team."""
    return _STYLES[side] if 0 <= side < len(_STYLES) else "white"


def _title(state: BoardState, width: int) -> Text:
    count = f", match {state.match} of {state.of}" if state.of > 1 else ""
    left = f"{state.level}, {_MODES.get(state.mode, state.mode)}{count}, seed {state.seed}"
    if state.left_s is None:
        clock = minutes(state.clock_s)
    elif state.left_s <= 0.0:
        clock = f"{minutes(state.clock_s)}, overtime"
    else:
        clock = f"{minutes(state.left_s)} left"
    text = Text(printable(left), style="bold", no_wrap=True)
    text.truncate(max(0, width - len(clock) - 2), overflow="ellipsis", pad=True)
    text.append(f"  {clock}", style="bold")
    text.truncate(width)
    return text


def _scores(sides: tuple[BoardSide, ...], width: int) -> list[Text]:
    """The score of every team in large figures, with the name of the team beside them."""
    lines = [Text(no_wrap=True) for _ in range(3)]
    for number, side in enumerate(sides):
        style, name = team_style(side.side), printable(side.name)
        for row, line in enumerate(lines):
            line.append("    " if number else " ")
            line.append(f"{name} " if row == 1 else " " * (len(name) + 1), style=f"bold {style}")
            figures = (_DIGITS[digit][row] for digit in f"{int(side.score):d}")
            line.append(" ".join(figures), style=style)
    for line in lines:
        line.truncate(width)
    return lines


def _table(rows: tuple[BoardRow, ...], width: int) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=_DIM)
    for name, wide in _widths(rows, width).items():
        table.add_column(name, width=wide, no_wrap=True, overflow="ellipsis")
    table.columns[-1].justify = "right"
    for row in rows:
        table.add_row(*_cells(row, _brain(row, width)))
    return table


def _widths(rows: tuple[BoardRow, ...], width: int) -> dict[str, int]:
    """The columns of the table. What changes often has widths that do not change with it."""
    widths = {name: least for name, (least, _) in _COLUMNS.items()}
    known = {
        "bot": [_name(row) for row in rows],
        "plan": [_brain(row, width) for row in rows],
        "k/d": [_tally(row).plain for row in rows],
    }
    for name, texts in known.items():
        least, most = _COLUMNS[name]
        widths[name] = max(least, min(most, max(map(cell_len, texts), default=0)))
    left = width - sum(widths.values()) - len(widths)
    while left > 0 and (grows := [name for name in _ELASTIC if widths[name] < _COLUMNS[name][1]]):
        widths[grows[left % len(grows)]] += 1
        left -= 1
    while left < 0 and max(widths.values()) > 1:  # narrow terminals cut
        widths[max(widths, key=widths.__getitem__)] -= 1
        left += 1
    return widths


def _name(row: BoardRow) -> str:
    return printable(row.name) + (f" ↻{row.restarts}" if row.restarts else "")


def _brain(row: BoardRow, width: int) -> str:
    return printable(row.brain if width >= _WIDE else row.brain.rpartition(".")[2])


def _cells(row: BoardRow, brain: str) -> tuple[Text, ...]:
    head = (Text(_name(row), style=f"bold {team_style(row.side)}"), Text(brain, style=_DIM))
    tally = _tally(row)
    if not row.is_playing:
        phase = Text(row.phase, style="yellow")
        return (*head, phase, Text(), Text(), Text(printable(_first_line(row.why))), Text(), tally)
    if not row.is_alive:
        return (*head, Text("dead", style=_DIM), Text(), *_mind(row, style=_DIM), tally)
    arms = f"{row.armor}+{row.weapon}" if row.armor else row.weapon
    return (*head, _health(row), Text(printable(arms)), *_mind(row), tally)


def _mind(row: BoardRow, style: str = "") -> tuple[Text, ...]:
    texts = (row.place, row.task, " > ".join(part for part in row.decision if part))
    return tuple(Text(printable(text), style=style) for text in texts)


def _health(row: BoardRow) -> Text:
    share = min(1.0, row.health / max(1, row.health_full))
    style = "green" if share > 0.5 else "yellow" if share > 0.25 else "red"
    eighths = max(1, round(share * _BAR * 8)) if row.health > 0 else 0
    bar = "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
    return Text(f"{bar:<{_BAR}}", style=style).append(f" {row.health:>3}", style="default")


def _tally(row: BoardRow) -> Text:
    """Kills and deaths, and how many looks came too late."""
    told = [f"{value}" if value is not None else "-" for value in (row.kills, row.deaths)]
    text = Text("/".join(told))
    return text.append(f" !{row.dropped}", style="yellow") if row.dropped else text


def _event(news: News, width: int) -> Text:
    text = Text(f"{minutes(news.at):>6}  ", style=_DIM, no_wrap=True)
    text.append(
        printable(_first_line(news.text)), style=team_style(news.team) if news.team is not None else ""
    )
    text.truncate(width, overflow="ellipsis")
    return text


def _footer(state: BoardState, width: int) -> Text:
    footer = state.footer
    parts = [f"{footer.thinks_hz:.0f} thinks/s", f"p99 {footer.turnaround_p99_ms:.1f} ms"]
    parts += [f"{footer.dropped} dropped", f"{footer.restarts} restarts", "Ctrl-C to stop"]
    return _line("  ".join(parts), width)


def _line(text: str, width: int) -> Text:
    line = Text(text, style=_DIM, no_wrap=True)
    line.truncate(width, overflow="ellipsis")
    return line


def _first_line(text: str) -> str:
    return text.partition("\n")[0]
