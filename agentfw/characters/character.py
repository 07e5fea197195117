"""A character as its file tells it, and what it comes to at a skill.

A file may say every trait for all skills at once, and anew at skill 1, 4 and 5. For what lies between,
numbers with a fraction are mixed from the two skills around, and everything else is that of the lower
one. What a file does not say at all comes from the default character, skill by skill.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.characters.shapes import CharacterShape
from agentfw.characters.traits import GENERAL, Traits
from agentfw.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.characters.shapes import TraitKeys

__all__ = ["LEAST_SKILL", "MOST_SKILL", "Character"]

LEAST_SKILL, MOST_SKILL = 1.0, 5.0
_MIDDLE: Final = 4.0
_AIMS: Final = ("aim_accuracy", "aim_skill")
_DIGITS: Final = 6
_Flat = dict[str, Any]
"""Traits by name; parts of a trait after a dot."""


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody one can play as, at any skill."""

    name: str
    """The file it comes from, without its ending."""
    shape: CharacterShape
    default: Character | None = None
    """Who stands in for what is not told; None for the default character itself."""

    @property
    def about(self) -> str:
        """Who it is, in a line."""
        return self.shape.about

    def at(self, skill: float) -> Traits:
        """The traits at a skill from 1 to 5; raises `UsageError` for any other."""
        if not LEAST_SKILL <= skill <= MOST_SKILL:
            raise UsageError(f"skill {skill:g} is not from {LEAST_SKILL:g} to {MOST_SKILL:g}")
        low, high = (LEAST_SKILL, _MIDDLE) if skill < _MIDDLE else (_MIDDLE, MOST_SKILL)
        if skill == high:
            low = high
        share = (skill - low) / (high - low) if high > low else 0.0
        mixed = _mixed(self._block(low), self._block(high), share)
        return msgspec.convert({**_nested(mixed), "character": self.name, "skill": skill}, Traits)

    def _block(self, skill: float) -> _Flat:
        """Every trait at one of the skills that files tell."""
        found: _Flat = {}
        if self.default is not None:
            told = self.default._block(skill)
            # Who tells how well it aims means all weapons, whatever the default is good at.
            found = {key: value for key, value in told.items() if not _is_of_one_weapon(key)}
        for keys in (self.shape.traits, self._keys(skill)):
            found |= _flat(keys)
        return found

    def _keys(self, skill: float) -> TraitKeys | None:
        told = self.shape.skill
        if told is None:
            return None
        return {LEAST_SKILL: told.one, _MIDDLE: told.four, MOST_SKILL: told.five}[skill]


def _flat(keys: msgspec.Struct | None, before: str = "") -> _Flat:
    """What is told, by name."""
    found: _Flat = {}
    for name in keys.__struct_fields__ if keys is not None else ():
        value = getattr(keys, name)
        if isinstance(value, msgspec.Struct):
            found |= _flat(value, f"{before}{name}.")
        elif value is not None:
            found[f"{before}{name}"] = value
    return found


def _nested(flat: _Flat) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in flat.items():
        outer, dot, inner = name.partition(".")
        if dot:
            found.setdefault(outer, {})[inner] = value
        else:
            found[name] = value
    return found


def _mixed(low: _Flat, high: _Flat, share: float) -> _Flat:
    found: _Flat = {}
    for name in sorted({*low, *high}):
        one, other = _told(low, name), _told(high, name)
        if isinstance(one, float) and isinstance(other, float):
            found[name] = round(one * (1.0 - share) + other * share, _DIGITS)
        elif one is not None:
            found[name] = one
    return found


def _told(flat: Mapping[str, Any], name: str) -> Any:
    """A trait of a block; a weapon that it does not tell is aimed like all others."""
    if name in flat or not _is_of_one_weapon(name):
        return flat.get(name)
    return flat.get(f"{name.partition('.')[0]}.{GENERAL}")


def _is_of_one_weapon(name: str) -> bool:
    outer, _, inner = name.partition(".")
    return outer in _AIMS and inner != GENERAL
