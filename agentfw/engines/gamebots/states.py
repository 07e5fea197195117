"""The order of a conversation, for both ends.

Theory of operation. A conversation moves through few states, and only a few words move it; all
others come and go within a state. Each end has one table here, ``(state, step) -> state``. A step
that is missing from the table is out of order: from the other side it is counted and ignored, from
our side it is a `LocalProtocolError`.

The client end::

    GREETING ─greeted─▶ LISTING ─listed─▶ WAITING ─join─▶ JOINING ─joined─▶ PLAYING ─ended─▶ ENDED
        │                │   ▲                ▲                                │
        │            asked   accepted         └────────── lost (observer) ─────┘
        │                ▼   │
        │              CHECKING
        └─announced (the classic server tells the game at once)─▶ WAITING

A client may join while the lists are still coming. Control connections never join: they are PLAYING
as soon as the lists are complete. The server end has no lists to wait for and knows four states.
Every state can end in CLOSED.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CLIENT_STEPS", "SERVER_STEPS", "ClientState", "ClientStep", "ServerState", "ServerStep"]


class ClientState(enum.Enum):
    """Where the client end stands."""

    GREETING = "waiting for the greeting"
    CHECKING = "waiting for the password check"
    LISTING = "reading the world lists"
    WAITING = "ready to join"
    JOINING = "waiting to be let in"
    PLAYING = "playing"
    ENDED = "match ended"
    CLOSED = "closed"


class ClientStep(enum.Enum):
    """What moves the client end."""

    GREETED = enum.auto()
    ANNOUNCED = enum.auto()
    PASSWORD_ASKED = enum.auto()
    PASSWORD_ACCEPTED = enum.auto()
    LISTED = enum.auto()
    JOIN = enum.auto()
    WATCH = enum.auto()
    JOINED = enum.auto()
    LOST = enum.auto()
    ENDED = enum.auto()


_C, _S = ClientState, ClientStep

CLIENT_STEPS: Final[Mapping[tuple[ClientState, ClientStep], ClientState]] = {
    (_C.GREETING, _S.GREETED): _C.LISTING,
    (_C.GREETING, _S.ANNOUNCED): _C.WAITING,
    (_C.LISTING, _S.PASSWORD_ASKED): _C.CHECKING,
    (_C.CHECKING, _S.PASSWORD_ACCEPTED): _C.LISTING,
    (_C.LISTING, _S.LISTED): _C.WAITING,
    (_C.LISTING, _S.JOIN): _C.JOINING,
    (_C.WAITING, _S.JOIN): _C.JOINING,
    # An observer may turn to another player at any time.
    (_C.LISTING, _S.WATCH): _C.JOINING,
    (_C.WAITING, _S.WATCH): _C.JOINING,
    (_C.JOINING, _S.WATCH): _C.JOINING,
    (_C.PLAYING, _S.WATCH): _C.JOINING,
    (_C.JOINING, _S.LISTED): _C.JOINING,
    (_C.JOINING, _S.JOINED): _C.PLAYING,
    (_C.JOINING, _S.LOST): _C.WAITING,
    (_C.PLAYING, _S.JOINED): _C.PLAYING,
    (_C.PLAYING, _S.LISTED): _C.PLAYING,
    (_C.PLAYING, _S.LOST): _C.WAITING,
    (_C.LISTING, _S.ENDED): _C.ENDED,
    (_C.WAITING, _S.ENDED): _C.ENDED,
    (_C.JOINING, _S.ENDED): _C.ENDED,
    (_C.PLAYING, _S.ENDED): _C.ENDED,
    # Servers send FIN more than once.
    (_C.ENDED, _S.ENDED): _C.ENDED,
}


class ServerState(enum.Enum):
    """Where the server end of one connection stands."""

    CHECKING = "waiting for the password"
    WAITING = "waiting for the client to join"
    RUNNING = "playing"
    ENDED = "match ended"
    CLOSED = "closed"


class ServerStep(enum.Enum):
    """What moves the server end."""

    PASSWORD_RIGHT = enum.auto()
    LET_IN = enum.auto()
    LET_GO = enum.auto()
    END = enum.auto()


SERVER_STEPS: Final[Mapping[tuple[ServerState, ServerStep], ServerState]] = {
    (ServerState.CHECKING, ServerStep.PASSWORD_RIGHT): ServerState.WAITING,
    (ServerState.WAITING, ServerStep.LET_IN): ServerState.RUNNING,
    (ServerState.RUNNING, ServerStep.LET_GO): ServerState.WAITING,
    (ServerState.WAITING, ServerStep.END): ServerState.ENDED,
    (ServerState.RUNNING, ServerStep.END): ServerState.ENDED,
    (ServerState.ENDED, ServerStep.END): ServerState.ENDED,
}
