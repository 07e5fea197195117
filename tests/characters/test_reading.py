"""Character files: found, read, refused with everything that is wrong, and those that ship."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
import yaml
from jsonschema import Draft202012Validator

from agentfw.body.weapons import KINDS
from agentfw.brains import PlanFiles
from agentfw.characters import (
    TENDENCIES,
    CharacterShape,
    find_character,
    is_character_file,
    load_character,
    read_character,
    shipped_characters,
)
from agentfw.characters.reading import DEFAULT
from agentfw.characters.shapes import AccuracyKeys, AimSkillKeys, TraitKeys
from agentfw.documents import schema_of
from agentfw.errors import CharacterError, UsageError
from agentfw.weights import load_weights

SHIPPED = sorted(shipped_characters())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of a test are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def problems(text: str) -> list[str]:
    with pytest.raises(CharacterError) as caught:
        read_character(text, "x.yaml")
    return list(caught.value.problems)


class TestMistakes:
    def test_all_are_told_at_once_with_their_places(self) -> None:
        text = (
            "about: x\n"
            "traits: {agression: 0.5, camper: 2, tendencies: {kil: 1}, gender: femal}\n"
            "skill: {2: {}, 1: {aim_accuracy: {rockt: 0.5}}}\n"
        )
        assert problems(text) == [
            'x.yaml:2:10: traits: unknown key "agression", did you mean "aggression"?',
            'x.yaml:2:34: traits.camper: expected a number from 0 to 1, found "2"',
            'x.yaml:2:50: traits.tendencies: unknown key "kil", did you mean "kill"?',
            'x.yaml:2:67: traits.gender: "femal" is not one of female, it, male, did you mean "female"?',
            'x.yaml:3:9: skill: unknown key "2" (known: 1, 4, 5)',
            'x.yaml:3:35: skill.1.aim_accuracy: unknown key "rockt", did you mean "rocket"?',
        ]

    def test_who_it_is_has_to_be_told(self) -> None:
        assert problems("traits: {}") == ['x.yaml:1:1: the character: key "about" is missing']

    @pytest.mark.parametrize(
        ("trait", "value", "expected"),
        [
            ("view_factor", "0", "a number from 0.01 to 1"),
            ("view_max_change", "361", "a number from 1 to 360"),
            ("reaction_s", "5.1", "a number from 0 to 5"),
            ("characters_per_minute", "0", "a whole number from 1 to 4000"),
            ("characters_per_minute", "1.5", "a whole number from 1 to 4000"),
            ("aggression", "high", "a number from 0 to 1"),
        ],
    )
    def test_every_trait_has_a_range(self, trait: str, value: str, expected: str) -> None:
        (told,) = problems(f"about: x\ntraits: {{{trait}: {value}}}")
        assert told.endswith(f'traits.{trait}: expected {expected}, found "{value}"')


class TestFinding:
    def test_one_that_ships_is_found_by_name_with_or_without_its_ending(self) -> None:
        assert find_character("heron") == find_character("heron.yaml") == shipped_characters()["heron"]

    def test_a_name_that_is_nearly_right_is_told(self) -> None:
        with pytest.raises(
            UsageError, match=r'^there is no character "herron", did you mean "heron"\?$'
        ):
            find_character("herron")

    @pytest.mark.parametrize(
        ("name", "meant"),
        [
            ("rok.yaml", "rook.yaml"),
            ("rok", "rook.yaml"),
            ("rook", "rook.yaml"),
            ("us/pwan.yaml", "us/pawn.yml"),
            ("heronn.yaml", "heron"),
        ],
    )
    def test_a_file_of_ones_own_whose_name_is_nearly_right_is_told(
        self, folder: Path, name: str, meant: str
    ) -> None:
        (folder / "us").mkdir()
        for file in ("rook.yaml", "us/pawn.yml"):
            (folder / file).write_text("about: Mine.\n")
        with pytest.raises(UsageError) as caught:
            find_character(name)
        assert str(caught.value) == f'there is no character "{name}", did you mean "{meant}"?'

    def test_a_file_that_is_no_character_is_not_meant(self, folder: Path) -> None:
        (folder / "rook.yaml").write_text("teams: {}\n")
        with pytest.raises(UsageError, match=r'^there is no character "rok.yaml"$'):
            find_character("rok.yaml")

    def test_a_file_of_ones_own_is_found_by_its_path(self, folder: Path) -> None:
        (folder / "mine.yaml").write_text("about: Mine.\ntraits: {aggression: 0.9}\n")
        mine = load_character("mine.yaml").at(4)
        assert (mine.character, mine.aggression) == ("mine", 0.9)
        assert mine.reaction_s == load_character(DEFAULT).at(4).reaction_s

    def test_files_beside_a_character_are_seen_from_where_one_is(self, folder: Path) -> None:
        (folder / "us").mkdir()
        (folder / "us" / "mine.weights").write_text('weight "take flak"\n{\n    return 1;\n}\n')
        text = "about: Mine.\ntraits: {weapon_weights: mine.weights, item_weights: blasts.weights}\n"
        (folder / "us" / "mine.yaml").write_text(text)
        mine = load_character("us/mine.yaml").at(4)
        assert (mine.weapon_weights, mine.item_weights) == ("us/mine.weights", "blasts.weights")

    def test_a_file_that_is_gone_is_told(self) -> None:
        with pytest.raises(UsageError, match=r'^there is no character "no/such.yaml"'):
            load_character("no/such.yaml")

    @pytest.mark.parametrize(
        ("text", "is_one"),
        [
            ("about: x", True),
            ("traits: {}", True),
            ("teams: {red: {}}\nskill: 3", False),
            ("entrants: {}", False),
            ("[]", False),
            ("{", False),
        ],
    )
    def test_characters_are_told_from_teams_by_their_keys(
        self, folder: Path, text: str, *, is_one: bool
    ) -> None:
        (folder / "x.yaml").write_text(text)
        assert is_character_file(Path("x.yaml")) is is_one

    def test_what_is_not_there_is_none(self) -> None:
        assert not is_character_file(Path("no/such.yaml"))


class TestThoseThatShip:
    def test_there_are_a_dozen_and_the_default(self) -> None:
        assert len(SHIPPED) >= 13
        assert DEFAULT in SHIPPED

    def test_the_default_tells_every_trait_at_every_skill(self) -> None:
        default = load_character(DEFAULT)
        kinds = {"aim_accuracy": ("general",), "aim_skill": ("general",), "tendencies": TENDENCIES}
        for skill in (1.0, 4.0, 5.0):
            told = default._block(skill)
            for trait in TraitKeys.__struct_fields__:
                parts = [f"{trait}.{part}" for part in kinds[trait]] if trait in kinds else [trait]
                assert set(parts) <= told.keys()

    def test_no_two_are_alike(self) -> None:
        told = {name: msgspec.structs.asdict(load_character(name).at(4)) for name in SHIPPED}
        for one in SHIPPED:
            for other in SHIPPED:
                apart = [key for key in told[one] if told[one][key] != told[other][key]]
                assert one == other or len(apart) >= 8, (one, other)

    @pytest.mark.parametrize("name", SHIPPED)
    def test_each_can_be_played_at_every_skill(self, name: str) -> None:
        character = load_character(name)
        for tenth in range(10, 51):
            traits = character.at(tenth / 10)
            assert traits.human().is_lifelike
            assert traits.name

    @pytest.mark.parametrize("name", SHIPPED)
    def test_each_has_weights_that_are_there(self, name: str) -> None:
        traits, files = load_character(name).at(4), PlanFiles()
        for file in (traits.weapon_weights, traits.item_weights):
            assert load_weights(files.read_weights(file), files.read_weights).relations

    @pytest.mark.parametrize("name", SHIPPED)
    def test_each_grows_better_with_skill(self, name: str) -> None:
        traits = [load_character(name).at(skill) for skill in (1, 2, 3, 4, 5)]
        reactions = [one.reaction_s for one in traits]
        assert reactions == sorted(reactions, reverse=True)
        for trait in ("attack_skill", "alertness", "aim_accuracy", "view_max_change"):
            values = [one.value(trait) for one in traits]
            assert values == sorted(values, key=float)

    def test_each_says_in_a_line_who_it_is(self) -> None:
        about = [load_character(name).about for name in SHIPPED]
        assert len(set(about)) == len(about)
        assert all("\n" not in one and len(one) <= 100 for one in about)


class TestTheShape:
    def test_every_kind_of_weapon_can_be_told(self) -> None:
        assert set(AccuracyKeys.__struct_fields__) == {"general", *KINDS}
        assert set(AimSkillKeys.__struct_fields__) < {"general", *KINDS}

    def test_there_are_twelve_tendencies(self) -> None:
        assert len(TENDENCIES) == 12

    @pytest.mark.parametrize("name", SHIPPED)
    def test_editors_accept_those_that_ship(self, name: str) -> None:
        schema = json.loads(msgspec.json.encode(schema_of(CharacterShape, "character")))
        told = json.loads(json.dumps(yaml.safe_load(shipped_characters()[name].read_text())))
        assert [error.message for error in Draft202012Validator(schema).iter_errors(told)] == []

    @pytest.mark.parametrize("keys", [TraitKeys, AccuracyKeys, AimSkillKeys, CharacterShape])
    def test_every_key_says_what_it_means(self, keys: type[msgspec.Struct]) -> None:
        schema = msgspec.json.schema(keys)["$defs"][keys.__name__]["properties"]
        assert all(told.get("description") or told.get("$ref") for told in schema.values())
