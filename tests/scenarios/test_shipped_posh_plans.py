"""The POSH plans that play to win: they score, replay exactly, and beat the bots of the arena."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.arena.server.options import maps_for
from agentfw.brains.planfiles import PlanFiles, shipped_plans
from agentfw.brains.planned import load_plan
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish, replay
from agentfw.skills import shipped_skills

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.results import MatchResult
    from agentfw.arena.world.rules import MatchSettings

SEEDS: Final = range(300, 309)
"""None of those with which the plans were tuned."""
OURS: Final = 0


class Punctual(ArenaOptions, frozen=True, kw_only=True):
    """An arena where a match is over with its time, even if nobody leads."""

    def settings(self) -> MatchSettings:
        """The rules of the match."""
        return msgspec.structs.replace(super().settings(), overtime=False)


class Contest(NamedTuple):
    """Plans in a game type, against so many bots of the arena."""

    mode: str
    plans: tuple[str, ...]
    natives: int
    short_min: float = 0.4
    """Long enough to score, and short enough for a test that is run often."""


CONTESTS: Final = {
    "deathmatch 1 v 1": Contest("dm", ("deathmatch.lap",), 1, short_min=1.5),
    "deathmatch 1 v 3": Contest("dm", ("deathmatch.lap",), 3, short_min=1.5),
    "ctf attackers": Contest("ctf", ("ctf-attacker.lap",) * 2, 2),
    "ctf defended": Contest("ctf", ("ctf-attacker.lap", "ctf-defender.lap"), 2),
    "domination": Contest("dom", ("domination.lap",) * 2, 2),
    "double domination": Contest("ddom", ("domination.lap",) * 2, 2),
}
GAMES: Final = [
    pytest.param(contest, level, id=f"{name} on {level}")
    for name, contest in CONTESTS.items()
    for level in maps_for(contest.mode)
]
every_game = pytest.mark.parametrize(("contest", "level"), GAMES)
PLANS: Final = sorted({plan for contest in CONTESTS.values() for plan in contest.plans})


def play(
    contest: Contest, level: str, seed: int, *, minutes: float, record: Path | None = None
) -> MatchResult:
    """One match of some plans against bots of the arena, of skill 3."""
    has_teams = contest.mode != "dm"
    fighters = tuple(
        Fighter(brain=plan, name=f"Plan{number}", team=OURS if has_teams else None)
        for number, plan in enumerate(contest.plans)
    )
    native = Native(skill=3.0, team=1 - OURS) if has_teams else Native(skill=3.0)
    arena = Punctual(mode=contest.mode, map=level, seed=seed, time_limit_min=minutes)
    options = SkirmishOptions(arena=arena, fighters=fighters, natives=(native,) * contest.natives)
    return play_skirmish(options, record=record)


def points_of(result: MatchResult) -> tuple[float, float]:
    """What our side got, and the best of the others."""
    if result.team_scores:
        return result.team_scores[OURS], result.team_scores[1 - OURS]
    ours = max(one.score for one in result.players if one.name.startswith("Plan"))
    return ours, max(one.score for one in result.players if not one.name.startswith("Plan"))


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_is_short_and_gives_no_warnings(plan: str) -> None:
    assert load_plan(plan, PlanFiles(), shipped_skills()).warnings == ()
    assert len(shipped_plans()[plan].read_text().splitlines()) <= 60


@every_game
def test_a_short_match_scores_and_replays_exactly(tmp_path: Path, contest: Contest, level: str) -> None:
    result = play(contest, level, 1, minutes=contest.short_min, record=tmp_path)
    assert sum(one.score for one in result.players if one.name.startswith("Plan")) > 0
    found = [replay(file) for file in sorted(tmp_path.glob("*.rec"))]
    assert [one.first_difference for one in found] == [None] * len(contest.plans)
    assert all(one.is_exact for one in found)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.timeout(900)
@every_game
def test_a_plan_wins_more_matches_than_it_loses(contest: Contest, level: str) -> None:
    played = [points_of(play(contest, level, seed, minutes=5.0)) for seed in SEEDS]
    won = sum(ours > theirs for ours, theirs in played)
    lost = sum(ours < theirs for ours, theirs in played)
    assert won > lost, played
