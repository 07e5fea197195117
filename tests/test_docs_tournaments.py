"""Every file, command, message and table of the page about tournaments, held against what is true."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.tournament import Schedule, read_tournament
from agentfw.tournament.finding import shipped_tournaments
from agentfw.tournament.shapes import EntrantKeys, GroundKeys, TournamentShape
from tests.support.command_line import called
from tests.support.pages import blocks, defaults, files, page, shape, table, told_defaults

if TYPE_CHECKING:
    from pathlib import Path

    import msgspec

PAGE: Final = page("tournaments")
FILES: Final = files(PAGE)
SMALL: Final = "$ agentfw tournament small.yaml\n"
KEYS: Final[dict[str, type[msgspec.Struct]]] = {
    "Of the file:": TournamentShape,
    "Of an entrant:": EntrantKeys,
    "Of a ground:": GroundKeys,
}
Capsys = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of the page are."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", sorted(set(FILES) - {"wrong.yaml"}))
def test_every_tournament_of_the_page_can_be_played(folder: Path, name: str) -> None:
    assert Schedule(read_tournament(folder / name)).games


def test_the_first_tournament_is_checked_and_played_as_the_page_says(
    capsys: Capsys, folder: Path
) -> None:
    (shown,) = (block for block in blocks(PAGE, "") if block.startswith("$ agentfw check"))
    check, told, play = shown.splitlines()
    assert called(capsys, *check.split()[2:]).out == f"{told}\n"
    (folder / "cup.yaml").write_text(FILES["cup.yaml"].replace("minutes: 2", "minutes: 0.2"))
    output = called(capsys, *play.split()[2:], "--seeds", "1")
    assert (output.code, output.out.splitlines()[0]) == (0, "cup: 12 of 12 games")
    assert (folder / "cup-results").is_dir()


def test_the_small_tournament_prints_and_leaves_behind_what_the_page_shows(
    capsys: Capsys, folder: Path
) -> None:
    (shown,) = (block for block in blocks(PAGE, "") if block.startswith(SMALL))
    told = called(capsys, "tournament", "small.yaml").out
    assert sorted(shape(told).splitlines()) == sorted(shape(shown.removeprefix(SMALL)).splitlines())
    out = folder / "small-results"
    found = table(PAGE, "The folder is called as the file, with `-results`, or as `--out` says:")
    assert {path.name for path in out.iterdir()} == set(found)
    for name in ("games.csv", "table.csv"):
        with (out / name).open(newline="", encoding="utf-8") as stream:
            assert next(csv.reader(stream)) == list(table(PAGE, f"Of `{name}`:"))


def test_mistakes_are_told_as_the_page_shows(capsys: Capsys, folder: Path) -> None:
    (shown,) = blocks(PAGE, "text")
    output = called(capsys, "tournament", "wrong.yaml")
    assert (output.code, output.err) == (2, shown)
    assert called(capsys, "check", "wrong.yaml").err == shown
    assert {path.name for path in folder.iterdir()} == set(FILES)


@pytest.mark.parametrize("before", KEYS)
def test_every_key_is_on_the_page_and_no_other(before: str) -> None:
    assert set(table(PAGE, before)) == set(defaults(KEYS[before]))


@pytest.mark.parametrize("before", KEYS)
def test_what_holds_without_a_key_is_what_the_page_says(before: str) -> None:
    keys = KEYS[before]
    known = {
        key: f"{value:g}" for key, value in defaults(keys).items() if isinstance(value, float | int)
    }
    told = {key: value for key, value in told_defaults(table(PAGE, before)).items() if value != "none"}
    assert told == known


def test_the_tournaments_that_ship_are_those_that_the_page_names() -> None:
    assert set(re.findall(r"`([\w-]+\.yaml)`", PAGE)) >= set(shipped_tournaments())
    four = Schedule(read_tournament(shipped_tournaments()["four-brains.yaml"]))
    assert f"{len(four.games)} games" in PAGE


def test_what_a_difference_of_ratings_means_is_as_the_page_says() -> None:
    (told,) = re.findall(r"Of two whose ratings (differ by .*?)\. The mean", " ".join(PAGE.split()))
    found = re.findall(r"by (\d+)\D+(\d+) %", told)
    assert len(found) == 3
    for apart, share in found:
        assert round(100 / (1 + 10 ** (-int(apart) / 400))) == int(share)


def test_the_commands_for_a_cluster_have_the_options_that_the_page_gives_them(capsys: Capsys) -> None:
    (shown,) = blocks(PAGE, "sh")
    for line in shown.splitlines():
        program, command, *words = line.split()
        options = {word for word in words if word.startswith("--")}
        known = called(capsys, command, "--help").out if program == "agentfw" else dask_help(command)
        assert all(option in known for option in options), line


def dask_help(command: str) -> str:
    words = [sys.executable, "-m", "dask", command, "--help"]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout


def test_the_schema_of_the_page_is_one_that_can_be_printed(capsys: Capsys) -> None:
    (command,) = re.findall(r"`agentfw (schema tournament) > tournament\.schema\.json`", PAGE)
    assert called(capsys, *command.split()).code == 0


def test_no_line_is_longer_than_150_where_it_can_be_broken() -> None:
    text = re.sub(r"^```text\n.*?^```", "", PAGE, flags=re.DOTALL | re.MULTILINE)
    assert [line for line in text.splitlines() if len(line) > 150] == []
