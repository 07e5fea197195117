"""Questions that a bot of the newer dialect asks, and the rays that ask for it."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import pytest

from agentfw.geometry import Vec3
from tests.support.playing import (
    Guest,
    Line,
    arena_on,
    drawn_arena,
    events,
    join,
    names,
    only,
    the,
    words,
)

SPLIT = """
    ######################
    #s........#.........s#
    #.........#..........#
    #.........#..........#
    #.........#..........#
    #s..................s#
    ######################
"""
ITEMS = "########\n#s...S.#\n#....h.#\n########"
LEGEND = {"S": "XWeapons.ShockRiflePickup", "h": "XPickups.HealthPack"}
SNAKE = "\n".join(
    [
        "#" * 23,
        *itertools.chain.from_iterable(
            [
                "#" + ("s" if row == 0 else ".") + "." * 20 + "#",
                "#" * 21 + ".#" if row % 2 == 0 else "#." + "#" * 21,
            ]
            for row in range(11)
        ),
        "#h" + "." * 20 + "#",
        "#" * 23,
    ]
)
"""A way that winds along itself, far longer than any answer."""


def ann(**options: Any) -> Guest:
    """A bot in the middle of the room, facing along x."""
    return join(drawn_arena(**options), "Ann", at=(640.0, 448.0))


def asked(guest: Guest, command: str) -> list[Line]:
    """What a question is answered with."""
    return events(guest.ask(command))


def graph(guest: Guest) -> dict[str, set[str]]:
    """The places of the map with those that they lead to."""
    links: dict[str, set[str]] = {}
    here = ""
    for line in only(guest.ask("GETNAVS"), "NAV", "INGP"):
        if line.word == "NAV":
            here = line["Id"]
            links[here] = set()
        else:
            links[here].add(line["Id"])
    return links


# GETPATH


def test_a_path_comes_between_its_brackets() -> None:
    guest = join(drawn_arena(ITEMS, legend=LEGEND), "Ann", at=(192.0, 192.0))
    told = asked(guest, "GETPATH {Id 7} {Target DM-Drawn.InventorySpot0}")
    assert (told[0].text, told[-1].text) == ("SPTH {MessageId 7}", "EPTH")
    assert {line.word for line in told[1:-1]} == {"IPTH"}
    assert list(told[1].values) == ["RouteId", "Location"]


def test_a_path_ends_at_its_target() -> None:
    guest = join(drawn_arena(ITEMS, legend=LEGEND), "Ann", at=(192.0, 192.0))
    told = asked(guest, "GETPATH {Id 7} {Target DM-Drawn.InventorySpot1}")
    assert told[-2]["RouteId"] == "DM-Drawn.InventorySpot1"


def test_a_path_to_a_point_ends_at_the_place_next_to_it() -> None:
    guest = join(drawn_arena(ITEMS, legend=LEGEND), "Ann", at=(192.0, 192.0))
    told = asked(guest, "GETPATH {Id 7} {Location 700,325,44}")
    assert told[-2].point() == Vec3(704.0, 320.0, 44.0)


def test_every_step_of_a_path_follows_a_link() -> None:
    guest = join(arena_on("ctf-twins", "ctf"), "Ann", team=0)
    links = graph(guest)
    steps = only(asked(guest, "GETPATH {Id 1} {Target CTF-Twins.xBlueFlagBase0}"), "IPTH")
    ids = [line["RouteId"] for line in steps]
    assert len(ids) > 3
    assert all(end in links[start] for start, end in itertools.pairwise(ids))


def test_a_path_begins_with_the_next_place_to_go_to() -> None:
    guest = join(arena_on("ctf-twins", "ctf"), "Ann", team=0)
    first = only(asked(guest, "GETPATH {Id 1} {Target CTF-Twins.xBlueFlagBase0}"), "IPTH")[0]
    [answer] = asked(guest, f"CHECKREACH {{Id 1}} {{Location {first['Location']}}}")
    assert answer["Reachable"] == "True"


def test_a_path_has_at_most_sixteen_places() -> None:
    guest = join(drawn_arena(SNAKE, legend={"h": "XPickups.HealthPack"}), "Ann", at=(192.0, 192.0))
    told = asked(guest, "GETPATH {Id 1} {Target DM-Drawn.InventorySpot0}")
    assert len(only(told, "IPTH")) == 16
    assert told[-2]["RouteId"] != "DM-Drawn.InventorySpot0"


def test_a_long_path_can_be_asked_for_again_on_the_way() -> None:
    guest = join(drawn_arena(SNAKE, legend={"h": "XPickups.HealthPack"}), "Ann", at=(192.0, 192.0))
    for _ in range(20):
        told = only(asked(guest, "GETPATH {Id 1} {Target DM-Drawn.InventorySpot0}"), "IPTH")
        if not told or told[-1]["RouteId"] == "DM-Drawn.InventorySpot0":
            break
        guest.ask(f"RESPAWN {{StartLocation {told[-1]['Location']}}}")
    assert told[-1]["RouteId"] == "DM-Drawn.InventorySpot0"


@pytest.mark.parametrize("goal", ["{Target Nowhere}", "{Target DM-Drawn.PlayerStart1}"])
def test_no_way_is_an_empty_path(goal: str) -> None:
    guest = join(drawn_arena("#######\n#s.#.s#\n#######"), "Ann", at=(192.0, 192.0))
    assert words(asked(guest, f"GETPATH {{Id 7}} {goal}")) == ["SPTH", "EPTH"]


def test_a_path_without_an_id_has_an_empty_one() -> None:
    told = asked(ann(), "GETPATH {Location 2000,448,44}")
    assert told[0].text == "SPTH {MessageId }"


def test_paths_are_answered_in_the_order_of_the_questions() -> None:
    guest = ann()
    told = events(
        guest.ask("GETPATH {Id b} {Location 200,448,44}", "GETPATH {Id a} {Location 2500,448,44}")
    )
    assert [line["MessageId"] for line in only(told, "SPTH")] == ["b", "a"]
    assert words(told).count("EPTH") == 2
    assert words(told).index("EPTH") < len(told) - 1 - words(told)[::-1].index("SPTH")


# CHECKREACH


def test_an_open_place_is_reachable() -> None:
    [answer] = asked(ann(), "CHECKREACH {Id 5} {Location 1500,300,44}")
    assert answer.text == (
        "RCH {Id 5} {Reachable True} {From 640.00,448.00,44.00} {To 1500.00,300.00,44.00}"
    )


def test_a_place_behind_a_wall_is_not() -> None:
    [answer] = asked(ann(rows=SPLIT), "CHECKREACH {Id 5} {Location 1500,448,44}")
    assert (answer.word, answer["Reachable"]) == ("RCH", "False")


def test_a_target_is_answered_with_where_it_is() -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(1500.0, 448.0))
    [answer] = asked(guest, f"CHECKREACH {{Id 5}} {{Target {bob.id}}}")
    assert answer.text == (
        "RCH {Id 5} {Reachable True} {From 640.00,448.00,44.00} {To 1500.00,448.00,44.00}"
    )


def test_an_item_can_be_asked_for() -> None:
    guest = join(drawn_arena(ITEMS, legend=LEGEND), "Ann", at=(192.0, 192.0))
    [answer] = asked(guest, "CHECKREACH {Id 5} {Target DM-Drawn.NewHealthCharger0}")
    assert answer["Reachable"] == "True"


def test_an_unknown_target_is_not_answered() -> None:
    assert events(ann().ask("CHECKREACH {Id 5} {Target Nobody}", seconds=1.0)) == []


def test_a_question_without_an_id_is_answered_with_an_empty_one() -> None:
    [answer] = asked(ann(), "CHECKREACH {Location 1500,300,44}")
    assert answer.text.startswith("RCH {Id } {Reachable True}")


def test_the_dead_reach_nothing() -> None:
    guest = join(drawn_arena(), "Ann", more="{ManualSpawn True}")
    assert guest.ask("CHECKREACH {Id 5} {Location 1500,300,44}", seconds=1.0) == []


# FTRACE, TRACE


def test_a_free_line_is_not_blocked() -> None:
    [answer] = asked(ann(), "FTRACE {Id a} {From 200,200,60} {To 2000,400,60}")
    assert (
        answer.text == "FTR {Id a} {From 200.00,200.00,60.00} {To 2000.00,400.00,60.00} {Result False}"
    )


def test_a_line_through_a_wall_is_blocked() -> None:
    [answer] = asked(ann(rows=SPLIT), "FTRACE {Id a} {From 200,200,60} {To 2000,400,60}")
    assert (answer.word, answer["Result"]) == ("FTR", "True")


def test_without_a_start_a_line_begins_at_the_bot() -> None:
    [answer] = asked(ann(), "FTRACE {Id a} {To 2000,400,60}")
    assert answer["From"] == "640.00,448.00,44.00"


@pytest.mark.parametrize("word", ["FTRACE", "TRACE"])
def test_a_line_without_an_end_is_not_answered(word: str) -> None:
    assert events(ann().ask(f"{word} {{Id a}} {{From 200,200,60}}", seconds=1.0)) == []


def test_a_trace_tells_where_it_hit() -> None:
    [answer] = asked(ann(rows=SPLIT), "TRACE {Id a} {From 640,448,60} {To 2000,448,60}")
    assert answer.text == (
        "TRC {Id a} {From 640.00,448.00,60.00} {To 2000.00,448.00,60.00} {Result True}"
        f" {{HitId DM-Drawn.LevelInfo0}} {{HitLocation {answer['HitLocation']}}}"
        f" {{HitNormal {answer['HitNormal']}}}"
    )
    assert answer.point("HitLocation").distance_to(Vec3(1280.0, 448.0, 60.0)) < 0.5
    assert answer.point("HitNormal") == Vec3(-1.0, 0.0, 0.0)


def test_a_trace_that_hits_nothing_says_so() -> None:
    [answer] = asked(ann(), "TRACE {Id a} {From 200,200,60} {To 2000,400,60}")
    assert (answer["Result"], answer["HitId"]) == ("False", "None")


@pytest.mark.parametrize("actors", [True, False])
def test_a_trace_meets_players_only_on_demand(*, actors: bool) -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(1500.0, 448.0))
    [answer] = asked(guest, f"TRACE {{Id a}} {{To 2000,448,44}} {{TraceActors {actors}}}")
    assert (answer["Result"], answer["HitId"]) == (str(actors), bob.id if actors else "None")


def test_a_trace_does_not_meet_the_bot_itself() -> None:
    [answer] = asked(ann(), "TRACE {Id a} {To 2000,448,44} {TraceActors True}")
    assert answer["Result"] == "False"


# GETNAVS, GETINVS, GETITC, PING


@functools.cache
def listed(word: str) -> list[str]:
    """The part of the first lists that has a question of its own."""
    told = Guest(drawn_arena(ITEMS, legend=LEGEND)).ask("READY")
    names = words(told)
    return [line.text for line in told[names.index(f"S{word}") : names.index(f"E{word}") + 1]]


@pytest.mark.parametrize(("command", "word"), [("GETNAVS", "NAV"), ("GETINVS", "INV")])
def test_places_and_items_can_be_asked_for_again(command: str, word: str) -> None:
    guest = join(drawn_arena(ITEMS, legend=LEGEND), "Ann", at=(192.0, 192.0))
    assert [line.text for line in asked(guest, command)] == listed(word)


@pytest.mark.parametrize("name", ["XWeapons.ShockRiflePickup", "xweapons.shockriflepickup"])
def test_one_class_can_be_asked_for(name: str) -> None:
    [answer] = asked(ann(), f"GETITC {{Type {name}}}")
    assert (answer.word, answer["InventoryType"]) == ("ITC", "XWeapons.ShockRifle")


def test_an_unknown_class_is_not_answered() -> None:
    assert events(ann().ask("GETITC {Type XPickups.Pudding}", "GETITC", seconds=0.5)) == []


def test_a_ping_is_answered_with_the_time() -> None:
    [answer] = asked(ann(), "PING")
    assert answer.text == "PONG {Time 0.05}"


def test_a_ping_is_answered_before_the_next_tick() -> None:
    guest = ann()
    guest.take()
    guest.say("PING")
    assert words(guest.take()) == ["PONG"]


# Rays


def rays(guest: Guest) -> list[Line]:
    """What the rays of a bot meet in its next batch."""
    return only(guest.batch(), "ATR")


def test_rays_are_told_only_with_auto_trace() -> None:
    guest = ann()
    guest.ask("ADDRAY {Id Nose} {Direction 1,0,0} {Length 100}")
    assert rays(guest) == []


def test_a_ray_is_told_with_its_settings_and_what_it_met() -> None:
    guest = join(drawn_arena(), "Ann", at=(2600.0, 448.0))
    guest.ask("CONF {AutoTrace True}", "ADDRAY {Id Default}")
    guest.ask("REMOVERAY {Id All}", "ADDRAY {Id Nose} {Direction 1,0,0} {Length 500}")
    [ray] = rays(guest)
    assert list(ray.values) == (
        names("Id From To FastTrace FloorCorrection Result HitNormal HitLocation TraceActors HitId")
    )
    assert (ray["From"], ray["To"]) == ("2600.00,448.00,44.00", "3100.00,448.00,44.00")
    assert (ray["Result"], ray["HitId"]) == ("True", "DM-Drawn.LevelInfo0")
    assert ray.point("HitLocation").distance_to(Vec3(2688.0, 448.0, 44.0)) < 0.5


def test_a_ray_that_meets_nothing_says_so() -> None:
    guest = ann()
    guest.ask("ADDRAY {Id Nose} {Direction 1,0,0} {Length 50}", "CONF {AutoTrace True}")
    [ray] = rays(guest)
    assert (ray["Result"], ray["HitId"]) == ("False", "None")


def test_the_default_rays_look_ahead_and_to_both_sides() -> None:
    guest = ann()
    guest.ask("CONF {AutoTrace True}")
    ends = {ray["Id"]: ray.point("To") - ray.point("From") for ray in rays(guest)}
    assert ends["StraightAhead"] == Vec3(250.0, 0.0, 0.0)
    assert (ends["45toLeft"].x, ends["45toLeft"].y) == pytest.approx((141.42, -141.42), abs=0.02)
    assert (ends["45toRight"].x, ends["45toRight"].y) == pytest.approx((141.42, 141.42), abs=0.02)


def test_rays_turn_with_the_bot() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0), yaw=16384)
    guest.ask("CONF {AutoTrace True}")
    ahead = rays(guest)[0]
    assert ahead.point("To").distance_to(Vec3(640.0, 698.0, 44.0)) < 0.1


@pytest.mark.parametrize("name", ["Default", "default"])
def test_the_default_rays_replace_all_others(name: str) -> None:
    guest = ann()
    guest.ask("ADDRAY {Id Nose} {Length 50}", "CONF {AutoTrace True}", f"ADDRAY {{Id {name}}}")
    assert [ray["Id"] for ray in rays(guest)] == ["StraightAhead", "45toLeft", "45toRight"]


def test_a_ray_of_the_same_id_replaces_the_old_one() -> None:
    guest = ann()
    guest.ask("ADDRAY {Id Nose} {Direction 1,0,0} {Length 50}", "CONF {AutoTrace True}")
    guest.ask("ADDRAY {Id Nose} {Direction 1,0,0} {Length 80}")
    [ray] = rays(guest)
    assert ray.point("To").x == 720.0


def test_a_ray_can_be_taken_away() -> None:
    guest = ann()
    guest.ask("CONF {AutoTrace True}", "REMOVERAY {Id 45toLeft}")
    assert [ray["Id"] for ray in rays(guest)] == ["StraightAhead", "45toRight"]


@pytest.mark.parametrize("name", ["All", "all"])
def test_all_rays_can_be_taken_away(name: str) -> None:
    guest = ann()
    guest.ask("CONF {AutoTrace True}", f"REMOVERAY {{Id {name}}}")
    assert rays(guest) == []


@pytest.mark.parametrize("actors", [True, False])
def test_a_ray_meets_players_only_on_demand(*, actors: bool) -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(740.0, 448.0))
    guest.ask(f"ADDRAY {{Id Nose}} {{Direction 1,0,0}} {{Length 200}} {{TraceActors {actors}}}")
    guest.ask("CONF {AutoTrace True}")
    [ray] = rays(guest)
    assert (ray["TraceActors"], ray["Result"]) == (str(actors), str(actors))
    assert ray["HitId"] == (bob.id if actors else "None")


def test_a_fast_ray_still_says_whether_it_is_blocked() -> None:
    guest = join(drawn_arena(), "Ann", at=(2600.0, 448.0))
    guest.ask(
        "ADDRAY {Id Nose} {Direction 1,0,0} {Length 500} {FastTrace True}", "CONF {AutoTrace True}"
    )
    [ray] = rays(guest)
    assert (ray["FastTrace"], ray["Result"]) == ("True", "True")


def test_rays_outlive_the_body() -> None:
    guest = ann()
    guest.ask("CONF {AutoTrace True}")
    heard = guest.ask("RESPAWN", seconds=0.5)
    assert len(only(heard, "ATR")) % 3 == 0
    assert the(only(heard, "ATR")[:1], "ATR")["Id"] == "StraightAhead"
