"""Turning functions into skills: `sense` and `act`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

import msgspec

from agentfw.errors import UsageError
from agentfw.language.types import (
    ANYTHING,
    LOCATION,
    NUMBER,
    TEXT,
    TRUTH,
    Callee,
    Parameter,
    Type,
)

__all__ = ["Act", "Sense", "act", "sense"]

_F = TypeVar("_F", bound=Callable[..., Any])

_MARK: Final = "__agentfw_skill__"
_KINDS: Final = {
    "bool": TRUTH,
    "int": NUMBER,
    "float": NUMBER,
    "str": TEXT,
    "EntityId": TEXT,
    "ClassName": TEXT,
    "Vec3": LOCATION,
    "object": ANYTHING,
    "Any": ANYTHING,
}
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_WORDS: Final = frozenset({"and", "or", "not", "in", "true", "false", "none", "nothing"})
"""What means something else in plans."""
_LIST: Final = re.compile(r"(?:tuple|list|Sequence|Collection|frozenset)\[(.+?)(?:, *\.\.\.)?\]")


class Sense(Callee, frozen=True, kw_only=True):
    """Something that plans can ask: a typed value, worked out from the moment."""

    aliases: tuple[str, ...] = ()
    doc: str = ""
    module: str = ""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Something that plans can do."""

    name: str
    parameters: tuple[Parameter, ...]
    function: Callable[..., Any]
    aliases: tuple[str, ...] = ()
    doc: str = ""
    module: str = ""
    effects: tuple[str, ...] = ()
    """What is so afterwards, as ``sense(arguments) = expression``, for plans that look ahead."""
    preconditions: tuple[str, ...] = ()
    """What must be so before, as expressions, for plans that look ahead."""


@overload
def sense(function: _F) -> _F: ...
@overload
def sense(*, name: str = "", aliases: tuple[str, ...] = ()) -> Callable[[_F], _F]: ...
def sense(
    function: _F | None = None, *, name: str = "", aliases: tuple[str, ...] = ()
) -> _F | Callable[[_F], _F]:
    """Make a function a sense: its first parameter is the moment, its result the value.

    The name is that of the function; plans may write it with hyphens or in capitals. Aliases are for
    other names of the same thing. A sense changes nothing and takes nothing from chance.
    """

    def mark(function: _F) -> _F:
        _check(function, name or function.__name__, aliases)
        made = Sense(
            name=name or function.__name__,
            parameters=_parameters(function),
            result=_type(function, inspect.signature(function).return_annotation),
            function=function,
            aliases=aliases,
            doc=inspect.getdoc(function) or "",
            module=function.__module__,
        )
        setattr(function, _MARK, made)
        return function

    return mark if function is None else mark(function)


@overload
def act(function: _F) -> _F: ...
@overload
def act(
    *,
    name: str = "",
    aliases: tuple[str, ...] = (),
    effects: tuple[str, ...] = (),
    preconditions: tuple[str, ...] = (),
) -> Callable[[_F], _F]: ...
def act(
    function: _F | None = None,
    *,
    name: str = "",
    aliases: tuple[str, ...] = (),
    effects: tuple[str, ...] = (),
    preconditions: tuple[str, ...] = (),
) -> _F | Callable[[_F], _F]:
    """Make a function an act: its first parameter is the moment, its result an `Outcome`.

    An act that takes several steps is a generator: it yields what it wants now and is given the next
    moment for it. `effects` and `preconditions` speak of the parameters as ``$name``.
    """

    def mark(function: _F) -> _F:
        _check(function, name or function.__name__, aliases)
        made = Act(
            name=name or function.__name__,
            parameters=_parameters(function),
            function=function,
            aliases=aliases,
            doc=inspect.getdoc(function) or "",
            module=function.__module__,
            effects=effects,
            preconditions=preconditions,
        )
        setattr(function, _MARK, made)
        return function

    return mark if function is None else mark(function)


def _check(function: Callable[..., Any], name: str, aliases: tuple[str, ...]) -> None:
    """Refuse at once what no plan could use."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise UsageError(f"{_told(function)}: is async; skills are plain functions or generators")
    for one in (name, *aliases):
        if not _NAME.fullmatch(one) or one.casefold() in _WORDS:
            raise UsageError(f'{_told(function)}: "{one}" cannot be the name of a skill')


def skill_of(value: object) -> Sense | Act | None:
    """The skill that a function was made into, if it was."""
    found: Sense | Act | None = getattr(value, _MARK, None)
    return found


def _parameters(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    signature = list(inspect.signature(function).parameters.values())
    if not signature or signature[0].kind not in (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
    ):
        raise UsageError(f"{_told(function)}: the first parameter of a skill is the moment")
    return tuple(_parameter(function, one) for one in signature[1:])


def _parameter(function: Callable[..., Any], one: inspect.Parameter) -> Parameter:
    if one.kind in (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.KEYWORD_ONLY):
        raise UsageError(f"{_told(function)}: {one.name} cannot be told by position; plans need that")
    return Parameter(
        name=one.name,
        type=_type(function, one.annotation),
        is_required=one.default is inspect.Parameter.empty
        and one.kind is not inspect.Parameter.VAR_POSITIONAL,
        default=None if one.default is inspect.Parameter.empty else one.default,
        is_rest=one.kind is inspect.Parameter.VAR_POSITIONAL,
    )


def _type(function: Callable[..., Any], annotation: Any) -> Type:
    """The type that an annotation means, read as text: its names may be known to type checkers only."""
    if annotation is inspect.Signature.empty:
        raise UsageError(f"{_told(function)}: every parameter and the result of a skill need a type")
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return _type_named(function, text.strip("'\""))


def _type_named(function: Callable[..., Any], text: str) -> Type:
    parts = [part.strip() for part in _split_union(text) if part.strip() != "None"]
    kinds = {_simple(function, part) for part in parts}
    return kinds.pop() if len(kinds) == 1 else ANYTHING


def _split_union(text: str) -> list[str]:
    parts, depth = [""], 0
    for char in text:
        depth += (char == "[") - (char == "]")
        if char == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _simple(function: Callable[..., Any], text: str) -> Type:
    found = _LIST.fullmatch(text)
    if found is not None:
        return Type("list", _type_named(function, found.group(1)))
    kind = _KINDS.get(text.rpartition(".")[2])
    if kind is None:
        known = ", ".join(sorted(_KINDS))
        raise UsageError(f"{_told(function)}: plans do not know the type {text} (known: {known}, lists)")
    return kind


def _told(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{getattr(function, '__qualname__', function)}"
