"""What is remembered of lines: the same line is the same object, within a fixed size."""

from __future__ import annotations

from typing import Final

import pytest

from agentfw.engines.gamebots import CommandDecoder, Dialect, MessageDecoder
from agentfw.engines.gamebots.wire import BatchStart
from agentfw.vocabulary import ChatHeard
from tests.support.dialects import BOTH, CLASSIC, GB2004

TWO_GENERATIONS: Final = 2 * 4096


def test_same_line_gives_the_identical_object() -> None:
    decoder = MessageDecoder(CLASSIC, "bot")
    line = b"NAV {Id a} {Location 1,2,3}"
    assert decoder.decode(line) is decoder.decode(bytes(bytearray(line)))
    assert decoder.decode_all([line, line]) == [decoder.decode(line)] * 2


def test_line_of_the_older_generation_is_still_the_identical_object() -> None:
    decoder = MessageDecoder(CLASSIC, "bot")
    lines = [b"NAV {Id %d}" % number for number in range(5000)]
    messages = decoder.decode_all(lines)
    assert decoder.decode(lines[0]) is messages[0]
    assert decoder.decode(lines[-1]) is messages[-1]


@pytest.mark.parametrize("decoder_type", [MessageDecoder, CommandDecoder])
def test_memory_of_lines_is_bounded(decoder_type: type[MessageDecoder | CommandDecoder]) -> None:
    decoder = decoder_type(CLASSIC, "bot")
    for number in range(50_000):
        decoder.decode(b"AAA {Id %d}" % number if number % 2 else b"RUNTO {Target %d}" % number)
        assert decoder.cached <= TWO_GENERATIONS
    assert decoder.cached > TWO_GENERATIONS // 4


def test_forgotten_lines_are_read_anew() -> None:
    decoder = MessageDecoder(CLASSIC, "bot")
    first = decoder.decode(b"NAV {Id a}")
    decoder.forget()
    assert decoder.cached == 0
    again = decoder.decode(b"NAV {Id a}")
    assert again == first
    assert again is not first


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)
def test_fleeting_messages_are_not_remembered(dialect: Dialect) -> None:
    decoder = MessageDecoder(dialect, "bot")
    decoder.decode(b"BEG {Time 0.5}")
    before = decoder.cached
    for number in range(100):
        assert decoder.decode(b"BEG {Time %d.25}" % number) == BatchStart(number + 0.25)
    assert decoder.cached == before


def test_lasting_messages_are_remembered() -> None:
    decoder = MessageDecoder(CLASSIC, "bot")
    for number in range(100):
        decoder.decode(b"NAV {Id node%d}" % number)
    assert decoder.cached == 100


def test_long_lines_are_read_but_not_remembered() -> None:
    decoder = MessageDecoder(GB2004, "bot")
    for number in range(100):
        line = f"VMS {{Id a}} {{Name {number}}} {{Text {'x' * 20_000}}}".encode()
        assert isinstance(decoder.decode(line), ChatHeard)
    assert decoder.cached == 0


def test_attribute_counts_that_teach_nothing_leave_nothing_behind() -> None:
    decoder = MessageDecoder(GB2004, "bot")
    for count in range(1, 50):
        decoder.decode(b"NAV {Id a}" + b" {Odd x}" * count)
    assert decoder._shapes == {}
