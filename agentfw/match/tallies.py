"""What each of our bots has achieved in one match, added up over its lives and connections."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections import Counter

    from agentfw.engines.link import Session
    from agentfw.perception import View
    from agentfw.perception.view import Scores

__all__ = ["Figures", "Tally"]

_Number = TypeVar("_Number", int, float)


class Figures(NamedTuple):
    """What one player achieved; None where the game did not tell."""

    score: float | None = None
    kills: int | None = None
    deaths: int | None = None

    def plus(self, other: Figures) -> Figures:
        """Both together, as far as they are known."""
        kills, deaths = _sum(self.kills, other.kills), _sum(self.deaths, other.deaths)
        return Figures(_sum(self.score, other.score), kills, deaths)


class _Life(NamedTuple):
    """A connection of a bot: to the game, every new one is a new player who has nothing yet."""

    session: Session | None
    view: View
    kills_before: int
    deaths_before: int


class Tally:
    """Keeps the last known standing of bots that left, beside that of those who play.

    `kills` and `deaths` are what was counted by name, whatever the life.
    """

    def __init__(self, kills: Counter[str], deaths: Counter[str]) -> None:
        self._kills, self._deaths = kills, deaths
        self._lives: dict[str, _Life] = {}
        self._earlier: dict[str, Figures] = {}

    def clear(self) -> None:
        """Another match begins."""
        self._lives.clear()
        self._earlier.clear()

    def look(self, name: str, session: Session | None, view: View) -> None:
        """What a bot sees now."""
        life = self._lives.get(name)
        if life is None:  # others may have told of it before
            self._lives[name] = _Life(session, view, 0, 0)
        elif life.session is session:
            self._lives[name] = life._replace(view=view)
        else:
            self._earlier[name] = self.whole(name)
            self._lives[name] = _Life(session, view, self._kills[name], self._deaths[name])

    def earlier(self, name: str, session: Session | None) -> Figures:
        """What a bot achieved before this connection."""
        life = self._lives.get(name)
        is_present = life is None or life.session is session
        return self._earlier.get(name, Figures()) if is_present else self.whole(name)

    def whole(self, name: str, scores: Scores | None = None) -> Figures:
        """What a bot achieved in all; `scores` are newer ones than it saw, if there are any."""
        life, earlier = self._lives.get(name), self._earlier.get(name, Figures())
        if life is None:
            return earlier
        told, player = scores if scores is not None else life.view.scores, life.view.me.id
        deaths = told.deaths.get(player, 0) if player is not None else 0  # often told late, if at all
        now = Figures(
            score=told.players.get(player) if player is not None else None,
            kills=self._kills[name] - life.kills_before,
            deaths=max(deaths, self._deaths[name] - life.deaths_before),
        )
        return earlier.plus(now)

    def is_present(self, name: str, session: Session | None) -> bool:
        """Whether what was seen last was seen on this connection."""
        life = self._lives.get(name)
        return life is not None and life.session is session


def _sum(one: _Number | None, other: _Number | None) -> _Number | None:
    return one if other is None else other if one is None else one + other
