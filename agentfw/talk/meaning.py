"""What somebody said means, and who there is that it may be about."""

from __future__ import annotations

import functools
import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.geometry import Vec3
from agentfw.talk.words import COLOR, QUOTES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from random import Random

__all__ = ["EVERYONE", "Meaning", "Roster", "concerns"]

EVERYONE: Final = ("everyone",)
"""The addressees of what is said to all of a team by that word."""

_WORDS: Final = re.compile(r"[\W_]+")
"""What stands between the words of a name: ``[CLAN]Grunt`` has two."""
_BRACES: Final = {re.escape("{"): "[{_]", re.escape("}"): "[}_]"}
"""Some games cannot write braces and take underscores instead."""


class Meaning(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """An order, a question, an answer or a report, whatever words it was said in."""

    kind: str
    """One of `agentfw.talk.KINDS`."""
    addressees: tuple[str, ...] = ()
    """Names of players and sub-teams, or `EVERYONE`; nothing when nobody was named."""
    slots: dict[str, str] = {}
    """What it is about: ``place``, ``who``, ``item`` and others, as the kind tells."""
    places: tuple[str, ...] = ()
    """Of a patrol, in order."""
    arguments: tuple[str, ...] = ()
    """Of a task that only the plan of a bot knows."""
    for_s: float | None = None
    """For how long; infinite is for ever, None when it was not told."""
    ago_s: float | None = None
    """How old a report is; None when it was not told."""
    location: Vec3 | None = None
    """Where exactly, in whole units of the game."""


class Roster(msgspec.Struct, frozen=True, dict=True):
    """The names that a listener knows. Without `mates`, any single word may be the name of one."""

    mates: tuple[str, ...] = ()
    """Everybody of the own team, the listener and the speaker included."""
    enemies: tuple[str, ...] = ()
    squads: tuple[str, ...] = ()
    """Sub-teams."""
    side: str = ""
    """The color of the own team, such as ``red``: a synonym context of its own."""

    @functools.cached_property
    def names(self) -> Mapping[str, str]:
        """All names by how they are compared."""
        known = (*self.mates, *self.enemies, *self.squads)
        return MappingProxyType({plain_name(name): name for name in reversed(known)})

    @functools.cached_property
    def pattern(self) -> str:
        """A regular expression for any of the names, in any case; it never fits without names."""
        known = sorted(filter(None, self.names), key=len, reverse=True)
        return "|".join(map(_pattern, known)) or r"(?!)"

    def named(self, heard: str) -> str:
        """The name that was heard, as it is written; empty if it is none."""
        return self.names.get(plain_name(heard)) or self._in_braces.get(plain_name(heard), "")

    def meant(self, part: str, among: Collection[str]) -> str:
        """The only name of some that begins with at least three letters, or else has that word."""
        wanted = plain_name(part)
        if len(wanted) < 3:
            return ""
        beginning = [name for name in among if plain_name(name).startswith(wanted)]
        having = [name for name in among if wanted in _WORDS.split(plain_name(name))]
        found = beginning or having
        return found[0] if len(found) == 1 else ""

    @functools.cached_property
    def _in_braces(self) -> Mapping[str, str]:
        odd = {name: re.sub("[{}]", "_", name) for name in self.names if "{" in name or "}" in name}
        return {heard: self.names[name] for name, heard in odd.items()}


def plain_name(name: str) -> str:
    """A name as it is compared: without colors, case and double blanks, its quotes like typed ones."""
    return " ".join(COLOR.sub("", name).translate(QUOTES).casefold().split())


def concerns(
    meaning: Meaning, me: str, squads: Collection[str], mates: int, chance: Random | None = None
) -> bool:
    """Whether something said to a team concerns one of it, who is in `squads`.

    What is said to nobody in particular is for one of so many `mates`, by `chance`; without chance it
    is for all of them.
    """
    if not meaning.addressees:
        return chance is None or chance.random() * max(1, mates) < 1
    mine = {plain_name(name) for name in (me, *squads)}
    return meaning.addressees == EVERYONE or any(plain_name(one) in mine for one in meaning.addressees)


def _pattern(name: str) -> str:
    words = (re.escape(word) for word in name.split(" "))
    return r"\s+".join(re.sub(r"\\[{}]", lambda found: _BRACES[found[0]], word) for word in words)
