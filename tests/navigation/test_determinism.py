"""The same questions get the same answers, whatever the hashes of texts are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
from agentfw.navigation import *
from tests.support.mazes import chain_of_rooms, random_graph, seeded
from tests.navigation.test_looking_ahead import PILLARS

for graph in (random_graph(seeded(3), 150, 4.0), grid_graph(PILLARS), grid_graph(["." * 12] * 12)):
    router = Router(graph, max_cached_goals=5)
    ids = list(graph.nodes)
    print(router.clusters, router.portals, router.statistics())
    for number in range(60):
        start, goal = ids[number * 31 % len(ids)], ids[number * 57 % len(ids)]
        print(router.route(start, goal), router.next_link(goal, start), find_route(graph, start, goal))
        if number % 10 == 9:
            router.disable(ids[number])
            print(router.alternatives(start, goal))
    print(router.statistics(), router.costs_from(ids[0]))
"""


def answers(hash_seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
    return done.stdout


def test_answers_do_not_depend_on_the_hash_seed() -> None:
    first = answers(1)
    assert len(first) > 10_000
    assert answers(2) == first == answers(77)
