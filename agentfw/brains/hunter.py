"""A sample brain: heals, arms itself, fights who comes into sight, carries flags, and explores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.brains.brain import Brain, BrainSetup
from agentfw.decisions import Decision, Explore, Fight, LookRound, PickUpItem, Reason, TravelTo
from agentfw.vocabulary import FlagState, ItemCategory

if TYPE_CHECKING:
    from agentfw.decisions import MoveIntent
    from agentfw.perception import KnownItem, View
    from agentfw.vocabulary import EntityId

__all__ = ["Hunter"]

_HURT: Final = 60
_NEAR_UU: Final = 1500.0
_FEW_ROUNDS: Final = 30
_ARMORED: Final = 50
_SULKS_S: Final = 30.0
_HEALING: Final = (ItemCategory.HEALTH,)
_ARMING: Final = (ItemCategory.WEAPON, ItemCategory.AMMO, ItemCategory.ARMOR, ItemCategory.SHIELD)


class Hunter(Brain):
    """Plays every game type a little."""

    def __init__(self, setup: BrainSetup = BrainSetup()) -> None:
        super().__init__(setup)
        self._refused: dict[EntityId, float] = {}
        """Until when an item that could not be had is left alone."""

    def decide(self, view: View) -> Decision:
        """What is most pressing."""
        fight = Fight() if view.enemies else None
        move, why = self._errand(view)
        # Whoever shoots is not in sight: turn round once to see who it is.
        look = LookRound() if view.threats.is_under_fire and not view.enemies else None
        if fight is not None and move is None:
            return Decision(fight=fight, reason=Reason("fight", "an enemy is in sight"))
        if move is None:
            move, why = Explore(), "nothing better to do"
        return Decision(move=move, look=look, fight=fight, reason=Reason(type(move).__name__, why))

    def _errand(self, view: View) -> tuple[MoveIntent | None, str]:
        flags = self._flag(view)
        if flags is not None:
            return flags
        if view.health < _HURT:
            item = self._nearest(view, _HEALING)
            if item is not None:
                return PickUpItem(item.id), f"health is {view.health}"
        if view.enemies:
            return None, ""
        points = [point for point in view.points.values() if point.owner != view.team]
        if points and view.has_teams:
            nearest = min(points, key=lambda point: (view.distance_to(point.location), point.id))
            return TravelTo(nearest.id), "the point is not ours"
        item = self._nearest(view, _ARMING)
        return (PickUpItem(item.id), "it is near") if item is not None else (None, "")

    def _flag(self, view: View) -> tuple[MoveIntent, str] | None:
        own, carried = view.own_flag, view.carried_flag
        if carried is not None and own is not None and own.home is not None:
            return TravelTo(location=own.home, tolerance_uu=20.0), "carries the flag"
        if own is not None and own.state is FlagState.DROPPED and own.location is not None:
            return TravelTo(location=own.location, tolerance_uu=20.0), "our flag lies there"
        for flag in view.enemy_flags:
            if flag.state is not FlagState.HELD and flag.whereabouts is not None:
                return TravelTo(location=flag.whereabouts, tolerance_uu=20.0), "their flag is there"
        return None

    def _nearest(self, view: View, kinds: tuple[ItemCategory, ...]) -> KnownItem | None:
        """The nearest item of some kinds that is worth the way and was not refused lately."""
        activity = view.activity("move")
        if activity is not None and isinstance(activity.intent, PickUpItem):
            current = view.items.get(activity.intent.item)
            if activity.has_failed:
                self._refused[activity.intent.item] = view.now + _SULKS_S
            elif activity.is_running and current is not None and current.category in kinds:
                # The way to it may begin away from it, so that another one looks nearer for a while.
                return current
        for item in view.items_there:
            if view.distance_to(item.location) > _NEAR_UU:
                return None
            is_refused = view.now < self._refused.get(item.id, 0.0)
            if item.category in kinds and not is_refused and self._wants(view, item):
                return item
        return None

    def _wants(self, view: View, item: KnownItem) -> bool:
        """Whether an item would make a difference."""
        if item.category is ItemCategory.WEAPON:
            return not self._has(view, item)
        if item.category is ItemCategory.AMMO:
            return view.me.ammo is not None and view.me.ammo < _FEW_ROUNDS
        if item.category in (ItemCategory.ARMOR, ItemCategory.SHIELD):
            return (view.me.armor or 0) < _ARMORED
        return True

    @staticmethod
    def _has(view: View, item: KnownItem) -> bool:
        """Whether a weapon is in the bag already."""
        told = view.classes.get(item.item_class) if item.item_class is not None else None
        name = told.inventory_class if told is not None else item.item_class
        return any(weapon.weapon_class == name for weapon in view.weapons.values())
