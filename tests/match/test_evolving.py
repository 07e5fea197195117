"""Evolution in the arena: duels, generations, and runs that go on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains import Brain, Decision, View
from agentfw.errors import PlanError, UsageError
from agentfw.match import Fighter, SkirmishOptions, play_skirmish
from agentfw.match.evolving import (
    Evolution,
    Tally,
    Trial,
    compare,
    duels_of,
    next_generation,
    read_evolution,
    winner_of,
    write_evolution,
    write_text,
)
from agentfw.weights import leaves_of
from tests.match.evolutions import begun, timid

if TYPE_CHECKING:
    from pathlib import Path


def after(run: Evolution, generations: int) -> Evolution:
    for _ in range(generations):
        run = next_generation(run)
    return run


def test_a_kill_counts_twice_as_much_as_a_death() -> None:
    assert Tally(5, 3).score == 7.0


def test_a_trial_tells_who_is_better() -> None:
    assert Trial(Tally(5, 3), Tally(3, 5)).lead == 6.0
    assert Trial(Tally(3, 5), Tally(5, 3)).lead == -6.0


def test_weights_win_only_if_they_beat_the_first_ones(tmp_path: Path) -> None:
    for seed in range(3):
        run = after(begun(tmp_path, seed=seed), 1)
        assert bool(run.winner) == (run.trials[0].lead > 0.0)
        assert (winner_of(run) == timid()) == (run.winner in ((), run.population.members[0]))


def test_everybody_fights_as_often_and_is_as_often_first(tmp_path: Path) -> None:
    duels = duels_of(begun(tmp_path, population=5, rounds=3))
    assert Counter(duel.first for duel in duels) == dict.fromkeys(range(5), 3)
    assert Counter(duel.second for duel in duels) == dict.fromkeys(range(5), 3)
    assert all(duel.first != duel.second for duel in duels)


def test_no_two_duels_are_the_same_match(tmp_path: Path) -> None:
    duels = duels_of(begun(tmp_path, population=5, rounds=3))
    assert len({duel.seed for duel in duels}) == len(duels) == 15


def test_before_any_fight_the_first_weights_lead(tmp_path: Path) -> None:
    assert winner_of(begun(tmp_path)) == timid()


def test_a_generation_changes_the_population_and_keeps_its_history(tmp_path: Path) -> None:
    run = begun(tmp_path)
    duels: list[int] = []
    later = next_generation(run, lambda: duels.append(1))
    assert later.population.generation == 1
    assert len(later.population.history) == len(later.trials) == 1
    assert later.population.members != run.population.members
    assert len(duels) == len(duels_of(run))


def test_a_run_that_was_saved_comes_to_the_same_result(tmp_path: Path) -> None:
    whole = after(begun(tmp_path), 2)
    file = tmp_path / "run.json"
    write_evolution(file, after(begun(tmp_path), 1))
    assert after(read_evolution(file), 1) == whole


def test_a_run_that_is_killed_loses_one_generation_at_most(tmp_path: Path) -> None:
    whole = after(begun(tmp_path), 2)
    file = tmp_path / "run.json"
    write_evolution(file, after(begun(tmp_path), 1))

    def killed() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next_generation(read_evolution(file), killed)
    assert next_generation(read_evolution(file)) == whole


def test_a_duel_that_nobody_wins_has_an_end() -> None:
    arena = ArenaOptions(mode="dm", map="dm-closet", time_limit_min=0.05, score_limit=0)
    fighters = tuple(Fighter(brain=f"{__name__}:Idle", name=name) for name in ("one", "other"))
    play_skirmish(SkirmishOptions(arena=arena, fighters=fighters))


class Idle(Brain):
    """Does nothing, and loses patience after twenty times the length of its match."""

    def decide(self, view: View) -> Decision:
        assert view.now < 60.0
        return Decision()


def test_another_seed_gives_another_run(tmp_path: Path) -> None:
    one, other = (after(begun(tmp_path, seed=seed), 1) for seed in (1, 2))
    assert one.population.members != other.population.members


def test_a_trial_is_the_same_every_time(tmp_path: Path) -> None:
    run = begun(tmp_path)
    assert compare(run, timid(), timid(), 2) == compare(run, timid(), timid(), 2)


def test_saving_replaces_the_file_whole(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    write_evolution(file, begun(tmp_path))
    write_evolution(file, begun(tmp_path, seed=7))
    assert read_evolution(file).options.seed == 7
    assert [one.name for one in tmp_path.iterdir() if "run" in one.name] == ["run.json"]


@pytest.mark.parametrize("spoiled", ["", "{}", "[1]", '{"options": {}, "population": 5}', "\0"])
def test_a_spoiled_file_is_told(tmp_path: Path, spoiled: str) -> None:
    file = tmp_path / "run.json"
    file.write_text(spoiled, encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be read as a population"):
        read_evolution(file)


def test_values_that_do_not_fit_the_weights_are_told(tmp_path: Path) -> None:
    run = begun(tmp_path)
    population = msgspec.structs.replace(run.population, members=((1.0, 2.0),))
    write_evolution(tmp_path / "run.json", msgspec.structs.replace(run, population=population))
    with pytest.raises(UsageError, match="1 leaves can change, but there are 2 values"):
        read_evolution(tmp_path / "run.json")


@pytest.mark.parametrize(
    ("spoiled", "problem"),
    [
        ({"members": ()}, "0 members, expected 3"),
        ({"members": ((120.0,), (99999.0,), (130.0,))}, "cannot have the value 99999"),
        ({"generation": 2}, "2 generations with 0 results and 0 trials"),
        ({"seed": 7}, "begun with seed 0, its members with 7"),
    ],
)
def test_a_population_that_cannot_go_on_is_told(
    tmp_path: Path, spoiled: dict[str, object], problem: str
) -> None:
    run = begun(tmp_path)
    population = msgspec.structs.replace(run.population, **spoiled)
    write_evolution(tmp_path / "run.json", msgspec.structs.replace(run, population=population))
    with pytest.raises(UsageError, match=problem):
        read_evolution(tmp_path / "run.json")


def test_without_a_file_there_is_nothing_to_go_on_from(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no .*run.json to go on from"):
        read_evolution(tmp_path / "run.json")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_text(tmp_path / "nowhere" / "x.weights", "text")


def test_what_cannot_fight_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no plan"):
        begun(tmp_path, plan="hunter")
    with pytest.raises(UsageError, match="nowhere"):
        begun(tmp_path, map="nowhere")
    (tmp_path / "bad.lap").write_text("(", encoding="utf-8")
    with pytest.raises(PlanError):
        begun(tmp_path, plan=str(tmp_path / "bad.lap"))


@pytest.mark.slow
def test_a18_fitness_rises_in_the_arena(tmp_path: Path) -> None:
    run = after(begun(tmp_path, population=6, minutes=0.25, children=2, seed=1), 6)
    first, last = run.population.history[0], run.population.history[-1]
    assert last.mean > first.mean
    won, _ = compare(run, winner_of(run), timid(), 6, seed="fresh")
    assert won.kills > 2 * won.deaths
    assert leaves_of(winner_of(run))[0].value > 2 * leaves_of(timid())[0].value
