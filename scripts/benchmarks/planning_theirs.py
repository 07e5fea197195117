"""The planning benchmarks for GTPyhop; `planning_ours` has the same methods in the same order."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.benchmarks.planning_problems import Problem, Step

__all__ = ["STRATEGIES", "gtpyhop", "plan", "start"]

STRATEGIES: Final = ("recursive_dfs", "iterative_greedy", "iterative_dfs_backtracking")
"""All the ways it can search; the greedy one never goes back, so some problems are too hard for it."""


class _Rigid(dict[Any, Any]):
    """A table that never changes and is not copied: GTPyhop keeps such things out of its states."""

    def __deepcopy__(self, memo: object) -> _Rigid:
        return self


_RIGID: Final = ("guard", "planes")


def gtpyhop() -> Any:
    """The library with our domain declared, silent, or None where it is not installed."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # it greets, and tells that it is silent
            library = importlib.import_module("gtpyhop")
            library.Domain("agentfw benchmarks")
            library.set_verbose_level(0)
    except ImportError:
        return None
    library.declare_actions(*_ACTIONS)
    for name, methods in _METHODS.items():
        library.declare_task_methods(name, *methods)
    return library


def start(library: Any, problem: Problem) -> Any:
    """The state a problem begins with."""
    tables = {name: (_Rigid if name in _RIGID else dict)(rows) for name, rows in problem.tables.items()}
    return library.State("start", **tables)


def plan(library: Any, strategy: str, state: Any, tasks: list[Step]) -> Any:
    """Its plan, False where it finds none, None where it ends in an error."""
    library.set_recursive_planning(strategy)
    with _deep_calls():
        try:
            return library.find_plan(state, tasks)
        except RecursionError:
            return None


