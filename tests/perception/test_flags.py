"""Flags: where they are, where they belong, who has them, in both ways that servers tell."""

from __future__ import annotations

import pytest

from agentfw.perception import Memory
from agentfw.vocabulary import (
    Died,
    EntityId,
    FlagSeen,
    FlagState,
    GameInfo,
    PlayerDied,
    ScoreBoard,
)
from tests.support.seeing import ME, Watch, at, enemy, flag, me

FOE = EntityId("foe")
NOBODY = EntityId("")
HELD, DROPPED, HOME = FlagState.HELD, FlagState.DROPPED, FlagState.HOME


def test_a_base_is_learned_from_a_flag_at_home() -> None:
    known = Watch().look(me(), flag(1, HOME, x=900)).flags[1]
    assert (known.home, known.state, known.location) == (at(900), HOME, at(900))


@pytest.mark.parametrize("state", [HELD, DROPPED, None])
def test_no_base_is_learned_from_a_flag_that_is_elsewhere(state: FlagState | None) -> None:
    assert Watch().look(me(), flag(1, state, x=900)).flags[1].home is None


def test_no_base_is_learned_from_a_flag_out_of_sight() -> None:
    assert Watch().look(me(), flag(1, HOME)).flags[1].home is None


def test_a_base_stays_where_it_is_while_the_flag_wanders() -> None:
    watch = Watch()
    watch.look(me(), flag(1, HOME, x=900))
    known = watch.look(me(), flag(1, DROPPED, x=400), now=1.0).flags[1]
    assert (known.home, known.whereabouts) == (at(900), at(400))


def test_bases_that_the_game_tells_are_taken_over() -> None:
    flags = Watch().hear(GameInfo(red_base=at(1), blue_base=at(2))).view().flags
    assert [flags[team].home for team in (0, 1)] == [at(1), at(2)]


def test_both_flags_are_known_apart() -> None:
    view = Watch().look(me(team=1), flag(0, DROPPED, x=100), flag(1, HOME, x=900))
    assert view.own_flag is view.flags[1]
    assert view.enemy_flags == (view.flags[0],)


def test_the_last_facts_of_a_flag_outlast_a_batch_without_it() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD, x=100, holder=FOE))
    known = watch.look(me(), now=2.0).flags[0]
    assert (known.state, known.holder, known.location) == (HELD, FOE, at(100))
    assert (known.is_visible, known.seen_at) == (False, 0.0)


def test_a_flag_told_without_a_place_keeps_the_last_one_with_its_age() -> None:
    watch = Watch()
    watch.look(me(), flag(0, DROPPED, x=100))
    known = watch.look(me(), flag(0, DROPPED, visible=False), now=3.0).flags[0]
    assert (known.location, known.age(3.0), known.is_visible) == (at(100), 3.0, False)


def test_a_state_told_from_afar_is_believed() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HOME, x=100))
    assert watch.look(me(), flag(0, HELD, visible=False), now=3.0).flags[0].state is HELD


def test_a_flag_back_at_home_is_looked_for_at_home() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HOME, x=100))
    watch.look(me(), flag(0, DROPPED, x=700), now=1.0)
    known = watch.look(me(), flag(0, HOME, visible=False), now=2.0).flags[0]
    assert known.whereabouts == at(100)


def test_the_holder_is_known_while_the_flag_is_held() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD, x=100, holder=FOE))
    assert watch.look(me(), flag(0, HELD, visible=False), now=1.0).flags[0].holder == FOE


@pytest.mark.parametrize("state", [DROPPED, HOME])
def test_nobody_holds_a_flag_that_is_not_held(state: FlagState) -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD, x=100, holder=FOE))
    assert watch.look(me(), flag(0, state, visible=False), now=1.0).flags[0].holder is None


def test_told_nobody_means_nobody() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD, x=100, holder=FOE))
    assert watch.look(me(), flag(0, HELD, x=100, holder=NOBODY), now=1.0).flags[0].holder is None


def test_the_flag_that_this_bot_carries_is_known() -> None:
    view = Watch().look(me(), flag(1, HELD, x=0, holder=ME))
    assert view.carried_flag is view.flags[1]


def test_a_flag_that_another_carries_is_not_carried() -> None:
    assert Watch().look(me(), flag(1, HELD, x=0, holder=FOE)).carried_flag is None


def test_a_flag_that_nobody_holds_is_not_carried_before_the_own_id_is_known() -> None:
    assert Watch().look(flag(1, HOME, x=0, holder=NOBODY)).carried_flag is None


