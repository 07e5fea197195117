"""The page about characters: its tables are those of the code, its example plays, its figures hold."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from agentfw.characters import TENDENCIES, Traits, load_character, shipped_characters
from agentfw.characters.shapes import AccuracyKeys, AimSkillKeys, CharacterShape, TraitKeys
from agentfw.language import PlanText, Position, Problems, Scope, compile_expression, parse_expression
from agentfw.skills import shipped_skills
from tests.support.command_line import called

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE: Final = (Path(__file__).parent.parent / "docs" / "characters.md").read_text(encoding="utf-8")
SKILLS: Final = (1.0, 4.0, 5.0)


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of a table, found by the heading of its first column."""
    table = re.compile(rf"^\| {heading} \|.*?\n\| --- .*?\n(.*?)\n\n", re.DOTALL | re.MULTILINE)
    (found,) = table.findall(f"{PAGE}\n")
    return ([cell.strip() for cell in row.strip("|").split("|")] for row in found.splitlines())


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def told_range(trait: str) -> str:
    """The range of a trait, from its shape, in the words of the page."""
    keys = msgspec.json.schema(TraitKeys)["$defs"]["TraitKeys"]["properties"][trait]
    if "anyOf" in keys and any("$ref" in one for one in keys["anyOf"]):
        return "0 to 1 each"
    kinds: dict[str, dict[str, Any]] = {one.get("type", "enum"): one for one in keys["anyOf"]}
    if "enum" in keys["anyOf"][0]:
        return "male, female, it"
    if "string" in kinds:
        return "a file" if trait.endswith("weights") else "a text"
    number = kinds.get("number") or kinds["integer"]
    whole = ", whole" if "integer" in kinds else ""
    return f"{number['minimum']:g} to {number['maximum']:g}{whole}"


def told_default(trait: str) -> str:
    """The default of a trait at the three skills, in the words of the page."""
    if trait == "tendencies":
        return "see below"
    values = [load_character("default").at(skill).value(trait) for skill in SKILLS]
    told = [value if isinstance(value, str) else f"{value:g}" for value in values]
    return told[0] if len(set(told)) == 1 else ", ".join(told)


TRAITS: Final = {row[0].strip("`"): row[1:] for row in rows("trait")}


def test_every_trait_is_in_the_table() -> None:
    assert list(TRAITS) == list(TraitKeys.__struct_fields__)
    assert set(TRAITS) == set(Traits.__struct_fields__) - {"character", "skill"}


@pytest.mark.parametrize("trait", TRAITS)
def test_range_and_default_of_a_trait_are_as_the_table_says(trait: str) -> None:
    told, default, _ = TRAITS[trait]
    assert (told, default) == (told_range(trait), told_default(trait))


def test_all_kinds_of_weapons_are_told() -> None:
    (told,) = re.findall(r"`aim_accuracy` and `aim_skill` have a value(.*?)\n\n", PAGE, re.DOTALL)
    all_kinds, _, without = told.partition("What hits at once")
    assert set(re.findall(r"`(\w+)`", all_kinds)) == set(AccuracyKeys.__struct_fields__)
    missing = set(AccuracyKeys.__struct_fields__) - set(AimSkillKeys.__struct_fields__)
    assert set(re.findall(r"`(\w+)`", without)) - {"aim_skill"} == missing


def test_all_tendencies_are_told_with_their_defaults() -> None:
    (told,) = re.findall(r"^`tendencies`, with(.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)
    found = {name: float(value) for name, value in re.findall(r"`(\w+)` (\d\.\d)", told)}
    assert found == dict(load_character("default").at(4).tendencies)
    assert set(found) == set(TENDENCIES)


def test_all_that_ship_are_listed_as_they_say_themselves() -> None:
    assert {row[0].strip("`"): row[1] for row in rows("character")} == {
        name: load_character(name).about for name in shipped_characters()
    }
    assert len(shipped_characters()) == 13


def rook(folder: Path) -> Path:
    (text,) = blocks("yaml")
    file = folder / "rook.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_example_is_checked_and_mixed_as_the_page_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = rook(tmp_path)
    assert called(capsys, "check", file).out == f"{file}: character Rook; no mistakes\n"
    character, default = load_character(str(file)), load_character("default")
    assert character.at(2.5).attack_skill == 0.3
    assert character.at(5).value("aim_accuracy.flak") == default.at(5).value("aim_accuracy")
    assert all(character.at(skill).reaction_s == default.at(skill).reaction_s for skill in SKILLS)


def test_the_example_plays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    usual = ("--fast", "--arena", "dm-closet", "--time-limit", "0.1")
    output = called(capsys, "run", "deathmatch.htn", "--character", rook(tmp_path), *usual)
    assert output.out.startswith("bot        Rook (deathmatch.htn)")


@pytest.mark.parametrize("command", re.findall(r"^\$ agentfw (.*)$", PAGE, re.MULTILINE))
def test_every_command_works(capsys: pytest.CaptureFixture[str], command: str) -> None:
    quick = ("--time-limit", "0.1", "--arena", "dm-closet") if command.startswith("run") else ()
    assert called(capsys, *command.split(), *quick).code == 0


def test_editors_get_the_schema_that_the_page_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`agentfw schema character > character.schema.json`" in PAGE
    assert CharacterShape.__name__ in called(capsys, "schema", "character").out


def test_every_skill_that_is_named_is_one() -> None:
    skills = shipped_skills()
    (told,) = re.findall(r"because the acts that they share know it: (.*?)\.\n\n", PAGE, re.DOTALL)
    acts, _, senses = told.partition("and the senses")
    assert all(skills.act(name) for name in re.findall(r"`(\w+)`", acts))
    assert all(skills.sense(name) for name in re.findall(r"`(\w+)`", senses))
    for row in rows("skill"):
        assert all(skills.get(name) for name in re.findall(r"`(\w+)(?:\(|`)", row[0]))


@pytest.mark.parametrize("text", [line for block in blocks("expr") for line in block.splitlines()])
def test_every_expression_can_be_used(text: str) -> None:
    skills, problems = shipped_skills(), Problems()
    node = parse_expression(text, Position(PlanText(text)), problems)
    assert node is not None
    compile_expression(node, Scope(skills.sense, skills.suggestion), problems)
    assert [str(one) for one in problems] == []


def test_the_program_prints_what_it_should() -> None:
    (program,) = blocks("python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})  # noqa: S102 - our own page
    traits = load_character("heron").at(3.5)
    sniper = traits.value("aim_accuracy.sniper")
    assert printed.getvalue() == f"{traits.aggression} {sniper} {traits.reaction_s}\n"
