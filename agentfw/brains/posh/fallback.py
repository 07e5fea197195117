"""Noticing that a drive achieves nothing, so that others get their turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.perception import View

__all__ = ["Fallback"]

_MOVED_UU: Final = 50.0


class Fallback:
    """Watches one bot; a drive that won for long without any effect is to be left alone as long."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._drive: object = None
        self._since = 0.0
        self._places: set[object] = set()
        """Where in the plan the drive was; going round in circles is no effect."""
        self._here: Vec3 | None = None
        self._signs: tuple[Any, ...] = ()

    def is_stuck(self, drive: object, place: object, view: View, now: float) -> bool:
        """Whether a drive that wins again has achieved nothing for too long; `place` is where it is."""
        signs = _signs(view)
        is_new = drive is not self._drive or signs != self._signs
        if is_new or view.me.shooting or self._has_moved(view.location):
            self._drive, self._signs, self._places = drive, signs, {place}
            self._since, self._here = now, view.location
            return False
        if place not in self._places:
            self._places.add(place)
            self._since = now
            return False
        if now - self._since < self.patience:
            return False
        self._drive = None
        return True

    def _has_moved(self, location: Vec3 | None) -> bool:
        if location is None or self._here is None:
            return location is not self._here
        return location.distance_to(self._here) >= _MOVED_UU


def _signs(view: View) -> tuple[Any, ...]:
    """Whatever changes when something is achieved."""
    done = [one.ended_at for one in view.activities.values() if one.is_done]
    return view.me.health, view.me.armor, view.me.ammo, _own_scores(view), done


def _own_scores(view: View) -> tuple[float | None, float | None]:
    """The points of the bot and of its team; those of others are no effect of what it does."""
    scores, me = view.scores, view.me.id
    return scores.players.get(me) if me is not None else None, scores.teams.get(view.team)
