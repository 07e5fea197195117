"""The limits of a human player, for bots that shall be beatable."""

from __future__ import annotations

from typing import Final

import msgspec

from agentfw.errors import UsageError

__all__ = ["PERFECT", "Human", "human_of_skill"]


class Human(msgspec.Struct, frozen=True, kw_only=True):
    """How quick, how steady and how clever a player is. All from 0 to 1 but for times and angles."""

    reaction_s: float = 0.0
    """How long an enemy is in sight before the first shot."""
    turn_rate: float = 100_000.0
    """How fast the aim follows, in degrees per second."""
    accuracy: float = 1.0
    """How little the aim scatters."""
    aim_skill: float = 1.0
    """How cleverly the spot to aim at is chosen."""
    attack_skill: float = 1.0
    """How nimbly the body moves in a fight."""
    alertness: float = 1.0
    """How far away somebody is noticed."""
    jumper: float = 0.0
    """How often it jumps in a fight."""
    croucher: float = 0.0
    """How often it ducks in a fight."""
    is_limited: bool = False
    """Whether the body aims by itself; else the game may do it, which is better at it."""


PERFECT: Final = Human()
"""No limits beyond those of the game."""

_BY_SKILL: Final = {
    1: Human(
        reaction_s=0.9, turn_rate=150, accuracy=0.2, aim_skill=0.2, attack_skill=0.15, alertness=0.3
    ),
    2: Human(
        reaction_s=0.6, turn_rate=220, accuracy=0.45, aim_skill=0.45, attack_skill=0.3, alertness=0.5
    ),
    3: Human(
        reaction_s=0.4, turn_rate=320, accuracy=0.65, aim_skill=0.65, attack_skill=0.5, alertness=0.7
    ),
    4: Human(
        reaction_s=0.25, turn_rate=480, accuracy=0.8, aim_skill=0.85, attack_skill=0.75, alertness=0.9
    ),
    5: Human(
        reaction_s=0.12, turn_rate=720, accuracy=0.95, aim_skill=1.0, attack_skill=1.0, alertness=1.0
    ),
}


def human_of_skill(skill: int) -> Human:
    """The limits of a player of skill 1, a beginner, to 5, an expert."""
    if skill not in _BY_SKILL:
        raise UsageError(f"skill {skill} is not one of {', '.join(map(str, _BY_SKILL))}")
    return msgspec.structs.replace(_BY_SKILL[skill], is_limited=True)
