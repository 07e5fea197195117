"""Characters in team files: found beside the file or among those that ship, and settled at a skill."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentfw.characters import load_character
from tests.team.files import lineup, mistakes


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_character_is_settled_at_the_skill_of_its_bot() -> None:
    found = lineup(
        "defaults: {brain: hunter, character: heron}\nteams:\n"
        "  red: {bots: {Ada: {skill: 2.5}, Bob: , Cleo: {character: owl}}}\n"
    )
    ada, bob, cleo = found.teams[0].bots
    assert ada.traits == load_character("heron").at(2.5)
    assert bob.traits == load_character("heron").at(4)
    assert cleo.traits == load_character("owl").at(4)


def test_without_a_character_there_are_no_traits() -> None:
    (ada,) = lineup("teams: {red: {brain: hunter, bots: [Ada], skill: 3}}").teams[0].bots
    assert (ada.traits, ada.skill) == (None, 3)


def test_a_role_can_bring_a_character() -> None:
    found = lineup(
        "roles: {camper: {character: heron}}\nteams: {red: {brain: hunter, bots: {Ada: camper}}}\n"
    )
    assert found.teams[0].bots[0].traits == load_character("heron").at(4)


def test_unknown_characters_are_told_where_they_stand() -> None:
    assert mistakes("teams:\n  red: {brain: hunter, character: heronn}\n") == (
        'team.yaml:2:35: there is no character "heronn", did you mean "heron"?',
    )


def test_mistakes_in_a_character_of_ones_own_are_told_with_their_places() -> None:
    Path("mine.yaml").write_text("nam: Mine\n", encoding="utf-8")
    (problem, *_) = mistakes("teams:\n  red: {brain: hunter, character: mine.yaml}\n")
    assert problem.startswith("mine.yaml:1:1: ")


def test_a_character_without_its_talk_is_told() -> None:
    Path("mine.yaml").write_text("about: Talks.\ntraits: {chat: nowhere.talk}\n", encoding="utf-8")
    (problem,) = mistakes("teams:\n  red: {brain: hunter, character: mine.yaml}\n")
    assert problem.startswith('mine.yaml:2:16: traits.chat: there is no file with talk "nowhere.talk"')


def test_a_character_without_its_weights_is_told_once() -> None:
    Path("mine.yaml").write_text("about: Wants.\ntraits: {item_weights: no.weights}\n", encoding="utf-8")
    (problem,) = mistakes("teams:\n  red: {plan: deathmatch.fsm, bots: 3, character: mine.yaml}\n")
    assert problem.startswith('mine.yaml:2:24: traits.item_weights: there is no file with weights "no.w')
