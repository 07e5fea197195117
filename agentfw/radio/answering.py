"""Answers to questions of mates: where one is, what one does, what one knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.decisions import Fact
from agentfw.radio.news import report_of, whole
from agentfw.radio.places import base_near, place_name
from agentfw.skills.spots import enemy_flag_of, entity
from agentfw.talk import Meaning

if TYPE_CHECKING:
    from agentfw.perception import View
    from agentfw.radio.crew import Crew

__all__ = ["doing", "here", "whereabouts"]

_UNKNOWN: Final = Meaning("unknown")
_DONE_BY: Final = ("who", "place", "item")


def here(view: View, *, exactly: bool = False) -> Meaning:
    """Where this bot is: at what, in whose base, and in numbers for those who count."""
    place, base = place_name(view, view.location), base_near(view)
    if place is None or view.location is None:
        return _UNKNOWN
    told = {"place": place}
    if base is not None and base != place:
        told["base"] = base
    return Meaning("i_am_at", slots=told, location=whole(view.location) if exactly else None)


def doing(order: Meaning | None) -> Meaning:
    """What a bot is about, by its order; without one it does as it likes."""
    if order is None:
        return Meaning("doing", slots={"task": "dismiss"})
    told = {name: value for name, value in order.slots.items() if name in _DONE_BY}
    if order.kind == "task":
        return Meaning("doing", slots={"task": order.slots["task"]})
    if order.places:
        told["route"] = order.slots.get("route", "back")
    return Meaning("doing", slots={"task": order.kind, **told}, places=order.places)


def whereabouts(question: Meaning, view: View, crew: Crew) -> Meaning:
    """Where a flag or a player is, as far as this bot knows."""
    if "flag" in question.slots:
        flag = view.own_flag if question.slots["flag"] == "ours" else enemy_flag_of(view)
        if flag is None or flag.state is None:
            return _UNKNOWN
        fact = Fact(
            "flag seen",
            flag.seen_at,
            location=flag.location,
            text=flag.state.value,
            team=flag.team,
            holder=flag.holder,
        )
        return report_of(fact, view) or _UNKNOWN
    return _player_at(question.slots["who"], view, crew)


def _player_at(name: str, view: View, crew: Crew) -> Meaning:
    found = entity(view, name)
    known = view.players.get(found) if found is not None else None
    if name == view.me.player_name:
        return here(view)
    if known is None or not view.is_enemy(known):
        return _mate_at(name, view, crew)
    if known.location is None:
        return _UNKNOWN
    fact = Fact("enemy seen", known.seen_at, location=known.location, text=known.name)
    told = report_of(fact, view)
    return replace(told, ago_s=_ago(known.seen_at, view)) if told is not None else _UNKNOWN


def _mate_at(name: str, view: View, crew: Crew) -> Meaning:
    """Where a mate was seen, or said to be."""
    location, at = crew.whereabouts(name, view)
    place = place_name(view, location)
    if place is None:
        return Meaning("lost", slots={"who": name})
    return Meaning(
        "mate_at", slots={"who": name, "place": place}, location=whole(location), ago_s=_ago(at, view)
    )


def _ago(at: float, view: View) -> float | None:
    ago = float(round(view.now - at))
    return ago if ago >= 1.0 else None
