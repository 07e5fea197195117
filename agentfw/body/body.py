"""The body: decisions come in, running activities live here, commands go out."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.body import errands, fighting, firing, fleeing, looking
from agentfw.body.gait import Gait
from agentfw.body.human import PERFECT
from agentfw.body.navigator import Navigator
from agentfw.body.poise import Poise
from agentfw.body.port import Port
from agentfw.body.speaking import Speaking
from agentfw.decisions import (
    CHANNELS,
    Activity,
    ActivityState,
    Camp,
    Do,
    Explore,
    Face,
    Fight,
    Follow,
    Hide,
    Leap,
    LookRound,
    Patrol,
    PickUpItem,
    Retreat,
    ShootAt,
    Speak,
    TravelTo,
    UseLink,
    Wield,
)
from agentfw.vocabulary import Died

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from agentfw.body.human import Human
    from agentfw.body.progress import Behavior
    from agentfw.decisions import Channel, Decision
    from agentfw.decisions.intents import Intent
    from agentfw.navigation import Link
    from agentfw.perception import View
    from agentfw.vocabulary import Command

__all__ = ["Body", "BodyStatistics"]

_RETRY_S: Final = 1.0
"""How long a body rests before it tries a failed or finished intent again that the brain insists on."""
_ORDER: Final[tuple[Channel, ...]] = ("fight", "look", "move", "say")
"""Hands first, because they tell the legs what to face."""
_ONCE: Final = (Speak, Leap, Do)
"""Intents that are over when they are over, however often they are repeated."""


class BodyStatistics(msgspec.Struct, frozen=True):
    """What a body has done."""

    started: int
    done: int
    failed: int
    cancelled: int
    commands: int
    suppressed: int
    repeated: int
    stuck_s: float
    """How long it was told to move and did not."""


class _Running:
    """A behavior on a channel."""

    def __init__(self, activity: Activity, behavior: Behavior) -> None:
        self.activity = activity
        self.behavior = behavior


class Body:
    """Carries out what a brain decides."""

    def __init__(self, rng: random.Random, human: Human = PERFECT) -> None:
        self.human = human
        self._rng = rng
        self._port = Port()
        self._navigator = Navigator()
        self._gait = Gait(human, rng) if human.walker else None
        self._poise = Poise(human)
        self._channels: dict[Channel, _Running] = {}
        self._told: Mapping[Channel, Activity] | None = MappingProxyType({})
        self._counts = dict.fromkeys(ActivityState, 0)
        self._stuck_s = 0.0
        self._last_at: float | None = None
        self._was_alive = True

    @property
    def activities(self) -> Mapping[Channel, Activity]:
        """What each channel is about, or was last, for the next view."""
        if self._told is None:
            self._told = MappingProxyType({key: one.activity for key, one in self._channels.items()})
        return self._told

    def act(self, decision: Decision, view: View) -> list[Command]:
        """Go on with what was decided, and say what that takes."""
        port = self._port
        port.begin(view)
        self._count_stuck(view)
        if view.happened(Died):  # the next body may be there already
            self._was_alive = True
            self._lose_body(view)
        if not view.is_alive:
            self._lose_body(view)
            self._step("say", decision.say, view)
            return port.take()
        self._was_alive = True
        self._poise.look(view)
        port.legs_are_free = decision.move is None
        port.trigger_is_free = decision.fight is None
        was_moving = port.is_moving
        for channel in _ORDER:  # first leave off, so that nobody stops what another one has begun
            self._leave_off(channel, getattr(decision, channel), view)
        for channel in _ORDER:
            self._step(channel, getattr(decision, channel), view)
        if was_moving and not self._is_running("move") and not self._is_running("fight"):
            port.stop()
        if self._gait is not None:
            self._gait.choose(view, port, self._journey())
        return port.take()

    def reset(self, reason: str, now: float) -> None:
        """Break everything off, because the world is another one now."""
        for channel in CHANNELS:
            self._end(channel, ActivityState.FAILED, reason, now)
        self._port.discard()
        self._port.forget()
        self._poise.forget()

    def take_failures(self) -> list[Link]:
        """The links that did not work since the last time."""
        failures = self._navigator.failures
        if failures:
            self._navigator.failures = []
        return failures

    def statistics(self) -> BodyStatistics:
        """What the body has done."""
        port = self._port.statistics()
        return BodyStatistics(
            started=self._counts[ActivityState.RUNNING],
            done=self._counts[ActivityState.DONE],
            failed=self._counts[ActivityState.FAILED],
            cancelled=self._counts[ActivityState.CANCELLED],
            commands=port.sent,
            suppressed=port.suppressed,
            repeated=port.repeated,
            stuck_s=self._stuck_s,
        )

    # Channels

    def _leave_off(self, channel: Channel, intent: Intent | None, view: View) -> None:
        """Break off what is not wanted any more."""
        running = self._channels.get(channel)
        if running is None or running.activity.intent == intent:
            return
        if running.activity.is_running:
            reason = "not wanted any more" if intent is None else "another decision"
            self._end(channel, ActivityState.CANCELLED, reason, view.now)
        elif intent is None:
            self._drop(channel)

    def _step(self, channel: Channel, intent: Intent | None, view: View) -> None:
        """Go on with what is wanted."""
        if intent is None:
            return
        running = self._channels.get(channel)
        if running is None or running.activity.intent != intent:
            running = self._start(channel, intent, view)
        elif not running.activity.is_running:
            if not self._may_start_again(running.activity, view):
                return
            running = self._start(channel, intent, view)
        progress = running.behavior.step(view, self._port)
        if progress.state is ActivityState.RUNNING:
            if progress.text != running.activity.detail:
                self._put(running, msgspec.structs.replace(running.activity, detail=progress.text))
            return
        if channel == "move" and progress.has_failed:
            self._port.stop()  # a fight may want the legs in the next think, but not this way
        self._finish(running, progress.state, progress.text, view.now)

    def _start(self, channel: Channel, intent: Intent, view: View) -> _Running:
        behavior = self._behavior(intent)
        self._counts[ActivityState.RUNNING] += 1
        activity = Activity(channel, intent, ActivityState.RUNNING, view.now)
        self._channels[channel] = running = _Running(activity, behavior)
        self._told = None
        return running

    def _may_start_again(self, activity: Activity, view: View) -> bool:
        """Whether an intent that has ended is tried anew, because the brain still wants it."""
        if isinstance(activity.intent, _ONCE) or activity.ended_at is None:
            return False
        if activity.state is ActivityState.CANCELLED:
            return True  # it was the brain that broke it off, and now it has thought again
        return view.now - activity.ended_at >= _RETRY_S

    def _end(self, channel: Channel, state: ActivityState, reason: str, now: float) -> None:
        """Break off what runs on a channel, if anything does."""
        running = self._channels.get(channel)
        if running is not None and running.activity.is_running:
            running.behavior.stop(self._port)
            self._finish(running, state, reason, now)

    def _finish(self, running: _Running, state: ActivityState, reason: str, now: float) -> None:
        self._counts[state] += 1
        ended = msgspec.structs.replace(
            running.activity, state=state, ended_at=now, reason=reason, detail=""
        )
        self._put(running, ended)

    def _put(self, running: _Running, activity: Activity) -> None:
        running.activity = activity
        self._told = None

    def _drop(self, channel: Channel) -> None:
        """Forget how the last intent ended, so that the same one begins afresh next time."""
        del self._channels[channel]
        self._told = None

    def _is_running(self, channel: Channel) -> bool:
        running = self._channels.get(channel)
        return running is not None and running.activity.is_running

    def _journey(self) -> Activity | None:
        """What the legs are about while nothing hurries them."""
        running = self._channels.get("move")
        is_calm = running is not None and running.activity.is_running and not self._is_running("fight")
        return running.activity if running is not None and is_calm else None

    def _behavior(self, intent: Intent) -> Behavior:
        return _BEHAVIORS[type(intent)](self, intent)

    # Life and death

    def _lose_body(self, view: View) -> None:
        if self._was_alive:
            self._was_alive = False
            for channel in _ORDER:
                if channel != "say":
                    self._end(channel, ActivityState.FAILED, "died", view.now)
            self._port.stop_shooting()
            self._port.forget()
            self._poise.forget()
            if self._gait is not None:
                self._gait.forget()

    def _count_stuck(self, view: View) -> None:
        since = view.now - self._last_at if self._last_at is not None else 0.0
        self._last_at = view.now
        if view.is_alive and self._port.is_moving and not view.motion.is_moving:
            self._stuck_s += min(since, 1.0)


_BEHAVIORS: Final[dict[type[Intent], Callable[[Body, Any], Behavior]]] = {
    TravelTo: lambda body, intent: errands.Travelling(intent, body._navigator),
    Follow: lambda body, intent: errands.Following(intent, body._navigator),
    Patrol: lambda body, intent: errands.Patrolling(intent, body._navigator),
    Explore: lambda body, _: errands.Exploring(body._navigator, body._rng),
    PickUpItem: lambda body, intent: errands.Fetching(intent, body._navigator),
    Camp: lambda body, intent: errands.Camping(intent, body._navigator, body._rng),
    UseLink: lambda body, intent: errands.LinkUsing(intent, body._navigator),
    Leap: lambda _, intent: errands.Leaping(intent),
    Do: lambda _, intent: errands.Doing(intent),
    Retreat: lambda body, intent: fleeing.Retreating(intent, body._navigator),
    Hide: lambda body, intent: fleeing.Hiding(intent, body._navigator),
    Face: lambda _, intent: looking.Facing(intent),
    LookRound: lambda _, intent: looking.LookingRound(intent),
    Fight: lambda body, intent: fighting.Fighting(
        intent, body._navigator, body.human, body._rng, poise=body._poise
    ),
    ShootAt: lambda body, intent: firing.Shooting(intent, body.human, body._poise),
    Wield: lambda _, intent: firing.Wielding(intent),
    Speak: lambda _, intent: Speaking(intent),
}
"""What carries out each kind of intent."""
