"""What is out of sight keeps its last state, grows old by its own age, and is forgotten at last."""

from __future__ import annotations

import pytest

from agentfw.geometry import Rotation
from agentfw.perception import KnownPlayer, Memory
from agentfw.vocabulary import (
    EntityId,
    Firing,
    MoverSeen,
    PlayerDied,
    PlayerLeft,
    PlayerSeen,
    SoundHeard,
    SoundKind,
)
from tests.support.seeing import Watch, at, enemy, flag, item, listing, me, place, point

FOE = EntityId("foe")
NOISE = SoundHeard(kind=SoundKind.NOISE)


def test_an_enemy_out_of_sight_keeps_its_last_position() -> None:
    watch = Watch()
    watch.look(me(), enemy(x=500))
    known = watch.look(me(), now=5.0).players[FOE]
    assert (known.location, known.is_visible, known.seen_at) == (at(500), False, 0.0)


def test_an_enemy_out_of_sight_is_predicted_to_run_on() -> None:
    watch = Watch()
    watch.look(me(), enemy(x=500, velocity=at(100)))
    assert watch.look(me(), now=1.0).players[FOE].predicted(1.0) == at(600)


def test_nobody_is_predicted_to_run_straight_on_for_long() -> None:
    seen = KnownPlayer(id=FOE, location=at(0), velocity=at(100), seen_at=0.0)
    assert seen.predicted(1.5) == seen.predicted(20.0) == at(150)


def test_somebody_without_a_known_speed_is_predicted_to_stand() -> None:
    assert KnownPlayer(id=FOE, location=at(7)).predicted(3.0) == at(7)


def test_somebody_without_a_known_place_is_predicted_nowhere() -> None:
    assert KnownPlayer(id=FOE, velocity=at(7)).predicted(3.0) is None


def test_age_counts_from_the_last_sight_not_from_the_first() -> None:
    watch = Watch()
    watch.look(me(), enemy())
    watch.look(me(), enemy(), now=7.0)
    assert watch.look(me(), now=9.0).players[FOE].age(9.0) == 2.0


def test_what_is_in_sight_is_believed_fully() -> None:
    assert Watch().look(me(), enemy(), now=3.0).players[FOE].confidence(3.0) == 1.0


def test_what_is_out_of_sight_is_believed_half_as_much_every_five_seconds() -> None:
    known = KnownPlayer(id=FOE, seen_at=2.0)
    assert [known.confidence(now) for now in (2.0, 7.0, 12.0)] == [1.0, 0.5, 0.25]


def test_whereabouts_of_a_player_are_forgotten_by_their_age() -> None:
    watch = Watch(Memory(player_s=10.0))
    watch.look(me(), enemy("early"))
    watch.look(me(), enemy("late"), now=6.0)
    view = watch.look(me(), now=11.0)
    assert view.players[EntityId("early")].location is None
    assert view.players[EntityId("late")].location == at(500)


def test_whereabouts_are_kept_up_to_the_age_that_memory_allows() -> None:
    watch = Watch(Memory(player_s=10.0))
    watch.look(me(), enemy())
    assert watch.look(me(), now=10.0).players[FOE].location == at(500)


def test_name_and_team_outlast_the_whereabouts() -> None:
    watch = Watch(Memory(player_s=1.0))
    watch.look(me(), enemy(player_name="Foe"))
    known = watch.look(me(), now=50.0).players[FOE]
    assert (known.name, known.team, known.location) == ("Foe", 1, None)


def test_only_what_is_told_now_counts_of_a_player_in_sight() -> None:
    watch = Watch()
    watch.look(me(), enemy(velocity=at(9), firing=Firing.PRIMARY, reachable=True, crouched=True))
    known = watch.look(me(), enemy(), now=0.2).players[FOE]
    assert (known.velocity, known.firing, known.reachable, known.crouched) == (
        None,
        Firing.NONE,
        None,
        None,
    )


def test_what_can_be_reached_is_unknown_as_soon_as_it_is_out_of_sight() -> None:
    watch = Watch()
    mover = MoverSeen(id=EntityId("lift"), location=at(5), reachable=True)
    told = [enemy(reachable=True), item(reachable=True), flag(1, x=9, reachable=True), mover]
    watch.look(me(), *told, point(reachable=True))
    view = watch.look(me(), now=0.2)
    ledgers = (view.players, view.items, view.flags, view.points, view.movers)
    assert [one.reachable for ledger in ledgers for one in ledger.values()] == [None] * 5


def test_a_point_that_is_not_in_sight_is_not_known_to_be_reachable() -> None:
    watch = Watch()
    watch.look(me(), point(visible=False, reachable=True))
    assert watch.look(me(), now=30.0).points[point().id].reachable is None


