"""Expression texts to trees.

Operators from the weakest to the strongest: ``or``, ``and``, ``not``, comparisons (which do not chain),
``+ -``, ``* / %``, and the sign ``-``. Reading goes on after most mistakes, so that one look shows them
all; what was read is then thrown away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from agentfw.language.syntax import (
    MAX_DEPTH,
    TOO_DEEP,
    Binary,
    Call,
    ListOf,
    Literal,
    Negate,
    Node,
    Not,
    Variable,
    too_deep,
)
from agentfw.language.tokens import END, Token, tokens_of

if TYPE_CHECKING:
    from agentfw.language.texts import Position, Problems

__all__ = ["parse_assignment", "parse_expression"]

_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT = range(1, 7)
_STRENGTH: Final = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!=", "in", "not", "="), _COMPARISON),
    **dict.fromkeys(("+", "-"), _SUM),
    **dict.fromkeys(("*", "/", "%"), _PRODUCT),
}
_WORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "nothing": None, "none": None}


def parse_expression(text: str, at: Position, problems: Problems) -> Node | None:
    """The tree of an expression whose first letter stands at `at`; None after noting what is wrong."""
    parser = _Parser(text, at, problems)
    return parser.finish(parser.whole())


def parse_assignment(text: str, at: Position, problems: Problems) -> tuple[Call, Node] | None:
    """Both sides of ``sense(arguments) = expression``; None after noting what is wrong."""
    parser = _Parser(text, at, problems)
    target = parser.target()
    value = parser.finish(parser.whole()) if target is not None else None
    return (target, value) if target is not None and value is not None else None


class _GivenUp(Exception):
    """Nothing sensible can be read from here on; the problem is noted."""


class _Parser:
    """Reads one text from left to right."""

    def __init__(self, text: str, at: Position, problems: Problems) -> None:
        self._tokens, self._is_clean = tokens_of(text, at, problems)
        self._problems = problems
        self._next = 0
        self._open = 0

    def whole(self) -> Node | None:
        """Everything from here to the end as one expression."""
        try:
            node = self._expression(_OR)
            if self._now.kind != END:
                self._give_up(f"unexpected {self._now}")
        except _GivenUp:
            return None
        return node

    def target(self) -> Call | None:
        """The left side of an assignment, and its ``=``."""
        at = self._now.at
        try:
            node = self._operand()
            if not isinstance(node, Call):
                self._give_up('only a sense can stand left of "="', at)
            if self._now.kind == "==":
                self._note(self._now.at, 'an assignment is written with "=", not "=="')
            elif self._now.kind != "=":
                self._give_up(f'expected "=", found {self._now}')
            self._take()
        except _GivenUp:
            return None
        return node

    def finish(self, node: Node | None) -> Node | None:
        """The tree, if there is nothing wrong with it."""
        deep = too_deep(node) if node is not None and self._is_clean else None
        if deep is not None:
            self._note(deep.at, TOO_DEEP)
        return node if self._is_clean else None

    @property
    def _now(self) -> Token:
        return self._tokens[self._next]

    def _take(self) -> Token:
        token = self._now
        if token.kind != END:
            self._next += 1
        return token

    def _note(self, at: Position, text: str) -> None:
        self._is_clean = False
        self._problems.error(at, text)

    def _give_up(self, text: str, at: Position | None = None) -> NoReturn:
        # Where a word was left out, the rest makes no sense, and saying so would only confuse.
        if self._is_clean:
            self._note(at if at is not None else self._now.at, text)
        raise _GivenUp

    def _enter(self) -> None:
        self._open += 1
        if self._open > MAX_DEPTH:
            self._give_up(TOO_DEEP)

    def _expression(self, weakest: int) -> Node:
        """As much as is held together by operators that are not weaker than `weakest`."""
        left = self._start(weakest)
        compared = False
        while True:
            strength = _STRENGTH.get(self._now.kind, 0)
            if strength < weakest:
                return left
            if strength == _COMPARISON:
                if compared:
                    self._note(self._now.at, 'comparisons do not chain, write "a < b and b < c"')
                compared = True
                left = self._comparison(left)
            else:
                operator = self._take().kind
                left = Binary(operator, left, self._expression(strength + 1), left.at)

    def _start(self, weakest: int) -> Node:
        if self._now.kind != "not":
            return self._operand()
        token = self._take()
        if weakest > _NOT:
            self._note(token.at, '"not" needs parentheses here, as in a == (not b)')
        self._enter()
        operand = self._expression(_NOT)
        self._open -= 1
        return Not(operand, token.at)

    def _comparison(self, left: Node) -> Node:
        operator = self._take()
        if operator.kind == "=":
            self._note(operator.at, '"=" compares nothing, write "=="')
        if operator.kind == "not":
            if self._now.kind != "in":
                self._give_up(f'expected "in" after "not", found {self._now}')
            self._take()
            return Not(Binary("in", left, self._expression(_SUM), left.at), left.at)
        kind = "==" if operator.kind == "=" else operator.kind
        return Binary(kind, left, self._expression(_SUM), left.at)

    def _operand(self) -> Node:
        token = self._take()
        if token.kind in ("number", "text"):
            return Literal(token.value, token.at)
        if token.kind in _WORDS:
            return Literal(_WORDS[token.kind], token.at)
        if token.kind == "variable":
            return Variable(str(token.value), token.at)
        if token.kind == "name":
            return self._call(token) if self._now.kind == "(" else Call(token.word, (), (), token.at)
        return self._nested(token)

    def _missing(self, token: Token) -> NoReturn:
        before = self._tokens[self._next - 2].kind if self._next > 1 else ""
        hint = (
            ' ("-" is minus; names are joined with "_")'
            if before == "-" and token.word.isalpha()
            else ""
        )
        self._give_up(f"expected a value, found {token}{hint}", token.at)

    def _nested(self, token: Token) -> Node:
        if token.kind not in ("(", "[", "-"):
            self._missing(token)
        self._enter()
        if token.kind == "-":
            node = self._negated(token)
        elif token.kind == "[":
            node = ListOf(tuple(self._members(token)), token.at)
        else:
            node = self._expression(_OR)
            self._close(token, ")")
        self._open -= 1
        return node

    def _negated(self, sign: Token) -> Node:
        if self._now.kind == "number":
            value = self._take().value
            return Literal(-value if not isinstance(value, str) else value, sign.at)
        return Negate(self._operand(), sign.at)

    def _members(self, opening: Token) -> list[Node]:
        members: list[Node] = []
        while self._now.kind != "]" or members:
            members.append(self._expression(_OR))
            if self._now.kind != ",":
                break
            self._take()
        self._close(opening, "]", '"," or "]"')
        return members

    def _call(self, name: Token) -> Call:
        opening = self._take()
        self._enter()
        arguments: list[Node] = []
        named: list[tuple[Token, Node]] = []
        while self._now.kind != ")" or arguments or named:
            self._argument(arguments, named)
            if self._now.kind != ",":
                break
            self._take()
        self._close(opening, ")", '"," or ")"')
        self._open -= 1
        by_name = tuple((key.word, node) for key, node in named)
        return Call(name.word, tuple(arguments), by_name, name.at, tuple(key.at for key, _ in named))

    def _argument(self, arguments: list[Node], named: list[tuple[Token, Node]]) -> None:
        key = self._now
        if key.kind == "name" and self._tokens[self._next + 1].kind == "=":
            self._next += 2
            named.append((key, self._expression(_OR)))
            return
        if named:
            self._note(key.at, "arguments without a name come before those with one")
        arguments.append(self._expression(_OR))

    def _close(self, opening: Token, bracket: str, expected: str = "") -> None:
        if self._now.kind == END:
            self._give_up(f"{opening} is never closed", opening.at)
        if self._now.kind != bracket:
            expected = expected or f'"{bracket}"'
            self._give_up(f"expected {expected}, found {self._now}")
        self._take()
