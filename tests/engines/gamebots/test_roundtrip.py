"""Whatever a form can say is read back as it was said, for every form on every port.

Where the two directions differ on purpose: presets are told back although nobody wrote them, dropped
fields are never written, second words and second names are only ever read, an empty part of a message
is no part, and a step without a place is written as one at the origin.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from agentfw.engines.gamebots import CommandDecoder, CommandEncoder, MessageDecoder, MessageEncoder
from tests.support.dialects import BOTH
from tests.support.forms import every_form, said_by

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.engines.gamebots import Dialect
    from agentfw.engines.gamebots.dialect import Form

MESSAGES: Final = every_form(BOTH, "messages")
COMMANDS: Final = every_form(BOTH, "commands")
LIGHT: Final = settings(
    max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)

message_decoder = functools.cache(MessageDecoder)
message_encoder = functools.cache(MessageEncoder)
command_decoder = functools.cache(CommandDecoder)
command_encoder = functools.cache(CommandEncoder)


def names(cases: Iterable[tuple[Dialect, Form]]) -> list[str]:
    return [f"{dialect.name}-{form.word}-{form.struct.__name__}" for dialect, form in cases]


def check(form: Form, dialect: Dialect, ways: Iterable[tuple[Any, Any]]) -> None:
    """Say random structs with each encoder and read the lines with its decoder."""

    @LIGHT
    @given(said_by(form, dialect))
    def is_read_back(struct: msgspec.Struct) -> None:
        for encoder, decoder in ways:
            line = encoder.encode(struct)
            assert line.endswith(b"\r\n")
            assert decoder.decode(line[:-2]) == struct, line

    is_read_back()


@pytest.mark.parametrize(("dialect", "form"), MESSAGES, ids=names(MESSAGES))
def test_every_message_form_is_read_back(dialect: Dialect, form: Form) -> None:
    alone = msgspec.structs.replace(dialect, messages=(form,))
    check(form, dialect, [(MessageEncoder(alone, p), message_decoder(dialect, p)) for p in form.ports])


@pytest.mark.parametrize(("dialect", "form"), COMMANDS, ids=names(COMMANDS))
def test_every_command_form_is_read_back(dialect: Dialect, form: Form) -> None:
    alone = msgspec.structs.replace(dialect, commands=(form,))
    check(form, dialect, [(CommandEncoder(alone, p), command_decoder(dialect, p)) for p in form.ports])


@pytest.mark.parametrize(("dialect", "form"), MESSAGES, ids=names(MESSAGES))
def test_every_message_is_read_back_whatever_form_the_server_chooses(
    dialect: Dialect, form: Form
) -> None:
    ways = [(message_encoder(dialect, port), message_decoder(dialect, port)) for port in form.ports]
    check(form, dialect, ways)


@pytest.mark.parametrize(("dialect", "form"), COMMANDS, ids=names(COMMANDS))
def test_every_command_is_read_back_whatever_form_the_client_chooses(
    dialect: Dialect, form: Form
) -> None:
    ways = [(command_encoder(dialect, port), command_decoder(dialect, port)) for port in form.ports]
    check(form, dialect, ways)


def test_no_form_of_either_dialect_is_left_out() -> None:
    covered = [form for _, form in MESSAGES + COMMANDS if form.ports]
    assert len(covered) == sum(len(dialect.messages) + len(dialect.commands) for dialect in BOTH)
    assert all(dialect.messages and dialect.commands for dialect in BOTH)
