"""Everything a bot believes at one moment, for one think.

A view never changes. It is built from pictures that the store shares between views, so it costs what
changed since the last one; what few brains ask for is worked out when it is asked for.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from agentfw.decisions import Activity, Channel, Fact, Order
from agentfw.perception.beliefs import (
    Belief,
    KnownFlag,
    KnownItem,
    KnownMover,
    KnownPlayer,
    KnownPoint,
    KnownWeapon,
)
from agentfw.perception.charts import NO_CHART, Chart
from agentfw.perception.motion import Motion
from agentfw.perception.squads import NOBODY, Squad
from agentfw.perception.threats import Threats, who_shoots_whom
from agentfw.vocabulary import (
    NO_TEAM,
    BodyLimits,
    ClassName,
    EntityId,
    GameInfo,
    ItemClass,
    Percept,
    Place,
    ProjectileSeen,
    SelfState,
    SoundHeard,
)

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.navigation import PlaceGraph, Router

__all__ = ["Event", "Scores", "View"]

_P = TypeVar("_P", bound=Percept)
_NEAR_PLACE_UU: Final = 500.0


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, and when this bot heard of it."""

    at: float
    percept: Percept


class Scores(msgspec.Struct, frozen=True):
    """Who leads."""

    teams: Mapping[int, float] = MappingProxyType({})
    players: Mapping[EntityId, float] = MappingProxyType({})
    deaths: Mapping[EntityId, int] = MappingProxyType({})


