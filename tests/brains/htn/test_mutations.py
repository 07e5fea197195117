"""Spoiled files: they load, or are refused with places; nothing else happens."""

from __future__ import annotations

import random

import pytest

from agentfw.errors import PlanError
from tests.brains.htn.test_lookahead import DELIVERY
from tests.brains.htn.test_printing import PLAN
from tests.brains.htn.worlds import World, loaded, skills_of

SPECIAL = [
    *"$()[]{},|=:#;\"'\\-+*/%<>!.\t\r\0\x85é ",
    "||",
    "==",
    "$0",
    "Head",
    "\nGoals\n",
    "\nTop\n",
    "in",
    "not",
    "9" * 5000,
    "1e999",
]


def spoiled(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 2, 4))):
        start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        middle = rng.choice(("", rng.choice(SPECIAL), text[start : min(end, start + 20)] * 2))
        end = rng.choice((start, start + 1, min(end, start + 30)))
        text = text[:start] + middle + text[end:]
    return text


@pytest.mark.parametrize("seed", range(40))
def test_a_spoiled_file_loads_or_is_refused_with_places(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test
    skills = skills_of(World())
    for _ in range(50):
        text = spoiled(rng.choice((PLAN, DELIVERY)), rng)
        plan, problems = loaded(text, skills)
        assert (plan is None) == bool(problems.errors), text
        assert all(one.line >= 1 and one.column >= 1 for one in problems)
        if plan is not None:
            again, _ = loaded(str(plan), skills)
            assert again is not None, text
            assert again.source == plan.source
        else:
            with pytest.raises(PlanError):
                problems.finish()
