"""The planning benchmarks for agentfw; `planning_theirs` has the same methods in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.planning import Domain, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scripts.benchmarks.planning_problems import Problem, Step

__all__ = ["domain", "start"]

domain = Domain()


def start(problem: Problem) -> State:
    """The state a problem begins with."""
    return State(
        {(table, key): value for table, rows in problem.tables.items() for key, value in rows.items()}
        | {table: tuple(rows) for table, rows in problem.tables.items()}
    )


@domain.operator
def pick_up(state: State, block: int) -> Mapping[Any, Any] | None:
    if state["holding", "hand"] is None and state["pos", block] == "table" and state["clear", block]:
        return {("pos", block): "hand", ("clear", block): False, ("holding", "hand"): block}
    return None


@domain.operator
def unstack(state: State, block: int, below: int) -> Mapping[Any, Any] | None:
    if state["holding", "hand"] is None and state["pos", block] == below and state["clear", block]:
        changes = {("pos", block): "hand", ("clear", block): False, ("holding", "hand"): block}
        return {**changes, ("clear", below): True}
    return None


@domain.operator
def put_down(state: State, block: int) -> Mapping[Any, Any] | None:
    if state["pos", block] == "hand":
        return {("pos", block): "table", ("clear", block): True, ("holding", "hand"): None}
    return None


@domain.operator
def stack(state: State, block: int, below: int) -> Mapping[Any, Any] | None:
    if state["pos", block] == "hand" and state["clear", below]:
        changes = {("pos", block): below, ("clear", block): True, ("holding", "hand"): None}
        return {**changes, ("clear", below): False}
    return None


@domain.method("stack_up")
def all_done(state: State, goal: tuple[tuple[int, Any], ...]) -> list[Step] | None:
    return None if goal else []


@domain.method("stack_up")
def lowest_first(state: State, goal: tuple[tuple[int, Any], ...]) -> list[Step] | None:
    if not goal:
        return None
    block, below = goal[0]
    return [("settle", block, below), ("stack_up", goal[1:])]


@domain.method("settle")
def settled(state: State, block: int, below: Any) -> list[Step] | None:
    return [] if state["pos", block] == below else None


@domain.method("settle")
def move_it(state: State, block: int, below: Any) -> list[Step]:
    free = [("free", below)] if below != "table" else []
    return [("free", block), *free, ("take", block), ("put", block, below)]


@domain.method("free")
def free_already(state: State, block: int) -> list[Step] | None:
    return [] if state["clear", block] else None


@domain.method("free")
def free_what_is_above(state: State, block: int) -> list[Step] | None:
    for above in state["pos"]:
        if state["pos", above] == block:
            return [("free", above), ("take", above), ("put", above, "table")]
    return None


@domain.method("take")
def from_the_table(state: State, block: int) -> list[Step] | None:
    return [("pick_up", block)] if state["pos", block] == "table" else None


@domain.method("take")
def from_a_block(state: State, block: int) -> list[Step]:
    return [("unstack", block, state["pos", block])]


@domain.method("put")
def on_the_table(state: State, block: int, below: Any) -> list[Step] | None:
    return [("put_down", block)] if below == "table" else None


@domain.method("put")
def on_a_block(state: State, block: int, below: Any) -> list[Step]:
    return [("stack", block, below)]


@domain.operator
def drive(state: State, truck: str, place: Any) -> Mapping[Any, Any] | None:
    return {("at", truck): place} if state["at", truck][0] == place[0] else None


@domain.operator
def fly(state: State, plane: str, place: Any) -> Mapping[Any, Any] | None:
    return {("at", plane): place} if place[1] == 0 else None


@domain.operator
def load(state: State, package: str, vehicle: str) -> Mapping[Any, Any] | None:
    return {("at", package): vehicle} if state["at", package] == state["at", vehicle] else None


@domain.operator
def unload(state: State, package: str, vehicle: str) -> Mapping[Any, Any] | None:
    if state["at", package] == vehicle:
        return {("at", package): state["at", vehicle]}
    return None


@domain.method("deliver")
def delivered(state: State, package: str, place: Any) -> list[Step] | None:
    return [] if state["at", package] == place else None


@domain.method("deliver")
def in_the_city(state: State, package: str, place: Any) -> list[Step] | None:
    if state["at", package][0] == place[0]:
        return [("carry", package, f"truck{place[0]}", place)]
    return None


@domain.method("deliver")
def by_air(state: State, package: str, place: Any) -> list[Step]:
    airport, other = (state["at", package][0], 0), (place[0], 0)
    return [("deliver", package, airport), ("fly_over", package, other), ("deliver", package, place)]


@domain.method("fly_over")
def with_a_plane_here(state: State, package: str, place: Any) -> list[Step] | None:
    for plane in state["planes", "all"]:
        if state["at", plane] == state["at", package]:
            return [("carry", package, plane, place)]
    return None


@domain.method("fly_over")
def with_any_plane(state: State, package: str, place: Any) -> list[Step]:
    return [("carry", package, state["planes", "all"][0], place)]


@domain.method("carry")
def fetch_and_bring(state: State, package: str, vehicle: str, place: Any) -> list[Step]:
    here = state["at", package]
    return [
        *(("send", vehicle, here), ("load", package, vehicle)),
        *(("send", vehicle, place), ("unload", package, vehicle)),
    ]


@domain.method("send")
def there_already(state: State, vehicle: str, place: Any) -> list[Step] | None:
    return [] if state["at", vehicle] == place else None


@domain.method("send")
def send_truck(state: State, vehicle: str, place: Any) -> list[Step] | None:
    return [("drive", vehicle, place)] if vehicle.startswith("truck") else None


@domain.method("send")
def send_plane(state: State, vehicle: str, place: Any) -> list[Step]:
    return [("fly", vehicle, place)]


@domain.operator
def step(state: State, bot: str, place: Any) -> Mapping[Any, Any] | None:
    (x, y), (to_x, to_y) = state["at", bot], place
    return {("at", bot): place} if abs(x - to_x) + abs(y - to_y) == 1 else None


@domain.operator
def pick(state: State, bot: str, place: Any) -> Mapping[Any, Any] | None:
    if state["at", bot] == place and state["item", place] != "gone":
        return {("weapon", bot): state["item", place], ("item", place): "gone"}
    return None


@domain.operator
def capture(state: State, bot: str, place: Any) -> Mapping[Any, Any] | None:
    is_strong = not state["guard", place] or state["weapon", bot] == "heavy"
    return {("owner", place): "us"} if state["at", bot] == place and is_strong else None


@domain.method("dominate")
def take_next(state: State) -> list[Step]:
    for place in state["owner"]:
        if state["owner", place] == "them":
            return [("win", place), ("dominate",)]
    return []


@domain.method("win")
def with_the_nearest(state: State, place: Any) -> list[Step]:
    x, y = place
    best, nearest = "", 1_000_000
    for bot in state["weapon"]:
        bot_x, bot_y = state["at", bot]
        distance = abs(x - bot_x) + abs(y - bot_y)
        if distance < nearest:
            best, nearest = bot, distance
    return [("arm", best), ("travel", best, place), ("capture", best, place)]


@domain.method("arm")
def armed_already(state: State, bot: str) -> list[Step] | None:
    return [] if state["weapon", bot] != "none" else None


@domain.method("arm")
def with_a_light_one(state: State, bot: str) -> list[Step] | None:
    return _fetch(state, bot, "light")


@domain.method("arm")
def with_a_heavy_one(state: State, bot: str) -> list[Step] | None:
    return _fetch(state, bot, "heavy")


def _fetch(state: State, bot: str, kind: str) -> list[Step] | None:
    for place in state["item"]:
        if state["item", place] == kind:
            return [("travel", bot, place), ("pick", bot, place)]
    return None


@domain.method("travel")
def arrived(state: State, bot: str, place: Any) -> list[Step] | None:
    return [] if state["at", bot] == place else None


@domain.method("travel")
def one_step(state: State, bot: str, place: Any) -> list[Step] | None:
    (x, y), (to_x, to_y) = state["at", bot], place
    if (x, y) == place:
        return None
    there = (x + (1 if to_x > x else -1), y) if x != to_x else (x, y + (1 if to_y > y else -1))
    return [("step", bot, there), ("travel", bot, place)]


@domain.operator
def count(state: State, number: int) -> Mapping[Any, Any]:
    return {("count", "done"): number}


@domain.method("count_to")
def count_down(state: State, number: int) -> list[Step]:
    return [("count", number), ("count_to", number - 1)] if number else []
