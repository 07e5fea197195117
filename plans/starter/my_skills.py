"""Senses and acts of your own. Every plan of the team can speak of them by name."""

from agentfw.decisions import Fight, Retreat
from agentfw.skills import Moment, Wants, act, sense


@sense
def outnumbered(now: Moment) -> bool:
    """Whether more enemies are in sight than friends, counting yourself."""
    return len(now.view.enemies) > len(now.view.mates) + 1


@act
def fall_back(now: Moment) -> Wants:
    """Get away from everybody in sight, and shoot back."""
    return Wants(move=Retreat(), fight=Fight())
