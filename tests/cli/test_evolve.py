"""``agentfw evolve``: what it prints, what it leaves behind, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.language import PlanText
from agentfw.match.evolving import read_evolution
from agentfw.weights import load_weights
from tests.match.evolutions import PLAN, TIMID
from tests.support.command_line import Output, called

if TYPE_CHECKING:
    from pathlib import Path


def evolved(
    capsys: pytest.CaptureFixture[str], folder: Path, *options: str | Path, generations: int = 1
) -> Output:
    """A short run with three members in a folder; its result is ``best.weights``."""
    (folder / "reach.lap").write_text(PLAN, encoding="utf-8")
    (folder / "timid.weights").write_text(TIMID, encoding="utf-8")
    given = {str(option) for option in options}
    usual: dict[str, str | Path] = {
        "--arena": "dm-closet",
        "--plan": folder / "reach.lap",
        "--population": "3",
        "--minutes": "0.05",
        "--children": "1",
        "--generations": str(generations),
        "--out": folder / "best.weights",
    }
    told = [word for key, value in usual.items() if key not in given for word in (key, value)]
    return called(capsys, "evolve", folder / "timid.weights", *told, *options)


def test_a_run_shows_its_history_and_writes_its_best(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = evolved(capsys, tmp_path, generations=2)
    lines = output.out.splitlines()
    assert output.code == 0
    assert lines[1].split() == ["generation", "best", "mean", "kills", "theirs"]
    assert [line.split()[0] for line in lines[2:4]] == ["1", "2"]
    assert "best.weights holds the weights that " in lines[-1]
    assert output.err.startswith("generation 1 of 2: its best has ")
    best = PlanText((tmp_path / "best.weights").read_text(encoding="utf-8"))
    assert load_weights(best).names == ("reach",)
    assert read_evolution(tmp_path / "best.json").population.generation == 2


def test_a_run_in_two_parts_comes_to_the_same_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole, parts = tmp_path / "whole.weights", tmp_path / "parts.weights"
    evolved(capsys, tmp_path, "--out", whole, generations=2)
    evolved(capsys, tmp_path, "--out", parts, generations=1)
    resumed = evolved(capsys, tmp_path, "--out", parts, "--resume", generations=2)
    assert resumed.code == 0
    assert whole.read_text(encoding="utf-8") == parts.read_text(encoding="utf-8")
    texts = [file.with_suffix(".json").read_text(encoding="utf-8") for file in (whole, parts)]
    assert texts[0] == texts[1]


def test_a_run_that_is_complete_is_shown_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first = evolved(capsys, tmp_path)
    again = evolved(capsys, tmp_path, "--resume")
    assert (again.code, again.out, again.err) == (0, first.out, "")


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "best.weights").write_text("mine", encoding="utf-8")
    output = evolved(capsys, tmp_path)
    assert output.code == 2
    assert "best.weights exists: go on from it with --resume, or take another --out" in output.err
    assert (tmp_path / "best.weights").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("option", "value", "problem"),
    [
        ("--seed", "5", "was begun with seed 0, not 5"),
        ("--minutes", "0.1", "was begun with minutes 0.05, not 0.1"),
        ("--population", "4", "was begun with population 3, not 4"),
    ],
)
def test_a_run_goes_on_with_its_own_options_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str, value: str, problem: str
) -> None:
    evolved(capsys, tmp_path)
    output = evolved(capsys, tmp_path, "--resume", option, value)
    assert output.code == 2
    assert problem in output.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--resume",), "to go on from"),
        (("--arena", "nowhere"), "nowhere"),
        (("--plan", "hunter"), "is no plan"),
        (("--plan", "nobody.fsm"), 'there is no plan "nobody.fsm"'),
        (("--population", "2"), "2 is not in the range"),
        (("--generations", "0"), "0 is not in the range"),
        (("--minutes", "nan"), "not a finite number"),
        (("--out", "best.txt"), "the names of weight files end in .weights"),
    ],
)
def test_wrong_arguments_end_with_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...], problem: str
) -> None:
    output = evolved(capsys, tmp_path, *words)
    assert (output.code, output.out) == (2, "")
    assert problem in output.err
    assert not (tmp_path / "best.json").exists()


def test_mistakes_in_the_weights_are_told_with_their_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bad.weights").write_text('weight "x" { retun 1; }', encoding="utf-8")
    words = ("--arena", "dm-closet", "--generations", "1", "--out", tmp_path / "o.weights")
    output = called(capsys, "evolve", tmp_path / "bad.weights", *words)
    assert output.code == 2
    assert 'bad.weights:1:14: expected "switch" or "return", found "retun"' in output.err


def test_weights_without_balances_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "fixed.weights").write_text('weight "x" { return 1; }', encoding="utf-8")
    words = ("--arena", "dm-closet", "--generations", "1", "--out", tmp_path / "o.weights")
    output = called(capsys, "evolve", tmp_path / "fixed.weights", *words)
    assert output.code == 2
    assert "nothing can evolve" in output.err


def test_a_weight_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "evolve", "defalt.weights", "--arena", "dm-closet", "--generations", "1")
    assert output.code == 2
    assert (
        'there is no file with weights "defalt.weights", did you mean "default.weights"?' in output.err
    )


def test_weights_may_include_others(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "parts.h").write_text(TIMID, encoding="utf-8")
    (tmp_path / "whole.weights").write_text('#include "parts.h"\n', encoding="utf-8")
    (tmp_path / "reach.lap").write_text(PLAN, encoding="utf-8")
    words = ("--arena", "dm-closet", "--generations", "1", "--population", "3", "--minutes", "0.05")
    files = ("--plan", tmp_path / "reach.lap", "--out", tmp_path / "o.weights")
    assert called(capsys, "evolve", tmp_path / "whole.weights", *words, *files).code == 0
    assert "balance(" in (tmp_path / "o.weights").read_text(encoding="utf-8")


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "evolve", "--help")
    assert output.code == 0
    assert "agentfw evolve default.weights --arena dm-closet --generations 5" in output.out
