"""The task files that we ship play what they are for: they score, replay exactly, and win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains import BrainSetup
from agentfw.brains.planned import PlanBrain
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish, replay

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.results import MatchResult
    from agentfw.arena.world.rules import MatchSettings

PLANS: Final = ("deathmatch.htn", "ctf-attacker.htn", "ctf-defender.htn", "domination.htn")
OURS: Final = "Plan"
SEEDS: Final = range(100, 109)
"""Not those that the plans were tuned with."""
MAX_LINES: Final = 60


class Contest(NamedTuple):
    """Some plans against bots of the arena on one map."""

    mode: str
    map: str
    natives: int
    plans: tuple[str, ...]

    def __str__(self) -> str:
        return f"{'+'.join(self.plans)}-{self.map}-{self.mode}-v{self.natives}"


PAIR: Final = ("domination.htn", "domination.htn")
ATTACKERS: Final = ("ctf-attacker.htn", "ctf-attacker.htn")
MIXED: Final = ("ctf-attacker.htn", "ctf-defender.htn")
DUELS: Final = tuple(
    Contest("dm", level, natives, ("deathmatch.htn",))
    for level in ("dm-cellar", "dm-closet", "dm-foundry")
    for natives in (1, 3)
)
TEAM_GAMES: Final = (
    *(
        Contest("ctf", level, 2, team)
        for level in ("ctf-ravine", "ctf-twins")
        for team in (ATTACKERS, MIXED)
    ),
    *(Contest("dom", level, 2, PAIR) for level in ("dom-crossing", "dom-vault")),
    Contest("ddom", "dom-vault", 2, PAIR),
)
each_contest = pytest.mark.parametrize("contest", [*DUELS, *TEAM_GAMES], ids=str)


class Punctual(ArenaOptions, frozen=True, kw_only=True):
    """An arena where a match is over with its time, even if nobody leads."""

    def settings(self) -> MatchSettings:
        """The rules of the match."""
        return msgspec.structs.replace(super().settings(), overtime=False)


def play(contest: Contest, seed: int, minutes: float, record: Path | None = None) -> MatchResult:
    """One match of a contest."""
    ours, theirs = (None, {}) if contest.mode == "dm" else (0, {"team": 1})
    fighters = tuple(
        Fighter(brain=plan, name=f"{OURS}{number}", team=ours)
        for number, plan in enumerate(contest.plans)
    )
    arena = Punctual(mode=contest.mode, map=contest.map, seed=seed, time_limit_min=minutes)
    natives = (Native(skill=3.0, **theirs),) * contest.natives
    return play_skirmish(SkirmishOptions(arena=arena, fighters=fighters, natives=natives), record=record)


def lead(contest: Contest, result: MatchResult) -> float:
    """By how much the plans were ahead in the end."""
    if contest.mode != "dm":
        return result.team_scores[0] - result.team_scores[1]
    ours = max(one.score for one in result.players if one.name.startswith(OURS))
    return ours - max(one.score for one in result.players if not one.name.startswith(OURS))


def scored(contest: Contest, result: MatchResult) -> float:
    """What the plans achieved: points that were held, or else the score of the best of them."""
    if contest.mode == "dom":
        return result.team_scores[0]
    return max(one.score for one in result.players if one.name.startswith(OURS))


@pytest.mark.parametrize("plan", PLANS)
def test_a_shipped_plan_has_no_warnings(plan: str) -> None:
    assert PlanBrain(plan, BrainSetup(name="Bob")).plan.warnings == ()


@pytest.mark.parametrize("plan", PLANS)
def test_a_shipped_plan_can_be_read_at_a_glance(plan: str) -> None:
    sources = PlanBrain(plan, BrainSetup(name="Bob")).sources
    assert {
        name: len(text.splitlines()) <= MAX_LINES for name, text in sources.items()
    } == dict.fromkeys(sources, True)


@each_contest
def test_a_shipped_plan_scores_in_a_short_match_and_replays_exactly(
    contest: Contest, tmp_path: Path
) -> None:
    result = play(contest, seed=1, minutes=1.0 if contest.mode == "dm" else 0.5, record=tmp_path)
    assert scored(contest, result) > 0
    found = [replay(file) for file in sorted(tmp_path.glob("*.rec"))]
    assert [(one.is_exact, one.first_difference) for one in found] == [(True, None)] * len(contest.plans)


@pytest.mark.slow
@pytest.mark.timeout(600)
@each_contest
def test_a_shipped_plan_wins_more_matches_than_it_loses(contest: Contest) -> None:
    leads = [lead(contest, play(contest, seed, minutes=5.0)) for seed in SEEDS]
    assert sum(one > 0 for one in leads) > sum(one < 0 for one in leads)
