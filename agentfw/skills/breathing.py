"""Skills of who may drown: how long the body has been in water, and getting out of it.

The game tells when a body enters water and when it leaves it, not whether the head is under. So whoever
has been in water for a while goes back to where it was dry. UT99 tells no more than that the zone is
another one; there nobody minds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.decisions import TravelTo
from agentfw.geometry import Vec3
from agentfw.skills.outcomes import Wants
from agentfw.skills.skill import act, sense
from agentfw.skills.wanting import wants
from agentfw.vocabulary import VolumeEntered

if TYPE_CHECKING:
    from agentfw.perception import View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Performs

__all__ = ["mind_breath", "needs_air", "surface"]

_WET: Final = "body.wet"
_HOLDS_S: Final = 6.0
"""A body can do without air for about 20 s, and has to get out yet."""
_NOTHING: Final = Wants()


class Wet(msgspec.Struct, frozen=True):
    """Since when a body has been in water, and where it was before."""

    since: float
    dry: Vec3 | None


@sense
def needs_air(now: Moment, after_s: float = _HOLDS_S) -> bool:
    """Whether the body has been in water for more than 6 s; `mind_breath` has to be under way."""
    wet = _wet(now)
    return wet is not None and now.view.now - wet.since > after_s


@act
def mind_breath(now: Moment) -> Performs:
    """A note kept for `needs_air`, for ever; it wants nothing of the body. Never fails."""
    while True:
        notes = _news(now) if now.view.events else None
        now = yield Wants(notes=notes) if notes else _NOTHING


@act
def surface(now: Moment) -> Performs:
    """A run back to where it was dry while `needs_air` holds, for ever; else nothing. Never fails."""
    while True:
        wet = _wet(now)
        goal = wet.dry if wet is not None and needs_air(now) else None
        now = yield wants(now, move=TravelTo(location=goal)) if goal is not None else _NOTHING


def _wet(now: Moment) -> Wet | None:
    noted = now.notes.get(_WET)
    return noted if isinstance(noted, Wet) else None


def _news(now: Moment) -> dict[str, Any]:
    """What to note about the last volume that the body entered."""
    entered = now.view.happened(VolumeEntered)
    if not entered or entered[-1].water is None or entered[-1].water is (_WET in now.notes):
        return {}
    return {_WET: Wet(now.view.now, _shore(now.view)) if entered[-1].water else None}


def _shore(view: View) -> Vec3 | None:
    """The last place of the map where the body was, else where it is."""
    place = view.graph.nodes.get(view.last_place) if view.last_place is not None else None
    return place.location if place is not None else view.location
