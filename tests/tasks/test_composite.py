"""Tasks made of tasks: in order, side by side, whichever is first."""

from __future__ import annotations

import pytest

from agentfw.errors import UsageError
from agentfw.tasks import AnyOf, Composite, IfOneFails, Sequence, Status, Task, Together, Until
from tests.tasks.radio import Radio


class Deaf(Task):
    """A part that cannot be halted or ended without raising."""

    def __init__(self) -> None:
        super().__init__("deaf", ("Eve",))

    def _act(self, now: float) -> Status:
        return Status.RUNNING

    def _halt(self, now: float) -> None:
        raise RuntimeError("what?")


def pair(radio: Radio, rule: IfOneFails = IfOneFails.END) -> Together:
    return Together("pair", radio.task("Ada"), radio.task("Bob"), if_one_fails=rule)


def line(radio: Radio, rule: IfOneFails = IfOneFails.END) -> Sequence:
    parts = (radio.task("Ada", word) for word in ("arm", "go", "hold"))
    return Sequence("line", *parts, if_one_fails=rule)


# Sequences


def test_a_sequence_runs_its_parts_in_order_and_one_at_a_time() -> None:
    radio = Radio()
    task = line(radio)
    for now in range(3):
        assert task.execute(float(now)) is Status.RUNNING
        radio.finish("Ada")
    assert task.execute(3.0) is Status.DONE
    assert radio.log == ["Ada: arm", "Ada: go", "Ada: hold"]


def test_a_sequence_begins_the_next_part_when_it_finds_the_one_before_done() -> None:
    radio = Radio()
    task = line(radio)
    task.execute(0.0)
    radio.finish("Ada")
    task.execute(1.0)
    assert radio.log == ["Ada: arm", "Ada: go"]


def test_a_failure_ends_a_sequence_and_what_follows_never_begins() -> None:
    radio = Radio()
    task = line(radio)
    task.execute(0.0)
    radio.refuse("Ada")
    assert task.execute(1.0) is Status.FAILED_CLEANLY
    assert (task.reason, radio.log) == ("arm: no ammo", ["Ada: arm"])


def test_a_failure_after_a_part_that_acted_is_unclean() -> None:
    radio = Radio()
    task = line(radio)
    task.execute(0.0)
    radio.finish("Ada")
    task.execute(1.0)
    radio.refuse("Ada")
    assert task.execute(2.0) is Status.FAILED_UNCLEANLY


def test_a_sequence_goes_on_after_a_failure_if_told_to() -> None:
    radio = Radio()
    task = line(radio, IfOneFails.GO_ON)
    for now, answer in enumerate((radio.fail, radio.finish, radio.fail)):
        task.execute(float(now))
        answer("Ada")
    assert task.execute(3.0) is Status.DONE
    assert task.reason == "arm: stuck; hold: stuck"


def test_a_sequence_of_failures_alone_has_failed() -> None:
    radio = Radio()
    task = line(radio, IfOneFails.GO_ON)
    for now in range(3):
        task.execute(float(now))
        radio.refuse("Ada")
    assert task.execute(3.0) is Status.FAILED_CLEANLY


def test_many_failures_are_told_in_short() -> None:
    radio = Radio()
    parts = [radio.task("Ada", f"go{n}") for n in range(6)]
    task = Sequence("long", *parts, if_one_fails=IfOneFails.GO_ON)
    for now in range(6):
        task.execute(float(now))
        radio.refuse("Ada", "no")
    task.execute(6.0)
    assert task.reason == "go0: no; go1: no; go2: no; and 3 more"


# Side by side


def test_two_units_at_once_are_joined_when_both_have_ended() -> None:
    radio = Radio()
    task = pair(radio)
    task.execute(0.0)
    assert radio.log == ["Ada: guard", "Bob: guard"]
    radio.finish("Ada")
    assert task.execute(1.0) is Status.RUNNING
    radio.finish("Bob")
    assert task.execute(2.0) is Status.DONE


