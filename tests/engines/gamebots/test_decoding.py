"""What a line becomes: a message, or something odd with the reason."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from agentfw.engines.gamebots import CommandDecoder, Dialect, MessageDecoder, Odd, Rejected
from agentfw.engines.gamebots.orders import Ping
from agentfw.engines.gamebots.wire import (
    ObservedLost,
    Pong,
    Unknown,
    UnknownCommand,
)
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    ChatChannel,
    ChatHeard,
    EntityId,
    FlagSeen,
    FlagState,
    MatchEnded,
    Place,
    PlaceLink,
    PlayerDied,
    PlayerJoined,
    PlayerSeen,
    SelfState,
    TravelFlag,
)
from tests.support.dialects import CLASSIC, GB2004

shared_decoder = functools.cache(MessageDecoder)


def decode(dialect: Dialect, line: bytes, port: str = "bot") -> Any:
    return shared_decoder(dialect, port).decode(line)


def reason_against(dialect: Dialect, line: bytes) -> str:
    odd = decode(dialect, line)
    assert isinstance(odd, Odd)
    assert isinstance(odd.message, Rejected)
    assert odd.form is None
    assert odd.message.line == line.decode("latin-1")
    return odd.message.reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "holds nothing"),
        (b"\0\0", "holds nothing"),
        (b"cation 1,2,3} {Reachable True}", "starts in the middle of a message"),
        (b"1,2,3}", "starts in the middle of a message"),
        (b"{Reachable True}", "has no message word before its first brace"),
        (b"\xff\xfe {Id", "is cut off: the last attribute has no closing brace"),
        (b"NAV {Id a} {Location 1,2", "NAV: is cut off: the last attribute has no closing brace"),
        (b"nav {", "nav: is cut off: the last attribute has no closing brace"),
        (b"NAV {Location 1,2,3}", "NAV: has no Id"),
        (b"NAV", "NAV: has no Id"),
        (b"BEG", "BEG: has no Time"),
        (b"BEG {Time }", "BEG: has no Time"),
        (b"BEG {Time soon}", 'BEG: attribute "Time": "soon" is not a number'),
        (b"BEG {Time nan}", 'BEG: attribute "Time": "nan" is not a number'),
        (b"BEG {Time -inf}", 'BEG: attribute "Time": "-inf" is not a number'),
        (b"BEG {Time 1e400}", 'BEG: attribute "Time": "1e400" is not a number'),
        (b"SLF {Id a} {Health 1_000}", 'SLF: attribute "Health": "1_000" is not a number'),
        (
            b"NAV {Id a} {Location 1,2}",
            'NAV: attribute "Location": "1,2" is not a vector of three numbers',
        ),
        (b"NAV {Id a} {location 1,x,3}", 'NAV: attribute "location": "1,x,3" is not a number'),
        (
            b"SLF {Id a} {Rotation 1,2}",
            'SLF: attribute "Rotation": "1,2" is not a rotation of three whole numbers',
        ),
        (b"NAV {Id a} {Reachable so}", 'NAV: attribute "Reachable": "so" is neither true nor false'),
        (b"NAV {Reachable a}b}", 'NAV: "Reachable a}b" is not an attribute'),
        (b"GAM {PlayerScores {a 1}", "GAM: has braces that do not match"),
        (
            b"GAM {PlayerScores {a x}}",
            'GAM: attribute "PlayerScores": "{a x}" is not a list of names and numbers',
        ),
        (b"PTH {ID q} {0 Node1}", 'PTH: attribute "0": "Node1" is not a vector of three numbers'),
    ],
)
def test_line_that_cannot_be_read_is_rejected_with_the_reason(line: bytes, reason: str) -> None:
    assert reason_against(CLASSIC, line) == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"TES {Id 0} {Score 5}", "TES: has no Team"),
        (b"INGP {Flags 1}", "INGP: has no Id"),
    ],
)
def test_line_without_what_it_is_about_is_rejected_with_the_reason(line: bytes, reason: str) -> None:
    assert reason_against(GB2004, line) == reason


def test_number_outside_its_closed_set_is_kept_as_text() -> None:
    odd = decode(GB2004, b"PLR {Id a} {Firing 7}")
    assert odd.message == PlayerSeen(EntityId("a"), extra=(("Firing", "7"),))


@pytest.mark.parametrize(
    "line", [b"PTH {ID q} {# Node1 1,2,3}", b"PTH {ID q} {" + b"9" * 5000 + b" Node1 1,2,3}"]
)
def test_name_that_only_resembles_a_numbered_one_is_odd(line: bytes) -> None:
    assert isinstance(decode(CLASSIC, line), Odd)


@pytest.mark.parametrize(
    ("line", "word", "attributes"),
    [
        (b"WOW", "WOW", ()),
        (b"WOW {Much fun} {Flag}", "WOW", (("Much", "fun"), ("Flag", ""))),
        (b"WOW such text", "WOW", (("", "such text"),)),
        (b"PONG 5", "PONG", (("", "5"),)),
        (b"WOW {Much } in } it}", "WOW", (("Much", "} in } it"),)),
    ],
)
def test_unknown_word_is_kept_as_text(
    line: bytes, word: str, attributes: tuple[tuple[str, str], ...]
) -> None:
    assert decode(CLASSIC, line) == Odd(Unknown(word, attributes), None)


def test_word_of_another_port_is_unknown() -> None:
    assert decode(GB2004, b"ALIVE {Time 1}") == Odd(Unknown("ALIVE", (("Time", "1"),)), None)


def test_unknown_attributes_are_kept_in_order_beside_the_message() -> None:
    odd = decode(CLASSIC, b"NAV {New 1} {Id a} {Newer two words} {Newest}")
    assert odd.message == Place(
        EntityId("a"), extra=(("New", "1"), ("Newer", "two words"), ("Newest", ""))
    )
    assert odd.form.word == "NAV"


def test_word_that_is_new_to_a_closed_set_is_kept_as_text() -> None:
    odd = decode(CLASSIC, b"FLG {Id a} {State Lost}")
    assert odd.message == FlagSeen(EntityId("a"), extra=(("State", "Lost"),))


@pytest.mark.parametrize("state", [b"home", b"Home", b"HOME", b" home", b"Home "])
def test_word_of_a_closed_set_is_read_in_any_case(state: bytes) -> None:
    assert decode(CLASSIC, b"FLG {Id a} {State %s}" % state) == FlagSeen(
        EntityId("a"), state=FlagState.HOME
    )


def test_unknown_command_is_kept_as_text() -> None:
    odd = CommandDecoder(CLASSIC, "bot").decode(b"Wow {Much fun}")
    assert odd == Odd(UnknownCommand("WOW", (("Much", "fun"),)), None)


def test_command_of_another_port_is_unknown() -> None:
    odd = CommandDecoder(GB2004, "bot").decode(b"GETMAPS")
    assert odd == Odd(UnknownCommand("GETMAPS"), None)


@pytest.mark.parametrize("line", [b"LOST CHILD", b"LOSTCHILD", b"lost child", b"LOST CHILD "])
def test_word_with_a_blank_is_one_word(line: bytes) -> None:
    assert decode(GB2004, line, "observer") == ObservedLost()


@pytest.mark.parametrize("line", [b"FIN", b"fin", b"FIN ", b" FIN\0", b"\0F\0I\0N"])
def test_bare_word_is_read_in_any_case_with_blanks_and_nuls_around(line: bytes) -> None:
    assert decode(CLASSIC, line) == MatchEnded()


def test_bare_words_are_read_in_both_directions() -> None:
    assert decode(CLASSIC, b"PONG") == Pong()
    assert CommandDecoder(CLASSIC, "bot").decode(b"ping") == Ping()


def test_nuls_are_taken_out_wherever_they_stand() -> None:
    line = b"\0NAV {Id a\0b} {Loc\0ation 1,2,\0\0\x003}\0"
    assert decode(CLASSIC, line) == Place(EntityId("ab"), Vec3(1, 2, 3))


@pytest.mark.parametrize("name", [*map(chr, range(0xA0, 0x100)), "\x85", "\x7f", "\t"])
def test_names_are_latin_1(name: str) -> None:
    line = f"JOIN {{Id {name}}} {{Name x{name}x}}".encode("latin-1")
    assert decode(GB2004, line) == PlayerJoined(EntityId(name), f"x{name}x")


@pytest.mark.parametrize("name", ['"', '"a"', "\\", "a\\", '\\"', "\\n", "%", "%s", "%%", "100%d", "'"])
def test_quotes_escapes_and_percent_signs_are_ordinary_letters(name: str) -> None:
    decoder = MessageDecoder(GB2004, "bot")
    lines = [f"JOIN {{Id b}} {{Name {name}{end}}}".encode() for end in ("", "1", "2")]
    expected = [PlayerJoined(EntityId("b"), name + end) for end in ("", "1", "2")]
    assert decoder.decode_all([b"JOIN {Id a} {Name b}", *lines])[1:] == expected


def test_none_is_the_empty_id_but_an_honest_name() -> None:
    decoder = MessageDecoder(CLASSIC, "bot")
    for _ in range(2):
        state = decoder.decode(b"SLF {Id None} {Name None} {Weapon None}")
        assert state == SelfState(EntityId(""), player_name="None", weapon=EntityId(""))
        died = decoder.decode(b"KIL {Id a} {Killer None} {DamageType None}")
        assert died == PlayerDied(EntityId("a"), killer=EntityId(""), damage_class=died.damage_class)
        assert died.damage_class == ""
        decoder.forget()


def test_chat_reaches_to_the_last_brace_of_the_line_in_the_classic_dialect() -> None:
    heard = decode(CLASSIC, b"VMS {String I {really} mean} {it :}}")
    assert heard == ChatHeard(ChatChannel.PUBLIC, "I {really} mean} {it :}")


@pytest.mark.parametrize("place", ["1e200,0,0", "0,-1e13,0", "0,0," + "9" * 400])
def test_place_outside_of_any_world_is_rejected(place: str) -> None:
    decoder = MessageDecoder(GB2004, "bot")
    decoder.decode(b"NAV {Id a} {Location 1,2,3}")
    odd = decoder.decode(f"NAV {{Id b}} {{Location {place}}}".encode())
    assert isinstance(odd, Odd)
    assert isinstance(odd.message, Rejected)


def test_flags_beyond_the_known_ones_are_dropped() -> None:
    decoder = MessageDecoder(GB2004, "bot")
    for number in range(10_000, 10_100):
        decoder.decode(f"INGP {{Id a}} {{Flags {number}}}".encode())
    assert len(TravelFlag._value2member_map_) <= 1024
    assert decoder.decode(b"INGP {Id a} {Flags 4097}") == PlaceLink(EntityId("a"), flags=TravelFlag.WALK)
