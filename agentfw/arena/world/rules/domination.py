"""Domination of the older game, and Double Domination of the newer one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.level import ThingKind
from agentfw.arena.world.rules.base import touches
from agentfw.arena.world.rules.deathmatch import TeamDeathmatch
from agentfw.geometry import Vec3
from agentfw.vocabulary import NO_TEAM

if TYPE_CHECKING:
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import EntityId

__all__ = ["DominationRules", "DoubleDomination", "Point"]

_RADIUS, _HALF_HEIGHT = 60.0, 40.0
_SCORES_AFTER_S: Final = 2.0
_SHARE: Final = 0.2
_BOTH_FOR_S: Final = 10.0
_DISABLED_S: Final = 10.0


class Point:
    """A place that belongs to whoever touched it last."""

    def __init__(self, name: EntityId, feet: Vec3, place: int | None) -> None:
        self.id, self.feet, self.place = name, feet, place
        self.owner = NO_TEAM
        self.controller: Player | None = None
        self.since = 0.0
        self.disabled_until = 0.0
        self.touching: set[int] = set()
        """The numbers of the players who stand on it."""

    @property
    def location(self) -> Vec3:
        """Its middle."""
        return self.feet + Vec3(0.0, 0.0, _HALF_HEIGHT)


class _PointRules(TeamDeathmatch):
    """Points that are taken by a touch."""

    kill_adrenaline = 2

    def __init__(self, world: World) -> None:
        super().__init__(world)
        place_ids = world.place_ids
        self._points = tuple(
            Point(place_ids[point.number], point.location, point.number)
            for point in world.graph.points
            if point.thing is not None and point.thing.kind is ThingKind.POINT
        )

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them, in the order of the map."""
        return self._points

    def _count(self, team: int, points: float) -> None:
        """Only points count for the team, not kills."""

    def on_leave(self, player: Player) -> None:
        """What a leaving player took stays with the team."""
        for point in self._points:
            if point.controller is player:
                point.controller = None

    def _take_touched(self) -> None:
        for point in self._points:
            if point.disabled_until > self.world.time:
                point.touching.clear()  # who still stands there afterwards takes it then
                continue
            here = {
                p.number: p for p in self.world.living() if touches(p, point.feet, _RADIUS, _HALF_HEIGHT)
            }
            for number, player in here.items():
                if number not in point.touching and player.team != point.owner:
                    self._take(point, player)
            point.touching = set(here)

    def _take(self, point: Point, player: Player) -> None:
        """A touch counts when it begins: whoever arrives last holds the point."""
        point.owner, point.controller = player.team, player
        point.since = self.world.time
        self.world.give_adrenaline(player, 2)
        self.world.on_objective(player, point.id, point.location)


class DominationRules(_PointRules):
    """Every point pays its owner a little each second, two seconds after it was taken."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._unpaid_s = 0.0
        """Time that passed since the last pay; pauses do not count."""

    def tick(self, seconds: float) -> None:
        """Touches at once, pay once a second."""
        self._take_touched()
        self._unpaid_s += seconds
        if self._unpaid_s >= 1.0 - 1e-9:
            self._unpaid_s -= 1.0
            self._pay()

    def _pay(self) -> None:
        share = _SHARE * self._bonus()
        for point in self._points:
            is_ripe = self.world.time - point.since >= _SCORES_AFTER_S - 1e-9
            if point.owner != NO_TEAM and is_ripe:
                self.add_team_score(point.owner, share)
                if point.controller is not None:
                    point.controller.score = round(point.controller.score + share, 6)

    def _bonus(self) -> int:
        """More in the last few seconds: the game compares seconds left with minutes of the limit."""
        limit_min = self.world.settings.time_limit_s / 60.0
        if not limit_min:
            return 1
        left = self.time_left_s
        return 4 if left < 0.1 * limit_min else 2 if left < 0.25 * limit_min else 1


class DoubleDomination(_PointRules):
    """Hold all points for ten seconds and score; then they are out of play for a while."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._both_since: float | None = None

    def tick(self, seconds: float) -> None:
        """Touches, and the countdown."""
        before = [point.owner for point in self._points]
        self._take_touched()
        owners = {point.owner for point in self._points}
        if len(owners) != 1 or NO_TEAM in owners:
            self._both_since = None
        elif self._both_since is None or before != [point.owner for point in self._points]:
            self._both_since = self.world.time
        elif self.world.time - self._both_since >= _BOTH_FOR_S - 1e-9:
            self._score(owners.pop())

    def _score(self, team: int) -> None:
        self.add_team_score(team, 1)
        for point in self._points:
            if point.controller is not None:
                point.controller.score += 5
                self.world.give_adrenaline(point.controller, 25)
            point.owner, point.controller = NO_TEAM, None
            point.disabled_until = self.world.time + _DISABLED_S
        self._both_since = None
