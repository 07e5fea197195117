"""One game: the same text gives the same outcome, and brains that fail lose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.errors import PluginError
from agentfw.tournament import Outcome, play_game
from agentfw.tournament.playing import GameSpec
from tests.support.programs import run_python
from tests.tournament.files import failing_brain, schedule, tournament_file

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.tournament import Schedule


def outcome(cup: Schedule, number: int = 0) -> Outcome:
    return msgspec.json.decode(play_game(cup.spec(cup.games[number])), type=Outcome)


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    found = outcome(schedule(tournament_file(tmp_path)))
    assert found.because in ("time", "")
    assert found.game_time_s >= 6.0
    assert not found.fault


def test_another_process_comes_to_the_same_outcome(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path))
    spec = cup.spec(cup.games[3])
    (tmp_path / "spec.json").write_bytes(spec)
    program = (
        "import pathlib, sys; from agentfw.tournament import play_game;"
        "print(play_game(pathlib.Path(sys.argv[1]).read_bytes()).decode())"
    )
    assert run_python(program, tmp_path / "spec.json").stdout.strip().encode() == play_game(spec)


def test_a_plan_is_played_as_it_was_when_it_was_read(tmp_path: Path) -> None:
    (tmp_path / "mine.fsm").write_text("Use deathmatch.fsm as play\n\nState a\n  During play\n")
    text = "entrants: {a: mine.fsm, b: hunter}\ngrounds: [dm-closet]\nminutes: 0.1"
    cup = schedule(tournament_file(tmp_path, text))
    before = outcome(cup)
    (tmp_path / "mine.fsm").unlink()
    assert outcome(cup) == before


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Raises", "Raises.decide() raised ValueError at "),
        ("Exits", "Exits.decide() raised SystemExit at "),
        ("Cancels", "Cancels.decide() raised CancelledError at "),
    ],
)
def test_a_brain_that_fails_loses_with_the_reason(tmp_path: Path, name: str, why: str) -> None:
    cup = schedule(failing_brain(tmp_path, name))
    first, second = outcome(cup, 0), outcome(cup, 1)
    assert (cup.games[0].sides[0], cup.games[1].sides[1]) == ("bad", "bad")
    assert (first.forfeit, first.points, first.because) == (0, (0.0, 1.0), "forfeit")
    assert (second.forfeit, second.points) == (1, (1.0, 0.0))
    assert first.why.startswith(why)


def test_what_a_brain_raises_beside_its_thinks_is_an_error_of_any_process(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="CancelledError: nothing to ask"):
        outcome(schedule(failing_brain(tmp_path, "NeverAsks")))


def test_a_brain_that_cannot_be_made_for_a_seed_loses(tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "NotMade", seeds=2))
    found = [outcome(cup, number) for number, game in enumerate(cup.games) if "bad" in game.pair]
    assert [one.forfeit is not None for one in found] == [False] * 4 + [True] * 4
    assert "making it raised ValueError: not with this seed" in found[-1].why


@pytest.mark.parametrize(
    ("scores", "points"), [((3, 1), (1.0, 0.0)), ((1, 3), (0.0, 1.0)), ((2, 2), (0.5, 0.5))]
)
def test_the_higher_score_wins_and_a_tie_is_shared(
    scores: tuple[float, float], points: tuple[float, float]
) -> None:
    assert Outcome(scores=scores).points == points


def test_in_deathmatch_the_scores_of_a_side_are_summed(tmp_path: Path) -> None:
    text = (
        "entrants: {a: deathmatch.fsm, b: deathmatch.lap}\ngrounds: [dm-closet]\n"
        "bots: 3\nminutes: 1\nscore: 0"
    )
    found = outcome(schedule(tournament_file(tmp_path, text)))
    assert sum(found.scores) > 5


def test_in_team_games_the_scores_of_the_teams_count(tmp_path: Path) -> None:
    text = (
        "entrants: {a: domination.fsm, b: hunter}\n"
        "grounds: [{map: dom-crossing, mode: dom}]\nbots: 2\nminutes: 1"
    )
    cup = schedule(tournament_file(tmp_path, text))
    assert outcome(cup, 0).points == (1.0, 0.0)  # hunters take no points on purpose
    assert outcome(cup, 1).points == (0.0, 1.0)


def test_skill_makes_a_difference(tmp_path: Path) -> None:
    text = (
        "entrants: {beginner: {all: deathmatch.fsm, skill: 1}, expert: deathmatch.fsm}\n"
        "grounds: [dm-closet]\nminutes: 2\nseeds: 1"
    )
    cup = schedule(tournament_file(tmp_path, text))
    assert (outcome(cup, 0).points, outcome(cup, 1).points) == ((0.0, 1.0), (1.0, 0.0))


def test_another_version_refuses_to_play(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path))
    spec = msgspec.json.decode(cup.spec(cup.games[0]), type=GameSpec)
    other = msgspec.json.encode(msgspec.structs.replace(spec, version="0.0.1"))
    found = msgspec.json.decode(play_game(other), type=Outcome)
    assert found.fault.endswith("but the tournament needs 0.0.1")


@pytest.mark.parametrize("change", ["changed", "removed"])
def test_python_code_that_is_not_the_same_refuses_to_play(tmp_path: Path, change: str) -> None:
    cup = schedule(failing_brain(tmp_path, "Raises"))
    if change == "changed":
        (tmp_path / "failing.py").write_text("# changed", encoding="utf-8")
    else:
        (tmp_path / "failing.py").unlink()
    assert str(tmp_path / "failing.py") in outcome(cup).fault


def test_garbage_is_a_fault_not_a_crash() -> None:
    assert msgspec.json.decode(play_game(b"{"), type=Outcome).fault
