"""What the task system has to do, one claim after the other, each shown in one small game."""

from __future__ import annotations

from agentfw.decisions import Order
from agentfw.tasks import (
    Desk,
    IfOneFails,
    Rendezvous,
    Sequence,
    Slot,
    Status,
    Task,
    Together,
    Until,
    have,
)
from tests.tasks.radio import Diary, Radio


def pincer(radio: Radio, rule: IfOneFails = IfOneFails.END) -> Together:
    parts = (radio.task("Ada", "left"), radio.task("Bob", "right"))
    return Together("pincer", *parts, if_one_fails=rule)


def test_a_failure_is_clean_or_not_by_whether_anything_was_done() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    for unit in ("Ada", "Bob", "Cleo"):
        desk.run(radio.task(unit, unit), diary, unit, now=0.0)
    desk.step(0.0)
    radio.refuse("Ada")
    radio.fail("Bob")
    radio.act("Cleo")
    desk.step(1.0)
    desk.lose("Cleo", "its bot was given up", now=2.0)
    assert diary.lines == ["Ada: failed cleanly", "Bob: failed uncleanly", "Cleo: failed uncleanly"]


def test_a_second_task_in_one_slot_is_refused_and_nothing_is_half_bound() -> None:
    radio, desk = Radio(), Desk()
    radio.put(desk, "Ada", Slot.HIGH)
    desk.run_group(Until("never", lambda _: False), None, ("Bob",), now=0.0)
    before = desk.picture().units
    assert not desk.run(radio.task("Ada"), None, "Ada", Slot.HIGH, now=1.0)
    assert not desk.run_group(pincer(radio), None, ("Ada", "Bob"), now=1.0)
    assert desk.picture().units == before


def test_a_higher_task_halts_a_lower_one_until_it_ends_and_a_lower_one_starts_halted() -> None:
    radio, desk = Radio(), Desk()
    medium = radio.put(desk, "Ada", Slot.MEDIUM)
    desk.step(0.0)
    radio.put(desk, "Ada", Slot.HIGH)
    low = radio.put(desk, "Ada", Slot.LOW)
    desk.step(1.0)
    assert (medium.is_halted, low.is_halted, low.has_begun) == (True, True, False)
    for now in (2.0, 4.0, 6.0):
        radio.finish("Ada")
        desk.step(now)
        desk.step(now + 1.0)
    said = ["Ada: medium", "Ada: stop medium", "Ada: high", "Ada: medium", "Ada: low"]
    assert radio.log == said


def test_a_unit_is_free_with_a_low_task_only_and_busy_with_a_group_only() -> None:
    radio, desk = Radio(), Desk()
    radio.put(desk, "Ada", Slot.LOW)
    desk.run_group(radio.task("Bob"), None, ("Bob",), now=0.0)
    assert desk.free(["Ada", "Bob", "Cleo"]) == ["Ada", "Cleo"]


def test_a_whole_is_halted_and_resumed_with_its_parts_and_each_stop_is_said_once() -> None:
    radio, desk = Radio(), Desk()
    whole = Sequence("rounds", *(radio.task("Ada", word) for word in ("one", "two")))
    desk.run(whole, None, "Ada", Slot.LOW, now=0.0)
    desk.step(0.0)
    high = radio.put(desk, "Ada", Slot.HIGH)
    desk.remove(high, now=1.0)
    desk.step(1.0)
    radio.finish("Ada")
    desk.step(2.0)
    desk.remove(whole, now=3.0)
    assert radio.log == ["Ada: one", "Ada: stop one", "Ada: one", "Ada: two", "Ada: stop two"]


def test_one_owner_is_told_once_and_all_units_are_let_go_also_after_an_abort() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    done, aborted = radio.task("Cleo", "done"), pincer(radio)
    desk.run(done, diary, "Cleo", now=0.0)
    desk.run_group(aborted, diary, ("Ada", "Bob"), now=0.0)
    desk.step(0.0)
    radio.finish("Cleo")
    desk.step(1.0)
    for task in (done, aborted, aborted):
        desk.remove(task, now=2.0)
    assert diary.lines == ["done: done", "pincer: failed cleanly"]
    assert desk.free(["Ada", "Bob", "Cleo"]) == ["Ada", "Bob", "Cleo"]


