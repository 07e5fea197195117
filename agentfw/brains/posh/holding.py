"""What fired acts want, channel by channel, until it is replaced, stopped or over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.decisions import CHANNELS, ActivityState
from agentfw.skills import Wants

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.decisions import Activity, Channel, Intent, Order
    from agentfw.perception import View

__all__ = ["Holding"]

_NOTHING: Final = Wants()


class Holding:
    """The intents of one bot between thinks."""

    def __init__(self) -> None:
        self._held: dict[Channel, Intent] = {}
        self._late: set[Channel] = set()
        """What is held back for one think: the body takes up what it has just ended only after a gap."""
        self._orders: tuple[Order, ...] = ()
        self._activities: Mapping[Channel, Activity] = {}
        self._shown: Wants | None = _NOTHING
        """What is held, in one piece; None when it must be put together anew."""

    def begin(self, view: View) -> None:
        """Let go of what the body has ended since the last think."""
        self._activities = activities = view.activities
        if self._orders:
            self._orders, self._shown = (), None
        ended = [
            channel
            for channel, intent in self._held.items()
            if (activity := activities.get(channel)) is not None
            and activity.state is not ActivityState.RUNNING
            and channel not in self._late
            and activity.intent == intent
        ]
        for channel in ended:
            del self._held[channel]
        if ended or self._late:
            self._late, self._shown = set(), None

    def take(self, wants: Wants) -> None:
        """Replace the channels that are named, and let go of those that shall stop."""
        for channel in wants.stops:
            if self._held.pop(channel, None) is not None:
                self._shown = None
        for channel in CHANNELS:
            intent = getattr(wants, channel)
            if intent is not None:
                self._put(channel, intent)
        if wants.orders:
            self._orders, self._shown = (*self._orders, *wants.orders), None

    def release(self, wants: Wants) -> None:
        """Let go of what somebody wanted, where it is still held."""
        for channel in CHANNELS:
            intent = getattr(wants, channel)
            if intent is not None and self._held.get(channel) == intent:
                del self._held[channel]
                self._shown = None

    def clear(self) -> None:
        """Let go of everything."""
        self._held.clear()
        self._late, self._orders, self._shown = set(), (), _NOTHING

    def wants(self) -> Wants:
        """What to want now; the same object as long as nothing changes."""
        if self._shown is None:
            shown: dict[str, Any] = {
                channel: intent for channel, intent in self._held.items() if channel not in self._late
            }
            self._shown = Wants(orders=self._orders, **shown)
        return self._shown

    def _put(self, channel: Channel, intent: Intent) -> None:
        held = self._held.get(channel)
        if held is not None and held == intent:
            return
        self._held[channel], self._shown = intent, None
        activity = self._activities.get(channel)
        if activity is not None and not activity.is_running and activity.intent == intent:
            self._late.add(channel)
        else:
            self._late.discard(channel)
