"""The same bytes give the same views, whatever the hashes of texts are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import hashlib, sys
from agentfw.arena.server.options import ArenaOptions
from tests.perception.witness import Witness
from tests.support.seeing import written

dialect, mode, level = sys.argv[1:]
options = ArenaOptions(map=level, mode=mode, dialect=dialect, seed=3, bots=6, time_limit_min=0.0)
witness = Witness(options)
witness.join()
for number in range(600):
    view = witness.tick()
    told = "".join(f"{name}={text}" for name, text in written(view).items())
    places = [view.place_of(one) for one in view.players], [view.entities_at(one) for one in view.visits]
    print(number, hashlib.sha256(f"{told}{places}".encode()).hexdigest())
    witness.wander(view)
print(witness.store.statistics())
"""


def views(hash_seed: int, *match: str) -> str:
    """A line for every view of half a minute."""
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    command = [sys.executable, "-c", PROGRAM, *match]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
    return done.stdout


@pytest.mark.parametrize(
    "match",
    [
        ("gamebots-ut99", "ctf", "ctf-twins"),
        ("gamebots-ut99", "dom", "dom-crossing"),
        ("gamebots-2004", "dm", "dm-cellar"),
    ],
    ids=" ".join,
)
def test_views_do_not_depend_on_the_hash_seed(match: tuple[str, str, str]) -> None:
    first = views(1, *match)
    assert len(set(first.splitlines())) > 500
    assert views(2, *match) == first
