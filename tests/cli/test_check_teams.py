"""``agentfw check`` on team files: what is in them, or everything that is wrong with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agentfw.resources import resource_dir
from tests.support.command_line import called

TEAMS = sorted(path.name for path in (resource_dir("plans") / "teams").glob("*.yaml"))
BAD_PLAN = "((RDC life (goal ((fail))) (drives ((a (trigger ((sucked))) fight)))))\n"
TWO_TEAMS = """\
server: {map: dom-crossing, mode: dom}
teams:
  red: {plan: domination.htn, bots: 3}
  blue: {plan: domination.lap, bots: [Ada, Bob]}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str, name: str = "team.yaml") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize("name", TEAMS)
def test_every_team_file_that_ships_is_fine(capsys: pytest.CaptureFixture[str], name: str) -> None:
    output = called(capsys, "check", name)
    assert (output.code, output.err) == (0, "")
    assert output.out.startswith(f"{name}: ")
    assert output.out.endswith("; no mistakes\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TWO_TEAMS, "2 teams, 5 bots, dom on dom-crossing"),
        ("teams: {ours: {brain: hunter}}\n", "1 team, 1 bot, dm on dm-foundry"),
        (
            "server: {host: ut-host, port: 3001}\nteams: {ours: {brain: hunter, bots: 4}}\n",
            "1 team, 4 bots, ut-host:3001",
        ),
    ],
)
def test_what_is_in_a_file_is_told(capsys: pytest.CaptureFixture[str], text: str, told: str) -> None:
    output = called(capsys, "check", write(text))
    assert (output.code, output.out, output.err) == (0, f"team.yaml: {told}; no mistakes\n", "")


def test_the_other_ending_of_yaml_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert called(capsys, "check", write("teams: {ours: {brain: hunter}}\n", "team.yml")).code == 0


def test_every_mistake_is_told_at_once_with_its_place_and_code_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(BAD_PLAN, "bad.lap")
    text = """\
server: {map: dm-celar}
seeds: 4
teams:
  red: {plan: bad.lap, skill: "3"}
  blue: {plan: deathmach.htn}
"""
    output = called(capsys, "check", write(text))
    assert output.code == 2
    assert output.out == "team.yaml: cannot be used; 5 mistakes\n"
    assert re.findall(r"^(\S+:\d+:\d+): ", output.err, re.MULTILINE) == [
        "team.yaml:1:15",
        "team.yaml:2:1",
        "team.yaml:4:31",
        "team.yaml:5:16",
        "bad.lap:1:51",
    ]
    assert 'did you mean "dm-cellar"?' in output.err
    assert 'did you mean "deathmatch.htn"?' in output.err


def test_one_mistake_is_one_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", write("teams: {ours: {brain: huntr}}\n"))
    assert (output.code, output.out) == (2, "team.yaml: cannot be used; 1 mistake\n")


def test_a_brain_in_python_is_made_once(capsys: pytest.CaptureFixture[str]) -> None:
    write("from agentfw.brains import *\n\n\nclass B(Brain):\n    def decide(self:\n", "mine.py")
    output = called(capsys, "check", write("teams: {ours: {brain: 'mine.py:B'}}\n"))
    assert output.code == 2
    assert "mine.py:5:" in output.err


def test_a_file_that_is_not_there_is_told_with_the_nearest_that_ships(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = called(capsys, "check", "dominaton.yaml")
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith("agentfw: ")
    assert 'did you mean "domination.yaml"?' in output.err


@pytest.mark.parametrize("names", [("bad.yaml", "good.yaml"), ("good.yaml", "bad.yaml")])
def test_a_bad_file_does_not_keep_others_from_being_looked_at(
    capsys: pytest.CaptureFixture[str], names: tuple[str, str]
) -> None:
    write("teams: {}\n", "bad.yaml")
    write("teams: {ours: {brain: hunter}}\n", "good.yaml")
    output = called(capsys, "check", *names)
    assert output.code == 2
    assert "good.yaml: 1 team, 1 bot, dm on dm-foundry; no mistakes\n" in output.out
    assert "bad.yaml: cannot be used; 1 mistake\n" in output.out


def test_teams_plans_and_weights_can_be_looked_at_together(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", "domination.yaml", "domination.htn", "default.weights")
    assert (output.code, len(output.out.splitlines())) == (0, 3)


def test_a_password_is_taken_from_the_environment_and_never_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("server: {host: ut-host, password: $UT_PASSWORD}\nteams: {ours: {brain: hunter}}\n")
    monkeypatch.delenv("UT_PASSWORD", raising=False)
    without = called(capsys, "check", "team.yaml")
    assert (without.code, "UT_PASSWORD" in without.err) == (2, True)
    monkeypatch.setenv("UT_PASSWORD", "s3cret")
    output = called(capsys, "check", "team.yaml")
    assert (output.code, "s3cret" in output.out + output.err) == (0, False)


def test_nothing_is_written(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    write("record: kept\nteams: {ours: {brain: hunter}}\n")
    called(capsys, "check", "team.yaml")
    assert [path.name for path in folder.iterdir()] == ["team.yaml"]
