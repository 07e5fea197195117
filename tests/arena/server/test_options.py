"""How an arena is set up: what follows from what, and which choices do not go together."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.server.arena import Arena
from agentfw.arena.server.options import ArenaOptions, maps_for
from agentfw.arena.world.rules import Mode
from agentfw.errors import MapError, UsageError
from tests.support.guests import write_map

if TYPE_CHECKING:
    from pathlib import Path

CLASSIC, MODERN = "gamebots-ut99", "gamebots-2004"
MODES = ("dm", "tdm", "ctf", "dom", "ddom")
PLAYABLE = [
    (name, mode, dialect)
    for name in known_maps()
    for mode in find_map(name).modes
    for dialect in (CLASSIC, MODERN)
    if (mode, dialect) not in (("dom", MODERN), ("ddom", CLASSIC))
]


# What follows from what


def test_without_any_choice_it_is_deathmatch_in_the_newer_dialect() -> None:
    options = ArenaOptions()
    assert (options.mode_name, options.dialect_name) == ("dm", MODERN)
    assert options.find_map().name == "DM-Foundry"


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_has_a_map_and_a_dialect(mode: str) -> None:
    arena = Arena(ArenaOptions(mode=mode))
    assert arena.world.settings.mode is Mode(mode)
    assert arena.dialect.name == (CLASSIC if mode == "dom" else MODERN)


@pytest.mark.parametrize("name", known_maps())
def test_without_a_mode_the_first_one_of_the_map_is_played(name: str) -> None:
    assert ArenaOptions(map=name).mode_name == find_map(name).modes[0]


@pytest.mark.parametrize("dialect", [CLASSIC, MODERN])
@pytest.mark.parametrize("name", known_maps())
def test_without_a_mode_one_that_fits_the_dialect_is_played(name: str, dialect: str) -> None:
    options = ArenaOptions(map=name, dialect=dialect)
    assert options.find_dialect().name == dialect
    assert options.mode_name in find_map(name).modes


@pytest.mark.parametrize(("name", "mode", "dialect"), PLAYABLE)
def test_a_shipped_map_can_be_played_in_all_of_its_modes(name: str, mode: str, dialect: str) -> None:
    options = ArenaOptions(map=name, mode=mode, dialect=dialect)
    assert options.find_map().name.lower() == name
    assert options.settings().mode.value == mode


def test_each_dialect_plays_its_own_game() -> None:
    for name, game in ((CLASSIC, UT99), (MODERN, UT2004)):
        options = ArenaOptions(dialect=name)
        assert options.game(options.find_dialect()) is game


@pytest.mark.parametrize(
    ("dialect", "mode", "limit"),
    [
        (MODERN, "dm", 25),
        (MODERN, "tdm", 60),
        (MODERN, "ctf", 100),
        (MODERN, "ddom", 3),
        (CLASSIC, "dm", 30),
        (CLASSIC, "tdm", 30),
        (CLASSIC, "ctf", 3),
        (CLASSIC, "dom", 100),
    ],
)
def test_the_goal_is_that_of_the_game(dialect: str, mode: str, limit: int) -> None:
    assert ArenaOptions(dialect=dialect, mode=mode).settings().score_limit == limit


def test_limits_that_are_given_are_taken() -> None:
    settings = ArenaOptions(score_limit=7, time_limit_min=2.5).settings()
    assert (settings.score_limit, settings.time_limit_s) == (7, 150.0)


def test_a_limit_of_nothing_is_none() -> None:
    settings = ArenaOptions(score_limit=0, time_limit_min=0.0).settings()
    assert (settings.score_limit, settings.time_limit_s) == (0, 0.0)


@pytest.mark.parametrize("mode", MODES)
def test_weapons_stay_in_all_games_but_deathmatch(mode: str) -> None:
    assert ArenaOptions(mode=mode).settings().weapon_stay is (mode != "dm")
    assert ArenaOptions(mode=mode, weapon_stay=False).settings().weapon_stay is False


@pytest.mark.parametrize(
    ("dialect", "mode", "has"),
    [
        (MODERN, "dm", False),
        (MODERN, "ctf", True),
        (MODERN, "ddom", False),
        (CLASSIC, "ctf", True),
        (CLASSIC, "dom", True),
        (CLASSIC, "tdm", False),
    ],
)
def test_the_translocator_comes_with_the_games_that_have_it(
    dialect: str, mode: str, *, has: bool
) -> None:
    assert ArenaOptions(dialect=dialect, mode=mode).settings().translocator is has


def test_a_map_may_be_a_file(tmp_path: Path) -> None:
    path = write_map(tmp_path, "#####\n#s.s#\n#####", name="DM-Mine")
    assert Arena(ArenaOptions(map=path)).world.level.name == "DM-Mine"


@pytest.mark.parametrize("name", ["CTF-Twins", "ctf-twins", "CTF-TWINS"])
def test_shipped_maps_are_found_in_any_case(name: str) -> None:
    assert ArenaOptions(map=name).find_map().name == "CTF-Twins"


@pytest.mark.parametrize("mode", MODES)
def test_maps_for_a_mode_are_those_that_say_so(mode: str) -> None:
    assert maps_for(mode) == [name for name in known_maps() if mode in find_map(name).modes]
    assert maps_for(mode)


def test_options_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        ArenaOptions().seed = 3  # type: ignore[misc]


def test_options_can_be_converted_from_plain_data() -> None:
    options = msgspec.convert({"map": "dm-cellar", "speed": math.inf, "bots": 2}, ArenaOptions)
    assert (options.map, options.speed, options.bots) == ("dm-cellar", math.inf, 2)


# What does not go together


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            {"mode": "dom", "dialect": MODERN},
            "gamebots-2004 has no words for dom: take --mode ddom, or the dialect of the other game",
        ),
        (
            {"mode": "ddom", "dialect": CLASSIC},
            "gamebots-ut99 has no words for ddom: take --mode dom, or the dialect of the other game",
        ),
        (
            {"mode": "ctf", "map": "dm-closet"},
            "DM-Closet cannot be played as ctf; maps that can: ctf-ravine, ctf-twins",
        ),
        (
            {"mode": "dom", "map": "ctf-twins"},
            "CTF-Twins cannot be played as dom; maps that can: dom-crossing, dom-vault",
        ),
        ({"mode": "race"}, 'there is no game type "race" (known: dm, tdm, ctf, dom, ddom)'),
    ],
)
def test_choices_that_do_not_go_together_are_explained(options: dict[str, str], text: str) -> None:
    with pytest.raises(UsageError) as caught:
        Arena(ArenaOptions(**options))  # type: ignore[arg-type]
    assert str(caught.value) == text


def test_an_unknown_map_is_explained() -> None:
    with pytest.raises(UsageError, match=r'^there is no map "dm-closett", did you mean "dm-closet"\?'):
        Arena(ArenaOptions(map="dm-closett"))


def test_an_unknown_dialect_is_explained() -> None:
    with pytest.raises(UsageError, match=r'^there is no dialect "gamebots-2005"'):
        Arena(ArenaOptions(dialect="gamebots-2005"))


def test_a_bad_map_file_is_explained_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(
        "map: M\nabout: x\nmodes: [dm]\nplayers: 2-4\nlayers:\n  - at: 0\n    rows: |\n      sQ\n"
    )
    with pytest.raises(MapError, match=r"bad\.yaml:8:8: "):
        Arena(ArenaOptions(map=str(file)))


def test_more_bots_than_places_are_not_let_in() -> None:
    arena = Arena(ArenaOptions(map="dm-closet", bots=5, max_players=3))
    assert len(arena.world.players) == 3
