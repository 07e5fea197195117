"""Where the own body was: at which places, how often, and what its ways teach about the map."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from agentfw.geometry import is_carried

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.geometry import Vec3
    from agentfw.perception.charts import Cartographer, Chart
    from agentfw.vocabulary import EntityId

__all__ = ["Footprints"]

_EXACTLY_UU: Final = 25.0
_MOVED_UU: Final = 30.0
"""How far the body has to move before its place is looked up again."""


class Footprints:
    """Follows the own body over the map."""

    def __init__(self, charts: Cartographer) -> None:
        self.place: EntityId | None = None
        """The place where the body is, if it is at one."""
        self.last_place: EntityId | None = None
        self.exact_place: EntityId | None = None
        """The place where the body is right on the spot."""
        self.visits: Mapping[EntityId, int] = MappingProxyType({})
        self._charts = charts
        self._counts: Counter[EntityId] = Counter()
        self._stood_at: Vec3 | None = None
        self._looked_up: Vec3 | None = None
        self._looked_at = 0.0
        self._looked_on: Chart | None = None
        self._went = 0.0
        """How far the body went since it was at its last place."""
        self._was_carried = False

    def stand(self, here: Vec3) -> None:
        """The body was told to be at a point.

        What can be run to from there can be run to from a place only if the body is right there.
        """
        if not self._charts.is_told and here != self._stood_at:
            self._stood_at = here
            self.exact_place = self._charts.place_at(here, within=_EXACTLY_UU)

    def follow(self, here: Vec3, now: float) -> bool:
        """Notice when the body comes to another place; False while it has hardly moved."""
        before, chart = self._looked_up, self._charts.chart
        moved = here.distance_to(before) if before is not None else 0.0
        if before is not None and moved < _MOVED_UU and self._looked_on is chart:
            return False
        if before is not None and is_carried(before, here, now - self._looked_at):
            self._was_carried = True
        self._looked_up, self._looked_at, self._looked_on = here, now, chart
        self._went += moved
        self._arrive(self._charts.place_at(here))
        return True

    def _arrive(self, place: EntityId | None) -> None:
        if place is None or place == self.place:
            self.place = place
            return
        if place != self.last_place:
            self._counts[place] += 1
            self.visits = MappingProxyType(dict(self._counts))
            if self.last_place is not None:
                self._charts.walk(self.last_place, place, self._went, is_carried=self._was_carried)
        self.place = self.last_place = place
        self._went, self._was_carried = 0.0, False

    def lose(self) -> None:
        """The body is gone, and the next one will be elsewhere."""
        self.place = self.last_place = self.exact_place = self._looked_up = self._stood_at = None
        self._went, self._was_carried = 0.0, False

    def forget(self) -> None:
        """Another map: nothing of it was visited."""
        self.lose()
        self._counts.clear()
        self.visits = MappingProxyType({})
