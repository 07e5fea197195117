"""The pure arena: who is in, the order of things within a tick, pauses, and one match after another."""

from __future__ import annotations

import pytest

from agentfw.arena.server.arena import MAX_CLIENTS, Arena
from agentfw.arena.server.options import ArenaOptions
from tests.support.arena import kill
from tests.support.guests import (
    Guest,
    fields,
    joined,
    only,
    open_classic,
    open_game,
    pass_time,
    place,
    word,
)

MODERN = "gamebots-2004"


# Who is here


def test_an_arena_needs_no_options() -> None:
    arena = Arena()
    assert arena.options == ArenaOptions(mode="dm", dialect="gamebots-2004")
    assert arena.world.players == []


def test_an_arena_can_tick_with_nobody_in_it() -> None:
    arena = open_classic()
    pass_time(arena, 60.0)
    assert arena.ticks == 1200


def test_bots_of_the_game_play_from_the_beginning() -> None:
    arena = open_classic(bots=3, skill=2.5)
    assert len(arena.world.players) == 3
    assert {player.settings.skill for player in arena.world.players} == {2.5}
    assert all(player.is_native for player in arena.world.players)


def test_bots_of_the_game_share_the_teams() -> None:
    arena = open_classic(bots=6, mode="ctf", map="ctf-twins")
    assert sorted(player.team for player in arena.world.players) == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("role", ["bot", "control", "observer"])
def test_connections_of_each_kind_are_limited(role: str) -> None:
    arena = open_game(MODERN)
    for _ in range(MAX_CLIENTS[role]):
        Guest(arena, role)
    assert arena.connect(role) is None


def test_the_limit_of_one_kind_is_none_of_another() -> None:
    arena = open_game(MODERN)
    for _ in range(MAX_CLIENTS["control"]):
        Guest(arena, "control")
    Guest(arena, "bot")
    Guest(arena, "observer")


def test_a_full_arena_still_lets_operators_and_observers_in() -> None:
    arena = open_game(MODERN, max_players=1, bots=1)
    assert Guest(arena, "control").hear() == ["HELLO_CONTROL_SERVER"]
    assert Guest(arena, "observer").hear() == ["HELLO_OBSERVER"]


def test_an_arena_that_fills_up_before_init_leaves_the_client_outside() -> None:
    arena = open_game(MODERN, max_players=1)
    first, second = Guest(arena), Guest(arena)
    first.say("INIT {Name a}")
    second.say("INIT {Name b}")
    pass_time(arena, 0.5)
    assert [player.name for player in arena.world.players] == ["a"]
    assert not only(second.hear(), "INITED", "BEG")
    first.leave()
    second.say("INIT {Name b}")
    pass_time(arena, 0.1)
    assert [player.name for player in arena.world.players] == ["b"]


def test_disconnecting_twice_does_no_harm() -> None:
    arena = open_classic()
    (guest,) = joined(arena, "Bob")
    guest.leave()
    guest.leave()
    assert arena.clients == []


def test_disconnecting_twice_with_something_left_to_do_does_no_harm() -> None:
    arena = open_classic()
    (guest,) = joined(arena, "Bob")
    guest.say("JUMP")
    guest.leave()
    guest.leave()
    arena.tick()
    assert arena.clients == []
    assert arena.world.players == []


def test_who_made_room_with_something_left_to_do_is_gone_for_good() -> None:
    arena = open_classic()
    guests = [Guest(arena) for _ in range(MAX_CLIENTS["bot"])]
    pass_time(arena, 11.0)
    guests[0].say("JUMP")
    late = Guest(arena)
    guests[0].leave()  # as the shell does when it sees that the client should be closed
    arena.tick()
    assert late.client in arena.clients


def test_what_was_said_last_is_done_before_one_is_gone() -> None:
    arena = open_classic()
    first, second = joined(arena, "First", "Second")
    first.say("MESSAGE {Text goodbye} {Global True}")
    first.leave()
    assert only(second.hears(0.05), "VMS") == ["VMS {String goodbye}"]
    assert [player.name for player in arena.world.players] == ["Second"]


