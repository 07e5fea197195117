"""Acts under way: how an act goes on from think to think, and when it is over."""

from __future__ import annotations

import enum
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Final, get_args

from agentfw.decisions import (
    CHANNELS,
    Channel,
    FightIntent,
    Intent,
    LookIntent,
    MoveIntent,
    SayIntent,
)
from agentfw.skills.moment import Fault
from agentfw.skills.outcomes import DONE, Done, Failed, Wants

if TYPE_CHECKING:
    from agentfw.skills.moment import Moment
    from agentfw.skills.skill import Act

__all__ = ["Performance", "Progress", "channel_of", "wants_of"]

_CHANNELS: Final[dict[type, Channel]] = {
    **dict.fromkeys(get_args(MoveIntent), "move"),
    **dict.fromkeys(get_args(LookIntent), "look"),
    **dict.fromkeys(get_args(FightIntent), "fight"),
    SayIntent: "say",
}
_NOTHING: Final = Wants()


class Progress(enum.Enum):
    """How far an act is."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


# Looking a member up in its enumeration costs more than most of what happens here.
_RUNNING, _DONE, _FAILED = Progress.RUNNING, Progress.DONE, Progress.FAILED


class Performance:
    """One act that is being done.

    Step it once per think. While it runs, `wants` holds what it wants now; afterwards `reason` says why
    it failed, and `value` what it found. An act that wants something is over when the body is: the
    activity of its first channel tells. A generator is asked again at every think, so that it can react,
    and is over when it returns.
    """

    def __init__(self, act: Act, arguments: tuple[Any, ...] = ()) -> None:
        self.act = act
        self.arguments = arguments
        self.wants = _NOTHING
        self.notes: dict[str, Any] = {}
        """What the last step wants noted."""
        self.reason = ""
        self.value: Any = None
        self._steps: Generator[Intent | Wants, Moment, Done | Failed | None] | None = None
        self._lead: tuple[Channel, Intent] | None = None
        self._asked = _NOTHING
        self._waits_for_gap = False
        self._has_begun = False

    def step(self, now: Moment) -> Progress:
        """Go on; to be called once per think until it is over."""
        self.notes = {}
        if not self._has_begun:
            self._has_begun = True
            return self._begin(now)
        if self._steps is not None:
            return self._go_on(now)
        if self._waits_for_gap:
            return self._want(self._asked, now)
        return self._watch(now)

    def fire(self, now: Moment) -> Progress:
        """Begin, and count an intent as done as soon as it is wanted, as reactive plans do.

        A generator runs on; step it with `step` at the next thinks.
        """
        self.notes = {}
        self._has_begun = True
        outcome = self._call(now)
        if isinstance(outcome, Intent | Wants):
            self._take(wants_of(outcome), now)
            return _DONE
        if isinstance(outcome, Generator):
            self._steps = outcome
            return self._go_on(now, is_first=True)
        return self._end(outcome, now)

    @property
    def is_stepwise(self) -> bool:
        """Whether it is a generator that has begun."""
        return self._steps is not None

    def cancel(self) -> None:
        """Break off; what it has begun is left to whoever decides next."""
        if self._steps is not None:
            self._steps.close()
        self._steps = None
        self.wants = _NOTHING

    def _begin(self, now: Moment) -> Progress:
        outcome = self._call(now)
        if isinstance(outcome, Generator):
            self._steps = outcome
            return self._go_on(now, is_first=True)
        if isinstance(outcome, Intent | Wants):
            return self._want(wants_of(outcome), now)
        return self._end(outcome, now)

    def _call(self, now: Moment) -> Any:
        try:
            return self.act.function(now, *self.arguments)
        except Exception as error:  # noqa: BLE001 - a skill may raise anything, and the bot lives on
            return self._fault(now, error)

    def _go_on(self, now: Moment, *, is_first: bool = False) -> Progress:
        steps = self._steps
        if steps is None:
            return self._end(Failed("cancelled"), now)
        try:
            self._take(wants_of(next(steps) if is_first else steps.send(now)), now)
        except StopIteration as stop:
            return self._end(DONE if stop.value is None else stop.value, now)
        except Exception as error:  # noqa: BLE001 - as above
            return self._end(self._fault(now, error), now)
        return _RUNNING

    def _take(self, wants: Wants, now: Moment) -> None:
        """Want this from now on."""
        self.wants, self.notes = wants, dict(wants.notes)
        if wants.orders:
            now.speak_for(wants.orders)

    def _want(self, wants: Wants, now: Moment) -> Progress:
        """Begin with an intent, one think later if the body has just ended the very same one."""
        lead = next(((key, one) for key in CHANNELS if (one := getattr(wants, key)) is not None), None)
        if lead is None:
            self._take(wants, now)
            return _DONE
        last = now.view.activities.get(lead[0])
        has_ended = last is not None and last.intent == lead[1] and not last.is_running
        if has_ended and not self._waits_for_gap:
            self._waits_for_gap, self._asked = True, wants
            return _RUNNING
        self._waits_for_gap = False
        self._lead = lead
        self._take(wants, now)
        return _RUNNING

    def _watch(self, now: Moment) -> Progress:
        if self._lead is None:
            return _DONE
        channel, intent = self._lead
        activity = now.view.activities.get(channel)
        if activity is None or activity.intent != intent or activity.is_running:
            return _RUNNING
        if activity.is_done:
            return self._end(DONE, now)
        return self._end(Failed(activity.reason or activity.state.value), now)

    def _end(self, outcome: Any, now: Moment) -> Progress:
        self.wants, self._steps = _NOTHING, None
        if isinstance(outcome, Done):
            self.value, self.notes = outcome.value, dict(outcome.notes)
            return _DONE
        if isinstance(outcome, Failed):
            self.reason = outcome.reason
            return _FAILED
        self.reason = f"answered {outcome!r:.80}, expected an intent, Wants, Done or Failed"
        now.faults.append(Fault(self.act.name, self.reason))
        return _FAILED

    def _fault(self, now: Moment, error: Exception) -> Failed:
        fault = Fault(self.act.name, f"{type(error).__name__}: {error}")
        now.faults.append(fault)
        return Failed(f"raised {fault.error}")


def channel_of(kind: type) -> Channel | None:
    """The channel of a kind of intent."""
    return _CHANNELS.get(kind)


def wants_of(outcome: Intent | Wants) -> Wants:
    """An intent on its channel, as wants."""
    if isinstance(outcome, Wants):
        return outcome
    channel = channel_of(type(outcome))
    if channel is not None:
        wants: Any = {channel: outcome}
        return Wants(**wants)
    raise TypeError(f"{outcome!r} is neither an intent nor Wants")
