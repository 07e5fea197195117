"""Looking ahead: a task is planned to its end in thought before anything of it is done.

The tasks of a plan become a `Domain`: what acts declare to change is projected, everything else is read
live. A projected reading is exactly the one that an effect names; a sense that works its value out from
others is not worked out anew, so effects name every reading that the plan asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from agentfw.brains.htn.tasks import Kind, Line, Task, Way, label
from agentfw.language import Not, first_failing, print_expression
from agentfw.planning import Because, Domain, Search, State, check_plan, find_plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from agentfw.brains.htn.library import Library
    from agentfw.brains.htn.turn import Turn
    from agentfw.language import Condition
    from agentfw.language.types import Key, Reader

__all__ = ["Outlook", "Planned"]

MAX_DEPTH: Final = 10_000
_OUT_OF_NODES: Final = "out of nodes in this think"
_Step = tuple[Any, ...]


class Planned(NamedTuple):
    """What looking ahead has come to."""

    steps: Sequence[tuple[Task, tuple[Any, ...]]] | None
    """The primitive tasks to do; None where there is no way."""
    why: str = ""
    """Why there is none."""


class Projection:
    """A reader that reads what effects have changed, and what is so now for everything else."""

    def __init__(self, state: State, now: Reader) -> None:
        self.values: Any = state
        self._now = now

    def work_out(self, key: Key, function: Callable[..., Any]) -> Any:
        """What is so now; it is not kept in the state, which holds changes only."""
        live = self._now.values
        return live[key] if key in live else self._now.work_out(key, function)


class Outlook:
    """Plans tasks of one library."""

    _reader: Reader
    """What the search under way reads."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._domain = Domain()
        self._tasks: dict[str, Task] = {}
        looking = (task.lookahead for task in library)
        self.max_nodes = max((one.nodes for one in looking if one is not None), default=0)
        """The nodes of a think: those of the task that may look at most, for all tasks together."""

    def plan(self, task: Task, arguments: tuple[Any, ...], turn: Turn) -> Planned:
        """The steps to take now, checked by doing them in thought once more.

        Its nodes are taken off those of the think, so that no number of searches makes it long.
        """
        nodes = task.lookahead.nodes if task.lookahead is not None else self.max_nodes
        if turn.nodes <= 0:
            return Planned(None, _OUT_OF_NODES)
        found = self.search(task, arguments, turn.now, min(nodes, turn.nodes))
        is_cut_short = found.status == "out of nodes" and turn.nodes < nodes
        turn.nodes -= max(found.nodes, 1)
        if turn.trace is not None:
            for option, why in _told(label(task, arguments), found):
                turn.trace.reject(option, why)
        if found.plan is None:
            told = _failure(found)
            return Planned(None, f"{_OUT_OF_NODES}: {told}" if is_cut_short else told)
        state = State()
        self._reader = Projection(state, turn.now)
        fault = check_plan(self._domain, state, found.plan)
        if fault is not None:
            return Planned(None, f"the plan does not stand up to a check: {fault}")
        return Planned([(self._tasks[step[0]], step[1:]) for step in found.plan])

    def search(
        self,
        task: Task,
        arguments: tuple[Any, ...],
        now: Reader,
        max_nodes: int,
        *,
        clock: Callable[[], float] | None = None,
        time_s: float | None = None,
    ) -> Search:
        """The result of the search, with its dead end; nothing is done.

        Time is for those who plan without a game: in a match it would make replays inexact.
        """
        self._know_all()
        state = State()
        self._reader = Projection(state, now)
        return find_plan(
            self._domain,
            state,
            [(_name(task), *arguments)],
            max_nodes=max_nodes,
            max_depth=MAX_DEPTH,
            clock=clock,
            time_s=time_s,
        )

    # The tasks as a domain

    def _know_all(self) -> None:
        """Take up the tasks of the library; acts may have come in since."""
        for task in self._library:
            if task.name in self._tasks:
                continue
            self._tasks[task.name] = task
            if task.act is None:
                self._add_compound(task)
            else:
                self._add_primitive(task)

    def _add_primitive(self, task: Task) -> None:
        def apply(_state: State, *arguments: Any) -> Mapping[Key, Any] | Because:
            bound, reader = arguments, self._reader
            for conditions in (task.preconditions, task.guards, task.requirements):
                failing = first_failing(conditions, reader, bound)
                if failing is not None:
                    return _because_not(failing)
            return {
                one.to(reader, bound): one.value.evaluate(reader, bound) for one in task.effects or ()
            }

        def unless_achieved(_state: State, *arguments: Any) -> Sequence[_Step]:
            done = task.is_achieved(self._reader, arguments)
            return [] if done else [(task.name, *arguments)]

        self._domain.operator(task.name, apply)
        if task.goals:
            self._domain.method(_name(task), unless_achieved, "as it is")

    def _add_compound(self, task: Task) -> None:
        def decompose(_state: State, *arguments: Any) -> Sequence[_Step] | Because:
            bound, reader = task.bind(arguments), self._reader
            if task.is_achieved(reader, bound):
                return []
            for conditions in (task.preconditions, task.guards):
                failing = first_failing(conditions, reader, bound)
                if failing is not None:
                    return _because_not(failing)
            return _after(task, 0, tuple(bound))

        self._domain.method(task.name, decompose, "as it is")
        for index, line in enumerate(task.lines):
            for way in line.ways:
                self._add_way(task, index, line, way)

    def _add_way(self, task: Task, index: int, line: Line, way: Way) -> None:
        name = _line_name(task, index)
        if way.kind in (Kind.EACH, Kind.CYCLE):
            self._add_members(task, index, line, way)
        elif way.kind is Kind.EVERY:
            self._domain.method(name, self._every(task, index, way), way.text)
        elif way.kind is Kind.VALUE:
            self._domain.method(name, self._value(task, index, line, way), way.text)
        else:
            self._domain.method(name, self._calls(task, index, way), way.text)

    def _calls(self, task: Task, index: int, way: Way) -> Callable[..., Sequence[_Step]]:
        def calls(_state: State, bound: tuple[Any, ...]) -> Sequence[_Step]:
            called = [(_name(one.task), *one.arguments(self._reader, bound)) for one in way.calls]
            return [*called, *_after(task, index + 1, bound)]

        return calls

    def _value(self, task: Task, index: int, line: Line, way: Way) -> Callable[..., Sequence[_Step]]:
        def value(_state: State, bound: tuple[Any, ...]) -> Sequence[_Step]:
            found = way.evaluate(self._reader, bound)
            return _after(task, index + 1, _with(bound, line.slot, found))

        return value

    def _every(self, task: Task, index: int, way: Way) -> Callable[..., Sequence[_Step]]:
        def every(_state: State, bound: tuple[Any, ...]) -> Sequence[_Step]:
            members = way.members(self._reader, bound)
            called = [self._called(way, _with(bound, way.slot, one)) for one in members]
            return [*called, *_after(task, index + 1, bound)]

        return every

    def _add_members(self, task: Task, index: int, line: Line, way: Way) -> None:
        """A task that tries one member after the other."""
        name = f"{_line_name(task, index)}, {line.ways.index(way) + 1}: {way.text}"

        def begin(_state: State, bound: tuple[Any, ...]) -> Sequence[_Step] | Because:
            members = way.members(self._reader, bound)
            return [(name, bound, members, 0)] if members else Because("the list is empty")

        def take(
            _state: State, bound: tuple[Any, ...], members: Sequence[Any], place: int
        ) -> Sequence[_Step]:
            called = self._called(way, _with(bound, way.slot, members[place]))
            return [called, *_after(task, index + 1, bound)]

        def skip(
            _state: State, bound: tuple[Any, ...], members: Sequence[Any], place: int
        ) -> Sequence[_Step] | Because:
            is_left = place + 1 < len(members)
            return [(name, bound, members, place + 1)] if is_left else Because("no member is left")

        self._domain.method(_line_name(task, index), begin, way.text)
        self._domain.method(name, take, "this member")
        self._domain.method(name, skip, "the next one")

    def _called(self, way: Way, bound: tuple[Any, ...]) -> _Step:
        call = way.calls[0]
        return (_name(call.task), *call.arguments(self._reader, bound))


