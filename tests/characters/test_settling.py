"""What a character comes to at a skill: mixed numbers, lower texts, and the default behind it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.characters import NEUTRAL, Character, Traits, read_character, settled_traits
from agentfw.errors import UsageError

DEFAULT = read_character(
    """
about: Stands in.
traits: {name: Def, gender: it, camper: 0.2, weapon_weights: d.weights}
skill:
  1: {reaction_s: 0.9, characters_per_minute: 100, aim_accuracy: {general: 0.1, sniper: 0.05}}
  4: {reaction_s: 0.3, characters_per_minute: 400, aim_accuracy: {general: 0.7, sniper: 0.9}}
  5: {reaction_s: 0.1, characters_per_minute: 500, aim_accuracy: {general: 0.9, sniper: 1.0}}
""",
    "default.yaml",
)


def character(text: str) -> Character:
    return read_character(f"about: Somebody.\n{text}", "some/body.yaml", default=DEFAULT)


SHARP = character(
    """
traits: {name: Sharp, aggression: 0.8, aim_accuracy: {general: 0.5}}
skill:
  1: {alertness: 0.1, gender: female, characters_per_minute: 200, jumper: 0.4}
  4: {alertness: 0.7, gender: male, characters_per_minute: 300, aim_accuracy: {rocket: 0.8}}
  5: {alertness: 1.0}
