"""Weight texts to trees.

    weight "take health"
    {
        switch(HEALTH)
        {
            case 40: return balance(90, 50, 100);
            case 100: { return 20; }
            default: return 0;
        }
    }

Braces around bodies may be left away or added. Reading goes on after mistakes with the next weight, so
that one look shows them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.language.texts import Position, Problems
from agentfw.sources import nearest
from agentfw.weights.arithmetic import Cursor, GivenUp
from agentfw.weights.reading import words_of
from agentfw.weights.syntax import Balance, Body, Case, Leaf, Relation, Switch
from agentfw.weights.tokens import END
from agentfw.weights.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Collection

    from agentfw.language.texts import PlanText
    from agentfw.weights.reading import Reads
    from agentfw.weights.tokens import Token

__all__ = ["check_weights", "load_weights"]

_WORDS: Final = ("switch", "return", "case", "default", "balance", "weight")


def load_weights(text: PlanText, read: Reads | None = None) -> Weights:
    """The weights in a text; `read` finds what it includes.

    Raises `PlanError` with all mistakes at once, and nothing else.

    >>> from agentfw.language import PlanText
    >>> load_weights(PlanText('weight "take gun" { return 5; }')).value("take gun", {})
    5.0
    """
    problems = Problems()
    weights = check_weights(text, read, problems)
    problems.finish()
    return weights


def check_weights(
    text: PlanText, read: Reads | None, problems: Problems, known: Collection[str] | None = None
) -> Weights:
    """The weights in a text, without what has mistakes; everything wrong or odd is noted.

    With the `known` variables of a game, all others are odd: they count as 0.
    """
    parser = _Parser(words_of(text, read, problems), problems)
    weights = Weights(tuple(parser.relations()))
    if not weights.relations and not problems.errors:
        problems.error(Position(text), 'there is no weight in this file: weight "name" { return 1; }')
    for name, at in parser.variables.items() if known is not None else ():
        if known is not None and name not in known:
            problems.warning(at, f'no variable is called "{name}", it counts as 0{nearest(name, known)}')
    return weights


class _Parser:
    """Reads one row of words."""

    def __init__(self, words: list[Token], problems: Problems) -> None:
        self._cursor = Cursor(words, problems)
        self._problems = problems
        self._relations: dict[str, Position] = {}
        self.variables: dict[str, Position] = {}
        """Where each is used first."""

    def relations(self) -> list[Relation]:
        """Everything, without what is wrong."""
        found: list[Relation] = []
        while self._cursor.now.kind != END:
            try:
                found.append(self._relation())
            except GivenUp:
                self._skip()
        return found

    def _skip(self) -> None:
        """Go on where the next weight begins."""
        cursor = self._cursor
        cursor.at_top()
        while cursor.now.kind != END and not _is(cursor.now, "weight"):
            cursor.take()

    def _relation(self) -> Relation:
        cursor = self._cursor
        if not _is(cursor.now, "weight"):
            hint = nearest(cursor.now.word, _WORDS)
            raise cursor.stopped(f'expected "weight", found {cursor.now}{hint}')
        cursor.take()
        name = cursor.expect("text")
        before = self._relations.setdefault(name.word, name.at)
        if before != name.at:
            self._problems.warning(name.at, f"{name} stands here again: {before} counts")
        if cursor.now.kind != "{":
            raise cursor.stopped(f'expected "{{", found {cursor.now}')
        return Relation(name.word, self._body())

    def _body(self) -> Body:
        """A body, with braces around it or without."""
        cursor = self._cursor
        if cursor.now.kind == "{":
            opening = cursor.take()
            cursor.enter(opening.at, "braces")
            body = self._body()
            cursor.leave()
            cursor.expect("}", opening=opening)
            return body
        if _is(cursor.now, "switch"):
            return self._switch()
        if _is(cursor.now, "return"):
            return self._leaf()
        hint = nearest(cursor.now.word, ("switch", "return"))
        raise cursor.stopped(f'expected "switch" or "return", found {cursor.now}{hint}')

    def _leaf(self) -> Body:
        cursor = self._cursor
        cursor.take()
        leaf: Body
        if _is(cursor.now, "balance") and cursor.then.kind == "(":
            leaf = self._balance()
        else:
            leaf = Leaf(cursor.number())
        cursor.expect(";")
        return leaf

    def _balance(self) -> Balance:
        cursor = self._cursor
        word, opening = cursor.take(), cursor.take()
        value = cursor.number()
        cursor.expect(",")
        low = cursor.number()
        cursor.expect(",")
        high = cursor.number()
        cursor.expect(")", opening=opening)
        if not low <= value <= high:
            told = f"({value:g}, {low:g}, {high:g})"
            self._problems.error(word.at, f"expected balance(value, min, max) in order, found {told}")
        return Balance(value, low, high)

    def _switch(self) -> Switch:
        cursor = self._cursor
        word = cursor.take()
        bracket = cursor.expect("(")
        variable = self._variable()
        cursor.expect(")", opening=bracket)
        opening = cursor.expect("{")
        cursor.enter(word.at, "switches")
        cases = self._cases()
        default = self._default(word, cases)
        cursor.leave()
        cursor.expect("}", opening=opening)
        return Switch(variable, tuple(cases), default)

    def _variable(self) -> str:
        token = self._cursor.now
        if token.kind != "name" or token.word in _WORDS:
            raise self._cursor.stopped(f"expected the name of a variable, found {token}")
        self._cursor.take()
        self.variables.setdefault(token.word, token.at)
        return token.word

    def _cases(self) -> list[Case]:
        cursor, cases = self._cursor, list[Case]()
        while _is(cursor.now, "case"):
            at = cursor.take().at
            below = cursor.number()
            if cases and below <= cases[-1].below:
                order = f"{below:g} after {cases[-1].below:g}"
                self._problems.warning(at, f"cases are meant to rise, this can never count: {order}")
            cursor.expect(":")
            cases.append(Case(below, self._body()))
        return cases

    def _default(self, switch: Token, cases: list[Case]) -> Body | None:
        cursor = self._cursor
        if not _is(cursor.now, "default"):
            if cursor.now.kind != "}":
                hint = nearest(cursor.now.word, ("case", "default"))
                raise cursor.stopped(f'expected "case", "default" or "}}", found {cursor.now}{hint}')
            if not cases:
                raise cursor.stopped("a switch needs a case or a default", switch.at)
            self._problems.warning(switch.at, "this switch has no default: it gives 0 there")
            return None
        cursor.take()
        cursor.expect(":")
        body = self._body()
        if _is(cursor.now, "case") or _is(cursor.now, "default"):
            raise cursor.stopped("the default comes last, and once")
        return body


def _is(token: Token, word: str) -> bool:
    return token.kind == "name" and token.word == word
