"""Numbers where weight files want one: as they are, by name, or worked out by ``$evalint``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.weights.syntax import MAX_DEPTH
from agentfw.weights.tokens import END

if TYPE_CHECKING:
    from agentfw.language.texts import Position, Problems
    from agentfw.weights.tokens import Token

__all__ = ["Cursor", "GivenUp"]

_EVALUATES: Final = ("$evalint", "$evalfloat")


class GivenUp(Exception):
    """Nothing sensible can be read from here on; the problem is noted."""


class Cursor:
    """Words read from left to right. The last one is an `END`."""

    def __init__(self, tokens: list[Token], problems: Problems) -> None:
        self._tokens = tokens
        self._next = 0
        self._open = 0
        self.problems = problems

    @property
    def now(self) -> Token:
        """The next word."""
        return self._tokens[self._next]

    @property
    def then(self) -> Token:
        """The word after it."""
        return self._tokens[min(self._next + 1, len(self._tokens) - 1)]

    def take(self) -> Token:
        """The next word, which is gone then."""
        token = self.now
        if token.kind != END:
            self._next += 1
        return token

    def takes(self, kind: str) -> bool:
        """Whether the next word was of a kind; it is gone then."""
        is_it = self.now.kind == kind
        if is_it:
            self.take()
        return is_it

    def expect(self, kind: str, *, opening: Token | None = None) -> Token:
        """The next word, which must be of a kind; `opening` is the bracket that it closes."""
        if self.now.kind == kind:
            return self.take()
        if opening is not None and self.now.kind == END:
            raise self.stopped(f"{opening} is never closed", opening.at)
        wanted = f'"{kind}"' if not kind.isalpha() else f"a {kind}"
        raise self.stopped(f"expected {wanted}, found {self.now}")

    def stopped(self, text: str, at: Position | None = None) -> GivenUp:
        """What to raise after noting that something is wrong, here or at a place."""
        self.problems.error(at if at is not None else self.now.at, text)
        return GivenUp()

    def number(self) -> float:
        """A number; 0 after noting that a name stands for none."""
        if self.takes("-"):
            return -self._unsigned()
        return self._unsigned()

    def enter(self, at: Position, what: str) -> None:
        """One level deeper, which has an end."""
        self._open += 1
        if self._open > MAX_DEPTH:
            raise self.stopped(f"{what} lie deeper than {MAX_DEPTH} levels here", at)

    def leave(self) -> None:
        """One level up again."""
        self._open -= 1

    def at_top(self) -> None:
        """Out of everything that was entered."""
        self._open = 0

    def _unsigned(self) -> float:
        token = self.now
        if token.kind == "number":
            return self.take().value or 0.0
        if token.kind == "name":
            return self._constant(self.take())
        if token.kind == "dollar":
            return self._evaluated(self.take())
        raise self.stopped(f"expected a number, found {token}")

    def _constant(self, name: Token) -> float:
        if name.value is None:
            self.problems.error(name.at, f"{name} stands for no number: it needs a #define before")
        return name.value or 0.0

    def _evaluated(self, name: Token) -> float:
        if name.word not in _EVALUATES:
            raise self.stopped(f"unknown {name}, known: {', '.join(_EVALUATES)}", name.at)
        opening = self.expect("(")
        value = self._sum(opening)
        self.expect(")", opening=opening)
        if not math.isfinite(value):
            self.problems.error(name.at, "this comes to too large a number")
            return 0.0
        return float(int(value)) if name.word == "$evalint" else value

    def _sum(self, opening: Token) -> float:
        self.enter(opening.at, "parentheses")
        value = self._product()
        while self.now.kind in ("+", "-"):
            value = value + self._product() if self.take().kind == "+" else value - self._product()
        self.leave()
        return value

    def _product(self) -> float:
        value = self._factor()
        while self.now.kind in ("*", "/"):
            sign = self.take()
            factor = self._factor()
            value = value * factor if sign.kind == "*" else self._quotient(value, factor, sign)
        return value

    def _quotient(self, value: float, divisor: float, sign: Token) -> float:
        if divisor == 0.0:
            self.problems.error(sign.at, "this divides by 0")
            return 0.0
        return value / divisor

    def _factor(self) -> float:
        minus = 1.0
        while self.takes("-"):
            minus = -minus
        if self.now.kind != "(":
            return minus * self._unsigned()
        opening = self.take()
        value = self._sum(opening)
        self.expect(")", opening=opening)
        return minus * value
