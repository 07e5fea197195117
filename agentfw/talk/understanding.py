"""From what somebody said to what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.talk.kinds import FLAGS, KINDS, MEANT, NAMED, VARIABLES
from agentfw.talk.matching import MAX_WORDS, Heard
from agentfw.talk.meaning import EVERYONE, Meaning, Roster
from agentfw.talk.slots import Slots
from agentfw.talk.words import MAX_HEARD_CHARS, cleaned, words_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from agentfw.talk.matching import Found
    from agentfw.talk.synonyms import Synonyms
    from agentfw.talk.talk import Talk
    from agentfw.talk.words import Word

__all__ = ["HEARD_BY", "asked_in_vain", "understand"]

HEARD_BY: Final = ("orders", "normal")
"""The synonyms that count when somebody listens, beside those of the own side."""
_MAX_COMMAS: Final = 8
_MAX_OPENERS: Final = 6
_IDLE: Final = Meaning("idle")
"""What is meant by what only sounds like an order."""
_ABOUT_SOMEBODY: Final = ("help", "follow", "kill", "lead_way", "leader_is")
_NEGATIONS: Final = ("do", "don't", "dont", "never", "not")
"""Pronouns aside, these open orders, too: "do not attack"."""
_NOBODY = Roster()


def understand(talk: Talk, text: str, roster: Roster = _NOBODY, sender: str = "") -> Meaning | None:
    """What a text means to somebody of the team of its sender; None when it is no order, question,
    answer or report.

    Names are those of the `roster`; who says "me" is the `sender`.
    """
    if len(text) > MAX_HEARD_CHARS:
        return None  # the rest of it might say the contrary
    words = words_in(cleaned(text), roster)
    if len(words) > MAX_WORDS:
        return None
    listening = _Listening(talk, roster, sender)
    found = (
        listening.meaning(words)
        or listening.meaning_of_odd_names(words)
        or listening.about_a_stranger(words)
    )
    return listening.asked(found, words) if found is not None and words[-1].stop == "?" else found


def asked_in_vain(talk: Talk, text: str, roster: Roster = _NOBODY) -> tuple[str, ...]:
    """Who is told by name to do something, in a text that nobody understands; nothing for small talk."""
    words = words_in(cleaned(text), roster)
    is_short = len(text) <= MAX_HEARD_CHARS and len(words) <= MAX_WORDS
    return _Listening(talk, roster, "").asked_in_vain(words) if is_short else ()


class _Listening:
    """What one listener makes of one text."""

    def __init__(self, talk: Talk, roster: Roster, sender: str) -> None:
        self._synonyms: Synonyms = talk.synonyms(*HEARD_BY, roster.side)
        self._templates = talk.templates(*MEANT)
        self._openers = talk.word_list("openers")
        self._verdicts = talk.word_list("verdicts")
        self._pronouns = talk.word_list("pronouns")
        self._requests = talk.word_list("requests")
        self._slots = Slots(talk, roster, sender)
        self._readers: dict[str, Callable[[Sequence[Word]], object]] = {
            "who": self._slots.person,
            "enemy": self._slots.enemy,
            "known_enemy": self._slots.known_enemy,
            "anyone": self._slots.anyone,
            "place": self._slots.place,
            "item": self._slots.place,
            "base": self._slots.place,
            "squad": self._slots.squad,
            "known_squad": self._slots.known_squad,
            "number": self._slots.number,
            "task": self._slots.text,
            "reason": self._slots.text,
            "arguments": self._slots.arguments,
            "time": self._slots.seconds,
            "ago": self._slots.seconds,
            "location": self._slots.location,
        }

    def asked(self, found: Meaning, words: Sequence[Word]) -> Meaning | None:
        """What it means with a question mark: only what is a question anyway, or asks for something."""
        if KINDS[found.kind].sort == "question":
            return found
        if found.kind == "leader_is":
            return Meaning("who_leads", found.addressees)
        is_request = any(word.plain in self._requests for word in words)
        is_agreed = len(words) > 1 and words[-1].plain in self._openers
        return found if is_request or is_agreed else None

    def asked_in_vain(self, words: Sequence[Word]) -> tuple[str, ...]:
        """Whoever stands in front, behind a comma of whom somebody asks for what an order could be."""
        commas = [n for n, word in enumerate(words[:-1], 1) if word.has_comma][:_MAX_COMMAS]
        for end in reversed(commas):
            to = self._slots.addressees(words[:end])
            if to and to != EVERYONE:
                return to if self._could_be_order(words[end:]) else ()
        return ()

    def _could_be_order(self, words: Sequence[Word]) -> bool:
        is_verdict = not self._verdicts.isdisjoint(word.plain for word in words)
        is_small_talk = words[0].plain in self._pronouns or words[0].plain in self._openers
        is_idle = (
            self._is_idle(words) or is_verdict or (is_small_talk and words[0].plain not in _NEGATIONS)
        )
        return not is_idle and not words[0].is_name

    def _is_idle(self, words: Sequence[Word]) -> bool:
        found = next(self._templates.found_in(Heard(self._synonyms.unified(words))), None)
        return found is not None and found.template.id == _IDLE.kind

    def meaning_of_odd_names(self, words: Sequence[Word]) -> Meaning | None:
        """What words mean where somebody is called like a word that is said all the time.

        It is that word, but for the first one of all, perhaps.
        """
        odd = {n for n, one in enumerate(words) if one.is_name and self._synonyms.uses(one.plain)}
        for names in (odd - {0}, odd):
            plain = [
                word._replace(is_name=n not in names and word.is_name) for n, word in enumerate(words)
            ]
            found = self.meaning(plain) if names else None
            if found is not None:
                return found
        return None

    def about_a_stranger(self, words: Sequence[Word]) -> Meaning | None:
        """What is said to somebody by name about a name that nobody knows, which can be answered."""
        if not any(word.is_name for word in words):
            return None
        self._slots.takes_strangers = True
        found = self.meaning(words)
        self._slots.takes_strangers = False
        return found if found and found.addressees and found.kind in _ABOUT_SOMEBODY else None

    def meaning(self, words: Sequence[Word]) -> Meaning | None:
        """What words mean, whoever they are said to, and whatever opens or closes them."""
        for part in self._without_openers(words):
            found = self._of_all(part)
            if found is not None:
                return found if found.kind != _IDLE.kind else None
        return None

    def _without_openers(self, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
        """The words, and then with one more of the openers around them taken away each time."""
        for _ in range(_MAX_OPENERS):
            yield words
            if len(words) > 1 and self._opens(words[0], words[0]):
                words = words[1:]
            elif len(words) > 1 and self._opens(words[-1], words[-2]):
                words = words[:-1]
            else:
                return

    def _opens(self, word: Word, parted: Word) -> bool:
        """Whether a word is no part of what is said: "good" and "no" need a comma to be none."""
        is_apart = parted.has_comma or bool(parted.stop)
        return word.plain in self._openers or (is_apart and word.plain in self._verdicts)

    def _of_all(self, words: Sequence[Word]) -> Meaning | None:
        """What words mean with nothing left out but who they are said to."""
        twice: Meaning | None = None
        for said, address in self._addressed(words):
            found = self._first(said, is_named=bool(address))
            if found is not None and found.kind == _IDLE.kind:
                return _IDLE
            if found is not None and not (address and found.addressees):
                return msgspec.structs.replace(found, addressees=address) if address else found
            if found is not None and twice is None and said[-1].has_comma:
                twice = _to_both(found, address)
        return twice

    def _addressed(self, words: Sequence[Word]) -> Iterator[tuple[Sequence[Word], tuple[str, ...]]]:
        """Ways to part what was said from who it was said to; templates know of names in front, too."""
        commas = [n for n, word in enumerate(words[:-1], 1) if word.has_comma][:_MAX_COMMAS]
        if tail := self._split(words, commas):
            yield words[: tail[0]], tail[1]
        yield words, ()
        if words and words[-1].is_name:
            names = [n for n, word in enumerate(words) if n and word.is_name][:_MAX_COMMAS]
            if tail := self._split(words, names):
                yield words[: tail[0]], tail[1]
        for end in reversed(commas):
            if to := self._slots.addressees(words[:end]):
                yield words[end:], to
                return

    def _split(self, words: Sequence[Word], places: Sequence[int]) -> tuple[int, tuple[str, ...]] | None:
        """The first of some places from which on there is nothing but names, and those."""
        for place in places:
            if to := self._slots.addressees(words[place:]):
                return place, to
        return None

    def _first(self, words: Sequence[Word], *, is_named: bool) -> Meaning | None:
        """What the first template says that fits; `is_named` where it is said to somebody by name."""
        for found in self._templates.found_in(Heard(self._synonyms.unified(words))):
            if found.template.id == _IDLE.kind:
                return _IDLE
            is_alone = not is_named and found.address is None
            if NAMED in found.template.flags and is_alone:
                continue
            meaning = self._read(found, words)
            if meaning is not None:
                return meaning
        return None

    def _read(self, found: Found, words: Sequence[Word]) -> Meaning | None:
        """A template with its variables; None when one of them is not what it should be."""
        told: dict[str, Any] = {}
        for name, (start, end) in found.variables.items():
            part = words[start:end]
            if name == "places":
                told["places"], told["route"] = self._slots.places(part)
            else:
                told[VARIABLES[name]] = self._readers[name](part)
        if any(not value for value in told.values()):
            return None
        for slot, value in (FLAGS[flag] for flag in found.template.flags if flag != NAMED):
            told[slot] = self._slots.speaker if (slot, value) == FLAGS["myself"] else value
        address = found.address
        to = self._slots.addressees(words[address[0] : address[1]]) if address is not None else ()
        return _meaning(found.template.id, told, to) if to or address is None else None


def _to_both(found: Meaning, behind: tuple[str, ...]) -> Meaning:
    """What is said to those in front and to those behind: "Ada, get the flag, Bob"."""
    both = tuple(dict.fromkeys((*found.addressees, *behind)))
    return msgspec.structs.replace(found, addressees=EVERYONE if EVERYONE[0] in both else both)


def _meaning(kind: str, told: dict[str, Any], to: tuple[str, ...]) -> Meaning:
    return Meaning(
        kind,
        EVERYONE if EVERYONE[0] in to else to,
        places=told.pop("places", ()),
        arguments=told.pop("arguments", ()),
        for_s=told.pop("time", None),
        ago_s=told.pop("ago", None),
        location=told.pop("location", None),
        slots=told,
    )
