"""What a team file without mistakes comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentfw.team import BotPlan, Ground, Lineup, Restart, RestartPolicy, TeamPlan, read_lineup
from tests.team.files import bots, lineup


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_small_file_comes_to_a_whole_match() -> None:
    found = lineup(
        """
        server: {map: dom-crossing, mode: dom}
        limits: {minutes: 5, score: 30}
        teams:
          red: {plan: domination.htn, bots: 2}
          blue: {brain: hunter, bots: [Ada]}
        """
    )
    ground = Ground(dialect="gamebots-ut99", map="dom-crossing", mode="dom", minutes=5.0, score=30)
    red = (
        BotPlan(name="red-1", brain="domination.htn"),
        BotPlan(name="red-2", brain="domination.htn"),
    )
    blue = (BotPlan(name="Ada", brain="hunter"),)
    assert found == Lineup(
        ground=ground,
        teams=(TeamPlan(name="red", number=0, bots=red), TeamPlan(name="blue", number=1, bots=blue)),
    )


def test_everything_about_the_match_is_taken_over() -> None:
    found = lineup(
        """
        {seed: 12, matches: 3, record: out, stagger_s: 0, teams: {red: {brain: hunter}}}
        """
    )
    assert (found.seed, found.matches, found.record, found.stagger_s) == (12, 3, "out", 0.0)


def test_everything_about_a_bot_is_taken_over() -> None:
    found = lineup(
        """
        teams:
          red:
            bots:
              Ada:
                brain: hunter
                options: {one: 1.50, two: yes, three: "3", four: true}
                skill: 3
                role: scout
                looks_hz: 8
                restart: {when: always, first_s: 2, most_s: 9, budget: 0, window_s: 60}
        """
    )
    assert bots(found)["Ada"] == BotPlan(
        name="Ada",
        brain="hunter",
        options={"one": "1.50", "two": "yes", "three": "3", "four": "true", "role": "scout"},
        skill=3,
        role="scout",
        looks_hz=8.0,
        restart=RestartPolicy(when=Restart.ALWAYS, first_s=2.0, most_s=9.0, budget=0, window_s=60.0),
    )


def test_without_bots_a_team_has_one() -> None:
    assert list(bots(lineup("teams: {Red Ones: {brain: hunter}}"))) == ["Red-Ones-1"]


def test_counted_bots_are_called_after_their_team_without_blanks() -> None:
    found = lineup("teams: {The  Red Ones: {brain: hunter, bots: 3}}")
    assert list(bots(found)) == ["The-Red-Ones-1", "The-Red-Ones-2", "The-Red-Ones-3"]


def test_a_name_with_nothing_behind_it_is_a_bot_like_its_team() -> None:
    found = bots(lineup("teams: {red: {brain: hunter, skill: 2, bots: {Ada: , Bob: {skill: 5}}}}"))
    assert {name: bot.skill for name, bot in found.items()} == {"Ada": 2, "Bob": 5}


@pytest.mark.parametrize("word", ["never", "on-failure", "always"])
def test_a_restart_word_is_a_policy_with_the_usual_figures(word: str) -> None:
    found = lineup(f"teams: {{red: {{brain: hunter, restart: {word}}}}}")
    assert bots(found)["red-1"].restart == RestartPolicy(when=Restart(word))


def test_a_first_wait_above_the_usual_longest_one_makes_that_longer() -> None:
    found = lineup("teams: {red: {brain: hunter, restart: {first_s: 60}}}")
    assert bots(found)["red-1"].restart == RestartPolicy(first_s=60.0, most_s=60.0)


def test_a_file_that_ships_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = Path("data")
    (plans / "teams").mkdir(parents=True)
    (plans / "teams" / "easy.yaml").write_text("teams: {red: {brain: hunter}}")
    monkeypatch.setattr("agentfw.team.including.resource_dir", lambda _name: plans.resolve())
    assert bots(read_lineup([Path("easy.yaml")], environment={})).keys() == {"red-1"}


def test_anchors_and_aliases_mean_what_they_mean() -> None:
    found = lineup(
        "teams: {red: &same {brain: hunter, bots: [Ada]}, blue: {brain: hunter, skill: &s 3}}"
    )
    assert bots(found).keys() == {"Ada", "blue-1"}
