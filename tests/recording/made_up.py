"""Recordings for tests: small ones, realistic ones, and records of every kind made from their types."""

from __future__ import annotations

import enum
import functools
import types
import typing
from typing import TYPE_CHECKING, Any, Final

import msgspec
from hypothesis import strategies as st

from agentfw.decisions import (
    Decision,
    Face,
    Fact,
    Fate,
    Fight,
    Order,
    OrderState,
    Reason,
    Rejected,
    Reply,
    Report,
    TravelTo,
)
from agentfw.errors import RecordingError, UsageError
from agentfw.geometry import Vec3
from agentfw.recording import (
    Answered,
    Briefed,
    Closed,
    Connected,
    Ended,
    Header,
    Note,
    Received,
    Record,
    RecordingWriter,
    Reloaded,
    Sent,
    Thought,
    Ticked,
    Told,
    open_recording,
)
from agentfw.recording.blocks import BlockPacker, opening
from agentfw.testing import Traffic
from agentfw.vocabulary import EntityId, Join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from hypothesis.strategies import SearchStrategy

    from agentfw.engines.gamebots import Dialect

__all__ = [
    "FEW",
    "HEADER",
    "block_borders",
    "file_of",
    "match",
    "read_all",
    "records",
    "said_by",
    "write_all",
]

HEADER: Final = Header(
    agentfw="0.1.0",
    python="3.11.0",
    bot="red-1",
    brain="plans/hunter.lap",
    seed=7,
    dialect="auto",
    join=Join(player_name="Red", team=0, location=Vec3(1.0, 2.0, 3.0)),
    options={"skill": "3", "accuracy": "0.5"},
)

FEW: Final[tuple[Record, ...]] = (
    Connected(0.0, "localhost:3000"),
    Received(0.1, b"HELLO_BOT\r\n"),
    Sent(0.1, b"READY\r\n"),
    Thought(0.3, Decision(move=TravelTo(place=EntityId("PathNode1")))),
    Ticked(1.2),
    Note(1.5, "half time"),
    Reloaded(2.0, {"hunter.lap": "()"}),
    Answered(2.1, Reply(1, (("take", "red-flag"), ("score",)), is_solved=True)),
    Told(
        2.2,
        (Fact("enemy seen", 2.1, "Bob", location=Vec3(1.0, 2.0, 3.0)),),
        (Order("defend", ("A",), "Ada"),),
    ),
    Briefed(
        2.2,
        (Report(bot="Bob", is_alive=True, ways={"own base": 3.5}),),
        lost=("Cyd",),
        fates=(Fate(Order("rest", to="Bob"), OrderState.FAILED, 1, "tired"),),
        own=(Order("clear tasks"),),
    ),
    Received(2.25, b"BEG {Time 2.25}\r\nEND {Time 2.25}\r\n"),
    Closed(2.5),
    Ended(3.5, "the server closed the connection"),
)
"""One record of each kind at least, over several blocks."""


def write_all(path: Path, kept: Iterable[Record], header: Header = HEADER, **options: Any) -> bytes:
    """A recording of these records, and the bytes of its file."""
    with RecordingWriter(path, header, **options) as writer:
        for record in kept:
            writer.write(record)
    return path.read_bytes()


def read_all(path: Path) -> tuple[list[Record], str]:
    """The records up to the end or the first damage, and how it ended: "", "cut", or the problem."""
    found: list[Record] = []
    try:
        recording = open_recording(path)
        for record in recording:
            found.append(record)  # noqa: PERF402 - what came before an error counts
    except RecordingError as error:
        return found, str(error)
    return found, "cut" if recording.is_cut else ""


def file_of(*contents: bytes, header: bytes | None = None) -> bytes:
    """A file with sound check sums and these contents of blocks, however wrong they are."""
    packer = BlockPacker(opening(1))
    if header is None:
        data = msgspec.msgpack.encode(HEADER)
        header = len(data).to_bytes(4, "little") + data
    return opening(1) + b"".join(packer.pack(content) for content in (header, *contents))


