"""How the legs move in a fight: nearer, farther, round and round, by how nimble the player is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.geometry import Vec3
from agentfw.vocabulary import Bumped, HitWall, LedgeReached, SetCrouching

if TYPE_CHECKING:
    import random

    from agentfw.body.human import Human
    from agentfw.body.port import Port
    from agentfw.body.weapons import WeaponTraits
    from agentfw.perception import KnownPlayer, View

__all__ = ["Footwork"]

_STANDS_BELOW: Final = 0.2
_CIRCLES_FROM: Final = 0.4
_SURPRISES_FROM: Final = 0.7
_STRIDE_UU: Final = 220.0
_SLACK: Final = 0.25
"""How far off the best distance is good enough."""
_FLIP_CHANCE: Final = 0.065
_FAR_FROM_PLACES_UU: Final = 400.0
"""Nobody strafes farther from the places of the map, because of ledges and lava."""
_ANTICS: Final = 0.1
"""How likely a jump or a duck is in one think, for somebody who does nothing rather."""
_STEPS_BACK: Final = 0.1
"""How likely a step aside is also one back, in one think of somebody lifelike."""
_DUCKS_S: Final = 0.8
_HIGHER_UU: Final = 40.0
"""Ground that is higher by so much is worth going round the other way for."""
_OBSTACLES: Final = (HitWall, Bumped, LedgeReached)


class Footwork:
    """Keeps a body moving around its enemy."""

    def __init__(self, human: Human, rng: random.Random) -> None:
        self._skill = human.attack_skill
        self._human = human
        self._rng = rng
        self._ducks_until: float | None = None
        self._side = rng.choice((-1.0, 1.0))
        self._flips_at = 0.0

    def step(self, view: View, port: Port, target: KnownPlayer, traits: WeaponTraits) -> None:
        """Move for one think."""
        here = view.location
        if self._skill < _STANDS_BELOW or here is None or target.location is None:
            port.stop()
            return
        self._consider_flip(view)
        if self._human.is_lifelike and self._skill >= _CIRCLES_FROM:
            self._side = _higher_side(view, here, target.location) or self._side
        self._hop_and_duck(view, port)
        point = self._point(here, target.location, traits.distance)
        if point is None or not _is_known_ground(view, point):
            if point is not None:
                self._side = -self._side
            port.stop()
            return
        port.move(point)

    def _point(self, here: Vec3, there: Vec3, wanted: float) -> Vec3 | None:
        away = Vec3(here.x - there.x, here.y - there.y, 0.0)
        far = away.length
        ahead = -away.unit() if far > 0.0 else Vec3(1.0, 0.0, 0.0)
        off = (far - wanted) / max(wanted, 1.0)
        to_and_fro = 0.0 if abs(off) <= _SLACK else max(-1.0, min(1.0, off))
        if self._skill < _CIRCLES_FROM:
            return here + ahead * (_STRIDE_UU * to_and_fro) if to_and_fro else None
        if self._human.is_lifelike and self._rng.random() < _STEPS_BACK:
            to_and_fro = -1.0
        side = Vec3(-ahead.y, ahead.x, 0.0) * self._side
        return here + (side + ahead * to_and_fro).unit() * _STRIDE_UU

    def stop(self, port: Port) -> None:
        """Stand up again."""
        if self._ducks_until is not None:
            self._ducks_until = None
            port.send(SetCrouching(crouch=False))

    def _hop_and_duck(self, view: View, port: Port) -> None:
        human = self._human
        if human.jumper and self._rng.random() < _ANTICS * human.jumper:
            port.jump()
        if self._ducks_until is not None and view.now >= self._ducks_until:
            self._ducks_until = None
            port.send(SetCrouching(crouch=False))
        elif self._ducks_until is None and self._rng.random() < _ANTICS * human.croucher:
            self._ducks_until = view.now + _DUCKS_S
            port.send(SetCrouching(crouch=True))

    def _consider_flip(self, view: View) -> None:
        if any(isinstance(event.percept, _OBSTACLES) for event in view.events):
            self._flip(view.now)
        elif view.now >= self._flips_at:
            surprises = self._skill > _SURPRISES_FROM
            if not surprises or self._rng.random() < _FLIP_CHANCE * 4:
                self._flip(view.now)

    def _flip(self, now: float) -> None:
        self._side = -self._side
        period = 0.4 + 0.2 * (1.0 - self._skill) + self._rng.uniform(-0.2, 0.2)
        self._flips_at = now + max(period, 0.2) + 0.6


def _higher_side(view: View, here: Vec3, there: Vec3) -> float:
    """The way round an enemy that leads to higher ground; 0 where both are the same, as far as known."""
    ahead = Vec3(there.x - here.x, there.y - here.y, 0.0).unit()
    left = Vec3(-ahead.y, ahead.x, 0.0) * _STRIDE_UU
    ends = [view.graph.nearest(here + left * side, within=_STRIDE_UU) for side in (1.0, -1.0)]
    heights = [one.location.z for one in ends if one is not None]
    rise = heights[0] - heights[1] if len(heights) == 2 else 0.0
    return math.copysign(1.0, rise) if abs(rise) >= _HIGHER_UU else 0.0


def _is_known_ground(view: View, point: Vec3) -> bool:
    """Whether a point is not too far from places where bodies are known to go."""
    return not len(view.graph) or view.graph.nearest(point, within=_FAR_FROM_PLACES_UU) is not None
