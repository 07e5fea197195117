"""Small brains for scenarios: they do what they are told, in order, and keep how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.brains import Brain, Decision, Do, TravelTo
from agentfw.vocabulary import Respawn, Spawned

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.decisions import Activity, MoveIntent
    from agentfw.geometry import Vec3
    from agentfw.perception import View

__all__ = ["Errands", "Idle", "Journeys"]

_SETTLES_S: Final = 0.5


class Idle(Brain):
    """Stands where it is."""

    def decide(self, view: View) -> Decision:
        """Nothing."""
        return Decision()


class Errands(Brain):
    """Does one thing after the other with its legs, then nothing."""

    def __init__(self, *intents: MoveIntent) -> None:
        super().__init__()
        self._intents = intents
        self.ended: list[Activity] = []
        """How each of them ended."""

    @property
    def is_finished(self) -> bool:
        """Whether everything was done or given up."""
        return len(self.ended) == len(self._intents)

    @property
    def failures(self) -> list[Activity]:
        """What did not work."""
        return [activity for activity in self.ended if not activity.is_done]

    def decide(self, view: View) -> Decision:
        """The first thing that has not ended."""
        activity = view.activity("move")
        if activity is not None and not activity.is_running and self._is_news(activity):
            self.ended.append(activity)
        return Decision(move=self._wanted())

    def _is_news(self, activity: Activity) -> bool:
        """Whether this is how the present errand ended, and not an equal one before it."""
        return activity.intent == self._wanted() and activity not in self.ended[-1:]

    def _wanted(self) -> MoveIntent | None:
        return None if self.is_finished else self._intents[len(self.ended)]


class Journeys(Brain):
    """Makes journeys, each from a place where it asks to be put."""

    def __init__(self, journeys: Iterable[tuple[Vec3, TravelTo]]) -> None:
        super().__init__()
        self._journeys = list(journeys)
        self._sets_out_at: float | None = None
        self.ended: list[Activity] = []
        """How each of them ended."""

    @property
    def is_finished(self) -> bool:
        """Whether all of them were made."""
        return len(self.ended) == len(self._journeys)

    @property
    def failures(self) -> list[Activity]:
        """What did not work."""
        return [activity for activity in self.ended if not activity.is_done]

    def decide(self, view: View) -> Decision:
        """Be put somewhere, wait until that has happened, then go."""
        if self.is_finished:
            return Decision()
        start, intent = self._journeys[len(self.ended)]
        if view.happened(Spawned) and view.distance_to(start) < 100.0:
            self._sets_out_at = view.now + _SETTLES_S
        if self._sets_out_at is None:
            return Decision(move=Do((Respawn(location=start),)))
        if view.now < self._sets_out_at:
            return Decision()
        return self._travel(view, intent)

    def _travel(self, view: View, intent: TravelTo) -> Decision:
        activity = view.activity("move")
        if activity is None or activity.is_running or activity.intent != intent:
            return Decision(move=intent)
        self.ended.append(activity)
        self._sets_out_at = None
        return Decision()
