"""``scripts/bench [--json] [--quick]``: all figures beside their budgets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
import msgspec

from scripts.benchmarks import wire

if TYPE_CHECKING:
    from scripts.benchmarks.measure import Figure


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per figure.")
@click.option("--quick", is_flag=True, help="Less work per figure: a first look, not a result.")
def bench(as_json: bool, quick: bool) -> None:
    """Measure everything agentfw promises. Ratios are taken within this run; machines differ."""
    for figure in wire.figures(quick=quick):
        if as_json:
            row = {**msgspec.to_builtins(figure), "verdict": figure.verdict}
            click.echo(msgspec.json.encode(row).decode())
        else:
            click.echo(_row(figure))
        sys.stdout.flush()


def _row(figure: Figure) -> str:
    budget = "" if figure.budget is None else f"≤ {figure.budget:g} {figure.unit}"
    measured = f"{figure.value:.2f} {figure.unit}"
    return f"{figure.name:<52} {measured:>9}  {budget:<8} {figure.verdict:<6}  {figure.detail}"


bench()
