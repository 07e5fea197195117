"""Orders as they are given by chat: from what a leader wants to how it is put."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.language.types import plain_name
from agentfw.radio.places import place_said
from agentfw.talk import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.decisions import Order
    from agentfw.perception import View

__all__ = ["meaning_of"]


def meaning_of(order: Order, view: View) -> Meaning:
    """How an order is put; what has no words of its own is a task."""
    made = _GIVEN.get(plain_name(order.task))
    found = made(order) if made is not None else None
    if found is None:
        return Meaning("task", (order.to,), {"task": order.task}, arguments=order.arguments)
    places = {slot: place_said(view, told) for slot, told in found.slots.items() if slot == "place"}
    return replace(found, addressees=(order.to,), slots=found.slots | places)


def _about_place(kind: str) -> Callable[[Order], Meaning | None]:
    def give(order: Order) -> Meaning | None:
        place, seconds = _first_and_time(order)
        if _is_spot(place):
            return None
        return Meaning(kind, slots={"place": place or "own base"}, for_s=seconds)

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


def _is_spot(place: str) -> bool:
    """Whether somebody has to know the coordinates."""
    return "," in place or plain_name(place) == "here"
