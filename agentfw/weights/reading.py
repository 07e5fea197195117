"""Weight files with everything that they include, as one row of words.

``#include "file"``, ``#define NAME value``, ``#undef``, ``#ifdef``, ``#ifndef``, ``#else``, ``#endif``
work as in C, as far as the stock files of the game need them. Names keep their words; those of
constants have a value, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.errors import UsageError
from agentfw.language.texts import PlanText
from agentfw.sources import nearest, one_of
from agentfw.weights.constants import Constants
from agentfw.weights.tokens import END, Token, tokens_of

if TYPE_CHECKING:
    from agentfw.language.texts import Problems

__all__ = ["Reads", "words_of"]

Reads: TypeAlias = Callable[[str, str], PlanText]
"""Finds the text of an include: ``(name, beside)``; raises `UsageError` when there is none."""

_MAX_INCLUDES: Final = 100
"""So many files may be included in all."""
_MAX_WORDS: Final = 1_000_000
_DIRECTIVES: Final = ("#define", "#else", "#endif", "#ifdef", "#ifndef", "#include", "#undef")


def words_of(text: PlanText, read: Reads | None, problems: Problems) -> list[Token]:
    """The words of a file and of what it includes, with an `END` behind them.

    Without `read` nothing can be included.
    """
    reader = _Reader(read, problems)
    end = reader.read(text)
    return [*reader.words, end]


class _Reader:
    """Reads files into each other."""

    def __init__(self, read: Reads | None, problems: Problems) -> None:
        self._find = read
        self._problems = problems
        self._constants = Constants(problems)
        self._open: list[str] = []
        self._included = 0
        self._is_full = False
        self._branches: list[bool] = []
        """For every ``#ifdef`` that is open: whether what follows counts."""
        self._turned: list[bool] = []
        """For the same: whether its ``#else`` was there."""
        self.words: list[Token] = []

    def read(self, text: PlanText) -> Token:
        """Take in a file; its `END` comes back."""
        self._open.append(text.where)
        outside, self._branches, self._turned = (self._branches, self._turned), [], []
        tokens, index = tokens_of(text, self._problems), 0
        while (token := tokens[index]).kind != END:
            index += 1
            if token.kind == "directive":
                row = _rest_of_line(tokens, index)
                index += len(row)
                self._obey(token, row)
            elif all(self._branches):
                self._add(token)
        if self._branches:
            self._problems.error(token.at, "an #ifdef or #ifndef is never closed: #endif is missing")
        self._branches, self._turned = outside
        self._open.pop()
        return token

    def _add(self, token: Token) -> None:
        if len(self.words) < _MAX_WORDS:
            self.words.append(self._constants.resolved(token))
        elif not self._is_full:
            self._is_full = True
            self._problems.error(token.at, f"weights have at most {_MAX_WORDS} words, includes counted")

    def _obey(self, directive: Token, row: list[Token]) -> None:
        match directive.word:
            case "#ifdef" | "#ifndef":
                name = self._name(directive, row) if all(self._branches) else None
                is_known = name is not None and name.word in self._constants
                self._branches.append(is_known == (directive.word == "#ifdef"))
                self._turned.append(False)
            case "#else" | "#endif":
                self._turn(directive)
            case _ if all(self._branches):
                self._do(directive, row)

    def _turn(self, directive: Token) -> None:
        if not self._branches:
            self._problems.error(directive.at, f"{directive} without #ifdef or #ifndef before")
        elif directive.word == "#endif":
            self._branches.pop()
            self._turned.pop()
        elif self._turned[-1]:
            self._problems.error(directive.at, f"{directive} stands here a second time")
        else:
            self._branches[-1] = not self._branches[-1]
            self._turned[-1] = True

    def _do(self, directive: Token, row: list[Token]) -> None:
        match directive.word:
            case "#define":
                name = self._name(directive, row, most=len(row))
                if name is not None:
                    self._constants.define(name, row[1:])
            case "#undef":
                name = self._name(directive, row)
                self._constants.undefine(name.word if name is not None else "")
            case "#include":
                self._include(directive, row)
            case word:
                hint = nearest(word, _DIRECTIVES) or f" (known: {one_of(_DIRECTIVES)})"
                self._problems.error(directive.at, f"unknown directive {directive}{hint}")

    def _name(self, directive: Token, row: list[Token], *, most: int = 1) -> Token | None:
        if not row or row[0].kind != "name":
            found = f", found {row[0]}" if row else ""
            self._problems.error(directive.at, f"expected a name after {directive}{found}")
            return None
        if len(row) > most:
            self._problems.error(row[most].at, f"unexpected {row[most]}")
        return row[0]

    def _include(self, directive: Token, row: list[Token]) -> None:
        if len(row) != 1 or row[0].kind != "text":
            self._problems.error(directive.at, 'expected #include "file"')
            return
        text = self._found(row[0])
        if text is not None and text.where in self._open:
            way = " → ".join([*self._open[self._open.index(text.where) :], text.where])
            self._problems.error(row[0].at, f"this file includes itself: {way}")
        elif text is not None and not self._is_full:
            self._included += 1
            self.read(text)

    def _found(self, name: Token) -> PlanText | None:
        if self._find is None or self._included >= _MAX_INCLUDES:
            most = _MAX_INCLUDES if self._find is not None else 0
            self._problems.error(name.at, f"at most {most} files can be included here")
            return None
        try:
            return self._find(name.word, name.at.text.where)
        except UsageError as error:
            self._problems.error(name.at, str(error))
            return None


def _rest_of_line(tokens: list[Token], start: int) -> list[Token]:
    line, end = tokens[start - 1].at.line, start
    while tokens[end].kind != END and tokens[end].at.line == line:
        end += 1
    return tokens[start:end]
