"""When to talk: not too often, not in a fight, and as fast as fingers type.

`Manners` is told what happens and what the time is, and says when to say what. It is
small talk, for fun: it waits for its turn, takes the time that it takes to type, during which a bot
stands still, and is given up when a fight begins.
"""

from __future__ import annotations

import math
from collections import deque
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from agentfw.talk.occasions import OCCASIONS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from agentfw.talk.chatting import Chatter

__all__ = ["Manners", "Remark"]

_CHATS_EVERY_S: Final = 25.0
_READS_S: Final = (1.0, 2.0)
_HURRIES_FROM: Final = 10
"""With so many unread texts nobody takes time to read."""
_MAX_UNREAD: Final = 32
_STALE_S: Final = 10.0
"""What could not be read for so long is not answered any more."""
_REPLIES: Final = 1.5
"""Divided by the number of bots and one more: how likely each of them replies."""
_IDLE_CHATS_PER_S: Final = 0.1
_MAX_STEP_S: Final = 1.0
_MAX_TYPING_S: Final = 20.0


class Remark(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """Something to say now."""

    text: str


class _Unread(NamedTuple):
    due: float
    speaker: str
    text: str


class _Typing(NamedTuple):
    text: str
    until: float


class Manners:
    """The mouth of one bot. All chance is that of the chatter's seed and its own."""

    def __init__(
        self,
        chatter: Chatter,
        chance: Random,
        *,
        characters_per_minute: float = 400.0,
        tendencies: Mapping[str, float] = MappingProxyType({}),
        small_talk: bool = True,
    ) -> None:
        """Without `small_talk`, as in team games, nothing is said."""
        self._chatter = chatter
        self._chance = chance
        self._characters_per_s = max(1.0, characters_per_minute) / 60.0
        self._tendencies = tendencies
        self._small_talk = small_talk
        self._typing: _Typing | None = None
        self._chatted_at = -math.inf
        self._stepped_at: float | None = None
        self._unread: deque[_Unread] = deque(maxlen=_MAX_UNREAD)

    @property
    def is_typing(self) -> bool:
        """Whether small talk is being typed: a bot stands still then."""
        return self._typing is not None

    def happened(
        self,
        now: float,
        occasion: str,
        told: Mapping[str, str] = MappingProxyType({}),
        *,
        is_safe: bool = True,
    ) -> bool:
        """Whether an occasion makes the bot begin to type.

        By chance of its tendency, when it is safe to, and when the last small talk is 25 s ago; who is
        hit while typing may complain at once. Raises `KeyError` when there is no such occasion.
        """
        tendency = self._tendencies.get(OCCASIONS[occasion].tendency, 0.0)
        is_free = self.is_typing if occasion == "hit_talking" else self._may_chat(now)
        if not (is_safe and is_free and self._small_talk and self._chance.random() < tendency):
            return False
        return self._begin(now, self._chatter.about(occasion, now, told))

    def heard(self, now: float, speaker: str, text: str) -> None:
        """Somebody said something that is no business of the team; the bot reads it in a moment."""
        if speaker == self._chatter.me.name or not self._small_talk:
            return
        is_hurried = len(self._unread) >= _HURRIES_FROM
        reads_s = 0.0 if is_hurried else self._chance.uniform(*_READS_S)
        self._unread.append(_Unread(now + reads_s, speaker, text))

    def spoke(self, now: float) -> None:
        """The bot has said something by itself, which counts as a chat; what it types is given up."""
        self._typing, self._chatted_at = None, now

    def part(self, now: float, told: Mapping[str, str] = MappingProxyType({})) -> Remark | None:
        """Last words of whoever leaves now, by chance, which nobody takes time to type."""
        likely = self._tendencies.get(OCCASIONS["exit_game"].tendency, 0.0)
        if not (self._small_talk and self._may_chat(now) and self._chance.random() < likely):
            return None
        text = self._chatter.about("exit_game", now, told)
        return None if text is None else Remark(text)

    def is_free(self, now: float) -> bool:
        """Whether small talk can begin: nothing is being typed, and the last is 25 s ago."""
        return self._small_talk and self._may_chat(now)

    def step(
        self,
        now: float,
        *,
        is_safe: bool = True,
        bots: int = 1,
        told: Mapping[str, str] = MappingProxyType({}),
    ) -> Remark | None:
        """What to say now; asked at every think. The more `bots` there are, the less each replies.

        Idle talk can be about what is `told`, such as an opponent.
        """
        passed = min(_MAX_STEP_S, now - self._stepped_at) if self._stepped_at is not None else 0.0
        self._stepped_at = now
        if not is_safe:
            self._typing = None
        remark = self._typed(now)
        if remark is None and is_safe:
            self._read(now, bots)
            self._chat_idly(now, passed, told)
        return remark

    def _typed(self, now: float) -> Remark | None:
        if self._typing is None or now < self._typing.until:
            return None
        text, self._typing = self._typing.text, None
        self._chatted_at = now
        return Remark(text)

    def _read(self, now: float, bots: int) -> None:
        """Read what is due; a reply to the first that is worth one begins."""
        while self._unread and self._unread[0].due <= now:
            unread = self._unread.popleft()
            if now - unread.due > _STALE_S:
                continue
            likely = _REPLIES / (max(0, bots) + 1) * self._tendencies.get("reply", 0.0)
            if self._may_chat(now) and self._chance.random() < likely:
                self._begin(now, self._chatter.reply(unread.text, now, unread.speaker))

    def _chat_idly(self, now: float, passed: float, told: Mapping[str, str]) -> None:
        likely = _IDLE_CHATS_PER_S * passed * self._tendencies.get("random", 0.0)
        if self._small_talk and self._may_chat(now) and self._chance.random() < likely:
            self._begin(now, self._chatter.about("random", now, told))

    def _may_chat(self, now: float) -> bool:
        return self._typing is None and now - self._chatted_at >= _CHATS_EVERY_S

    def _begin(self, now: float, text: str | None) -> bool:
        if text is None:
            return False
        takes_s = min(_MAX_TYPING_S, len(text) / self._characters_per_s)
        self._typing = _Typing(text, now + takes_s)
        return True
