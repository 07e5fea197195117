"""The fast path never decides differently from the careful reader; it only decides sooner."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, given, settings

from agentfw.engines.gamebots import MessageDecoder, MessageEncoder
from tests.support.dialects import BOTH, CLASSIC, GB2004
from tests.support.forms import every_form, twins
from tests.support.mutations import ODD_VALUES

if TYPE_CHECKING:
    import msgspec

    from agentfw.engines.gamebots import Dialect
    from agentfw.engines.gamebots.dialect import Form

MESSAGES: Final = every_form(BOTH, "messages")
LIGHT: Final = settings(
    max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
SHORT: Final = b"AIN {Id a} {Class b}"
LONG: Final = (
    b"SLF {Id a} {Rotation 1,2,3} {Location 1,2,3} {Velocity 1,2,3} {Name x} {Team 1} {Health 100}"
    b" {Weapon w} {CurrentAmmo 5} {Armor 0} {AltFiring 0}"
)
PLAYER: Final = b"PLR {Id a} {Location 1,2,3} {Name x} {Team 1} {Reachable True} {Weapon w} {Firing 1}"


class WatchedDecoder(MessageDecoder):
    """Counts how often the careful reader was needed."""

    careful = 0

    def _read(self, line: bytes) -> Any:
        self.careful += 1
        return super()._read(line)


careful_decoder = functools.cache(MessageDecoder)


def read_carefully(dialect: Dialect, line: bytes, port: str = "bot") -> Any:
    """What a decoder says that knows no shapes: `_read` uses none, even where it learned some."""
    return careful_decoder(dialect, port)._read(line)


def taught(dialect: Dialect, *lines: bytes, port: str = "bot") -> WatchedDecoder:
    """A decoder that has learned the shapes of these lines, but remembers none of them."""
    decoder = WatchedDecoder(dialect, port)
    decoder.decode_all(lines)
    decoder.forget()
    decoder.careful = 0
    return decoder


def read_differently(decoder: MessageDecoder, dialect: Dialect, lines: list[bytes]) -> list[bytes]:
    """The lines about which this decoder and the careful reader do not agree."""
    return [line for line in lines if decoder.decode(line) != read_carefully(dialect, line)]


def check_twins(form: Form, dialect: Dialect, port: str) -> None:
    encoder, decoder = MessageEncoder(dialect, port), careful_decoder(dialect, port)

    @LIGHT
    @given(twins(form, dialect))
    def second_is_read_alike(pair: tuple[msgspec.Struct, msgspec.Struct]) -> None:
        teaching, line = (encoder.encode(struct)[:-2] for struct in pair)
        decoder._shapes.clear()
        decoder.forget()
        message = decoder.decode_all([teaching, line])[1]
        careful = read_carefully(dialect, line, port)
        assert (message, repr(message)) == (careful, repr(careful))

    second_is_read_alike()


@pytest.mark.parametrize(
    ("dialect", "form"), MESSAGES, ids=[f"{d.name}-{f.word}-{f.struct.__name__}" for d, f in MESSAGES]
)
def test_second_line_of_a_shape_is_read_as_the_careful_reader_reads_it(
    dialect: Dialect, form: Form
) -> None:
    for port in form.ports:
        check_twins(form, dialect, port)


@pytest.mark.parametrize(
    ("dialect", "line", "port"),
    [
        (CLASSIC, SHORT, "bot"),
        (CLASSIC, LONG, "bot"),
        (CLASSIC, PLAYER, "bot"),
        (CLASSIC, b"BEG {Time 1.5}", "bot"),
        (CLASSIC, b"VMS {String a b}", "bot"),
        (GB2004, b"SPTH {MessageId a}", "bot"),
        (GB2004, b"TRG {Actor a} {EventInstigator b}", "bot"),
        (GB2004, b"NAV {Id a} {DomPoint True} {DomPointController 0}", "bot"),
        (GB2004, b"UPD {Loc 1,2,3} {Rot 1,2,3} {Vel 1,2,3}", "bot"),
        (GB2004, b"ALIVE {Time 1.5}", "control"),
    ],
)
def test_line_of_a_known_shape_does_not_need_the_careful_reader(
    dialect: Dialect, line: bytes, port: str
) -> None:
    decoder = taught(dialect, line, port=port)
    decoder.decode(line.replace(b"a}", b"another}").replace(b"1.5", b"2.5").replace(b"1,2", b"7,8"))
    assert decoder.careful == 0


ATTRIBUTES: Final = [
    (CLASSIC, SHORT, [b"a", b"b"]),
    (CLASSIC, LONG, [b"a", b"1,2,3", b"x", b"1", b"100", b"w", b"5", b"0"]),
    (CLASSIC, PLAYER, [b"a", b"1,2,3", b"x", b"True", b"w", b"Firing 1"]),
    (CLASSIC, b"BEG {Time 1.5}", [b"1.5"]),
    (CLASSIC, b"VMS {String a}", [b"a"]),
    (CLASSIC, b"FLG {Id a} {Team 1} {State home}", [b"a", b"1", b"home"]),
    (GB2004, b"INGP {Id a} {Flags 3} {CollisionR 40}", [b"a", b"3", b"40"]),
    (
        GB2004,
        b"NAV {Id a} {Visible False} {DomPoint True} {DomPointController 0}",
        [b"a", b"True", b"0"],
    ),
    (GB2004, b"PLS {Id a} {Score 5} {Deaths 1}", [b"a", b"5", b"1"]),
    (GB2004, b"FTR {Id q} {From 1,2,3} {Result True}", [b"q", b"1,2,3", b"True"]),
]
WORDS: Final = [line[:3].decode() for _, line, _ in ATTRIBUTES]


@pytest.mark.parametrize(("dialect", "line", "values"), ATTRIBUTES, ids=WORDS)
def test_odd_value_in_a_known_shape_is_read_as_the_careful_reader_reads_it(
    dialect: Dialect, line: bytes, values: list[bytes]
) -> None:
    decoder = taught(dialect, line)
    lines = [line.replace(b" %s}" % old, b" %s}" % new, 1) for old in values for new in ODD_VALUES]
    assert read_differently(decoder, dialect, lines) == []


@pytest.mark.parametrize(
    ("dialect", "line"), [(dialect, line) for dialect, line, _ in ATTRIBUTES], ids=WORDS
)
def test_oddly_written_line_of_a_known_shape_is_read_as_the_careful_reader_reads_it(
    dialect: Dialect, line: bytes
) -> None:
    word, *attributes = line.split(b" {")
    backwards = b" {".join([word, *reversed(attributes)])
    lines = [
        backwards,
        line.replace(b"} {", b"}  {"),
        line.replace(b"} {", b"}{"),
        line.replace(b"} {", b"}\t{"),
        line.replace(b" {", b"  {"),
        line.replace(b" {", b"{", 1),
        line + b" ",
        line + b"\0",
        b" " + line,
        line.lower(),
        line.swapcase(),
        line + b" {Id again}",
        line.replace(b"} {", b"} {New 1} {", 1),
        *(line[:cut] for cut in range(1, len(line))),
        *(line[cut:] for cut in range(1, len(line))),
        *(line[:cut] + b"\0" + line[cut:] for cut in range(len(line))),
    ]
    assert read_differently(taught(dialect, line), dialect, lines) == []


@pytest.mark.parametrize("firing", [b"0", b"False", b"falso"])
def test_shape_learned_from_a_tag_that_says_no_says_no(firing: bytes) -> None:
    line = PLAYER.replace(b"Firing 1", b"Firing " + firing)
    lines = [line, line.replace(b"{Id a}", b"{Id b}"), PLAYER]
    assert read_differently(taught(CLASSIC, line), CLASSIC, lines) == []


def test_number_of_shapes_is_bounded_for_hostile_spellings() -> None:
    decoder = MessageDecoder(GB2004, "bot")
    letters = list(b"PASSWORD")
    for number in range(20_000):
        word = bytes(letter | (32 * (number >> place & 1)) for place, letter in enumerate(letters))
        decoder.decode(word + b" {BlockedByIP %d}" % number)
    learned = sum(map(len, decoder._shapes.values()))
    assert learned <= 16 * 32
