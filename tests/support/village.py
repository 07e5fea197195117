"""The village: its rule table, the planning domain written from it, and a world that plays by it.

``python -m tests.support.village`` writes the files in ``plans/pddl`` anew after a change of the table.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
import yaml

from agentfw.pddl import (
    Action,
    And,
    Assign,
    Atom,
    Compare,
    Constant,
    Domain,
    Fluent,
    Gain,
    Problem,
    ProblemWriter,
    Signature,
    domain_text,
    problem_text,
)
from agentfw.resources import resource_dir

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from agentfw.pddl.syntax import Effect

__all__ = ["Rule", "Table", "Village", "files", "table", "village_domain", "village_problem"]

PREFIX = {True: "has-", False: "skilled-"}


class Rule(msgspec.Struct, frozen=True):
    """One row: what can be done."""

    needs: tuple[str, ...] = ()
    uses: Mapping[str, int] = {}
    makes: str = ""
    gives: Mapping[str, int] = {}
    time: int = 0
    size: tuple[int, int] | None = None


class Start(msgspec.Struct, frozen=True):
    """What a new village has."""

    has: tuple[str, ...]
    amounts: Mapping[str, int]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rules of the village."""

    start: Start
    buildings: tuple[str, ...]
    skills: tuple[str, ...]
    amounts: tuple[str, ...]
    rules: Mapping[str, Rule]

    def fact(self, name: str) -> str:
        """What the domain calls having a building or a skill."""
        return PREFIX[name in self.buildings] + name


@functools.cache
def table() -> Table:
    """The table as it ships."""
    text = (resource_dir("plans") / "pddl" / "village.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), Table)


class Village:
    """A team's village, played by the table and nothing else."""

    def __init__(self, has: set[str] | None = None, amounts: Mapping[str, int] | None = None) -> None:
        start = table().start
        self.has = set(start.has if has is None else has)
        given = start.amounts if amounts is None else amounts
        self.amounts = dict.fromkeys(table().amounts, 0) | dict(given)
        self.time = 0

    def missing(self, name: str) -> list[str]:
        """What a rule lacks at this moment; nothing when it can be applied."""
        rule = table().rules[name]
        short = [what for what, count in rule.uses.items() if self.amounts[what] < count]
        return [what for what in rule.needs if what not in self.has] + short

    def do(self, name: str) -> None:
        """Apply a rule; raises `ValueError` and changes nothing when something is lacking."""
        if lacking := self.missing(name):
            raise ValueError(f"{name}: {', '.join(lacking)} missing")
        rule = table().rules[name]
        for what, count in rule.uses.items():
            self.amounts[what] -= count
        for what, count in rule.gives.items():
            self.amounts[what] += count
        self.has |= {rule.makes} - {""}
        self.time += rule.time


def village_domain() -> Domain:
    """The planning domain that the table means."""
    rules = table()
    facts = [rules.fact(name) for name in (*rules.buildings, *rules.skills)]
    return Domain(
        name="village",
        requirements=(":strips", ":numeric-fluents"),
        predicates=tuple(Signature(name) for name in facts),
        functions=tuple(Signature(name) for name in (*rules.amounts, "time")),
        actions=tuple(_action(name, rule) for name, rule in rules.rules.items()),
    )


def village_problem(
    name: str,
    village: Village,
    *,
    has: tuple[str, ...] = (),
    amounts: Mapping[str, int] | None = None,
) -> Problem:
    """From what a village has to the buildings, skills and amounts that it shall have."""
    rules = table()
    writer = ProblemWriter[str](village_domain(), name)
    for one in (*rules.buildings, *rules.skills):
        if one in village.has:
            writer.fact(rules.fact(one))
    for what, amount in village.amounts.items():
        writer.value(what, amount)
    writer.value("time", village.time)
    for one in has:
        writer.want(rules.fact(one))
    for what, amount in (amounts or {}).items():
        writer.want_number(what, ">=", amount)
    return writer.problem()


def files() -> dict[str, str]:
    """The texts that are written from the table, by file name."""
    head = "; Written from village.yaml, the rule table of the village: change that, not this.\n"
    forge = village_problem("village-forge", Village(), has=("forge",))
    mine = village_problem("village-mine", Village(), has=("ore-mine",))
    return {
        "village.pddl": head + domain_text(village_domain()),
        "village-forge.pddl": head + problem_text(forge),
        "village-mine.pddl": head + problem_text(mine),
    }


def _action(name: str, rule: Rule) -> Action:
    needs = tuple(Atom(table().fact(one)) for one in rule.needs)
    enough = tuple(Compare(">=", Fluent(what), Constant(count)) for what, count in rule.uses.items())
    return Action(name=name, precondition=And(needs + enough), effects=tuple(_effects(rule)))


def _effects(rule: Rule) -> Iterator[Effect]:
    for what, count in rule.uses.items():
        yield Assign("decrease", Fluent(what), Constant(count))
    for what, count in rule.gives.items():
        yield Assign("increase", Fluent(what), Constant(count))
    if rule.makes:
        yield Gain(Atom(table().fact(rule.makes)))
    yield Assign("increase", Fluent("time"), Constant(rule.time))


def main(folder: Path) -> None:
    """Write the files."""
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(resource_dir("plans") / "pddl")
