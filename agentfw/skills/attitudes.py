"""How bold a team plays: its leader thinks it over, by chance, when nobody has scored for long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.language.types import plain_name
from agentfw.skills.outcomes import Done, Wants
from agentfw.skills.skill import act, sense

if TYPE_CHECKING:
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Performs

__all__ = ["attitude", "attitude_is_due", "mind_attitude", "review_attitude"]

_ATTITUDE: Final = "attitude"
_PASSIVE, _AGGRESSIVE = "passive", "aggressive"
_PATIENCE_S: Final = 240.0
_FLIPS: Final = 0.4
_NOTHING: Final = Wants()


class Attitude(msgspec.Struct, frozen=True):
    """How a team plays, and since when nobody has scored."""

    name: str = _PASSIVE
    since: float = 0.0
    scored: float = 0.0
    """What all teams had together then."""


@sense
def attitude(now: Moment, name: str = "") -> str | bool:
    """How bold the team plays: ``passive``, as at first, or ``aggressive``. With a name: whether so."""
    mine = _noted(now).name
    return plain_name(mine) == plain_name(name) if name else mine


@sense
def attitude_is_due(now: Moment) -> bool:
    """Whether to think over how bold to play: a team has scored, or none has for 240 s."""
    noted = _noted(now)
    return _scored(now) != noted.scored or now.view.now - noted.since >= _PATIENCE_S


@act
def review_attitude(now: Moment) -> Done:
    """Another attitude with a chance of 40 % when nobody has scored for 240 s; else as it was.

    Then the time runs anew, as it does when a team scores. Done at once, never fails.
    """
    noted, scored = _noted(now), _scored(now)
    name = noted.name
    if scored == noted.scored and now.view.now - noted.since >= _PATIENCE_S:
        other = _AGGRESSIVE if name == _PASSIVE else _PASSIVE
        name = other if now.random.random() < _FLIPS else name
    return Done(name, notes={_ATTITUDE: Attitude(name, now.view.now, scored)})


@act
def mind_attitude(now: Moment) -> Performs:
    """As `review_attitude` whenever that is due, for ever; it wants nothing. Never fails."""
    while True:
        due = attitude_is_due(now)
        now = yield Wants(notes=review_attitude(now).notes) if due else _NOTHING


def _noted(now: Moment) -> Attitude:
    found = now.notes.get(_ATTITUDE)
    return found if isinstance(found, Attitude) else Attitude()


def _scored(now: Moment) -> float:
    return sum(now.view.scores.teams.values())
