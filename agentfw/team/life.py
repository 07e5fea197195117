"""One life of a bot, watched: since when it plays, what it has done, whether it keeps up."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import trio

from agentfw.bot import Durations
from agentfw.errors import LocalProtocolError
from agentfw.team.holds import Hold, longest_hold, note_hold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.bot import Bot
    from agentfw.engines.link import Session

__all__ = ["Life", "Work"]

_BEAT_S: Final = 1.0
_GLANCES: Final = 5
"""So often within a beat it is seen what keeps a bot out: it may be back before the next."""
_COMPLAINS_S: Final = 10.0
_KEPT: Final = 4_000
"""How many durations of a bot are kept over its lives: a bot keeps 2 000 itself."""


class Work:
    """What bots have done, added up; of how long it took, only the last durations are kept."""

    def __init__(self, kept: int = _KEPT) -> None:
        self.thinks = self.dropped = 0
        self.lines = self.commands = self.bytes_in = self.bytes_out = 0
        self.think_times = Durations(kept)
        self.turnarounds = Durations(kept)

    def add_session(self, session: Session) -> None:
        """Count what was said over one connection."""
        told = session.statistics()
        self.lines += told.lines
        self.commands += told.commands
        self.bytes_in += told.bytes_in
        self.bytes_out += told.bytes_out

    def add_thinks(self, bot: Bot) -> None:
        """Count what a bot has thought over all its connections."""
        self.thinks += bot.circle.thinks
        self.dropped += bot.circle.thinks_dropped
        self.think_times.absorb(bot.watch.thinks)
        self.turnarounds.absorb(bot.watch.turnarounds)

    @classmethod
    def of_all(cls, parts: Sequence[Work]) -> Work:
        """What several have done, with room for all that they measured."""
        done = cls(_KEPT * max(1, len(parts)))
        for part in parts:
            done.absorb(part)
        return done

    def absorb(self, other: Work) -> None:
        """Count what others have done, too."""
        self.thinks += other.thinks
        self.dropped += other.dropped
        self.lines += other.lines
        self.commands += other.commands
        self.bytes_in += other.bytes_in
        self.bytes_out += other.bytes_out
        self.think_times.absorb(other.think_times)
        self.turnarounds.absorb(other.turnarounds)


class Life:
    """Looks at a bot once a second, and tells of what a team wants to know.

    A bot says itself when it plays for the first time; that it lost its connection, or found another,
    is seen at the next look.
    """

    def __init__(self, bot: Bot, tell: Callable[[str, str], None]) -> None:
        self.bot = bot
        self.up_at: float | None = None
        """Since when it plays; None while it does not."""
        self.played_s = 0.0
        """How long it has been in the game, up to its last break."""
        self._tell = tell
        self._has_played = self._is_trouble_told = False
        self._matches_over = 0
        self._lost_why = ""
        """What was first seen to keep it out of the game, since it was in there."""
        self._session: Session | None = None
        """The newest that was seen."""
        self._past = Work()
        """What was said over the connections before."""
        self._dropped = self._dropped_told = 0
        self._late_at = self._told_at = -math.inf
        self._hold: Hold | None = None
        """Its longest think that kept others waiting, if that is yet to be told."""
        self._held: Hold | None = None
        """Its last one, told or not."""
        self._watch_thinks()

    def started(self, value: Bot | None = None) -> None:
        """The bot is in the game: a life is the `trio.TaskStatus` of its bot."""
        self._follow()
        self._rise(self.bot.door.name)

    async def watch(self) -> None:
        """Look once a second, for as long as nobody cancels."""
        while True:
            for _ in range(_GLANCES):
                await trio.sleep(_BEAT_S / _GLANCES)
                self._lost_why = self._lost_why or self.bot.trouble
            self.look()

    def look(self) -> None:
        """Note what has changed since the last look."""
        is_another = self._follow()
        if self.up_at is not None and (is_another or not self.bot.is_playing):
            self.end()
            self._tell("disconnected", self._break(self._lost_why or self.bot.trouble))
        if self.up_at is None and self.bot.is_playing and self._has_played:
            self._rise(f"{self.bot.door.name}, again")
        if self.bot.trouble and not self._has_played and not self._is_trouble_told:
            self._is_trouble_told = True
            self._tell("kept-out", self.bot.trouble)
        self._check_pace()

    def end(self) -> None:
        """The bot plays no longer."""
        if self.up_at is not None:
            self.played_s += trio.current_time() - self.up_at
            self.up_at = None

    def trouble(self) -> str:
        """What is wrong with a bot that runs; empty when nothing is."""
        if not self.bot.is_playing:
            return self._break(self.bot.trouble) if self._has_played else self.bot.trouble
        since = trio.current_time() - _COMPLAINS_S
        if self._late_at > since:
            return f"overloaded: {_late(self._dropped)}"
        return f"overloaded: {self._held.complaint}" if self._held and self._held.at > since else ""

    def work(self) -> Work:
        """What the bot has done so far."""
        done = Work()
        done.absorb(self._past)
        done.add_thinks(self.bot)
        newest = _session_of(self.bot)
        for session in (self._session, newest) if self._session is not newest else (newest,):
            if session is not None:
                done.add_session(session)
        return done

    def _rise(self, where: str) -> None:
        self._has_played, self._matches_over = True, self.bot.matches_over
        self.up_at = trio.current_time()
        self._lost_why = ""
        self._tell("joined", where)

    def _break(self, why: str) -> str:
        if self.bot.matches_over > self._matches_over:
            return "the match is over"
        return f"the connection was lost: {why}" if why else "the connection was lost"

    def _follow(self) -> bool:
        """Whether the connection is another than at the last look."""
        before, self._session = self._session, _session_of(self.bot)
        if before is None or before is self._session:
            return False
        self._past.add_session(before)
        return True

    def _watch_thinks(self) -> None:
        circle = self.bot.circle
        measured = circle.on_think

        def on_think(seconds: float) -> None:
            if measured is not None:
                measured(seconds)
            if circle.view is not None:
                hold = note_hold(self.bot.options.name, self.bot.began_at + circle.view.now)
                if hold is not None:
                    self._held, self._hold = hold, max(hold, self._hold or hold)

        circle.on_think = on_think

    def _check_pace(self) -> None:
        dropped, now = self.bot.circle.thinks_dropped, trio.current_time()
        if dropped > self._dropped:
            self._dropped, self._late_at = dropped, now
        new = self._dropped - self._dropped_told
        if (new or self._hold is not None) and now - self._told_at >= _COMPLAINS_S:
            text = self._pace(new, max(self._told_at, now - _COMPLAINS_S))
            self._dropped_told, self._told_at, self._hold = self._dropped, now, None
            self._tell("overloaded", text)

    def _pace(self, new: int, since: float) -> str:
        """How it does not keep up, and on whose account."""
        if self._hold is not None:
            return "; ".join([self._hold.complaint, *([_late(new)] if new else [])])
        hold = longest_hold(since)
        return f"{_late(new)}, as {hold}" if hold is not None else _late(new)


def _late(looks: int) -> str:
    return f"{looks} {'look' if looks == 1 else 'looks'} came too late"


def _session_of(bot: Bot) -> Session | None:
    """The conversation of a bot; None before its first."""
    try:
        return bot.circle.session
    except LocalProtocolError:
        return None
