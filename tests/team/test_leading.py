"""A leader thinks about what it is told, and nothing else; and its place is filled when it fails."""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.brains import Brain, BrainSetup, Decision, Reason, make_brain
from agentfw.decisions import NOTHING, Answer, Order, OrderState
from agentfw.errors import PlanError, PluginError, UsageError
from agentfw.recording import Briefed, Ended, Reloaded, Thought
from agentfw.team import BotPlan, Leader, Office, Phase, Restart, RestartPolicy
from tests.team.test_knowledge import owns, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.perception import View
    from agentfw.recording import Record

RUSH = Decision(orders=(Order("rush", to="Ada"),), reason=Reason("rush"))
POLICY = RestartPolicy(first_s=1.0, most_s=4.0, budget=2, window_s=100.0)


class Saying(Brain):
    """Decides what it is told to, and keeps what it saw."""

    def __init__(self, *said: Any) -> None:
        super().__init__()
        self.views: list[View] = []
        self._said = list(said)

    def decide(self, view: View) -> Decision:
        self.views.append(view)
        said = self._said.pop(0) if len(self._said) > 1 else self._said[0]
        if isinstance(said, Exception):
            raise said
        return said  # type: ignore[no-any-return]  # it may be a fault on purpose


def briefing(now: float, **more: Any) -> Briefed:
    return Briefed(now, **({"reports": (told("Ada"),)} | more))


# Leaders


def test_leader_decides_on_what_it_was_told() -> None:
    brain = Saying(RUSH)
    leader = Leader(brain, "boss")
    assert leader.brief(briefing(1.0)) == RUSH
    assert (leader.decision, leader.thinks, leader.view) == (RUSH, 1, brain.views[0])
    assert brain.views[0].squad.names == ("Ada",)


def test_leader_records_what_it_was_told_before_what_it_decided() -> None:
    kept: list[Record] = []
    Leader(Saying(RUSH), "boss", kept.append).brief(briefing(1.0))
    assert kept == [briefing(1.0), Thought(1.0, RUSH)]


def test_leader_records_why_it_leads_no_longer() -> None:
    kept: list[Record] = []
    leader = Leader(Saying(RUSH), "boss", kept.append)
    leader.end(2.0, "the match is over")
    assert kept == [Ended(2.0, "the match is over")]
    Leader(Saying(RUSH), "boss").end(2.0, "the match is over")


def test_leader_that_raises_is_blamed_with_the_time() -> None:
    kept: list[Record] = []
    leader = Leader(Saying(LookupError("no idea")), "boss", kept.append)
    with pytest.raises(PluginError, match=r"Saying\.decide\(\) raised LookupError at 1\.00 s: no idea"):
        leader.brief(briefing(1.0))
    assert kept == [briefing(1.0)]


@pytest.mark.parametrize(
    ("said", "fault"),
    [(None, "returned None"), (Decision(move="home"), "returned move=.home., expected one of")],  # type: ignore[arg-type]
)
def test_leader_that_answers_nonsense_is_blamed(said: Any, fault: str) -> None:
    with pytest.raises(PluginError, match=rf"Saying\.decide\(\) {fault}"):
        Leader(Saying(said), "boss").brief(briefing(1.0))


def test_thinks_are_measured_by_a_clock_that_changes_nothing() -> None:
    ticks, spent = iter([1.0, 1.5]), list[float]()
    leader = Leader(Saying(RUSH), "boss")
    leader.stopwatch, leader.on_think = lambda: next(ticks), spent.append
    assert leader.brief(briefing(1.0)) == RUSH
    assert spent == [0.5]


@pytest.mark.parametrize("plan", ["domination-leader.htn", "ctf-leader.htn"])
def test_same_briefings_give_the_same_decisions(plan: str) -> None:
    def decided() -> list[Decision]:
        leader = Leader(make_brain(plan, BrainSetup(name="boss", seed=1)), "boss")
        reports = (told("Ada", ways={"dom": 3.0}), told("Bob", ways={"dom": 2.0}))
        facts = (owns(0.5, 1),)
        return [leader.brief(Briefed(float(n), reports=reports, facts=facts)) for n in range(1, 9)]

    assert decided() == decided()


