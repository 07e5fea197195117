"""What one bot does when mates speak: by what they mean, and whether it is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.decisions import Order, OrderState
from agentfw.radio.answering import doing, here, whereabouts
from agentfw.radio.appointing import ABOUT_LEADING, Appointing
from agentfw.radio.news import fact_of
from agentfw.radio.obeying import plain_reason, said_of
from agentfw.radio.speaking import REPLY
from agentfw.radio.squads import Squads
from agentfw.radio.taking import order_of
from agentfw.radio.unclear import Unclear, refusal_of
from agentfw.talk import EVERYONE, KINDS, Meaning, asked_in_vain, concerns, understand

if TYPE_CHECKING:
    from random import Random

    from agentfw.perception import View
    from agentfw.radio.hearing import Line
    from agentfw.radio.radio import Radio
    from agentfw.talk import Roster, Talk

__all__ = ["Reacting"]

_ANSWERS: Final = {
    "accept": OrderState.ACCEPTED,
    "postpone": OrderState.POSTPONED,
    "refuse": OrderState.REFUSED,
    "done": OrderState.DONE,
    "fail": OrderState.FAILED,
    "lost": OrderState.REFUSED,
}
_SQUADS: Final = frozenset({"join_squad", "create_squad", "leave_squad"})
_NOT_UNDERSTOOD: Final = Meaning("refuse", slots={"reason": "I do not understand"})
_IDLE_SLOTS: Final = ("place", "time")
"""What nobody was asked for by name and is about no known place was small talk: "get a pizza"."""
_MAX_CLAIM: Final = 60
"""Whoever is not known to be a mate is read no longer: it takes no more to say that one leads."""


class Reacting:
    """Understands what is said, for one radio."""

    def __init__(self, radio: Radio, talk: Talk, rng: Random) -> None:
        self._radio = radio
        self._talk = talk
        self._rng = rng
        self._appointing = Appointing(radio, rng)
        self._squads = Squads(talk)

    def begin(self) -> None:
        """The bot has come into the game, and belongs to no sub-team."""
        self._squads.begin()

    def lose(self, name: str) -> None:
        """Somebody is gone."""
        self._squads.leave("", (name,))

    @property
    def squad(self) -> str:
        """The sub-team that this bot is in."""
        return self._squads.of(self._radio.election.me)

    def roster(self, view: View) -> Roster:
        """The names that can be spoken of."""
        return self._radio.ears.roster(view, self._squads.names)

    def ask_who_leads(self, view: View) -> None:
        """Nothing is heard of whoever leads: ask for him."""
        self._appointing.ask(view)

    def hear(self, view: View) -> None:
        """React to what was said since the last think."""
        for line in self._radio.ears.hear(view):
            if not line.is_mate:
                self._hear_stranger(line, view)
                continue
            meaning = understand(self._talk, line.text, self.roster(view), line.speaker)
            if meaning is not None and line.is_private:
                meaning = replace(meaning, addressees=(self._radio.election.me,))
            if meaning is not None:
                self._react(line, meaning, view)
            else:
                self._say_if_asked_in_vain(line, view)

    def _say_if_asked_in_vain(self, line: Line, view: View) -> None:
        """Whoever asks this bot by name for what nobody understands is told so."""
        me = self._radio.election.me
        text = f"{me}, {line.text}" if line.is_private else line.text
        if me in asked_in_vain(self._talk, text, self.roster(view)):
            self._radio.mouth.answer(line.speaker, _NOT_UNDERSTOOD, "unclear")

    def _hear_stranger(self, line: Line, view: View) -> None:
        """Of those whom nobody knows, it is kept that they say to lead: they may turn out as mates.

        They are told who leads, too.
        """
        if len(line.text) > _MAX_CLAIM:
            return
        meaning = understand(self._talk, line.text, self.roster(view), line.speaker)
        if meaning is None:
            return
        radio = self._radio
        if meaning.kind == "leader_is" and meaning.slots["who"] == line.speaker:
            radio.election.claim(line.speaker, view.now, is_led=radio.knows_leader(view))
        elif meaning.kind == "who_leads":
            self._appointing.hear_question(line._replace(speaker=""), meaning, view)
        elif not radio.ears.is_told and meaning.addressees == (radio.election.me,):
            told = plain_reason(f"I have not met {line.speaker}")
            radio.mouth.answer("", Meaning("refuse", slots={"reason": told}), "stranger")

    def _react(self, line: Line, meaning: Meaning, view: View) -> None:
        radio = self._radio
        if line.speaker == radio.election.leader:
            radio.leader_heard_at = view.now
        if meaning.kind in ABOUT_LEADING:
            self._appointing.hear(line, meaning, view)
        elif meaning.kind in _SQUADS:
            self._hear_of_squad(line, meaning, view)
        elif meaning.kind in _ANSWERS:
            self._hear_answer(line, meaning, view)
        elif KINDS[meaning.kind].sort == "statement":
            self._hear_statement(line, meaning, view)
        elif KINDS[meaning.kind].sort == "question":
            self._hear_question(line, meaning, view)
        elif self._is_meant(meaning, view):
            self._obey(line, meaning, view)

    def _is_meant(self, meaning: Meaning, view: View) -> bool:
        """What is said to nobody in particular is for one of the mates of whoever speaks."""
        me, mates = self._radio.election.me, self._radio.ears.mates(view)
        squads = (self.squad,) if self.squad else ()
        return concerns(meaning, me, squads, max(1, len(mates)), self._rng)

    # Orders

    def _obey(self, line: Line, meaning: Meaning, view: View) -> None:
        radio = self._radio
        if meaning.kind == "dismiss":
            radio.duty.drop()
            radio.mouth.answer(line.speaker, Meaning("accept"), "dismissed")
            return
        mates = self.roster(view).mates
        order = order_of(meaning, view, line.speaker, radio.election.leader, mates)
        if isinstance(order, Unclear):
            if not meaning.addressees and order.slot in _IDLE_SLOTS:
                return
            radio.mouth.answer(line.speaker, refusal_of(order), "unclear")
            return
        again = radio.duty.take(order, meaning, line.speaker)
        if again is not None:
            key = ("answer", again.order.number, again.answer.state)
            radio.mouth.say(key, said_of(again), REPLY)

    def _hear_answer(self, line: Line, meaning: Meaning, view: View) -> None:
        commander, me = self._radio.commander, self._radio.election.me
        is_mine = not meaning.addressees or me in meaning.addressees
        if commander is not None and is_mine and line.speaker:
            why = meaning.slots.get("reason", meaning.slots.get("place", ""))
            commander.hear(line.speaker, _ANSWERS[meaning.kind], why)

    # Sub-teams

    def _hear_of_squad(self, line: Line, meaning: Meaning, view: View) -> None:
        """Whoever makes one and tells nobody to be in it is in it."""
        squad, to, squads = meaning.slots.get("squad", ""), meaning.addressees, self._squads
        roster = self.roster(view)
        why = squads.refusal(squad, roster) if meaning.kind != "leave_squad" else ""
        if why and self._is_meant(meaning, view):
            refusal = Meaning("refuse", slots={"reason": why})
            self._radio.mouth.answer(line.speaker, refusal, "squad")
        if why:
            return
        if to and self._is_meant(meaning, view):
            self._radio.mouth.answer(line.speaker, Meaning("accept"), "squad")
        members = set(roster.mates) if to == EVERYONE else squads.members(to)
        if meaning.kind == "leave_squad":
            squads.leave(squad, members)
        elif to or meaning.kind == "create_squad":
            squads.join(squad, members or {line.speaker})

    # Questions

    def _hear_question(self, line: Line, meaning: Meaning, view: View) -> None:
        radio = self._radio
        if meaning.kind == "who_leads":
            self._appointing.hear_question(line, meaning, view)
            return
        if meaning.kind == "what_should_i_do":
            self._advise(line, view)
            return
        if not self._is_meant(meaning, view):
            return
        radio.mouth.answer(line.speaker, self._told(meaning, view), meaning.kind)

    def _told(self, question: Meaning, view: View) -> Meaning:
        """The answer to a question about this bot, or about what it knows."""
        match question.kind:
            case "where_are_you":
                return here(view)
            case "what_are_you_doing":
                return doing(self._radio.duty.meaning)
            case "which_squad":
                return Meaning("in_squad", slots={"squad": self.squad} if self.squad else {})
            case _:
                return whereabouts(question, view, self._radio.crew)

    def _advise(self, line: Line, view: View) -> None:
        """Who leads tells whoever asks what to do, once more."""
        radio = self._radio
        if not radio.election.leads or radio.commander is None or not line.speaker:
            return
        radio.commander.ask(Order("orders", sender=line.speaker))
        order = radio.commander.order_of(line.speaker)
        radio.repeat(line.speaker, order, view)

    # Statements

    def _hear_statement(self, line: Line, meaning: Meaning, view: View) -> None:
        radio = self._radio
        fact = fact_of(meaning, view, line.speaker)
        if fact is not None:
            radio.facts.append(fact)
        if not line.speaker:
            return
        if meaning.kind == "i_am_at" and meaning.location is not None:
            radio.crew.tell_location(line.speaker, meaning.location, view.now)
        elif meaning.kind == "health":
            radio.crew.tell_health(line.speaker, int(float(meaning.slots["number"])), view.now)
        elif meaning.kind == "prefer":
            radio.crew.tell_role(line.speaker, meaning.slots["role"])
        elif meaning.kind == "in_squad":
            self._hear_squad_of(line.speaker, meaning.slots.get("squad", ""), view)
        elif meaning.kind == "need_help" and radio.commander is not None:
            radio.commander.ask(Order("help", sender=line.speaker))

    def _hear_squad_of(self, name: str, squad: str, view: View) -> None:
        if not squad:
            self._squads.leave("", (name,))
        elif not self._squads.refusal(squad, self.roster(view)):
            self._squads.join(squad, (name,))
