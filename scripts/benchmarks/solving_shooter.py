"""Problems as bots have them: a shooter with weapons, places and flags, and a corridor of any length."""

from __future__ import annotations

from typing import Final

from agentfw.solving import Goal, Operator, Problem, State

__all__ = ["corridor", "shooter"]

_LINKS: Final = (
    ("base", "yard"),
    ("yard", "bridge"),
    ("bridge", "tower"),
    ("yard", "cellar"),
    ("cellar", "lift"),
)

_ACTIONS: Final = (
    ("take_rifle", "at_cellar", "has_rifle", "", 2.0),
    ("take_rocket", "at_lift", "has_rocket", "", 2.0),
    ("take_ammo", "at_tower has_rocket", "has_rockets", "", 1.0),
    ("take_armor", "at_bridge", "has_armor", "", 3.0),
    ("take_health", "at_yard is_hurt", "is_healthy", "is_hurt", 2.0),
    ("draw_rifle", "has_rifle", "rifle_ready", "rocket_ready", 1.0),
    ("draw_rocket", "has_rocket has_rockets", "rocket_ready", "rifle_ready", 1.0),
    ("shoot_guard", "rifle_ready at_bridge", "guard_down", "", 6.0),
    ("blast_guard", "rocket_ready at_bridge has_armor", "guard_down", "has_rockets", 2.0),
    ("take_flag", "at_tower guard_down is_healthy", "has_flag", "", 1.0),
)


def shooter(irrelevant: int = 0) -> Problem:
    """Bring the flag home: 20 actions and 30 facts, and as many useless actions as wanted."""
    moves = [(f"go_{a}_{b}", f"at_{a}", f"at_{b}", f"at_{a}", 1.0) for a, b in _both_ways()]
    more = [
        (f"wave_{index}", "" if index % 2 else "is_hurt", f"waved_{index % 25}", "", 1.0)
        for index in range(irrelevant)
    ]
    rows = [*moves, *_ACTIONS, *more]
    names = sorted({name for row in rows for column in row[1:4] for name in column.split()})
    names += [f"idle_{index}" for index in range(30 - len(names))]
    facts = {name: 1 << place for place, name in enumerate(names)}
    operators = [
        Operator(
            name,
            needs=_bits(facts, needs),
            adds=_bits(facts, adds),
            deletes=_bits(facts, deletes),
            cost=cost,
        )
        for name, needs, adds, deletes, cost in rows
    ]
    start, goal = _bits(facts, "at_base is_hurt"), _bits(facts, "has_flag at_base")
    return Problem(facts=tuple(names), operators=tuple(operators), start=State(start), goal=Goal(goal))


def corridor(actions: int) -> Problem:
    """A way of growing length with a side room at every door: half of the actions are detours."""
    doors = actions // 2
    facts = [f"at_{door}" for door in range(doors + 1)] + [f"seen_{door}" for door in range(doors)]
    operators = []
    for door in range(doors):
        operators.append(Operator(f"go_{door}", needs=1 << door, adds=1 << door + 1, deletes=1 << door))
        operators.append(Operator(f"look_{door}", needs=1 << door, adds=1 << doors + 1 + door))
    seen = sum(1 << doors + 1 + door for door in range(0, doors, 3))
    goal = Goal(1 << doors | seen)
    return Problem(facts=tuple(facts), operators=tuple(operators), start=State(1), goal=goal)


def _both_ways() -> list[tuple[str, str]]:
    return [*_LINKS, *((b, a) for a, b in _LINKS)]


def _bits(facts: dict[str, int], names: str) -> int:
    return sum(facts[name] for name in names.split())
