"""Facts that fit together: the bindings of an action's variables under which all its atoms hold.

A binding is a row of objects that grows from step to step: first the constants of the action, then
each variable when it becomes known. A join is compiled once: every step knows from which places of the
binding it makes the key for an index, and which places of a fact it takes over. Steps work on whole
lists of bindings, which costs little per binding, and nothing here recurses.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from agentfw.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from agentfw.pddl.syntax import Atom

Objects: TypeAlias = tuple[str, ...]
if TYPE_CHECKING:
    Getter: TypeAlias = Callable[[Objects], Objects]
    Check: TypeAlias = Callable[[Objects], bool]
    Index: TypeAlias = dict[Objects, list[Objects]]


class Relation:
    """The facts of one predicate that are known so far, found by what is known of their objects."""

    def __init__(self) -> None:
        self.rows: dict[Objects, None] = {}
        self._indexes: dict[tuple[int, ...], Index] = {}

    def add(self, rows: Iterable[Objects]) -> None:
        """Take up facts that were not known."""
        new = list(rows)
        self.rows.update(dict.fromkeys(new))
        for places, index in self._indexes.items():
            _fill(index, new, places)

    def index(self, places: tuple[int, ...]) -> Index:
        """The facts by the objects at these places; it grows with the relation."""
        found = self._indexes.get(places)
        if found is None:
            found = self._indexes[places] = defaultdict(list)
            _fill(found, self.rows, places)
        return found

    def spread(self, places: tuple[int, ...]) -> float:
        """How many facts there are, on average, for one set of objects at these places."""
        get = getter(places)
        return len(self.rows) / max(1, len({get(row) for row in self.rows}))


def _fill(index: Index, rows: Iterable[Objects], places: tuple[int, ...]) -> None:
    get = getter(places)
    for row in rows:
        index[get(row)].append(row)


def getter(places: Sequence[int]) -> Getter:
    """What takes these places out of a row, always as a row."""
    if len(places) > 1:
        take: Any = itemgetter(*places)
        found: Getter = take
        return found
    if places:
        place = places[0]
        return lambda row: (row[place],)
    return lambda _row: ()


@dataclasses.dataclass(frozen=True, slots=True)
class Variable:
    """A parameter of an action."""

    name: str
    objects: tuple[str, ...]
    """What it can be."""


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """An atom that must hold, and where its facts are."""

    atom: Atom
    relation: Relation
    sure: frozenset[str]
    """The variables that get objects of the right type from it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """A check that can be made as soon as its names are bound."""

    names: tuple[str, ...]
    make: Callable[[tuple[int, ...]], Check]
    """The check, given the places of the names in a binding."""


@dataclasses.dataclass(frozen=True, slots=True)
class Pattern:
    """Everything that a join must know of an action."""

    what: str
    variables: tuple[Variable, ...]
    constants: tuple[str, ...]
    atoms: tuple[Source, ...]
    wanted: tuple[Wanted, ...]
    static: frozenset[str]
    """The predicates whose facts are all known before the first join."""
    limit: int


