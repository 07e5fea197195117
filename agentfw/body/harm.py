"""Whom a shot would hurt that it should not: friends, and whoever fires it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.perception import View

__all__ = ["BLAST", "harm_done", "is_mate_in_line", "is_splash_danger"]

BLAST: Final = "the blast would hurt us"
_BLAST_ON_MATE: Final = "the blast would hurt a friend"
_MATE: Final = "a friend is in the line"
_MATE_UU: Final = 45.0


def harm_done(view: View, splash: float, *spots: Vec3) -> str:
    """Why not to fire at any of some spots; empty if there is no reason."""
    if any(is_mate_in_line(view, spot) for spot in spots):
        return _MATE
    if any(view.distance_to(spot) < splash for spot in spots):
        return BLAST
    return _BLAST_ON_MATE if any(is_splash_danger(view, spot, splash) for spot in spots) else ""


def is_mate_in_line(view: View, spot: Vec3) -> bool:
    """Whether a friend stands between this bot and a spot."""
    here = view.location
    if here is None:
        return False
    way = spot - here
    far = way.length
    for mate in view.mates:
        if mate.location is None or far == 0.0:
            continue
        along = (mate.location - here).dot(way) / far
        if 0.0 < along < far and (mate.location - here - way * (along / far)).length < _MATE_UU:
            return True
    return False


def is_splash_danger(view: View, spot: Vec3, splash: float) -> bool:
    """Whether an impact at a spot would hurt this bot, or a friend who stands there."""
    if splash <= 0.0:
        return False
    near_me = view.distance_to(spot) < splash
    return near_me or any(
        mate.location is not None and mate.location.distance_to(spot) < splash for mate in view.mates
    )
