"""The game types: who scores for what, and when the match is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.arena.world.rules.base import MatchSettings, Mode, Rules
from agentfw.arena.world.rules.deathmatch import Deathmatch, TeamDeathmatch
from agentfw.arena.world.rules.domination import DominationRules, DoubleDomination, Point
from agentfw.arena.world.rules.flags import CaptureTheFlag, Flag

if TYPE_CHECKING:
    from agentfw.arena.world.world import World

__all__ = [
    "CaptureTheFlag",
    "Deathmatch",
    "DominationRules",
    "DoubleDomination",
    "Flag",
    "MatchSettings",
    "Mode",
    "Point",
    "Rules",
    "TeamDeathmatch",
    "rules_for",
]

_RULES: dict[Mode, type[Rules]] = {
    Mode.DEATHMATCH: Deathmatch,
    Mode.TEAM_DEATHMATCH: TeamDeathmatch,
    Mode.CAPTURE_THE_FLAG: CaptureTheFlag,
    Mode.DOMINATION: DominationRules,
    Mode.DOUBLE_DOMINATION: DoubleDomination,
}


def rules_for(world: World) -> Rules:
    """The rules of the world's game type, at the beginning of a match."""
    return _RULES[world.settings.mode](world)
