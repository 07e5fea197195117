"""Strategies for expression trees: any at all, and such as compile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from agentfw.language import Binary, Call, ListOf, Literal, Negate, Node, Not, Variable
from tests.language.words import start_of

if TYPE_CHECKING:
    from collections.abc import Callable

AT = start_of("")
thorough = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
_KEYWORDS = {"and", "or", "not", "in", "true", "false", "nothing", "none"}

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True).filter(
    lambda name: name.lower() not in _KEYWORDS
)
numbers = st.one_of(
    st.integers(-(10**30), 10**30), st.floats(allow_nan=False, allow_infinity=False), st.integers(-3, 3)
)
texts = st.one_of(st.text(max_size=5), st.sampled_from(["", "a", "b", "rifle", '"', "\\", "\n", "'"]))


def literal(value: bool | float | str | None) -> Node:  # noqa: FBT001 - any literal
    return Literal(value, AT)


def call(name: str, *arguments: Node, **named: Node) -> Node:
    return Call(name, arguments, tuple(named.items()), AT)


def binary(
    *operators: str,
) -> Callable[[st.SearchStrategy[Node], st.SearchStrategy[Node]], st.SearchStrategy[Node]]:
    """A strategy for operations, from strategies for both sides."""
    return lambda left, right: st.builds(
        lambda operator, one, other: Binary(operator, one, other, AT),
        st.sampled_from(operators),
        left,
        right,
    )


_CALCULATES = binary("+", "-", "*", "/", "%")
_JOINS = binary("and", "or")
_ORDERS = binary("<", "<=", ">", ">=", "==", "!=")
_EQUATES = binary("==", "!=")
_CONTAINS = binary("in")


def _leaves() -> st.SearchStrategy[Node]:
    values = st.one_of(st.none(), st.booleans(), numbers, texts)
    variables = st.from_regex(r"[A-Za-z0-9_]{1,5}", fullmatch=True)
    return st.one_of(
        values.map(literal), variables.map(lambda name: Variable(name, AT)), names.map(call)
    )


def _grown(below: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    few = st.lists(below, max_size=3).map(tuple)
    named = st.lists(st.tuples(names, below), max_size=2).map(tuple)
    every = binary("and", "or", "<", "<=", ">", ">=", "==", "!=", "in", "+", "-", "*", "/", "%")
    return st.one_of(
        every(below, below),
        every(below, below),
        below.map(lambda one: Not(one, AT)),
        below.map(lambda one: Negate(one, AT)),
        few.map(lambda members: ListOf(members, AT)),
        st.builds(lambda name, few, named: Call(name, few, named, AT), names, few, named),
    )


any_trees: st.SearchStrategy[Node] = st.recursive(_leaves(), _grown, max_leaves=15)
"""Trees that say anything, sense or not."""

anything: st.SearchStrategy[Node] = st.deferred(
    lambda: st.one_of(
        st.sampled_from([call("whatever"), Variable("0", AT), literal(None)]),
        st.one_of(number_trees, text_trees, truth_trees, list_trees, anything).map(
            lambda one: call("echo", one)
        ),
    )
)
number_trees: st.SearchStrategy[Node] = st.deferred(
    lambda: st.one_of(
        numbers.map(literal),
        st.sampled_from([call("health"), call("armor"), Variable("count", AT), call("low_health")]),
        _CALCULATES(number_trees | anything, number_trees | anything),
        (number_trees | anything).map(lambda one: Negate(one, AT)),
    )
)
text_trees: st.SearchStrategy[Node] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["", "a", "b", "rifle"]).map(literal),
        st.sampled_from([call("weapon"), Variable("where", AT), call("home")]),
        (truth_trees | anything).map(lambda one: call("switch", one)),
        st.lists(number_trees | truth_trees | anything, min_size=1, max_size=3).map(
            lambda given: call("seen", *given)
        ),
    )
)
list_trees: st.SearchStrategy[Node] = st.deferred(
    lambda: st.one_of(
        st.sampled_from([call("enemies"), call("guns")]),
        st.lists(text_trees | anything, max_size=3).map(lambda few: ListOf(tuple(few), AT)),
    )
)
number_lists: st.SearchStrategy[Node] = st.lists(number_trees | anything, max_size=3).map(
    lambda few: ListOf(tuple(few), AT)
)
truth_trees: st.SearchStrategy[Node] = st.deferred(
    lambda: st.one_of(
        st.booleans().map(literal),
        st.sampled_from([call("see_enemy"), call("moving"), call("enemy_visible")]),
        number_trees.map(lambda one: call("enemy_visible", within=one)),
        _JOINS(trees, trees),
        trees.map(lambda one: Not(one, AT)),
        _ORDERS(number_trees | anything, number_trees | anything),
        _ORDERS(text_trees | anything, text_trees | anything),
        _EQUATES(anything, trees),
        _CONTAINS(text_trees | anything, list_trees | text_trees | anything),
        _CONTAINS(number_trees | anything, number_lists),
    )
)
trees: st.SearchStrategy[Node] = st.one_of(truth_trees, number_trees, text_trees, list_trees, anything)
"""Trees that the scope of `words` can compile."""
