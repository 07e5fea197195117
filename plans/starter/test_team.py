"""Whether the team plays: run it with pytest."""

from pathlib import Path

from agentfw.testing import play_team

TEAM = Path(__file__).with_name("team.yaml")


def test_the_team_plays_a_short_match() -> None:
    report = play_team(TEAM, minutes=1, seed=1)
    mine = [bot for bot in report.bots if bot.team == "mine"]
    assert [bot.restarts for bot in mine] == [0, 0, 0, 0]
    assert all(bot.thinks > 100 for bot in mine)


def test_the_same_seed_gives_the_same_match() -> None:
    assert play_team(TEAM, minutes=1, seed=2) == play_team(TEAM, minutes=1, seed=2)
