"""What mates say of who leads: they take the lead, give it to somebody, or end it.

Whoever is to lead has to be in the game, and so has whoever says so to be known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.radio.speaking import LEAD, NAMED, WHO_LEADS
from agentfw.radio.taking import person
from agentfw.radio.unclear import NO_NAME, Unclear, refusal_of
from agentfw.talk import Meaning

if TYPE_CHECKING:
    from random import Random

    from agentfw.perception import View
    from agentfw.radio.hearing import Line
    from agentfw.radio.radio import Radio

__all__ = ["ABOUT_LEADING", "Appointing"]

ABOUT_LEADING: Final = frozenset({"lead", "leader_is", "stop_leading"})
_NAMES_S: Final = (3.0, 6.0)
"""A leader has so long to answer for himself."""
_OBJECTS_S: Final = (0.5, 2.5)
_NAMED_S: Final = 10.0
_NO_PLAN: Final = Meaning("refuse", slots={"reason": "I have no plan for a team"})
_ONLY_ONE: Final = Meaning("refuse", slots={"reason": "only one of us can lead"})


class Appointing:
    """Hears, for one radio, who shall lead."""

    def __init__(self, radio: Radio, rng: Random) -> None:
        self._radio = radio
        self._rng = rng

    def hear(self, line: Line, meaning: Meaning, view: View) -> None:
        """Somebody of the team says who leads, or who leads no longer."""
        if not line.speaker:
            self._refuse(line, meaning, refusal_of(NO_NAME), view)
        elif meaning.kind == "stop_leading":
            self._stop(self._to_stop(line, meaning, view), view.now)
        elif meaning.kind == "leader_is" and meaning.slots["who"] == line.speaker:
            self._hear_claim(line.speaker, view)
        elif meaning.kind == "leader_is":
            self._hear_of_leader(line, meaning, view)
        elif meaning.addressees:
            self._tell_to_lead(line, meaning, view)

    def _person(self, line: Line, meaning: Meaning, view: View) -> str | Unclear:
        return person(meaning.slots["who"], view, line.speaker, self._radio.election.leader)

    # Who it is

    def ask(self, view: View) -> None:
        """Ask who leads; if nobody says so, it is whom this bot knows."""
        asks_at = view.now + self._rng.uniform(*_OBJECTS_S)
        self._radio.mouth.say(WHO_LEADS, Meaning("who_leads"), LEAD, after=asks_at)
        if self._radio.knows_leader(view):
            self._name_leader("", asks_at, _NAMES_S)

    def hear_question(self, line: Line, meaning: Meaning, view: View) -> None:
        """Whoever leads says so; where he is silent, one of those who have seen or heard him does."""
        election, is_mine = self._radio.election, meaning.addressees == (self._radio.election.me,)
        election.hear_question(view.now)
        self._radio.mouth.drop(WHO_LEADS)
        if election.leads:
            self._radio.claim()
        elif self._radio.knows_leader(view):
            self._name_leader(line.speaker, view.now, (0.0, 0.0) if is_mine else _NAMES_S)
        elif is_mine:
            self._radio.mouth.answer(line.speaker, Meaning("unknown"), "lead")

    def _hear_claim(self, who: str, view: View) -> None:
        """Somebody says to lead; where a person does, it is said who."""
        election = self._radio.election
        if not election.claim(who, view.now, is_led=self._radio.knows_leader(view)):
            self._name_leader(who, view.now, _OBJECTS_S)
            return
        self._radio.leader_heard_at = view.now
        if who == election.leader:
            self._radio.mouth.drop(NAMED)

    def _name_leader(self, to: str, now: float, within_s: tuple[float, float]) -> None:
        """Say who leads, unless somebody else is faster."""
        who = self._radio.election.leader
        addressees = (to,) if to else ()
        told = Meaning("leader_is", addressees, {"who": who}) if to != who else Meaning("lead", (to,))
        self._radio.mouth.say(
            NAMED, told, LEAD, now + _NAMED_S, after=now + self._rng.uniform(*within_s)
        )

    def _hear_of_leader(self, line: Line, meaning: Meaning, view: View) -> None:
        """Somebody says of another one that he leads, or shall."""
        who, election, ears = self._person(line, meaning, view), self._radio.election, self._radio.ears
        is_mine = election.me in meaning.addressees
        if isinstance(who, str) and is_mine and line.is_mate and election.is_unsure(view.now):
            ears.meet(who, view)
        if who == election.leader == election.me:
            self._radio.claim()
        elif who == election.leader:
            election.keep()
            self._radio.mouth.drop(NAMED)
        self._appoint(who, line, meaning, view)

    # The end of it

    def _to_stop(self, line: Line, meaning: Meaning, view: View) -> str:
        """Who shall lead no longer: whoever does where nobody was named, or not he alone."""
        if "who" in meaning.slots:
            found = self._person(line, meaning, view)
            return found if isinstance(found, str) else ""
        named = meaning.addressees[0] if len(meaning.addressees) == 1 else ""
        return named if self._is_here(named, line, view) else self._radio.election.leader

    def _stop(self, who: str, now: float) -> None:
        election = self._radio.election
        was_mine = election.leads and who == election.me
        if who:
            election.stop(who, now)
        if was_mine:
            self._radio.yield_lead()

    # Somebody else

    def _tell_to_lead(self, line: Line, meaning: Meaning, view: View) -> None:
        who = meaning.addressees[0]
        if len(meaning.addressees) == 1 and self._is_here(who, line, view):
            self._appoint(who, line, meaning, view)
        else:
            self._refuse(line, meaning, _ONLY_ONE, view)

    def _appoint(self, who: str | Unclear, line: Line, meaning: Meaning, view: View) -> None:
        election = self._radio.election
        if isinstance(who, str) and not self._is_here(who, line, view):
            who = Unclear("who", who)
        if isinstance(who, Unclear):
            self._refuse(line, meaning, refusal_of(who), view)
        elif who == election.me and not election.stands:
            self._radio.mouth.answer(line.speaker, _NO_PLAN, "lead")
        elif who != election.leader:
            was_mine = election.leads
            election.appoint(who, view.now)
            if who == election.me and not was_mine:
                election.leader = who
                self._radio.claim()

    def _is_here(self, name: str, line: Line, view: View) -> bool:
        radio = self._radio
        return name in (radio.election.me, line.speaker) or name in radio.ears.mates(view)

    def _refuse(self, line: Line, meaning: Meaning, answer: Meaning, view: View) -> None:
        """Answer if this bot was spoken to, or leads; one of all, by chance, where no bot leads."""
        election = self._radio.election
        is_mine = meaning.addressees == (election.me,) or election.leads
        if not is_mine and election.leader in ("", line.speaker):
            mates = len(self._radio.ears.mates(view))
            is_mine = self._rng.random() * max(1, mates) < 1
        if is_mine:
            self._radio.mouth.answer(line.speaker, answer, "lead")
