"""Somebody in a real match of the arena, whose view is compared with the world it is in.

The witness runs to random places and shoots at whom it sees, so that it walks, collides, fights, takes
things and dies. It acts on its view alone; only the comparing looks at the world.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from typing import TYPE_CHECKING, Final

from agentfw.arena.server.arena import Arena
from agentfw.arena.server.bots import BotClient
from agentfw.arena.world.senses import Look, can_see_player
from agentfw.arena.world.world import TICK_S
from agentfw.engines.gamebots import ClientSession
from agentfw.perception import Store
from agentfw.vocabulary import Join, MoveTo, PlayerScore, ScoreBoard, SelfMotion, Shoot, Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.server.options import ArenaOptions
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.geometry import Vec3
    from agentfw.perception import View
    from agentfw.vocabulary import Percept

__all__ = ["ASPECTS", "Witness", "compared"]

_ROUNDING_UU: Final = 0.02
"""Both dialects write two decimals or more."""
_AT_UU: Final = 110.0
"""How far from a place a bot can be that is at it: 80 uu, and 30 before it looks again."""
ASPECTS: Final = ("body", "players", "items", "flags", "points", "places", "scores", "clock")
"""What is compared."""


class Witness:
    """A bot without a brain."""

    def __init__(self, options: ArenaOptions, *, team: int = 0, seed: int = 1) -> None:
        self.arena = Arena(options)
        client = self.arena.connect()
        assert isinstance(client, BotClient)
        self.client = client
        self.session = ClientSession([self.arena.dialect], join=Join(player_name="Witness", team=team))
        self.store = Store()
        self.told: list[Percept] = []
        """What came in the last tick, with the members of a batch on their own."""
        self.looked = False
        """Whether the last tick brought a batch."""
        self._rng = random.Random(seed)  # noqa: S311 - a game
        self._turn = 0

    @property
    def world(self) -> World:
        return self.arena.world

    @property
    def player(self) -> Player:
        assert self.client.player is not None
        return self.client.player

    @property
    def pawn(self) -> Pawn:
        assert self.player.pawn is not None
        return self.player.pawn

    def tick(self) -> View:
        """Let a tick pass; what is believed then."""
        self.arena.tick()
        now = self.world.time
        percepts = self.session.feed(self.client.take_output(), now)
        self.looked = any(isinstance(percept, Snapshot) for percept in percepts)
        self.told = [one for percept in percepts for one in (percept, *getattr(percept, "percepts", ()))]
        for percept in percepts:
            self.store.apply(percept, now)
        self.client.feed(self.session.take_output())
        return self.store.view(now)

    def join(self) -> View:
        """Wait for the first look at the world."""
        for _ in range(100):
            view = self.tick()
            if self.looked:
                return view
        raise AssertionError("the witness is not let in")

    def look(self) -> View:
        """What is believed after the next whole batch."""
        self.tick()
        return self.join()

    def wander(self, view: View) -> None:
        """Do something every second, whether it makes sense or not."""
        self._turn += 1
        if self._turn % round(1.0 / TICK_S) or not view.is_alive or view.location is None:
            return
        near = view.graph.near(view.location, 1500.0)
        if near:
            self.session.send(MoveTo(location=self._rng.choice(near).location), view.now)
        if view.enemies:
            self.session.send(Shoot(target=view.enemies[0].id), view.now)
        self.client.feed(self.session.take_output())


@functools.cache
def compared(options: ArenaOptions, seconds: float) -> tuple[dict[str, list[str]], Counter[str]]:
    """Where view and world disagreed, by aspect, and how much there was to compare."""
    witness = Witness(options)
    wrong: dict[str, list[str]] = {aspect: [] for aspect in ASPECTS}
    seen: Counter[str] = Counter()
    witness.join()
    for _ in range(round(seconds / TICK_S)):
        view = witness.tick()
        for aspect in ASPECTS:
            found = list(_COMPARE[aspect](witness, view))
            seen[aspect] += len(found)
            wrong[aspect] += [f"{view.now:.2f} {text}" for is_right, text in found if not is_right]
        witness.wander(view)
    seen["deaths"] = witness.store.deaths
    seen["rejected"] = witness.session.statistics().rejected
    return wrong, seen


def _is_near(first: Vec3 | None, second: Vec3 | None) -> bool:
    return first is not None and second is not None and first.distance_to(second) <= _ROUNDING_UU


def _compare_body(witness: Witness, view: View) -> Iterator[tuple[bool, str]]:
    player, pawn = witness.player, witness.player.pawn
    yield view.is_alive == (pawn is not None), f"alive: {view.is_alive}"
    yield view.team == player.team, f"team: {view.team}"
    if pawn is None:
        yield view.location is None, f"dead at {view.location}"
        return
    if witness.looked or any(isinstance(one, SelfMotion) for one in witness.told):
        yield _is_near(view.location, pawn.body.location), f"{view.location}, not {pawn.body.location}"
    if witness.looked:
        yield view.health == pawn.health, f"health: {view.health}, not {pawn.health}"
        hand = pawn.hand.id if pawn.hand is not None else ""
        yield view.me.weapon == hand, f"weapon: {view.me.weapon}, not {hand}"
        if pawn.hand is not None:
            known = view.weapons.get(pawn.hand.id)
            rounds = pawn.rounds(pawn.hand)
            yield known is not None and known.ammo == int(rounds), f"{known}, not {rounds} rounds"


def _compare_players(witness: Witness, view: View) -> Iterator[tuple[bool, str]]:
    world, player = witness.world, witness.player
    if not witness.looked:
        return
    others = [one for one in world.living() if one is not player and can_see_player(world, player, one)]
    visible = {one.id for one in view.players.values() if one.is_visible}
    yield visible == {one.id for one in others}, f"in sight: {visible}"
    for other in others:
        known = view.players.get(other.id)
        if known is None or other.pawn is None:
            continue
        yield _is_near(known.location, other.pawn.body.location), f"{known}"
        yield (known.team, known.name) == (other.team, other.name), f"{known}"
        is_foe = other.team != player.team or not world.has_teams
        yield (known in view.enemies) == is_foe, f"foe or friend: {known}"


def _compare_items(witness: Witness, view: View) -> Iterator[tuple[bool, str]]:
    if not witness.looked:
        return
    look, stock = Look(witness.world, witness.pawn), witness.world.stock
    maybe = [item for item in stock.maybe_seen(witness.pawn) if look.sees(item.location)]
    there = {item.id for item in maybe if stock.is_there(item)}
    visible = {item.id for item in view.items.values() if item.is_visible}
    yield visible == there, f"in sight: {visible}, not {there}"
    for item in maybe:
        known = view.items.get(item.id)
        if known is None:
            continue
        yield _is_near(known.location, item.location), f"{known}"
        if not witness.arena.is_classic and not item.is_dropped:
            yield known.is_there(view.now) == stock.is_there(item), f"{known}"


def _compare_flags(witness: Witness, view: View) -> Iterator[tuple[bool, str]]:
    if not witness.looked:
        return
    for flag in witness.world.rules.flags:
        known = view.flags.get(flag.team)
        if known is None:
            continue
        if known.is_visible or not witness.arena.is_classic:
            yield known.state is flag.state, f"{known}, not {flag.state}"
        if known.is_visible:
            holder = flag.holder.id if flag.holder is not None else None
            yield _is_near(known.location, flag.location), f"{known}, not {flag.location}"
            yield known.holder == holder, f"{known}, not {holder}"
        if known.home is not None:
            yield known.home.ground_distance_to(flag.base) <= _ROUNDING_UU, f"{known}, not {flag.base}"


def _compare_points(witness: Witness, view: View) -> Iterator[tuple[bool, str]]:
    if not witness.looked:
        return
    for point in witness.world.rules.points:
        known = view.points.get(point.id)
        yield known is not None and known.owner == point.owner, f"{known}, not {point.owner}"


def _compare_places(witness: Witness, view: View) -> Iterator[tuple[bool, str]]:
    if not witness.looked or view.location is None:
        return
    where = dict(zip(witness.world.place_ids, witness.world.place_locations, strict=True))
    for node in view.graph.near(view.location, 1000.0):
        known = where.get(node.id) or witness.world.location_of(node.id)
        yield _is_near(node.location, known), f"{node}, not {known}"
    if view.place is not None:
        yield view.distance_to(where.get(view.place)) <= _AT_UU, f"at {view.place}"


def _compare_scores(witness: Witness, view: View) -> Iterator[tuple[bool, str]]:
    if not any(isinstance(one, PlayerScore | ScoreBoard) for one in witness.told):
        return
    rules = witness.world.rules
    for player in witness.world.players:
        told = view.scores.players.get(player.id)
        yield told is not None and int(told) == int(player.score), f"{player.name}: {told}"
    for team, score in rules.team_scores.items() if rules.has_teams else ():
        told = view.scores.teams.get(team)
        yield told is not None and int(told) == int(score), f"team {team}: {told}, not {score}"


def _compare_clock(witness: Witness, view: View) -> Iterator[tuple[bool, str]]:
    if witness.looked:
        yield view.time is not None and abs(view.time - witness.world.time) <= 0.01, f"{view.time}"


_COMPARE: Final = {
    "body": _compare_body,
    "players": _compare_players,
    "items": _compare_items,
    "flags": _compare_flags,
    "points": _compare_points,
    "places": _compare_places,
    "scores": _compare_scores,
    "clock": _compare_clock,
}
