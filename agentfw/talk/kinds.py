"""Everything that can be meant: orders, questions and statements, and what belongs to each."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "FLAGS",
    "HELPERS",
    "HELPER_VARIABLES",
    "KINDS",
    "MEANT",
    "NAMED",
    "VARIABLES",
    "WORD_LISTS",
    "Kind",
]


class Kind(NamedTuple):
    """One thing that can be meant."""

    sort: str
    """``order``, ``question`` or ``statement``."""
    needs: tuple[str, ...] = ()
    """What has to be told; ``place|spot`` is one of both."""
    may: tuple[str, ...] = ()
    """What can be told."""


_TASKS: Final = {
    "help": Kind("order", ("who",), ("time",)),
    "follow": Kind("order", ("who",), ("time",)),
    "defend": Kind("order", ("place",), ("time",)),
    "attack": Kind("order", ("place",), ("time",)),
    "get_flag": Kind("order", (), ("time",)),
    "return_flag": Kind("order", (), ("time",)),
    "rush_base": Kind("order", (), ("time",)),
    "camp": Kind("order", ("place|spot",), ("time",)),
    "patrol": Kind("order", ("places", "route"), ("time",)),
    "get_item": Kind("order", ("item",), ("time",)),
    "kill": Kind("order", ("who",), ("time",)),
    "lead_way": Kind("order", ("who",), ("place", "time")),
    "dismiss": Kind("order", (), ("who",)),
}
_ORDERS: Final = _TASKS | {
    "task": Kind("order", ("task",), ("arguments", "time")),
    "lead": Kind("order"),
    "stop_leading": Kind("order", (), ("who",)),
    "join_squad": Kind("order", ("squad",)),
    "create_squad": Kind("order", ("squad",)),
    "leave_squad": Kind("order", (), ("squad",)),
}
_QUESTIONS: Final = {
    "where_are_you": Kind("question"),
    "what_are_you_doing": Kind("question"),
    "which_squad": Kind("question"),
    "who_leads": Kind("question"),
    "what_should_i_do": Kind("question"),
    "where_is": Kind("question", ("who|flag",)),
}
_STATEMENTS: Final = {
    "prefer": Kind("statement", ("role",)),
    "accept": Kind("statement"),
    "refuse": Kind("statement", (), ("reason",)),
    "postpone": Kind("statement", (), ("reason",)),
    "fail": Kind("statement", (), ("reason",)),
    "done": Kind("statement"),
    "unknown": Kind("statement"),
    "lost": Kind("statement", ("who|place",)),
    "leader_is": Kind("statement", ("who",)),
    "in_squad": Kind("statement", (), ("squad",)),
    "i_am_at": Kind("statement", ("place",), ("base", "location")),
    "doing": Kind("statement", ("task",), ("who", "place", "item", "places", "route")),
    "health": Kind("statement", ("number",)),
    "need_help": Kind("statement", (), ("place", "location")),
    "flag_is": Kind("statement", ("flag", "state"), ("place", "location", "ago")),
    "carrier_is": Kind("statement", ("who", "flag"), ("place", "location", "ago")),
    "enemy_at": Kind("statement", ("place",), ("who", "number", "location", "ago")),
    "mate_at": Kind("statement", ("who", "place"), ("location", "ago")),
    "attacked": Kind("statement", ("place",)),
    "clear": Kind("statement", ("place",)),
    "held": Kind("statement", ("place", "owner")),
    "item_taken": Kind("statement", ("item",), ("location", "ago")),
}

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(_ORDERS | _QUESTIONS | _STATEMENTS)
"""What can be meant, by name."""

MEANT: Final = ("idle", "orders", "questions", "statements")
"""The contexts whose templates say what a text means, in the order they are asked."""

VARIABLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{name: name for name in ("who", "place", "item", "squad", "base", "number", "task", "reason")},
        **{name: name for name in ("places", "arguments", "time", "ago", "location")},
        "anything": "",
        "enemy": "who",
        "known_enemy": "who",
        "known_squad": "squad",
        "anyone": "who",
    }
)
"""The variables of those templates, and what of a kind each of them tells."""

_FLAGS: Final = {
    "flag": ("ours", "theirs"),
    "state": ("home", "taken", "dropped"),
    "role": ("offense", "defense", "anything"),
    "spot": ("here", "there"),
    "route": ("back", "reverse"),
    "owner": ("us", "them", "nobody"),
    "task": tuple(_TASKS),
    "who": ("myself",),
}
FLAGS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {flag: (slot, flag) for slot, flags in _FLAGS.items() for flag in flags}
    | {"base": ("place", "our base"), "enemy_base": ("place", "enemy base")}
    | {"enemy_carrier": ("who", "enemy carrier")}
)
"""What a template tells by itself: ``= (flag_is, ours | home)``."""

NAMED: Final = "named"
"""The flag of a template that only fits what is said to somebody by name."""

HELPERS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "addressees": ("everyone", "several", "one"),
        "times": (
            *("minutes", "seconds", "hours", "minutes_and_half", "hours_and_half"),
            *("forever", "while", "long", "half"),
        ),
        "routes": ("several", "back", "reverse", "one"),
        "lists": ("several", "one"),
        "people": ("me", "our_carrier", "enemy_carrier", "our_leader"),
    }
)
"""Contexts by which variables are read once more, with the ids of their templates."""

HELPER_VARIABLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "addressees": ("name", "more"),
        "times": ("number", "more"),
        "routes": ("place", "more"),
        "lists": ("argument", "more"),
        "people": (),
    }
)

WORD_LISTS: Final = ("articles", "pronouns", "particles", "openers", "verdicts", "requests")
"""Contexts whose templates are single words: what a place loses in front, what is never in the name of a
place or a player, what no place begins or ends with, what may stand before anything, or only behind a
comma, and what makes a request of a question."""
