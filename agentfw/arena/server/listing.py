"""Everything that is told on arrival: the game, the kinds of items, the map and who plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.games.specs import Effect, Trigger
from agentfw.arena.maps.level import ThingKind
from agentfw.arena.maps.passages import PassageKind
from agentfw.arena.world.naming import lift_exits
from agentfw.arena.world.rules import Mode
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    NO_TEAM,
    ClassName,
    DominationPoint,
    EntityId,
    FireMode,
    GameInfo,
    ItemCategory,
    ItemClass,
    ItemSeen,
    Listing,
    MoverSeen,
    Place,
    PlaceKind,
    PlaceLink,
    PlayerSeen,
    TravelFlag,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.games.specs import FireSpec, GameSpec, ItemSpec
    from agentfw.arena.maps.level import Thing
    from agentfw.arena.maps.navgraph import NavPoint
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.stock import Item
    from agentfw.arena.world.terrain import Lift
    from agentfw.arena.world.world import World
    from agentfw.vocabulary import Percept

__all__ = [
    "game_info",
    "item_class",
    "item_classes",
    "items",
    "movers",
    "places",
    "players",
    "world_lists",
]

MOVER_CLASS: Final = ClassName("Engine.Mover")
_MODERN_TYPES: Final = {
    Mode.DEATHMATCH: "BotDeathMatch",
    Mode.TEAM_DEATHMATCH: "BotTeamGame",
    Mode.CAPTURE_THE_FLAG: "BotCTFGame",
    Mode.DOUBLE_DOMINATION: "BotDoubleDomination",
    Mode.DOMINATION: "BotDoubleDomination",
}
_CLASSIC_TYPES: Final = {
    Mode.DEATHMATCH: "BotDeathMatchPlus",
    Mode.TEAM_DEATHMATCH: "BotTeamGamePlus",
    Mode.CAPTURE_THE_FLAG: "BotCTFGame",
    Mode.DOMINATION: "BotDomination",
    Mode.DOUBLE_DOMINATION: "BotDomination",
}
_FLAGS: Final = {
    PassageKind.WALK: TravelFlag.WALK,
    PassageKind.DROP: TravelFlag.WALK,
    PassageKind.JUMP: TravelFlag.JUMP,
    PassageKind.LIFT: TravelFlag.SPECIAL,
    PassageKind.TELEPORT: TravelFlag.SPECIAL,
    PassageKind.PAD: TravelFlag.FORCED | TravelFlag.JUMP,
}
_PLACE_KINDS: Final = {
    ThingKind.ITEM: PlaceKind.ITEM_SPOT,
    ThingKind.START: PlaceKind.PLAYER_START,
    ThingKind.LIFT: PlaceKind.LIFT_CENTER,
    ThingKind.PAD: PlaceKind.JUMP_PAD,
    ThingKind.TELEPORTER: PlaceKind.TELEPORTER,
    ThingKind.EXIT: PlaceKind.TELEPORTER,
}
_LINK_RADIUS: Final = 40
_TEAM_SIZE: Final = 16


def game_info(world: World, *, is_paused: bool = False) -> GameInfo:
    """Which game is played, as each of the two dialects tells it."""
    settings, minutes = world.settings, world.settings.time_limit_s / 60.0
    names = _MODERN_TYPES if world.game.is_modern else _CLASSIC_TYPES
    info = GameInfo(game_type=names[settings.mode], level=world.level.name)
    replace = msgspec.structs.replace
    if world.game.is_modern:
        info = replace(
            info,
            weapon_stay=settings.weapon_stay,
            game_paused=is_paused,
            bots_paused=world.bots_paused,
        )
    if not world.has_teams:
        return replace(info, frag_limit=settings.score_limit, time_limit_min=minutes)
    goal, teams = float(settings.score_limit), settings.teams
    info = replace(info, goal_team_score=goal, max_teams=teams, max_team_size=_TEAM_SIZE)
    if not world.game.is_modern:
        return replace(info, time_limit_min=minutes)
    bases = [flag.base for flag in world.rules.flags]
    points = [point.location for point in world.rules.points]
    if len(bases) == 2:
        info = replace(info, red_base=bases[0], blue_base=bases[1])
    if len(points) >= 2:
        info = replace(info, first_point=points[0], second_point=points[1])
    return replace(info, time_left_s=world.rules.time_left_s)


def world_lists(
    world: World, *, is_repeated: bool, is_paused: bool, has_places: bool = True
) -> Iterator[Percept]:
    """The answer to READY, in the order of the real server."""
    yield game_info(world, is_paused=is_paused)
    yield Listing("mutators", ())
    yield Listing("item_classes", tuple(item_classes(world, only_first=is_repeated)))
    if has_places:
        yield Listing("places", tuple(places(world)))
    yield Listing("movers", tuple(movers(world)))
    yield Listing("items", tuple(items(world)))


# Kinds of items


def item_classes(world: World, *, only_first: bool = False) -> Iterator[ItemClass]:
    """What the kinds of items are: three weapons always, then what lies on the map."""
    game = world.game
    first = [*reversed(game.start_weapons)]
    if game.translocator is not None:
        first.append(game.translocator)
    told = set()
    for name in first:
        spec = game.items.get(game.weapons[name].pickup)
        if spec is not None:
            told.add(spec.pickup)
            yield item_class(game, spec)
    for item in world.stock.items if not only_first else ():
        if item.spec.pickup not in told:
            told.add(item.spec.pickup)
            yield item_class(game, item.spec)


def item_class(game: GameSpec, spec: ItemSpec) -> ItemClass:
    """What one kind of item is."""
    told = ItemClass(inventory_class=spec.inventory, pickup_class=spec.pickup, category=spec.category)
    replace = msgspec.structs.replace
    if spec.effect is Effect.WEAPON:
        weapon = game.weapons[spec.inventory]
        return replace(
            told,
            melee=weapon.melee,
            sniping=weapon.sniping,
            uses_alt_ammo=weapon.secondary.ammo not in (None, weapon.primary.ammo),
            primary=_fire_mode(game, weapon.primary),
            secondary=_fire_mode(game, weapon.secondary),
        )
    if spec.effect is Effect.AMMO:
        ammo = game.ammo[spec.inventory]
        mode = FireMode(ammo_class=ammo.name, ammo_initial=ammo.initial, ammo_max=ammo.most)
        return replace(told, amount=spec.amount, primary=mode)
    if spec.category is ItemCategory.HEALTH:
        return replace(told, amount=spec.amount, super_heal=spec.is_super)
    return told if spec.category is ItemCategory.OTHER else replace(told, amount=spec.amount)


def _fire_mode(game: GameSpec, fire: FireSpec) -> FireMode:
    shot, harm = fire.projectile, fire.damage_spec
    harm = shot.damage_spec if shot is not None else harm
    ammo = game.ammo[fire.ammo] if fire.ammo is not None else None
    tells_damage = fire.trigger in (Trigger.INSTANT, Trigger.MELEE, Trigger.SHIELD)
    return FireMode(
        mode=fire.mode,
        splash_damage=shot is not None and shot.radius > 0,
        splash_jump=False,
        recommend_splash=shot is not None and shot.radius > 0 and not shot.falls,
        tossed=shot is not None and shot.falls,
        lead_target=shot is not None,
        instant_hit=fire.trigger is Trigger.INSTANT,
        fire_on_release=fire.charge is not None,
        wait_for_release=fire.charge is not None,
        exclusive=True,
        interval_s=fire.interval,
        bot_refire_rate=0.95,
        ammo_per_fire=fire.ammo_per_shot if fire.ammo is not None else 0,
        clip_size=0,
        aim_error=600.0,
        spread=fire.spread,
        spread_style="SS_Random" if fire.spread else "SS_None",
        fire_count=0,
        damage_attenuation=1.0,
        damage_min=fire.damage_low if tells_damage else None,
        damage_max=fire.damage_high if tells_damage else None,
        ammo_class=ammo.name if ammo is not None else ClassName(""),
        ammo_initial=ammo.initial if ammo is not None else None,
        ammo_max=ammo.most if ammo is not None else None,
        max_range=fire.reach if ammo is not None else None,
        damage_class=harm.name if harm is not None else None,
        armor_stops=harm.armor_stops if harm is not None else None,
        always_gibs=False if harm is not None else None,
        special=False if harm is not None else None,
        detonates_goop=False if harm is not None else None,
        super_weapon=harm.super_weapon if harm is not None else None,
        extra_momentum_up=False if harm is not None else None,
        projectile_class=shot.name if shot is not None else ClassName(""),
        damage=shot.damage if shot is not None else None,
        speed=shot.speed if shot is not None else None,
        max_speed=shot.max_speed if shot is not None else None,
        life_span_s=shot.life_s if shot is not None else None,
        damage_radius=shot.radius if shot is not None else None,
        toss_up=shot.toss_up if shot is not None else None,
        max_effect_distance=0.0 if shot is not None else None,
    )


# The map


def places(world: World) -> Iterator[Percept]:
    """All navigation points, each followed by the links that leave it."""
    graph = world.graph
    out: dict[int, list[PlaceLink]] = {}
    for link in graph.links:
        out.setdefault(link.start, []).append(
            PlaceLink(
                target=world.place_ids[link.end],
                flags=_FLAGS[link.kind],
                radius=_LINK_RADIUS,
                height=round(world.game.body.half_height),
            )
        )
    exits = lift_exits(graph)
    items_at = {item.place: item for item in world.stock.items if item.place is not None}
    for point in graph.points:
        yield _place(world, point, exits, items_at)
        yield from out.get(point.number, ())


def _place(world: World, point: NavPoint, exits: dict[int, int], items_at: dict[int, Item]) -> Percept:
    entity, where, thing = world.place_ids[point.number], world.place_location(point.number), point.thing
    if thing is not None and thing.kind is ThingKind.POINT:
        owner = next((p.owner for p in world.rules.points if p.place == point.number), NO_TEAM)
        return DominationPoint(
            id=entity, location=where, visible=False, kind=PlaceKind.DOMINATION_POINT, owner=owner
        )
    place = Place(id=entity, location=where, visible=False)
    if thing is None:
        if point.number not in exits:
            return place
        mover_id = _mover_at(world, exits[point.number])
        return msgspec.structs.replace(
            place, kind=PlaceKind.LIFT_EXIT, mover=mover_id, lift_jump_exit=False, no_double_jump=False
        )
    return msgspec.structs.replace(place, **_thing_fields(world, point, thing, items_at))


def _thing_fields(
    world: World, point: NavPoint, thing: Thing, items_at: dict[int, Item]
) -> dict[str, object]:
    """What is told about a place beyond where it is."""
    fields: dict[str, object] = {"kind": _PLACE_KINDS.get(thing.kind)}
    item = items_at.get(point.number)
    if thing.kind is ThingKind.ITEM and item is not None:
        spawned = world.stock.is_there(item)
        fields |= {"item": item.id, "item_class": item.spec.pickup, "item_spawned": spawned}
    elif thing.kind is ThingKind.START:
        fields["team"] = thing.team if thing.team is not None else 0
    elif thing.kind is ThingKind.LIFT:
        fields["mover"] = _mover_at(world, point.number)
        fields["lift_offset"] = Vec3(0.0, 0.0, world.game.body.half_height)
    return fields


def _mover_at(world: World, place: int) -> EntityId | None:
    places = world.lift_places
    return world.lift_ids[places.index(place)] if place in places else None


def movers(world: World) -> Iterator[MoverSeen]:
    """All lifts."""
    for lift in world.terrain.lifts:
        yield mover(world, lift, is_first=True)


def mover(world: World, lift: Lift, *, is_first: bool) -> MoverSeen:
    """One lift, with what is told only once if asked for."""
    return MoverSeen(
        id=world.lift_ids[lift.number],
        location=lift.location,
        visible=None if is_first else True,
        opens_by_damage=False,
        item_class=MOVER_CLASS,
        moving=bool(lift.speed),
        velocity=Vec3(0.0, 0.0, lift.speed),
        move_time_s=lift.move_s,
        open_time_s=lift.open_s,
        behavior="StandOpenTimed",
        base_location=Vec3(lift.location.x, lift.location.y, lift.low) if is_first else None,
        base_rotation=Rotation(0, 0, 0) if is_first else None,
        delay_time_s=lift.delay_s if is_first else None,
        place=world.place_ids[world.lift_places[lift.number]] if is_first else None,
    )


def items(world: World) -> Iterator[ItemSeen]:
    """All items that the map has, whether or not they lie there now."""
    for item in world.stock.items:
        yield ItemSeen(
            id=item.id,
            location=item.location,
            amount=item.amount,
            visible=False,
            dropped=item.is_dropped,
            item_class=item.spec.pickup,
            place=world.place_ids[item.place] if item.place is not None else None,
        )


def players(world: World, *, is_full: bool) -> Iterator[PlayerSeen]:
    """Everybody who plays: by name only, or with all that is known."""
    for player in world.players:
        if is_full:
            yield full_player(player)
        else:
            yield PlayerSeen(id=player.id, spectator=False, player_name=player.name, team=player.team)


def full_player(player: Player) -> PlayerSeen:
    """A player with everything that operators see."""
    pawn = player.pawn
    address = player.settings.management_address or None
    if pawn is None:
        return PlayerSeen(
            id=player.id,
            spectator=False,
            player_name=player.name,
            team=player.team,
            management_address=address,
        )
    return PlayerSeen(
        id=player.id,
        spectator=False,
        rotation=pawn.body.rotation,
        location=pawn.body.location,
        velocity=pawn.body.velocity,
        player_name=player.name,
        team=player.team,
        management_address=address,
        weapon=pawn.hand.spec.name if pawn.hand is not None else "",
    )
