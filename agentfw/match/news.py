"""What happens in a match, told once: gathered from what bots are told, so it works on any server."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.match.chats import ChatDesk
from agentfw.match.tallies import Tally
from agentfw.vocabulary import NO_TEAM, Died, FlagState, PlayerDied

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.bot import Bot
    from agentfw.errors import AgentError
    from agentfw.match.chats import Chat
    from agentfw.perception import View
    from agentfw.perception.beliefs import KnownFlag, KnownPoint
    from agentfw.team import TeamEvent
    from agentfw.vocabulary import EntityId

__all__ = ["News", "NewsDesk", "point_name", "short_name"]

_KEPT: Final = 100
_SAME_DEATH_S: Final = 1.0
"""Everybody hears of a death, some a little later; nobody dies twice in so short a time."""
_AT_THE_END: Final = {("done", None), ("disconnected", "the match is over")}
"""What happens to every bot at the end of every match, and so is no news; None is any text."""
_FOR_POINTS: Final = {"ctf", "ddom"}
"""Games in which every change of the score is worth telling."""


class News(msgspec.Struct, frozen=True):
    """Something that happened."""

    at: float
    """Seconds of game time since the match began."""
    kind: str
    """kill, point, flag, score, chat, level, or what `TeamEvent` calls it."""
    text: str
    team: int | None = None
    """The side that did it."""


class _Known:
    """What one bot knew when it was last asked."""

    def __init__(self) -> None:
        self.points: Mapping[EntityId, KnownPoint] = {}
        self.teams: Mapping[int, float] = {}
        self.carried: KnownFlag | None = None


class NewsDesk:
    """Listens to all bots of a match, and tells each thing once."""

    def __init__(
        self,
        now: Callable[[], float],
        mode: Callable[[], str],
        team_name: Callable[[int], str],
        on_news: Callable[[News], None] | None = None,
        *,
        is_on: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self.latest: deque[News] = deque(maxlen=_KEPT)
        self.kills: Counter[str] = Counter()
        """How many enemies each player killed, as far as the bots were told."""
        self.deaths: Counter[str] = Counter()
        """How often each player died, as far as they were told."""
        self.tally = Tally(self.kills, self.deaths)
        """What our bots have achieved."""
        self.failed_leaders: dict[str, str] = {}
        """Why bots that their team had elected lead no longer, by name."""
        self.level = ""
        """The map that is played, as far as the bots were told."""
        self._now, self._mode, self._team_name = now, mode, team_name
        self._on_news, self._is_on = on_news, is_on
        self._bots: dict[str, Bot] = {}
        self._known: dict[str, _Known] = {}
        self._levels: dict[str, str] = {}
        self._owners: dict[EntityId, int] = {}
        self._teams: dict[int, float] = {}
        self._died_at: dict[EntityId, float] = {}
        self._chats = ChatDesk(self._tell_chat)

    def follow(self, bot: Bot) -> None:
        """Listen to a bot from now on."""
        self._chats.follow(bot)
        name, measured = bot.options.name, bot.circle.on_think
        self._bots[name], self._known[name] = bot, _Known()

        def on_think(seconds: float) -> None:
            if measured is not None:
                measured(seconds)
            if bot.circle.view is not None and self._is_on(name):
                self._compare_levels(bot.circle.view, name)
                session = bot.circle.session if bot.circle.was_connected else None
                self.tally.look(name, session, bot.circle.view)
                self._read(bot.circle.view, name)

        bot.circle.on_think = on_think

    def begin(self) -> None:
        """Another match begins, with the same bots."""
        self.latest.clear()
        self.failed_leaders.clear()
        self._begin_figures()

    def _begin_figures(self) -> None:
        self.tally.clear()
        self.kills.clear()
        self.deaths.clear()
        self._owners.clear()
        self._teams.clear()
        self._died_at.clear()
        self._known = {name: _Known() for name in self._bots}

    def note(self, event: TeamEvent, team: int | None) -> None:
        """Something happened to a bot rather than to its player."""
        if not _AT_THE_END & {(event.kind, None), (event.kind, event.text)}:
            told = f": {event.text}" if event.text and event.kind != "joined" else ""
            self.tell(event.kind, f"{event.bot} {event.kind.replace('-', ' ')}{told}", team)

    def tell_failed_leader(self, name: str, error: AgentError, team: int | None) -> None:
        """A bot that its team had elected cannot lead."""
        self.failed_leaders[name] = str(error)
        self.tell("leader-failed", f"{name} leads no longer: {error}", team)

    def tell(self, kind: str, text: str, team: int | None = None) -> None:
        """Pass something on."""
        news = News(self._now(), kind, text, team)
        self.latest.append(news)
        if self._on_news is not None:
            self._on_news(news)

    def _read(self, view: View, name: str) -> None:
        for event in view.events:
            percept = event.percept
            if isinstance(percept, Died):
                self._tell_death(view.me.id, percept)
            elif isinstance(percept, PlayerDied):
                self._tell_death(percept.id, percept)
        known = self._known[name]
        if view.points is not known.points:
            self._compare_points(view, known)
        if view.scores.teams is not known.teams:
            self._compare_scores(view, known)
        if view.flags:
            self._compare_flags(view, known, name)

    def _tell_chat(self, chat: Chat, bot: Bot) -> None:
        view = bot.circle.view
        is_own = view is not None and chat.speaker == bot.options.name
        if self._is_on(bot.options.name):
            self.tell("chat", str(chat), _side(view.me.team, view) if is_own and view else None)

    def _compare_levels(self, view: View, name: str) -> None:
        """Another map is another match, though nobody told of the end of the last one.

        A bot that still sees the old map, or joins for the first time, says nothing about that.
        """
        level = view.game.level or ""
        before, self._levels[name] = self._levels.get(name), level or self._levels.get(name, "")
        if level in ("", before, self.level) or (before is None and self.level):
            return
        is_first, self.level = not self.level, level
        if not is_first:
            self._begin_figures()
            self.tell("level", f"the server now plays {level}")

    # Deaths

    def _tell_death(self, victim: EntityId | None, death: Died | PlayerDied) -> None:
        now = self._now()
        if victim is None or now - self._died_at.get(victim, -_SAME_DEATH_S) < _SAME_DEATH_S:
            return
        self._died_at[victim] = now
        name, _ = self._who(victim)
        self.deaths[name] += 1
        killer, team = self._who(death.killer) if death.killer else ("", None)
        if not killer or death.killer == victim:
            self.tell("death", f"{name} died")
            return
        self.kills[killer] += 1
        how = f" ({short_name(death.weapon_name)})" if death.weapon_name else ""
        self.tell("kill", f"{killer} killed {name}{how}", team)

    def _who(self, player: EntityId) -> tuple[str, int | None]:
        """Name and side of a player, as far as anybody knows."""
        views = [bot.circle.view for bot in self._bots.values()]
        for bot in self._bots.values():
            view = bot.circle.view
            if view is not None and view.me.id == player:
                return bot.options.name, _side(view.me.team, view)
        for view in views:
            known = view.players.get(player) if view is not None else None
            if view is not None and known is not None and known.name:
                return known.name, _side(known.team, view)
        return short_name(player), None

    # What teams play for

    def _compare_points(self, view: View, known: _Known) -> None:
        before, known.points = known.points, view.points
        for key, point in view.points.items():
            old = before[key].owner if key in before else NO_TEAM
            if point.owner == old or self._owners.get(key, NO_TEAM) == point.owner:
                continue
            self._owners[key] = point.owner
            if point.owner != NO_TEAM:
                text = f"{self._team_name(point.owner)} takes {point_name(key)}"
                self.tell("point", text, point.owner)

    def _compare_scores(self, view: View, known: _Known) -> None:
        known.teams = teams = view.scores.teams
        if self._mode() not in _FOR_POINTS:
            return
        risen = [team for team, score in teams.items() if score > self._teams.get(team, 0.0)]
        self._teams |= {team: teams[team] for team in risen}
        for team in risen:
            scores = " : ".join(f"{self._teams.get(one, 0.0):g}" for one in sorted(teams))
            self.tell("score", f"{self._team_name(team)} scores, {scores}", team)

    def _compare_flags(self, view: View, known: _Known, name: str) -> None:
        """A carrier knows best what becomes of a flag."""
        before, known.carried = known.carried, view.carried_flag
        if known.carried is not None and (before is None or before.team != known.carried.team):
            flag = self._team_name(known.carried.team)
            self.tell("flag", f"{name} has the flag of {flag}", view.me.team)
        elif before is not None and known.carried is None and view.is_alive:
            flag_now = view.flags.get(before.team)
            if flag_now is not None and flag_now.state is FlagState.HOME:
                text = f"{name} captured the flag of {self._team_name(before.team)}"
                self.tell("flag", text, view.me.team)


def _side(team: int | None, view: View) -> int | None:
    return team if view.has_teams and team != NO_TEAM else None


def short_name(name: str) -> str:
    """The last part of a name of the game, without what all of its kind share.

    >>> short_name("XWeapons.ShockRiflePickup"), short_name("Botpack.UT_ShieldBelt")
    ('ShockRifle', 'ShieldBelt')
    """
    last = name.rpartition(".")[2].removesuffix("Pickup")
    return last[3:] if last.lower().startswith("ut_") else last


def point_name(name: str) -> str:
    """What people call a point of the map.

    >>> point_name("DOM-Crossing.ControlPoint0")
    'Point0'
    """
    return short_name(name).removeprefix("Control")
