"""Where a machine goes: the order of tests, what is left and entered, history, time, chance and ends."""

from __future__ import annotations

import itertools

import pytest
from structlog.testing import capture_logs

from agentfw.errors import UsageError
from agentfw.skills import DONE, Failed
from tests.brains.fsm.stage import Bench

NESTED = """
State A
  Enter note in-A
  Exit note out-A
  State A1
    Enter note in-A1
    Exit note out-A1
    To A2 when holds("a2")
    To B2 when holds("b2")
    To A when holds("a")
    To A1 when holds("a1")
  State A2
    Enter note in-A2
    Exit note out-A2
  To A1 when holds("home")
  To A when holds("again")
State B
  Enter note in-B
  Exit note out-B
  To A when holds("back")
  State B1
    Enter note in-B1
  State B2
    Enter note in-B2
    Exit note out-B2
"""


def marks(bench: Bench) -> list[str]:
    return [line.removeprefix("note ") for line in bench.log_of()]


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ("a2", "out-A1 in-A2"),
        ("b2", "out-A1 out-A in-B in-B2"),
        ("a", "out-A1 out-A in-A in-A1"),
        ("a1", "out-A1 in-A1"),
        ("again", "out-A1 out-A in-A in-A1"),
        ("home", ""),
    ],
)
def test_only_what_is_really_left_is_left_inner_states_first(fact: str, expected: str) -> None:
    bench = Bench(NESTED)
    assert marks(bench) == ["in-A", "in-A1"]
    bench.world.facts.add(fact)
    assert marks(bench) == expected.split()


def test_an_outer_state_can_send_to_one_inside_without_being_left() -> None:
    bench = Bench(NESTED, start="A2")
    assert marks(bench) == ["in-A", "in-A2"]
    bench.world.facts.add("home")
    assert marks(bench) == ["out-A2", "in-A1"]


def test_the_act_of_a_transition_is_done_between_leaving_and_entering() -> None:
    text = (
        'State A\n  Exit count\n  To B when holds("go") do note on-the-way\nState B\n  Enter note in-B\n'
        '  To A when holds("back")'
    )
    bench = Bench(text)
    bench.think()
    bench.world.facts.add("go")
    assert marks(bench) == ["on-the-way", "in-B"]


def test_the_first_state_comes_first() -> None:
    assert Bench("State A\n  To B when armed\nState B\n  To A when armed").states(1) == ["A"]


def test_a_file_can_say_which_state_comes_first() -> None:
    assert Bench("Initial B\nState A\n  To B when armed\nState B\n  To A when armed").states(1) == ["B"]


def test_an_option_can_say_which_state_comes_first() -> None:
    bench = Bench("State A\n  To B when armed\nState B\n  To A when armed", start="b")
    assert bench.states(1) == ["B"]


def test_an_option_with_an_unknown_state_is_refused() -> None:
    with pytest.raises(UsageError, match='there is no state "Atack", did you mean "Attack"'):
        Bench("State Attack\n  During do x", start="Atack")


# The order of tests

ORDER = """
State Out
  To X1 when holds("x1")
  To X2 when holds("x2") priority 5
  State In
    To Y1 when holds("y1")
    To Y2 when holds("y2") priority 5
    To Y3 when holds("y3")
    To Y4 when holds("y4") priority -1
State X1
  To Out when armed
State X2
  To Out when armed
State Y1
  To Out when armed
State Y2
  To Out when armed
State Y3
  To Out when armed
State Y4
  To Out when armed
"""


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("x1 y1 y3", "X1"),
        ("x1 x2 y1", "X2"),
        ("x1 y2", "Y2"),
        ("x2 y2", "X2"),
        ("y3 y1", "Y1"),
        ("y4 y3", "Y3"),
        ("y4", "Y4"),
        ("x1 y4", "X1"),
    ],
)
def test_priority_comes_first_then_outer_before_inner_then_lines(facts: str, expected: str) -> None:
    assert Bench(ORDER, *facts.split()).states(1) == [expected]