class View(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a brain knows when it decides.

    A brain can be tested with a view made by hand: every field but `now` has a default.
    """

    now: float
    """Seconds since the bot connected, on its own clock; every age is measured by it."""
    time: float | None = None
    """The game's own clock."""
    is_alive: bool = True
    is_over: bool = False
    """The match has ended."""
    is_paused: bool = False
    """The game stands still."""
    me: SelfState = SelfState()
    limits: BodyLimits | None = None
    motion: Motion = Motion()
    threats: Threats = Threats()
    weapons: Mapping[EntityId, KnownWeapon] = MappingProxyType({})
    classes: Mapping[ClassName, ItemClass] = MappingProxyType({})
    """What the game told about kinds of items, by inventory class and pickup class."""
    players: Mapping[EntityId, KnownPlayer] = MappingProxyType({})
    items: Mapping[EntityId, KnownItem] = MappingProxyType({})
    flags: Mapping[int, KnownFlag] = MappingProxyType({})
    """By the team they belong to."""
    points: Mapping[EntityId, KnownPoint] = MappingProxyType({})
    movers: Mapping[EntityId, KnownMover] = MappingProxyType({})
    projectiles: tuple[ProjectileSeen, ...] = ()
    sounds: tuple[SoundHeard, ...] = ()
    visible_places: Mapping[EntityId, Place] = MappingProxyType({})
    chart: Chart = NO_CHART
    place: EntityId | None = None
    """The place where this bot is, if it is at one."""
    last_place: EntityId | None = None
    """The place where it was last."""
    visits: Mapping[EntityId, int] = MappingProxyType({})
    """How often it came to each place."""
    game: GameInfo = GameInfo()
    scores: Scores = Scores()
    time_left_s: float | None = None
    events: tuple[Event, ...] = ()
    """What happened since the last think, oldest first."""
    activities: Mapping[Channel, Activity] = MappingProxyType({})
    """What the body is about, or was last, on each channel."""
    orders: tuple[Order, ...] = ()
    facts: tuple[Fact, ...] = ()
    """What team-mates shared, newest last."""
    squad: Squad = NOBODY
    """The own bots, for whoever leads them."""

    # The own body

    @property
    def location(self) -> Vec3 | None:
        """Where this bot is."""
        return self.me.location

    @property
    def health(self) -> int:
        """The own health; 0 while not told or dead."""
        return self.me.health or 0

    @property
    def team(self) -> int:
        """The own team, `NO_TEAM` without one."""
        return self.me.team if self.me.team is not None else NO_TEAM

    def distance_to(self, location: Vec3 | None) -> float:
        """How far away a point is; infinite when either end is not known."""
        here = self.me.location
        return math.inf if here is None or location is None else here.distance_to(location)

    # Others

    @functools.cached_property
    def has_teams(self) -> bool:
        """Whether players of the same team are friends in this game."""
        game = self.game
        told = game.max_teams is not None or game.goal_team_score is not None
        name = (game.game_type or "").lower()
        return told or any(part in name for part in ("team", "ctf", "domination"))

    def is_enemy(self, player: KnownPlayer) -> bool:
        """Whether somebody plays against this bot."""
        return not self.has_teams or player.team is None or player.team != self.team

    @functools.cached_property
    def enemies(self) -> tuple[KnownPlayer, ...]:
        """The enemies in sight, nearest first."""
        found = (one for one in self.players.values() if one.is_visible and self.is_enemy(one))
        return tuple(sorted(found, key=self._distance))

    @functools.cached_property
    def mates(self) -> tuple[KnownPlayer, ...]:
        """The friends in sight, nearest first."""
        found = (one for one in self.players.values() if one.is_visible and not self.is_enemy(one))
        return tuple(sorted(found, key=self._distance))

    @functools.cached_property
    def remembered_enemies(self) -> tuple[KnownPlayer, ...]:
        """The enemies whose whereabouts are known though they are out of sight, newest first."""
        found = (
            one
            for one in self.players.values()
            if not one.is_visible and one.location is not None and self.is_enemy(one)
        )
        return tuple(sorted(found, key=lambda one: (-one.seen_at, one.id)))

    @functools.cached_property
    def shooting(self) -> Mapping[EntityId, EntityId]:
        """Who shoots at whom, of those in sight, by where they look."""
        return MappingProxyType(who_shoots_whom(self.me, self.players.values()))

    # Things

    @functools.cached_property
    def items_there(self) -> tuple[KnownItem, ...]:
        """The items that should lie in their places now, nearest first."""
        found = (item for item in self.items.values() if item.is_there(self.now))
        return tuple(sorted(found, key=self._distance))

    @functools.cached_property
    def items_seen(self) -> tuple[KnownItem, ...]:
        """The items in sight, nearest first."""
        return tuple(sorted((one for one in self.items.values() if one.is_visible), key=self._distance))

    @property
    def own_flag(self) -> KnownFlag | None:
        """The flag of the own team."""
        return self.flags.get(self.team)

    @functools.cached_property
    def enemy_flags(self) -> tuple[KnownFlag, ...]:
        """The flags of all other teams."""
        return tuple(flag for team, flag in self.flags.items() if team != self.team)

    @property
    def carried_flag(self) -> KnownFlag | None:
        """The flag that this bot carries."""
        mine = (flag for flag in self.flags.values() if flag.holder and flag.holder == self.me.id)
        return next(mine, None)

    # Places

    @property
    def graph(self) -> PlaceGraph:
        """The places and links of the map, as far as known."""
        return self.chart.graph

    @property
    def router(self) -> Router:
        """Ways over the known map and how long they are."""
        return self.chart.router

    def locate(self, entity: EntityId) -> Vec3 | None:
        """Where something was last: a player, an item, a mover, a domination point, or a place."""
        for known in (self.players, self.items, self.movers, self.points):
            belief = known.get(entity)
            if belief is not None and belief.location is not None:
                return belief.location
        node = self.graph.nodes.get(entity)
        if node is not None:
            return node.location
        flag = next((flag for flag in self.flags.values() if flag.id == entity), None)
        return flag.whereabouts if flag is not None else None

    def place_of(self, entity: EntityId) -> EntityId | None:
        """The place that something is at or near, as far as known."""
        return self._entity_places.get(entity)

    def entities_at(self, place: EntityId) -> tuple[EntityId, ...]:
        """Everything that is at or near a place, as far as known."""
        return self._place_entities.get(place, ())

    @functools.cached_property
    def _entity_places(self) -> dict[EntityId, EntityId]:
        found = {}
        for entity, where in self._located():
            node = self.graph.nearest(where, within=_NEAR_PLACE_UU)
            if node is not None:
                found[entity] = node.id
        return found

    @functools.cached_property
    def _place_entities(self) -> dict[EntityId, tuple[EntityId, ...]]:
        found: dict[EntityId, tuple[EntityId, ...]] = {}
        for entity, place in self._entity_places.items():
            found[place] = (*found.get(place, ()), entity)
        return found

    def _located(self) -> Iterator[tuple[EntityId, Vec3]]:
        for beliefs in (self.players, self.items, self.movers, self.points):
            for entity, belief in beliefs.items():
                if belief.location is not None:
                    yield entity, belief.location
        for flag in self.flags.values():
            if flag.whereabouts is not None:
                yield flag.id, flag.whereabouts

    # What happened

    def happened(self, kind: type[_P]) -> tuple[_P, ...]:
        """The events of one kind since the last think."""
        return tuple(event.percept for event in self.events if isinstance(event.percept, kind))

    def activity(self, channel: Channel) -> Activity | None:
        """What the body is about on a channel, or was last."""
        return self.activities.get(channel)

    def _distance(self, belief: Belief) -> tuple[float, str]:
        location = getattr(belief, "location", None)
        return self.distance_to(location), getattr(belief, "id", "")
