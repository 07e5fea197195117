from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.maps.catalog import known_maps
from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path


def test_all_maps_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "maps")
    assert output.code == 0
    assert [line.split()[0].lower() for line in output.out.splitlines()] == list(known_maps())


def test_one_map_is_drawn_with_its_legend(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "maps", "DM-Closet")
    assert output.code == 0
    assert "layer 1, floors from" in output.out
    assert "s  start (4)" in output.out


def test_a_picture_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "closet.svg"
    output = called(capsys, "maps", "dm-closet", "--svg", str(file))
    assert output.code == 0
    assert file.read_text(encoding="utf-8").startswith("<svg ")


def test_a_name_that_is_nearly_right_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "maps", "dm-closett")
    assert output.code == 2
    assert output.err.startswith('agentfw: there is no map "dm-closett", did you mean "dm-closet"?')


@pytest.mark.parametrize("words", [("--svg", "x.svg"), ("dm-closet", "--svg", "/no/such/folder/x.svg")])
def test_a_picture_that_cannot_be_is_explained(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert called(capsys, "maps", *words).code == 2


def test_a_map_with_mistakes_is_refused_with_their_places(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(
        "map: M\nabout: x\nmodes: [dm]\nplayers: 2-4\nlayers:\n  - at: 0\n    rows: |\n      sQ\n"
    )
    output = called(capsys, "maps", str(file))
    assert output.code == 2
    assert output.err == f'{file}:8:8: layer 1: "Q" is not in the legend\n'
