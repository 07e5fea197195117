"""One game of a tournament, as a function from bytes to bytes that any process can call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw import __version__
from agentfw.errors import AgentError, FighterFailed, PluginError, UsageError
from agentfw.match import SkirmishOptions, play_skirmish
from agentfw.tournament.recruits import Witness, check_witness

if TYPE_CHECKING:
    from agentfw.arena.server.results import MatchResult

__all__ = ["SIDES", "GameSpec", "Outcome", "play_game"]

SIDES: Final = "AB"
"""The names of bots begin with the letter of their side; the first side is red where there are teams."""


class GameSpec(msgspec.Struct, frozen=True):
    """Everything that decides how a game goes."""

    skirmish: SkirmishOptions
    witnesses: tuple[Witness, ...] = ()
    version: str = __version__


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a game went, by sides."""

    scores: tuple[float, float] = (0.0, 0.0)
    because: str = ""
    """score, time, forfeit, or nothing when it was broken off as a tie."""
    game_time_s: float = 0.0
    forfeit: int | None = None
    """The side whose brain failed: the other one has won."""
    why: str = ""
    """What happened to that brain."""
    fault: str = ""
    """Why the game could not be played here at all; nothing else counts then."""

    @property
    def points(self) -> tuple[float, float]:
        """1 for the side that won, 0 for the other; at a tie, half a point for both."""
        if self.forfeit is not None:
            return (0.0, 1.0) if self.forfeit == 0 else (1.0, 0.0)
        first, second = self.scores
        won = 0.5 if first == second else float(first > second)
        return won, 1.0 - won


def play_game(spec: bytes) -> bytes:
    """The outcome of a game, both as JSON; the same text gives the same outcome in every process.

    Raises an `Exception` or `KeyboardInterrupt` when it cannot be played: pools and clusters would take
    anything else for something of their own.
    """
    try:
        return msgspec.json.encode(_played(spec))
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001 - brains are the code of others
        raise PluginError(f"{type(error).__name__}: {error}") from None


def _played(spec: bytes) -> Outcome:
    try:
        game = msgspec.json.decode(spec, type=GameSpec)
        _check(game)
        return _outcome(play_skirmish(game.skirmish))
    except FighterFailed as failure:
        side = SIDES.index(failure.fighter[0])
        return Outcome(because="forfeit", forfeit=side, why=failure.why)
    except (AgentError, msgspec.DecodeError) as error:
        return Outcome(fault=str(error))


def _check(game: GameSpec) -> None:
    if game.version != __version__:
        raise UsageError(
            f"agentfw {__version__} is installed where the game should be played, "
            f"but the tournament needs {game.version}"
        )
    for one in game.witnesses:
        check_witness(one)


def _outcome(result: MatchResult) -> Outcome:
    if result.team_scores:
        scores = result.team_scores[0], result.team_scores[1]
    else:
        scores = _total(result, SIDES[0]), _total(result, SIDES[1])
    return Outcome(scores=scores, because=result.because, game_time_s=round(result.game_time_s, 3))


def _total(result: MatchResult, side: str) -> float:
    return sum(player.score for player in result.players if player.name.startswith(side))