def block_borders(data: bytes) -> list[int]:
    """Where the blocks of a file begin, and where the last one ends."""
    borders = [len(opening(1))]
    while borders[-1] < len(data):
        length = int.from_bytes(data[borders[-1] : borders[-1] + 4], "little")
        borders.append(borders[-1] + 12 + length)
    return borders


def match(dialect: Dialect, batches: int) -> Iterator[Record]:
    """What a bot in a game of made-up traffic would record."""
    traffic = Traffic(dialect)
    yield Connected(0.0, "localhost:3000")
    yield Received(0.0, traffic.handshake())
    for number, batch in enumerate(traffic.batches(batches), 1):
        at = number * 0.25
        yield Received(at, batch)
        yield Thought(at, _decision(number))
        yield Sent(
            at, b"RUNTO {Location %d.25,-37.5,48}\r\nSHOOT {Target P%d}\r\n" % (number, number % 7)
        )
    yield Ended(batches * 0.25, "the match is over")


def _decision(number: int) -> Decision:
    enemy = EntityId(f"CTF-Made-Up.ObservedRemoteBot{number % 7}")
    return Decision(
        move=TravelTo(place=EntityId(f"CTF-Made-Up.PathNode{number // 8}")),
        look=Face(target=enemy),
        fight=Fight(target=enemy),
        reason=Reason(
            chosen="attack",
            because="see_enemy and health > 40",
            path=("live", "fight", "attack"),
            rejected=(Rejected("retreat", "health < 40", f"health = {50 + number % 50}"),),
        ),
    )


def records() -> SearchStrategy[list[Record]]:
    """Any records, in the order of their times."""
    anything = st.one_of([said_by(kind) for kind in typing.get_args(Record)])
    return st.lists(anything, max_size=12).map(lambda found: sorted(found, key=lambda r: r.at))


@functools.cache
def said_by(hint: Any) -> SearchStrategy[Any]:
    """Any value of a type, made from the annotations; what the constructor refuses is not made."""
    while isinstance(hint, typing.NewType):
        hint = hint.__supertype__
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _structs(hint)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return st.sampled_from(list(hint))
    if hint in _PLAIN:
        return _PLAIN[hint]
    return _composed(hint, typing.get_origin(hint), typing.get_args(hint))


def _composed(hint: Any, origin: Any, arguments: tuple[Any, ...]) -> SearchStrategy[Any]:
    if origin is typing.Annotated:
        low, high = arguments[1].ge, arguments[1].le
        return st.floats(low, high) if arguments[0] is float else st.integers(low, high)
    if origin in (types.UnionType, typing.Union):
        return st.one_of([said_by(argument) for argument in arguments])
    if origin is typing.Literal:
        return st.sampled_from(arguments)
    if origin is dict:
        return st.dictionaries(said_by(arguments[0]), said_by(arguments[1]), max_size=3)
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(said_by(arguments[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(said_by, arguments))
    raise NotImplementedError(f"no values for {hint}")


def _structs(struct: type[msgspec.Struct]) -> SearchStrategy[Any]:
    hints = typing.get_type_hints(struct, include_extras=True)
    fields = {
        field.name: st.deferred(_later(hints[field.name])) for field in msgspec.structs.fields(struct)
    }

    def build(values: dict[str, Any]) -> msgspec.Struct | None:
        try:
            return struct(**values)
        except UsageError:
            return None

    return st.fixed_dictionaries(fields).map(build).filter(lambda made: made is not None)


def _later(hint: Any) -> Any:
    return lambda: said_by(hint)


_PLAIN: Final[dict[Any, SearchStrategy[Any]]] = {
    type(None): st.none(),
    bool: st.booleans(),
    str: st.text(max_size=8),
    bytes: st.binary(max_size=40),
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False),
}
