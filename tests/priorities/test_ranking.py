"""The list of what to build: groups, threshold, order, and builders for its top."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.errors import UsageError
from agentfw.priorities import Assignment, Catalog, Group, Priorities, Wanted, assignment, rank
from agentfw.priorities.economy import FORCE_BUILD
from tests.priorities.data import ATTACK, CATALOG, ECONOMIC, FACTORY, MOBILE, SCOUT, unit

if TYPE_CHECKING:
    from agentfw.priorities import UnitType
    from agentfw.priorities.ranking import GroupPriorities

FREE = ("wagon",)


def flat(**priorities: float) -> GroupPriorities:
    """Every group wants each type as much as told by its name."""

    def ask(one: UnitType) -> float:
        return priorities.get(one.name, 0.0)

    return dict.fromkeys(Group, ask)


def names(wanted: tuple[Wanted, ...]) -> list[str]:
    return [one.name for one in wanted]


def priorities(**told: float) -> Priorities:
    return Priorities(CATALOG, flat(**told))


# The three stages


def test_the_highest_of_several_groups_counts() -> None:
    one = unit("plant", "building", None, FACTORY, Group.BUILDER)
    groups: GroupPriorities = {FACTORY: lambda _: 70.0, Group.BUILDER: lambda _: 90.0}
    assert rank([one], groups) == (Wanted("plant", 90.0),)


def test_what_is_below_the_threshold_is_dropped() -> None:
    assert names(rank(CATALOG, flat(tank=49.9, raider=50.0))) == ["raider"]


def test_the_list_goes_from_the_most_wanted_down() -> None:
    found = rank(CATALOG, flat(tank=60.0, raider=200.0, fusion=100.0))
    assert names(found) == ["raider", "fusion", "tank"]


def test_equals_come_in_the_order_of_their_names() -> None:
    assert names(rank(CATALOG, flat(tank=60.0, jet=60.0))) == ["jet", "tank"]


def test_what_is_not_to_be_built_is_not_asked_for() -> None:
    assert rank(CATALOG, flat(hulk=500.0)) == ()


def test_groups_that_nobody_speaks_for_want_nothing() -> None:
    assert rank(CATALOG, {ATTACK: lambda _: 80.0}, threshold=0.0)[-1].priority == 0.0


def test_in_the_economic_period_all_other_groups_want_nothing() -> None:
    found = rank(CATALOG, flat(tank=900.0, fusion=60.0, spy=FORCE_BUILD), economics_only=True)
    assert names(found) == ["fusion"]


def test_a_type_of_two_groups_counts_by_its_economic_one_in_that_period() -> None:
    both = unit("both", "building", None, ECONOMIC, SCOUT)
    groups: GroupPriorities = {ECONOMIC: lambda _: 60.0, SCOUT: lambda _: 900.0}
    assert rank([both], groups, economics_only=True) == (Wanted("both", 60.0),)


# Builders


def test_a_builder_is_forced_where_none_can_build_the_top() -> None:
    found = priorities(jet=300.0, fusion=200.0).wanted(0.0, free=FREE, builders=FREE)
    assert found[0] == Wanted("hangar", FORCE_BUILD, is_forced=True)
    assert names(found) == ["hangar", "jet", "fusion"]


def test_nothing_is_forced_where_a_busy_builder_could() -> None:
    found = priorities(jet=300.0).wanted(0.0, free=FREE, builders=(*FREE, "hangar"))
    assert names(found) == ["jet"]


def test_a_builder_is_forced_while_metal_overflows() -> None:
    builders = ("wagon", "plant")
    calm = priorities(tank=300.0).wanted(0.0, free=FREE, builders=builders, metal=50.0)
    wasteful = priorities(tank=300.0).wanted(0.0, free=FREE, builders=builders, metal=50.1)
    assert names(calm) == ["tank"]
    assert names(wasteful) == ["plant", "tank"]


def test_a_builder_that_can_be_built_is_forced_before_one_that_cannot() -> None:
    found = priorities(plant=300.0).wanted(0.0, free=("hangar",), builders=("hangar",))
    assert found[0].name == "crane"


def test_of_several_builders_the_most_wanted_is_forced() -> None:
    both = frozenset({"wagon", "crane"})
    types = [unit("yard", "building", None, FACTORY, builds=both), *(one for one in CATALOG)]
    groups = flat(plant=300.0, wagon=80.0, crane=90.0)
    found = Priorities(Catalog(types), groups).wanted(0.0, free=("yard",), builders=("yard",))
    assert found[0].name == "crane"


def test_nothing_is_forced_twice_for_one_item_within_ten_seconds() -> None:
    made = priorities(jet=300.0)
    forced = [
        made.wanted(now, free=FREE, builders=FREE)[0].is_forced for now in (0.0, 5.0, 9.9, 10.0, 12.0)
    ]
    assert forced == [True, False, False, True, False]


def test_another_item_may_force_a_builder_at_once() -> None:
    wishes = {"jet": 300.0, "tank": 0.0}
    made = Priorities(CATALOG, dict.fromkeys(Group, lambda one: wishes.get(one.name, 0.0)))
    made.wanted(0.0, free=FREE, builders=FREE)
    wishes |= {"jet": 0.0, "tank": 300.0}
    assert made.wanted(1.0, free=FREE, builders=FREE)[0].name == "plant"


def test_nothing_is_forced_where_no_type_can_build_the_top() -> None:
    found = priorities(lancer=300.0).wanted(0.0, free=FREE, builders=FREE)
    assert found == (Wanted("lancer", 300.0),)


def test_an_empty_list_forces_nothing() -> None:
    assert priorities().wanted(0.0, free=FREE, builders=FREE, metal=900.0) == ()


# Cost, and who builds what


def test_nothing_is_worked_out_while_no_builder_is_free() -> None:
    asked: list[str] = []

    def ask(one: UnitType) -> float:
        asked.append(one.name)
        return 100.0

    made = Priorities(CATALOG, dict.fromkeys(Group, ask))
    assert made.wanted(0.0, free=(), builders=("wagon",)) == ()
    assert asked == []
    assert made.wanted(0.0, free=("wagon",), builders=("wagon",)) != ()
    assert asked != []


def test_a_builder_gets_the_most_wanted_that_it_can_build() -> None:
    wanted = rank(CATALOG, flat(jet=300.0, tank=200.0, raider=100.0))
    assert assignment(wanted, ("plant",), CATALOG) == Assignment("plant", "tank")


def test_a_builder_that_can_build_nothing_wanted_is_skipped() -> None:
    wanted = rank(CATALOG, flat(jet=300.0, tank=200.0))
    assert assignment(wanted, ("wagon", "hangar"), CATALOG) == Assignment("hangar", "jet")
    assert assignment(wanted, ("wagon",), CATALOG) is None


# The catalog


def test_an_unknown_type_is_an_error_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r'no type "mech" \(known: a, b\)'):
        Catalog([unit("a", "light", None, MOBILE), unit("b", "light", None, MOBILE)])["mech"]


def test_a_builder_of_what_is_not_in_the_catalog_is_an_error() -> None:
    with pytest.raises(UsageError, match="plant builds mech"):
        Catalog([unit("plant", "building", None, FACTORY, builds=frozenset({"mech"}))])
