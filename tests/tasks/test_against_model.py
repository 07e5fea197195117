"""Whatever happens in whatever order, a desk does what an obvious model of it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from agentfw.decisions import Order, OrderState
from agentfw.tasks import Desk, IfOneFails, Sequence, Slot, Status, Task, Together, UnitTask, Until
from tests.tasks.radio import ENDS, Radio

if TYPE_CHECKING:
    from agentfw.tasks import Ending

UNITS = ("Ada", "Bob", "Cleo")
RANKS = ("leaving", "high", "medium", "group", "low")
PLACES = ("high", "medium", "low", "group", "leaving")
REACTIONS = ("none", "none", "start", "remove", "replace", "raise")

a_unit = st.sampled_from(UNITS)
some_units = st.sets(a_unit, min_size=1).map(lambda found: tuple(sorted(found)))
a_slot = st.sampled_from(tuple(Slot))
a_reaction = st.sampled_from(REACTIONS)


class Part(msgspec.Struct):
    """What one unit is to do for a job, and how it ended."""

    unit: str
    word: str
    outcome: OrderState | None = None
    is_lost: bool = False

    def is_visible(self, held: set[str]) -> bool:
        """Whether a visit must notice the end; a unit that does something else is not listened to."""
        return self.is_lost or (self.outcome is not None and self.unit not in held)

    @property
    def has_failed(self) -> bool:
        return self.is_lost or self.outcome in (OrderState.FAILED, OrderState.REFUSED)


class Job(msgspec.Struct, eq=False):
    """What the model knows of a task."""

    name: str
    task: Task
    parts: list[Part]
    goes_on: bool = False
    holds: bool = False
    """Whether the condition of a watcher holds."""
    units: list[str] = []
    slot: Slot | None = None
    has_acted: bool = False
    reaction: str = "none"
    is_gone: bool = False
    told: int = 0
    expected: Status | None = None
    """What the owner has still to hear, when it was not the desk that found out."""

    @property
    def failure(self) -> Status:
        return Status.FAILED_UNCLEANLY if self.has_acted else Status.FAILED_CLEANLY

    def ending(self, parts: list[Part]) -> Status | None:
        """What it comes to when the ends of these parts are known; None if it is not over."""
        if not self.parts:
            return Status.DONE if self.holds else None
        failures = [part for part in parts if part.has_failed]
        if failures and not self.goes_on:
            return self.failure
        if len(parts) < len(self.parts):
            return None
        return self.failure if len(failures) == len(self.parts) else Status.DONE


class Model:
    """Who is bound where, and nothing else."""

    def __init__(self) -> None:
        self.places: dict[str, dict[str, Job]] = {unit: {} for unit in UNITS}

    def body(self, unit: str) -> Job | None:
        for rank in RANKS:
            job = self.places[unit].get(rank)
            if job is not None and (rank != "group" or unit in job.task.units):
                return job
        return None

    def is_free(self, unit: str) -> bool:
        bound = self.places[unit]
        return "group" not in bound and all(job.slot is Slot.LOW for job in bound.values())

    def own(self, unit: str) -> list[Job]:
        bound = self.places[unit]
        return [bound[place] for place in ("leaving", "high", "medium", "low") if place in bound]

    def put(self, job: Job, units: tuple[str, ...], slot: Slot | None) -> None:
        job.units, job.slot = list(units), slot
        for unit in units:
            self.places[unit]["group" if slot is None else slot.value] = job

    def drop(self, job: Job) -> None:
        job.is_gone = True
        for bound in self.places.values():
            for place in [place for place, one in bound.items() if one is job]:
                del bound[place]

    def leave(self, job: Job, unit: str) -> None:
        del self.places[unit]["group"]
        job.units.remove(unit)
        for part in job.parts:
            if part.unit == unit and part.outcome is None:
                part.is_lost = True

    def held(self, job: Job) -> set[str]:
        return {unit for unit in job.units if self.body(unit) is not job}

    def is_halted(self, job: Job) -> bool:
        return job.slot is not None and self.body(job.units[0]) is not job


class Leading(RuleBasedStateMachine):
    """A leader, its units, and owners who react when they are told."""

    def __init__(self) -> None:
        super().__init__()
        self.radio, self.desk, self.model = Radio(), Desk(), Model()
        self.jobs: dict[Task, Job] = {}
        self.now = 0.0
        self.count = 0

    # Jobs

    def job(self, units: tuple[str, ...], kind: str, reaction: str = "none") -> Job:
        """A fresh one: an order, two in a row, some side by side, or a condition."""
        self.count += 1
        name = f"{kind}{self.count}"
        twice = 2 if kind == "line" else 1
        parts = [Part(unit, f"{name}/{unit}/{n}") for unit in units for n in range(twice)]
        orders = [UnitTask(self.radio, part.unit, Order(part.word)) for part in parts]
        job = Job(name, orders[0] if orders else Until(name, lambda _: job.holds), parts)
        if kind == "line":
            job.task = Sequence(name, *orders)
        elif kind in ("group", "loose"):
            job.goes_on = kind == "loose"
            rule_ = IfOneFails.GO_ON if job.goes_on else IfOneFails.END
            job.task = Together(name, *orders, if_one_fails=rule_)
        job.reaction = reaction
        self.jobs[job.task] = job
        return job

    @property
    def here(self) -> list[Job]:
        return [job for job in self.jobs.values() if not job.is_gone]

    def a_job(self, data: st.DataObject) -> Job:
        return data.draw(st.sampled_from(self.here))

    def expect(self, job: Job) -> None:
        """The job is aborted by what is called next."""
        if not job.is_gone:
            job.expected = job.failure
            self.model.drop(job)

    # Owners

    def owner(self, task: Task, ending: Ending) -> None:
        job = self.jobs[task]
        job.told += 1
        assert job.told == 1
        if job.expected is None:
            self.find_out(job, ending)
        assert ending.status is job.expected
        self.react(job)

    def find_out(self, job: Job, ending: Ending) -> None:
        """The desk says that a job is over: it must be, and not be halted."""
        assert not job.is_gone
        assert not self.model.is_halted(job)
        over = [part for part in job.parts if part.outcome is not None or part.is_lost]
        job.expected = job.ending(over)
        assert set(ending.units) == set(job.units)
        self.model.drop(job)

    def react(self, job: Job) -> None:
        others = self.here
        if job.reaction == "raise":
            raise RuntimeError("not now")
        if job.reaction == "start":
            self.set("Ada", Slot.HIGH, "order", "none")
        elif job.reaction == "remove" and others:
            self.remove(others[0])
        elif job.reaction == "replace":
            self.swap("Bob", [Slot.MEDIUM, Slot.LOW], preempt=True)

    # What may be asked of a desk

    def set(self, unit: str, slot: Slot, kind: str, reaction: str) -> None:
        job = self.job(() if kind == "watch" else (unit,), kind, reaction)
        fits = slot.value not in self.model.places[unit]
        if fits:
            self.model.put(job, (unit,), slot)
        else:
            del self.jobs[job.task]
        assert bool(self.desk.run(job.task, self.owner, unit, slot, now=self.now)) == fits

    def remove(self, job: Job) -> None:
        self.expect(job)
        assert self.desk.remove(job.task, now=self.now)

    def swap(self, unit: str, slots: list[Slot], *, preempt: bool) -> None:
        body, jobs = self.model.body(unit), {slot: self.job((unit,), "order") for slot in slots}
        is_staying = not preempt and body is not None and body.slot is not None
        staying = body if is_staying and body is not None and body.task.has_begun else None
        for job in self.model.own(unit):
            if job is not staying:
                self.expect(job)
        if staying is not None:
            self.model.drop(staying)
            staying.is_gone = False
            self.model.places[unit]["leaving"] = staying
        for slot, job in jobs.items():
            self.model.put(job, (unit,), slot)
        tasks = {slot: job.task for slot, job in jobs.items()}
        assert self.desk.replace(unit, tasks, self.owner, preempt=preempt, now=self.now)

    @rule(
        unit=a_unit, slot=a_slot, kind=st.sampled_from(("order", "line", "watch")), reaction=a_reaction
    )
    def run_in_a_slot(self, unit: str, slot: Slot, kind: str, reaction: str) -> None:
        self.set(unit, slot, kind, reaction)

    @rule(reaction=a_reaction)
    def run_alone(self, reaction: str) -> None:
        job = self.job((), "watch", reaction)
        assert self.desk.run(job.task, self.owner, now=self.now)

    @rule(units=some_units, kind=st.sampled_from(("group", "loose", "watch")), reaction=a_reaction)
    def run_for_a_group(self, units: tuple[str, ...], kind: str, reaction: str) -> None:
        job = self.job(() if kind == "watch" else units, kind, reaction)
        fits = all("group" not in self.model.places[unit] for unit in units)
        if fits:
            self.model.put(job, units, None)
        else:
            del self.jobs[job.task]
        assert bool(self.desk.run_group(job.task, self.owner, units, now=self.now)) == fits

    @precondition(lambda self: self.here)
    @rule(data=st.data())
    def call_off(self, data: st.DataObject) -> None:
        self.remove(self.a_job(data))

    @rule(unit=a_unit, slots=st.lists(a_slot, unique=True), preempt=st.booleans())
    def replace(self, unit: str, slots: list[Slot], preempt: bool) -> None:  # noqa: FBT001
        self.swap(unit, slots, preempt=preempt)

    @rule(unit=a_unit, slots=st.lists(a_slot, unique=True, min_size=1), preempt=st.booleans())
    def replace_in_vain(self, unit: str, slots: list[Slot], preempt: bool) -> None:  # noqa: FBT001
        others = {slot: self.radio.task(unit) for slot in slots}
        others[slots[-1]] = self.radio.task(UNITS[UNITS.index(unit) - 1])
        assert not self.desk.replace(unit, others, self.owner, preempt=preempt, now=self.now)

    @rule(unit=a_unit)
    def lose(self, unit: str) -> None:
        group = self.model.places[unit].get("group")
        if group is not None:
            self.model.leave(group, unit)
        for job in self.model.own(unit):
            self.expect(job)
        self.desk.lose(unit, "gone", now=self.now)

    @precondition(lambda self: self.here)
    @rule(data=st.data(), unit=a_unit)
    def join(self, data: st.DataObject, unit: str) -> None:
        job = self.a_job(data)
        fits = job.slot is None and "group" not in self.model.places[unit]
        if fits:
            job.units.append(unit)
            self.model.places[unit]["group"] = job
        assert bool(self.desk.bind(job.task, unit, now=self.now)) == fits

    @precondition(lambda self: self.here)
    @rule(data=st.data(), unit=a_unit)
    def leave(self, data: st.DataObject, unit: str) -> None:
        job = self.a_job(data)
        fits = job.slot is None and unit in job.units
        if fits:
            self.model.leave(job, unit)
        assert bool(self.desk.unbind(job.task, unit, now=self.now)) == fits

    # What happens in the world

    @precondition(lambda self: self.radio.under_way)
    @rule(data=st.data(), state=st.sampled_from(tuple(OrderState)), has_acted=st.booleans())
    def answer(self, data: st.DataObject, state: OrderState, has_acted: bool) -> None:  # noqa: FBT001
        unit = data.draw(st.sampled_from(sorted(self.radio.under_way)))
        job, part = self.part_of(self.radio.under_way[unit].task)
        self.radio.answer(unit, state, has_acted=has_acted)
        job.has_acted |= has_acted
        if state in ENDS:
            part.outcome = state

    @precondition(lambda self: self.radio.under_way)
    @rule(budget=st.integers(1, 6))
    def finish(self, budget: int) -> None:
        """Everybody is done with what it is at, and goes on with what comes next."""
        for unit, order in list(self.radio.under_way.items()):
            _, part = self.part_of(order.task)
            part.outcome = OrderState.DONE
            self.radio.answer(unit, OrderState.DONE)
        self.step_until_nothing_comes_of_it(budget)

    def part_of(self, word: str) -> tuple[Job, Part]:
        return next((job, part) for job in self.here for part in job.parts if part.word == word)

    @precondition(lambda self: any(not job.parts for job in self.here))
    @rule(data=st.data())
    def condition_holds(self, data: st.DataObject) -> None:
        data.draw(st.sampled_from([job for job in self.here if not job.parts])).holds = True

    # Steps

    @rule(budget=st.integers(0, 6))
    def step(self, budget: int) -> None:
        self.now += 1.0
        assert self.desk.step(self.now, budget) <= budget

    @rule(budget=st.integers(1, 6))
    def step_until_nothing_comes_of_it(self, budget: int) -> None:
        told = -1
        while told != (told := sum(job.told for job in self.jobs.values())):
            for _ in range(2 * (len(self.here) // budget + 1) + 1):
                self.step(budget)
        for job in self.here:
            self.check_nothing_is_left_to_do(job)

    def check_nothing_is_left_to_do(self, job: Job) -> None:
        """After passes over all, every task has had its turn, and ended if it could."""
        if self.model.is_halted(job):
            return
        assert job.task.has_begun
        held = self.model.held(job)
        assert job.ending([part for part in job.parts if part.is_visible(held)]) is None
        for unit in job.task.units - held & set(job.units):
            left = [part for part in job.parts if part.unit == unit and not part.is_visible(set())]
            if left and unit in job.units:
                assert self.radio.under_way[unit].task == left[0].word

    # What holds at any time

    @invariant()
    def the_desk_looks_like_the_model(self) -> None:
        picture = self.desk.picture()
        for unit in UNITS:
            shown = {place: getattr(picture[unit], place) for place in PLACES}
            bound = self.model.places[unit]
            names = {place: task.name for place, task in shown.items() if task is not None}
            assert names == {place: job.task.name for place, job in bound.items()}
            assert self.desk.is_free(unit) == picture[unit].is_free == self.model.is_free(unit)
        assert len(picture.tasks) == len(self.here)

    @invariant()
    def only_who_ranks_first_moves_a_unit(self) -> None:
        for unit, order in self.radio.under_way.items():
            body = self.model.body(unit)
            assert body is not None
            assert order.task in [part.word for part in body.parts]

    @invariant()
    def whoever_does_not_rank_first_is_halted(self) -> None:
        for job in self.here:
            assert job.task.is_halted == self.model.is_halted(job)
            assert job.task.held & set(job.units) == (
                set() if job.slot is not None else self.model.held(job) & job.task.units
            )

    @invariant()
    def each_owner_is_told_once(self) -> None:
        assert all(job.told == job.is_gone for job in self.jobs.values())

    @invariant()
    def nothing_raises_but_owners(self) -> None:
        faults = self.desk.picture().faults
        assert {(fault.where[:12], fault.what) for fault in faults} <= {
            ("the owner of", "RuntimeError: not now")
        }

    def teardown(self) -> None:
        self.step_until_nothing_comes_of_it(budget=3)
        for job in self.here:
            job.reaction = "none"
            self.expect(job)
        self.desk.clear(now=self.now)
        self.each_owner_is_told_once()
        self.nothing_raises_but_owners()
        assert self.radio.under_way == {}
        assert all(self.desk.is_free(unit) for unit in UNITS)


def check(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Leading,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, report_multiple_bugs=False
        ),
    )


def test_a_desk_does_what_the_model_does() -> None:
    check(100, 40)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_desk_does_what_the_model_does_for_long() -> None:
    check(1000, 60)
