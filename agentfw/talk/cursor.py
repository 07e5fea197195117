"""Words of talk files read from left to right, and where to go on after a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.talk.tokens import END

if TYPE_CHECKING:
    from agentfw.language.texts import Position, Problems
    from agentfw.talk.tokens import Token

__all__ = ["Cursor", "GivenUp"]


class GivenUp(Exception):
    """Nothing sensible can be read from here on; the problem is noted."""


class Cursor:
    """Words read from left to right. The last one is an `END`."""

    def __init__(self, tokens: list[Token], problems: Problems) -> None:
        self._tokens = tokens
        self._next = 0
        self.problems = problems

    @property
    def now(self) -> Token:
        """The next word."""
        return self._tokens[self._next]

    def ahead(self, steps: int) -> Token:
        """A word further on."""
        return self._tokens[min(self._next + steps, len(self._tokens) - 1)]

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

    def skip_row(self, end: str) -> None:
        """Go on behind what ends a row, or at the end of these braces."""
        depth = 0
        while self.now.kind != END:
            if self.now.kind == "}" and not depth:
                return
            kind = self.take().kind
            depth += (kind == "{") - (kind == "}")
            if kind == end and not depth:
                return

    def skip_item(self) -> None:
        """Go on at the next word that stands at the beginning of a line and may begin something."""
        while self.now.kind != END:
            self.take()
            if self.now.at.column == 1 and self.now.kind in ("name", "["):
                return
