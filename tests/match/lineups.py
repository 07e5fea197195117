"""Lineups for small matches, the brains in them, and what is left of a match on disk."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from agentfw.match.stage import Listener
from agentfw.team import BotPlan, Ground, Lineup, RestartPolicy, TeamPlan

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["QUICK", "Notes", "bot", "brain_file", "closet", "digests", "duel", "squad"]

QUICK = RestartPolicy(first_s=1.0, most_s=2.0, budget=3, window_s=60.0)
_HEAD = "from agentfw.brains import *\n\n\nclass B(Brain):\n    def decide(self, view):\n        "
_BRAINS = {
    "idle": "return Decision()\n",
    "failing": "raise LookupError('no idea')\n",
    "stumbling": "if view.now > 3:\n            raise LookupError('no idea')\n"
    "        return Decision(move=Explore())\n",
}


def brain_file(folder: Path, kind: str) -> str:
    """What names a brain that was written for the test."""
    path = folder / f"{kind}.py"
    path.write_text(_HEAD + _BRAINS[kind], encoding="utf-8")
    return f"{path}:B"


def bot(name: str, brain: str = "hunter", **told: Any) -> BotPlan:
    """One bot."""
    return BotPlan(name=name, brain=brain, **{"restart": QUICK} | told)


def squad(name: str, number: int | None, *bots: BotPlan) -> TeamPlan:
    """One team."""
    return TeamPlan(name=name, number=number, bots=bots)


def closet(**told: Any) -> Ground:
    """A small map, for a third of a minute."""
    wanted: dict[str, Any] = {"map": "dm-closet", "mode": "dm", "minutes": 0.35} | told
    return Ground(**wanted)


def duel(*bots: BotPlan, **told: Any) -> Lineup:
    """Everybody for himself, two hunters unless told otherwise."""
    playing = bots or (bot("Ada"), bot("Bob"))
    teams = (squad("ours", None, *playing),)
    wanted: dict[str, Any] = {"ground": closet(), "teams": teams, "seed": 3} | told
    return Lineup(**wanted)


def digests(folder: Path) -> dict[str, str]:
    """What every file in a folder holds, in short."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }


class Notes(Listener):
    """Keeps everything that was told."""

    def __init__(self) -> None:
        self.begun_matches: list[int] = []
        self.news: list[Any] = []
        self.clocks: list[float] = []
        self.reports: list[Any] = []

    def begun(self, stage: Any) -> None:
        self.begun_matches.append(stage.number)

    def happened(self, stage: Any, news: Any) -> None:
        self.news.append(news)

    def beat(self, stage: Any) -> None:
        self.clocks.append(stage.clock_s)

    def ended(self, report: Any) -> None:
        self.reports.append(report)
