"""Every part of team files looked at for itself, so that what nobody uses is no hiding place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.team.layers import Layer, Told
from agentfw.team.shapes import BotKeys, LeaderKeys

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.documents import KeyPath
    from agentfw.team.casting import Casting
    from agentfw.team.including import Book
    from agentfw.team.layers import Sheet
    from agentfw.team.shapes import MindKeys, TeamKeys

__all__ = ["survey"]


def survey(books: Sequence[Book], casting: Casting) -> None:
    """Note names and files that are not there, and plans with mistakes, wherever they are named: also in
    roles without a bot, and in what nearer keys hide from every bot.
    """
    for book in dict.fromkeys(books):
        for sheet in book.sheets:
            for layer in _layers(sheet):
                casting.look_at(book, layer)
            for told in _leaders(sheet):
                casting.look_at_leader(told)
    casting.check_unplayed()


def _layers(sheet: Sheet) -> Iterator[Layer[MindKeys]]:
    """The parts of a file with keys of bots or leaders."""
    shape = sheet.shape
    if shape.defaults is not None:
        yield Layer(sheet, ("defaults",), shape.defaults)
    for name, keys in shape.roles.items():
        yield Layer(sheet, ("roles", name), keys)
    for name, team in shape.teams.items():
        yield Layer(sheet, ("teams", name), team)
        yield from _within(sheet, ("teams", name), team)


def _within(sheet: Sheet, way: KeyPath, team: TeamKeys) -> Iterator[Layer[MindKeys]]:
    """The parts of a team."""
    if isinstance(team.coordinator, LeaderKeys):
        yield Layer(sheet, (*way, "coordinator"), team.coordinator)
    for name, keys in team.bots.items() if isinstance(team.bots, dict) else ():
        if isinstance(keys, BotKeys):
            yield Layer(sheet, (*way, "bots", name), keys)


def _leaders(sheet: Sheet) -> Iterator[Told[str]]:
    """The leaders that a single word names."""
    for name, team in sheet.shape.teams.items():
        if isinstance(team.coordinator, str):
            yield Told(team.coordinator, sheet, ("teams", name, "coordinator"))
