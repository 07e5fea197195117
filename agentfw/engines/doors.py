"""Where a bot gets its connection from: a server on the network, or one in the same process.

A door can be gone through again and again: every time there is a new stream and a new session for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.engines.gamebots import ClientSession, Limits
from agentfw.engines.gamebots.codecs import codecs_for
from agentfw.engines.gamebots.orders import GivePassword
from agentfw.engines.link import AUTO, candidates, connect

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    import trio

    from agentfw.engines.gamebots import Dialect
    from agentfw.engines.link import Session
    from agentfw.vocabulary import Join

__all__ = ["MASKED", "Door", "local_door", "replay_session", "server_door"]

MASKED: Final = "********"
"""What stands for a password where it must not be seen."""


class Door:
    """A way into a game."""

    def __init__(
        self,
        name: str,
        dialects: Sequence[Dialect],
        opens: Callable[[], Awaitable[trio.abc.Stream]],
        *,
        password: str | None = None,
        limits: Limits = Limits(),
    ) -> None:
        self.name = name
        """What messages call the other side."""
        self.dialects = tuple(dialects)
        self.has_password = password is not None
        self._opens = opens
        self._password = password
        self._limits = limits

    async def open(self) -> trio.abc.Stream:
        """A new connection; raises `LinkError` when there is none to be had."""
        return await self._opens()

    def session(self, join: Join | None) -> Session:
        """A new conversation that joins by itself."""
        return ClientSession(self.dialects, join=join, password=self._password, limits=self._limits)

    def mask(self, data: bytes) -> bytes:
        """Bytes that may be shown: the password that was given in them is covered."""
        if self._password is None:
            return data
        for said, covered in self._password_lines(self._password):
            data = data.replace(said, covered)
        return data

    def _password_lines(self, password: str) -> Iterator[tuple[bytes, bytes]]:
        """How the password is given in each dialect, as it is and covered."""
        for dialect in self.dialects:
            encoder = codecs_for(dialect, "bot").commands_out
            if encoder.can_say(GivePassword):
                yield encoder.encode(GivePassword(password)), encoder.encode(GivePassword(MASKED))


def server_door(
    host: str,
    port: int,
    dialect: str = AUTO,
    *,
    password: str | None = None,
    timeout_s: float = 5.0,
    limits: Limits = Limits(),
) -> Door:
    """The way to a game server; `dialect` is a name, a path, or ``auto``."""

    async def opens() -> trio.abc.Stream:
        return await connect(host, port, timeout_s)

    found = candidates(dialect, "bot")
    return Door(f"{host}:{port}", found, opens, password=password, limits=limits)


def replay_session(dialect: str, join: Join | None, *, has_password: bool = False) -> Session:
    """A session for bytes that were recorded; the password that was given is covered in them."""
    password = MASKED if has_password else None
    return ClientSession(candidates(dialect, "bot"), join=join, password=password)


def local_door(
    connects: Callable[[], trio.abc.Stream],
    dialects: Sequence[Dialect],
    name: str = "arena",
    *,
    limits: Limits = Limits(),
) -> Door:
    """The way into a game within this process."""

    async def opens() -> trio.abc.Stream:
        return connects()

    return Door(name, dialects, opens, limits=limits)
