"""Skills of the eyes: turning, looking round, facing spots and players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Face, LookRound
from agentfw.geometry import FULL_TURN, Rotation, Vec3, normalize_angle
from agentfw.skills.outcomes import Failed
from agentfw.skills.skill import act
from agentfw.skills.spots import NOBODY_KNOWS, entity, spot
from agentfw.skills.wanting import wants

if TYPE_CHECKING:
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Wants

__all__ = [
    "big_rotate",
    "face",
    "look_round",
    "rotate",
]

_QUARTER: Final = FULL_TURN // 4
_BIG_TURN: Final = round(FULL_TURN * 160 / 360)


@act
def rotate(now: Moment, amount: float | None = None) -> Outcome:
    """A turn by some Unreal angles (65536 to the full turn); without a number 90° left or right.

    Goes the shorter way round, over zero as well. Done within 500 angles of the goal; fails when
    that takes more than 3 s, or while it is not known which way the body faces.
    """
    turn = amount if amount is not None else now.random.choice((-_QUARTER, _QUARTER))
    return _turn(now, turn)


@act
def big_rotate(now: Moment) -> Outcome:
    """A turn by 160°, to look about quickly. Ends and fails as `rotate` does."""
    return _turn(now, _BIG_TURN)


@act
def look_round(now: Moment) -> Wants:
    """One whole turn, until everything around was in view; fails if a quarter takes more than 3 s."""
    return wants(now, look=LookRound())


@act
def face(now: Moment, where: str | Vec3) -> Outcome:
    """A look at a spot, or at somebody. While the legs run it lasts, else it is done once faced.

    Fails when nobody knows the spot, or after 3 s.
    """
    there = spot(now, where)
    if there is None:
        return Failed(NOBODY_KNOWS.format(where))
    found = entity(now.view, where) if isinstance(where, str) else None
    return wants(now, look=Face(target=found) if found is not None else Face(location=there))


def _turn(now: Moment, amount: float) -> Outcome:
    facing = now.view.me.rotation
    if facing is None:
        return Failed("does not know which way it faces")
    # A rotation of zero means "none" on one wire, so straight ahead is said as a full turn.
    yaw = normalize_angle(round(facing.yaw + amount)) or FULL_TURN
    return wants(now, look=Face(rotation=Rotation(0, yaw, 0)))
