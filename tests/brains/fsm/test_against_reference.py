"""Random machines, step by step beside the plain interpreter."""

from __future__ import annotations

import random

import pytest

from agentfw.brains.brain import BrainSetup
from agentfw.perception import View
from agentfw.skills import Moment
from tests.brains.fsm.reference import Reference, Script
from tests.brains.fsm.stage import loaded

FACTS = "abcdef"
THINKS = 120


class Maker:
    """Makes up machines."""

    def __init__(self, rng: random.Random) -> None:
        self.random = rng
        self.count = rng.randint(2, 9)
        self.names = [f"S{number}" for number in range(self.count)]
        self.parents: dict[str, str] = {}
        for number, name in enumerate(self.names[1:], 1):
            self.parents[name] = rng.choice(("", "", *self.names[:number]))

    def text(self) -> str:
        lines = [f"Limit {self.random.choice((1, 3, 7))}"]
        if self.random.random() < 0.5:
            lines.append(f"Initial {self.random.choice(self.names)}")
        for name in self.names:
            if not self.parents.get(name):
                lines += self.state(name, "")
        return "\n".join(lines)

    def state(self, name: str, indent: str) -> list[str]:
        rng, inner = self.random, [one for one, above in self.parents.items() if above == name]
        body = []
        if not inner and rng.random() < 0.06:
            body = [rng.choice(("Final done", 'Final failed "so"'))]
        else:
            body += [f"Initial {rng.choice(inner)}"] if inner and rng.random() < 0.3 else []
            body += [rng.choice(("History", "History deep"))] if inner and rng.random() < 0.5 else []
            body += [self.act(name, number) for number in range(rng.randint(0, 4))]
            body += [self.transition() for _ in range(rng.randint(0, 4))]
        lines = [f"{indent}State {name}", *(f"{indent}  {line}" for line in body)]
        for one in inner:
            lines += self.state(one, f"{indent}  ")
        return lines

    def act(self, name: str, number: int) -> str:
        kind = self.random.choice(("Enter", "Exit", "During", "During", "Once"))
        return f"{kind} {'mark' if kind in ('Enter', 'Exit') else 'work'} {kind}-{name}-{number}"

    def transition(self) -> str:
        rng = self.random
        line = f"To {rng.choice(self.names)}"
        if rng.random() < 0.2:
            line = f"Timeout {rng.choice((0.5, 1, 2.5))} {line}"
        if rng.random() < 0.9:
            line += f" when {self.condition()}"
        line += f" priority {rng.choice((-1, 1, 2.5))}" if rng.random() < 0.3 else ""
        line += f" chance {rng.choice((0, 0.3, 0.7, 1))}" if rng.random() < 0.3 else ""
        return line + (f" do mark way-{rng.randint(0, 9)}" if rng.random() < 0.3 else "")

    def condition(self) -> str:
        rng = self.random
        kind = rng.choice(("fact", "fact", "fact", "done", "failed", "time", "was", "not", "and", "or"))
        match kind:
            case "fact":
                return f'holds("{rng.choice(FACTS)}")'
            case "time":
                return f"state_time >= {rng.choice((0.5, 1, 2))}"
            case "was":
                return f'state_was("{rng.choice(self.names)}")'
            case "not":
                return f"not ({self.condition()})"
            case "and" | "or":
                return f"({self.condition()}) {kind} ({self.condition()})"
        return kind


@pytest.mark.parametrize("seed", range(150))
def test_the_engine_does_what_the_plain_interpreter_does(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test
    text = Maker(rng).text()
    facts = [frozenset(one for one in FACTS if rng.random() < 0.3) for _ in range(THINKS)]
    acts = [(rng.choice((0, 0, 1, 3, 9)), rng.random() < 0.6) for _ in range(97)]
    ours, theirs = Script(facts, acts), Script(facts, acts)
    plan, problems = loaded(text, ours.skills())
    assert plan is not None, [*map(str, problems)]
    engine = plan.engine(BrainSetup())
    luck = random.Random(seed)  # noqa: S311 - a test
    plain = Reference(plan.source, theirs, random.Random(seed))  # noqa: S311 - a test
    for think in range(THINKS):
        ours.think = theirs.think = think
        choice = engine.think(Moment(View(now=think * 0.5), {}, luck), None)
        plain.think(think * 0.5)
        assert ours.log == theirs.log, f"{think}\n{text}"
        assert engine.state == plain.state, f"{think}\n{text}"
        assert choice.path[: len(plain.places)] == tuple(one.source.name for one in plain.places)
