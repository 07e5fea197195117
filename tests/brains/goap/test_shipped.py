"""The GOAP files that we ship play what they are for: they score, replay exactly, and win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains import BrainSetup
from agentfw.brains.planned import PlanBrain
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish, replay
from agentfw.testing import check_brain, sample_views

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.results import MatchResult
    from agentfw.arena.world.rules import MatchSettings

PLANS: Final = {
    "deathmatch.goap": "dm",
    "ctf-attacker.goap": "ctf",
    "ctf-defender.goap": "ctf",
    "domination.goap": "dom",
}
SEEDS: Final = range(100, 109)
"""Not those that the plans were tuned with."""
MAX_LINES: Final = 70


class Contest(NamedTuple):
    """Some plans against bots of the arena on one map."""

    mode: str
    map: str
    natives: int
    plans: tuple[str, ...]

    def __str__(self) -> str:
        return f"{'+'.join(self.plans)}-{self.map}-{self.mode}-v{self.natives}"


QUICK: Final = (
    Contest("dm", "dm-cellar", 1, ("deathmatch.goap",)),
    Contest("ctf", "ctf-twins", 2, ("ctf-attacker.goap", "ctf-defender.goap")),
    Contest("dom", "dom-crossing", 2, ("domination.goap", "domination.goap")),
)
REST: Final = (
    *(
        Contest("dm", level, natives, ("deathmatch.goap",))
        for level in ("dm-cellar", "dm-closet", "dm-foundry")
        for natives in (1, 3)
    ),
    *(
        Contest("ctf", level, 2, team)
        for level in ("ctf-ravine", "ctf-twins")
        for team in (("ctf-attacker.goap",) * 2, ("ctf-attacker.goap", "ctf-defender.goap"))
    ),
    *(Contest("dom", level, 2, ("domination.goap",) * 2) for level in ("dom-crossing", "dom-vault")),
    Contest("ddom", "dom-vault", 2, ("domination.goap",) * 2),
)


class Punctual(ArenaOptions, frozen=True, kw_only=True):
    """An arena where a match is over with its time, even if nobody leads."""

    def settings(self) -> MatchSettings:
        """The rules of the match."""
        return msgspec.structs.replace(super().settings(), overtime=False)


def play(contest: Contest, seed: int, minutes: float, record: Path | None = None) -> MatchResult:
    """One match of a contest."""
    ours, theirs = (None, {}) if contest.mode == "dm" else (0, {"team": 1})
    fighters = tuple(
        Fighter(brain=plan, name=f"Plan{number}", team=ours) for number, plan in enumerate(contest.plans)
    )
    arena = Punctual(mode=contest.mode, map=contest.map, seed=seed, time_limit_min=minutes)
    natives = (Native(skill=3.0, **theirs),) * contest.natives
    return play_skirmish(SkirmishOptions(arena=arena, fighters=fighters, natives=natives), record=record)


def lead(contest: Contest, result: MatchResult) -> float:
    """By how much the plans were ahead in the end."""
    if contest.mode != "dm":
        return result.team_scores[0] - result.team_scores[1]
    ours = max(one.score for one in result.players if one.name.startswith("Plan"))
    return ours - max(one.score for one in result.players if not one.name.startswith("Plan"))


@pytest.mark.parametrize("plan", PLANS)
def test_a_shipped_plan_has_no_warnings_and_can_be_read_at_a_glance(plan: str) -> None:
    brain = PlanBrain(plan, BrainSetup(name="Bob"))
    assert brain.plan.warnings == ()
    assert max(len(text.splitlines()) for text in brain.sources.values()) <= MAX_LINES


@pytest.mark.parametrize("plan", PLANS)
def test_a_shipped_plan_conforms(plan: str) -> None:
    views = sample_views(PLANS[plan], seconds=10.0)
    report = check_brain(lambda setup: PlanBrain(plan, setup), views=views)
    assert report.decisions > 1


@pytest.mark.parametrize("plan", PLANS)
def test_tracing_changes_no_decision(plan: str) -> None:
    brains = [PlanBrain(plan, BrainSetup(seed=3, is_traced=is_traced)) for is_traced in (False, True)]
    for view in sample_views(PLANS[plan], seconds=10.0):
        plain, traced = (brain.decide(view) for brain in brains)
        assert traced == plain


@pytest.mark.parametrize("contest", QUICK, ids=str)
def test_a_shipped_plan_scores_in_a_short_match_and_replays_exactly(
    contest: Contest, tmp_path: Path
) -> None:
    result = play(contest, seed=1, minutes=1.0 if contest.mode == "dm" else 0.5, record=tmp_path)
    assert sum(one.score for one in result.players if one.name.startswith("Plan")) > 0
    found = [replay(file) for file in sorted(tmp_path.glob("*.rec"))]
    assert [(one.is_exact, one.first_difference) for one in found] == [(True, None)] * len(contest.plans)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("contest", REST, ids=str)
def test_a_shipped_plan_wins_more_matches_than_it_loses(contest: Contest) -> None:
    leads = [lead(contest, play(contest, seed, minutes=5.0)) for seed in SEEDS]
    assert sum(one > 0 for one in leads) > sum(one < 0 for one in leads)