def test_the_failure_of_one_halts_all_if_that_is_the_rule() -> None:
    radio = Radio()
    task = pair(radio)
    task.execute(0.0)
    radio.act("Ada")
    radio.fail("Bob")
    assert task.execute(1.0) is Status.FAILED_UNCLEANLY
    assert radio.log[2:] == ["Ada: stop guard"]
    assert task.reason == "guard: stuck"


def test_the_others_go_on_if_that_is_the_rule() -> None:
    radio = Radio()
    task = pair(radio, IfOneFails.GO_ON)
    task.execute(0.0)
    radio.fail("Bob")
    assert task.execute(1.0) is Status.RUNNING
    radio.finish("Ada")
    assert task.execute(2.0) is Status.DONE
    assert (task.reason, radio.since(2)) == ("guard: stuck", [])


def test_a_failure_is_unclean_if_a_part_acted_that_nobody_had_looked_at() -> None:
    radio = Radio()
    task = pair(radio)
    task.execute(0.0)
    radio.refuse("Ada")
    radio.act("Bob")
    assert task.execute(1.0) is Status.FAILED_UNCLEANLY


def test_who_stands_behind_a_failure_gets_no_order_any_more() -> None:
    radio = Radio()
    task = pair(radio)
    task.hold("Bob", 0.0)
    task.execute(0.0)
    radio.refuse("Ada")
    task.release("Bob", 1.0)
    task.execute(1.0)
    assert radio.log == ["Ada: guard"]


def test_losing_a_unit_is_a_failure_of_its_part() -> None:
    radio = Radio()
    task = pair(radio, IfOneFails.GO_ON)
    task.execute(0.0)
    task.lose("Ada", 1.0, "gone")
    assert task.execute(1.0) is Status.RUNNING
    task.lose("Bob", 2.0, "gone, too")
    assert task.execute(2.0) is Status.FAILED_CLEANLY
    assert task.reason == "guard: gone; guard: gone, too"


@pytest.mark.parametrize("kind", [Together, AnyOf])
def test_one_unit_does_not_do_two_things_at_once(kind: type[Together | AnyOf]) -> None:
    radio = Radio()
    with pytest.raises(UsageError, match='"both" moves "Ada" by two parts at once; a unit does one'):
        kind("both", radio.task("Ada"), Sequence("more", radio.task("Ada"), radio.task("Bob")))


# Whichever is first


def test_the_first_that_is_done_ends_the_others() -> None:
    radio = Radio()
    task = AnyOf("either", radio.task("Ada"), radio.task("Bob"))
    task.execute(0.0)
    radio.finish("Bob")
    assert task.execute(1.0) is Status.DONE
    assert radio.since(2) == ["Ada: stop guard"]


def test_failures_count_only_when_all_have_failed() -> None:
    radio = Radio()
    task = AnyOf("either", radio.task("Ada"), radio.task("Bob"))
    task.execute(0.0)
    radio.refuse("Ada")
    assert task.execute(1.0) is Status.RUNNING
    radio.refuse("Bob", "no way")
    assert task.execute(2.0) is Status.FAILED_CLEANLY
    assert task.reason == "guard: no ammo; guard: no way"


def test_a_condition_in_front_is_looked_at_before_an_order_is_given() -> None:
    radio = Radio()
    task = AnyOf("until", Until("now", lambda now: now >= 1.0), radio.task("Ada"))
    assert task.execute(1.0) is Status.DONE
    assert radio.log == []


# Halting


def nested(radio: Radio) -> Together:
    return Together("nested", line(radio), Together("inner", radio.task("Bob"), radio.task("Cleo")))


def test_halting_a_composite_halts_its_parts_and_each_stop_is_said_once() -> None:
    radio = Radio()
    task = nested(radio)
    task.execute(0.0)
    said = len(radio.log)
    task.halt(1.0)
    task.halt(1.0)
    task.execute(2.0)
    assert radio.since(said) == ["Ada: stop arm", "Bob: stop guard", "Cleo: stop guard"]


