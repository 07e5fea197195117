"""Facts as they are told by chat: from what a bot knows to what it says, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Fact
from agentfw.geometry import Vec3
from agentfw.radio.places import (
    item_called,
    item_name,
    place_called,
    place_name,
    place_said,
    point_called,
)
from agentfw.skills.spots import enemy_flag_of, entity, spot_in
from agentfw.talk import Meaning
from agentfw.vocabulary import NO_TEAM, FlagState

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.perception import KnownFlag, View
    from agentfw.vocabulary import EntityId

__all__ = ["fact_of", "is_told_to_all", "of_flag", "report_of", "whole", "worth_of"]

_STATES: Final = {
    FlagState.HOME.value: "home",
    FlagState.HELD.value: "taken",
    FlagState.DROPPED.value: "dropped",
}
_STATES_BACK: Final = {said: state for state, said in _STATES.items()}
_ITEM_UU: Final = 150.0
_WORTH: Final = {"flag seen": 3, "point owner": 2, "enemy seen": 1, "item taken": 0}
_TOLD_ITEMS: Final = ("weapon", "armor", "shield", "other")


def worth_of(fact: Fact) -> int:
    """How much a fact is worth telling."""
    return _WORTH.get(fact.subject, 0)


def is_told_to_all(fact: Fact) -> bool:
    """Whether the game itself tells that to everybody: how it is about a flag, but not where."""
    return fact.subject == "flag seen" and fact.location is None and fact.holder is None


def of_flag(fact: Fact, view: View) -> Fact:
    """Who has our flag tells something of the flag."""
    flag = view.own_flag
    if fact.subject != "carrier seen" or flag is None:
        return fact
    state = FlagState.HELD.value
    return Fact(
        "flag seen", fact.at, fact.source, flag.id, fact.location, state, flag.team, holder=fact.entity
    )


def report_of(fact: Fact, view: View) -> Meaning | None:
    """How a fact is put; None for what is not said by chat."""
    made = _SAID.get(fact.subject)
    return made(fact, view) if made is not None else None


def fact_of(meaning: Meaning, view: View, source: str) -> Fact | None:
    """What somebody has told, by the clock of this bot; None for what is about nothing that it knows."""
    made = _HEARD.get(meaning.kind)
    if made is None:
        return None
    at = max(0.0, view.now - (meaning.ago_s or 0.0))
    return made(meaning, view, Fact("", at, source))


# Said


def _flag_said(fact: Fact, view: View) -> Meaning | None:
    state = _STATES.get(fact.text)
    if state is None:
        return None
    flag = "ours" if fact.team == view.team else "theirs"
    who = _name_of(view, fact.holder)
    told = {"flag": flag}
    if state != "home":
        told |= _where(fact.location, view)
    location = whole(fact.location) if state != "home" else None
    if state == "taken" and who:
        return Meaning("carrier_is", slots={"who": who, **told}, location=location)
    return Meaning("flag_is", slots={"state": state, **told}, location=location)


def _enemy_said(fact: Fact, view: View) -> Meaning | None:
    where = _where(fact.location, view)
    if not where:
        return None
    who = {"who": fact.text} if fact.text else {}
    return Meaning("enemy_at", slots={**who, **where}, location=whole(fact.location))


def _point_said(fact: Fact, view: View) -> Meaning | None:
    if fact.entity is None or fact.team is None:
        return None
    owner = {view.team: "us", NO_TEAM: "nobody"}.get(fact.team, "them")
    return Meaning("held", slots={"place": place_said(view, fact.entity), "owner": owner})


def _item_said(fact: Fact, view: View) -> Meaning | None:
    item = view.items.get(fact.entity) if fact.entity is not None else None
    if item is None or item.category.value not in _TOLD_ITEMS:
        return None
    return Meaning("item_taken", slots={"item": item_name(item)}, location=whole(item.location))


_SAID: Final[Mapping[str, Callable[[Fact, View], Meaning | None]]] = {
    "flag seen": _flag_said,
    "enemy seen": _enemy_said,
    "point owner": _point_said,
    "item taken": _item_said,
}


def _where(location: Vec3 | None, view: View) -> dict[str, str]:
    place = place_name(view, location)
    return {"place": place} if place is not None else {}


def whole(location: Vec3 | None) -> Vec3 | None:
    """A point as people write it."""
    if location is None:
        return None
    return Vec3(float(round(location.x)), float(round(location.y)), float(round(location.z)))


def _name_of(view: View, player: EntityId | None) -> str:
    if player is None:
        return ""
    if player == view.me.id:
        return view.me.player_name or ""
    known = view.players.get(player)
    return known.name if known is not None else ""


# Heard


def _flag_heard(meaning: Meaning, view: View, told: Fact) -> Fact | None:
    flag = _flag_of(meaning, view)
    if flag is None:
        return None
    state = _STATES_BACK[meaning.slots.get("state", "taken")]
    holder = _player(view, meaning.slots.get("who", ""))
    return _filled(
        told, "flag seen", flag.id, location=_place(meaning, view), text=state, team=flag.team, by=holder
    )


def _enemy_heard(meaning: Meaning, view: View, told: Fact) -> Fact:
    who = meaning.slots.get("who", "")
    player = _player(view, who)
    known = view.players.get(player) if player is not None else None
    team = known.team if known is not None else None
    return _filled(told, "enemy seen", player, location=_place(meaning, view), text=who, team=team)


def _mate_heard(meaning: Meaning, view: View, told: Fact) -> Fact | None:
    """Where a mate says to be; places are too large to tell that."""
    mate = _player(view, told.source)
    if mate is None or meaning.location is None:
        return None
    return _filled(told, "mate at", mate, location=meaning.location, text=told.source, team=view.team)


def _point_heard(meaning: Meaning, view: View, told: Fact) -> Fact | None:
    point = point_called(view, meaning.slots["place"])
    if point is None:
        return None
    owners = {"us": view.team, "them": 1 - view.team, "nobody": NO_TEAM}
    team = owners[meaning.slots["owner"]]
    there = view.points[point].location
    return _filled(told, "point owner", point, location=there, team=team)


def _item_heard(meaning: Meaning, view: View, told: Fact) -> Fact | None:
    where = meaning.location
    if where is None:
        known = item_called(view, meaning.slots["item"])
    else:
        near = [
            one
            for one in view.items.values()
            if one.location is not None and one.location.distance_to(where) < _ITEM_UU
        ]
        named = [one for one in near if item_name(one) == meaning.slots["item"]] or near
        known = min(named, key=lambda one: one.id, default=None)
    if known is None:
        return None
    kind = str(known.item_class or "")
    return _filled(told, "item taken", known.id, location=known.location, text=kind)


def _place_heard(subject: str) -> Callable[[Meaning, View, Fact], Fact | None]:
    def make(meaning: Meaning, view: View, told: Fact) -> Fact:
        place = meaning.slots.get("place", "")
        return _filled(told, subject, None, location=_place(meaning, view), text=place)

    return make


_HEARD: Final[Mapping[str, Callable[[Meaning, View, Fact], Fact | None]]] = {
    "flag_is": _flag_heard,
    "carrier_is": _flag_heard,
    "enemy_at": _enemy_heard,
    "i_am_at": _mate_heard,
    "held": _point_heard,
    "item_taken": _item_heard,
    "attacked": _place_heard("attacked"),
    "clear": _place_heard("clear"),
    "need_help": _place_heard("help needed"),
}


def _filled(
    told: Fact,
    subject: str,
    entity: EntityId | None,
    *,
    location: Vec3 | None,
    text: str = "",
    team: int | None = None,
    by: EntityId | None = None,
) -> Fact:
    return Fact(subject, told.at, told.source, entity, location, text, team, by)


def _flag_of(meaning: Meaning, view: View) -> KnownFlag | None:
    return view.own_flag if meaning.slots["flag"] == "ours" else enemy_flag_of(view)


def _player(view: View, name: str) -> EntityId | None:
    if not name:
        return None
    if name == view.me.player_name:
        return view.me.id
    found = entity(view, name)
    return found if found in view.players else None


def _place(meaning: Meaning, view: View) -> Vec3 | None:
    """Where something is: as it was told in numbers, else the place that was named."""
    if meaning.location is not None:
        return meaning.location
    place = meaning.slots.get("place")
    if place is None:
        return None
    return spot_in(view, place_called(view, place))
