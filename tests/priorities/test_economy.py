"""The economy: both tables of energy, the rule that stops extractors, and the worked cases."""

from __future__ import annotations

import math

import pytest

from agentfw.errors import UsageError
from agentfw.priorities.economy import (
    FORCE_BUILD,
    EnergyTerms,
    MetalTerms,
    Spots,
    builder_priority,
    energy_increment,
    extractor_priority,
    factory_priority,
    fusion_priority,
    maker_priority,
    scout_priority,
    storage_priority,
    takes_spots,
    wanted_energy,
    wanted_metal,
)

MINUTES = (5, 10, 15, 20)
WORKED = MetalTerms(few_free=10, few_free_share=0.25)
MANY = Spots(total=20, ours=8, enemy=2)
FEW = Spots(total=10, ours=4, enemy=4)
"""Where the rule of the worked cases says that it is enough."""


def seed_terms(growth: float) -> EnergyTerms:
    return EnergyTerms(start=5.0, growth=growth, cap=20.0, most=math.inf)


# Energy


@pytest.mark.parametrize(
    ("growth", "wanted"),
    [
        (0.25, (6.25, 7.5, 8.75, 10.0)),
        (0.5, (7.5, 10.0, 12.5, 15.0)),
        (1.0, (10.0, 15.0, 20.0, 20.0)),
        (1.5, (12.5, 20.0, 20.0, 20.0)),
    ],
)
def test_the_table_of_increments(growth: float, wanted: tuple[float, ...]) -> None:
    assert tuple(energy_increment(t, seed_terms(growth)) for t in MINUTES) == wanted


@pytest.mark.parametrize(
    ("growth", "wanted"),
    [
        (0.25, (31.25, 75.0, 131.25, 200.0)),
        (0.5, (37.5, 100.0, 187.5, 300.0)),
        (1.0, (50.0, 150.0, 300.0, 400.0)),
        (1.5, (62.5, 200.0, 300.0, 400.0)),
    ],
)
def test_the_table_of_wanted_income(growth: float, wanted: tuple[float, ...]) -> None:
    assert tuple(wanted_energy(t, seed_terms(growth)) for t in MINUTES) == wanted


def test_income_beyond_the_ceiling_is_never_wanted() -> None:
    assert wanted_energy(60.0) == 300.0


def test_a_reactor_is_wanted_by_how_many_are_missing() -> None:
    assert fusion_priority(10.0, 70.0, seed_terms(0.5)) == 30.0


def test_a_reactor_is_not_wanted_when_there_is_more_than_enough() -> None:
    assert fusion_priority(10.0, 120.0, seed_terms(0.5)) == -20.0


def test_storage_is_wanted_more_with_income_and_less_with_each_that_is_there() -> None:
    assert storage_priority(90.0, 1) == 10.0
    assert storage_priority(90.0, 3) == 0.0


# Metal


def test_the_wanted_metal_grows_linearly() -> None:
    assert [wanted_metal(t) for t in (0.0, 2.0, 4.0)] == [0.0, 3.0, 6.0]


def test_on_the_small_map_the_fourth_spot_is_taken_and_no_fifth() -> None:
    assert takes_spots(Spots(total=10, ours=3, enemy=4), WORKED)
    assert not takes_spots(Spots(total=10, ours=4, enemy=4), WORKED)


def test_on_the_large_map_it_is_enough_when_nine_are_free() -> None:
    assert takes_spots(Spots(total=100, ours=45, enemy=45), WORKED)
    assert not takes_spots(Spots(total=100, ours=46, enemy=45), WORKED)


@pytest.mark.parametrize(
    "spots",
    [Spots(total=10, ours=5, enemy=2), Spots(total=100, ours=50, enemy=38)],
    ids=["few by count only", "few by share only"],
)
def test_one_half_of_the_rule_alone_stops_nothing(spots: Spots) -> None:
    assert takes_spots(spots, WORKED)


def test_below_the_wanted_share_the_last_free_spot_is_taken() -> None:
    assert takes_spots(Spots(total=10, ours=2, enemy=7), WORKED)


def test_nothing_is_taken_where_nothing_is_free() -> None:
    assert not takes_spots(Spots(total=4, ours=1, enemy=3), WORKED)


def test_below_the_wanted_share_extractors_are_boosted() -> None:
    assert extractor_priority(10.0, 10.0, Spots(total=20, ours=7)) == 4 * 50.0 + 100.0
    assert extractor_priority(10.0, 10.0, Spots(total=20, ours=8)) == 50.0


def test_the_boost_does_not_multiply_a_surplus() -> None:
    assert extractor_priority(0.0, 50.0, Spots(total=20, ours=1)) == 100.0


def test_extractors_are_not_wanted_when_it_is_enough() -> None:
    assert extractor_priority(60.0, 0.0, FEW, WORKED) == -math.inf


def test_makers_are_wanted_only_when_extractors_are_not() -> None:
    assert maker_priority(60.0, 0.0, MANY, WORKED) == -math.inf
    assert maker_priority(60.0, 80.0, FEW, WORKED) == 60.0


def test_makers_are_penalized_against_extractors() -> None:
    on = extractor_priority(60.0, 80.0, MANY, WORKED)
    assert maker_priority(60.0, 80.0, FEW, WORKED) == on - 40.0


def test_spots_that_do_not_add_up_are_an_error() -> None:
    with pytest.raises(UsageError, match="3 ours and 2 enemy of 4"):
        Spots(total=4, ours=3, enemy=2)


# Builders, factories, scouts


def test_a_builder_on_the_ground_is_always_worth_the_same() -> None:
    worth = {builder_priority(t, owned, flies=False) for t in (0.0, 30.0) for owned in (0, 9)}
    assert worth == {100.0}


def test_flying_builders_are_wanted_more_in_time() -> None:
    assert builder_priority(6.0, 0, flies=True) == 500.0
    assert builder_priority(6.0, 2, flies=True) == 100.0


def test_more_flying_builders_than_needed_cost_nothing() -> None:
    assert builder_priority(3.0, 5, flies=True) == 100.0


def test_factories_are_wanted_by_how_many_are_missing_for_the_time() -> None:
    assert factory_priority(10.0, 1) == 300.0
    assert factory_priority(10.0, 2) == 0.0


def test_too_few_scouts_force_one() -> None:
    assert scout_priority(0) == FORCE_BUILD
    assert scout_priority(1) == 0.0
