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


def whereabouts(question: Meaning, view: View) -> Meaning:
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
    return _player_at(question.slots["who"], view)


def _player_at(name: str, view: View) -> Meaning:
    found = entity(view, name)
    known = view.players.get(found) if found is not None else None
    if name == view.me.player_name:
        return here(view)
    if known is None or known.location is None or not view.is_enemy(known):
        return Meaning("lost", slots={"who": name}) if known is None else _UNKNOWN
    ago = float(round(view.now - known.seen_at))
    fact = Fact("enemy seen", known.seen_at, location=known.location, text=known.name)
    told = report_of(fact, view)
    if told is None:
        return _UNKNOWN
    return replace(told, ago_s=ago if ago >= 1.0 else None)
