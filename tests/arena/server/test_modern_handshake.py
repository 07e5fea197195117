"""What a client of the newer dialect is told before it plays: greeting, lists, password, room."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.playing import (
    Guest,
    Line,
    arena_on,
    drawn_arena,
    join,
    names,
    only,
    pass_time,
    the,
    words,
)

if TYPE_CHECKING:
    from agentfw.arena.server.arena import Arena

OPEN = "open"
SITES = """
    ##############
    #s..L....hS.s#
    #...##.......#
    #..J...X..K.Y#
    #..S.h....d..#
    ##############
"""
LEGEND = {
    "h": "XPickups.HealthPack",
    "S": "XWeapons.ShockRiflePickup",
    "L": "{lift: 192}",
    "J": "{pad: K}",
    "K": "exit",
    "X": "{teleporter: Y}",
    "Y": "exit",
}
HEIGHTS = """
    ##############
    #000000000000#
    #000##0000000#
    #000000000000#
    #000000000000#
    ##############
"""
BLOCKS = names("SHS NFO SMUT EMUT SITC EITC SNAV ENAV SMOV EMOV SINV EINV SPLR EPLR EHS")


def told_world(arena: Arena) -> list[Line]:
    """The answer to the first READY of a newcomer."""
    guest = Guest(arena)
    return guest.ask("READY")


@functools.cache
def told_on(name: str, mode: str) -> list[Line]:
    """What is told to the first guest on a map that ships."""
    return told_world(arena_on(name, mode))


@functools.cache
def told_sites() -> list[Line]:
    """What is told to the first guest of an arena with one of everything."""
    return told_world(sites())


def sites(**options: Any) -> Arena:
    """An arena with one of everything."""
    return drawn_arena(SITES, heights=HEIGHTS, legend=LEGEND, **options)


def place(lines: list[Line], kind: str) -> Line:
    """The first place of a kind, by the class in its id."""
    return next(line for line in only(lines, "NAV") if f".{kind}" in line["Id"])


# The greeting


def test_the_greeting_is_one_bare_word() -> None:
    assert Guest(drawn_arena()).client.take_output() == b"HELLO_BOT\r\n"


def test_nothing_follows_the_greeting_unasked() -> None:
    guest = Guest(drawn_arena())
    guest.take()
    assert guest.wait(5.0) == []


def test_a_full_server_says_so_and_closes() -> None:
    arena = drawn_arena(max_players=1)
    join(arena, "Ann")
    late = Guest(arena)
    assert late.client.take_output() == b"HELLO_BOT {ServerFull True}\r\n"
    assert late.client.wants_close


def test_a_join_that_fails_is_not_answered() -> None:
    arena = drawn_arena(max_players=1)
    late = Guest(arena)
    join(arena, "Ann")
    assert late.ask("INIT {Name Bob}", seconds=1.0) == []


def test_after_a_failed_join_another_one_can_succeed() -> None:
    arena = drawn_arena(max_players=1)
    late = Guest(arena)
    ann = join(arena, "Ann")
    late.ask("INIT {Name Bob}")
    ann.say("DISCONNECT")
    pass_time(arena, 0.1)
    assert "INITED" in words(late.ask("INIT {Name Bob}"))


@pytest.mark.parametrize(("role", "most"), [("bot", 32), ("control", 10), ("observer", 16)])
def test_beyond_the_limit_of_its_port_nobody_connects(role: str, most: int) -> None:
    arena = drawn_arena()
    for _ in range(most):
        assert arena.connect(role) is not None
    assert arena.connect(role) is None


def test_a_connection_that_ends_makes_room_for_another() -> None:
    arena = drawn_arena()
    guests = [Guest(arena) for _ in range(32)]
    guests[0].say("QUIT")
    pass_time(arena, 0.05)
    assert arena.connect("bot") is not None


# The lists


def test_the_lists_come_in_the_order_of_the_real_server() -> None:
    inner = {"ITC", "NAV", "SNGP", "INGP", "ENGP", "MOV", "INV", "PLR"}
    assert [word for word in words(told_sites()) if word not in inner] == BLOCKS


def test_every_block_holds_only_its_own_kind() -> None:
    arena = sites()
    join(arena, "Ann")
    told = words(told_world(arena))
    for name, kinds in {
        "MUT": set[str](),
        "ITC": {"ITC"},
        "NAV": {"NAV", "SNGP", "INGP", "ENGP"},
        "MOV": {"MOV"},
        "INV": {"INV"},
        "PLR": {"PLR"},
    }.items():
        inside = told[told.index(f"S{name}") + 1 : told.index(f"E{name}")]
        assert set(inside) == kinds, name


def test_every_place_is_followed_by_its_links_in_brackets() -> None:
    told = " ".join(words(told_sites()))
    inside = told.partition("SNAV ")[2].partition(" ENAV")[0]
    assert re.fullmatch(r"(NAV SNGP( INGP)* ENGP ?)+", inside)


def test_a_place_without_links_has_empty_brackets() -> None:
    alone = drawn_arena("""
        #######
        #s###s#
        #######
    """)
    told = " ".join(words(told_world(alone)))
    assert "SNAV NAV SNGP ENGP NAV SNGP ENGP ENAV" in told


def test_link_brackets_carry_nothing() -> None:
    brackets = only(told_sites(), "SNGP", "ENGP")
    assert {line.text for line in brackets} == {"SNGP", "ENGP"}


def test_links_lead_to_places_of_the_list() -> None:
    told = told_sites()
    ids = {line["Id"] for line in only(told, "NAV")}
    assert {line["Id"] for line in only(told, "INGP")} <= ids


def test_the_whole_export_comes_in_one_tick() -> None:
    told = words(told_on("ctf-twins", "ctf"))
    assert (told[0], told[-1]) == ("SHS", "EHS")


def test_ready_may_be_repeated_and_then_tells_only_three_item_classes() -> None:
    guest = Guest(sites())
    first = guest.ask("READY")
    second = guest.ask("READY")
    assert len(only(first, "ITC")) > 3
    assert [line.text for line in only(second, "ITC")] == [line.text for line in only(first, "ITC")[:3]]


def test_a_second_ready_tells_everything_else_again() -> None:
    guest = Guest(sites())
    first = guest.ask("READY")
    second = guest.ask("READY")
    rest = [line.text for line in first if line.word != "ITC"]
    assert [line.text for line in second if line.word != "ITC"] == rest


def test_another_client_gets_all_item_classes_again() -> None:
    arena = sites()
    assert len(only(told_world(arena), "ITC")) == len(only(told_world(arena), "ITC")) > 3


def test_ready_does_nothing_while_playing() -> None:
    guest = join(sites(), "Ann")
    assert "SHS" not in words(guest.ask("READY", seconds=0.5))


def test_lists_are_free_of_bare_line_ends() -> None:
    guest = Guest(sites())
    guest.say("READY")
    guest.arena.tick()
    output = guest.client.take_output()
    assert output.count(b"\r") == output.count(b"\n") == output.count(b"\r\n") > 20


# The game


def test_a_deathmatch_is_told_with_its_limits_in_minutes() -> None:
    info = the(told_world(drawn_arena(time_limit_min=15.0, score_limit=7)), "NFO")
    assert info.text == (
        "NFO {Gametype BotDeathMatch} {WeaponStay False} {GamePaused False} {BotsPaused False}"
        " {Level DM-Drawn} {FragLimit 7} {TimeLimit 15}"
    )


def test_a_team_game_is_told_with_the_seconds_that_remain() -> None:
    arena = drawn_arena(mode="tdm", time_limit_min=2.0)
    pass_time(arena, 30.0)
    info = the(told_world(arena), "NFO")
    assert (info["Gametype"], info["GoalTeamScore"], info["MaxTeams"]) == ("BotTeamGame", "60", "2")
    assert info["TimeLimit"] == "90"
    assert "FragLimit" not in info


def test_capture_the_flag_is_told_with_both_bases() -> None:
    told = told_on("ctf-twins", "ctf")
    info = the(told, "NFO")
    red, blue = (place(told, f"x{color}FlagBase") for color in ("Red", "Blue"))
    assert (info["Gametype"], info["GoalTeamScore"]) == ("BotCTFGame", "100")
    assert info.point("RedBaseLocation").ground_distance_to(red.point()) == 0.0
    assert info.point("BlueBaseLocation").ground_distance_to(blue.point()) == 0.0


def test_double_domination_is_told_with_both_points() -> None:
    told = told_on("dom-vault", "ddom")
    info = the(told, "NFO")
    first, second = (line.point() for line in only(told, "NAV") if "DomPoint" in line)
    assert (info["Gametype"], info["GoalTeamScore"]) == ("BotDoubleDomination", "3")
    assert info.point("FirstDomPointLocation").ground_distance_to(first) == 0.0
    assert info.point("SecondDomPointLocation").ground_distance_to(second) == 0.0


# Kinds of items


def test_the_first_three_item_classes_are_always_the_same_weapons() -> None:
    kinds = [line["InventoryType"] for line in only(told_world(drawn_arena()), "ITC")]
    assert kinds == ["XWeapons.ShieldGun", "XWeapons.AssaultRifle", "XWeapons.Translauncher"]


def test_each_class_on_the_map_is_told_once() -> None:
    kinds = [line["PickupType"] for line in only(told_sites(), "ITC")]
    assert sorted(kinds[3:]) == ["XPickups.HealthPack", "XWeapons.ShockRiflePickup"]


def test_a_weapon_class_names_its_real_ammunition() -> None:
    told = only(told_sites(), "ITC")
    rifle = next(line for line in told if line["PickupType"] == "XWeapons.ShockRiflePickup")
    assert (rifle["InventoryType"], rifle["ItemCategory"]) == ("XWeapons.ShockRifle", "Weapon")
    assert (rifle["PriAmmoType"], rifle["PriInitialAmount"]) == ("XWeapons.ShockAmmo", "20")
    assert (rifle["PriDamageType"], rifle["PriInstantHit"]) == ("XWeapons.DamTypeShockBeam", "True")
    assert (rifle["SecProjType"], rifle["SecSpeed"]) == ("XWeapons.ShockProjectile", "1150.00")


def test_a_health_class_tells_its_amount() -> None:
    told = only(told_sites(), "ITC")
    pack = next(line for line in told if line["ItemCategory"] == "Health")
    assert (pack["PickupType"], pack["Amount"], pack["SuperHeal"]) == (
        "XPickups.HealthPack",
        "25",
        "False",
    )


def test_an_ammunition_class_tells_ammunition_and_amount() -> None:
    arena = drawn_arena("####\n#sA#\n####", legend={"A": "XWeapons.ShockAmmoPickup"})
    box = only(told_world(arena), "ITC")[-1]
    assert (box["ItemCategory"], box["Amount"]) == ("Ammo", "10")
    assert (box["PriAmmoType"], box["PriMaxAmount"]) == ("XWeapons.ShockAmmo", "50")


# Places


def test_a_plain_place_tells_only_where_it_is() -> None:
    node = place(told_on("dm-closet", "dm"), "PathNode")
    assert list(node.values) == ["Id", "Location", "Visible"]


def test_an_item_spot_tells_its_item() -> None:
    told = told_sites()
    spot = next(line for line in only(told, "NAV") if line.values.get("ItemClass", "").endswith("Pack"))
    item = next(line for line in only(told, "INV") if line["Type"] == "XPickups.HealthPack")
    assert list(spot.values)[3:] == ["InvSpot", "Item", "ItemClass", "ItemSpawned"]
    assert (spot["InvSpot"], spot["ItemSpawned"]) == ("True", "True")
    assert spot["Item"] in {line["Id"] for line in only(told, "INV")}
    assert item["NavPointId"] in {line["Id"] for line in only(told, "NAV") if "InvSpot" in line}


def test_the_spot_of_a_taken_item_says_that_it_is_gone() -> None:
    arena = drawn_arena("#####\n#s.S#\n#####", legend={"S": "XWeapons.ShockRiflePickup"})
    join(arena, "Ann", at=(448.0, 192.0))
    pass_time(arena, 0.1)
    spot = next(line for line in only(told_world(arena), "NAV") if "InvSpot" in line)
    assert spot["ItemSpawned"] == "False"


def test_a_start_tells_its_team() -> None:
    starts = [line for line in only(told_on("ctf-twins", "ctf"), "NAV") if "PlayerStart" in line]
    assert {line["TeamNumber"] for line in starts} == {"0", "1"}


def test_a_lift_centre_names_its_mover_and_its_offset() -> None:
    told = told_sites()
    centre, mover = place(told, "LiftCenter"), the(told, "MOV")
    assert list(centre.values)[3:] == ["LiftCenter", "Mover", "LiftOffset"]
    assert centre["Mover"] == mover["Id"]
    assert mover.point() + centre.point("LiftOffset") == centre.point()


def test_a_lift_exit_names_its_mover() -> None:
    told = told_on("dm-foundry", "dm")
    leave = place(told, "LiftExit")
    assert list(leave.values)[3:] == ["LiftExit", "Mover", "LiftJumpExit", "NoDoubleJump"]
    assert leave["Mover"] in {line["Id"] for line in only(told, "MOV")}


def test_a_domination_point_is_neutral_at_first() -> None:
    point = place(told_on("dom-vault", "ddom"), "xDomPoint")
    assert list(point.values) == ["Id", "Location", "Visible", "DomPoint", "DomPointController"]
    assert (point["DomPoint"], point["DomPointController"]) == ("True", "255")


def test_flag_bases_are_among_the_places() -> None:
    told = told_on("ctf-twins", "ctf")
    assert place(told, "xRedFlagBase")["Id"] == "CTF-Twins.xRedFlagBase0"
    assert place(told, "xBlueFlagBase")["Id"] == "CTF-Twins.xBlueFlagBase0"


def test_a_pad_and_a_teleporter_say_what_they_are() -> None:
    told = told_sites()
    assert place(told, "UTJumpPad")["JumpPad"] == "True"
    assert place(told, "Teleporter")["Teleporter"] == "True"


def test_a_link_tells_its_flags_and_the_cylinder_that_fits() -> None:
    link = only(told_sites(), "INGP")[0]
    assert list(link.values) == ["Id", "Flags", "CollisionR", "CollisionH"]
    assert int(link["CollisionR"]) >= 25
    assert int(link["CollisionH"]) >= 44


def test_every_id_of_a_place_is_there_once() -> None:
    ids = [line["Id"] for line in only(told_on("ctf-twins", "ctf"), "NAV")]
    assert len(ids) == len(set(ids)) > 20


@pytest.mark.parametrize("word", ["NAV", "INV"])
def test_what_is_listed_is_marked_invisible(word: str) -> None:
    assert {line["Visible"].lower() for line in only(told_sites(), word)} == {"false"}


# Movers, items, players


def test_a_mover_is_told_with_where_it_rests() -> None:
    mover = the(told_sites(), "MOV")
    assert set(mover.values) == set(
        names(
            "Id Location DamageTrig Type IsMoving Velocity MoveTime OpenTime State"
            " BasePos BaseRot DelayTime NavPointMarker"
        )
    )
    assert (mover["State"], mover["IsMoving"], mover["BaseRot"]) == ("StandOpenTimed", "False", "0,0,0")
    assert mover.point("BasePos") == mover.point()


def test_an_item_is_told_with_the_place_it_lies_on() -> None:
    told = told_sites()
    rifle = next(line for line in only(told, "INV") if line["Type"] == "XWeapons.ShockRiflePickup")
    assert set(rifle.values) == {"Id", "Location", "Amount", "Dropped", "Type", "Visible", "NavPointId"}
    assert (rifle["Amount"], rifle["Dropped"]) == ("20", "False")


def test_an_item_on_a_base_has_the_id_of_the_base() -> None:
    told = told_sites()
    rifle = next(line for line in only(told, "INV") if line["Type"] == "XWeapons.ShockRiflePickup")
    assert re.fullmatch(r"DM-Drawn\.xWeaponBase\d+", rifle["Id"])


def test_players_are_listed_by_name_only() -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann")
    seen = the(told_world(arena), "PLR")
    assert seen.text == f"PLR {{Id {ann.id}}} {{Spectator False}} {{Name Ann}} {{Team 255}}"


def test_native_bots_are_listed_as_well() -> None:
    seen = only(told_world(drawn_arena(bots=2)), "PLR")
    assert [line["Id"] for line in seen] == ["DM-Drawn.GBxBot00", "DM-Drawn.GBxBot11"]


# Waiting to play


def test_a_ping_is_answered_with_the_time_before_joining() -> None:
    guest = Guest(drawn_arena())
    pass_time(guest.arena, 2.0)
    assert guest.ask("PING")[0].text == "PONG {Time 2.00}"


def test_places_and_items_can_be_asked_for_before_joining() -> None:
    guest = Guest(sites())
    assert words(guest.ask("GETINVS"))[0::5] == ["SINV", "EINV"]
    told = words(guest.ask("GETNAVS"))
    assert (told[0], told[-1]) == ("SNAV", "ENAV")


def test_a_trace_with_a_start_is_answered_before_joining() -> None:
    guest = Guest(drawn_arena())
    [answer] = guest.ask("TRACE {Id 7} {From 200,192,50} {To 900,192,50}")
    assert (answer.word, answer["Id"], answer["Result"]) == ("TRC", "7", "False")


def test_a_trace_without_a_start_is_not_answered_before_joining() -> None:
    assert Guest(drawn_arena()).ask("TRACE {Id 7} {To 900,192,50}")[1:] == []


def test_recording_works_before_joining() -> None:
    guest = Guest(drawn_arena())
    assert words(guest.ask("REC {FileName x}", "STOPREC")) == ["RECSTART", "RECEND"]


@pytest.mark.parametrize(
    "command",
    [
        "MOVE {FirstLocation 1,2,3}",
        "SHOOT",
        "CHECKREACH {Id 1} {Location 1,2,3}",
        "CONF {Name Bob}",
        "CHANGETEAM {Team 1}",
        "RESPAWN",
        "THROW",
        "MESSAGE {Text hello} {Global True}",
        "NONSENSE {A 1}",
    ],
)
def test_what_needs_a_bot_does_nothing_before_joining(command: str) -> None:
    guest = Guest(drawn_arena())
    guest.take()
    assert guest.ask(command, seconds=0.5) == []


# The password


def test_with_a_password_the_greeting_is_the_same() -> None:
    assert Guest(drawn_arena(password=OPEN)).client.take_output() == b"HELLO_BOT\r\n"


def test_ready_is_answered_by_the_question_for_the_password() -> None:
    arena = drawn_arena()
    arena.set_password("open", "10.0.0.9")
    assert [line.text for line in Guest(arena).ask("READY")] == ["PASSWORD {BlockedByIP 10.0.0.9}"]


def test_the_right_password_is_followed_by_all_lists_at_once() -> None:
    guest = Guest(drawn_arena(password=OPEN))
    guest.ask("READY")
    told = words(guest.ask("PASSWORD {Password open}"))
    assert (told[0], told[1], told[-1]) == ("PASSWDOK", "SHS", "EHS")


def test_the_password_may_be_given_without_asking_first() -> None:
    guest = Guest(drawn_arena(password=OPEN))
    assert words(guest.ask("PASSWORD {Password open}"))[:2] == ["PASSWDOK", "SHS"]


def test_the_lists_after_the_password_count_as_the_first_ones() -> None:
    guest = Guest(sites(password=OPEN))
    first, second = guest.ask("PASSWORD {Password open}"), guest.ask("READY")
    assert (len(only(first, "ITC")), len(only(second, "ITC"))) == (5, 3)


def test_a_wrong_password_ends_the_connection() -> None:
    guest = Guest(drawn_arena(password=OPEN))
    assert words(guest.ask("PASSWORD {Password Open}")) == ["PASSWDWRONG"]
    assert guest.client.wants_close


def test_after_a_wrong_password_nothing_is_heard() -> None:
    guest = Guest(drawn_arena(password=OPEN))
    heard = guest.ask("PASSWORD {Password no}", "PASSWORD {Password open}", "READY")
    assert words(heard) == ["PASSWDWRONG"]


@pytest.mark.parametrize(
    "command", ["PING", "GETNAVS", "GETINVS", "INIT {Name Bob}", "REC {FileName x}"]
)
def test_nothing_else_is_heard_while_the_password_is_missing(command: str) -> None:
    guest = Guest(drawn_arena(password=OPEN))
    guest.take()
    assert guest.ask(command, seconds=0.5) == []


def test_after_the_password_a_bot_can_join() -> None:
    guest = Guest(drawn_arena(password=OPEN))
    told = words(guest.ask("PASSWORD {Password open}", "INIT {Name Bob}"))
    assert told.index("PASSWDOK") < told.index("EHS") < told.index("INITED")


def test_a_new_password_does_not_bother_who_is_connected() -> None:
    arena = drawn_arena()
    guest = Guest(arena)
    arena.set_password("open", "10.0.0.9")
    assert words(guest.ask("READY"))[0] == "SHS"


# Line ends


def test_a_command_that_ends_in_line_feed_alone_is_heard_by_default() -> None:
    guest = Guest(drawn_arena())
    guest.take()
    guest.say("PING", end="\n")
    assert words(guest.take()) == ["PONG"]


def test_strictly_a_line_feed_alone_ends_nothing() -> None:
    guest = Guest(drawn_arena(lenient_line_ends=False))
    guest.take()
    guest.say("PING", "PING", end="\n")
    assert guest.take() == []


def test_strictly_text_piles_up_in_front_of_the_next_carriage_return() -> None:
    guest = Guest(drawn_arena(lenient_line_ends=False))
    guest.take()
    guest.say("GARBAGE", end="\n")
    guest.say("PING")
    assert guest.take() == []
    guest.say("PING")
    assert words(guest.take()) == ["PONG"]


@pytest.mark.parametrize("is_lenient", [True, False])
def test_a_carriage_return_alone_ends_a_command(*, is_lenient: bool) -> None:
    guest = Guest(drawn_arena(lenient_line_ends=is_lenient))
    guest.take()
    guest.say("PING", "PING", end="\r")
    assert words(guest.take()) == ["PONG", "PONG"]


@pytest.mark.parametrize("is_lenient", [True, False])
def test_a_line_feed_in_the_next_packet_belongs_to_the_line_before(*, is_lenient: bool) -> None:
    guest = Guest(drawn_arena(lenient_line_ends=is_lenient))
    guest.take()
    for byte in b"PING\r\nPING\r\n":
        guest.client.feed(bytes([byte]))
    assert words(guest.take()) == ["PONG", "PONG"]
