"""Every exception agentfw raises on purpose.

The tree::

    AgentError                  anything agentfw reports; catch this at the outermost level
    ├── UsageError              the caller asked for something impossible (exit code 2)
    │   ├── LocalProtocolError  our side broke the order of the conversation
    │   ├── OptionsError        a brain cannot work by what it was told
    │   └── NotInDialect        a command or message the chosen dialect has no word for
    ├── SourceError             a file of ours or the user's is wrong, with its place
    │   ├── CharacterError      a character is wrong
    │   ├── DialectError        a protocol description in ``protocols/`` is wrong
    │   ├── MapError            a map of the arena is wrong
    │   ├── PlanError           a plan is wrong
    │   ├── RecordingError      a recording is damaged, of another version, or cannot be written on
    │   └── TeamError           a team or tournament file is wrong
    ├── PluginError             something that an installed package brings does not work
    │   └── FighterFailed       the brain of one player failed in a match of several
    └── LinkError               the other side, or the way to it, failed
        ├── ConnectFailed       nobody answered at that address
        ├── LinkClosed          the connection ended before or while we needed it
        ├── RemoteProtocolError the other side said something no server of this kind says
        ├── PeerSilent          the other side stopped talking
        └── JoinRefused         the server does not let us in
            ├── WrongPassword
            └── ServerFull

`LocalProtocolError` and `RemoteProtocolError` are siblings in meaning: the first is a bug in the
calling program, the second is somebody else's misbehaviour and may be answered by reconnecting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "AgentError",
    "CharacterError",
    "ConnectFailed",
    "DialectError",
    "FighterFailed",
    "JoinRefused",
    "LinkClosed",
    "LinkError",
    "LocalProtocolError",
    "MapError",
    "NotInDialect",
    "OptionsError",
    "PeerSilent",
    "PlanError",
    "PluginError",
    "RecordingError",
    "RemoteProtocolError",
    "ServerFull",
    "SourceError",
    "TeamError",
    "UsageError",
    "WrongPassword",
]


def _printable(text: str) -> str:
    """The text, still in lines, with everything that could steer a terminal shown as an escape."""
    return "".join(
        one if one.isprintable() or one in "\n\t" else one.encode("unicode_escape").decode("ascii")
        for one in text
    )


class AgentError(Exception):
    """The base of every error agentfw raises on purpose."""


class UsageError(AgentError):
    """The caller asked for something that cannot be done; the message says what would work."""


class LocalProtocolError(UsageError):
    """Our side broke the order of the conversation, for example by moving before joining."""


class NotInDialect(UsageError):
    """The chosen dialect has no word for this command or message."""


class OptionsError(UsageError):
    """A brain cannot work by what it was told; `problems` says what is wrong with which option.

    What is wrong with the brain itself stands under the empty name.
    """

    def __init__(self, problems: Mapping[str, AgentError]) -> None:
        self.problems = dict(problems)
        super().__init__("\n".join(map(str, self.problems.values())))


class SourceError(AgentError):
    """One or more mistakes in a file, each with its place.

    `problems` holds one ``file:line:column: text`` per mistake, so that a caller can show all
    of them at once. Values are quoted in it as they are written, but without anything that could
    steer a terminal.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(map(_printable, problems))
        super().__init__("\n".join(self.problems))


class CharacterError(SourceError):
    """A character is wrong."""


class DialectError(SourceError):
    """A protocol description is wrong."""


class MapError(SourceError):
    """A map of the arena is wrong."""


class PlanError(SourceError):
    """A plan is wrong; every problem shows its line with a caret below the place."""


class RecordingError(SourceError):
    """A recording is damaged, of another version, or cannot be written on.

    Recordings have no lines: the place of a problem is ``file: at byte N``.
    """


class TeamError(SourceError):
    """A team or tournament file is wrong, or something that it names is."""


class PluginError(AgentError):
    """Something that an installed package brings does not work; the message names the package."""


class FighterFailed(PluginError):
    """The brain of one player failed in a match of several."""

    def __init__(self, fighter: str, why: str) -> None:
        super().__init__(f'"{fighter}": {why}')
        self.fighter = fighter
        self.why = why


class LinkError(AgentError):
    """The other side, or the way to it, failed."""


class ConnectFailed(LinkError):
    """Nobody accepted the connection at that address."""


class LinkClosed(LinkError):
    """The connection ended before or while it was needed."""


class RemoteProtocolError(LinkError):
    """The other side said something that no server of this kind says."""


class PeerSilent(LinkError):
    """The other side stopped answering."""


class JoinRefused(LinkError):
    """The server does not let us in."""


class WrongPassword(JoinRefused):
    """The server asked for a password and refused the one it got."""


class ServerFull(JoinRefused):
    """The server has no room for another player."""