def test_leader_goes_on_with_another_plan() -> None:
    kept: list[Record] = []
    files = {"boss.htn": "Top\n  Rest\nHead Rest\n  Subtasks\n    do_nothing\n"}
    other = {"boss.htn": files["boss.htn"].replace("do_nothing", "order_all rush")}
    leader = Leader(make_brain("boss.htn", BrainSetup(files=files)), "boss", kept.append)
    leader.before_brief = lambda now: leader.reload(other, now) if now == 2.0 else None
    assert [leader.brief(briefing(at)).orders for at in (1.0, 2.0)] == [(), (Order("rush", to="Ada"),)]
    assert [type(one) for one in kept] == [Briefed, Thought, Reloaded, Briefed, Thought]
    with pytest.raises(PlanError, match="Nap"):
        leader.reload({"boss.htn": "Top\n  Nap\n"}, 3.0)
    with pytest.raises(UsageError, match="Saying follows no plan"):
        Leader(Saying(RUSH), "boss").reload(None, 1.0)


# Offices


class Place:
    """An office with its leaders, and what was told of it."""

    def __init__(self, *lives: Any, policy: RestartPolicy = POLICY) -> None:
        self.brains = [Saying(*life) if isinstance(life, tuple) else Saying(life) for life in lives]
        self.closed: list[int] = []
        self.events: list[tuple[str, str]] = []
        plan = BotPlan(name="boss", brain="x", restart=policy)
        self.office = Office(
            plan, self._made, seed=1, tell=lambda kind, text: self.events.append((kind, text))
        )

    @contextlib.contextmanager
    def _made(self, life: int) -> Iterator[Leader]:
        try:
            yield Leader(self.brains[min(life, len(self.brains) - 1)], "boss")
        finally:
            self.closed.append(life)

    def think(self, *times: float) -> list[Decision]:
        return [self.office.think(briefing(time)) for time in times]

    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.events]


def test_leader_is_made_for_its_first_think() -> None:
    place = Place(RUSH)
    assert (place.office.leader, place.office.phase, place.office.is_open(0.0)) == (
        *(None, Phase.WAITING),
        True,
    )
    assert place.think(1.0, 2.0) == [RUSH, RUSH]
    assert (place.office.lives, place.office.phase) == (1, Phase.PLAYING)
    assert place.events == [("leads", "")]


def test_leader_that_raises_is_closed_and_followed_by_another_after_a_wait() -> None:
    place = Place((RUSH, LookupError("no idea")), RUSH)
    assert place.think(1.0, 2.0) == [RUSH, NOTHING]
    assert (place.office.leader, place.closed, place.office.phase) == (None, [0], Phase.RESTARTING)
    assert place.office.why == "Saying.decide() raised LookupError at 2.00 s: no idea"
    assert not place.office.is_open(2.1)
    assert place.think(2.1) == [NOTHING]
    assert place.think(4.0) == [RUSH]
    assert place.kinds() == ["leads", "failed", "restarting", "leads"]
    assert place.events[2][1].endswith("for life 2")
    assert len(place.brains[1].views) == 1


class Refusing:
    """Keeps records, but for some that it refuses, once or always."""

    def __init__(self, *kinds: type) -> None:
        self._kinds = kinds

    def __call__(self, record: Record) -> None:
        if isinstance(record, self._kinds):
            raise UsageError(f"cannot record {type(record).__name__}")


@pytest.mark.parametrize(
    ("refused", "told"),
    [((Thought,), ["Thought"]), ((Ended,), ["Ended"]), ((Thought, Ended), ["Thought", "Ended"])],
)
def test_what_cannot_be_recorded_ends_a_leader_and_nothing_else(
    refused: tuple[type, ...], told: list[str]
) -> None:
    place = Place(RUSH)

    @contextlib.contextmanager
    def made(life: int) -> Iterator[Leader]:
        yield Leader(place.brains[0], "boss", Refusing(*refused))

    place.office._make = made
    place.think(1.0)
    place.office.close(2.0)
    failures = [text for kind, text in place.events if kind == "failed"]
    assert failures == [f"cannot record {name}" for name in told]
    assert place.office.leader is None


