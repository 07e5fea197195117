"""What a planner knows: operators that change a state, and methods that break tasks down."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, final, overload

import msgspec

from agentfw.errors import UsageError

if TYPE_CHECKING:
    from agentfw.planning.state import Changes

__all__ = ["Because", "Domain", "Method", "Operator", "Task", "Ways"]

Task: TypeAlias = tuple[Any, ...]
"""A name and its arguments: ``("move", "a", "b")``."""


@final
class Because(msgspec.Struct, frozen=True):
    """Returned instead of None to say why an operator or method is not applicable."""

    text: str


Operator: TypeAlias = "Callable[..., Changes | Because | None]"
"""``function(state, *args)``: the changes of a step, or that it cannot be done now."""

Method: TypeAlias = "Callable[..., Sequence[Task] | Because | None]"
"""``function(state, *args)``: what to do for a task, in order, or that it is not to be done this way."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Ways(msgspec.Struct, frozen=True):
    """All that a domain has for one name: the ways to try, in order, and how they are called."""

    is_operator: bool
    functions: tuple[Callable[..., Any], ...]
    """One operator, or the methods of a task."""
    labels: tuple[str, ...]


class Domain:
    """Operators by name, and for each compound task its methods in the order they were added.

    >>> domain = Domain()
    >>> @domain.operator
    ... def open_door(state):
    ...     return {"door": "open"}
    >>> @domain.method("leave")
    ... def through_the_door(state):
    ...     return [("open_door",)]
    >>> "leave" in domain, "arrive" in domain
    (True, False)
    """

    def __init__(self) -> None:
        self._ways: dict[Hashable, Ways] = {}
        self.table: dict[Hashable, tuple[bool, tuple[Callable[..., Any], ...]]] = {}
        """Whether each name is an operator, and what to call for it: the ways as a search reads them."""

    @overload
    def operator(self, name: _Function) -> _Function: ...
    @overload
    def operator(self, name: Hashable, function: _Function) -> _Function: ...
    @overload
    def operator(self, name: str) -> Callable[[_Function], _Function]: ...
    def operator(self, name: Any, function: Any = None) -> Any:
        """Add an operator and get its function back; as ``@domain.operator`` it is named after it."""
        if function is None and callable(name):
            name, function = _name_of(name), name
        if function is None:
            return lambda decorated: self.operator(name, decorated)
        if name in self._ways:
            raise UsageError(f"{self._told(name)} already; an operator needs a name of its own")
        self._add(name, Ways(is_operator=True, functions=(function,), labels=(_name_of(function),)))
        return function

    @overload
    def method(self, task_name: Hashable, function: _Function, label: str = "") -> _Function: ...
    @overload
    def method(self, task_name: Hashable, *, label: str = "") -> Callable[[_Function], _Function]: ...
    def method(self, task_name: Hashable, function: Any = None, label: str = "") -> Any:
        """Add one more way to do a task and get its function back; also ``@domain.method("travel")``.

        Ways are tried in the order they were added. Traces call it `label`, else by the function's name.
        """
        if function is None:
            return lambda decorated: self.method(task_name, decorated, label)
        before = self._ways.get(task_name, _NO_METHODS)
        if before.is_operator:
            raise UsageError(f"{self._told(task_name)}; a task with methods needs a name of its own")
        functions = (*before.functions, function)
        labels = (*before.labels, label or _name_of(function))
        self._add(task_name, Ways(is_operator=False, functions=functions, labels=labels))
        return function

    def __contains__(self, name: Hashable) -> bool:
        return name in self._ways

    def ways(self, task: object) -> Ways | None:
        """What the domain has for a task, None for an unknown one; no task at all is a `UsageError`."""
        if not isinstance(task, tuple) or not task or not isinstance(task[0], Hashable):
            raise UsageError(f'{task!r} is no task; expected a name and its arguments, ("name", …)')
        return self._ways.get(task[0])

    def unknown(self, task: Task) -> str:
        """The sentence about a task that the domain does not know, with the nearest name it knows."""
        names = {str(name): name for name in self._ways}
        close = difflib.get_close_matches(str(task[0]), names, n=1)
        hint = f", did you mean {names[close[0]]!r}?" if close else ""
        return f"{task[0]!r} is neither an operator nor a task of this domain{hint}"

    def _add(self, name: Hashable, ways: Ways) -> None:
        self._ways[name] = ways
        self.table[name] = (ways.is_operator, ways.functions)

    def _told(self, name: Hashable) -> str:
        return f"{name!r} is {'an operator' if self._ways[name].is_operator else 'a task with methods'}"


_NO_METHODS = Ways(is_operator=False, functions=(), labels=())


def _name_of(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", function))
