"""What one bot tells its team by itself: what it finds out, and where it is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.radio.answering import here
from agentfw.radio.gossip import Gossip, about
from agentfw.radio.news import is_told_to_all, of_flag, report_of, worth_of
from agentfw.radio.speaking import FACT, IDLE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from agentfw.decisions import Fact
    from agentfw.perception import View
    from agentfw.radio.speaking import Mouth

__all__ = ["Telling"]

_FACT_S: Final = 4.0
"""Later than this, what was seen is no news."""
_LETS_OTHERS_S: Final = 2.0
"""What several see, one tells: whoever waits longer hears it."""
_ENEMY_S: Final = 10.0
"""So often a bot tells of enemies, but for one who has our flag; of items, too."""
_HERE_S: Final = 20.0
"""So often a bot tells its leader where it is."""
_REPORTS_IN_S: Final = 4.0
"""So soon everybody tells a new leader that he is there."""


class Telling:
    """Chooses what is worth a line. Who does not share tells nothing."""

    def __init__(self, mouth: Mouth, rng: Random, *, shares: bool) -> None:
        self._mouth = mouth
        self._rng = rng
        self._shares = shares
        self.begin()

    def begin(self) -> None:
        """The bot has come into the game, and has told nothing."""
        self._gossip = Gossip()
        self._enemy_at = self._here_at = -math.inf

    def hear(self, facts: Iterable[Fact], now: float) -> None:
        """What others have told need not be said any more."""
        for fact in facts:
            if self._gossip.hear(fact, now):
                self._mouth.drop(about(fact))

    def report_in(self, now: float) -> None:
        """There is another leader, who does not know who is there."""
        self._here_at = now - _HERE_S + self._rng.uniform(0.0, _REPORTS_IN_S)

    def tell_news(self, news: Iterable[Fact], view: View) -> None:
        """Tell what was found out, and of enemies not all the time."""
        for fact in news if self._shares else ():
            self._tell(of_flag(fact, view), view)

    def _tell(self, fact: Fact, view: View) -> None:
        """Tell a fact, unless the team has just heard it."""
        worth, now = worth_of(fact), view.now
        if not self._gossip.is_news(fact, now) or is_told_to_all(fact):
            return
        is_rare = worth <= 1 and not _is_carrier(fact, view)
        if is_rare and now - self._enemy_at < _ENEMY_S:
            return
        meaning = report_of(fact, view)
        if meaning is not None:
            self._gossip.note(fact, now)
            self._enemy_at = now if is_rare else self._enemy_at
            is_mine = fact.holder is not None and fact.holder == view.me.id
            after = now if is_mine else now + self._rng.uniform(0.0, _LETS_OTHERS_S)
            self._mouth.say(about(fact), meaning, FACT, now + _FACT_S, after=after)

    def tell_place(self, view: View) -> None:
        """Tell a leader now and then where one is."""
        if self._shares and view.is_alive and view.now - self._here_at >= _HERE_S:
            self._here_at = view.now
            self._mouth.say("here", here(view, exactly=True), IDLE, view.now + _HERE_S)


def _is_carrier(fact: Fact, view: View) -> bool:
    """Whether it is about the enemy who has our flag."""
    flag = view.own_flag
    return flag is not None and flag.holder is not None and fact.entity == flag.holder
