"""Sightings: sums that equal a recount, and a memory that ends."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.geometry import Vec3
from agentfw.priorities import DANGEROUS, Sightings, Totals
from tests.priorities.data import ATTACK, CATALOG, FUSION, JET, RAIDER, TANK, TOWER, TURRET

if TYPE_CHECKING:
    from agentfw.priorities import UnitType

FORGETS_S = 30.0
HERE, THERE = Vec3(0.0, 0.0, 0.0), Vec3(900.0, 0.0, 0.0)

kinds = st.sampled_from([*CATALOG])
enemy_ids = st.sampled_from("abcd")
events = st.lists(
    st.one_of(
        st.tuples(st.just("see"), enemy_ids, kinds),
        st.tuples(st.just("lose"), enemy_ids, st.none()),
        st.tuples(st.just("kill"), enemy_ids, st.none()),
        st.tuples(st.just("wait"), st.sampled_from([0.3, 7.0, 29.0, 31.0]), st.none()),
    ),
    max_size=40,
)


class Recount:
    """The same story kept in the plainest way, and summed from scratch."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[UnitType, bool, float]] = {}

    def apply(self, now: float, what: str, enemy: str, kind: UnitType | None) -> None:
        if what == "see" and kind is not None:
            self.known[enemy] = (kind, True, now)
        elif what == "kill":
            self.known.pop(enemy, None)
        elif what == "lose" and enemy in self.known and self.known[enemy][1]:
            self.known[enemy] = (self.known[enemy][0], False, now)

    def forget(self, now: float) -> None:
        kept = self.known.items()
        self.known = {one: row for one, row in kept if row[1] or now - row[2] < FORGETS_S}

    def totals(self) -> Totals:
        health: dict[str, float] = {}
        dps: dict[str, float] = {}
        flying = 0.0
        for kind, _, _ in self.known.values():
            if kind.groups & DANGEROUS:
                health[kind.armor] = health.get(kind.armor, 0.0) + kind.health
                flying += kind.health if kind.flies else 0.0
                if kind.damage:
                    dps[kind.damage] = dps.get(kind.damage, 0.0) + kind.dps
        return Totals(health, dps, flying)


@given(events)
def test_sums_equal_a_recount_after_any_events(story: list[tuple[str, str | float, UnitType]]) -> None:
    seen, recount, now = Sightings(FORGETS_S), Recount(), 0.0
    for what, value, kind in story:
        if isinstance(value, float):
            now += value
        else:
            tell(seen, now, what, value, kind)
            recount.apply(now, what, value, kind)
        seen.pass_time(now)
        recount.forget(now)
        assert seen.totals() == recount.totals()
        assert {one for one in "abcd" if one in seen} == set(recount.known)


def tell(seen: Sightings, now: float, what: str, enemy: str, kind: UnitType | None) -> None:
    match what:
        case "see":
            assert kind is not None
            seen.see(enemy, kind, now)
        case "lose":
            seen.lose(enemy, now)
        case _:
            seen.kill(enemy)


def one_lost_at(now: float) -> Sightings:
    seen = Sightings()
    seen.see("a", TANK, now, THERE)
    seen.lose("a", now)
    return seen


# Memory


def test_the_dead_are_forgotten_at_once() -> None:
    seen = one_lost_at(0.0)
    seen.kill("a")
    assert "a" not in seen
    assert seen.totals() == Totals({}, {})


def test_the_unseen_are_forgotten_after_thirty_seconds() -> None:
    seen = one_lost_at(5.0)
    seen.pass_time(34.9)
    assert "a" in seen
    seen.pass_time(35.0)
    assert "a" not in seen


def test_whoever_is_in_sight_is_not_forgotten() -> None:
    seen = Sightings()
    seen.see("a", TANK, 0.0)
    seen.pass_time(500.0)
    assert "a" in seen


def test_seeing_an_enemy_again_begins_anew() -> None:
    seen = one_lost_at(0.0)
    seen.see("a", TANK, 20.0)
    seen.lose("a", 21.0)
    seen.pass_time(45.0)
    assert "a" in seen


def test_losing_an_enemy_twice_does_not_make_it_younger() -> None:
    seen = one_lost_at(0.0)
    seen.lose("a", 20.0)
    seen.pass_time(30.0)
    assert "a" not in seen


def test_an_enemy_that_turns_out_to_be_another_type_is_counted_as_that() -> None:
    seen = one_lost_at(0.0)
    seen.see("a", RAIDER, 1.0)
    assert seen.totals() == Totals({"light": 300.0}, {"light": 10.0})


def test_the_position_stays_known_out_of_sight() -> None:
    known = one_lost_at(0.0).get("a")
    assert known is not None
    assert known.where == THERE


@pytest.mark.parametrize(("after", "where"), [(0.9, HERE), (1.0, THERE)])
def test_the_position_is_taken_down_once_a_second(after: float, where: Vec3) -> None:
    seen = Sightings()
    seen.see("a", TANK, 0.0, HERE)
    seen.see("a", TANK, after, THERE)
    known = seen.get("a")
    assert known is not None
    assert known.where == where


def test_the_position_is_new_at_once_when_an_enemy_comes_back() -> None:
    seen = Sightings()
    seen.see("a", TANK, 0.0, HERE)
    seen.lose("a", 0.1)
    seen.see("a", TANK, 0.2, THERE)
    known = seen.get("a")
    assert known is not None
    assert known.where == THERE


def test_nothing_is_known_of_whom_nobody_told() -> None:
    seen = Sightings()
    seen.lose("ghost", 1.0)
    seen.kill("ghost")
    assert len(seen) == 0
    assert seen.get("ghost") is None


# Sums


def test_only_what_can_hurt_counts() -> None:
    seen = Sightings()
    seen.see("a", FUSION, 0.0)
    assert seen.totals() == Totals({}, {})


def test_sums_can_be_those_of_one_group() -> None:
    seen = Sightings()
    seen.see("a", TURRET, 0.0)
    seen.see("b", JET, 0.0)
    assert seen.totals({TOWER}).health == {"armored building": 100.0}
    assert seen.totals({ATTACK}).flying_health == 100.0


def test_confidence_falls_without_a_break_until_all_is_forgotten() -> None:
    seen = one_lost_at(0.0)
    sure = [seen.confidence("a", float(now)) for now in range(31)]
    assert sure[0] == 1.0
    assert all(later < earlier for earlier, later in pairwise(sure))
    assert sure[-1] == 0.0


def test_confidence_in_what_is_in_sight_is_full_and_in_strangers_nothing() -> None:
    seen = Sightings()
    seen.see("a", TANK, 0.0)
    assert seen.confidence("a", 99.0) == 1.0
    assert seen.confidence("b", 99.0) == 0.0


def test_faded_sums_fall_with_confidence() -> None:
    seen = one_lost_at(0.0)
    seen.see("b", RAIDER, 0.0)
    assert seen.faded_totals(15.0).health == {"heavy": 350.0, "light": 300.0}


# Whereabouts


def test_the_nearest_is_found_among_all_flyers_or_walkers() -> None:
    seen = Sightings()
    seen.see("tank", TANK, 0.0, Vec3(500.0, 0.0, 0.0))
    seen.see("jet", JET, 0.0, Vec3(800.0, 0.0, 0.0))
    seen.see("unplaced", RAIDER, 0.0)
    found = [seen.nearest(THERE), seen.nearest(HERE), seen.nearest(THERE, flies=False)]
    assert [one.id if one else None for one in found] == ["jet", "tank", "tank"]


def test_nobody_is_nearest_while_nobody_is_known() -> None:
    assert Sightings().nearest(HERE) is None
