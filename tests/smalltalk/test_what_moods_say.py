"""How rude a character is, and whether its idle talk is about the game, is up to its tendencies."""

from __future__ import annotations

import pytest

from agentfw.characters import Traits
from agentfw.smalltalk import SmallTalk
from agentfw.vocabulary import PlayerDied
from tests.smalltalk.scenes import ALL, XAN, Scene
from tests.support.seeing import ME
from tests.talk.trees import talk_in

TALK = """
chat "me" {
    type "kill_insult" { "rude"; }
    type "kill_praise" { "kind"; }
    type "random" { "idle"; }
    type "random_insult" { "of the game"; }
    type "random_praise" { "of the game"; }
}
"""


def meeting(**mood: float) -> Scene:
    """Somebody in some mood, who has met somebody else."""
    traits = Traits(chat="me", characters_per_minute=4000, tendencies={**ALL, **mood})
    scene = Scene({})
    scene.mouth = SmallTalk(traits, talk_in(TALK), name="Ada", character="me", seed=1)
    scene.now = 100.0
    scene.lasts(0.5, XAN)
    scene.lasts(1.0)
    return scene


@pytest.mark.parametrize(("insult", "said"), [(1.0, "rude"), (0.0, "kind")])
def test_the_dead_are_insulted_or_praised(insult: float, said: str) -> None:
    scene = meeting(insult=insult, random=0.0)
    scene.happens(PlayerDied(XAN.id, killer=ME))
    assert scene.said(10.0) == [said]


@pytest.mark.parametrize(("misc", "said"), [(1.0, "idle"), (0.0, "of the game")])
def test_idle_talk_is_about_anything_or_about_the_game(misc: float, said: str) -> None:
    assert meeting(misc=misc).said(120.0)[0] == said
