"""Which games there are, and when two of them are the same."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.tournament.playing import GameSpec
from agentfw.tournament.recruits import recruit
from tests.tournament.files import schedule, tournament_file

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = "entrants: {a: mine.fsm, b: hunter}\ngrounds: [dm-closet]\nminutes: 0.1\nseeds: 1\n"


def keys(folder: Path, text: str) -> list[str]:
    return [game.key for game in schedule(tournament_file(folder, text)).games]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a plan of the user."""
    (tmp_path / "mine.fsm").write_text("Use deathmatch.fsm as play\n\nState a\n  During play\n")
    return tmp_path


def test_every_two_meet_on_every_ground_with_every_seed_on_both_sides(tmp_path: Path) -> None:
    text = (
        "entrants: {a: hunter, b: deathmatch.fsm, c: deathmatch.lap}\n"
        "grounds: [dm-closet, dm-cellar]\nseeds: 3"
    )
    games = schedule(tournament_file(tmp_path, text)).games
    met = Counter((game.ground, game.seed, game.sides) for game in games)
    pairs = itertools.permutations("abc", 2)
    grounds = ("dm-closet dm 1v1", "dm-cellar dm 1v1")
    assert met == Counter(itertools.product(grounds, range(3), pairs))
    assert len({game.key for game in games}) == len(games)


def test_bots_take_their_brains_in_turn_and_their_side_by_name(tmp_path: Path) -> None:
    text = (
        "entrants: {a: {ctf: [ctf-attacker.fsm, ctf-defender.fsm]}, b: hunter}\n"
        "grounds: [{map: ctf-twins, mode: ctf, bots: 3}]"
    )
    cup = schedule(tournament_file(tmp_path, text))
    spec = msgspec.json.decode(cup.spec(cup.games[0]), type=GameSpec)
    assert [(one.name, one.team, one.brain) for one in spec.skirmish.fighters] == [
        *(("A1", 0, "ctf-attacker.fsm"), ("A2", 0, "ctf-defender.fsm"), ("A3", 0, "ctf-attacker.fsm")),
        *(("B1", 1, "hunter"), ("B2", 1, "hunter"), ("B3", 1, "hunter")),
    ]


def test_keys_are_the_same_every_time(folder: Path) -> None:
    assert keys(folder, PLAIN) == keys(folder, PLAIN)


def test_keys_do_not_depend_on_names_or_on_where_files_lie(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "mine.fsm").write_text((folder / "mine.fsm").read_text())
    assert keys(folder, PLAIN) == keys(other, PLAIN.replace("a:", "renamed:"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("minutes: 0.1", "minutes: 0.2"),
        ("seeds: 1", "seeds: [7]"),
        ("dm-closet", "dm-cellar"),
        ("[dm-closet]", "[{map: dm-closet, bots: 2}]"),
        ("[dm-closet]", "[{map: dm-closet, score: 5}]"),
        ("mine.fsm", "{all: mine.fsm, skill: 2}"),
        ("mine.fsm", "{all: mine.fsm, options: {faults: raise}}"),
        ("mine.fsm", "deathmatch.fsm"),
    ],
)
def test_whatever_decides_a_game_changes_its_key(folder: Path, before: str, after: str) -> None:
    assert not set(keys(folder, PLAIN)) & set(keys(folder, PLAIN.replace(before, after)))


def test_a_whole_skill_is_the_same_with_and_without_a_fraction(folder: Path) -> None:
    four, other = (PLAIN.replace("mine.fsm", f"{{all: mine.fsm, skill: {one}}}") for one in ("4", "4.0"))
    assert keys(folder, four) == keys(folder, other)
    assert recruit("hunter", {}, 4).identity == recruit("hunter", {}, 4.0).identity


def test_a_changed_plan_changes_the_games_of_its_entrant_only(folder: Path) -> None:
    text = PLAIN.replace("b: hunter", "b: hunter, c: deathmatch.lap")
    before = schedule(tournament_file(folder, text)).games
    (folder / "mine.fsm").write_text("Use hunter as play\n\nState a\n  During play\n")
    after = schedule(tournament_file(folder, text)).games
    kept = {game.pair for game in before} - {
        old.pair for old, new in zip(before, after, strict=True) if old.key != new.key
    }
    assert kept == {("b", "c")}


@pytest.mark.parametrize("file", ["skills.py", "brain.py", "inner.py"])
def test_changed_python_code_changes_keys(
    folder: Path, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)  # brains inside of plans are named from there
    brain = "from agentfw.brains.hunter import Hunter as Mine\n"
    for name, content in {"skills.py": "", "brain.py": brain, "inner.py": brain}.items():
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "mine.fsm").write_text("Use inner.py:Mine as play\n\nState a\n  During play\n")
    text = PLAIN.replace("mine.fsm", "{dm: ['brain.py:Mine', mine.fsm], skills: skills.py}")
    text = text.replace("[dm-closet]", "[{map: dm-closet, bots: 2}]")
    before = keys(folder, text)
    (folder / file).write_text((folder / file).read_text(encoding="utf-8") + "# changed\n")
    assert not set(before) & set(keys(folder, text))


def test_two_entrants_that_play_the_same_way_share_their_games(tmp_path: Path) -> None:
    text = "entrants: {a: hunter, b: hunter}\ngrounds: [dm-closet]\nseeds: 1"
    first, second = schedule(tournament_file(tmp_path, text)).games
    assert (first.key, first.sides) == (second.key, second.sides[::-1])
