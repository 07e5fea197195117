"""Which dialect a server speaks, told by the first line it says, or by a whole capture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.engines.gamebots.decoding import MessageDecoder, Odd
from agentfw.errors import RemoteProtocolError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.engines.gamebots.dialect import Dialect

__all__ = ["guess_dialect", "recognize"]

_SHOWN: Final = 60


def recognize(line: bytes, role: str, candidates: Sequence[Dialect]) -> Dialect:
    """The dialect whose server begins with this line on a port of this role.

    Raises `RemoteProtocolError` that says what was found and, for the greeting of another port of
    the same server, where to go instead.
    """
    text = line.decode("latin-1").replace("\0", "").strip()
    word = text.partition(" ")[0].upper()
    for dialect in candidates:
        port = dialect.port(role)
        if port is not None and port.greeting.upper() == word:
            return dialect
    for dialect in candidates:
        for port in dialect.ports:
            if port.greeting.upper() == word:
                raise RemoteProtocolError(_other_port(word, port.role, role, dialect))
    expected = " or ".join(_greetings(role, candidates)) or "a greeting of a known dialect"
    shown = ascii(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…").strip("'\"")
    raise RemoteProtocolError(
        f'this is not a game server we know: it began with "{shown}", expected {expected}'
    )


def guess_dialect(lines: Sequence[bytes], candidates: Sequence[Dialect]) -> Dialect:
    """The candidate that understands most of a capture; the first of equals."""
    return max(candidates, key=lambda dialect: _understood(lines, dialect))


def _understood(lines: Sequence[bytes], dialect: Dialect) -> int:
    messages = MessageDecoder(dialect).decode_all(lines)
    return sum(not isinstance(message, Odd) for message in messages)


def _greetings(role: str, candidates: Sequence[Dialect]) -> list[str]:
    ports = (dialect.port(role) for dialect in candidates)
    return sorted({port.greeting for port in ports if port is not None})


def _other_port(word: str, found: str, wanted: str, dialect: Dialect) -> str:
    port = dialect.port(wanted)
    article = "an" if found == "observer" else "a"
    usual = f" (usually {port.number})" if port is not None else ""
    return f'"{word}" is the greeting of {article} {found} port; use the {wanted} port{usual}'
