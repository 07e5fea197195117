"""Tournament files: what they come to, and every mistake with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import jsonschema
import pytest
import yaml

from agentfw.documents import schema_of
from agentfw.errors import TeamError, UsageError
from agentfw.tournament import is_tournament, read_tournament
from agentfw.tournament.finding import find_tournament, shipped_tournaments
from agentfw.tournament.shapes import TournamentShape
from tests.tournament.files import schedule, tournament_file

if TYPE_CHECKING:
    from pathlib import Path


def problems(folder: Path, text: str) -> list[str]:
    """What is wrong with a file, without its name."""
    file = tournament_file(folder, text)
    with pytest.raises(TeamError) as caught:
        read_tournament(file)
    return [problem.replace(f"{file}:", "") for problem in caught.value.problems]


def test_a_single_word_is_played_in_every_game_type(tmp_path: Path) -> None:
    found = read_tournament(tournament_file(tmp_path))
    assert [entrant.name for entrant in found.entrants] == ["hunter", "posh", "fsm"]
    assert found.entrants[1].squads["ctf"][0].brain == "deathmatch.lap"


def test_game_types_come_before_what_is_told_for_all(tmp_path: Path) -> None:
    text = "entrants: {a: {all: hunter, dm: deathmatch.fsm}, b: hunter}\ngrounds: [dm-closet]"
    squads = read_tournament(tournament_file(tmp_path, text)).entrants[0].squads
    assert (squads["dm"][0].brain, squads["tdm"][0].brain) == ("deathmatch.fsm", "hunter")


def test_a_ground_has_the_limits_of_the_file_unless_it_tells_its_own(tmp_path: Path) -> None:
    text = (
        "entrants: {a: hunter, b: hunter}\n"
        "grounds: [dm-closet, {map: ctf-twins, mode: tdm, bots: 3, minutes: 2, score: 7}]\n"
        "bots: 2\nminutes: 4\nscore: 9\nseeds: [4, 8]"
    )
    found = read_tournament(tournament_file(tmp_path, text))
    first, second = found.grounds
    assert (first.mode, first.bots, first.minutes, first.score) == ("dm", 2, 4.0, 9)
    assert (second.mode, second.bots, second.minutes, second.score) == ("tdm", 3, 2.0, 7)
    assert second.label == "ctf-twins tdm 3v3 2 min to 7"
    assert found.seeds == (4, 8)


def test_seeds_can_be_told_from_outside(tmp_path: Path) -> None:
    assert read_tournament(tournament_file(tmp_path, seeds=9), 3).seeds == (0, 1, 2)


def test_options_and_skills_reach_the_brains(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("", encoding="utf-8")
    text = (
        "entrants:\n  a: {all: deathmatch.lap, options: {shuffle: true}, skills: own.py, skill: 3.5}\n"
        "  b: hunter\ngrounds: [dm-closet]"
    )
    one = read_tournament(tournament_file(tmp_path, text)).entrants[0].squads["dm"][0]
    assert one.options == {"shuffle": "true", "skills": str(tmp_path / "own.py")}
    assert one.skill == 3.5


def test_files_are_seen_from_the_tournament_file(tmp_path: Path) -> None:
    brain = "from agentfw.brains.hunter import Hunter as Mine\n"
    (tmp_path / "mine.py").write_text(brain, encoding="utf-8")
    text = "entrants: {a: 'mine.py:Mine', b: hunter}\ngrounds: [dm-closet]"
    found = read_tournament(tournament_file(tmp_path, text))
    assert found.entrants[0].squads["dm"][0].brain == f"{tmp_path / 'mine.py'}:Mine"


TEAM = "teams: {ours: {skill: 4, bots: {Ada: {plan: deathmatch.lap}, Bob: {brain: hunter, skill: 2}}}}"


def test_the_bots_of_a_team_file_play_in_every_game_type(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(TEAM, encoding="utf-8")
    text = (
        "entrants: {ours: {team: ours.yaml}, b: hunter}\n"
        "grounds: [dm-closet, {map: ctf-twins, mode: ctf, bots: 3}]"
    )
    squads = read_tournament(tournament_file(tmp_path, text)).entrants[0].squads
    assert [(one.brain, one.skill) for one in squads["ctf"]] == [("deathmatch.lap", 4), ("hunter", 2)]
    assert squads["dm"] == squads["ctf"]


@pytest.mark.parametrize(
    ("team", "problem"),
    [
        (f"{TEAM[:-1]}, more: {{brain: hunter}}}}", "expected one team, found 2"),
        (
            TEAM.replace("skill: 4", "coordinator: {plan: tdm-leader.htn}"),
            "the team has a coordinator, and in tournaments every bot plays by itself",
        ),
        (
            TEAM.replace("skill: 4", "share: true"),
            "the team has shared facts, and in tournaments every bot plays by itself",
        ),
        ("teams: {ours: {brain: huntr}}", 'did you mean "hunter"?'),
    ],
)
def test_a_team_that_cannot_be_an_entrant_is_told(tmp_path: Path, team: str, problem: str) -> None:
    (tmp_path / "ours.yaml").write_text(team, encoding="utf-8")
    text = "entrants: {ours: {team: ours.yaml}, b: hunter}\ngrounds: [dm-closet]"
    (found,) = problems(tmp_path, text)
    assert problem in found


def test_what_a_team_file_decides_cannot_be_told_beside_it(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(TEAM, encoding="utf-8")
    text = "entrants: {ours: {team: ours.yaml, dm: hunter, skill: 3}, b: hunter}\ngrounds: [dm-closet]"
    assert problems(tmp_path, text) == [
        f"1:{column}: entrants.ours: takes its bots from a team file: {key} has no effect"
        for column, key in ((40, "dm"), (55, "skill"))
    ]


def test_all_mistakes_of_the_shape_are_told_at_once(tmp_path: Path) -> None:
    text = "entrants:\n  a: {sklls: x.py}\n  b: {skill: 9}\nminutes: soon\nseeds: 0"
    assert problems(tmp_path, text) == [
        '1:1: the tournament: key "grounds" is missing',
        '2:7: entrants.a: unknown key "sklls", did you mean "skills"?',
        '3:14: entrants.b.skill: expected a number from 1 to 5, found "9"',
        '4:10: minutes: expected a number from 0.1 to 600, found "soon"',
        '5:8: seeds: expected a whole number from 1 to 100000 or a list, found "0"',
    ]


def test_a_mistake_of_the_shape_hides_no_others(tmp_path: Path) -> None:
    text = (
        "entrants:\n"
        "  a: huntre\n"
        "  b: {team: nobody.yaml, skil: 3}\n"
        "  c: {al: hunter}\n"
        "  d: {plan: hunter}\n"
        "  e: 7\n"
        "grounds: [dm-closett, dm-closet]\n"
        "minutes: soon"
    )
    found = problems(tmp_path, text)
    beginnings = [
        '2:6: brain "huntre" is not known',
        '3:13: there is no team file "nobody.yaml"',
        '3:26: entrants.b: unknown key "skil"',
        '4:7: entrants.c: unknown key "al"',
        '5:6: entrants.d: plays nothing in dm: add "dm", or "all"',
        '5:7: entrants.d: unknown key "plan"',
        "6:6: entrants.e: expected a text, found the number 7",
        '7:11: there is no map "dm-closett"',
        "8:10: minutes: expected a number",
    ]
    for problem, beginning in zip(found, beginnings, strict=True):
        assert problem.startswith(beginning)


def test_what_cannot_be_read_does_not_also_count_as_missing(tmp_path: Path) -> None:
    for text in (
        "entrants: {a: hunter, b: 3}\ngrounds: [dm-closet]",
        "entrants: 3\ngrounds: [dm-closet]",
    ):
        assert len(problems(tmp_path, text)) == 1
    assert problems(tmp_path, "seeds: 3") == [
        '1:1: the tournament: key "entrants" is missing',
        '1:1: the tournament: key "grounds" is missing',
    ]


def test_all_mistakes_of_what_it_names_are_told_at_once(tmp_path: Path) -> None:
    text = (
        "entrants:\n"
        "  a: {dm: deathmatch.ltn, ctf: []}\n"
        "  b: {dm: deathmatch.lap, options: {foo: 1}}\n"
        "grounds:\n"
        "  - dm-closett\n"
        "  - {map: dm-closet, mode: dom}\n"
        "  - dm-closet\n"
        "  - {map: dm-closet, mode: dm}\n"
        "  - {map: ctf-twins, mode: ctf}\n"
        "seeds: [1, 1]"
    )
    found = problems(tmp_path, text)
    assert [re.match(r"\d+:\d+", problem)[0] for problem in found] == [  # type: ignore[index]
        *("2:11", "2:32", "3:6", "3:11", "5:5", "6:5", "8:5", "10:12")
    ]
    assert found[1] == "2:32: entrants.a.ctf: the list is empty"
    assert found[2] == '3:6: entrants.b: plays nothing in ctf: add "ctf", or "all"'
    assert found[3].startswith('3:11: deathmatch.lap: unknown option "foo"')
    assert found[4].startswith('5:5: there is no map "dm-closett", did you mean "dm-closet"?')
    assert found[6] == "8:5: grounds: dm-closet dm 1v1 stands here twice"
    assert found[7] == "10:12: seeds: 1 stands here twice"


def test_more_games_than_can_be_played_are_told_at_the_seeds(tmp_path: Path) -> None:
    text = "entrants: {a: hunter, b: hunter}\ngrounds: [dm-closet]\nseeds: 50001"
    told = "seeds: 50001 seeds for 2 entrants and 1 grounds are 100002 games, and 100000 at most"
    assert problems(tmp_path, text) == [f"3:8: {told} can be played"]
    file = tournament_file(tmp_path, text.replace("50001", "50000"))
    assert len(read_tournament(file).seeds) == 50_000
    with pytest.raises(TeamError, match="are 100002 games"):
        read_tournament(file, 50_001)


def test_skills_whose_name_no_file_can_have_are_told(tmp_path: Path) -> None:
    text = 'entrants: {a: {all: hunter, skills: "a\\0b.py"}, b: hunter}\ngrounds: [dm-closet]'
    (problem,) = problems(tmp_path, text)
    assert problem.startswith("1:21: a\\x00b.py: cannot be read: ")


def test_nothing_in_a_message_can_steer_a_terminal(tmp_path: Path) -> None:
    text = 'entrants: {a: "\\e[2Jx", b: hunter}\ngrounds: [dm-closet]'
    (problem,) = problems(tmp_path, text)
    assert problem.startswith('1:15: brain "\\x1b[2Jx" is not known')


def test_mistakes_of_a_plan_are_told_once_with_their_own_place(tmp_path: Path) -> None:
    (tmp_path / "bad.fsm").write_text("State a\n  do nonsense\n", encoding="utf-8")
    text = "entrants: {a: bad.fsm, b: {dm: [bad.fsm, bad.fsm]}}\ngrounds: [dm-closet]"
    with pytest.raises(TeamError) as caught:
        read_tournament(tournament_file(tmp_path, text))
    assert caught.value.problems
    assert len(set(caught.value.problems)) == len(caught.value.problems)
    assert all(str(tmp_path / "bad.fsm") in problem for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("entrants: {a: hunter}\ngrounds: [dm-closet]", "expected two at least, found 1"),
        ("entrants: {a: hunter, b: hunter}\ngrounds: []", "grounds: expected one at least, found none"),
        (
            "entrants: {a: hunter, b: hunter}\ngrounds: [dm-closet]\nseeds: []",
            "seeds: expected one at least, found none",
        ),
        (
            'entrants: {"a\\e": hunter, b: hunter}\ngrounds: [dm-closet]',
            "expected a name of 1 to 32 plain letters, found 'a\\x1b'",
        ),
        ("entrants: [", "not valid YAML"),
        ("", "the file is empty"),
    ],
)
def test_what_cannot_be_a_tournament_is_told(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "cup.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(TeamError) as caught:
        read_tournament(file)
    assert problem in str(caught.value)


def test_a_file_that_is_not_there_is_told_with_the_nearest_that_ships() -> None:
    with pytest.raises(UsageError, match=r'no tournament file "smal.yaml", did you mean "small.yaml"\?'):
        find_tournament("smal.yaml")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("# mine\nentrants: {a: b}\n", True),
        ("{entrants: {a: b}}", True),
        ('"grounds" : []\n', True),
        ("teams:\n  entrants: {brain: hunter}\n", False),
        ("teams: {a: {brain: hunter}} # entrants: none", False),
        ("\0", False),
    ],
)
def test_a_tournament_is_told_from_a_team_by_its_keys(tmp_path: Path, text: str, is_one: bool) -> None:  # noqa: FBT001
    assert is_tournament(str(tournament_file(tmp_path, text))) == is_one


def test_a_tournament_that_ships_is_known_as_one() -> None:
    assert is_tournament("small.yaml")
    assert not is_tournament("domination.yaml")


@pytest.mark.parametrize("name", shipped_tournaments())
def test_every_tournament_that_ships_can_be_played(name: str) -> None:
    assert schedule(find_tournament(name)).games


@pytest.mark.parametrize("name", shipped_tournaments())
def test_the_schema_fits_what_ships(name: str) -> None:
    text = find_tournament(name).read_text(encoding="utf-8")
    jsonschema.validate(yaml.safe_load(text), schema_of(TournamentShape, "A tournament"))


@pytest.mark.parametrize(
    "value",
    [
        {"entrants": {"a": "x"}},
        {"entrants": {"a": {"dn": "x"}}, "grounds": []},
        {"entrants": {"a": "x"}, "grounds": ["m"], "seeds": 0},
        {"entrants": {"a": "x"}, "grounds": [{"mode": "dm"}]},
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(value: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, schema_of(TournamentShape, "A tournament"))