"""
)


class TestMixing:
    @pytest.mark.parametrize(
        ("skill", "alertness"),
        [(1, 0.1), (2, 0.3), (2.5, 0.4), (3, 0.5), (4, 0.7), (4.5, 0.85), (5, 1.0)],
    )
    def test_numbers_between_two_blocks_lie_on_a_line(self, skill: float, alertness: float) -> None:
        assert SHARP.at(skill).alertness == pytest.approx(alertness)

    @pytest.mark.parametrize(("skill", "gender"), [(1, "female"), (3.99, "female"), (4, "male")])
    def test_texts_are_those_of_the_lower_block(self, skill: float, gender: str) -> None:
        assert SHARP.at(skill).gender == gender

    @pytest.mark.parametrize(
        ("skill", "typed"), [(1, 200), (3.99, 200), (4, 300), (4.99, 300), (5, 500)]
    )
    def test_whole_numbers_are_those_of_the_lower_block(self, skill: float, typed: int) -> None:
        assert SHARP.at(skill).characters_per_minute == typed

    @pytest.mark.parametrize("skill", [0.99, 5.01, -1, 100])
    def test_there_is_no_other_skill(self, skill: float) -> None:
        with pytest.raises(UsageError, match=rf"^skill {skill:g} is not from 1 to 5$"):
            SHARP.at(skill)

    @given(st.floats(1, 5), st.floats(1, 5))
    def test_who_grows_with_skill_does_so_all_the_way(self, one: float, other: float) -> None:
        low, high = sorted((one, other))
        assert SHARP.at(low).alertness <= SHARP.at(high).alertness

    def test_a_character_is_named_after_its_file_and_skill(self) -> None:
        assert (SHARP.at(2).character, SHARP.at(2).skill) == ("body", 2)


class TestTheDefault:
    def test_what_is_not_told_comes_from_the_default_at_the_same_skill(self) -> None:
        assert [SHARP.at(skill).reaction_s for skill in (1, 2.5, 5)] == pytest.approx([0.9, 0.6, 0.1])
        assert (SHARP.at(3).camper, SHARP.at(3).weapon_weights) == (0.2, "d.weights")

    def test_what_holds_at_every_skill_counts_more_than_a_block_of_the_default(self) -> None:
        assert character("traits: {reaction_s: 2.0}").at(4).reaction_s == 2.0

    def test_a_block_counts_more_than_what_holds_at_every_skill(self) -> None:
        told = character("traits: {camper: 0.9}\nskill: {4: {camper: 0.1}}")
        assert [told.at(skill).camper for skill in (1, 4, 5)] == [0.9, 0.1, 0.9]

    def test_a_trait_of_one_block_meets_the_default_of_the_next(self) -> None:
        assert SHARP.at(1).jumper == 0.4
        assert SHARP.at(2.5).jumper == 0.4  # nobody told it for skill 4: it stays
        assert SHARP.at(4).jumper == NEUTRAL.jumper

    def test_nobody_at_all_is_the_default(self) -> None:
        nobody = character("")
        assert msgspec.structs.replace(nobody.at(3), character="default") == _plain(DEFAULT.at(3))

    def test_what_the_default_does_not_tell_either_is_neutral(self) -> None:
        assert SHARP.at(3).vengefulness == NEUTRAL.vengefulness


def _plain(traits: Traits) -> Traits:
    """Without what only the default itself is good at."""
    general = {"general": traits.aim_accuracy["general"]}
    return msgspec.structs.replace(traits, aim_accuracy=general)


class TestWeapons:
    def test_a_weapon_that_is_not_told_is_aimed_like_all_others(self) -> None:
        assert SHARP.at(4).value("aim_accuracy.sniper") == 0.5

    def test_a_weapon_told_in_one_block_is_general_in_the_next(self) -> None:
        assert SHARP.at(1).value("aim_accuracy.rocket") == 0.5
        assert SHARP.at(2.5).value("aim_accuracy.rocket") == pytest.approx(0.65)
        assert SHARP.at(4).value("aim_accuracy.rocket") == 0.8

    def test_what_the_default_is_good_at_is_its_own_affair(self) -> None:
        assert DEFAULT.at(4).value("aim_accuracy.sniper") == 0.9
        assert character("").at(4).value("aim_accuracy.sniper") == 0.7


class TestTraits:
    def test_the_body_gets_what_is_about_the_body(self) -> None:
        told: dict[str, Any] = {
            "reaction_s": 0.3,
            "view_factor": 0.4,
            "alertness": 0.6,
            "attack_skill": 0.7,
            "jumper": 0.1,
            "croucher": 0.2,
            "walker": 0.3,
            "weapon_jumper": 0.8,
            "fire_throttle": 0.9,
        }
        aims = {"general": 0.5, "rocket": 0.8}
        human = Traits(**told, view_max_change=200.0, aim_accuracy=aims, aim_skill=aims).human()
        assert {name: getattr(human, name) for name in told} == told
        assert (human.turn_rate, human.accuracy, human.aim_skill) == (200.0, 0.5, 0.5)
        assert (human.accuracy_of("rocket"), human.accuracy_of("flak")) == (0.8, 0.5)
        assert (human.aim_skill_of("rocket"), human.aim_skill_of("flak")) == (0.8, 0.5)
        assert human.is_limited
        assert human.is_lifelike

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("aggression", 0.8),
            ("self-preservation", 0.5),
            ("name", "Sharp"),
            ("skill", 4.0),
            ("characters_per_minute", 300.0),
            ("aim_accuracy", 0.5),
            ("aim_accuracy.rocket", 0.8),
            ("aim_accuracy.flak", 0.5),
            ("tendencies.kill", 0.0),
        ],
    )
    def test_every_trait_has_a_name(self, name: str, value: object) -> None:
        assert SHARP.at(4).value(name) == value

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("agression", 'there is no trait "agression", did you mean "aggression"?'),
            ("tendencies.kil", 'there is no trait "tendencies.kil", did you mean "kill"?'),
            ("aggression.rocket", 'there is no trait "aggression.rocket": aggression has no parts'),
        ],
    )
    def test_other_names_are_refused(self, name: str, told: str) -> None:
        with pytest.raises(UsageError) as caught:
            SHARP.at(4).value(name)
        assert str(caught.value) == told

    @pytest.mark.parametrize("traits", [NEUTRAL, SHARP.at(1), SHARP.at(4.37)])
    def test_traits_survive_being_written_down(self, traits: Traits) -> None:
        assert settled_traits(str(traits)) == traits

    @pytest.mark.parametrize(
        "text", ["", "[]", '{"aggression": 2}', '{"agression": 0.5}', '{"skill": "x"}']
    )
    def test_what_are_no_traits_is_refused(self, text: str) -> None:
        with pytest.raises(UsageError, match="these are no traits"):
            settled_traits(text)
