"""What bots with a character do where others fight, chase and wander: the same, as far as it suits them.

The acts of plans are the same for everybody. Here is what becomes of some of them for a bot that has
a character, so that every plan, in whatever language, is played by somebody.

Whom it fights, and with what, is a matter of taste. Who is hurt looks for health with its legs while
the hands go on fighting, the earlier the more careful it is. Who feels unfit goes for what makes it fit,
and fights on if there is nothing of that kind: nobody just runs. Who feels unfit lets enemies go that
are out of sight. Who has nothing to do looks after itself first, and then may lie in wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Explore, Fight, PickUpItem, TravelTo
from agentfw.skills.camping import campsite
from agentfw.skills.foes import carries_flag, is_daunted, is_eager
from agentfw.skills.items import item_under_way, recovery
from agentfw.skills.outcomes import DONE, Failed
from agentfw.skills.preferences import best_weapon, end_of
from agentfw.skills.tempers import appeal, is_avenged_on, is_spared
from agentfw.skills.wanting import can_shoot, wants

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.decisions import MoveIntent
    from agentfw.perception import KnownPlayer
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Performs
    from agentfw.vocabulary import EntityId

__all__ = [
    "chase_as_liked",
    "cure_in_fights",
    "fight_as_liked",
    "target_as_liked",
    "wander_as_liked",
]

_ATTACKS: Final = 0.3
"""Who shoots at this bot is as if it were nearer by this factor."""
_STAYS: Final = 0.7
"""Another enemy has to be nearer by this factor before the target is changed."""
_BEHIND_COVER_S: Final = 1.5
"""How long after it was last seen an enemy may still be behind its cover."""
_IN_FIGHTS_UU: Final = 900.0
_AT_PEACE_UU: Final = 2500.0
_HEALS_IN_FIGHTS: Final = 90.0
"""Below so much health, for the most careful, legs look for more in a fight; others wait longer."""
_HEALS_AT_PEACE: Final = 160.0
_ARMORS_AT_PEACE: Final = 100.0
_FULL: Final = 100.0


def target_as_liked(now: Moment, current: EntityId | None = None) -> EntityId | None:
    """Whom to shoot at of those in sight; None if nobody is worth it.

    The present target stays until another one is much more tempting, or carries a flag.
    """
    ones = [one for one in now.view.enemies if not is_spared(now, one)]
    best = min(ones, key=lambda one: _rank(now, one), default=None)
    kept = next((one for one in ones if one.id == current), None)
    if best is None or kept is None:
        return best.id if best is not None else None
    (is_plain, lure, _), (kept_plain, kept_lure, _) = _rank(now, best), _rank(now, kept)
    return best.id if is_plain < kept_plain or lure < _STAYS * kept_lure else kept.id


def fight_as_liked(now: Moment, target: EntityId | None, *, stand: bool) -> Performs:
    """A fight with one enemy, or with whoever is worth it from think to think."""
    current, weapon = target, best_weapon(now)
    while True:
        chosen = target if target is not None else target_as_liked(now, current) or _kept(now, current)
        if chosen is None:  # those in sight are spared: pass by
            if not now.view.enemies:
                return DONE
            now = yield wants(now, move=Explore(), stops=("fight",))
            continue
        current = chosen
        intent = Fight(target=chosen, weapon=weapon.id if weapon is not None else None, stand=stand)
        if end_of(now, "fight", intent) is not None:  # that was another fight with the same enemy
            now = yield wants(now, stops=("move", "fight"))
        legs = None if stand else _legs_in_fight(now, now.view.players.get(chosen))
        now = yield wants(now, move=legs, fight=intent, stops=() if legs is not None else ("move",))
        ended = end_of(now, "fight", intent)
        if ended is not None:
            return ended
        weapon = best_weapon(now, weapon.id if weapon is not None else None)


def _kept(now: Moment, current: EntityId | None) -> EntityId | None:
    """Whom a fight was with, unless it has become a prey that is too easy."""
    known = now.view.players.get(current) if current is not None else None
    return None if known is not None and known.is_visible and is_spared(now, known) else current


def chase_as_liked(
    now: Moment, quarry: Callable[[Moment], KnownPlayer | None], why_not: str
) -> Performs:
    """A run after an enemy by who is fit for it; others go their own ways until it is forgotten."""
    enemy = quarry(now)
    if enemy is None:
        return Failed(why_not)
    has_run = False
    while enemy is not None:
        if not has_run and not _runs_after(now, enemy):
            camp, notes = campsite(now)
            now = yield wants(now, move=_cure(now, at_peace=True) or camp or Explore(), notes=notes)
            enemy = quarry(now)
            continue
        has_run = True
        journey = TravelTo(target=enemy.id, tolerance_uu=150.0)
        if end_of(now, "move", journey) is not None:
            now = yield wants(now, stops=("move",))
        now = yield wants(now, move=journey, fight=_shots_at_quarry(now, enemy))
        ended = end_of(now, "move", journey)
        if ended is not None:
            return ended
        enemy = quarry(now)
    return DONE


def wander_as_liked(now: Moment) -> Performs:
    """Wandering, unless there is health or armor to be had, or a good spot to lie in wait."""
    while True:
        camp, notes = campsite(now)
        legs = _cure(now, at_peace=True) or camp or Explore()
        ended = end_of(now, "move", legs)
        if isinstance(ended, Failed) and isinstance(legs, Explore):
            return ended
        if ended is not None:
            now = yield wants(now, stops=("move",), notes=notes)
        else:
            now = yield wants(now, move=legs, notes=notes)


def cure_in_fights(now: Moment) -> PickUpItem | None:
    """Health near by that a careful character goes for while it fights; None if it does not."""
    return _cure(now, at_peace=False) if now.traits is not None else None


def _rank(now: Moment, enemy: KnownPlayer) -> tuple[bool, float, str]:
    lure = appeal(now, enemy) * (_ATTACKS if enemy.id == now.view.threats.attacker else 1.0)
    return not carries_flag(now.view, enemy), lure, enemy.id


def _runs_after(now: Moment, enemy: KnownPlayer) -> bool:
    view = now.view
    if view.carried_flag is not None:
        return False
    return carries_flag(view, enemy) or is_avenged_on(now, enemy) or is_eager(now, enemy)


def _shots_at_quarry(now: Moment, enemy: KnownPlayer) -> Fight | None:
    """A fight with an enemy that is run after; hands stay a little at where it went out of sight."""
    is_there = enemy.is_visible or now.view.now - enemy.seen_at <= _BEHIND_COVER_S
    if not is_there or not can_shoot(now.view) or is_spared(now, enemy):
        return None
    weapon = best_weapon(now, now.view.me.weapon)
    return Fight(target=enemy.id, weapon=weapon.id if weapon is not None else None)


def _legs_in_fight(now: Moment, enemy: KnownPlayer | None) -> MoveIntent | None:
    """What the legs do while the hands fight: None to dance around the enemy."""
    if enemy is not None and carries_flag(now.view, enemy):
        return None
    cure = cure_in_fights(now)
    if cure is not None or not is_daunted(now, enemy):
        return cure
    going = item_under_way(now)
    if going is not None:
        return PickUpItem(going.id)
    found = recovery(now, "weapon, ammo, health, armor, shield", _AT_PEACE_UU, enemy)
    return PickUpItem(found.id) if found is not None else None


def _cure(now: Moment, *, at_peace: bool) -> PickUpItem | None:
    """Health or armor that is worth a way now, by how careful this bot is."""
    care = now.traits.self_preservation if now.traits is not None else 0.0
    limit = min(_FULL, (_HEALS_AT_PEACE if at_peace else _HEALS_IN_FIGHTS) * care)
    kinds = "health, armor, shield" if now.view.health < limit else ""
    if not kinds and at_peace and (now.view.me.armor or 0) < _ARMORS_AT_PEACE * care:
        kinds = "armor, shield"
    if not kinds:
        return None
    going = item_under_way(now, kinds)
    found = going or recovery(now, kinds, _AT_PEACE_UU if at_peace else _IN_FIGHTS_UU)
    return PickUpItem(found.id) if found is not None else None
