"""Matches of several bots in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.errors import UsageError
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish, replay

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.results import MatchResult


def duel(seed: int = 1, record: Path | None = None) -> MatchResult:
    arena = ArenaOptions(mode="dm", map="dm-closet", seed=seed, time_limit_min=0.5)
    fighters = (Fighter(brain="hunter", name="Ada"), Fighter(brain="hunter", name="Bob"))
    return play_skirmish(SkirmishOptions(arena=arena, fighters=fighters), record=record)


def test_the_same_seed_gives_the_same_match() -> None:
    assert duel(3) == duel(3)


def test_another_seed_gives_another_match() -> None:
    assert duel(3) != duel(4)


def test_it_ends_with_the_time() -> None:
    result = duel()
    assert result.because == "time"
    assert 29.9 <= result.game_time_s < 60.0  # a tie goes on until somebody scores
    assert {player.name for player in result.players} == {"Ada", "Bob"}


def test_natives_play_in_the_team_they_are_put_into() -> None:
    arena = ArenaOptions(mode="ctf", map="ctf-twins", seed=1, time_limit_min=0.2)
    fighters = (Fighter(brain="hunter", name="Ada", team=0),)
    natives = (Native(skill=3.0, team=1), Native(skill=3.0, team=0))
    result = play_skirmish(SkirmishOptions(arena=arena, fighters=fighters, natives=natives))
    teams = {player.name: player.team for player in result.players}
    assert teams.pop("Ada") == 0
    assert sorted(teams.values()) == [0, 1]


def test_every_fighter_is_recorded_and_replays_exactly(tmp_path: Path) -> None:
    played = duel(record=tmp_path)
    assert played == duel()
    for name in ("Ada", "Bob"):
        assert replay(tmp_path / f"{name}.rec").is_exact


def test_a_match_without_end_is_refused() -> None:
    options = SkirmishOptions(arena=ArenaOptions(time_limit_min=0), fighters=())
    with pytest.raises(UsageError, match="a skirmish needs a time limit"):
        play_skirmish(options)


def test_a_name_that_would_leave_the_folder_is_refused(tmp_path: Path) -> None:
    fighters = (Fighter(brain="hunter", name="../escaped"),)
    options = SkirmishOptions(arena=ArenaOptions(time_limit_min=1), fighters=fighters)
    with pytest.raises(UsageError, match=r'"\.\./escaped" cannot be the name of a recording'):
        play_skirmish(options, record=tmp_path / "inner")


def test_more_fighters_than_the_arena_holds_are_refused() -> None:
    fighters = tuple(Fighter(brain="hunter", name=f"B{number}") for number in range(40))
    options = SkirmishOptions(arena=ArenaOptions(time_limit_min=1), fighters=fighters)
    with pytest.raises(UsageError, match="the arena is full"):
        play_skirmish(options)
