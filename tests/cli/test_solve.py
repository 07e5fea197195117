"""``agentfw solve``: plans with their proof, reasons for none, and mistakes with their places."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from agentfw.cli import main
from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

DOMAIN = """(define (domain d) (:predicates (p) (q)) (:functions (n))
  (:action a :precondition (q) :effect (p)))"""


def files(folder: Path, goal: str, init: str = "", domain: str = DOMAIN) -> tuple[Path, Path]:
    (folder / "d.pddl").write_text(domain, encoding="utf-8")
    text = f"(define (problem x) (:domain d)\n(:init {init})\n(:goal {goal}))"
    (folder / "p.pddl").write_text(text, encoding="utf-8")
    return folder / "d.pddl", folder / "p.pddl"


def test_a_shipped_problem_is_solved_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "solve", "shooter.pddl", "shooter-duel.pddl")
    lines = output.out.splitlines()
    assert (output.code, output.err) == (0, "")
    assert "(attack rival shock-rifle)" in lines
    assert lines[-2] == "; cost = 37"
    assert lines[-1].startswith("; 7 steps, optimal, valid; ")
    assert lines[-1].endswith(" s")


def test_the_empty_plan_is_a_plan(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output = called(capsys, "solve", *files(tmp_path, "(p)", "(p)"))
    assert output.code == 0
    assert output.out.startswith("; cost = 0\n; 0 steps, optimal, valid; ")


def test_json_tells_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output = called(capsys, "solve", *files(tmp_path, "(p)", "(q)"), "--json")
    told = json.loads(output.out)
    assert told.pop("seconds") >= 0
    assert told.pop("expanded") >= 0
    assert told == {
        "status": "solved",
        "engine": "own",
        "steps": ["(a)"],
        "cost": 1.0,
        "is_optimal": True,
        "is_valid": True,
        "why": "",
    }


def test_no_plan_is_told_with_the_reason_and_code_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = called(capsys, "solve", *files(tmp_path, "(p)"))
    assert output.code == 1
    assert output.out.startswith("no plan, because ")
    assert "(q)" in output.out or "(p)" in output.out


def test_no_plan_as_json_ends_with_code_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output = called(capsys, "solve", *files(tmp_path, "(p)"), "--json")
    assert output.code == 1
    assert json.loads(output.out)["cost"] is None


def test_a_deadline_that_is_over_is_told_with_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "solve", "village.pddl", "village-mine.pddl", "--deadline", "0")
    assert output.code == 1
    assert output.out.startswith("no plan found in time: gave up after 0 nodes")


def test_all_mistakes_of_a_file_are_told_with_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    domain, problem = files(tmp_path, "(pp)", "(= (m) 1)")
    output = called(capsys, "solve", domain, problem)
    assert output.code == 2
    assert f'{problem}:2:12: unknown function "m"' in output.err
    assert f'{problem}:3:9: unknown predicate "pp", did you mean "p"?' in output.err


def test_a_file_that_is_not_there_is_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "solve", "village.pddl", "village-frge.pddl")
    told = 'agentfw: there is no file "village-frge.pddl", did you mean "village-forge.pddl"?\n'
    assert (output.code, output.err) == (2, told)


def test_a_path_that_is_not_there_is_not_taken_for_a_shipped_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = called(capsys, "solve", tmp_path / "village.pddl", "village-forge.pddl")
    assert output.code == 2
    assert f'there is no file "{tmp_path / "village.pddl"}"' in output.err


def test_costs_too_large_for_a_number_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    domain = """(define (domain d) (:predicates (p) (q)) (:functions (total-cost))
      (:action a :effect (and (q) (increase (total-cost) 1e308)))
      (:action b :precondition (q) :effect (and (p) (increase (total-cost) 1e308))))"""
    given = files(tmp_path, "(p)) (:metric minimize (total-cost)", domain=domain)
    output = called(capsys, "solve", *given)
    assert (output.code, output.err) == (0, "")
    assert output.out.startswith("(a)\n(b)\n; cost = inf\n")


def test_what_is_no_text_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "d.pddl").write_bytes(b"\xff\xfe")
    output = called(capsys, "solve", tmp_path / "d.pddl", "village-forge.pddl")
    assert output.code == 2
    assert "cannot be read as text" in output.err


def test_quality_is_for_our_own_engine(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("village.pddl", "village-forge.pddl", "--engine", "pyperplan", "--quality", "quick")
    output = called(capsys, "solve", *words)
    assert output.code == 2
    assert "--quality is for our own engine" in output.err


@pytest.mark.parametrize("quality", ["optimal", "quick", "anytime"])
def test_every_quality_solves_the_forge(capsys: pytest.CaptureFixture[str], quality: str) -> None:
    output = called(capsys, "solve", "village.pddl", "village-forge.pddl", "--quality", quality)
    assert output.code == 0
    assert ", valid; " in output.out
    assert ("perhaps not optimal" in output.out) == (quality == "quick")


def test_an_engine_of_unified_planning_can_be_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("up_pyperplan")
    domain = DOMAIN.replace("(:functions (n))", "")
    output = called(capsys, "solve", *files(tmp_path, "(p)", "(q)", domain), "--engine", "pyperplan")
    assert output.code == 0
    assert output.out.startswith("(a)\n; cost = 1\n; 1 step, ")


class Ticking:
    """A clock that goes on by a second with every look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def progress(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, is_terminal: bool
) -> str:
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal)
    monkeypatch.setattr("agentfw.cli.solve.time", SimpleNamespace(monotonic=Ticking()))
    called_words = ("village.pddl", "village-forge.pddl", "--deadline", "1000")
    with pytest.raises(SystemExit):
        main(["solve", *called_words])
    return capsys.readouterr().err


def test_a_long_search_shows_on_a_terminal_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = progress(capsys, monkeypatch, is_terminal=True)
    assert re.search(r"searching: \d+ nodes, \d+ s", told)
    assert told.endswith("\r\x1b[K")


def test_nothing_is_shown_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert progress(capsys, monkeypatch, is_terminal=False) == ""


def test_an_unknown_engine_is_refused_with_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("unified_planning")
    output = called(capsys, "solve", "village.pddl", "village-forge.pddl", "--engine", "nobody")
    assert output.code == 2
    assert 'engine "nobody" is not installed' in output.err