@contextlib.contextmanager
def _deep_calls() -> Iterator[None]:
    """As many nested calls as its recursive search could want here."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def pick_up(state: Any, block: int) -> Any:
    if state.holding["hand"] is None and state.pos[block] == "table" and state.clear[block]:
        return _grasp(state, block)
    return None


def unstack(state: Any, block: int, below: int) -> Any:
    if state.holding["hand"] is None and state.pos[block] == below and state.clear[block]:
        state.clear[below] = True
        return _grasp(state, block)
    return None


def _grasp(state: Any, block: int) -> Any:
    state.pos[block], state.clear[block], state.holding["hand"] = "hand", False, block
    return state


def put_down(state: Any, block: int) -> Any:
    return _release(state, block, "table") if state.pos[block] == "hand" else None


def stack(state: Any, block: int, below: int) -> Any:
    if state.pos[block] == "hand" and state.clear[below]:
        state.clear[below] = False
        return _release(state, block, below)
    return None


def _release(state: Any, block: int, below: int | str) -> Any:
    state.pos[block], state.clear[block], state.holding["hand"] = below, True, None
    return state


def drive(state: Any, truck: str, place: Any) -> Any:
    return _move(state, truck, place) if state.at[truck][0] == place[0] else None


def fly(state: Any, plane: str, place: Any) -> Any:
    return _move(state, plane, place) if place[1] == 0 else None


def load(state: Any, package: str, vehicle: str) -> Any:
    return _move(state, package, vehicle) if state.at[package] == state.at[vehicle] else None


def unload(state: Any, package: str, vehicle: str) -> Any:
    return _move(state, package, state.at[vehicle]) if state.at[package] == vehicle else None


def step(state: Any, bot: str, place: Any) -> Any:
    (x, y), (to_x, to_y) = state.at[bot], place
    return _move(state, bot, place) if abs(x - to_x) + abs(y - to_y) == 1 else None


def _move(state: Any, what: str, place: Any) -> Any:
    state.at[what] = place
    return state


def pick(state: Any, bot: str, place: Any) -> Any:
    if state.at[bot] == place and state.item[place] != "gone":
        state.weapon[bot], state.item[place] = state.item[place], "gone"
        return state
    return None


def capture(state: Any, bot: str, place: Any) -> Any:
    is_strong = not state.guard[place] or state.weapon[bot] == "heavy"
    if state.at[bot] == place and is_strong:
        state.owner[place] = "us"
        return state
    return None


def count(state: Any, number: int) -> Any:
    state.count["done"] = number
    return state


def all_done(state: Any, goal: tuple[tuple[int, Any], ...]) -> list[Step] | None:
    return None if goal else []


def lowest_first(state: Any, goal: tuple[tuple[int, Any], ...]) -> list[Step] | None:
    if not goal:
        return None
    block, below = goal[0]
    return [("settle", block, below), ("stack_up", goal[1:])]


def settled(state: Any, block: int, below: Any) -> list[Step] | None:
    return [] if state.pos[block] == below else None


def move_it(state: Any, block: int, below: Any) -> list[Step]:
    free = [("free", below)] if below != "table" else []
    return [("free", block), *free, ("take", block), ("put", block, below)]


def free_already(state: Any, block: int) -> list[Step] | None:
    return [] if state.clear[block] else None


def free_what_is_above(state: Any, block: int) -> list[Step] | None:
    for above in state.pos:
        if state.pos[above] == block:
            return [("free", above), ("take", above), ("put", above, "table")]
    return None


def from_the_table(state: Any, block: int) -> list[Step] | None:
    return [("pick_up", block)] if state.pos[block] == "table" else None


def from_a_block(state: Any, block: int) -> list[Step]:
    return [("unstack", block, state.pos[block])]


def on_the_table(state: Any, block: int, below: Any) -> list[Step] | None:
    return [("put_down", block)] if below == "table" else None


def on_a_block(state: Any, block: int, below: Any) -> list[Step]:
    return [("stack", block, below)]


def delivered(state: Any, package: str, place: Any) -> list[Step] | None:
    return [] if state.at[package] == place else None


def in_the_city(state: Any, package: str, place: Any) -> list[Step] | None:
    if state.at[package][0] == place[0]:
        return [("carry", package, f"truck{place[0]}", place)]
    return None


def by_air(state: Any, package: str, place: Any) -> list[Step]:
    airport, other = (state.at[package][0], 0), (place[0], 0)
    return [("deliver", package, airport), ("fly_over", package, other), ("deliver", package, place)]


def with_a_plane_here(state: Any, package: str, place: Any) -> list[Step] | None:
    for plane in state.planes["all"]:
        if state.at[plane] == state.at[package]:
            return [("carry", package, plane, place)]
    return None


def with_any_plane(state: Any, package: str, place: Any) -> list[Step]:
    return [("carry", package, state.planes["all"][0], place)]


def fetch_and_bring(state: Any, package: str, vehicle: str, place: Any) -> list[Step]:
    here = state.at[package]
    return [
        *(("send", vehicle, here), ("load", package, vehicle)),
        *(("send", vehicle, place), ("unload", package, vehicle)),
    ]


def there_already(state: Any, vehicle: str, place: Any) -> list[Step] | None:
    return [] if state.at[vehicle] == place else None


def send_truck(state: Any, vehicle: str, place: Any) -> list[Step] | None:
    return [("drive", vehicle, place)] if vehicle.startswith("truck") else None


def send_plane(state: Any, vehicle: str, place: Any) -> list[Step]:
    return [("fly", vehicle, place)]


def take_next(state: Any) -> list[Step]:
    for place in state.owner:
        if state.owner[place] == "them":
            return [("win", place), ("dominate",)]
    return []


def with_the_nearest(state: Any, place: Any) -> list[Step]:
    x, y = place
    best, nearest = "", 1_000_000
    for bot in state.weapon:
        bot_x, bot_y = state.at[bot]
        distance = abs(x - bot_x) + abs(y - bot_y)
        if distance < nearest:
            best, nearest = bot, distance
    return [("arm", best), ("travel", best, place), ("capture", best, place)]


def armed_already(state: Any, bot: str) -> list[Step] | None:
    return [] if state.weapon[bot] != "none" else None


def with_a_light_one(state: Any, bot: str) -> list[Step] | None:
    return _fetch(state, bot, "light")


def with_a_heavy_one(state: Any, bot: str) -> list[Step] | None:
    return _fetch(state, bot, "heavy")


def _fetch(state: Any, bot: str, kind: str) -> list[Step] | None:
    for place in state.item:
        if state.item[place] == kind:
            return [("travel", bot, place), ("pick", bot, place)]
    return None


def arrived(state: Any, bot: str, place: Any) -> list[Step] | None:
    return [] if state.at[bot] == place else None


def one_step(state: Any, bot: str, place: Any) -> list[Step] | None:
    (x, y), (to_x, to_y) = state.at[bot], place
    if (x, y) == place:
        return None
    there = (x + (1 if to_x > x else -1), y) if x != to_x else (x, y + (1 if to_y > y else -1))
    return [("step", bot, there), ("travel", bot, place)]


def count_down(state: Any, number: int) -> list[Step]:
    return [("count", number), ("count_to", number - 1)] if number else []


_ACTIONS: Final = (
    *(pick_up, unstack, put_down, stack),
    *(drive, fly, load, unload),
    *(step, pick, capture, count),
)

_METHODS: Final = {
    "stack_up": (all_done, lowest_first),
    "settle": (settled, move_it),
    "free": (free_already, free_what_is_above),
    "take": (from_the_table, from_a_block),
    "put": (on_the_table, on_a_block),
    "deliver": (delivered, in_the_city, by_air),
    "fly_over": (with_a_plane_here, with_any_plane),
    "carry": (fetch_and_bring,),
    "send": (there_already, send_truck, send_plane),
    "dominate": (take_next,),
    "win": (with_the_nearest,),
    "arm": (armed_already, with_a_light_one, with_a_heavy_one),
    "travel": (arrived, one_step),
    "count_to": (count_down,),
}
