"""A stage for scenarios: bots on an arena in virtual time, without network, and all of it recorded.

The arena ticks, every bot takes in what it was told at once, and what it answers counts at the next
tick. Between the two a test may tamper with what is told. Whatever was played is replayed at the end.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from agentfw.bot import Circle
from agentfw.engines.doors import replay_session
from agentfw.errors import LinkError
from agentfw.recording import Closed, Connected, Ended, Received, Sent, Thought, Ticked
from agentfw.vocabulary import Join
from tests.support.playing import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from agentfw.arena.server import Arena
    from agentfw.arena.server.clients import Client
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.brains import Decides
    from agentfw.geometry import Vec3
    from agentfw.perception import View
    from agentfw.recording import Record

__all__ = ["HALF_HEIGHT", "Actor", "Stage", "Tamper", "assert_same", "commands", "repeat"]

HALF_HEIGHT: Final = 44.0
"""How far the center of a body is above the floor."""
_WHERE: Final = "arena"

Tamper: TypeAlias = "Callable[[list[str], float], Iterable[str]]"
"""What a bot is told at a time, in place of these lines; asked at every tick."""
_Brain = TypeVar("_Brain", bound="Decides")


class Actor(Generic[_Brain]):
    """A bot on a stage."""

    def __init__(self, stage: Stage, make: Callable[[], _Brain], join: Join, seed: int) -> None:
        self.brain = make()
        self.records: list[Record] = []
        self.tamper: Tamper | None = None
        self.join, self.seed, self.make = join, seed, make
        self.dialect = stage.arena.dialect.name
        self.circle = Circle(self.brain, seed=seed, record=self.records.append)
        self.client: Client = self._connect(stage)

    def _connect(self, stage: Stage) -> Client:
        client = stage.arena.connect("bot", "local")
        assert client is not None, "the arena lets nobody in"
        self.circle.connect(replay_session(self.dialect, self.join), _WHERE, stage.now)
        self._arena = stage.arena
        return client

    @property
    def has_body(self) -> bool:
        """Whether it is in the game, and alive."""
        return any(player.name == self.join.player_name for player in self._arena.world.living())

    @property
    def player(self) -> Player:
        """Its player in the arena's world."""
        name = self.join.player_name
        return next(player for player in self._arena.world.players if player.name == name)

    @property
    def pawn(self) -> Pawn:
        """Its body in the arena's world, to push and to put."""
        pawn = self.player.pawn
        assert pawn is not None, "it has no body now"
        return pawn

    @property
    def view(self) -> View:
        """What it decided on last."""
        assert self.circle.view is not None, "it has not thought yet"
        return self.circle.view

    def hear(self, now: float) -> None:
        """Take in what the arena said, and answer."""
        heard = self.client.take_output()
        if self.tamper is not None:
            lines = heard.decode("latin-1").split("\r\n")[:-1]
            heard = "".join(f"{line}\r\n" for line in self.tamper(lines, now)).encode("latin-1")
        deadline = self.circle.next_deadline
        if heard:
            self.client.feed(self.circle.feed(heard, now))
        elif deadline is not None and deadline <= now:
            self.client.feed(self.circle.tick(now))

    def reconnect(self, stage: Stage) -> None:
        """Lose the connection, and have another one at once."""
        with contextlib.suppress(LinkError):
            self.circle.close(stage.now)
        self.client = self._connect(stage)

    def said(self, word: str, *, since: float = 0.0) -> list[tuple[float, Line]]:
        """When it sent which commands with a word."""
        return [(at, line) for at, line in commands(self.records) if line.word == word and at >= since]


class Stage:
    """An arena and the bots on it."""

    def __init__(self) -> None:
        self.actors: list[Actor[Decides]] = []
        self.now = 0.0
        self._arena: Arena | None = None
        self._ticks = 0

    @property
    def arena(self) -> Arena:
        """Where it is played."""
        assert self._arena is not None, "the stage was not opened"
        return self._arena

    def open(self, arena: Arena) -> Arena:
        """Play on this arena from now on."""
        self._arena = arena
        return arena

    def restart(self, arena: Arena) -> None:
        """The server is killed, another one takes its place, and everybody connects again."""
        self._arena = arena
        for actor in self.actors:
            actor.reconnect(self)

    def enter(
        self,
        make: Callable[[], _Brain],
        *,
        name: str = "Bob",
        team: int | None = None,
        at: Vec3 | None = None,
        seed: int = 1,
    ) -> Actor[_Brain]:
        """A bot that joins with the next ticks, at the center of a body if the game lets it choose."""
        actor = Actor(self, make, Join(player_name=name, team=team, location=at), seed)
        self.actors.append(actor)  # type: ignore[arg-type]  # whatever the brain, it is a bot
        return actor

    def bring_in(
        self, make: Callable[[], _Brain], *, name: str = "Bob", team: int | None = None
    ) -> Actor[_Brain]:
        """A bot that has just got its body."""
        actor = self.enter(make, name=name, team=team)
        self.play_until(lambda: actor.has_body, within=5.0)
        return actor

    def play(self, seconds: float) -> None:
        """Let time pass on the bots' clock."""
        until = self.now + seconds
        while self.now < until - 1e-9:
            self.tick()

    def play_until(self, has_come: Callable[[], bool], *, within: float) -> None:
        """Let time pass until something is so; fails when that takes too long."""
        until = self.now + within
        while not has_come():
            assert self.now < until, f"not within {within:g} s; {self._describe()}"
            self.tick()

    def tick(self) -> None:
        """One tick of the arena, and what everybody makes of it."""
        self._ticks += 1
        self.now = self._ticks * self.arena.tick_s
        self.arena.tick()
        for actor in self.actors:
            actor.hear(self.now)

    def assert_replays(self) -> None:
        """Everything that was played here comes out once more in the same way."""
        for actor in self.actors:
            again: list[Record] = []
            circle = Circle(actor.make(), seed=actor.seed, record=again.append)
            repeat(actor.records, circle, actor.dialect, actor.join)
            assert_same(actor.records, again)

    def _describe(self) -> str:
        bots = [actor.circle for actor in self.actors]
        return "; ".join(f"{bot.view.location} {dict(bot.view.activities)}" for bot in bots if bot.view)


def repeat(records: Iterable[Record], circle: Circle, dialect: str, join: Join) -> None:
    """Give the inputs of a recording to a fresh circle."""
    for record in records:
        with contextlib.suppress(LinkError):  # the recorded bot was cut off here as well
            _give(circle, record, dialect, join)


def assert_same(records: list[Record], again: list[Record]) -> None:
    """Two recordings tell the same, and something."""
    assert any(isinstance(record, Thought) for record in records), "nobody thought"
    pairs = zip(records, again, strict=False)
    assert next((pair for pair in pairs if pair[0] != pair[1]), None) is None
    assert len(records) == len(again)


def _give(circle: Circle, record: Record, dialect: str, join: Join) -> None:
    match record:
        case Connected():
            circle.connect(replay_session(dialect, join), record.server, record.at)
        case Received():
            circle.feed(record.data, record.at)
        case Ticked():
            circle.tick(record.at)
        case Closed():
            circle.close(record.at)
        case Ended():
            circle.leave(record.at, record.reason)


def commands(records: Iterable[Record]) -> list[tuple[float, Line]]:
    """When which commands were sent, according to a recording."""
    sent = [record for record in records if isinstance(record, Sent)]
    return [
        (record.at, Line(text))
        for record in sent
        for text in record.data.decode("latin-1").split("\r\n")
        if text
    ]
