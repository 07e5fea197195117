"""Pictures: that there is something to see, that it is the right thing, and what is told without."""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from matplotlib import image

from agentfw.errors import UsageError
from agentfw.tournament import Game, Outcome
from agentfw.tournament.plots import PLOTS, write_plots
from agentfw.tournament.reports import Report
from agentfw.tournament.standings import tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

BLUE, ORANGE = (0x3B, 0x6F, 0xB6), (0xE0, 0x7B, 0x39)


def report(names: Sequence[str], *, modes: Sequence[str] = ("dm",), lead: float = 1.0) -> Report:
    """Of a tournament in which whoever stands first wins by so much."""
    games, outcomes = [], {}
    for mode, (one, other) in itertools.product(modes, itertools.combinations(names, 2)):
        key = f"{mode} {one} {other}"
        games.append(Game(key, (one, other), "map", mode, 0, (one, other)))
        outcomes[key] = Outcome(scores=(lead, 0.0), because="score")
    return Report("cup", len(games), len(games), tables_of(names, games, outcomes))


def picture(folder: Path) -> NDArray[np.uint8]:
    """The pixels of the PNG, from 0 to 255."""
    pixels: NDArray[np.uint8] = (
        (image.imread(str(folder / "plot.png"))[..., :3] * 255).round().astype("u1")
    )
    return pixels


def places(pixels: NDArray[np.uint8], color: tuple[int, int, int]) -> tuple[NDArray[np.intp], ...]:
    """Rows and columns of the pixels of a color."""
    found: tuple[NDArray[np.intp], ...] = (pixels == color).all(axis=2).nonzero()
    return found


def test_the_png_is_a_picture_of_a_size_to_look_at(tmp_path: Path) -> None:
    write_plots(tmp_path, report("abcd"))
    height, width, _ = picture(tmp_path).shape
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert 1000 <= width <= 2000
    assert 300 <= height <= 1000


def test_the_png_is_not_empty(tmp_path: Path) -> None:
    write_plots(tmp_path, report("abcd"))
    pixels = picture(tmp_path)
    drawn = (pixels != 255).any(axis=2)
    assert 0.1 < drawn.mean() < 0.6
    for part in (drawn[:, : drawn.shape[1] // 2], drawn[:, drawn.shape[1] // 2 :]):
        assert part.mean() > 0.02  # ratings to the left, duels to the right
    assert len({tuple(pixel) for pixel in pixels[::3, ::3].reshape(-1, 3).tolist()}) > 20


def test_the_better_one_stands_above_and_to_the_right(tmp_path: Path) -> None:
    write_plots(tmp_path, report("ab"))
    pixels = picture(tmp_path)
    (high, far), (low, near) = places(pixels, BLUE), places(pixels, ORANGE)
    assert high.mean() < low.mean()
    assert far.mean() > near.mean()


def test_whoever_wins_is_blue_where_the_other_is_red(tmp_path: Path) -> None:
    write_plots(tmp_path, report("ab"))
    pixels = picture(tmp_path)
    right = pixels[:, pixels.shape[1] // 2 :].astype(int)
    blue = (right[..., 2] - right[..., 0] > 100).nonzero()
    red = (right[..., 0] - right[..., 2] > 100).nonzero()
    assert blue[0].mean() < red[0].mean()  # the winner's row is the upper one
    assert blue[1].mean() > red[1].mean()


def test_each_game_type_adds_a_row(tmp_path: Path) -> None:
    heights = []
    for modes in (("dm",), ("dm", "ctf"), ("dm", "ctf", "dom")):
        write_plots(tmp_path, report("ab", modes=modes))
        heights.append(picture(tmp_path).shape[0])
    assert heights[0] < heights[1] < heights[2]


def test_the_same_report_gives_the_same_pictures(tmp_path: Path) -> None:
    write_plots(tmp_path, report("abc"))
    before = [(tmp_path / name).read_bytes() for name in PLOTS]
    write_plots(tmp_path, report("abc"))
    assert [(tmp_path / name).read_bytes() for name in PLOTS] == before


@pytest.mark.parametrize(
    "names",
    [
        ("a$b", "c$d", "{x}"),
        ("<&>", '"quoted"'),
        tuple(f"somebody with a long name {number}" for number in range(5)),
        ("ä" * 32, "b"),
    ],
)
def test_names_are_drawn_as_they_are(tmp_path: Path, names: tuple[str, ...]) -> None:
    write_plots(tmp_path, report(names))
    root = ET.parse(tmp_path / "plot.svg").getroot()  # noqa: S314 - we have just written it
    assert root.tag.endswith("svg")
    text = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    plain = names[0].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"<!-- {plain} -->" in text


def test_many_entrants_are_drawn_in_colors_alone(tmp_path: Path) -> None:
    write_plots(tmp_path, report([f"n{number}" for number in range(20)]))
    text = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    assert "<!-- n19 -->" in text
    assert "100.0%" not in text


def test_a_tournament_without_games_can_be_drawn(tmp_path: Path) -> None:
    nobody = Report("cup", 4, 0, tables_of(("a", "b"), [], {}))
    write_plots(tmp_path, nobody)
    assert "<!-- cup: 0 of 4 games -->" in (tmp_path / "plot.svg").read_text(encoding="utf-8")


def test_a_missing_library_is_told_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError) as caught:
        write_plots(tmp_path, report("ab"))
    assert str(caught.value) == "plots need matplotlib: pip install 'agentfw[plots]'"
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"plot\.png: cannot be written: No such file"):
        write_plots(tmp_path / "gone", report("ab"))
