"""From a meaning to words that are understood as this meaning again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.talk.amounts import A_LONG_TIME_S, A_WHILE_S
from agentfw.talk.composing import Composer
from agentfw.talk.kinds import FLAGS
from agentfw.talk.meaning import EVERYONE, Roster
from agentfw.talk.slots import SPEAKER
from agentfw.talk.talk import PHRASES
from agentfw.talk.understanding import HEARD_BY, understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from agentfw.geometry import Vec3
    from agentfw.talk.meaning import Meaning
    from agentfw.talk.talk import Talk

__all__ = ["phrase", "type_of"]

_NOBODY: Final = Roster()
_TRIES: Final = 6
_ORDER: Final = ("flag", "state", "role", "spot", "owner", "task", "route")
"""How the flags of a type stand behind its kind: ``flag_is ours home``."""


def phrase(
    talk: Talk, meaning: Meaning, chance: Random, *, roster: Roster = _NOBODY, sender: str = ""
) -> str | None:
    """Words for a meaning, by chance; None when there are none that say it.

    Whoever knows the same `roster`, and hears it from this `sender`, understands the same again. Names
    and places that would be taken for something else are put in quotation marks.
    """
    speaking = _Speaking(talk, chance, sender)
    for quote in ("", '"'):
        for text in speaking.attempts(meaning, quote):
            if understand(talk, text, roster, sender) == meaning:
                return text
    return None


def type_of(meaning: Meaning, speaker: str) -> str:
    """The type of the chat lines that say a meaning, as the file names it."""
    told = [meaning.slots.get(slot, "") for slot in _ORDER]
    flags = [value for slot, value in zip(_ORDER, told, strict=True) if _is_flag(meaning, slot, value)]
    is_mine = speaker and meaning.slots.get("who") == speaker and meaning.kind in _OF_MYSELF
    return " ".join([meaning.kind, *flags, *(["myself"] if is_mine else [])])


_OF_MYSELF: Final = ("leader_is", "carrier_is", "stop_leading")
"""Kinds that are put in other words when they are about whoever speaks."""


class _Speaking:
    """Tries wordings."""

    def __init__(self, talk: Talk, chance: Random, sender: str) -> None:
        self._talk = talk
        self._chance = chance
        self._speaker = sender or SPEAKER
        self._composer = Composer(talk.random_texts, talk.synonyms(*HEARD_BY))
        self._pronouns = talk.word_list("pronouns")

    def attempts(self, meaning: Meaning, quote: str) -> Iterator[str]:
        """Ways to say it, one after the other."""
        told = self._told(meaning, quote)
        rows = [
            row
            for line in self._talk.lines(PHRASES, type_of(meaning, self._speaker))
            if (row := self._composer.row(line, told, all_told=True)) is not None
        ]
        self._chance.shuffle(rows)
        for row in (rows * _TRIES)[:_TRIES]:
            said = self._composer.said(row, told, self._chance)
            for value in filter(self._is_named, told.values()):
                said = said.replace(f"the {value}", value)
            yield self._addressed(said, meaning.addressees, quote)

    def _is_named(self, value: str) -> bool:
        """Whether something is named like "our base" or "point A", which takes no article."""
        return value.partition(" ")[0] in (*self._pronouns, "point")

    def _told(self, meaning: Meaning, quote: str) -> dict[str, str]:
        """What has to be said beside the kind."""
        told = {
            name: self._named(name, value, quote)
            for name, value in meaning.slots.items()
            if not _is_flag(meaning, name, value)
        }
        if "who" in told and type_of(meaning, self._speaker).endswith("myself"):
            del told["who"]
        if meaning.places:
            told["places"] = self._listed("route", [f"{quote}{one}{quote}" for one in meaning.places])
        if meaning.arguments:
            listed = [f"{quote}{one}{quote}" for one in meaning.arguments]
            told["arguments"] = self._listed("arguments", listed)
        if meaning.for_s is not None:
            told["time"] = self._line(self._time_type(meaning.for_s), {"number": _amount(meaning.for_s)})
        if meaning.ago_s is not None:
            told["ago"] = _age(meaning.ago_s)
        if meaning.location is not None:
            told["location"] = _point(meaning.location)
        return told

    def _named(self, slot: str, value: str, quote: str) -> str:
        if slot == "who" and value == self._speaker:
            return "me"
        return f"{quote}{value}{quote}" if slot != "number" else value

    def _time_type(self, seconds: float) -> str:
        if math.isinf(seconds):
            return "forever"
        usual = {A_WHILE_S: "while", A_LONG_TIME_S: "long"}.get(seconds)
        if usual is not None and self._chance.random() < 0.5:
            return usual
        if seconds % 60:
            return "second" if seconds == 1 else "seconds"
        return "minute" if seconds == 60 else "minutes"

    def _addressed(self, said: str, addressees: Sequence[str], quote: str) -> str:
        if not addressees:
            return said
        if tuple(addressees) == EVERYONE:
            to = self._line("everyone", {})
        else:
            to = self._listed("list", [f"{quote}{one}{quote}" for one in addressees])
        return self._line("addressed", {"addressee": to, "said": said})

    def _listed(self, kind: str, members: Sequence[str]) -> str:
        if len(members) == 1:
            return members[0]
        more = _BETWEEN[kind].join(members[:-1])
        return self._line(kind, {"more": more, "last": members[-1]})

    def _line(self, kind: str, told: Mapping[str, str]) -> str:
        lines = self._talk.lines(PHRASES, kind)
        rows = [row for line in lines if (row := self._composer.row(line, told)) is not None]
        text = self._composer.said(self._chance.choice(rows), told, self._chance) if rows else ""
        return f" {text}" if kind in _TIMES else text


_BETWEEN: Final = {"route": " to ", "list": ", ", "arguments": " and "}
"""What stands between the members of lists. Behind commas names would be those of addressees."""
_TIMES: Final = ("minute", "minutes", "second", "seconds", "forever", "while", "long")


def _is_flag(meaning: Meaning, slot: str, value: str) -> bool:
    """Whether something told has wordings of its own; the task of an order is any word at all."""
    return FLAGS.get(value) == (slot, value) and slot not in ("who", meaning.kind)


def _amount(seconds: float) -> str:
    """A time in whole minutes, or else in seconds."""
    return f"{seconds if seconds % 60 else seconds / 60:.10g}"


def _age(seconds: float) -> str:
    unit = "second" if seconds % 60 else "minute"
    return f"{_amount(seconds)} {unit}{'' if _amount(seconds) == '1' else 's'} ago"


def _point(location: Vec3) -> str:
    return " ".join(str(round(value)) for value in (location.x, location.y, location.z))
