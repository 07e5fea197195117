"""Any percept at all: made from the vocabulary itself, so that a new word is covered at once."""

from __future__ import annotations

import enum
import functools
import types
import typing
from typing import TYPE_CHECKING, Any, Final

import msgspec
from hypothesis import strategies as st

from agentfw import vocabulary
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import Command, Jump, Listing, Percept, SelfState, Snapshot

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["KINDS", "steps"]

_BUNDLES: Final = (Snapshot, Listing)
KINDS: Final[tuple[type[Percept], ...]] = tuple(
    kind
    for kind in vars(vocabulary).values()
    if isinstance(kind, type) and issubclass(kind, Percept) and kind not in (Percept, *_BUNDLES)
)
"""Every kind of percept but those that hold others."""

# Few names, so that percepts speak of the same things; the odd ones are what games say for nothing.
_TEXTS: Final = st.sampled_from(
    ["a", "b", "c", "me", "", "None", "XWeapons.ShockRifle", "Botpack.MedBox"]
)
_FLOATS: Final = st.one_of(
    st.sampled_from([0.0, -0.0, 0.5, 1.0, 3.0, 60.0, -1.0, 5e-324, 1e308, -1e308]),
    st.floats(allow_nan=False, allow_infinity=False),
)
_COORDINATES: Final = st.one_of(
    st.sampled_from([0.0, 1.0, 40.0, 500.0, -500.0, 1e12, -1e12]), st.floats(-1e12, 1e12)
)
_ANGLES: Final = st.one_of(
    st.sampled_from([0, 65535, 65536, -1, 2**53, -(2**53)]), st.integers(0, 65535)
)
_INTS: Final = st.one_of(st.sampled_from([0, 1, 255, -1, 2**63]), st.integers(-(2**31), 2**31))
_LEAVES: Final[dict[type, SearchStrategy[Any]]] = {
    str: _TEXTS,
    float: _FLOATS,
    int: _INTS,
    bool: st.booleans(),
    Vec3: st.builds(Vec3, _COORDINATES, _COORDINATES, _COORDINATES),
    Rotation: st.builds(Rotation, _ANGLES, _ANGLES, _ANGLES),
    Command: st.just(Jump()),
}


def _values(hint: Any) -> SearchStrategy[Any]:
    """Any value that a field of that type can have."""
    hint = getattr(hint, "__supertype__", hint)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return st.one_of(
            *(st.none() if part is types.NoneType else _values(part) for part in typing.get_args(hint))
        )
    if typing.get_origin(hint) is tuple:
        return _tuples(typing.get_args(hint))
    if hint in _LEAVES:
        return _LEAVES[hint]
    if issubclass(hint, enum.Enum):
        return st.sampled_from(list(hint))
    return _structs(hint)


def _tuples(parts: tuple[Any, ...]) -> SearchStrategy[tuple[Any, ...]]:
    if parts[-1] is Ellipsis:
        return st.lists(_values(parts[0]), max_size=3).map(tuple)
    return st.tuples(*(_values(part) for part in parts))


@functools.cache
def _structs(kind: type[msgspec.Struct], levels: tuple[str, ...] = ()) -> SearchStrategy[Any]:
    """Structs of a kind with any of their optional fields; a level is one of those given."""
    hints = typing.get_type_hints(kind)
    fields = {one.name: one for one in msgspec.structs.fields(kind) if one.name != "extra"}
    made = {name: _values(hints[name]) for name in fields}
    if "level" in made:
        made["level"] = st.none() | st.sampled_from(levels)
    must = {name: made[name] for name, field in fields.items() if field.required}
    may = {name: strategy for name, strategy in made.items() if name not in must}
    return st.fixed_dictionaries(must, optional=may).map(lambda told: kind(**told))


def _percepts(levels: tuple[str, ...]) -> SearchStrategy[Percept]:
    # What is seen is what most depends on, the own body above all, and would be rare among all kinds.
    sights = tuple(kind for kind in KINDS if kind.__module__ == vocabulary.sights.__name__)
    kinds = st.one_of(*map(st.sampled_from, (KINDS, sights, sights, (SelfState,))))
    member = kinds.flatmap(lambda kind: _structs(kind, levels))
    several = st.lists(member, max_size=6).map(tuple)
    snapshots = st.builds(Snapshot, time=_FLOATS, percepts=several)
    listings = st.builds(Listing, subject=_TEXTS, percepts=several)
    return st.one_of(member, member, snapshots, snapshots, listings)


def steps(*levels: str) -> SearchStrategy[list[tuple[float, Percept, bool]]]:
    """What comes, after how many seconds, and whether the bot thinks then; on these maps."""
    waits = st.sampled_from([0.0, 0.05, 0.25, 3.0, 70.0])
    return st.lists(st.tuples(waits, _percepts(levels), st.booleans()), max_size=15)
