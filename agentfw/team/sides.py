"""Which side each team plays on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.server import ArenaOptions
from agentfw.arena.world.rules import Mode
from agentfw.team.layers import pick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.team.lineup import Ground
    from agentfw.team.squads import Squad

__all__ = ["settle_sides"]

_COLORS: Final = ("red", "blue", "green", "gold")


def settle_sides(squads: Sequence[Squad], ground: Ground) -> dict[str, int | None]:
    """The number of each team by its name: that of its color, else the next that is free.

    Where everybody plays for himself, nobody has one. What cannot be is noted at its place.
    """
    if ground.host is None and ground.mode == Mode.DEATHMATCH.value:
        return {squad.name: None for squad in squads}
    sides = _COLORS if ground.host is not None else _COLORS[: ArenaOptions().settings().teams]
    numbers = _by_color(squads, sides, ground)
    free = [number for number in range(len(sides)) if number not in numbers.values()]
    for squad in squads:
        if squad.name not in numbers:
            if not free:
                where = ground.mode if ground.host is None else "a server"
                squad.problem(f'team "{squad.name}": {where} has {len(sides)} sides, and all are taken')
            numbers[squad.name] = free.pop(0) if free else None
    return numbers


def _by_color(squads: Sequence[Squad], sides: Sequence[str], ground: Ground) -> dict[str, int | None]:
    """The teams that say their color; a second time in the match, a team takes what is left."""
    numbers: dict[str, int | None] = {}
    owners: dict[str, str] = {}
    for squad in squads:
        told = pick(squad.layers, "color", str)
        if told is None or squad.copy:
            continue
        numbers[squad.name] = None
        if told.value not in sides:
            told.problem(f"color: there is no {told.value} side in {ground.mode}, only {_listed(sides)}")
        elif told.value in owners:
            told.problem(f'color: team "{owners[told.value]}" is {told.value} already')
        else:
            owners[told.value] = squad.name
            numbers[squad.name] = _COLORS.index(told.value)
    return numbers


def _listed(sides: Sequence[str]) -> str:
    return " and ".join(sides)
