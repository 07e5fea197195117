"""Teams that talk by the chat of their game, as team files say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.team.files import lineup, mistakes

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.team import TeamPlan

CTF = "server: {map: ctf-twins, mode: ctf}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def red(keys: str) -> TeamPlan:
    return lineup(f"{CTF}teams: {{red: {{brain: hunter, {keys}}}}}").teams[0]


def test_bots_are_tied_directly_unless_told() -> None:
    assert red("bots: 2").transport == "direct"


def test_bots_that_talk_share_what_they_see_with_a_leader_or_without() -> None:
    assert (red("transport: chat").transport, red("transport: chat").shares) == ("chat", True)
    led = red("transport: chat, coordinator: ctf-leader.htn")
    assert led.shares
    assert led.coordinator is not None


def test_bots_can_talk_and_keep_what_they_see_to_themselves() -> None:
    assert not red("transport: chat, share: false").shares


def test_team_without_bots_has_nobody_to_elect() -> None:
    (told,) = mistakes(
        f"{CTF}teams: {{red: {{brain: hunter, bots: 0, transport: chat, coordinator: ctf-leader.htn}}}}"
    )
    assert "by chat, no bots come to a team without any" in told


def test_where_everybody_plays_for_himself_there_is_no_chat() -> None:
    (told,) = mistakes("server: {mode: dm}\nteams: {red: {brain: hunter, transport: chat}}")
    assert "no team has a chat" in told


def test_other_transports_are_mistakes() -> None:
    (told,) = mistakes(f"{CTF}teams: {{red: {{brain: hunter, transport: pigeons}}}}")
    assert "transport" in told
