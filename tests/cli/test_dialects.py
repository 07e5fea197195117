from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.resources import resource_dir
from tests.support.command_line import called
from tests.support.dialects import BOTH
from tests.support.installed import install_dialect
from tests.support.small_dialect import SMALL

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_every_built_in_dialect_is_listed_with_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "dialects")
    assert (output.code, output.err) == (0, "")
    for dialect in BOTH:
        file = resource_dir("protocols") / f"{dialect.name}.yaml"
        assert f"{dialect.name:<15} {dialect.title}\n" in output.out
        assert f"; built in: {file}\n" in output.out


def test_words_and_ports_of_a_dialect_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    line = next(line for line in called(capsys, "dialects").out.splitlines() if "ut99.yaml" in line)
    assert line.strip().startswith("34 messages, 16 commands; ports: bot 3000; built in: ")


def test_a_dialect_of_another_package_is_listed_under_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = install_dialect(monkeypatch, tmp_path, SMALL)
    output = called(capsys, "dialects")
    assert output.out.splitlines()[-2:] == [
        "small           A small dialect",
        f"                2 messages, 1 commands; ports: bot 3000; foo-bots: {file}",
    ]


def test_a_broken_dialect_is_told_after_the_others_are_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = install_dialect(monkeypatch, tmp_path, SMALL.replace("as: Ready", "as: Redy"))
    output = called(capsys, "dialects")
    assert output.code == 2
    assert len(output.out.splitlines()) == 4
    assert output.err == (
        f'{file}:25:9: command "READY": there is no struct "Redy", did you mean "Ready"?\n'
    )
