"""``agentfw init``: what it writes can be checked, played and tested at once."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from agentfw.cli.terminal import own_command
from tests.support.command_line import called

ROOT = Path(__file__).parent.parent.parent
TAKES_LONG = {
    "agentfw play team.yaml": "a match to watch lasts five minutes",
    "pytest": "is run on its own below",
}
"""The commands of the page that are not run as they stand there."""
WRITTEN = {
    *("README.md", "team.yaml", "team.schema.json", "my_skills.py", "test_team.py"),
    *("fay.fsm", "gus.goap", "hal.htn", "pam.lap"),
}


@pytest.fixture
def starter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert called(capsys, "init", tmp_path / "mine").code == 0
    return tmp_path / "mine"


def test_a_team_its_plans_its_skills_and_its_test_are_written(starter: Path) -> None:
    assert {path.name for path in starter.iterdir()} == WRITTEN


def test_each_file_and_the_next_steps_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = called(capsys, "init", tmp_path / "mine").out
    assert all(f"wrote  {tmp_path / 'mine' / name}\n" in told for name in WRITTEN)
    folder = tmp_path / "mine"
    watch = f"{own_command(folder=folder)} play team.yaml"
    expected = [f"cd {folder}", watch, f"{watch} --fast", own_command("pytest", folder)]
    assert next_steps(told) == expected


def test_without_a_folder_it_is_written_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = called(capsys, "init").out
    assert {path.name for path in tmp_path.iterdir()} == WRITTEN
    assert next_steps(told)[0] == f"{own_command()} play team.yaml"


def next_steps(told: str) -> list[str]:
    """The commands that are told at the end."""
    return [line.strip().partition("   ")[0] for line in told.partition("\nNext:\n")[2].splitlines()]


def test_a_folder_with_blanks_can_be_gone_to_as_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    goes, *_ = next_steps(called(capsys, "init", tmp_path / "my team").out)
    done = subprocess.run(["bash", "-c", f"{goes} && ls"], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == WRITTEN


def test_the_next_steps_can_be_done_as_told_though_no_shell_finds_a_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    goes, watch, fast, test = next_steps(called(capsys, "init", "mine").out)
    assert fast == f"{watch} --fast"
    for command in (watch.replace("play", "check"), f"{test} --version"):
        words = ["bash", "-c", f"{goes} && {command}"]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=100)
        assert (done.returncode, done.stderr) == (0, "")


def test_without_pytest_it_is_told_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agentfw.cli.init.find_spec", lambda _name: None)
    *_, install, test = next_steps(called(capsys, "init", tmp_path / "mine").out)
    assert install.endswith(" -m pip install pytest")
    assert test.endswith("pytest")


def test_nothing_that_exists_is_changed(starter: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in starter.iterdir():
        path.unlink()
    (starter / "team.yaml").write_text("mine", encoding="utf-8")
    output = called(capsys, "init", starter)
    assert (output.code, output.out) == (2, "")
    assert output.err == f"agentfw: {starter}: team.yaml would be overwritten; take another folder\n"
    assert [path.read_text(encoding="utf-8") for path in starter.iterdir()] == ["mine"]


def test_a_file_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    output = called(capsys, "init", tmp_path / "file")
    assert (output.code, output.err) == (2, f"agentfw: {tmp_path / 'file'} is a file: name a folder\n")


def test_a_folder_that_cannot_be_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    output = called(capsys, "init", tmp_path / "file" / "below")
    assert output.code == 2
    assert "cannot be written to" in output.err


def test_a_folder_whose_name_no_folder_can_have_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "init", "x" * 300)
    assert (output.code, output.out) == (2, "")
    assert output.err == f"agentfw: {'x' * 300}: cannot be written to: File name too long\n"


def test_the_team_has_the_shape_that_its_schema_tells(starter: Path) -> None:
    schema = json.loads((starter / "team.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(yaml.safe_load((starter / "team.yaml").read_text("utf-8")))


def test_the_team_has_fifteen_lines_at_most(starter: Path) -> None:
    assert len((starter / "team.yaml").read_text(encoding="utf-8").splitlines()) <= 15


def test_the_test_of_the_team_passes(starter: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    done = subprocess.run(
        words, cwd=starter, env=environment, capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.returncode, "2 passed" in done.stdout) == (0, True), done.stdout


def commands(page: str) -> list[str]:
    """The commands of a page, those in its blocks first and without their comments."""
    lines = [
        line for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()
    ]
    return [line.partition("  #")[0].strip() for line in lines] + re.findall(r"`(agentfw [^`]+)`", page)


def test_every_command_of_its_page_does_what_it_says(starter: Path) -> None:
    told = commands((starter / "README.md").read_text(encoding="utf-8"))
    assert set(TAKES_LONG) < set(told)
    agentfw = f'agentfw() {{ "{sys.executable}" -m agentfw "$@"; }}'
    for command in [one for one in told if one not in TAKES_LONG]:
        words = ["bash", "-c", f"{agentfw}; {command}"]
        done = subprocess.run(
            words, cwd=starter, capture_output=True, text=True, check=False, timeout=100
        )
        assert (command, done.returncode, done.stderr) == (command, 0, "")
    assert (starter / "match" / "Fay.rec").is_file()
