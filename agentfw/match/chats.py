"""What is said to everybody in a match, by our bots and by others, each line told once."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.vocabulary import ChatChannel, ChatHeard

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.bot import Bot
    from agentfw.perception import View
    from agentfw.vocabulary import Say

__all__ = ["Chat", "ChatDesk"]

_SAME_CHAT_S: Final = 3.0
"""Everybody hears a line, some a little later."""
_KEPT: Final = 50


class Chat(msgspec.Struct, frozen=True):
    """A line that somebody said."""

    at: float
    """By the clock of the bot that said or heard it."""
    speaker: str
    """Empty where the game does not tell."""
    text: str

    def __str__(self) -> str:
        return f"{self.speaker or 'somebody'}: {self.text}"


class ChatDesk:
    """Listens to bots of ours. What they say themselves comes from them; nobody hears his own words."""

    def __init__(self, on_chat: Callable[[Chat, Bot], None]) -> None:
        self._on_chat = on_chat
        self._ours: set[str] = set()
        self._told: deque[Chat] = deque(maxlen=_KEPT)

    def follow(self, bot: Bot) -> None:
        """Listen to a bot from now on."""
        circle, name, measured = bot.circle, bot.options.name, bot.circle.on_think
        self._ours.add(name)

        def on_say(say: Say) -> None:
            if say.public is not False and not say.to:
                self._tell(
                    Chat(circle.view.now if circle.view is not None else 0.0, name, say.text), bot
                )

        def on_think(seconds: float) -> None:
            if measured is not None:
                measured(seconds)
            if circle.view is not None and circle.view.events:
                self._read(circle.view, bot)

        circle.on_say, circle.on_think = on_say, on_think

    def _read(self, view: View, bot: Bot) -> None:
        for event in view.events:
            chat = event.percept
            if isinstance(chat, ChatHeard) and chat.channel is ChatChannel.PUBLIC and chat.text:
                known = view.players.get(chat.id) if chat.id else None
                speaker = chat.player_name or (known.name if known is not None else "")
                self._hear(Chat(view.now, speaker, chat.text), bot)

    def _hear(self, heard: Chat, bot: Bot) -> None:
        if heard.speaker not in self._ours and not any(_is_same(heard, told) for told in self._told):
            self._tell(heard, bot)

    def _tell(self, chat: Chat, bot: Bot) -> None:
        self._told.append(chat)
        self._on_chat(chat, bot)


def _is_same(heard: Chat, told: Chat) -> bool:
    is_late = abs(heard.at - told.at) > _SAME_CHAT_S
    return heard.text == told.text and heard.speaker in ("", told.speaker) and not is_late