def test_mistake_of_ours_ends_a_leader_and_not_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(*told: object) -> None:
        raise TypeError("unhashable")

    place = Place(RUSH)
    monkeypatch.setattr("agentfw.team.leading.Knowledge.hear", stumbles)
    assert place.think(1.0) == [NOTHING]
    assert place.events[1] == ("failed", "TypeError: unhashable")


def test_waits_grow() -> None:
    place = Place(LookupError("no idea"), policy=RestartPolicy(first_s=1.0, most_s=60.0, budget=9))
    waits = []
    now = 0.0
    for _ in range(4):
        place.think(now)
        later = next(
            now + 0.05 * step for step in range(4000) if place.office.is_open(now + 0.05 * step)
        )
        waits.append(later - now)
        now = later
    assert all(after > before for before, after in itertools.pairwise(waits)), waits


def test_office_gives_up_at_the_end_of_its_budget() -> None:
    place = Place(LookupError("no idea"))
    decided = place.think(*(float(second) for second in range(100)))
    assert set(decided) == {NOTHING}
    assert (place.office.phase, place.office.lives, place.closed) == (Phase.GIVEN_UP, 3, [0, 1, 2])
    assert place.kinds()[-2:] == ["failed", "given-up"]
    assert "restarted 2 times within 100 s" in place.events[-1][1]


def test_leader_that_shall_not_be_restarted_is_given_up_at_once() -> None:
    place = Place(LookupError("no idea"), policy=RestartPolicy(when=Restart.NEVER))
    place.think(1.0, 9.0, 99.0)
    assert (place.office.phase, place.office.lives) == (Phase.GIVEN_UP, 1)


def test_leader_that_cannot_be_made_is_tried_again() -> None:
    place = Place(RUSH)
    whole = place.office._make
    tries: list[int] = []

    def make(life: int) -> Any:
        tries.append(life)
        if life == 0:
            raise PluginError("no brain")
        return whole(life)

    place.office._make = make
    assert place.think(1.0, 9.0) == [NOTHING, RUSH]
    assert (tries, place.office.why) == ([0, 1], "no brain")


def test_closed_office_lets_its_leader_go() -> None:
    place = Place(RUSH)
    place.think(1.0)
    place.office.close(2.0)
    place.office.close(3.0)
    assert (place.closed, place.office.leader) == ([0], None)


def test_what_cannot_be_is_told_once_and_not_without_end() -> None:
    place = Place(RUSH)
    for text in ("a", "b", "a", *map(str, range(300))):
        place.office.refuse(text)
    assert place.events[:3] == [("refused", "a"), ("refused", "b"), ("refused", "0")]
    assert len(place.events) == 100


def test_long_texts_are_cut() -> None:
    place = Place(LookupError("no idea " * 1000))
    place.think(1.0)
    place.office.refuse("camp " + "x" * 1000)
    assert len(place.office.why) == 2000
    told = [text for kind, text in place.events if kind in ("failed", "refused")]
    assert [(len(text), text[-1]) for text in told] == [(2000, "…"), (300, "…")]
    assert list(place.office.objections) == told[1:]


def test_answers_of_a_leader_are_part_of_what_it_decides() -> None:
    def clears(tasks: str) -> Decision:
        plan = make_brain("seed-coordinator.htn", BrainSetup(name="boss", seed=1))
        own = (Order(tasks, number=4),)
        return Leader(plan, "boss").brief(Briefed(1.0, reports=(), own=own))

    assert clears("clear tasks").answers == (Answer(4, OrderState.DONE),)
    assert clears("clear tasks").orders == ()
    (answer,) = clears("dance").answers
    assert (answer.state, answer.why.split(":")[0]) == (
        OrderState.REFUSED,
        'does not know how to "dance"',
    )