def test_who_is_gone_is_told_nothing_and_stops_nobody() -> None:
    arena = open_classic()
    first, second = joined(arena, "First", "Second")
    first.leave()
    first.say("RUNTO {Location 1,2,3}")
    pass_time(arena, 0.5)
    assert first.hear() == []
    assert second.hear()


def test_a_client_is_known_by_its_player() -> None:
    arena = open_classic(bots=1)
    (guest,) = joined(arena, "Bob")
    assert arena.client_of(guest.player) is guest.client
    assert arena.client_of(arena.world.players[0]) is None


# The order within a tick


def test_commands_of_a_tick_are_applied_in_the_order_of_joining() -> None:
    arena = open_classic()
    first, second = joined(arena, "First", "Second")
    listener = joined(arena, "Listener")[0]
    second.say("MESSAGE {Text from second} {Global True}")
    first.say("MESSAGE {Text from first} {Global True}")
    told = only(listener.hears(0.05), "VMS")
    assert told == ["VMS {String from first}", "VMS {String from second}"]


def test_newcomers_of_a_tick_join_in_the_order_of_their_names() -> None:
    arena = open_classic()
    for name in ("delta", "alpha", "charlie", "bravo"):
        Guest(arena).say(f"INIT {{Name {name}}}")
    arena.tick()
    assert [player.name for player in arena.world.players] == ["alpha", "bravo", "charlie", "delta"]


def test_newcomers_act_in_the_tick_they_join() -> None:
    arena = open_classic()
    guest = Guest(arena)
    guest.say("INIT {Name Bob}", "RUNTO {Location 500,500,39}")
    arena.tick()
    assert not guest.pawn.course.is_still


def test_what_is_said_before_joining_is_answered_before_it() -> None:
    arena = open_game(MODERN)
    guest = Guest(arena)
    guest.say("GETINVS", "INIT {Name Bob}", "GETINVS")
    arena.tick()
    words = [word(line) for line in guest.hear()]
    assert words.index("EINV") < words.index("INITED") < len(words) - 1 - words[::-1].index("SINV")


def test_only_so_many_commands_wait_for_a_tick() -> None:
    arena = open_classic()
    (guest,) = joined(arena, "Bob")
    guest.say(*["JUMP"] * 1000)
    assert guest.client.dropped_commands == 1000 - 256
    arena.tick()
    guest.say("JUMP")
    assert guest.client.dropped_commands == 1000 - 256


# Pauses


def test_a_pause_stops_time_and_batches() -> None:
    arena = open_game(MODERN)
    (guest,) = joined(arena, "Bob")
    guest.say("PAUSE {PauseAll True}")
    lines = guest.hears(0.05)
    assert "PAUSED" in lines
    time = arena.world.time
    assert guest.hears(3.0) == []
    assert arena.world.time == time
    guest.say("PAUSE {PauseAll False}")
    assert "RESUMED" in guest.hears(0.05)
    assert only(guest.hears(0.5), "BEG")


def test_the_older_dialect_has_no_word_for_a_pause() -> None:
    arena = open_classic()
    (guest,) = joined(arena, "Bob")
    guest.say("PAUSE {PauseAll True}")
    assert only(guest.hears(0.5), "BEG")
    assert not arena.is_paused


def test_a_pause_ends_with_the_match() -> None:
    arena = open_game(MODERN, map="dm-cellar")
    (guest,) = joined(arena, "Bob")
    guest.say("PAUSE {PauseAll True}")
    pass_time(arena, 0.1)
    arena.change_map("DM-Closet")
    pass_time(arena, 0.5)
    assert not arena.is_paused
    assert arena.world.level.name == "DM-Closet"


# One match after another


def test_natives_play_on_in_the_next_match() -> None:
    arena = open_classic(score_limit=1, bots=2, mode="tdm", map="ctf-twins", skill=3.0)
    before = [(player.name, player.team, player.settings.skill) for player in arena.world.players]
    kill(arena.world, arena.world.players[0], arena.world.players[1])
    pass_time(arena, 15.2)
    after = [(player.name, player.team, player.settings.skill) for player in arena.world.players]
    assert (arena.matches, after) == (1, before)
    assert [player.score for player in arena.world.players] == [0.0, 0.0]


