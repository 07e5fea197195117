"""``agentfw explain``: why a recorded bot did what it did, and why not something else."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from agentfw.cli.deciding import told
from agentfw.cli.moments import moment
from agentfw.cli.terminal import printable
from agentfw.match.explaining import explain as explain_recording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.cli.deciding import Told
    from agentfw.cli.moments import Moment
    from agentfw.decisions import Beneath, Reason
    from agentfw.match.explaining import Explanation, WhyNot

__all__ = ["explain"]


@click.command(
    epilog="""\b
    Examples:
      agentfw explain match.rec --at 12.4
      agentfw explain match.rec --at 12.4 --why-not go-home
      agentfw explain last/Ada.rec --at 1:15    at 1:15 of the match, as the board showed it
    """
)
@click.argument("recording", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--at", type=moment, required=True, metavar="SECONDS|M:SS",
              help="When: seconds of the recording, or by the clock of the match.")  # fmt: skip
@click.option("--why-not", metavar="ELEMENT", help="An element of the plan that was not chosen.")
@click.option("--skills", metavar="FILE[,FILE]", help="Skills for plans, if not those of the recording.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(
    recording: Path, at: Moment, why_not: str | None, skills: str | None, *, as_json: bool
) -> None:
    """Say why a recorded bot did what it did, and not something else.

    The recording is replayed up to that moment with everything traced.
    """
    seconds = at.within(recording, skills=skills)
    found = explain_recording(
        recording, seconds, why_not=why_not, skills=skills, clock=time.perf_counter
    )
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    elif found.why_not is not None:
        _show_why_not(found.at, found.why_not)
    else:
        _show(found)


def _show_why_not(at: float, why_not: WhyNot) -> None:
    click.echo(f"at {at:.3f} s: {printable(why_not.answer)}")
    last = why_not.last_chosen_at
    if last is None:
        click.echo("It was never chosen before.")
    elif last < at:
        click.echo(f"It was last chosen at {last:.3f} s.")


def _without_conditions(reason: Reason, decided: Told) -> str:
    if not reason.chosen:
        return _without_choice(reason, decided)
    is_news = reason.readings or reason.done
    return "nothing stood against it" if is_news else "it was under way, and nothing was asked"


def _without_choice(reason: Reason, decided: Told) -> str:
    if reason.done:
        return "what was begun is over"
    if reason.rejected:
        return "whatever was looked at was rejected"
    return "the brain gives no reason" if decided.wants or decided.orders else "nothing was under way"


def _plan(beneath: Beneath) -> list[str]:
    """What a plan chose beneath an order."""
    chosen = " > ".join(beneath.path) or "nothing"
    return [chosen, f"because {beneath.because}"] if beneath.because else [chosen]


def _show(found: Explanation) -> None:
    reason, decided = found.decision.reason, told(found.decision)
    spent = f", in {reason.spent_us:.0f} µs" if reason.spent_us is not None else ""
    rows: dict[str, Sequence[str]] = {
        "at": [f"{found.at:.3f} s{spent}"],
        "chosen": [" > ".join(reason.path) or reason.chosen or "nothing"],
        "because": [reason.because or _without_conditions(reason, decided)],
        "plan": _plan(reason.beneath) if reason.beneath is not None else [],
        "wants": decided.wants or ([] if decided.orders else ["nothing"]),
        "orders": decided.orders,
        "answers": decided.answers,
        "done": [" > ".join(one) for one in reason.done],
        "senses": [f"{one.sense} = {one.value}" for one in reason.readings],
        "rejected": [
            f"{one.option}: {one.condition or one.why}{f'  ({one.value})' if one.value else ''}"
            for one in reason.rejected
        ],
    }
    for name, lines in rows.items():
        for number, line in enumerate(lines):
            click.echo(f"{name if not number else '':<9}{printable(line)}")
