"""What mates say of who leads: they take the lead, give it to somebody, or end it.

Whoever is to lead has to be in the game, and so has whoever says so to be known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
            self._radio.election.claim(line.speaker, view.now)
            self._radio.leader_heard_at = view.now
        elif meaning.kind == "leader_is":
            self._appoint(self._person(line, meaning, view), line, meaning, view)
        elif meaning.addressees:
            self._tell_to_lead(line, meaning, view)

    def _person(self, line: Line, meaning: Meaning, view: View) -> str | Unclear:
        return person(meaning.slots["who"], view, line.speaker, self._radio.election.leader)

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
