"""Beginnings and ends of matches, and how they went, as occasions to talk.

Servers close the line when a match is over, so that nobody would hear what is said then. People who
watch the clock say it in the last seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.vocabulary import GameRestarted

if TYPE_CHECKING:
    from agentfw.perception import View

__all__ = ["Matches"]

_BEGUN_S: Final = 10.0
"""So long after its beginning, whoever comes is there from the beginning."""
_ENDS_S: Final = 15.0
_JUMP_S: Final = 30.0
"""No clock of a match that goes on is set by so much."""


class Matches:
    """Keeps the time of one match after the other."""

    def __init__(self) -> None:
        self._level: str | None = None
        self._began_at = 0.0
        self._time = 0.0
        self._is_last_call = False

    def look(self, view: View) -> str:
        """The occasion that there is now: ``enter_game``, ``level_start``, an end; else nothing."""
        came, self._time = self._time, view.time if view.time is not None else self._time
        if self._level is None:
            self._level = view.game.level or ""
            return "enter_game" if self.passed_s > _BEGUN_S else "level_start"
        if self._is_another(view, came):
            self._level, self._is_last_call = view.game.level or "", False
            return "level_start"
        left = self._left_s(view)
        if self._is_last_call or left is None or not 0.0 <= left <= _ENDS_S:
            return ""
        self._is_last_call = True
        return f"level_end{_result(view)}"

    @property
    def passed_s(self) -> float:
        """How old the match is, by the clock of the game."""
        return self._time - self._began_at

    def _is_another(self, view: View, before: float) -> bool:
        if view.events and view.happened(GameRestarted):
            self._began_at = self._time
            return True
        if self._time < before - _JUMP_S or (view.game.level or self._level) != self._level:
            self._began_at = 0.0
            return True
        return False

    def _left_s(self, view: View) -> float | None:
        if view.time_left_s is not None:
            return view.time_left_s
        limit = view.game.time_limit_min
        return 60.0 * limit - self.passed_s if limit else None


def _result(view: View) -> str:
    """How it will have ended for this bot, if that is plain by now."""
    scores, me = view.scores.players, view.me.id
    others = [score for player, score in scores.items() if player != me]
    if me is None or me not in scores or not others or scores[me] == max(others):
        return ""
    return "_victory" if scores[me] > max(others) else "_loss"
