"""Where to aim: from the plain place of the target to the point where shot and target will meet.

The bands are those of a player who learns: first at what is seen, then ahead of it, then at the floor
beside it, then exactly. Scatter is added on top, the less of it the steadier the hand.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.geometry import Vec3

if TYPE_CHECKING:
    import random

    from agentfw.body.human import Human
    from agentfw.body.weapons import WeaponTraits
    from agentfw.perception import KnownPlayer, View

__all__ = [
    "Aim",
    "Watched",
    "aim_point",
    "impact",
    "intercept",
    "rounded",
    "scatter",
    "way_out",
]

_LEADS: Final = 0.4
_LEADS_EXACTLY: Final = 0.8
_USES_FLOOR: Final = 0.6
_SHOOTS_AT_HIDDEN: Final = 0.5
_FLOOR_UU: Final = 40.0
_CLOSE_UU: Final = 100.0
_FIRES_WITHIN: Final = 50.0
_FIRES_CLOSE_WITHIN: Final = 120.0
_OPPOSITE: Final = 179.5
_STEP_S: Final = 0.1
"""The time that a view factor is told for."""
_CLOSE_QUARTERS_UU: Final = 150.0
_AT_ARMS_LENGTH: Final = 0.6
"""What is left of accuracy with weapons that hit at once when the target is at the muzzle."""
_UNFLINCHING: Final = 0.9
_FLINCHES: Final = 0.7
_TABLE_SHARE: Final = 0.5
"""Bots without a character scatter less: the strength of each of their skills was measured so."""
_NOTICED_S: Final = 0.5
"""So long an aim is disturbed by a target that has turned about."""


def aim_point(
    here: Vec3, target: KnownPlayer, now: float, traits: WeaponTraits, aim_skill: float
) -> Vec3 | None:
    """The spot to aim at, without scatter; None when there is none worth a shot."""
    where = target.location
    if where is None:
        return None
    if not target.is_visible:
        return where if traits.splash and aim_skill > _SHOOTS_AT_HIDDEN else None
    seen = target.predicted(now) or where
    if traits.speed is not None and target.velocity is not None and aim_skill > _LEADS:
        if aim_skill > _LEADS_EXACTLY:
            seen = intercept(here, seen, target.velocity, traits.speed)
        else:
            seen = seen + target.velocity * (here.distance_to(seen) / traits.speed)
    wants_floor = traits.splash > 0.0 and aim_skill > _USES_FLOOR
    if wants_floor and seen.z - here.z <= 16.0 and here.distance_to(seen) > _CLOSE_UU:
        return Vec3(seen.x, seen.y, seen.z - _FLOOR_UU)
    return seen


def intercept(here: Vec3, where: Vec3, velocity: Vec3, speed: float) -> Vec3:
    """Where a shot fired now meets a target that goes straight on; the target itself if never."""
    way = where - here
    a = velocity.dot(velocity) - speed * speed
    b, c = 2.0 * way.dot(velocity), way.dot(way)
    if abs(a) < 1e-6:
        times = [-c / b] if abs(b) > 1e-9 else []
    else:
        root = b * b - 4.0 * a * c
        if root < 0.0:
            return where
        times = [(-b - math.sqrt(root)) / (2.0 * a), (-b + math.sqrt(root)) / (2.0 * a)]
    soonest = min((time for time in times if time > 0.0), default=None)
    return where if soonest is None else where + velocity * soonest


def scatter(
    spot: Vec3, here: Vec3, accuracy: float, rng: random.Random, *, is_lifelike: bool = False
) -> Vec3:
    """A spot near the one that was meant; exactly that one for a perfectly steady hand."""
    loose = 1.0 - accuracy
    if loose <= 0.0:
        return spot
    off = Vec3(rng.uniform(-20, 20), rng.uniform(-20, 20), rng.uniform(-10, 10)) * loose
    if accuracy < 0.8:
        far = 0.3 * loose * here.distance_to(spot)
        share = 1.0 if is_lifelike else _TABLE_SHARE
        wide = Vec3(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-share, share))
        off = off + wide * (share * far)
    return spot + off


def impact(here: Vec3, spot: Vec3, there: Vec3) -> Vec3:
    """Where a shot at a spot bursts, if the floor that it may meet is that of an enemy `there`."""
    floor = min(here.z, there.z) - _FLOOR_UU
    if spot.z >= floor:
        return spot
    return here + (spot - here) * ((here.z - floor) / (here.z - spot.z))


class Watched:
    """How a target moves, as far as it disturbs the aim."""

    def __init__(self) -> None:
        self._velocity: Vec3 | None = None
        self._sampled_at = self._turned_at = -math.inf

    def note(self, target: KnownPlayer, now: float) -> None:
        """See the target; called at every think."""
        if now - self._sampled_at < _NOTICED_S or target.velocity is None:
            return
        before, self._velocity, self._sampled_at = self._velocity, target.velocity, now
        if before is not None and before.dot(target.velocity) < 0.0:
            self._turned_at = now

    def steadiness(self, far: float, now: float, traits: WeaponTraits, aim_skill: float) -> float:
        """What is left of accuracy: all of it, unless the target has turned about or is too near."""
        left = _FLINCHES if now - self._turned_at <= _NOTICED_S and aim_skill < _UNFLINCHING else 1.0
        if traits.speed is None and far < _CLOSE_QUARTERS_UU:
            left *= _AT_ARMS_LENGTH + (1.0 - _AT_ARMS_LENGTH) * far / _CLOSE_QUARTERS_UU
        return left


def rounded(spot: Vec3) -> Vec3:
    """The spot in whole units, so that a steady aim is a steady command."""
    return Vec3(float(math.floor(spot.x)), float(math.floor(spot.y)), float(math.floor(spot.z)))


def way_out(view: View, target: KnownPlayer) -> Vec3 | None:
    """Where a hidden enemy will come into sight if it takes the shortest way to this bot.

    None where the map does not tell, or no place in sight lies on that way.
    """
    graph, here, there = view.graph, view.location, target.location
    start = graph.nearest(there) if there is not None else None
    goal = graph.nearest(here) if here is not None else None
    route = view.router.route(start.id, goal.id) if start is not None and goal is not None else None
    places = route.places if route is not None else ()
    seen = next((place for place in places if place in view.visible_places), None)
    return graph.nodes[seen].location if seen is not None and seen != places[-1] else None


class Aim:
    """Where the gun points: it follows the wanted spot no faster than a hand turns."""

    def __init__(self) -> None:
        self._direction: Vec3 | None = None
        self._at = 0.0

    def follow(self, view: View, spot: Vec3, human: Human) -> Vec3:
        """The spot that the gun points at now."""
        here = view.location
        if here is None:
            return spot
        wanted = (spot - here).unit()
        if self._direction is None and view.me.rotation is not None:
            self._direction, self._at = view.me.rotation.direction(), view.now - 0.1
        turn = human.turn_rate * max(0.0, view.now - self._at)
        if human.view_factor < 1.0 and self._direction is not None:
            done = 1.0 - (1.0 - human.view_factor) ** (max(0.0, view.now - self._at) / _STEP_S)
            turn = min(turn, done * _degrees(self._direction, wanted))
        self._direction = _turned(self._direction or wanted, wanted, turn)
        self._at = view.now
        return here + self._direction * max(here.distance_to(spot), 1.0)

    def is_on(self, here: Vec3, spot: Vec3) -> bool:
        """Whether the gun points near enough to a spot to fire."""
        if self._direction is None:
            return True
        within = _FIRES_CLOSE_WITHIN if here.distance_to(spot) < _CLOSE_UU else _FIRES_WITHIN
        return _degrees(self._direction, (spot - here).unit()) <= within / 2.0


def _degrees(one: Vec3, other: Vec3) -> float:
    return math.degrees(math.acos(max(-1.0, min(1.0, one.dot(other)))))


def _turned(now: Vec3, wanted: Vec3, degrees: float) -> Vec3:
    """A direction turned toward another one, by some degrees at most."""
    apart = _degrees(now, wanted)
    if apart <= degrees:
        return wanted
    if apart > _OPPOSITE:  # any way round is the shortest: take one, over the shoulder
        wanted = Vec3(-now.y, now.x, 0.0) if (now.x or now.y) else Vec3(1.0, 0.0, 0.0)
        apart = _degrees(now, wanted.unit())
        wanted = wanted.unit()
    whole, part = math.radians(apart), math.radians(min(degrees, apart))
    return now * (math.sin(whole - part) / math.sin(whole)) + wanted * (math.sin(part) / math.sin(whole))
