"""Chat, names, teams, pauses and goodbyes in the newer dialect."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.playing import (
    Guest,
    Line,
    batches,
    drawn_arena,
    events,
    join,
    only,
    pass_time,
    the,
    words,
)


class Party:
    """Two red bots and two blue ones, none of whom has heard anything yet."""

    def __init__(self, mode: str = "tdm", **options: Any) -> None:
        self.arena = drawn_arena(mode=mode, **options)
        self.ann, self.bob = join(self.arena, "Ann", team=0), join(self.arena, "Bob", team=0)
        self.zoe, self.yan = join(self.arena, "Zoe", team=1), join(self.arena, "Yan", team=1)
        for guest in self.all():
            guest.take()

    def all(self) -> tuple[Guest, Guest, Guest, Guest]:
        """Everybody, red ones first."""
        return self.ann, self.bob, self.zoe, self.yan

    def heard(self, *kinds: str) -> list[list[Line]]:
        """What everybody has heard of some kinds."""
        return [only(guest.take(), *kinds) for guest in self.all()]

    def listeners(self) -> str:
        """The initials of those who heard somebody talk."""
        return "".join(name for name, told in zip("ABZY", self.heard("VMS", "VMT"), strict=True) if told)


# MESSAGE


def test_public_talk_reaches_everybody_but_the_speaker() -> None:
    party = Party()
    party.ann.ask("MESSAGE {Text hello there} {Global True}")
    assert party.listeners() == "BZY"


def test_public_talk_is_told_with_who_said_it() -> None:
    party = Party()
    party.ann.ask("MESSAGE {Text hello there} {Global True}")
    assert the(party.zoe.take(), "VMS").text == (
        f"VMS {{Id {party.ann.id}}} {{Name Ann}} {{ControlServer False}} {{Text hello there}}"
    )


def test_public_talk_needs_no_teams() -> None:
    party = Party("dm")
    party.ann.ask("MESSAGE {Text hello} {Global True}")
    assert party.listeners() == "BZY"


@pytest.mark.parametrize(("team", "listeners"), [(0, "B"), (1, "ZY")])
def test_team_talk_reaches_the_named_team(team: int, listeners: str) -> None:
    party = Party()
    party.ann.ask(f"MESSAGE {{Text hello}} {{Global False}} {{TeamIndex {team}}}")
    assert party.listeners() == listeners


def test_team_talk_is_told_as_such() -> None:
    party = Party()
    party.ann.ask("MESSAGE {Text hello} {TeamIndex 1}")
    assert the(party.zoe.take(), "VMT")["Text"] == "hello"


def test_without_a_team_talk_goes_to_team_zero_whoever_speaks() -> None:
    party = Party()
    party.zoe.ask("MESSAGE {Text hello}")
    assert party.listeners() == "AB"


def test_team_talk_needs_teams() -> None:
    party = Party("dm")
    party.ann.ask("MESSAGE {Text hello}")
    assert party.listeners() == ""


def test_private_talk_reaches_one_player() -> None:
    party = Party()
    party.ann.ask(f"MESSAGE {{Id {party.zoe.id}}} {{Text hello}} {{Global True}}")
    assert party.listeners() == "Z"


def test_private_talk_is_team_talk_that_says_so() -> None:
    party = Party()
    party.ann.ask(f"MESSAGE {{Id {party.zoe.id}}} {{Text hello}}")
    told = the(party.zoe.take(), "VMT")
    assert told["Text"].startswith("Private:")
    assert told["Text"].endswith("hello")
    assert told["Name"] == "Ann"


def test_private_talk_needs_no_teams() -> None:
    party = Party("dm")
    party.ann.ask(f"MESSAGE {{Id {party.zoe.id}}} {{Text hello}}")
    assert party.listeners() == "Z"


def test_talk_to_nobody_is_lost() -> None:
    party = Party()
    party.ann.ask("MESSAGE {Id Nobody} {Text hello} {Global True}")
    assert party.listeners() == ""


def test_talk_is_latin_text() -> None:
    party = Party()
    party.ann.ask("MESSAGE {Text grüß dich, ça va?} {Global True}")
    assert the(party.zoe.take(), "VMS")["Text"] == "grüß dich, ça va?"


def test_the_dead_can_talk() -> None:
    arena = drawn_arena()
    ann, bob = join(arena, "Ann", more="{ManualSpawn True}"), join(arena, "Bob")
    bob.take()
    ann.ask("MESSAGE {Text boo} {Global True}")
    assert the(bob.take(), "VMS")["Text"] == "boo"


def test_four_messages_of_one_batch_all_arrive_in_order() -> None:
    party = Party()
    party.ann.ask(*(f"MESSAGE {{Text {number}}} {{Global True}}" for number in range(4)))
    assert [line["Text"] for line in only(party.zoe.take(), "VMS")] == ["0", "1", "2", "3"]


# SENDCTRLMSG, DIALOG, SPEECH, ACT


def test_a_free_message_reaches_operators() -> None:
    party = Party()
    operator = Guest(party.arena, "control")
    operator.ask("READY")
    party.ann.ask("SENDCTRLMSG {Type tc} {PS1 a b} {PS3 c} {PI1 -5} {PF2 1.5} {PB1 True} {PB2 False}")
    assert the(operator.take(), "CTRLMSG").text == (
        "CTRLMSG {Type tc} {PS1 a b} {PS3 c} {PI1 -5} {PF2 1.50} {PB1 True} {PB2 False}"
    )


def test_a_free_message_does_not_reach_bots() -> None:
    party = Party()
    party.ann.ask("SENDCTRLMSG {Type tc} {PS1 a}")
    assert party.heard("CTRLMSG") == [[], [], [], []]


def test_a_dialog_for_nobody_fails() -> None:
    guest = join(drawn_arena(), "Ann")
    [answer] = events(
        guest.ask("DIALOG {Id human9} {DialogId d1} {Text Which?} {Option0 this} {Option1 that}")
    )
    assert (answer.word, list(answer.values)) == ("DFAIL", ["Id"])


def test_speech_only_comes_back_as_a_line() -> None:
    guest = join(drawn_arena(), "Ann")
    assert [line.text for line in events(guest.ask("SPEECH {Text hello there}"))] == ["hello there"]


@pytest.mark.parametrize(
    "command", ["ACT {Name gesture_taunt01}", "SETROUTE {Erase True} {P0 1,2,3}", "TEST"]
)
def test_what_is_only_drawn_is_not_answered(command: str) -> None:
    assert events(join(drawn_arena(), "Ann").ask(command, seconds=0.5)) == []


# SETNAME, CHANGETEAM


def test_a_bot_may_change_its_name() -> None:
    guest = join(drawn_arena(), "Ann")
    assert events(guest.ask("SETNAME {Name Zoe}")) == []
    assert guest.state()["Name"] == "Zoe"


def test_an_empty_name_changes_nothing() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("SETNAME {Name }", "SETNAME")
    assert guest.state()["Name"] == "Ann"


def test_a_change_of_team_is_told_and_done() -> None:
    party = Party()
    heard = party.ann.ask("CHANGETEAM {Team 1}")
    assert the(heard, "TEAMCHANGE").text == "TEAMCHANGE {Success True} {DesiredTeam 1}"
    assert party.ann.state()["Team"] == "1"


def test_a_team_that_does_not_exist_is_refused() -> None:
    party = Party()
    heard = party.ann.ask("CHANGETEAM {Team 5}")
    assert the(heard, "TEAMCHANGE").text == "TEAMCHANGE {Success False} {DesiredTeam 5}"
    assert party.ann.state()["Team"] == "0"


def test_without_teams_there_is_nothing_to_change() -> None:
    assert events(join(drawn_arena(), "Ann").ask("CHANGETEAM {Team 1}", seconds=0.5)) == []


# PAUSE


def news(lines: list[Line]) -> list[tuple[str, str, str] | str]:
    """What is told of pauses: the words, and NFO with what stands still."""
    found = only(lines, "PAUSED", "RESUMED", "NFO")
    return [
        (line.word, line["GamePaused"], line["BotsPaused"]) if line.word == "NFO" else line.word
        for line in found
    ]


def test_a_pause_of_everything_is_told_with_the_game() -> None:
    guest = join(drawn_arena(), "Ann")
    heard = guest.ask("PAUSE {PauseAll True}")
    assert words(heard) == ["PAUSED", "NFO"]
    assert news(heard) == ["PAUSED", ("NFO", "True", "False")]


def test_a_pause_of_the_bots_is_told_with_the_game() -> None:
    guest = join(drawn_arena(), "Ann")
    assert news(guest.ask("PAUSE {PauseBots True}")) == ["PAUSED", ("NFO", "False", "True")]


@pytest.mark.parametrize("kind", ["PauseAll", "PauseBots"])
def test_the_end_of_a_pause_is_told_with_the_game(kind: str) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(f"PAUSE {{{kind} True}}")
    assert news(guest.ask(f"PAUSE {{{kind} False}}")) == ["RESUMED", ("NFO", "False", "False")]


@pytest.mark.parametrize("kind", ["PauseAll", "PauseBots"])
def test_the_same_pause_twice_is_told_once(kind: str) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(f"PAUSE {{{kind} True}}")
    assert news(guest.ask(f"PAUSE {{{kind} True}}", seconds=1.0)) == []


def test_the_end_of_no_pause_is_not_told() -> None:
    guest = join(drawn_arena(), "Ann")
    assert news(guest.ask("PAUSE {PauseAll False} {PauseBots False}", seconds=1.0)) == []


def test_a_switch_between_the_kinds_is_silent() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("PAUSE {PauseBots True}")
    assert news(guest.ask("PAUSE {PauseAll True}")) == []
    assert news(guest.ask("PAUSE {PauseBots False}")) == []
    assert news(guest.ask("PAUSE {PauseAll False}")) == ["RESUMED", ("NFO", "False", "False")]


def test_everybody_who_plays_hears_of_a_pause() -> None:
    party = Party()
    party.ann.say("PAUSE {PauseAll True}")
    pass_time(party.arena, 0.05)
    assert [words(told) for told in party.heard("PAUSED", "NFO")] == [["PAUSED", "NFO"]] * 4


def test_operators_hear_of_a_pause() -> None:
    arena = drawn_arena()
    guest, operator = join(arena, "Ann"), Guest(arena, "control")
    operator.ask("READY")
    guest.ask("PAUSE {PauseAll True}")
    assert news(operator.take()) == ["PAUSED", ("NFO", "True", "False")]


def test_who_has_not_joined_hears_nothing_of_a_pause() -> None:
    arena = drawn_arena()
    guest, waiting = join(arena, "Ann"), Guest(arena)
    waiting.ask("READY")
    guest.ask("PAUSE {PauseAll True}")
    assert waiting.take() == []


def test_while_everything_stands_still_there_are_no_batches() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("PAUSE {PauseAll True}")
    assert guest.wait(5.0) == []


def test_while_everything_stands_still_time_does_too() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("PAUSE {PauseAll True}")
    first = the(guest.ask("PING", seconds=3.0), "PONG")["Time"]
    assert the(guest.ask("PING"), "PONG")["Time"] == first


def test_while_everything_stands_still_questions_are_answered() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0))
    guest.ask("PAUSE {PauseAll True}")
    assert words(guest.ask("GETINVS", "CHECKREACH {Id 1} {Location 700,448,44}", "CONF")) == [
        "SINV",
        "EINV",
        "RCH",
        "CONFCH",
    ]


def test_while_everything_stands_still_bots_can_talk() -> None:
    party = Party()
    party.ann.ask("PAUSE {PauseAll True}")
    party.zoe.take()
    party.ann.ask("MESSAGE {Text hello} {Global True}")
    assert words(party.zoe.take()) == ["VMS"]


def test_after_a_pause_everything_goes_on_where_it_was() -> None:
    guest = join(drawn_arena(), "Ann", at=(256.0, 448.0))
    guest.ask("CMOVE", seconds=1.0)
    before = guest.look()
    time = the(guest.ask("PAUSE {PauseAll True}", "PING", seconds=5.0), "PONG").number("Time")
    guest.say("PAUSE {PauseAll False}")
    after = guest.look()
    assert after.point("Loc").x - before.point("Loc").x == pytest.approx(22.0, abs=0.1)
    assert the(guest.ask("PING"), "PONG").number("Time") == pytest.approx(time + 0.05)


def test_while_bots_stand_still_batches_go_on_with_time() -> None:
    guest = join(drawn_arena(), "Ann", at=(256.0, 448.0))
    guest.ask("CMOVE", seconds=1.0)
    heard = guest.ask("PAUSE {PauseBots True}", seconds=2.0)
    times = [line.number("Time") for line in only(heard, "BEG")]
    assert len(batches(heard)) == 8
    assert times[-1] - times[0] == pytest.approx(1.75)


def test_while_bots_stand_still_nothing_moves() -> None:
    guest = join(drawn_arena(), "Ann", at=(256.0, 448.0))
    guest.ask("CMOVE", "SHOOT", seconds=1.0)
    heard = guest.ask("PAUSE {PauseBots True}", seconds=2.0)
    assert len({line["Loc"] for line in only(heard, "UPD")}) == 1
    assert len({line["PrimaryAmmo"] for line in only(heard, "SLF")}) == 1


def test_newcomers_are_told_of_a_pause() -> None:
    arena = drawn_arena()
    join(arena, "Ann").ask("PAUSE {PauseAll True}")
    info = the(Guest(arena).ask("READY"), "NFO")
    assert (info["GamePaused"], info["BotsPaused"]) == ("True", "False")


def test_where_pauses_are_not_allowed_the_command_is_ignored() -> None:
    guest = join(drawn_arena(allow_pause=False), "Ann")
    heard = guest.ask("PAUSE {PauseAll True} {PauseBots True}", seconds=1.0)
    assert events(heard) == []
    assert len(batches(heard)) == 4


# REC, DISCONNECT, QUIT


def test_recordings_are_confirmed() -> None:
    guest = join(drawn_arena(), "Ann")
    assert words(events(guest.ask("REC {FileName demo1}"))) == ["RECSTART"]
    assert words(events(guest.ask("STOPREC"))) == ["RECEND"]


@pytest.mark.parametrize("word", ["DISCONNECT", "QUIT", "quit"])
def test_a_bot_that_leaves_is_told_to_the_others(word: str) -> None:
    party = Party()
    party.ann.ask(word)
    pass_time(party.arena, 0.05)
    assert the(party.zoe.take(), "LEFT").text == f"LEFT {{Id {party.ann.id}}} {{Name Ann}}"


@pytest.mark.parametrize("word", ["DISCONNECT", "QUIT"])
def test_who_leaves_is_disconnected(word: str) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(word)
    assert guest.client.wants_close
    assert guest.client not in guest.arena.clients


def test_who_leaves_hears_no_more_batches() -> None:
    guest = join(drawn_arena(), "Ann")
    assert only(guest.ask("QUIT", seconds=1.0), "BEG", "UPD") == []


def test_what_was_said_right_before_leaving_is_heard() -> None:
    party = Party()
    party.ann.ask("MESSAGE {Text bye} {Global True}", "QUIT")
    assert the(party.zoe.take(), "VMS")["Text"] == "bye"


def test_a_broken_connection_takes_the_body_out_at_once() -> None:
    arena = drawn_arena()
    ann, bob = join(arena, "Ann", at=(640.0, 448.0)), join(arena, "Bob", at=(900.0, 448.0), yaw=32768)
    assert "PLR" in words(bob.batch())
    arena.disconnect(ann.client)
    heard = bob.wait(0.3)
    assert the(heard, "LEFT")["Name"] == "Ann"
    assert "PLR" not in words(heard)


def test_a_client_that_leaves_before_joining_is_told_to_nobody() -> None:
    party = Party()
    Guest(party.arena).ask("READY", "QUIT")
    pass_time(party.arena, 0.1)
    assert party.heard("LEFT", "JOIN") == [[], [], [], []]
