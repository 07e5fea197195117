"""``agentfw tournament``: what it prints and leaves behind, and what it says of mistakes."""

from __future__ import annotations

import csv
import json
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agentfw.cli.progress import bar_line
from agentfw.errors import UsageError
from agentfw.tournament.journal import RESULTS
from tests.support.command_line import called
from tests.support.programs import run
from tests.tournament.files import failing_brain, tournament_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.tournament.jobs import Finished
    from tests.support.command_line import Output

Capsys = pytest.CaptureFixture[str]
FILES = {RESULTS, "games.csv", "table.csv", "table.json", "plot.png", "plot.svg"}


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nothing is told beside what the tests look at."""
    monkeypatch.setattr("agentfw.cli.progress._TELL_S", 1e9)


def played(capsys: Capsys, file: Path | str, out: Path, *options: str) -> Output:
    return called(capsys, "tournament", file, "--jobs", "1", "--out", out, *options)


def games(out: Path) -> list[dict[str, str]]:
    with (out / "games.csv").open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


# A tournament that is played to its end


def test_the_small_tournament_that_ships_is_played_and_told(capsys: Capsys, tmp_path: Path) -> None:
    out = tmp_path / "small"
    output = called(capsys, "tournament", "small.yaml", "--out", out)
    lines = output.out.splitlines()
    assert (output.code, output.err.count("Traceback")) == (0, 0)
    assert lines[0] == "small: 18 of 18 games"
    assert sorted(line.split()[0] for line in lines[3:6]) == ["fsm", "hunter", "posh"]
    assert lines[7].split() == ["row", "against", "column", *(line.split()[0] for line in lines[3:6])]
    assert lines[-1] == (
        f"{out} holds results.jsonl, games.csv, table.csv, table.json, plot.png and plot.svg."
    )
    assert {path.name for path in out.iterdir()} == FILES
    assert len(games(out)) == 18


def test_one_process_and_two_come_to_the_same_tables(capsys: Capsys, tmp_path: Path) -> None:
    file = tournament_file(tmp_path, seeds=1)
    one = called(capsys, "tournament", file, "--out", tmp_path / "out", "--jobs", "1")
    two = called(capsys, "tournament", file, "--out", tmp_path / "out", "--jobs", "2", "--fresh")
    assert (one.code, one.out) == (0, two.out)


def test_json_is_the_report_and_nothing_else(capsys: Capsys, tmp_path: Path) -> None:
    output = played(capsys, tournament_file(tmp_path, seeds=1), tmp_path / "out", "--json")
    found = json.loads(output.out)
    assert (output.code, output.err, output.out.count("\n")) == (0, "", 1)
    assert found == json.loads((tmp_path / "out" / "table.json").read_bytes())
    assert (found["name"], found["games"], found["played"]) == ("cup", 6, 6)
    assert {row["name"] for row in found["tables"][0]["rows"]} == {"hunter", "posh", "fsm"}


def test_results_lie_beside_the_user_unless_told_otherwise(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    output = called(capsys, "tournament", tournament_file(tmp_path, seeds=1), "--jobs", "1")
    assert output.out.splitlines()[-1].startswith("cup-results holds ")
    assert {path.name for path in Path("cup-results").iterdir()} == FILES


def test_seeds_can_be_told(capsys: Capsys, tmp_path: Path) -> None:
    file = tournament_file(tmp_path, seeds=9)
    assert played(capsys, file, tmp_path / "out", "--seeds", "2").code == 0
    assert {game["seed"] for game in games(tmp_path / "out")} == {"0", "1"}


def test_names_that_could_steer_a_terminal_are_shown_plainly(capsys: Capsys, tmp_path: Path) -> None:
    out = tmp_path / "x\x1b[2J"
    output = played(capsys, tournament_file(tmp_path, seeds=1), out)
    assert output.out.splitlines()[-1].startswith(f"{tmp_path}/x\\x1b[2J holds ")


def test_two_entrants_that_play_the_same_way_share_their_games(capsys: Capsys, tmp_path: Path) -> None:
    text = "entrants: {a: hunter, b: hunter}\ngrounds: [dm-closet]\nseeds: 2\nminutes: 0.1\n"
    output = played(capsys, tournament_file(tmp_path, text), tmp_path / "out")
    assert (output.code, output.err, output.out.splitlines()[0]) == (0, "", "cup: 4 of 4 games")
    assert len((tmp_path / "out" / RESULTS).read_bytes().splitlines()) == 2


# A tournament that goes on


def test_what_was_played_is_not_played_again(capsys: Capsys, tmp_path: Path) -> None:
    file = tournament_file(tmp_path)
    first = played(capsys, file, tmp_path / "out")
    results = (tmp_path / "out" / RESULTS).read_bytes()
    again = played(capsys, file, tmp_path / "out")
    assert (again.code, again.out, again.err) == (0, first.out, "")
    assert (tmp_path / "out" / RESULTS).read_bytes() == results


def test_more_seeds_are_played_on_top_of_what_is_there(capsys: Capsys, tmp_path: Path) -> None:
    file = tournament_file(tmp_path)
    played(capsys, file, tmp_path / "out", "--seeds", "1")
    output = played(capsys, file, tmp_path / "out", "--seeds", "2")
    assert output.err == "6 of 12 games were played before\n"
    assert output.out.startswith("cup: 12 of 12 games\n")


def test_only_the_games_of_a_changed_plan_are_played_again(capsys: Capsys, tmp_path: Path) -> None:
    plan = tmp_path / "mine.fsm"
    plan.write_text("Use deathmatch.fsm as play\n\nState a\n  During play\n", encoding="utf-8")
    text = (
        "entrants: {mine: mine.fsm, hunter: hunter, posh: deathmatch.lap}\n"
        "grounds: [dm-closet]\nseeds: 1\nminutes: 0.1\n"
    )
    file = tournament_file(tmp_path, text)
    played(capsys, file, tmp_path / "out")
    plan.write_text("Use hunter as play\n\nState a\n  During play\n", encoding="utf-8")
    output = played(capsys, file, tmp_path / "out")
    assert (output.code, output.err) == (0, "2 of 6 games were played before\n")


def test_fresh_begins_anew(capsys: Capsys, tmp_path: Path) -> None:
    file = tournament_file(tmp_path)
    played(capsys, file, tmp_path / "out")
    output = played(capsys, file, tmp_path / "out", "--seeds", "1", "--fresh")
    lines = (tmp_path / "out" / RESULTS).read_text(encoding="utf-8").splitlines()
    assert (output.err, len(lines), len(games(tmp_path / "out"))) == ("", 6, 6)


# How far it is


def test_a_line_tells_now_and_then_how_far_it_is(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agentfw.cli.progress._TELL_S", 0.0)
    told = played(capsys, tournament_file(tmp_path, seeds=1), tmp_path / "out").err.splitlines()
    form = r"(\d) of 6 games, \d+\.\d games per minute, about \d+ s left"
    found = [re.fullmatch(form, line) for line in told]
    assert [one and one[1] for one in found] == ["1", "2", "3", "4", "5"]


def test_a_terminal_shows_a_bar(tmp_path: Path) -> None:
    file = tournament_file(tmp_path, seeds=1)
    command = [sys.executable, "-m", "agentfw", "tournament", str(file), "--out", str(tmp_path / "out")]
    terminal, end = pty.openpty()
    with open(terminal, "rb", 0) as shown, open(end, "wb", 0) as stderr:  # noqa: PTH123 - no paths
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr, timeout=100, check=False)
        text = shown.read(100_000).decode()
    assert (done.returncode, done.stdout.startswith(b"cup: 6 of 6 games\n")) == (0, True)
    lines = text.strip().split("\r")
    assert re.fullmatch(r"█{24}  6 of 6 games, \d+\.\d games per minute *", lines[-1])
    assert all("\n" not in line and len(line) < 80 for line in lines)


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (40, "████████████············  6 of 12 games "),
        (24, "████·····  6 of 12 games"),
        (15, "6 of 12 games  "),
        (5, "6 of "),
    ],
)
def test_the_bar_takes_what_room_there_is(width: int, line: str) -> None:
    assert bar_line(6, 12, "6 of 12 games", width) == line


def test_what_brains_print_is_not_among_the_json(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        "from agentfw.brains import Brain, Decision\n\n\nprint('I am loaded')\n\n\n"
        "class Loud(Brain):\n    def decide(self, view):\n"
        "        print('my thoughts', flush=True)\n        return Decision()\n",
        encoding="utf-8",
    )
    text = "entrants: {a: 'loud.py:Loud', b: hunter}\ngrounds: [dm-closet]\nminutes: 0.1\nseeds: 1"
    file = str(tournament_file(tmp_path, text))
    done = run(
        sys.executable, "-m", "agentfw", "tournament", file, "--json", "--out", str(tmp_path / "o")
    )
    assert json.loads(done.stdout)["played"] == 2
    assert "my thoughts" in done.stderr


# What cannot be played


def test_a_game_that_cannot_be_played_is_told_and_the_others_count(
    capsys: Capsys, tmp_path: Path
) -> None:
    failing_brain(tmp_path, "Dies")
    text = (
        "entrants: {bad: 'failing.py:Dies', good: hunter}\ngrounds: [dm-closet]\nminutes: 0.1\nseeds: 1"
    )
    output = played(capsys, tournament_file(tmp_path, text), tmp_path / "out")
    assert (output.code, output.out.splitlines()[0]) == (1, "cup: 0 of 2 games")
    assert output.err.splitlines()[-2:] == [
        f"agentfw: {sides} on dm-closet dm 1v1, seed 0: not played: it killed its process 3 times"
        for sides in ("bad against good", "good against bad")
    ]


def test_a_brain_that_fails_loses_and_the_table_says_so(capsys: Capsys, tmp_path: Path) -> None:
    output = played(capsys, failing_brain(tmp_path, "Raises"), tmp_path / "out")
    assert output.code == 0
    assert "bad lost 4 of 4 games because a brain failed; games.csv tells why" in output.out
    reasons = {game["why"].partition(" at ")[0] for game in games(tmp_path / "out")}
    assert reasons == {"", "Raises.decide() raised ValueError"}


def test_code_that_changes_while_it_is_played_ends_it(capsys: Capsys, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import pathlib\nfrom agentfw.brains import Brain, Decision\n\n\n"
        "class Changes(Brain):\n    def decide(self, view):\n"
        "        pathlib.Path(__file__).write_text('# changed')\n        return Decision()\n",
        encoding="utf-8",
    )
    text = "entrants: {a: 'mine.py:Changes', b: hunter}\ngrounds: [dm-closet]\nminutes: 0.1\nseeds: 1"
    output = played(capsys, tournament_file(tmp_path, text), tmp_path / "out")
    told = f"file {tmp_path / 'mine.py'} is not the one that the tournament was begun with"
    assert (output.code, output.out) == (2, "")
    assert output.err == f"agentfw: {told}: start it again to play with the new one\n"
    assert len((tmp_path / "out" / RESULTS).read_bytes().splitlines()) == 1


def test_without_matplotlib_there_is_everything_but_the_plots(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    output = played(capsys, tournament_file(tmp_path, seeds=1), tmp_path / "out")
    assert (output.code, output.err) == (
        0,
        "no plot: plots need matplotlib: pip install 'agentfw[plots]'\n",
    )
    assert output.out.endswith(" holds results.jsonl, games.csv, table.csv and table.json.\n")
    assert {path.name for path in (tmp_path / "out").iterdir()} == FILES - {"plot.png", "plot.svg"}


# Mistakes


def test_a_file_with_mistakes_ends_with_all_of_them_and_code_2(capsys: Capsys, tmp_path: Path) -> None:
    text = "entrants: {a: hunter, b: {all: deathmatch.ltn}}\ngrounds: [dm-closett]\n"
    file = tournament_file(tmp_path, text)
    output = played(capsys, file, tmp_path / "out")
    assert (output.code, output.out) == (2, "")
    places = re.findall(r"^(?:agentfw: )?(\S+:\d+:\d+): ", output.err, re.MULTILINE)
    assert places == [f"{file}:1:32", f"{file}:2:11"]
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_not_there_is_told_with_the_nearest(capsys: Capsys, tmp_path: Path) -> None:
    output = played(capsys, "smal.yaml", tmp_path / "out")
    assert (output.code, output.out) == (2, "")
    assert output.err == 'agentfw: there is no tournament file "smal.yaml", did you mean "small.yaml"?\n'


@pytest.mark.parametrize("name", ["x" * 300 + ".yaml", "a\0b.yaml", ""])
def test_a_name_that_no_file_can_have_is_told(capsys: Capsys, tmp_path: Path, name: str) -> None:
    output = played(capsys, name, tmp_path / "out")
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith('agentfw: there is no tournament file "')


def test_old_results_outlive_a_fresh_start_that_comes_to_nothing(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody_answers(*_: object) -> Iterator[Finished]:
        raise UsageError("nobody answers")

    file, out = tournament_file(tmp_path, seeds=1), tmp_path / "out"
    played(capsys, file, out)
    results = (out / RESULTS).read_bytes()
    monkeypatch.setattr("agentfw.cli.tournament.play_on_cluster", nobody_answers)
    output = called(capsys, "tournament", file, "--out", out, "--fresh", "--cluster", "host:1")
    assert (output.code, output.err) == (2, "agentfw: nobody answers\n")
    assert (out / RESULTS).read_bytes() == results


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--jobs", "2", "--cluster", "host:8786"), "take either --jobs or --cluster"),
        (("--jobs", "0"), "Invalid value for '--jobs': 0 is not in the range"),
        (("--seeds", "0"), "Invalid value for '--seeds': 0 is not in the range"),
        (("--jobs", "many"), "'many' is not a valid integer"),
    ],
)
def test_options_that_make_no_sense_are_told(
    capsys: Capsys, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    output = called(capsys, "tournament", "small.yaml", "--out", tmp_path / "out", *options)
    assert (output.code, output.out) == (2, "")
    assert told in output.err
    assert not (tmp_path / "out").exists()


def test_results_that_are_damaged_are_told_with_the_line(capsys: Capsys, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / RESULTS).write_text("nonsense\n", encoding="utf-8")
    output = played(capsys, tournament_file(tmp_path), tmp_path / "out")
    assert (output.code, output.out) == (2, "")
    assert f"{tmp_path / 'out' / RESULTS}:1:1: is no result of a game" in output.err


def test_a_folder_that_is_a_file_is_told(capsys: Capsys, tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    output = played(capsys, tournament_file(tmp_path), tmp_path / "out")
    assert (output.code, output.out) == (2, "")
    assert "is a file" in output.err
