"""What a bot perceives in the older game: a full picture about seven times a second."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.world.rules import CaptureTheFlag
from agentfw.arena.world.senses import VISION_RADIUS, Look, can_reach, can_see_player
from agentfw.vocabulary import (
    ClassName,
    DominationPoint,
    EntityId,
    Firing,
    FlagSeen,
    FlagState,
    ItemSeen,
    MoverSeen,
    Place,
    PlayerAppeared,
    PlayerSeen,
    ProjectileSeen,
    ScoreBoard,
    SelfState,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import Percept

__all__ = ["appeared", "batch", "incoming", "players_in_sight"]

_NOTHING: Final = EntityId("")
_MOVER_CLASS: Final = ClassName("Engine.Mover")
_AIMED_WITHIN: Final = 250.0
"""A projectile that will pass so near counts as coming at a bot."""


def batch(world: World, player: Player, pawn: Pawn, in_sight: list[Player]) -> list[Percept]:
    """Everything perceived now: scores, the bot itself, then whatever is in sight."""
    look = Look(world, pawn)
    told: list[Percept] = [score_board(world, player), self_state(player, pawn)]
    told.extend(visible_player(world, pawn, other, PlayerSeen) for other in in_sight)
    told.extend(seen_places(world, pawn, look))
    told.extend(seen_items(world, pawn, look))
    told.extend(seen_movers(world, pawn, look))
    told.extend(seen_points(world, pawn, look))
    told.extend(seen_flags(world, player, pawn, look))
    return told


def score_board(world: World, player: Player) -> ScoreBoard:
    """All scores, and what there is to know about flags and points without seeing them."""
    rules = world.rules
    teams = tuple(rules.team_scores.items()) if rules.has_teams else None
    owners = tuple((point.id, point.owner) for point in rules.points) or None
    carries = taken = False
    if isinstance(rules, CaptureTheFlag):
        mine = rules.flag_of(player.team)
        carries = rules.carried_by(player) is not None
        taken = mine is not None and mine.state is FlagState.HELD
    return ScoreBoard(
        players=tuple((other.id, other.score) for other in world.players),
        teams=teams,
        point_owners=owners,
        has_flag=carries,
        our_flag_taken=taken,
    )


def self_state(player: Player, pawn: Pawn) -> SelfState:
    """The bot itself."""
    body, hand = pawn.body, pawn.hand
    return SelfState(
        id=player.id,
        rotation=body.rotation,
        location=body.location,
        velocity=body.velocity,
        player_name=player.name,
        team=player.team,
        health=pawn.health,
        weapon=hand.id if hand is not None else _NOTHING,
        ammo=pawn.rounds(hand) if hand is not None else 0,
        armor=pawn.armor_points,
        alt_firing=pawn.firing == 2,
    )


def players_in_sight(world: World, player: Player) -> list[Player]:
    """The other players that are seen now."""
    return [other for other in world.living() if can_see_player(world, player, other)]


def visible_player(world: World, pawn: Pawn, other: Player, kind: type[PlayerSeen]) -> PlayerSeen:
    """What can be seen of a player."""
    theirs = other.pawn
    if theirs is None:
        return kind(id=other.id)
    body = theirs.body
    return kind(
        id=other.id,
        rotation=body.rotation,
        location=body.location,
        velocity=body.velocity,
        player_name=other.name,
        team=other.team,
        reachable=can_reach(world, pawn, body.location),
        weapon=theirs.hand.spec.name if theirs.hand is not None else "",
        firing=Firing(theirs.firing),
    )


def appeared(
    world: World, pawn: Pawn, in_sight: list[Player], before: set[EntityId]
) -> list[PlayerSeen]:
    """Players who came into sight since the last look; `before` is brought up to date."""
    new = [other for other in in_sight if other.id not in before]
    before.clear()
    before.update(other.id for other in in_sight)
    return [visible_player(world, pawn, other, PlayerAppeared) for other in new]


def seen_places(world: World, pawn: Pawn, look: Look) -> Iterator[Place]:
    """The navigation points in sight."""
    cell = world.terrain.cell
    at = math.floor(pawn.body.x / cell), math.floor(pawn.body.y / cell)
    for number in world.vantage.from_cell(*at):
        where = world.place_locations[number]
        if look.sees(where):
            yield Place(
                id=world.place_ids[number], location=where, reachable=can_reach(world, pawn, where)
            )


def seen_items(world: World, pawn: Pawn, look: Look) -> Iterator[ItemSeen]:
    """The items in sight."""
    now = world.time
    for item in world.stock.maybe_seen(pawn):
        if item.respawns_at <= now and look.sees(item.location):
            yield ItemSeen(
                id=item.id,
                location=item.location,
                reachable=can_reach(world, pawn, item.location),
                item_class=item.spec.pickup,
            )


def seen_movers(world: World, pawn: Pawn, look: Look) -> Iterator[MoverSeen]:
    """The lifts in sight."""
    for lift in world.terrain.lifts:
        if look.sees(lift.location):
            yield MoverSeen(
                id=world.lift_ids[lift.number],
                location=lift.location,
                reachable=can_reach(world, pawn, lift.location),
                opens_by_damage=False,
                item_class=_MOVER_CLASS,
            )


def seen_points(world: World, pawn: Pawn, look: Look) -> Iterator[DominationPoint]:
    """The domination points in sight."""
    for point in world.rules.points:
        if look.sees(point.location):
            yield DominationPoint(
                id=point.id,
                location=point.location,
                reachable=can_reach(world, pawn, point.location),
                owner=point.owner,
            )


def seen_flags(world: World, player: Player, pawn: Pawn, look: Look) -> Iterator[FlagSeen]:
    """The flags in sight; the carried one always is."""
    for flag in world.rules.flags:
        if flag.holder is player or look.sees(flag.location):
            yield FlagSeen(
                id=flag.id,
                location=flag.location,
                holder=flag.holder.id if flag.holder is not None else _NOTHING,
                team=flag.team,
                reachable=can_reach(world, pawn, flag.location),
                state=flag.state,
            )


def incoming(world: World, player: Player, pawn: Pawn) -> Iterator[ProjectileSeen]:
    """Warnings of projectiles that come this way, each once."""
    here = pawn.body.location
    for shot in world.combat.projectiles:
        if shot.owner is player or shot.stuck or player.number in shot.warned:
            continue
        way = here - shot.location
        far, speed = way.length, shot.velocity.length
        if far > VISION_RADIUS or not speed:
            continue
        heading = shot.velocity * (1.0 / speed)
        along = heading.dot(way)
        if along <= 0.0 or math.sqrt(max(0.0, far * far - along * along)) > _AIMED_WITHIN:
            continue
        if world.terrain.is_clear(pawn.body.eyes, shot.location):
            shot.warned.add(player.number)
            yield ProjectileSeen(impact_time_s=far / speed, direction=heading)
