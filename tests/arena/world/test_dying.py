"""From damage to death: what protects, who is told what, who scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.damage import ArmorPiece, Shield
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    AdrenalineGained,
    ClassName,
    DamageDealt,
    DamageTaken,
    Died,
    EntityId,
    Percept,
    PlayerDied,
    Spawned,
)
from tests.support.arena import HALL, Duel, arm, kill, pawn_of, put_player, run, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player

GAMES = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)
SHOCK, SUPER_SHOCK = "XWeapons.ShockRifle", "XWeapons.SuperShockRifle"
ROCKET, ASSAULT = "XWeapons.RocketLauncher", "XWeapons.AssaultRifle"
BEAM = ClassName("XWeapons.DamTypeShockBeam")
LAVA, DROWN, FALL = (UT2004.world_damage[name] for name in ("lava", "drown", "fall"))
BELT, BODY, PADS = ArmorPiece(150, 1.0, 10), ArmorPiece(100, 0.75, 7), ArmorPiece(50, 0.5, 7)
DEATHS = (DamageTaken, DamageDealt, Died, PlayerDied)


def shoot(duel: Duel) -> None:
    """One shot that arrives at once."""
    duel.shooter.take_told()
    duel.victim.take_told()
    duel.pull()
    duel.tick()
    duel.release()


def heard(player: Player) -> list[Percept]:
    """What a player was told of hurting and dying."""
    return [told for told in player.take_told() if isinstance(told, DEATHS)]


# What protects


@pytest.mark.parametrize(
    ("shield", "lost", "left"),
    [
        (Shield(), 45, Shield()),
        (Shield(150, 50), 0, Shield(105, 50)),  # the points above 100 take everything
        (Shield(120, 0), 6, Shield(81.25, 0)),  # 20 in full, three quarters of the other 25
        (Shield(100, 0), 11, Shield(66.25, 0)),  # three quarters
        (Shield(50, 50), 22, Shield(27.5, 27.5)),  # one half
        (Shield(62, 50), 18, Shield(35.5, 35.5)),  # three quarters of 16, half of the other 29
        (Shield(10, 10), 35, Shield()),
    ],
)
def test_a_shield_takes_its_shares_in_order(shield: Shield, lost: int, left: Shield) -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.victim).shield = shield
    shoot(duel)
    assert duel.lost() == lost
    assert pawn_of(duel.victim).shield.total == pytest.approx(left.total)
    assert pawn_of(duel.victim).shield.small == pytest.approx(left.small)


@pytest.mark.parametrize(
    ("armor", "lost", "left"),
    [
        ((), 60, ()),
        ((BELT,), 0, (90,)),
        ((BODY,), 15, (55,)),
        ((PADS,), 30, (20,)),
        ((PADS, BODY, BELT), 0, (90, 50, 100)),  # the belt is worn outside
        ((BODY, PADS), 7, (55, 42.5)),  # half of what the body armor leaves
        ((ArmorPiece(20, 1.0, 10), BODY), 10, (70,)),  # the belt is used up
    ],
)
def test_armor_takes_its_shares_by_priority(
    armor: tuple[ArmorPiece, ...], lost: int, left: tuple[float, ...]
) -> None:
    duel = Duel(UT99, "Botpack.ShockRifle", 400)  # 40 x 1.5
    pawn_of(duel.victim).armor = armor
    shoot(duel)
    assert duel.lost() == lost
    assert [piece.points for piece in pawn_of(duel.victim).armor] == pytest.approx(list(left))


@pytest.mark.parametrize("name", ["suicide", "drown", "crush", "telefrag"])
def test_some_damage_ignores_shields(name: str) -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.victim).shield = Shield(150, 50)
    duel.world.hurt(duel.victim, 40, UT2004.world_damage[name])
    assert duel.lost() == 40
    assert pawn_of(duel.victim).shield == Shield(150, 50)


def test_falls_are_softened_by_shields() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.victim).shield = Shield(100, 0)
    duel.world.hurt(duel.victim, 40, FALL)
    assert duel.lost() == 10


def test_drowning_ignores_armor() -> None:
    duel = Duel(UT99, "Botpack.ShockRifle", 400)
    pawn_of(duel.victim).armor = (BELT,)
    duel.world.hurt(duel.victim, 40, UT99.world_damage["drown"])
    assert duel.lost() == 40
    assert pawn_of(duel.victim).armor == (BELT,)


@pytest.mark.parametrize(
    ("game", "name", "lost"), [(UT2004, SHOCK, 2 * 45), (UT99, "Botpack.ShockRifle", 3 * 60)]
)
def test_a_boost_multiplies_the_damage_dealt(game: GameSpec, name: str, lost: int) -> None:
    duel = Duel(game, name, 400, health=199)
    pawn_of(duel.shooter).boost_until = duel.world.time + 30
    shoot(duel)
    assert 199 - pawn_of(duel.victim).health == lost


def test_a_boost_that_has_run_out_does_not() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.shooter).boost_until = duel.world.time + 1
    duel.tick(1.0)
    shoot(duel)
    assert duel.lost() == 45


def test_a_boost_of_the_victim_does_not() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.victim).boost_until = duel.world.time + 30
    shoot(duel)
    assert duel.lost() == 45


def test_a_boost_counts_for_the_own_rocket_too() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.shooter).boost_until = duel.world.time + 30
    duel.world.hurt(duel.shooter, 20, LAVA, by=duel.shooter)
    assert pawn_of(duel.shooter).health == 60


def test_the_shield_in_hand_comes_before_the_boost() -> None:
    """20 points of charge stop 40 of 70; what is left counts twice."""
    duel = Duel(UT2004, SHOCK, 400)
    arm(duel.world, duel.victim, "XWeapons.ShieldGun")
    pawn = pawn_of(duel.victim)
    pawn.ammo[ClassName("XWeapons.ShieldAmmo")] = 20.0
    duel.world.combat.pull(duel.victim, alt=True)
    pawn_of(duel.shooter).boost_until = duel.world.time + 30
    origin = pawn_of(duel.shooter).body.eyes
    duel.world.hurt(duel.victim, 70, LAVA, by=duel.shooter, origin=origin)
    assert duel.lost() == 60


def test_the_boost_comes_before_the_shield() -> None:
    """Twice 45 is 90: 50 points in full, three quarters of the other 40."""
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.victim).shield = Shield(150, 0)
    pawn_of(duel.shooter).boost_until = duel.world.time + 30
    shoot(duel)
    assert duel.lost() == 10
    assert pawn_of(duel.victim).shield.total == pytest.approx(70)


def test_friendly_fire_is_scaled_before_the_shield() -> None:
    duel = Duel(UT2004, SHOCK, 400, mode=Mode.TEAM_DEATHMATCH, friendly_fire=0.5)
    duel.victim.team = duel.shooter.team
    pawn_of(duel.victim).shield = Shield(100, 0)
    shoot(duel)
    assert duel.lost() == 5  # a quarter of 22.5
    assert pawn_of(duel.victim).shield.total == pytest.approx(100 - 22.5 * 0.75)


def test_health_is_lost_in_whole_points() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    duel.world.hurt(duel.victim, 19.99, LAVA)
    assert duel.lost() == 19


def test_the_invulnerable_lose_nothing_and_are_not_pushed() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    duel.victim.settings.invulnerable = True
    shoot(duel)
    assert duel.lost() == 0
    assert pawn_of(duel.victim).body.velocity == Vec3(0, 0, 0)
    assert [told.damage for told in heard(duel.victim) if isinstance(told, DamageTaken)] == [0]


def test_the_invulnerable_do_not_die_of_anything() -> None:
    duel = Duel(UT2004, SUPER_SHOCK, 400)
    duel.victim.settings.invulnerable = True
    shoot(duel)
    assert duel.lost() == 0


# Teams


@GAMES
@pytest.mark.parametrize("scale", [0.0, 0.5, 1.0])
def test_team_mates_hurt_each_other_as_much_as_is_set(game: GameSpec, scale: float) -> None:
    name = "Botpack.ShockRifle" if game is UT99 else SHOCK
    duel = Duel(game, name, 400, mode=Mode.TEAM_DEATHMATCH, friendly_fire=scale)
    duel.victim.team = duel.shooter.team
    shoot(duel)
    assert duel.lost() == int((60 if game is UT99 else 45) * scale)


def test_team_mates_are_not_hurt_unless_it_is_set() -> None:
    duel = Duel(UT2004, SHOCK, 400, mode=Mode.TEAM_DEATHMATCH)
    duel.victim.team = duel.shooter.team
    shoot(duel)
    assert duel.lost() == 0
    assert [told.damage for told in heard(duel.victim) if isinstance(told, DamageTaken)] == [0]
    assert [told.damage for told in heard(duel.shooter) if isinstance(told, DamageDealt)] == [0]


def test_the_own_blast_hurts_though_friendly_fire_is_off() -> None:
    duel = Duel(UT2004, ROCKET, 400, mode=Mode.TEAM_DEATHMATCH)
    duel.world.hurt(duel.shooter, 30, LAVA, by=duel.shooter)
    assert pawn_of(duel.shooter).health == 70


def test_nobody_is_a_team_mate_in_a_deathmatch() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    assert duel.shooter.team == duel.victim.team
    shoot(duel)
    assert duel.lost() == 45


# Who is told of damage


def test_both_sides_of_a_hit_are_told_with_all_fields() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    bystander = put_player(duel.world, "C", 900, 700)
    shoot(duel)
    assert heard(duel.victim) == [
        DamageTaken(
            damage=45,
            damage_class=BEAM,
            instigator=duel.shooter.id,
            weapon_name=SHOCK,
            flaming=False,
            by_world=False,
            direct=True,
            bullet=False,
            vehicle=False,
        )
    ]
    assert heard(duel.shooter) == [
        DamageDealt(
            id=duel.victim.id,
            damage=45,
            damage_class=BEAM,
            weapon_name=SHOCK,
            flaming=False,
            direct=True,
            bullet=False,
            vehicle=False,
        )
    ]
    assert heard(bystander) == []


@pytest.mark.parametrize(
    ("name", "flaming", "bullet"),
    [(ASSAULT, False, True), ("XWeapons.Minigun", False, True), (ROCKET, True, False)],
)
def test_the_kind_of_damage_is_told(name: str, *, flaming: bool, bullet: bool) -> None:
    duel = Duel(UT2004, name, 200)
    shoot(duel)
    duel.tick(0.3)
    told = heard(duel.victim)[0]
    assert isinstance(told, DamageTaken)
    assert (told.flaming, told.bullet) == (flaming, bullet)


def test_what_is_told_is_what_reached_the_health() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.victim).shield = Shield(100, 0)
    shoot(duel)
    assert [told.damage for told in heard(duel.victim) if isinstance(told, DamageTaken)] == [11]
    assert [told.damage for told in heard(duel.shooter) if isinstance(told, DamageDealt)] == [11]


def test_a_hit_that_a_shield_took_is_told_as_nothing() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.victim).shield = Shield(150, 0)
    shoot(duel)
    assert [told.damage for told in heard(duel.victim) if isinstance(told, DamageTaken)] == [0]


@pytest.mark.parametrize(
    ("yaw", "distance", "is_named"), [(32768, 600, True), (0, 600, False), (0, 200, True)]
)
def test_who_did_it_is_told_only_when_in_view(yaw: int, distance: float, *, is_named: bool) -> None:
    """Whoever is within 300 uu is always in view."""
    duel = Duel(UT2004, SHOCK, distance)
    pawn_of(duel.victim).wanted_yaw = pawn_of(duel.victim).body.yaw = yaw
    shoot(duel)
    told = heard(duel.victim)[0]
    assert isinstance(told, DamageTaken)
    assert told.instigator == (duel.shooter.id if is_named else None)


def test_who_hurts_oneself_is_told_once() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    duel.world.hurt(duel.shooter, 20, LAVA, by=duel.shooter)
    told = heard(duel.shooter)
    assert [type(one) for one in told] == [DamageTaken]
    assert isinstance(told[0], DamageTaken)
    assert told[0].instigator is None


@pytest.mark.parametrize(
    ("game", "name", "by_world"),
    [
        (UT2004, "fall", True),
        (UT2004, "lava", True),
        (UT2004, "drown", False),
        (UT99, "drown", True),
    ],
)
def test_the_class_of_the_damage_says_whether_the_world_did_it(
    game: GameSpec, name: str, *, by_world: bool
) -> None:
    world = small_world(HALL, game)
    player = put_player(world, "A", 640, 512)
    world.hurt(player, 10, game.world_damage[name])
    told = heard(player)[0]
    assert isinstance(told, DamageTaken)
    assert told.by_world is by_world


def test_nobody_who_does_not_listen_is_told() -> None:
    duel = Duel(UT2004, SUPER_SHOCK, 400)
    duel.victim.listens = duel.shooter.listens = False
    shoot(duel)
    assert duel.victim.pawn is None
    assert duel.victim.take_told() == duel.shooter.take_told() == []


# Who is told of deaths


def test_a_killing_blow_is_told_in_the_order_of_the_game() -> None:
    """First the damage to both sides, then the death to the victim, then to everybody else."""
    duel = Duel(UT2004, SUPER_SHOCK, 400)
    bystander = put_player(duel.world, "C", 900, 700)
    shared: list[Percept] = []
    duel.victim.told = duel.shooter.told = bystander.told = shared
    duel.pull()
    duel.tick()
    kinds = [type(told) for told in shared if isinstance(told, DEATHS)]
    assert kinds == [DamageTaken, DamageDealt, Died, PlayerDied, PlayerDied]


def test_each_hears_the_right_part_of_a_killing_blow() -> None:
    duel = Duel(UT2004, SUPER_SHOCK, 400)
    bystander = put_player(duel.world, "C", 900, 700)
    shoot(duel)
    assert [type(told) for told in heard(duel.victim)] == [DamageTaken, Died]
    assert [type(told) for told in heard(duel.shooter)] == [DamageDealt, PlayerDied]
    assert [type(told) for told in heard(bystander)] == [PlayerDied]


def test_the_fatal_hit_may_exceed_the_health_left() -> None:
    duel = Duel(UT2004, SHOCK, 400, health=10)
    shoot(duel)
    told = heard(duel.victim)[0]
    assert isinstance(told, DamageTaken)
    assert told.damage == 45


def test_a_death_is_told_with_all_fields() -> None:
    duel = Duel(UT2004, SHOCK, 400, health=10)
    body = pawn_of(duel.victim).id
    text = UT2004.weapons[ClassName(SHOCK)].primary.damage_spec
    assert text is not None
    shoot(duel)
    assert heard(duel.victim)[1] == Died(
        killer=duel.shooter.id,
        damage_class=BEAM,
        weapon_name=SHOCK,
        death_text=text.death_text,
        flaming=False,
        by_world=False,
        direct=True,
        bullet=False,
        vehicle=False,
    )
    assert heard(duel.shooter)[1] == PlayerDied(
        id=duel.victim.id,
        body=body,
        killer=duel.shooter.id,
        damage_class=BEAM,
        weapon_name=SHOCK,
        death_text=text.death_text,
        flaming=False,
        by_world=False,
        direct=True,
        bullet=False,
        vehicle=False,
    )


WALLED = """
    ############
    #s.........#
    #....#.....#
    #..........#
    ############
