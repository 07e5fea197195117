"""Lines of both dialects, sessions that have heard them, and two ends talking in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from agentfw.engines.gamebots import ClientSession, Limits, ServerSession
from agentfw.vocabulary import Join
from tests.support.dialects import BOTH, CLASSIC

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.engines.gamebots import Dialect
    from agentfw.vocabulary import Command, Percept

__all__ = [
    "CLASSIC_NFO",
    "SESAME",
    "WORLD",
    "both_dialects",
    "commanded",
    "exchange",
    "hear",
    "opening",
    "playing",
    "said",
    "sent",
    "serving",
    "silent_session",
]

SESAME: Final = "open sesame"
"""The password of every server here that has one."""

CLASSIC_NFO: Final = (
    "NFO {Gametype BotDeathMatch} {Level DM-Stalwart} {TimeLimit 20.000000} {FragLimit 30}"
)
WORLD: Final = (
    "SHS",
    "NFO {Gametype BotDeathMatch} {WeaponStay True} {GamePaused False} {Level DM-Flux2} {FragLimit 20}",
    "SMUT",
    "MUT {Id DM-Flux2.DMMutator} {Name DMMutator}",
    "EMUT",
    "SNAV",
    "NAV {Id DM-Flux2.PathNode1} {Location 1.00,2.00,3.00} {Visible false}",
    "SNGP",
    "INGP {Id DM-Flux2.PathNode2} {Flags 1} {CollisionR 40} {CollisionH 80}",
    "ENGP",
    "NAV {Id DM-Flux2.PathNode2} {Location 4.00,5.00,6.00} {Visible false}",
    "SNGP",
    "ENGP",
    "ENAV",
    "SINV",
    "EINV",
    "SPLR",
    "PLR {Id DM-Flux2.GBxBot7} {Spectator False} {Name Loque} {Team 255}",
    "EPLR",
    "EHS",
)
"""What a GB2004 bot server tells after READY, with every kind of nesting."""

both_dialects = pytest.mark.parametrize("dialect", BOTH, ids=[dialect.name for dialect in BOTH])


def said(*lines: str) -> bytes:
    """The lines as either side writes them."""
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1")


def sent(end: ClientSession | ServerSession) -> list[str]:
    """What an end has to say now, line by line."""
    return end.take_output().decode("latin-1").splitlines()


def hear(session: ClientSession, *lines: str, now: float = 0.0) -> list[Percept]:
    """What the session makes of these lines."""
    return session.feed(said(*lines), now)


def opening(dialect: Dialect) -> tuple[str, ...]:
    """Everything a bot server says before it waits for the bot to join."""
    return (CLASSIC_NFO,) if dialect is CLASSIC else ("HELLO_BOT", *WORLD)


def playing(dialect: Dialect, *, limits: Limits = Limits()) -> ClientSession:
    """A bot's session that is in the game since time 0 and has nothing to say."""
    session = ClientSession([dialect], join=Join("Bob"), limits=limits)
    hear(session, *opening(dialect))
    hear(session, "BEG {Time 0.00}", "END {Time 0.00}")
    session.take_output()
    return session


def silent_session(role: str = "bot", *, password: str | None = None) -> ClientSession:
    """A session with either dialect that has heard nothing yet and does not join on its own."""
    return ClientSession(BOTH, role, password=password)


def serving(dialect: Dialect, role: str = "bot") -> ServerSession:
    """The server end of a client that is in the game, with nothing to say."""
    session = ServerSession(dialect, role)
    session.let_in()
    session.take_output()
    return session


def commanded(session: ServerSession, *lines: str) -> list[Command]:
    """What the game has to answer of these lines, heard at game time 7.5."""
    return session.feed(said(*lines), 7.5)


def exchange(
    client: ClientSession,
    server: ServerSession,
    answer: Callable[[ServerSession, Command], None],
    *,
    piece: int = 65536,
) -> list[Percept]:
    """Carry bytes both ways until neither end has more to say; `answer` plays the game."""
    percepts: list[Percept] = []
    while True:
        to_client, to_server = server.take_output(), client.take_output()
        if not to_client and not to_server:
            return percepts
        for start in range(0, len(to_client), piece):
            percepts += client.feed(to_client[start : start + piece], 0.0)
        for start in range(0, len(to_server), piece):
            for command in server.feed(to_server[start : start + piece], 7.5):
                answer(server, command)
