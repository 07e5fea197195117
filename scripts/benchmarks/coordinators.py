"""Led teams: what a decision of their coordinator costs, how fast they play, and the share of the ties.

Everything is processor time of this process, in virtual time: neither a busy machine nor the clock that
is played by has a part in it. What leads is compared with the thinks of a bot in the same matches.
"""

from __future__ import annotations

import contextlib
import functools
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import structlog

from agentfw.bot import Durations
from agentfw.bot.circle import Circle
from agentfw.match import play_lineup
from agentfw.team import BotPlan, Ground, Leader, Liaison, Lineup, TeamPlan
from agentfw.team.voices import Voice
from scripts.benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["figures"]


class _Game(NamedTuple):
    """What is played, and by which plans."""

    mode: str
    map: str
    plans: tuple[str, str]
    leader: str


_GAMES: Final = (
    _Game("ctf", "ctf-twins", ("ctf-attacker.htn", "ctf-attacker.htn"), "ctf-leader.htn"),
    _Game("dom", "dom-crossing", ("domination.htn", "domination.lap"), "domination-leader.htn"),
)
_TIMES_REAL: Final = 8.0
_DECISION_MS: Final = 1.0


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of this part."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    minutes = 0.25 if quick else 1.0
    for game in _GAMES:
        _played(game, 8, 0.05)  # what is read and compiled once is no part of it
        yield from _decision(game, minutes)
        yield from _pace(game, minutes, rounds=1 if quick else 3)


def _decision(game: _Game, minutes: float) -> Iterator[Figure]:
    """What it takes to lead sixteen bots, from what they tell to the orders."""
    with _timed(Leader, "brief") as decisions, _timed(Circle, "_think") as thinks:
        _played(game, 16, minutes, sides=1)
    led, own = decisions.spread(), thinks.spread()
    name, detail = f"{game.leader}, decision for 16 bots", f"{led.count} decisions"
    yield Figure(f"{name}, mean", led.mean_ms, "ms", _DECISION_MS, detail)
    yield Figure(f"{name}, p99", led.p99_ms, "ms", _DECISION_MS, f"median {led.p50_ms:.2f} ms")
    detail = f"of one bot, which takes {own.mean_ms:.2f} ms here"
    yield Figure(f"{name} / a think", led.mean_ms / own.mean_ms, "x", None, detail)


def _pace(game: _Game, minutes: float, rounds: int) -> Iterator[Figure]:
    """Eight against eight, both led; the best of several rounds of the same match."""
    speeds, shares = [], []
    for _ in range(rounds):
        began_at = time.process_time()
        with _timed(Liaison, "beat") as beats, _timed(Voice, "listen") as heard:
            game_s = _played(game, 8, minutes)
        cost_s = time.process_time() - began_at
        speeds.append(game_s / cost_s)
        shares.append(sum(_total_s(each) for each in (beats, heard)) / cost_s)
    name, detail = f"{game.mode} 8 v 8, both led", f"{min(speeds):.1f} to {max(speeds):.1f} x; aim 20 x"
    yield Figure(f"{name}: game time / processor time", max(speeds), "x", _TIMES_REAL, detail,
                 at_least=True)  # fmt: skip
    detail = "reports, facts, orders and both coordinators"
    yield Figure(f"{name}: share of the ties", 100.0 * min(shares), "%", None, detail)


def _total_s(durations: Durations) -> float:
    spread = durations.spread()
    return spread.count * spread.mean_ms / 1000.0


def _played(game: _Game, bots: int, minutes: float, *, sides: int = 2) -> float:
    """Play a match in which so many sides are led; gives back how much game time passed."""
    ground = Ground(map=game.map, mode=game.mode, minutes=minutes, score=0)
    teams = tuple(_team(game, number, bots if number < sides else 4, sides) for number in (0, 1))
    (report,) = play_lineup(Lineup(ground=ground, teams=teams, seed=1), is_fast=True)
    return report.outcome.game_time_s


def _team(game: _Game, number: int, bots: int, sides: int) -> TeamPlan:
    name, plan = ("red", "blue")[number], game.plans[number]
    is_led = number < sides
    return TeamPlan(
        name=name,
        number=number,
        bots=tuple(BotPlan(name=f"{name}-{index}", brain=plan) for index in range(bots)),
        coordinator=BotPlan(name=f"{name}-coordinator", brain=game.leader) if is_led else None,
        shares=is_led,
    )


@contextlib.contextmanager
def _timed(owner: Any, method: str) -> Iterator[Durations]:
    """How much processor time every call of a method takes."""
    durations, plain = Durations(1_000_000), getattr(owner, method)

    @functools.wraps(plain)
    def called(*args: Any, **named: Any) -> Any:
        began_at = time.process_time()
        try:
            return plain(*args, **named)
        finally:
            durations.add(time.process_time() - began_at)

    setattr(owner, method, called)
    try:
        yield durations
    finally:
        setattr(owner, method, plain)
