"""Lines spoiled in every way a wire, a hostile peer or a foreign build can spoil them.

All randomness comes from the caller's seed: the same seed gives the same lines.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["ODD_VALUES", "mutated_lines", "pieces_of"]

_NUMBERS: Final = (
    b"01 +1 1. .5 1.0 1.5 -0 1e3 1E3 1e18 1e19 1e300 1e400 -1e300 nan inf 1_0 0x1 1-1 - 2 7 -1 255"
).split()
_VECTORS: Final = b"1,2,3 1,2 1,2,3,4 1,2, [1,2,3] 1e300,0,0 0,0,1_0 nan,0,0 ,, 1,x,3".split()
_WORDS: Final = (
    b"None none null true True TRUE False falso 0 1 home Home lost yes [] %s % %% /* : ,".split()
)
_LETTERS: Final = [
    b'"',
    b"\\",
    b'"x"',
    b"\\u0041",
    b"a\0b",
    b"\0",
    b"a\tb",
    b"\x01",
    b"\x7f",
    b"\x85",
    b"\xff",
]
_BRACES: Final = [
    b"a}b",
    b"}",
    b"a} b",
    b"a}  {Team 2",
    b"a}{Team 2",
    b"a} {Team 2",
    b"a {b",
    b"{",
    b"a} {",
]
_BLANKS: Final = [
    b"",
    b" ",
    b" 1",
    b"1 ",
    b"true ",
    b" home",
    b"1, 2, 3",
    b"1 2 3",
    b"\xa0",
    b'1,"team":2',
    b"1]",
]
_LONG: Final = [b"9" * 16, b"9" * 18, b"-" + b"9" * 18, b"9" * 19, b"9" * 400, b"0." + b"1" * 40]
ODD_VALUES: Final = [*_NUMBERS, *_VECTORS, *_WORDS, *_LETTERS, *_BRACES, *_BLANKS, *_LONG]
"""Values that are read differently by different readers, or by none."""

_SPECIAL: Final = [
    b"\0",
    b'"',
    b"\\",
    b"%",
    b"%s",
    b"{",
    b"}",
    b" ",
    b"} {",
    b"}{",
    b"#",
    b",",
    b"\t",
    b"\xe9",
]
_ATTRIBUTE: Final = re.compile(rb"\{[^{}]*\}")
_VALUE: Final = re.compile(rb" [^{}]*\}")


def mutated_lines(lines: Sequence[bytes], count: int, seed: int) -> Iterator[bytes]:
    """`count` spoiled lines made from `lines`, without line ends inside."""
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    for _ in range(count):
        line = rng.choice(lines)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            line = rng.choice(_MUTATIONS)(line, rng.choice(lines), rng)
        yield line.translate(None, b"\r\n")


def pieces_of(data: bytes, seed: int, max_piece: int = 50_000) -> Iterator[bytes]:
    """The data in pieces of random sizes, as a network delivers it."""
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    start = 0
    while start < len(data):
        size = rng.randint(1, max_piece)
        yield data[start : start + size]
        start += size


def _flip_bit(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(line) or 1)
    return (
        line[:place]
        + bytes(byte ^ (1 << rng.randrange(8)) for byte in line[place : place + 1])
        + line[place + 1 :]
    )


def _change_byte(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(line) + 1)
    return line[:place] + rng.randbytes(1) + line[place + 1 :]


def _insert(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(line) + 1)
    return line[:place] + rng.choice(_SPECIAL) + line[place:]


def _cut_tail(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    return line[: rng.randrange(len(line) + 1)]


def _cut_head(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    return line[rng.randrange(len(line) + 1) :]


def _cut_out(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    start, end = sorted(rng.randrange(len(line) + 1) for _ in range(2))
    return line[:start] + line[end:]


def _join(line: bytes, other: bytes, rng: random.Random) -> bytes:
    return line[: rng.randrange(len(line) + 1)] + other[rng.randrange(len(other) + 1) :]


def _append(line: bytes, other: bytes, rng: random.Random) -> bytes:
    return line + rng.choice((b"", b" ", b"\0")) + other


def _repeat_attribute(line: bytes, other: bytes, rng: random.Random) -> bytes:
    found = _ATTRIBUTE.findall(line) + _ATTRIBUTE.findall(other)
    return line + b" " + rng.choice(found) if found else line


def _drop_attribute(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    found = _ATTRIBUTE.findall(line)
    return line.replace(b" " + rng.choice(found), b"", 1) if found else line


def _shuffle_attributes(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    word, *attributes = line.split(b" {")
    rng.shuffle(attributes)
    return b" {".join([word, *attributes])


def _swap_braces(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    brace, opposite = rng.choice(((b"{", b"}"), (b"}", b"{")))
    return line.replace(brace, opposite, rng.randint(1, 3))


def _space_out(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    return line.replace(b"} {", rng.choice((b"}  {", b"}{", b"}\t{")), rng.randint(1, 9))


def _change_case(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    return rng.choice((line.upper(), line.lower(), line.swapcase(), line.capitalize()))


def _change_value(line: bytes, _other: bytes, rng: random.Random) -> bytes:
    found = _VALUE.findall(line)
    return line.replace(rng.choice(found), b" %s}" % rng.choice(ODD_VALUES), 1) if found else line


_MUTATIONS: Final[Sequence[Callable[[bytes, bytes, random.Random], bytes]]] = (
    _flip_bit,
    _change_byte,
    _insert,
    _insert,
    _cut_tail,
    _cut_head,
    _cut_out,
    _join,
    _append,
    _repeat_attribute,
    _drop_attribute,
    _shuffle_attributes,
    _swap_braces,
    _space_out,
    _change_case,
    _change_value,
    _change_value,
    _change_value,
)
