"""Total-order forward decomposition: the first plan in the order of the methods, or why there is none.

Theory of operation. The *agenda* is what is still to be done: linked cells ``(task, depth, rest)``,
shared by all the points the search may come back to, so that breaking a task down costs what it adds.
Where a method was taken and others are left, a *choice* keeps the agenda, the next method, the mark of
the state's trail and the length of the plan. One turn of the loop is one call of an operator or a
method. A task none of whose ways is left is a *dead end*: the search goes back to the last choice. There
is no recursion, so the depth of a decomposition is limited by `max_depth` and by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from agentfw.errors import UsageError
from agentfw.planning.domain import Because, Domain, Task
from agentfw.planning.results import Attempt, DeadEnd, Search

if TYPE_CHECKING:
    from agentfw.planning.results import Status
    from agentfw.planning.state import State

__all__ = ["find_plan"]

_Agenda: TypeAlias = "tuple[Task, int, _Agenda] | None"
_Choice: TypeAlias = "tuple[_Agenda, int, int, int]"

_NODES_PER_LOOK: Final = 32
"""How many nodes there are between two looks at the clock: a look costs as much as a small method."""


def find_plan(
    domain: Domain,
    state: State,
    tasks: Sequence[Task],
    *,
    max_nodes: int = 100_000,
    max_depth: int = 10_000,
    clock: Callable[[], float] | None = None,
    time_s: float | None = None,
    trace: bool = False,
) -> Search:
    """The steps that do all the tasks in order, or how the search for them ended.

    A node is one call of an operator or a method; a depth is the number of decompositions above a
    task. `clock` tells seconds and is asked every few nodes. Afterwards the state is as it was before,
    also when an operator or a method raises. Unknown tasks, and answers that are neither changes nor
    tasks, raise `UsageError`; an unknown task inside a decomposition is a dead end.
    """
    if time_s is not None and clock is None:
        raise UsageError("find_plan(time_s=…) needs a clock, for example clock=time.monotonic")
    for task in tasks:
        if domain.ways(task) is None:
            raise UsageError(f"find_plan cannot do {task!r}: {domain.unknown(task)}")
    limits = _Limits(max_nodes, max_depth, clock, time_s)
    mark = state.mark()
    try:
        return _search(_Context(domain, limits, trace=trace), state, tasks)
    finally:
        state.undo(mark)


class _Limits:
    """The budget of one search."""

    __slots__ = ("_clock", "_ends_at", "depth", "nodes")

    def __init__(
        self, nodes: int, depth: int, clock: Callable[[], float] | None, time_s: float | None
    ) -> None:
        self.nodes, self.depth = nodes, depth
        self._clock = clock
        self._ends_at = clock() + time_s if clock is not None and time_s is not None else None

    def exceeded(self, nodes: int) -> Status | None:
        """Which limit forbids another node, if any."""
        if nodes >= self.nodes:
            return "out of nodes"
        if self._clock is not None and self._ends_at is not None and self._clock() >= self._ends_at:
            return "out of time"
        return None

    def next_look(self, nodes: int) -> int:
        """The number of nodes at which to ask again."""
        return self.nodes if self._ends_at is None else min(self.nodes, nodes + _NODES_PER_LOOK)


class _Context:
    """What a search tells about itself, in words."""

    __slots__ = ("attempts", "domain", "limits")

    def __init__(self, domain: Domain, limits: _Limits, *, trace: bool) -> None:
        self.domain, self.limits = domain, limits
        self.attempts: list[Attempt] | None = [] if trace else None

    def nothing_for(self, task: Task, depth: int) -> tuple[bool, tuple[Callable[..., Any], ...]]:
        """No ways to do a task that the domain does not know; what is no task at all raises."""
        self.domain.ways(task)
        if self.attempts is not None:
            self.attempts.append(Attempt(task, "", depth, "unknown task", self.domain.unknown(task)))
        return False, ()

    def attempt(self, task: Task, depth: int, index: int, answer: object) -> Attempt:
        """What became of one way to do a task."""
        ways = self.domain.ways(task)
        assert ways is not None, "only known tasks are tried"  # noqa: S101 - for type checkers
        label = ways.labels[index]
        if answer is None or isinstance(answer, Because):
            return Attempt(task, label, depth, "not applicable", answer.text if answer else "")
        if ways.is_operator:
            return Attempt(task, label, depth, "applied")
        if depth >= self.limits.depth and answer:
            why = f"leads deeper than {self.limits.depth} decompositions"
            return Attempt(task, label, depth, "too deep", why)
        return Attempt(task, label, depth, "decomposed")

    def dead_end(self, task: Task, depth: int, answers: Sequence[object]) -> DeadEnd:
        """Why a task could not be done, from the answers of all its ways."""
        if task[0] not in self.domain:
            return DeadEnd(task, depth, (self.domain.unknown(task),))
        tried = [self.attempt(task, depth, index, answer) for index, answer in enumerate(answers)]
        return DeadEnd(task, depth, tuple(f"{each.label}: {each.why or each.outcome}" for each in tried))


def _search(  # noqa: PLR0912 - the hot loop: a call costs as much as half a turn
    context: _Context, state: State, tasks: Sequence[Task]
) -> Search:
    """Search until the agenda is empty, nothing is left to try, or a limit is reached."""
    table, limits, attempts = context.domain.table, context.limits, context.attempts
    prefix, change, mark, max_depth = (state,), state.change, state.mark(), limits.depth
    agenda, plan, choices, refusals = _agenda(tasks), list[Task](), list[_Choice](), list[object]()
    dead_end: DeadEnd | None = None
    status: Status = "found"
    index = nodes = look = 0
    is_cut = False
    while agenda is not None:
        task, depth, rest = agenda
        try:
            is_operator, functions = table[task[0]]
            arguments = prefix + task[1:]
        except (IndexError, KeyError, TypeError):
            is_operator, functions = context.nothing_for(task, depth)
        if index == len(functions):
            dead_end = dead_end or context.dead_end(task, depth, refusals)
            if not choices:
                status = "too deep" if is_cut else "none"
                break
            agenda, index, mark, length = choices.pop()
            state.undo(mark)
            del plan[length:]
            continue
        if nodes == look:
            exceeded, look = limits.exceeded(nodes), limits.next_look(nodes)
            if exceeded is not None:
                status = exceeded
                break
        nodes += 1
        answer = functions[index](*arguments)
        if attempts is not None:
            attempts.append(context.attempt(task, depth, index, answer))
        index += 1
        if answer is None or answer.__class__ is Because:
            refusals[index - 1 :] = (answer,)
        elif is_operator:
            mark = change(answer if answer.__class__ is dict else _changes(task, answer))
            plan.append(task)
            agenda, index = rest, 0
        elif depth >= max_depth and answer:
            is_cut = True
            refusals[index - 1 :] = (answer,)
        else:
            if index < len(functions):
                choices.append((agenda, index, mark, len(plan)))
            agenda, index, depth = rest, 0, depth + 1
            for subtask in reversed(answer if answer.__class__ is list else _subtasks(task, answer)):
                agenda = (subtask, depth, agenda)
    found = tuple(plan) if status == "found" else None
    return Search(found, status, nodes, dead_end, tuple(attempts or ()))


def _agenda(tasks: Sequence[Task]) -> _Agenda:
    agenda: _Agenda = None
    for task in reversed(tasks):
        agenda = (task, 0, agenda)
    return agenda


def _changes(task: Task, answer: object) -> Mapping[Any, Any]:
    if isinstance(answer, Mapping):
        return answer
    raise UsageError(
        f"the operator of {task!r} returned {answer!r}; expected changes by key, None or Because(…)"
    )


def _subtasks(task: Task, answer: object) -> Sequence[Task]:
    if isinstance(answer, Sequence) and not isinstance(answer, str | bytes):
        return answer
    raise UsageError(
        f"a method of {task!r} returned {answer!r}; expected a sequence of tasks, None or Because(…)"
    )