"""


def test_who_does_not_see_the_body_is_told_less() -> None:
    world = small_world(WALLED)
    victim, hidden = put_player(world, "A", 500, 320), put_player(world, "B", 900, 320, yaw=32768)
    body = pawn_of(victim).id
    kill(world, victim)
    assert heard(hidden) == [PlayerDied(id=victim.id, body=body, killer=EntityId(""))]


def test_who_looks_away_is_told_less() -> None:
    world = small_world(HALL)
    victim, witness = put_player(world, "A", 640, 512), put_player(world, "B", 1640, 512, yaw=0)
    body = pawn_of(victim).id
    kill(world, victim)
    assert heard(witness) == [PlayerDied(id=victim.id, body=body, killer=EntityId(""))]


def test_the_dead_are_told_less_of_other_deaths() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    other = put_player(duel.world, "C", 900, 700)
    kill(duel.world, duel.victim)
    duel.victim.take_told()
    kill(duel.world, other)
    told = heard(duel.victim)[0]
    assert isinstance(told, PlayerDied)
    assert told.damage_class is None


def test_the_older_game_tells_everybody_everything() -> None:
    world = small_world(WALLED, UT99)
    victim, hidden = put_player(world, "A", 500, 320), put_player(world, "B", 900, 320)
    kill(world, victim)
    told = heard(hidden)[0]
    assert isinstance(told, PlayerDied)
    assert told.damage_class == "Suicided"


def test_nobody_is_named_as_killer_when_the_world_kills() -> None:
    world = small_world(HALL)
    victim, other = put_player(world, "A", 640, 512), put_player(world, "B", 900, 512, yaw=32768)
    world.hurt(victim, 1000, LAVA)
    told = heard(victim)[-1], heard(other)[-1]
    assert isinstance(told[0], Died)
    assert isinstance(told[1], PlayerDied)
    assert told[0].killer == told[1].killer == ""


# Points


def test_a_kill_is_a_point_for_the_killer() -> None:
    duel = Duel(UT2004, SUPER_SHOCK, 400)
    shoot(duel)
    assert (duel.shooter.score, duel.shooter.kills, duel.shooter.deaths) == (1, 1, 0)
    assert (duel.victim.score, duel.victim.kills, duel.victim.deaths) == (0, 0, 1)


def test_the_killer_is_told_of_the_adrenaline() -> None:
    duel = Duel(UT2004, SUPER_SHOCK, 400)
    shoot(duel)
    assert AdrenalineGained(5) in duel.shooter.take_told()


def test_a_death_by_the_world_costs_a_point() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    world.hurt(player, 1000, LAVA)
    assert (player.score, player.deaths, player.kills) == (-1, 1, 0)


def test_a_death_by_the_own_rocket_costs_a_point() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    arm(world, player, ROCKET)
    pawn_of(player).health = 20
    pawn_of(player).body.pitch = -16384 % 65536
    world.combat.pull(player, location=pawn_of(player).body.feet)
    run(world, 0.2)
    assert (player.score, player.deaths, player.kills) == (-1, 1, 0)
    died = [told for told in player.take_told() if isinstance(told, Died)]
    assert [told.killer for told in died] == [player.id]


def test_a_blast_may_kill_several() -> None:
    duel = Duel(UT2004, ROCKET, 400, health=20)
    other = put_player(duel.world, "C", 640 + 400, 512 + 60)
    pawn_of(other).health = 20
    other.settings.manual_spawn = True
    shoot(duel)
    duel.tick(0.5)
    assert duel.victim.pawn is other.pawn is None
    assert duel.shooter.kills == 2


def test_both_may_kill_each_other() -> None:
    duel = Duel(UT2004, ROCKET, 1000, health=20)
    pawn_of(duel.shooter).health = 20
    arm(duel.world, duel.victim, ROCKET)
    duel.pull()
    duel.world.combat.pull(duel.victim, target=duel.shooter.id)
    duel.tick(1.0)
    assert duel.victim.pawn is duel.shooter.pawn is None
    assert duel.shooter.score == duel.victim.score == 1


def test_the_dead_are_not_killed_again() -> None:
    duel = Duel(UT2004, SUPER_SHOCK, 400)
    shoot(duel)
    duel.victim.take_told()
    duel.world.hurt(duel.victim, 100, LAVA, by=duel.shooter)
    kill(duel.world, duel.victim, duel.shooter)
    assert duel.shooter.kills == 1
    assert duel.victim.take_told() == []


def test_exactly_as_many_points_as_there_are_kill() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    duel.world.hurt(duel.victim, 99, LAVA)
    assert duel.victim.pawn is not None
    duel.world.hurt(duel.victim, 1, LAVA)
    assert duel.victim.pawn is None


# What is left


def test_the_weapon_in_hand_lies_where_its_owner_died() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.shooter).ammo[ClassName("XWeapons.ShockAmmo")] = 13
    kill(duel.world, duel.shooter)
    [item] = duel.world.stock.items
    assert item.is_dropped
    assert item.spec.pickup == "XWeapons.ShockRiflePickup"
    assert item.amount == 13
    assert item.feet == Vec3(640, 512, 0)
    duel.tick(16 - TICK_S)
    assert duel.world.stock.items == [item]
    duel.tick()
    assert duel.world.stock.items == []


def test_a_weapon_falls_to_the_floor_from_who_died_in_the_air() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.shooter).body.put(Vec3(700, 512, 200))
    kill(duel.world, duel.shooter)
    [item] = duel.world.stock.items
    assert item.feet == Vec3(700, 512, 0)


def test_an_empty_weapon_is_not_left() -> None:
    duel = Duel(UT2004, SHOCK, 400)
    pawn_of(duel.shooter).ammo[ClassName("XWeapons.ShockAmmo")] = 0
    kill(duel.world, duel.shooter)
    assert duel.world.stock.items == []


def test_the_shield_gun_is_not_left() -> None:
    duel = Duel(UT2004, "XWeapons.ShieldGun", 400)
    kill(duel.world, duel.shooter)
    assert duel.world.stock.items == []


def test_no_weapon_is_left_where_that_is_switched_off() -> None:
    duel = Duel(UT2004, SHOCK, 400, weapon_throwing=False)
    kill(duel.world, duel.shooter)
    assert duel.world.stock.items == []


def test_who_dies_with_a_charged_trigger_does_not_fire() -> None:
    duel = Duel(UT2004, ROCKET, 400)
    duel.pull(alt=True)
    duel.tick(2.0)
    kill(duel.world, duel.shooter)
    duel.tick(1.0)
    assert duel.world.combat.projectiles == []


@GAMES
def test_a_new_body_begins_with_nothing_of_the_old_one(game: GameSpec) -> None:
    world = small_world(HALL, game)
    player = put_player(world, "A", 640, 512)
    pawn = pawn_of(player)
    for name in game.weapons:
        arm(world, player, name)
    pawn.health, pawn.shield, pawn.armor = 199, Shield(150, 50), (BELT,)
    pawn.boost_until, pawn.boot_jumps = 1000.0, 3
    kill(world, player)
    run(world, 1.2)
    new = pawn_of(player)
    assert any(isinstance(told, Spawned) for told in player.take_told())
    assert (new.health, new.shield, new.armor) == (100, Shield(), ())
    assert (new.boost_until, new.boot_jumps) == (0.0, 0)
    assert tuple(new.weapons) == game.start_weapons
    assert new.hand is new.weapons[game.start_weapons[0]]
