"""One bot in the chat of its team: orders, answers, questions, facts, and who leads.

A `Radio` is a `Speech`: it hears what mates have said since the last think, says what there is to say,
one line a second, and tells the brain what it shall do and what others know. Bots that share nothing
but a game become a team by it, and people are members of that team like any other.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.bot.speech import SILENT, Spoken
from agentfw.decisions import Order, OrderState
from agentfw.errors import AgentError
from agentfw.radio.commanding import Commander
from agentfw.radio.crew import Crew
from agentfw.radio.election import Election, Step
from agentfw.radio.giving import meaning_of
from agentfw.radio.hearing import Ears
from agentfw.radio.obeying import Duty, said_of
from agentfw.radio.places import with_letters
from agentfw.radio.reacting import Reacting
from agentfw.radio.speaking import FACT, LEAD, NAMED, ORDER, REPLY, WHO_LEADS, Mouth
from agentfw.radio.telling import Telling
from agentfw.talk import Meaning
from agentfw.team.sharing import Reporter
from agentfw.vocabulary import NO_TEAM

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from agentfw.decisions import Decision, Fact, Report, Speak
    from agentfw.perception import View
    from agentfw.radio.commanding import Word
    from agentfw.talk import Talk
    from agentfw.team.leading import Leader

__all__ = ["Radio"]

_AWAY_S: Final = 5.0
"""Who lived and has seen nothing for so long was not in the game."""
_REPEATS_S: Final = 60.0
"""So often a leader says that it leads, for those who have not heard it."""
_REMINDS_S: Final = 40.0
"""So often where games do not tell who leaves."""
_SILENT_S: Final = 100.0
"""So long a leader may be silent there."""


class Radio:
    """The speech of one bot. `make` gives the leader that it is when elected; None if it never is.

    `mates` are names of its team that it knows from the beginning.
    """

    def __init__(
        self,
        name: str,
        seed: int,
        talk: Talk,
        *,
        make: Callable[[int], Leader] | None = None,
        mates: Collection[str] = (),
        shares: bool = True,
    ) -> None:
        self._name = name
        self._shares = shares
        rng = Random(f"{seed}/{name}/radio")  # noqa: S311 - a game
        self.mouth = Mouth(talk, rng)
        self.ears = Ears(mates)
        self.crew = Crew()
        self.duty = Duty()
        self.election = Election(rng, stands=make is not None)
        self.commander = Commander(make) if make is not None else None
        self.reporter = Reporter(name)
        self._telling = Telling(self.mouth, rng, shares=shares)
        self._reacting = Reacting(self, talk, rng)
        self._seen: View | None = None
        self._given: tuple[Order, ...] = ()
        self.on_failure: Callable[[AgentError], None] | None = None
        """Told why the leader in this bot has failed, each time."""
        self.facts: list[Fact] = []
        """What was heard in this think."""
        self.leader_heard_at = -math.inf

    def step(self, view: View, decision: Decision) -> Spoken:
        """Take notice of a think."""
        if not view.has_teams or view.team == NO_TEAM or view.me.id is None:
            return SILENT
        self._look_round(view)
        self.facts = []
        self._reacting.hear(view)
        self._answer(decision, view)
        self._tell(view)
        self._elect(view)
        self._lead(view, decision)
        if self.election.leader and not self.election.leads:
            self._telling.tell_place(view)
        return self._spoken(view)

    # Coming and going

    def _look_round(self, view: View) -> None:
        seen, self._seen = self._seen, view
        if seen is None or _is_new(seen, view):
            self._begin(view)
        for name in self.ears.left(view):
            self.election.stop(name, view.now)
            self.crew.lose(name)
            self._reacting.lose(name)

    def _begin(self, view: View) -> None:
        """The bot has come into a game, and knows nothing of it."""
        self.election.me = view.me.player_name or self._name
        self.election.begin(view.now)
        for part in (self.ears, self.mouth, self.crew, self.duty, self._telling, self._reacting):
            part.begin()
        if self.commander is not None:
            self.commander.forget()
        self.reporter = Reporter(self.election.me)
        self.leader_heard_at = view.now

    # What is said

    def _answer(self, decision: Decision, view: View) -> None:
        """Tell what the brain makes of its order."""
        for reaction in self.duty.hear(decision.answers):
            if reaction.order.sender != self.election.me:
                key = ("answer", reaction.order.number, reaction.answer.state)
                answer = replace(reaction.answer, why=with_letters(view, reaction.answer.why))
                self.mouth.say(key, said_of(reaction._replace(answer=answer)), REPLY)
            elif self.commander is not None:
                self.commander.hear(self.election.me, reaction.answer.state, reaction.answer.why)
        for request in decision.orders:
            self._ask(request, view)

    def _ask(self, request: Order, view: View) -> None:
        """The brain wants something of others."""
        if request.to:
            self.mouth.say(("ask", request.to), meaning_of(request, view), ORDER)
        elif request.task == "help":
            self.mouth.say("help", Meaning("need_help"), FACT)

    def _tell(self, view: View) -> None:
        """Tell what was found out."""
        news = self.reporter.news(view)
        if self.commander is not None:
            self.commander.learn(news)
        self._telling.tell_news(news, view)

    # Who leads

    def _elect(self, view: View) -> None:
        mates, before = self.ears.mates(view), self.election.leader
        self._check_silence(view)
        step = self.election.step(view.now, mates.__contains__)
        if step is Step.ASK:
            self.mouth.say(WHO_LEADS, Meaning("who_leads"), LEAD)
        elif step in (Step.CLAIM, Step.INSIST):
            self.claim()
        elif step is Step.YIELD:
            self.yield_lead()
        if self.election.leader != before:
            self.mouth.drop(NAMED)
            self._telling.report_in(view.now)

    def _check_silence(self, view: View) -> None:
        """Say now and then that one leads; ask for a leader of whom nothing is heard."""
        tells = self.ears.tells_speakers(view)
        if self.election.leads and view.now - self.election.claimed_at >= (
            _REPEATS_S if tells else _REMINDS_S
        ):
            self.claim()
        elif not tells and self._is_leader_silent(view):
            self.leader_heard_at = view.now
            self._reacting.ask_who_leads(view)

    def _is_leader_silent(self, view: View) -> bool:
        """Whether another bot that leads has said nothing for long; people say what they like."""
        is_bot = self.election.leader and not self.election.leads and not self.election.is_kept
        return bool(is_bot) and view.now - self.leader_heard_at >= _SILENT_S

    def knows_leader(self, view: View) -> bool:
        """Whether this bot has itself seen or heard whoever leads."""
        return self.ears.vouches_for(self.election.leader, view)

    def claim(self) -> None:
        """Say that this bot leads."""
        self.election.claimed_at = self._seen.now if self._seen is not None else -math.inf
        self.mouth.say("leads", Meaning("leader_is", slots={"who": self.election.me}), LEAD)

    def yield_lead(self) -> None:
        """Lead no longer."""
        if self.commander is not None:
            self.commander.end()
        self.mouth.drop("leads")
        self.mouth.say("leads", Meaning("stop_leading", slots={"who": self.election.me}), LEAD)

    def _lead(self, view: View, decision: Decision) -> None:
        """Let the leader in this bot think, while it leads; one that fails leads no longer."""
        commander = self.commander
        if commander is None or not self.election.leads:
            return
        try:
            if not commander.is_leading:
                self.reporter.tell_game_again()
                commander.begin(self.election.me)
            words = commander.step(view.now, self._reports(view, decision))
        except AgentError as error:  # anything else is a mistake of ours
            self._fail(error, view.now)
            return
        for word in words:
            self._give(word, view)

    def _fail(self, error: AgentError, now: float) -> None:
        """The leader in this bot has failed: another one may lead."""
        self.election.stop(self.election.me, now)
        self.yield_lead()
        if self.on_failure is not None:
            self.on_failure(error)

    def _reports(self, view: View, decision: Decision) -> dict[str, Report]:
        mates = self.ears.mates(view)
        found = {name: self.crew.report(name, player, view) for name, player in mates.items()}
        found[self.election.me] = self.reporter.report(view, decision)
        return found

    def _give(self, word: Word, view: View) -> None:
        """Say an order; to itself, a bot needs no words."""
        if word.is_void:
            self.mouth.drop(("order", word.to))
        elif word.to != self.election.me:
            self.mouth.say(("order", word.to), meaning_of(word.order, view), ORDER)
        elif word.order.task == "dismissed":
            self.duty.drop()
        else:
            self.duty.take(word.order, meaning_of(word.order, view), word.to)

    def repeat(self, name: str, order: Order | None, view: View) -> None:
        """Say to somebody what he shall do, once more."""
        wanted = order if order is not None else Order("dismissed", to=name)
        self.mouth.say(("order", name), meaning_of(wanted, view), ORDER)

    # What comes of it

    def _spoken(self, view: View) -> Spoken:
        lines: tuple[Speak, ...] = ()
        if self.mouth.is_due(view.now):
            signs = not self.ears.tells_speakers(view)
            roster = self._reacting.roster(view)
            found = self.mouth.step(view.now, roster, self.election.me, signs=signs)
            for key in self.mouth.take_unsaid():
                self._note_unsaid(key)
            if found is not None:
                self._note_said(found[0], view.now)
                lines = (found[1],)
        facts = tuple(self.facts) if self._shares else ()
        self.reporter.hear(facts)
        self._telling.hear(facts, view.now)
        if self.commander is not None:
            self.commander.learn(facts)
        orders, before = self.duty.orders, self._given
        self._given = orders
        return Spoken(lines, facts, orders if orders != before else None)

    def _note_said(self, key: object, now: float) -> None:
        if key == NAMED:
            self.election.keep()
        if self.commander is not None and isinstance(key, tuple) and key[0] == "order":
            self.commander.said(key[1], now)

    def _note_unsaid(self, key: object) -> None:
        """An order without words does not reach anybody."""
        if self.commander is not None and isinstance(key, tuple) and key[0] == "order":
            self.commander.hear(key[1], OrderState.REFUSED, "there are no words for it")


def _is_new(seen: View, view: View) -> bool:
    """Whether a bot has come into another game, or into the same one again."""
    was_away = seen.is_alive and not seen.is_paused and view.now - seen.now > _AWAY_S
    return was_away or seen.me.id != view.me.id or seen.game.level != view.game.level