def test_the_score_board_tells_that_this_bot_carries_a_flag() -> None:
    watch = Watch()
    watch.look(me(), flag(1, HOME, x=0))
    assert watch.look(me(), ScoreBoard(has_flag=True), now=1.0).carried_flag is not None


def test_the_dead_carry_nothing() -> None:
    watch = Watch()
    watch.look(me(), flag(1, HELD, x=0, holder=ME))
    assert watch.hear(Died(), now=1.0).view().carried_flag is None


def test_the_score_board_tells_that_this_bot_carries_no_flag_any_more() -> None:
    watch = Watch()
    watch.look(me(), flag(1, HELD, x=0, holder=ME))
    watch.look(me(), now=0.5)
    assert watch.look(ScoreBoard(has_flag=False), me(), now=1.0).carried_flag is None


def test_the_score_board_tells_that_the_own_flag_is_gone() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HOME, x=100))
    watch.look(me(), now=0.5)
    assert watch.look(ScoreBoard(our_flag_taken=True), me(), now=1.0).flags[0].state is HELD


def test_the_score_board_tells_that_the_own_flag_is_not_held_any_more() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD, x=100, holder=FOE))
    watch.look(me(), now=0.5)
    known = watch.look(ScoreBoard(our_flag_taken=False), me(), now=1.0).flags[0]
    assert (known.state, known.holder) == (HOME, None)


def test_the_score_board_counts_in_the_batch_that_brings_the_flag_out_of_sight() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HOME, x=100))
    assert watch.look(ScoreBoard(our_flag_taken=True), me(), now=1.0).flags[0].state is HELD


def test_a_flag_in_sight_goes_before_the_score_board() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD, x=100, holder=FOE))
    seen = flag(0, HELD, x=120, holder=FOE)
    assert watch.look(ScoreBoard(our_flag_taken=False), me(), seen, now=1.0).flags[0].state is HELD


def test_a_score_board_that_is_silent_about_flags_changes_none() -> None:
    watch = Watch()
    watch.look(me(), flag(0, HELD, x=100, holder=FOE))
    known = watch.look(me(), ScoreBoard(), now=1.0).own_flag
    assert known is not None
    assert (known.state, known.holder) == (HELD, FOE)


def test_the_score_board_says_nothing_about_the_flag_of_the_enemy() -> None:
    watch = Watch()
    watch.look(me(), flag(1, HELD, x=100, holder=ME))
    assert watch.look(me(), ScoreBoard(our_flag_taken=False), now=1.0).flags[1].state is HELD


def test_where_a_wandering_flag_was_is_forgotten_by_its_age() -> None:
    watch = Watch(Memory(flag_s=10.0))
    watch.look(me(), flag(0, HELD, x=100), now=5.0)
    assert watch.look(me(), now=15.0).flags[0].location == at(100)
    assert watch.look(me(), now=15.1).flags[0].location is None


def test_a_dropped_flag_that_nobody_saw_for_long_is_believed_to_be_at_home() -> None:
    watch = Watch(Memory(flag_s=10.0))
    watch.look(me(), flag(0, HOME, x=100))
    watch.look(me(), flag(0, FlagState.DROPPED, x=300), now=1.0)
    assert watch.look(me(), now=11.0).flags[0].state is FlagState.DROPPED
    known = watch.look(me(), now=11.1).flags[0]
    assert (known.state, known.whereabouts) == (HOME, at(100))


def test_where_a_flag_at_home_is_is_never_forgotten() -> None:
    watch = Watch(Memory(flag_s=10.0))
    watch.look(me(), flag(0, HOME, x=100))
    known = watch.look(me(), now=500.0).flags[0]
    assert (known.location, known.whereabouts) == (at(100), at(100))


def test_a_base_is_never_forgotten() -> None:
    watch = Watch(Memory(flag_s=10.0))
    watch.look(me(), flag(0, HOME, x=100))
    watch.look(me(), flag(0, HELD, x=300), now=1.0)
    assert watch.look(me(), now=500.0).flags[0].home == at(100)


def test_a_flag_without_a_team_is_passed_over() -> None:
    assert Watch().look(me(), FlagSeen(id=EntityId("flag"), location=at(1))).flags == {}


def test_the_death_of_its_holder_leaves_the_flag_to_what_the_game_tells() -> None:
    watch = Watch()
    watch.look(me(), enemy(), flag(0, HELD, x=500, holder=FOE))
    watch.hear(PlayerDied(id=FOE), now=1.0)
    known = watch.look(me(), flag(0, DROPPED, x=510, holder=NOBODY), now=1.1).flags[0]
    assert (known.state, known.holder, known.whereabouts) == (DROPPED, None, at(510))
