"""Programs from the time of the games join, move, shoot and get a path, each in its own way."""

from __future__ import annotations

import math

import pytest

from tests.support.guests import Guest, fields, joined, only, open_game, pass_time, place
from tests.support.old_clients import (
    BodBot,
    HomeMade,
    JavaBot,
    OldClient,
    Pogamut,
    PogamutControl,
    PoshBot,
    SpyseBot,
)

CLASSIC, MODERN = "gamebots-ut99", "gamebots-2004"
DIALECTS: dict[type[OldClient], str] = {
    JavaBot: CLASSIC,
    BodBot: CLASSIC,
    SpyseBot: CLASSIC,
    HomeMade: CLASSIC,
    Pogamut: MODERN,
    PoshBot: MODERN,
}
EACH = pytest.mark.parametrize("kind", DIALECTS, ids=lambda kind: kind.__name__)
CLASSIC_ONES = pytest.mark.parametrize(
    "kind", [JavaBot, BodBot, SpyseBot, HomeMade], ids=lambda kind: kind.__name__
)


def met(
    kind: type[OldClient], seconds: float = 3.0, **options: object
) -> tuple[OldClient, Guest, Guest]:
    """An old client after a while on the smallest map, where somebody stands in its view."""
    arena = open_game(DIALECTS[kind], **options)
    client, guest = kind(), Guest(arena)
    (target,) = joined(arena, "Target")
    client.play(guest, 0.3)
    assert client.is_in, f"{kind.__name__} did not get in, it heard {client.seen_words[-5:]}"
    place(guest, 250.0, 500.0)
    place(target, 700.0, 480.0)
    target.player.settings.invulnerable = True
    client.play(guest, seconds)
    return client, guest, target


@EACH
def test_an_old_client_gets_in_and_hears_batches(kind: type[OldClient]) -> None:
    client, _, _ = met(kind)
    assert client.batches >= 10


@EACH
def test_an_old_client_gets_where_it_wants_to(kind: type[OldClient]) -> None:
    client, guest, _ = met(kind)
    body = guest.pawn.body
    assert math.hypot(body.x - client.goal[0], body.y - client.goal[1]) < 120.0


@EACH
def test_an_old_client_shoots_at_whom_it_sees(kind: type[OldClient]) -> None:
    client, guest, target = met(kind)
    assert client.enemy == target.id
    assert only(target.hear(), "DAM")
    assert guest.pawn.firing == 1


@EACH
def test_an_old_client_gets_a_path(kind: type[OldClient]) -> None:
    arena = open_game(DIALECTS[kind], map="dm-foundry")
    client, guest = kind(goal=(2880.0, 320.0, 76.0)), Guest(arena)
    client.play(guest, 1.0)
    assert len(client.path) >= 2


@EACH
def test_an_old_client_lives_through_a_whole_battle(kind: type[OldClient]) -> None:
    arena = open_game(DIALECTS[kind], map="dm-cellar", bots=3, skill=6.0)
    client, guest = kind(), Guest(arena)
    client.play(guest, 30.0)
    assert client.batches > 50


@EACH
def test_an_old_client_lives_through_the_end_of_a_match(kind: type[OldClient]) -> None:
    arena = open_game(DIALECTS[kind], time_limit_min=0.05)
    client, guest = kind(), Guest(arena)
    client.play(guest, 4.0)
    client.feed(guest.hear_bytes())
    assert client.seen_words[-1] == "FIN"


# 1: exactly one CONFCH, and none before INIT


def test_settings_before_joining_are_not_answered() -> None:
    arena = open_game(MODERN)
    guest = Guest(arena)
    guest.say("READY")
    pass_time(arena, 0.05)
    guest.hear()
    assert guest.asks("CONF {Name Hunter} {AutoTrace True}", seconds=0.3) == []


def test_joining_is_answered_by_one_confch_and_then_inited() -> None:
    client, guest = Pogamut(), Guest(open_game(MODERN))
    client.play(guest, 2.0)
    assert client.seen_words.count("CONFCH") == 1
    assert client.seen_words.index("CONFCH") < client.seen_words.index("INITED")
    assert guest.player.name == "Hunter"


# 2: INIT before the end of the handshake


def test_who_joins_while_the_lists_are_told_gets_in() -> None:
    client, guest = PoshBot(), Guest(open_game(MODERN))
    client.play(guest, 1.0)
    assert client.seen_words.index("EHS") < client.seen_words.index("INITED")
    assert guest.player.name == "POSHBot"


