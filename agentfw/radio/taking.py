"""Orders as they are taken by chat: from what was meant to what is done."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from agentfw.decisions import Order
from agentfw.radio.places import item_called, place_called, point_called
from agentfw.radio.unclear import NO_NAME, Unclear, no_place
from agentfw.skills.spots import enemy_flag_of, entity
from agentfw.talk import SPEAKER

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from agentfw.perception import View
    from agentfw.talk import Meaning

__all__ = ["ORDERED_FOR_S", "order_of", "person"]

ORDERED_FOR_S: Final[Mapping[str, float]] = {
    "help": 60.0,
    "follow": 600.0,
    "defend": 600.0,
    "attack": 600.0,
    "camp": 600.0,
    "patrol": 600.0,
    "lead_way": 600.0,
    "get_flag": 600.0,
    "return_flag": 180.0,
    "rush_base": 120.0,
    "get_item": 60.0,
    "kill": 180.0,
}
"""For how long an order holds when nobody says."""


def person(said: str, view: View, speaker: str, leader: str) -> str | Unclear:
    """Somebody by name, whatever was said of him."""
    if said == SPEAKER and not speaker:
        return NO_NAME
    known = {"our leader": leader, SPEAKER: speaker, **_carriers(view)}.get(said, said)
    return known or Unclear("who", said)


class _Told(NamedTuple):
    """An order as it was heard."""

    meaning: Meaning
    view: View
    speaker: str
    leader: str
    mates: Collection[str]

    def who(self) -> str | Unclear:
        """Somebody else by name, whatever was said of him."""
        who = person(self.meaning.slots["who"], self.view, self.speaker, self.leader)
        if isinstance(who, Unclear):
            return who
        if who == self.view.me.player_name:
            return Unclear("me", who)
        is_known = who in (self.speaker, self.leader, *self.mates) or self._is_met(who)
        return who if is_known else Unclear("who", who)

    def _is_met(self, who: str) -> bool:
        """Whether somebody was met; where no enemy was, anybody may be one."""
        if entity(self.view, who) in self.view.players:
            return True
        others = (self.view.is_enemy(one) for one in self.view.players.values())
        return self.meaning.kind == "kill" and not any(others)

    def place(self, slot: str = "place") -> str | Unclear:
        """A place as orders name it."""
        said = self.meaning.slots[slot]
        return place_called(self.view, said) or no_place(said)

    def spot(self) -> str | Unclear:
        """Where to stay: a place, where the speaker is, or where this bot is."""
        match self.meaning.slots.get("spot"):
            case "there":
                return "here"
            case "here":
                return _spot_of(self.view, self.speaker)
            case _:
                return self.place()


def order_of(
    meaning: Meaning, view: View, speaker: str = "", leader: str = "", mates: Collection[str] = ()
) -> Order | Unclear:
    """What an order comes to for the bot that it was said to; `mates` may be such that it never met."""
    told = _Told(meaning, view, speaker, leader, mates)
    found = _TAKEN[meaning.kind](told)
    if isinstance(found, Unclear):
        return found
    for_s = meaning.for_s if meaning.for_s is not None else ORDERED_FOR_S.get(meaning.kind)
    return replace(found, for_s=for_s if for_s is not None and math.isfinite(for_s) else None)


def _lasting(order: Order, told: _Told) -> Order:
    """What ends by itself after a time has to be told another one."""
    for_s = told.meaning.for_s
    if for_s is None:
        return order
    seconds = f"{min(for_s, 1e9):.0f}"
    return replace(order, arguments=(*order.arguments, seconds))


def _with_who(task: str, *, lasts: bool = False) -> Callable[[_Told], Order | Unclear]:
    def take(told: _Told) -> Order | Unclear:
        who = told.who()
        if isinstance(who, Unclear):
            return who
        order = Order(task, (who,))
        return _lasting(order, told) if lasts else order

    return take


def _plain(task: str) -> Callable[[_Told], Order | Unclear]:
    return lambda _told: Order(task)


def _help(told: _Told) -> Order | Unclear:
    """Help for another time than usual is to follow."""
    task = "help" if told.meaning.for_s in (None, ORDERED_FOR_S["help"]) else "follow"
    return _with_who(task, lasts=task == "follow")(told)


def _defend(told: _Told) -> Order | Unclear:
    point = point_called(told.view, told.meaning.slots["place"])
    if point is not None:
        return Order("hold", (point,))
    place = told.place()
    return place if isinstance(place, Unclear) else _lasting(Order("defend", (place,)), told)


def _attack(told: _Told) -> Order | Unclear:
    """The base of the enemy for its flag, a point to have it, anything else to be there."""
    point = point_called(told.view, told.meaning.slots["place"])
    if point is not None:
        return Order("hold", (point,))
    place = told.place()
    if isinstance(place, Unclear):
        return place
    is_base = place == "enemy base" and enemy_flag_of(told.view) is not None
    return Order("get flag") if is_base else Order("rush", (place,))


def _camp(told: _Told) -> Order | Unclear:
    place = told.spot()
    return place if isinstance(place, Unclear) else _lasting(Order("camp", (place,)), told)


def _patrol(told: _Told) -> Order | Unclear:
    """Round and round; in reverse, there and back."""
    places = []
    for said in told.meaning.places:
        place = place_called(told.view, said)
        if place is None:
            return no_place(said)
        places.append(place)
    is_reverse = told.meaning.slots.get("route") == "reverse"
    return Order("patrol", (*places, "back") if is_reverse else tuple(places))


def _get_item(told: _Told) -> Order | Unclear:
    said = told.meaning.slots["item"]
    point = point_called(told.view, said)
    if point is not None:
        return Order("hold", (point,))
    item = item_called(told.view, said)
    return Order("get item", (item.id,)) if item is not None else no_place(said)


def _lead_way(told: _Told) -> Order | Unclear:
    who = told.who()
    if isinstance(who, Unclear) or "place" not in told.meaning.slots:
        return who if isinstance(who, Unclear) else Order("lead", (who,))
    place = told.place()
    return place if isinstance(place, Unclear) else Order("lead", (who, place))


def _task(told: _Told) -> Order | Unclear:
    return Order(told.meaning.slots["task"], told.meaning.arguments)


_TAKEN: Final[dict[str, Callable[[_Told], Order | Unclear]]] = {
    "help": _help,
    "follow": _with_who("follow", lasts=True),
    "defend": _defend,
    "attack": _attack,
    "get_flag": _plain("get flag"),
    "return_flag": _plain("return flag"),
    "rush_base": _plain("rush"),
    "camp": _camp,
    "patrol": _patrol,
    "get_item": _get_item,
    "kill": _with_who("kill"),
    "lead_way": _lead_way,
    "task": _task,
}


def _carriers(view: View) -> dict[str, str]:
    """Who has which flag, by what people call them; empty names while nobody knows."""
    ours, theirs = view.own_flag, enemy_flag_of(view)
    return {
        "enemy carrier": _holder(view, ours.holder if ours is not None else None),
        "our carrier": _holder(view, theirs.holder if theirs is not None else None),
    }


def _holder(view: View, holder: str | None) -> str:
    if holder is None:
        return ""
    if holder == view.me.id:
        return view.me.player_name or ""
    return next((one.name for one in view.players.values() if one.id == holder), "")


def _spot_of(view: View, name: str) -> str | Unclear:
    """Where somebody stands, in coordinates."""
    if not name:
        return NO_NAME
    found = entity(view, name)
    there = view.locate(found) if found is not None else None
    if there is None:
        return Unclear("who", name)
    return f"{there.x:.0f},{there.y:.0f},{there.z:.0f}"
