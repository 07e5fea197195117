"""Human limits, from beginner to expert."""

from __future__ import annotations

import pytest

from agentfw.body import PERFECT, human_of_skill
from agentfw.errors import UsageError


@pytest.mark.parametrize("trait", ["turn_rate", "accuracy", "aim_skill", "attack_skill", "alertness"])
def test_every_trait_grows_with_skill(trait: str) -> None:
    values = [getattr(human_of_skill(skill), trait) for skill in range(1, 6)]
    assert values == sorted(set(values))


def test_reactions_get_quicker_with_skill() -> None:
    times = [human_of_skill(skill).reaction_s for skill in range(1, 6)]
    assert times == sorted(set(times), reverse=True)


@pytest.mark.parametrize("skill", [0, 6, -1])
def test_a_skill_that_is_not_there_is_refused(skill: int) -> None:
    with pytest.raises(UsageError, match=rf"^skill {skill} is not from 1 to 5$"):
        human_of_skill(skill)


def test_players_of_a_skill_aim_by_themselves_and_perfect_ones_need_not() -> None:
    assert all(human_of_skill(skill).is_limited for skill in range(1, 6))
    assert not PERFECT.is_limited
