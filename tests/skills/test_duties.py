"""What the game wants of a bot: every state of flags and points, and where that leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.decisions import Camp, TravelTo
from agentfw.navigation import Link, Node, PlaceGraph
from agentfw.vocabulary import NO_TEAM, EntityId, FlagState
from tests.skills.moments import NOW, activity, body, enemy, flag, moment, point, read, steps
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.skills import Moment

OURS, THEIRS = 0, 1
HOME, HELD, DROPPED = FlagState.HOME, FlagState.HELD, FlagState.DROPPED


def own(state: FlagState, x: float | None = 0.0, **told: Any) -> Any:
    return flag(OURS, state, x, **({"home": at(0)} | told))


def other(state: FlagState, x: float | None = 5000.0, **told: Any) -> Any:
    return flag(THEIRS, state, x, **({"home": at(5000)} | told))


MINE = other(HELD, None, holder=EntityId("me"))
OF_A_FRIEND = other(HELD, None, holder=EntityId("friend"))
STOLEN = own(HELD, None, holder=EntityId("foe"))


@pytest.mark.parametrize(
    ("known", "duty"),
    [
        pytest.param([own(HOME), other(HOME)], "get flag", id="both at home"),
        pytest.param([own(HOME), other(DROPPED)], "get flag", id="theirs lies about"),
        pytest.param([STOLEN, other(HOME)], "get flag", id="ours is stolen"),
        pytest.param([own(DROPPED, 900.0), other(HOME)], "return flag", id="ours lies about"),
        pytest.param(
            [own(DROPPED, 900.0), MINE], "return flag", id="ours lies about, and I carry theirs"
        ),
        pytest.param([own(HOME), MINE], "carry flag", id="I carry theirs"),
        pytest.param([STOLEN, MINE], "carry flag", id="I carry theirs, and ours is stolen"),
        pytest.param([STOLEN, OF_A_FRIEND], "hunt thief", id="both are carried"),
        pytest.param([own(HOME), OF_A_FRIEND], "", id="a friend brings theirs"),
        pytest.param(
            [point("a", 900, THEIRS), point("b", 500, OURS)], "take point", id="a point is theirs"
        ),
        pytest.param([point("a", 900, NO_TEAM)], "take point", id="a point is free"),
        pytest.param([point("a", 900, OURS)], "hold point", id="all points are ours"),
        pytest.param([], "", id="a game of killing"),
    ],
)
def test_the_duty(known: list[Any], duty: str) -> None:
    now = moment(*known)
    assert read("duty", now) == duty
    assert not duty or read("duty", now, duty.upper()) is True


def goals(*moments: Moment) -> list[Any]:
    """Where the duty makes the legs go, from moment to moment."""
    wanted, _, _ = steps("do_duty", moments)
    return [one.move for one in wanted]


def goal(*known: Any, **told: Any) -> Any:
    """Where the duty makes the legs go at once."""
    return goals(moment(*known, **told))[0]


def test_a_flag_is_gone_to_so_that_it_is_touched() -> None:
    expected = TravelTo(target=EntityId("flag1"), tolerance_uu=20.0)
    assert goal(own(HOME), other(DROPPED, 700.0)) == expected


def test_a_flag_in_hand_is_brought_home() -> None:
    assert goal(own(HOME), MINE, me=body(at(900))) == TravelTo(location=at(0), tolerance_uu=8.0)


def test_a_thief_is_run_after() -> None:
    thief = enemy("foe", 700)
    assert goal(STOLEN, OF_A_FRIEND, thief) == TravelTo(target=EntityId("foe"))


def test_a_thief_whom_nobody_sees_is_waited_for_at_its_base() -> None:
    assert goal(STOLEN, OF_A_FRIEND) == TravelTo(location=at(5000), tolerance_uu=20.0)


def test_of_two_points_the_nearer_one_is_taken() -> None:
    found = goal(point("a", 900, THEIRS), point("b", 500, THEIRS))
    assert found == TravelTo(target=EntityId("b"), tolerance_uu=20.0)


def test_beyond_a_thousand_units_the_point_to_keep_goes_first() -> None:
    found = goal(point("a", 2500, THEIRS), point("b", 1500, THEIRS))
    assert found == TravelTo(target=EntityId("a"), tolerance_uu=20.0)


def test_a_point_under_way_is_gone_to_though_another_comes_nearer() -> None:
    under_way = activity(TravelTo(target=EntityId("b"), tolerance_uu=20.0))
    found = goal(point("a", 500, OURS), point("b", 2500, THEIRS), point("c", 1500, THEIRS), under_way)
    assert found == TravelTo(target=EntityId("b"), tolerance_uu=20.0)


def test_the_point_to_keep_goes_before_the_one_under_way() -> None:
    under_way = activity(TravelTo(target=EntityId("b"), tolerance_uu=20.0))
    found = goal(point("a", 2500, THEIRS), point("b", 1500, THEIRS), under_way)
    assert found == TravelTo(target=EntityId("a"), tolerance_uu=20.0)


def test_a_point_that_is_near_is_taken_first_whatever_is_under_way() -> None:
    under_way = activity(TravelTo(target=EntityId("b"), tolerance_uu=20.0))
    found = goal(point("a", 900, THEIRS), point("b", 2500, THEIRS), under_way)
    assert found == TravelTo(target=EntityId("a"), tolerance_uu=20.0)


def test_the_point_in_danger_is_held() -> None:
    found = goal(point("a", 900, OURS, seen_at=NOW), point("b", 500, OURS, seen_at=NOW - 9.0))
    assert found == Camp(EntityId("b"), 20.0)


def test_a_watch_is_kept_to_its_end() -> None:
    under_way = activity(Camp(EntityId("a"), 20.0))
    assert goal(point("a", 900, OURS), point("b", 500, OURS), under_way) == Camp(EntityId("a"), 20.0)


def test_without_a_duty_the_legs_are_free() -> None:
    assert goal() is None


def test_the_legs_follow_the_duty_as_it_changes() -> None:
    moments = [moment(own(HOME), other(HOME)), moment(own(HOME), MINE, me=body(at(900))), moment()]
    assert [one.tolerance_uu if one else None for one in goals(*moments)] == [20.0, 8.0, None]


def test_who_stands_on_a_lost_point_steps_off_and_comes_again() -> None:
    nodes = [Node(EntityId("p"), at(0)), Node(EntityId("q"), at(300))]
    links = [Link(EntityId("p"), EntityId("q"), 300.0), Link(EntityId("q"), EntityId("p"), 300.0)]
    graph = PlaceGraph(nodes, links)
    here = [
        moment(point("a", 0, THEIRS), graph=graph, me=body(at(x))) for x in (0.0, 100.0, 120.0, 90.0)
    ]
    assert [one.place if one else None for one in goals(*here)] == ["q", "q", None, None]


@pytest.mark.parametrize(
    ("known", "there"),
    [
        ([own(HOME), other(HOME)], at(5000)),
        ([own(HOME), MINE], at(0)),
        ([point("a", 900, THEIRS)], at(900)),
        ([point("a", 900, OURS)], at(900)),
        ([STOLEN, OF_A_FRIEND], at(5000)),
        ([], None),
    ],
)
def test_the_goal_of_a_duty_is_a_place(known: list[Any], there: Any) -> None:
    assert read("duty_goal", moment(*known)) == there


def test_how_far_items_may_lie_goes_by_the_duty() -> None:
    assert read("wayside_s", moment(own(HOME), other(HOME))) == 0.5
    assert read("wayside_s", moment(point("a", 900, OURS))) == 4.0
    assert read("wayside_s", moment()) == 1.5