def test_a_pass_over_all_is_spread_over_steps_and_each_has_its_turn_once() -> None:
    radio, desk = Radio(), Desk()
    units = [f"unit{number}" for number in range(10)]
    for unit in units:
        radio.put(desk, unit, Slot.LOW)
    assert [desk.step(float(now), 4) for now in range(3)] == [4, 4, 2]
    assert radio.log == [f"{unit}: low" for unit in units]


def test_what_is_halted_in_the_middle_of_a_pass_is_skipped() -> None:
    radio, desk = Radio(), Desk()
    for unit in ("Ada", "Bob", "Cleo"):
        radio.put(desk, unit, Slot.LOW)
    desk.step(0.0, 1)
    radio.put(desk, "Bob", Slot.MEDIUM)
    desk.step(1.0, 5)
    assert radio.log == ["Ada: low", "Cleo: low"]


def test_a_sequence_runs_in_order_and_a_watcher_waits_until_there_are_n_of_t() -> None:
    radio, desk, diary, points = Radio(), Desk(), Diary(), {"point": 0}
    plan = Sequence("plan", radio.task("Ada", "take"), have(2, "point", points.__getitem__))
    desk.run(plan, diary, "Ada", now=0.0)
    for now, count in enumerate((0, 1, 1, 2)):
        points["point"] = count
        desk.step(float(now))
        if "Ada" in radio.under_way:
            radio.finish("Ada")
    assert (diary.lines, diary.endings[0].ended_at) == (["plan: done"], 3.0)


def test_two_bots_act_at_once_and_are_joined_and_a_failure_of_one_follows_the_rule() -> None:
    for rule, lines in (
        (IfOneFails.END, ["pincer: failed uncleanly"]),
        (IfOneFails.GO_ON, ["pincer: done"]),
    ):
        radio, desk, diary = Radio(), Desk(), Diary()
        desk.run_group(pincer(radio, rule), diary, ("Ada", "Bob"), now=0.0)
        desk.step(0.0)
        radio.fail("Ada")
        desk.step(1.0)
        if "Bob" in radio.under_way:
            radio.finish("Bob")
        desk.step(2.0)
        assert diary.lines == lines


def test_two_bots_meet_at_one_place() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    orders = {"Ada": Order("go", ("base",)), "Bob": Order("go", ("base",))}
    desk.run_group(Rendezvous("meet", radio, orders), diary, ("Ada", "Bob"), now=0.0)
    desk.step(0.0)
    radio.finish("Bob")
    desk.step(1.0)
    assert (diary.lines, desk.is_free("Bob")) == ([], False)
    radio.finish("Ada")
    desk.step(2.0)
    assert diary.lines == ["meet: done"]


def test_tasks_are_added_removed_cleared_and_replaced_while_the_unit_is_at_it() -> None:
    for preempt, said in ((True, ["Ada: stop old", "Ada: new"]), (False, ["Ada: new"])):
        radio, desk = Radio(), Desk()
        radio.put(desk, "Ada", Slot.MEDIUM, "old")
        desk.step(0.0)
        assert desk.replace("Ada", {Slot.MEDIUM: radio.task("Ada", "new")}, preempt=preempt, now=1.0)
        desk.step(1.0)
        if not preempt:
            radio.finish("Ada")
        desk.step(2.0)
        desk.step(3.0)
        assert radio.since(1) == said
        assert desk.replace("Ada", {}, preempt=True, now=4.0)
        assert desk.picture()["Ada"].body is None


def test_a_task_that_never_says_that_it_is_over_can_be_replaced() -> None:
    class Endless(Task):
        def _act(self, now: float) -> Status:
            return Status.RUNNING

    radio, desk = Radio(), Desk()
    desk.run(Endless("loop", ("Ada",)), None, "Ada", Slot.HIGH, now=0.0)
    for now in range(1000):
        desk.step(float(now))
    desk.replace("Ada", {Slot.HIGH: radio.task("Ada", "new")}, preempt=True, now=1000.0)
    desk.step(1000.0)
    assert radio.log == ["Ada: new"]
