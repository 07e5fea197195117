"""Behaviors of the eyes: facing something, and looking all around."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.progress import DONE, failed, going
from agentfw.geometry import FULL_TURN, Rotation, angle_between, normalize_angle
from agentfw.vocabulary import TurnTo

if TYPE_CHECKING:
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.decisions import Face, LookRound
    from agentfw.perception import View

__all__ = ["Facing", "LookingRound"]

_FACES_WITHIN: Final = 500
"""Unreal angles; the servers turn in steps of about that size."""
_TURN_S: Final = 3.0
_QUARTER: Final = FULL_TURN // 4
_PASSES_WITHIN: Final = 3000


class Facing:
    """Look at something. Done once it is faced; a turn that takes too long is a failure."""

    def __init__(self, intent: Face) -> None:
        self._intent = intent
        self._since: float | None = None

    def step(self, view: View, port: Port) -> Progress:
        """Turn on."""
        wanted = self._wanted(view)
        if wanted is None or view.me.rotation is None:
            return failed("nobody knows where that is")
        if self._since is None:
            self._since = view.now
        is_faced = angle_between(view.me.rotation.yaw, wanted.yaw) <= _FACES_WITHIN
        if port.is_moving and self._intent.rotation is None:
            self._since = view.now
            port.focus_target, port.focus_location = self._intent.target, self._intent.location
            return going("watching")
        if is_faced:
            self.stop(port)
            return DONE
        if view.now - self._since > _TURN_S:
            return failed(f"did not face it within {_TURN_S:.0f} s")
        self._turn(port, wanted)
        return going("turning")

    def stop(self, port: Port) -> None:
        """Look ahead again while moving."""
        port.focus_location = port.focus_target = None

    def _turn(self, port: Port, wanted: Rotation) -> None:
        intent = self._intent
        if intent.target is not None:
            port.turn(TurnTo(target=intent.target))
        elif intent.location is not None:
            port.turn(TurnTo(location=intent.location))
        else:
            port.turn(TurnTo(rotation=wanted))

    def _wanted(self, view: View) -> Rotation | None:
        intent, here = self._intent, view.location
        if intent.rotation is not None:
            return intent.rotation
        there = intent.location if intent.target is None else view.locate(intent.target)
        return (there - here).facing() if there is not None and here is not None else None


class LookingRound:
    """Turn by quarters until everything around was in view."""

    def __init__(self, intent: LookRound) -> None:
        self._left = 4 * intent.turns
        self._wanted: int | None = None
        self._since = 0.0

    def step(self, view: View, port: Port) -> Progress:
        """Turn on."""
        if view.me.rotation is None:
            return failed("does not know which way it faces")
        yaw = view.me.rotation.yaw
        if self._wanted is None or angle_between(yaw, self._wanted) <= _PASSES_WITHIN:
            if self._left == 0:
                return DONE
            self._left -= 1
            self._wanted = normalize_angle((yaw if self._wanted is None else self._wanted) + _QUARTER)
            self._since = view.now
        elif view.now - self._since > _TURN_S:
            return failed(f"did not turn a quarter within {_TURN_S:.0f} s")
        # A rotation of zero means "none" on one wire, so straight ahead is said as a full turn.
        port.turn(TurnTo(rotation=Rotation(0, self._wanted or FULL_TURN, 0)))
        return going("looking round")

    def stop(self, port: Port) -> None:
        """Nothing is left over."""
