"""Who plays which part in Capture the Flag without being told: roles that switch, and parts by chance.

An attacker that meets the carrier of our flag defends until the flag is home. A hurt carrier flees while
friends are near. A bot that nobody leads chooses for itself to attack, to defend or to roam.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.decisions import Retreat, TravelTo
from agentfw.language.types import plain_name
from agentfw.skills.fitness import EVEN, fitness_of
from agentfw.skills.flags import see_enemy_with_our_flag
from agentfw.skills.outcomes import DONE, Done, Wants
from agentfw.skills.skill import act, sense
from agentfw.skills.team import has_order, role
from agentfw.skills.tempers import care_of
from agentfw.skills.wanting import wants
from agentfw.vocabulary import FlagState

if TYPE_CHECKING:
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Performs

__all__ = [
    "flee_with_flag",
    "mind_part",
    "mind_role",
    "part",
    "role_to_take",
    "should_flee_with_flag",
    "switch_role",
]

_ROLE, _BEFORE, _PART = "role", "role.before", "part"
_ATTACKER, _DEFENDER, _ROAMER = "attacker", "defender", "roamer"
_NOTHING: Final = Wants()
_HOME_UU: Final = 8.0
_CHOOSES_S: Final = 5.0
_LASTS_S: Final = {_ATTACKER: 600.0, _DEFENDER: 600.0, _ROAMER: 60.0}
_CHANCES: Final = {
    "": (0.4, 0.3),
    _ATTACKER: (0.7, 0.2),
    _DEFENDER: (0.2, 0.7),
}
"""How likely to attack and to defend, by the role that is preferred; else it roams."""


class Part(msgspec.Struct, frozen=True):
    """What a bot has chosen, and until when; or when it last thought about it."""

    name: str
    until: float
    chosen_at: float
    has_carried: bool = False


# Roles


@sense
def role_to_take(now: Moment) -> str | None:
    """The role that the flags ask for, if it is another one; else nothing.

    An attacker that sees the carrier of our flag shall be a ``defender``, and an ``attacker`` again
    when our flag is at home. A leader that gave out a role has its way.
    """
    mine, ours = role(now), now.view.own_flag
    if has_order(now, _ROLE) or not isinstance(mine, str):
        return None
    if plain_name(mine) in ("", _ATTACKER) and see_enemy_with_our_flag(now):
        return _DEFENDER
    is_home = ours is not None and ours.state is FlagState.HOME
    return _ATTACKER if is_home and now.notes.get(_BEFORE) == _ATTACKER else None


@act
def switch_role(now: Moment) -> Done:
    """The role taken that `role_to_take` tells, if it tells one. Done at once, never fails."""
    wanted = role_to_take(now)
    if wanted is None:
        return DONE
    before = _ATTACKER if wanted == _DEFENDER else None
    return Done(wanted, notes={_ROLE: wanted, _BEFORE: before})


@act
def mind_role(now: Moment) -> Performs:
    """As `switch_role` whenever that is due, for ever; it wants nothing. Never fails."""
    while True:
        is_due = role_to_take(now) is not None
        now = yield Wants(notes=switch_role(now).notes) if is_due else _NOTHING


# Carriers


@sense
def should_flee_with_flag(now: Moment, hurt: float = 45.0, within: float = 1500.0) -> bool:
    """Whether a carrier shall get away instead of fighting: below 45 health, with friends near.

    Friends count within 1500 uu, in sight or by what they told; and an enemy has to be in sight.
    """
    view = now.view
    if view.carried_flag is None or not view.enemies or view.health >= hurt:
        return False
    mates = (one for one in view.players.values() if one.id != view.me.id and not view.is_enemy(one))
    return any(view.distance_to(one.location) < within for one in mates)


@act
def flee_with_flag(now: Moment) -> Outcome:
    """A run home, or away from the enemies in sight while one of them is nearer to home.

    The hands are free. Ends and fails as `to_own_base` or `retreat` does.
    """
    ours = now.view.own_flag
    home = ours.home if ours is not None else None
    far = now.view.distance_to(home)
    is_blocked = home is None or any(
        one.location is not None and one.location.distance_to(home) < far for one in now.view.enemies
    )
    goal = Retreat() if home is None or is_blocked else TravelTo(location=home, tolerance_uu=_HOME_UU)
    return wants(now, move=goal)


# Parts


@sense
def part(now: Moment, name: str = "") -> str | bool:
    """Which part this bot has chosen to play: ``attacker``, ``defender``, ``roamer``, or none yet.

    With a name: whether it is that. `mind_part` has to be under way.
    """
    noted = _noted(now)
    mine = noted.name if noted is not None and now.view.now < noted.until else ""
    return plain_name(mine) == plain_name(name) if name else mine


@act
def mind_part(now: Moment, preferred: str = "") -> Performs:
    """A part chosen by chance in Capture the Flag, and again when its time is up, for ever.

    40 of 100 times it attacks, 30 it defends, for ten minutes or until it has brought a flag home; else
    it roams for a minute. Who is, or prefers to be, an ``attacker`` does so 70, 20 and 10 times, a
    ``defender`` 20, 70 and 10. It chooses every 5 s at most, while it feels fit, and not while a leader
    wants something. It wants nothing of the body; never fails.
    """
    while True:
        chosen = _chosen(now, preferred)
        now = yield Wants(notes={_PART: chosen}) if chosen != _noted(now) else _NOTHING


def _chosen(now: Moment, preferred: str) -> Part | None:
    view, noted = now.view, _noted(now)
    if has_order(now) or not view.flags:
        return None
    is_carrying = view.carried_flag is not None
    if noted is not None and view.now < noted.until:
        if noted.has_carried and not is_carrying:
            return Part("", view.now, view.now)
        return msgspec.structs.replace(noted, has_carried=True) if is_carrying else noted
    is_early = noted is not None and view.now - noted.chosen_at < _CHOOSES_S
    if is_early or is_carrying or not view.is_alive or fitness_of(view, None, care_of(now)) < EVEN:
        return noted
    name = _drawn(now, preferred or str(role(now)))
    return Part(name, view.now + _LASTS_S[name], view.now)


def _drawn(now: Moment, preferred: str) -> str:
    attack, defend = _CHANCES.get(plain_name(preferred), _CHANCES[""])
    drawn = now.random.random()
    return _ATTACKER if drawn < attack else _DEFENDER if drawn < attack + defend else _ROAMER


def _noted(now: Moment) -> Part | None:
    found = now.notes.get(_PART)
    return found if isinstance(found, Part) else None
