"""Which ground actions can ever be done, if nothing that became true were ever lost again.

All static facts are known before the first join. The others come in rounds: what became true in one
round is joined with all that is known, so every ground action is found when the last of its facts
appears, and found once.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from agentfw.pddl._joins import Join, Pattern, Relation, Source, Variable, Wanted, getter, refuse_beyond
from agentfw.pddl.kinds import Hierarchy
from agentfw.pddl.syntax import And, Atom, Gain, Lose, Not, Same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from agentfw.pddl._joins import Check, Getter, Objects
    from agentfw.pddl.syntax import Action, Condition, Domain, Problem, Typed


@dataclasses.dataclass(frozen=True, slots=True)
class Reached:
    """What relaxed reachability found, in the order in which it was found."""

    instances: tuple[tuple[Action, Objects], ...]
    facts: Mapping[str, Mapping[Objects, None]]
    """The objects of all facts that can ever be true, by predicate."""
    static: frozenset[str]
    """The predicates that no action changes."""
    slots: Mapping[str, Slots]
    """By the name of the action."""


def literals(condition: Condition) -> Iterator[Condition]:
    """The parts of a condition that all must hold, without any ``and``."""
    if isinstance(condition, And):
        for part in condition.parts:
            yield from literals(part)
    else:
        yield condition


class Slots:
    """Where the names of an action stand in a row of its parameters and the objects it names itself."""

    def __init__(self, action: Action) -> None:
        self.tail = _constants_of(action)
        """The objects that the action names itself."""
        order = (*(one.name for one in action.parameters), *self.tail)
        self._places = {name: place for place, name in enumerate(order)}

    def getters(self, atoms: Iterable[Atom]) -> tuple[tuple[str, Getter], ...]:
        """For each atom its predicate, and what takes its objects out of such a row."""
        places = self._places
        return tuple((one.name, getter([places[name] for name in one.arguments])) for one in atoms)


def _constants_of(action: Action) -> tuple[str, ...]:
    found: dict[str, None] = {}
    parts = [*literals(action.precondition), *action.effects]
    for part in parts:
        for one in _arguments(part):
            if not one.startswith("?"):
                found[one] = None
    return tuple(found)


def _arguments(part: object) -> tuple[str, ...]:
    if isinstance(part, Not):
        return _arguments(part.part)
    if isinstance(part, Gain | Lose):
        return part.atom.arguments
    if isinstance(part, Same):
        return (part.left, part.right)
    return part.arguments if isinstance(part, Atom) else ()


class Reaching:
    """The fixpoint, round by round."""

    def __init__(
        self,
        domain: Domain,
        problem: Problem,
        *,
        limit: int,
        is_possible: Callable[[Action, Objects], bool],
    ) -> None:
        self._limit = limit
        self._is_possible = is_possible
        changed = {e.atom.name for a in domain.actions for e in a.effects if isinstance(e, Gain | Lose)}
        self._lost = {e.atom.name for a in domain.actions for e in a.effects if isinstance(e, Lose)}
        self._static = frozenset(one.name for one in domain.predicates) - changed
        self._relations = {one.name: Relation() for one in domain.predicates}
        self._signatures = {one.name: [p.types for p in one.parameters] for one in domain.predicates}
        self._kinds = Hierarchy(domain.types)
        self._objects = _objects_by_type(self._kinds, (*domain.constants, *problem.objects))
        self._instances: list[tuple[Action, Objects]] = []
        self._seen: dict[str, set[Objects]] = {one.name: set() for one in domain.actions}
        self._fresh: dict[str, dict[Objects, None]] = {name: {} for name in self._relations}
        self._initial = problem.facts
        self._fill_static()
        self._actions = domain.actions
        self._slots = {one.name: Slots(one) for one in domain.actions}

    def run(self) -> Reached:
        """Everything that can be reached."""
        patterns = [(one, self._pattern(one)) for one in self._actions]
        gains = {one.name: self._gains(one) for one in self._actions}
        starters = [(one, Join(p, None)) for one, p in patterns if not self._triggers(p)]
        triggers = self._all_triggers(patterns)
        for fact in self._initial:
            if fact.name not in self._static:
                self._fresh[fact.name][fact.arguments] = None
        delta = self._next_round()
        for action, join in starters:
            self._note(action, join.run([()]), gains[action.name])
        while delta or any(self._fresh.values()):
            for action, join, rows in _due(triggers, delta):
                self._note(action, join.run(rows), gains[action.name])
            delta = self._next_round()
        facts = {name: relation.rows for name, relation in self._relations.items()}
        return Reached(tuple(self._instances), facts, self._static, self._slots)

    def _next_round(self) -> dict[str, list[Objects]]:
        """What became true since the last round, made known to the joins."""
        delta = {name: list(rows) for name, rows in self._fresh.items() if rows}
        for name, rows in delta.items():
            self._relations[name].add(rows)
            self._fresh[name] = {}
        return delta

    def _note(self, action: Action, found: list[Objects], gains: tuple[tuple[str, Getter], ...]) -> None:
        """Take up ground actions, and what they make true."""
        seen, tail = self._seen[action.name], self._slots[action.name].tail
        for objects in found:
            if objects in seen:
                continue
            seen.add(objects)
            refuse_beyond(self._limit, len(seen), action.name)
            if not self._is_possible(action, objects):
                continue
            self._instances.append((action, objects))
            row = objects + tail
            for name, get in gains:
                fact = get(row)
                if fact not in self._relations[name].rows:
                    self._fresh[name][fact] = None

    def _gains(self, action: Action) -> tuple[tuple[str, Getter], ...]:
        atoms = [one.atom for one in action.effects if isinstance(one, Gain)]
        return self._slots[action.name].getters(atoms)

    def _all_triggers(
        self, patterns: Iterable[tuple[Action, Pattern]]
    ) -> dict[str, list[tuple[Action, Join]]]:
        """By predicate, the joins to do when a fact of it appears."""
        found: dict[str, list[tuple[Action, Join]]] = {}
        for action, pattern in patterns:
            # An atom without variables binds nothing, so one join will do for all of them.
            shared: Join | None = None
            for place in self._triggers(pattern):
                atom = pattern.atoms[place].atom
                if any(name.startswith("?") for name in atom.arguments):
                    join = Join(pattern, place)
                else:
                    join = shared = shared or Join(pattern, None)
                found.setdefault(atom.name, []).append((action, join))
        return found

    def _triggers(self, pattern: Pattern) -> list[int]:
        """The atoms of an action whose facts can appear late."""
        return [i for i, one in enumerate(pattern.atoms) if one.atom.name not in self._static]

    def _pattern(self, action: Action) -> Pattern:
        parts = list(dict.fromkeys(literals(action.precondition)))
        atoms = [one for one in parts if isinstance(one, Atom)]
        return Pattern(
            what=action.name,
            variables=tuple(Variable(p.name, self._of(p.types)) for p in action.parameters),
            constants=self._slots[action.name].tail,
            atoms=tuple(self._source(one, action) for one in atoms),
            wanted=tuple(filter(None, map(self._wanted, parts))),
            static=self._static,
            limit=self._limit,
        )

    def _source(self, atom: Atom, action: Action) -> Source:
        types = {one.name: one.types for one in action.parameters}
        slots = zip(atom.arguments, self._signatures[atom.name], strict=True)
        sure = [name for name, have in slots if name in types and self._kinds.fits(have, types[name])]
        return Source(atom, self._relations[atom.name], frozenset(sure))

    def _wanted(self, part: Condition) -> Wanted | None:
        """The check of a part that is no atom; what can change is left to the search."""
        if isinstance(part, Same):
            return Wanted((part.left, part.right), _equal)
        if not isinstance(part, Not):
            return None
        if isinstance(part.part, Same):
            return Wanted((part.part.left, part.part.right), _different)
        if isinstance(part.part, Atom) and part.part.name not in self._lost:
            # What holds from the beginning and is never lost always holds.
            initial = {one.arguments for one in self._initial if one.name == part.part.name}
            return Wanted(part.part.arguments, lambda places: _absent(places, initial))
        return None

    def _of(self, types: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for one in types for name in self._objects.get(one, ())))

    def _fill_static(self) -> None:
        for fact in dict.fromkeys(self._initial):
            if fact.name in self._static:
                self._relations[fact.name].add([fact.arguments])


def _due(
    triggers: Mapping[str, list[tuple[Action, Join]]], delta: Mapping[str, list[Objects]]
) -> Iterator[tuple[Action, Join, list[Objects]]]:
    """The joins of one round with the facts to begin with; those that begin with none come once."""
    done: set[Join] = set()
    for name, rows in delta.items():
        for action, join in triggers.get(name, ()):
            if join.has_first:
                yield action, join, rows
            elif join not in done:
                done.add(join)
                yield action, join, [()]


def _objects_by_type(kinds: Hierarchy, objects: Iterable[Typed]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in {one.name: one for one in objects}.values():
        above = frozenset().union(*(kinds.above(name) for name in one.types))
        for name in above:
            found.setdefault(name, []).append(one.name)
    return found


def _equal(places: tuple[int, ...]) -> Check:
    left, right = places
    return lambda row: row[left] == row[right]


def _different(places: tuple[int, ...]) -> Check:
    left, right = places
    return lambda row: row[left] != row[right]


def _absent(places: tuple[int, ...], rows: set[Objects]) -> Check:
    get = getter(places)
    return lambda row: get(row) not in rows
