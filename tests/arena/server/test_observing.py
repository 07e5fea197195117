"""The observer port: watching one player, its surroundings and what happens to it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from agentfw.arena.server.bots import BotClient
from tests.support.playing import (
    Guest,
    Line,
    arena_on,
    batches,
    drawn_arena,
    events,
    join,
    names,
    only,
    pass_time,
    the,
    words,
)

OPEN = "open"
ITEMS = "##########\n#s...S.L.#\n#....h...#\n##########"
LEGEND = {"S": "XWeapons.ShockRiflePickup", "h": "XPickups.HealthPack", "L": "{lift: 128}"}
ROCKETS = "XWeapons.RocketLauncherPickup"
ORDER = names("NFO SLF MYINV PLR INV NAV MOV PRJ VEH FLG BOM DOM")
SEEN = names("SPLR EPLR SINV EINV SNAV ENAV SMOV EMOV SPRJ EPRJ SVEH EVEH")
SPECIAL = names("SFLG EFLG SBOM EBOM SDOM EDOM")
BRACKETS = {"SMYINV", "EMYINV", *SEEN, *SPECIAL}


def watched(**options: Any) -> tuple[Guest, Guest]:
    """A bot in the middle of the room, and an observer who has just begun to watch it."""
    arena = drawn_arena(**options)
    ann = join(arena, "Ann", at=(640.0, 448.0), team=0)
    watcher = Guest(arena, "observer")
    watcher.ask("INIT {Name Ann}")
    return ann, watcher


def amid_items() -> tuple[Guest, Guest]:
    """The same among items and a lift."""
    arena = drawn_arena(ITEMS, legend=LEGEND)
    ann = join(arena, "Ann", at=(192.0, 192.0), more="{AutoPickupOff True}")
    watcher = Guest(arena, "observer")
    watcher.ask("INIT {Name Ann}")
    return ann, watcher


def report(watcher: Guest) -> list[Line]:
    """The next batch of an observer, without its brackets."""
    return batches(watcher.wait(1.0))[-1][1:-1]


# Arriving


def test_the_greeting_is_one_bare_word() -> None:
    assert Guest(drawn_arena(), "observer").client.take_output() == b"HELLO_OBSERVER\r\n"


def test_ready_is_answered_by_the_game_and_the_players() -> None:
    arena = drawn_arena()
    join(arena, "Ann")
    told = Guest(arena, "observer").ask("READY")
    assert words(told) == ["SHS", "NFO", "SPLR", "PLR", "EPLR", "EHS"]


def test_players_are_listed_in_full() -> None:
    arena = drawn_arena()
    join(arena, "Ann", at=(640.0, 448.0))
    seen = the(Guest(arena, "observer").ask("READY"), "PLR")
    assert set(seen.values) == {
        "Id",
        "Spectator",
        "Rotation",
        "Location",
        "Velocity",
        "Name",
        "Team",
        "Weapon",
    }


def test_nobody_is_watched_at_first() -> None:
    arena = drawn_arena()
    watcher = Guest(arena, "observer")
    watcher.ask("READY")
    join(arena, "Ann").ask("JUMP", seconds=1.0)
    assert watcher.wait(3.0) == []


def test_an_observer_with_the_password_can_watch() -> None:
    arena = drawn_arena(password=OPEN)
    bot = Guest(arena)
    bot.ask("PASSWORD {Password open}", "INIT {Name Ann}")
    watcher = Guest(arena, "observer")
    assert words(watcher.ask("READY", "INIT {Name Ann}")) == ["PASSWORD"]
    assert words(watcher.ask("PASSWORD {Password open}"))[0] == "PASSWDOK"
    assert "SLF" in words(watcher.ask("INIT {Name Ann}"))


def test_a_ping_is_answered_bare() -> None:
    assert [line.text for line in Guest(drawn_arena(), "observer").ask("PING")] == ["PONG"]


def test_an_observer_may_leave() -> None:
    _, watcher = watched()
    watcher.ask("QUIT")
    assert watcher.client.wants_close


# Whom to watch


@pytest.mark.parametrize("name", ["Ann", "ann", "ANN"])
def test_a_player_is_found_by_name_in_any_case(name: str) -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann")
    heard = Guest(arena, "observer").ask(f"INIT {{Name {name}}}")
    assert (heard[0].word, heard[0]["BotId"]) == ("SLF", ann.id)


@pytest.mark.parametrize("is_upper", [True, False])
def test_a_player_is_found_by_id_in_any_case(*, is_upper: bool) -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann")
    wanted = ann.id.upper() if is_upper else ann.id
    assert Guest(arena, "observer").ask(f"INIT {{Id {wanted}}}")[0]["BotId"] == ann.id


def test_no_lists_are_needed_before_watching() -> None:
    _, watcher = watched()
    assert batches(watcher.wait(1.0))


def test_an_unknown_player_is_told_as_such() -> None:
    watcher = Guest(drawn_arena(), "observer")
    assert [line.text for line in watcher.ask("INIT {Name Nobody}", seconds=2.0)] == ["UNKNOWN PLAYER"]


def test_after_an_unknown_player_another_can_be_watched() -> None:
    arena = drawn_arena()
    watcher = Guest(arena, "observer")
    watcher.ask("INIT {Name Nobody}")
    join(arena, "Ann")
    assert words(watcher.ask("INIT {Name Ann}"))[0] == "SLF"


def test_a_native_bot_can_be_watched() -> None:
    arena = drawn_arena()
    Guest(arena, "control").ask("ADDBOT {Name Tin}")
    watcher = Guest(arena, "observer")
    assert watcher.ask("INIT {Name Tin}")[0]["BotId"] == "DM-Drawn.GBxBot00"
    assert the(report(watcher), "SLF")["Name"] == "Tin"


def test_a_player_who_leaves_is_lost() -> None:
    ann, watcher = watched()
    watcher.take()
    ann.ask("DISCONNECT")
    assert [line.text for line in watcher.wait(3.0)][-1] == "LOST CHILD"


def test_after_losing_one_player_another_can_be_watched() -> None:
    ann, watcher = watched()
    ann.ask("DISCONNECT", seconds=0.5)
    join(watcher.arena, "Bob")
    watcher.take()
    assert watcher.wait(2.0) == []
    assert watcher.ask("INIT {Name Bob}")[0]["Name"] == "Bob"


def test_an_observer_may_turn_to_another_player() -> None:
    _, watcher = watched()
    join(watcher.arena, "Bob")
    watcher.ask("INIT {Name Bob}")
    assert the(report(watcher), "SLF")["Name"] == "Bob"


def test_an_observer_may_detach() -> None:
    ann, watcher = watched()
    watcher.ask("DISC")
    ann.ask("JUMP")
    assert watcher.wait(3.0) == []


def test_a_detached_observer_may_watch_again() -> None:
    _, watcher = watched()
    watcher.ask("DISC", seconds=1.0)
    assert words(watcher.ask("INIT {Name Ann}"))[0] == "SLF"


def test_two_observers_may_watch_one_player() -> None:
    _, watcher = watched()
    other = Guest(watcher.arena, "observer")
    other.ask("INIT {Name Ann}")
    watcher.take()
    pass_time(watcher.arena, 1.0)
    assert len(batches(watcher.take())) == len(batches(other.take())) == 1


def test_a_watched_bot_perceives_what_it_would_otherwise() -> None:
    alone = join(drawn_arena(), "Ann", at=(640.0, 448.0))
    ann, _ = watched()
    for guest in (alone, ann):
        guest.say("SHOOT", "CMOVE")
    pass_time(alone.arena, 3.0)
    pass_time(ann.arena, 3.0)
    assert [line.text for line in alone.take() if line.word == "HRN"] == [
        line.text for line in ann.take() if line.word == "HRN"
    ]


# The reports


def test_reports_come_once_a_second() -> None:
    _, watcher = watched()
    ticks = [tick for tick in range(100) if "BEG" in words(watcher.wait())]
    assert {late - early for early, late in itertools.pairwise(ticks)} == {20}


@pytest.mark.parametrize("name", ["UpdateTime", "Update", "updatetime"])
def test_the_time_between_reports_can_be_set(name: str) -> None:
    _, watcher = watched()
    watcher.ask(f"CONF {{{name} 0.2}}", seconds=1.0)
    ticks = [tick for tick in range(40) if "BEG" in words(watcher.wait())]
    assert {late - early for early, late in itertools.pairwise(ticks)} == {4}


def test_the_parts_of_a_report_come_in_the_order_of_the_real_server() -> None:
    arena = arena_on("ctf-twins", "ctf", bots=6)
    join(arena, "Ann").say("CMOVE", "SHOOT")
    watcher = Guest(arena, "observer")
    watcher.ask("INIT {Name Ann}", "CONF {UpdateTime 0.05}")
    for batch in batches(watcher.wait(5.0)):
        told = [ORDER.index(word) for word in words(batch[1:-1])]
        assert told == sorted(told)
        assert {0, 1, 2} <= set(told)


def test_both_ends_of_a_report_tell_the_same_time() -> None:
    _, watcher = watched()
    batch = batches(watcher.wait(1.0))[0]
    assert batch[0]["Time"] == batch[-1]["Time"]


def test_a_report_tells_what_lies_in_sight() -> None:
    _, watcher = amid_items()
    assert set(words(report(watcher))) == {"NFO", "SLF", "MYINV", "INV", "NAV", "MOV"}


def test_flags_are_in_a_report() -> None:
    arena = arena_on("ctf-twins", "ctf")
    join(arena, "Ann")
    watcher = Guest(arena, "observer")
    watcher.ask("INIT {Name Ann}")
    assert words(report(watcher)).count("FLG") == 2


def test_points_in_sight_are_told_by_a_word_of_their_own() -> None:
    arena = drawn_arena("########\n#s..d.s#\n########", mode="ddom")
    join(arena, "Ann", at=(192.0, 192.0), team=0)
    watcher = Guest(arena, "observer")
    watcher.ask("INIT {Name Ann}")
    assert the(report(watcher), "DOM").text == (
        "DOM {Id DM-Drawn.xDomPoint0} {Location 576.00,192.00,40.00} {Visible True} {Controller 255}"
    )


def test_points_out_of_sight_are_not_told() -> None:
    arena = drawn_arena("########\n#s..d.s#\n########", mode="ddom")
    join(arena, "Ann", at=(192.0, 192.0), yaw=32768, team=0)
    watcher = Guest(arena, "observer")
    watcher.ask("INIT {Name Ann}")
    assert only(report(watcher), "DOM", "NAV") == []


@pytest.mark.parametrize(
    ("setting", "missing"),
    [
        ("Game", {"NFO"}),
        ("Self", {"SLF", "MYINV"}),
        ("See", {"PLR", "INV", "NAV", "MOV", "PRJ"}),
        ("Special", {"FLG", "DOM"}),
        ("All", {"NFO", "SLF", "MYINV", "PLR", "INV", "NAV", "MOV", "FLG"}),
    ],
)
def test_parts_of_a_report_can_be_switched_off_and_on(setting: str, missing: set[str]) -> None:
    _, watcher = amid_items()
    full = set(words(report(watcher)))
    watcher.ask(f"CONF {{{setting} False}}")
    assert set(words(report(watcher))) == full - missing
    watcher.ask(f"CONF {{{setting} True}}")
    assert set(words(report(watcher))) == full


def test_events_can_be_switched_off() -> None:
    ann, watcher = watched()
    watcher.ask("CONF {Async False}")
    ann.ask("JUMP", "SHOOT", seconds=0.5)
    assert events(watcher.take()) == []


# How the player is told


def test_the_player_is_told_with_a_record_of_the_observer() -> None:
    ann, watcher = watched()
    state = the(report(watcher), "SLF")
    assert state["BotId"] == ann.id
    assert state["Id"] != f"SELF_{ann.id}"
    assert "Observer" in state["Id"]
    assert (state["Vehicle"], state["Name"], state["Health"]) == ("False", "Ann", "100")


def test_empty_hands_are_told_without_anything_about_weapons() -> None:
    ann, watcher = watched()
    assert isinstance(ann.client, BotClient)
    assert ann.client.player is not None
    assert ann.client.player.pawn is not None
    ann.client.player.pawn.hand = None
    state = the(report(watcher), "SLF")
    assert {"Shooting", "PrimaryAmmo", "SecondaryAmmo", "AltFiring"}.isdisjoint(state.values)


def test_the_inventory_is_told_with_its_ammunition() -> None:
    _, watcher = watched()
    told = only(report(watcher), "MYINV")
    assert {tuple(line.values) for line in told} == {("Id", "Type", "CurrentAmmo", "CurrentAltAmmo")}
    assert [tuple(line.values.values()) for line in told] == [
        ("DM-Drawn.AssaultRifle0", "XWeapons.AssaultRifle", "100", "4"),
        ("DM-Drawn.ShieldGun0", "XWeapons.ShieldGun", "0", "100"),
    ]


def test_other_players_are_told_with_their_weapon_itself() -> None:
    _, watcher = watched()
    join(watcher.arena, "Bob", at=(1200.0, 448.0))
    seen = the(report(watcher), "PLR")
    assert (seen["Name"], seen["Weapon"]) == ("Bob", "DM-Drawn.AssaultRifle1")


@pytest.mark.parametrize(("yaw", "is_told"), [(0, True), (7600, True), (7900, False), (16384, False)])
def test_other_players_are_told_in_a_narrow_cone_only(yaw: int, *, is_told: bool) -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann", at=(640.0, 448.0), yaw=yaw)
    join(arena, "Bob", at=(1200.0, 448.0))
    watcher = Guest(arena, "observer")
    watcher.ask("INIT {Name Ann}")
    assert "PLR" in words(ann.batch())
    assert ("PLR" in words(report(watcher))) is is_told


# Questions


def test_the_player_can_be_asked_for() -> None:
    _, watcher = watched()
    assert words(watcher.ask("SELF")) == ["SLF", "SMYINV", "MYINV", "MYINV", "EMYINV"]


def test_what_is_in_sight_can_be_asked_for_in_brackets() -> None:
    _, watcher = amid_items()
    told = words(watcher.ask("SEE"))
    assert [word for word in told if word in BRACKETS] == SEEN
    assert {"INV", "NAV", "MOV"} <= set(told)


def test_flags_bombs_and_points_can_be_asked_for_in_brackets() -> None:
    _, watcher = watched()
    assert words(watcher.ask("SPECIAL")) == SPECIAL


def test_the_game_can_be_asked_for() -> None:
    _, watcher = watched()
    assert words(watcher.ask("GAME")) == ["NFO"]


def test_everything_can_be_asked_for_at_once() -> None:
    _, watcher = watched()
    told = words(watcher.ask("ALL"))
    assert [word for word in told if word in BRACKETS] == ["SMYINV", "EMYINV", *SEEN, *SPECIAL]
    assert "SLF" in told


def test_answers_come_outside_of_batches() -> None:
    _, watcher = watched()
    assert batches(watcher.ask("ALL")) == []


@pytest.mark.parametrize("command", ["SELF", "SEE", "SPECIAL", "ALL"])
def test_without_a_player_there_is_nothing_to_tell(command: str) -> None:
    watcher = Guest(drawn_arena(), "observer")
    watcher.take()
    assert watcher.ask(command, seconds=0.5) == []


def test_players_can_be_asked_for_without_brackets() -> None:
    ann, watcher = watched()
    join(ann.arena, "Bob")
    assert words(only(watcher.ask("GETPLRS"), "SPLR", "PLR", "EPLR")) == ["PLR", "PLR"]


def test_places_items_and_classes_can_be_asked_for_any_time() -> None:
    watcher = Guest(drawn_arena(ITEMS, legend=LEGEND), "observer")
    for command, name in (("GETNAVS", "NAV"), ("GETINVS", "INV"), ("GETITC", "ITC")):
        told = words(watcher.ask(command))
        assert (told[0], told[1], told[-1]) == (f"S{name}", name, f"E{name}")


# Events


def told_of(command: str, *kinds: str, seconds: float = 0.2) -> list[str]:
    """What an observer hears of some kinds after its player did something."""
    ann, watcher = watched()
    watcher.take()
    ann.say(command)
    return [line.text for line in only(watcher.wait(seconds), *kinds)]


@pytest.mark.parametrize("double", [True, False])
def test_a_jump_is_told(*, double: bool) -> None:
    assert told_of(f"JUMP {{DoubleJump {double}}}", "JUMP") == [f"JUMP {{DoubleJump {double}}}"]


@pytest.mark.parametrize("alt", [True, False])
def test_shooting_is_told(*, alt: bool) -> None:
    assert told_of(f"SHOOT {{Alt {alt}}}", "SHOOT", "STOPSHOOT") == [f"SHOOT {{Alt {alt}}}"]


def test_the_end_of_shooting_is_told() -> None:
    ann, watcher = watched()
    ann.ask("SHOOT", seconds=0.5)
    watcher.take()
    ann.ask("STOPSHOOT")
    assert the(watcher.take(), "STOPSHOOT").text == "STOPSHOOT {Alt False}"


def test_adrenaline_is_told() -> None:
    assert told_of("ADDINV {Type XPickups.AdrenalinePickup}", "ADG") == ["ADG {Amount 2}"]


def test_a_combo_is_told() -> None:
    ann, watcher = watched()
    ann.ask("CHATTR {Adrenaline 100}")
    watcher.take()
    ann.ask("COMBO {Type xGame.ComboSpeed}")
    assert the(watcher.take(), "COMBO").text == "COMBO {Type xGame.ComboSpeed}"


def test_a_new_weapon_is_told_with_more() -> None:
    [told] = told_of(f"ADDINV {{Type {ROCKETS}}}", "AIN")
    assert told == (
        f"AIN {{Id DM-Drawn.RocketLauncher0}} {{Type XWeapons.RocketLauncher}} {{PickupType {ROCKETS}}}"
        " {Sniping False} {Melee False} {PrimaryInitialAmmo 12} {MaxPrimaryAmmo 30}"
        " {SecondaryInitialAmmo 12} {MaxSecondaryAmmo 30}"
    )


def test_a_thrown_weapon_is_told_without_its_id() -> None:
    assert told_of("THROW", "THROWN") == ["THROWN"]


def test_damage_and_death_are_told_with_the_weapon() -> None:
    ann, watcher = watched()
    bob = join(ann.arena, "Bob", at=(900.0, 448.0), yaw=32768)
    bob.ask("ADDINV {Type XWeapons.SuperShockRiflePickup}", seconds=1.0)
    watcher.take()
    ann.take()
    bob.ask(f"SHOOT {{Target {ann.id}}}", seconds=0.1)
    heard, mine = watcher.take(), ann.take()
    assert words(only(heard, "DAM", "DIE", "SPW")) == ["DAM", "DIE", "SPW"]
    for word in ("DAM", "DIE"):
        assert "SuperShockRifle" in the(heard, word)["WeaponName"]
        assert "WeaponName" not in the(mine, word)


def test_the_death_of_others_is_told() -> None:
    ann, watcher = watched()
    bob = join(ann.arena, "Bob", at=(900.0, 448.0))
    watcher.take()
    bob.ask("RESPAWN")
    assert the(watcher.take(), "KIL")["Id"] == bob.id


def test_the_start_weapons_of_a_new_body_are_told() -> None:
    ann, watcher = watched()
    watcher.take()
    ann.ask("RESPAWN")
    assert words(events(watcher.take())) == ["DIE", "SPW", "AIN", "IPK", "AIN", "IPK", "CWP"]


def test_sounds_are_told_as_events_without_a_distance() -> None:
    ann, watcher = watched()
    bob = join(ann.arena, "Bob", at=(900.0, 448.0))
    watcher.take()
    bob.ask("SHOOT {Location 900,2000,44}", seconds=0.5)
    heard = only(events(watcher.take()), "HRN")
    assert heard
    assert "Distance" not in heard[0]
    assert heard[0]["Type"] == "XWeapons.AssaultRifle"


def test_what_happens_to_others_is_not_told() -> None:
    ann, watcher = watched()
    bob = join(ann.arena, "Bob", at=(2500.0, 448.0))
    watcher.take()
    bob.ask("JUMP", "THROW", "CHATTR {Health 5}")
    assert only(watcher.take(), "JUMP", "THROWN", "CWP", "LAND") == []


def test_talk_that_the_player_hears_is_told() -> None:
    ann, watcher = watched()
    bob = join(ann.arena, "Bob")
    watcher.take()
    bob.ask("MESSAGE {Text hello} {Global True}")
    assert the(watcher.take(), "VMS")["Text"] == "hello"


# Broadcasts


def test_a_newcomer_is_told_once() -> None:
    _, watcher = watched()
    watcher.take()
    join(watcher.arena, "Bob")
    assert [line["Name"] for line in only(watcher.take(), "JOIN")] == ["Bob"]


def test_who_leaves_is_told_once() -> None:
    _, watcher = watched()
    bob = join(watcher.arena, "Bob")
    watcher.take()
    bob.ask("DISCONNECT")
    assert [line["Name"] for line in only(watcher.wait(0.1), "LEFT")] == ["Bob"]


def test_a_pause_is_told_once() -> None:
    ann, watcher = watched()
    watcher.take()
    ann.ask("PAUSE {PauseAll True}")
    assert words(events(watcher.take())) == ["PAUSED", "NFO"]


def test_the_talk_of_an_operator_is_told_once() -> None:
    _, watcher = watched()
    watcher.take()
    Guest(watcher.arena, "control").ask("MESSAGE {Text hear me} {Global True}")
    assert [line["Text"] for line in only(watcher.take(), "VMS")] == ["hear me"]


def test_a_restart_is_told_once() -> None:
    _, watcher = watched()
    watcher.take()
    Guest(watcher.arena, "control").ask("CONFGAME {Restart True}")
    assert [line.text for line in only(watcher.take(), "GAMERESTART")] == [
        "GAMERESTART {Started True}",
        "GAMERESTART {Finished True}",
    ]


def test_who_watches_nobody_hears_no_broadcasts() -> None:
    arena = drawn_arena()
    watcher = Guest(arena, "observer")
    watcher.ask("READY")
    join(arena, "Ann").ask("PAUSE {PauseAll True}", "DISCONNECT")
    pass_time(arena, 0.1)
    assert watcher.take() == []
