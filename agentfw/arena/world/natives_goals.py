"""What a bot of the game itself goes for: flags, points, items, or a place to roam to."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from agentfw.arena.games.specs import Effect
from agentfw.arena.world.rules import CaptureTheFlag
from agentfw.vocabulary import FlagState

if TYPE_CHECKING:
    from agentfw.arena.games.specs import ItemSpec
    from agentfw.arena.world.natives import Native
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.rules import Flag
    from agentfw.arena.world.stock import Item
    from agentfw.arena.world.world import World
    from agentfw.geometry import Vec3

__all__ = ["choose_goal", "loose_flag_near"]

_CLOSE_BY = 500.0
_FULL = 100
_WORTH_A_WAY = 0.05
"""Items that are worth less, for how far they are, are left alone."""


def choose_goal(world: World, mind: Native, here: int) -> tuple[int | None, float]:
    """The navigation point to go to, and how much it matters, from 0 to 1."""
    player, pawn = mind.player, mind.pawn
    if pawn is None:
        return None, 0.0
    item, worth = _best_item(world, mind, pawn, here)
    errand, matters = _errand(world, player, here)
    if errand is not None and not mind.is_avoided(errand) and (item is None or matters >= worth):
        return errand, matters
    if item is not None and worth > _WORTH_A_WAY:
        return item, worth
    if errand is not None and not mind.is_avoided(errand):
        return errand, matters
    chased = _chase(world, mind)
    if chased is not None and not mind.is_avoided(chased):
        return chased, 0.3
    return _roam(world, mind), 0.1


def _errand(world: World, player: Player, here: int) -> tuple[int | None, float]:
    rules = world.rules
    if isinstance(rules, CaptureTheFlag):
        return _flag_errand(world, rules, player)
    if rules.points:
        return _point_errand(world, player, here)
    return None, 0.0


def _flag_errand(world: World, rules: CaptureTheFlag, player: Player) -> tuple[int | None, float]:
    mine = rules.flag_of(player.team)
    theirs = next((flag for flag in rules.flags if flag.team != player.team), None)
    if mine is None or theirs is None:
        return None, 0.0
    if theirs.holder is player:
        return mine.place, 1.0
    if mine.state is FlagState.DROPPED:
        return _place_of(world, mine), 0.95
    if _is_defender(world, player):
        is_gone = mine.state is FlagState.HELD
        return (
            (_place_of(world, mine), 0.6)
            if is_gone
            else (_guard_post(world, mine.base, mine.place), 0.2)
        )
    if theirs.state is not FlagState.HELD:
        return _place_of(world, theirs), 0.7
    # A team-mate carries their flag: without ours at home it cannot score, so go and get that one;
    # else keep the carrier company.
    wanted = mine if mine.state is FlagState.HELD else theirs
    return _place_of(world, wanted), 0.6


def loose_flag_near(world: World, pawn: Pawn) -> Flag | None:
    """A dropped flag close by."""
    here = pawn.body.feet
    for flag in world.rules.flags:
        if flag.state is FlagState.DROPPED and flag.feet.distance_to(here) < _CLOSE_BY:
            return flag
    return None


def _is_defender(world: World, player: Player) -> bool:
    """One player in three of a team stays at home."""
    team = [other for other in world.players if other.team == player.team]
    return team.index(player) % 3 == 2


def _guard_post(world: World, feet: Vec3, otherwise: int | None) -> int | None:
    """A point near something worth guarding, another one each time."""
    reach = 4 * world.terrain.cell
    near = [point.number for point in world.graph.points if point.location.distance_to(feet) < reach]
    return world.rng.choice(near) if near else otherwise


def _place_of(world: World, flag: Flag) -> int | None:
    if flag.state is FlagState.HOME:
        return flag.place
    feet = flag.feet
    if flag.holder is not None and flag.holder.pawn is not None:
        feet = flag.holder.pawn.body.feet
    return world.routes.nearest_to(feet)


def _point_errand(world: World, player: Player, here: int) -> tuple[int | None, float]:
    points = world.rules.points
    open_points = [point for point in points if point.owner != player.team]
    if not open_points:
        mine = points[player.number // 2 % len(points)]  # team-mates spread out
        return _guard_post(world, mine.feet, mine.place), 0.5
    if len(open_points) < len(points) and _is_defender(world, player):
        mine = next(point for point in points if point.owner == player.team)
        return _guard_post(world, mine.feet, mine.place), 0.5
    # Each prefers the points in another order.
    ordered = sorted(
        open_points,
        key=lambda point: (
            world.routes.distance(here, point.place if point.place is not None else here)
            + 500.0 * ((player.number // 2 + points.index(point)) % len(points))
        ),
    )
    return ordered[0].place, 0.7


def _best_item(world: World, mind: Native, pawn: Pawn, here: int) -> tuple[int | None, float]:
    best, worth = None, 0.0
    for item in world.stock.items:
        place = item.place
        if place is None or not world.stock.is_there(item) or mind.is_avoided(place):
            continue
        value = _value(mind.player, pawn, item)
        if value <= 0.05:
            continue
        far = world.routes.distance(here, place)
        if far < math.inf:
            scaled = value * 600.0 / (600.0 + far)
            if scaled > worth:
                best, worth = place, scaled
    return best, worth


def _value(player: Player, pawn: Pawn, item: Item) -> float:
    """How much a player wants an item, wherever it lies; nothing it would not get."""
    spec = item.spec
    if spec.effect is Effect.HEALTH:
        return _health_value(pawn, spec)
    if spec.effect is Effect.WEAPON:
        return 0.05 if spec.inventory in pawn.weapons else 0.9 if len(pawn.weapons) <= 2 else 0.5
    if spec.effect is Effect.AMMO:
        return 0.15 if 0 < pawn.ammo.get(spec.inventory, 0) < 10 else 0.03
    if spec.effect in (Effect.SHIELD, Effect.ARMOR):
        has = pawn.shield.small if spec.is_small else pawn.armor_points
        return 0.6 if has < spec.amount else 0.0
    if spec.effect is Effect.ADRENALINE:
        return 0.12 if player.adrenaline < _FULL else 0.0
    return 0.9 if spec.effect in (Effect.BOOST, Effect.INVISIBILITY) else 0.12


def _health_value(pawn: Pawn, spec: ItemSpec) -> float:
    if pawn.health >= spec.limit:
        return 0.0
    need = max(0.0, (110 - pawn.health) / 110.0)
    return need * min(1.0, spec.amount / 25.0) + (0.5 if spec.amount >= 100 else 0.05)


def _chase(world: World, mind: Native) -> int | None:
    enemy = mind.enemy
    if enemy is None or enemy.pawn is None:
        return None
    return world.routes.nearest_to(enemy.pawn.body.feet)


def _roam(world: World, mind: Native) -> int | None:
    points = world.graph.points
    for _ in range(4):
        number = world.rng.randrange(len(points))
        if not mind.is_avoided(number):
            return number
    return None
