"""``agentfw characters``, and how characters come into the other commands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from agentfw.characters import load_character, settled_traits, shipped_characters
from agentfw.match import replay
from agentfw.recording import summary
from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

MINE = (
    "about: Mine.\ntraits: {name: Zed, aggression: 0.9}\nskill: {1: {camper: 0.0}, 4: {camper: 0.6}}\n"
)


def test_all_that_ship_are_listed_with_a_line_and_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "characters")
    about, table = output.out.split("\n\n")
    names = list(shipped_characters())
    assert output.code == 0
    assert [line.split()[0] for line in about.splitlines()] == names
    assert [line.split()[0] for line in table.splitlines()] == ["at", *names]
    assert load_character("heron").about in about


def test_the_table_shows_traits_at_the_skill_that_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    low, high = (called(capsys, "characters", "--skill", skill).out for skill in ("1", "5"))
    assert "at skill 1" in low
    assert low.count("▪") < high.count("▪")


def test_one_is_shown_with_every_trait(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "characters", "heron", "--skill", "2.5")
    first, *rest = output.out.splitlines()
    traits = load_character("heron").at(2.5)
    assert first == f"heron, at skill 2.5: {load_character('heron').about}"
    assert [line.split()[0] for line in rest] == list(traits.__struct_fields__[2:])
    assert "  aim_accuracy           general 0.45, shock 0.65, sniper 0.7" in rest


def test_paths_are_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "characters", "--paths")
    assert f"heron        {shipped_characters()['heron']}" in output.out.splitlines()
    assert "▪" not in output.out


def test_who_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "characters", "herron")
    assert (output.code, output.err) == (
        2,
        'agentfw: there is no character "herron", did you mean "heron"?\n',
    )


def test_a_file_of_ones_own_is_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(MINE)
    (tmp_path / "bad.yaml").write_text("about: x\ntraits: {agression: 1}\n")
    (tmp_path / "lost.yaml").write_text("about: x\ntraits: {item_weights: no.weights}\n")
    good = called(capsys, "check", "mine.yaml")
    assert (good.code, good.out) == (0, "mine.yaml: character Zed; no mistakes\n")
    bad = called(capsys, "check", "bad.yaml")
    assert (bad.code, bad.out) == (2, "bad.yaml: cannot be used; 1 mistake\n")
    assert bad.err == 'bad.yaml:2:10: traits: unknown key "agression", did you mean "aggression"?\n'
    lost = called(capsys, "check", "lost.yaml")
    assert (lost.code, lost.out) == (2, "lost.yaml: cannot be used; 1 mistake\n")
    assert lost.err == (
        'lost.yaml:2:24: traits.item_weights: there is no file with weights "no.weights", '
        'did you mean "hoard.weights"?\n'
    )


def test_nobody_plays_as_a_character_whose_files_are_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "lost.yaml").write_text("about: x\ntraits: {chat: no.talk, item_weights: no.weights}\n")
    words = ("run", "deathmatch.fsm", "--fast", "--character", tmp_path / "lost.yaml")
    told = called(capsys, *words)
    assert told.code == 2
    assert [line.split(": ", 2)[1] for line in told.err.splitlines()] == [
        "traits.chat",
        "traits.item_weights",
    ]


def test_editors_get_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(called(capsys, "schema", "character").out)
    traits = found["$defs"]["TraitKeys"]["properties"]
    assert traits["aggression"]["description"]
    assert set(found["$defs"]["SkillKeys"]["properties"]) == {"1", "4", "5"}


def played(capsys: pytest.CaptureFixture[str], *options: str | Path) -> str:
    usual = ("run", "deathmatch.fsm", "--fast", "--arena", "dm-closet", "--time-limit", "0.2")
    output = called(capsys, *usual, *options)
    assert (output.code, output.err) == (0, "")
    return output.out


def test_a_bot_plays_as_a_character_under_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.rec"
    out = played(capsys, "--character", "heron", "--skill", "3.5", "--record", file)
    assert out.startswith("bot        Heron (deathmatch.fsm) on DM-Closet\n")
    assert settled_traits(summary(file).header.options["traits"]) == load_character("heron").at(3.5)
    assert replay(file).is_exact


def test_a_name_that_was_given_counts_more(capsys: pytest.CaptureFixture[str]) -> None:
    out = played(capsys, "--character", "heron", "--name", "Ada")
    assert out.startswith("bot        Ada (")


def test_without_a_skill_it_is_a_good_player(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.rec"
    (tmp_path / "mine.yaml").write_text(MINE)
    played(capsys, "--character", tmp_path / "mine.yaml", "--record", file)
    traits = settled_traits(summary(file).header.options["traits"])
    assert (traits.skill, traits.camper, traits.name) == (4.0, 0.6, "Zed")


@pytest.mark.parametrize("skill", ["0.9", "5.1", "nan"])
def test_a_skill_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str], skill: str) -> None:
    words = ("run", "hunter", "--fast", "--character", "heron", "--skill", skill)
    assert called(capsys, *words).code == 2
