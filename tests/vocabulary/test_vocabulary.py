from __future__ import annotations

import enum
import importlib
import pkgutil
import typing
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from agentfw import geometry, vocabulary
from agentfw.engines.gamebots.dialect import leaf_type
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    AskPath,
    AskTrace,
    ClassName,
    Command,
    EntityId,
    FireMode,
    Firing,
    FlagSeen,
    FlagState,
    ItemClass,
    MoveTo,
    PathReply,
    PathStep,
    Percept,
    PlaceLink,
    PlayerSeen,
    RequestId,
    RequestTimedOut,
    ScoreBoard,
    SelfState,
    Snapshot,
    TravelFlag,
)

if TYPE_CHECKING:
    from types import ModuleType

_WIRES = ("gamebots", "ut99", "ut2004", "unreal", "pogamut")
_TAKEN_BY_DECODE = {"line", "type", "name"}


def modules() -> list[ModuleType]:
    names = [info.name for info in pkgutil.iter_modules(vocabulary.__path__)]
    return [importlib.import_module(f"{vocabulary.__name__}.{name}") for name in names]


def defined_in(module: ModuleType, kind: type) -> list[type[Any]]:
    """The public classes of that kind that the module itself defines."""
    found = [value for value in vars(module).values() if isinstance(value, type)]
    ours = [value for value in found if value.__module__ == module.__name__]
    return [value for value in ours if issubclass(value, kind) and not value.__name__.startswith("_")]


STRUCTS: list[type[msgspec.Struct]] = [s for m in modules() for s in defined_in(m, msgspec.Struct)]
ENUMS: list[type[enum.Enum]] = [e for m in modules() for e in defined_in(m, enum.Enum)]

every_struct = pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: str(struct.__name__))


def sample(hint: Any) -> Any:
    """Some value of a field's type."""
    kind = leaf_type(hint)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return next(iter(kind))
    examples = {str: "x", int: 1, float: 1.5, bool: True, Vec3: Vec3(1.0, 2.0, 3.0), Command: Command()}
    return examples[kind]


def smallest(struct: type[msgspec.Struct]) -> msgspec.Struct:
    """A struct that says no more than it must."""
    hints = typing.get_type_hints(struct)
    required = [field.name for field in msgspec.structs.fields(struct) if field.required]
    return struct(**{name: sample(hints[name]) for name in required})


def test_there_is_a_vocabulary_to_check() -> None:
    kinds = [sum(issubclass(struct, base) for struct in STRUCTS) for base in (Percept, Command)]
    assert kinds[0] > 60
    assert kinds[1] > 30


@every_struct
def test_every_word_is_frozen_and_explained(struct: type[msgspec.Struct]) -> None:
    assert struct.__struct_config__.frozen
    assert vars(struct)["__doc__"]


@every_struct
def test_every_word_is_a_percept_a_command_or_a_part_of_one(struct: type[msgspec.Struct]) -> None:
    assert issubclass(struct, Percept | Command) or struct in (PathStep, FireMode)


@every_struct
def test_no_field_takes_a_key_that_decode_prints_beside_it(struct: type[msgspec.Struct]) -> None:
    assert not _TAKEN_BY_DECODE & set(struct.__struct_fields__)


@every_struct
def test_no_word_is_named_after_one_wire(struct: type[msgspec.Struct]) -> None:
    names = " ".join([struct.__name__, *struct.__struct_fields__]).casefold().replace("_", "")
    assert not [wire for wire in _WIRES if wire in names]


@every_struct
def test_every_tag_is_the_name_of_its_struct(struct: type[msgspec.Struct]) -> None:
    expected = None if struct in (PathStep, FireMode) else struct.__name__
    assert struct.__struct_config__.tag == expected


@every_struct
def test_every_struct_round_trips_through_json(struct: type[msgspec.Struct]) -> None:
    word = smallest(struct)
    assert msgspec.json.decode(msgspec.json.encode(word), type=struct) == word


@pytest.mark.parametrize("module", modules(), ids=lambda module: str(module.__name__))
def test_all_lists_every_public_word_of_its_module(module: ModuleType) -> None:
    words = {struct.__name__ for struct in defined_in(module, msgspec.Struct)}
    assert words <= set(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.parametrize("module", modules(), ids=lambda module: str(module.__name__))
def test_everything_listed_is_importable_from_the_package(module: ModuleType) -> None:
    for name in module.__all__:
        assert getattr(vocabulary, name) is getattr(module, name)


def test_no_two_modules_list_the_same_word() -> None:
    listed = [name for module in modules() for name in module.__all__]
    assert sorted(listed) == sorted(set(listed))


@pytest.mark.parametrize(
    "kind",
    [kind for kind in ENUMS if list(kind) and not issubclass(kind, int)],
    ids=lambda kind: str(kind.__name__),
)
def test_closed_sets_are_read_in_any_case(kind: type[enum.Enum]) -> None:
    for member in kind:
        assert kind(member.value.upper()) is kind(member.value.title()) is member
    with pytest.raises(ValueError, match="is not a valid"):
        kind("no such word")


def test_what_was_not_told_is_not_in_the_json() -> None:
    text = msgspec.json.encode(PlayerSeen(id=EntityId("p1"), team=0))
    assert text == b'{"type":"PlayerSeen","id":"p1","team":0}'


EXAMPLES: list[msgspec.Struct] = [
    SelfState(id=EntityId("bot"), location=Vec3(1.0, -2.5, 3.0), rotation=Rotation(0, 65535, 0)),
    PlayerSeen(EntityId("p"), 'O"Neil', weapon="", extra=(("Odd", "x"),)),
    Snapshot(time=1.5, percepts=(SelfState(health=100),)),
    PathReply(request=RequestId("q1"), steps=(PathStep(EntityId("n0"), Vec3(0.0, 0.0, 0.0)),)),
    RequestTimedOut(RequestId("q1"), AskPath(target=EntityId("n0"))),
    ScoreBoard(players=((EntityId("p"), 3.0),), has_flag=False),
    ItemClass(primary=FireMode(ammo_class=ClassName("a"), damage=45.0)),
    MoveTo(Vec3(1.0, 2.0, 3.0), focus_target=EntityId("p")),
    AskTrace(detailed=False, end=Vec3(1.0, 2.0, 3.0)),
]

WITH_CLOSED_SETS: list[msgspec.Struct] = [
    FlagSeen(EntityId("f"), state=FlagState.HELD),
    PlayerSeen(EntityId("p"), firing=Firing.SECONDARY),
    PlaceLink(EntityId("n"), flags=TravelFlag.WALK),
    PlaceLink(EntityId("n"), flags=TravelFlag.WALK | TravelFlag.JUMP),
]


@pytest.mark.parametrize("word", [*EXAMPLES, *WITH_CLOSED_SETS], ids=lambda word: type(word).__name__)
def test_repr_can_be_pasted_back(word: msgspec.Struct) -> None:
    names = {**vars(geometry), **vars(vocabulary)}
    assert eval(repr(word), names) == word  # noqa: S307 - our own repr
