"""Weights: how much a bot wants each thing, by name, in any situation."""

from __future__ import annotations

import functools
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from agentfw.weights.evaluating import Lookup, Weighs, compiled
from agentfw.weights.syntax import Relation, variables_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

__all__ = ["Weights"]


class Weights(msgspec.Struct, frozen=True, dict=True):
    """Named weights, as one weight file tells them.

    Only how they compare counts: twice the weights are the same wishes.
    """

    relations: tuple[Relation, ...]
    """In file order; of two with one name the first counts."""

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def value(
        self,
        name: str,
        values: Lookup | Mapping[str, float],
        *,
        chance: Random | None = None,
        steps: bool = False,
    ) -> float:
        """What a weight comes to for the values of variables; 0 where there is none of that name.

        Variables without a value count as 0. With `chance`, leaves are drawn from their ranges, as by
        somebody undecided. With `steps`, nothing is mixed between cases.
        """
        table = self._stepwise if steps else self._smooth
        weigh = table.get(name)
        if weigh is None:
            return 0.0
        look_up = values if callable(values) else _missing_is_zero(values)
        return weigh(look_up, chance)

    @functools.cached_property
    def variables(self) -> frozenset[str]:
        """Every variable that is looked at."""
        return frozenset(name for one in self.relations for name in variables_in(one.body))

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all weights, in file order."""
        return tuple(self._by_name)

    @functools.cached_property
    def _by_name(self) -> Mapping[str, Relation]:
        found: dict[str, Relation] = {}
        for one in self.relations:
            found.setdefault(one.name, one)
        return MappingProxyType(found)

    @functools.cached_property
    def _smooth(self) -> dict[str, Weighs]:
        return {name: compiled(one.body) for name, one in self._by_name.items()}

    @functools.cached_property
    def _stepwise(self) -> dict[str, Weighs]:
        return {name: compiled(one.body, steps=True) for name, one in self._by_name.items()}


def _missing_is_zero(values: Mapping[str, float]) -> Lookup:
    return lambda name: values.get(name, 0.0)
