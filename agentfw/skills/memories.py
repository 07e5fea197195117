"""Skills of the mind: notes, how long ago things were, and what became of what was begun."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import CHANNELS
from agentfw.language.types import plain_name
from agentfw.skills.outcomes import Done, Failed
from agentfw.skills.skill import act, sense
from agentfw.skills.wanting import noted_time

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.decisions import Activity
    from agentfw.perception import View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome

__all__ = [
    "activity_done",
    "activity_failed",
    "activity_running",
    "failure",
    "forget",
    "happened",
    "mark",
    "note",
    "noted",
    "seconds_since",
]

_MARK: Final = "at."
_OWN: Final = ("adapting.", "body.", "refused.", "missed.", "temper.", _MARK)
"""How notes begin that the skills make for themselves."""


@sense
def noted(now: Moment, name: str) -> object:
    """What was noted under a name; nothing if nothing was."""
    return now.notes.get(name)


@act(effects=("noted($name) = $value",))
def note(now: Moment, name: str, value: object = True) -> Outcome:  # noqa: FBT002 - the value is data
    """A value kept under a name, for `noted`. Seen from the next think on; fails for a bad name.

    Names that begin with "body.", "refused.", "missed." or "at." belong to the skills themselves.
    """
    if not name or name.startswith(_OWN):
        return Failed(f'"{name}" is no name for a note')
    return Done(value, notes={name: value})


@act
def forget(now: Moment, name: str) -> Done:
    """A note struck out, or the mark of that name. Never fails."""
    return Done(notes={name: None, _MARK + plain_name(name): None} if name else {})


@act
def mark(now: Moment, name: str) -> Outcome:
    """The moment kept under a name, for `seconds_since`. Fails without a name."""
    if not name:
        return Failed("a mark needs a name")
    return Done(now.view.now, notes={_MARK + plain_name(name): now.view.now})


@sense
def seconds_since(now: Moment, event: str) -> float:
    """How many seconds ago something was; infinite if it never was.

    It knows ``hurt``, ``collision``, ``enemy_seen``, ``mate_seen``, ``own_flag_seen``,
    ``enemy_flag_seen``, ``move_ended``, ``fight_ended``, and every name that `mark` was given.
    """
    name = plain_name(event or "")
    known = _MOMENTS.get(name)
    when = known(now.view) if known is not None else noted_time(now, _MARK + name)
    return now.view.now - when


@sense
def happened(now: Moment, event: str) -> bool:
    """Whether something of that kind happened since the last think.

    The kinds are the words of the vocabulary: ``Died``, ``Spawned``, ``DamageTaken``, ``PlayerDied``,
    ``ItemPickedUp``, ``Bumped``, ``HitWall`` and so on, in any spelling.
    """
    wanted = plain_name(event or "")
    return any(plain_name(type(one.percept).__name__) == wanted for one in now.view.events)


@sense
def activity_running(now: Moment, channel: str = "move") -> bool:
    """Whether the body is about something on a channel: move, look, fight or say."""
    activity = _activity(now.view, channel)
    return activity is not None and activity.is_running


@sense
def activity_done(now: Moment, channel: str = "move") -> bool:
    """Whether the last thing on a channel ended well, and nothing has begun there since."""
    activity = _activity(now.view, channel)
    return activity is not None and activity.is_done


@sense
def activity_failed(now: Moment, channel: str = "move") -> bool:
    """Whether the last thing on a channel ended badly, and nothing has begun there since."""
    activity = _activity(now.view, channel)
    return activity is not None and activity.has_failed


@sense
def failure(now: Moment, channel: str = "move") -> str:
    """Why the last thing on a channel failed; empty if it did not."""
    activity = _activity(now.view, channel)
    return activity.reason if activity is not None and activity.has_failed else ""


def _activity(view: View, channel: str) -> Activity | None:
    known = next((one for one in CHANNELS if one == (channel or "").casefold()), None)
    return view.activity(known) if known is not None else None


def _ended(channel: str) -> Callable[[View], float]:
    def when(view: View) -> float:
        activity = _activity(view, channel)
        ended = activity.ended_at if activity is not None else None
        return -math.inf if ended is None else ended

    return when


def _player_seen(view: View, *, is_enemy: bool) -> float:
    seen = (
        one.seen_at
        for one in view.players.values()
        if view.is_enemy(one) is is_enemy and (one.seen_at > 0.0 or one.location is not None)
    )
    return max(seen, default=-math.inf)


def _flag_seen(view: View, *, is_own: bool) -> float:
    seen = (
        flag.seen_at
        for team, flag in view.flags.items()
        if (team == view.team) is is_own and (flag.seen_at > 0.0 or flag.is_visible)
    )
    return max(seen, default=-math.inf)


_MOMENTS: Final[dict[str, Callable[[View], float]]] = {
    "hurt": lambda view: view.threats.hurt_at,
    "collision": lambda view: view.motion.collided_at,
    "enemyseen": lambda view: _player_seen(view, is_enemy=True),
    "mateseen": lambda view: _player_seen(view, is_enemy=False),
    "ownflagseen": lambda view: _flag_seen(view, is_own=True),
    "enemyflagseen": lambda view: _flag_seen(view, is_own=False),
    "moveended": _ended("move"),
    "fightended": _ended("fight"),
}
"""What a view tells by itself, by plain names."""
