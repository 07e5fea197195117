"""Bots of a team know where their mates are, also those that they have never seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.match import replay
from agentfw.recording import Briefed
from tests.match.led import crossing, led, play, scripted
from tests.match.lineups import bot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.match.led import Played


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Ada is to escort Bea, who stands still; Cy is far away."""
    red = led(
        "red",
        0,
        bot("Ada", "domination.htn"),
        bot("Bea", "domination.htn"),
        coordinator=scripted("red", "1 Bea camp here", "3 Ada escort Bea"),
    )
    return play(
        tmp_path_factory.mktemp("mates"),
        red,
        led("blue", 1, bot("Cy"), shares=False),
        ground=crossing(0.5),
    )


def test_escort_finds_its_mate(match: Played) -> None:
    there = {}
    for briefed in match.records("red-coordinator", Briefed):
        there.update({one.bot: one.location for one in briefed.reports if one.is_alive})
    ada, bea = there["Ada"], there["Bea"]
    assert ada is not None
    assert bea is not None
    assert ada.distance_to(bea) < 300.0
    assert not [fate for fate in match.fates("red-coordinator") if fate[1] == "failed"]


def test_mates_tell_where_they_are_about_once_a_second(match: Played) -> None:
    told = [fact for fact in match.facts("Ada") if fact.subject == "mate at"]
    assert {fact.source for fact in told} == {"Bea"}
    assert 20 <= len(told) <= 31


def test_what_is_told_of_mates_replays_exactly(match: Played) -> None:
    assert all(replay(file).is_exact for file in match.folder.glob("*.rec"))


def test_leaders_and_enemies_are_not_told(match: Played) -> None:
    briefed = match.records("red-coordinator", Briefed)
    assert "mate at" not in {fact.subject for one in briefed for fact in one.facts}
    assert match.facts("Cy") == []


def test_nothing_is_told_where_nothing_is_shared(tmp_path: Path) -> None:
    red = led("red", 0, bot("Ada"), bot("Bea"), shares=False)
    found = play(tmp_path, red, led("blue", 1, bot("Cy"), shares=False), ground=crossing(0.1))
    assert found.facts("Ada") == []
