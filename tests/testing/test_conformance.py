"""The conformance kit: what it accepts, and that it finds what it promises to find."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any, ClassVar

import pytest

from agentfw.brains import Brain, BrainSetup, Decision, Explore, Fight, Speak, View
from agentfw.brains.hunter import Hunter
from agentfw.errors import UsageError
from agentfw.testing import BrainFaults, check_brain, sample_views


def faults_of(brain: Any, **options: Any) -> list[str]:
    with pytest.raises(BrainFaults) as caught:
        check_brain(brain, **options)
    return list(caught.value.faults)


class Simple(Brain):
    def decide(self, view: View) -> Decision:
        return Decision(fight=Fight()) if view.enemies else Decision(move=Explore())


def test_the_sample_brain_conforms() -> None:
    report = check_brain(Hunter)
    assert report.thinks > 100
    assert report.decisions > 2
    assert report.median_ms <= report.slowest_ms


def test_what_was_decided_is_counted_without_the_reasons() -> None:
    assert check_brain(Simple).decisions == 2


def test_the_views_are_those_of_a_match() -> None:
    views = sample_views()
    assert any(view.enemies for view in views)
    assert any(view.items for view in views)
    assert len(views[0].graph) > 10
    assert all(one.now <= other.now for one, other in pairwise(views))


@pytest.mark.parametrize("mode", ["ctf", "dom"])
def test_views_of_other_games_can_be_had(mode: str) -> None:
    views = sample_views(mode, seconds=5.0)
    assert any(view.flags or view.points for view in views)


def test_given_views_are_used_instead() -> None:
    assert check_brain(Simple, views=[View(now=1.0)]).thinks == 2


def test_a_brain_that_cannot_be_made_is_told() -> None:
    class Broken(Brain):
        def __init__(self, setup: BrainSetup) -> None:
            raise ValueError("no plan")

    assert faults_of(Broken) == ["making the brain raised ValueError: no plan"]


def test_a_brain_without_decide_is_told() -> None:
    assert faults_of(lambda setup: object()) == ["object has no decide(view)"]


def test_a_decision_of_another_type_is_told() -> None:
    class Wrong(Brain):
        def decide(self, view: View) -> Any:
            return "north"

    (fault,) = faults_of(Wrong)
    assert fault.startswith("on the first view decide() returned 'north', expected a Decision")


def test_an_intent_on_the_wrong_channel_is_told() -> None:
    class Mixed(Brain):
        def decide(self, view: View) -> Decision:
            intent: Any = Fight()
            return Decision(move=intent)

    (fault,) = faults_of(Mixed)
    assert fault.startswith("on the first view decide() returned move=Fight(), expected one of TravelTo")


def test_what_only_the_second_brain_does_wrong_is_found() -> None:
    made: list[int] = []

    class Second(Brain):
        def __init__(self, setup: BrainSetup) -> None:
            super().__init__(setup)
            made.append(1)
            self.number = len(made)

        def decide(self, view: View) -> Decision:
            if self.number > 6:
                raise ValueError("used up")
            return Decision()

    assert faults_of(Second)[0].startswith(
        "a second brain with the same seed: decide() raised ValueError"
    )


def test_no_views_are_a_mistake_of_the_caller() -> None:
    with pytest.raises(UsageError, match="at least one view"):
        check_brain(Simple, views=[])


def test_a_brain_that_cannot_stand_being_dead_is_told() -> None:
    class Careless(Brain):
        def decide(self, view: View) -> Decision:
            assert view.location is not None
            return Decision()

    faults = faults_of(Careless, views=[v for v in sample_views() if v.location is not None])
    assert [fault.rpartition(" on ")[2] for fault in faults] == [
        "an empty view",
        "a view without a body",
        "a view of a match that is over",
        "a view without a map",
    ]


def test_chance_without_a_seed_is_found() -> None:
    drawn = iter(range(10_000))

    class Fickle(Brain):
        def decide(self, view: View) -> Decision:
            return Decision(say=Speak(str(next(drawn))))

    (fault,) = faults_of(Fickle)
    assert "a second brain with the same seed decided" in fault
    assert "take chance from self.random" in fault


def test_chance_with_a_seed_is_fine() -> None:
    class Lucky(Brain):
        def decide(self, view: View) -> Decision:
            return Decision(say=Speak(str(self.random.random())))

    assert check_brain(Lucky).decisions > 50


def test_state_that_leaks_from_one_brain_to_the_next_is_found() -> None:
    class Leaky(Brain):
        seen: ClassVar[list[float]] = []

        def decide(self, view: View) -> Decision:
            self.seen.append(view.now)
            return Decision(say=Speak(str(len(self.seen))))

    assert "keep no state outside of the brain" in faults_of(Leaky)[0]


def test_a_slow_brain_is_found() -> None:
    class Slow(Brain):
        def decide(self, view: View) -> Decision:
            end = time.perf_counter() + 0.002
            while time.perf_counter() < end:
                pass
            return Decision()

    (fault,) = faults_of(Slow, views=sample_views()[:5], median_ms=1.0)
    assert fault.startswith("half of the thinks take longer than ")
    assert fault.endswith(" ms, allowed are 1 ms")


def test_an_exception_in_the_middle_is_told_with_its_time() -> None:
    class Late(Brain):
        def decide(self, view: View) -> Decision:
            if view.now > 5.0:
                raise KeyError("plan")
            return Decision()

    assert faults_of(Late)[0].startswith("decide() raised KeyError: 'plan' at 5.")
