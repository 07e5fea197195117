"""Searches that take longer than a think: nobody is held up, and the old plan goes on."""

from __future__ import annotations

from tests.brains.goap.worlds import Bench, World, rejected

DIGITS = 10


def counting(digits: int) -> str:
    """A counter that goes up by one: the only plan goes through all of its states."""
    lines = [
        "Goal Count",
        '  Priority level("urge")',
        *(f'  Wants holds("d{n}")' for n in range(digits)),
    ]
    for n in range(digits):
        lines += [f"Action Set{n}", f'  Needs not holds("d{n}")', f'  Effects holds("d{n}") = true']
        lines += [f'  Needs holds("d{m}")' for m in range(n)]
        lines += [f'  Effects holds("d{m}") = false' for m in range(n)]
        lines.append(f"  Does do set{n}")
    return "\n".join(lines)


HARD = counting(DIGITS)
EASY = """
Goal Rest
  Priority 10
  Wants lit
Action Light
  Effects lit = true
  Does do light
"""


def test_no_think_takes_up_more_nodes_than_allowed_with_a_million_states() -> None:
    bench = Bench(f"Nodes 20\nDeadline 1000\n{counting(20)}", World(urge=50))
    for _ in range(30):
        before = bench.engine.service.statistics().nodes
        bench.think()
        assert bench.engine.service.statistics().nodes - before <= 20


def test_the_old_plan_goes_on_while_a_better_goal_is_thought_about() -> None:
    world = World(urge=0)
    bench = Bench(f"Nodes 20\nDeadline 1000\n{HARD}\n{EASY}", world)
    assert bench.think().path[0] == "Rest"
    world.values["urge"] = 50
    paths = [bench.think().path[0] for _ in range(100)]
    first = paths.index("Count")
    assert first > 5
    assert set(paths[:first]) == {"Rest"}
    assert world.log == ["do light", "cancel light", "do set0"]


def test_a_search_that_is_under_way_is_told() -> None:
    bench = Bench(f"Nodes 20\nDeadline 1000\n{HARD}", World(urge=50))
    assert rejected(bench.why())["Count"] == "no plan yet: 20 nodes so far"


def test_a_search_that_takes_too_long_is_given_up() -> None:
    bench = Bench(f"Nodes 1\nDeadline 1\n{HARD}\n{EASY}", World(urge=50))
    for _ in range(11):
        bench.think()
    assert rejected(bench.why())["Count"].startswith("no plan within 1 s: gave up after ")


def test_searches_for_goals_that_are_no_longer_wanted_are_dropped() -> None:
    world = World(urge=50)
    bench = Bench(f"Nodes 20\nDeadline 1000\n{HARD}\n{EASY}", world)
    assert [bench.think().path[:1] for _ in range(2)] == [(), ("Rest",)]
    assert bench.engine.service.statistics().waiting == 1
    world.facts |= {f"d{n}" for n in range(DIGITS)}
    bench.think()
    bench.think()
    assert bench.engine.service.statistics().waiting == 0


def test_a_plan_that_no_longer_fits_when_it_is_found_is_thought_about_again() -> None:
    world = World(urge=50)
    bench = Bench(f"Nodes 20\nDeadline 1000\n{HARD}", world)
    bench.think()
    world.facts |= {f"d{n}" for n in range(DIGITS - 1)}
    while not (path := bench.think().path):
        assert bench.time < 30
    assert path[1] == f"Set{DIGITS - 1} > " + path[1].partition(" > ")[2]


def test_slices_of_any_size_lead_to_the_same_plan() -> None:
    found = []
    for nodes in (7, 100, 100_000):
        bench = Bench(f"Nodes {nodes}\nDeadline 1000\n{HARD}", World(urge=50))
        while not (path := bench.think().path):
            assert bench.time < 100
        found.append(path)
    assert found[0] == found[1] == found[2]
