"""Where a match is played, and on which side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.team import Ground, read_lineup
from tests.team.files import lineup, mistakes, write

if TYPE_CHECKING:
    from pathlib import Path

ONE = "teams: {red: {brain: hunter}}"
SECRET = "correct-horse"  # noqa: S105 - to look for it where it must not be


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ground(server: str, environment: dict[str, str] | None = None) -> Ground:
    return lineup(f"server: {server}\n{ONE}", environment).ground


def wrong(server: str, environment: dict[str, str] | None = None) -> tuple[str, ...]:
    return mistakes(f"server: {server}\n{ONE}", environment=environment)


@pytest.mark.parametrize(
    ("server", "found"),
    [
        ("{}", Ground(map="dm-foundry", mode="dm", dialect="gamebots-2004")),
        ("{mode: dom}", Ground(map="dom-crossing", mode="dom", dialect="gamebots-ut99")),
        ("{map: ctf-ravine}", Ground(map="ctf-ravine", mode="ctf", dialect="gamebots-2004")),
        (
            "{map: dom-vault, dialect: gamebots-2004, bots: 2, skill: 7}",
            Ground(map="dom-vault", mode="ddom", dialect="gamebots-2004", bots=2, skill=7.0),
        ),
    ],
)
def test_what_is_left_out_of_an_arena_follows_from_the_rest(server: str, found: Ground) -> None:
    assert ground(server) == found


def test_without_a_server_it_is_a_deathmatch_in_the_arena() -> None:
    assert lineup(ONE).ground == Ground(map="dm-foundry", mode="dm", dialect="gamebots-2004")


def test_a_host_has_the_usual_port_and_tells_its_dialect_itself() -> None:
    assert ground("{host: ut-host}") == Ground(host="ut-host", port=3000, dialect="auto")


def test_a_host_takes_port_dialect_and_password() -> None:
    found = ground(
        "{host: '10.0.0.7', port: 3100, dialect: gamebots-ut99, password: $UT_PW}", {"UT_PW": SECRET}
    )
    assert found == Ground(host="10.0.0.7", port=3100, dialect="gamebots-ut99", password=SECRET)


def test_the_password_is_not_shown_with_the_rest() -> None:
    found = lineup(f"server: {{host: ut-host, password: $UT_PW}}\n{ONE}", {"UT_PW": SECRET})
    assert SECRET not in repr(found)
    assert SECRET not in str(found)


@pytest.mark.parametrize("password", [SECRET, "$", "${UT_PW}", "$UT-PW", "a$UT_PW", "$1A", "''"])
def test_a_password_is_the_name_of_a_variable_and_is_never_repeated(password: str) -> None:
    assert wrong(f"{{host: ut-host, password: {password!r}}}", {"UT_PW": "other"}) == (
        (
            "team.yaml:1:35: server.password: expected $NAME, an environment variable that holds it; "
            "a password does not belong into a file"
        ),
    )


@pytest.mark.parametrize("value", ["12345", "true", "[a, secret]", "{secret: word}"])
def test_a_password_that_is_no_text_is_not_repeated_either(value: str) -> None:
    assert wrong(f"{{host: ut-host, password: {value}}}") == (
        "team.yaml:1:35: server.password: expected a text, found something else",
    )


@pytest.mark.parametrize("environment", [{}, {"UT_PW": ""}])
def test_a_variable_that_is_not_set_is_told(environment: dict[str, str]) -> None:
    assert wrong("{host: ut-host, password: $UT_PW}", environment) == (
        "team.yaml:1:35: server.password: the environment variable UT_PW is not set",
    )


def test_a_dollar_anywhere_else_is_a_letter() -> None:
    found = lineup("teams: {$HOME: {brain: hunter, bots: [$Ada], options: {a: $HOME}}}", {"HOME": "no"})
    assert (found.teams[0].name, found.teams[0].bots[0].name) == ("$HOME", "$Ada")
    assert found.teams[0].bots[0].options == {"a": "$HOME"}


def test_what_a_server_decides_is_refused_beside_a_host() -> None:
    assert wrong("{host: ut-host, map: dm-cellar, mode: dm, bots: 0, skill: 4}") == (
        "team.yaml:1:30: server.map: a server decides that itself, and host names one",
        "team.yaml:1:47: server.mode: a server decides that itself, and host names one",
        "team.yaml:1:57: server.bots: a server decides that itself, and host names one",
        "team.yaml:1:67: server.skill: a server decides that itself, and host names one",
    )


def test_what_only_a_host_has_is_refused_without_one() -> None:
    assert wrong("{port: 3000, password: $PW, dialect: auto}", {"PW": SECRET}) == (
        "team.yaml:1:16: server.port: there is no host to go to",
        "team.yaml:1:32: server.password: there is no host to go to",
        "team.yaml:1:46: server.dialect: auto is for a host: the arena speaks what it is told",
    )


def test_a_port_inside_of_a_host_is_told_where_it_belongs() -> None:
    assert wrong("{host: 'ut-host:3000'}") == (
        "team.yaml:1:16: server.host: the port is a key of its own, as in host: ut-host, port: 3000",
    )


def test_an_address_with_many_colons_is_an_address() -> None:
    assert ground("{host: '::1', port: 3000}").host == "::1"


@pytest.mark.parametrize(
    "host", ["my host", "http://ut-host", "ut-host/x", "user@ut-host", "[::1]", "a..b", "x" * 64, " "]
)
def test_what_no_computer_is_called_is_refused(host: str) -> None:
    assert wrong(f"{{host: '{host}'}}") == (
        f'team.yaml:1:16: server.host: expected the name or address of a computer, found "{host}"',
    )


@pytest.mark.parametrize("host", ["ut-host", "ut_host.example.org", "10.0.0.7", "fe80::1%eth0", "hôte"])
def test_names_and_addresses_of_computers_are_hosts(host: str) -> None:
    assert ground(f"{{host: '{host}'}}").host == host


def test_an_empty_host_is_none() -> None:
    assert wrong("{host: ''}") == (
        "team.yaml:1:16: server.host: expected the name or address of a computer",
    )


def test_unknown_maps_and_dialects_come_with_the_nearest() -> None:
    assert wrong("{map: dm-celar, dialect: gamebots-2003}") == (
        (
            'team.yaml:1:15: server.map: there is no map "dm-celar", did you mean "dm-cellar"? '
            "(known: ctf-ravine, ctf-twins, dm-cellar, dm-closet, dm-foundry, dom-crossing, dom-vault, "
            "or a file)"
        ),
        (
            'team.yaml:1:34: server.dialect: there is no dialect "gamebots-2003", did you mean '
            '"gamebots-2004"? (known: gamebots-2004, gamebots-ut99, or a file)'
        ),
    )


def test_a_map_that_is_not_made_for_the_mode_is_told_with_those_that_are() -> None:
    assert wrong("{map: dm-cellar, mode: ctf}") == (
        (
            "team.yaml:1:32: server.mode: DM-Cellar cannot be played as ctf; maps that can: "
            "ctf-ravine, ctf-twins"
        ),
    )


@pytest.mark.parametrize(
    ("mode", "dialect", "other"), [("dom", "gamebots-2004", "ddom"), ("ddom", "gamebots-ut99", "dom")]
)
def test_a_dialect_without_words_for_the_mode_is_told(mode: str, dialect: str, other: str) -> None:
    (problem,) = wrong(f"{{dialect: {dialect}, mode: {mode}}}")
    assert problem == (
        f"team.yaml:1:19: server.dialect: {dialect} has no words for {mode}; take mode {other}, "
        f"or leave the dialect out"
    )


@pytest.mark.parametrize("key", ["map", "dialect"])
def test_missing_files_of_maps_and_dialects_are_told_where_they_are_named(key: str) -> None:
    column = len("server: {: ") + len(key) + 1
    assert wrong(f"{{{key}: no/such.yaml}}") == (
        f'team.yaml:1:{column}: server.{key}: there is no file "no/such.yaml"',
    )


def test_missing_files_that_an_include_names_are_told_there() -> None:
    write(base="server: {map: mine.yaml}")
    assert mistakes(f"include: base.yaml\n{ONE}") == (
        'base.yaml:1:15: server.map: there is no file "mine.yaml"',
    )


def test_the_mistakes_of_a_map_of_ones_own_are_passed_on(folder: Path) -> None:
    (folder / "mine.yaml").write_text("name: Mine\n")
    (first, *_) = wrong("{map: mine.yaml}")
    assert first.startswith("mine.yaml:1:1: ")


@pytest.mark.parametrize("key", ["map", "dialect", "host"])
def test_names_that_nothing_can_have_are_refused(key: str) -> None:
    assert len(wrong(f'{{{key}: "{"x" * 5000}\\0"}}')) == 1


def sides(server: str, *teams: str) -> list[int | None]:
    text = "\n".join(f"  {team}" for team in teams)
    return [team.number for team in lineup(f"server: {server}\nteams:\n{text}").teams]


def test_nobody_has_a_side_where_everybody_plays_for_himself() -> None:
    teams = [f"t{number}: {{brain: hunter}}" for number in range(5)]
    assert sides("{mode: dm}", *teams, "t5: {brain: hunter, color: gold}") == [None] * 6


@pytest.mark.parametrize("mode", ["tdm", "ctf", "dom", "ddom"])
def test_teams_take_sides_in_the_order_of_the_file(mode: str) -> None:
    assert sides(f"{{mode: {mode}}}", "b: {brain: hunter}", "a: {brain: hunter}") == [0, 1]


def test_colors_come_first_and_the_others_take_what_is_left() -> None:
    assert sides("{mode: ctf}", "a: {brain: hunter}", "b: {brain: hunter, color: red}") == [1, 0]


def test_a_host_can_have_four_sides() -> None:
    teams = ["a: {brain: hunter}", "b: {brain: hunter, color: red}", "c: {brain: hunter, color: gold}"]
    assert sides("{host: ut-host}", *teams, "d: {brain: hunter}") == [1, 0, 3, 2]


def test_one_color_for_two_teams_is_told_at_the_second() -> None:
    teams = "teams:\n  a: {brain: hunter, color: red}\n  b: {brain: hunter, color: red}\n"
    assert mistakes(f"server: {{mode: ctf}}\n{teams}") == (
        'team.yaml:4:29: color: team "a" is red already',
    )


def test_a_color_that_the_mode_does_not_have_is_told() -> None:
    assert mistakes("server: {mode: ctf}\nteams: {a: {brain: hunter, color: gold}}") == (
        "team.yaml:2:35: color: there is no gold side in ctf, only red and blue",
    )


def test_more_teams_than_sides_are_told_at_the_first_too_many() -> None:
    teams = "teams:\n  a: {brain: hunter}\n  b: {brain: hunter}\n  c: {brain: hunter}\n"
    assert mistakes(f"server: {{mode: dom}}\n{teams}") == (
        'team.yaml:5:3: team "c": dom has 2 sides, and all are taken',
    )


def test_more_players_than_the_arena_has_room_for_are_told() -> None:
    teams = "teams:\n  a: {brain: hunter, bots: 16}\n  b: {brain: hunter, bots: 16}\n"
    assert mistakes(f"server: {{bots: 1}}\n{teams}") == (
        'team.yaml:4:3: team "b": the arena has room for 32 players, and this match has 33',
    )


def test_thirty_two_players_have_room() -> None:
    assert len(lineup("teams: {a: {brain: hunter, bots: 32}}").teams[0].bots) == 32


def test_sixty_four_bots_can_go_to_a_host() -> None:
    found = lineup("{server: {host: ut-host}, teams: {a: {brain: hunter, bots: 64}}}")
    assert len(found.teams[0].bots) == 64


def test_an_included_password_is_told_where_it_stands(folder: Path) -> None:
    write(base="# secret things\nserver: {host: ut-host, password: $PW}")
    assert mistakes("{include: base.yaml, teams: {red: {brain: hunter}}}") == (
        "base.yaml:2:35: server.password: the environment variable PW is not set",
    )
    assert read_lineup([folder / "team.yaml"], environment={"PW": SECRET}).ground.password == SECRET
