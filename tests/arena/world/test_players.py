"""Players and their bodies: what they are told, and what they carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.damage import ArmorPiece, Shield
from agentfw.arena.world.players import Course, Player, PlayerSettings
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    NO_TEAM,
    AdrenalineGained,
    ClassName,
    EntityId,
    SoundHeard,
    SoundKind,
    Spawned,
)
from tests.support.arena import HALL, arm, pawn_of, put_player, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec

both_games = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)


def player() -> Player:
    return Player(0, EntityId("M.Bot00"), "Bot")


def a_sound(distance: float = 1.0) -> SoundHeard:
    return SoundHeard(SoundKind.NOISE, EntityId("X"), None, Rotation(0, 0, 0), distance)


# What they are told


def test_what_happens_is_told_in_order_and_once() -> None:
    listener = player()
    listener.listens = True
    listener.tell(Spawned())
    listener.tell(AdrenalineGained(1), AdrenalineGained(2))
    assert listener.take_told() == [Spawned(), AdrenalineGained(1), AdrenalineGained(2)]
    assert listener.take_told() == []


def test_nobody_is_told_who_does_not_listen() -> None:
    deaf = player()
    deaf.tell(Spawned())
    assert deaf.take_told() == []


def test_the_oldest_is_dropped_when_nobody_fetches_it() -> None:
    listener = player()
    listener.listens = True
    for number in range(10_000):
        listener.tell(AdrenalineGained(number))
    told = listener.take_told()
    assert len(told) <= 3000
    assert told[-1] == AdrenalineGained(9999)
    numbers = [what.amount for what in told if isinstance(what, AdrenalineGained)]
    assert numbers == list(range(10_000 - len(told), 10_000))


def test_sounds_are_kept_up_to_fifty() -> None:
    listener = player()
    for number in range(80):
        listener.hear(a_sound(float(number)))
    assert [sound.distance for sound in listener.sounds] == [float(number) for number in range(50)]


# What a new one is like


def test_a_new_player_has_nothing_but_a_name() -> None:
    new = player()
    assert (new.name, new.team, new.pawn, new.respawn_at) == ("Bot", NO_TEAM, None, None)
    assert (new.score, new.kills, new.deaths, new.adrenaline) == (0, 0, 0, 0)
    assert not new.is_native
    assert not new.listens


def test_settings_begin_as_the_real_server_has_them() -> None:
    settings = PlayerSettings()
    assert (settings.manual_spawn, settings.manual_pickup, settings.invulnerable) == (
        False,
        False,
        False,
    )
    assert (settings.skill, settings.accuracy, settings.speed_multiplier) == (7.0, 1.0, 1.0)
    assert not settings.leads_target
    assert settings.skin == "ThunderCrash.JakobM"


def test_players_do_not_share_settings() -> None:
    one, other = player(), player()
    one.settings.skill = 2.0
    assert other.settings.skill == 7.0


# Where they go


@pytest.mark.parametrize(
    "course",
    [Course((Vec3(1.0, 2.0, 3.0),)), Course(toward=EntityId("X")), Course(ahead=True)],
    ids=["points", "toward", "ahead"],
)
def test_a_course_that_leads_somewhere_is_not_still(course: Course) -> None:
    assert not course.is_still


@pytest.mark.parametrize(
    "course",
    [Course(), Course(focus_target=EntityId("X")), Course(focus_location=Vec3(1.0, 2.0, 3.0))],
    ids=["empty", "target", "location"],
)
def test_looking_alone_is_no_way_to_go(course: Course) -> None:
    assert course.is_still


# What they carry


@both_games
def test_a_new_body_holds_no_trigger(game: GameSpec) -> None:
    pawn = pawn_of(put_player(small_world(HALL, game), "A", 640, 512))
    assert pawn.firing == 0
    assert pawn.fire is None


def test_the_fire_mode_is_that_of_the_trigger_held() -> None:
    world = small_world(HALL)
    shooter = put_player(world, "A", 640, 512)
    held = arm(world, shooter, "XWeapons.ShockRifle")
    pawn = pawn_of(shooter)
    pawn.firing = 1
    assert pawn.fire is held.spec.primary
    pawn.firing = 2
    assert pawn.fire is held.spec.secondary
    pawn.hand = None
    assert pawn.fire is None


def test_rounds_are_those_of_the_trigger() -> None:
    pawn = pawn_of(put_player(small_world(HALL), "A", 640, 512))
    rifle = pawn.weapons[UT2004.start_weapons[0]]
    assert (pawn.rounds(rifle), pawn.rounds(rifle, alt=True)) == (100, 4)


def test_a_trigger_that_needs_no_ammunition_has_no_rounds() -> None:
    pawn = pawn_of(put_player(small_world(HALL, UT99), "A", 640, 512))
    hammer = pawn.weapons[UT99.start_weapons[1]]
    assert pawn.rounds(hammer) == 0
    assert pawn.is_loaded(hammer)


def test_a_weapon_is_loaded_while_one_trigger_can_fire() -> None:
    pawn = pawn_of(put_player(small_world(HALL), "A", 640, 512))
    rifle = pawn.weapons[UT2004.start_weapons[0]]
    pawn.ammo[ClassName("XWeapons.AssaultAmmo")] = 0
    assert not pawn.can_fire(rifle.spec.primary)
    assert pawn.is_loaded(rifle)
    pawn.ammo[ClassName("XWeapons.GrenadeAmmo")] = 0
    assert not pawn.is_loaded(rifle)


def test_a_shot_that_takes_more_than_is_left_cannot_be_fired() -> None:
    world = small_world(HALL)
    shooter = put_player(world, "A", 640, 512)
    held = arm(world, shooter, "XWeapons.LinkGun")
    assert held.spec.primary.ammo is not None
    assert held.spec.primary.ammo_per_shot == 2
    pawn_of(shooter).ammo[held.spec.primary.ammo] = 1
    assert not pawn_of(shooter).can_fire(held.spec.primary)


def test_all_protection_counts_together() -> None:
    pawn = pawn_of(put_player(small_world(HALL), "A", 640, 512))
    assert pawn.armor_points == 0
    pawn.shield = Shield(120.0, 50.0)
    assert pawn.armor_points == 120


def test_pieces_of_armor_are_added_up() -> None:
    pawn = pawn_of(put_player(small_world(HALL, UT99), "A", 640, 512))
    pawn.armor = (ArmorPiece(100.0, 0.75, 7), ArmorPiece(50.0, 0.5, 7))
    assert pawn.armor_points == 150