def test_ready_and_init_in_one_packet_are_answered_in_turn() -> None:
    guest = Guest(open_game(MODERN))
    guest.say("READY", "INIT {Name Hasty}")
    pass_time(guest.arena, 0.1)
    words = [line.partition(" ")[0] for line in guest.hear()]
    assert words.index("SHS") < words.index("EHS") < words.index("CONFCH") < words.index("INITED")


# 3 and 4: no READY, and a word ends at the first blank


@CLASSIC_ONES
def test_classic_clients_are_let_in_without_ready_and_without_notice(kind: type[OldClient]) -> None:
    client, _, _ = met(kind, 1.0)
    assert client.seen_words[0] == "NFO"
    assert not {"SPW", "INITED", "CONFCH", "SHS"} & set(client.seen_words)


def test_every_classic_line_has_a_blank_behind_its_word() -> None:
    arena = open_game(CLASSIC, map="ctf-twins", mode="ctf", bots=5, score_limit=1, time_limit_min=0.5)
    guest = Guest(arena)
    guest.say("INIT {Name Bob} {Team 0}")
    lines = []
    for _ in range(620):
        guest.say("PING")
        arena.tick()
        lines += guest.hear()
        if guest.client.wants_close:
            break
    assert lines
    assert not [line for line in lines if " " not in line]


# 5 and 6: any case, more blanks, all spellings of places and teams


@pytest.mark.parametrize("team", ["-1", "0", "255"])
@pytest.mark.parametrize("line", ["Init {name Bot1} {team %s}", "INIT  {Name Bot1}  {Team %s}"])
def test_teams_come_in_all_spellings(line: str, team: str) -> None:
    guest = Guest(open_game(CLASSIC, mode="ctf", map="ctf-twins"))
    guest.say(line % team)
    pass_time(guest.arena, 0.05)
    assert (guest.player.name, guest.player.team) == ("Bot1", 0)


@pytest.mark.parametrize("dialect", [CLASSIC, MODERN])
@pytest.mark.parametrize("place_text", ["500,500,40", "500 500 40", '("500 500 40")'])
def test_places_come_in_all_spellings(dialect: str, place_text: str) -> None:
    (guest,) = joined(open_game(dialect), "Bob")
    place(guest, 250.0, 500.0)
    word, name = ("RunTo", "Location") if dialect == CLASSIC else ("Move", "FirstLocation")
    guest.say(f"{word}  {{{name} {place_text}}}")
    pass_time(guest.arena, 2.0)
    assert guest.pawn.body.x > 340.0  # there is a pillar in between


# 7: ID in capitals for the older clients only


def test_the_older_dialect_answers_with_id_in_capitals_though_asked_otherwise() -> None:
    client, _, _ = met(BodBot)
    assert isinstance(client, BodBot)
    assert client.reachable is not None


def test_the_newer_dialect_answers_with_id_as_it_was_asked() -> None:
    (guest,) = joined(open_game(MODERN), "Bob")
    (line,) = only(guest.asks("CHECKREACH {Id q} {Location 500,500,40}"), "RCH")
    assert line.startswith("RCH {Id q} ")


# 8: what POSHBot reads


def test_reach_of_an_object_tells_both_ends() -> None:
    client, _, _ = met(PoshBot)
    assert isinstance(client, PoshBot)
    assert set(client.reach) == {"From", "To", "Reachable"}


def test_a_visible_flag_tells_whether_it_is_reachable() -> None:
    arena = open_game(MODERN, map="ctf-twins", mode="ctf")
    client, guest = PoshBot(), Guest(arena)
    client.play(guest, 0.5)
    flag = arena.world.rules.flags[1]
    place(guest, flag.base.x - 200.0, flag.base.y, floor=flag.base.z)
    client.play(guest, 0.5)
    visible = [told for told in client.flags if told["Visible"] == "True"]
    assert visible
    assert all("Reachable" in told for told in visible)


# 9: real names of ammunition


def test_weapons_are_told_with_the_real_names_of_their_ammunition() -> None:
    client, guest = Pogamut(), Guest(open_game(MODERN, map="ctf-twins", mode="ctf"))
    client.play(guest, 0.5)
    assert client.ammo_types["XWeapons.AssaultRifle"] == "XWeapons.AssaultAmmo"
    assert client.ammo_types["XWeapons.ShockRifle"] == "XWeapons.ShockAmmo"
    assert client.ammo_types["XWeapons.FlakCannon"] == "XWeapons.FlakAmmo"
    assert client.ammo_types["XWeapons.RocketLauncher"] == "XWeapons.RocketAmmo"
    assert client.ammo_types["XWeapons.Minigun"] == "XWeapons.MinigunAmmo"
    assert client.ammo_types["XWeapons.LinkGun"] == "XWeapons.LinkAmmo"
    assert client.ammo_types["XWeapons.SniperRifle"] == "XWeapons.SniperAmmo"


