"""Populations: who becomes a parent, what children are like, and that they get better."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.errors import UsageError
from agentfw.weights import (
    Balance,
    Population,
    Weights,
    breed,
    choose_family,
    crossed,
    default_weights,
    first_population,
    leaves_of,
    mutated,
    ranks,
    with_leaves,
)
from tests.weights import trees
from tests.weights.trees import parsed, seeded

NESTED = parsed(
    """
    weight "a" { switch(X) { case 1: return balance(1, 0, 10); case 5: return 3; default: {
        switch(Y) { case 2: return balance(2, 0, 20); default: return balance(3, 0, 30); } } } }
    weight "b" { return balance(4, 0, 40); }
    """
)


def test_leaves_are_all_balances_in_file_order_however_deep() -> None:
    assert [leaf.value for leaf in leaves_of(NESTED)] == [1.0, 2.0, 3.0, 4.0]


@given(trees.weights)
def test_leaves_put_back_give_the_same_weights(weights: Weights) -> None:
    assert with_leaves(weights, [leaf.value for leaf in leaves_of(weights)]) == weights


def test_only_balances_change() -> None:
    changed = with_leaves(NESTED, [9.0, 8.0, 7.0, 6.0])
    assert [leaf.value for leaf in leaves_of(changed)] == [9.0, 8.0, 7.0, 6.0]
    assert with_leaves(changed, [1.0, 2.0, 3.0, 4.0]) == NESTED
    assert changed.value("a", {"X": 4.999}) == pytest.approx(3.0, abs=0.01)


def test_the_number_of_values_must_fit() -> None:
    with pytest.raises(UsageError, match="4 leaves can change, but there are 2 values"):
        with_leaves(NESTED, [1.0, 2.0])


@pytest.mark.parametrize("value", [-1.0, 41.0, float("nan")])
def test_values_must_lie_within_their_leaves(value: float) -> None:
    with pytest.raises(UsageError, match=r"balance\(4, 0, 40\) cannot have the value"):
        with_leaves(NESTED, [1.0, 2.0, 3.0, value])


def test_good_members_become_parents_more_often_and_children_less() -> None:
    chance, places = seeded(5), [1.0, 2.0, 3.0, 4.0, 5.0]
    families = [choose_family(places, chance) for _ in range(4000)]
    parents = Counter(one for family in families for one in family[:2])
    children = Counter(family[2] for family in families)
    assert [one for one, _ in parents.most_common()] == [4, 3, 2, 1, 0]
    assert [one for one, _ in children.most_common()] == [0, 1, 2, 3, 4]
    assert min(parents.values()) > 0 < min(children.values())


@given(st.lists(st.floats(-100, 100), min_size=3, max_size=10), st.integers())
def test_parents_and_child_are_three(scores: list[float], seed: int) -> None:
    assert len(set(choose_family(ranks(scores), seeded(seed)))) == 3


def test_equal_scores_have_equal_chances() -> None:
    assert ranks([7, 7, 7]) == [2.0, 2.0, 2.0]
    assert ranks([3, 1, 2]) == [3.0, 1.0, 2.0]


def test_a_child_is_the_mean_of_both_parents_in_every_leaf() -> None:
    assert crossed([0.0, 4.0, 10.0], [2.0, 4.0, 0.0]) == (1.0, 4.0, 5.0)


def test_mutations_are_mostly_small() -> None:
    leaf = Balance(50.0, 0.0, 100.0)
    shifts = [abs(one - 50.0) for one in mutated([50.0] * 20_000, [leaf] * 20_000, seeded(2))]
    assert sum(shift < 10.0 for shift in shifts) > 15_000
    assert max(shifts) > 40.0


def test_one_in_a_hundred_mutations_may_cross_more_than_half_the_range() -> None:
    leaf = Balance(0.0, 0.0, 100.0)
    moved = mutated([0.0] * 100_000, [leaf] * 100_000, seeded(4))
    share = sum(one > 50.0 for one in moved) / len(moved)
    assert share == pytest.approx(0.0025, abs=0.001)  # a leap, upwards, by more than half


@given(trees.weights, st.integers(0, 1000))
def test_mutations_stay_within_the_range_of_their_leaf(weights: Weights, seed: int) -> None:
    leaves = leaves_of(weights)
    moved = mutated([leaf.value for leaf in leaves], leaves, seeded(seed))
    assert all(leaf.low <= value <= leaf.high for leaf, value in zip(leaves, moved, strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_leaves_of_any_width_stay_within_their_range(seed: int) -> None:
    weights = parsed('weight "x" { return balance(1e308, -1.7e308, 1.7e308); }')
    population = first_population(weights, 5, seed)
    for _ in range(5):
        population = breed(population, [1.0, 2.0, 3.0, 4.0, 5.0], children=2)
    drawn = weights.value("x", {}, chance=seeded(seed))
    found = [drawn, *(value for values in population.members for value in values)]
    assert all(-1.7e308 <= value <= 1.7e308 for value in found)


def test_a_first_population_holds_the_weights_themselves_near_ones_and_others() -> None:
    first = first_population(NESTED, 5, seed=1)
    candidates = first.candidates()
    assert candidates[0] == NESTED
    own, leaves = first.members[0], leaves_of(NESTED)
    far = [
        sum(abs(a - b) / one.high for a, b, one in zip(own, each, leaves, strict=True))
        for each in first.members
    ]
    assert max(far[1:3]) < min(far[3:])
    assert len(set(first.members)) == 5


@pytest.mark.parametrize("size", [0, 2, 1001])
def test_a_population_has_three_members_or_more(size: int) -> None:
    with pytest.raises(UsageError, match="a population has 3 to 1000 members"):
        first_population(NESTED, size, seed=1)


def test_weights_without_balances_cannot_evolve() -> None:
    with pytest.raises(UsageError, match="nothing can evolve"):
        first_population(parsed('weight "x" { return 1; }'), 5, seed=1)


def test_one_child_replaces_one_member() -> None:
    first = first_population(NESTED, 6, seed=3)
    second = breed(first, [5.0, 4.0, 3.0, 2.0, 1.0, 0.0])
    changed = [a != b for a, b in zip(first.members, second.members, strict=True)]
    assert sum(changed) == 1
    assert second.generation == 1


def test_several_children_replace_as_many_members() -> None:
    first = first_population(NESTED, 8, seed=3)
    second = breed(first, [float(n) for n in range(8)], children=3)
    assert sum(a != b for a, b in zip(first.members, second.members, strict=True)) == 3


def test_the_best_member_and_the_history_are_kept() -> None:
    first = first_population(NESTED, 3, seed=3)
    second = breed(first, [1.0, 5.0, 3.0])
    assert second.champion == first.members[1]
    assert [(one.best, one.mean) for one in second.history] == [(5.0, 3.0)]


def test_scores_must_fit_the_members() -> None:
    with pytest.raises(UsageError, match="3 members need as many scores, not 2"):
        breed(first_population(NESTED, 3, seed=3), [1.0, 2.0])


# A toy duel: whoever is nearer to what wins here hits more often.


def skill(values: tuple[float, ...], leaves: tuple[Balance, ...]) -> float:
    """From 0 to 1: how near the values are to three quarters of their ranges."""
    off = [
        abs((v - one.low) / (one.high - one.low) - 0.75) for v, one in zip(values, leaves, strict=True)
    ]
    return 1.0 - sum(off) / len(off)


def scores(population: Population, leaves: tuple[Balance, ...]) -> list[float]:
    """Two points a kill, minus one a death, after duels of everybody with everybody."""
    chance = seeded(f"duels {population.generation}")
    found = [0.0] * len(population.members)
    for one in range(len(found)):
        for other in range(one):
            lead = skill(population.members[one], leaves) - skill(population.members[other], leaves)
            for _ in range(5):
                winner, loser = (one, other) if chance.random() < 0.5 + 2.0 * lead else (other, one)
                found[winner] += 2
                found[loser] -= 1
    return found


def evolved(population: Population, generations: int) -> Population:
    leaves = leaves_of(population.template())
    for _ in range(generations):
        population = breed(population, scores(population, leaves))
    return population


def mean_skill(population: Population) -> float:
    leaves = leaves_of(population.template())
    return sum(skill(values, leaves) for values in population.members) / len(population.members)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a18_fitness_rises_over_fifty_generations(seed: int) -> None:
    first = first_population(NESTED, 10, seed)
    assert mean_skill(evolved(first, 50)) > mean_skill(first) + 0.15


def test_a18_it_is_the_ranks_that_make_it_rise() -> None:
    adrift = first_population(NESTED, 10, seed=1)
    for _ in range(50):
        adrift = breed(adrift, [0.0] * 10)
    assert mean_skill(evolved(first_population(NESTED, 10, seed=1), 50)) > mean_skill(adrift) + 0.05


def test_a18_fitness_rises_for_all_weights_that_ship() -> None:
    first = first_population(default_weights(), 10, seed=1)
    assert mean_skill(evolved(first, 50)) > mean_skill(first) + 0.02


def test_the_same_seed_gives_the_same_population() -> None:
    assert evolved(first_population(NESTED, 5, 9), 10) == evolved(first_population(NESTED, 5, 9), 10)


def test_a_population_that_was_saved_goes_on_as_if_it_had_never_stopped() -> None:
    half = evolved(first_population(NESTED, 5, 9), 5)
    again = msgspec.json.decode(msgspec.json.encode(half), type=Population)
    assert evolved(again, 5) == evolved(first_population(NESTED, 5, 9), 10)
