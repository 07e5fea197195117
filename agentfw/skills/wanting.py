"""What acts want besides what they are for: to keep an attacker in view, and to remember failures.

A body that runs while it is attacked looks at the attacker. An item that could not be had is left alone
for a while, and a flag that is not where it was seen is not looked for there again; every act of the
body puts that down, because nobody else can: senses change nothing.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.body.running import is_there
from agentfw.body.weapons import traits_of
from agentfw.decisions import Face, Fight, PickUpItem, TravelTo
from agentfw.skills.outcomes import Wants
from agentfw.vocabulary import EntityId, FlagState, PlayerDied

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.decisions import Channel, FightIntent, LookIntent, MoveIntent, SayIntent
    from agentfw.perception import KnownFlag, KnownWeapon, View
    from agentfw.skills.moment import Moment

__all__ = [
    "FOCUS",
    "NO_AMMO",
    "REACH",
    "SULKS_S",
    "Focus",
    "can_shoot",
    "errand_note",
    "focus_of",
    "is_refused",
    "keep_going",
    "lies_about",
    "noted_time",
    "wants",
]

SULKS_S: Final = 30.0
"""How long an item that could not be had is left alone."""
FOCUS: Final = "body.focus"
"""The note about whom the body has in view. Notes whose names begin so belong to one body."""
REACH: Final = "body.reach_ignored"
"""The note about when all that was told of reach was forgotten."""
NO_AMMO: Final = "is out of ammunition"
_ERRAND: Final = "body.errand"
_FOCUS_S: Final = 15.0
_DIED: Final = "died"
_REFUSED: Final = "refused."
_NO_WAY: Final = "no way"
_WATCHING: Final[tuple[Channel, ...]] = ("look", "fight")
_TOUCHED_UU: Final = 45.0
"""Nearer than this a flag would have been touched."""
_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


class Focus(msgspec.Struct, frozen=True):
    """An attacker whom the body has in view."""

    target: EntityId
    since: float
    is_shot_at: bool = False


def wants(
    now: Moment,
    *,
    move: MoveIntent | None = None,
    look: LookIntent | None = None,
    fight: FightIntent | None = None,
    say: SayIntent | None = None,
    stops: tuple[Channel, ...] = (),
    notes: Mapping[str, Any] = _NONE,
) -> Wants:
    """What an act wants, with what goes without saying."""
    focus = focus_of(now) if move is not None else None
    if focus is not None and _is_in_sight(now.view, focus.target):
        if look is None:
            look = Face(target=focus.target)
        if fight is None and focus.is_shot_at and can_shoot(now.view):
            fight = Fight(target=focus.target)
    found_out = _new_refusal(now) | _missed_flags(now)
    if FOCUS in now.notes and focus_of(now) is None:  # it is over, also if the target comes back
        found_out[FOCUS] = None
        stops = (*stops, *(channel for channel in _WATCHING if channel not in stops))
    all_notes = {**found_out, **notes} if found_out else notes
    return Wants(move=move, look=look, fight=fight, say=say, stops=stops, notes=all_notes)


def focus_of(now: Moment) -> Focus | None:
    """The attacker in view: until it died, or was not seen for 15 seconds, or this bot died."""
    focus, view = now.notes.get(FOCUS), now.view
    if not isinstance(focus, Focus) or not view.is_alive:
        return None
    known = view.players.get(focus.target)
    seen_at = max(focus.since, known.seen_at) if known is not None else focus.since
    has_died = any(death.id == focus.target for death in view.happened(PlayerDied))
    is_lost = known is None or known.location is None
    return None if has_died or is_lost or view.now - seen_at > _FOCUS_S else focus


def keep_going(now: Moment, errand: str) -> TravelTo | None:
    """The journey that an errand chose before, while the body is still on it."""
    activity, noted = now.view.activity("move"), now.notes.get(_ERRAND)
    if activity is None or not activity.is_running or not isinstance(activity.intent, TravelTo):
        return None
    return activity.intent if noted == (errand, activity.intent) else None


def errand_note(errand: str, chosen: TravelTo) -> dict[str, Any]:
    """What to note about a journey that was chosen by chance, so that it is chosen once."""
    return {_ERRAND: (errand, chosen)}


def is_refused(now: Moment, item: EntityId) -> bool:
    """Whether an item could not be had lately."""
    until = now.notes.get(_refusal(item))
    if isinstance(until, int | float) and now.view.now < until:
        return True
    return _failed_item(now.view) == item


def can_shoot(view: View) -> bool:
    """Whether a weapon is there that hits from afar and may have ammunition."""
    if view.weapons:
        return any(_shoots(view, weapon) for weapon in view.weapons.values())
    return bool(view.me.weapon) and view.me.weapon != "None" and view.me.ammo != 0


def _shoots(view: View, weapon: KnownWeapon) -> bool:
    # Most of what needs no ammunition is for close quarters, or is no weapon at all.
    traits = traits_of(view, weapon)
    return not traits.is_melee and traits.value > 0.0 and weapon.ammo != 0


def noted_time(now: Moment, name: str) -> float:
    """A moment that was noted; long ago if none was."""
    found = now.notes.get(name)
    return found if isinstance(found, int | float) else float("-inf")


def _is_in_sight(view: View, player: EntityId) -> bool:
    known = view.players.get(player)
    return known is not None and known.is_visible


def _new_refusal(now: Moment) -> dict[str, Any]:
    item = _failed_item(now.view)
    if item is None or noted_time(now, _refusal(item)) > now.view.now:
        return {}
    over = {name: None for name, until in now.notes.items() if _is_over(name, until, now.view.now)}
    return {**over, _refusal(item): now.view.now + SULKS_S}


def _failed_item(view: View) -> EntityId | None:
    """The item that the body failed to get last, or the thing that it found no way to."""
    activity = view.activity("move")
    if activity is None or not activity.has_failed or activity.reason == _DIED:
        return None
    if activity.ended_at is not None and view.now - activity.ended_at >= SULKS_S:
        return None
    intent = activity.intent
    if isinstance(intent, PickUpItem):
        return intent.item
    if isinstance(intent, TravelTo) and _NO_WAY in activity.reason:
        return intent.target
    return None


def lies_about(now: Moment, flag: KnownFlag | None) -> bool:
    """Whether a flag is on the ground at a known spot, and was not missed there."""
    if flag is None or flag.state is not FlagState.DROPPED or flag.location is None:
        return False
    if is_refused(now, flag.id):
        return False
    return flag.is_visible or flag.seen_at > noted_time(now, _missed(flag))


def _missed_flags(now: Moment) -> dict[str, Any]:
    """The flags that would be touched here if they still lay where they were seen."""
    here, notes = now.view.location, {}
    for flag in now.view.flags.values():
        there = flag.location
        if here is None or there is None or flag.is_visible or not lies_about(now, flag):
            continue
        if is_there(here, there, _TOUCHED_UU):
            notes[_missed(flag)] = flag.seen_at
    return notes


def _missed(flag: KnownFlag) -> str:
    return f"missed.{flag.team}"


def _refusal(item: EntityId) -> str:
    return f"{_REFUSED}{item}"


def _is_over(name: str, until: Any, now: float) -> bool:
    """Whether a note is of a refusal that counts no more; dropped items would pile up."""
    return name.startswith(_REFUSED) and isinstance(until, int | float) and until <= now
