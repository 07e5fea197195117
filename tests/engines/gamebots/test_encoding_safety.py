"""No name and no text, whoever made it up, becomes more than one attribute of one line."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.engines.gamebots import CommandDecoder, CommandEncoder, MessageDecoder, MessageEncoder
from agentfw.errors import LocalProtocolError
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    AskPath,
    ChatChannel,
    ChatHeard,
    EntityId,
    FlagSeen,
    Join,
    MoveTo,
    MoveToward,
    PathReply,
    PathStep,
    PlayerJoined,
    RequestId,
    Say,
    ScoreBoard,
)
from tests.support.dialects import BOTH, CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect

HERE: Final = Vec3(1, 2, 3)
commands_to = functools.cache(CommandEncoder)
commands_from = functools.cache(CommandDecoder)
messages_from = functools.cache(MessageEncoder)
messages_to = functools.cache(MessageDecoder)

HOSTILE: Final = [
    "a\r\nQUIT\r\n",
    "a\nQUIT",
    "a} {Global True",
    "a}{Team 5}",
    "{",
    "}",
    "a\0b",
    "\0",
    "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg",
    "\u2603 \U0001f600",
    "\uff5bx\uff5d",
    "%s %d %(x)s %",
    "\\r\\n",
    '"',
]
hostile_texts = st.sampled_from(HOSTILE) | st.text(
    st.sampled_from("a{} \r\n\0%\u2028\u2603\x85"), max_size=10
)


def structure(line: bytes) -> tuple[bytes, int, int]:
    """What must not change: the end of the line, and how many attributes it has."""
    body = line.removesuffix(b"\r\n")
    assert not set(body) & set(b"\r\n\0")
    return line[len(body) :], body.count(b"{"), body.count(b"}")


@settings(deadline=None)
@given(hostile_texts)
@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)
def test_no_text_in_a_command_makes_a_second_line_or_attribute(dialect: Dialect, text: str) -> None:
    encode = commands_to(dialect, "bot").encode
    for struct, count in [
        (Say(text, public=False), 2),
        (Join(text, 1), 2),
        (MoveToward(EntityId(text)), 1),
        (AskPath(RequestId(text), location=HERE), 2),
    ]:
        line = encode(struct)
        assert structure(line) == (b"\r\n", count, count)
        assert type(commands_from(dialect, "bot").decode(line[:-2])) is type(struct)


@settings(deadline=None)
@given(hostile_texts)
def test_no_text_in_a_message_makes_a_second_line_or_attribute(text: str) -> None:
    name = EntityId(text)
    for dialect, struct, count in [
        (GB2004, PlayerJoined(name, text), 2),
        (GB2004, ChatHeard(ChatChannel.PUBLIC, text, name, text), 3),
        (GB2004, FlagSeen(name, holder=name), 2),
        (CLASSIC, ChatHeard(ChatChannel.PUBLIC, text), 1),
        (CLASSIC, PathReply(RequestId(text), (PathStep(name, HERE),)), 2),
        (CLASSIC, ScoreBoard(players=((name, 1.0), (name, 2.0))), 3),
    ]:
        line = messages_from(dialect, "bot").encode(struct)
        assert structure(line) == (b"\r\n", count, count)
        assert type(messages_to(dialect, "bot").decode(line[:-2])) is type(struct)


def test_letters_beyond_latin_1_become_question_marks() -> None:
    line = messages_from(CLASSIC, "bot").encode(ChatHeard(ChatChannel.PUBLIC, "caf\xe9 \u2603"))
    assert line == b"VMS {String caf\xe9 ?}\r\n"


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_number_that_is_none_is_refused(number: float) -> None:
    encoder = CommandEncoder(GB2004, "bot")
    encoder.encode(MoveTo(Vec3(1.0, 2.0, 3.0)))
    with pytest.raises(LocalProtocolError, match=f"^{number} cannot be sent as a number$"):
        encoder.encode(MoveTo(Vec3(1.0, number, 3.0)))


def test_text_that_reads_like_no_number_is_sent() -> None:
    encoder = CommandEncoder(GB2004, "bot")
    lines = {encoder.encode(Say("banana info")) for _ in range(3)}
    assert lines == {b"MESSAGE {Text banana info}\r\n"}
