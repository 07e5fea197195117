"""What characters name, tried: their weights and their chat lines, and what they are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentfw.brains import PlanFiles
from agentfw.characters import load_character, read_character, shipped_characters
from agentfw.errors import CharacterError

NO_WEIGHTS = 'there is no file with weights "no.weights", did you mean "hoard.weights"?'
ENDINGS = "their names end in .c, .h, .weights"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of a test are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def problems(text: str) -> list[str]:
    Path("x.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(CharacterError) as caught:
        load_character("x.yaml", PlanFiles())
    return list(caught.value.problems)


class TestFiles:
    def test_those_that_are_not_there_are_told_with_all_else_that_is_wrong(self) -> None:
        text = (
            "about: x\n"
            "traits: {item_weights: no.weights, camper: 2, chat: anvill}\n"
            "skill: {4: {weapon_weights: x.yaml}}\n"
        )
        assert problems(text) == [
            f"x.yaml:2:24: traits.item_weights: {NO_WEIGHTS}",
            'x.yaml:2:44: traits.camper: expected a number from 0 to 1, found "2"',
            'x.yaml:2:53: traits.chat: there are no chat lines of "anvill", did you mean "anvil"?',
            f'x.yaml:3:29: skill.4.weapon_weights: "x.yaml" is no file with weights: {ENDINGS}',
        ]

    def test_mistakes_in_them_are_told_once_with_their_places(self) -> None:
        Path("bad.weights").write_text('weight "take flak" { return x; }\n', encoding="utf-8")
        Path("bad.talk").write_text('chat "x" {\n', encoding="utf-8")
        named = "{item_weights: bad.weights, weapon_weights: bad.weights, chat: bad.talk}"
        told = problems(f"about: x\ntraits: {named}\nskill: {{2: {{}}}}\n")
        assert [one.split(": ", 1)[0] for one in told] == [
            "x.yaml:3:9",
            "bad.talk:1:10",
            "bad.weights:1:29",
        ]

    def test_a_name_that_is_no_text_is_one_mistake(self) -> None:
        assert len(problems("about: x\ntraits: {item_weights: 7}\n")) == 1

    def test_they_are_found_beside_the_character(self, folder: Path) -> None:
        (folder / "us").mkdir()
        (folder / "us" / "mine.weights").write_text('weight "take flak"\n{\n    return 1;\n}\n')
        (folder / "us" / "mine.talk").write_text('chat "me" { type "hit" { "ouch"; } }\n')
        (folder / "us" / "mine.yaml").write_text(
            "about: Mine.\ntraits: {item_weights: mine.weights, chat: mine.talk}\n"
        )
        assert load_character("us/mine.yaml", PlanFiles()).at(4).chat == "us/mine.talk"

    def test_who_only_looks_at_a_character_needs_none_of_them(self) -> None:
        Path("x.yaml").write_text("about: x\ntraits: {chat: nowhere.talk}\n", encoding="utf-8")
        assert load_character("x.yaml").at(4).chat == "nowhere.talk"

    @pytest.mark.parametrize("name", sorted(shipped_characters()))
    def test_those_of_all_that_ship_are_there(self, name: str) -> None:
        assert load_character(name, PlanFiles()).name == name


class TestWords:
    @pytest.mark.parametrize("name", ["", " ", " Ada", "A\\nB", "\\e[2J", "a" * 65])
    def test_a_character_has_a_name_that_can_be_shown(self, name: str) -> None:
        with pytest.raises(CharacterError) as caught:
            read_character(f'about: x\ntraits: {{name: "{name}"}}\n', "x.yaml")
        expected = "a name of 1 to 64 letters that can be printed, without blanks around it"
        assert caught.value.problems == (f"x.yaml:2:16: traits.name: expected {expected}",)

    @pytest.mark.parametrize("about", ["", " ", "Two\\nlines.", "\\e[2J", "a" * 201])
    def test_who_it_is_is_told_in_a_line_that_can_be_shown(self, about: str) -> None:
        with pytest.raises(CharacterError) as caught:
            read_character(f'about: "{about}"\n', "x.yaml")
        expected = "a line of 1 to 200 letters that can be printed, without blanks around it"
        assert caught.value.problems == (f"x.yaml:1:8: about: expected {expected}",)

    def test_who_it_is_may_take_a_long_line(self) -> None:
        assert len(read_character(f"about: {'a' * 200}\n", "x.yaml").about) == 200
