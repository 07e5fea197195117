"""Matches for tests: a team file is played in virtual time, and the same way every time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msgspec.structs import replace

from agentfw.match import play_lineup
from agentfw.team import read_lineup

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.match import MatchReport

__all__ = ["play_team"]


def play_team(*files: Path, minutes: float = 1.0, seed: int = 0) -> MatchReport:
    """How one match of a team file went, or of several that meet each other, without times of the clock.

    The same seed gives the same report. Raises `TeamError` with everything that is wrong with the files.
    """
    lineup = read_lineup(files, environment=os.environ)
    ground = replace(lineup.ground, minutes=minutes)
    (report,) = play_lineup(
        replace(lineup, ground=ground, seed=seed, matches=1, record=None), is_fast=True
    )
    return report.untimed()
