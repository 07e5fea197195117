"""``agentfw explain``: why a recorded bot did what it did, and why not something else."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from agentfw.cli.terminal import FiniteRange, printable
from agentfw.decisions import CHANNELS
from agentfw.match.explaining import explain as explain_recording

if TYPE_CHECKING:
    from agentfw.match.explaining import Explanation

__all__ = ["explain"]

_INDENT: Final = " " * 9


@click.command(
    epilog="""\b
    Examples:
      agentfw explain match.rec --at 12.4
      agentfw explain match.rec --at 12.4 --why-not go-home
    """
)
@click.argument("recording", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--at", type=FiniteRange(0), required=True, metavar="SECONDS", help="The moment in question."
)
@click.option("--why-not", metavar="ELEMENT", help="An element of the plan that was not chosen.")
@click.option("--skills", metavar="FILE[,FILE]", help="Skills for plans, if not those of the recording.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(
    recording: Path, at: float, why_not: str | None, skills: str | None, *, as_json: bool
) -> None:
    """Say why a recorded bot did what it did, and why not something else.

    The recording is replayed up to that moment with everything traced.
    """
    found = explain_recording(recording, at, why_not=why_not, skills=skills, clock=time.perf_counter)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    elif found.why_not is not None:
        _show_why_not(found)
    else:
        _show(found)


def _show_why_not(found: Explanation) -> None:
    if found.why_not is None:
        return
    click.echo(f"at {found.at:.3f} s: {printable(found.why_not.answer)}")
    last = found.why_not.last_chosen_at
    told = "It was never chosen before." if last is None else f"It was last chosen at {last:.3f} s."
    if last is None or last < found.at:
        click.echo(told)


def _show(found: Explanation) -> None:
    reason = found.decision.reason
    wants = [
        f"{channel} {intent!r}"
        for channel in CHANNELS
        if (intent := getattr(found.decision, channel)) is not None
    ]
    spent = f", in {reason.spent_us:.0f} µs" if reason.spent_us is not None else ""
    rows = {
        "at": [f"{found.at:.3f} s{spent}"],
        "chosen": [" > ".join(reason.path) or reason.chosen or "nothing"],
        "because": [reason.because or "nothing stood against it"],
        "wants": wants or ["nothing"],
        "senses": [f"{one.sense} = {one.value}" for one in reason.readings],
        "rejected": [
            f"{one.option}: {one.condition or one.why}{f'  ({one.value})' if one.value else ''}"
            for one in reason.rejected
        ],
    }
    for name, lines in rows.items():
        for number, line in enumerate(lines):
            click.echo(f"{name if not number else '':<9}{printable(line)}")
