"""How much an economy should yield by now, and what to build so that it does.

Times are minutes since the first buildings stood. The increments grow linearly, so the wanted income is
quadratic until the cap and linear after it; that is what pays for metal makers later on.
"""

from __future__ import annotations

import math

import msgspec

from agentfw.errors import UsageError

__all__ = [
    "FORCE_BUILD",
    "BuilderTerms",
    "EnergyTerms",
    "MetalTerms",
    "Spots",
    "builder_priority",
    "energy_increment",
    "extractor_priority",
    "factory_priority",
    "fusion_priority",
    "maker_priority",
    "scout_priority",
    "storage_priority",
    "takes_spots",
    "wanted_energy",
    "wanted_metal",
]

FORCE_BUILD = 10000.0
"""The priority of what has to be built before all else."""


class EnergyTerms(msgspec.Struct, frozen=True, kw_only=True):
    """How fast energy has to grow, and what one reactor is good for."""

    start: float = 2.0
    growth: float = 0.75
    """By how much the increment rises each minute."""
    cap: float = 15.0
    """The largest increment."""
    most: float = 300.0
    """More income than this is never wanted."""
    fusion_income: float = 10.0
    fusion_priority: float = 10.0
    """What one missing reactor is worth."""
    storage_holds: float = 30.0
    storage_priority: float = 5.0


class MetalTerms(msgspec.Struct, frozen=True, kw_only=True):
    """How fast metal has to grow, and when the spots on the map are enough."""

    per_minute: float = 1.5
    share_wanted: float = 0.4
    """Below this share of all spots, extractors come before much else."""
    boost_factor: float = 4.0
    boost_bonus: float = 100.0
    few_free: int = 5
    few_free_share: float = 0.1
    """No more spots are taken when fewer are free than both of these say."""
    maker_penalty: float = 40.0
    income_priority: float = 10.0
    """What one missing point of income is worth."""


class BuilderTerms(msgspec.Struct, frozen=True, kw_only=True):
    """How many builders, factories and scouts there should be."""

    base: float = 100.0
    """What every mobile builder is worth."""
    minutes_per_air_builder: float = 3.0
    per_air_builder: float = 200.0
    minutes_per_factory: float = 5.0
    per_factory: float = 300.0
    scouts: int = 1


class Spots(msgspec.Struct, frozen=True, kw_only=True):
    """The places where metal can be extracted, and whose they are."""

    total: int
    ours: int = 0
    enemy: int = 0

    def __post_init__(self) -> None:
        if min(self.total, self.ours, self.enemy, self.free) < 0:
            raise UsageError(f"Spots cannot be {self.ours} ours and {self.enemy} enemy of {self.total}")

    @property
    def free(self) -> int:
        """How many are nobody's."""
        return self.total - self.ours - self.enemy


def energy_increment(minutes: float, terms: EnergyTerms = EnergyTerms()) -> float:
    """How much income should have been added per minute, on average until now."""
    return min(terms.growth * minutes + terms.start, terms.cap)


def wanted_energy(minutes: float, terms: EnergyTerms = EnergyTerms()) -> float:
    """The energy income that there should be by now."""
    return min(energy_increment(minutes, terms) * minutes, terms.most)


def fusion_priority(minutes: float, income: float, terms: EnergyTerms = EnergyTerms()) -> float:
    """How much another reactor is wanted; below 0 when there is more than enough.

    `income` includes what buildings under construction will yield.
    """
    return terms.fusion_priority * (wanted_energy(minutes, terms) - income) / terms.fusion_income


def storage_priority(income: float, storages: int, terms: EnergyTerms = EnergyTerms()) -> float:
    """How much another storage is wanted: it buffers the energy that comes in."""
    return (income / terms.storage_holds - storages) * terms.storage_priority


def wanted_metal(minutes: float, terms: MetalTerms = MetalTerms()) -> float:
    """The metal income that there should be by now."""
    return terms.per_minute * minutes


def takes_spots(spots: Spots, terms: MetalTerms = MetalTerms()) -> bool:
    """Whether another spot should be taken.

    On until the wanted share is ours. After that it is over when few are free, by count *and* by share:
    the share governs small maps, the count large ones.
    """
    if not spots.free:
        return False
    if spots.ours < terms.share_wanted * spots.total:
        return True
    is_few = spots.free < terms.few_free and spots.free < terms.few_free_share * spots.total
    return not is_few


def extractor_priority(
    minutes: float, income: float, spots: Spots, terms: MetalTerms = MetalTerms()
) -> float:
    """How much another extractor is wanted; minus infinity when no spot should be taken."""
    if not takes_spots(spots, terms):
        return -math.inf
    missing = _missing_metal(minutes, income, terms)
    if spots.ours >= terms.share_wanted * spots.total:
        return missing
    return max(missing, 0.0) * terms.boost_factor + terms.boost_bonus


def maker_priority(
    minutes: float, income: float, spots: Spots, terms: MetalTerms = MetalTerms()
) -> float:
    """How much another metal maker is wanted; minus infinity while there are spots to take."""
    if takes_spots(spots, terms):
        return -math.inf
    return _missing_metal(minutes, income, terms) - terms.maker_penalty


def builder_priority(
    minutes: float, owned: int, *, flies: bool, terms: BuilderTerms = BuilderTerms()
) -> float:
    """How much another mobile builder of a type is wanted.

    All are worth the same but those that fly: they are fast, need no way, and should get more in time.
    """
    if not flies:
        return terms.base
    missing = minutes / terms.minutes_per_air_builder - owned
    return terms.base + max(0.0, missing) * terms.per_air_builder


def factory_priority(minutes: float, owned: int, terms: BuilderTerms = BuilderTerms()) -> float:
    """How much another factory of a type is wanted; 0 when there are enough for the time."""
    return max(0.0, minutes / terms.minutes_per_factory - owned) * terms.per_factory


def scout_priority(alive: int, terms: BuilderTerms = BuilderTerms()) -> float:
    """`FORCE_BUILD` while there are too few scouts, else 0."""
    return FORCE_BUILD if alive < terms.scouts else 0.0


def _missing_metal(minutes: float, income: float, terms: MetalTerms) -> float:
    return (wanted_metal(minutes, terms) - income) * terms.income_priority
