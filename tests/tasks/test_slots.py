"""The rules of the slots, for every combination of what a unit has and what is set or ends."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from agentfw.tasks import Desk, Sequence, Slot, Together, Until
from tests.tasks.radio import Radio

if TYPE_CHECKING:
    from agentfw.tasks import Task

SLOTS = tuple(Slot)
SUBSETS = [
    subset for size in range(4) for subset in itertools.combinations(SLOTS, size)
]  # all 8, from none to all three
GROUPS = ("no group", "group", "manager")
"""A manager is the high-level task of the unit, and moves it by what it sets in its slots."""

RANKS = ("high", "medium", "group", "low")
"""Who has the body before whom."""


def name_of(value: object) -> str:
    if isinstance(value, Slot):
        return value.name
    return "+".join(slot.name for slot in value) or "empty" if isinstance(value, tuple) else str(value)


every_case = pytest.mark.parametrize("group", GROUPS)
every_filling = pytest.mark.parametrize("filled", SUBSETS, ids=name_of)
every_slot = pytest.mark.parametrize("slot", SLOTS, ids=name_of)


class Unit:
    """A unit whose slots are filled from the lowest to the highest, and executed."""

    def __init__(self, filled: tuple[Slot, ...], group: str, *, upwards: bool = True) -> None:
        self.radio = Radio()
        self.desk = Desk()
        self.tasks: dict[str, Task] = {}
        if group != "no group":
            self.tasks["group"] = self.lead(group)
        for slot in reversed(filled) if upwards else filled:
            self.tasks[slot.value] = self.radio.put(self.desk, "Ada", slot)
            self.desk.step(0.0)
        self.desk.step(0.0)

    def lead(self, group: str) -> Task:
        never = Until("never", lambda _: False)
        task = Sequence("wait", never) if group == "manager" else self.attack()
        assert self.desk.run_group(task, None, ("Ada", "Bob"), now=0.0)
        return task

    def attack(self) -> Task:
        return Together("pincer", self.radio.task("Ada", "group"), self.radio.task("Bob", "group"))

    @property
    def at_work(self) -> str | None:
        """The one thing that the unit was told to do and not to stop; the radio knows no second one."""
        order = self.radio.under_way.get("Ada")
        return order.task if order is not None else None


def first_of(names: set[str], group: str) -> str | None:
    """What has the body by the rules, written down as simply as can be."""
    present = names | ({"group"} if group == "group" else set())
    return next((rank for rank in RANKS if rank in present), None)


def values(filled: tuple[Slot, ...]) -> set[str]:
    return {slot.value for slot in filled}


@every_case
@every_filling
@pytest.mark.parametrize("upwards", [True, False])
def test_the_highest_has_the_body_in_whatever_order_they_came(
    filled: tuple[Slot, ...],
    group: str,
    upwards: bool,  # noqa: FBT001
) -> None:
    unit = Unit(filled, group, upwards=upwards)
    assert unit.at_work == first_of(values(filled), group)


@every_case
@every_filling
@every_slot
def test_setting(filled: tuple[Slot, ...], slot: Slot, group: str) -> None:
    unit = Unit(filled, group)
    before, said = unit.at_work, len(unit.radio.log)
    task = unit.radio.task("Ada", slot.value)
    answer = unit.desk.run(task, None, "Ada", slot, now=1.0)
    if slot in filled:
        assert answer.why == f'{slot.name} of "Ada" is taken by "{slot.value}"'
        assert task.taken_by == ""
        assert unit.at_work == before
    else:
        assert answer
        first = first_of(values((*filled, slot)), group)
        assert task.is_halted == (first != slot.value)
        assert unit.at_work == (before if task.is_halted else None)
        assert unit.radio.since(said) == (
            [f"Ada: stop {before}"] if before is not None and not task.is_halted else []
        )


@every_case
@every_filling
@every_slot
def test_setting_and_then_executing(filled: tuple[Slot, ...], slot: Slot, group: str) -> None:
    unit = Unit(filled, group)
    unit.desk.run(unit.radio.task("Ada", slot.value), None, "Ada", slot, now=1.0)
    unit.desk.step(1.0)
    assert unit.at_work == first_of(values((*filled, slot)), group)


@every_case
@pytest.mark.parametrize(
    ("filled", "slot"),
    [(filled, slot) for filled in SUBSETS for slot in filled],
    ids=name_of,
)
def test_the_end_of_one_gives_the_body_to_the_next_lower_unless_a_higher_one_has_it(
    filled: tuple[Slot, ...], slot: Slot, group: str
) -> None:
    unit = Unit(filled, group)
    had_body = unit.at_work == slot.value
    if had_body:
        unit.radio.finish("Ada")
        unit.desk.step(1.0)
    else:
        unit.desk.remove(unit.tasks[slot.value], now=1.0)
    unit.desk.step(2.0)
    left = tuple(one for one in filled if one is not slot)
    assert unit.at_work == first_of(values(left), group)
    assert {one for one in values(left) if unit.tasks[one].is_halted} == values(left) - {
        first_of(values(left), group)
    }


@every_case
@every_filling
def test_who_is_free(filled: tuple[Slot, ...], group: str) -> None:
    unit = Unit(filled, group)
    is_free = group == "no group" and set(filled) <= {Slot.LOW}
    assert unit.desk.is_free("Ada") == is_free
    assert unit.desk.free(["Cleo", "Ada"]) == (["Cleo", "Ada"] if is_free else ["Cleo"])


@every_filling
def test_a_group_that_comes_takes_the_body_from_low_and_from_nothing_else(
    filled: tuple[Slot, ...],
) -> None:
    unit = Unit(filled, "no group")
    assert unit.desk.run_group(unit.attack(), None, ("Ada", "Bob"), now=1.0)
    unit.desk.step(1.0)
    assert unit.at_work == first_of(values(filled), "group")
    assert unit.radio.under_way["Bob"].task == "group"


@every_filling
def test_a_group_that_ends_gives_the_body_back_to_low(filled: tuple[Slot, ...]) -> None:
    unit = Unit(filled, "group")
    unit.desk.remove(unit.tasks["group"], now=1.0)
    unit.desk.step(1.0)
    assert unit.at_work == first_of(values(filled), "no group")
