"""Whatever a game tells in whatever order: small talk goes on, and stays short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.characters import Traits
from agentfw.decisions import NOTHING
from agentfw.smalltalk import SmallTalk
from agentfw.talk import character_talk
from tests.perception.test_any_order import THOROUGH, any_order_on_two_maps, played
from tests.smalltalk.scenes import ALL

if TYPE_CHECKING:
    from tests.perception.test_any_order import Steps


@THOROUGH
@any_order_on_two_maps
def test_small_talk_survives_everything(steps: Steps) -> None:
    talk, character = character_talk("turnip")
    traits = Traits(characters_per_minute=4000, tendencies=ALL)
    mouth = SmallTalk(traits, talk, name="Turnip", character=character)
    for view, _ in played(steps):
        spoken = mouth.step(view, NOTHING)
        assert not (spoken.lines and view.has_teams)
        assert all(0 < len(line.text) <= 240 for line in spoken.lines)
        assert len(mouth.goodbye(view)) <= 1
