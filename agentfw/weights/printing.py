"""Weights to texts: what is printed reads as the same weights again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.weights.syntax import Balance, Body, Leaf, Switch

if TYPE_CHECKING:
    from agentfw.weights.weights import Weights

__all__ = ["print_weights"]

_INDENT: Final = "    "
_EXACT: Final = 1e15
"""Whole numbers up to here are written without a point or an exponent."""


def print_weights(weights: Weights) -> str:
    """A weight file that says the same."""
    return "\n".join(
        "\n".join([f'weight "{one.name}"', "{", *_body(one.body, 1), "}", ""])
        for one in weights.relations
    )


def _body(body: Body, depth: int) -> list[str]:
    lead = _INDENT * depth
    if not isinstance(body, Switch):
        return [lead + _leaf(body)]
    rows = [(f"case {_number(case.below)}:", case.body) for case in body.cases]
    if body.default is not None:
        rows.append(("default:", body.default))
    inside = [line for label, below in rows for line in _branch(label, below, depth + 1)]
    return [f"{lead}switch({body.variable})", lead + "{", *inside, lead + "}"]


def _branch(label: str, body: Body, depth: int) -> list[str]:
    lead = _INDENT * depth
    if not isinstance(body, Switch):
        return [f"{lead}{label} {_leaf(body)}"]
    return [lead + label, *_body(body, depth + 1)]


def _leaf(leaf: Leaf | Balance) -> str:
    if isinstance(leaf, Leaf):
        return f"return {_number(leaf.value)};"
    told = ", ".join(map(_number, (leaf.value, leaf.low, leaf.high)))
    return f"return balance({told});"


def _number(value: float) -> str:
    is_plain = value == int(value) and abs(value) < _EXACT
    return str(int(value)) if is_plain else repr(value)
