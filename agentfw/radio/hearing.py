"""What is said to a team, and by whom: lines of mates come out, and nothing that others made up.

Only the channel of the team counts. Some games let anybody write to any team, and so who is not known
to be a mate is a stranger. Other games do not tell who speaks, but let nobody else in; there, bots put
their names behind what they say.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.talk import Roster
from agentfw.vocabulary import ChatChannel, ChatHeard, PlayerLeft

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from agentfw.perception import KnownPlayer, View
    from agentfw.vocabulary import EntityId

__all__ = ["Ears", "Line"]

_PRIVATE: Final = "Private: "
_SIDES: Final = ("red", "blue", "green", "gold")
_SIGNED: Final = re.compile(r"(.*) \(([^()]+)\)")
_MAX_WAITING: Final = 64
_PER_THINK: Final = 6
"""So many lines are understood at once: a thousand of them slow nobody down."""
_PER_SPEAKER_S: Final = 3.0
_BURST: Final = 12.0
_FORGETS_S: Final = 90.0
"""Where games do not tell who leaves, who was neither seen nor heard for so long is gone."""


class Line(NamedTuple):
    """Something that somebody said to the team."""

    speaker: str
    """Empty where nobody knows who it was."""
    text: str
    is_mate: bool
    is_private: bool = False


class _Budget:
    """How much of what somebody says is listened to."""

    def __init__(self) -> None:
        self._left, self._at = _BURST, 0.0

    def takes(self, now: float) -> bool:
        self._left = min(_BURST, self._left + _PER_SPEAKER_S * max(0.0, now - self._at))
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Ears:
    """Listens for one bot. `mates` are names of its team that are known from the beginning."""

    def __init__(self, mates: Collection[str] = ()) -> None:
        self._trusted = frozenset(mates)
        self.begin()

    def begin(self) -> None:
        """The bot has come into the game."""
        self.is_told = False
        """Whether this game tells who speaks."""
        self._waiting: deque[Line] = deque()
        self._budgets: dict[str, _Budget] = {}
        self._heard_at: dict[str, float] = {}
        self._ids: dict[EntityId, str] = {}
        self._roster = Roster()

    def hear(self, view: View) -> Iterator[Line]:
        """What mates and strangers have said to the team, as far as there is time for it."""
        for chat in view.happened(ChatHeard):
            line = self._line(chat, view)
            if line is not None and len(self._waiting) < _MAX_WAITING and self._budget(line, view.now):
                self._waiting.append(line)
                if line.is_mate and line.speaker:
                    self._heard_at[line.speaker] = view.now
        for _ in range(min(_PER_THINK, len(self._waiting))):
            yield self._waiting.popleft()

    def left(self, view: View) -> list[str]:
        """The names of those who have left the game since the last think."""
        found = []
        for gone in view.happened(PlayerLeft):
            name = gone.player_name or (self._ids.get(gone.id, "") if gone.id is not None else "")
            self._heard_at.pop(name, None)
            found.append(name)
        return [name for name in found if name]

    def _budget(self, line: Line, now: float) -> bool:
        if len(self._budgets) > _MAX_WAITING:
            self._budgets.clear()
        return self._budgets.setdefault(line.speaker, _Budget()).takes(now)

    def _line(self, chat: ChatHeard, view: View) -> Line | None:
        text = chat.text or ""
        if chat.channel is not ChatChannel.TEAM or chat.from_operator or not text:
            return None
        is_private = text.startswith(_PRIVATE)
        text = text.removeprefix(_PRIVATE)
        if chat.id is None and not chat.player_name:
            signed = _SIGNED.fullmatch(text)
            speaker = signed[2] if signed is not None else ""
            return Line(speaker, signed[1] if signed is not None else text, is_mate=True)
        self.is_told = True
        if chat.id == view.me.id:
            return None
        return self._told(chat, view, text, is_private=is_private)

    def _told(self, chat: ChatHeard, view: View, text: str, *, is_private: bool) -> Line | None:
        known = view.players.get(chat.id) if chat.id is not None else None
        name = chat.player_name or (known.name if known is not None else "")
        if chat.id is not None and name:
            self._ids[chat.id] = name
        if known is not None and known.team is not None:
            if known.team != view.team:
                return None
            return Line(name, text, is_mate=True, is_private=is_private)
        return Line(name, text, is_mate=name in self._trusted, is_private=is_private)

    # Who there is

    def mates(self, view: View) -> dict[str, EntityId | None]:
        """Everybody else of the team who is known to be in the game, by name."""
        found: dict[str, EntityId | None] = {}
        ids = {name: player for player, name in self._ids.items()}
        for name, at in self._heard_at.items():
            if self.is_told or view.now - at <= _FORGETS_S:
                found[name] = ids.get(name)
        for one in view.players.values():
            if one.name and one.team == view.team and self._is_still_here(one, view):
                found[one.name] = one.id
            elif one.team is not None and one.team != view.team:
                found.pop(one.name, None)
        found.pop(view.me.player_name or "", None)
        return dict(sorted(found.items()))

    def _is_still_here(self, player: KnownPlayer, view: View) -> bool:
        """Where games tell who leaves, everybody who has not."""
        return self.is_told or player.is_visible or view.now - player.seen_at <= _FORGETS_S

    def roster(self, view: View, squads: Collection[str] = ()) -> Roster:
        """The names that can be spoken of."""
        me = view.me.player_name or ""
        wanted = Roster(
            mates=tuple(sorted({me, *self.mates(view), *self._trusted} - {""})),
            enemies=tuple(sorted(_others(view) - self._trusted)),
            squads=tuple(sorted(squads)),
            side=_SIDES[view.team] if 0 <= view.team < len(_SIDES) else "",
        )
        if wanted != self._roster:
            self._roster = wanted
        return self._roster


def _others(view: View) -> set[str]:
    players = view.players.values()
    return {one.name for one in players if one.name and one.team not in (None, view.team)}
