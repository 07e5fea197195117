"""Whole matches of the newer dialect by scripted commands: what everybody is told, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.playing import (
    Guest,
    Line,
    arena_on,
    batches,
    drawn_arena,
    events,
    join,
    only,
    pass_time,
    the,
    words,
)

FIELD = """
    ###########
    #s..#......
    #f..#......
    #s.........
    ###########
"""
POINTS = """
    ############
    #s........s#
    #.d......d.#
    #s........s#
    ############
"""
RED, BLUE = "192,320,44", "2624,320,44"
SUPER = "XWeapons.SuperShockRiflePickup"


class Match:
    """Red Ann beside the blue flag and blue Bob in a corner where nothing happens."""

    def __init__(self, **options: Any) -> None:
        self.arena = drawn_arena(FIELD, symmetry="mirror", mode="ctf", **options)
        self.ann = join(self.arena, "Ann", at=(2560.0, 448.0), yaw=49152, team=0)
        self.bob = join(self.arena, "Bob", at=(1000.0, 192.0), yaw=0, team=1)
        self.operator = Guest(self.arena, "control")
        pass_time(self.arena, 2.0)
        self.forget()

    def forget(self) -> None:
        """Nobody has heard anything yet."""
        for guest in (self.ann, self.bob, self.operator):
            guest.take()

    def take_flag(self) -> None:
        """Ann takes the blue flag."""
        self.ann.say(f"MOVE {{FirstLocation {BLUE}}}")
        pass_time(self.arena, 0.6)

    def carry_home(self) -> None:
        """Ann runs to the red flag with whatever she carries."""
        self.ann.say("MOVE {FirstLocation 2500,448,44} {SecondLocation 300,448,44}")
        pass_time(self.arena, 6.5)
        self.ann.say(f"MOVE {{FirstLocation {RED}}}")
        pass_time(self.arena, 1.0)

    def kill(self, guest: Guest) -> None:
        """An operator kills a bot."""
        self.operator.say(f"KILL {{Id {guest.id}}}")
        pass_time(self.arena, 0.05)


def story(lines: list[Line]) -> list[str]:
    """The news among these lines; what stays as it was is not repeated."""
    last: dict[str, str] = {}
    told = []
    for line in lines:
        about, entry = news(line)
        if entry and (not about or last.get(about) != entry):
            told.append(entry)
        last[about] = entry
    return told


def news(line: Line) -> tuple[str, str]:
    """Whose state a line tells, if any, and what it says; nothing when it does not matter here."""
    if line.word == "FLG":
        return f"flag {line['Team']}", f"flag {line['Team']} {line['State'].lower()}"
    if line.word == "PLS":
        return line["Id"], f"player {line['Id'][-1]} {line['Score']}/{line['Deaths']}"
    if line.word == "TES":
        return f"team {line['Id']}", f"team {line['Team']} {line['Score']}"
    if "DomPoint" in line:
        return line["Id"], f"point {line['Id'][-1]} {line['DomPointController']}"
    if line.word == "TCH":
        is_goal = "Flag" in line["Id"] or "DomPoint" in line["Id"]
        return "", "TCH" if is_goal else ""
    return "", line.word if line.word in {"KIL", "DIE", "SPW", "FIN"} else ""


# Capture the flag


def test_a_capture_is_told_step_by_step() -> None:
    match = Match()
    pass_time(match.arena, 1.5)
    match.take_flag()
    match.carry_home()
    pass_time(match.arena, 2.0)
    assert story(match.bob.take()) == [
        "flag 0 home",
        "flag 1 home",
        *("player 0 0/0", "player 1 0/0", "team 0 0", "team 1 0"),
        "flag 1 held",
        "flag 1 home",
        *("player 0 15/0", "team 0 1"),
    ]


def test_who_captures_touches_both_flags() -> None:
    match = Match()
    match.take_flag()
    taken = only(match.ann.take(), "TCH")
    match.carry_home()
    scored = only(match.ann.take(), "TCH")
    assert [line["Id"] for line in taken] == ["DM-Drawn.xBlueFlag0"]
    assert len(scored) == 1
    assert "Flag" in scored[0]["Id"]


def test_a_bystander_is_not_told_of_touches() -> None:
    match = Match()
    match.take_flag()
    match.carry_home()
    assert only(match.bob.take(), "TCH") == []


def test_a_capture_gives_adrenaline() -> None:
    match = Match()
    match.take_flag()
    match.carry_home()
    assert match.ann.state()["Adrenaline"] == "25"


def test_a_carrier_drops_the_flag_where_it_dies() -> None:
    match = Match()
    match.take_flag()
    match.ann.ask("MOVE {FirstLocation 2500,448,44} {SecondLocation 1600,448,44}", seconds=4.0)
    match.forget()
    match.kill(match.ann)
    pass_time(match.arena, 0.5)
    heard = match.bob.take()
    assert story(heard)[:1] == ["KIL"]
    assert story(heard)[-2:] == ["flag 0 home", "flag 1 dropped"]
    assert story(match.ann.take())[:2] == ["DIE", "SPW"]


def test_a_dropped_flag_lies_where_its_carrier_was() -> None:
    match = Match()
    match.take_flag()
    match.ann.ask("MOVE {FirstLocation 2500,448,44} {SecondLocation 1600,448,44}", seconds=4.0)
    where = match.ann.look().point("Loc")
    match.kill(match.ann)
    match.bob.ask("TURNTO {Location 1600,448,44}", seconds=0.5)
    flag = only(match.bob.batch(), "FLG")[1]
    assert (flag["State"].lower(), flag["Visible"], flag["Holder"]) == ("dropped", "True", "None")
    assert flag.point().ground_distance_to(where) < 5.0


def test_a_dropped_flag_goes_home_when_its_team_touches_it() -> None:
    match = Match()
    match.take_flag()
    match.ann.ask("MOVE {FirstLocation 2500,448,44} {SecondLocation 1200,448,44}", seconds=5.0)
    match.kill(match.ann)
    match.forget()
    match.bob.say("MOVE {FirstLocation 1200,448,44}")
    heard = match.bob.wait(3.0)
    assert [entry for entry in story(heard) if "flag 1" in entry or entry == "TCH"] == [
        "flag 1 dropped",
        "TCH",
        "flag 1 home",
    ]
    # 3 in the own half, 5 in the enemy's: this one lay nearer to the red base.
    assert "player 1 5/0" in story(heard)


def test_a_dropped_flag_goes_home_by_itself_after_25_seconds() -> None:
    match = Match()
    match.take_flag()
    match.ann.ask("MOVE {FirstLocation 2500,448,44} {SecondLocation 1600,448,44}", seconds=4.0)
    match.kill(match.ann)
    match.ann.say("STOP")
    match.forget()
    early, late = match.bob.wait(24.5), match.bob.wait(1.0)
    assert [entry for entry in story(early) if "flag 1" in entry] == ["flag 1 dropped"]
    assert [entry for entry in story(late) if "flag 1" in entry] == ["flag 1 dropped", "flag 1 home"]


def test_another_red_bot_can_carry_a_dropped_flag_on() -> None:
    match = Match()
    cid = join(match.arena, "Cid", at=(1500.0, 448.0), team=0)
    match.take_flag()
    match.ann.ask("MOVE {FirstLocation 2500,448,44} {SecondLocation 1700,448,44}", seconds=4.0)
    match.kill(match.ann)
    cid.ask("MOVE {FirstLocation 1700,448,44}", seconds=1.0)
    flag = only(cid.batch(), "FLG")[1]
    assert (flag["State"].lower(), flag["Holder"]) == ("held", cid.id)


def test_nobody_scores_while_the_own_flag_is_away() -> None:
    match = Match()
    match.bob.ask("RESPAWN {StartLocation 192,320,44}", seconds=0.1)
    match.bob.ask("MOVE {FirstLocation 250,448,44} {SecondLocation 1000,448,44}", seconds=3.0)
    match.bob.ask("MOVE {FirstLocation 1000,192,44}", seconds=1.0)
    match.take_flag()
    match.carry_home()
    pass_time(match.arena, 2.0)
    assert "team 0 1" not in story(match.bob.take())


def test_the_carrier_scores_when_the_own_flag_comes_home() -> None:
    match = Match()
    match.bob.ask("RESPAWN {StartLocation 192,320,44}", seconds=0.1)
    match.bob.ask("MOVE {FirstLocation 250,448,44} {SecondLocation 1000,448,44}", seconds=3.0)
    match.take_flag()
    match.carry_home()
    match.kill(match.bob)
    match.forget()
    heard = match.ann.wait(30.0)
    assert "team 0 1" in story(heard)


def test_who_kills_a_carrier_gets_two_points_more() -> None:
    match = Match()
    match.bob.ask(f"ADDINV {{Type {SUPER}}}", seconds=1.0)
    match.take_flag()
    match.ann.ask("MOVE {FirstLocation 2500,448,44} {SecondLocation 1600,448,44}", seconds=4.0)
    match.bob.ask("RESPAWN {StartLocation 1200,448,44} {StartRotation 0,65535,0}")
    match.bob.ask(f"ADDINV {{Type {SUPER}}}", seconds=1.0)
    match.bob.ask(f"SHOOT {{Target {match.ann.id}}}", seconds=0.2)
    match.bob.ask("STOPSHOOT", seconds=2.0)
    # One for the kill and two for the carrier, but the own respawn cost one.
    assert "player 1 2/1" in story(match.bob.wait(2.0))


def test_a_carrier_who_leaves_drops_the_flag() -> None:
    match = Match()
    match.take_flag()
    match.ann.ask("MOVE {FirstLocation 2500,448,44} {SecondLocation 1600,448,44}", seconds=4.0)
    match.ann.say("DISCONNECT")
    pass_time(match.arena, 0.1)
    flag = only(match.bob.batch(), "FLG")[1]
    assert flag["State"].lower() == "dropped"


def test_the_own_flag_at_home_cannot_be_taken() -> None:
    match = Match()
    match.ann.ask(f"RESPAWN {{StartLocation {RED}}}", seconds=1.0)
    red = only(match.ann.batch(), "FLG")[0]
    assert (red["State"].lower(), red["Holder"]) == ("home", "None")


def test_the_last_capture_ends_the_match() -> None:
    match = Match(score_limit=1)
    match.take_flag()
    match.carry_home()
    assert words(match.ann.take())[-1] == "FIN"
    assert words(match.bob.take())[-1] == "FIN"
    assert (match.arena.results[0].winner, match.arena.results[0].because) == ("red", "score")


# Double Domination


class Domination:
    """Red Ann between two points, and blue Bob beside the second one."""

    def __init__(self, **options: Any) -> None:
        self.arena = drawn_arena(POINTS, mode="ddom", **options)
        self.ann = join(self.arena, "Ann", at=(700.0, 320.0), yaw=32768, team=0)
        self.bob = join(self.arena, "Bob", at=(1344.0, 448.0), yaw=49152, team=1)
        pass_time(self.arena, 1.0)
        self.ann.take()
        self.bob.take()

    def go(self, guest: Guest, x: float, y: float, seconds: float) -> None:
        """Somebody runs to a place, and as much time passes."""
        guest.say(f"MOVE {{FirstLocation {x},{y},44}}")
        pass_time(self.arena, seconds)


def test_taking_both_points_scores_after_ten_seconds() -> None:
    game = Domination()
    game.go(game.ann, 320.0, 320.0, 2.0)
    game.go(game.ann, 1216.0, 320.0, 3.0)
    pass_time(game.arena, 10.0)
    assert story(game.bob.take()) == [
        *("point 0 255", "point 1 255"),
        "point 0 0",
        "point 1 0",
        *("point 0 255", "point 1 255"),
    ]
    assert game.arena.world.rules.team_scores == {0: 1.0, 1: 0.0}


def test_the_points_are_held_for_exactly_ten_seconds() -> None:
    game = Domination()
    game.bob.ask("CONF {VisionTime 0.05}")
    game.go(game.ann, 320.0, 320.0, 2.0)
    game.go(game.ann, 1216.0, 320.0, 15.0)
    held = [batch for batch in batches(game.bob.take()) if owners(batch) == ["0", "0"]]
    span = held[-1][0].number("Time") - held[0][0].number("Time")
    assert span == pytest.approx(9.95, abs=0.06)


def owners(batch: list[Line]) -> list[str]:
    """Who holds the points, as one batch tells it."""
    return [line["DomPointController"] for line in batch if "DomPoint" in line]


def test_a_touch_is_told_to_who_touched() -> None:
    game = Domination()
    game.go(game.ann, 320.0, 320.0, 2.0)
    assert the(game.ann.take(), "TCH")["Id"] == "DM-Drawn.xDomPoint0"
    assert only(game.bob.take(), "TCH") == []


def test_losing_a_point_resets_the_countdown() -> None:
    game = Domination()
    game.go(game.ann, 320.0, 320.0, 2.0)
    game.go(game.ann, 1216.0, 320.0, 2.5)
    game.go(game.ann, 900.0, 320.0, 6.0)
    game.go(game.bob, 1216.0, 320.0, 6.0)
    assert story(game.bob.take())[2:] == ["point 0 0", "point 1 0", "TCH", "point 1 1"]
    assert game.arena.world.rules.team_scores == {0: 0.0, 1: 0.0}


def test_scored_points_cannot_be_taken_for_ten_seconds() -> None:
    game = Domination()
    game.go(game.ann, 320.0, 320.0, 2.0)
    game.go(game.ann, 1216.0, 320.0, 2.5)
    game.go(game.ann, 900.0, 320.0, 10.5)
    game.bob.take()
    game.go(game.bob, 1216.0, 320.0, 7.0)
    assert story(game.bob.take()) == ["point 0 255", "point 1 255"]
    assert story(game.bob.wait(4.0)) == ["point 0 255", "point 1 255", "TCH", "point 1 1"]


def test_the_third_point_ends_the_match() -> None:
    game = Domination(score_limit=1)
    game.go(game.ann, 320.0, 320.0, 2.0)
    game.go(game.ann, 1216.0, 320.0, 14.0)
    assert words(game.ann.take())[-1] == words(game.bob.take())[-1] == "FIN"
    assert game.arena.results[0].winner == "red"


def test_no_scores_are_told_in_the_whole_match() -> None:
    game = Domination()
    game.go(game.ann, 320.0, 320.0, 2.0)
    game.go(game.ann, 1216.0, 320.0, 14.0)
    assert only(game.bob.take(), "PLS", "TES") == []


# The end of a match


def duel_to_the_end() -> tuple[Guest, Guest]:
    """Ann and Bob, of whom Ann just won by the only kill that counts."""
    arena = drawn_arena(score_limit=1)
    ann, bob = join(arena, "Ann", at=(640.0, 448.0)), join(arena, "Bob", at=(1000.0, 448.0))
    ann.ask(f"ADDINV {{Type {SUPER}}}", seconds=1.0)
    bob.take()
    ann.ask(f"SHOOT {{Target {bob.id}}}", seconds=0.0)
    arena.tick()
    return ann, bob


def test_what_ended_the_match_is_told_before_its_end() -> None:
    ann, bob = duel_to_the_end()
    assert words(only(events(ann.take()), "HIT", "KIL", "FIN")) == ["HIT", "KIL", "FIN"]
    assert words(only(events(bob.take()), "DAM", "DIE", "FIN")) == ["DAM", "DIE", "FIN"]


def test_who_dies_last_gets_no_new_body() -> None:
    _, bob = duel_to_the_end()
    assert words(events(bob.take())) == ["DAM", "DIE", "FIN"]


def test_after_the_end_everything_is_closed() -> None:
    ann, bob = duel_to_the_end()
    assert (ann.client.wants_close, bob.client.wants_close) == (True, True)


def test_after_the_end_there_is_silence() -> None:
    ann, _ = duel_to_the_end()
    ann.take()
    assert ann.wait(10.0) == []


def test_operators_and_observers_hear_of_the_end_too() -> None:
    arena = drawn_arena(time_limit_min=0.1)
    join(arena, "Ann")
    operator, watcher = Guest(arena, "control"), Guest(arena, "observer")
    operator.ask("READY")
    watcher.ask("INIT {Name Ann}")
    pass_time(arena, 6.0)
    assert words(operator.take())[-1] == words(watcher.take())[-1] == "FIN"


def test_a_time_limit_ends_the_match() -> None:
    arena = drawn_arena(time_limit_min=0.1)
    ann = join(arena, "Ann")
    heard = ann.wait(5.9)
    assert "FIN" not in words(heard)
    assert "FIN" in words(ann.wait(0.1))
    assert arena.results[0].because == "time"


def test_between_two_matches_nobody_can_connect() -> None:
    arena = drawn_arena(time_limit_min=0.1)
    pass_time(arena, 6.0)
    assert [arena.connect(role) for role in ("bot", "control", "observer")] == [None, None, None]


def test_the_next_match_begins_after_thirty_seconds() -> None:
    arena = drawn_arena(time_limit_min=0.1)
    pass_time(arena, 6.0)
    pass_time(arena, 29.95)
    assert arena.connect("bot") is None
    pass_time(arena, 0.05)
    assert arena.connect("bot") is not None


def test_the_clock_starts_anew_with_the_next_match() -> None:
    arena = drawn_arena(time_limit_min=0.1)
    pass_time(arena, 36.0)
    guest = Guest(arena)
    assert the(guest.ask("PING"), "PONG").number("Time") == pytest.approx(0.0, abs=0.06)


def test_scores_start_anew_with_the_next_match() -> None:
    arena = drawn_arena(time_limit_min=0.1)
    join(arena, "Ann").ask("RESPAWN")
    pass_time(arena, 36.0)
    guest = join(arena, "Ann")
    assert only(guest.wait(2.0), "PLS")[0]["Score"] == "0"


def test_native_bots_play_in_the_next_match_too() -> None:
    arena = drawn_arena(time_limit_min=0.1, bots=2)
    before = {line["Name"] for line in only(Guest(arena).ask("READY"), "PLR")}
    arena.world.players[0].score = 5.0  # no tie, so no overtime
    pass_time(arena, 36.0)
    assert {line["Name"] for line in only(Guest(arena).ask("READY"), "PLR")} == before


# Another map


def changed(name: str) -> tuple[Guest, Guest, Guest]:
    """A bot, an operator and an observer, after the operator asked for another map."""
    arena = arena_on("dm-closet", "dm")
    bot, operator, watcher = join(arena, "Ann"), Guest(arena, "control"), Guest(arena, "observer")
    watcher.ask("INIT {Name Ann}")
    operator.ask("READY")
    bot.take()
    watcher.take()
    operator.say(f"CHANGEMAP {{MapName {name}}}")
    operator.take()
    arena.tick()
    return bot, operator, watcher


def test_bots_and_operators_are_told_of_the_coming_map() -> None:
    bot, operator, _ = changed("DM-Foundry")
    for guest in (bot, operator):
        assert [line.text for line in guest.take()[-2:]] == ["MAPCHANGE {MapName DM-Foundry}", "FIN"]
        assert guest.client.wants_close


def test_observers_are_told_of_the_end_only() -> None:
    _, _, watcher = changed("DM-Foundry")
    heard = words(watcher.take())
    assert heard[-1] == "FIN"
    assert "MAPCHANGE" not in heard


def test_the_next_match_is_on_the_other_map() -> None:
    bot, _, _ = changed("DM-Foundry")
    pass_time(bot.arena, 1.0)
    assert the(Guest(bot.arena).ask("READY"), "NFO")["Level"] == "DM-Foundry"


@pytest.mark.parametrize("name", ["DM-Nowhere", "CTF-Twins", ""])
def test_a_map_that_is_not_in_the_list_changes_nothing(name: str) -> None:
    bot, _, _ = changed(name)
    assert only(bot.take(), "MAPCHANGE", "FIN") == []
    assert batches(bot.wait(1.0))