def test_resuming_a_composite_resumes_its_parts_where_they_were() -> None:
    radio = Radio()
    task = nested(radio)
    task.execute(0.0)
    radio.finish("Ada")
    task.execute(1.0)
    task.halt(2.0)
    said = len(radio.log)
    task.resume(3.0)
    task.execute(3.0)
    assert radio.since(said) == ["Ada: go", "Bob: guard", "Cleo: guard"]


def test_a_composite_that_is_aborted_while_halted_stops_nothing_again() -> None:
    radio = Radio()
    task = nested(radio)
    task.execute(0.0)
    task.halt(1.0)
    said = len(radio.log)
    task.abort(2.0, "never mind")
    assert radio.since(said) == []
    assert task.parts[0].reason == '"nested" is over'


def test_only_the_held_unit_stops_and_the_others_go_on() -> None:
    radio = Radio()
    task = nested(radio)
    task.execute(0.0)
    said = len(radio.log)
    task.hold("Bob", 1.0)
    radio.finish("Ada")
    task.execute(1.0)
    task.release("Bob", 2.0)
    task.execute(2.0)
    assert radio.since(said) == ["Bob: stop guard", "Ada: go", "Bob: guard"]


def test_a_part_that_begins_while_its_unit_is_held_waits() -> None:
    radio = Radio()
    task = Sequence("relay", radio.task("Ada"), radio.task("Bob"))
    task.hold("Bob", 0.0)
    task.execute(0.0)
    radio.finish("Ada")
    task.execute(1.0)
    assert radio.log == ["Ada: guard"]
    task.release("Bob", 2.0)
    task.execute(2.0)
    assert radio.log == ["Ada: guard", "Bob: guard"]


@pytest.mark.parametrize("deed", ["halt", "abort"])
def test_a_part_that_raises_keeps_no_other_from_stopping(deed: str) -> None:
    radio = Radio()
    task = Together("three", radio.task("Ada"), Deaf(), radio.task("Bob"))
    task.execute(0.0)
    said = len(radio.log)
    with pytest.raises(RuntimeError, match=r"what\?"):
        task.halt(1.0) if deed == "halt" else task.abort(1.0, "never mind")
    assert radio.since(said) == ["Ada: stop guard", "Bob: stop guard"]


# Making them


@pytest.mark.parametrize("kind", [Sequence, Together, AnyOf])
def test_a_whole_needs_parts(kind: type[Sequence | Together | AnyOf]) -> None:
    with pytest.raises(UsageError, match='"empty" has no parts; it needs at least one'):
        kind("empty")


def test_one_task_cannot_stand_in_a_whole_twice() -> None:
    task = Radio().task("Ada")
    with pytest.raises(UsageError, match="one task stands there twice; make two of it"):
        Sequence("twice", task, task)
    assert task.objection == ""


def test_the_units_of_a_whole_are_those_of_its_parts() -> None:
    assert nested(Radio()).units == {"Ada", "Bob", "Cleo"}


def test_a_whole_says_how_far_it_is_and_what_is_under_way() -> None:
    radio = Radio()
    task = nested(radio)
    assert task.detail == "0 of 2"
    task.execute(0.0)
    radio.finish("Ada")
    task.execute(1.0)
    assert task.detail == (
        "0 of 2; line (1 of 3; go (sent)), inner (0 of 2; guard (sent), guard (sent))"
    )


def test_a_whole_of_another_kind_needs_only_to_say_what_it_does() -> None:
    class Last(Composite):
        def _act(self, now: float) -> Status:
            return self.parts[-1].execute(now)

    radio = Radio()
    task = Last("last", (radio.task("Ada"), radio.task("Bob")))
    task.execute(0.0)
    radio.finish("Bob")
    assert task.execute(1.0) is Status.DONE
    assert task.parts[0].status is Status.FAILED_CLEANLY
