"""Everything goes wrong at random moments, for hours: nobody is lost, nothing is left, all is recorded.

The storms are those of `tests.support.chaos`. The short ones are part of the ordinary tests; the slow
ones last for a day.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.arena.server import Arena, ArenaServer
from agentfw.arena.server.bots import BotClient
from agentfw.arena.server.results import MatchResult, PlayerResult
from agentfw.arena.server.serving import LocalStream
from agentfw.arena.world.world import World
from agentfw.bot import Bot, Circle
from agentfw.engines.gamebots import ServerSession
from agentfw.engines.gamebots.shapes import Shape
from agentfw.perception import Store
from agentfw.team import Member, Phase, RestartPolicy, Team
from tests.support.chaos import Fault, Moody, Unreliable
from tests.support.endurance import Hand, Trial, endured

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.endurance import Calm, Story

TOUGH = RestartPolicy(first_s=1.0, most_s=8.0, budget=30, window_s=300.0)
DOOMED = RestartPolicy(first_s=0.5, most_s=4.0, budget=3, window_s=60.0)
FRAIL = RestartPolicy(first_s=0.5, most_s=4.0, budget=1, window_s=900.0)
EXPENDABLE: Final = {"Dan": Hand("failing", DOOMED), "Eve": Hand("rover", FRAIL)}
"""One whose brain always raises, and one who may fail once in a quarter of an hour."""

SHORT = Trial(
    {
        "Ada": Hand("hunter", TOUGH),
        "Bob": Hand("deathmatch.fsm"),
        "Cyd": Hand("deathmatch.lap", TOUGH),
        "Flo": Hand("deathmatch.htn"),
        **EXPENDABLE,
    },
    storms=3,
    storm_s=240.0,
    every_s=60.0,
)
DAY = Trial(
    {
        "Ada": Hand("hunter", TOUGH),
        "Bob": Hand("deathmatch.fsm", TOUGH),
        "Cyd": Hand("rover", TOUGH),
        **EXPENDABLE,
    },
    storms=24,
    storm_s=3600.0,
    every_s=200.0,
)

BACK_WITHIN_S: Final = 90.0
"""How long it may take until all play again: an arena that has closed opens within 60 s, bots that were
turned away wait up to 30 s more; a line that is dead is noticed after 15 s."""
ONE_PER_HAND: Final = (Member, Bot, Circle, Store, Moody)
ONE_PER_PLAYER: Final = (LocalStream, Unreliable, BotClient, ServerSession)
ONE: Final = (Team, Arena, ArenaServer, World)
OF_THE_STORY: Final = (MatchResult, PlayerResult, Shape)
"""What the test keeps; and shapes of lines, of which garbage brings ever more, up to a limit."""
OF_THE_STORM: Final = ("in a bad mood", "out of ideas", "(attempt 8 of 8)")


@functools.cache
def short() -> Story:
    return endured(SHORT)


# What holds after any storm


def nobody_was_given_up_before_the_budget_was_spent(story: Story) -> None:
    for name, hand in story.trial.hands.items():
        restarts: list[float] = []
        for event in story.of(name):
            spent = sum(at > event.at - hand.restart.window_s for at in restarts)
            if event.kind == "restarting":
                assert spent < hand.restart.budget, event
                restarts.append(event.at)
            if event.kind == "given-up":
                assert spent == hand.restart.budget, event


def whoever_failed_was_restarted_or_given_up(story: Story) -> None:
    for name in story.trial.hands:
        kinds = [event.kind for event in story.of(name)]
        after = {later for kind, later in itertools.pairwise(kinds) if kind == "failed"}
        assert after <= {"restarting", "given-up"}
        assert kinds[-1] in ("done", "given-up")


def everybody_with_a_budget_played_again_soon(story: Story) -> None:
    for calm in story.calms:
        assert set(calm.phases.values()) <= {Phase.PLAYING, Phase.GIVEN_UP}
        assert calm.guests == calm.playing
        assert calm.waited_s <= BACK_WITHIN_S
    assert {"Dan", "Eve"} <= set(story.given_up)
    assert {"Ada", "Cyd"} <= set(story.calms[-1].playing)


def nothing_but_the_storm_ended_a_life(story: Story) -> None:
    failed = [event.text for event in story.events if event.kind == "failed"]
    assert [text for text in failed if not text.endswith(OF_THE_STORM)] == []


def no_task_was_left_behind(story: Story) -> None:
    def of_members(calm: Calm) -> Counter[str]:
        names = (f"red/{name}" for name in calm.playing)
        return Counter([*names, *["agentfw.team.life.Life.watch"] * len(calm.playing)])

    first, *later = story.calms
    others = Counter(first.tasks) - of_members(first)
    for calm in later:
        assert Counter(calm.tasks) == others + of_members(calm)
    assert Counter(story.left) == Counter(
        {name: n for name, n in others.items() if ".Team." not in name}
    )
    assert story.guests == []


def nothing_of_past_lives_was_kept(story: Story) -> None:
    for calm in story.calms:
        found = {kind: calm.objects[kind] for kind in (*ONE_PER_HAND, *ONE_PER_PLAYER, *ONE)}
        hands, players = len(story.trial.hands), len(calm.playing)
        wanted = dict.fromkeys(ONE_PER_HAND, hands) | dict.fromkeys(ONE_PER_PLAYER, players)
        assert found == wanted | dict.fromkeys(ONE, 1)


def every_match_that_ended_is_in_the_results(story: Story) -> None:
    assert [result.match for result in story.results] == story.ends
    assert story.heard <= set(story.ends)
    assert len(story.heard) >= len(story.ends) / 2
    for finished in story.results:
        names = Counter(player.name for player in finished.result.players)
        assert set(names) <= set(story.trial.hands)
        assert set(names.values()) == {1}  # nobody plays against what is left of a former life


CLAIMS: Final = (
    nobody_was_given_up_before_the_budget_was_spent,
    whoever_failed_was_restarted_or_given_up,
    everybody_with_a_budget_played_again_soon,
    nothing_but_the_storm_ended_a_life,
    no_task_was_left_behind,
    nothing_of_past_lives_was_kept,
    every_match_that_ended_is_in_the_results,
)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_after_storms(claim: Callable[[Story], None]) -> None:
    claim(short())


def test_storms_bring_every_fault() -> None:
    assert set(short().faults) == set(Fault)
    assert short().faults.total() >= 60


def test_same_seed_gives_the_same_storms_and_the_same_story() -> None:
    again, other = endured(SHORT), endured(SHORT._replace(seed=2, storms=1))
    assert short().faults == again.faults
    assert short().events == again.events
    assert short().results == again.results
    assert other.events != again.events[: len(other.events)]


# A day of it


def memory_stays_as_it_was(story: Story) -> None:
    """Of a life, which takes some 10 000 blocks and 300 objects, nothing stays.

    In the first half caches and statistics fill up. In the second, the story itself takes about four
    blocks for each event and twenty for each result; the rest is what a view or a route takes or not.
    """
    half = len(story.calms) // 2
    before, after = story.calms[1 : half + 1], story.calms[-1]
    lives = sum(event.kind == "restarting" for event in story.events) / 2
    room = 3 * len(story.events) + 20 * len(story.results) + 10_000
    assert after.blocks - max(calm.blocks for calm in before) < room
    for kind, count in after.objects.items():
        if kind.__module__.startswith("agentfw.") and kind not in OF_THE_STORY:
            assert count - max(calm.objects[kind] for calm in before) < lives / 10, kind


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_after_a_day_of_storms() -> None:
    day = endured(DAY)
    for claim in (*CLAIMS, memory_stays_as_it_was):
        claim(day)
    assert day.faults.total() - day.faults[Fault.REFUSE] >= 1000
    assert min(day.faults[fault] for fault in Fault) >= 50
