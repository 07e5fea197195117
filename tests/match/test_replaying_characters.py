"""Recordings of bots with a character hold all of it, and replay without its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.characters import load_character, settled_traits
from agentfw.errors import RecordingError, UsageError
from agentfw.match import replay
from agentfw.recording import summary
from tests.match.recorded import rewritten, solo

if TYPE_CHECKING:
    from pathlib import Path

HERON = load_character("heron").at(3.5)


@pytest.mark.parametrize(
    "plan", ["deathmatch.fsm", "deathmatch.htn", "deathmatch.lap", "deathmatch.goap"]
)
def test_a_bot_with_a_character_replays_exactly(file: Path, plan: str) -> None:
    assert replay(solo(file, plan, traits=HERON, seed=4, arena={"bots": 3})).is_exact


def test_the_header_holds_the_settled_traits(file: Path) -> None:
    header = summary(solo(file, "deathmatch.fsm", traits=HERON)).header
    assert settled_traits(header.options["traits"]) == HERON
    assert "skill" not in header.options


def test_the_weights_of_a_character_are_in_the_recording(file: Path) -> None:
    header = summary(solo(file, "deathmatch.fsm", traits=HERON)).header
    assert {"deathmatch.fsm", "far-off.weights"} <= set(header.files)


def test_the_character_matters_for_a_replay(file: Path) -> None:
    solo(file, "deathmatch.fsm", traits=HERON, arena={"bots": 4, "time_limit_min": 0.5})
    assert not replay(rewritten(file, list, options={})).is_exact


@pytest.mark.parametrize("told", ["", "[]", '{"aggression":7}', "nothing"])
def test_traits_that_cannot_be_are_damage(file: Path, told: str) -> None:
    changed = rewritten(solo(file, "deathmatch.fsm", traits=HERON), list, options={"traits": told})
    with pytest.raises(RecordingError, match="the header is damaged: these are no traits"):
        replay(changed)


def test_another_plan_is_asked_as_the_same_character(file: Path) -> None:
    solo(file, "deathmatch.fsm", traits=HERON)
    verdict = replay(file, brain="deathmatch.htn")
    assert verdict.thinks > 20


@pytest.mark.parametrize(("skill", "text"), [(2.5, "2.5"), (3.0, "3"), (2.123456789, "2.123456789")])
def test_a_skill_with_a_fraction_is_recorded(file: Path, skill: float, text: str) -> None:
    solo(file, skill=skill, arena={"bots": 3})
    assert summary(file).header.options == {"skill": text}
    assert replay(file).is_exact


@pytest.mark.parametrize("skill", ["nan", "0", "6", "x", "inf"])
def test_a_skill_that_cannot_be_is_damage(file: Path, skill: str) -> None:
    changed = rewritten(solo(file, skill=2), list, options={"skill": skill})
    with pytest.raises((RecordingError, UsageError), match="the header names skill"):
        replay(changed)
