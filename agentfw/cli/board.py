"""The live board of a match, as a picture of the `rich` library: pure, so it needs no terminal.

Everything on it is cut to its width and never wraps. What is wider than 80 columns goes to the texts
that were cut; what is higher than 24 lines to events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Group
from rich.text import Text

from agentfw.cli.board_rows import DIM, bot_lines, first_line, team_style, way_words
from agentfw.cli.terminal import minutes, printable

if TYPE_CHECKING:
    from agentfw.match.boards import BoardLeader, BoardSide, BoardState
    from agentfw.match.news import News

__all__ = ["board"]

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
_LOW: Final = 16
"""Below this height, figures are as small as everything else."""
_EVENTS_LEAST: Final = 3
_LEVEL_MOST: Final = 60


def board(state: BoardState, width: int, height: int) -> Group:
    """A match as lines, none longer than the width and not more of them than the height."""
    is_low = height < _LOW
    leaders = [_leader(one, width) for one in state.leaders] if not is_low else []
    top = [_title(state, width), *_scores(state.sides, width, is_low=is_low), *leaders]
    room = height - len(top) - 3  # the head of the table, a blank line and the footer
    events_least = min(1 if is_low else _EVENTS_LEAST, len(state.events))
    shown = state.rows[: max(1, room - events_least)]
    hidden = len(state.rows) - len(shown)
    events = state.events[-(room - len(shown)) :] if room > len(shown) else ()
    lines = [
        *top,
        *bot_lines(shown, state.rows, width),
        _line(f"… {hidden} more" if hidden else "", width),
        *(_event(news, width) for news in events),
    ]
    return Group(*lines[: max(0, height - 1)], _footer(state, width))


def _title(state: BoardState, width: int) -> Text:
    count = f", match {state.match} of {state.of}" if state.of > 1 else ""
    level = printable(state.level)[:_LEVEL_MOST]
    where = f"{level}, {_MODES.get(state.mode, state.mode)}" if level else "on the way to the game"
    if state.left_s is None:
        clock = minutes(state.clock_s)
    elif state.left_s <= 0.0:
        clock = f"{minutes(state.clock_s)}, overtime"
    else:
        clock = f"{minutes(state.left_s)} left"
    text = Text(printable(f"{where}{count}, seed {state.seed}"), style="bold", no_wrap=True)
    text.truncate(max(0, width - len(clock) - 2), overflow="ellipsis", pad=True)
    text.append(f"  {clock}", style="bold")
    text.truncate(width)
    return text


def _scores(sides: tuple[BoardSide, ...], width: int, *, is_low: bool) -> list[Text]:
    """The score of every team with its name beside it, in large figures where there is room."""
    lines = [Text(no_wrap=True) for _ in range(1 if is_low else 3)] if sides else []
    for number, side in enumerate(sides):
        style, name, score = team_style(side.side), printable(side.name), f"{int(side.score):d}"
        for row, line in enumerate(lines):
            line.append("    " if number else " ")
            is_named = is_low or row == 1
            line.append(f"{name} " if is_named else " " * (cell_len(name) + 1), style=f"bold {style}")
            figures = score if is_low else " ".join(_DIGITS[digit][row] for digit in score)
            line.append(figures, style=style)
    for line in lines:
        line.truncate(width)
    return lines


def _leader(leader: BoardLeader, width: int) -> Text:
    plan = leader.brain.rpartition("/")[2]
    line = Text(printable(f"{leader.team} "), style=f"bold {team_style(leader.side)}", no_wrap=True)
    line.append(printable(f"led by {plan}, {leader.orders} orders  "), style=DIM)
    if leader.why:
        line.append(first_line(f"{leader.phase}: {leader.why}"), style="yellow")
    else:
        line.append(way_words(leader.decision, width - line.cell_len))
    line.truncate(width, overflow="ellipsis")
    return line


def _event(news: News, width: int) -> Text:
    text = Text(f"{minutes(news.at):>6}  ", style=DIM, no_wrap=True)
    text.append(first_line(news.text), style=team_style(news.team) if news.team is not None else "")
    text.truncate(width, overflow="ellipsis")
    return text


def _footer(state: BoardState, width: int) -> Text:
    footer, parts = state.footer, []
    if footer.thinks_hz:  # nothing was measured in the first seconds
        parts += [f"{footer.thinks_hz:.0f} thinks/s", f"p99 {footer.turnaround_p99_ms:.1f} ms"]
    parts += [f"{footer.dropped} dropped", f"{footer.restarts} restarts", "Ctrl-C to stop"]
    return _line("  ".join(parts), width)


def _line(text: str, width: int) -> Text:
    line = Text(text, style=DIM, no_wrap=True)
    line.truncate(width, overflow="ellipsis")
    return line
