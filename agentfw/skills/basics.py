"""Skills of every game: always and never, time and score, waiting, stopping, speaking."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from agentfw.decisions import Leap, Speak
from agentfw.skills.outcomes import DONE, Failed, Wants
from agentfw.skills.skill import act, sense
from agentfw.skills.wanting import wants

if TYPE_CHECKING:
    from agentfw.perception import View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Done, Outcome, Performs

__all__ = [
    "best_other_score",
    "do_nothing",
    "fail",
    "game_time",
    "is_over",
    "lead",
    "leap",
    "say",
    "score",
    "stop",
    "succeed",
    "team_say",
    "time",
    "time_left",
    "wait",
]


@sense
def succeed(now: Moment) -> bool:
    """Always true; for what shall be done when nothing else can be."""
    return True


@sense
def fail(now: Moment) -> bool:
    """Never true; as a goal it means "go on for ever"."""
    return False


@sense
def time(now: Moment) -> float:
    """Seconds since the bot connected, on its own clock."""
    return now.view.now


@sense
def game_time(now: Moment) -> float | None:
    """Seconds on the clock of the game; nothing while the game does not tell."""
    return now.view.time


@sense
def time_left(now: Moment) -> float:
    """Seconds until the match ends by time; infinite without a limit.

    Use it to play safe, or to risk all, at the end.
    """
    left = now.view.time_left_s
    return math.inf if left is None else left


@sense
def is_over(now: Moment) -> bool:
    """Whether the match has ended."""
    return now.view.is_over


@sense
def score(now: Moment) -> float:
    """The score of the own team, or in games without teams the own one; 0 while not told."""
    return _own_score(now.view)


@sense
def best_other_score(now: Moment) -> float:
    """The score of the best other team, or in games without teams of the best other player."""
    return _best_other_score(now.view)


@sense
def lead(now: Moment) -> float:
    """By how much the own side is ahead of the best other one; negative when it is behind.

    Use it to defend while ahead, and to attack while behind.
    """
    return _own_score(now.view) - _best_other_score(now.view)


@act
def wait(now: Moment, seconds: float) -> Performs:
    """Stand for some seconds. Absorbs everything, never fails."""
    until = now.view.now + max(0.0, seconds)
    while now.view.now < until:
        now = yield Wants(stops=("move",))
    return DONE


@act(aliases=("nothing_to_do", "idle"))
def do_nothing(now: Moment) -> Done:
    """Nothing, successfully; what runs goes on."""
    return DONE


@act(aliases=("stop_all",))
def stop(now: Moment) -> Wants:
    """Legs, eyes and hands leave off what they are about. Done at once, never fails."""
    return wants(now, stops=("move", "look", "fight"))


@act
def leap(now: Moment, double: bool = False) -> Wants:  # noqa: FBT001, FBT002 - plans name arguments
    """One jump, on the spot or in the run; `double` for a double jump, where the game has one."""
    return wants(now, move=Leap(double=double))


@act
def say(now: Moment, text: str) -> Outcome:
    """Something said to everybody, once. Fails without a text."""
    return wants(now, say=Speak(text)) if text else Failed("there is nothing to say")


@act
def team_say(now: Moment, text: str) -> Outcome:
    """Something said to the own team, once. Fails without a text."""
    return wants(now, say=Speak(text, team_only=True)) if text else Failed("there is nothing to say")


def _own_score(view: View) -> float:
    scores = view.scores
    if view.has_teams:
        return scores.teams.get(view.team, 0.0)
    return scores.players.get(view.me.id, 0.0) if view.me.id is not None else 0.0


def _best_other_score(view: View) -> float:
    scores = view.scores
    if view.has_teams:
        return max((one for team, one in scores.teams.items() if team != view.team), default=0.0)
    return max((one for player, one in scores.players.items() if player != view.me.id), default=0.0)
