"""The one way out: commands are gathered here, and what the game already does is not said again.

Legs, eyes and trigger each obey the last command they got. A command equal to that one is dropped,
unless the game seems to have lost it: the body stands though it was told to run, or the trigger is free
though it was told to fire. Then it is said again, but not more often than twice a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.vocabulary import (
    AskPath,
    AskTrace,
    ChangeWeapon,
    Jump,
    MoveTo,
    RequestId,
    Shoot,
    Stop,
    StopShooting,
    TurnTo,
)

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.perception import View
    from agentfw.vocabulary import Command, EntityId

__all__ = ["Port", "PortStatistics"]

_REPEAT_S: Final = 0.5
"""How soon a command that was lost may be said again."""
_REFRESH_SHOT_S: Final = 1.0
"""Servers that do not tell whether a bot fires are told to fire this often."""
_STANDS: Final = 10.0
_RUNS: Final = 150.0
_REPEATS: Final = 3
_NEAR_UU: Final = 20.0
"""Two points that are nearer than this are one goal to a running body."""
_JUMP_S: Final = 0.8


class PortStatistics(msgspec.Struct, frozen=True):
    """How much was said, and how much did not need to be."""

    sent: int
    suppressed: int
    repeated: int


class Port:
    """Commands on their way out."""

    def __init__(self) -> None:
        self.focus_target: EntityId | None = None
        self.focus_location: Vec3 | None = None
        """What to face while moving; set by whoever fights or looks."""
        self.legs_are_free = True
        """Whether nobody else moves the legs, so that a fight may."""
        self.trigger_is_free = True
        """Whether nobody fights, so that a door may be shot at."""
        self._out: list[Command] = []
        self._now = 0.0
        self._stands = True
        self._fires: bool | None = None
        self._legs: MoveTo | None = None
        self._legs_at = self._jumped_at = self._armed_at = -10.0
        self._eyes: TurnTo | None = None
        self._eyes_at = -10.0
        self._trigger: Shoot | None = None
        self._trigger_at = -10.0
        self._questions = 0
        self._halts = self._ceases = 0
        """How often the end of running, and of firing, may still be said again."""
        self._halted_at = -10.0
        self._sent = self._suppressed = self._repeated = 0

    def begin(self, view: View) -> None:
        """A new think: what the game does now is in the view."""
        self._now = view.now
        self._stands = view.motion.speed < _STANDS
        self._fires = view.me.shooting
        is_quiet = self._now - self._halted_at >= _REPEAT_S
        if self._legs is None and self._halts > 0 and is_quiet and view.motion.speed > _RUNS:
            self._say_again(Stop())
        elif self._trigger is None and self._ceases > 0 and is_quiet and self._fires:
            self._say_again(StopShooting())

    def _say_again(self, command: Command) -> None:
        """The game did not hear that something shall end."""
        if isinstance(command, Stop):
            self._halts -= 1
        else:
            self._ceases -= 1
        self._halted_at = self._now
        self._repeated += 1
        self._out.append(command)

    def discard(self) -> None:
        """Throw away what was not sent yet: nobody listens to it any more."""
        self._out = []

    def take(self) -> list[Command]:
        """The commands to send now; they are handed out once."""
        out, self._out = self._out, []
        self._sent += len(out)
        return out

    def forget(self) -> None:
        """The body is gone, and with it everything it was told."""
        self._legs = self._eyes = self._trigger = None
        self._halts = self._ceases = 0
        self.focus_target = self.focus_location = None

    @property
    def is_moving(self) -> bool:
        """Whether the legs were told to run."""
        return self._legs is not None

    # Legs

    def move(self, location: Vec3, then: Vec3 | None = None) -> None:
        """Run to a point, facing what is in focus."""
        command = MoveTo(
            location,
            then=then,
            focus_target=self.focus_target,
            focus_location=self.focus_location if self.focus_target is None else None,
        )
        if self._legs is not None and _is_same_way(self._legs, command):
            if not (self._stands and self._now - self._legs_at >= _REPEAT_S):
                self._suppressed += 1
                return
            self._repeated += 1
        self._legs, self._legs_at, self._eyes = command, self._now, None
        self._out.append(command)

    def stop(self) -> None:
        """Stand still."""
        if self._legs is not None:
            self._legs = None
            self._halts, self._halted_at = _REPEATS, self._now
            self._out.append(Stop())

    def jump(self, *, double: bool = False) -> None:
        """Jump, but not while the last jump must still be in the air."""
        if self._now - self._jumped_at >= _JUMP_S:
            self._jumped_at = self._now
            self._out.append(Jump(double=True) if double else Jump())

    # Eyes

    def turn(self, command: TurnTo) -> None:
        """Face something while standing."""
        if command == self._eyes and self._now - self._eyes_at < 2 * _REPEAT_S:
            self._suppressed += 1
            return
        self._eyes, self._eyes_at = command, self._now
        self._out.append(command)

    # Trigger

    def shoot(self, command: Shoot) -> None:
        """Fire, and go on firing."""
        if command == self._trigger:
            since = self._now - self._trigger_at
            is_lost = since >= _REPEAT_S if self._fires is False else since >= _REFRESH_SHOT_S
            if self._fires is True or not is_lost:
                self._suppressed += 1
                return
            self._repeated += 1
        self._trigger, self._trigger_at = command, self._now
        self._out.append(command)

    def stop_shooting(self) -> None:
        """Let go of the trigger, if it was pulled."""
        if self._trigger is not None:
            self._trigger = None
            self._ceases, self._halted_at = _REPEATS, self._now
            self._out.append(StopShooting())

    def arm(self, weapon: EntityId) -> None:
        """Take a weapon in hand, giving the game time to do so before asking again."""
        if self._now - self._armed_at >= 2 * _REPEAT_S:
            self._armed_at = self._now
            self._out.append(ChangeWeapon(weapon))

    # Everything else

    def send(self, command: Command) -> None:
        """Say something that is not repeated by itself."""
        self._out.append(command)

    def ask_path(self, location: Vec3) -> RequestId:
        """Ask the game for a way; the answer will carry this id."""
        request = self._name("path")
        self._out.append(AskPath(request=request, location=location))
        return request

    def ask_sight(self, start: Vec3, end: Vec3) -> RequestId:
        """Ask the game whether something is in the way; the answer will carry this id."""
        request = self._name("sight")
        self._out.append(AskTrace(detailed=False, start=start, end=end, request=request))
        return request

    def _name(self, subject: str) -> RequestId:
        self._questions += 1
        return RequestId(f"{subject}-{self._questions}")

    def statistics(self) -> PortStatistics:
        """How much was said."""
        return PortStatistics(self._sent, self._suppressed, self._repeated)


def _is_same_way(old: MoveTo, new: MoveTo) -> bool:
    """Whether a body that obeys the old command does what the new one says."""
    if old.focus_target != new.focus_target or (old.then is None) != (new.then is None):
        return False
    if old.focus_location != new.focus_location:
        return False
    if old.then is not None and new.then is not None and old.then.distance_to(new.then) > _NEAR_UU:
        return False
    return old.location.distance_to(new.location) <= _NEAR_UU
