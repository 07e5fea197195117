"""What ships."""

from __future__ import annotations

import re

import pytest

from agentfw.characters import load_character, shipped_characters
from agentfw.errors import PlanError, UsageError
from agentfw.language import PlanText, Problems
from agentfw.talk import (
    KINDS,
    Meaning,
    character_talk,
    check_talk,
    shipped_files,
    shipped_talk,
    understand,
)
from agentfw.talk.files import _shipped
from agentfw.talk.kinds import FLAGS, HELPERS, MEANT
from agentfw.talk.rehearsing import PARTS_OF_PHRASES
from agentfw.talk.talk import PHRASES


@pytest.mark.parametrize("name", sorted(shipped_files()))
def test_shipped_files_have_no_mistakes_and_no_oddities(name: str) -> None:
    problems = Problems()
    check_talk(_shipped(name, ""), _shipped, problems)
    assert [str(one) for one in problems] == []


@pytest.mark.parametrize("name", sorted(shipped_characters()))
def test_every_shipped_character_has_lines_of_its_own(name: str) -> None:
    chat = load_character(name).at(4.0).chat
    talk, character = character_talk(chat)
    assert character == chat
    assert talk.lines(character, "enter_game")


def test_every_kind_is_understood_and_said() -> None:
    talk = shipped_talk()
    assert {one.id for one in talk.templates_of(*MEANT)} == {"idle", *KINDS}
    assert all(talk.templates_of(name) for name in HELPERS)
    said = {kind for kind in KINDS if talk.lines(PHRASES, kind) or _flagged(kind)}
    assert said == set(KINDS)
    assert all(talk.lines(PHRASES, part) for part in PARTS_OF_PHRASES)


def _flagged(kind: str) -> list[str]:
    flags = [*FLAGS, *(f"{a} {b}" for a in ("ours", "theirs") for b in ("home", "taken", "dropped"))]
    return [flag for flag in flags if shipped_talk().lines(PHRASES, f"{kind} {flag}")]


def test_there_are_no_rude_words() -> None:
    text = " ".join(path.read_text(encoding="utf-8") for path in shipped_files().values())
    assert not re.search(r"\b(fuck|shit|bitch|damn)", text, re.IGNORECASE)


def test_own_files_count_beside_what_ships() -> None:
    own = PlanText(
        'orders { "to me my minions" = (help, myself); } chat "boss" { type "kill" { "ha"; } }'
    )
    talk, character = character_talk("boss.talk", lambda _name, _beside: own)
    assert character == "boss"
    assert understand(talk, "to me, my minions!", sender="Boss") == Meaning("help", (), {"who": "Boss"})
    assert understand(talk, "defend the base") == Meaning("defend", (), {"place": "our base"})
    assert (talk + talk).items == talk.items


def test_characters_that_are_not_there_are_told_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r'no chat lines of "anvill", did you mean "anvil"\?'):
        character_talk("anvill")
    with pytest.raises(UsageError, match="there are no chat lines"):
        character_talk("x.talk", lambda _name, _beside: PlanText('a = { "x"; }'))
    with pytest.raises(PlanError):
        character_talk("x.talk", lambda _name, _beside: PlanText("a"))
    assert character_talk("") == (shipped_talk(), "default")
