"""Trees to closures: what a weight comes to, for the numbers that a game gives.

Between two cases the weight goes over smoothly from one to the other: below the first case it is that
of the first, from the last case on that of the default. In steps, it is that of the first case whose
number is above the value. Branches may be trees of their own: then what they come to is mixed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from agentfw.weights.syntax import Balance, Body, Leaf, Switch

if TYPE_CHECKING:
    from random import Random

__all__ = ["Lookup", "Weighs", "compiled", "drawn"]

Lookup: TypeAlias = Callable[[str], float]
"""Tells the value of a variable by its name."""
Weighs: TypeAlias = "Callable[[Lookup, Random | None], float]"
"""What a tree comes to. With chance, every leaf that can evolve is drawn from its whole range."""


def compiled(body: Body, *, steps: bool = False) -> Weighs:
    """A function that works a tree out."""
    if isinstance(body, Leaf):
        return _fixed(body.value)
    if isinstance(body, Balance):
        return _balanced(body)
    return _stepwise(body) if steps else _smooth(body)


def drawn(leaf: Balance, chance: Random) -> float:
    """A value from the whole range of a leaf."""
    # By halves: the width of a range can be more than the greatest number there is.
    return min(2.0 * chance.uniform(leaf.low / 2, leaf.high / 2), leaf.high)


def _fixed(value: float) -> Weighs:
    return lambda _values, _chance: value


def _balanced(leaf: Balance) -> Weighs:
    value = leaf.value

    def weigh(_values: Lookup, chance: Random | None) -> float:
        return value if chance is None else drawn(leaf, chance)

    return weigh


def _stepwise(switch: Switch) -> Weighs:
    variable = switch.variable
    cases = [(case.below, compiled(case.body, steps=True)) for case in switch.cases]
    default = compiled(switch.default or _NOTHING, steps=True)

    def weigh(values: Lookup, chance: Random | None) -> float:
        x = values(variable)
        for below, branch in cases:
            if x < below:
                return branch(values, chance)
        return default(values, chance)

    return weigh


def _smooth(switch: Switch) -> Weighs:
    variable = switch.variable
    cases = [(case.below, compiled(case.body)) for case in switch.cases]
    default = compiled(switch.default or _NOTHING)

    def weigh(values: Lookup, chance: Random | None) -> float:
        x = values(variable)
        last: tuple[float, Weighs] | None = None
        for below, branch in cases:
            if x < below:
                if last is None:
                    return branch(values, chance)
                # x lies between both numbers, so they differ, in whatever order the cases stand.
                share = (x - last[0]) / (below - last[0])
                before = last[1](values, chance)
                return before + share * (branch(values, chance) - before)
            last = below, branch
        return default(values, chance)

    return weigh


_NOTHING = Leaf(0.0)
