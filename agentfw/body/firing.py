"""Behaviors of the hands without an enemy: firing at a point, holding a weapon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.aiming import Aim, rounded
from agentfw.body.harm import harm_done
from agentfw.body.progress import DONE, failed, going
from agentfw.body.weapons import traits_of
from agentfw.vocabulary import Shoot

if TYPE_CHECKING:
    from agentfw.body.human import Human
    from agentfw.body.poise import Poise
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.decisions import ShootAt, Wield
    from agentfw.perception import View

__all__ = ["Shooting", "Wielding"]

_WIELD_S: Final = 4.0


class Shooting:
    """Fire at a point."""

    def __init__(self, intent: ShootAt, human: Human, poise: Poise) -> None:
        self._intent = intent
        self._human = human
        self._poise = poise
        self._aim = Aim()

    def step(self, view: View, port: Port) -> Progress:
        """Keep firing, unless that would hurt a friend."""
        spot = self._intent.location
        if view.me.ammo is not None and view.me.ammo <= 0:
            port.stop_shooting()
            return failed("is out of ammunition")
        weapon = view.weapons.get(view.me.weapon) if view.me.weapon else None
        splash = traits_of(view, weapon).splash
        why_not = harm_done(view, splash, spot)
        if not why_not and self._human.is_limited and view.location is not None:
            pointed = self._aim.follow(view, spot, self._human)
            if not self._aim.is_on(view.location, spot):
                port.stop_shooting()
                return going("turning")
            why_not = self._poise.reason_to_wait(view.now) or harm_done(view, splash, pointed)
            spot = rounded(pointed)
        if why_not:
            port.stop_shooting()
            return going(f"holding fire: {why_not}")
        port.shoot(Shoot(location=spot, alt=self._intent.alt or None))
        return going("firing")

    def stop(self, port: Port) -> None:
        """Let go of the trigger."""
        port.stop_shooting()


class Wielding:
    """Have a weapon in hand."""

    def __init__(self, intent: Wield) -> None:
        self._weapon = intent.weapon
        self._since: float | None = None

    def step(self, view: View, port: Port) -> Progress:
        """Ask for it until it is there."""
        if view.me.weapon == self._weapon:
            return DONE
        if self._since is None:
            self._since = view.now
        if self._weapon not in view.weapons:
            return failed("does not have that weapon")
        if view.now - self._since > _WIELD_S:
            return failed(f"did not get it in hand within {_WIELD_S:.0f} s")
        port.arm(self._weapon)
        return going("changing the weapon")

    def stop(self, port: Port) -> None:
        """Nothing is left over."""
