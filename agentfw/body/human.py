"""The limits of a human player, for bots that shall be beatable."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
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
    view_factor: float = 1.0
    """How much of the rest of a turn is done in a tenth of a second; 1 for all, as fast as it turns."""
    accuracy_with: Mapping[str, float] = MappingProxyType({})
    """The accuracy with some kinds of weapons, where it is another one; see `weapons.kind_of`."""
    aim_skill_with: Mapping[str, float] = MappingProxyType({})
    """The same for the skill of aiming."""
    fire_throttle: float = 0.0
    """For how much of each second the trigger is let go."""
    walker: float = 0.0
    """How many of its ways it walks while nobody is about."""
    weapon_jumper: float = 0.0
    """Whether it leaps by the blast of its own weapon; from one half on it does."""
    is_lifelike: bool = False
    """Whether it errs as people do: at close quarters, at who turns about, and while it flees."""

    def accuracy_of(self, kind: str) -> float:
        """How little the aim scatters with a kind of weapon."""
        return self.accuracy_with.get(kind, self.accuracy) if self.accuracy_with else self.accuracy

    def aim_skill_of(self, kind: str) -> float:
        """How cleverly the spot to aim at is chosen with a kind of weapon."""
        return self.aim_skill_with.get(kind, self.aim_skill) if self.aim_skill_with else self.aim_skill


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


_MEASURED: Final = ("reaction_s", "turn_rate", "accuracy", "aim_skill", "attack_skill", "alertness")
"""What the table tells."""


def human_of_skill(skill: float) -> Human:
    """The limits of a player of skill 1, a beginner, to 5, an expert; between two of them, of both."""
    low, high = _BY_SKILL.get(math.floor(skill)), _BY_SKILL.get(math.ceil(skill))
    if low is None or high is None:
        raise UsageError(f"skill {skill:g} is not from {min(_BY_SKILL)} to {max(_BY_SKILL)}")
    share = skill - math.floor(skill)
    between = {
        name: getattr(low, name) * (1.0 - share) + getattr(high, name) * share for name in _MEASURED
    }
    return msgspec.structs.replace(low, is_limited=True, **(between if share else {}))
