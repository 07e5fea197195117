"""What one bot does when mates speak: by what they mean, and whether it is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.decisions import Order, OrderState
from agentfw.radio.answering import doing, here, whereabouts
from agentfw.radio.news import fact_of
from agentfw.radio.obeying import said_of
from agentfw.radio.speaking import REPLY
from agentfw.radio.taking import Unclear, order_of
from agentfw.talk import KINDS, Meaning, concerns, understand

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
_ABOUT_LEADING: Final = frozenset({"lead", "leader_is", "stop_leading"})
_SQUADS: Final = frozenset({"join_squad", "create_squad", "leave_squad"})
_MAX_SQUADS: Final = 16


class Reacting:
    """Understands what is said, for one radio."""

    def __init__(self, radio: Radio, talk: Talk, rng: Random) -> None:
        self._radio = radio
        self._talk = talk
        self._rng = rng
        self.begin()

    def begin(self) -> None:
        """The bot has come into the game, and belongs to no sub-team."""
        self.squad = ""
        """The sub-team that this bot is in."""
        self._squads: dict[str, None] = {}

    def roster(self, view: View) -> Roster:
        """The names that can be spoken of."""
        return self._radio.ears.roster(view, self._squads)

    def hear(self, view: View) -> None:
        """React to what was said since the last think."""
        for line in self._radio.ears.hear(view):
            meaning = understand(self._talk, line.text, self.roster(view), line.speaker)
            if meaning is None:
                continue
            if line.is_private:
                meaning = replace(meaning, addressees=(self._radio.election.me,))
            if not line.is_mate:
                self._hear_stranger(line, meaning, view)
            else:
                self._react(line, meaning, view)

    def _hear_stranger(self, line: Line, meaning: Meaning, view: View) -> None:
        """Of those whom nobody knows, it is kept that they say to lead: they may turn out as mates."""
        if meaning.kind == "leader_is" and meaning.slots["who"] == line.speaker:
            self._radio.election.claim(line.speaker, view.now)

    def _react(self, line: Line, meaning: Meaning, view: View) -> None:
        radio = self._radio
        if line.speaker == radio.election.leader:
            radio.leader_heard_at = view.now
        if meaning.kind in _ABOUT_LEADING:
            self._hear_of_leader(line, meaning, view)
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
            self._reply(line, Meaning("accept"), "dismissed")
            return
        order = order_of(meaning, view, line.speaker, radio.election.leader)
        if isinstance(order, Unclear):
            self._reply(line, _unclear(order), "unclear")
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

    # Leading

    def _hear_of_leader(self, line: Line, meaning: Meaning, view: View) -> None:
        election, now = self._radio.election, view.now
        who = meaning.slots.get("who") or next(iter(meaning.addressees), line.speaker)
        if meaning.kind == "stop_leading":
            self._stop(who, line, now)
        elif meaning.kind == "leader_is" and who == line.speaker:
            election.claim(who, now)
            self._radio.leader_heard_at = now
        elif who != line.speaker:
            self._appoint(who, line, now)

    def _stop(self, who: str, line: Line, now: float) -> None:
        election = self._radio.election
        was_mine = election.leads and who == election.me
        election.stop(who, now)
        if was_mine:
            self._radio.yield_lead()

    def _appoint(self, who: str, line: Line, now: float) -> None:
        election = self._radio.election
        if who == election.me and not election.stands:
            self._reply(line, Meaning("refuse", slots={"reason": "I have no plan for a team"}), "lead")
            return
        was_mine = election.leads
        election.appoint(who, now)
        if who == election.me and not was_mine:
            election.leader = who
            self._radio.claim()

    # Sub-teams

    def _hear_of_squad(self, line: Line, meaning: Meaning, view: View) -> None:
        squad = meaning.slots.get("squad", "")
        if squad and meaning.kind != "leave_squad" and len(self._squads) < _MAX_SQUADS:
            self._squads[squad] = None
        if not meaning.addressees or not self._is_meant(meaning, view):
            return
        if meaning.kind != "leave_squad":
            self.squad = squad
        elif squad in ("", self.squad):
            self.squad = ""
        self._reply(line, Meaning("accept"), "squad")

    # Questions

    def _hear_question(self, line: Line, meaning: Meaning, view: View) -> None:
        radio = self._radio
        if meaning.kind == "who_leads":
            radio.election.hear_question(view.now)
            if radio.election.leads:
                radio.claim()
            return
        if meaning.kind == "what_should_i_do":
            self._advise(line)
            return
        if not self._is_meant(meaning, view):
            return
        replies = {
            "where_are_you": lambda: here(view),
            "what_are_you_doing": lambda: doing(radio.duty.meaning),
            "which_squad": lambda: Meaning(
                "in_squad", slots={"squad": self.squad} if self.squad else {}
            ),
            "where_is": lambda: whereabouts(meaning, view),
        }
        self._reply(line, replies[meaning.kind](), meaning.kind)

    def _in_squad(self) -> Meaning:
        return Meaning("in_squad", slots={"squad": self.squad} if self.squad else {})

    def _advise(self, line: Line) -> None:
        """Who leads tells whoever asks what to do, once more."""
        radio = self._radio
        if not radio.election.leads or radio.commander is None or not line.speaker:
            return
        radio.commander.ask(Order("orders", sender=line.speaker))
        order = radio.commander.order_of(line.speaker)
        radio.repeat(line.speaker, order)

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
        elif meaning.kind == "need_help" and radio.commander is not None:
            radio.commander.ask(Order("help", sender=line.speaker))

    def _reply(self, line: Line, meaning: Meaning, about: str) -> None:
        to = (line.speaker,) if line.speaker else ()
        self._radio.mouth.say(("reply", line.speaker, about), replace(meaning, addressees=to), REPLY)


def _unclear(order: Unclear) -> Meaning:
    """What to say when somebody or something is not to be found."""
    if order.slot == "who":
        return Meaning("refuse", slots={"reason": f"I cannot find {order.what}"})
    return Meaning("lost", slots={"place": order.what})
