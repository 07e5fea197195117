"""Death takes what depended on the body and on where it was, and nothing else."""

from __future__ import annotations

from agentfw.geometry import Rotation
from agentfw.vocabulary import (
    NO_TEAM,
    Bumped,
    ClassName,
    DamageTaken,
    Died,
    EntityId,
    GameRestarted,
    ItemGained,
    MapChanging,
    MatchEnded,
    PlaceLink,
    PlayerScore,
    ProjectileSeen,
    ScoreBoard,
    SelfMotion,
    SoundHeard,
    SoundKind,
    Spawned,
)
from tests.support.seeing import ME, Watch, at, enemy, flag, item, listing, me, place, point

FOE = EntityId("foe")
GUN = EntityId("gun")
RIFLE = ClassName("XWeapons.AssaultRifle")


def lived() -> Watch:
    """A life full of beliefs, at a place of a told map."""
    watch = Watch()
    watch.hear(listing(place("start", 0), PlaceLink(target=EntityId("end")), place("end", 500)))
    sight = [enemy(reachable=True), item(reachable=True), flag(1, x=900, reachable=True)]
    sounds = SoundHeard(kind=SoundKind.NOISE), ProjectileSeen(impact_time_s=1.0)
    watch.look(me(weapon=GUN, ammo=9, player_name="Me"), *sight, point(owner=1), *sounds, place("start"))
    watch.hear(Bumped(), DamageTaken(damage=30, instigator=FOE))
    return watch


def test_death_is_told_as_a_state_and_as_an_event() -> None:
    view = lived().hear(Died(killer=FOE), now=1.0).view()
    assert not view.is_alive
    assert view.happened(Died) == (Died(killer=FOE),)


def test_death_interrupts_at_once() -> None:
    watch = lived()
    watch.view()
    assert watch.hear(Died(), now=1.0).store.is_urgent


def test_the_position_is_lost_with_the_body() -> None:
    view = lived().hear(Died(), now=1.0).view()
    assert (view.location, view.health, view.place, view.last_place) == (None, 0, None, None)


def test_a_motion_told_before_death_does_not_bring_the_position_back() -> None:
    watch = lived().hear(SelfMotion(location=at(9), rotation=Rotation(0, 0, 0)), Died())
    assert watch.view().location is None


def test_name_team_and_id_outlast_the_body() -> None:
    mine = lived().hear(Died(), now=1.0).view().me
    assert (mine.id, mine.team, mine.player_name) == (ME, 0, "Me")


def test_nothing_can_be_reached_from_nowhere() -> None:
    view = lived().hear(Died(), now=1.0).view()
    known = (view.players[FOE], view.items[item().id], view.flags[1])
    assert [belief.reachable for belief in known] == [None, None, None]
    assert view.visible_places == {}


def test_the_dead_see_nobody() -> None:
    view = lived().hear(Died(), now=1.0).view()
    assert (view.enemies, view.players[FOE].is_visible) == ((), False)


def test_the_dead_see_nothing() -> None:
    view = lived().hear(Died(), now=1.0).view()
    beliefs = [*view.items.values(), *view.flags.values(), *view.points.values()]
    assert not [one for one in beliefs if one.is_visible]


def test_an_enemy_seen_before_death_is_forgotten_in_time() -> None:
    assert lived().hear(Died(), now=1.0).view(1000.0).players[FOE].location is None


def test_wounds_and_shots_in_the_air_are_of_the_past() -> None:
    view = lived().hear(Died(), now=0.1).view()
    assert not view.threats.is_under_fire
    assert (view.threats.attacker, view.threats.damage, view.projectiles, view.sounds) == (
        None,
        0,
        (),
        (),
    )


def test_collisions_and_standing_still_are_of_the_past() -> None:
    watch = Watch()
    for number in range(25):
        watch.look(me(), now=0.1 * number)
    motion = watch.hear(Bumped(), Died(), Spawned()).look(me(), now=3.0).motion
    assert (motion.is_stuck, motion.has_collided, motion.is_turning) == (False, False, False)


def test_a_new_body_facing_elsewhere_is_not_turning() -> None:
    watch = Watch()
    watch.look(me(yaw=0))
    watch.hear(Died(), Spawned(), now=1.0)
    assert not watch.look(me(yaw=30000), now=2.0).motion.is_turning


def test_weapons_are_lost_with_the_body() -> None:
    watch = lived()
    assert set(watch.view().weapons) == {GUN}
    assert watch.hear(Died(), now=1.0).view().weapons == {}


