"""Whether a bot can afford to type: nobody about, not just hurt, and both feet on dry ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.skills.fitness import has_boost
from agentfw.vocabulary import BodyPart, Died, Spawned, VolumeEntered, ZoneEntered

if TYPE_CHECKING:
    from agentfw.perception import View
    from agentfw.vocabulary import SelfState

__all__ = ["Calm"]

_JUST_HURT_S: Final = 2.0
_STANDS_UU: Final = 60.0
"""The center of a body that stands is no higher above the floor."""
_STANDS_SPEED: Final = 60.0
"""Who rises or falls faster, in uu per second, does not stand, where no floor is told."""
_LIQUIDS: Final = ("water", "lava", "slime", "nitrogen", "tar")
"""Parts of the names of zones that are full of it."""


class Calm:
    """Looks whether it is calm; of all that happened, it remembers only liquids."""

    def __init__(self) -> None:
        self._is_wet = False

    def look(self, view: View) -> None:
        """Take notice of what happened: bodies in liquid, and new ones that are not."""
        for event in view.events:
            percept = event.percept
            if isinstance(percept, VolumeEntered):
                self._is_wet = bool(percept.water or percept.pain_causing)
            elif isinstance(percept, ZoneEntered) and percept.part is not BodyPart.HEAD:
                self._is_wet = any(part in (percept.id or "").lower() for part in _LIQUIDS)
            elif isinstance(percept, Died | Spawned):
                self._is_wet = False

    def is_fighting(self, view: View, *, minds_wounds: bool = True) -> bool:
        """Whether there is a fight: enemies in sight, or fire from who is not. The dead have peace.

        Who does not mind its wounds only looks for enemies.
        """
        if not view.is_alive:
            return False
        threats = view.threats
        is_hurt = threats.is_under_fire or view.now - threats.hurt_at <= _JUST_HURT_S
        return (minds_wounds and is_hurt) or bool(view.enemies)

    def is_at_ease(self, view: View) -> bool:
        """Whether nothing speaks against beginning to type."""
        if not view.is_alive:
            return True
        is_well = not self._is_wet and not has_boost(view) and _is_standing(view.me)
        return is_well and not self.is_fighting(view)


def _is_standing(me: SelfState) -> bool:
    if me.floor_location is not None and me.location is not None:
        return me.location.z - me.floor_location.z <= _STANDS_UU
    return me.velocity is None or abs(me.velocity.z) <= _STANDS_SPEED