def test_the_newer_game_begins_again_after_thirty_seconds() -> None:
    arena = open_game(MODERN, score_limit=1)
    first, second = joined(arena, "First", "Second")
    kill(arena.world, first.player, second.player)
    pass_time(arena, 0.05)
    pass_time(arena, 29.9)
    assert not arena.is_open
    pass_time(arena, 0.1)
    assert arena.is_open


def test_an_arena_for_one_match_is_finished_after_it() -> None:
    arena = open_classic(score_limit=1, restarts=False)
    first, second = joined(arena, "First", "Second")
    kill(arena.world, first.player, second.player)
    pass_time(arena, 20.0)
    assert arena.is_finished
    assert arena.connect() is None
    assert len(arena.results) == 1


def test_a_map_change_is_not_the_end_even_of_an_arena_for_one_match() -> None:
    arena = open_game(MODERN, map="dm-cellar", restarts=False)
    arena.change_map("dm-closet")
    pass_time(arena, 0.2)
    assert not arena.is_finished
    assert arena.world.level.name == "DM-Closet"


@pytest.mark.parametrize("name", ["", "nowhere", "CTF-Twins", "../dm-closet"])
def test_a_map_that_is_not_in_the_list_is_not_changed_to(name: str) -> None:
    arena = open_game(MODERN, map="dm-cellar")
    arena.change_map(name)
    pass_time(arena, 0.2)
    assert (arena.world.level.name, arena.matches) == ("DM-Cellar", 0)


def test_the_list_of_maps_holds_those_of_the_game_type() -> None:
    assert open_game(MODERN, mode="ctf", map="ctf-twins").map_names() == ["CTF-Ravine", "CTF-Twins"]


def test_ids_of_players_are_not_used_again_within_a_match() -> None:
    arena = open_classic()
    ids = []
    for _ in range(5):
        (guest,) = joined(arena, "Bob")
        ids.append(guest.id)
        guest.leave()
    assert len(set(ids)) == 5


def test_the_wall_clock_of_a_tick_follows_game_and_speed() -> None:
    arena = open_classic(speed=2.0)
    assert arena.tick_s == pytest.approx(0.05 / 1.1 / 2.0)


def test_settings_that_an_operator_changed_hold_for_the_next_match() -> None:
    arena = open_game(MODERN, score_limit=1)
    control = Guest(arena, "control")
    control.say("READY", "CONFGAME {GoalScore 7} {TimeLimit 3}")
    pass_time(arena, 0.1)
    assert arena.world.settings.score_limit == 7
    arena.world.rules._end("score")
    pass_time(arena, 31.0)
    assert arena.matches == 1
    assert (arena.world.settings.score_limit, arena.world.settings.time_limit_s) == (7, 180.0)


def test_a_restart_resets_scores_and_keeps_everybody() -> None:
    arena = open_game(MODERN)
    first, second = joined(arena, "First", "Second")
    kill(arena.world, first.player, second.player)
    control = Guest(arena, "control")
    control.say("CONFGAME {Restart True}")
    lines = first.hears(0.3)
    restarts = only(lines, "GAMERESTART")
    assert restarts == ["GAMERESTART {Started True}", "GAMERESTART {Finished True}"]
    assert [player.score for player in arena.world.players] == [0.0, 0.0]
    assert len(arena.world.living()) == 2


def test_time_of_a_restarted_match_goes_on() -> None:
    arena = open_game(MODERN)
    (guest,) = joined(arena, "Bob")
    pass_time(arena, 5.0)
    Guest(arena, "control").say("CONFGAME {Restart True}")
    pass_time(arena, 0.3)
    times = [float(fields(line)["Time"]) for line in only(guest.hear(), "BEG")]
    assert times == sorted(times)


def test_a_player_who_is_kicked_hears_the_end() -> None:
    arena = open_classic()
    first, second = joined(arena, "First", "Second")
    place(second, 200.0, 800.0)
    arena.kick(first.player)
    assert first.hear()[-1] == "FIN "
    assert [player.name for player in arena.world.players] == ["Second"]
    assert only(second.hears(0.5), "BEG")


def test_a_native_who_is_kicked_is_gone() -> None:
    arena = open_classic(bots=2)
    arena.kick(arena.world.players[0])
    assert len(arena.world.players) == 1
