"""The compiled decoders and encoders of a dialect, made once and shared by all sessions.

Sharing matters: every bot of a team hears the same lines about the same places, and a line that one
bot has heard is already decoded for the others.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from agentfw.engines.gamebots.decoding import CommandDecoder, MessageDecoder
from agentfw.engines.gamebots.encoding import CommandEncoder, MessageEncoder

if TYPE_CHECKING:
    from agentfw.engines.gamebots.dialect import Dialect

__all__ = ["Codecs", "codecs_for"]


class Codecs:
    """Both directions of one dialect on one kind of port, each compiled when first used."""

    def __init__(self, dialect: Dialect, port: str) -> None:
        self._dialect = dialect
        self._port = port

    @functools.cached_property
    def messages_in(self) -> MessageDecoder:
        """Reads what a server says."""
        return MessageDecoder(self._dialect, self._port)

    @functools.cached_property
    def messages_out(self) -> MessageEncoder:
        """Writes what a server says."""
        return MessageEncoder(self._dialect, self._port)

    @functools.cached_property
    def commands_in(self) -> CommandDecoder:
        """Reads what a client says."""
        return CommandDecoder(self._dialect, self._port)

    @functools.cached_property
    def commands_out(self) -> CommandEncoder:
        """Writes what a client says."""
        return CommandEncoder(self._dialect, self._port)


@functools.lru_cache(maxsize=64)
def codecs_for(dialect: Dialect, port: str) -> Codecs:
    """The codecs for a dialect and a kind of port; the same ones for everybody who asks."""
    return Codecs(dialect, port)