def test_bases_outlast_the_body() -> None:
    assert lived().hear(Died(), now=1.0).view().flags[1].home == at(900)


def test_what_others_own_and_where_they_were_outlasts_the_body() -> None:
    view = lived().hear(Died(), now=1.0).view()
    assert (view.players[FOE].location, view.points[point().id].owner) == (at(500), 1)


def test_scores_places_and_visits_outlast_the_body() -> None:
    watch = lived().hear(ScoreBoard(players=((ME, 4.0),)))
    before = watch.view()
    after = watch.hear(Died(), now=1.0).view()
    assert (after.scores, after.visits, after.graph) == (before.scores, before.visits, before.graph)


def test_a_new_life_begins_with_being_told_so() -> None:
    assert lived().hear(Died(), Spawned(), now=1.0).view().is_alive


def test_a_new_life_begins_with_the_next_report_where_nobody_tells_so() -> None:
    watch = lived().hear(Died(), now=1.0)
    view = watch.look(me(700), now=3.0)
    assert (view.is_alive, view.location) == (True, at(700))


def test_deaths_are_counted() -> None:
    assert lived().hear(Died(), Spawned(), Died()).store.statistics().deaths == 2


def test_weapons_gained_after_death_are_kept() -> None:
    gained = ItemGained(id=GUN, item_class=RIFLE)
    assert set(lived().hear(Died(), Spawned(), gained).view().weapons) == {GUN}


def test_a_restart_puts_everything_of_the_map_back() -> None:
    watch = lived().hear(PlayerScore(id=ME, score=9.0, deaths=2))
    view = watch.hear(GameRestarted(started=True), now=1.0).view()
    home = view.flags[1].state
    assert (view.scores.players, view.scores.deaths, home and home.value) == ({}, {}, "home")
    assert (view.points[point().id].owner, view.flags[1].home) == (255, at(900))


def test_a_restart_takes_the_body() -> None:
    view = lived().hear(GameRestarted(started=True), now=1.0).view()
    assert (view.is_alive, view.location) == (False, None)


def test_the_end_of_a_restart_leaves_the_new_body_alone() -> None:
    gained = ItemGained(id=GUN, item_class=RIFLE)
    watch = lived().hear(GameRestarted(started=True), Spawned(), gained, GameRestarted(finished=True))
    view = watch.view()
    assert (view.is_alive, set(view.weapons)) == (True, {GUN})


def test_a_restart_leaves_nobody_where_they_were() -> None:
    view = lived().hear(GameRestarted(started=True), now=1.0).view()
    assert (view.players[FOE].location, view.enemies) == (None, ())


def test_a_match_that_begins_anew_is_not_over() -> None:
    assert not Watch().hear(MatchEnded(), GameRestarted(started=True)).view().is_over


def test_a_new_connection_begins_without_a_body_and_without_sights() -> None:
    watch = lived()
    watch.store.reconnected()
    view = watch.view(1.0)
    assert (view.is_alive, view.location, view.enemies, view.events) == (False, None, (), ())


def test_a_new_connection_begins_a_match_that_is_not_over() -> None:
    watch = Watch().hear(MatchEnded())
    watch.store.reconnected()
    assert not watch.view().is_over


def test_a_new_connection_after_the_end_begins_without_scores_and_with_everything_at_home() -> None:
    watch = Watch().hear(ScoreBoard(teams=((0, 7.0),), players=((ME, 4.0),)))
    watch.look(me(), point(owner=1))
    watch.hear(MatchEnded()).store.reconnected()
    view = watch.view(1.0)
    assert (dict(view.scores.teams), dict(view.scores.players)) == ({}, {})
    assert [one.owner for one in view.points.values()] == [NO_TEAM]


def test_a_new_connection_after_the_end_knows_nobody_for_ids_are_dealt_anew() -> None:
    watch = lived().hear(MatchEnded())
    watch.store.reconnected()
    assert dict(watch.view(1.0).players) == {}


def test_a_new_connection_within_a_match_keeps_its_scores() -> None:
    watch = Watch().hear(ScoreBoard(teams=((0, 7.0),)))
    watch.store.reconnected()
    assert dict(watch.view(1.0).scores.teams) == {0: 7.0}


def test_going_to_another_map_is_told() -> None:
    assert lived().hear(MapChanging(level="DM-Two")).view().happened(MapChanging)