class Join:
    """The bindings of one action that a list of new facts makes possible."""

    def __init__(self, pattern: Pattern, first: int | None) -> None:
        self._pattern = pattern
        self.has_first = first is not None
        """Whether it begins with facts of one atom, instead of with nothing bound."""
        self._slots = {name: place for place, name in enumerate(pattern.constants)}
        self._size = len(self._slots)
        self._waiting = list(pattern.wanted)
        self._steps: list[Callable[[list[Objects]], list[Objects]]] = []
        self._open = [one for place, one in enumerate(pattern.atoms) if place != first]
        self._first = self._take(pattern.atoms[first]) if first is not None else []
        self._first += self._due()
        while self._step():
            pass
        self.arguments = getter([self._slots[one.name] for one in pattern.variables])
        """What takes the objects of the parameters out of a binding."""

    def run(self, rows: Iterable[Objects]) -> list[Objects]:
        """The parameters of the action for all ways to use one of these facts as its first atom."""
        start = self._pattern.constants
        found = _passing([start + row for row in rows], self._first)
        for step in self._steps:
            if not found:
                return found
            found = step(found)
        return list(map(self.arguments, found))

    def _step(self) -> bool:
        """Add the step that multiplies the bindings the least; False when everything is bound."""
        self._members()
        costs = [(self._spread(one), place) for place, one in enumerate(self._open)]
        free = [one for one in self._pattern.variables if one.name not in self._slots]
        best, place = min(costs, default=(float("inf"), -1))
        smallest = min(free, key=lambda one: len(one.objects), default=None)
        if place >= 0 and (smallest is None or best <= len(smallest.objects)):
            self._lookup(self._open.pop(place))
        elif smallest is not None:
            self._each(smallest)
        else:
            return False
        return True

    def _spread(self, source: Source) -> float:
        """How many bindings one binding becomes by this atom, as far as that is known."""
        atom = source.atom
        bound = tuple(i for i, name in enumerate(atom.arguments) if name in self._slots)
        if atom.name in self._pattern.static:
            return source.relation.spread(bound)
        sizes = {one.name: len(one.objects) for one in self._pattern.variables}
        # Facts that change are usually few for each object: a thing is at one place.
        new = {name for name in atom.arguments if name not in self._slots}
        return float((min if bound else max)(sizes[name] for name in new))

    def _members(self) -> None:
        """Keep the bindings for which those atoms hold of which nothing is unknown any more."""
        waiting, self._open = self._open, []
        for source in waiting:
            if self._slots.keys() >= set(source.atom.arguments):
                key = getter([self._slots[name] for name in source.atom.arguments])
                self._steps.append(_keeping(key, source.relation))
            else:
                self._open.append(source)

    def _lookup(self, source: Source) -> None:
        atom, relation = source.atom, source.relation
        bound = tuple(i for i, name in enumerate(atom.arguments) if name in self._slots)
        key = getter([self._slots[atom.arguments[i]] for i in bound])
        index, limit, what = relation.index(bound), self._pattern.limit, self._pattern.what
        rest = [i for i in range(len(atom.arguments)) if i not in bound]
        new = getter(rest)
        checks = self._bind([atom.arguments[i] for i in rest], source.sure) + self._due()

        def step(found: list[Objects]) -> list[Objects]:
            pairs = (one + new(row) for one in found for row in index.get(key(one), ()))
            made = list(islice(pairs, limit + 1))
            return _passing(_limited(made, limit, what), checks)

        self._steps.append(step)

    def _each(self, variable: Variable) -> None:
        """Try every object for a variable that no atom tells about."""
        objects = [(name,) for name in variable.objects]
        limit, what = self._pattern.limit, self._pattern.what
        self._bind([variable.name], frozenset({variable.name}))
        checks = self._due()

        def step(found: list[Objects]) -> list[Objects]:
            pairs = (one + name for one in found for name in objects)
            return _passing(_limited(list(islice(pairs, limit + 1)), limit, what), checks)

        self._steps.append(step)

    def _take(self, source: Source) -> list[Check]:
        """Bind by a whole fact, which stands behind the constants of the action."""
        return self._bind(list(source.atom.arguments), source.sure)

    def _bind(self, names: list[str], sure: frozenset[str]) -> list[Check]:
        """Give places to names; names that have one already must be the same there."""
        checks: list[Check] = []
        for place, name in enumerate(names, self._size):
            if name in self._slots:
                checks.append(_same(self._slots[name], place))
            else:
                self._slots[name] = place
                checks += [] if name in sure else self._kind(name, place)
        self._size += len(names)
        return checks

    def _kind(self, name: str, place: int) -> list[Check]:
        (variable,) = (one for one in self._pattern.variables if one.name == name)
        return [_among(place, frozenset(variable.objects))]

    def _due(self) -> list[Check]:
        """The checks whose names are all bound now."""
        ready = [one for one in self._waiting if self._slots.keys() >= set(one.names)]
        self._waiting = [one for one in self._waiting if one not in ready]
        return [one.make(tuple(self._slots[name] for name in one.names)) for one in ready]


def _keeping(key: Getter, relation: Relation) -> Callable[[list[Objects]], list[Objects]]:
    rows = relation.rows
    return lambda found: [one for one in found if key(one) in rows]


def _same(left: int, right: int) -> Check:
    return lambda row: row[left] == row[right]


def _among(place: int, allowed: Collection[str]) -> Check:
    return lambda row: row[place] in allowed


def _passing(rows: list[Objects], checks: Iterable[Check]) -> list[Objects]:
    for check in checks:
        rows = [row for row in rows if check(row)]
    return rows


def _limited(rows: list[Objects], limit: int, what: str) -> list[Objects]:
    refuse_beyond(limit, len(rows), what)
    return rows


def refuse_beyond(limit: int, count: int, what: str) -> None:
    """Raise `UsageError` for an action that can be done in too many ways."""
    if count > limit:
        raise UsageError(
            f'action "{what}" can be done in more than {limit} ways: let its conditions bind fewer '
            "objects, or raise max_operators"
        )
