"""The wire: decoding, encoding, sessions, memory."""

from __future__ import annotations

import itertools
import re
import resource
import sys
from typing import TYPE_CHECKING, Final

from agentfw.engines.gamebots import (
    ClientSession,
    CommandEncoder,
    MessageDecoder,
    codecs_for,
    find_dialect,
)
from agentfw.geometry import Rotation, Vec3
from agentfw.testing import Traffic
from agentfw.vocabulary import ChangeWeapon, EntityId, Join, MoveTo, Say, Shoot, StopShooting, TurnTo
from scripts.benchmarks.measure import Figure, best_times

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from agentfw.engines.gamebots import Dialect
    from agentfw.vocabulary import Command

__all__ = ["figures"]

DIALECTS: Final = ("gamebots-ut99", "gamebots-2004")
_ATTRIBUTE: Final = re.compile(r"\{(\S+) ([^}]*)\}")


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of the wire, one after the other."""
    for name in DIALECTS:
        dialect = find_dialect(name)
        yield from _decoding(dialect, quick=quick)
        yield from _encoding(dialect, quick=quick)
        yield from _session(dialect, quick=quick)
        yield _flatness(dialect, quick=quick)
    yield _memory(find_dialect("gamebots-2004"), lines=1_000_000 if quick else 10_000_000)


def floor(data: bytes) -> None:
    """The least a Python program can do: each line into its word and a dictionary of strings."""
    for line in data.splitlines():
        word, _, rest = line.decode("latin-1").partition(" {")
        word, dict([piece.split(" ", 1) for piece in rest[:-1].split("} {") if piece])


def strings_by_regex(data: bytes) -> None:
    """The usual Python client: a regular expression per line, strings only."""
    for line in data.splitlines():
        text = line.decode("latin-1")
        text.partition(" ")[0], dict(_ATTRIBUTE.findall(text))


def _decoding(dialect: Dialect, *, quick: bool) -> Iterator[Figure]:
    traffic = Traffic(dialect)
    handshake, batches = traffic.handshake(), list(traffic.batches(500 if quick else 2000))
    distinct = _flat(dict.fromkeys(b"".join([handshake, *batches]).splitlines()))
    decoder = MessageDecoder(dialect, "bot")
    cold, cold_floor = best_times(
        lambda: _decode_in_pieces(decoder, [distinct]), lambda: floor(distinct), rounds=7
    )
    count = distinct.count(b"\n")
    yield Figure(
        f"{dialect.name}: cold typed decode / floor", cold / cold_floor, "×", 2.0,
        f"{cold / count * 1e6:.2f} µs per line, all {count} lines different",
    )  # fmt: skip
    warm, warm_floor, regex = best_times(
        lambda: _decode_in_pieces(decoder, batches),
        lambda: _each(floor, batches),
        lambda: _each(strings_by_regex, batches),
        rounds=7,
    )
    lines = sum(batch.count(b"\n") for batch in batches)
    repeated = 1 - len(set(_flat_lines(batches))) / lines
    yield Figure(
        f"{dialect.name}: repeating stream / floor", warm / warm_floor, "×", 0.5,
        f"{lines / warm / 1e6:.2f} million typed lines/s, {repeated:.0%} of lines seen before",
    )  # fmt: skip
    yield Figure(
        f"{dialect.name}: repeating stream / strings by regex", warm / regex, "×", 0.5,
        f"regex: {lines / regex / 1e6:.2f} million string lines/s",
    )  # fmt: skip


def _decode_in_pieces(decoder: MessageDecoder, batches: Sequence[bytes]) -> None:
    decoder.forget()
    for batch in batches:
        decoder.decode_all(batch.splitlines())


def _encoding(dialect: Dialect, *, quick: bool) -> Iterator[Figure]:
    encode = CommandEncoder(dialect, "bot").encode
    commands, by_hand = _commands(dialect)
    repeat = range(200 if quick else 1000)
    ours, theirs = best_times(
        lambda: [encode(command) for _ in repeat for command in commands],
        lambda: [write() for _ in repeat for write in by_hand],
        rounds=9,
    )
    if [encode(command) for command in commands] != [write() for write in by_hand]:
        raise AssertionError("the two sides of the comparison write different lines")
    yield Figure(
        f"{dialect.name}: encode / f-string", ours / theirs, "×", 3.0,
        f"{ours / len(repeat) / len(commands) * 1e6:.2f} µs per command",
    )  # fmt: skip


def _commands(dialect: Dialect) -> tuple[list[Command], list[Callable[[], bytes]]]:
    """Typical commands, and for each the f-string that writes the same line."""
    there, enemy, best = (
        Vec3(1234.5, -678.25, 48.0),
        EntityId("CTF-A.ObservedRemoteBot3"),
        EntityId("best"),
    )
    d = dialect.decimals
    classic = dialect.name == "gamebots-ut99"
    word, place, target = (
        ("STRAFE", "Location", "Target") if classic else ("MOVE", "FirstLocation", "FocusTarget")
    )
    commands: list[Command] = [
        MoveTo(there, focus_target=enemy),
        Shoot(target=enemy, alt=False),
        TurnTo(rotation=Rotation(0, 16384, 0)),
        ChangeWeapon(best),
        Say("I have the flag", public=True),
        StopShooting(),
    ]

    def at() -> str:
        return f"{there.x:.{d}f},{there.y:.{d}f},{there.z:.{d}f}"

    return commands, [
        lambda: f"{word} {{{place} {at()}}} {{{target} {enemy}}}\r\n".encode("latin-1"),
        lambda: f"SHOOT {{Target {enemy}}} {{Alt {False}}}\r\n".encode("latin-1"),
        lambda: f"TURNTO {{Rotation {0},{16384},{0}}}\r\n".encode("latin-1"),
        lambda: f"CHANGEWEAPON {{Id {best}}}\r\n".encode("latin-1"),
        lambda: f"MESSAGE {{Text {'I have the flag'}}} {{Global {True}}}\r\n".encode("latin-1"),
        lambda: f"{'STOPSHOOT'}\r\n".encode("latin-1"),
    ]


def _session(dialect: Dialect, *, quick: bool) -> Iterator[Figure]:
    traffic = Traffic(dialect)
    handshake, batches = traffic.handshake(), list(traffic.batches(500 if quick else 2000))
    decoder = codecs_for(dialect, "bot").messages_in
    session = _joined(dialect, handshake)

    def feed() -> None:
        decoder.forget()
        for batch in batches:
            session.feed(batch, 0.0)

    whole, bare = best_times(feed, lambda: _decode_in_pieces(decoder, batches), rounds=9)
    lines = sum(batch.count(b"\n") for batch in batches)
    yield Figure(
        f"{dialect.name}: session overhead / decode", (whole - bare) / bare, "×", 0.5,
        f"{whole / lines * 1e6:.2f} µs per line from bytes to batches",
    )  # fmt: skip


def _flatness(dialect: Dialect, *, quick: bool) -> Figure:
    """How much the cost of a line depends on how much is fed at once, from 1 KB to 10 MB."""
    traffic = Traffic(dialect)
    session = _joined(dialect, traffic.handshake())
    whole = 1_000_000 if quick else 10_000_000
    stream = b"".join(traffic.batches(4000))
    stream = (stream * (whole // len(stream) + 1))[:whole]
    sizes = [size for size in (1_000, 10_000, 100_000, 1_000_000, 10_000_000) if size <= whole]
    works = [lambda size=size: _feed_in_pieces(session, stream, size) for size in sizes]
    times = best_times(*works, rounds=3)
    costs = [seconds / stream.count(b"\n") * 1e6 for seconds in times]
    shown = ", ".join(f"{size // 1000:,} KB {cost:.2f}" for size, cost in zip(sizes, costs, strict=True))
    flat = max(costs) / sorted(costs)[len(costs) // 2]
    return Figure(
        f"{dialect.name}: dearest piece size / median", flat, "×", 1.5, f"µs per line: {shown}"
    )


def _feed_in_pieces(session: ClientSession, stream: bytes, size: int) -> None:
    for start in range(0, len(stream), size):
        session.feed(stream[start : start + size], 0.0)


def _joined(dialect: Dialect, handshake: bytes) -> ClientSession:
    session = ClientSession([dialect], join=Join(player_name="bench"))
    session.feed(handshake, 0.0)
    session.take_output()
    return session


def _memory(dialect: Dialect, lines: int) -> Figure:
    """What a stream in which no line repeats, hostile ones included, leaves behind in a session."""
    session = _joined(dialect, Traffic(dialect).handshake())
    numbers = itertools.count()

    def feed(count: int) -> None:
        for _ in range(count // 1000):
            session.feed(b"".join(_changing_lines(next(numbers))), 0.0)

    feed(lines // 10)
    before = _peak_mb()
    feed(lines - lines // 10)
    growth = _peak_mb() - before
    detail = f"peak {before:.1f} MB after {lines // 10:,} lines, {growth:+.2f} MB at {lines:,}"
    return Figure("memory growth over a changing stream", growth, "MB", 4.0, detail)


def _changing_lines(number: int) -> Iterator[bytes]:
    """A thousand lines that never come again: batches, unknown words, cut lines, and a long one."""
    yield f"BEG {{Time {number}.00}}\r\n".encode()
    for index in range(994):
        place = f"{number}.00,{index}.25,48.00"
        yield f"PLR {{Id A{number}.B{index}}} {{Location {place}}} {{Team 1}}\r\n".encode()
    yield f"END {{Time {number}.00}}\r\n".encode()
    yield f"W{number} {{Odd{number} x}}\r\n".encode()
    yield f"NAV {{Id n}} {{Odd{number} x}}\r\n".encode()
    yield f"NAV {{Id n}} {{Locat {number}\r\n".encode()
    yield b"VMS {Text %d %s}\r\n" % (number, b"x" * 30_000)


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def _each(work: Callable[[bytes], None], batches: Sequence[bytes]) -> None:
    for batch in batches:
        work(batch)


def _flat(lines: dict[bytes, None]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _flat_lines(batches: Sequence[bytes]) -> Iterator[bytes]:
    return itertools.chain.from_iterable(batch.splitlines() for batch in batches)
