"""``agentfw check`` and ``agentfw schema`` for tournament files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import yaml
from jsonschema import Draft202012Validator

from agentfw.team.including import shipped_teams
from agentfw.tournament.finding import shipped_tournaments
from tests.support.command_line import called
from tests.tournament.files import tournament_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.command_line import Output


def checked(capsys: pytest.CaptureFixture[str], folder: Path, text: str) -> Output:
    return called(capsys, "check", tournament_file(folder, text))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("four-brains.yaml", "4 entrants, 3 grounds, 10 seeds, 360 games"),
        ("small.yaml", "3 entrants, 1 ground, 3 seeds, 18 games"),
    ],
)
def test_what_is_in_a_tournament_is_told(
    capsys: pytest.CaptureFixture[str], name: str, told: str
) -> None:
    output = called(capsys, "check", name)
    assert (output.code, output.out, output.err) == (0, f"{name}: {told}; no mistakes\n", "")


def test_no_team_that_ships_is_called_as_a_tournament_that_ships() -> None:
    assert not set(shipped_teams()) & set(shipped_tournaments())


def test_mistakes_are_told_with_their_places_and_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = "entrants: {a: hunter, b: deathmatch.ltn}\ngrounds: [dm-closett]\nseed: 3\n"
    output = checked(capsys, tmp_path, text)
    file = tmp_path / "cup.yaml"
    assert (output.code, output.out) == (2, f"{file}: cannot be used; 3 mistakes\n")
    told = f'{file}:3:1: the tournament: unknown key "seed", did you mean "seeds"?'
    assert any(line.startswith(told) for line in output.err.splitlines())
    output = checked(capsys, tmp_path, text.replace("seed: 3\n", ""))
    assert [line.split(": ")[0] for line in output.err.splitlines()] == [f"{file}:1:26", f"{file}:2:11"]
    assert output.out == f"{file}: cannot be used; 2 mistakes\n"


def test_a_tournament_without_one_of_its_keys_is_still_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert 'key "entrants" is missing' in checked(capsys, tmp_path, "grounds: [dm-closet]").err


def test_teams_and_tournaments_can_be_looked_at_together(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", "domination.yaml", "small.yaml")
    assert (output.code, len(output.out.splitlines())) == (0, 2)


def test_the_printed_schema_fits_what_ships(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "schema", "tournament")
    schema = json.loads(output.out)
    Draft202012Validator.check_schema(schema)
    for file in shipped_tournaments().values():
        Draft202012Validator(schema).validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    assert (output.code, output.err, schema["title"]) == (0, "", "agentfw tournament file")


def test_an_unknown_kind_of_file_is_refused_with_those_that_are_known(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = called(capsys, "schema", "cup")
    assert output.code == 2
    assert "'team'" in output.err
    assert "'tournament'" in output.err
