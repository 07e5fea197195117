"""Made-up server traffic that behaves like a real game.

A bot walks a map of places and items among a few moving players; each batch tells what it sees, in
the order, size and rate of the dialect. Most of a batch repeats what an earlier one said, as it
does in real games: places and items do not move, and a bot keeps seeing the same ones for a while.
The same seed gives the same bytes.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.engines.gamebots import MessageEncoder
from agentfw.engines.gamebots.dialect import Handshake
from agentfw.engines.gamebots.wire import BatchEnd, BatchStart, Hello, ListEnd, ListStart
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    BodyLimits,
    ClassName,
    EntityId,
    Firing,
    FlagSeen,
    FlagState,
    GameInfo,
    ItemSeen,
    Percept,
    Place,
    PlaceKind,
    PlaceLink,
    PlayerScore,
    PlayerSeen,
    ProjectileSeen,
    ScoreBoard,
    SelfMotion,
    SelfState,
    TeamScore,
    TravelFlag,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.engines.gamebots import Dialect

__all__ = ["Traffic"]

_SIZE_UU: Final = 6000.0
_SIGHT_UU: Final = 1800.0
_RUN_UU_S: Final = 440.0
_CLASSES: Final = (
    "ShockRifle",
    "FlakCannon",
    "RocketLauncher",
    "HealthPack",
    "MiniHealth",
    "ShieldPack",
)


class _Walker(msgspec.Struct):
    """A player on its way from place to place."""

    id: EntityId
    team: int
    location: Vec3
    goal: Vec3
    velocity: Vec3 = Vec3(0.0, 0.0, 0.0)
    health: int = 100
    score: int = 0

    def walk(self, seconds: float, places: list[Place], rng: random.Random) -> None:
        step = _RUN_UU_S * seconds
        way = self.goal - self.location
        if way.length <= step:
            self.location, self.velocity = self.goal, Vec3(0.0, 0.0, 0.0)
            self.goal = rng.choice(places).location or self.goal
            return
        self.velocity = way.unit() * _RUN_UU_S
        self.location = self.location + self.velocity * seconds

    @property
    def rotation(self) -> Rotation:
        return (self.goal - self.location).facing()


class Traffic:
    """What one bot hears from a server of a dialect."""

    def __init__(self, dialect: Dialect, *, seed: int = 1, places: int = 300, players: int = 7) -> None:
        self._encode = MessageEncoder(dialect, "bot").encode
        self._greets = dialect.handshake is Handshake.GREETED
        self._interval_s = 0.25 if self._greets else 0.144
        self._rng = random.Random(seed)  # noqa: S311 - a game, not a secret
        self._places = [self._place(number) for number in range(places)]
        spots = (place for place in self._places if place.item)
        self._items = [self._item(spot, number) for number, spot in enumerate(spots)]
        self._players = [self._player(number) for number in range(players + 1)]
        self._time = 0.0
        self._count = 0

    def handshake(self) -> bytes:
        """Everything up to the first batch, as if the client had answered where it must."""
        info = GameInfo(game_type="BotCTFGame", level="CTF-Made-Up")
        if not self._greets:
            return self._encode(info)
        me = BodyLimits(id=self._players[0].id, health_start=100, ground_speed=_RUN_UU_S)
        opening = [Hello("bot"), ListStart("world"), info, ListStart("places")]
        closing = [ListEnd("items"), ListEnd("world"), me]
        body = [*self._all_places(), ListEnd("places"), ListStart("items"), *self._items]
        return b"".join(map(self._encode, [*opening, *body, *closing]))

    def batches(self, count: int) -> Iterator[bytes]:
        """The next batches, each with the quick updates that follow it."""
        for _ in range(count):
            yield b"".join(self._next_batch())

    def lines(self, count: int) -> list[bytes]:
        """At least `count` lines of batches, without their ends."""
        lines: list[bytes] = []
        while len(lines) < count:
            lines += [line for batch in self.batches(10) for line in batch.splitlines()]
        return lines[:count]

    def _next_batch(self) -> Iterator[bytes]:
        time = self._time = round(self._time + self._interval_s, 2)
        self._count += 1
        for player in self._players:
            player.walk(self._interval_s, self._places, self._rng)
        body = self._body_2004() if self._greets else self._body_classic()
        yield from map(self._encode, [BatchStart(time), *body, BatchEnd(time)])
        if self._greets:
            yield from map(self._encode, self._updates())

    def _body_2004(self) -> Iterator[Percept]:
        me = self._players[0]
        if self._count % 5 == 1 and self._count > 5:
            yield from (PlayerScore(p.id, float(p.score), 0) for p in self._players)
            yield from (TeamScore(team, 1.0, EntityId(str(team))) for team in (0, 1))
        yield msgspec.structs.replace(
            self._me(),
            record=EntityId(f"SELF_{me.id}"),
            driving=False,
            combo=EntityId(""),
            floor_location=me.location - Vec3(0.0, 0.0, 44.0),
            floor_normal=Vec3(0.0, 0.0, 1.0),
            small_armor=0,
            adrenaline=12,
            shooting=False,
            crouched=False,
            walking=False,
            damage_boost_until=0.0,
            alt_ammo=4,
        )
        yield from map(self._seen, self._near_players())
        yield from (item for item in self._items if self._sees(item.location))
        if self._rng.random() < 0.3:
            yield self._projectile()
        for place in self._places:
            if place.item and self._sees(place.location):
                yield Place(place.id, visible=True, item_spawned=True)
        yield from (FlagSeen(EntityId(f"CTF.Flag{n}"), n, FlagState.HOME, False) for n in (0, 1))

    def _body_classic(self) -> Iterator[Percept]:
        yield ScoreBoard(
            players=tuple((p.id, float(p.score)) for p in self._players), teams=((0, 1.0), (1, 2.0))
        )
        yield self._me()
        yield from map(self._seen, self._near_players())
        for place in self._places:
            if self._sees(place.location):
                yield Place(place.id, place.location, reachable=self._is_near(place.location))
        for item in self._items:
            if self._sees(item.location):
                reachable = self._is_near(item.location)
                yield ItemSeen(item.id, item.location, item.item_class, reachable=reachable)

    def _updates(self) -> Iterator[Percept]:
        me = self._players[0]
        for number in range(5):
            ahead = me.location + me.velocity * (0.05 * number)
            yield SelfMotion(ahead, me.rotation, me.velocity)

    def _me(self) -> SelfState:
        """The own state as far as both dialects tell it."""
        me = self._players[0]
        self._hurt(me)
        return SelfState(
            me.id,
            player_name="Made Up",
            team=me.team,
            location=me.location,
            rotation=me.rotation,
            velocity=me.velocity,
            health=me.health,
            armor=50,
            weapon=EntityId("CTF-Made-Up.ShockRifle"),
            ammo=20,
            alt_firing=False,
        )

    def _hurt(self, player: _Walker) -> None:
        if self._rng.random() < 0.05:
            player.health = self._rng.randrange(1, 100)
            self._rng.choice(self._players).score += 1

    def _seen(self, player: _Walker) -> PlayerSeen:
        common = PlayerSeen(
            player.id,
            f"Player {player.id[-1]}",
            player.team,
            player.location,
            player.rotation,
            player.velocity,
            weapon="XWeapons.ShockRifle",
            firing=Firing.NONE,
        )
        if self._greets:
            return msgspec.structs.replace(common, crouched=False, spectator=False)
        return msgspec.structs.replace(common, reachable=True)

    def _projectile(self) -> ProjectileSeen:
        me = self._players[0]
        return ProjectileSeen(
            EntityId(f"CTF-Made-Up.RocketProjProID{self._rng.randrange(1_000_000)}"),
            impact_time_s=0.5,
            direction=Vec3(1.0, 0.0, 0.0),
            speed=1350.0,
            velocity=Vec3(1350.0, 0.0, 0.0),
            location=me.location,
            origin=me.goal,
            damage_radius=220.0,
            projectile_class=ClassName("XWeapons.RocketProj"),
        )

    def _near_players(self) -> list[_Walker]:
        return [player for player in self._players[1:] if self._sees(player.location)]

    def _sees(self, location: Vec3 | None) -> bool:
        """Near enough, and in the half of the world the bot faces."""
        me = self._players[0]
        if location is None:
            return False
        away = location - me.location
        return away.length < _SIGHT_UU and away.dot(me.goal - me.location) >= 0.0

    def _is_near(self, location: Vec3 | None) -> bool:
        return location is not None and location.distance_to(self._players[0].location) < 700.0

    def _all_places(self) -> Iterator[Percept]:
        for place in self._places:
            yield place
            yield ListStart("links")
            for target in self._rng.sample(self._places, 4):
                yield PlaceLink(target.id, flags=TravelFlag.WALK, radius=40, height=80)
            yield ListEnd("links")

    def _place(self, number: int) -> Place:
        x, y = (round(self._rng.uniform(0.0, _SIZE_UU), 2) for _ in "xy")
        where = Vec3(x, y, 48.0)
        if number % 3 == 0:  # about the share of item spots on the game's own maps
            item = EntityId(f"CTF-Made-Up.xPickUpBase{number}")
            return Place(
                EntityId(f"CTF-Made-Up.InventorySpot{number}"),
                where,
                False,
                kind=PlaceKind.ITEM_SPOT,
                item=item,
                item_spawned=True,
            )
        return Place(EntityId(f"CTF-Made-Up.PathNode{number}"), where, False)

    def _item(self, place: Place, number: int) -> ItemSeen:
        kind = ClassName(f"XPickups.{_CLASSES[number % len(_CLASSES)]}")
        return ItemSeen(
            EntityId(f"CTF-Made-Up.Item{number}"), place.location, kind, 25, visible=True, dropped=False
        )

    def _player(self, number: int) -> _Walker:
        start, goal = (
            place.location or Vec3(0.0, 0.0, 0.0) for place in self._rng.sample(self._places, 2)
        )
        return _Walker(EntityId(f"CTF-Made-Up.ObservedRemoteBot{number}"), number % 2, start, goal)
