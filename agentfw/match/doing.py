"""Where a bot is and what its body is about, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.server.results import team_name
from agentfw.decisions import (
    Camp,
    Do,
    Explore,
    Fight,
    Follow,
    Hide,
    Leap,
    Patrol,
    PickUpItem,
    Retreat,
    ShootAt,
    TravelTo,
    UseLink,
    Wield,
)
from agentfw.match.news import short_name
from agentfw.vocabulary import ItemCategory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.decisions import Intent
    from agentfw.geometry import Vec3
    from agentfw.perception import View
    from agentfw.vocabulary import EntityId

__all__ = ["place_words", "task_words"]

_NEAR_UU: Final = 500.0
_VERBS: Final[dict[type[Intent], str]] = {
    TravelTo: "to",
    Follow: "follows",
    Patrol: "patrols",
    Explore: "explores",
    PickUpItem: "fetches",
    Retreat: "flees",
    Hide: "hides",
    Camp: "camps at",
    UseLink: "takes",
    Leap: "leaps",
    Do: "acts",
    Fight: "fights",
    ShootAt: "shoots at",
    Wield: "draws",
}
_DROPPED: Final = (ItemCategory.WEAPON, ItemCategory.AMMO)
_OBJECTS: Final = ("target", "place", "item", "from_player", "end")


def place_words(view: View) -> str:
    """Where a bot is: at something people know, else at a place of the map, else where it stands."""
    here = view.location
    if here is None:
        return ""
    near = min(_landmarks(view, here), default=None)
    if near is not None and near[0] <= _NEAR_UU:
        return near[1]
    if view.place is not None:
        return short_name(view.place)
    return f"{here.x:.0f},{here.y:.0f}"


def _landmarks(view: View, here: Vec3) -> Iterator[tuple[float, str]]:
    """What lies about, with how far away it is."""
    for point in view.points.values():
        if point.location is not None:
            yield here.distance_to(point.location), _short(point.id)
    for flag in view.flags.values():
        if flag.home is not None:
            yield here.distance_to(flag.home), f"{team_name(flag.team)} base"
    for item in view.items.values():
        # Weapons are dropped everywhere, and some servers do not tell those from the map's own.
        if item.location is not None and item.category not in _DROPPED:
            yield here.distance_to(item.location), short_name(item.item_class or item.id)


def task_words(view: View) -> str:
    """What the body of a bot is about: legs first, then arms."""
    running = [view.activity("move"), view.activity("fight")]
    return ", ".join(_said(one.intent, view) for one in running if one is not None and one.is_running)


def _said(intent: Intent, view: View) -> str:
    verb = _VERBS.get(type(intent), type(intent).__name__)
    where: Vec3 | None = getattr(intent, "location", None)
    if where is not None:
        return f"{verb} {where.x:.0f},{where.y:.0f}"
    names = ("weapon",) if isinstance(intent, Wield) else _OBJECTS
    thing = next((one for name in names if (one := getattr(intent, name, None))), None)
    return f"{verb} {_called(thing, view)}" if thing is not None else verb


def _called(thing: EntityId, view: View) -> str:
    """What people call a thing of the game."""
    if thing in view.players:
        return view.players[thing].name or short_name(thing)
    if thing in view.items:
        return short_name(view.items[thing].item_class or thing)
    if thing in view.weapons:
        return short_name(view.weapons[thing].weapon_class or thing)
    flag = next((flag for flag in view.flags.values() if flag.id == thing), None)
    return f"the {team_name(flag.team)} flag" if flag is not None else _short(thing)


def _short(name: str) -> str:
    """A name of the map in as few letters as it takes."""
    return short_name(name).removeprefix("Control")
