"""The network plays whole matches: it scores, replays exactly, and wins more than it loses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains.planned import PlanBrain
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish, replay
from agentfw.testing import check_brain, sample_views
from tests.brains.fsm.quake3_stage import network

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.results import MatchResult

PLAN: Final = "quake3.fsm"
SEEDS: Final = range(200, 206)
"""Not those that the plan was tuned with."""


class Contest(NamedTuple):
    """As many of ours against as many of the arena, or one against three."""

    mode: str
    map: str
    ours: int
    theirs: int

    def __str__(self) -> str:
        return f"{self.mode}-{self.map}-{self.ours}v{self.theirs}"


CONTESTS: Final = (
    Contest("dm", "dm-cellar", 1, 1),
    Contest("dm", "dm-foundry", 1, 3),
    Contest("ctf", "ctf-ravine", 2, 2),
    Contest("ctf", "ctf-twins", 2, 2),
    Contest("dom", "dom-crossing", 2, 2),
    Contest("dom", "dom-vault", 2, 2),
    Contest("ddom", "dom-vault", 2, 2),
)
each_contest = pytest.mark.parametrize("contest", CONTESTS, ids=str)


def play(contest: Contest, seed: int, minutes: float, record: Path | None = None) -> MatchResult:
    has_teams = contest.mode != "dm"
    fighters = tuple(
        Fighter(brain=PLAN, name=f"Grunt{number}", team=0 if has_teams else None)
        for number in range(contest.ours)
    )
    native = Native(skill=3.0, team=1) if has_teams else Native(skill=3.0)
    arena = ArenaOptions(mode=contest.mode, map=contest.map, seed=seed, time_limit_min=minutes)
    options = SkirmishOptions(arena=arena, fighters=fighters, natives=(native,) * contest.theirs)
    return play_skirmish(options, record=record)


def lead(contest: Contest, result: MatchResult) -> float:
    """By how much the network was ahead in the end."""
    if contest.mode != "dm":
        return result.team_scores[0] - result.team_scores[1]
    ours = max(one.score for one in result.players if one.name.startswith("Grunt"))
    return ours - max(one.score for one in result.players if not one.name.startswith("Grunt"))


def test_the_plan_has_no_warnings() -> None:
    assert network().warnings == ()


@pytest.mark.parametrize("mode", ["dm", "tdm", "ctf", "dom", "ddom"])
def test_the_brain_keeps_the_contract(mode: str) -> None:
    check_brain(lambda setup: PlanBrain(PLAN, setup), views=sample_views(mode))


@pytest.mark.parametrize("mode", ["dm", "ctf"])
def test_the_brain_keeps_the_contract_on_the_older_game(mode: str) -> None:
    views = sample_views(mode, dialect="gamebots-ut99")
    check_brain(lambda setup: PlanBrain(PLAN, setup), views=views)


@pytest.mark.parametrize(
    "contest", [Contest("dm", "dm-closet", 1, 1), Contest("dom", "dom-vault", 1, 1)], ids=str
)
def test_a_short_match_is_scored_in_and_replays_exactly(contest: Contest, tmp_path: Path) -> None:
    result = play(contest, seed=1, minutes=0.5, record=tmp_path)
    assert (
        max(result.team_scores[0] if contest.mode == "dom" else one.score for one in result.players) > 0
    )
    assert all(replay(file).is_exact for file in tmp_path.glob("*.rec"))


@pytest.mark.slow
@pytest.mark.timeout(600)
@each_contest
def test_the_network_wins_more_matches_than_it_loses(contest: Contest) -> None:
    leads = [lead(contest, play(contest, seed, minutes=5.0)) for seed in SEEDS]
    assert sum(one > 0 for one in leads) > sum(one < 0 for one in leads)
