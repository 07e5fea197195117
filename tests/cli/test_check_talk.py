"""``agentfw check FILE.talk``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_is_in_a_talk_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = called(capsys, "check", "plans/talk/english.talk", "replies.talk")
    first, second = told.out.splitlines()
    assert told.code == 0
    assert first.startswith("plans/talk/english.talk: ")
    assert first.endswith("13 characters; no mistakes, no warnings")
    assert second.endswith("10 sets of random texts; no mistakes, no warnings")


def test_all_mistakes_and_oddities_of_a_talk_file_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "my.talk"
    file.write_text('#include "random.talk"\n["allowed"] = 7 { gun; }\n["not allowed"] = 5 { gnu; }\n')
    told = called(capsys, "check", str(file))
    assert told.code == 2
    assert 'my.talk:3:23: this reply tells no "gnu"' in told.err
    assert "my.talk:3:1: warning: this reply is never given" in told.out
    assert told.out.endswith("cannot be used; 1 mistake, 1 warning\n")


def test_the_lines_of_a_character_are_checked_with_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "me.yaml"
    file.write_text("about: Me.\ntraits: {name: Me, chat: anvill}\n")
    told = called(capsys, "check", str(file))
    assert told.code == 2
    assert 'there are no chat lines of "anvill", did you mean "anvil"?' in told.err
