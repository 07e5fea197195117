"""What every brain has: a setup, chance of its own, and a decide that has to be written."""

from __future__ import annotations

import re

import pytest

from agentfw.brains import Brain, BrainSetup, Decision
from agentfw.perception import View


class Unfinished(Brain):
    """Somebody forgot something."""


def draws(**setup: str | int) -> list[float]:
    brain = Brain(BrainSetup(**setup))  # type: ignore[arg-type] # names and seeds
    return [brain.random.random() for _ in range(5)]


def test_same_seed_and_name_give_the_same_chance() -> None:
    assert draws(name="a", seed=3) == draws(name="a", seed=3)


def test_bots_of_a_team_with_one_seed_have_chances_of_their_own() -> None:
    assert draws(name="a", seed=3) != draws(name="b", seed=3)


def test_another_seed_gives_another_chance() -> None:
    assert draws(name="a", seed=3) != draws(name="a", seed=4)


def test_setup_is_kept() -> None:
    setup = BrainSetup(name="a", seed=3, options={"plan": "x"})
    assert Brain(setup).setup is setup


def test_brain_without_decide_says_so_when_asked() -> None:
    told = "Unfinished has no decide(self, view)"
    with pytest.raises(NotImplementedError, match=f"^{re.escape(told)}$"):
        Unfinished().decide(View(now=0.0))


def test_brains_package_has_all_that_a_small_brain_needs() -> None:
    namespace: dict[str, object] = {}
    exec("from agentfw.brains import *", namespace)  # noqa: S102 - as a user's file does
    assert {"Brain", "Decision", "Explore", "Fight", "Reason", "TravelTo", "View"} <= set(namespace)
    assert namespace["Decision"] is Decision
