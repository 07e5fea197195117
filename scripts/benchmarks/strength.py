"""``scripts/strength``: how often the shipped plans beat the arena's own bots, on every map.

Every match has a seed of its own and is the same on every machine, so the table can be made again.
"""

from __future__ import annotations

import concurrent.futures
import itertools
import math
import sys
from typing import TYPE_CHECKING, Final

import click
import msgspec

from agentfw.arena.server import ArenaOptions
from agentfw.arena.server.options import maps_for
from agentfw.match import Fighter, Native, SkirmishOptions, play_skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator

_LANGUAGES: Final = ("fsm", "goap", "htn", "lap")
_Z: Final = 1.96


class Contest(msgspec.Struct, frozen=True):
    """Some plans against as many bots of the arena, or against more."""

    name: str
    mode: str
    plans: tuple[str, ...]
    """Without their endings; each language has its own."""
    natives: int


CONTESTS: Final = (
    Contest("deathmatch", "dm", ("deathmatch",), 1),
    Contest("deathmatch", "dm", ("deathmatch",), 3),
    Contest("ctf-attacker", "ctf", ("ctf-attacker", "ctf-attacker"), 2),
    Contest("ctf-defender", "ctf", ("ctf-attacker", "ctf-defender"), 2),
    Contest("domination", "dom", ("domination", "domination"), 2),
    Contest("domination", "ddom", ("domination", "domination"), 2),
)


class Row(msgspec.Struct, frozen=True):
    """How one contest went on one map."""

    plan: str
    mode: str
    map: str
    players: str
    matches: int
    wins: int
    draws: int
    scored: float
    """Points per match."""
    conceded: float

    @property
    def interval(self) -> tuple[float, float]:
        """The share of wins that the matches leave possible, with 95 % confidence (Wilson)."""
        n, p = self.matches, self.wins / self.matches
        middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
        half = _Z * math.sqrt(p * (1 - p) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
        return max(0.0, middle - half), min(1.0, middle + half)


class Terms(msgspec.Struct, frozen=True):
    """What all matches of a run have in common."""

    skill: float
    minutes: float


def match(contest: Contest, language: str, level: str, seed: int, terms: Terms) -> tuple[float, float]:
    """The points of both sides after one match."""
    skill = terms.skill
    has_teams = contest.mode != "dm"
    fighters = tuple(
        Fighter(brain=f"{plan}.{language}", name=f"Plan{number}", team=0 if has_teams else None)
        for number, plan in enumerate(contest.plans)
    )
    natives = (Native(skill=skill, team=1) if has_teams else Native(skill=skill),) * contest.natives
    arena = ArenaOptions(mode=contest.mode, map=level, seed=seed, time_limit_min=terms.minutes)
    result = play_skirmish(SkirmishOptions(arena=arena, fighters=fighters, natives=natives))
    if has_teams:
        return result.team_scores[0], result.team_scores[1]
    ours = [one.score for one in result.players if one.name.startswith("Plan")]
    return max(ours), max(one.score for one in result.players if not one.name.startswith("Plan"))


def _games(only: str | None, levels: tuple[str, ...]) -> Iterator[tuple[Contest, str, str]]:
    for contest, language in itertools.product(CONTESTS, _LANGUAGES):
        if only is None or f"{contest.name}.{language}" == only:
            fitting = (level for level in maps_for(contest.mode) if not levels or level in levels)
            yield from ((contest, language, level) for level in fitting)


@click.command()
@click.option("--matches", default=20, show_default=True, type=click.IntRange(1), help="Per map.")
@click.option("--skill", default=3.0, show_default=True, type=click.FloatRange(1, 7), help="Of theirs.")
@click.option("--minutes", default=5.0, show_default=True, help="Per match, in game time.")
@click.option("--plan", "only", metavar="NAME", help="One plan, such as deathmatch.htn.")
@click.option("--map", "levels", multiple=True, metavar="MAP", help="Only there; may be repeated.")
@click.option("--first-seed", default=0, show_default=True, help="The others follow it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per row.")
def strength(
    *,
    matches: int,
    skill: float,
    minutes: float,
    only: str | None,
    levels: tuple[str, ...],
    first_seed: int,
    as_json: bool,
) -> None:
    """Play the shipped plans against bots of the arena."""
    games = [*_games(only, levels)]
    if not games:
        raise click.UsageError(f"no contest has the plan {only} on these maps")
    with concurrent.futures.ProcessPoolExecutor() as pool:
        seeds = range(first_seed, first_seed + matches)
        waiting = [
            [pool.submit(match, *game, seed, Terms(skill, minutes)) for seed in seeds] for game in games
        ]
        for game, played in zip(games, waiting, strict=True):
            row = _row(*game, _collect(played, game))
            click.echo(msgspec.json.encode(row).decode() if as_json else _line(row))
            sys.stdout.flush()


def _collect(
    played: list[concurrent.futures.Future[tuple[float, float]]], game: tuple[Contest, str, str]
) -> list[tuple[float, float]]:
    results = []
    for number, one in enumerate(played, 1):
        results.append(one.result())
        if sys.stderr.isatty():
            told = f"{game[0].name}.{game[1]} on {game[2]}: {number} of {len(played)}"
            click.echo(f"\r{told:<60}\r", nl=False, err=True)
    return results


def _row(contest: Contest, language: str, level: str, results: list[tuple[float, float]]) -> Row:
    return Row(
        plan=f"{contest.name}.{language}",
        mode=contest.mode,
        map=level,
        players=f"{len(contest.plans)} v {contest.natives}",
        matches=len(results),
        wins=sum(ours > theirs for ours, theirs in results),
        draws=sum(ours == theirs for ours, theirs in results),
        scored=sum(ours for ours, _ in results) / len(results),
        conceded=sum(theirs for _, theirs in results) / len(results),
    )


def _line(row: Row) -> str:
    low, high = row.interval
    return (
        f"{row.plan:<18} {row.mode:<5} {row.map:<13} {row.players}  "
        f"won {row.wins:>3} of {row.matches} ({low:.0%} to {high:.0%}), {row.draws} drawn; "
        f"{row.scored:.1f} : {row.conceded:.1f} points"
    )


if __name__ == "__main__":
    strength()
