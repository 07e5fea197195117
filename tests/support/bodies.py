"""A body in a small world: a point that obeys commands, and views made by hand of what it would see.

No engine, no arena, no store: a `Field` keeps a position, moves it as it was told, lets its gadgets
(lifts, teleporters, pads, whatever a test needs) interfere, and shows the result to a `Body`.
"""

from __future__ import annotations

import itertools
import math
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from agentfw.body import PERFECT, Body
from agentfw.geometry import ORIGIN, Rotation, Vec3, signed_angle
from agentfw.navigation import Link, LinkKind, Node, PlaceGraph
from agentfw.perception import Chart, Event, KnownPlayer, KnownWeapon, Motion, View
from agentfw.perception.threats import Threats
from agentfw.vocabulary import (
    AskPath,
    Bumped,
    ChangeWeapon,
    ClassName,
    Command,
    Died,
    EntityId,
    GameInfo,
    HitWall,
    ItemClass,
    Jump,
    MoveTo,
    PathReply,
    PathStep,
    Percept,
    Place,
    PlaceKind,
    SelfState,
    Shoot,
    Spawned,
    Stop,
    StopShooting,
    Turn,
    TurnTo,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from agentfw.body import Human
    from agentfw.decisions import Activity, Channel, Decision
    from agentfw.perception import KnownItem, KnownMover

__all__ = [
    "EVERYBODY_FOR_HIMSELF",
    "RUN_SPEED",
    "TEAMS",
    "Field",
    "at",
    "guide",
    "lift",
    "map_of",
    "player",
    "row_of",
    "teleporter",
    "weapon",
]

RUN_SPEED = 440.0
TEAMS = GameInfo(game_type="TeamGame")
EVERYBODY_FOR_HIMSELF = GameInfo(game_type="DeathMatch")
_SUBSTEPS = 4
_WIDTH_UU = 40.0
_AIRBORNE_S = 0.8
_AT_UU = 80.0


def at(x: float, y: float = 0.0, z: float = 0.0) -> Vec3:
    """A point; what is not said is zero."""
    return Vec3(float(x), float(y), float(z))


def map_of(
    places: Mapping[str, Vec3],
    links: Iterable[tuple[str, str, LinkKind]],
    kinds: Mapping[str, PlaceKind] = MappingProxyType({}),
) -> PlaceGraph:
    """A map of named points and one-way links between them; a link costs its length."""
    nodes = [Node(EntityId(name), where, kind=kinds.get(name)) for name, where in places.items()]
    told = [
        Link(EntityId(a), EntityId(b), max(1.0, places[a].distance_to(places[b])), kind)
        for a, b, kind in links
    ]
    return PlaceGraph(nodes, told)


def row_of(names: str, gap: float = 500.0) -> PlaceGraph:
    """Places named by single letters along the x axis, each linked both ways with the next."""
    places = {name: at(gap * number) for number, name in enumerate(names)}
    pairs = [*itertools.pairwise(names)]
    walks = [(a, b, LinkKind.WALK) for a, b in pairs] + [(b, a, LinkKind.WALK) for a, b in pairs]
    return map_of(places, walks)


def player(
    name: str, where: Vec3 | None, *, team: int = 1, velocity: Vec3 | None = None, visible: bool = True
) -> KnownPlayer:
    """Somebody who is in sight now, unless told otherwise."""
    return KnownPlayer(
        id=EntityId(name), name=name, team=team, location=where, velocity=velocity, is_visible=visible
    )


def weapon(name: str, ammo: int | None = 50) -> KnownWeapon:
    """A weapon whose id is its class."""
    return KnownWeapon(EntityId(name), ClassName(name), ammo)


class Field:
    """A world with one body in it. Everything public may be changed between thinks."""

    def __init__(
        self,
        where: Vec3 = ORIGIN,
        graph: PlaceGraph | None = None,
        *,
        human: Human = PERFECT,
        seed: int = 1,
        look_s: float = 0.1,
    ) -> None:
        self.body = Body(Random(seed), human)  # noqa: S311 - bots shall be predictable
        self.look_s = look_s
        self.now = 10.0
        self.here: Vec3 | None = where
        self.velocity = ORIGIN
        self.yaw = 0
        self.turns_per_s = 1.0
        self.chart = Chart(graph if graph is not None else PlaceGraph((), ()))
        self.is_alive = True
        self.is_paused = False
        self.team = 0
        self.game = EVERYBODY_FOR_HIMSELF
        self.players: dict[EntityId, KnownPlayer] = {}
        self.items: dict[EntityId, KnownItem] = {}
        self.movers: dict[EntityId, KnownMover] = {}
        self.weapons: dict[EntityId, KnownWeapon] = {}
        self.weapon: EntityId | None = None
        self.classes: dict[ClassName, ItemClass] = {}
        self.threats = Threats()
        self.visits: dict[EntityId, int] = {}
        self.fires: bool | None = None
        """What the game tells about the trigger; None for games that do not tell."""
        self.tells_fire = False
        self.visible_places: dict[EntityId, Place] = {}
        self.last_place: EntityId | None = None
        self.events: list[Percept] = []
        self.blocks: Callable[[Vec3], bool] = lambda _: False
        """Whether a point is inside of something solid."""
        self.hurdles: Callable[[Vec3], bool] = lambda _: False
        """Whether a point is inside of something that a jump leads over."""
        self.hears: Callable[[Command], bool] = lambda _: True
        """Whether a command arrives."""
        self.gadgets: list[Callable[[Field], None]] = []
        """What else happens between two looks."""
        self.said: list[tuple[float, Command]] = []
        self.trail: list[Vec3] = []
        self._goal: MoveTo | None = None
        self._turns_to: int | None = None
        self._jumped_at = -10.0

    # What a test does

    def meet(self, *others: KnownPlayer) -> None:
        """Let others be seen, or be seen anew."""
        for other in others:
            self.players[other.id] = other

    def tell(self, *percepts: Percept) -> None:
        """Let something happen before the next think."""
        self.events.extend(percepts)

    def die(self) -> None:
        """Lose the body."""
        self.is_alive, self._goal, self._turns_to = False, None, None
        self.velocity = ORIGIN
        self.tell(Died())

    def respawn(self, where: Vec3) -> None:
        """Have a body again, elsewhere."""
        self.is_alive, self.here, self.last_place = True, where, None
        self.tell(Spawned())

    def arm(self, *held: KnownWeapon) -> None:
        """Give weapons; the first one is in hand."""
        self.weapons = {one.id: one for one in held}
        self.weapon = held[0].id

    def think(self, decision: Decision) -> list[Command]:
        """One think: what the body says; then time passes until the next look."""
        said = self.body.act(decision, self.view())
        self.said += [(self.now, command) for command in said]
        for command in said:
            if self.hears(command):
                self._obey(command)
        self._advance()
        return said

    def run(self, decision: Decision, seconds: float) -> list[Command]:
        """Think for some time; everything that was said."""
        before, until = len(self.said), self.now + seconds - 1e-6
        while self.now < until:
            self.think(decision)
        return [command for _, command in self.said[before:]]

    def finish(self, decision: Decision, *, within: float = 60.0, channel: Channel = "move") -> Activity:
        """Think until a channel has ended; how it ended. Raises when that takes too long."""
        until = self.now + within
        while self.now < until:
            self.think(decision)
            activity = self.body.activities[channel]
            if not activity.is_running:
                return activity
        raise AssertionError(f"still running after {within} s: {self.body.activities[channel]}")

    def all_said(self, kind: type[Command]) -> list[tuple[float, Command]]:
        """When which commands of a kind were said."""
        return [(when, command) for when, command in self.said if isinstance(command, kind)]

    # What the body sees

    def view(self) -> View:
        """What would be believed now; what happened is told once."""
        events, self.events = tuple(Event(self.now, one) for one in self.events), []
        place = None if self.here is None else self.chart.graph.nearest(self.here, within=_AT_UU)
        self.last_place = place.id if place is not None else self.last_place
        speed = math.hypot(self.velocity.x, self.velocity.y)
        collided = any(isinstance(event.percept, HitWall | Bumped) for event in events)
        held = self.weapons.get(self.weapon) if self.weapon is not None else None
        return View(
            now=self.now,
            is_alive=self.is_alive,
            is_paused=self.is_paused,
            me=SelfState(
                id=EntityId("me"),
                team=self.team,
                location=self.here,
                rotation=Rotation(0, self.yaw, 0),
                velocity=self.velocity,
                weapon=self.weapon,
                ammo=held.ammo if held is not None else None,
                shooting=bool(self.fires) if self.tells_fire else None,
            ),
            motion=Motion(speed=speed, is_moving=speed >= 1.0, has_collided=collided),
            threats=self.threats,
            weapons=MappingProxyType(dict(self.weapons)),
            classes=MappingProxyType(dict(self.classes)),
            players=MappingProxyType(dict(self.players)),
            items=MappingProxyType(dict(self.items)),
            movers=MappingProxyType(dict(self.movers)),
            visible_places=MappingProxyType(dict(self.visible_places)),
            chart=self.chart,
            place=place.id if place is not None else None,
            last_place=self.last_place,
            visits=MappingProxyType(dict(self.visits)),
            game=self.game,
            events=events,
            activities=self.body.activities,
        )

    # What the world does

    def _obey(self, command: Command) -> None:
        match command:
            case MoveTo():
                self._goal, self._turns_to = command, None
            case Stop():
                self._goal = None
            case Jump():
                self._jumped_at = self.now
            case TurnTo() | Turn():
                self._turns_to = self._yaw_of(command)
            case Shoot():
                self.fires = True
            case StopShooting():
                self.fires = False
            case ChangeWeapon() if command.id in self.weapons:
                self.weapon = command.id

    def _yaw_of(self, command: TurnTo | Turn) -> int:
        if isinstance(command, Turn):
            return self.yaw + command.amount
        if command.rotation is not None:
            return command.rotation.yaw
        there = command.location
        if command.target is not None:
            there = self.whereabouts(command.target)
        if there is None or self.here is None:
            return self.yaw
        return (there - self.here).facing().yaw

    def _advance(self) -> None:
        before = self.here
        for _ in range(_SUBSTEPS):
            if self.is_alive and not self.is_paused:
                self._move(self.look_s / _SUBSTEPS)
        self._turn()
        self.velocity = ORIGIN
        if before is not None and self.here is not None:
            self.velocity = (self.here - before) * (1.0 / self.look_s)
            self.trail.append(self.here)
        for gadget in self.gadgets:
            gadget(self)
        self.now = round(self.now + self.look_s, 6)

    def _move(self, seconds: float) -> None:
        goal, here = self._goal, self.here
        if goal is None or here is None:
            return
        way = goal.location - here
        far = math.hypot(way.x, way.y)
        stride = min(RUN_SPEED * seconds, far)
        if far <= 1e-9:
            self._goal = None if goal.then is None else MoveTo(goal.then, focus_target=goal.focus_target)
            return
        rise = way.z * stride / far if abs(way.z) <= 90.0 else 0.0
        there = here + Vec3(way.x, way.y, 0.0) * (stride / far) + Vec3(0.0, 0.0, rise)
        if self._can_be(here, there):
            self.here = there
            self.yaw = Vec3(way.x, way.y, 0.0).facing().yaw if self._focus() is None else self.yaw

    def _can_be(self, here: Vec3, there: Vec3) -> bool:
        in_air = self.now - self._jumped_at < _AIRBORNE_S
        if self.blocks(there) or (self.hurdles(there) and not in_air):
            self._collide(HitWall())
            return False
        for other in self.players.values():
            if other.location is not None and _runs_into(here, there, other.location):
                self._collide(Bumped(id=other.id))
                return False
        return True

    def _collide(self, percept: Percept) -> None:
        if percept not in self.events:
            self.events.append(percept)

    def _focus(self) -> Vec3 | None:
        goal = self._goal
        if goal is None:
            return None
        return (
            self.whereabouts(goal.focus_target) if goal.focus_target is not None else goal.focus_location
        )

    def whereabouts(self, name: EntityId) -> Vec3 | None:
        """Where somebody is."""
        other = self.players.get(name)
        return other.location if other is not None else None

    def _turn(self) -> None:
        focus, wanted = self._focus(), self._turns_to
        if focus is not None and self.here is not None:
            wanted = (focus - self.here).facing().yaw
        if wanted is not None:
            most = int(65536 * self.turns_per_s * self.look_s)
            left = signed_angle(wanted - self.yaw)
            self.yaw = (self.yaw + max(-most, min(most, left))) % 65536


def _runs_into(here: Vec3, there: Vec3, other: Vec3) -> bool:
    """Whether a step ends at somebody, and does not merely slide past."""
    if there.distance_to(other) >= _WIDTH_UU:
        return False
    return (there - here).unit().dot((other - here).unit()) > 0.5


def guide(*points: Vec3) -> Callable[[Field], None]:
    """A game that answers every question for a way with the same points; with none: straight on."""
    way = tuple(PathStep(EntityId(f"p{number}"), point) for number, point in enumerate(points))

    def work(field: Field) -> None:
        for now, asked in field.said[-8:]:
            if isinstance(asked, AskPath) and asked.request is not None and now == field.now:
                field.tell(PathReply(request=asked.request, steps=way))

    return work


def teleporter(entry: Vec3, exit_: Vec3, radius: float = 40.0) -> Callable[[Field], None]:
    """Something that takes a body elsewhere when it is touched."""

    def work(field: Field) -> None:
        if field.here is not None and field.here.distance_to(entry) <= radius:
            field.here = exit_

    return work


def lift(
    center: str, bottom: Vec3, top: Vec3, *, waits_s: float = 2.0, speed: float = 300.0
) -> Callable[[Field], None]:
    """A platform that goes up and down for ever, waiting at both ends; it carries who stands on it."""
    ride_s = bottom.distance_to(top) / speed
    name = EntityId(center)

    def height(now: float) -> Vec3:
        phase = now % (2 * (waits_s + ride_s))
        share = min(max(0.0, phase - waits_s) / ride_s, 1.0)
        if phase > 2 * waits_s + ride_s:
            share = max(0.0, 1.0 - (phase - 2 * waits_s - ride_s) / ride_s)
        return bottom + (top - bottom) * share

    def work(field: Field) -> None:
        was, now = height(field.now), height(field.now + field.look_s)
        here = field.here
        if here is not None and here.ground_distance_to(was) <= 80.0 and abs(here.z - was.z) < 30.0:
            field.here = Vec3(here.x, here.y, now.z)
        field.visible_places[name] = Place(id=name, location=now, kind=PlaceKind.LIFT_CENTER)

    return work
