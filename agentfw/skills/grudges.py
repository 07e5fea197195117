"""What a bot with a character remembers of others: who killed it, and whom it has hurt.

Senses change nothing, and no act is sure to be done in the think in which somebody dies; so the brain
notes this itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.vocabulary import DamageDealt, Died, EntityId, PlayerDied

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.perception import View
    from agentfw.skills.moment import Moment

__all__ = ["grudge_of", "is_weakened", "remembered"]

_KILLER: Final = "temper.killer"
_HURT: Final = "temper.hurt."
_HEALS_S: Final = 15.0
"""So long somebody counts as hurt."""
_WEAK: Final = 50
"""So many points of damage make an enemy easy prey."""


class _Wound(msgspec.Struct, frozen=True):
    """What an enemy has lost to this bot, and when last."""

    points: int
    at: float


def remembered(view: View, notes: Mapping[str, Any]) -> dict[str, Any]:
    """What to note of what has happened since the last think."""
    found: dict[str, Any] = {}
    for event in view.events:
        percept = event.percept
        if isinstance(percept, Died):
            is_other = percept.killer is not None and percept.killer != view.me.id
            found[_KILLER] = percept.killer if is_other else notes.get(_KILLER)
        elif isinstance(percept, DamageDealt) and percept.id is not None:
            name = _HURT + percept.id
            found[name] = _added(found.get(name, notes.get(name)), percept.damage or 0, view.now)
        elif isinstance(percept, PlayerDied) and percept.id is not None:
            found[_HURT + percept.id] = None
            if found.get(_KILLER, notes.get(_KILLER)) == percept.id:
                found[_KILLER] = None
    return found


def grudge_of(now: Moment) -> EntityId | None:
    """Who killed this bot last and lives; nobody if it was its own fault, or that one has died since."""
    found = now.notes.get(_KILLER)
    return EntityId(found) if isinstance(found, str) and found else None


def is_weakened(now: Moment, player: EntityId) -> bool:
    """Whether this bot has hurt somebody badly, and not long ago."""
    wound = now.notes.get(_HURT + player)
    if not isinstance(wound, _Wound):
        return False
    return wound.points >= _WEAK and now.view.now - wound.at <= _HEALS_S


def _added(wound: object, points: int, now: float) -> _Wound:
    is_fresh = isinstance(wound, _Wound) and now - wound.at <= _HEALS_S
    before = wound.points if isinstance(wound, _Wound) and is_fresh else 0
    return _Wound(before + points, now)
