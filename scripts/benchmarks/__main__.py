"""``scripts/bench [--json] [--quick] [--only PART]``: all figures beside their budgets."""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING

import click
import msgspec

from scripts.benchmarks import (
    arena,
    bot,
    brains,
    coordinators,
    fleets,
    goap,
    navigation,
    pace,
    planning,
    solving,
    talk,
    teams,
    tournaments,
    wire,
)

if TYPE_CHECKING:
    from scripts.benchmarks.measure import Figure


_PARTS = {
    "wire": wire.figures,
    "arena": arena.figures,
    "navigation": navigation.figures,
    "planning": planning.figures,
    "solving": solving.figures,
    "bot": bot.figures,
    "pace": pace.figures,
    "brains": brains.figures,
    "goap": goap.figures,
    "talk": talk.figures,
    "fleets": fleets.figures,
    "teams": teams.figures,
    "coordinators": coordinators.figures,
    "tournaments": tournaments.figures,
}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per figure.")
@click.option("--quick", is_flag=True, help="Less work per figure: a first look, not a result.")
@click.option("--only", type=click.Choice(tuple(_PARTS)), help="Measure one part.")
def bench(as_json: bool, quick: bool, only: str | None) -> None:
    """Measure everything agentfw promises. Ratios are taken within this run; machines differ."""
    parts = [_PARTS[only]] if only is not None else _PARTS.values()
    for figure in itertools.chain.from_iterable(part(quick=quick) for part in parts):
        if as_json:
            row = {**msgspec.to_builtins(figure), "verdict": figure.verdict}
            click.echo(msgspec.json.encode(row).decode())
        else:
            click.echo(_row(figure))
        sys.stdout.flush()


def _row(figure: Figure) -> str:
    budget = (
        ""
        if figure.budget is None
        else f"{'≥' if figure.at_least else '≤'} {figure.budget:g} {figure.unit}"
    )
    measured = f"{figure.value:.2f} {figure.unit}"
    return f"{figure.name:<52} {measured:>9}  {budget:<9} {figure.verdict:<6}  {figure.detail}"


bench()
