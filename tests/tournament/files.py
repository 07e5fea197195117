"""Tournament files for tests: games of seconds, and brains that fail in every way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.tournament import Schedule, read_tournament

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FAILING", "failing_brain", "schedule", "tournament_file"]

# A game takes less than a tenth of a second.
_QUICK: Final = """\
entrants:
  hunter: hunter
  posh: deathmatch.lap
  fsm: deathmatch.fsm
grounds: [dm-closet]
seeds: {seeds}
minutes: 0.1
"""

FAILING: Final = """\
import asyncio, os, pathlib, signal
from agentfw.brains import Brain, Decision

class Still(Brain):
    def decide(self, view):
        return Decision()

class Raises(Brain):
    def decide(self, view):
        raise ValueError("no idea")

class Exits(Brain):
    def decide(self, view):
        raise SystemExit(3)

class Cancels(Brain):
    def decide(self, view):
        raise asyncio.CancelledError

class Interrupts(Brain):
    def decide(self, view):
        raise KeyboardInterrupt

class NeverAsks(Brain):
    def decide(self, view):
        return Decision()

    def answer(self, reply):
        pass

    def is_open(self, number):
        return False

    def questions(self):
        raise asyncio.CancelledError("nothing to ask")

class NotMade(Brain):
    def __init__(self, setup):
        super().__init__(setup)
        if setup.seed == 1:
            raise ValueError("not with this seed")

    def decide(self, view):
        return Decision()

class Dies(Brain):
    def decide(self, view):
        os.kill(os.getpid(), signal.SIGKILL)

class DiesOnce(Brain):
    def decide(self, view):
        marker = pathlib.Path(self.setup.options["marker"])
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Decision()

class KillsParent(Brain):
    # Kills the tournament itself, in every seed once, as often as its option says.
    thinks = 0

    def decide(self, view):
        self.thinks += 1
        killed = pathlib.Path(self.setup.options["marker"])
        killed.mkdir(exist_ok=True)
        times = len(list(killed.iterdir()))
        if self.thinks == 5 and times == self.setup.seed < int(self.setup.options["times"]):
            (killed / str(os.getpid())).touch()
            os.kill(os.getppid(), signal.SIGKILL)
            while True:
                pass
        return Decision()

class Hangs(Brain):
    def decide(self, view):
        while True:
            pass
"""


def tournament_file(folder: Path, text: str = "", *, seeds: int = 2) -> Path:
    """A file with that text, or with one of three entrants and six games per seed."""
    file = folder / "cup.yaml"
    file.write_text(text or _QUICK.format(seeds=seeds), encoding="utf-8")
    return file


def failing_brain(folder: Path, name: str, *, seeds: int = 1, times: int = 1) -> Path:
    """A tournament of a brain that fails in some way, and two that do not."""
    (folder / "failing.py").write_text(FAILING, encoding="utf-8")
    options = f"{{marker: {folder / 'marker'}, times: {times}}}"
    return tournament_file(
        folder,
        f"entrants:\n"
        f"  bad: {{all: 'failing.py:{name}', options: {options}}}\n"
        f"  still: failing.py:Still\n"
        f"  hunter: hunter\n"
        f"grounds: [dm-closet]\nseeds: {seeds}\nminutes: 0.1\n",
    )


def schedule(file: Path) -> Schedule:
    """The games of a file."""
    return Schedule(read_tournament(file))
