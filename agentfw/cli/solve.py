"""``agentfw solve``: a plan for a PDDL problem, proven, or the reason why there is none."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from agentfw.cli.terminal import FiniteRange, printable
from agentfw.errors import UsageError
from agentfw.language.texts import MAX_PLAN_CHARS
from agentfw.pddl import OwnEngine, plan_text, read_domain, read_problem
from agentfw.resources import resource_dir
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.pddl import Engine, Solution
    from agentfw.solving import Answer, Quality

__all__ = ["solve"]

_OWN: Final = "own"
_PROGRESS_S: Final = 0.5
_DEADLINE_S: Final = 60.0


class _Result(msgspec.Struct, frozen=True):
    """The outcome as JSON."""

    status: str
    engine: str
    steps: tuple[str, ...]
    cost: float | None
    is_optimal: bool
    is_valid: bool
    expanded: int | None
    seconds: float
    why: str


class _Progress:
    """A line on the terminal that tells how long a search takes; nothing where there is no terminal."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = self._shown = clock()
        self._is_on = sys.stderr.isatty()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return self._clock() - self._began

    def searched(self, answer: Answer) -> None:
        """Show how far our own search is."""
        best = f", best plan costs {answer.cost:g}" if answer.status == "solved" else ""
        self._show(f"{answer.expanded} nodes{best}, ")

    def is_cancelled(self) -> bool:
        """Never; it is asked while an engine runs that tells nothing."""
        self._show("")
        return False

    def end(self) -> None:
        """Take the line away."""
        if self._is_on and self._shown > self._began:
            click.echo("\r\x1b[K", nl=False, err=True)

    def _show(self, text: str) -> None:
        now = self._clock()
        if self._is_on and now - self._shown >= _PROGRESS_S:
            self._shown = now
            click.echo(f"\r\x1b[Ksearching: {text}{self.seconds:.0f} s", nl=False, err=True)


@click.command(
    epilog="""\b
    Examples:
      agentfw solve village.pddl village-forge.pddl
      agentfw solve my.pddl task.pddl --quality anytime --deadline 5
      agentfw solve my.pddl task.pddl --engine fast-downward
    """
)
@click.argument("domain")
@click.argument("problem")
@click.option("--engine", default=_OWN, help="Who solves it: own, or one of unified-planning.")
@click.option("--quality", type=click.Choice(["optimal", "quick", "anytime"]), help="How good (own).")
@click.option(
    "--deadline", type=FiniteRange(0.0), default=_DEADLINE_S, help="Seconds, at most.", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def solve(
    domain: str, problem: str, engine: str, quality: Quality | None, deadline: float, *, as_json: bool
) -> None:
    """Plan by a PDDL domain and problem.

    Prints the plan with its cost, after proving it, and ends with code 1 when there is none.
    """
    known = read_domain(_text(domain), domain)
    wanted = read_problem(_text(problem), known, problem)
    progress = _Progress(time.monotonic)
    try:
        chosen = _engine(engine, quality, progress)
        solution = chosen.solve(known, wanted, deadline, is_cancelled=progress.is_cancelled)
    finally:
        progress.end()
    _tell(solution, progress.seconds, as_json=as_json)
    if solution.status != "solved":
        sys.exit(1)


def _engine(name: str, quality: Quality | None, progress: _Progress) -> Engine:
    if name == _OWN:
        return OwnEngine(quality or "optimal", clock=time.monotonic, progress=progress.searched)
    if quality is not None:
        raise UsageError(f'--quality is for our own engine; "{name}" is as good as it is')
    from agentfw.pddl.outside import OutsideEngine  # noqa: PLC0415 - most people never need it

    return OutsideEngine(name)


def _tell(solution: Solution, seconds: float, *, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(_result(solution, seconds)).decode())
    elif solution.status == "solved":
        click.echo(plan_text(solution.steps, solution.cost), nl=False)
        click.echo(f"; {_summary(solution, seconds)}")
    else:
        click.echo(printable(_refusal(solution)))


def _summary(solution: Solution, seconds: float) -> str:
    count = len(solution.steps)
    quality = "optimal" if solution.is_optimal else "perhaps not optimal"
    nodes = "" if solution.expanded is None else f"{solution.expanded} nodes, "
    return f"{count} step{'' if count == 1 else 's'}, {quality}, valid; {nodes}{seconds:.3f} s"


def _refusal(solution: Solution) -> str:
    if solution.status == "unsolvable":
        why = solution.why.removeprefix("no plan, because ").removeprefix("no plan: ")
        return f"no plan, because {why or 'the engine proved it'}"
    if solution.status == "unfinished":
        return f"no plan found in time: {solution.why}"
    if solution.status == "wrong":
        return f"no plan: {solution.why}"
    return f'no plan: engine "{solution.engine}" failed: {solution.why}'


def _result(solution: Solution, seconds: float) -> _Result:
    is_solved = solution.status == "solved"
    return _Result(
        status=solution.status,
        engine=solution.engine,
        steps=tuple(map(str, solution.steps)),
        cost=solution.cost if is_solved else None,
        is_optimal=solution.is_optimal,
        is_valid=is_solved,
        expanded=solution.expanded,
        seconds=round(seconds, 6),
        why=solution.why,
    )


def _text(name: str) -> str:
    """A file of the user, or one of those that ship."""
    folder = resource_dir("plans") / "pddl"
    try:
        path = Path(name)
        if not path.is_file() and path.name == name:
            path = folder / name
        if not path.is_file():
            known = [one.name for one in folder.glob("*.pddl")]
            raise UsageError(f'there is no file "{name}"{nearest(name, known)}')
        if path.stat().st_size > 4 * MAX_PLAN_CHARS:
            raise UsageError(f"{name}: longer than {MAX_PLAN_CHARS} characters, that is no PDDL")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise UsageError(f"{name}: cannot be read as text: {error}") from None
