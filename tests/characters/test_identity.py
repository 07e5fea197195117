"""Who a character is: by its gender it answers, and by its name it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from agentfw.characters import load_character
from agentfw.smalltalk import SmallTalk
from agentfw.talk import character_talk
from agentfw.vocabulary import ChatChannel, ChatHeard
from tests.smalltalk.scenes import ALL, CPM, XAN, Scene
from tests.support.command_line import called
from tests.talk.trees import talk_in

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.characters import Traits
    from agentfw.characters.shapes import Gender
    from agentfw.talk import Talk

SOMEBODY = replace(
    load_character("default").at(4),
    characters_per_minute=CPM,
    tendencies={**dict.fromkeys(ALL, 0.0), "reply": 1.0},
)
SHY = ("blushing", "say that again")
SWEET = ("how sweet", "is it me")
AWKWARD = ("fond of you", "awkward")


def answers(traits: Traits, text: str, talk: Talk, character: str) -> set[str]:
    """What somebody says in reply to a text, over many matches."""
    found = set()
    for seed in range(20):
        scene = Scene({})
        scene.mouth = SmallTalk(traits, talk, name=traits.name, character=character, seed=seed)
        scene.now = 100.0
        scene.lasts(0.5, XAN)
        scene.lasts(30.0)
        scene.happens(ChatHeard(ChatChannel.PUBLIC, text, XAN.id))
        found |= {said for _, said in scene.lasts(15.0)}
    return found


@pytest.mark.parametrize(("gender", "words"), [("male", SHY), ("female", SWEET), ("it", AWKWARD)])
def test_characters_answer_by_their_gender(gender: Gender, words: tuple[str, ...]) -> None:
    talk, character = character_talk(SOMEBODY.chat)
    said = answers(replace(SOMEBODY, gender=gender), "I love you", talk, character)
    assert all(any(word in text for word in words) for text in said)
    assert all(any(word in text for text in said) for word in words)


@pytest.mark.parametrize(("name", "said"), [("Rook", {"here"}), ("Mote", set())])
def test_characters_answer_to_their_name(name: str, said: set[str]) -> None:
    talk = talk_in('chat "me" { type "kill" { "ha"; } }\n[name] = 5 { "here"; }')
    assert answers(replace(SOMEBODY, name=name), "where is rook", talk, "me") == said


@pytest.mark.parametrize("name", ["Rook", "Mote"])
def test_characters_play_under_their_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    file = tmp_path / "somebody.yaml"
    file.write_text(f"about: Somebody.\ntraits: {{name: {name}}}\n", encoding="utf-8")
    play = ("run", "deathmatch.htn", "--character", file, "--fast", "--arena", "dm-closet")
    told = called(capsys, *play, "--time-limit", "0.1").out
    assert told.startswith(f"bot        {name} (deathmatch.htn)")
    other = called(capsys, *play, "--time-limit", "0.1", "--name", "Ann").out
    assert other.startswith("bot        Ann (deathmatch.htn)")
