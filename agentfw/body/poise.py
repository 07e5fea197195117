"""What keeps hands still for a moment though all else is ready: surprise, teleporters, fresh weapons.

No game tells who was teleported. Whoever is elsewhere sooner than anybody runs there was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.surprise import Surprise
from agentfw.geometry import is_carried
from agentfw.vocabulary import Firing

if TYPE_CHECKING:
    from agentfw.body.human import Human
    from agentfw.geometry import Vec3
    from agentfw.perception import KnownPlayer, View
    from agentfw.vocabulary import EntityId

__all__ = ["Poise"]

_SWITCH_S: Final = 0.1
_ARRIVES_S: Final = 3.0
"""So long somebody is not noticed where a teleporter has put it down."""
_ARRIVES_UU: Final = 70.0
_REMEMBERS_S: Final = 10.0
"""So long after it was fought last, an enemy is noticed wherever it arrives."""
_TICK_S: Final = 1e-6


class Poise:
    """Watches a body and those around it from think to think; only the lifelike lose any time by it."""

    def __init__(self, human: Human) -> None:
        self._human = human
        self.surprise = Surprise()
        self._stood: tuple[Vec3, float] | None = None
        self._held: EntityId | None = None
        self._dazed_until = self._grips_until = 0.0
        self._seen: dict[EntityId, tuple[Vec3, float]] = {}
        self._arrived: dict[EntityId, tuple[Vec3, float]] = {}
        self._fought: dict[EntityId, float] = {}

    def look(self, view: View) -> None:
        """Compare everything with what it was before; called at every think."""
        if not self._human.is_lifelike:
            return
        self._feel(view)
        for other in view.players.values():
            self._watch(other)

    def reason_to_wait(self, now: float) -> str:
        """Why this body does not fire now, at whatever; empty if there is no reason."""
        if now < self._dazed_until - _TICK_S:
            return "just teleported"
        return "changing weapons" if now < self._grips_until - _TICK_S else ""

    def notices(self, view: View, other: KnownPlayer) -> bool:
        """Whether an enemy can become one to fight: nobody expects it where it was put down."""
        where, at = self._arrived.get(other.id, (None, 0.0))
        if where is None or other.location is None or view.now - at >= _ARRIVES_S:
            return True
        is_loud = other.firing is not Firing.NONE or other.id == view.threats.attacker
        return is_loud or where.distance_to(other.location) >= _ARRIVES_UU

    def fights(self, other: KnownPlayer, now: float) -> None:
        """Keep an enemy in mind, because it is being fought."""
        self._fought[other.id] = now
        self.surprise.look(other, now)

    def forget(self) -> None:
        """The body is gone; the next one is elsewhere, with something else in hand."""
        self._stood = self._held = None
        self._dazed_until = self._grips_until = 0.0
        self.surprise.forget()

    def _feel(self, view: View) -> None:
        here, held, now, stood = view.location, view.me.weapon, view.now, self._stood
        is_old_news = stood is not None and here == stood[0] and view.motion.is_moving
        if here is not None and not is_old_news:
            if stood is not None and is_carried(stood[0], here, now - stood[1]):
                self._dazed_until = now + self._human.reaction_s
            self._stood = here, now
        if held is not None and held != self._held:
            self._grips_until = now + _SWITCH_S if self._held is not None else now
            self._held = held

    def _watch(self, other: KnownPlayer) -> None:
        there, now = other.location, other.seen_at
        if there is None:
            self._seen.pop(other.id, None)
        elif other.is_visible:
            where, at = self._seen.get(other.id, (there, now))
            is_expected = now - self._fought.get(other.id, -_REMEMBERS_S) < _REMEMBERS_S
            if not is_expected and is_carried(where, there, now - at):
                self._arrived[other.id] = there, now
            self._seen[other.id] = there, now
