"""What stands where the variables of a template are: names, places, times and lists.

Lists and times are read by templates of other contexts, again and again on what is left of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.geometry import Vec3
from agentfw.talk.amounts import Amounts, is_number
from agentfw.talk.matching import Heard, with_commas
from agentfw.talk.meaning import EVERYONE
from agentfw.talk.words import raw_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.talk.matching import Found
    from agentfw.talk.meaning import Roster
    from agentfw.talk.talk import Talk
    from agentfw.talk.words import Word

__all__ = ["SPEAKER", "Slots"]

SPEAKER: Final = "me"
"""Who is meant by "me" when nobody knows who speaks."""
_MAX_LISTED: Final = 32
_MAX_NAME_WORDS: Final = 3
_MAX_PLACE_WORDS: Final = 6
_MAX_REASON_WORDS: Final = 20
_Reads: TypeAlias = "Callable[[Sequence[Word]], str]"


class Slots:
    """Reads parts of one text. What cannot be read comes back as None, empty or without members."""

    def __init__(self, talk: Talk, roster: Roster, sender: str) -> None:
        amounts = Amounts(talk, self._first)
        self.seconds, self.number = amounts.seconds, amounts.number
        self._talk = talk
        self._roster = roster
        self._found: dict[tuple[str, tuple[Word, ...]], Found | None] = {}
        """What the words of this text were found to be: many templates ask for the same ones."""
        self.speaker = sender or SPEAKER
        """Who is "me"."""
        self.takes_strangers = False
        """Whether an order may be about anybody, as long as one word names him."""
        self._enemies = frozenset(roster.enemies) - {*roster.mates, *roster.squads}
        self._pronouns = talk.word_list("pronouns")
        self._particles = talk.word_list("particles")
        self._articles = talk.word_list("articles")

    def addressees(self, words: Sequence[Word]) -> tuple[str, ...]:
        """Who is spoken to: names, `EVERYONE`, or nothing when that is no list of names."""
        if len(words) > _MAX_LISTED:
            return ()
        if words and all(word.is_name for word in words):
            found = [word.raw for word in words]
        else:
            found, _ = self._listed("addressees", words, "name", self._addressee)
        if EVERYONE[0] in found:
            return EVERYONE
        return tuple(dict.fromkeys(found)) if not set(found) & self._enemies else ()

    def person(self, words: Sequence[Word]) -> str:
        """Somebody of the own team, or whoever speaks."""
        return self._role(words) or self._name(words, self._roster.mates) or self._stranger(words)

    def enemy(self, words: Sequence[Word]) -> str:
        """Somebody of the other side; any short name while none of them is known."""
        if any(word.is_name and word.raw in self._roster.mates for word in words):
            return ""
        if self._role(words).endswith("carrier"):
            return _told("enemy_carrier")
        return self._name(words, self._roster.enemies) or self._stranger(words)

    def known_enemy(self, words: Sequence[Word]) -> str:
        """Somebody of the other side who is known."""
        return self._name(words, self._roster.enemies) if self._roster.enemies else ""

    def anyone(self, words: Sequence[Word]) -> str:
        """Somebody of either side, or whoever speaks."""
        if len(words) == 1 and words[0].is_name:
            return words[0].raw
        return self.person(words) or self.known_enemy(words)

    def place(self, words: Sequence[Word]) -> str:
        """A place or an item as it was said, without articles, or what it is a synonym of."""
        if len(words) == 1 and words[0].is_quoted:
            return words[0].raw
        while len(words) > 1 and words[0].plain in self._articles and not words[0].is_name:
            words = words[1:]
        plains = [word.plain for word in words]
        meant = self._talk.synonyms("places", self._roster.side).meant(plains)
        if meant:
            return meant
        is_other = any(word.is_name and word.raw not in self._roster.squads for word in words)
        is_part = not self._particles.isdisjoint((plains[0], plains[-1])) if plains else True
        has_list = any(word.has_comma for word in words[:-1])
        if (
            is_part
            or is_other
            or has_list
            or len(words) > _MAX_PLACE_WORDS
            or self._pronouns.intersection(plains)
        ):
            return ""
        return raw_text(words)

    def places(self, words: Sequence[Word]) -> tuple[tuple[str, ...], str]:
        """At least two places, and ``reverse`` where the way back is the same, ``back`` otherwise."""
        found, flag = self._listed("routes", words, "place", self.place)
        return (tuple(found), flag or "back") if len(found) > 1 else ((), "")

    def arguments(self, words: Sequence[Word]) -> tuple[str, ...]:
        """A list of anything."""
        return tuple(self._listed("lists", words, "argument", raw_text)[0])

    def squad(self, words: Sequence[Word]) -> str:
        """The name of a sub-team."""
        known = self._roster.named(raw_text(words))
        if known or (len(words) == 1 and words[0].is_quoted):
            return known or words[0].raw
        plains = [word.plain for word in words]
        is_part = not self._particles.isdisjoint(plains)
        if is_part or len(words) > _MAX_NAME_WORDS or self._pronouns.intersection(plains):
            return ""
        return self._talk.synonyms("squads").meant(plains) or raw_text(words)

    def known_squad(self, words: Sequence[Word]) -> str:
        """The name of a sub-team that there is."""
        found = self.squad(words)
        return found if found in self._roster.squads else ""

    def location(self, words: Sequence[Word]) -> Vec3 | None:
        """Three numbers."""
        numbers = [float(word.plain) for word in words if is_number(word.plain)]
        return Vec3(*numbers) if len(numbers) == len(words) == 3 else None

    def text(self, words: Sequence[Word]) -> str:
        """Anything that is not too long, as it was said."""
        return raw_text(words) if len(words) <= _MAX_REASON_WORDS else ""

    def _name(self, words: Sequence[Word], known: Sequence[str]) -> str:
        """The name of one of those that are known; any short one where nobody is."""
        if len(words) == 1 and (words[0].is_name or words[0].is_quoted):
            is_one = words[0].raw in known or not known
            return words[0].raw if is_one else self._roster.meant(words[0].raw, known)
        plains = [word.plain for word in words]
        is_odd = any(word.is_name for word in words) or self._pronouns.intersection(plains)
        if is_odd or len(words) > _MAX_NAME_WORDS:
            return ""
        if known:
            said = raw_text(words)
            return self._roster.meant(said, known) if not self._talk.uses(said) else ""
        return raw_text(words) if len(words) == 1 and not is_number(plains[0]) else ""

    def _stranger(self, words: Sequence[Word]) -> str:
        """A name that nobody knows, if such names are asked for."""
        is_one = self.takes_strangers and len(words) == 1 and not words[0].is_name
        return self._name(words, ()) if is_one else ""

    def _role(self, words: Sequence[Word]) -> str:
        """Whoever speaks, carries a flag or leads."""
        found = self._first("people", words)
        if found is None:
            return ""
        return self.speaker if found.template.id == "me" else _told(found.template.id)

    def _addressee(self, words: Sequence[Word]) -> str:
        if len(words) == 1 and words[0].is_name:
            return words[0].raw
        known = (*self._roster.mates, *self._roster.squads)
        return self._name(words, known) or self._name_of_squad(words)

    def _name_of_squad(self, words: Sequence[Word]) -> str:
        meant = self._talk.synonyms("squads").meant([word.plain for word in words])
        return self._roster.named(meant)

    def _listed(
        self, context: str, words: Sequence[Word], one: str, read: _Reads
    ) -> tuple[list[str], str]:
        """The members of a list, and the last of its ids that is not about members.

        Nothing when a member cannot be read.
        """
        members: list[str] = []
        flag = ""
        while words:
            found = self._first(context, words)
            if found is None or len(members) >= _MAX_LISTED:
                return [], ""
            if found.template.id == "everyone":
                return [*members, EVERYONE[0]], flag
            flag = found.template.id if found.template.id not in ("several", "one") else flag
            rest = found.variables.get("more", (0, 0))
            start, end = found.variables.get(one, (0, 0))
            # "… and back" is told with the last member or instead of one.
            member = read(words[start:end]) if end else ""
            if end and not member:
                return [], ""
            members += [member] if member else []
            words = words[rest[0] : rest[1]]
        return members, flag

    def _first(self, context: str, words: Sequence[Word]) -> Found | None:
        key = context, tuple(words)
        if key not in self._found:
            units = self._talk.synonyms(context, self._roster.side).unified(words)
            heard = Heard(with_commas(units, words))
            self._found[key] = next(self._talk.templates(context).found_in(heard), None)
        return self._found[key]


def _told(role: str) -> str:
    return role.replace("_", " ")
