"""Four languages, four game types: every plan plays whole matches, scores, and repeats itself."""

from __future__ import annotations

from typing import Final

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish

LANGUAGES: Final = ("fsm", "goap", "htn", "lap")
PLANS: Final = {
    "dm": ("deathmatch",),
    "tdm": ("deathmatch", "deathmatch"),
    "ctf": ("ctf-attacker", "ctf-defender"),
    "dom": ("domination", "domination"),
}
"""Who plays for us in each game type."""


def played(language: str, mode: str, *, minutes: float, seed: int = 3) -> tuple[float, ...]:
    """What every player had in the end, ours first, and then the teams."""
    team = None if mode == "dm" else 0
    fighters = tuple(
        Fighter(brain=f"{plan}.{language}", name=f"Ours{number}", team=team)
        for number, plan in enumerate(PLANS[mode])
    )
    natives = tuple(
        Native(skill=2.0) if team is None else Native(skill=2.0, team=1) for _ in PLANS[mode]
    )
    arena = ArenaOptions(mode=mode, seed=seed, time_limit_min=minutes)
    result = play_skirmish(SkirmishOptions(arena=arena, fighters=fighters, natives=natives))
    ours = (one.score for one in result.players if one.name.startswith("Ours"))
    return (*ours, *result.team_scores.values())


@pytest.mark.timeout(300)
@pytest.mark.parametrize("mode", PLANS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_scores_in_every_game_type(language: str, mode: str) -> None:
    scores = played(language, mode, minutes=4.0)
    ours = scores[0] if mode == "dm" else scores[len(PLANS[mode])]
    assert ours > 0


@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_seed_gives_the_same_match_in_every_language(language: str) -> None:
    assert played(language, "dom", minutes=1.0) == played(language, "dom", minutes=1.0)
