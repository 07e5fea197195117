"""Weights that get better from generation to generation.

A population has one file and many sets of numbers for its ``balance`` leaves. Members fight, and are
ranked. Two parents are drawn, good ones more likely, and one child, bad ones more likely: it becomes the
mean of its parents, mutated a little. Every generation has chance of its own, made of the seed and its
number, so that a population that was saved goes on as if it had never stopped.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import UsageError
from agentfw.language.texts import PlanText
from agentfw.weights.evaluating import drawn
from agentfw.weights.leaves import leaves_of, with_leaves
from agentfw.weights.parsing import load_weights
from agentfw.weights.printing import print_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.weights.syntax import Balance
    from agentfw.weights.weights import Weights

__all__ = [
    "Fitness",
    "Population",
    "breed",
    "choose_family",
    "crossed",
    "first_population",
    "mutated",
    "ranks",
]

FEWEST: Final = 3
"""Two parents and a child."""
MOST: Final = 1000
_LEAP: Final = 0.01
"""How likely a mutation may cross the whole range of a leaf."""


class Fitness(msgspec.Struct, frozen=True):
    """How one generation did."""

    best: float
    mean: float


class Population(msgspec.Struct, frozen=True, kw_only=True):
    """One weight file with several sets of values. Goes to JSON and back with msgspec."""

    weights: str
    """The file that it began with."""
    members: tuple[tuple[float, ...], ...]
    """The values of all leaves that can change, for each member."""
    seed: int
    generation: int = 0
    history: tuple[Fitness, ...] = ()
    """How each generation before this one did."""
    champion: tuple[float, ...] = ()
    """The values of the best member of the last generation that was ranked."""

    def candidates(self) -> tuple[Weights, ...]:
        """The members as weights. Raises `PlanError` or `UsageError` if they do not fit the file."""
        template = self.template()
        return tuple(with_leaves(template, values) for values in self.members)

    def template(self) -> Weights:
        """The file as weights. Raises `PlanError` if it is spoiled."""
        return load_weights(PlanText(self.weights, "population"))


def first_population(weights: Weights, size: int, seed: int) -> Population:
    """A population to begin with: the weights as they are, near to them, and drawn at random.

    One half is near, so that what was good is not lost; the other half, so that there is a choice.
    """
    leaves = leaves_of(weights)
    if not FEWEST <= size <= MOST:
        raise UsageError(f"a population has {FEWEST} to {MOST} members, not {size}")
    if not any(leaf.low < leaf.high for leaf in leaves):
        raise UsageError("nothing can evolve: no leaf is return balance(value, min, max)")
    chance = Random(f"{seed}/first")  # noqa: S311 - a game
    own = tuple(leaf.value for leaf in leaves)
    near = [mutated(own, leaves, chance) for _ in range((size - 1) // 2)]
    others = [tuple(drawn(leaf, chance) for leaf in leaves) for _ in range(size - 1 - len(near))]
    return Population(weights=print_weights(weights), members=(own, *near, *others), seed=seed)


def breed(population: Population, scores: Sequence[float], children: int = 1) -> Population:
    """The next generation, by how the members of this one did: the higher a score, the better.

    Each child takes the place of a member; nobody is replaced twice in one generation.
    """
    members = population.members
    if len(scores) != len(members):
        raise UsageError(f"{len(members)} members need as many scores, not {len(scores)}")
    chance = Random(f"{population.seed}/{population.generation}")  # noqa: S311 - a game
    leaves, grown, left = leaves_of(population.template()), list(members), list(range(len(members)))
    for _ in range(children):
        if len(left) < FEWEST:
            break
        first, second, child = choose_family(ranks([scores[one] for one in left]), chance)
        mixed = crossed(grown[left[first]], grown[left[second]])
        grown[left[child]] = mutated(mixed, leaves, chance)
        del left[child]
    best = max(range(len(members)), key=lambda one: (scores[one], -one))
    return msgspec.structs.replace(
        population,
        members=tuple(grown),
        generation=population.generation + 1,
        history=(*population.history, Fitness(max(scores), sum(scores) / len(scores))),
        champion=members[best],
    )


def ranks(scores: Sequence[float]) -> list[float]:
    """The place of every score, from 1 for the worst; equal scores share their places.

    >>> ranks([5, 1, 5])
    [2.5, 1.0, 2.5]
    """
    ordered = sorted(scores)
    places = {one: ordered.index(one) + 1 for one in ordered}
    return [places[one] + (ordered.count(one) - 1) / 2 for one in scores]


def choose_family(places: Sequence[float], chance: Random) -> tuple[int, int, int]:
    """Two parents and the child to be replaced, all different.

    Parents are drawn in proportion to their ranks, the child the other way round.
    """
    left = list(range(len(places)))
    first = _draw(left, places, chance)
    second = _draw(left, places, chance)
    worst_first = [len(places) + 1 - place for place in places]
    return first, second, _draw(left, worst_first, chance)


def crossed(first: Sequence[float], second: Sequence[float]) -> tuple[float, ...]:
    """The mean of two sets of values, leaf by leaf."""
    return tuple(one / 2 + other / 2 for one, other in zip(first, second, strict=True))


def mutated(values: Sequence[float], leaves: Sequence[Balance], chance: Random) -> tuple[float, ...]:
    """The values with every one moved a little, within the range of its leaf.

    By half the range at most, mostly by much less; one of a hundred by up to the whole range.
    """
    return tuple(
        min(max(value + _shift(leaf, chance), leaf.low), leaf.high)
        for value, leaf in zip(values, leaves, strict=True)
    )


def _draw(left: list[int], shares: Sequence[float], chance: Random) -> int:
    found = chance.choices(left, [shares[one] for one in left])[0]
    left.remove(found)
    return found


def _shift(leaf: Balance, chance: Random) -> float:
    half = leaf.high / 2 - leaf.low / 2  # the whole can be more than the greatest number there is
    if chance.random() < _LEAP:
        return 2.0 * (chance.uniform(-1.0, 1.0) * half)
    # A high power of a number below 1 is mostly small: a sixteenth of the range on average.
    return float(chance.uniform(-1.0, 1.0) ** 7) * half
