"""Games on a cluster: real schedulers and workers on loopback, and whatever can become of them."""

from __future__ import annotations

import re
import signal
import socket
import sys
import threading
from typing import TYPE_CHECKING, Final

import distributed
import pytest

from agentfw import __version__
from agentfw.errors import UsageError
from agentfw.tournament.cluster import Patience, play_on_cluster
from agentfw.tournament.jobs import play_locally
from tests.support.clusters import Cluster, cluster
from tests.support.command_line import called
from tests.tournament.files import failing_brain, schedule, tournament_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from agentfw.tournament import Outcome, Schedule
    from agentfw.tournament.jobs import Finished

LONG: Final = Patience(answer_s=60.0, game_s=60.0)
SHORT: Final = Patience(answer_s=0.5, absence_s=0.5, game_s=0.5)
HIDDEN: Final = "import sys\nsys.modules['agentfw'] = None"
OLDER: Final = "import agentfw\nagentfw.__version__ = '0.0.1'"
PYTHON: Final = f"{sys.version_info.major}.{sys.version_info.minor}"
OTHER_PYTHON: Final = (
    "from distributed import versions\nversions.get_system_info = lambda: {'python': '3.7.0.final.0'}"
)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers that nobody kills."""
    with cluster(tmp_path_factory.mktemp("pair"), workers=2) as made:
        yield made


def playing(cup: Schedule, address: str, patience: Patience = LONG) -> Iterator[Finished]:
    return play_on_cluster(cup.games, cup.spec, address, patience)


def by_key(found: list[Finished]) -> dict[str, Outcome | None]:
    """The outcomes of games, each of which was played once."""
    outcomes = {one.game.key: one.outcome for one in found}
    assert len(outcomes) == len(found)
    return outcomes


def local(cup: Schedule) -> dict[str, Outcome | None]:
    return by_key(list(play_locally(cup.games, cup.spec, jobs=1, limit_s=60.0)))


def unreachable() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"127.0.0.1:{server.getsockname()[1]}"


# What comes back


def test_a_cluster_comes_to_the_same_outcomes_as_processes_here(pair: Cluster, tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=3))
    assert by_key(list(playing(cup, pair.address))) == local(cup)


def test_games_are_handed_in_a_few_at_a_time(pair: Cluster, tmp_path: Path) -> None:
    cup, asked = schedule(tournament_file(tmp_path, seeds=9)), 0

    def spec(game: object) -> bytes:
        nonlocal asked
        asked += 1
        return cup.spec(game)  # type: ignore[arg-type]

    ahead = [
        asked - number for number, _ in enumerate(play_on_cluster(cup.games, spec, pair.address, LONG))
    ]
    assert (max(ahead), asked) == (4, len(cup.games))


def test_a_brain_that_fails_loses_on_a_cluster_as_it_does_here(pair: Cluster, tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "Raises"))
    found = by_key(list(playing(cup, pair.address)))
    assert found == local(cup)
    assert any(one is not None and one.forfeit is not None for one in found.values())


def test_a_game_that_cannot_be_played_on_a_cluster_leaves_the_others_alone(
    pair: Cluster, tmp_path: Path
) -> None:
    cup = schedule(failing_brain(tmp_path, "NeverAsks"))
    failed = {one.failed: "bad" in one.game.pair for one in playing(cup, pair.address)}
    assert failed == {"it raised PluginError: CancelledError: nothing to ask": True, "": False}


def test_tables_of_a_cluster_are_those_of_processes_here(
    pair: Cluster,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("agentfw.cli.progress._TELL_S", 1e9)
    file = tournament_file(tmp_path, seeds=1)
    there = called(
        capsys, "tournament", file, "--json", "--out", tmp_path / "a", "--cluster", pair.address
    )
    here = called(capsys, "tournament", file, "--json", "--out", tmp_path / "b", "--jobs", "1")
    assert (there.code, there.err, there.out) == (0, "", here.out)


# What happens to workers


@pytest.mark.parametrize("kills", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_workers_killed_in_the_middle_lose_nothing(tmp_path: Path, kills: int) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=4))
    found = []
    with cluster(tmp_path, workers=1 + kills) as made:
        for number, finished in enumerate(playing(cup, made.address), 1):
            found.append(finished)
            if number in range(3, 3 + kills):
                made.workers[number - 3].send_signal(signal.SIGKILL)
    assert by_key(found) == local(cup)


def test_a_worker_that_dies_over_a_game_leaves_it_to_another(tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "DiesOnce"))
    with cluster(tmp_path, workers=2) as made:
        found = by_key(list(playing(cup, made.address)))
        assert sorted(worker.poll() or 0 for worker in made.workers) == [-signal.SIGKILL, 0]
    assert found == local(cup)


@pytest.mark.slow
def test_a_game_that_kills_its_workers_is_given_up_and_the_others_are_played(tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "Dies"))
    with cluster(tmp_path) as made:
        made.start_worker("--nanny")  # which starts it again
        games = (cup.games[0], *cup.games[4:])
        bad, *others = sorted(
            play_on_cluster(games, cup.spec, made.address, LONG), key=lambda one: one.game.pair
        )
    assert (bad.game, bad.outcome, bad.failed) == (cup.games[0], None, "it killed 4 workers")
    assert [one.outcome is not None for one in others] == [True, True]


@pytest.mark.slow
def test_the_scheduler_needs_no_agentfw(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=1))
    with cluster(tmp_path, program=HIDDEN) as made:
        made.start_worker()
        assert by_key(list(playing(cup, made.address))) == local(cup)


@pytest.mark.slow
def test_a_worker_that_joins_later_plays_too(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=2))
    with cluster(tmp_path) as made:
        threading.Timer(0.2, made.start_worker).start()
        assert len(list(playing(cup, made.address))) == len(cup.games)


# What is told when it cannot go on


def told(cup: Schedule, address: str, patience: Patience = SHORT) -> str:
    with pytest.raises(UsageError) as caught:
        list(playing(cup, address, patience))
    return str(caught.value)


def test_a_scheduler_that_is_not_there_is_told(tmp_path: Path) -> None:
    address = unreachable()
    found = told(schedule(tournament_file(tmp_path)), address)
    assert found.startswith(f'no Dask scheduler at "{address}": ')
    assert found.endswith("; one is started by: dask scheduler")


@pytest.mark.parametrize("address", ["nonsense", "what://host:1", "host:port", ""])
def test_an_address_that_is_none_is_told(tmp_path: Path, address: str) -> None:
    found = told(schedule(tournament_file(tmp_path)), address)
    assert found.startswith(f'no Dask scheduler at "{address}": ')


def test_a_cluster_without_workers_is_told(tmp_path: Path) -> None:
    with cluster(tmp_path) as made:
        assert told(schedule(tournament_file(tmp_path)), made.address) == (
            f"the cluster at {made.address} has no workers; one is started by: "
            f"dask worker {made.address} --nthreads 1"
        )


@pytest.mark.parametrize(
    ("program", "has", "needed"),
    [
        (HIDDEN, "no agentfw", __version__),
        pytest.param(OLDER, "agentfw 0.0.1", __version__, marks=pytest.mark.slow),
        pytest.param(OTHER_PYTHON, "Python 3.7", PYTHON, marks=pytest.mark.slow),
    ],
    ids=["none", "older", "python"],
)
def test_workers_that_have_not_what_we_have_are_told(
    tmp_path: Path, program: str, has: str, needed: str
) -> None:
    with cluster(tmp_path) as made:
        made.start_worker(program=program)
        found = told(schedule(tournament_file(tmp_path)), made.address, LONG)
    needs = f"has {has}, but the tournament needs {needed}"
    assert re.fullmatch(rf"the worker tcp://127\.0\.0\.1:\d+ {re.escape(needs)}", found)


@pytest.mark.slow
def test_a_worker_without_agentfw_that_joins_later_is_told(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=9))
    with cluster(tmp_path, workers=1) as made:
        games = playing(cup, made.address)
        next(games)
        made.start_worker(program=HIDDEN)
        client = distributed.Client.current()  # type: ignore[no-untyped-call]  # nor are others typed
        client.wait_for_workers(2, timeout=60.0)
        with pytest.raises(UsageError) as caught:
            list(games)
    text = f"a worker of the cluster at {made.address} has not the agentfw that we have: No"
    assert str(caught.value).startswith(text)


def test_losing_all_workers_is_told(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=4))
    with cluster(tmp_path, workers=1) as made:
        patience = Patience(answer_s=60.0, absence_s=0.5, game_s=60.0)
        games = playing(cup, made.address, patience)
        next(games)
        made.workers[0].kill()
        with pytest.raises(UsageError) as caught:
            list(games)
        text = f"the cluster at {made.address} has no workers any more; the same command goes on"
    assert str(caught.value) == text


@pytest.mark.slow
def test_losing_the_scheduler_is_told(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=4))
    with cluster(tmp_path, workers=1) as made:
        games = playing(cup, made.address)
        next(games)
        made.scheduler.kill()
        with pytest.raises(UsageError) as caught:
            list(games)
        text = f"the cluster at {made.address} was lost; the same command goes on"
    assert str(caught.value) == text


@pytest.mark.slow
def test_a_game_that_does_not_end_is_told(tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "Hangs"))
    with cluster(tmp_path, workers=1) as made:
        found = told(cup, made.address, Patience(answer_s=60.0, game_s=2.0))
    assert found == (
        f"the cluster at {made.address} has ended no game for 2 s: do its workers run, "
        f"and do bad and still always come to an end? The same command goes on"
    )


def test_code_that_the_workers_do_not_have_is_told(pair: Cluster, tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "Raises"))
    (tmp_path / "failing.py").unlink()
    (finished, *_) = playing(cup, pair.address)
    assert finished.outcome is not None
    assert str(tmp_path / "failing.py") in finished.outcome.fault


def test_a_missing_library_is_told_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    found = told(schedule(tournament_file(tmp_path)), "127.0.0.1:1")
    assert found == "clusters need distributed: pip install 'agentfw[cluster]'"
