"""Weights that fight for their place: duels in memory, generation after generation.

Every generation each member fights two others per round, on seeds made of the run's own seed and the
generation's number. So a run that was broken off and goes on from its file comes to the same result as
one that was not.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.server import ArenaOptions
from agentfw.brains import PlanFiles, load_plan
from agentfw.errors import UsageError
from agentfw.match.skirmish import Fighter, SkirmishOptions, play_skirmish
from agentfw.skills import shipped_skills
from agentfw.weights import (
    Population,
    Weights,
    breed,
    first_population,
    print_weights,
    with_leaves,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.arena.server.results import MatchResult

__all__ = [
    "Duel",
    "Evolution",
    "EvolutionOptions",
    "Tally",
    "Trial",
    "begin_evolution",
    "compare",
    "duels_of",
    "next_generation",
    "read_evolution",
    "winner_of",
    "write_evolution",
    "write_text",
]

_NAMES: Final = ("first", "second")
_SEEDS: Final = 2**31
_MAX_BYTES: Final = 100_000_000


class EvolutionOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a population fights. A run can only go on with the options that it was begun with."""

    plan: str = "quake3.fsm"
    """What everybody plays by; only the weights differ."""
    map: str = "dm-foundry"
    population: int = 10
    rounds: int = 1
    """In each round of a generation, every member fights two others."""
    minutes: float = 1.0
    """Of game time, for each duel."""
    children: int = 2
    """How many members are replaced in each generation."""
    seed: int = 0


class Tally(msgspec.Struct, frozen=True):
    """What one side achieved in some matches."""

    kills: int
    deaths: int

    @property
    def score(self) -> float:
        """Two points a kill, minus one a death."""
        return 2.0 * self.kills - self.deaths


class Trial(msgspec.Struct, frozen=True):
    """How the best of a generation did against the weights it all began with."""

    own: Tally
    first: Tally

    @property
    def lead(self) -> float:
        """By how many points it is better; below 0 if it is worse."""
        return self.own.score - self.first.score


class Evolution(msgspec.Struct, frozen=True, kw_only=True):
    """A run, as far as it has come: everything that is needed to go on."""

    options: EvolutionOptions
    population: Population
    trials: tuple[Trial, ...] = ()
    """One for each generation, always on the same seeds."""
    winner: tuple[float, ...] = ()
    """The values of the one with the greatest lead; none while nobody is better than the first."""


class Duel(msgspec.Struct, frozen=True):
    """Two members of a population, and the seed of their match."""

    first: int
    second: int
    seed: int


def begin_evolution(weights: Weights, options: EvolutionOptions) -> Evolution:
    """A run at its very beginning.

    Raises `UsageError` or `PlanError` when the plan is none, and when nothing can evolve.
    """
    load_plan(options.plan, PlanFiles(), shipped_skills())
    _arena(options, 0).find_map()
    population = first_population(weights, options.population, options.seed)
    return Evolution(options=options, population=population)


def duels_of(evolution: Evolution) -> tuple[Duel, ...]:
    """The duels of the generation that comes next; everybody is as often first as second."""
    options, generation = evolution.options, evolution.population.generation
    chance = Random(f"{options.seed}/{generation}/duels")  # noqa: S311 - a game
    found = []
    for _ in range(options.rounds):
        ring = list(range(len(evolution.population.members)))
        chance.shuffle(ring)
        pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
        found += [Duel(one, other, chance.randrange(_SEEDS)) for one, other in pairs]
    return tuple(found)


def next_generation(evolution: Evolution, on_duel: Callable[[], None] = lambda: None) -> Evolution:
    """The run one generation further, after all its duels; `on_duel` is called after each of them."""
    scores = _scores(evolution, on_duel)
    population = breed(evolution.population, scores, evolution.options.children)
    first = population.template()
    best = with_leaves(first, population.champion)
    trial = Trial(*compare(evolution, best, first, 2 * evolution.options.rounds))
    is_better = trial.lead > max([0.0, *(before.lead for before in evolution.trials)])
    return msgspec.structs.replace(
        evolution,
        population=population,
        trials=(*evolution.trials, trial),
        winner=population.champion if is_better else evolution.winner,
    )


def winner_of(evolution: Evolution) -> Weights:
    """The weights that beat those it all began with by most; the latter while none has."""
    template = evolution.population.template()
    return with_leaves(template, evolution.winner) if evolution.winner else template


