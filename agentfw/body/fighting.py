"""Behaviors of the hands: fighting an enemy.

Whatever happens, a trigger that was pulled is let go: when the target is gone or dead, when the
ammunition is, when a friend steps into the line, when the body dies, when another decision comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.aiming import Aim, Watched, aim_point, impact, rounded, scatter, way_out
from agentfw.body.footwork import Footwork
from agentfw.body.harm import BLAST, harm_done, is_splash_danger
from agentfw.body.leaping import Leaping
from agentfw.body.progress import DONE, failed, going
from agentfw.body.travel import Travel
from agentfw.body.triggers import Throttle
from agentfw.body.weapons import choose_weapon, kind_of, traits_of
from agentfw.vocabulary import PlayerDied, Shoot

if TYPE_CHECKING:
    import random

    from agentfw.body.human import Human
    from agentfw.body.navigator import Navigator
    from agentfw.body.poise import Poise
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.body.weapons import WeaponTraits
    from agentfw.decisions import Fight
    from agentfw.geometry import Vec3
    from agentfw.perception import KnownPlayer, KnownWeapon, View
    from agentfw.vocabulary import EntityId

__all__ = ["Fighting"]

_CHASE_S: Final = 5.0
_MUCH_NEARER: Final = 0.6
"""Another enemy has to be nearer by this factor before the target is changed."""
_RECONSIDERS_S: Final = 2.0
"""How often the choice of a weapon is made anew."""
_COVER_S: Final = 1.5
"""How long after it was last seen an enemy may still be behind its cover."""
_FIRES_ON_THE_RUN: Final = 0.3
_FLEES: Final = -0.3
"""Whoever moves away from an enemy at this cosine or less flees from it."""
_STANDS: Final = 50.0
_FLOOR: Final = "the floor is in the way"
_IN_REACH: Final = 1.5
"""Weapons for close quarters are used within their distance by this factor."""


class Fighting:
    """Shoot at an enemy until one of both is gone."""

    def __init__(
        self, intent: Fight, navigator: Navigator, human: Human, rng: random.Random, *, poise: Poise
    ) -> None:
        self._intent = intent
        self._navigator = navigator
        self._human = human
        self._rng = rng
        self._poise = poise
        poise.surprise.begin()
        self._target: EntityId | None = intent.target
        self._aim = Aim()
        self._watched = Watched()
        self._throttle = Throttle(human.fire_throttle)
        self._footwork = Footwork(human, rng)
        self._lost_at: float | None = None
        self._armed_at = -_RECONSIDERS_S
        self._leaping = Leaping(human)
        self._chase: Travel | None = None

    def step(self, view: View, port: Port) -> Progress:
        """Aim, fire, move."""
        if any(death.id == self._target for death in view.happened(PlayerDied) if death.id):
            self._poise.surprise.forget()
            return self._end(port, DONE)
        target = self._pick(view)
        if target is None:
            return self._end(port, failed("no enemy is in sight"))
        self._target = target.id
        if not target.is_visible:
            return self._seek(view, port, target)
        self._lost_at, self._chase = None, None
        if self._poise.surprise.is_by(target, view.now) and not self._poise.notices(view, target):
            return self._overlook(port, target)
        self._poise.fights(target, view.now)
        weapon, is_changing = self._arm(view, port, target)
        traits = traits_of(view, weapon)
        port.focus_target = None if self._flees(view, port, target) else target.id
        what = "arming against"
        if _is_empty(weapon) and not traits.is_melee:
            if not is_changing:
                return self._end(port, failed("is out of ammunition"))
            port.stop_shooting()
        else:
            what = self._fire(view, port, target, traits, kind_of(weapon))
        if port.legs_are_free and not self._intent.stand:
            self._footwork.step(view, port, target, traits)
        return going(f"{what} {target.name or target.id}")

    def stop(self, port: Port) -> None:
        """Let go of the trigger."""
        self._end(port, DONE)

    # Whom

    def _pick(self, view: View) -> KnownPlayer | None:
        known = view.players.get(self._target) if self._target is not None else None
        if self._intent.target is not None:
            return known if known is not None and known.location is not None else None
        best = self._most_dangerous(view)
        if known is None or known.location is None or not self._poise.notices(view, known):
            return best
        if best is None or not known.is_visible:
            return best or known
        is_much_nearer = view.distance_to(best.location) < _MUCH_NEARER * view.distance_to(
            known.location
        )
        return best if is_much_nearer else known

    def _most_dangerous(self, view: View) -> KnownPlayer | None:
        attacker = view.threats.attacker
        hostile = next((enemy for enemy in view.enemies if enemy.id == attacker), None)
        if hostile is not None or not view.enemies:
            return hostile
        noticed = (enemy for enemy in view.enemies if self._poise.notices(view, enemy))
        return next(noticed, view.enemies[0])

    def _overlook(self, port: Port, target: KnownPlayer) -> Progress:
        """The target was just put down by a teleporter: go on as if it was not there."""
        self._end(port, DONE)
        return going(f"not noticing {target.name or target.id}")

    def _seek(self, view: View, port: Port, target: KnownPlayer) -> Progress:
        """The target is out of sight: hold fire, look where it was, and give up after a while."""
        port.focus_target = None
        self._poise.surprise.look(target, view.now)
        if self._lost_at is None:
            self._lost_at = view.now
            self._chase = Travel(self._navigator)
        self._fire_at_cover(view, port, target)
        if view.now - self._lost_at > _CHASE_S:
            return self._end(port, failed(f"lost sight of {target.name or target.id}"))
        if port.legs_are_free and not self._intent.stand and self._chase is not None:
            progress = self._chase.step(view, port, target.predicted(view.now))
            if not progress.is_running:
                self._chase = None
        return going(f"looking for {target.name or target.id}")

    def _fire_at_cover(self, view: View, port: Port, target: KnownPlayer) -> None:
        """A blast where the enemy went out of sight may still get it; other weapons are held."""
        here, weapon = view.location, view.weapons.get(view.me.weapon) if view.me.weapon else None
        traits, kind = traits_of(view, weapon), kind_of(weapon)
        spot = pointed = None
        is_fresh = self._lost_at is not None and view.now - self._lost_at <= _COVER_S
        is_ready = is_fresh and self._poise.surprise.is_over(view.now, self._human.reaction_s)
        if here is not None and is_ready and not _is_empty(weapon):
            spot = pointed = aim_point(here, target, view.now, traits, self._human.aim_skill_of(kind))
            if spot is not None and self._human.is_limited:
                spot = (way_out(view, target) if self._human.is_lifelike else None) or spot
                pointed = self._pointed_at(view, here, spot, kind)
        if spot is None or pointed is None or harm_done(view, traits.splash, spot, pointed):
            port.stop_shooting()
        else:
            port.shoot(Shoot(location=rounded(pointed)))

    def _pointed_at(self, view: View, here: Vec3, spot: Vec3, kind: str) -> Vec3 | None:
        """Where the gun points while it turns to a spot; None while nobody would fire yet."""
        human = self._human
        meant = scatter(spot, here, human.accuracy_of(kind), self._rng, is_lifelike=human.is_lifelike)
        pointed = self._aim.follow(view, meant, human)
        is_ready = self._aim.is_on(here, meant) and not self._poise.reason_to_wait(view.now)
        return pointed if is_ready and self._throttle.is_open(view.now) else None

    # With what

    def _arm(self, view: View, port: Port, target: KnownPlayer) -> tuple[KnownWeapon | None, bool]:
        """The weapon in hand, and whether another one is being taken."""
        held = view.weapons.get(view.me.weapon) if view.me.weapon else None
        wanted = view.weapons.get(self._intent.weapon) if self._intent.weapon else None
        if wanted is None:
            if held is not None and not _is_empty(held) and view.now - self._armed_at < _RECONSIDERS_S:
                return held, False
            self._armed_at = view.now
            wanted = choose_weapon(view, view.distance_to(target.location))
        is_changing = wanted is not None and (held is None or wanted.id != held.id)
        if wanted is not None and is_changing:
            port.arm(wanted.id)
        return held, is_changing

    # Where

    def _fire(self, view: View, port: Port, target: KnownPlayer, traits: WeaponTraits, kind: str) -> str:
        here, human = view.location, self._human
        aim_skill, accuracy = human.aim_skill_of(kind), human.accuracy_of(kind)
        spot = None if here is None else aim_point(here, target, view.now, traits, aim_skill)
        if here is None or spot is None:
            port.stop_shooting()
            return "watching"
        if human.is_lifelike:
            self._watched.note(target, view.now)
            accuracy *= self._watched.steadiness(here.distance_to(spot), view.now, traits, aim_skill)
        spot = scatter(spot, here, accuracy, self._rng, is_lifelike=human.is_lifelike)
        pointed = self._aim.follow(view, spot, human)
        shot_at = (spot, pointed) if human.is_limited else (spot,)
        why_not = self._reason_to_hold(view.now, here, spot) or harm_done(view, traits.splash, *shot_at)
        if not why_not and human.is_lifelike and target.location is not None:
            burst = impact(here, pointed, target.location)
            why_not = _FLOOR if is_splash_danger(view, burst, traits.splash) else ""
        why_not = why_not or self._manners(view, port, target, traits)
        if why_not == BLAST and self._leaping.leaps(view, port, target):
            return "leaping away from"
        if why_not:
            port.stop_shooting()
            return f"holding fire ({why_not}) at"
        alt = self._intent.alt
        if human.is_limited:
            port.shoot(Shoot(location=rounded(pointed), alt=alt))
        else:
            port.shoot(Shoot(target=target.id, alt=alt))
        return "shooting at"

    def _reason_to_hold(self, now: float, here: Vec3, spot: Vec3) -> str:
        if not self._poise.surprise.is_over(now, self._human.reaction_s):
            return "surprised"
        if self._human.is_limited and not self._aim.is_on(here, spot):
            return "turning"
        return self._poise.reason_to_wait(now)

    def _manners(self, view: View, port: Port, target: KnownPlayer, traits: WeaponTraits) -> str:
        """What else keeps somebody from firing that a machine would not mind; empty if nothing does."""
        if self._flees(view, port, target):
            return "fleeing"
        if not self._human.is_lifelike and not self._human.fire_throttle:
            return ""
        if traits.is_melee and view.distance_to(target.location) > _IN_REACH * traits.distance:
            return "out of reach"
        return "" if self._throttle.is_open(view.now) else "resting the trigger"

    def _flees(self, view: View, port: Port, target: KnownPlayer) -> bool:
        """Whether the legs run away from the enemy, and nobody so clumsy fires meanwhile."""
        human, velocity, here = self._human, view.me.velocity, view.location
        if not human.is_lifelike or human.attack_skill > _FIRES_ON_THE_RUN or port.legs_are_free:
            return False
        if velocity is None or here is None or target.location is None or velocity.length < _STANDS:
            return False
        return velocity.unit().dot((target.location - here).unit()) <= _FLEES

    def _end(self, port: Port, progress: Progress) -> Progress:
        port.stop_shooting()
        self._footwork.stop(port)
        port.focus_target = None
        if port.legs_are_free:
            port.stop()
        return progress


def _is_empty(weapon: KnownWeapon | None) -> bool:
    return weapon is not None and weapon.ammo is not None and weapon.ammo <= 0
