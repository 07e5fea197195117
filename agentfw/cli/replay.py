"""``agentfw replay``: prove that a recording replays exactly, or look into it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from agentfw.cli.deciding import told
from agentfw.cli.moments import moment
from agentfw.cli.terminal import printable
from agentfw.errors import UsageError
from agentfw.match import Replay
from agentfw.recording import LEADER, summary

if TYPE_CHECKING:
    from agentfw.cli.moments import Moment
    from agentfw.decisions import Decision, Reason
    from agentfw.match import Verdict
    from agentfw.match.replaying import Step
    from agentfw.perception import View

__all__ = ["replay"]

_BAR: Final = 40


class _StepLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One think as JSON."""

    at: float
    is_same: bool
    decision: object
    recorded: object = None


@click.command(
    epilog="""\b
    Examples:
      agentfw replay match.rec                               prove that it is exact
      agentfw replay match.rec --step --from 12 --to 14      every decision in between
      agentfw replay match.rec --brain my_brain.py:MyBrain   what another brain would have done
    """
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--brain", metavar="BRAIN", help="Ask another brain what it would have done.")
@click.option("--skills", metavar="FILE[,FILE]", help="Skills for plans, if not those of the recording.")
@click.option("--from", "start", type=moment, default="0", metavar="SECONDS|M:SS",
              help="Show from here on: in its seconds, or by the clock of the match.")  # fmt: skip
@click.option("--to", "until", type=moment, metavar="SECONDS|M:SS", help="Stop here.")
@click.option("--step", is_flag=True, help="Show every decision.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per line.")
def replay(
    file: Path,
    brain: str | None,
    skills: str | None,
    start: Moment,
    until: Moment | None,
    *,
    step: bool,
    as_json: bool,
) -> None:
    """Feed a recording through the real decoder, brain and body once more.

    Ends with code 0 when every command is byte for byte the same, and with 1 when one is not.
    """
    begin = start.within(file, skills=skills)
    end = until.within(file, skills=skills) if until is not None else None
    if end is not None and end < begin:
        raise UsageError(f"--to {end:g} is before --from {begin:g}")
    shown = _Shown(begin, as_json=as_json, is_other_brain=brain is not None)
    on_step = shown.step if step or shown.is_other_brain else None
    replayed = Replay(file, brain=brain, skills=skills, on_step=on_step)
    shown.wants_all = step
    shown.has_body = replayed.header.role != LEADER
    if sys.stderr.isatty() and not as_json and not step:
        replayed.on_progress = _Progress(summary(file).duration_s).show
    verdict = replayed.run(end)
    _Progress.clear_line(is_live=replayed.on_progress is not None)
    if as_json:
        click.echo(msgspec.json.encode(verdict).decode())
    else:
        _show(file, verdict, is_other_brain=replayed.is_other_brain)
    if verdict.first_difference is not None and not replayed.is_other_brain:
        sys.exit(1)


class _Shown:
    """Shows decisions as they are made."""

    def __init__(self, start: float, *, as_json: bool, is_other_brain: bool) -> None:
        self.is_other_brain = is_other_brain
        self.wants_all = False
        self.has_body = True
        self._start = start
        self._as_json = as_json

    def step(self, step: Step, view: View) -> None:
        """One think."""
        if step.at < self._start or (step.is_same and not self.wants_all):
            return
        if self._as_json:
            recorded = None if step.is_same else msgspec.to_builtins(step.recorded)
            line = _StepLine(step.at, step.is_same, msgspec.to_builtins(step.replayed), recorded)
            click.echo(msgspec.json.encode(line).decode())
            return
        mark = " " if step.is_same else "*"
        health = f"health {view.health:>3}  " if self.has_body else ""
        click.echo(f"{step.at:>9.3f} {mark} {health}{_line(step.replayed)}")
        if not step.is_same and step.recorded is not None:
            click.echo(f"{'recorded':>9}   {' ' * len(health)}{_line(step.recorded)}")


class _Progress:
    """A bar while a long recording is replayed."""

    def __init__(self, duration_s: float) -> None:
        self._duration_s = max(duration_s, 0.001)
        self._last = -1

    def show(self, at: float) -> None:
        """So far it has come."""
        done = round(min(1.0, at / self._duration_s) * _BAR)
        if done != self._last:
            self._last = done
            click.echo(f"\r{'█' * done}{'·' * (_BAR - done)} {at:>6.0f} s", nl=False, err=True)

    @staticmethod
    def clear_line(*, is_live: bool) -> None:
        """Leave the terminal as it was."""
        if is_live:
            click.echo("\r" + " " * 60 + "\r", nl=False, err=True)


def _line(decision: Decision) -> str:
    return printable(f"{told(decision)}{_why(decision.reason)}")


def _why(reason: Reason) -> str:
    if not reason.chosen:
        return ""
    path = " > ".join(reason.path) or reason.chosen
    return f"  [{path}{f': {reason.because}' if reason.because else ''}]"


def _show(file: Path, verdict: Verdict, *, is_other_brain: bool) -> None:
    thinks = f"{verdict.thinks} thinks over {verdict.duration_s:.1f} s"
    if verdict.is_cut:
        click.echo(f"{file}: the recording was cut off; everything before the cut was replayed.")
    if is_other_brain:
        share = verdict.same_thinks / verdict.thinks if verdict.thinks else 0.0
        click.echo(f"{file}: {thinks}, {verdict.same_thinks} ({share:.0%}) decided the same.")
        return
    difference = verdict.first_difference
    if difference is None:
        click.echo(f"{file}: exact. {thinks}, {verdict.commands_bytes} bytes of commands, all the same.")
        return
    click.echo(
        f"{file}: NOT exact: the first difference is in the {difference.what} at {difference.at:.3f} s."
    )
    click.echo(f"  recorded: {printable(difference.recorded)}")
    click.echo(f"  replayed: {printable(difference.replayed)}")
    if verdict.versions:
        click.echo(f"  It was recorded by other versions: {printable(verdict.versions)}.")
