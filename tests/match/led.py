"""Teams with leaders for short matches, brains that order what a script says, and what was recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from agentfw.brains import Brain, Decision, Explore
from agentfw.decisions import Order
from agentfw.match.teams import play_lineup
from agentfw.recording import Briefed, Thought, Told, open_recording
from agentfw.team import BotPlan, Ground, Lineup, TeamPlan
from tests.match.lineups import QUICK, Notes

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.decisions import Fact, Fate
    from agentfw.perception import View

__all__ = [
    "Failing",
    "Played",
    "Scripted",
    "crossing",
    "leader",
    "led",
    "play",
    "scripted",
    "vault",
]

_K = TypeVar("_K")
_ME = "tests.match.led"


class Scripted(Brain):
    """Wanders, and orders once what the option ``script`` says: ``2.5 Ada defend A; 3 - add bot Eve 0``.

    A name of ``-`` is for everybody. Words of a task are joined by ``_``.
    """

    @classmethod
    def option_names(cls) -> tuple[str, ...]:
        """What it can be told."""
        return ("script",)

    def decide(self, view: View) -> Decision:
        """The orders that are due."""
        due = []
        for line in self._lines():
            at, to, task, *arguments = line.split()
            if view.now >= float(at) and line not in self._done:
                self._done.add(line)
                due.append(Order(task.replace("_", " "), tuple(arguments), "" if to == "-" else to))
        return Decision(move=Explore(), orders=tuple(due))

    def _lines(self) -> list[str]:
        if not hasattr(self, "_done"):
            self._done: set[str] = set()
        return [one.strip() for one in self.setup.options.get("script", "").split(";") if one.strip()]


class Failing(Scripted):
    """As `Scripted`, and raises three seconds after its first think."""

    def decide(self, view: View) -> Decision:
        """Orders, for a while."""
        if not hasattr(self, "_ends_at"):
            self._ends_at = view.now + 3.0
        if view.now >= self._ends_at:
            raise LookupError("no idea")
        return super().decide(view)


def vault(minutes: float = 0.35, **told: Any) -> Ground:
    """A small map for teams."""
    wanted: dict[str, Any] = {"map": "dom-vault", "mode": "tdm", "minutes": minutes} | told
    return Ground(**wanted)


def crossing(minutes: float = 0.4) -> Ground:
    """Domination."""
    return Ground(map="dom-crossing", mode="dom", minutes=minutes)


def leader(name: str, brain: str, **told: Any) -> BotPlan:
    """Who leads a team of that name."""
    return BotPlan(name=f"{name}-coordinator", brain=brain, **({"restart": QUICK} | told))


def scripted(name: str, *lines: str, kind: str = "Scripted") -> BotPlan:
    """A leader that orders these."""
    return leader(name, f"{_ME}:{kind}", options={"script": ";".join(lines)})


def led(name: str, number: int | None, *bots: BotPlan, **told: Any) -> TeamPlan:
    """A team whose bots share what they see, and may have a leader."""
    return TeamPlan(name=name, number=number, bots=bots, **({"shares": True} | told))


class Played:
    """A match that was played, and its recordings."""

    def __init__(self, folder: Path, lineup: Lineup) -> None:
        self.folder = folder
        self.notes = Notes()
        (self.report,) = play_lineup(lineup, is_fast=True, record=folder, listener=self.notes)

    def records(self, name: str, kind: type[_K]) -> list[_K]:
        """What was recorded of one kind, by whoever has that name."""
        return [one for one in open_recording(self.folder / f"{name}.rec") if isinstance(one, kind)]

    def facts(self, name: str) -> list[Fact]:
        """What a bot was told by others."""
        return [fact for one in self.records(name, Told) for fact in one.facts]

    def orders(self, name: str) -> list[tuple[str, ...]]:
        """What a bot was ordered, each time that this changed."""
        told = [one.orders for one in self.records(name, Told) if one.orders is not None]
        return [tuple(str(order) for order in one) for one in told]

    def fates(self, name: str) -> list[tuple[str, str, str]]:
        """What a leader heard of its orders."""
        return [_fate(one) for briefed in self.records(name, Briefed) for one in briefed.fates]

    def paths(self, name: str) -> list[str]:
        """The first step of the way of every decision."""
        return [next(iter(one.decision.reason.path), "") for one in self.records(name, Thought)]

    def news(self, *kinds: str) -> list[str]:
        """What was told in the match, of these kinds."""
        return [one.text for one in self.notes.news if one.kind in kinds]


def _fate(fate: Fate) -> tuple[str, str, str]:
    return str(fate.order), fate.state.value, fate.why


def play(folder: Path, *teams: TeamPlan, ground: Ground | None = None, seed: int = 5) -> Played:
    """A short match."""
    return Played(folder, Lineup(ground=ground or vault(), teams=teams, seed=seed))
