"""A second way of following a plan: slow, obvious, straight from the syntax, to hold the engine to.

It knows truth senses only, acts without values, and neither fallback nor parameters. Acts whose names
are in `FAILING` fail, those in `LASTING` take so many thinks.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.posh.syntax import UNITS, ActionPattern, Ask, Competence
from agentfw.language import Binary, Call, Literal, Not, plain_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agentfw.brains.posh.syntax import Definition, Drive, Duration, Plan
    from agentfw.language import Node

FAILING: Final = ("giveup",)
LASTING: Final = {"dig": 3}
COMPARE: Final = {"==": operator.eq, "!=": operator.ne}


class Run:
    """One run through a definition."""

    def __init__(self, definition: Definition, now: float) -> None:
        self.definition = definition
        self.began = now
        self.fired: dict[str, int] = {}
        self.next_step = 0


class Slow:
    """Follows a plan with one drive collection."""

    def __init__(self, plan: Plan) -> None:
        self.root = plan.roots[0]
        self.by_name = {plain_name(one.name): one for one in plan.definitions}
        self.thinks = 0
        self.has_won = False
        self.last_fired: dict[str, float] = {}
        self.runs: dict[str, list[Run]] = {}
        """Of each drive: nothing, the run at its root, or that and the one where it is."""
        self.lasting: dict[str, tuple[str, int]] = {}
        self.did: list[str] = []

    def think(self, senses: Mapping[str, bool], seconds: float) -> None:
        self.thinks += 1
        now = seconds if "R" in self.root.kind else float(self.thinks)
        if self.root.goal is not None and holds(self.root.goal, senses):
            self.has_won = True
        if self.has_won:
            return
        for group in self.root.groups:
            for drive in group:
                if self.may(drive, now) and holds(drive.trigger, senses):
                    self.last_fired[drive.name] = now
                    self.step(drive, senses, now)
                    return

    def may(self, drive: Drive, now: float) -> bool:
        if drive.frequency is None or drive.name not in self.last_fired:
            return True
        return now - self.last_fired[drive.name] > length(drive.frequency)

    def step(self, drive: Drive, senses: Mapping[str, bool], now: float) -> None:
        target = self.by_name.get(plain_name(drive.action.name))
        if target is None:
            self.do(drive, drive.action)
            return
        runs = self.runs.setdefault(drive.name, [])
        if not runs:
            runs.append(Run(target, now))
        here = runs[-1]
        timeout = here.definition.timeout
        if timeout is not None and now - here.began >= length(timeout):
            self.lasting.pop(drive.name, None)
            runs.pop()
        elif isinstance(here.definition, Competence):
            self.choose(drive, here, here.definition, senses, now)
        else:
            self.follow(drive, here, here.definition, senses, now)

    def choose(
        self, drive: Drive, here: Run, competence: Competence, senses: Mapping[str, bool], now: float
    ) -> None:
        if drive.name in self.lasting:
            self.do(drive, Call("", (), (), drive.action.at))
            return
        if competence.goal is not None and holds(competence.goal, senses):
            self.runs[drive.name].pop()
            return
        for group in competence.groups:
            for element in group:
                limit = element.retries.value if isinstance(element.retries, Literal) else None
                fired = here.fired.get(element.name, 0)
                if fired != limit and holds(element.trigger, senses):
                    here.fired[element.name] = fired + 1
                    self.go_or_do(drive, element.action, now)
                    return
        self.runs[drive.name].pop()

    def follow(
        self, drive: Drive, here: Run, pattern: ActionPattern, senses: Mapping[str, bool], now: float
    ) -> None:
        step = pattern.steps[here.next_step]
        if not isinstance(step, Ask) and plain_name(step.name) in self.by_name:
            if here in self.runs[drive.name]:
                self.runs[drive.name].remove(here)
            self.go_or_do(drive, step, now)
            return
        if isinstance(step, Ask):
            went_well: bool | None = holds((step.test,), senses)
        elif step.name in senses:
            went_well = senses[step.name]
        else:
            went_well = self.do(drive, step)
        if went_well is None:
            return
        here.next_step += 1
        if not went_well or here.next_step == len(pattern.steps):
            self.runs[drive.name].remove(here)

    def go_or_do(self, drive: Drive, action: Call, now: float) -> None:
        target = self.by_name.get(plain_name(action.name))
        if target is None:
            self.do(drive, action)
            return
        root = self.runs[drive.name][:1]
        is_at_root = len(root) == 1 and root[0].definition is self.by_name.get(
            plain_name(drive.action.name)
        )
        self.runs[drive.name] = [*(root if is_at_root else []), Run(target, now)]

    def do(self, drive: Drive, action: Call) -> bool | None:
        """Whether it went well; None while it lasts."""
        name, count = self.lasting.pop(drive.name, (plain_name(action.name), 0))
        if name not in LASTING:
            self.did.append(f"{drive.name} {name}")
            return name not in FAILING
        self.did.append(f"{drive.name} {name} {count + 1}")
        if count + 1 < LASTING[name]:
            self.lasting[drive.name] = (name, count + 1)
            return None
        return True


def length(duration: Duration) -> float:
    assert isinstance(duration.amount, Literal)
    assert isinstance(duration.amount.value, int | float)
    return duration.amount.value * UNITS[duration.unit]


def holds(tests: Sequence[Node], senses: Mapping[str, bool]) -> bool:
    return all(value(test, senses) for test in tests)


def value(node: Node, senses: Mapping[str, bool]) -> Any:
    if isinstance(node, Literal):
        return node.value
    if isinstance(node, Not):
        return not value(node.operand, senses)
    if isinstance(node, Binary):
        return COMPARE[node.operator](value(node.left, senses), value(node.right, senses))
    assert isinstance(node, Call)
    return senses[node.name]
