"""Lying in wait: whether a bot with a character camps now, where, and for how long.

By the rules of the Quake III bot: somebody who likes it, is fit, and holds a good weapon with ten rounds
stays for two minutes and more, the longer the more he likes it. Where maps of that game have spots for
it, here it is the place near by with the fewest ways to it; of several the one nearest to an item.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.decisions import Camp
from agentfw.skills.fitness import EVEN, fitness_of
from agentfw.skills.outcomes import Performs, Wants
from agentfw.skills.skill import act, sense
from agentfw.skills.tempers import care_of
from agentfw.skills.wanting import noted_time, wants
from agentfw.skills.ways import run_speed, standing_at, way_uu

if TYPE_CHECKING:
    from agentfw.navigation import Node
    from agentfw.perception import KnownWeapon, View
    from agentfw.skills.moment import Moment

__all__ = ["campsite", "is_camping", "lie_in_wait", "wants_camp"]

_CAMP: Final = "body.camp"
_THOUGHT: Final = "temper.camped"
"""The note about when it was last decided whether to camp, or a camp ended."""
_LIKES_FROM: Final = 0.1
_FOR_GOOD: Final = 0.99
_LEAST_S: Final = 120.0
_MORE_S: Final = 180.0
_CHANCE_S: Final = 15.0
_PAUSE_S: Final = 60.0
_NEAR_S: Final = 1.5
_ROUNDS: Final = 10
_ONE_IS_ENOUGH: Final = ("redeemer", "warhead")
_WEAPONS: Final = ("rocket", "eightball", "shock", "sniper")
_FAR_UU: Final = 3000.0


class _Camping(msgspec.Struct, frozen=True):
    """A camp that was decided on."""

    intent: Camp
    until: float


@sense
def is_camping(now: Moment) -> bool:
    """Whether this bot lies in wait somewhere, or is on its way there, because it likes to."""
    return _camping(now) is not None


@sense
def wants_camp(now: Moment) -> bool:
    """Whether this bot would lie in wait now, if chance will have it: by its character and its arms.

    Never without a character. It has to like it, feel fit, hold ten rounds for a rocket launcher, a
    shock or a sniper rifle, and not have camped within the last minute.
    """
    traits, view = now.traits, now.view
    if traits is None or traits.camper < _LIKES_FROM or view.carried_flag is not None:
        return False
    if view.now - noted_time(now, _THOUGHT) < _PAUSE_S or not _is_armed(view):
        return False
    return fitness_of(view, None, care_of(now)) >= EVEN


@act
def lie_in_wait(now: Moment) -> Performs:
    """A camp in a good spot, if the character likes that, and nothing at all else; for ever.

    Use it as the first of several acts that move. Legs that nobody wants are free. Never fails.
    """
    while True:
        camp, notes = campsite(now)
        if camp is not None:
            now = yield wants(now, move=camp, notes=notes)
        else:
            now = yield Wants(notes=notes)


def campsite(now: Moment) -> tuple[Camp | None, dict[str, Any]]:
    """Where this bot camps now, if it does, and what to note. For acts: it takes from chance."""
    camping = _camping(now)
    if camping is not None:
        return camping.intent, {}
    notes: dict[str, Any] = {}
    if _CAMP in now.notes:
        notes = {_CAMP: None, _THOUGHT: now.view.now}
    elif wants_camp(now) and now.traits is not None:
        notes = {_THOUGHT: now.view.now}
        place = _spot(now.view)
        if place is not None and now.random.random() < now.traits.camper:
            seconds = _LEAST_S + _MORE_S * now.traits.camper + _CHANCE_S * now.random.random()
            until = math.inf if now.traits.camper > _FOR_GOOD else now.view.now + seconds
            camp = Camp(place.id, round(seconds))
            return camp, {**notes, _CAMP: _Camping(camp, until)}
    return None, notes


def _camping(now: Moment) -> _Camping | None:
    """The camp that goes on: while the time is not up, and the bot is fit and armed."""
    noted = now.notes.get(_CAMP)
    if not isinstance(noted, _Camping) or noted.until <= now.view.now:
        return None
    is_fit = fitness_of(now.view, None, care_of(now)) >= EVEN
    return noted if is_fit and now.view.carried_flag is None else None


def _is_armed(view: View) -> bool:
    return any(_is_enough(weapon) for weapon in view.weapons.values())


def _is_enough(weapon: KnownWeapon) -> bool:
    name = f"{weapon.weapon_class or weapon.id}".lower()
    if any(part in name for part in _ONE_IS_ENOUGH):
        return weapon.ammo != 0
    return any(part in name for part in _WEAPONS) and (weapon.ammo is None or weapon.ammo >= _ROUNDS)


def _spot(view: View) -> Node | None:
    """The place near by to camp at; None without a map."""
    here, far = view.location, _NEAR_S * run_speed(view)
    if here is None or standing_at(view) is None:
        return None
    near = [node for node in view.graph.near(here, far) if way_uu(view, node.location, node.id) <= far]
    return min(near, key=lambda node: (*_openness(view, node), node.id), default=None)


def _openness(view: View, node: Node) -> tuple[int, float]:
    ways = sum(1 for _ in view.graph.links_from(node.id))
    items = (one.location for one in view.items.values() if one.location is not None)
    return ways, min((where.distance_to(node.location) for where in items), default=_FAR_UU)
