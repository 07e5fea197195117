"""The store: percepts go in as they come, a view comes out whenever a brain wants to think.

A snapshot is applied whole. What it does not list is out of sight from then on, and keeps its last
known state until that is too old. What happens between snapshots is applied at once and told to the
next think as an event. No percept, in whatever order, makes the store raise.
"""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.perception.arsenal import Arsenal
from agentfw.perception.charts import Cartographer
from agentfw.perception.footprints import Footprints
from agentfw.perception.hearsay import PASSING, believe
from agentfw.perception.memory import Memory
from agentfw.perception.motion import MotionHistory
from agentfw.perception.noticing import Attention
from agentfw.perception.sightings import Sightings
from agentfw.perception.standings import Standings
from agentfw.perception.threats import Wounds
from agentfw.perception.view import Event, View
from agentfw.vocabulary import (
    BodyLimits,
    Bumped,
    DamageTaken,
    Died,
    DominationPoint,
    GameInfo,
    GamePaused,
    GameRestarted,
    GameResumed,
    HitWall,
    ItemClass,
    ItemGained,
    ItemLost,
    ItemPickedUp,
    ItemSeen,
    ItemThrown,
    Listing,
    MatchEnded,
    PathReply,
    Place,
    PlayerAppeared,
    PlayerDied,
    PlayerLeft,
    PlayerScore,
    PlayerSeen,
    ProjectileSeen,
    ScoreBoard,
    SelfMotion,
    SelfState,
    Snapshot,
    SoundHeard,
    Spawned,
    TeamScore,
    WeaponAmmo,
    WeaponChanged,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from agentfw.decisions import Activity, Channel, Fact, Order
    from agentfw.geometry import Vec3
    from agentfw.navigation import PlaceGraph
    from agentfw.perception.view import Scores
    from agentfw.vocabulary import Percept

__all__ = ["Store", "StoreStatistics"]

_MAX_EVENTS: Final = 1000
"""More than a think can care about; the oldest are dropped and counted."""
_MAX_FACTS: Final = 200
_URGENT: Final = (DamageTaken, Died, Spawned)


class StoreStatistics(msgspec.Struct, frozen=True):
    """What a store holds and has seen."""

    percepts: int
    snapshots: int
    views: int
    events_dropped: int
    players: int
    items: int
    places: int
    deaths: int


class Store:
    """What one bot believes."""

    def __init__(self, memory: Memory = Memory(), attention: Attention = Attention()) -> None:
        self.memory = memory
        self._attention = attention
        self.map = Cartographer()
        self.arsenal = Arsenal()
        self.is_urgent = False
        """Something happened since the last view that a brain should answer at once."""
        self.deaths = 0
        self._sights = Sightings(self.arsenal)
        self._history = MotionHistory(memory.collision_s)
        self._wounds = Wounds(memory.damage_s)
        self._me = SelfState()
        self._motion: SelfMotion | None = None
        self._limits: BodyLimits | None = None
        self._game = GameInfo()
        self._game_at = 0.0
        self._time: float | None = None
        self._is_alive = True
        self.is_over = False
        """The match has ended."""
        self._is_paused = False
        self._standings = Standings()
        self._shots: tuple[ProjectileSeen, ...] = ()
        self._sounds: tuple[tuple[float, SoundHeard], ...] = ()
        self._warned: list[tuple[float, ProjectileSeen]] = []
        self._events: list[Event] = []
        self._fell_at: Vec3 | None = None
        self._board: ScoreBoard | None = None
        self._footprints = Footprints(self.map)
        self._orders: tuple[Order, ...] = ()
        self._facts: tuple[Fact, ...] = ()
        self._percepts = self._snapshots = self._views = self._dropped = 0

    # What comes in

    def apply(self, percept: Percept, now: float) -> None:
        """Take over one percept that came at this time."""
        self._percepts += 1
        if type(percept) is Snapshot:
            self._apply_snapshot(percept, now)
            return
        handler = _EVENTS.get(type(percept))
        if handler is not None:
            handler(self, percept, now)
        if type(percept) not in _SILENT:
            self._events.append(Event(now, percept))
            self.is_urgent = self.is_urgent or isinstance(percept, _URGENT)
            if len(self._events) > _MAX_EVENTS:
                del self._events[0]
                self._dropped += 1

    def order(self, orders: Iterable[Order]) -> None:
        """The leader wants this now; earlier orders are void."""
        self._orders = tuple(orders)
        self.is_urgent = True

    def share(self, facts: Iterable[Fact]) -> None:
        """Team-mates know something; it is believed where nothing newer is known."""
        told = tuple(facts)
        kept = tuple(one for one in told if one.subject not in PASSING)
        if kept:
            self._facts = (*self._facts, *kept)[-_MAX_FACTS:]
        for fact in told:
            believe(fact, self._sights, self._me.id)

    def adopt_map(self, graph: PlaceGraph) -> None:
        """Use a map that came from a file."""
        self.map.adopt(graph)

    def reconnected(self) -> None:
        """A new connection: there is no body yet, and nothing is in sight."""
        self._lose_body()
        self._sights.lose_sight()
        if self.is_over:
            self._begin_anew()
            self._sights.forget_players()
        self._events.clear()

    # What goes out

    def view(self, now: float, activities: Mapping[Channel, Activity] = MappingProxyType({})) -> View:
        """Everything that is believed now; the events in it are handed out once."""
        self._views += 1
        me = self._merged_self()
        chart = self.map.draw(now)
        if me.location is not None and self._is_alive and self._footprints.follow(me.location, now):
            self._sights.miss_items(me.location, now)
        sights = self._sights
        sights.expire(now, self.memory)
        events, self._events, self.is_urgent = tuple(self._events), [], False
        shots = self._shots
        if self._warned:
            self._warned = [(at, shot) for at, shot in self._warned if _is_in_the_air(at, shot, now)]
            shots = (*shots, *(shot for _, shot in self._warned))
        return View(
            now=now,
            time=self._time,
            is_alive=self._is_alive,
            is_over=self.is_over,
            is_paused=self._is_paused,
            me=me,
            limits=self._limits,
            motion=self._history.motion(now),
            threats=self._wounds.threats(now, me, shots, sights.whereabouts, self.memory.under_fire_s),
            weapons=self.arsenal.weapons.picture(),
            classes=self.arsenal.classes.picture(),
            players=sights.players.picture(),
            items=sights.items.picture(),
            flags=sights.objectives.flags.picture(),
            points=sights.objectives.points.picture(),
            movers=sights.movers.picture(),
            projectiles=shots,
            sounds=self._recent_sounds(now),
            visible_places=sights.places,
            chart=chart,
            place=self._footprints.place,
            last_place=self._footprints.last_place,
            visits=self._footprints.visits,
            game=self._game,
            scores=self._standings.scores(),
            time_left_s=self._time_left(now),
            events=events,
            activities=activities,
            orders=self._orders,
            facts=self._facts,
        )

    @property
    def scores(self) -> Scores:
        """Who leads, as of now: the last change of a match comes too late for a view."""
        return self._standings.scores()

    def statistics(self) -> StoreStatistics:
        """What the store holds and has seen."""
        return StoreStatistics(
            percepts=self._percepts,
            snapshots=self._snapshots,
            views=self._views,
            events_dropped=self._dropped,
            players=len(self._sights.players),
            items=len(self._sights.items),
            places=len(self.map.chart.graph),
            deaths=self.deaths,
        )

    # Snapshots

    def _apply_snapshot(self, snapshot: Snapshot, now: float) -> None:
        self._snapshots += 1
        self._time = snapshot.time
        self._shots = ()
        for percept in snapshot.percepts:
            if type(percept) is GameInfo:  # another map comes before everything on it
                self._on_game(percept, now)
        sights = self._sights
        sights.begin(now)
        sighted = sights.handlers
        percepts = snapshot.percepts
        if self._attention.is_limited:
            percepts = self._noticed(percepts, now)
        for percept in percepts:
            kind = type(percept)
            handler = sighted.get(kind)
            if handler is not None:
                handler(percept)
                if isinstance(percept, ItemSeen) and not self.map.is_told:
                    self.map.see_item(percept, now)
                continue
            other = _IN_SNAPSHOT.get(kind)
            if other is not None:
                other(self, percept, now)
        sights.end()
        board, self._board = self._board, None
        if board is not None:  # what is seen now goes before what the board says
            sights.objectives.correct_flags(self._me, board)

    def _noticed(self, percepts: tuple[Percept, ...], now: float) -> tuple[Percept, ...]:
        """What of a snapshot a limited player notices."""
        me = next((one for one in percepts if isinstance(one, SelfState)), self._me)
        is_hurt = self._wounds.is_fresh(now, self.memory.under_fire_s)
        return tuple(
            one
            for one in percepts
            if not isinstance(one, PlayerSeen) or self._attention.notices(me, one, is_hurt=is_hurt)
        )

    def _on_self(self, me: SelfState, _now: float) -> None:
        self._me, self._motion = me, None
        if me.location is not None:
            self._footprints.stand(me.location)
        self._is_alive = True
        self._history.report(me.rotation, me.velocity)
        self.arsenal.hold(me)

    def _on_place(self, place: Place, now: float) -> None:
        if place.visible is not False:
            self._sights.see_place(place)
        if not self.map.is_told:
            self.map.see(place, self._footprints.exact_place)
        if place.item_spawned is not None:
            self._sights.see_spot(place.id, now, is_filled=place.item_spawned)

    def _on_point(self, point: DominationPoint, _now: float) -> None:
        self._sights.objectives.see_point(point)
        if not self.map.is_told:
            self.map.see(point, self._footprints.exact_place)

    def _on_shot(self, shot: ProjectileSeen, _now: float) -> None:
        self._shots = (*self._shots, shot)

    def _on_sound(self, sound: SoundHeard, now: float) -> None:
        self._sounds = (*self._sounds[-20:], (now, sound))

    def _on_score(self, score: PlayerScore | TeamScore, _now: float) -> None:
        self._standings.hear(score)

    def _on_board(self, board: ScoreBoard, now: float) -> None:
        self._standings.read(board)
        self._sights.objectives.see_owners(board.point_owners or (), now)
        self._board = board

    # Events

    def _on_motion(self, motion: SelfMotion, _now: float) -> None:
        self._motion = motion
        self._history.report(motion.rotation, motion.velocity)

    def _on_limits(self, limits: BodyLimits, _now: float) -> None:
        self._limits = limits

    def _on_game(self, game: GameInfo, now: float) -> None:
        old = self._game.level
        if game.level is not None and old is not None and game.level != old:
            self._change_map(game.level)
        elif game.level is not None and old is None:
            self.map.check_level(game.level)
        self._game, self._game_at = game, now
        if game.game_paused is not None or game.bots_paused is not None:
            self._is_paused = bool(game.game_paused or game.bots_paused)
        for team, base in enumerate((game.red_base, game.blue_base)):
            if base is not None:
                self._sights.objectives.know_base(team, base)

    def _on_listing(self, listing: Listing, now: float) -> None:
        for percept in listing.percepts:
            if isinstance(percept, GameInfo):
                self._on_game(percept, now)
        self.map.list(listing.percepts, self._game.level)
        for percept in listing.percepts:
            if isinstance(percept, ItemClass):
                self.arsenal.learn_class(percept)
        self._sights.list(listing.percepts, now)

    def _on_spawned(self, _spawned: Spawned, _now: float) -> None:
        self._is_alive = True

    def _on_died(self, _died: Died, _now: float) -> None:
        self.deaths += 1
        self._lose_body()

    def _on_damage(self, damage: DamageTaken, now: float) -> None:
        is_own = damage.instigator is not None and damage.instigator == self._me.id
        if not damage.by_world and not is_own:
            self._wounds.hit(damage, now)

    def _on_collision(self, _collision: HitWall | Bumped, now: float) -> None:
        self._history.collide(now)

    def _on_player_died(self, death: PlayerDied, now: float) -> None:
        self._wounds.forget_attacker(death.id)
        if death.id is not None:
            self._sights.bury(death.id, now)

    def _on_player_left(self, left: PlayerLeft, now: float) -> None:
        self._wounds.forget_attacker(left.id)
        if left.id is not None:
            self._sights.bury(left.id, now)
            self._sights.players.drop([left.id])

    def _on_gained(self, item: ItemGained, _now: float) -> None:
        self.arsenal.gain(item)

    def _on_picked_up(self, item: ItemPickedUp, now: float) -> None:
        self.arsenal.load(item)
        self._sights.take_item(item, now)

    def _on_lost(self, item: ItemLost | ItemThrown, _now: float) -> None:
        self.arsenal.lose(item.id)

    def _on_weapon(self, weapon: WeaponChanged | WeaponAmmo, _now: float) -> None:
        self.arsenal.tell(weapon)

    def _on_warning(self, shot: ProjectileSeen, now: float) -> None:
        self._warned = [*self._warned[-20:], (now, shot)]

    def _on_path(self, reply: PathReply, _now: float) -> None:
        self.map.learn_path(reply)

    def _on_restart(self, restart: GameRestarted, _now: float) -> None:
        if restart.finished:
            return  # the new body is there already
        self._lose_body()
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Another match begins on the same map."""
        self.is_over = False
        self._standings.forget()
        self._sights.restart()

    def _on_pause(self, event: GamePaused | GameResumed, _now: float) -> None:
        self._is_paused = isinstance(event, GamePaused)

    def _on_end(self, _end: MatchEnded, _now: float) -> None:
        self.is_over = True

    def _on_appeared(self, seen: PlayerAppeared, now: float) -> None:
        is_hurt = self._wounds.is_fresh(now, self.memory.under_fire_s)
        if self._attention.notices(self._me, seen, is_hurt=is_hurt):
            self._sights.appear(seen, now)

    # The own body

    def _lose_body(self) -> None:
        """Forget what depends on where the body was; keep what does not."""
        self._fell_at = self._merged_self().location
        self._is_alive = False
        self._me = SelfState(
            id=self._me.id, player_name=self._me.player_name, team=self._me.team, health=0
        )
        self._motion = None
        self._history.forget()
        self._wounds.forget()
        self._sights.lose_sight()
        self._sights.objectives.drop_flag(self._me.id, self._fell_at)
        self._warned, self._shots, self._sounds = [], (), ()
        self._sights.forget_reach()
        self._footprints.lose()
        self.arsenal.forget()

    def _change_map(self, level: str) -> None:
        self._lose_body()
        self._standings.forget()
        self._sights = Sightings(self.arsenal)
        self.map.start(level)
        self._footprints.forget()

    def _merged_self(self) -> SelfState:
        """The last report about the body, with what was told about its motion since."""
        motion = self._motion
        if motion is not None:
            self._motion = None
            told = {
                name: value
                for name in ("location", "rotation", "velocity")
                if (value := getattr(motion, name)) is not None
            }
            self._me = msgspec.structs.replace(self._me, **told)
        return self._me

    # Small change

    def _recent_sounds(self, now: float) -> tuple[SoundHeard, ...]:
        if not self._sounds:
            return ()
        self._sounds = tuple(
            (at, sound) for at, sound in self._sounds if now - at <= self.memory.sound_s
        )
        return tuple(sound for _, sound in self._sounds)

    def _time_left(self, now: float) -> float | None:
        left = self._game.time_left_s
        return None if left is None else max(0.0, left - (now - self._game_at))


def _is_in_the_air(at: float, shot: ProjectileSeen, now: float) -> bool:
    """Whether a shot that was warned of once may still be on its way."""
    flight = shot.impact_time_s if shot.impact_time_s is not None else 1.0
    return now - at <= min(flight, 3.0) + 0.1 and not math.isnan(flight)


_SILENT: Final = {SelfMotion, Snapshot, Listing, BodyLimits, SelfState}
"""What is no event, because a view says it better."""

_IN_SNAPSHOT: Final[dict[type, Callable[[Store, Any, float], None]]] = {
    SelfState: Store._on_self,
    Place: Store._on_place,
    DominationPoint: Store._on_point,
    ProjectileSeen: Store._on_shot,
    SoundHeard: Store._on_sound,
    PlayerScore: Store._on_score,
    TeamScore: Store._on_score,
    ScoreBoard: Store._on_board,
}

_EVENTS: Final[dict[type, Callable[[Store, Any, float], None]]] = {
    SelfState: Store._on_self,
    SelfMotion: Store._on_motion,
    BodyLimits: Store._on_limits,
    GameInfo: Store._on_game,
    Listing: Store._on_listing,
    Spawned: Store._on_spawned,
    Died: Store._on_died,
    DamageTaken: Store._on_damage,
    HitWall: Store._on_collision,
    Bumped: Store._on_collision,
    PlayerAppeared: Store._on_appeared,
    PlayerDied: Store._on_player_died,
    PlayerLeft: Store._on_player_left,
    ItemGained: Store._on_gained,
    ItemPickedUp: Store._on_picked_up,
    ItemLost: Store._on_lost,
    ItemThrown: Store._on_lost,
    WeaponChanged: Store._on_weapon,
    WeaponAmmo: Store._on_weapon,
    ProjectileSeen: Store._on_warning,
    SoundHeard: Store._on_sound,
    PathReply: Store._on_path,
    GameRestarted: Store._on_restart,
    GamePaused: Store._on_pause,
    GameResumed: Store._on_pause,
    MatchEnded: Store._on_end,
    PlayerScore: Store._on_score,
    TeamScore: Store._on_score,
    ScoreBoard: Store._on_board,
}
