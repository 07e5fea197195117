"""What is said to a team, and by whom: lines of mates come out, and nothing that others made up.

Only the channel of the team counts. Some games let anybody write to any team, and so who is not known
to be a mate is a stranger. Other games do not tell who speaks, but let nobody else in; there, bots and
people put their names behind what they say. Anybody can write any name: one that is not known is that
of a stranger, and who writes none is a mate whom nobody knows.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.radio.signing import is_signature, parted
from agentfw.talk import Roster
from agentfw.vocabulary import ChatChannel, ChatHeard, PlayerLeft

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from agentfw.perception import KnownPlayer, View
    from agentfw.vocabulary import EntityId

__all__ = ["Ears", "Line"]

_PRIVATE: Final = "Private: "
_SIDES: Final = ("red", "blue", "green", "gold")
_MAX_WAITING: Final = 12
"""So many lines of one speaker wait to be understood."""
_MAX_MATES: Final = 32
_PER_THINK: Final = 6
"""So many lines are understood at once: a thousand of them slow nobody down."""
_STRANGERS: Final = "\0"
"""All who are not known to be mates share what one of them may say, as do those who do not sign."""
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

    def is_full(self, now: float) -> bool:
        """Whether nothing was said for so long that there is nothing to remember."""
        return self._left + _PER_SPEAKER_S * (now - self._at) >= _BURST

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
        self._waiting: dict[str, deque[Line]] = {}
        self._budgets: dict[str, _Budget] = {}
        self._heard_at: dict[str, float] = {}
        self._told_of: dict[str, float] = {}
        """When others have named whom this bot may never have heard."""
        self._ids: dict[EntityId, str] = {}
        self._roster = Roster()

    def tells_speakers(self, view: View) -> bool:
        """Whether this game tells who speaks, and who leaves; all games with adrenaline do."""
        return self.is_told or view.me.adrenaline is not None

    def hear(self, view: View) -> Iterator[Line]:
        """What mates and strangers have said to the team, as far as there is time for it."""
        for chat in view.happened(ChatHeard):
            line = self._line(chat, view)
            if line is not None:
                self._take(line, view.now)
        yield from self._in_turn()

    def _take(self, line: Line, now: float) -> None:
        """Keep a line until it is its turn, unless its speaker has said too much."""
        who = line.speaker if line.is_mate else _STRANGERS
        waiting = self._waiting.get(who, ())
        if len(waiting) < _MAX_WAITING and self._budget(who).takes(now):
            self._waiting.setdefault(who, deque()).append(line)
            if line.is_mate and line.speaker:
                self._note(line.speaker, now)

    def _budget(self, who: str) -> _Budget:
        return self._budgets.setdefault(who, _Budget())

    def _note(self, name: str, now: float) -> None:
        """Somebody was heard; where nobody tells who leaves, those who were not for long are gone."""
        self._heard_at[name] = now
        if self.is_told and len(self._heard_at) <= _MAX_MATES:
            return
        for old in [one for one, at in self._heard_at.items() if now - at > _FORGETS_S]:
            del self._heard_at[old]
        self._budgets = {one: kept for one, kept in self._budgets.items() if not kept.is_full(now)}

    def meet(self, name: str, view: View) -> None:
        """A mate has told of another one.

        Where nobody tells who leaves, that counts for less than to hear him: bots that tell each other
        of who has left would never forget him.
        """
        if name in _others(view) or name == view.me.player_name:
            return
        if self.is_told:
            self._note(name, view.now)
        else:
            self._told_of = {**self._recent(self._told_of, view.now), name: view.now}

    def _in_turn(self) -> Iterator[Line]:
        """The next lines: one of each who speaks, and then one of each again."""
        for _ in range(_PER_THINK):
            who = next(iter(self._waiting), None)
            if who is None:
                return
            waiting = self._waiting.pop(who)
            line = waiting.popleft()
            if waiting:
                self._waiting[who] = waiting
            yield line

    def left(self, view: View) -> list[str]:
        """The names of those who have left the game since the last think."""
        found = []
        for gone in view.happened(PlayerLeft):
            known = self._ids.pop(gone.id, "") if gone.id is not None else ""
            name = gone.player_name or known
            self._heard_at.pop(name, None)
            self._told_of.pop(name, None)
            found.append(name)
        return [name for name in found if name]

    def _line(self, chat: ChatHeard, view: View) -> Line | None:
        text = chat.text or ""
        if chat.channel is not ChatChannel.TEAM or chat.from_operator or not text:
            return None
        if chat.id is None and not chat.player_name:
            return self._signed(text, view)
        self.is_told = True
        if chat.id == view.me.id:
            return None
        is_private = text.startswith(_PRIVATE)
        return self._told(chat, view, text.removeprefix(_PRIVATE), is_private=is_private)

    def _signed(self, text: str, view: View) -> Line | None:
        """A line in a game that does not tell who speaks; what it says of being private is only text."""
        ways = parted(text)
        if not ways:
            return Line("", text, is_mate=True)
        known = self._known_names(view)
        for said, signature in ways:
            if name := known.named(signature):
                is_forged = name == view.me.player_name or name in _others(view)
                return None if is_forged else Line(name, said, is_mate=True)
        for said, signature in reversed(ways):
            if is_signature(signature):
                return Line(signature, said, is_mate=False)
        return Line("", text, is_mate=True)

    def _known_names(self, view: View) -> Roster:
        """Who may have signed: everybody who was met, and those who are known from the beginning."""
        met = {one.name for one in view.players.values() if one.name and one.team is not None}
        return Roster(mates=tuple(sorted(met | self._trusted | {view.me.player_name or ""})))

    def _told(self, chat: ChatHeard, view: View, text: str, *, is_private: bool) -> Line | None:
        known = view.players.get(chat.id) if chat.id is not None else None
        name = chat.player_name or (known.name if known is not None else "")
        if known is not None and known.team is not None:
            if known.team != view.team:
                return None
            self._ids[known.id] = name
            return Line(name, text, is_mate=True, is_private=is_private)
        is_mate = name in self._trusted
        if chat.id is not None and is_mate:
            self._ids[chat.id] = name
        return Line(name, text, is_mate=is_mate, is_private=is_private)

    # Who there is

    def mates(self, view: View) -> dict[str, EntityId | None]:
        """Everybody else of the team who is known to be in the game, by name."""
        return self._here(view, self._told_of | self._heard_at)

    def vouches_for(self, name: str, view: View) -> bool:
        """Whether this bot has seen or heard somebody of the team itself, and can tell others of him."""
        return name in self._here(view, self._heard_at)

    def _here(self, view: View, heard_at: dict[str, float]) -> dict[str, EntityId | None]:
        ids = {name: player for player, name in self._ids.items()}
        found = {name: ids.get(name) for name in self._recent(heard_at, view.now)}
        for one in view.players.values():
            if one.name and one.team == view.team and self._is_still_here(one, view):
                found[one.name] = one.id
            elif one.team is not None and one.team != view.team:
                found.pop(one.name, None)
        found.pop(view.me.player_name or "", None)
        return dict(sorted(found.items()))

    def _recent(self, heard_at: dict[str, float], now: float) -> dict[str, float]:
        """Those who are not gone yet: where games tell who leaves, all of them."""
        return {name: at for name, at in heard_at.items() if self.is_told or now - at <= _FORGETS_S}

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
