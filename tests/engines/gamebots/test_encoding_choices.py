"""Which form says a struct, and what no form can say."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, given, settings

from agentfw.engines.gamebots import CommandDecoder, CommandEncoder, MessageDecoder, MessageEncoder
from agentfw.engines.gamebots.orders import Configure, DrawRoute
from agentfw.engines.gamebots.wire import ListStart
from agentfw.errors import NotInDialect
from agentfw.geometry import ORIGIN, Vec3
from agentfw.vocabulary import (
    AskPath,
    AskReach,
    Dodge,
    DominationPoint,
    EntityId,
    GameInfo,
    ItemSeen,
    Join,
    Leave,
    MoveTo,
    MoveToward,
    Place,
    PlaceKind,
    RequestId,
    Say,
    ScoreBoard,
)
from tests.support.dialects import BOTH, CLASSIC, GB2004
from tests.support.forms import every_form, said_by

if TYPE_CHECKING:
    from msgspec import Struct

    from agentfw.engines.gamebots import Dialect
    from agentfw.engines.gamebots.dialect import Form

A: Final = EntityId("a")
HERE: Final = Vec3(1, 2, 3)
FORMS: Final = [
    *((CommandEncoder, *case) for case in every_form(BOTH, "commands")),
    *((MessageEncoder, *case) for case in every_form(BOTH, "messages")),
]
LIGHT: Final = settings(
    max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
commands_to = functools.cache(CommandEncoder)
messages_from = functools.cache(MessageEncoder)
commands_from = functools.cache(CommandDecoder)
messages_to = functools.cache(MessageDecoder)


def told(dialect: Dialect, message: Struct, port: str = "bot") -> bytes:
    return messages_from(dialect, port).encode(message)


def read_back(dialect: Dialect, message: Struct, port: str = "bot") -> Any:
    return messages_to(dialect, port).decode(told(dialect, message, port)[:-2])


def read_back_unless_refused(message: Struct, port: str = "bot") -> Any:
    try:
        return read_back(GB2004, message, port)
    except NotInDialect:
        return None


def complaint(encoder: CommandEncoder | MessageEncoder, struct: Struct) -> str:
    with pytest.raises(NotInDialect) as caught:
        encoder.encode(struct)
    return str(caught.value)


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Leave(), "gamebots-ut99 has no word for Leave"),
        (Configure(auto_trace=True), "gamebots-ut99 has no word for Configure"),
        (Dodge(HERE), "gamebots-ut99 has no word for Dodge"),
        (Say("hi", to=A), "gamebots-ut99 cannot say to of Say"),
        (AskPath(RequestId("q"), A), "gamebots-ut99 cannot say target of AskPath"),
    ],
)
def test_command_that_the_classic_dialect_cannot_say_is_refused(command: Struct, text: str) -> None:
    assert complaint(commands_to(CLASSIC, "bot"), command) == text


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (ListStart("world"), "gamebots-ut99 has no word for ListStart"),
        (ItemSeen(A, amount=5, dropped=True), "gamebots-ut99 cannot say amount, dropped of ItemSeen"),
        (Place(A, visible=True), "gamebots-ut99 cannot say visible of Place"),
    ],
)
def test_message_that_the_classic_dialect_cannot_say_is_refused(message: Struct, text: str) -> None:
    assert complaint(messages_from(CLASSIC, "bot"), message) == text


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (ScoreBoard(), "gamebots-2004 has no word for ScoreBoard"),
        (ListStart("nonsense"), "gamebots-2004 cannot say subject of ListStart"),
        (Place(A, reachable=True), "gamebots-2004 cannot say reachable of Place"),
    ],
)
def test_message_that_the_newer_dialect_cannot_say_is_refused(message: Struct, text: str) -> None:
    assert complaint(messages_from(GB2004, "bot"), message) == text


def test_refusal_does_not_depend_on_what_was_said_before() -> None:
    encoder = MessageEncoder(CLASSIC, "bot")
    for place in (Place(A), Place(A, HERE, reachable=True)):
        encoder.encode(place)
    assert (
        complaint(encoder, Place(A, HERE, visible=True)) == "gamebots-ut99 cannot say visible of Place"
    )
    assert (
        complaint(encoder, Place(A, HERE, visible=True)) == "gamebots-ut99 cannot say visible of Place"
    )


def line_or_complaint(encoder: CommandEncoder, command: Struct) -> str:
    try:
        return encoder.encode(command).decode()
    except NotInDialect as refusal:
        return str(refusal)


@pytest.mark.parametrize(
    ("dialect", "first", "second"),
    [
        (CLASSIC, Join("Bob", skill=1.0), Join("Bob", 1)),
        (CLASSIC, MoveTo(HERE, then=HERE), MoveTo(HERE, focus_target=A)),
        (CLASSIC, Say("hi", team=1), Say("hi", to=A)),
        (CLASSIC, Say("hi", team=1), Say("hi", public=True)),
        (GB2004, AskReach(RequestId("q"), start=HERE), AskReach(RequestId("q"), A)),
    ],
)
def test_what_was_said_before_does_not_change_what_is_said(
    dialect: Dialect, first: Struct, second: Struct
) -> None:
    used, fresh = CommandEncoder(dialect, "bot"), CommandEncoder(dialect, "bot")
    used.encode(first)
    assert line_or_complaint(used, second) == line_or_complaint(fresh, second)


def test_words_of_other_ports_are_not_said() -> None:
    assert complaint(commands_to(GB2004, "control"), MoveToward(A)) == (
        "gamebots-2004 has no word for MoveToward"
    )


def test_dropped_fields_are_left_out_without_telling() -> None:
    encode = commands_to(CLASSIC, "bot").encode
    assert encode(Join("Bob", skill=5.0, location=HERE)) == b"INIT {Name Bob}\r\n"
    line = encode(MoveTo(HERE, Vec3(4, 5, 6), focus_location=HERE))
    assert line == b"RUNTO {Location 1.000000,2.000000,3.000000}\r\n"


def test_focus_decides_between_running_and_strafing() -> None:
    encode = commands_to(CLASSIC, "bot").encode
    for target in (None, A, None):
        word = encode(MoveTo(HERE, focus_target=target)).split()[0]
        assert word == (b"RUNTO" if target is None else b"STRAFE")


@pytest.mark.parametrize("port", ["bot", "control", "observer"])
def test_domination_point_of_untold_kind_is_told_as_one_or_refused(port: str) -> None:
    message = read_back_unless_refused(DominationPoint(A, HERE, owner=1), port)
    assert message is None or isinstance(message, DominationPoint)


def test_observers_have_a_word_for_a_domination_point_of_untold_kind() -> None:
    point = DominationPoint(A, HERE, owner=1)
    assert told(GB2004, point, "observer") == b"DOM {Id a} {Location 1.00,2.00,3.00} {Controller 1}\r\n"


def test_time_left_is_told_as_such_or_refused() -> None:
    info = GameInfo(level="x", time_left_s=90.0)
    assert read_back_unless_refused(info) in (None, info)


@pytest.mark.parametrize("kind", list(PlaceKind))
def test_kind_of_a_place_is_told_or_refused(kind: PlaceKind) -> None:
    place = Place(A, HERE, kind=kind)
    assert read_back_unless_refused(place) in (None, place)


@pytest.mark.parametrize(
    ("encoder_type", "dialect", "form"),
    FORMS,
    ids=[f"{dialect.name}-{kind.__name__}-{form.word}" for kind, dialect, form in FORMS],
)
def test_planned_line_is_the_carefully_written_line(
    encoder_type: type[CommandEncoder | MessageEncoder], dialect: Dialect, form: Form
) -> None:
    encoder = encoder_type(dialect, form.ports[0])

    @LIGHT
    @given(said_by(form, dialect))
    def is_the_same(struct: Struct) -> None:
        careful = encoder._choose(struct).encode(struct)
        assert [encoder.encode(struct), encoder.encode(struct)] == [careful, careful]

    is_the_same()


def test_more_attributes_than_the_server_reads_are_refused() -> None:
    encode = CommandEncoder(GB2004, "bot").encode
    encode(DrawRoute(points=(ORIGIN,) * 32))
    with pytest.raises(NotInDialect, match=r"^gamebots-2004 reads 32 attributes, not 33$"):
        encode(DrawRoute(points=(ORIGIN,) * 33))
