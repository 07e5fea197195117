"""A real arena in memory where bots with radios play, and people who only talk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from agentfw.arena.server import Arena, ArenaOptions
from agentfw.arena.server.bots import BotClient
from agentfw.bot import Circle
from agentfw.brains import BrainSetup, make_brain
from agentfw.engines.doors import replay_session
from agentfw.radio import Radio
from agentfw.talk import shipped_talk
from agentfw.team import Leader
from agentfw.vocabulary import Join

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.arena.server.clients import Client
    from agentfw.arena.world.players import Player
    from agentfw.brains import Decides
    from agentfw.perception import View

__all__ = ["CLASSIC", "MODERN", "Fellow", "Human", "Venue", "leader_of"]

MODERN: Final = "gamebots-2004"
CLASSIC: Final = "gamebots-ut99"
_CHAT: Final = re.compile(r"VM([ST]) .*?\{(?:Text|String) (.*)\}$")
_NAME: Final = re.compile(r"\{Name ([^}]*)\}")


def leader_of(plan: str, name: str = "leader") -> Callable[[int], Leader]:
    """What makes leaders that follow a plan."""
    return lambda term: Leader(make_brain(plan, BrainSetup(name=name, seed=term)), name)


class _Seat:
    """Somebody who is connected."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.client = self._connected()

    def _connected(self) -> Client:
        client = self.venue.arena.connect("bot", "local")
        assert client is not None
        return client

    @property
    def player(self) -> Player:
        """Its player, once it has joined."""
        assert isinstance(self.client, BotClient)
        assert self.client.player is not None
        return self.client.player

    def leave(self) -> None:
        """Hang up."""
        self.venue.arena.disconnect(self.client)
        self.venue.seats.remove(self)

    def hear(self) -> None:
        """Take in what the arena says."""


class Fellow(_Seat):
    """A bot with a radio."""

    def __init__(self, venue: Venue, name: str, team: int, brain: Decides, **told: Any) -> None:
        super().__init__(venue)
        self.name = name
        self.radio = Radio(name, venue.seed, shipped_talk(), **told)
        self.join = Join(player_name=name, team=team)
        self.circle = Circle(brain, seed=venue.seed, speech=(self.radio,))
        self.circle.connect(self._session(), "arena", venue.now)
        self.views: list[View] = []
        self.circle.on_decision = lambda view, _: self.views.append(view)
        self.paths: list[str] = []

    def _session(self) -> Any:
        return replay_session(self.venue.arena.dialect.name, self.join)

    def come_back(self) -> None:
        """Connect once more, after having left."""
        self.client = self._connected()
        self.circle.connect(self._session(), "arena", self.venue.now)
        self.venue.seats.append(self)

    def hear(self) -> None:
        """Think about what the arena says, and answer."""
        heard = self.client.take_output()
        now, deadline = self.venue.now, self.circle.next_deadline
        if heard:
            self.client.feed(self.circle.feed(heard, now))
        elif deadline is not None and deadline <= now:
            self.client.feed(self.circle.tick(now))

    @property
    def orders(self) -> list[str]:
        """What it shall do, as its brain sees it."""
        return [str(one) for one in self.views[-1].orders]

    @property
    def leader(self) -> str:
        """Who leads, as far as it knows."""
        return self.radio.election.leader


class Human(_Seat):
    """Somebody who types; a bot on the wire, as everybody in the arena."""

    def __init__(self, venue: Venue, name: str, team: int) -> None:
        super().__init__(venue)
        self.name, self.team = name, team
        self.lines: list[tuple[float, str, str]] = []
        """What was said to the team or to all, when and by whom; names are not told by all games."""
        self.public: list[str] = []
        self.feed("READY", f"INIT {{Name {name}}} {{Team {team}}}")

    def feed(self, *lines: str) -> None:
        """Send lines as they are."""
        self.client.feed("".join(f"{line}\r\n" for line in lines).encode("latin-1"))

    def say(self, text: str, team: int | None = None) -> None:
        """Say something to the own team, or to another one where that can be."""
        self.venue.notes.append((self.venue.now, self.name, text))
        number = self.team if team is None else team
        index = f" {{TeamIndex {number}}}" if self.venue.arena.dialect.name == MODERN else ""
        self.feed(f"MESSAGE {{Text {text}}} {{Global False}}{index}")

    def shout(self, text: str) -> None:
        """Say something to everybody."""
        self.feed(f"MESSAGE {{Text {text}}} {{Global True}}")

    def hear(self) -> None:
        """Read what is said."""
        for line in self.client.take_output().decode("latin-1").splitlines():
            found = _CHAT.match(line)
            if found is not None:
                named = _NAME.search(line)
                who = named[1] if named is not None else ""
                self.lines.append((self.venue.now, who, found[2]))
                if found[1] == "S":
                    self.public.append(found[2])

    def heard(self, since: float = 0.0) -> list[str]:
        """What was said since some time, with names."""
        return [f"{who}: {text}" if who else text for at, who, text in self.lines if at >= since]


class Venue:
    """An arena that ticks when it is told to."""

    def __init__(
        self, dialect: str = MODERN, *, level: str = "ctf-twins", mode: str = "ctf", **more: Any
    ) -> None:
        self.seed = 3
        options = ArenaOptions(map=level, mode=mode, dialect=dialect, seed=3, restarts=False, **more)
        self.arena = Arena(options)
        self.seats: list[Any] = []
        self.notes: list[tuple[float, str, str]] = []

    @property
    def now(self) -> float:
        """The time since the arena was opened."""
        return self.arena.ticks * self.arena.tick_s

    def fellow(self, name: str, team: int = 0, brain: Decides | str = "hunter", **told: Any) -> Fellow:
        """One more bot with a radio."""
        made = make_brain(brain, BrainSetup(name=name, seed=3)) if isinstance(brain, str) else brain
        seat = Fellow(self, name, team, made, **told)
        self.seats.append(seat)
        return seat

    def human(self, name: str = "Sarge", team: int = 0) -> Human:
        """One more person."""
        seat = Human(self, name, team)
        self.seats.append(seat)
        return seat

    def pass_time(self, seconds: float) -> None:
        """Play on for so long."""
        until = self.now + seconds
        while self.now < until:
            self.tick()

    def tick(self) -> None:
        """One tick of the arena."""
        self.arena.tick()
        for seat in list(self.seats):
            seat.hear()

    def until(self, holds: Callable[[], bool], within_s: float) -> float:
        """Play on until something holds; how long that took."""
        began_at = self.now
        while not holds():
            assert self.now - began_at < within_s, "it never came to that"
            self.tick()
        return self.now - began_at
