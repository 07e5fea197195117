"""Team files written for a test, and what became of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agentfw.errors import TeamError
from agentfw.team import read_lineup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.team import BotPlan, Lineup

__all__ = ["bots", "lineup", "mistakes", "write"]


def write(**texts: str) -> None:
    """Write files into the working directory: ``base=...`` becomes base.yaml."""
    for name, text in texts.items():
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")


def lineup(text: str, environment: Mapping[str, str] | None = None) -> Lineup:
    """What one file, team.yaml, comes to."""
    write(team=text)
    return read_lineup([Path("team.yaml")], environment=environment or {})


def bots(found: Lineup) -> dict[str, BotPlan]:
    """The bots of all teams by name."""
    return {bot.name: bot for team in found.teams for bot in team.bots}


def mistakes(text: str, *more: str, environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Everything that is wrong with team.yaml, met by further files."""
    write(team=text)
    files = [Path("team.yaml"), *(Path(f"{name}.yaml") for name in more)]
    with pytest.raises(TeamError) as caught:
        read_lineup(files, environment=environment or {})
    return caught.value.problems
