"""The older dialect: greeting, joining, and the shape and the rhythm of batches."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest

from agentfw.errors import UsageError
from tests.support.guests import (
    BATCH_WORDS,
    Guest,
    events,
    fields,
    joined,
    only,
    open_classic,
    pairs,
    pass_time,
    place,
    split_batches,
    word,
    write_map,
)

if TYPE_CHECKING:
    from pathlib import Path

_NUMBER = r"-?\d+\.\d{6}"
_VECTOR = rf"{_NUMBER},{_NUMBER},{_NUMBER}"
_GAM = r"GAM {PlayerScores {DM-Closet\.RemoteBot0 0\.000000}}"
_SLF = (
    rf"SLF {{Id DM-Closet\.RemoteBot0}} {{Rotation \d+,\d+,\d+}} {{Location {_VECTOR}}} "
    rf"{{Velocity {_VECTOR}}} {{Name Bob}} {{Team 255}} {{Health 100}} {{Weapon DM-Closet\.Enforcer0}} "
    r"{CurrentAmmo 30} {Armor 0} {AltFiring 0}"
)


# The greeting


def test_the_game_is_told_at_once_and_nothing_else() -> None:
    guest = Guest(open_classic(score_limit=30, time_limit_min=20.0))
    assert guest.hear_bytes() == (
        b"NFO {Gametype BotDeathMatchPlus} {Level DM-Closet} {TimeLimit 20.000000} {FragLimit 30}\r\n"
    )


@pytest.mark.parametrize(
    ("mode", "map_name", "told"),
    [
        ("tdm", "ctf-twins", "BotTeamGamePlus} {Level CTF-Twins"),
        ("ctf", "ctf-twins", "BotCTFGame} {Level CTF-Twins"),
        ("dom", "dom-crossing", "BotDomination} {Level DOM-Crossing"),
    ],
)
def test_team_games_are_told_with_their_goal(mode: str, map_name: str, told: str) -> None:
    guest = Guest(open_classic(mode=mode, map=map_name, score_limit=3, time_limit_min=15.0))
    goal = "{GoalTeamScore 3.000000} {MaxTeams 2} {MaxTeamSize 16}"
    assert guest.hear() == [f"NFO {{Gametype {told}}} {{TimeLimit 15.000000}} {goal}"]


def test_nothing_more_is_said_to_who_does_not_join() -> None:
    guest = Guest(open_classic())
    guest.hear()
    assert guest.hears(5.0) == []


def test_the_words_of_the_newer_handshake_mean_nothing() -> None:
    guest = Guest(open_classic())
    guest.hear()
    assert guest.asks("READY", "PASSWORD {Password x}", "GETNAVS", "CONF {Name x}", seconds=1.0) == []


def test_a_ping_before_joining_is_answered_at_once() -> None:
    guest = Guest(open_classic())
    guest.hear()
    guest.say("PING")
    assert guest.hear_bytes() == b"PONG \r\n"


@pytest.mark.parametrize("role", ["control", "observer"])
def test_there_is_only_a_port_for_bots(role: str) -> None:
    assert open_classic().connect(role) is None


# Joining


def test_init_brings_start_weapons_and_a_batch_but_no_notice_of_the_spawn() -> None:
    guest = Guest(open_classic())
    lines = guest.asks("INIT {Name Bob}")
    assert [word(line) for line in lines[:3]] == ["AIN", "AIN", "CWP"]
    assert word(lines[3]) == "BEG"
    assert word(lines[-1]) == "END"
    assert not only(lines, "SPW", "INITED", "CONFCH", "JOIN", "IPK")


def test_start_weapons_are_told_with_their_real_classes() -> None:
    lines = Guest(open_classic()).asks("INIT {Name Bob}")
    assert lines[:3] == [
        "AIN {Id DM-Closet.Enforcer0} {Class Botpack.Enforcer}",
        "AIN {Id DM-Closet.ImpactHammer0} {Class Botpack.ImpactHammer}",
        "CWP {Id DM-Closet.Enforcer0} {Class Botpack.Enforcer}",
    ]


@pytest.mark.parametrize(("mode", "map_name"), [("ctf", "ctf-twins"), ("dom", "dom-crossing")])
def test_games_with_goals_give_a_translocator(mode: str, map_name: str) -> None:
    lines = Guest(open_classic(mode=mode, map=map_name)).asks("INIT")
    assert [fields(line)["Class"] for line in only(lines, "AIN")][2:] == ["Botpack.Translocator"]


def test_others_are_not_told_of_who_joins_and_who_leaves() -> None:
    arena = open_classic()
    (first,) = joined(arena, "First")
    (second,) = joined(arena, "Second")
    second.leave()
    assert not only(first.hears(0.5), "JOIN", "LEFT")


def test_name_and_team_of_init_are_honored() -> None:
    arena = open_classic(mode="ctf", map="ctf-twins")
    (guest,) = joined(arena, "Bob", team=1)
    told = fields(only(guest.hears(0.2), "SLF")[0])
    assert (told["Name"], told["Team"]) == ("Bob", "1")


def test_name_and_team_of_init_are_ignored_by_the_first_release() -> None:
    arena = open_classic(mode="ctf", map="ctf-twins", honors_init=False)
    (guest,) = joined(arena, "Bob", team=1)
    told = fields(only(guest.hears(0.2), "SLF")[0])
    assert (told["Name"], told["Team"]) == ("RemoteBot", "0")


def test_a_name_that_is_taken_gets_a_number() -> None:
    guests = joined(open_classic(), "Bob", "Bob", "bob")
    assert [guest.player.name for guest in guests] == ["Bob", "Bob1", "bob2"]


def test_who_gives_no_name_gets_one() -> None:
    guest = Guest(open_classic())
    guest.asks("INIT")
    assert guest.player.name


def test_without_teams_the_team_is_255_whatever_was_asked_for() -> None:
    (guest,) = joined(open_classic(), "Bob", team=1)
    assert fields(only(guest.hears(0.2), "SLF")[0])["Team"] == "255"


@pytest.mark.parametrize("team", ["{Team -1}", "{Team 255}", "{Team 7}", ""])
def test_teams_that_do_not_exist_make_newcomers_take_turns(team: str) -> None:
    arena = open_classic(mode="tdm", map="ctf-twins")
    guests = [Guest(arena) for _ in range(4)]
    for number, guest in enumerate(guests):
        guest.asks(f"INIT {{Name b{number}}} {team}")
    assert [guest.player.team for guest in guests] == [0, 1, 0, 1]


def test_a_team_that_was_asked_for_is_kept_even_if_it_is_the_bigger_one() -> None:
    guests = joined(open_classic(mode="tdm", map="ctf-twins"), "a", "b", "c", team=1)
    assert [guest.player.team for guest in guests] == [1, 1, 1]


def test_a_second_init_is_ignored() -> None:
    arena = open_classic()
    (guest,) = joined(arena, "Bob")
    place(guest, 200.0, 200.0)
    lines = guest.asks("INIT {Name Alice}", seconds=0.3)
    assert {word(line) for line in lines} <= set(BATCH_WORDS)
    assert (guest.player.name, len(arena.world.players)) == ("Bob", 1)


def test_init_twice_in_one_packet_makes_one_player() -> None:
    arena = open_classic()
    guest = Guest(arena)
    guest.asks("INIT {Name Bob}", "INIT {Name Alice}")
    assert [player.name for player in arena.world.players] == ["Bob"]


def test_who_leaves_takes_the_body_along() -> None:
    arena = open_classic()
    first, second = joined(arena, "First", "Second")
    second.leave()
    lines = only(first.hears(0.5), "GAM")
    assert list(pairs(fields(lines[-1])["PlayerScores"])) == [first.id]


def test_a_full_server_hangs_up_without_a_greeting() -> None:
    arena = open_classic(max_players=1)
    joined(arena, "Only")
    late = Guest(arena)
    assert late.client.wants_close
    assert late.hear_bytes() == b""


# Batches


def test_batches_come_every_three_twentieths_of_a_second() -> None:
    (guest,) = joined(open_classic(), "Bob")
    begins = only(guest.hears(6.0), "BEG")
    times = [float(fields(line)["Time"]) for line in begins]
    gaps = {round(after - before, 6) for before, after in itertools.pairwise(times)}
    assert gaps == {0.15}
    assert len(begins) == 40


@pytest.mark.parametrize(("interval_s", "batches"), [(0.05, 20), (0.1, 10), (0.5, 2), (0.01, 20)])
def test_the_interval_can_be_chosen(interval_s: float, batches: int) -> None:
    (guest,) = joined(open_classic(classic_interval_s=interval_s), "Bob")
    assert len(only(guest.hears(1.0), "BEG")) == pytest.approx(batches, abs=1)


def test_batches_of_a_crowd_are_spread_over_the_ticks_and_keep_their_rhythm(tmp_path: Path) -> None:
    starts = "\n".join(["#" * 10, *["#" + "s" * 8 + "#"] * 3, "#" * 10])
    arena = open_classic(map=write_map(tmp_path, starts))
    guests = joined(arena, *(f"guest{number}" for number in range(20)))
    pass_time(arena, 1.0)
    firsts = set()
    for guest in guests:
        guest.hear()
    pass_time(arena, 3.0)
    for guest in guests:
        times = [float(fields(line)["Time"]) for line in only(guest.hear(), "BEG")]
        assert {round(after - before, 6) for before, after in itertools.pairwise(times)} == {0.15}
        firsts.add(round(times[0], 6))
    assert len(firsts) == 3


def test_both_brackets_of_a_batch_carry_the_same_time() -> None:
    (guest,) = joined(open_classic(), "Bob")
    for batch in split_batches(guest.hears(3.0)):
        assert batch[0].removeprefix("BEG") == batch[-1].removeprefix("END")
        assert re.fullmatch(r"BEG {Time \d+\.\d{6}}", batch[0])


@pytest.mark.parametrize(
    ("mode", "map_name"),
    [("dm", "dm-foundry"), ("ctf", "ctf-twins"), ("dom", "dom-crossing"), ("dom", "dom-vault")],
)
def test_a_batch_keeps_the_order_of_its_words(mode: str, map_name: str) -> None:
    arena = open_classic(mode=mode, map=map_name, bots=4)
    (guest,) = joined(arena, "Bob")
    for batch in split_batches(guest.asks("ROTATE {Amount 32000}", seconds=8.0)):
        ranks = [BATCH_WORDS.index(word(line)) for line in batch]
        assert ranks == sorted(ranks)


def test_a_batch_has_one_score_board_and_one_self() -> None:
    (guest,) = joined(open_classic(bots=2), "Bob")
    batches = split_batches(guest.hears(0.5))
    assert batches
    for batch in batches:
        assert len(only(batch, "GAM")) == len(only(batch, "SLF")) == 1


def test_events_come_only_between_batches() -> None:
    arena = open_classic(mode="ctf", map="ctf-twins", bots=7, skill=7.0)
    (guest,) = joined(arena, "Bob", team=0)
    lines = guest.asks("RUNTO {Location 2800,1100,80}", seconds=20.0)
    assert {word(line) for line in events(lines)} & {"HRN", "HRP", "SEE", "DAM", "KIL", "WAL"}
    for batch in split_batches(lines):
        assert {word(line) for line in batch} <= set(BATCH_WORDS)


def test_no_positions_are_told_between_batches() -> None:
    (guest,) = joined(open_classic(), "Bob")
    assert not only(guest.asks("RUNTO {Location 800,800,39}", seconds=2.0), "UPD", "PLS", "TES")


# How things are written


def test_self_and_scores_are_written_in_the_order_of_the_recording() -> None:
    (guest,) = joined(open_classic(), "Bob")
    lines = guest.hears(0.2)
    assert re.fullmatch(_GAM, only(lines, "GAM")[0])
    assert re.fullmatch(_SLF, only(lines, "SLF")[0])


def test_every_number_with_a_point_has_six_decimals() -> None:
    arena = open_classic(mode="dom", map="dom-crossing", bots=6, skill=6.0)
    (guest,) = joined(arena, "Bob")
    text = "\n".join(guest.asks("RUNTO {Location 2600 1500 71}", seconds=15.0))
    found = re.findall(r"(?<![\w.])-?\d+\.\d+", re.sub(r"DOM-Crossing\.\w+", "", text))
    assert found
    assert not [number for number in found if not re.fullmatch(_NUMBER, number)]


def test_locations_have_no_blanks() -> None:
    (guest,) = joined(open_classic(), "Bob")
    for line in guest.hears(0.2):
        assert "Location" not in line or re.search(rf"{{Location {_VECTOR}}}", line)


def test_yaw_stays_within_one_turn() -> None:
    (guest,) = joined(open_classic(), "Bob")
    for _ in range(4):
        lines = guest.asks("ROTATE {Amount -30000}", seconds=1.2)
        for line in only(lines, "SLF"):
            assert 0 <= int(fields(line)["Rotation"].split(",")[1]) <= 65535


def test_team_scores_nest_in_the_score_board() -> None:
    arena = open_classic(mode="tdm", map="ctf-twins")
    first, second = joined(arena, "First", "Second")
    line = only(first.hears(0.2), "GAM")[0]
    assert line == (
        f"GAM {{PlayerScores {{{first.id} 0.000000}} {{{second.id} 0.000000}}}} "
        "{TeamScores {0 0.000000} {1 0.000000}}"
    )


def test_scores_in_the_board_are_those_of_the_game() -> None:
    arena = open_classic(mode="tdm", map="ctf-twins")
    first, second = joined(arena, "First", "Second")
    arena.world.kill(second.player, first.player, arena.world.game.world_damage["telefrag"])
    told = fields(only(first.hears(0.2), "GAM")[-1])
    assert pairs(told["PlayerScores"]) == {first.id: "1.000000", second.id: "0.000000"}
    assert pairs(told["TeamScores"]) == {"0": "1.000000", "1": "0.000000"}


def test_a_word_without_attributes_is_followed_by_a_blank() -> None:
    (guest,) = joined(open_classic(), "Bob")
    guest.say("PING")
    assert guest.hear_bytes() == b"PONG \r\n"


def test_the_end_of_a_match_is_a_word_and_a_blank() -> None:
    arena = open_classic(score_limit=1)
    first, second = joined(arena, "First", "Second")
    arena.world.kill(second.player, first.player, arena.world.game.world_damage["telefrag"])
    pass_time(arena, 0.05)
    assert first.hear_bytes().endswith(b"FIN \r\n")
    assert second.hear_bytes().endswith(b"FIN \r\n")


def test_lines_end_with_cr_lf() -> None:
    (guest,) = joined(open_classic(bots=1), "Bob")
    pass_time(guest.arena, 1.0)
    data = guest.hear_bytes()
    assert data.count(b"\n") == data.count(b"\r\n") == data.count(b"\r")


# Commands on the wire


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
def test_any_line_end_is_understood(end: bytes) -> None:
    guest = Guest(open_classic())
    guest.hear()
    guest.send(b"PING" + end)
    assert guest.hear() == ["PONG "]


@pytest.mark.parametrize(
    "line", ["init {name bob}", "Init  {Name bob}", "INIT {NAME bob} {team 0}", "iNiT   {nAmE bob}"]
)
def test_words_and_names_come_in_any_case_and_with_more_blanks(line: str) -> None:
    guest = Guest(open_classic())
    guest.asks(line)
    assert guest.player.name == "bob"


def test_a_command_may_come_in_pieces() -> None:
    guest = Guest(open_classic())
    for byte in b"INIT {Name Bob}\r\n":
        guest.send(bytes([byte]))
    guest.arena.tick()
    assert guest.player.name == "Bob"


def test_zero_bytes_do_not_spoil_a_command() -> None:
    guest = Guest(open_classic())
    guest.hear()
    guest.send(b"\0PING\0\r\n")
    assert guest.hear() == ["PONG "]


def test_names_beyond_ascii_come_back_as_they_went_in() -> None:
    arena = open_classic()
    guest = Guest(arena)
    guest.send(b"INIT {Name J\xf6rg \xe9}\r\n")
    arena.tick()
    assert b"{Name J\xf6rg \xe9}" in guest.hear_bytes()


def test_unknown_commands_are_ignored_without_a_word() -> None:
    (guest,) = joined(open_classic(), "Bob")
    place(guest, 200.0, 200.0)
    lines = guest.asks("DANCE {Style wild}", "MOVE {FirstLocation 1,2,3}", "}{", "{", seconds=0.5)
    assert events(lines) == []
    assert guest.pawn.body.feet.x == 200.0


# The beginning of the next match


def test_the_next_match_begins_after_fifteen_seconds() -> None:
    arena = open_classic(score_limit=1)
    first, second = joined(arena, "First", "Second")
    arena.world.kill(second.player, first.player, arena.world.game.world_damage["telefrag"])
    pass_time(arena, 0.05)
    assert arena.connect() is None
    pass_time(arena, 14.9)
    assert arena.connect() is None
    pass_time(arena, 0.1)
    assert Guest(arena).hear()[0].startswith("NFO ")


def test_time_begins_anew_with_a_match() -> None:
    arena = open_classic(score_limit=1)
    first, second = joined(arena, "First", "Second")
    arena.world.kill(second.player, first.player, arena.world.game.world_damage["telefrag"])
    pass_time(arena, 15.05)
    (guest,) = joined(arena, "Again")
    times = [float(fields(line)["Time"]) for line in only(guest.hears(0.3), "BEG")]
    assert times[0] < 1.0


def test_a_password_is_refused_where_clients_have_no_word_for_it() -> None:
    with pytest.raises(UsageError, match=r"^gamebots-ut99 has no words for a password$"):
        open_classic(password="sesame")  # noqa: S106 - a test
