"""Strategies for whole teams: who guards, who attacks, who goes where, and that nobody is torn apart."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from agentfw.brains import BrainSetup, SkilledBrain, make_brain
from agentfw.decisions import DEAF, Order, OrderState
from agentfw.skills import Progress
from agentfw.skills.attitudes import Attitude
from agentfw.vocabulary import NO_TEAM, FlagState
from tests.skills.moments import flag, point, steps
from tests.skills.squads import fate, led, report, team

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.brains import Decides
    from agentfw.decisions import Report
    from agentfw.skills import Moment

HOME, HELD, DROPPED = FlagState.HOME, FlagState.HELD, FlagState.DROPPED
FLAGS = {
    "both home": (flag(0, HOME), flag(1, HOME)),
    "we hold theirs": (flag(0, HOME), flag(1, HELD)),
    "theirs lies about": (flag(0, HOME), flag(1, DROPPED)),
    "ours stolen": (flag(0, HELD), flag(1, HOME)),
    "both away": (flag(0, HELD), flag(1, HELD)),
    "both lie about": (flag(0, DROPPED), flag(1, DROPPED)),
}
SIZES = range(17)
LEADERS = (
    *("ctf-leader.htn", "ctf-leader.lap", "ctf-leader.fsm"),
    *("domination-leader.htn", "domination-leader.goap", "tdm-leader.htn"),
)


def orders_of(act: str, *moments: Moment, told: Iterable[Any] = ()) -> list[tuple[Order, ...]]:
    wanted, _, _ = steps(act, moments, *told)
    return [one.orders for one in wanted]


def split(
    *told: float, size: int = 6, carrier: int | None = None, state: str = "both home"
) -> Counter[str]:
    """How many bots of a team were ordered what."""
    bots = team(size, carrier)
    first, then = (led(bots, *FLAGS[state], seconds=seconds) for seconds in (0.0, 3.0))
    return tasks(orders_of("split_team", first, then, told=told)[-1])


def tasks(orders: Iterable[Order]) -> Counter[str]:
    return Counter(one.task for one in orders)


def names(orders: Iterable[Order], task: str) -> list[str]:
    return [one.to for one in orders if one.task == task]


# Capture the Flag: the table of the leaders of old


def share(part: float, size: int, most: int) -> int:
    """So many, with halves rounded up."""
    return min(math.floor(part * size + 0.5), most)


def expected(state: str, size: int, *, has_carrier: bool, is_bold: bool = False) -> dict[str, int]:
    """Guards, those who go for the flag, and escorts, besides who carries the flag."""
    left = size - has_carrier
    if size < 2:
        return {}
    if state == "both home":
        wanted = [("defend", share(0.5, size, 5)), ("get flag", share(0.4, size, 4))]
        if is_bold:
            wanted = [("defend", share(0.4, size, 4)), ("get flag", share(0.5, size, 5))]
    elif state in ("we hold theirs", "theirs lies about"):
        follow = "escort" if has_carrier else "get flag"
        wanted = [("defend", share(0.6, size, 6)), (follow, share(0.3, size, 3))]
    elif state == "ours stolen" and is_bold:
        wanted = [("defend", share(0.2, size, 2)), ("get flag", share(0.7, size, 7))]
        if size < 4:
            wanted = [("get flag", size)]
    elif state == "ours stolen":
        wanted = [("defend", share(0.3, size, 3)), ("get flag", share(0.6, size, 6))]
    else:
        follow = "escort" if has_carrier else "get flag"
        attack, behind = share(0.5, size, 5), share(0.4, size, 4)
        if size == 3:
            attack, behind = 1, 1
        wanted = [("get flag", attack), (follow, behind)]
    found: Counter[str] = Counter()
    for task, count in wanted:
        found[task] += min(count, left)
        left -= min(count, left)
    return dict(+found)


@functools.cache
def ordered(
    state: str, size: int, carrier: int | None, *, is_bold: bool = False, plan: str = "ctf-leader.htn"
) -> tuple[Order, ...]:
    """What a plan that ships orders a team, three seconds after it has begun."""
    brain = make_brain(plan, BrainSetup(name="boss", seed=1))
    assert isinstance(brain, SkilledBrain)
    if is_bold:
        brain._note({"attitude": Attitude("aggressive")})
    bots = team(size, carrier)
    first, then = (
        brain.decide(led(bots, *FLAGS[state], seconds=seconds).view) for seconds in (0.0, 3.0)
    )
    assert first.orders == ()
    return then.orders


def cases() -> list[tuple[str, int, int | None]]:
    found: list[tuple[str, int, int | None]] = []
    for size in SIZES:
        found += [(state, size, None) for state in FLAGS]
        carriers = {0, size // 2, size - 1} if size else set()
        found += [
            (state, size, one) for state in ("we hold theirs", "both away") for one in sorted(carriers)
        ]
    return found


every_case = pytest.mark.parametrize(("state", "size", "carrier"), cases())


@every_case
def test_team_is_split_as_in_the_table(state: str, size: int, carrier: int | None) -> None:
    bots = team(size)
    has_flag = bots[carrier].bot if carrier is not None else ""
    others = [one for one in ordered(state, size, carrier) if one.to != has_flag]
    counted = tasks(others)
    counted.pop("dismissed", None)
    assert dict(counted) == expected(state, size, has_carrier=carrier is not None)


@every_case
def test_every_bot_has_one_order(state: str, size: int, carrier: int | None) -> None:
    found = ordered(state, size, carrier)
    assert sorted(one.to for one in found) == sorted(one.bot for one in team(size))


@every_case
def test_who_carries_the_flag_brings_it_home(state: str, size: int, carrier: int | None) -> None:
    if carrier is None or size < 2:
        return
    name = team(size)[carrier].bot
    assert [one for one in ordered(state, size, carrier) if one.to == name] == [
        Order("get flag", to=name)
    ]


@every_case
def test_guards_are_nearer_to_the_base_than_attackers(
    state: str, size: int, carrier: int | None
) -> None:
    found = ordered(state, size, carrier)
    place = {one.bot: number for number, one in enumerate(team(size))}
    has_flag = team(size)[carrier].bot if carrier is not None else ""
    guards = [place[name] for name in names(found, "defend")]
    attackers = [place[name] for name in names(found, "get flag") if name != has_flag]
    assert not guards or not attackers or max(guards) < min(attackers)


FEW = {
    # of two and three: guards, those who go for the flag, escorts; besides who carries it
    ("both home", False): {2: (1, 1, 0), 3: (2, 1, 0)},
    ("both home", True): {2: (1, 1, 0), 3: (1, 2, 0)},
    ("we hold theirs", False): {2: (1, 0, 0), 3: (2, 0, 0)},
    ("we hold theirs", True): {2: (1, 0, 0), 3: (2, 0, 0)},
    ("ours stolen", False): {2: (1, 1, 0), 3: (1, 2, 0)},
    ("ours stolen", True): {2: (0, 2, 0), 3: (0, 3, 0)},
    ("both away", False): {2: (0, 1, 0), 3: (0, 1, 1)},
    ("both away", True): {2: (0, 1, 0), 3: (0, 1, 1)},
}
MANY = {
    # of four and more: parts of the team, each with the most that it may be
    ("both home", False): ((0.5, 5), (0.4, 4), (0.0, 0)),
    ("both home", True): ((0.4, 4), (0.5, 5), (0.0, 0)),
    ("we hold theirs", False): ((0.6, 6), (0.0, 0), (0.3, 3)),
    ("we hold theirs", True): ((0.6, 6), (0.0, 0), (0.3, 3)),
    ("ours stolen", False): ((0.3, 3), (0.6, 6), (0.0, 0)),
    ("ours stolen", True): ((0.2, 2), (0.7, 7), (0.0, 0)),
    ("both away", False): ((0.0, 0), (0.5, 5), (0.4, 4)),
    ("both away", True): ((0.0, 0), (0.5, 5), (0.4, 4)),
}
STRATEGISTS = ("ctf-leader.htn", "ctf-leader.lap", "ctf-leader.fsm")


def in_the_table(state: str, size: int, *, is_bold: bool) -> tuple[int, int, int]:
    """How many guard, go for the flag, and escort; nobody twice, even where the parts overlap."""
    if size in (2, 3):
        return FEW[state, is_bold][size]
    left = size - (state in ("we hold theirs", "both away"))
    found = []
    for part, most in MANY[state, is_bold]:
        found.append(min(share(part, size, most), left))
        left -= found[-1]
    return found[0], found[1], found[2]


@pytest.mark.parametrize("plan", STRATEGISTS)
@pytest.mark.parametrize("is_bold", [False, True], ids=["passive", "aggressive"])
@pytest.mark.parametrize("state", ["both home", "we hold theirs", "ours stolen", "both away"])
def test_teams_of_all_sizes_are_split_by_flags_and_attitude(
    state: str,
    is_bold: bool,  # noqa: FBT001 - of a parameter
    plan: str,
) -> None:
    for size in range(1, 17):
        carrier = size // 2 if state in ("we hold theirs", "both away") else None
        found = ordered(state, size, carrier, is_bold=is_bold, plan=plan)
        assert len({one.to for one in found}) == len(found) == size  # nobody is told two things
        has_flag = team(size)[carrier].bot if carrier is not None else ""
        counted = tasks(one for one in found if one.to != has_flag)
        split = counted["defend"], counted["get flag"], counted["escort"]
        expected = in_the_table(state, size, is_bold=is_bold) if size > 1 else (0, 0, 0)
        assert split == expected, (size, found)


def test_escorts_follow_who_has_the_flag() -> None:
    found = ordered("both away", 8, 3)
    assert {one.arguments for one in found if one.task == "escort"} == {("Dan",)}


def test_near_one_escorts_and_far_one_attacks_when_both_flags_are_away() -> None:
    found = ordered("both away", 3, 0)
    assert (names(found, "escort"), names(found, "get flag")) == (["Bob"], ["Ada", "Cyd"])


def test_guards_guard_the_own_base() -> None:
    found = ordered("both home", 8, None)
    assert {one.arguments for one in found if one.task == "defend"} == {("own base",)}


# Splitting


def test_roles_go_before_distance() -> None:
    bots = [
        report("Ada", 1.0, role="attacker"),
        report("Bob", 9.0, role="defender"),
        report("Cyd", 5.0),
        report("Dan", 2.0, role="Attacker"),
    ]
    there = [led(bots, *FLAGS["both home"], seconds=seconds) for seconds in (0.0, 3.0)]
    found = orders_of("split_team", *there, told=(2, 2))[-1]
    assert (names(found, "defend"), names(found, "get flag")) == (["Bob", "Cyd"], ["Ada", "Dan"])


def test_bot_that_has_not_measured_its_way_is_far() -> None:
    bots = [report("Ada"), report("Bob", 50.0)]
    there = [led(bots, *FLAGS["both home"], seconds=seconds) for seconds in (0.0, 3.0)]
    assert names(orders_of("split_team", *there, told=(1, 1))[-1], "defend") == ["Bob"]


@pytest.mark.parametrize("told", [(100, 100), (-5, 6), (math.nan, 2), (math.inf, math.inf), (0, 0)])
def test_odd_numbers_are_no_trouble(told: tuple[float, float]) -> None:
    counted = split(*told)
    assert sum(counted.values()) == 6
    assert counted["defend"] == {100: 6, -5: 0, math.inf: 6, 0: 0}.get(told[0], 0)


def test_who_is_left_does_as_it_likes() -> None:
    assert split(2, 1) == {"defend": 2, "get flag": 1, "dismissed": 3}


def test_orders_go_out_three_seconds_after_something_has_changed() -> None:
    bots = team(4)
    there = [led(bots, *FLAGS["both home"], seconds=seconds) for seconds in (0.0, 1.0, 2.9, 3.0, 3.1)]
    assert [bool(one) for one in orders_of("split_team", *there, told=(2, 2))] == [
        *(False, False, False),
        *(True, False),
    ]


def test_orders_are_repeated_for_those_who_have_lost_theirs() -> None:
    bots = team(4)
    times = (0.0, 3.0, 20.0, 32.9, 33.0, 33.1, 63.0)
    there = [led(bots, *FLAGS["both home"], seconds=seconds) for seconds in times]
    found = orders_of("split_team", *there, told=(2, 2))
    assert [bool(one) for one in found] == [False, True, False, False, True, False, True]
    assert found[1] == found[4] == found[6]


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(lambda: led(team(4), *FLAGS["ours stolen"], seconds=5.0), id="a flag"),
        pytest.param(lambda: led(team(3), *FLAGS["both home"], seconds=5.0), id="the team"),
        pytest.param(lambda: led(team(4, 1), *FLAGS["both home"], seconds=5.0), id="who carries"),
    ],
)
@pytest.mark.parametrize("thinks", [1, 2])
def test_split_is_over_when_something_changes(changed: Any, thinks: int) -> None:
    before = [led(team(4), *FLAGS["both home"], seconds=seconds) for seconds in (0.0, 3.0)]
    _, _, progress = steps("split_team", [*before[:thinks], changed()], 2, 2)
    assert progress is Progress.DONE


def test_plan_goes_on_with_what_the_flags_are_now() -> None:
    brain = make_brain("ctf-leader.htn", BrainSetup(name="boss", seed=1))
    said = []
    for state, seconds in [
        ("both home", 0.0),
        ("both home", 3.0),
        ("ours stolen", 5.0),
        ("ours stolen", 8.0),
    ]:
        decision = brain.decide(led(team(5), *FLAGS[state], seconds=seconds).view)
        said.append(tasks(decision.orders)["defend"])
    assert said == [0, share(0.5, 5, 5), 0, share(0.3, 5, 3)]


# Points


def bots_with(ways: dict[str, dict[str, float]], **told: Any) -> list[Report]:
    return [report(name, ways=found, **told) for name, found in ways.items()]


def covered(now: Moment) -> dict[str, str]:
    """Who is ordered to which point."""
    (orders,) = orders_of("cover_points", now)
    assert {one.task for one in orders} <= {"hold"}
    return {one.to: one.arguments[0] for one in orders}


def test_each_point_has_the_bot_that_is_nearest() -> None:
    bots = bots_with({"Ada": {"A": 9.0, "B": 2.0}, "Bob": {"A": 3.0, "B": 4.0}})
    now = led(bots, point("A", 0, 1), point("B", 900, 1))
    assert covered(now) == {"Ada": "B", "Bob": "A"}


def test_lost_points_come_first() -> None:
    bots = bots_with({"Ada": {"A": 1.0, "B": 9.0}})
    assert covered(led(bots, point("A", 0, 0), point("B", 900, 1))) == {"Ada": "B"}
    assert covered(led(bots, point("A", 0, 0), point("B", 900, NO_TEAM))) == {"Ada": "B"}
    assert covered(led(bots, point("A", 0, 0), point("B", 900, 0))) == {"Ada": "A"}


def test_point_that_nobody_has_seen_is_nobodys_business() -> None:
    bots = bots_with({"Ada": {"A": 1.0}, "Bob": {"A": 2.0}})
    assert covered(led(bots, point("A", 0, 0), point("B", None, 1))) == {"Ada": "A", "Bob": "A"}
    assert covered(led(bots)) == {}


def test_dead_bots_have_no_point() -> None:
    bots = [report("Ada", ways={"A": 1.0}, is_alive=False), report("Bob", ways={"A": 9.0})]
    assert covered(led(bots, point("A", 0, 1))) == {"Bob": "A"}


def test_bot_keeps_its_point_unless_another_is_nearer_by_two_seconds() -> None:
    points = point("A", 0, 0), point("B", 900, 0)
    for far, expected in ((4.0, {}), (3.1, {}), (2.9, {"Ada": "B", "Bob": "A"})):
        bots = bots_with({"Ada": {"A": 5.0, "B": 3.1}, "Bob": {"A": far, "B": 5.0}})
        kept = [Order("hold", ("A",), to="Ada"), Order("hold", ("B",), to="Bob")]
        assert covered(led(bots, *points, orders=kept)) == expected, far


def test_order_that_a_bot_has_already_is_not_given_again() -> None:
    bots = bots_with({"Ada": {"A": 1.0}})
    now = led(bots, point("A", 0, 0), orders=[Order("hold", ("A",), to="Ada")])
    assert covered(now) == {}


@given(
    st.integers(1, 12),
    st.integers(1, 6),
    st.integers(0, 6),
    st.randoms(use_true_random=False),
)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_every_point_is_covered_evenly_and_every_bot_is_used(
    size: int, known: int, lost: int, rng: Any
) -> None:
    points = [f"P{number}" for number in range(known)]
    ways = {f"B{number:02}": {one: rng.uniform(0.0, 30.0) for one in points} for number in range(size)}
    owners = [1 if number < lost else 0 for number in range(known)]
    now = led(
        bots_with(ways),
        *(point(name, 100.0 * number, owners[number]) for number, name in enumerate(points)),
    )
    found = covered(now)
    load = Counter(found.values())
    assert set(found) == set(ways)
    assert max(load.values()) - min(load[one] for one in points) <= 1
    if size <= min(lost, known):
        assert all(owners[points.index(one)] == 1 for one in load)


# Groups


def grouped(bots: list[Report]) -> tuple[Order, ...]:
    """What a team is ordered five seconds after its leader has come."""
    return orders_of("group_team", *(led(bots, seconds=seconds) for seconds in (0.0, 5.0)))[1]


@pytest.mark.parametrize(
    ("size", "sizes"),
    [
        (0, []),
        (1, []),
        (2, []),
        (3, [2, 1]),
        (4, [2, 2]),
        (5, [3, 2]),
        (6, [2, 2, 2]),
        (7, [2, 2, 2, 1]),
        (8, [2, 2, 2, 2]),
        (9, [2, 2, 2, 2, 1]),
        (10, [2, 2, 2, 2, 2]),
        (11, []),
        (16, []),
    ],
)
def test_groups_are_as_large_as_they_should_be(size: int, sizes: list[int]) -> None:
    found = grouped(team(size))
    heads = names(found, "dismissed")
    followers = Counter(one.arguments[0] for one in found if one.task == "escort")
    assert set(followers) <= set(heads)
    assert sorted((1 + followers[one] for one in heads), reverse=True) == sizes
    assert len({one.to for one in found}) == len(found)


def test_bots_follow_who_is_near() -> None:
    bots = [
        report("Ada", x=0.0),
        report("Bob", x=9000.0),
        report("Cyd", x=100.0),
        report("Dan", x=9100.0),
    ]
    assert [(one.to, one.arguments) for one in grouped(bots) if one.task == "escort"] == [
        ("Cyd", ("Ada",)),
        ("Dan", ("Bob",)),
    ]


def test_groups_are_made_five_seconds_after_the_team_has_changed_and_every_two_minutes() -> None:
    there = [
        *(led(team(4), seconds=seconds) for seconds in (0.0, 4.9, 5.0, 60.0, 124.9, 125.0, 126.0)),
        *(led(team(3), seconds=seconds) for seconds in (130.0, 134.9, 135.0, 136.0)),
    ]
    found = [bool(one) for one in orders_of("group_team", *there)]
    assert found == [*(False, False, True), *(False, False, True, False), *(False, False, True, False)]


@pytest.mark.parametrize("asked", ["what_should_i_do", "orders"])
def test_groups_are_told_again_to_who_asks(asked: str) -> None:
    request = Order(asked, sender="Ada")
    there = [
        *(led(team(4), seconds=seconds) for seconds in (0.0, 5.0)),
        led(team(4), seconds=10.0, requests=[request]),
        *(led(team(4), seconds=seconds) for seconds in (12.0, 15.0)),
    ]
    found = [bool(one) for one in orders_of("group_team", *there)]
    assert found == [False, True, False, False, True]


def test_groups_are_told_though_somebody_never_stops_asking() -> None:
    asked = [Order("orders", sender="Ada")]
    there = [led(team(4), seconds=2.0 * number, requests=asked) for number in range(30)]
    assert sum(map(bool, orders_of("group_team", *there))) >= 7


@pytest.mark.parametrize("plan", ["ctf-leader.htn", "ctf-leader.lap", "ctf-leader.fsm"])
def test_bots_are_told_though_the_flags_never_stop_changing_hands(plan: str) -> None:
    brain = make_brain(plan, BrainSetup(name="boss", seed=1))
    states = ("both home", "ours stolen")
    at = [(number / 2.0, states[number // 4 % 2]) for number in range(80)]
    told = [
        seconds
        for seconds, state in at
        if brain.decide(led(team(4), *FLAGS[state], seconds=seconds).view).orders
    ]
    assert told[0] <= 9.5
    assert all(after - before <= 10.0 for before, after in itertools.pairwise(told))
    assert all(after - before >= 2.0 for before, after in itertools.pairwise(told))


def lent(*names: str) -> list[Order]:
    return [Order("escort", ("Zed",), to=name, sender="Zed") for name in names]


@pytest.mark.parametrize(
    ("act", "told", "names"),
    [
        ("split_team", (1, 2), ["Ada", "Cyd"]),
        ("group_team", (), ["Ada", "Cyd"]),
        ("cover_points", (), ["Ada", "Cyd"]),
    ],
)
def test_who_does_something_for_a_mate_is_left_to_it(
    act: str, told: tuple[Any, ...], names: list[str]
) -> None:
    bots = [replace(one, ways={**one.ways, "A": 3.0}) for one in team(3)]
    known = (*FLAGS["both home"], point("A", 0, 1))
    there = [led(bots, *known, seconds=seconds, orders=lent("Bob")) for seconds in (0.0, 5.0)]
    assert sorted({one.to for orders in orders_of(act, *there, told=told) for one in orders}) == names


def test_split_is_told_again_to_who_asks() -> None:
    at = [(0.0, ()), (3.0, ()), (10.0, (Order("what should I do"),)), (12.0, ()), (13.0, ())]
    there = [led(team(4), *FLAGS["both home"], seconds=seconds, requests=asked) for seconds, asked in at]
    found = [bool(one) for one in orders_of("split_team", *there, told=(2, 2))]
    assert found == [False, True, False, False, True]


# Bots that refuse

REFUSALS: dict[str, tuple[tuple[int, ...], Order]] = {
    "split_team": ((1, 3), Order("get flag", to="Bob")),
    "cover_points": ((), Order("hold", ("B",), to="Bob")),
    "group_team": ((), Order("escort", ("Ada",), to="Bob")),
}


def asked(act: str, size: int, why: str, *times: float) -> list[set[tuple[str, str]]]:
    """Who is ordered what at these times when Bob has refused his part 6 s after the begin."""
    told, order = REFUSALS[act]
    bots = [replace(one, ways={**one.ways, "A": 3.0, "B": 4.0}) for one in team(size)]
    known = (*FLAGS["both home"], point("A", 0, 1), point("B", 900, 1))
    refused = [fate(order, OrderState.REFUSED, why=why, seconds=6.0)]
    there = [led(bots, *known, seconds=at, fates=refused if at >= 6.0 else []) for at in times]
    return [{(one.to, one.task) for one in orders} for orders in orders_of(act, *there, told=told)]


@pytest.mark.parametrize("act", REFUSALS)
def test_others_do_the_part_of_who_refused_and_he_is_asked_again_later(act: str) -> None:
    _, order = REFUSALS[act]
    at = (0.0, 5.0, 6.0, 11.0, 37.0, 131.0)
    _, first, _, then, later, last = asked(act, 4, "no way", *at)
    assert (order.to, order.task) in first
    assert "Bob" not in {name for name, _ in then}
    assert order.task in {task for _, task in then}
    assert (order.to, order.task) in later | last


@pytest.mark.parametrize("act", REFUSALS)
def test_who_takes_no_orders_gets_none(act: str) -> None:
    times = (6.0 + 10.0 * number for number in range(30))
    told = set().union(*asked(act, 5, DEAF, 6.0, *times))
    assert "Bob" not in {name for name, _ in told}
    assert {"Ada", "Cyd"} <= {name for name, _ in told}


def test_another_bot_covers_the_point_of_who_refused() -> None:
    bots = bots_with({"Ada": {"A": 1.0, "B": 2.0}, "Bob": {"A": 3.0, "B": 1.0}})
    known = (point("A", 0, 0), point("B", 900, 1))
    refused = fate(Order("hold", ("B",), to="Bob"), OrderState.REFUSED, why="no way")
    assert covered(led(bots, *known)) == {"Ada": "A", "Bob": "B"}
    assert covered(led(bots, *known, fates=[refused])) == {"Ada": "B"}
    assert covered(led(bots, *known, fates=[refused], seconds=31.0)) == {"Ada": "A", "Bob": "B"}


# Plans that ship


@pytest.mark.parametrize("plan", ["ctf-leader.htn", "ctf-leader.lap", "ctf-leader.fsm"])
def test_leader_that_knows_no_flag_orders_nothing(plan: str) -> None:
    brain = make_brain(plan, BrainSetup(name="boss", seed=1))
    for seconds in range(10):
        assert brain.decide(led(team(4), seconds=float(seconds)).view).orders == ()


@pytest.mark.parametrize("plan", LEADERS)
def test_leader_of_nobody_orders_nothing(plan: str) -> None:
    brain: Decides = make_brain(plan, BrainSetup(name="boss", seed=1))
    for seconds in (0.0, 3.0, 40.0):
        assert brain.decide(led([], *FLAGS["both home"], seconds=seconds).view).orders == ()


@pytest.mark.parametrize("plan", ["domination-leader.htn", "domination-leader.goap"])
def test_leader_of_domination_sends_its_bots_to_the_points(plan: str) -> None:
    brain = make_brain(plan, BrainSetup(name="boss", seed=1))
    bots = bots_with({"Ada": {"A": 9.0, "B": 2.0}, "Bob": {"A": 3.0, "B": 4.0}})
    decision = brain.decide(led(bots, point("A", 0, 1), point("B", 900, 1)).view)
    assert decision.orders == (Order("hold", ("B",), to="Ada"), Order("hold", ("A",), to="Bob"))


def test_leader_of_deathmatch_has_its_bots_follow_each_other() -> None:
    brain = make_brain("tdm-leader.htn", BrainSetup(name="boss", seed=1))
    said = [brain.decide(led(team(4), seconds=seconds).view).orders for seconds in (0.0, 5.0)]
    assert said[0] == ()
    assert tasks(said[1]) == {"dismissed": 2, "escort": 2}
