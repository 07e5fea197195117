"""Orders as they are given and taken by chat: from what was meant to what is done, and back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from agentfw.decisions import Order
from agentfw.language.types import plain_name
from agentfw.radio.places import item_called, place_called, point_called
from agentfw.skills.spots import enemy_flag_of, entity
from agentfw.talk import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.perception import View

__all__ = ["ORDERED_FOR_S", "Unclear", "meaning_of", "order_of"]

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
_PLACES: Final = {"own base": "our base", "own flag": "our flag"}
"""What people call the places of plans."""


class Unclear(NamedTuple):
    """Why an order cannot be taken: somebody or something is not to be found."""

    slot: str
    """``who`` or ``place``."""
    what: str


class _Told(NamedTuple):
    """An order as it was heard."""

    meaning: Meaning
    view: View
    speaker: str
    leader: str

    def who(self) -> str | Unclear:
        """Somebody by name, whatever was said of him."""
        who = self.meaning.slots["who"]
        known = {"our leader": self.leader, "me": self.speaker, **_carriers(self.view)}.get(who, who)
        return known or Unclear("who", "you" if who == "me" else who)

    def place(self, slot: str = "place") -> str | Unclear:
        """A place as orders name it."""
        said = self.meaning.slots[slot]
        return place_called(self.view, said) or Unclear("place", said)

    def spot(self) -> str | Unclear:
        """Where to stay: a place, where the speaker is, or where this bot is."""
        match self.meaning.slots.get("spot"):
            case "there":
                return "here"
            case "here":
                return _spot_of(self.view, self.speaker)
            case _:
                return self.place()


def order_of(meaning: Meaning, view: View, speaker: str = "", leader: str = "") -> Order | Unclear:
    """What an order comes to for the bot that it was said to."""
    told = _Told(meaning, view, speaker, leader)
    found = _TAKEN[meaning.kind](told)
    if isinstance(found, Unclear):
        return found
    for_s = meaning.for_s if meaning.for_s is not None else ORDERED_FOR_S.get(meaning.kind)
    return replace(found, for_s=for_s if for_s is not None and math.isfinite(for_s) else None)


def meaning_of(order: Order) -> Meaning:
    """How an order is put; what has no words of its own is a task."""
    made = _GIVEN.get(plain_name(order.task))
    found = made(order) if made is not None else None
    if found is None:
        return Meaning("task", (order.to,), {"task": order.task}, arguments=order.arguments)
    return replace(found, addressees=(order.to,))


# Taken


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
            return Unclear("place", said)
        places.append(place)
    is_reverse = told.meaning.slots.get("route") == "reverse"
    return Order("patrol", (*places, "back") if is_reverse else tuple(places))


def _get_item(told: _Told) -> Order | Unclear:
    said = told.meaning.slots["item"]
    item = item_called(told.view, said)
    return Order("get item", (item.id,)) if item is not None else Unclear("place", said)


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
    found = entity(view, name)
    there = view.locate(found) if found is not None else None
    if there is None:
        return Unclear("who", name or "you")
    return f"{there.x:.0f},{there.y:.0f},{there.z:.0f}"


# Given


def _about_place(kind: str) -> Callable[[Order], Meaning | None]:
    def give(order: Order) -> Meaning | None:
        place, seconds = _first_and_time(order)
        if _is_spot(place):
            return None
        return Meaning(kind, slots={"place": _said_of(place or "own base")}, for_s=seconds)

    return give


def _about_who(kind: str) -> Callable[[Order], Meaning | None]:
    def give(order: Order) -> Meaning | None:
        who, seconds = _first_and_time(order)
        return Meaning(kind, slots={"who": who}, for_s=seconds) if who else None

    return give


def _of_itself(kind: str) -> Callable[[Order], Meaning | None]:
    return lambda order: Meaning(kind, for_s=order.for_s) if not order.arguments else None


def _give_rush(order: Order) -> Meaning | None:
    place, _ = _first_and_time(order)
    if plain_name(place or "own base") == "ownbase":
        return Meaning("rush_base", for_s=order.for_s)
    return None


def _give_item(order: Order) -> Meaning | None:
    kind, _ = _first_and_time(order)
    is_id = not kind or "." in kind
    return None if is_id else Meaning("get_item", slots={"item": kind}, for_s=order.for_s)


_GIVEN: Final[dict[str, Callable[[Order], Meaning | None]]] = {
    "getflag": _of_itself("get_flag"),
    "attack": _of_itself("get_flag"),
    "returnflag": _of_itself("return_flag"),
    "defend": _about_place("defend"),
    "guard": _about_place("defend"),
    "hold": _about_place("defend"),
    "follow": _about_who("follow"),
    "accompany": _about_who("follow"),
    "escort": _about_who("follow"),
    "help": _about_who("help"),
    "kill": _about_who("kill"),
    "rush": _give_rush,
    "go": _give_rush,
    "getitem": _give_item,
    "dismissed": lambda _order: Meaning("dismiss"),
}


def _first_and_time(order: Order) -> tuple[str, float | None]:
    first = order.arguments[0] if order.arguments else ""
    for_s = order.for_s
    if for_s is None and len(order.arguments) == 2 and order.arguments[1].isdecimal():
        for_s = float(order.arguments[1])
    return first, for_s


def _said_of(place: str) -> str:
    """A place as people call it, without the name of the map."""
    for name, said in _PLACES.items():
        if plain_name(place) == plain_name(name):
            return said
    return place.rpartition(".")[2]


def _is_spot(place: str) -> bool:
    """Whether somebody has to know the coordinates."""
    return "," in place or plain_name(place) == "here"