def compare(
    evolution: Evolution, one: Weights, other: Weights, matches: int, seed: str = "trial"
) -> tuple[Tally, Tally]:
    """How two sets of weights do against each other, in matches that have the same seeds every time."""
    chance = Random(f"{evolution.options.seed}/{seed}")  # noqa: S311 - a game
    mine, theirs = Tally(0, 0), Tally(0, 0)
    for number in range(matches):
        turned = number % 2 == 1
        sides = (other, one) if turned else (one, other)
        won, lost = _fight(evolution, sides, chance.randrange(_SEEDS))[:: -1 if turned else 1]
        mine = Tally(mine.kills + won.kills, mine.deaths + won.deaths)
        theirs = Tally(theirs.kills + lost.kills, theirs.deaths + lost.deaths)
    return mine, theirs


def read_evolution(file: Path) -> Evolution:
    """A run from its file. Raises `UsageError` when there is none, or when it is spoiled."""
    try:
        if file.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{file}: too large for a population")
        found = msgspec.json.decode(file.read_bytes(), type=Evolution)
    except FileNotFoundError:
        raise UsageError(f"there is no {file} to go on from") from None
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{file}: cannot be read as a population: {error}") from None
    found.population.candidates()
    winner_of(found)
    _check(file, found)
    return found


def write_evolution(file: Path, evolution: Evolution) -> None:
    """Keep a run in a file, which is there whole or as it was before, whatever happens."""
    write_text(file, msgspec.json.format(msgspec.json.encode(evolution), indent=1).decode() + "\n")


def write_text(file: Path, text: str) -> None:
    """Put a text into a file in one step. Raises `UsageError` when that cannot be."""
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        raise UsageError(f"{file}: cannot be written: {error}") from None


def _check(file: Path, evolution: Evolution) -> None:
    """Raise `UsageError` for a run whose parts do not belong together."""
    options, population = evolution.options, evolution.population
    if len(population.members) != options.population:
        told = f"{len(population.members)} members, expected {options.population}"
        raise UsageError(f"{file}: a population of {told}")
    if population.seed != options.seed:
        told = f"begun with seed {options.seed}, its members with {population.seed}"
        raise UsageError(f"{file}: {told}")
    results, trials = len(population.history), len(evolution.trials)
    if not population.generation == results == trials:
        told = f"{population.generation} generations with {results} results and {trials} trials"
        raise UsageError(f"{file}: {told}")


def _scores(evolution: Evolution, on_duel: Callable[[], None]) -> list[float]:
    """What every member won per duel."""
    candidates = evolution.population.candidates()
    scores = [0.0] * len(candidates)
    for duel in duels_of(evolution):
        both = (duel.first, duel.second)
        sides = (candidates[duel.first], candidates[duel.second])
        for member, tally in zip(both, _fight(evolution, sides, duel.seed), strict=True):
            scores[member] += tally.score
        on_duel()
    return [score / (2 * evolution.options.rounds) for score in scores]


def _fight(evolution: Evolution, sides: tuple[Weights, Weights], seed: int) -> tuple[Tally, Tally]:
    with tempfile.TemporaryDirectory(prefix="agentfw-") as folder:
        fighters = tuple(_fighters(evolution.options, sides, Path(folder)))
        arena = _arena(evolution.options, seed)
        result = play_skirmish(SkirmishOptions(arena=arena, fighters=fighters))
    return _tally(result, _NAMES[0]), _tally(result, _NAMES[1])


def _fighters(
    options: EvolutionOptions, sides: tuple[Weights, Weights], folder: Path
) -> Iterator[Fighter]:
    for name, weights in zip(_NAMES, sides, strict=True):
        file = folder / f"{name}.weights"
        file.write_text(print_weights(weights), encoding="utf-8")
        yield Fighter(brain=options.plan, name=name, options={"weights": str(file)})


def _arena(options: EvolutionOptions, seed: int) -> ArenaOptions:
    return ArenaOptions(
        mode="dm", map=options.map, seed=seed, time_limit_min=options.minutes, score_limit=0
    )


def _tally(result: MatchResult, name: str) -> Tally:
    player = next(player for player in result.players if player.name == name)
    return Tally(player.kills, player.deaths)
