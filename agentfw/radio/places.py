"""Places as people call them: bases, domination points, items, and what is nearest to somewhere."""

from __future__ import annotations

import math
import re
from string import ascii_uppercase, digits
from typing import TYPE_CHECKING, Final

from agentfw.language.types import plain_name
from agentfw.skills.spots import enemy_flag_of, entity, spot_in
from agentfw.skills.ways import way_uu
from agentfw.vocabulary import EntityId, ItemCategory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.geometry import Vec3
    from agentfw.perception import KnownItem, View

__all__ = [
    "base_near",
    "item_called",
    "item_name",
    "place_called",
    "place_name",
    "place_said",
    "point_called",
    "with_letters",
]

ENEMY_BASE: Final = "enemy base"
_CALLED: Final = {
    "our base": "own base",
    "enemy base": "enemy base",
    "our flag": "own flag",
    "enemy flag": "enemy flag",
    "the enemy flag": "enemy flag",
}
"""What plans call the places that every game of flags has."""
_NOTABLE: Final = (
    ItemCategory.WEAPON,
    ItemCategory.ARMOR,
    ItemCategory.SHIELD,
    ItemCategory.OTHER,
)
_BASE_UU: Final = 600.0
"""So near to where a flag belongs, somebody is in that base."""
_POINT_UU: Final = 400.0
_BASE_PART: Final = 0.4
"""A base is named when the way to it is less than this part of the ways to both."""
_ODD_NAMES: Final = {
    "superhealthpack": "keg",
    "healthpack": "health pack",
    "minihealthpack": "mini health pack",
    "udamagepack": "damage boost",
    "uteightball": "rocket launcher",
    "utflakcannon": "flak cannon",
    "utbiorifle": "bio rifle",
    "utshieldbelt": "shield belt",
    "minigun2": "minigun",
    "armor2": "body armor",
    "thighpads": "thigh pads",
    "superhealth": "keg",
}
_CARRIED: Final = ("enforcer", "assault rifle", "shield gun")
"""What everybody has from the beginning lies wherever somebody died."""
_POINT: Final = re.compile(r"^(?:x?dom|control|domination)?(?:point)?(?=.)")
_LETTER: Final = re.compile(r"(?:^|[Pp]oint[ _-]?|[Dd][Oo][Mm][ _-]?)([A-Za-z])[0-9]*$")
"""How names of points end that have letters of their own: ``xDomPointB0``, ``DOM-A``."""
_HUMPS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_ENDINGS: Final = re.compile(r" (pickup|pack)$")


def place_called(view: View, words: str) -> str | None:
    """What orders call a place that somebody has named; None while nobody knows it."""
    named = _CALLED.get(words, words)
    if spot_in(view, named) is not None:
        return named
    point = point_called(view, words)
    if point is not None:
        return point
    item = item_called(view, words)
    return str(item.id) if item is not None else None


def point_called(view: View, words: str) -> EntityId | None:
    """A domination point, as in ``A``, ``point A``, ``point 0`` or its whole name."""
    wanted = plain_name(words)
    short = _POINT.sub("", wanted)
    for point in _points(view):
        if wanted in (plain_name(_last_part(point)), plain_name(point)):
            return point
    for point, letter in _letters(view).items():
        if short and short in (letter.casefold(), _POINT.sub("", plain_name(_last_part(point)))):
            return point
    return None


def place_said(view: View, place: str) -> str:
    """What people call what an order names: ``point A``, ``our base``, or its name without the map's."""
    letter = _letters(view).get(entity(view, place) or EntityId(""))
    if letter is not None:
        return f"point {letter}"
    ours = {plain_name(name): said for said, name in reversed(_CALLED.items())}
    return ours.get(plain_name(place), _last_part(place))


def with_letters(view: View, text: str) -> str:
    """A text with the letters of points in place of their names, where these are whole words."""
    points = sorted((one for one in _points(view) if one in text), key=len, reverse=True)
    if not points:
        return text
    names = "|".join(re.escape(one) for one in points)
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda found: place_said(view, found[0]), text)


def _points(view: View) -> list[EntityId]:
    """The points that have names; a server can tell of others, too."""
    return [point for point in view.points if point]


def _letters(view: View) -> dict[EntityId, str]:
    """The letter of each point: its own one, else by the order of the names, the same for everybody."""
    found = {point: _LETTER.search(_last_part(point)) for point in _points(view)}
    if all(found.values()) and len({one[1] for one in found.values() if one}) == len(found):
        return {point: one[1].upper() for point, one in found.items() if one}
    return dict(zip(sorted(found, key=_in_order), ascii_uppercase, strict=False))


def _in_order(point: EntityId) -> tuple[str, int, str, str]:
    """By the number behind the name, which can have more digits than `int` takes from a server."""
    name = point.rstrip(digits)
    number = point[len(name) :].lstrip("0")
    return name, len(number), number, point


def item_called(view: View, words: str) -> KnownItem | None:
    """The nearest item of that name, or of that kind."""
    wanted = plain_name(words)
    known = [one for one in view.items.values() if one.location is not None and not one.is_dropped]
    found = (
        [one for one in known if plain_name(item_name(one)) == wanted]
        or [one for one in known if one.category.value == wanted]
        or [one for one in known if len(wanted) > 2 and wanted in plain_name(one.item_class or "")]
    )
    return min(found, key=lambda one: (view.distance_to(one.location), one.id), default=None)


def item_name(item: KnownItem) -> str:
    """What people call an item, after its class: ``shock rifle``."""
    short = _last_part(item.item_class or item.id)
    odd = _ODD_NAMES.get(plain_name(short))
    return odd or _ENDINGS.sub("", _HUMPS.sub(" ", short).lower().strip())


def place_name(view: View, there: Vec3 | None) -> str | None:
    """What a place is called: a base, a point, the nearest notable item, or as the map says."""
    if there is None:
        return None
    near = min(_landmarks(view, there), default=None)
    if near is not None:
        return near[1]
    node = view.graph.nearest(there)
    return _last_part(node.id) if node is not None else None


def base_near(view: View) -> str | None:
    """The base that this bot is much nearer to than to the other one, if it is."""
    ours, theirs = view.own_flag, enemy_flag_of(view)
    if ours is None or theirs is None:
        return None
    home, away = way_uu(view, ours.home), way_uu(view, theirs.home)
    if math.isinf(home + away):
        return None
    if home < _BASE_PART * (home + away):
        return "our base"
    return ENEMY_BASE if away < _BASE_PART * (home + away) else None


def _landmarks(view: View, there: Vec3) -> Iterator[tuple[float, str]]:
    """What a place can be called after, by how far it is; bases and points first."""
    for flag in view.flags.values():
        if flag.home is not None and flag.home.distance_to(there) < _BASE_UU:
            yield -2.0, "our base" if flag.team == view.team else ENEMY_BASE
    for point in view.points.values():
        if point.location is not None and point.location.distance_to(there) < _POINT_UU:
            yield -1.0, place_said(view, point.id)
    for item in view.items.values():
        if item.location is not None and not item.is_dropped and item.category in _NOTABLE:
            name = item_name(item)
            if name not in _CARRIED:
                yield item.location.distance_to(there), name


def _last_part(name: str) -> str:
    return name.rpartition(".")[2]