def _name(task: Task) -> str:
    """What a task is called in the domain; a primitive with goals may need no step at all."""
    return f"{task.name}, unless achieved" if task.act is not None and task.goals else task.name


def _because_not(failing: Condition) -> Because:
    return Because(print_expression(Not(failing.node, failing.node.at)))


def _line_name(task: Task, index: int) -> str:
    return f"{task.name}, line {index + 1}"


def _after(task: Task, index: int, bound: tuple[Any, ...]) -> list[_Step]:
    """What is left of a task from a line on."""
    return [(_line_name(task, index), bound)] if index < len(task.lines) else []


def _with(bound: tuple[Any, ...], slot: int, value: Any) -> tuple[Any, ...]:
    return (*bound[:slot], value, *bound[slot + 1 :]) if slot >= 0 else bound


def _told(option: str, found: Search) -> Iterable[tuple[str, str]]:
    if found.dead_end is not None:
        yield str(found.dead_end.task[0]), f"dead end: {'; '.join(found.dead_end.why)}"
    steps = "no plan" if found.plan is None else f"{len(found.plan)} steps"
    yield f"look ahead from {option}", f"{found.status}: {steps} after {found.nodes} nodes"


def _failure(found: Search) -> str:
    told = f"no plan ({found.status}, {found.nodes} nodes)"
    if found.dead_end is None:
        return told
    return f"{told}; first dead end: {found.dead_end.task[0]}: {'; '.join(found.dead_end.why)}"
