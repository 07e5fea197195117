"""The leaves of weights that can change, as a row of numbers, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from agentfw.errors import UsageError
from agentfw.weights.syntax import Balance, Body, Case, Switch, bodies_below
from agentfw.weights.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["leaves_of", "with_leaves"]


def leaves_of(weights: Weights) -> tuple[Balance, ...]:
    """Every ``balance`` leaf, in the order they stand in the file, however deep."""
    return tuple(leaf for one in weights.relations for leaf in _leaves(one.body))


def with_leaves(weights: Weights, values: Sequence[float]) -> Weights:
    """The same weights with other values in their ``balance`` leaves, in the order of `leaves_of`.

    Raises `UsageError` when there are more or fewer values than leaves, or when one is out of bounds.
    """
    leaves = leaves_of(weights)
    if len(leaves) != len(values):
        raise UsageError(f"{len(leaves)} leaves can change, but there are {len(values)} values")
    for leaf, value in zip(leaves, values, strict=True):
        if not leaf.low <= value <= leaf.high:
            told = f"balance({leaf.value:g}, {leaf.low:g}, {leaf.high:g})"
            raise UsageError(f"{told} cannot have the value {value:g}")
    rest = iter(values)
    return Weights(
        tuple(msgspec.structs.replace(one, body=_replaced(one.body, rest)) for one in weights.relations)
    )


def _leaves(body: Body) -> Iterator[Balance]:
    if isinstance(body, Balance):
        yield body
    elif isinstance(body, Switch):
        for below in bodies_below(body):
            yield from _leaves(below)


def _replaced(body: Body, values: Iterator[float]) -> Body:
    if isinstance(body, Balance):
        return msgspec.structs.replace(body, value=next(values))
    if not isinstance(body, Switch):
        return body
    cases = tuple(Case(case.below, _replaced(case.body, values)) for case in body.cases)
    default = _replaced(body.default, values) if body.default is not None else None
    return Switch(body.variable, cases, default)
