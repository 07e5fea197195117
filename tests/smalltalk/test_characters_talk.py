"""Every character that ships comes to say its lines, if it is in the mood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from agentfw.characters import load_character, shipped_characters
from agentfw.smalltalk import SmallTalk
from agentfw.talk import OCCASIONS, character_talk
from agentfw.vocabulary import ClassName, DamageDealt, DamageTaken, Died, PlayerDied
from tests.smalltalk.repertoire import can_say, own_types
from tests.smalltalk.scenes import ALL, XAN, Scene
from tests.support.seeing import ME

if TYPE_CHECKING:
    from agentfw.vocabulary import Percept

EVERYBODY = sorted(shipped_characters())
HAPPENS: dict[str, Percept] = {
    "hit_no_death": DamageTaken(5, instigator=XAN.id),
    "hit_no_kill": DamageDealt(XAN.id, 5),
    "death": Died(XAN.id),
    "death_suicide": Died(ME),
    "death_melee": Died(XAN.id, ClassName("impact")),
    "death_drown": Died(None, ClassName("Drowned")),
    "death_lava": Died(None, ClassName("Burned")),
    "death_slime": Died(None, ClassName("Slime")),
    "death_fall": Died(None, ClassName("Fell")),
    "death_telefrag": Died(XAN.id, ClassName("gibbed")),
    "death_crush": Died(None, ClassName("Crushed")),
    "kill": PlayerDied(XAN.id, killer=ME),
    "kill_melee": PlayerDied(XAN.id, killer=ME, damage_class=ClassName("impact")),
    "kill_sniper": PlayerDied(XAN.id, killer=ME, damage_class=ClassName("Decapitated")),
    "kill_telefrag": PlayerDied(XAN.id, killer=ME, damage_class=ClassName("gibbed")),
    "enemy_suicide": PlayerDied(XAN.id, killer=XAN.id),
}
"""What brings some of the occasions about; the others come by themselves."""


def acted(name: str, *, seed: int, insult: float) -> Scene:
    """A character as it ships, but for the mood it is in."""
    traits = load_character(name).at(4)
    mood = {**ALL, "insult": insult, "misc": insult, "random": 0.0, "enter_exit": 0.0, "start_end": 0.0}
    traits = replace(traits, tendencies=mood, characters_per_minute=4000)
    talk, character = character_talk(traits.chat)
    scene = Scene({})
    scene.mouth = SmallTalk(traits, talk, name=traits.name, character=character, seed=seed)
    scene.now = 100.0
    scene.lasts(0.5, XAN)
    scene.lasts(1.0)
    return scene


@pytest.mark.parametrize("name", EVERYBODY)
def test_a32_its_own_lines_come_out_on_their_occasions(name: str) -> None:
    for occasion, percept in HAPPENS.items():
        if own_types(name, occasion):
            said = []
            for insult in (0.0, 1.0):
                scene = acted(name, seed=1, insult=insult)
                scene.happens(percept)
                said += [text for _, text in scene.lasts(10.0)]
            assert len(said) == 2
            assert any(can_say(name).fullmatch(text) for text in said), f"{occasion}: {said}"


@pytest.mark.parametrize("name", EVERYBODY)
def test_what_it_does_not_care_for_it_never_says(name: str) -> None:
    traits = load_character(name).at(4)
    for occasion, percept in HAPPENS.items():
        scene = acted(name, seed=1, insult=0.5)
        tendency = OCCASIONS[occasion].tendency
        talk, character = character_talk(traits.chat)
        mute = replace(traits, tendencies={**ALL, "random": 0.0, tendency: 0.0})
        scene.mouth = SmallTalk(mute, talk, name=traits.name, character=character)
        scene.lasts(30.0, XAN)
        scene.happens(percept)
        assert scene.said(10.0) == []
