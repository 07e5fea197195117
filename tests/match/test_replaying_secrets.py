"""What a recording must not tell, and what a replay needs all the same: passwords and dialects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.errors import WrongPassword
from agentfw.match import replay
from agentfw.recording import Sent
from agentfw.resources import resource_dir
from agentfw.testing import Script
from tests.bot.stage import modern
from tests.match.recorded import looks, records_of, scripted, solo
from tests.support.conversations import SESAME

if TYPE_CHECKING:
    from pathlib import Path


def protected(script: Script | None = None) -> Script:
    asks = Script().reply("HELLO_BOT").expect("READY").reply("PASSWORD {BlockedByIP 10.0.0.1}")
    if script is not None:
        asks.expect("PASSWORD").reply("PASSWDOK")
        asks.steps += script.steps[2:]
    return asks


def test_password_is_in_no_record_and_no_byte_of_the_file(file: Path) -> None:
    scripted(file, looks(protected(modern())).reply("FIN").close(), password=SESAME)
    assert all(
        SESAME.encode() not in record.data for record in records_of(file) if isinstance(record, Sent)
    )
    assert SESAME.encode() not in file.read_bytes()
    assert SESAME not in repr(records_of(file))


def test_match_behind_a_password_replays_exactly(file: Path) -> None:
    scripted(file, looks(protected(modern())).reply("FIN").close(), password=SESAME)
    assert replay(file).is_exact


@pytest.mark.parametrize("password", ["b", "{pass}", ""], ids=["short", "braces", "empty"])
def test_match_behind_an_odd_password_replays_exactly(file: Path, password: str) -> None:
    scripted(file, looks(protected(modern())).reply("FIN").close(), password=password)
    assert replay(file).is_exact


def test_bot_that_had_no_password_replays_exactly(file: Path) -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        scripted(file, protected())
    assert caught.group_contains(WrongPassword)
    assert replay(file).is_exact


def test_refused_password_replays_exactly(file: Path) -> None:
    script = protected().expect("PASSWORD").reply("PASSWDWRONG").close()
    with pytest.raises(BaseExceptionGroup) as caught:
        scripted(file, script, password=SESAME)
    assert caught.group_contains(WrongPassword)
    assert replay(file).is_exact


# Dialects that came from a file


def test_match_in_a_dialect_from_a_file_can_be_replayed(file: Path) -> None:
    own = file.with_name("own.yaml")
    text = (resource_dir("protocols") / "gamebots-2004.yaml").read_text(encoding="utf-8")
    own.write_text(text.replace("dialect: gamebots-2004", "dialect: my-own", 1), encoding="utf-8")
    solo(file, arena={"dialect": str(own)})
    assert replay(file).is_exact
