"""Always, never, time, score, waiting, stopping, speaking."""

from __future__ import annotations

import math

from agentfw.decisions import Leap, Speak
from agentfw.perception.view import Scores
from agentfw.skills import Progress
from agentfw.vocabulary import EntityId, GameInfo
from tests.skills.moments import NOW, fail, moment, read, steps, want
from tests.support.seeing import ME


def test_succeed_is_always_true_and_fail_never() -> None:
    assert (read("succeed", moment()), read("fail", moment())) == (True, False)


def test_time_is_that_of_the_bot_and_game_time_that_of_the_game() -> None:
    assert read("time", moment()) == NOW
    assert read("game_time", moment(time=7.5)) == 7.5


def test_without_a_limit_the_time_left_is_infinite() -> None:
    assert read("time_left", moment()) == math.inf
    assert read("time_left", moment(time_left_s=12.0)) == 12.0


def test_the_match_is_over_when_the_view_says_so() -> None:
    assert read("is_over", moment(is_over=True))


def test_in_a_team_game_the_score_is_that_of_the_team() -> None:
    now = moment(scores=Scores(teams={0: 3.0, 1: 5.0, 2: 1.0}, players={ME: 50.0}))
    assert (read("score", now), read("best_other_score", now), read("lead", now)) == (3.0, 5.0, -2.0)


def test_without_teams_the_score_is_that_of_the_player() -> None:
    scores = Scores(players={ME: 8.0, EntityId("foe"): 6.0})
    now = moment(scores=scores, game=GameInfo(game_type="DeathMatch"))
    assert (read("score", now), read("lead", now)) == (8.0, 2.0)


def test_waiting_lasts_as_long_as_told() -> None:
    moments = [moment(now=NOW + 0.1 * count) for count in range(20)]
    wanted, _, progress = steps("wait", moments, 1.0)
    assert (len(wanted), progress) == (10, Progress.DONE)


def test_stopping_stops_legs_eyes_and_hands() -> None:
    assert want("stop", moment()).stops == ("move", "look", "fight")


def test_saying_is_done_once_to_all_or_to_the_team() -> None:
    assert want("say", moment(), "hello").say == Speak("hello")
    assert want("team_say", moment(), "help").say == Speak("help", team_only=True)


def test_saying_nothing_fails() -> None:
    assert fail("say", moment(), "") == "there is nothing to say"


def test_leaping_can_be_double() -> None:
    assert want("leap", moment(), True).move == Leap(double=True)
