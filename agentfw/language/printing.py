"""Expression trees to texts, in the one form that all spellings share."""

from __future__ import annotations

import re
from typing import Final

from agentfw.language.syntax import Binary, Call, ListOf, Literal, Negate, Node, Not, Variable

__all__ = ["print_expression"]

_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _SIGN, _WHOLE = range(8)
_STRENGTH: Final = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!=", "in"), _COMPARISON),
    **dict.fromkeys(("+", "-"), _SUM),
    **dict.fromkeys(("*", "/", "%"), _PRODUCT),
}
_WORDS: Final = {True: "true", False: "false", None: "nothing"}
_ESCAPED: Final = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_]")


def print_expression(node: Node) -> str:
    """The text of a tree; parsed again it gives the same tree."""
    return _printed(node, _OR)


def _printed(node: Node, weakest: int) -> str:
    """The text, in parentheses if it would be torn apart by its neighbors."""
    text = _text(node)
    return text if _strength(node) >= weakest else f"({text})"


def _strength(node: Node) -> int:
    if isinstance(node, Binary):
        return _STRENGTH[node.operator]
    if isinstance(node, Not):
        return _COMPARISON if _is_not_in(node) else _NOT
    return _SIGN if isinstance(node, Negate) else _WHOLE


def _text(node: Node) -> str:
    match node:
        case Call():
            return _call(node)
        case Not():
            return _not(node)
        case Negate():
            return _negate(node)
        case Binary():
            return _binary(node, node.operator)
        case ListOf():
            return f"[{', '.join(map(print_expression, node.members))}]"
        case _:
            return _word(node)


def _word(node: Literal | Variable) -> str:
    if isinstance(node, Variable):
        return f"${node.name}"
    value = node.value
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPED)}"'
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    return repr(value)


def _call(node: Call) -> str:
    # Plan languages with hyphens in their names have the same names here, with underscores.
    name = _NO_NAME.sub("_", node.name)
    arguments = [print_expression(one) for one in node.arguments]
    arguments += [f"{_NO_NAME.sub('_', key)}={print_expression(one)}" for key, one in node.named]
    return f"{name}({', '.join(arguments)})" if arguments else name


def _is_not_in(node: Not) -> bool:
    return isinstance(node.operand, Binary) and node.operand.operator == "in"


def _not(node: Not) -> str:
    if isinstance(node.operand, Binary) and node.operand.operator == "in":
        return _binary(node.operand, "not in")
    return f"not {_printed(node.operand, _NOT)}"


def _negate(node: Negate) -> str:
    # "-1" is a literal, so that the sign of a literal shows as "-(1)".
    is_number = isinstance(node.operand, Literal)
    return f"-({_text(node.operand)})" if is_number else f"-{_printed(node.operand, _SIGN)}"


def _binary(node: Binary, operator: str) -> str:
    strength = _STRENGTH[node.operator]
    # Comparisons do not chain; everything else holds together from the left.
    left = _printed(node.left, strength + (strength == _COMPARISON))
    return f"{left} {operator} {_printed(node.right, strength + 1)}"
