"""The mouth of a character in play: when something is worth a line, and nobody is about, it types."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from agentfw.bot import SILENT, Spoken
from agentfw.decisions import NOTHING, Speak
from agentfw.smalltalk.calm import Calm
from agentfw.smalltalk.witness import Witness
from agentfw.talk import Chatter, Manners, Persona
from agentfw.vocabulary import ChatChannel, ChatHeard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.characters import Traits
    from agentfw.decisions import Decision
    from agentfw.perception import View
    from agentfw.talk import Talk
    from agentfw.vocabulary import GameInfo

__all__ = ["SmallTalk"]

_TYPING: Final = Spoken(is_typing=True)
_LOOKS_AROUND_S: Final = 5.0
"""So often it comes to somebody else whom idle talk can be about."""
_OWN_ECHO_S: Final = 5.0
"""Some games send everybody his own words back."""


class SmallTalk:
    """Chats on occasions and in reply to others, in games without teams; a `Speech`."""

    def __init__(self, traits: Traits, talk: Talk, *, name: str, character: str, seed: int = 0) -> None:
        """`character` is whose chat lines of the talk are said."""
        who = Persona(name, traits.gender, character)
        self._chance = random.Random(f"{seed}/{name}/small talk")  # noqa: S311 - a game
        self._manners = Manners(
            Chatter(talk, who, self._chance, tendencies=traits.tendencies),
            self._chance,
            characters_per_minute=traits.characters_per_minute,
            tendencies=traits.tendencies,
        )
        self._calm = Calm()
        self._witness = Witness(self._chance, self._complain)
        self._game: GameInfo | None = None
        self._has_teams = False
        self._is_complaining = False
        self._decision: Decision = NOTHING
        self._last = ("", 0.0)
        """What was said last, and when."""
        self._around: Mapping[str, str] = MappingProxyType({})
        self._looks_at = 0.0

    def step(self, view: View, decision: Decision) -> Spoken:
        """What to say after this think."""
        if view.game is not self._game:
            self._game, self._has_teams = view.game, view.has_teams
        if self._has_teams:
            return SILENT
        now, manners = view.now, self._manners
        self._decision = decision
        if view.events:
            self._listen(view)
        self._witness.look(view)
        if decision.say is not None and not decision.say.team_only:
            manners.spoke(now)
        remark = manners.step(
            now, is_safe=self._is_safe(view), bots=len(view.players), told=self._about(view)
        )
        if remark is not None:
            self._last = (remark.text, now)
            return Spoken(lines=(Speak(remark.text),))
        return _TYPING if manners.is_typing else SILENT

    def goodbye(self, view: View) -> tuple[Speak, ...]:
        """Last words of whoever leaves in the middle of a match."""
        if self._has_teams or self._game is None or view.is_over:
            return ()
        if self._calm.is_fighting(view, self._decision):
            return ()
        remark = self._manners.part(view.now, self._about(view))
        return () if remark is None else (Speak(remark.text),)

    def _is_safe(self, view: View) -> bool:
        """Whether typing can go on, or begin; something that waits to be told begins, then."""
        manners = self._manners
        self._is_complaining = self._is_complaining and manners.is_typing
        if manners.is_typing:
            minds_wounds = not self._is_complaining
            return not self._calm.is_fighting(view, self._decision, minds_wounds=minds_wounds)
        if not self._calm.is_at_ease(view, self._decision):
            return False
        if self._witness.waiting and manners.is_free(view.now):
            self._begin(view)
        return True

    def _begin(self, view: View) -> None:
        around = self._about(view)
        for one in self._witness.waiting.due(view.now):
            told = {**_where(view), **one.told} if one.is_personal else around
            if self._manners.happened(view.now, one.occasion, told):
                self._witness.waiting.clear()
                return

    def _complain(self, view: View, told: Mapping[str, str]) -> bool:
        """Hit while typing: some say so, though they are hurt, if they see nobody."""
        if not self._manners.is_typing:
            return False
        told, is_safe = {**_where(view), **told}, not view.enemies
        self._is_complaining = self._manners.happened(view.now, "hit_talking", told, is_safe=is_safe)
        return self._is_complaining

    # Looking and listening

    def _listen(self, view: View) -> None:
        self._calm.look(view)
        for event in view.events:
            if isinstance(event.percept, ChatHeard):
                self._hear(view, event.percept)

    def _hear(self, view: View, chat: ChatHeard) -> None:
        known = view.players.get(chat.id) if chat.id else None
        speaker = chat.player_name or (known.name if known is not None else "")
        is_own = (chat.id and chat.id == view.me.id) or self._is_echo(chat, view.now)
        if chat.text and chat.channel is ChatChannel.PUBLIC and not (is_own or chat.from_operator):
            self._manners.heard(view.now, speaker, chat.text)

    def _is_echo(self, chat: ChatHeard, now: float) -> bool:
        text, at = self._last
        return chat.text == text and now - at <= _OWN_ECHO_S

    def _about(self, view: View) -> Mapping[str, str]:
        """What idle talk can be about: the map, and one of those who play."""
        if view.now >= self._looks_at:
            self._looks_at = view.now + _LOOKS_AROUND_S
            names = sorted({player.name for player in view.players.values() if player.name})
            somebody = {"opponent": self._chance.choice(names)} if names else {}
            self._around = MappingProxyType(_where(view) | somebody)
        return self._around


def _where(view: View) -> dict[str, str]:
    return {"map": view.game.level} if view.game.level else {}
