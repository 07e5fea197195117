"""The algorithm as it is written down: recursive, slow and obvious, to hold the engine against.

A task is a generator that stops where a think ends and returns whether it succeeded. It reads the tree
of a plan, not what the engine made of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.brains.htn.syntax import Iteration, Together, Value
from agentfw.brains.lines import Invocation, Word
from agentfw.language.syntax import Call, ListOf, Literal, Node, Not, Variable
from agentfw.skills import SkillSet, Wants, act, sense
from agentfw.skills.outcomes import Done, Failed
from agentfw.skills.skill import skill_of

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from agentfw.brains.htn.syntax import Alternative, ConditionLine, Definition, PlanSource
    from agentfw.brains.lines import Argument
    from agentfw.skills import Moment, Performs

    Running = Generator[None, None, tuple[bool, Any]]

__all__ = ["Reference", "Script"]


class Script:
    """What is so at each think, and how each act that is begun ends; one copy per interpreter."""

    def __init__(self, facts: Sequence[frozenset[str]], acts: Sequence[tuple[int, bool]]) -> None:
        self.facts = facts
        self.acts = acts
        self.think = 0
        self.begun = 0
        self.log: list[str] = []

    def holds(self, name: str) -> bool:
        return name in self.facts[self.think % len(self.facts)]

    def work(self, name: str) -> Generator[Wants, Any, bool]:
        """An act: some thinks long, and then done or failed."""
        thinks, is_well = self.acts[self.begun % len(self.acts)]
        self.begun += 1
        self.log.append(f"{self.think} begin {name}")
        try:
            for _ in range(thinks):
                yield Wants()
        except GeneratorExit:
            self.log.append(f"{self.think} cancel {name}")
            raise
        self.log.append(f"{self.think} {'done' if is_well else 'failed'} {name}")
        return is_well

    def skills(self) -> SkillSet:
        """The same world as skills."""

        @sense
        def holds(_now: Moment, name: str) -> bool:
            return self.holds(name)

        @act
        def work(_now: Moment, name: str) -> Performs:
            is_well = yield from self.work(name)
            return Done(f"v{name}") if is_well else Failed("told so")

        found = (skill_of(one) for one in (holds, work))
        return SkillSet(one for one in found if one is not None)


class Reference:
    """Runs one top task over and over."""

    def __init__(self, source: PlanSource, script: Script, top: str) -> None:
        self.definitions = {one.name: one for one in source.definitions}
        self.script = script
        self.top = top
        self.running: Running | None = None
        self.positions: dict[int, int] = {}

    def think(self) -> None:
        has_begun = False
        while True:
            if self.running is None:
                if has_begun:
                    return
                self.running, has_begun = self.perform(self.top, ()), True
            try:
                next(self.running)
            except StopIteration:
                self.running = None
            else:
                return

    def perform(self, name: str, arguments: Sequence[Any]) -> Running:
        one = self.definitions.get(name)
        if one is None:
            is_well = yield from self._without_wants(self.script.work(arguments[0]))
            return is_well, f"v{arguments[0]}" if is_well else None
        named = {str(index): value for index, value in enumerate(arguments)}
        if one.goals and self.all_hold(one.goals, named):
            return True, None
        if not self.all_hold(one.preconditions, named) or not self.all_hold(one.guards, named):
            return False, None
        lines = self.lines(one, named)
        return (yield from (self.guarded(lines, one, named) if one.guards else lines))

    def lines(self, one: Definition, named: dict[str, Any]) -> Running:
        value = None
        for line in one.subtasks or ():
            for way in line.alternatives:
                is_well, value = yield from self.way(way, named)
                if is_well:
                    break
            else:
                return False, None
            if line.binds:
                named[line.binds] = value
        return True, value

    def way(self, way: Alternative, named: dict[str, Any]) -> Running:
        if isinstance(way, Value):
            return True, self.value(way.node, named)
        if isinstance(way, Iteration):
            return (yield from self.iterate(way, named))
        if len(way.calls) > 1:
            return (yield from self.together(way, named))
        return (yield from self.call(way.calls[0], named))

    def call(self, call: Invocation, named: Mapping[str, Any]) -> Running:
        return self.perform(call.name, [self.value(one, named) for one in call.arguments])

    def iterate(self, way: Iteration, named: dict[str, Any]) -> Running:
        members = self.value(way.members, named)
        if way.kind == "cycle":
            first = self.positions.get(id(way), 0) % len(members)
            self.positions[id(way)] = first + 1
            members = members[first:] + members[:first]
        found: tuple[bool, Any] = way.kind == "every", None
        for member in members:
            found = yield from self.call(way.call, {**named, way.variable: member})
            if found[0] != (way.kind == "every"):
                return found
        return found

    def together(self, way: Together, named: Mapping[str, Any]) -> Running:
        running = [self.call(call, named) for call in way.calls]
        while running:
            for one in list(running):
                try:
                    next(one)
                except StopIteration as stop:
                    running.remove(one)
                    if not stop.value[0]:
                        for other in running:
                            other.close()
                        return False, None
            if running:
                try:
                    yield
                except GeneratorExit:
                    for one in running:
                        one.close()
                    raise
        return True, None

    def guarded(self, running: Running, one: Definition, named: Mapping[str, Any]) -> Running:
        while True:
            try:
                next(running)
            except StopIteration as stop:
                found: tuple[bool, Any] = stop.value
                return found
            try:
                yield
            except GeneratorExit:
                running.close()
                raise
            if not self.all_hold(one.guards, named):
                running.close()
                return False, None

    def all_hold(self, conditions: Sequence[ConditionLine], named: Mapping[str, Any]) -> bool:
        return all(self.holds(one, named) for one in conditions)

    def holds(self, one: ConditionLine, named: Mapping[str, Any]) -> bool:
        if isinstance(one, Not):
            return not self.holds(one.operand, named)
        assert isinstance(one, Invocation | Call)
        return self.script.holds(str(self.value(one.arguments[0], named)))

    def value(self, one: Argument | Node, named: Mapping[str, Any]) -> Any:
        if isinstance(one, Word):
            return one.text
        if isinstance(one, Literal):
            return one.value
        if isinstance(one, ListOf):
            return tuple(self.value(member, named) for member in one.members)
        assert isinstance(one, Variable)
        return named[one.name]

    @staticmethod
    def _without_wants(steps: Generator[Wants, Any, bool]) -> Generator[None, None, bool]:
        try:
            while True:
                next(steps)
                yield
        except StopIteration as stop:
            return bool(stop.value)
        finally:
            steps.close()
