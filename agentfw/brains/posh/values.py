"""The small forms inside elements: values, calls, times and tests."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from agentfw.brains.posh.quoting import read_expression
from agentfw.brains.posh.reading import Row, Word, told
from agentfw.brains.posh.syntax import PREDICATES, UNITS, Duration
from agentfw.language import Binary, Call, Literal, Negate, Variable
from agentfw.language.syntax import MAX_DEPTH, TOO_DEEP, too_deep
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.brains.posh.reading import Form
    from agentfw.language import Node, Problems

__all__ = [
    "CONSTANT_WORDS",
    "OPERATORS",
    "read_call",
    "read_duration",
    "read_test",
    "read_tests",
    "read_value",
]

OPERATORS: Final = ("+", "-", "*", "/", "%")
CONSTANT_WORDS: Final = {"true": True, "false": False, "none": None, "nothing": None, "nil": None}
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_NAMED: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)=(.*)", re.DOTALL)
_MAX_DIGITS: Final = 30
_SINGULAR: Final = {"hour": "hours", "minute": "minutes", "min": "minutes", "second": "seconds"}
_RATES: Final = ("hz", "pm")


def read_value(form: Form, problems: Problems) -> Node | None:
    """A value: a number, a text, a constant, ``$parameter``, ``(- a b)`` or a sense."""
    if isinstance(form, Word):
        return _word(form, problems)
    head = form.members[0] if form.members else None
    if isinstance(head, Word) and not head.is_quoted and head.text in OPERATORS:
        return _arithmetic(form, head.text, problems)
    return read_call(form, problems)


def read_call(form: Form, problems: Problems) -> Call | None:
    """A name, alone or in brackets with values: what an action is written as."""
    if isinstance(form, Word):
        return Call(form.text, (), (), form.at) if is_name(form, problems) else None
    if not form.members:
        problems.error(form.at, "expected a name after this bracket")
        return None
    head = form.members[0]
    if isinstance(head, Row):
        problems.error(head.at, f"expected a name, found {told(head)}")
        return None
    if not is_name(head, problems):
        return None
    return _with_arguments(head, form.members[1:], problems)


def is_name(word: Word, problems: Problems, what: str = "a name") -> bool:
    """Whether a word is a name; a problem is noted when it is not."""
    if not word.is_quoted and _NAME.fullmatch(word.text) and word.text.casefold() not in CONSTANT_WORDS:
        return True
    problems.error(word.at, f"expected {what}, found {told(word)}")
    return False


def read_duration(form: Form, problems: Problems, *, is_rate: bool = False) -> Duration | None:
    """A time, None for ``none``; a number alone is in seconds. Rates are accepted for frequencies."""
    if isinstance(form, Word) and form.text.casefold() == "none" and not form.is_quoted:
        return None
    unit = _SINGULAR.get(form.head, form.head) if isinstance(form, Row) else ""
    known = (*UNITS, *_RATES) if is_rate else tuple(UNITS)
    if isinstance(form, Row) and unit in known:
        if len(form.members) != 2:
            problems.error(form.at, f"({unit} …) takes one number")
            return None
        amount = read_value(form.members[1], problems)
        return Duration(amount, unit, form.at) if amount is not None else None
    if isinstance(form, Row) and form.head not in OPERATORS:
        hint = nearest(form.head, known) if form.head else ""
        problems.error(
            form.at,
            f"expected a time such as (seconds 3), found {told(form)}{hint} (known: {', '.join(known)})",
        )
        return None
    amount = read_value(form, problems)
    return Duration(amount, "seconds", form.at) if amount is not None else None


def read_tests(form: Form, problems: Problems, what: str) -> tuple[Node, ...]:
    """What must hold: a list of tests, or an expression in quotes."""
    if isinstance(form, Word):
        if not form.is_quoted:
            problems.error(form.at, f"{what}: expected a list of tests such as (({form.text}))")
            return ()
        node = read_test(form, problems)
        return (node,) if node is not None else ()
    first = form.members[0] if form.members else None
    if isinstance(first, Word) and not first.is_quoted:
        problems.error(
            form.at,
            f"{what}: tests stand in a list of their own; write (({first.text} …)) with two brackets",
        )
        return ()
    read = (read_test(one, problems) for one in form.members)
    return tuple(node for node in read if node is not None)


def read_test(form: Form, problems: Problems) -> Node | None:
    """``(sense)``, ``(sense value)``, ``(sense value predicate)``, or an expression in quotes."""
    if isinstance(form, Row) and len(form.members) == 1 and isinstance(form.members[0], Word):
        form = form.members[0] if form.members[0].is_quoted else form
    if isinstance(form, Word):
        return _quoted_test(form, problems)
    if not form.members or isinstance(form.members[0], Row):
        problems.error(form.at, "expected a test such as (sense), (sense value) or (sense value <)")
        return None
    sense = form.members[0]
    if not is_name(sense, problems, "a sense"):
        return None
    call = Call(sense.text, (), (), sense.at)
    if len(form.members) == 1:
        return call
    value = read_value(form.members[1], problems)
    operator = _predicate(form.members[2:], problems)
    return Binary(operator, call, value, form.at) if value is not None and operator else None


def _quoted_test(word: Word, problems: Problems) -> Node | None:
    if not word.is_quoted:
        write = f"a test stands in brackets: write ({word.text})"
        problems.error(word.at, f"{write}; an action stands outside the trigger")
        return None
    return read_expression(word, problems)


def _predicate(forms: Sequence[Form], problems: Problems) -> str:
    if not forms:
        return "=="
    word = forms[0]
    found = PREDICATES.get(word.text.casefold()) if isinstance(word, Word) else None
    if found is None:
        problems.error(word.at, f"{told(word)} is no predicate (known: {' '.join(PREDICATES)})")
        return ""
    if len(forms) > 1:
        problems.error(forms[1].at, "a test takes a sense, a value and a predicate, nothing more")
        return ""
    return found


def _word(word: Word, problems: Problems) -> Node | None:
    text, at = word.text, word.at
    if word.is_quoted:
        return Literal(text, at)
    if text.casefold() in CONSTANT_WORDS:
        return Literal(CONSTANT_WORDS[text.casefold()], at)
    if _NUMBER.fullmatch(text):
        return _number(word, problems)
    if text.startswith("$"):
        name = text[1:]
        if name.replace("_", "").replace("-", "").isalnum():
            return Variable(name, at)
    return Call(text, (), (), at) if is_name(word, problems, "a value") else None


def _number(word: Word, problems: Problems) -> Literal | None:
    text = word.text
    value = float(text)
    if len(text) > _MAX_DIGITS or not math.isfinite(value):
        problems.error(word.at, "this number is too long")
        return None
    return Literal(int(text) if text.lstrip("+-").isdigit() else value, word.at)


def _arithmetic(form: Row, operator: str, problems: Problems) -> Node | None:
    read = [read_value(one, problems) for one in form.members[1:]]
    operands = [node for node in read if node is not None]
    if len(operands) < len(read):
        return None
    if len(operands) == 1 and operator == "-":
        return Negate(operands[0], form.at)
    if len(operands) < 2:
        problems.error(form.at, f"({operator} …) takes two values or more")
        return None
    found = operands[0]
    for operand in operands[1 : MAX_DEPTH + 1]:
        found = Binary(operator, found, operand, form.at)
    if too_deep(found) is not None:
        problems.error(form.at, TOO_DEEP)
        return None
    return found


def _with_arguments(head: Word, forms: Sequence[Form], problems: Problems) -> Call | None:
    values: list[Node] = []
    named: list[tuple[str, Node]] = []
    is_whole = True
    rest = list(reversed(forms))
    while rest:
        form = rest.pop()
        match = _NAMED.fullmatch(form.text) if isinstance(form, Word) and not form.is_quoted else None
        if match is not None and isinstance(form, Word):
            form = _after_equals(form, match, rest)
        value = read_value(form, problems)
        if value is None:
            is_whole = False
        elif match is not None:
            named.append((match.group(1), value))
        elif named:
            problems.error(form.at, "values without a name come before those with one")
            is_whole = False
        else:
            values.append(value)
    return Call(head.text, tuple(values), tuple(named), head.at) if is_whole else None


def _after_equals(word: Word, match: re.Match[str], rest: list[Form]) -> Form:
    """The value of ``name=value``; after ``name=`` it is the next form, even a text or a list."""
    if match.group(2) or not rest:
        return Word(match.group(2), word.at.moved(match.start(2)))
    return rest.pop()