LIFE = """
State Life
  To Heal when holds("hurt")
  To Fight when holds("enemy")
  To Roam
  State Roam
  State Fight
    To Aim when holds("calm")
  State Heal
  State Aim
    During do aim
"""


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([""], ["Roam"]),
        (["enemy", "enemy", ""], ["Fight", "Fight", "Roam"]),
        (["hurt", "hurt enemy", "enemy"], ["Heal", "Heal", "Fight"]),
        (["enemy", "hurt enemy"], ["Fight", "Heal"]),
    ],
)
def test_a_line_that_leads_to_where_the_machine_is_lets_it_stay(
    steps: list[str], expected: list[str]
) -> None:
    bench = Bench(LIFE)
    found = []
    for facts in steps:
        bench.world.facts = set(facts.split())
        found += bench.states(1)
    assert found == expected


def test_a_line_that_lets_the_machine_stay_leaves_inner_transitions_their_say() -> None:
    text = LIFE.replace("To Roam\n", "").replace(
        "State Aim\n    During do aim", "State Aim\n    To Roam"
    )
    text = text.replace(
        'To Aim when holds("calm")', 'State Stand\n      To Aim2 when holds("calm")\n    State Aim2'
    )
    bench = Bench(text, "enemy", "calm")
    assert bench.states(2) == ["Aim2", "Aim2"]


def test_a_state_can_be_passed_through_without_beginning_its_acts() -> None:
    text = """
State A
  Enter at_once in-A
  During do a
  Exit at_once out-A
  To B when holds("go")
State B
  During do b
  To A when armed
"""
    assert Bench(text, "go").log_of() == ["done in-A", "done out-A", "do b"]


# History

MEMORY = """
State Work
  To Rest when holds("tired")
  HISTORY
  State Idle
    To Busy when holds("busy")
  State Busy
    State Light
      To Heavy when holds("heavy")
    State Heavy
      To Idle when holds("idle")
State Rest
  To Work when not holds("tired")
"""


@pytest.mark.parametrize(
    ("history", "expected"), [("", "Idle"), ("History", "Light"), ("History deep", "Heavy")]
)
def test_a_state_is_entered_again_where_its_history_says(history: str, expected: str) -> None:
    bench = Bench(MEMORY.replace("  HISTORY\n", f"  {history}\n" if history else ""), "busy", "heavy")
    assert bench.states(1) == ["Heavy"]
    bench.world.facts = {"tired"}
    assert bench.states(1) == ["Rest"]
    bench.world.facts = set()
    assert bench.states(1) == [expected]


def test_a_state_that_is_named_is_entered_whatever_the_history_says() -> None:
    text = MEMORY.replace("HISTORY", "History").replace("To Work when", "To Work.Idle when")
    bench = Bench(text, "busy")
    bench.think()
    bench.world.facts = {"tired"}
    bench.think()
    bench.world.facts = set()
    assert bench.states(1) == ["Idle"]


# What states know of themselves


def test_a_timeout_counts_the_seconds_in_the_state() -> None:
    bench = Bench("State A\n  Timeout 2 To B\nState B\n  Timeout 3 To A")
    assert bench.states(8, after=1.0) == [*"AABBBAAB"]


def test_a_timeout_can_be_an_expression() -> None:
    bench = Bench("Constant base 1\nState A\n  Timeout base + level To B\nState B\n  To A when armed")
    bench.world.values["level"] = 2
    assert bench.states(4, after=1.0) == [*"AAAB"]


def test_the_time_of_an_outer_state_goes_on_while_inner_ones_change() -> None:
    text = """
State Out
  Timeout 3 To End
  State In1
    Timeout 1 To In2
  State In2
    Timeout 1 To In1
State End
  To Out when armed
"""
    bench = Bench(text)
    assert bench.states(4, after=1.0) == ["In1", "In2", "In1", "End"]


def test_time_begins_anew_when_a_state_goes_to_itself() -> None:
    bench = Bench(
        'State A\n  Timeout 2 To B\n  To A when holds("again") and state_time > 0\nState B\n'
        "  To A when armed"
    )
    bench.think(after=1.0)
    bench.world.facts.add("again")
    bench.think(after=1.5)
    bench.world.facts.clear()
    assert bench.states(2, after=1.0) == [*"AB"]


CAME = """
State A
  To Hub when holds("go")
State Out
  State B
    To Hub when holds("go")
State Hub
  To A when holds("back") and {condition}
  To Out when holds("back") and not ({condition})
"""


