"""Several files that meet in one match."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentfw.errors import TeamError, UsageError
from agentfw.team import Lineup, read_lineup
from tests.team.files import bots, mistakes, write

RED = "teams: {red: {brain: hunter, color: red, bots: [Ada, Bob]}}"
BLUE = "teams: {blue: {brain: hunter, bots: 2}}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def met(*texts: str) -> Lineup:
    """The match of so many files."""
    write(**{f"f{number}": text for number, text in enumerate(texts)})
    return read_lineup([Path(f"f{number}.yaml") for number in range(len(texts))], environment={})


def test_the_teams_of_all_files_meet_in_their_order() -> None:
    found = met(f"{{server: {{mode: tdm}}, {BLUE}}}", RED)
    assert [(team.name, team.number) for team in found.teams] == [("blue", 1), ("red", 0)]
    assert list(bots(found)) == ["blue-1", "blue-2", "Ada", "Bob"]


def test_what_is_said_of_the_match_comes_from_the_first_file_that_says_it() -> None:
    found = met(
        f"{{seed: 3, {RED}}}",
        f"{{server: {{mode: ctf}}, limits: {{score: 2}}, seed: 4, matches: 5, {BLUE}}}",
        "{matches: 6, limits: {minutes: 9}, record: out, stagger_s: 2}",
    )
    assert (found.seed, found.matches, found.record, found.stagger_s) == (3, 5, "out", 2.0)
    assert (found.ground.mode, found.ground.score, found.ground.minutes) == ("ctf", 2, None)


def test_roles_and_defaults_stay_with_their_file() -> None:
    found = met(
        "{defaults: {brain: hunter, skill: 1}, roles: {a: {skill: 2}}, "
        "teams: {red: {bots: {Ada: a, Bob: }}}}",
        "{defaults: {brain: hunter}, roles: {a: {skill: 5}}, teams: {blue: {bots: {Cleo: a, Dora: }}}}",
    )
    assert {name: bot.skill for name, bot in bots(found).items()} == {
        "Ada": 2,
        "Bob": 1,
        "Cleo": 5,
        "Dora": None,
    }


def test_the_same_server_in_other_words_is_the_same_server() -> None:
    found = met(f"{{server: {{mode: dom}}, {RED}}}", f"{{server: {{map: dom-crossing}}, {BLUE}}}")
    assert str(found.ground) == "dom on dom-crossing"


def test_another_server_is_a_mistake_at_its_place() -> None:
    write(blue=f"seed: 1\nserver: {{host: ut-host}}\n{BLUE}")
    assert mistakes(f"server: {{mode: dom}}\n{RED}", "blue") == (
        (
            "blue.yaml:2:9: server: ut-host:3000 here, and team.yaml says dom on dom-crossing; "
            "a match is played in one place"
        ),
    )


def test_a_file_that_is_named_twice_plays_against_itself() -> None:
    write(red=f"{{server: {{mode: ctf}}, {RED}}}")
    found = read_lineup([Path("red.yaml"), Path("red.yaml")], environment={})
    assert [(team.name, team.number) for team in found.teams] == [("red", 0), ("red 2", 1)]
    assert list(bots(found)) == ["Ada", "Bob", "Ada-2", "Bob-2"]


def test_a_file_is_known_again_under_another_name() -> None:
    write(red=RED)
    found = read_lineup([Path("red.yaml"), Path("red.yaml").resolve(), Path("red.yaml")], environment={})
    assert [team.name for team in found.teams] == ["red", "red 2", "red 3"]
    assert list(bots(found))[4:] == ["Ada-3", "Bob-3"]


def test_a_mistake_of_a_file_that_is_named_twice_is_told_once() -> None:
    text = "teams: {red: {plan: nix.htn, bots: 3}}"
    assert mistakes(text, "team") == ('team.yaml:1:21: there is no plan "nix.htn"',)


def test_a_file_with_several_teams_cannot_be_named_twice() -> None:
    text = "teams:\n  red: {brain: hunter}\n  blue: {brain: hunter}\n"
    assert mistakes(text, "team") == (
        'team.yaml:2:3: team "red": a file with several teams can be given only once',
        'team.yaml:3:3: team "blue": a file with several teams can be given only once',
    )


def test_names_that_clash_over_files_are_told_in_the_second() -> None:
    write(
        other="seed: 2\nteams:\n  red: {brain: hunter, bots: [Cleo]}\n"
        "  blue: {brain: hunter, bots: [Ada]}\n"
    )
    assert mistakes(RED, "other") == (
        'other.yaml:3:3: team "red": team.yaml has a team of that name, too',
        'other.yaml:4:32: bot "Ada": team "red" has one of that name already',
    )


def test_mistakes_of_all_files_come_at_once() -> None:
    write(other="teams: {blue: {brian: hunter}}")
    assert mistakes("teams: {red: {brain: huntre}}", "other")[1:] == (
        'other.yaml:1:16: teams.blue: unknown key "brian", did you mean "brain"?',
    )


def test_a_file_that_does_not_exist_is_the_fault_of_the_caller() -> None:
    write(red=RED)
    with pytest.raises(UsageError) as caught:
        read_lineup([Path("red.yaml"), Path("rde.yaml")], environment={})
    assert str(caught.value) == 'there is no team file "rde.yaml", did you mean "red.yaml"?'


def test_a_file_that_does_not_exist_hides_no_mistakes_of_the_others() -> None:
    write(red=RED, other="teams: {blue: {brian: hunter}}")
    with pytest.raises(TeamError) as caught:
        read_lineup([Path(f"{name}.yaml") for name in ("rde", "red", "other", "gone")], environment={})
    assert caught.value.problems == (
        'there is no team file "rde.yaml", did you mean "red.yaml"?',
        'there is no team file "gone.yaml"',
        'other.yaml:1:16: teams.blue: unknown key "brian", did you mean "brain"?',
    )


def test_a_folder_is_no_team_file() -> None:
    with pytest.raises(UsageError, match=r"^\.: is not a file$"):
        read_lineup([Path()], environment={})


def test_no_file_at_all_is_no_match() -> None:
    with pytest.raises(UsageError) as caught:
        read_lineup([], environment={})
    assert str(caught.value) == "there is no match without a team file"


def test_files_without_a_team_are_no_match() -> None:
    write(other="seed: 2")
    assert mistakes("# nobody\nseed: 1", "other") == (
        "team.yaml:2:1: there are no teams, and a match needs one at least",
    )