# 10: the control connection, control messages, flag bases


def test_a_control_connection_is_started_when_the_maps_were_listed_twice() -> None:
    client = PogamutControl()
    client.play(Guest(open_game(MODERN, map="ctf-twins", mode="ctf"), "control"), 1.0)
    assert client.is_started
    assert "CTF-Twins" in client.maps


def test_control_messages_reach_the_other_side_both_ways() -> None:
    arena = open_game(MODERN)
    control, (bot,) = Guest(arena, "control"), joined(arena, "Bob")
    control.say("READY", f"SENDCTRLMSG {{BotId {bot.id}}} {{Type team}} {{PS1 red}} {{PI1 4}}")
    pass_time(arena, 0.05)
    assert only(bot.hear(), "CTRLMSG") == ["CTRLMSG {Type team} {PS1 red} {PI1 4}"]
    control.hear()
    bot.say("SENDCTRLMSG {Type answer} {PB1 True}")
    pass_time(arena, 0.05)
    assert only(control.hear(), "CTRLMSG") == ["CTRLMSG {Type answer} {PB1 True}"]


def test_flag_bases_are_places_by_their_names() -> None:
    client, guest = Pogamut(), Guest(open_game(MODERN, map="ctf-twins", mode="ctf"))
    client.play(guest, 0.5)
    names = [name.partition(".")[2] for name in client.links]
    assert {"xRedFlagBase0", "xBlueFlagBase0"} <= set(names)


def test_every_link_leads_to_a_place_that_was_told() -> None:
    client, guest = Pogamut(), Guest(open_game(MODERN, map="ctf-twins", mode="ctf"))
    client.play(guest, 0.5)
    assert all(target in client.links for targets in client.links.values() for target in targets)


# 11: chatty clients


def test_chatty_clients_with_many_commands_a_batch_play_on() -> None:
    arena = open_game(MODERN, map="dm-foundry")
    clients = [Pogamut(goal=(2880.0, 320.0, 76.0), name=f"Chatty{number}") for number in range(4)]
    guests = [Guest(arena) for _ in clients]
    for client in clients:
        client.messages_per_batch = 4
    for _ in range(200):
        for client, guest in zip(clients, guests, strict=True):
            guest.send(client.feed(guest.hear_bytes()))
        arena.tick()
    assert all(guest.client.dropped_commands == 0 for guest in guests)
    assert all(client.seen_words.count("VMS") > 100 for client in clients)


def test_repeated_moves_do_not_slow_a_body_down() -> None:
    (guest,) = joined(open_game(MODERN, map="dm-foundry"), "Bob")
    place(guest, 1000.0, 192.0)
    start = guest.pawn.body.location
    for _ in range(20):
        guest.say(*["MOVE {FirstLocation 2000,192,44} {SecondLocation 2400,192,44}"] * 2)
        guest.arena.tick()
    assert guest.pawn.body.location.distance_to(start) > 350.0


# 12: the name of the level


@pytest.mark.parametrize("dialect", [CLASSIC, MODERN])
def test_the_level_is_named_as_in_the_ids(dialect: str) -> None:
    arena = open_game(dialect)
    guest = Guest(arena)
    guest.say("READY")
    arena.tick()
    level = fields(only(guest.hear(), "NFO")[0])["Level"]
    guest.say("INIT {Name Bob}")
    arena.tick()
    ids = [
        fields(line)["Id"] for line in only(guest.hear(), "INV", "AIN", "CWP") if "Id" in fields(line)
    ]
    assert level == "DM-Closet"
    assert all(entity.startswith(f"{level}.") for entity in ids)


def test_all_old_clients_play_in_one_arena_of_their_dialect() -> None:
    for dialect in (CLASSIC, MODERN):
        arena = open_game(dialect, map="dm-foundry", bots=2)
        kinds = [kind for kind, spoken in DIALECTS.items() if spoken == dialect]
        clients = [kind(goal=(2880.0, 320.0, 76.0)) for kind in kinds]
        guests = [Guest(arena) for _ in clients]
        for _ in range(120):
            for client, guest in zip(clients, guests, strict=True):
                guest.send(client.feed(guest.hear_bytes()))
            arena.tick()
        assert all(client.batches >= 10 for client in clients)