@pytest.mark.parametrize(
    ("condition", "start", "expected"),
    [
        ('state_was("A")', "A", "A"),
        ('state_was("A")', "B", "B"),
        ('state_was("Out")', "B", "A"),
        ('state_was("out.b")', "B", "A"),
        ('previous == "A"', "A", "A"),
        ('previous == "B"', "B", "A"),
        ("previous == nothing", "A", "B"),
        ("previous == nothing", "Hub", "A"),
    ],
)
def test_a_state_knows_where_it_was_entered_from(condition: str, start: str, expected: str) -> None:
    bench = Bench(CAME.format(condition=condition), "go", start=start)
    bench.think()
    bench.world.facts = {"back"}
    assert bench.states(1) == [expected]


# Chance


def test_a_chance_is_thrown_once_per_think() -> None:
    text = "State A\n  During at_once a\n  To B chance 0.2\nState B\n  To A when state_time > 0"
    found = Bench(text, seed=3).states(6000)
    left = sum(pair == ("A", "B") for pair in itertools.pairwise(found))
    assert 4.4 < found.count("A") / left < 5.8  # that its acts end in every think adds no throws


def test_a_chance_of_one_is_sure_and_one_of_nothing_never_comes_up() -> None:
    assert Bench("State A\n  To B chance 1\nState B\n  During do b\n  To A when armed").states(1) == [
        "B"
    ]
    text = "State A\n  To B chance level\nState B\n  To A when armed"
    assert Bench(text).states(50) == ["A"] * 50


# Ends


def test_a_final_state_ends_the_machine_well() -> None:
    bench = Bench("State A\n  To End when armed\nState End\n  Final done")
    assert bench.think().outcome is None
    bench.world.facts.add("armed")
    assert [bench.think().outcome for _ in range(2)] == [DONE, DONE]


def test_a_final_state_can_end_it_badly() -> None:
    bench = Bench('State A\n  To End when armed\nState End\n  Final failed "no way"', "armed")
    assert bench.think().outcome == Failed("no way")


def test_a_machine_that_is_over_stays_there_and_does_nothing() -> None:
    text = (
        'State Out\n  During do out\n  To A when holds("x")\n  State A\n    To End when armed\n'
        "  State End\n    Final done"
    )
    bench = Bench(text)
    assert bench.log_of() == ["do out"]
    bench.world.facts |= {"armed", "x"}
    assert bench.log_of(3) == ["cancel out"]
    assert bench.state == "End"


# Too many switches

PING_PONG = "Limit 4\nState A\n  To B when armed\nState B\n  To A when armed"


def test_a_think_switches_no_more_often_than_the_limit() -> None:
    bench = Bench(PING_PONG, "armed")
    with capture_logs() as logs:
        bench.think()
    assert [str(one) for one in bench.engine.switch_log] == ["A > B (armed)", "B > A (armed)"] * 2
    assert logs == [
        {
            "event": "fsm.switched_too_often",
            "log_level": "warning",
            "bot": "bot",
            "limit": 4,
            "switches": ["2 x A > B (armed)", "2 x B > A (armed)"],
        }
    ]


def test_fifty_switches_are_the_limit_unless_the_file_says_otherwise() -> None:
    bench = Bench(PING_PONG.removeprefix("Limit 4\n"), "armed")
    with capture_logs():
        bench.think()
    assert len(bench.engine.switch_log) == 50


def test_just_as_many_switches_as_allowed_are_no_fault() -> None:
    text = "Limit 2\nState A\n  To B\nState B\n  To C\nState C\n  To A when armed"
    bench = Bench(text)
    with capture_logs() as logs:
        assert bench.states(1) == ["C"]
    assert logs == []


def test_the_warning_is_not_repeated_for_ever() -> None:
    bench = Bench(PING_PONG, "armed")
    with capture_logs() as logs:
        bench.states(100)
    assert len(logs) == 5


def test_the_acts_go_on_where_the_switching_was_stopped() -> None:
    bench = Bench(PING_PONG.replace("State B", "  During do a\nState B"), "armed")
    with capture_logs():
        assert bench.log_of() == ["do a"]


def test_notes_end_the_switching_of_a_think_because_they_are_read_later() -> None:
    text = (
        'State A\n  Enter note seen\n  To B when noted("seen") == nothing\nState B\n  During do b\n'
        "  To A when armed"
    )
    bench = Bench(text)
    assert bench.states(3) == [*"AAA"]
