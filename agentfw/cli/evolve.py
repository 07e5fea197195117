"""``agentfw evolve``: bots fight for better weights, generation after generation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec
import structlog

from agentfw.brains import PlanFiles
from agentfw.cli.terminal import FiniteRange, printable
from agentfw.errors import UsageError
from agentfw.match.evolving import (
    Evolution,
    EvolutionOptions,
    Trial,
    begin_evolution,
    duels_of,
    next_generation,
    read_evolution,
    winner_of,
    write_evolution,
    write_text,
)
from agentfw.weights import load_weights, print_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.weights import Weights

__all__ = ["evolve"]

_BAR: Final = 24
_ROWS: Final = 20
"""So many generations are shown at most."""


@click.command(
    epilog="""\b
    Examples:
      agentfw evolve default.weights --arena dm-closet --generations 5
      agentfw evolve my.weights --arena dm-foundry --generations 50 --out better.weights
      agentfw evolve my.weights --arena dm-foundry --generations 100 --out better.weights --resume
      agentfw run quake3.fsm --fast -o weights=better.weights
    """
)
@click.argument("weights", metavar="WEIGHTS")
@click.option("--arena", "map_name", metavar="MAP", required=True, help="Where; see agentfw maps.")
@click.option("--generations", type=click.IntRange(1, 100_000), metavar="N", required=True,
              help="How many in all, those before --resume counted.")  # fmt: skip
@click.option("--population", type=click.IntRange(3, 1000), default=10, show_default=True,
              help="How many sets of weights there are.")  # fmt: skip
@click.option("--matches", type=click.IntRange(1, 1000), default=1, show_default=True,
              help="Rounds per generation; in each, everybody fights two others.")  # fmt: skip
@click.option("--minutes", type=FiniteRange(0.05, 60), default=1.0, show_default=True,
              help="Of game time, for each duel.")  # fmt: skip
@click.option("--children", type=click.IntRange(1, 100), default=2, show_default=True,
              help="How many sets are replaced per generation.")  # fmt: skip
@click.option("--plan", default="quake3.fsm", show_default=True, help="What everybody plays by.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same result.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              show_default="evolved.weights", help="Where the best weights go.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on from what lies beside --out.")
def evolve(
    weights: str, map_name: str, generations: int, out: Path | None, *, resume: bool, **chosen: object
) -> None:
    """Let bots fight for better weights.

    What can change is every balance(value, min, max) in WEIGHTS. Good sets become parents, bad ones are
    replaced by children. After every generation the best weights are written to --out, and everything
    that is needed to go on to a file beside it that ends in .json.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    file = out if out is not None else Path("evolved.weights")
    if file.suffix != ".weights":
        raise UsageError(f'--out "{file}": the names of weight files end in .weights')
    files = PlanFiles()
    own = load_weights(files.read_weights(weights), files.read_weights)
    options = _options(map_name, chosen)
    run = _resumed(file, own, options) if resume else _begun(file, own, options)
    run = _run(run, file, generations)
    _show(run, file)


def _options(map_name: str, chosen: dict[str, object]) -> EvolutionOptions:
    names = ("plan", "population", "minutes", "children", "seed")
    told = {name: chosen[name] for name in names}
    return msgspec.convert({**told, "map": map_name, "rounds": chosen["matches"]}, EvolutionOptions)


def _state_of(file: Path) -> Path:
    return file.with_suffix(".json")


def _begun(file: Path, own: Weights, options: EvolutionOptions) -> Evolution:
    for there in (file, _state_of(file)):
        if there.exists():
            raise UsageError(f"{there} exists: go on from it with --resume, or take another --out")
    run = begin_evolution(own, options)
    write_evolution(_state_of(file), run)
    return run


def _resumed(file: Path, own: Weights, options: EvolutionOptions) -> Evolution:
    run = read_evolution(_state_of(file))
    for name in options.__struct_fields__:
        before, asked = getattr(run.options, name), getattr(options, name)
        if before != asked:
            raise UsageError(f"{_state_of(file)} was begun with {name} {before}, not {asked}")
    if run.population.weights != print_weights(own):
        raise UsageError(f"{_state_of(file)} was begun with other weights")
    return run


def _run(run: Evolution, file: Path, generations: int) -> Evolution:
    """All generations that are left, each of them written down."""
    left = generations - run.population.generation
    is_live = sys.stderr.isatty()
    duels = len(duels_of(run)) * max(left, 0)
    with click.progressbar(length=duels, label="fighting", file=sys.stderr, hidden=not is_live) as bar:
        for _ in range(left):
            run = next_generation(run, _step(bar.update))
            write_text(file, print_weights(winner_of(run)))
            write_evolution(_state_of(file), run)
            if not is_live:
                number = f"generation {run.population.generation} of {generations}"
                trial = run.trials[-1]
                told = f"its best has {trial.own.kills} kills, the first weights {trial.first.kills}"
                click.echo(f"{number}: {told}", err=True)
    return run


def _step(update: Callable[[int], None]) -> Callable[[], None]:
    return lambda: update(1)


def _show(run: Evolution, file: Path) -> None:
    """How it went: among each other, and against the weights it began with."""
    click.echo("per duel, 2 a kill minus 1 a death; then kills of the best and of the first weights:")
    click.echo(f"  {'generation':>10} {'best':>6} {'mean':>6} {'kills':>6} {'theirs':>6}")
    rows = list(zip(run.population.history, run.trials, strict=True))
    step = -(-len(rows) // _ROWS) or 1
    for number in range((len(rows) - 1) % step, len(rows), step):
        fitness, trial = rows[number]
        told = f"{number + 1:>10} {fitness.best:>6.2f} {fitness.mean:>6.2f}"
        told = f"{told} {trial.own.kills:>6} {trial.first.kills:>6}"
        click.echo(f"  {told} {_bar(trial, run.trials)}".rstrip())
    held = "beat the first ones by most" if run.winner else "it began with: none were better so far"
    click.echo(f"{printable(str(file))} holds the weights that {held}.")


def _bar(trial: Trial, trials: tuple[Trial, ...]) -> str:
    most = max(one.lead for one in trials)
    return "█" * round(_BAR * trial.lead / most) if most > 0.0 else ""
