"""How bold a team plays: passive at first, and thought over when nobody scores for long."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.brains import BrainSetup, make_brain
from agentfw.perception.view import Scores
from agentfw.skills import Done
from agentfw.skills.attitudes import Attitude
from agentfw.vocabulary import FlagState
from tests.skills.moments import act_of, flag, moment, read
from tests.skills.squads import led, team

if TYPE_CHECKING:
    from agentfw.skills import Moment

BOLD = Attitude("aggressive", since=100.0)
FLAGS = (flag(0, FlagState.HOME), flag(1, FlagState.HOME))


def seen(now: float, noted: Attitude | None = None, captures: float = 0.0, seed: int = 1) -> Moment:
    notes: dict[str, Any] = {"attitude": noted} if noted is not None else {}
    scores = Scores(teams={0: captures, 1: 0.0})
    return moment(now=now, notes=notes, rng=Random(seed), scores=scores)  # noqa: S311 - a game


def reviewed(now: Moment) -> Attitude:
    done = act_of("review_attitude").function(now)
    assert isinstance(done, Done)
    found = done.notes["attitude"]
    assert isinstance(found, Attitude)
    return found


def test_team_is_passive_at_first() -> None:
    assert read("attitude", seen(10.0)) == "passive"
    assert (read("attitude", seen(10.0), "passive"), read("attitude", seen(10.0), "Aggressive")) == (
        True,
        False,
    )


@pytest.mark.parametrize(
    ("now", "captures", "is_due"),
    [(339.0, 0.0, False), (340.0, 0.0, True), (120.0, 1.0, True), (100.0, 0.0, False)],
)
def test_attitude_is_due_240_seconds_after_the_last_score(
    now: float,
    captures: float,
    is_due: bool,  # noqa: FBT001 - of a parameter
) -> None:
    assert read("attitude_is_due", seen(now, BOLD, captures)) is is_due


def test_score_keeps_the_attitude_and_begins_the_time_anew() -> None:
    for seed in range(50):
        assert reviewed(seen(400.0, BOLD, 1.0, seed)) == Attitude("aggressive", 400.0, 1.0)


@pytest.mark.parametrize(("before", "after"), [("passive", "aggressive"), ("aggressive", "passive")])
def test_attitude_changes_in_two_of_five_cases(before: str, after: str) -> None:
    rng = Random(7)  # noqa: S311 - a game
    names = []
    for _ in range(2000):
        now = seen(400.0, Attitude(before, 100.0))
        now.random = rng
        names.append(reviewed(now).name)
    assert set(names) == {before, after}
    assert names.count(after) / len(names) == pytest.approx(0.4, abs=0.04)


def decided(plan: str, seed: int) -> list[tuple[float, int]]:
    """When a leader gave how many bots the order to defend, in a game where nobody scores."""
    brain = make_brain(plan, BrainSetup(name="boss", seed=seed))
    found: list[tuple[float, int]] = []
    for half in range(4000):
        orders = brain.decide(led(team(5), *FLAGS, seconds=0.5 * half - 100.0).view).orders
        guards = sum(one.task == "defend" for one in orders)
        if orders and (not found or found[-1][1] != guards):
            found.append((0.5 * half, guards))
    return found


@pytest.mark.parametrize("plan", ["ctf-leader.htn", "ctf-leader.lap", "ctf-leader.fsm"])
def test_leader_changes_its_mind_now_and_then_by_its_own_seed(plan: str) -> None:
    first, again, other = decided(plan, 1), decided(plan, 1), decided(plan, 4)
    assert first == again != other
    assert [guards for _, guards in first][:2] == [3, 2]
    assert all((at - 3.0) % 240.0 < 5.0 for at, _ in first[1:])
