"""The rules as they are written down: slow and obvious, to hold the engine against.

It reads the tree of a machine, not what the engine made of it. Names of states are unique in it.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from agentfw.brains.fsm.syntax import Kind, MachineSource, Memory, StateSource, TransitionLine
from agentfw.brains.lines import Word
from agentfw.language.syntax import Binary, Call, Literal, Node, Not
from agentfw.skills import SkillSet, Wants, act, sense
from agentfw.skills.outcomes import Done, Failed
from agentfw.skills.skill import skill_of

if TYPE_CHECKING:
    import random
    from collections.abc import Generator, Iterator, Sequence

    from agentfw.brains.lines import Invocation
    from agentfw.skills import Moment, Performs

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

    def mark(self, name: str) -> None:
        self.log.append(f"{self.think} mark {name}")

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
        def mark(_now: Moment, name: str) -> Done:
            self.mark(name)
            return Done()

        @act
        def work(_now: Moment, name: str) -> Performs:
            is_well = yield from self.work(name)
            return Done() if is_well else Failed("told so")

        found = (skill_of(one) for one in (holds, mark, work))
        return SkillSet(one for one in found if one is not None)


@dataclasses.dataclass
class Work:
    """A line of a state that is being done."""

    name: str
    repeats: bool
    running: Generator[Wants, Any, bool] | None = None
    begun: int = -1
    stepped: int = -1
    ended: bool | None = None
    """How it ended last; None while it goes on or was never begun."""


@dataclasses.dataclass
class Place:
    """A state that the machine is in."""

    source: StateSource
    since: float
    previous: str
    works: list[Work]


class Reference:
    """Runs one machine."""

    def __init__(self, source: MachineSource, script: Script, rng: random.Random) -> None:
        self.source = source
        self.script = script
        self.random = rng
        self.around: dict[str, tuple[StateSource, ...]] = {}
        """Every state by name, as the states from the outermost one down to it."""
        self.places: list[Place] = []
        self.left: dict[str, tuple[StateSource, ...]] = {}
        """Where each state was left, as the way down to the innermost one."""
        for one in source.states:
            self._file(one, ())

    def _file(self, one: StateSource, above: tuple[StateSource, ...]) -> None:
        self.around[one.name] = (*above, one)
        for inner in one.states:
            self._file(inner, (*above, one))

    @property
    def state(self) -> str:
        return self.places[-1].source.name

    def think(self, now: float) -> None:
        self.now = now
        lost: set[int] = set()
        switches = 0
        is_settled = False
        if not self.places:
            first = self.source.initial.name if self.source.initial else self.source.states[0].name
            self.enter(self.down(first), "")
        while self.places[-1].source.final is None:
            found = None if is_settled else self.first(lost)
            if found is not None and switches < self.source.limit:
                switches += 1
                self.switch(*found)
            elif found is not None:
                is_settled = True
            elif not self.go_on() or is_settled:
                return

    # Which transition

    def first(self, lost: set[int]) -> tuple[Place, TransitionLine] | None:
        lists = [(depth, place) for depth, place in enumerate(self.places)]
        ways = [(depth, place, way) for depth, place in lists for way in place.source.transitions]
        ways.sort(key=lambda one: -self.number(one[2].priority))
        content = -1
        inside = [place.source.name for place in self.places]
        for depth, place, way in ways:
            if depth <= content or not self.fires(way, place, lost):
                continue
            is_further_in = way.target.name in inside[depth + 1 :]
            if not is_further_in:
                return place, way
            content = depth
        return None

    def fires(self, way: TransitionLine, place: Place, lost: set[int]) -> bool:
        if way.timeout is not None and self.now - place.since < self.number(way.timeout):
            return False
        if way.when is not None and not self.holds(way.when, place):
            return False
        if way.chance is None:
            return True
        if id(way) in lost or self.random.random() >= self.number(way.chance):
            lost.add(id(way))
            return False
        return True

    @staticmethod
    def number(node: Node | None) -> float:
        return float(node.value or 0) if isinstance(node, Literal) else 0.0

    def holds(self, node: Node, place: Place) -> bool:  # noqa: PLR0911 - one for each kind
        match node:
            case Not():
                return not self.holds(node.operand, place)
            case Binary(operator="and"):
                return self.holds(node.left, place) and self.holds(node.right, place)
            case Binary(operator="or"):
                return self.holds(node.left, place) or self.holds(node.right, place)
            case Binary(operator=">="):
                return self.now - place.since >= self.number(node.right)
            case Call(name="done"):
                return bool(place.works) and place.works[0].ended is True
            case Call(name="failed"):
                return bool(place.works) and place.works[0].ended is False
            case Call(name="state_was"):
                names = [one.name for one in self.around.get(place.previous, ())]
                return self.told(node.arguments[0]) in names
            case Call(name="holds"):
                return self.script.holds(self.told(node.arguments[0]))
        raise AssertionError(node)

    @staticmethod
    def told(argument: object) -> str:
        return argument.text if isinstance(argument, Word) else str(getattr(argument, "value", None))

    # Switching

    def switch(self, place: Place, way: TransitionLine) -> None:
        last = self.state
        owner = self.around[place.source.name]
        target = self.around[way.target.name]
        shared = max([0, *(n for n in range(1, len(target)) if target[:n] == owner[:n])])
        leaving = tuple(one.source for one in self.places)
        while len(self.places) > shared:
            self.leave(leaving)
        if way.does is not None:
            self.do(way.does)
        self.enter([one for one in self.down(way.target.name) if one not in leaving[:shared]], last)

    def leave(self, leaving: tuple[StateSource, ...]) -> None:
        place = self.places.pop()
        for work in place.works:
            if work.running is not None:
                work.running.close()
        for line in place.source.acts:
            if line.kind is Kind.EXIT:
                self.do(line.call)
        if self.places:
            self.left[self.places[-1].source.name] = leaving

    def down(self, name: str) -> list[StateSource]:
        """All states from the outermost one to the innermost one, when this one is entered."""
        found = list(self.around[name])
        while found[-1].states:
            one = found[-1]
            last = self.left.get(one.name)
            if one.memory is Memory.DEEP and last is not None:
                return list(last)
            if one.memory is Memory.SHALLOW and last is not None:
                found.append(last[len(found)])
            else:
                found = list(self.around[one.initial.name if one.initial else one.states[0].name])
        return found

    def enter(self, states: list[StateSource], previous: str) -> None:
        for one in states:
            place = Place(one, self.now, previous, list(self.works(one)))
            self.places.append(place)
            for line in one.acts:
                if line.kind is Kind.ENTER:
                    self.do(line.call)
        if self.places[-1].source.final is not None:
            for work in (work for place in reversed(self.places) for work in place.works):
                if work.running is not None:
                    work.running.close()

    def works(self, one: StateSource) -> Iterator[Work]:
        for line in one.acts:
            if line.kind in (Kind.DURING, Kind.ONCE):
                yield Work(self.told(line.call.arguments[0]), line.kind is Kind.DURING)

    def do(self, call: Invocation) -> None:
        self.script.mark(self.told(call.arguments[0]))

    # Acting

    def go_on(self) -> bool:
        """Begin or go on with every line at most once in a think; whether one ended."""
        has_ended = False
        think = self.script.think
        for work in [work for place in reversed(self.places) for work in place.works]:
            if work.running is None and work.begun != think and (work.ended is None or work.repeats):
                work.running, work.begun, work.ended = self.script.work(work.name), think, None
            elif work.running is None or work.stepped == think:
                continue
            work.stepped = think
            try:
                next(work.running)
            except StopIteration as stop:
                work.running, work.ended, has_ended = None, stop.value, True
        return has_ended
