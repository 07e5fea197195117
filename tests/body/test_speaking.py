"""What is said fits a line of chat."""

from __future__ import annotations

import pytest

from agentfw.body.speaking import said
from agentfw.decisions import Speak
from agentfw.vocabulary import EntityId, Say


@pytest.mark.parametrize("team_only", [True, False])
def test_words_are_for_the_team_or_for_everybody(*, team_only: bool) -> None:
    spoken = said(Speak(text="hello", team_only=team_only), 1)
    assert spoken == Say("hello", public=not team_only, team=1 if team_only else None)


def test_words_can_be_for_one_alone() -> None:
    assert said(Speak(text="hello", to=EntityId("Ada")), 1).to == "Ada"


@pytest.mark.parametrize(("text", "length"), [("x" * 240, 240), ("x" * 644, 240), ("", 0)])
def test_a_speech_is_cut_to_a_line(text: str, length: int) -> None:
    assert len(said(Speak(text=text), None).text) == length