@pytest.mark.parametrize(
    "hidden",
    [
        pytest.param(item(visible=False), id="item"),
        pytest.param(MoverSeen(id=EntityId("lift"), location=at(5), visible=False), id="mover"),
        pytest.param(flag(1, x=9, visible=False), id="flag"),
        pytest.param(place("node", 9, visible=False), id="place"),
    ],
)
def test_what_a_batch_tells_as_not_visible_is_not_in_sight(hidden: PlayerSeen) -> None:
    view = Watch().look(me(), hidden)
    seen = [*view.items.values(), *view.movers.values(), *view.flags.values()]
    assert not [one for one in seen if one.is_visible]
    assert not view.visible_places


def test_somebody_who_is_told_without_a_place_is_known_but_not_in_sight() -> None:
    view = Watch().look(me(), enemy(location=None, player_name="Foe"))
    assert (view.players[FOE].name, view.players[FOE].is_visible, view.enemies) == ("Foe", False, ())


def test_a_list_of_players_tells_names_and_no_sight() -> None:
    view = Watch().hear(listing(enemy(player_name="Foe"))).view()
    assert (view.players[FOE].name, view.players[FOE].location) == ("Foe", None)


def test_silence_about_name_and_team_keeps_them() -> None:
    watch = Watch()
    watch.look(me(), enemy(player_name="Foe"))
    known = watch.look(me(), PlayerSeen(id=FOE, location=at(1)), now=1.0).players[FOE]
    assert (known.name, known.team) == ("Foe", 1)


def test_a_changed_team_is_taken_over() -> None:
    watch = Watch()
    watch.look(me(), enemy(team=1))
    assert watch.look(me(), enemy(team=0), now=1.0).players[FOE].team == 0


def test_somebody_who_died_is_nowhere_until_seen_again() -> None:
    watch = Watch()
    watch.look(me(), enemy())
    known = watch.hear(PlayerDied(id=FOE), now=0.1).view().players[FOE]
    assert (known.location, known.is_visible, known.team) == (None, False, 1)
    assert watch.look(me(), enemy(x=800), now=3.0).players[FOE].location == at(800)


def test_somebody_who_left_is_forgotten() -> None:
    watch = Watch()
    watch.look(me(), enemy())
    assert FOE not in watch.hear(PlayerLeft(id=FOE), now=0.1).view().players


def test_a_death_of_somebody_unknown_is_no_trouble() -> None:
    watch = Watch().hear(PlayerDied(id=EntityId("ghost")), PlayerDied(), PlayerLeft())
    assert watch.view().players == {}


def test_the_newest_of_the_remembered_enemies_comes_first() -> None:
    watch = Watch()
    watch.look(me(), enemy("early"))
    watch.look(me(), enemy("late"), now=1.0)
    view = watch.look(me(), now=2.0)
    assert [one.id for one in view.remembered_enemies] == ["late", "early"]


def test_a_sound_is_remembered_for_a_moment() -> None:
    watch = Watch(Memory(sound_s=2.0))
    watch.look(me(), NOISE)
    assert watch.view(2.0).sounds == (NOISE,)
    assert watch.view(2.1).sounds == ()


def test_a_sound_between_two_batches_is_heard_too() -> None:
    assert Watch().hear(NOISE).view().sounds == (NOISE,)


def test_a_lift_out_of_sight_keeps_where_it_was_and_where_it_rests() -> None:
    watch = Watch()
    lift = EntityId("lift")
    watch.hear(listing(MoverSeen(id=lift, location=at(5), base_location=at(5), move_time_s=2.0)))
    watch.look(me(), MoverSeen(id=lift, location=at(5, 0, 90), moving=True, velocity=at(0, 0, 50)))
    known = watch.look(me(), now=1.0).movers[lift]
    assert (known.location, known.base_location, known.move_time_s) == (at(5, 0, 90), at(5), 2.0)
    assert (known.is_moving, known.is_visible, known.seen_at) == (True, False, 0.0)


@pytest.mark.parametrize("kind", ["movers", "points"])
def test_a_list_told_again_hides_nothing_that_is_in_sight(kind: str) -> None:
    watch = Watch()
    lift = MoverSeen(id=EntityId("lift"), location=at(5))
    before = getattr(watch.look(me(), lift, point(), now=5.0), kind)
    after = getattr(watch.hear(listing(lift, point()), now=5.5).view(), kind)
    assert [one.is_visible for one in after.values()] == [one.is_visible for one in before.values()]


def test_a_look_at_somebody_tells_where_it_looks_and_what_it_holds() -> None:
    seen = enemy(rotation=Rotation(0, 9, 0), weapon="Rifle", reachable=False)
    known = Watch().look(me(), seen).players[FOE]
    assert (known.rotation, known.weapon, known.reachable) == (Rotation(0, 9, 0), "Rifle", False)
