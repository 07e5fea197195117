"""``agentfw plans``: the plans that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from agentfw.brains import shipped_plans
from agentfw.brains.planfiles import LANGUAGE_OF

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["plans"]


@click.command(
    epilog="""\b
    Examples:
      agentfw plans
      agentfw plans --paths               where they are, to copy one
      agentfw run deathmatch.lap --fast   play one of them
    """
)
@click.option("--paths", is_flag=True, help="Show where the files are.")
def plans(*, paths: bool) -> None:
    """List the plans that ship; each is played by its name."""
    for name, path in shipped_plans().items():
        told = str(path) if paths else _first_words(path)
        click.echo(f"{name:<24} {LANGUAGE_OF[path.suffix]:<5} {told}")


def _first_words(path: Path) -> str:
    """What the comment at the head of a plan says."""
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    return first.lstrip(";# ") if first.startswith((";", "#")) else ""
