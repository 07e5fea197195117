"""Skills of talkers: whether there is an occasion to talk, and talking, which takes time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Speak
from agentfw.skills.fitness import has_boost
from agentfw.skills.outcomes import Failed, Wants
from agentfw.skills.skill import act, sense
from agentfw.skills.wanting import noted_time
from agentfw.vocabulary import PlayerDied

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome

__all__ = ["chat", "is_typing", "wants_to_chat"]

_CHAT: Final = "at.chat"
"""The note about the last chat; ``seconds_since("chat")`` reads it, too."""
_TYPED: Final = "at.typed"
"""The note about when the last chat is typed, of bots with a character."""
_CHATS_EVERY_S: Final = 25.0
_TYPES_S: Final = 2.0
_FRESH_WOUND_S: Final = 1.0


@sense
def is_typing(now: Moment) -> bool:
    """Whether this bot is still typing: for 2 s after `chat`, or as long as its character takes."""
    if now.traits is not None:
        return now.view.now < noted_time(now, _TYPED)
    return now.view.now - noted_time(now, _CHAT) < _TYPES_S


@sense
def wants_to_chat(now: Moment, about: str) -> bool:
    """Whether there is an occasion to talk about something, it is safe, and nobody talked for 25 s.

    ``random`` while nobody is in sight, ``kill`` just after one, ``hit`` when hurt by who is not in
    sight, ``talking`` when hurt while typing, ``death`` while dead. Never in team games, nor with
    multiplied damage. How often it comes to it is for the plan to say. A character that is seldom
    in the mood for something waits longer before it talks of it, and never does with a tendency of 0.
    A character with chat lines of its own says those, on its own occasions, and leaves plans none.
    """
    occasion = _OCCASIONS.get(about)
    if now.traits is not None and now.traits.chat:
        return False
    if occasion is None or now.view.has_teams or has_boost(now.view) or not now.view.players:
        return False
    tendency = 1.0 if now.traits is None else now.traits.tendencies.get(_TENDENCIES[about], 0.0)
    if not tendency:
        return False
    is_due = now.view.now - noted_time(now, _CHAT) >= _CHATS_EVERY_S / tendency or about == "talking"
    return is_due and occasion(now)


@act
def chat(now: Moment, text: str) -> Outcome:
    """Something said to everybody, and the time for `is_typing` noted. Fails without a text."""
    if not text:
        return Failed("there is nothing to say")
    notes = {_CHAT: now.view.now}
    if now.traits is not None:
        notes[_TYPED] = now.view.now + 60.0 * len(text) / now.traits.characters_per_minute
    return Wants(say=Speak(text), notes=notes)


def _is_hurt(now: Moment) -> bool:
    return now.view.now - now.view.threats.hurt_at <= _FRESH_WOUND_S


def _has_killed(now: Moment) -> bool:
    mine = now.view.me.id
    deaths = now.view.happened(PlayerDied)
    return mine is not None and any(one.killer == mine and one.id != mine for one in deaths)


_TENDENCIES: Final = {
    "random": "random",
    "kill": "kill",
    "hit": "hit_no_death",
    "talking": "hit_talking",
    "death": "death",
}
"""Which tendency of a character each occasion is a matter of."""
_OCCASIONS: Final[dict[str, Callable[[Moment], bool]]] = {
    "random": lambda now: now.view.is_alive and not now.view.enemies and not _is_hurt(now),
    "kill": lambda now: now.view.is_alive and _has_killed(now) and not now.view.enemies,
    "hit": lambda now: now.view.is_alive and _is_hurt(now) and not now.view.enemies,
    "talking": lambda now: now.view.is_alive and _is_hurt(now) and is_typing(now),
    "death": lambda now: not now.view.is_alive,
}
