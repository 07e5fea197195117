"""Pipes have names as files do, and may have no end: they are refused, and nobody waits for them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.command_line import called


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some pipes that nobody writes to."""
    monkeypatch.chdir(tmp_path)
    for ending in ("yaml", "yml", "htn", "weights", "talk", "py"):
        os.mkfifo(f"pipe.{ending}")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("check", "pipe.yaml"), "agentfw: pipe.yaml: is not a file"),
        (("check", "pipe.yml"), "agentfw: pipe.yml: is not a file"),
        (("check", "pipe.htn"), 'agentfw: there is no plan "pipe.htn"'),
        (("check", "pipe.weights"), 'agentfw: there is no file with weights "pipe.weights"'),
        (("check", "pipe.talk"), 'agentfw: there is no file with talk "pipe.talk"'),
        (("check", "pipe.py:Mine"), 'agentfw: brain "pipe.py:Mine": there is no file pipe.py'),
        (("check", "x.htn", "--skills", "pipe.py"), "agentfw: skills pipe.py: there is no file pipe.py"),
        (("play", "pipe.yaml"), "agentfw: pipe.yaml: is not a file"),
        (("tournament", "pipe.yaml"), 'agentfw: there is no tournament file "pipe.yaml"'),
    ],
)
def test_a_pipe_is_no_file(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = called(capsys, *words)
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith(told)


@pytest.mark.parametrize("key", ["map", "dialect"])
def test_a_map_or_a_dialect_is_no_pipe(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("team.yaml").write_text(f"server: {{{key}: pipe.yaml}}\nteams: {{red: {{brain: hunter}}}}\n")
    output = called(capsys, "check", "team.yaml")
    assert output.code == 2
    assert output.err.startswith(f'team.yaml:1:{12 + len(key)}: server.{key}: there is no file "pipe')


def test_a_folder_is_no_team_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("team.yaml").mkdir()
    output = called(capsys, "check", "team.yaml")
    assert (output.code, output.err) == (2, "agentfw: team.yaml: is not a file\n")
